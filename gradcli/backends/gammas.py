"""The gamma function and what is made of it: its derivatives, beta, incomplete gamma, zeta; as doubles."""

from __future__ import annotations

import math
from typing import Any

from gradcli.backends.rounding import derivative, is_order, nearest
from gradcli.rules.limits import HIGHEST_POLYGAMMA, LARGEST_SHAPE

__all__ = [
    "beta",
    "digamma",
    "factorial",
    "gamma",
    "gammainc",
    "gammaincc",
    "gammaincda",
    "gammapdf",
    "lbeta",
    "lgamma",
    "logdigamma",
    "polygamma",
    "polygammarise",
    "polygammasum",
    "trigamma",
    "zeta",
    "zetaderiv",
]


def is_pole(x: float) -> bool:
    """Does gamma, and what derives from it, have a pole at `x`: 0 or a negative integer?"""
    return x <= 0 and x % 1 == 0


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
    if not (0 <= n <= HIGHEST_POLYGAMMA + 1 and n % 1 == 0) or is_pole(x):
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


def polygammarise(n: float, x: float, h: float) -> float:
    """polygamma(n, x + h) - polygamma(n, x), neither the sum nor the terms rounded."""
    if not (0 <= n <= HIGHEST_POLYGAMMA + 1 and n % 1 == 0) or is_pole(x) or not math.isfinite(x + h):
        return math.nan
    if h == 0:
        return 0.0

    def ball_function(start: Any, step: Any) -> Any:
        if n == 0:
            return (start + step).digamma() - start.digamma()
        return polygamma_ball(int(n), start + step) - polygamma_ball(int(n), start)

    return nearest(ball_function, x, h)


def polygammasum(n: float, x: float, h: float) -> float:
    """polygamma(n, x + h), the sum not rounded."""
    if not (0 <= n <= HIGHEST_POLYGAMMA + 1 and n % 1 == 0 and math.isfinite(x + h)):
        return math.nan

    def ball_function(start: Any, step: Any) -> Any:
        return (start + step).digamma() if n == 0 else polygamma_ball(int(n), start + step)

    return nearest(ball_function, x, h)


def log_gamma_ball(x: Any) -> Any:
    """The ball of the logarithm of |Γ(x)|."""
    from flint import acb

    return acb(x).lgamma().real


def beta(a: float, b: float) -> float:
    """Γ(a)*Γ(b)/Γ(a + b) for positive arguments; nan for others."""
    if not (a > 0 and b > 0):
        return math.inf if (a == 0 and b >= 0) or (b == 0 and a >= 0) else math.nan
    return 0.0 if math.inf in (a, b) else nearest(lambda left, right: log_beta_ball(left, right).exp(), a, b)


def lbeta(a: float, b: float) -> float:
    """The logarithm of beta(a, b)."""
    if not (a > 0 and b > 0):
        return math.inf if (a == 0 and b >= 0) or (b == 0 and a >= 0) else math.nan
    return -math.inf if math.inf in (a, b) else nearest(log_beta_ball, a, b)


def log_beta_ball(a: Any, b: Any) -> Any:
    """The ball of the logarithm of beta(a, b)."""
    return log_gamma_ball(a) + log_gamma_ball(b) - log_gamma_ball(a + b)


def logdigamma(x: float, a: float) -> float:
    """log(x) - digamma(a), neither of them rounded; nan outside x > 0, a > 0."""
    if not (0 < x < math.inf and 0 < a < math.inf):
        return math.nan
    return nearest(lambda number, shape: number.log() - shape.digamma(), x, a)


def gammainc(a: float, x: float) -> float:
    """The share of Γ(a) that its integral reaches at `x`; nan outside 0 < a <= 1e4, x >= 0."""
    if not (0 < a <= LARGEST_SHAPE and x >= 0):
        return math.nan
    if math.isinf(x):
        return 1.0
    # Arb's own ball stays too wide where `x` and `a` are large and alike.
    return nearest(lambda shape, end: 1 - end.gamma_upper(shape, 1), a, x)


def gammaincc(a: float, x: float) -> float:
    """The share of Γ(a) that its integral has left at `x`; nan outside 0 < a <= 1e4, x >= 0."""
    if not (0 < a <= LARGEST_SHAPE and x >= 0):
        return math.nan
    return 0.0 if math.isinf(x) else nearest(lambda shape, end: end.gamma_upper(shape, 1), a, x)


def gammaincda(a: float, x: float) -> float:
    """The derivative of gammainc(a, x) by `a`; nan outside 0 < a <= 1e4, x >= 0."""
    if not (0 < a <= LARGEST_SHAPE and x >= 0):
        return math.nan
    # Far out it is below the smallest double.
    return 0.0 if x == 0 or x > 1e4 + 4 * a else nearest(gammaincda_ball, a, x)


def gammaincda_ball(a: Any, x: Any) -> Any:
    """The ball of the derivative of x^a*exp(-x)/Γ(a + 1)*M(1, a + 1, x), which is P (DLMF 8.5.1), by `a`."""
    from flint import acb, acb_series, arb_series, ctx

    before, ctx.cap = ctx.cap, 2
    try:
        length = float(x)
        # Terms of the series that matter, since Arb's own guess is too short for large x.
        count = int(1.2 * length + 30 * math.sqrt(length) + 2 * ctx.prec)
        shape = [acb_series([acb(a), 1]) + 1]
        series = acb_series.hypgeom([acb_series([1])], shape, acb_series([acb(x)]), count)
        factor = (arb_series([a, 1]) * x.log() - x).exp() * (arb_series([a, 1]) + 1).rgamma()
        return (factor * arb_series([coefficient.real for coefficient in series.coeffs()]))[1]
    finally:
        ctx.cap = before


def gammapdf(a: float, x: float) -> float:
    """x^(a - 1)*exp(-x)/Γ(a); nan outside a > 0, x >= 0."""
    if not (0 < a < math.inf and x >= 0):
        return math.nan
    if x == 0:
        return 0.0 if a > 1 else 1.0 if a == 1 else math.inf

    def ball_function(shape: Any, end: Any) -> Any:
        return ((shape - 1) * end.log() - end - log_gamma_ball(shape)).exp()

    return 0.0 if math.isinf(x) else nearest(ball_function, a, x)


def zeta(x: float) -> float:
    """The Riemann zeta function; infinite at 1."""
    if x == 1:
        return math.inf
    return 1.0 if x > 60 else 0.0 if x < 0 and x % 2 == 0 else nearest(lambda ball: ball.zeta(), x)


def zetaderiv(x: float, k: float) -> float:
    """The k-th derivative of the Riemann zeta function."""
    if not is_order(k) or x == 1:
        return math.nan
    if k == 0:
        return zeta(x)
    if x < -1e4:
        # Only at the zeros, the even integers, is the value a double; the slope there is (-1)^(x/2)*inf.
        return (math.inf if x % 4 == 0 else -math.inf) if k == 1 and x % 2 == 0 else math.nan
    if -1e-40 < x < 0:
        x = 0.0  # Arb's reflection is singular there; no digit of a double changes
    return 0.0 if x > 1200 else nearest(derivative(lambda series: series.zeta(), int(k)), x)
