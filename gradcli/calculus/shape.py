"""A Hessian becomes what it says about the formula's shape: its eigenvalues, and what kind of point it is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

LARGEST = 100
"""Names beyond which eigenvalues would take more than a second."""
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


def shape(matrix: Sequence[Sequence[float]], numbers: Sequence[Sequence[Any]] | None, is_stationary: bool) -> Shape:
    """The shape that a Hessian in doubles tells of, or that of the true one where its `numbers` are given as balls.

    `is_stationary` says that the gradient is 0.
    """
    from gradcli.backends import balls  # here, since its library takes a while to load
    from gradcli.backends.balls import matrices

    if not matrix or len(matrix) > LARGEST or not all(math.isfinite(number) for row in matrix for number in row):
        return Shape(is_stationary=is_stationary)
    with balls.precision(BITS):
        exact = numbers or [[balls.double(number) for number in row] for row in matrix]
        definiteness = words(matrices.inertia(exact))
        eigenvalues = tuple(matrices.eigenvalues(exact))
    return Shape(eigenvalues, definiteness, kind(definiteness) if is_stationary else "", is_stationary)


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
