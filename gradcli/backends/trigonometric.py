"""Trigonometric functions as doubles."""

from __future__ import annotations

import math
from typing import Any

from gradcli.backends.rounding import is_order, nearest

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
    return math.sin(x) if abs(x) < FAR else nearest(lambda ball: ball.sin(), x)


def cos(x: float) -> float:
    """The cosine; nan at infinity."""
    return math.cos(x) if abs(x) < FAR else nearest(lambda ball: ball.cos(), x)


def tan(x: float) -> float:
    """The tangent; nan at infinity."""
    return math.tan(x) if abs(x) < FAR else nearest(lambda ball: ball.tan(), x)


def cot(x: float) -> float:
    """1/tan(x); infinite at 0."""
    return math.inf if x == 0 else nearest(lambda ball: ball.cot(), x)


def sec(x: float) -> float:
    """1/cos(x)."""
    return nearest(lambda ball: ball.sec(), x)


def csc(x: float) -> float:
    """1/sin(x); infinite at 0."""
    return math.inf if x == 0 else nearest(lambda ball: ball.csc(), x)


def acot(x: float) -> float:
    """atan(1/x), and pi/2 at 0."""
    if x == 0:
        return math.pi / 2
    return 0.0 if math.isinf(x) else nearest(lambda ball: (1 / ball).atan(), x)


def asec(x: float) -> float:
    """acos(1/x); nan between -1 and 1."""
    if abs(x) < 1:
        return math.nan
    return math.pi / 2 if math.isinf(x) else nearest(lambda ball: (1 / ball).acos(), x)


def acsc(x: float) -> float:
    """asin(1/x); nan between -1 and 1."""
    if abs(x) < 1:
        return math.nan
    return 0.0 if math.isinf(x) else nearest(lambda ball: (1 / ball).asin(), x)


def sinpi(x: float) -> float:
    """sin(pi*x)."""
    return nearest(lambda ball: ball.sin_pi(), x)


def cospi(x: float) -> float:
    """cos(pi*x)."""
    return nearest(lambda ball: ball.cos_pi(), x)


def tanpi(x: float) -> float:
    """tan(pi*x); infinite midway between integers."""
    return math.inf if x % 1 == 0.5 else nearest(lambda ball: ball.tan_pi(), x)


def sinc(x: float) -> float:
    """sin(x)/x, and 1 at 0."""
    return 0.0 if math.isinf(x) else nearest(lambda ball: ball.sinc(), x)


def sincderiv(x: float, k: float) -> float:
    """The k-th derivative of sinc."""
    if not is_order(k) or math.isnan(x):
        return math.nan
    if (x == 0 and k % 2 == 1) or math.isinf(x):
        return 0.0
    order = int(k)

    def ball_function(ball: Any) -> Any:
        # The k-th derivative of the integral of exp(i*t*x) by t from 0 to 1, which is sinc(x) in its real part.
        from flint import acb

        whole = acb(0, ball).hypgeom_1f1(acb(order + 1), acb(order + 2)) / (order + 1)
        return (whole.real, -whole.imag, -whole.real, whole.imag)[order % 4]

    return nearest(ball_function, x)
