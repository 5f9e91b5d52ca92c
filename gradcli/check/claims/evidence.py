"""A point becomes evidence: is the claim equal to the truth there, or is it proved to be another number?

The truth is the derivative of a formula by a name; or the value of the formula, which goes by the name `VALUE`.

Both are computed in balls, at exactly the same numbers. Balls that do not overlap prove a difference, however small
the function is; balls that overlap count as equal only where they are narrow.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from gradcli.backends import balls
from gradcli.check.claims.verdict import DIGITS
from gradcli.check.symbolic import VALUE
from gradcli.errors import GradcliError
from gradcli.evaluation import Values, evaluate
from gradcli.gradient import Gradient
from gradcli.graph import Graph, Input, Operation
from gradcli.partials import edge_at
from gradcli.problem import Problem
from gradcli.reverse import differentiate
from gradcli.rules.rule import COMPARISONS

PRECISIONS = (192, 400, 800, 1600)
"""Bits to compare with, the next where the one before leaves it open."""
NARROW = math.ceil(DIGITS * balls.BITS_PER_DIGIT)
"""Bits that must be known of numbers for an overlap to make them equal."""
VANISHED = 300
"""Bits by which numbers are less than what they were added up from, where they count as zero."""

State = Literal["equal", "different", "open", "lacking"]
"""`lacking`: the claim has no value there."""


@dataclass(frozen=True, eq=False)
class Evidence:
    """What one point shows: what is claimed there, and the slope by `name` or the value, as it was computed."""

    point: Mapping[str, str]
    name: str
    state: State
    gradient: Gradient
    claimed: Any

    @property
    def true(self) -> Any:
        """The slope, or the value."""
        return self.gradient.gradient[self.name]

    @property
    def is_sharp(self) -> bool:
        """Are both numbers known to many digits? Where both vanish they are equal, but tell nothing of a ratio."""
        return is_narrow(self.claimed) and is_narrow(self.true)


class Broken(NamedTuple):
    """In the place of an answer: a function on the way has a kink, a jump or the like."""


BROKEN = Broken()


@dataclass(frozen=True, eq=False)
class Trial:
    """A problem, and the graph of the formula that its derivative by `name`, or its value, is said to be.

    `broken` are the points that were left out as a function on the way has a kink, a jump or the like there.
    """

    problem: Problem
    name: str
    claim: Graph
    broken: list[Mapping[str, str]] = field(default_factory=list)

    def at(self, point: Mapping[str, str], numbers: Callable[[], Mapping[str, Any]] | None = None) -> Evidence | None:
        """What a point shows; None where the formula has no derivative or value, or none that can be relied on.

        `numbers` may make those of the point, at the precision at work; else they are the decimal texts.
        Raises GradcliError (`derivative.unknown`).
        """
        found: Evidence | None = None
        for bits in PRECISIONS:
            with balls.precision(bits):
                exact = numbers() if numbers else {name: decimal(text) for name, text in point.items()}
                swept = self.evaluated(exact) if self.name == VALUE else self.swept(exact)
                if swept is None:
                    return None
                if isinstance(swept, Broken):
                    self.broken.append(point)
                    return None
                found = self.compared(point, swept, exact, is_last=bits == PRECISIONS[-1])
            if found.state != "open":
                break
        return found

    def swept(self, numbers: Mapping[str, Any]) -> Gradient | Broken | None:
        """The derivative at a point; None where there is none, or a kink or the like on the way."""
        try:
            found = differentiate(self.problem.graph, balls, numbers, [self.name], checked=True)
        except GradcliError as error:
            if not error.code.startswith(("domain.", "overflow.")):
                raise
            return None  # the formula has no value here; another point may do
        has_warning = any(note.code.startswith("derivative.") for note in found.warnings)
        if has_warning or is_at_boundary(found.graph, found.values):
            return BROKEN
        return found if balls.is_finite(found.gradient[self.name]) else None

    def evaluated(self, numbers: Mapping[str, Any]) -> Gradient | Broken | None:
        """The value at a point; None where there is none, or one of both formulas may jump."""
        graph = self.problem.graph
        values, others = (evaluate(each, balls, numbers) for each in (graph, self.claim))
        if not balls.is_finite(values[graph.output]):
            return None
        if is_at_jump(graph, values) or is_at_jump(self.claim, others):
            return BROKEN
        value = values[graph.output]
        return Gradient(graph, balls, numbers, tuple(values), (), (), value, {VALUE: value}, ())

    def compared(
        self, point: Mapping[str, str], found: Gradient, numbers: Mapping[str, Any], *, is_last: bool
    ) -> Evidence:
        """The claim against the truth."""
        true, graph = found.gradient[self.name], self.claim
        values = evaluate(graph, balls, numbers)
        claimed = values[graph.output]
        state: State = "open"
        if not balls.is_finite(claimed):
            state = "lacking"
        elif balls.not_equal(claimed, true) is True:
            state = "different"
        elif (is_narrow(claimed) and is_narrow(true)) or (
            is_last and is_vanished([claimed, true], [*sizes(graph, values), *contributions(found)])
        ):
            state = "equal"
        return Evidence(point, self.name, state, found, claimed)


def decimal(text: str) -> Any:
    """A decimal text as an exact number."""
    found = balls.number(text.removeprefix("-"))
    return balls.negative(found) if text.startswith("-") else found


def is_narrow(number: Any) -> bool:
    """Are enough digits of a number known?"""
    return balls.is_exact(number) or bool(balls.ball(number).rel_accuracy_bits() >= NARROW)


def is_vanished(numbers: Sequence[Any], terms: Sequence[Any]) -> bool:
    """Are numbers all that is left where `terms` cancel: none known to be other than 0, and all as good as nothing?"""
    scale = max((balls.bounds(balls.absolute(term))[0] for term in terms), default=balls.number("0"))
    allowed = scale / 2**VANISHED
    return all(
        balls.not_equal(number, balls.number("0")) is not True and balls.bounds(balls.absolute(number))[1] <= allowed
        for number in numbers
    )


def sizes(graph: Graph, values: Values) -> list[Any]:
    """The finite numbers on the way to a value."""
    return [
        value
        for node, value in zip(graph.nodes, values, strict=True)
        if value is not None and not (isinstance(node, Operation) and node.is_condition) and balls.is_finite(value)
    ]


def contributions(found: Gradient) -> list[Any]:
    """The numbers that a gradient was added up from."""
    return [part.value for part in found.contributions if balls.is_finite(part.value)]


def is_at_boundary(graph: Graph, values: Sequence[Any]) -> bool:
    """Does a condition change at this point, or is it open on which side of it the point is?"""
    moving: set[int] = set()
    for index, (node, value) in enumerate(zip(graph.nodes, values, strict=True)):
        if isinstance(node, Input) or (isinstance(node, Operation) and not moving.isdisjoint(node.parents)):
            moving.add(index)
        if value is None or not isinstance(node, Operation) or node.rule.name not in COMPARISONS:
            continue
        is_equal = balls.equal(*(values[parent] for parent in node.parents))
        # Numbers that are the same are so at all points.
        if is_equal is not False and (index in moving or is_equal is not True):
            return True
    return False


def is_at_jump(graph: Graph, values: Sequence[Any]) -> bool:
    """May the value of a formula jump at this point, so that two ways to write it may differ there?"""

    def jumps(node: Operation) -> bool:
        edge = edge_at(node.rule, [values[parent] for parent in node.parents], balls)
        return edge is not None and edge.kind in ("jump", "undefined")

    operations = (
        node
        for node, value in zip(graph.nodes, values, strict=True)
        if value is not None and isinstance(node, Operation) and any(edge.kind == "jump" for edge in node.rule.edges)
    )
    return is_at_boundary(graph, values) or any(map(jumps, operations))
