"""Functions that `math` lacks or gives badly: a ball from Arb, narrowed until it fixes one double.

The balls contain the exact result for the arguments as the doubles they are, so the answer is the nearest
double. Measured against 60 digits, `math` is off by 3 ulp for cbrt, 2 for tanh and erfc, 5 for gamma, and
by 3.8e9 for lgamma at 1 + 1e-9, beside a zero.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

PRECISIONS = (80, 160, 320, 640, 1280, 2560)
"""Bits to try. Doubles whose results lie exactly between two doubles are not known for these functions."""

HIGHEST_ORDER = 1001
"""The highest derivative of digamma that is tried: the cost grows with its square, and few are doubles beyond 170."""


def nearest(function: Callable[..., Any], *arguments: float) -> float:
    """The double nearest to `function` of `arguments`, where `function` takes and gives balls (`flint.arb`).

    nan if the ball stays too wide, as it does where Arb has no answer.
    """
    import flint  # here, since most formulas do not need it

    balls = [flint.arb(argument) for argument in arguments]
    before = flint.ctx.prec
    try:
        for precision in PRECISIONS:
            flint.ctx.prec = precision
            ball = function(*balls)
            low, high = float(ball.lower()), float(ball.upper())
            if low == high:
                return low
    finally:
        flint.ctx.prec = before
    return math.nan


def is_pole(x: float) -> bool:
    """Does gamma, and what derives from it, have a pole at `x`: 0 or a negative integer?"""
    return x <= 0 and x % 1 == 0


def sinh(x: float) -> float:
    """The hyperbolic sine."""
    # Beyond 711 the result is no double, and Arb refuses arguments such as 1e300.
    return math.copysign(math.inf, x) if abs(x) > 711 else nearest(lambda ball: ball.sinh(), x)


def cosh(x: float) -> float:
    """The hyperbolic cosine."""
    return math.inf if abs(x) > 711 else nearest(lambda ball: ball.cosh(), x)


def tanh(x: float) -> float:
    """The hyperbolic tangent."""
    return math.copysign(1, x) if abs(x) > 20 else nearest(lambda ball: ball.tanh(), x)


def sech(x: float) -> float:
    """1/cosh(x)."""
    # Beyond 746 the result is below the smallest double.
    return 0.0 if abs(x) > 746 else nearest(lambda ball: ball.sech(), x)


def sigmoid(x: float) -> float:
    """1/(1 + exp(-x))."""
    return float(x > 0) if abs(x) > 746 else nearest(lambda ball: 1 / (1 + (-ball).exp()), x)


def asinh(x: float) -> float:
    """The inverse of sinh."""
    return nearest(lambda ball: ball.asinh(), x) if math.isfinite(x) else x


def acosh(x: float) -> float:
    """The inverse of cosh; nan below 1."""
    return nearest(lambda ball: ball.acosh(), x) if 1 <= x < math.inf else x if x > 1 else math.nan


def atanh(x: float) -> float:
    """The inverse of tanh; infinite at -1 and 1, nan beyond."""
    if abs(x) < 1:
        return nearest(lambda ball: ball.atanh(), x)
    return math.copysign(math.inf, x) if abs(x) == 1 else math.nan


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


def cbrt(x: float) -> float:
    """The real cube root."""
    if x == 0 or not math.isfinite(x):
        return x
    return math.copysign(nearest(lambda ball: ball.root(3), abs(x)), x)


def erfc(x: float) -> float:
    """1 - erf(x)."""
    # Beyond 28 the result is below the smallest double; at infinity Arb has no answer.
    return (0.0 if x > 0 else 2.0) if abs(x) > 28 else nearest(lambda ball: ball.erfc(), x)


def gaussian(x: float) -> float:
    """exp(-x^2)."""
    # In doubles the rounding of x^2, up to 700, would become a relative error of the result.
    return 0.0 if abs(x) > 28 else nearest(lambda ball: (-ball * ball).exp(), x)


def gamma(x: float) -> float:
    """The gamma function; nan at its poles."""
    if is_pole(x):
        return math.nan
    return math.inf if x > 172 else nearest(lambda ball: ball.gamma(), x)


def factorial(x: float) -> float:
    """Γ(x + 1), the sum not rounded."""
    if x < 0 and x % 1 == 0:
        return math.nan
    return math.inf if x > 171 else nearest(lambda ball: (ball + 1).gamma(), x)


def lgamma(x: float) -> float:
    """The logarithm of |Γ(x)|."""
    if is_pole(x) or x == math.inf:
        return math.inf
    import flint

    return nearest(lambda ball: flint.acb(ball).lgamma().real, x)


def digamma(x: float) -> float:
    """The derivative of lgamma; nan at its poles."""
    if is_pole(x):
        return math.nan
    return x if x == math.inf else nearest(lambda ball: ball.digamma(), x)


def trigamma(x: float) -> float:
    """The derivative of digamma; nan at its poles."""
    return polygamma(1.0, x)


def polygamma(n: float, x: float) -> float:
    """The n-th derivative of digamma; nan where `n` is no whole number to 1001, or `x` a pole."""
    if not (0 <= n <= HIGHEST_ORDER and n % 1 == 0) or is_pole(x):
        return math.nan
    if n == 0:
        return digamma(x)
    if x == math.inf:
        return 0.0
    return nearest(lambda ball: polygamma_ball(int(n), ball), x)


def polygamma_ball(n: int, x: Any) -> Any:
    """The ball of the n-th derivative of digamma.

    Left of 0 by reflection (DLMF 5.15.6), since Arb's own ball becomes infinite far to the left.
    """
    from flint import acb, arb, arb_series, ctx

    if x > 0:
        return acb(x).polygamma(acb(n)).real
    before, ctx.cap = ctx.cap, n + 1
    try:
        cotangent = arb_series([x, 1]).cot_pi()[n] * arb(n).fac()
    finally:
        ctx.cap = before
    return (-1) ** n * acb(1 - x).polygamma(acb(n)).real - arb.pi() * cotangent
