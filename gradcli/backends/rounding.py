"""A function of balls from Arb becomes a function of doubles: the ball is narrowed until it fixes one double.

The balls contain the exact result for the arguments as the doubles they are, so the answer is the nearest
double. Measured against 60 digits, `math` is off by 3 ulp for cbrt, 2 for tanh and erfc, 5 for gamma, and
by 3.8e9 for lgamma at 1 + 1e-9, beside a zero.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from gradcli.rules.limits import HIGHEST_DERIVATIVE

PRECISIONS = (80, 160, 320, 640, 1280, 2560)
"""Bits to try."""


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
    # Midway between two neighbours, as far as 2560 bits tell: then either is as near.
    return low if math.nextafter(low, math.inf) == high else math.nan


def is_order(k: float) -> bool:
    """Is `k` the order of a derivative that is computed? One more than the rows take: their partials need it."""
    return 0 <= k <= HIGHEST_DERIVATIVE + 1 and k % 1 == 0


def derivative(function: Callable[[Any], Any], order: int) -> Callable[[Any], Any]:
    """The function of a ball that is the `order`-th derivative of `function`, which takes and gives power series."""

    def ball_function(ball: Any) -> Any:
        from flint import arb, arb_series, ctx

        before, ctx.cap = ctx.cap, order + 1
        try:
            return function(arb_series([ball, 1]))[order] * arb(order).fac()
        finally:
            ctx.cap = before

    return ball_function
