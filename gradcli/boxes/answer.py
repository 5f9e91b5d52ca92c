"""A formula and a box become proven bounds of the value and of each slope, and what the slopes' signs say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from gradcli import absences, notes, point
from gradcli.backends import balls, intervals
from gradcli.backends.intervals import Interval
from gradcli.boxes.causes import Cause
from gradcli.boxes.enclosure import Box, Question
from gradcli.boxes.gaps import Gap
from gradcli.boxes.search import Part, searched
from gradcli.calculator import unused
from gradcli.errors import GradcliError, in_calls
from gradcli.evaluation import site_of
from gradcli.expression import Formula
from gradcli.gradient import Note
from gradcli.graph import Graph, Operation
from gradcli.point import Given, Range
from gradcli.problem import posed
from gradcli.ranges import MOST_PARTS
from gradcli.source import Span
from gradcli.syntax.characters import SHOWN

BITS = 128
"""The working precision: twice that of a double and more, so that rounding does not show in 16 digits."""


class Extent(NamedTuple):
    """The ends of an interval as doubles, and as decimals of 16 digits: the number lies between either two."""

    low: float
    high: float
    low_text: str
    high_text: str


class Unknown(NamedTuple):
    """Why a slope has no bounds, and the place in the formula."""

    message: str
    span: Span


@dataclass(frozen=True, eq=False)
class Bounds:
    """Bounds of a formula over a box: of its value, and of the slope by each name, None where they are not known.

    `monotone` says of each range how the value moves with it at any fixed values of the others: `increasing`,
    `nondecreasing`, `constant`, `nonincreasing` or `decreasing`, and nothing where that is not proven. `unknown`
    says why a slope is not known. `parts` is the number of parts that the box was cut in.
    """

    formula: Formula
    box: Mapping[str, Extent]
    value: Extent
    gradient: Mapping[str, Extent | None]
    monotone: Mapping[str, str]
    unknown: Mapping[str, Unknown]
    parts: int
    warnings: tuple[Note, ...]


def bounds(text: str | Formula, at: Mapping[str, Given], *, wrt: Iterable[str] | None = None, split: int = 1) -> Bounds:
    """Proven bounds of a formula's value and gradient over a box.

    `at` gives each name a number, or a range as a pair `(1, 2)` or a text `"[0, pi]"`. `split` is the number of parts
    that the box is cut in, at most 100,000: with more of them the bounds get tighter.

    Raises GradcliError as `evaluate` does, and `domain.box` where the formula may have no value somewhere in the box.
    """
    if not 1 <= split <= MOST_PARTS:
        raise GradcliError("usage.option", f"a box cannot be cut in {split} parts", help=f"from 1 to {MOST_PARTS:,}")
    box = point.box_from_mapping(at)
    ends = {name: given.low if isinstance(given, Range) else given for name, given in box.items()}
    problem = posed(text, ends, wrt)
    ranged = tuple(name for name, given in box.items() if isinstance(given, Range))
    question = Question(problem.graph, tuple(dict.fromkeys((*ranged, *problem.wrt))), ranged)
    with balls.precision(BITS):
        numbers = {name: interval_of(given) for name, given in box.items()}
        found, parts = searched(question, numbers, split)
        if found.gap:
            raise without_value(problem.formula, problem.graph, parts)
        missing = [name for name in problem.wrt if intervals.is_nan(found.slopes[name])]
        return Bounds(
            problem.formula,
            {name: extent(number) for name, number in numbers.items()},
            extent(found.value),
            {name: None if name in missing else extent(found.slopes[name]) for name in problem.wrt},
            {name: word for name in ranged if name in problem.wrt and (word := movement(found.slopes[name]))},
            {name: unknown(problem.graph, cause) for name, cause in found.causes.items() if name in missing},
            len(parts),
            notes.in_order((*notes.of_names(problem.graph), *unused(problem))),
        )


def interval_of(given: point.Coordinate | Range) -> Interval:
    """The numbers that a coordinate or a range stands for."""
    if isinstance(given, Range):
        return intervals.either(given.low.on(intervals), given.high.on(intervals))
    number: Interval = given.on(intervals)
    return number


def extent(x: Interval) -> Extent:
    """The ends of an interval."""
    return Extent(*intervals.doubles(x), *intervals.texts(x))


def movement(slope: Interval) -> str:
    """How a value moves whose slope is this; "" where both signs are possible."""
    if intervals.is_nan(slope):
        return ""
    if intervals.is_zero(slope):
        return "constant"
    if intervals.is_positive(slope):
        return "nondecreasing" if balls.is_zero(slope.low) else "increasing"
    if intervals.is_negative(slope):
        return "nonincreasing" if balls.is_zero(slope.high) else "decreasing"
    return ""


def unknown(graph: Graph, cause: Cause) -> Unknown:
    """A cause as it is said, in the user's words where they are short."""
    node = graph.nodes[cause.node]
    written = graph.source.at(node.span)
    is_short = len(written) <= SHOWN and "\n" not in written
    named = written if is_short or not isinstance(node, Operation) else node.function
    return Unknown(cause.what.format(f"`{named}`"), node.span)


def without_value(formula: Formula, graph: Graph, parts: tuple[Part, ...]) -> GradcliError:
    """The error where the formula has no value somewhere in the box, or may have none."""
    part, gap = parts[0], parts[0].found.gap
    assert gap is not None
    node = graph.nodes[gap.node]
    values = gap.arguments
    if gap.result and intervals.is_infinite(gap.result):
        return absences.infinite_value(formula, intervals.text(gap.result))
    if gap.result or not isinstance(node, Operation):
        return GradcliError("domain.box", "the value has no bounds in this box", formula.source, node.span, CURE)
    if gap.domain and gap.is_certain and len(parts) == 1:
        texts = dict(zip(node.rule.parameters, map(intervals.text, values), strict=True))
        spans = dict(zip(node.rule.parameters, node.arguments, strict=True))
        return absences.outside_domain(site_of(graph, node), gap.domain, texts, spans)
    what = what_lacks(node, gap, part.box if len(parts) > 1 else None)
    cure = "choose a box in which it has one everywhere" if gap.is_certain else CURE
    return GradcliError("domain.box", what, formula.source, node.place, cure, in_calls(node.within))


CURE = "choose a narrower box, or look closer with a larger `--split N`"


def what_lacks(node: Operation, gap: Gap, box: Box | None) -> str:
    """What is said of a node that may have no value; `box` is the part of the box where that is."""
    parameters = node.rule.parameters
    shown = [
        intervals.text(value)
        for name, value in zip(parameters, gap.arguments, strict=False)
        if not (gap.domain and gap.domain.parameter) or name == gap.domain.parameter
    ]
    lie = f"its argument is {shown[0]}" if len(shown) == 1 else f"its arguments are {' and '.join(shown)}"
    verb = "has no value" if gap.is_certain else "may have no value" if gap.domain else "could not be bounded"
    where = "in this box"
    if box is not None:
        ranges = ", ".join(f"`{name}` in {intervals.text(x)}" for name, x in box.items() if not intervals.is_point(x))
        where = f"for {ranges}"
    return f"`{node.function}` {verb} {where}: {lie}{'' if box is None else ' there'}"
