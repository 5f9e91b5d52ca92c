"""Functions made of pieces on arrays: rounding, remainders, the largest and the smallest."""

from __future__ import annotations

from functools import reduce

import numpy as np

from gradcli.backends.columns.array import Array, repaired
from gradcli.backends.columns.powers import difference

__all__ = [
    "absolute",
    "ceil",
    "clamp",
    "elu",
    "floor",
    "frac",
    "hypot",
    "leakyrelu",
    "maximum",
    "mean",
    "minimum",
    "mod",
    "relu",
    "round",
    "sign",
    "step",
    "trunc",
]

absolute = np.absolute
sign = np.sign
floor = np.floor
ceil = np.ceil
trunc = np.trunc
round = np.rint
minimum = np.minimum
maximum = np.maximum
mod = np.mod


def step(x: Array) -> Array:
    """0, 1/2 or 1 as x is negative, zero or positive."""
    return (np.sign(x) + 1) / 2


def frac(x: Array) -> Array:
    """x - floor(x), rounded once."""
    return np.mod(x, 1.0)


def relu(x: Array) -> Array:
    """max(x, 0)."""
    return np.maximum(x, 0.0)


def leakyrelu(x: Array) -> Array:
    """x where it is positive, else x/100."""
    return np.where(np.asarray(x) > 0, x, x / 100)


def elu(x: Array) -> Array:
    """x where it is positive, else exp(x) - 1."""
    return np.where(np.asarray(x) > 0, x, np.expm1(x))


def clamp(x: Array, a: Array, b: Array) -> Array:
    """min(max(x, a), b); nan where the bounds are the wrong way round."""
    return np.where(np.asarray(a) <= b, np.minimum(np.maximum(x, a), b), np.nan)


def hypot(*numbers: Array) -> Array:
    """The root of the sum of the squares."""
    if len(numbers) == 2:
        return np.hypot(*numbers)
    # Scaled by a power of two, which is exact, so that no square overflows or vanishes.
    sizes = [np.abs(number) for number in numbers]
    largest = reduce(np.maximum, sizes)
    exponent = np.frexp(largest)[1]
    squares = [np.square(np.ldexp(size, -exponent)) for size in sizes]
    found = np.ldexp(np.sqrt(reduce(np.add, squares)), exponent)
    return np.where(np.isinf(largest), np.inf, found)


def mean(*numbers: Array) -> Array:
    """The mean of the exact sum."""
    total, lost, size = np.add(numbers[0], 0.0), np.zeros_like(numbers[0]), np.abs(numbers[0])
    for number in numbers[1:]:
        negated, error = difference(-total, number)
        total, lost, size = -negated, lost - error, size + np.abs(number)
    found = (total + lost) / len(numbers)
    # Where nearly all cancels, or the sum overflows, the exact sum is needed.
    is_lost = ~(np.abs(found) > 1e-12 * size) & (size > 0) | ~np.isfinite(size) | ~np.isfinite(found)
    return repaired(found, is_lost, "mean", *numbers)
