"""Symmetric matrices of balls to the signs of their eigenvalues, and of doubles to the eigenvalues."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import flint

from gradcli.backends.balls.numbers import ball, is_finite

Matrix = Sequence[Sequence[Any]]


def inertia(matrix: Matrix) -> tuple[int, int, int] | None:
    """How many eigenvalues of a symmetric matrix are positive, negative and zero; None where that is not decided.

    All roots of the characteristic polynomial are real, and then Descartes' rule of signs is exact: as many are
    positive as the coefficients change their sign, and as many are zero as there are zeros at the end.
    """
    size, entries = len(matrix), [number for row in matrix for number in row]
    if not all(is_finite(number) for number in entries):
        return None
    if all(isinstance(number, flint.fmpq) for number in entries):
        coefficients = flint.fmpq_mat(size, size, entries).charpoly().coeffs()
        signs = [(number > 0) - (number < 0) for number in coefficients]
    else:
        found = flint.arb_mat(size, size, [ball(number) for number in entries]).charpoly().coeffs()
        if any(number.contains(0) and not number.is_zero() for number in found):
            return None
        signs = [0 if number.is_zero() else 1 if number > 0 else -1 for number in found]
    zeros = next(place for place, sign in enumerate(signs) if sign)
    ordered = [sign for sign in signs if sign]
    positive = sum(one != other for one, other in pairwise(ordered))
    return positive, size - positive - zeros, zeros


def eigenvalues(matrix: Matrix) -> list[float]:
    """The eigenvalues of a symmetric matrix of finite numbers, the least first, each to about a double's digits."""
    size, entries = len(matrix), [ball(number).mid() for row in matrix for number in row]
    found = flint.acb_mat(size, size, entries).eig(algorithm="approx")
    return sorted(float(number.real.mid()) for number in found)
