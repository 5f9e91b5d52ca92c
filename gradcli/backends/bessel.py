"""Bessel functions and their derivatives by the argument, as doubles."""

from __future__ import annotations

import math
from typing import Any

from gradcli.backends.rounding import is_order, nearest
from gradcli.rules.limits import HIGHEST_BESSEL

__all__ = [
    "besseli",
    "besselideriv",
    "besselj",
    "besseljderiv",
    "besselk",
    "besselkderiv",
    "bessely",
    "besselyderiv",
]

FAR = 1e4
"""Beyond this every besseli of an order to 1000 is too large for a double, and every besselk too small."""
TINY = 1e-30
"""An order so small changes no digit of a double, and would take Arb seconds in besselk and bessely."""


def besselj(n: float, x: float) -> float:
    """The Bessel function of the first kind."""
    return besseljderiv(n, x, 0)


def bessely(n: float, x: float) -> float:
    """The Bessel function of the second kind."""
    return besselyderiv(n, x, 0)


def besseli(n: float, x: float) -> float:
    """The modified Bessel function of the first kind."""
    return besselideriv(n, x, 0)


def besselk(n: float, x: float) -> float:
    """The modified Bessel function of the second kind."""
    return besselkderiv(n, x, 0)


def besseljderiv(n: float, x: float, k: float) -> float:
    """The k-th derivative of besselj by `x`; nan left of 0 unless `n` is an integer."""
    if not (is_bessel(n, x, k) and (x >= 0 or n % 1 == 0)):
        return math.nan
    if x == 0 and n % 1 != 0:
        return at_zero(n, k)
    return 0.0 if math.isinf(x) else nearest(alternating("bessel_j", int(k)), order(n), x)


def besselyderiv(n: float, x: float, k: float) -> float:
    """The k-th derivative of bessely by `x`; nan left of 0, and at it."""
    if not (is_bessel(n, x, k) and x > 0):
        return math.nan
    return 0.0 if math.isinf(x) else nearest(alternating("bessel_y", int(k)), order(n), x)


def besselideriv(n: float, x: float, k: float) -> float:
    """The k-th derivative of besseli by `x`; nan left of 0 unless `n` is an integer."""
    if not (is_bessel(n, x, k) and (x >= 0 or n % 1 == 0)):
        return math.nan
    if x == 0 and n % 1 != 0:
        return at_zero(n, k)
    if abs(x) > FAR:
        return -math.inf if x < 0 and (n + k) % 2 == 1 else math.inf
    return nearest(positive("bessel_i", int(k)), order(n), x)


def besselkderiv(n: float, x: float, k: float) -> float:
    """The k-th derivative of besselk by `x`; nan left of 0, and at it."""
    if not (is_bessel(n, x, k) and x > 0):
        return math.nan
    sign = (-1) ** int(k)
    return 0.0 if x > FAR else sign * nearest(positive("bessel_k", int(k)), order(n), x)


def is_bessel(n: float, x: float, k: float) -> bool:
    """Are these an order, an argument and a derivative's order at which Bessel functions are computed?"""
    return abs(n) <= HIGHEST_BESSEL and not math.isnan(x) and is_order(k)


def at_zero(n: float, k: float) -> float:
    """The k-th derivative of x^n/gamma(n + 1), with which J and I of an order that is no integer begin, at 0."""
    if n > k:
        return 0.0
    # x^(n - k)/gamma(n - k + 1): the reciprocal of gamma changes its sign at 0 and each negative integer.
    return -math.inf if math.floor(k - n) % 2 == 1 else math.inf


def order(n: float) -> float:
    """The order that is computed with."""
    return 0.0 if abs(n) < TINY else n


def alternating(kind: str, k: int) -> Any:
    """The function of balls that is the k-th derivative of J or Y (DLMF 10.6.7)."""

    def ball_function(n: Any, x: Any) -> Any:
        terms = ((-1) ** step * math.comb(k, step) * getattr(x, kind)(n - k + 2 * step) for step in range(k + 1))
        return sum(terms) / 2**k

    return ball_function


def positive(kind: str, k: int) -> Any:
    """The function of balls that is the k-th derivative of I, or of K but for its sign (DLMF 10.29.5)."""

    def ball_function(n: Any, x: Any) -> Any:
        return sum(math.comb(k, step) * getattr(x, kind)(n - k + 2 * step) for step in range(k + 1)) / 2**k

    return ball_function
