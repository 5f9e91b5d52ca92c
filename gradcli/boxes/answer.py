"""A formula and a box become proven bounds of the value and of each slope, and what the slopes' signs say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from gradcli import notes, point
from gradcli.backends import balls, intervals
from gradcli.backends.intervals import Interval
from gradcli.boxes.causes import Cause
from gradcli.boxes.question import BoxQuestion
from gradcli.boxes.refusal import without_value
from gradcli.boxes.search import searched
from gradcli.calculator import unused
from gradcli.errors import GradcliError
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
    says why a slope is not known. `parts` is the number of parts that the box was cut in; `is_final` says that no
    more of them change a digit of the bounds. An infinite end says that there is no bound on that side.
    """

    formula: Formula
    box: Mapping[str, Extent]
    value: Extent
    gradient: Mapping[str, Extent | None]
    monotone: Mapping[str, str]
    unknown: Mapping[str, Unknown]
    parts: int
    is_final: bool
    warnings: tuple[Note, ...]


def bounds(text: str | Formula, at: Mapping[str, Given], *, wrt: Iterable[str] | None = None, split: int = 1) -> Bounds:
    """Proven bounds of a formula's value and gradient over a box.

    `at` gives each name a number, or a range as a pair `(1, 2)` or a text `"[0, pi]"`. `split` is the number of parts
    that the box is cut in, at most 100,000: with more of them the bounds get tighter. It is cut in fewer if those do.

    Raises GradcliError as `evaluate` does, and `domain.box` where the formula may have no value somewhere in the box.
    """
    if not 1 <= split <= MOST_PARTS:
        raise GradcliError("usage.option", f"a box cannot be cut in {split} parts", help=f"from 1 to {MOST_PARTS:,}")
    box = point.box_from_mapping(at)
    ends = {name: given.low if isinstance(given, Range) else given for name, given in box.items()}
    problem = posed(text, ends, wrt)
    ranged = tuple(name for name, given in box.items() if isinstance(given, Range))
    question = BoxQuestion(problem.graph, tuple(dict.fromkeys((*ranged, *problem.wrt))), ranged)
    with balls.precision(BITS):
        numbers = {name: interval_of(given) for name, given in box.items()}
        found, parts, is_final = searched(question, numbers, split)
        if found.hole:
            raise without_value(problem.formula, question, numbers, parts)
        missing = [name for name in problem.wrt if intervals.is_nan(found.slopes[name])]
        return Bounds(
            problem.formula,
            {name: extent(number) for name, number in numbers.items()},
            extent(found.value),
            {name: None if name in missing else extent(found.slopes[name]) for name in problem.wrt},
            {name: word for name in ranged if name in problem.wrt and (word := movement(found.slopes[name]))},
            {name: unknown(problem.graph, cause) for name, cause in found.causes.items() if name in missing},
            len(parts),
            is_final,
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
    if intervals.is_nonnegative(slope):
        return "nondecreasing" if balls.is_zero(slope.low) else "increasing"
    if intervals.is_nonpositive(slope):
        return "nonincreasing" if balls.is_zero(slope.high) else "decreasing"
    return ""


def unknown(graph: Graph, cause: Cause) -> Unknown:
    """A cause as it is said, in the user's words where they are short."""
    node = graph.nodes[cause.node]
    written = graph.source.at(node.span)
    is_short = len(written) <= SHOWN and "\n" not in written
    named = written if is_short or not isinstance(node, Operation) else node.function
    return Unknown(cause.what.format(f"`{named}`"), node.span)
