"""Graphs of one row of the rule table, their slopes as graphs, and second derivatives by mpmath."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import mpmath
from mpmath import mp, mpf

from gradcli import rules
from gradcli.backends import balls, floats
from gradcli.calculus.slopes import slopes
from gradcli.graph import Graph, Input, Operation
from gradcli.reverse import differentiate
from gradcli.rules.rule import Rule
from gradcli.source import Source, Span

from ..rules import reference
from ..rules.accuracy import is_inside, is_smooth

Point = tuple[float, ...]
ROWS = [rule for rule in rules.RULES if any(rule.partials)]
BITS = 300


def known(rule: Rule) -> tuple[str, ...]:
    """The parameters by which the derivative of a row is known."""
    return tuple(name for name, partial in zip(rule.parameters, rule.partials, strict=True) if partial)


def graph_of(rule: Rule) -> Graph:
    """The graph of a row's function, its parameters as inputs."""
    text = f"{rule.name}({', '.join(rule.parameters)})"
    place, count = Span(0, len(text)), len(rule.parameters)
    inputs = tuple(Input(name, place) for name in rule.parameters)
    call = Operation(rule.name, rule, tuple(range(count)), place, place, (place,) * count)
    return Graph(
        Source(text),
        (*inputs, call),
        count,
        {name: index for index, name in enumerate(rule.parameters)},
        {},
        {},
        (count,),
    )


@cache
def slopes_of(rule: Rule) -> Graph:
    """The graph of a row's slopes, by all parameters by which they are known."""
    return slopes(graph_of(rule), known(rule))


def seconds(rule: Rule) -> Iterator[tuple[Graph, str, str]]:
    """For each pair of parameters, the graph of the slope by the first, and both names."""
    graph = slopes_of(rule)
    for output, name in zip(graph.outputs, known(rule), strict=True):
        for other in known(rule):
            yield replace(graph, output=output), name, other


def at(rule: Rule, point: Point) -> dict[str, float]:
    """A point by the row's parameters."""
    return dict(zip(rule.parameters, point, strict=True))


def in_balls(graph: Graph, rule: Rule, point: Point, name: str) -> Any:
    """The slope of a graph by a name in balls."""
    with balls.precision(BITS):
        numbers = {name: balls.double(number) for name, number in at(rule, point).items()}
        return differentiate(graph, balls, numbers, (name,), checked=False).gradient[name]


def in_floats(graph: Graph, rule: Rule, point: Point, name: str) -> float:
    """The same in doubles."""
    return differentiate(graph, floats, at(rule, point), (name,), checked=False).gradient[name]


@cache
def exact(rule: Rule, name: str, other: str, point: Point) -> Any:
    """The second derivative by a central difference of the reference's slope; None where that leaves the domain.

    With a step of 1e-45 it is right to 50 digits even 1e-16 beside a pole, and to 80 at ordinary points.
    """
    moved = rule.parameters.index(other)
    slope = reference.slope(rule, rule.parameters.index(name))
    largest = max((abs(math.log10(abs(number))) for number in point if number), default=0)
    with mp.workdps(160 + 2 * int(largest)):
        step = min(abs(mpf(point[moved])) or 1, 1) * mpf(10) ** -45

        def beside(shift: Any) -> Any:
            return mpmath.mpmathify(
                slope(*(mpf(number) + (shift if index == moved else 0) for index, number in enumerate(point)))
            )

        try:
            difference = (beside(step) - beside(-step)) / (2 * step)
        except (ValueError, ZeroDivisionError):
            return None
    return None if isinstance(difference, mpmath.mpc) or not mpmath.isfinite(difference) else difference


def points(rule: Rule) -> Iterator[Point]:
    """The row's own points that are on no edge."""
    yield from (point for point in rule.points if is_inside(rule, point) and is_smooth(rule, point))
