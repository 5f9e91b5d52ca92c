"""A formula, a point and a vector become the slope along it, and the direction in which the formula rises most."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import chain, count

from gradcli import calculator
from gradcli.backends.nodes import Tape
from gradcli.calculus.vectors import refuse_size, refuse_unknown
from gradcli.errors import GradcliError
from gradcli.expression import Formula
from gradcli.gradient import Gradient, Note
from gradcli.graph import Graph, Input, Operation
from gradcli.notes import in_order, leave_doubt
from gradcli.point import Coordinate, Given, Point, from_mapping
from gradcli.problem import Problem, posed
from gradcli.rules import find

STEPS = ("t", "s", "h", "step", "gradcli_step")
"""What the number of steps along the vector may be called."""


@dataclass(frozen=True, eq=False)
class Direction:
    """The slope of a formula at a point along a vector, `along`, by name; see `direction`.

    `line` is the problem of the formula as a function of the steps along the vector, called `step`, and `answer` its
    answer; `first` is the gradient at the point.
    """

    problem: Problem
    first: Gradient
    line: Problem
    answer: Gradient
    along: dict[str, float]

    @property
    def step(self) -> str:
        """What the number of steps is called in messages."""
        return self.line.wrt[0]

    @property
    def slope(self) -> float:
        """The slope for the vector as it is given: the gradient times the vector, or without a gradient the one-sided
        derivative for steps forward; nan where there is none."""
        sides = self.answer.sides.get(self.step)
        slope: float = self.answer.gradient[self.step]
        return slope if sides is None or sides.right.kind in ("limit", "open") else math.nan

    @property
    def unit_slope(self) -> float:
        """The slope for a step of length 1 in the vector's direction."""
        return self.slope / math.hypot(*self.along.values())

    @property
    def steepest_slope(self) -> float:
        """The slope in the direction in which the value rises most: the length of the gradient; nan without one."""
        return math.nan if self.is_doubtful else math.hypot(*self.first.gradient.values())

    @property
    def is_doubtful(self) -> bool:
        """Does a warning say that a slope by some name is not what it would be at an ordinary point?"""
        return leave_doubt(self.first.warnings)

    @property
    def steepest(self) -> dict[str, float]:
        """That direction, of length 1, by name; empty where there is none: the gradient is 0, or does not exist."""
        length = self.steepest_slope
        if not 0 < length < math.inf:
            return {}
        return {name: slope / length for name, slope in self.first.gradient.items()}

    @property
    def warnings(self) -> tuple[Note, ...]:
        """Those about the gradient at the point; those along the vector where it is no combination of the slopes."""
        where = f"along the vector, with `{self.step}` steps of it"
        mine = (
            note._replace(message=f"{where}: {note.message}", node=None)
            for note in self.answer.warnings
            if not note.code.startswith("name.")
        )
        return in_order((*(note for note in self.first.warnings if note.code.startswith("name.")), *mine))


def direction(
    text: str | Formula,
    at: Mapping[str, Given] | None = None,
    *,
    along: Mapping[str, Given],
    wrt: Iterable[str] | None = None,
) -> Direction:
    """The derivative of a formula at a point in the direction of the vector `along`, in double precision.

    Names that `along` leaves out count as 0. Where the formula has no gradient, the slope is that of steps forward,
    which may be another one than that of steps back. Raises GradcliError as `gradcli.evaluate` does, `name.vector` for
    names that the point does not have, and `usage.vector` where all numbers of the vector are 0.
    """
    return direction_of(posed(text, at, wrt), from_mapping(along, "along"))


def direction_of(problem: Problem, along: Point) -> Direction:
    """The slope along a vector, for a problem."""
    refuse_unknown(along, tuple(name for name in problem.wrt if name in problem.point), "--along")
    refuse_size(along, "--along")
    if not any(coordinate.value for coordinate in along.values()):
        message = "all numbers of `--along` are 0, so it has no direction"
        raise GradcliError("usage.vector", message, help="give one that is not: `--along x=1,y=2`")
    names = {*problem.graph.inputs, *problem.graph.bindings, *problem.point}
    step = next(name for name in chain(STEPS, (f"{STEPS[-1]}_{number}" for number in count())) if name not in names)
    line = replace(
        problem,
        graph=on_line(problem.graph, step, along),
        point={**problem.point, step: Coordinate(0.0)},
        wrt=(step,),
    )
    vector = {name: along[name].value if name in along else 0.0 for name in problem.wrt if name in problem.point}
    return Direction(problem, calculator.answer(problem), line, calculator.answer(line, "right"), vector)


def on_line(graph: Graph, step: str, along: Point) -> Graph:
    """`graph` with each input x that the vector moves replaced by `x + step*number`."""
    tape = Tape(replace(graph, nodes=()), keeps_edges=True)
    add, multiply = find("+", 2), find("*", 2)
    assert add is not None
    assert multiply is not None
    place: list[int] = []
    moved: dict[str, int] = {}
    for node in graph.nodes:
        if isinstance(node, Operation):
            index = tape.record(node._replace(parents=tuple(place[parent] for parent in node.parents)))
        else:
            index = tape.record(node)
        if isinstance(node, Input) and node.name in along and along[node.name].value:
            moved[node.name] = index
            far = tape.operation(multiply, (tape.record(Input(step, node.span)), along[node.name].on(tape)))
            index = tape.operation(add, (index, far))
        place.append(index)
    inputs = {name: moved.get(name, place[index]) for name, index in graph.inputs.items()}
    inputs[step] = tape.record(Input(step, tape.span))
    return replace(
        graph,
        nodes=tuple(tape.nodes),
        output=place[graph.output],
        outputs=tuple(place[index] for index in graph.outputs),
        inputs=inputs,
        bindings={name: place[index] for name, index in graph.bindings.items()},
    )
