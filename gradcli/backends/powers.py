"""Powers, logarithms and what is made of exponentials, where `math` lacks them or gives them badly, as doubles."""

from __future__ import annotations

import math

from gradcli.backends.rounding import derivative, is_order, nearest


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
    if math.isnan(x) or x <= -0.36787944117144233:  # the double below -1/e
        return math.nan
    return x if x == math.inf else nearest(lambda ball: ball.lambertw(), x)


def lambertwderiv(x: float, k: float) -> float:
    """The k-th derivative of the inverse of w*exp(w)."""
    if not is_order(k) or not -0.36787944117144233 < x < math.inf:
        return math.nan
    return nearest(derivative(lambda series: series.lambertw(), int(k)), x)


def logaddexp(x: float, y: float) -> float:
    """log(exp(x) + exp(y))."""
    low, high = min(x, y), max(x, y)
    if high - low > 746 or high == math.inf:
        return high + low - low if math.isnan(low) else high
    return nearest(lambda small, large: large + (small - large).exp().log1p(), low, high)


def softmax(x: float, y: float) -> float:
    """1/(1 + exp(y - x)), the difference not rounded."""
    if abs(x - y) > 746:
        return float(x > y)
    return nearest(lambda left, right: 1 / (1 + (right - left).exp()), x, y)


def sigmoid(x: float) -> float:
    """1/(1 + exp(-x))."""
    return float(x > 0) if abs(x) > 746 else nearest(lambda ball: 1 / (1 + (-ball).exp()), x)


def silu(x: float) -> float:
    """x/(1 + exp(-x))."""
    if abs(x) > 760:
        return x if x > 0 else 0.0
    return nearest(lambda ball: ball / (1 + (-ball).exp()), x)


def siluderiv(x: float, k: float) -> float:
    """The k-th derivative of silu."""
    if not is_order(k) or math.isnan(x):
        return math.nan
    if k == 0:
        return silu(x)
    # The derivatives fall as x*exp(-|x|), and k is at most 100.
    if abs(x) > 2000:
        return float(k == 1 and x > 0)
    return nearest(derivative(lambda series: series / (1 + (-series).exp()), int(k)), x)
