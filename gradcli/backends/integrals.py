"""Error functions, the normal distribution, and exponential integrals, as doubles."""

from __future__ import annotations

import math
from typing import Any

from gradcli.backends.rounding import derivative, is_order, nearest

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
    # Beyond 28 the result is below the smallest double; at infinity Arb has no answer.
    return (0.0 if x > 0 else 2.0) if abs(x) > 28 else nearest(lambda ball: ball.erfc(), x)


def gaussian(x: float) -> float:
    """exp(-x^2)."""
    # In doubles the rounding of x^2, up to 700, would become a relative error of the result.
    return 0.0 if abs(x) > 28 else nearest(lambda ball: (-ball * ball).exp(), x)


def erfcx(x: float) -> float:
    """exp(x^2)*erfc(x)."""
    return erfcxderiv(x, 0)


def erfcxderiv(x: float, k: float) -> float:
    """The k-th derivative of erfcx."""
    if not is_order(k) or math.isnan(x):
        return math.nan
    if x == math.inf:
        return 0.0
    if x < -1e4:
        return -math.inf if k % 2 == 1 else math.inf
    order = int(k)

    def ball_function(ball: Any) -> Any:
        # erfcx is 2/sqrt(pi) times the Hermite function of order -1, and H_n' is 2*n*H_(n-1) (DLMF 18.9.25).
        from flint import arb

        return 2 / arb.const_sqrt_pi() * (-2) ** order * arb(order).fac() * ball.hermite_h(-1 - order)

    return nearest(ball_function, x)


def erfinv(x: float) -> float:
    """The inverse of erf; infinite at -1 and 1, nan beyond."""
    if abs(x) < 1:
        return nearest(lambda ball: ball.erfinv(), x)
    return math.copysign(math.inf, x) if abs(x) == 1 else math.nan


def erfcinv(x: float) -> float:
    """The inverse of erfc; infinite at 0 and 2, nan beyond."""
    if 0 < x < 2:
        return nearest(lambda ball: ball.erfcinv(), x)
    return math.inf if x == 0 else -math.inf if x == 2 else math.nan


def gausserfcinv(x: float) -> float:
    """exp(-erfcinv(x)^2), the inverse not rounded; 0 at 0 and 2."""
    if 0 < x < 2:
        return nearest(lambda ball: (-(ball.erfcinv() ** 2)).exp(), x)
    return 0.0 if x in (0, 2) else math.nan


def normpdf(x: float) -> float:
    """The density of the standard normal distribution."""

    def ball_function(ball: Any) -> Any:
        return (-ball * ball / 2).exp() / (2 * ball.pi()).sqrt()

    return 0.0 if abs(x) > 40 else nearest(ball_function, x)


def normcdf(x: float) -> float:
    """The standard normal distribution."""
    return float(x > 0) if abs(x) > 40 else nearest(lambda ball: (-ball / _root_of_two()).erfc() / 2, x)


def norminv(p: float) -> float:
    """The inverse of the standard normal distribution; infinite at 0 and 1, nan beyond."""
    if 0 < p < 1:
        return nearest(lambda ball: -_root_of_two() * (2 * ball).erfcinv(), p)
    return -math.inf if p == 0 else math.inf if p == 1 else math.nan


def gelu(x: float) -> float:
    """x*normcdf(x)."""
    return geluderiv(x, 0)


def geluderiv(x: float, k: float) -> float:
    """The k-th derivative of gelu."""
    if not is_order(k) or math.isnan(x):
        return math.nan
    # The derivatives fall as exp(-x^2/2), and k is hardly more than 100.
    if abs(x) > 100:
        return 0.0 if x < 0 or k > 1 else 1.0 if k == 1 else x
    return nearest(derivative(lambda series: series * (-series / _root_of_two()).erfc() / 2, int(k)), x)


def _root_of_two() -> Any:
    from flint import arb

    return arb(2).sqrt()


def ei(x: float) -> float:
    """The exponential integral; -inf at 0."""
    if x == 0:
        return -math.inf
    if abs(x) > 760:
        return math.inf if x > 0 else 0.0
    return nearest(lambda ball: ball.ei(), x)


def si(x: float) -> float:
    """The sine integral."""
    return math.copysign(math.pi / 2, x) if math.isinf(x) else nearest(lambda ball: ball.si(), x)


def ci(x: float) -> float:
    """The cosine integral; -inf at 0, nan to the left."""
    if 0 < x < math.inf:
        return nearest(lambda ball: ball.ci(), x)
    return -math.inf if x == 0 else 0.0 if x > 0 else math.nan
