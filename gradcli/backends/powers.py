"""Powers, logarithms and what is made of exponentials, where `math` lacks them or gives them badly, as doubles."""

from __future__ import annotations

import math
from typing import Any

from gradcli.backends.rounding import derivative, is_order, nearest
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
    if 0 < x < math.inf:
        return nearest(lambda ball: ball.log() / ball.const_log10(), x)
    return -math.inf if x == 0 else x if x > 0 else math.nan


def log_base(x: float, b: float) -> float:
    """The logarithm of `x` to the base `b`; nan where it has no finite value."""
    if 0 < x < math.inf and 0 < b < math.inf and b != 1:
        return nearest(lambda ball, base: ball.log() / base.log(), x, b)
    return math.nan


def logit(x: float) -> float:
    """log(x/(1 - x)); -inf at 0, inf at 1, nan beyond."""
    if 0 < x < 1:
        return nearest(lambda ball: ball.log() - (1 - ball).log(), x)
    return -math.inf if x == 0 else math.inf if x == 1 else math.nan


def exp2(x: float) -> float:
    """2^x."""
    if abs(x) > 1100:
        return math.inf if x > 0 else 0.0
    return nearest(lambda ball: 2**ball, x)


def exp10(x: float) -> float:
    """10^x."""
    if abs(x) > 330:
        return math.inf if x > 0 else 0.0
    return nearest(lambda ball: 10**ball, x)


def square(x: float) -> float:
    """x^2."""
    return x * x


def cbrt(x: float) -> float:
    """The real cube root."""
    return root(x, 3)


def root(x: float, n: float) -> float:
    """The real n-th root of `x`; nan where `n` is no positive integer, or even and `x` negative."""
    if not (n >= 1 and n % 1 == 0) or (x < 0 and n % 2 == 0):
        return math.nan
    if x == 0 or not math.isfinite(x):
        return x
    return math.copysign(nearest(lambda ball, degree: (ball.log() / degree).exp(), abs(x), n), x)


def lambertw(x: float) -> float:
    """The inverse of w*exp(w), principal branch; nan below -1/e."""
    if math.isnan(x) or x <= BRANCH_POINT:
        return math.nan
    return x if x == math.inf else nearest(lambda ball: ball.lambertw(), x)


def lambertwderiv(x: float, k: float) -> float:
    """The k-th derivative of the inverse of w*exp(w)."""
    if not is_order(k) or not BRANCH_POINT < x < math.inf:
        return math.nan
    return nearest(derivative(lambda series: series.lambertw(), int(k)), x)


def logaddexp(*numbers: float) -> float:
    """log(exp(x) + exp(y) + ...)."""
    high = max(numbers)
    if any(map(math.isnan, numbers)) or math.isinf(high):
        return math.nan if any(map(math.isnan, numbers)) else high
    if len(numbers) == 1:
        return high
    # An exponential so much smaller is below half the smallest double, also after log1p.
    near = [number for number in sorted(numbers)[:-1] if high - number <= FADED]

    def ball_function(large: Any, *small: Any) -> Any:
        return large + sum((number - large).exp() for number in small).log1p()

    return nearest(ball_function, high, *near) if near else high


def softmax(*numbers: float) -> float:
    """1/(1 + exp(y - x) + ...) for x and others, the differences not rounded."""
    first, *others = numbers
    if any(map(math.isnan, numbers)):
        return math.nan
    above = max(others) - first if others else 0.0
    if math.isnan(above) or above > FADED:  # nan for two infinities alike
        return math.nan if math.isnan(above) else 0.0
    near = [other for other in others if first - other <= FADED]

    def ball_function(number: Any, *rest: Any) -> Any:
        return 1 / (1 + sum((other - number).exp() for other in rest))

    return nearest(ball_function, first, *near) if near else 1.0


def sigmoid(x: float) -> float:
    """1/(1 + exp(-x))."""
    return float(x > 0) if abs(x) > FADED else nearest(lambda ball: 1 / (1 + (-ball).exp()), x)


def silu(x: float) -> float:
    """x/(1 + exp(-x))."""
    if abs(x) > FADED:
        return x if x > 0 else 0.0
    return nearest(lambda ball: ball / (1 + (-ball).exp()), x)


def siluderiv(x: float, k: float) -> float:
    """The k-th derivative of silu."""
    if not is_order(k) or math.isnan(x):
        return math.nan
    if k == 0:
        return silu(x)
    # The derivatives fall as x*exp(-|x|), and k is hardly more than 100.
    if abs(x) > 2000:
        return float(k == 1 and x > 0)
    return nearest(derivative(lambda series: series / (1 + (-series).exp()), int(k)), x)
