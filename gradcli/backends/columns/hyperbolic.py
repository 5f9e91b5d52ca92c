"""Hyperbolic functions and their inverses on arrays."""

from __future__ import annotations

import math

import numpy as np

from gradcli.backends.columns.array import Array, Truths, repaired

__all__ = [
    "acosh",
    "acoth",
    "acsch",
    "asech",
    "asinh",
    "atanh",
    "cosh",
    "coth",
    "csch",
    "sech",
    "sinh",
    "tanh",
]

TINY = 1e-300
"""Nearer to 0 a reciprocal may overflow."""

sinh = np.sinh
cosh = np.cosh
tanh = np.tanh
asinh = np.arcsinh
acosh = np.arccosh
atanh = np.arctanh


def coth(x: Array) -> Array:
    """1/tanh(x); infinite at 0."""
    return 1 / np.tanh(np.add(x, 0.0))


def sech(x: Array) -> Array:
    """1/cosh(x)."""
    size = np.abs(x)
    weight = np.exp(-size)
    return repaired(2 * weight / (1 + weight * weight), is_faint(size), "sech", x)


def is_faint(size: Array) -> Truths:
    """Is exp(-size), but not twice that, too small to be other than zero, or nearly so?"""
    return np.asarray((size > 740) & (size < 747))


def csch(x: Array) -> Array:
    """1/sinh(x); infinite at 0."""
    # sinh overflows before its reciprocal vanishes.
    far = np.copysign(2 * np.exp(-np.abs(x)), x)
    found = np.where(np.abs(x) > 700, far, 1 / np.sinh(np.add(x, 0.0)))
    return repaired(found, is_faint(np.abs(x)), "csch", x)


def acoth(x: Array) -> Array:
    """The inverse of coth; infinite at -1 and 1, nan between."""
    # atanh(1/x) would turn the rounding of 1/x beside 1 into any number of ulp.
    size = np.abs(x)
    return np.where(size >= 1, np.copysign(np.log1p(2 / (size - 1)) / 2, x), np.nan)


def asech(x: Array) -> Array:
    """The inverse of sech; infinite at 0, nan outside 0 to 1."""
    near = math.log(2) - np.log(x)
    found = np.where(np.abs(x) < TINY, near, 2 * np.arcsinh(np.sqrt((1 - x) / (2 * x))))
    return np.where(np.asarray(x) <= 1, found, np.nan)


def acsch(x: Array) -> Array:
    """The inverse of csch; infinite at 0."""
    size = np.abs(x)
    far = math.log(2) - np.log(size)
    return np.copysign(np.where(size < TINY, far, np.arcsinh(1 / size)), np.add(x, 0.0))
