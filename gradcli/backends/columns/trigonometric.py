"""Trigonometric functions and their inverses on arrays."""

from __future__ import annotations

import numpy as np

from gradcli.backends.columns.array import Array
from gradcli.backends.columns.powers import product
from gradcli.backends.columns.waves import cos, sin

__all__ = [
    "acos",
    "acot",
    "acsc",
    "asec",
    "asin",
    "atan",
    "atan2",
    "cos",
    "cospi",
    "cot",
    "csc",
    "sec",
    "sin",
    "sinc",
    "sinpi",
    "tan",
    "tanpi",
]

tan = np.tan
asin = np.arcsin
acos = np.arccos
atan = np.arctan


PI_LOW = 3.8981718325193755e-17
"""What pi is more than its double, in parts of that."""


def atan2(y: Array, x: Array) -> Array:
    """The angle of the point (x, y), 0 at the origin."""
    # Adding 0 turns -0 into 0: on the negative axis the two would give -pi and pi.
    return np.arctan2(np.add(y, 0.0), np.add(x, 0.0))


def cot(x: Array) -> Array:
    """1/tan(x); infinite at 0."""
    return 1 / np.tan(np.add(x, 0.0))


def sec(x: Array) -> Array:
    """1/cos(x)."""
    return 1 / cos(x)


def csc(x: Array) -> Array:
    """1/sin(x); infinite at 0."""
    return 1 / sin(np.add(x, 0.0))


def acot(x: Array) -> Array:
    """atan(1/x), and pi/2 at 0."""
    return np.arctan(1 / np.add(x, 0.0))


def leg(x: Array) -> Array:
    """sqrt(x^2 - 1), without cancellation beside 1."""
    size = np.abs(x)
    return np.where(size > 1e9, size, np.sqrt((size - 1) * (size + 1)))


def asec(x: Array) -> Array:
    """acos(1/x); nan between -1 and 1."""
    # acos(1/x) would turn the rounding of 1/x beside 1 into any number of ulp.
    return np.arctan2(leg(x), np.sign(x))


def acsc(x: Array) -> Array:
    """asin(1/x); nan between -1 and 1."""
    return np.copysign(np.arctan2(1.0, leg(x)), x)


def turn(x: Array) -> Array:
    """x less the nearest even number, exactly: from -1 to 1."""
    return np.asarray(x - 2 * np.rint(x / 2))


def sinpi(x: Array) -> Array:
    """sin(pi*x)."""
    rest = turn(x)
    rest = np.where(np.abs(rest) > 0.5, np.copysign(1 - np.abs(rest), rest), rest)
    return np.where(np.abs(rest) > 0.25, np.copysign(np.cos(np.pi * (0.5 - np.abs(rest))), rest), np.sin(np.pi * rest))


def cospi(x: Array) -> Array:
    """cos(pi*x)."""
    return sinpi(0.5 - np.abs(turn(x)))


def tanpi(x: Array) -> Array:
    """tan(pi*x); infinite midway between integers."""
    rest = x - np.rint(x)
    size = np.abs(rest)
    is_beside = size > 0.25  # the pole
    high, low = product(np.asarray(np.pi), np.where(is_beside, 0.5 - size, size))
    found = np.tan(high)
    # The tangent magnifies the roundings of pi and of the product.
    found += (1 + found * found) * (low + PI_LOW * high)
    found = np.copysign(np.where(is_beside, 1 / found, found), rest)
    return np.where(size == 0.5, np.inf, found)


def sinc(x: Array) -> Array:
    """sin(x)/x, and 1 at 0."""
    return np.where(np.equal(x, 0), 1.0, sin(x) / x)
