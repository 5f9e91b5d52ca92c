"""Symmetric matrices of balls to their eigenvalues, and to the signs of these."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import flint

from gradcli.backends.balls.numbers import ball, is_finite

Matrix = Sequence[Sequence[Any]]
"""Numbers, row by row."""
ROUNDING = 2.0**-48
"""Sixteen ulp."""
SLACK = 2.0**-200
"""The error of eigenvalues in terms of the largest: QR steps are backward stable, so at 512 bits it is far less."""


def inertia(matrix: Matrix) -> tuple[int, int, int] | None:
    """How many eigenvalues of a symmetric matrix are positive, negative and zero; None where that is not decided.

    Of rationals by Descartes' rule of signs, which is exact as all roots of the characteristic polynomial are real. Of
    balls by the eigenvalues of their midpoints: none moves by more than the Frobenius norm of the radii (Weyl).
    """
    entries = [number for row in matrix for number in row]
    if not all(is_finite(number) for number in entries):
        return None
    if all(isinstance(number, flint.fmpq) for number in entries):
        return signs_of_roots(flint.fmpq_mat(len(matrix), len(matrix), entries).charpoly().coeffs())
    found = eigenvalues(matrix)
    radius = math.sqrt(math.fsum(float(ball(number).rad()) ** 2 for number in entries))
    radius += SLACK * max(map(abs, found))
    if any(abs(number) <= radius for number in found):
        return None
    positive = sum(number > 0 for number in found)
    return positive, len(matrix) - positive, 0


def signs_of_roots(coefficients: Sequence[Any]) -> tuple[int, int, int]:
    """How many roots of a polynomial, all of them real, are positive, negative and zero; the constant term is first."""
    signs = [(number > 0) - (number < 0) for number in coefficients]
    zeros = next(place for place, sign in enumerate(signs) if sign)
    positive = sum(one != other for one, other in pairwise([sign for sign in signs if sign]))
    return positive, len(signs) - 1 - positive - zeros, zeros


def rounded(matrix: Sequence[Sequence[float]]) -> Matrix:
    """A matrix of finite doubles, each a ball of what rounding may have made of it: some ulp of the largest."""
    radius = ROUNDING * max(abs(number) for row in matrix for number in row)
    return [[flint.arb(number, radius) for number in row] for row in matrix]


def eigenvalues(matrix: Matrix) -> list[float]:
    """The eigenvalues of a symmetric matrix of finite numbers, the least first, each to about a double's digits.

    One below 1e-60 of the largest is not told from 0, and is 0.
    """
    size, entries = len(matrix), [ball(number).mid() for row in matrix for number in row]
    found = [float(number.real.mid()) for number in flint.acb_mat(size, size, entries).eig(algorithm="approx")]
    least = SLACK * max(map(abs, found))
    return sorted(0.0 if abs(number) <= least else number for number in found)
