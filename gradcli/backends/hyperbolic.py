"""Hyperbolic functions and their inverses, as doubles."""

from __future__ import annotations

import math

from gradcli.backends.rounding import nearest

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


def sinh(x: float) -> float:
    """The hyperbolic sine."""
    # Beyond 711 the result is no double, and Arb refuses arguments such as 1e300.
    return math.copysign(math.inf, x) if abs(x) > 711 else nearest("sinh", x)


def cosh(x: float) -> float:
    """The hyperbolic cosine."""
    return math.inf if abs(x) > 711 else nearest("cosh", x)


def tanh(x: float) -> float:
    """The hyperbolic tangent."""
    return math.copysign(1, x) if abs(x) > 20 else nearest("tanh", x)


def coth(x: float) -> float:
    """1/tanh(x); infinite at 0."""
    return math.copysign(1, x) if abs(x) > 20 else nearest("coth", x)


def sech(x: float) -> float:
    """1/cosh(x)."""
    # Beyond 746 the result is below the smallest double.
    return 0.0 if abs(x) > 746 else nearest("sech", x)


def csch(x: float) -> float:
    """1/sinh(x); infinite at 0."""
    return 0.0 if abs(x) > 746 else nearest("csch", x)


def asinh(x: float) -> float:
    """The inverse of sinh."""
    return nearest("asinh", x)


def acosh(x: float) -> float:
    """The inverse of cosh; nan below 1."""
    return nearest("acosh", x) if x >= 1 else math.nan


def atanh(x: float) -> float:
    """The inverse of tanh; infinite at -1 and 1, nan beyond."""
    return nearest("atanh", x) if abs(x) <= 1 else math.nan


def acoth(x: float) -> float:
    """The inverse of coth; infinite at -1 and 1, nan between."""
    return nearest("acoth", x) if abs(x) >= 1 else math.nan


def asech(x: float) -> float:
    """The inverse of sech; infinite at 0, nan outside 0 to 1."""
    return nearest("asech", x) if 0 <= x <= 1 else math.nan


def acsch(x: float) -> float:
    """The inverse of csch; infinite at 0."""
    return nearest("acsch", x)
