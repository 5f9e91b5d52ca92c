"""Powers, logarithms and what is made of exponentials, where `math` lacks them or gives them badly, as doubles."""

from __future__ import annotations

import math

from gradcli.backends.rounding import is_order, nearest
from gradcli.rules.limits import BRANCH_POINT

__all__ = [
    "cbrt",
    "exp2",
    "exp10",
    "lambertw",
    "lambertwderiv",
    "log10",
    "log_base",
    "logaddexp",
    "logit",
    "root",
    "sigmoid",
    "silu",
    "siluderiv",
    "softmax",
    "square",
]

FADED = 760
"""exp(-FADED), and a thousand times that, is below half the smallest double."""


def log10(x: float) -> float:
    """The logarithm to the base 10; -inf at 0."""
    return nearest("log10", x) if x >= 0 else math.nan


def log_base(x: float, b: float) -> float:
    """The logarithm of `x` to the base `b`; nan where it has no finite value."""
    return nearest("log_base", x, b) if x > 0 and b > 0 else math.nan


def logit(x: float) -> float:
    """log(x/(1 - x)); -inf at 0, inf at 1, nan beyond."""
    return nearest("logit", x) if 0 <= x <= 1 else math.nan


def exp2(x: float) -> float:
    """2^x."""
    if abs(x) > 1100:
        return math.inf if x > 0 else 0.0
    return nearest("exp2", x)


def exp10(x: float) -> float:
    """10^x."""
    if abs(x) > 330:
        return math.inf if x > 0 else 0.0
    return nearest("exp10", x)


def square(x: float) -> float:
    """x^2."""
    return x * x


def cbrt(x: float) -> float:
    """The real cube root."""
    return nearest("cbrt", x)


def root(x: float, n: float) -> float:
    """The real n-th root of `x`; nan where `n` is no positive integer, or even and `x` negative."""
    return nearest("root", x, n) if n >= 1 and n % 1 == 0 else math.nan


def lambertw(x: float) -> float:
    """The inverse of w*exp(w), principal branch; nan below -1/e."""
    return nearest("lambertw", x) if x > BRANCH_POINT else math.nan


def lambertwderiv(x: float, k: float) -> float:
    """The k-th derivative of the inverse of w*exp(w)."""
    return nearest("lambertwderiv", x, k) if x > BRANCH_POINT else math.nan


def logaddexp(*numbers: float) -> float:
    """log(exp(x) + exp(y) + ...)."""
    return nearest("logaddexp", *numbers)


def softmax(*numbers: float) -> float:
    """1/(1 + exp(y - x) + ...) for x and others, the differences not rounded."""
    return nearest("softmax", *numbers)


def sigmoid(x: float) -> float:
    """1/(1 + exp(-x))."""
    return float(x > 0) if abs(x) > FADED else nearest("sigmoid", x)


def silu(x: float) -> float:
    """x/(1 + exp(-x))."""
    if abs(x) > FADED:
        return x if x > 0 else 0.0
    return nearest("silu", x)


def siluderiv(x: float, k: float) -> float:
    """The k-th derivative of silu."""
    # The derivatives fall as x*exp(-|x|), and k is hardly more than 100.
    if is_order(k) and k > 0 and abs(x) > 2000:
        return float(k == 1 and x > 0)
    return nearest("siluderiv", x, k)
