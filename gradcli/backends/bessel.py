"""Bessel functions and their derivatives by the argument, as doubles."""

from __future__ import annotations

import math

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
    return nearest("besseljderiv", n, x, k)


def besselyderiv(n: float, x: float, k: float) -> float:
    """The k-th derivative of bessely by `x`; nan left of 0, and at it."""
    return nearest("besselyderiv", n, x, k)


def besselideriv(n: float, x: float, k: float) -> float:
    """The k-th derivative of besseli by `x`; nan left of 0 unless `n` is an integer."""
    if is_bessel(n, k) and (x > FAR or (x < -FAR and n % 1 == 0)):
        return -math.inf if x < 0 and (n + k) % 2 == 1 else math.inf
    return nearest("besselideriv", n, x, k)


def besselkderiv(n: float, x: float, k: float) -> float:
    """The k-th derivative of besselk by `x`; nan left of 0, and at it."""
    return 0.0 if is_bessel(n, k) and x > FAR else nearest("besselkderiv", n, x, k)


def is_bessel(n: float, k: float) -> bool:
    """Are these an order and a derivative's order at which Bessel functions are computed?"""
    return abs(n) <= HIGHEST_BESSEL and is_order(k)
