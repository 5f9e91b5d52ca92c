"""A function of the backend `balls` becomes one of doubles: its ball is narrowed until it fixes one double.

The balls contain the exact result for the arguments as the doubles they are, so the answer is the nearest
double. Measured against 60 digits, `math` is off by 3 ulp for cbrt, 2 for tanh and erfc, 5 for gamma, and
by 3.8e9 for lgamma at 1 + 1e-9, beside a zero.
"""

from __future__ import annotations

import functools
import math
from typing import Any

from gradcli.rules.limits import HIGHEST_DERIVATIVE

PRECISIONS = (80, 160, 320, 640, 1280, 2560)
"""Bits to try."""


@functools.cache
def imported() -> tuple[Any, Any, Any]:
    """The backend `balls`, and Arb's settings and numbers: imported late, since most formulas need none of them."""
    import flint

    from gradcli.backends import balls

    return balls, flint.ctx, flint.arb


def nearest(name: str, *arguments: float) -> float:
    """The double nearest to a function of the backend `balls`, for the exact numbers that the arguments are.

    nan if the ball stays too wide, as it does where there is no value or Arb has no answer.
    """
    balls, context, arb = imported()
    function = getattr(balls, name)
    numbers = list(map(balls.double, arguments))
    with balls.AT_WORK:
        before = context.prec
        try:
            for precision in PRECISIONS:
                context.prec = precision
                found = function(*numbers)
                ball = found if isinstance(found, arb) else arb(found)
                low, high = float(ball.lower()), float(ball.upper())
                if low == high:
                    return low
        finally:
            context.prec = before
    # Midway between two neighbours, as far as 2560 bits tell: then either is as near.
    return low if math.nextafter(low, math.inf) == high else math.nan


def is_order(k: float) -> bool:
    """Is `k` the order of a derivative that is computed? One more than the rows take: their partials need it."""
    return 0 <= k <= HIGHEST_DERIVATIVE + 1 and k % 1 == 0
