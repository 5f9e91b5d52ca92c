"""The Riemann zeta function and its derivatives, on balls."""

from __future__ import annotations

from typing import Any

import flint
from flint import arb, fmpq

from gradcli.backends.balls.arithmetic import add, multiply, subtract
from gradcli.backends.balls.elementary import exp, log
from gradcli.backends.balls.enclosures import (
    INFINITY,
    ONE,
    ZERO,
    derivative,
    monotone,
    of_ball,
    of_order,
    whole,
    whole_order,
)
from gradcli.backends.balls.gammas import lgamma
from gradcli.backends.balls.numbers import NAN, Number, ball, is_finite, is_nan, is_zero, short
from gradcli.backends.balls.trigonometric import sinpi

__all__ = ["zeta", "zetaderiv"]

LOWEST_EXACT = -1000
"""From here on the values at the negative integers, which are rational, are exact."""
LEFT_END = -10000
"""Further left no derivatives are computed, and the values from those on the right."""
TERMS = 64
"""The last one is below the first, 2^-x, by 2^(5*x)."""


def zeta(x: Number) -> Number:
    """The Riemann zeta function; infinite at 1, exact at 0 and to the left at integers."""
    number = whole(x)
    if number == 1:
        return INFINITY
    if number is not None and number < 0 and number % 2 == 0:
        return ZERO
    if number is not None and LOWEST_EXACT <= number <= 0:
        return short(fmpq.bernoulli(1 - number) / (number - 1)) if number else fmpq(-1, 2)
    if x > far_out():
        return add(ONE, derivative_far_out(x, ZERO)) if is_finite(x) else ONE
    if x < LEFT_END:
        return reflected(x)
    return zeta_right(x) if x > 1 else zeta_of_ball(x)


def far_out() -> int:
    """Beyond this the sum of the powers converges faster than anything, for derivatives to the 100th."""
    return max(200, flint.ctx.prec // 4)


def reflected(x: Number) -> Number:
    """zeta(x) from zeta(1 - x) (DLMF 25.4.1), since Arb is slow far to the left."""
    size = add(multiply(x, log(fmpq(2))), multiply(subtract(x, ONE), log(arb.pi())))
    mirrored = subtract(ONE, x)
    return multiply(multiply(exp(add(size, lgamma(mirrored))), sinpi(x / 2)), zeta(mirrored))


zeta_of_ball = of_ball(lambda x: x.zeta())
zeta_right = monotone(zeta_of_ball)


def zetaderiv(x: Number, k: Number) -> Number:
    """The k-th derivative of zeta; nan at 1, and left of -10000."""
    if whole_order(k) is None:
        return NAN
    if is_zero(k):
        return NAN if whole(x) == 1 else zeta(x)
    if is_nan(x) or not x >= LEFT_END or ball(x).contains(1):
        return NAN
    if not is_finite(x):
        return ZERO
    if x > far_out():
        return derivative_far_out(x, k)
    return derivative_right(x, k) if x > 1 else derivative_of_zeta(x, k)


@of_order
def derivative_of_zeta(x: Any, order: int) -> Any:
    """By Arb's power series."""
    if not x > 0 and abs(x) < arb(2) ** (-flint.ctx.prec // 2):
        x = arb(0, abs(x).upper())  # Arb's reflection, left of 0, is singular there
    return derivative(lambda series: series.zeta(), x, order)


derivative_right = monotone(derivative_of_zeta)


@of_order
def derivative_far_out(x: Any, order: int) -> Any:
    """By the sum of (-log(n))^k*n^-x, the rest of it bounded by the integral of log(t)^k*t^-x.

    log(L + s) is at most L*exp(s/L), so that the integral from exp(L) on is at most
    exp(-(x - 1)*L)*L^k/(x - 1 - k/L).
    """
    logs = [arb(n).log() for n in range(2, TERMS)]
    last = logs[-1]
    rest = (-(x - 1) * last).exp() * last**order / (x - 1 - order / last)
    total = sum(((-x * log).exp() * log**order for log in logs), rest.union(arb(0)))
    return (-1) ** order * total
