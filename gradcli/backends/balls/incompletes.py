"""The gamma distribution, that is the incomplete gamma functions, its density, and its slope by the shape, on balls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flint
from flint import acb, acb_series, arb_series

from gradcli.backends.balls.arithmetic import either
from gradcli.backends.balls.enclosures import (
    INFINITY,
    ONE,
    ZERO,
    clipped,
    magnitude,
    no_more_digits_than,
    sized,
    value_of,
)
from gradcli.backends.balls.numbers import (
    NAN,
    Number,
    ball,
    bounds,
    is_exact,
    is_finite,
    is_nan,
    is_zero,
    precision,
    settled,
)
from gradcli.rules.limits import LARGEST_SHAPE

__all__ = ["gammainc", "gammaincc", "gammaincda", "gammapdf"]

MANY_DIGITS = 512
"""The precision from which on Arb is slow where the argument is about a third as many."""
MOST_BITS = 4096
"""That are added to the precision for the slope by the shape where it is small, far out."""


def is_inside(a: Number, x: Number) -> bool:
    """Are this a shape and an argument at which the incomplete gamma functions are computed?"""
    return not is_nan(x) and bool(a > 0 and a <= LARGEST_SHAPE and x >= 0)


def gammainc(a: Number, x: Number) -> Number:
    """The share of Γ(a) that its integral reaches at `x`; nan outside 0 < a <= 1e4, x >= 0."""
    return of_corners(lower_share, a, x, ZERO, ONE) if is_inside(a, x) else NAN


def gammaincc(a: Number, x: Number) -> Number:
    """The share of Γ(a) that its integral has left at `x`; nan outside 0 < a <= 1e4, x >= 0."""
    return of_corners(upper_share, a, x, ONE, ZERO) if is_inside(a, x) else NAN


def of_corners(function: Callable[..., Number], a: Number, x: Number, first: Number, last: Number) -> Number:
    """A share, monotone in the shape and, the other way, in the argument: by two corners of their balls."""

    def of_point(shape: Number, end: Number) -> Number:
        if is_zero(end) or not is_finite(end):
            return first if is_zero(end) else last
        return clipped(function(shape, end), ZERO, ONE)

    if is_exact(a) and is_exact(x):
        return of_point(a, x)
    with no_more_digits_than(ball(a), ball(x)):
        shapes, ends = bounds(a), bounds(x)
        return either(of_point(shapes[0], ends[1]), of_point(shapes[1], ends[0]))


@sized
def upper_share(a: Any, x: Any) -> Any:
    """The ball of the upper share; of many digits by the series, as Arb would integrate numerically, for seconds."""
    if x < a:
        return 1 - share_by_series(a, x)
    if not flint.ctx.prec > MANY_DIGITS or not x < flint.ctx.prec:
        return x.gamma_upper(a, 1)
    if not (a.is_exact() and x.is_exact()):  # far out the least of radii would exceed the share
        return ball(upper_share(a.lower(), x.upper())).union(ball(upper_share(a.upper(), x.lower())))
    with precision(flint.ctx.prec + 2 * int(float(x.upper()))):
        return 1 - share_by_series(a, x)


@sized
def lower_share(a: Any, x: Any) -> Any:
    """The ball of the lower share: Arb's own stays too wide where `x` and `a` are large and alike, or takes minutes."""
    return share_by_series(a, x) if x < a else 1 - ball(upper_share(a, x))


def share_by_series(a: Any, x: Any) -> Any:
    """The ball of the lower share by x^a*exp(-x)/Γ(a + 1)*M(1, a + 1, x) (DLMF 8.5.1), for x < a."""
    density = (a * x.log() - x - acb(a + 1).lgamma().real).exp()
    return density * acb(x).hypgeom([acb(1)], [acb(a + 1)], n=terms(x)).real


def terms(x: Any) -> int:
    """The terms of the series that matter, since Arb's own guess is too short for large x."""
    length = float(x.upper())
    return int(1.2 * length + 30 * length**0.5 + 2 * flint.ctx.prec)


def gammaincda(a: Number, x: Number) -> Number:
    """The derivative of gammainc(a, x) by `a`; nan outside 0 < a <= 1e4, x >= 0."""
    if not is_inside(a, x):
        return NAN
    if is_zero(x) or not is_finite(x):
        return ZERO
    return slope_by_shape(a, x)


def slope_by_shape(a: Number, x: Number) -> Number:
    """The derivative: by the series, with digits for what cancels in it, or by the tail's bounds."""
    shape, end = ball(a), ball(x)
    if not end > shape:
        return value_of(series_of_slope, (a, x)) if end < 2 * LARGEST_SHAPE else NAN
    with no_more_digits_than(shape, end):
        tail = tail_of_slope(shape, end)
        lost = -magnitude(tail.abs_upper()) if tail.is_finite() else MOST_BITS
        if lost >= MOST_BITS:
            return settled(tail)
        with precision(flint.ctx.prec + max(0, lost)):
            return value_of(series_of_slope, (a, x))


def series_of_slope(a: Any, x: Any) -> Any:
    """The ball of the derivative of x^a*exp(-x)/Γ(a + 1)*M(1, a + 1, x), which is P (DLMF 8.5.1), by `a`."""
    before, flint.ctx.cap = flint.ctx.cap, 2
    try:
        shape = [acb_series([acb(a), 1]) + 1]
        series = acb_series.hypgeom([acb_series([1])], shape, acb_series([acb(x)]), terms(x))
        factor = (arb_series([a, 1]) * x.log() - x).exp() * (arb_series([a, 1]) + 1).rgamma()
        return (factor * arb_series([coefficient.real for coefficient in series.coeffs()]))[1]
    finally:
        flint.ctx.cap = before


def tail_of_slope(a: Any, x: Any) -> Any:
    """A ball of the derivative where x > a: it is minus the integral of log(t) - digamma(a) over the tail from `x` on.

    There log(t) is between log(x) and log(x) + (t - x)/x, and the integral of t over the tail is a*Q(a + 1, x).
    """
    share = ball(of_corners(upper_share, a, x, ONE, ZERO))
    least = (x.log() - a.digamma()) * share
    most = least + a / x * ball(of_corners(upper_share, a + 1, x, ONE, ZERO)) - share
    return -least.union(most)


def gammapdf(a: Number, x: Number) -> Number:
    """x^(a - 1)*exp(-x)/Γ(a); nan outside a > 0, x >= 0."""
    if is_nan(x) or not (a > 0 and is_finite(a) and x >= 0):
        return NAN
    if is_zero(x):
        return ZERO if a > 1 else INFINITY if a < 1 else ONE if a == 1 else NAN
    return density(a, x) if is_finite(x) else ZERO


@sized
def density(a: Any, x: Any) -> Any:
    """The ball of the density."""
    return ((a - 1) * x.log() - x - acb(a).lgamma().real).exp()
