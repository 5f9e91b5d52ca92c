"""The binomial coefficient of any numbers and its derivatives, on balls."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import flint
from flint import arb, arb_series, fmpq, fmpq_poly

from gradcli.backends.balls.arithmetic import add, divide, multiply, subtract
from gradcli.backends.balls.elementary import exp
from gradcli.backends.balls.enclosures import ONE, ZERO, magnitude, of_ball, value_of, whole, whole_order
from gradcli.backends.balls.gammas import digamma, gamma, lgamma, rise, slope_of_log_gamma
from gradcli.backends.balls.numbers import LONGEST, NAN, Number, is_finite
from gradcli.backends.balls.trigonometric import sinpi

__all__ = ["binomial", "binomialderiv"]

LARGE = 1000
"""From here on gamma is so large that its logarithm is computed instead."""
MOST_BITS = 8192
"""That are added to the precision for derivatives; where more are lost, the answer would take seconds."""


def binomial(n: Number, k: Number) -> Number:
    """Γ(n + 1)/Γ(k + 1)/Γ(n - k + 1) for n above -1; nan for others. Exact where it is rational."""
    if not (n > -1 and is_finite(n) and is_finite(k)):
        return NAN
    rest = subtract(n, k)
    for lower in (k, rest):
        found = exact_binomial(n, lower)
        if found is not None:
            return found
    if n < LARGE:
        return multiply(gamma(add(n, ONE)), multiply(reciprocal_gamma(add(k, ONE)), reciprocal_gamma(add(rest, ONE))))
    return large_binomial(rest, k) if k < rest else large_binomial(k, rest)


reciprocal_gamma = of_ball(lambda x: x.rgamma())


def exact_binomial(n: Number, k: Number) -> Number | None:
    """The coefficient as a rational; None where it is not one, or too long."""
    count, top = whole(k), whole(n)
    if count is None:
        return None
    if count < 0 or (top is not None and count > top):
        return ZERO
    if not isinstance(n, fmpq):
        return None
    if top is not None:
        fits = min(count, top - count) * top.bit_length() <= LONGEST
        return fmpq(math.comb(top, count)) if fits else None
    return polynomial(count)(n) if count * n.height_bits() <= LONGEST else None


def polynomial(k: int) -> Any:
    """binomial(n, k) as a polynomial in n."""
    product = fmpq_poly([1])
    for factor in range(k):
        product *= fmpq_poly([fmpq(-factor, factor + 1), fmpq(1, factor + 1)])
    return product


def large_binomial(high: Number, low: Number) -> Number:
    """The coefficient of high + low over either, by the rise of lgamma: its values may be alike in all digits."""
    slopes = digamma, partial(slope_of_log_gamma, 2)
    logarithm = rise(lgamma, *slopes, add(high, ONE), low)
    if low > -1:
        return exp(subtract(logarithm, lgamma(add(low, ONE))))
    # 1/Γ(1 - z) is Γ(z)*sin(pi*z)/pi (DLMF 5.5.3), and 0 at integers.
    return divide(multiply(exp(add(logarithm, lgamma(-low))), sinpi(-low)), arb.pi())


def binomialderiv(n: Number, k: Number, i: Number, j: Number) -> Number:
    """The i-th derivative by `n` of the j-th by `k` of binomial."""
    by_top, by_bottom = whole_order(i), whole_order(j)
    if by_top is None or by_bottom is None or not (n > -1 and is_finite(n) and is_finite(k)):
        return NAN
    if by_top == by_bottom == 0:
        return binomial(n, k)
    if by_top == 0 and by_bottom % 2 == 1 and isinstance(n, fmpq) and 2 * k == n:
        return ZERO  # binomial(n, k) is binomial(n, n - k), so it is even about k = n/2
    count = whole(k)
    if by_bottom == 0 and count is not None and count < LARGE:
        if count < by_top:
            return ZERO  # binomial is a polynomial of degree k in n, or 0
        if isinstance(n, fmpq) and count * n.height_bits() <= LONGEST:
            return differentiated(polynomial(count), by_top)(n)
    return value_of(derivative_of_binomial, (n, k), by_top, by_bottom)


def differentiated(polynomial: Any, order: int) -> Any:
    """A derivative of a polynomial."""
    for _ in range(order):
        polynomial = polynomial.derivative()
    return polynomial


def derivative_of_binomial(n: Any, k: Any, i: int, j: int) -> Any:
    """The ball of a derivative of Γ(n + 1)*(1/Γ)(k + 1)*(1/Γ)(n - k + 1), by the power series of each factor.

    The reciprocal of Γ has no poles, so nothing is special at the zeros of binomial.
    """
    # Beside the growth of Γ, n^k, each order of the derivative is smaller by n.
    lost = (i + j) * max(0, magnitude(n))
    if lost > MOST_BITS:
        return arb.nan()
    before = flint.ctx.cap, flint.ctx.prec
    flint.ctx.cap, flint.ctx.prec = i + j + 1, flint.ctx.prec + lost
    try:
        top = arb_series([n + 1, 1]).gamma()
        bottom = arb_series([k + 1, 1]).rgamma()
        rest = arb_series([n - k + 1, 1]).rgamma()
        total = arb(0)
        for p in range(i + 1):
            for q in range(j + 1):
                # (a - b)^(i - p + j - q) of the last factor gives a^(i - p)*b^(j - q).
                sign_and_count = (-1) ** (j - q) * math.comb(i - p + j - q, i - p)
                total += sign_and_count * top[p] * bottom[q] * rest[i - p + j - q]
        return total * arb.fac_ui(i) * arb.fac_ui(j)
    finally:
        flint.ctx.cap, flint.ctx.prec = before
