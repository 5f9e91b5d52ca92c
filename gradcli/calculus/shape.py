"""A Hessian becomes what it says about the formula's shape: its eigenvalues, and what kind of point it is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from gradcli.gradient import Gradient
from gradcli.problem import Problem

LARGEST = 100
"""Names beyond which eigenvalues would take more than a second."""
ENOUGH = 70
"""Bits that a second derivative is to be known to."""
BITS = 512
"""To compute with: a matrix of doubles is exact in them, and the determinant of a hundred rows keeps its sign."""


class Shape(NamedTuple):
    """`eigenvalues` of the matrix, the least first, empty where there are none.

    `definiteness` is `positive definite`, `indefinite` and the like; it and `point`, the kind of a point without a
    slope, are empty where they are not known. `is_stationary` says whether the gradient is 0, None if it is in doubt.
    """

    eigenvalues: tuple[float, ...] = ()
    definiteness: str = ""
    point: str = ""
    is_stationary: bool | None = None


def true_slopes(problems: Sequence[Problem]) -> list[list[Any]] | None:
    """For each problem the balls around its slopes, in the order of its names; None where that would take too long."""
    from gradcli.backends import balls  # here, since its library takes a while to load
    from gradcli.precision import FIRST, LAST, WORK, is_done, narrowed

    if sum(len(problem.graph.nodes) for problem in problems) * FIRST > WORK:
        return None

    def is_narrow(found: Gradient) -> bool:
        numbers = found.gradient.values()
        return all(
            balls.is_exact(number) or (balls.is_finite(number) and is_done(number, ENOUGH)) for number in numbers
        )

    found = []
    for problem in problems:
        _, gradient = narrowed(problem, is_narrow, last=LAST)
        found.append([gradient.gradient[name] for name in problem.wrt])
    return found


def may_be_zero(number: Any) -> bool:
    """Is a number 0, or not to be told from it?"""
    from gradcli.backends import balls

    return bool(balls.ball(number).contains(0))


def whole(rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """The symmetric matrix of which each row is given from the diagonal on."""
    size = range(len(rows))
    return [[rows[min(i, j)][max(i, j) - min(i, j)] for j in size] for i in size]


def shape(matrix: Sequence[Sequence[float]], numbers: Sequence[Sequence[Any]] | None, is_stationary: bool) -> Shape:
    """The shape that a Hessian in doubles tells of, or that of the true one where its `numbers` are given as balls.

    `is_stationary` says that the gradient is 0.
    """
    from gradcli.backends import balls  # here, since its library takes a while to load
    from gradcli.backends.balls import matrices

    if not matrix or len(matrix) > LARGEST or not all(math.isfinite(number) for row in matrix for number in row):
        return Shape(is_stationary=is_stationary)
    with balls.precision(BITS):
        # Without proven numbers the sign of an eigenvalue that rounding could have made is not told.
        given = numbers or matrices.rounded(matrix)
        inertia = matrices.inertia(given)
        eigenvalues = matrices.eigenvalues(given)
    definiteness = words(inertia)
    if inertia is not None:
        for index in sorted(range(len(matrix)), key=lambda index: abs(eigenvalues[index]))[: inertia[2]]:
            eigenvalues[index] = 0.0
    return Shape(tuple(eigenvalues), definiteness, kind(definiteness) if is_stationary else "", is_stationary)


def words(inertia: tuple[int, int, int] | None) -> str:
    """How a matrix with so many positive, negative and zero eigenvalues is called."""
    if inertia is None:
        return ""
    positive, negative, zero = inertia
    if positive and negative:
        return "indefinite"
    if not positive and not negative:
        return "zero"
    return f"{'positive' if positive else 'negative'} {'semidefinite' if zero else 'definite'}"


def kind(definiteness: str) -> str:
    """What a point without a slope is, as far as the second derivatives tell."""
    kinds = {"positive definite": "local minimum", "negative definite": "local maximum", "indefinite": "saddle point"}
    return kinds.get(definiteness, "undecided: the second derivatives do not tell")
