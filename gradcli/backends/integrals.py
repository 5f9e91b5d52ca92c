"""Error functions, the normal distribution, and exponential integrals, as doubles."""

from __future__ import annotations

import math

from gradcli.backends.rounding import is_order, nearest

__all__ = [
    "ci",
    "ei",
    "erfc",
    "erfcinv",
    "erfcx",
    "erfcxderiv",
    "erfinv",
    "gausserfcinv",
    "gaussian",
    "gelu",
    "geluderiv",
    "normcdf",
    "norminv",
    "normpdf",
    "si",
]


def erfc(x: float) -> float:
    """1 - erf(x)."""
    # Beyond 28 the result is below the smallest double.
    return (0.0 if x > 0 else 2.0) if abs(x) > 28 else nearest("erfc", x)


def gaussian(x: float) -> float:
    """exp(-x^2)."""
    # In doubles the rounding of x^2, up to 700, would become a relative error of the result.
    return 0.0 if abs(x) > 28 else nearest("gaussian", x)


def erfcx(x: float) -> float:
    """exp(x^2)*erfc(x)."""
    return erfcxderiv(x, 0)


def erfcxderiv(x: float, k: float) -> float:
    """The k-th derivative of erfcx."""
    if is_order(k) and x < -1e4:
        return -math.inf if k % 2 == 1 else math.inf
    return nearest("erfcxderiv", x, k)


def erfinv(x: float) -> float:
    """The inverse of erf; infinite at -1 and 1, nan beyond."""
    return nearest("erfinv", x) if abs(x) <= 1 else math.nan


def erfcinv(x: float) -> float:
    """The inverse of erfc; infinite at 0 and 2, nan beyond."""
    return nearest("erfcinv", x) if 0 <= x <= 2 else math.nan


def gausserfcinv(x: float) -> float:
    """exp(-erfcinv(x)^2), the inverse not rounded; 0 at 0 and 2."""
    return nearest("gausserfcinv", x) if 0 <= x <= 2 else math.nan


def normpdf(x: float) -> float:
    """The density of the standard normal distribution."""
    return 0.0 if abs(x) > 40 else nearest("normpdf", x)


def normcdf(x: float) -> float:
    """The standard normal distribution."""
    return float(x > 0) if abs(x) > 40 else nearest("normcdf", x)


def norminv(p: float) -> float:
    """The inverse of the standard normal distribution; infinite at 0 and 1, nan beyond."""
    return nearest("norminv", p) if 0 <= p <= 1 else math.nan


def gelu(x: float) -> float:
    """x*normcdf(x)."""
    return geluderiv(x, 0)


def geluderiv(x: float, k: float) -> float:
    """The k-th derivative of gelu."""
    # The derivatives fall as exp(-x^2/2), and k is hardly more than 100.
    if is_order(k) and abs(x) > 100:
        return 0.0 if x < 0 or k > 1 else 1.0 if k == 1 else x
    return nearest("geluderiv", x, k)


def ei(x: float) -> float:
    """The exponential integral; -inf at 0."""
    if abs(x) > 760:
        return math.inf if x > 0 else 0.0
    return nearest("ei", x)


def si(x: float) -> float:
    """The sine integral."""
    return nearest("si", x)


def ci(x: float) -> float:
    """The cosine integral; -inf at 0, nan to the left."""
    return nearest("ci", x) if x >= 0 else math.nan
