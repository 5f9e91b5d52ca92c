"""Trigonometric functions as doubles."""

from __future__ import annotations

import math

from gradcli.backends.rounding import nearest

__all__ = [
    "acot",
    "acsc",
    "asec",
    "cos",
    "cospi",
    "cot",
    "csc",
    "sec",
    "sin",
    "sinc",
    "sincderiv",
    "sinpi",
    "tan",
    "tanpi",
]


FAR = 1e5
"""Nearer to 0 `math` is right to 0.7 ulp, beside zeros and poles too; farther out it can be off by 1e5 ulp there."""


def sin(x: float) -> float:
    """The sine; nan at infinity."""
    return math.sin(x) if abs(x) < FAR else nearest("sin", x)


def cos(x: float) -> float:
    """The cosine; nan at infinity."""
    return math.cos(x) if abs(x) < FAR else nearest("cos", x)


def tan(x: float) -> float:
    """The tangent; nan at infinity."""
    return math.tan(x) if abs(x) < FAR else nearest("tan", x)


def cot(x: float) -> float:
    """1/tan(x); infinite at 0."""
    return nearest("cot", x)


def sec(x: float) -> float:
    """1/cos(x)."""
    return nearest("sec", x)


def csc(x: float) -> float:
    """1/sin(x); infinite at 0."""
    return nearest("csc", x)


def acot(x: float) -> float:
    """atan(1/x), and pi/2 at 0."""
    return nearest("acot", x)


def asec(x: float) -> float:
    """acos(1/x); nan between -1 and 1."""
    return nearest("asec", x) if abs(x) >= 1 else math.nan


def acsc(x: float) -> float:
    """asin(1/x); nan between -1 and 1."""
    return nearest("acsc", x) if abs(x) >= 1 else math.nan


def sinpi(x: float) -> float:
    """sin(pi*x)."""
    return nearest("sinpi", x)


def cospi(x: float) -> float:
    """cos(pi*x)."""
    return nearest("cospi", x)


def tanpi(x: float) -> float:
    """tan(pi*x); infinite midway between integers."""
    return nearest("tanpi", x)


def sinc(x: float) -> float:
    """sin(x)/x, and 1 at 0."""
    return nearest("sinc", x)


def sincderiv(x: float, k: float) -> float:
    """The k-th derivative of sinc."""
    return nearest("sincderiv", x, k)
