"""Rows of a compiled formula beside the sweep in doubles, number for number and code for code."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np

import gradcli
from gradcli import GradcliError
from gradcli.backends import floats
from gradcli.batch.compiled import Compiled, Rows
from gradcli.calculator import refuse_infinite
from gradcli.graph import Graph
from gradcli.problem import posed
from gradcli.reverse import differentiate

MOST = 2.0
"""Units in the last place that a function may be from that of `floats`."""
Point = Mapping[str, float]


class Expected(NamedTuple):
    """What a sweep at one point gives: a code, or value, slopes and the codes of its warnings."""

    code: str
    numbers: tuple[float, ...] = ()
    notes: frozenset[str] = frozenset()


def swept(text: str, point: Point, wrt: Iterable[str]) -> Expected:
    """The answer before limits are looked for, which rows have none of."""
    problem = posed(text, point, wrt)
    try:
        found = problem.sweep(floats)
        refuse_infinite(problem.formula, found)
    except GradcliError as error:
        return Expected(error.code)
    notes = frozenset(note.code for note in found.warnings)
    return Expected("", (found.value, *found.gradient.values()), notes)


def of_points(ready: Compiled, points: list[Point], workers: int = 1) -> Rows:
    return ready.rows({name: np.array([point[name] for point in points]) for name in ready.names}, workers)


def complaints(text: str, points: list[Point], names: Iterable[str] | None = None) -> Iterator[str]:
    """What differs by more than the doubles' rounding explains."""
    ready = gradcli.compile(text, names=names)
    found = of_points(ready, points)
    for row, point in enumerate(points):
        expected = swept(text, point, ready.wrt)
        code = found.codes[found.status[row]]
        if code.startswith("derivative."):
            code = ""
        if code != expected.code:
            yield f"{text} at {point}: `{code}` and not `{expected.code}`"
        elif not code:
            numbers = (found.value[row], *(slope[row] for slope in found.gradient.values()))
            for place, (one, other) in enumerate(zip(expected.numbers, numbers, strict=True)):
                if not is_same(one, float(other)) and not is_rounding(ready, place, point, one, float(other)):
                    yield f"{text} at {point}: output {place} is {other}, and was {one}"


def is_same(one: float, other: float) -> bool:
    """Are two doubles the same but for 2 ulp?"""
    if math.isfinite(one) and math.isfinite(other):
        return abs(one - other) <= MOST * math.ulp(one)
    return one == other or (math.isnan(one) and math.isnan(other))


def is_rounding(ready: Compiled, place: int, point: Point, one: float, other: float) -> bool:
    """Do 2 ulp in every node explain the difference of an output? As they do where terms cancel."""
    graph = ready.review.joint.graph
    return abs(one - other) <= 2 * MOST * moved_by_an_ulp(graph, graph.outputs[place], point)


def moved_by_an_ulp(graph: Graph, output: int, point: Point) -> float:
    """How far an output moves if every node does so by an ulp, in the direction that is worst."""
    found = differentiate(replace(graph, output=output), floats, point, graph.inputs, checked=False)
    return math.fsum(
        abs(adjoint) * math.ulp(value) if adjoint else 0.0
        for adjoint, value in zip(found.adjoints, found.values, strict=True)
        if adjoint is not None and not isinstance(value, bool)
    )
