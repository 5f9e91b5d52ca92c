"""The gamma function, its logarithm and the derivatives of that, and beta, on balls."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from functools import partial

import flint
from flint import acb, arb, fmpq

from gradcli.backends.balls.arithmetic import add, divide, either, multiply, negative, subtract
from gradcli.backends.balls.elementary import exp, log, log1p
from gradcli.backends.balls.enclosures import (
    HALF,
    INFINITY,
    MINUS_INFINITY,
    ONE,
    ZERO,
    common,
    derivative,
    monotone,
    of_ball,
    sized,
    whole,
    whole_order,
)
from gradcli.backends.balls.numbers import LONGEST, NAN, Number, ball, is_finite, is_nan, is_zero, settled
from gradcli.backends.balls.trigonometric import reduced, sinpi
from gradcli.rules.limits import HIGHEST_POLYGAMMA

__all__ = [
    "beta",
    "digamma",
    "factorial",
    "gamma",
    "lbeta",
    "lgamma",
    "logdigamma",
    "polygamma",
    "polygammarise",
    "polygammasum",
    "trigamma",
]

LARGEST_COUNT = LONGEST // 8
"""The factorials to this are kept exact."""


def is_pole(x: Number) -> bool:
    """Has gamma, and what derives from it, a pole there: at 0 or a negative integer?"""
    return isinstance(x, fmpq) and bool(x <= 0) and bool(x.q == 1)


def gamma(x: Number) -> Number:
    """The gamma function; nan at its poles, exact at integers."""
    count = whole(x)
    if count is not None and count <= LARGEST_COUNT:
        return fmpq(math.factorial(count - 1)) if count > 0 else NAN
    return gamma_of_ball(x)


def factorial(x: Number) -> Number:
    """Γ(x + 1)."""
    return gamma(add(x, ONE))


gamma_of_ball = of_ball(lambda x: x.gamma(), at_infinity=(NAN, INFINITY))
log_gamma = of_ball(lambda x: acb(x).lgamma().real, at_infinity=(NAN, INFINITY))


def lgamma(x: Number) -> Number:
    """The logarithm of |Γ(x)|; left of 0 by reflection (DLMF 5.5.3), with the sine of what is left of an integer."""
    number = whole(x)
    if number is not None and number <= 2:
        return ZERO if number > 0 else INFINITY
    if not x <= 0:
        return log_gamma(x)
    return subtract(log(divide(arb.pi(), abs(sinpi(x)))), log_gamma(subtract(ONE, x)))


def digamma(x: Number) -> Number:
    """The derivative of lgamma; nan at its poles."""
    return slope_of_log_gamma(0, x)


def trigamma(x: Number) -> Number:
    """The derivative of digamma; nan at its poles."""
    return slope_of_log_gamma(1, x)


def polygamma(n: Number, x: Number) -> Number:
    """The n-th derivative of digamma; nan where `n` is no whole number to 1001, or `x` a pole."""
    order = whole_order(n, HIGHEST_POLYGAMMA)
    return NAN if order is None else slope_of_log_gamma(order, x)


def slope_of_log_gamma(order: int, x: Number) -> Number:
    """polygamma of any order, which rises or falls throughout where `x` is positive."""
    if is_pole(x) or is_nan(x):
        return NAN
    if not is_finite(x):
        return NAN if x < 0 else ZERO if order else INFINITY
    if order == 0:
        return digamma_right(x) if x > 0 else digamma_of_ball(x)
    if x > 0:
        return monotone(partial(polygamma_right, order))(x)
    return polygamma_left(order, x) if x < 0 else NAN


digamma_of_ball = of_ball(lambda x: x.digamma())
digamma_right = monotone(digamma_of_ball)


def polygamma_right(order: int, x: Number) -> Number:
    """polygamma of a positive number."""
    return settled(acb(ball(x)).polygamma(acb(order)).real)


def polygamma_left(order: int, x: Number) -> Number:
    """polygamma by reflection (DLMF 5.15.6), since Arb's own ball becomes infinite far to the left."""
    turn = reduced(x)[0] if isinstance(x, fmpq) else x
    cotangent = sized(lambda y: derivative(lambda series: series.cot_pi(), y, order) * arb.pi())(turn)
    right = slope_of_log_gamma(order, subtract(ONE, x))
    return subtract(negative(right) if order % 2 else right, cotangent)


def polygammasum(n: Number, x: Number, h: Number) -> Number:
    """polygamma(n, x + h)."""
    return polygamma(n, add(x, h))


def polygammarise(n: Number, x: Number, h: Number) -> Number:
    """polygamma(n, x + h) - polygamma(n, x)."""
    order = whole_order(n, HIGHEST_POLYGAMMA)
    if order is None or is_pole(x):
        return NAN
    function, slope, third = (partial(slope_of_log_gamma, order + step) for step in (0, 1, 3))
    return rise(function, slope, third, x, h)


def rise(
    function: Callable[[Number], Number],
    slope: Callable[[Number], Number],
    third: Callable[[Number], Number],
    x: Number,
    h: Number,
) -> Number:
    """function(x + h) - function(x): the difference, and where that cancels the slope midway, times `h`.

    This is off by h^3/24 times the third derivative somewhere between.
    """
    if is_zero(h):
        return ZERO
    end = add(x, h)
    difference = subtract(function(end), function(x))
    if isinstance(difference, fmpq) or difference.rel_accuracy_bits() > flint.ctx.prec - 16:
        return difference
    bend = multiply(divide(multiply(h, multiply(h, h)), fmpq(24)), third(either(x, end)))
    return common(difference, add(multiply(h, slope(add(x, multiply(h, HALF)))), bend))


def beta(a: Number, b: Number) -> Number:
    """Γ(a)*Γ(b)/Γ(a + b) for positive arguments; exact for small integers."""
    counts = whole(a), whole(b)
    if all(count is not None and 0 < count <= LARGEST_COUNT // 2 for count in counts):
        return divide(multiply(gamma(a), gamma(b)), gamma(add(a, b)))
    return exp(lbeta(a, b))


def lbeta(a: Number, b: Number) -> Number:
    """The logarithm of beta(a, b): lgamma of the smaller one, less the rise of lgamma from the larger one by it."""
    if not (a > 0 and b > 0):
        return INFINITY if (is_zero(a) and b >= 0) or (is_zero(b) and a >= 0) else NAN
    if not (is_finite(a) and is_finite(b)):
        return MINUS_INFINITY
    low, high = (b, a) if a > b else (a, b)
    return subtract(lgamma(low), rise(lgamma, digamma, partial(slope_of_log_gamma, 2), high, low))


def logdigamma(x: Number, a: Number) -> Number:
    """log(x) - digamma(a); nan outside x > 0, a > 0."""
    if not (x > 0 and a > 0 and is_finite(x) and is_finite(a)):
        return NAN
    if a > flint.ctx.prec:
        return add(log_of_ratio(x, a), log_less_digamma(a))
    return subtract(log(x), digamma(a))


def log_of_ratio(x: Number, a: Number) -> Number:
    """log(x/a), which is accurate where they are alike."""
    excess = divide(subtract(x, a), a)
    return log1p(excess) if abs(excess) < HALF else log(divide(x, a))


@monotone
def log_less_digamma(a: Number) -> Number:
    """log(a) - digamma(a) for large `a`; each term of its series is a bound of the rest (DLMF 5.11.2, 5.11(ii))."""
    shape = ball(a)
    square, scale = shape * shape, arb(1)
    total = 1 / (2 * shape)
    for k in itertools.count(1):
        scale /= square
        term = arb(fmpq.bernoulli(2 * k)) / (2 * k) * scale
        if abs(term) < total * arb(2) ** -flint.ctx.prec:
            break
        total += term
    return settled(total + term.union(arb(0)))
