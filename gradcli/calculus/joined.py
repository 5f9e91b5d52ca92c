"""Second derivatives at a point where a formula changes its form and is smooth all the same: those of its series."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from gradcli.calculus.row import Row
from gradcli.errors import GradcliError
from gradcli.gradient import Gradient, Note
from gradcli.problem import Problem

MET = ("derivative.boundary", "derivative.exists", "derivative.undefined", "derivative.indeterminate")
"""Warnings where a sweep may have followed a form that holds at the point alone: `where(x == 0, 1, sin(x)/x)`."""
LARGEST = 2000
"""Nodes times names for which the series takes no more than a second."""
FOUND = Note(
    "derivative.exists",
    "the formula changes its form at this point; the second derivatives are those of the series that it has there",
)
Entries = Mapping[tuple[str, str], float]
"""Second derivatives by two names, in both orders; those that are 0 are left out."""


def entries(problem: Problem, first: Gradient) -> Entries | None:
    """The second derivatives from the Taylor series; None where no warning calls for it, or where there is none."""
    if not any(note.code in MET for note in first.warnings) or len(problem.graph.nodes) * len(problem.wrt) > LARGEST:
        return None
    if any(name in problem.graph.bindings for name in problem.wrt):
        return None
    from gradcli.calculus.taylor import taylor_of  # here, since few points need it, and its library takes a while

    try:
        series = taylor_of(problem, 2)
    except GradcliError:  # no series, or no way to tell: then each slope is looked at by itself
        return None
    if not series.joins:
        return None
    found: dict[tuple[str, str], float] = {}
    for term in series.terms:
        if term.degree == 2:
            one, *more = (name for name, power in term.powers.items() if power)
            other = more[0] if more else one
            found[one, other] = found[other, one] = term.derivative_value
    return found


def row_from(name: str, problem: Problem, found: Gradient, slopes: Mapping[str, float]) -> Row:
    """The row of a problem with slopes that are known otherwise."""
    gradient = {by: slopes.get(by, 0.0) for by in problem.wrt}
    return Row(name, problem, replace(found, gradient=gradient, warnings=(FOUND,), sides={}))


def along(found: Entries, names: tuple[str, ...], vector: Mapping[str, float]) -> dict[str, float]:
    """The product with a vector."""
    return {
        name: math.fsum(found.get((name, other), 0.0) * number for other, number in vector.items()) for name in names
    }
