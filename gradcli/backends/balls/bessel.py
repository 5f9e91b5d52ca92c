"""Bessel functions and their derivatives by the argument, on balls."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import flint
from flint import arb, fmpq

from gradcli.backends.balls.arithmetic import absolute, add
from gradcli.backends.balls.enclosures import (
    HALF,
    INFINITY,
    MINUS_INFINITY,
    ONE,
    ZERO,
    clipped,
    is_narrow,
    magnitude,
    value_of,
    whole,
    whole_order,
)
from gradcli.backends.balls.numbers import NAN, Number, ball, bounds, is_finite, is_nan, is_zero, precision
from gradcli.backends.balls.trigonometric import sinpi
from gradcli.rules.limits import HIGHEST_BESSEL

__all__ = [
    "besseli",
    "besselideriv",
    "besselj",
    "besseljderiv",
    "besselk",
    "besselkderiv",
    "bessely",
    "besselyderiv",
]

LARGEST_RADIUS = -16
"""The exponent of the radius of a ball that counts as small."""
ALMOST = fmpq(1, 2**32)
"""How near to an integer an order is beside it."""
MANY_TERMS = 10
"""Of a derivative that is not computed for an order which is a wide ball: each would take Arb long."""
MOST_BITS = 4096
"""That are added to the precision for large arguments, whose size Arb loses."""


def besselj(n: Number, x: Number) -> Number:
    """The Bessel function of the first kind."""
    return besseljderiv(n, x, ZERO)


def bessely(n: Number, x: Number) -> Number:
    """The Bessel function of the second kind."""
    return besselyderiv(n, x, ZERO)


def besseli(n: Number, x: Number) -> Number:
    """The modified Bessel function of the first kind."""
    return besselideriv(n, x, ZERO)


def besselk(n: Number, x: Number) -> Number:
    """The modified Bessel function of the second kind."""
    return besselkderiv(n, x, ZERO)


def besseljderiv(n: Number, x: Number, k: Number) -> Number:
    """The k-th derivative of besselj by `x`; nan left of 0 unless `n` is an integer."""
    if not (is_bessel(n, x, k) and (x >= 0 or whole(n) is not None)):
        return NAN
    if is_zero(x) and whole(n) is None:
        return at_zero(n, k)
    if not is_finite(x):
        return ZERO
    found = from_neighbours(first_kind, -1, n, x, k)
    # At integers it is the mean of cos(n*t - x*sin(t)).
    return found if whole(n) is None else clipped(found, -ONE, ONE)


def besselyderiv(n: Number, x: Number, k: Number) -> Number:
    """The k-th derivative of bessely by `x`; nan left of 0, and at it."""
    if not (is_bessel(n, x, k) and x > 0):
        return NAN
    return from_neighbours(second_kind, -1, n, x, k) if is_finite(x) else ZERO


def besselideriv(n: Number, x: Number, k: Number) -> Number:
    """The k-th derivative of besseli by `x`; nan left of 0 unless `n` is an integer."""
    if not (is_bessel(n, x, k) and (x >= 0 or whole(n) is not None)):
        return NAN
    if is_zero(x) and whole(n) is None:
        return at_zero(n, k)
    if not is_finite(x):
        return MINUS_INFINITY if x < 0 and whole(add(n, k) / 2) is None else INFINITY
    return from_neighbours(modified_first_kind, 1, n, x, k)


def besselkderiv(n: Number, x: Number, k: Number) -> Number:
    """The k-th derivative of besselk by `x`; nan left of 0, and at it."""
    if not (is_bessel(n, x, k) and x > 0):
        return NAN
    found = from_neighbours(modified_second_kind, 1, n, x, k) if is_finite(x) else ZERO
    return found if whole(k / 2) is not None else -found


def is_bessel(n: Number, x: Number, k: Number) -> bool:
    """Are these an order, an argument and a derivative's order at which Bessel functions are computed?"""
    return not is_nan(x) and whole_order(k) is not None and bool(abs(n) <= HIGHEST_BESSEL)


def at_zero(n: Number, k: Number) -> Number:
    """The k-th derivative of x^n/gamma(n + 1), with which J and I of an order that is no integer begin, at 0."""
    if n > k:
        return ZERO
    if not isinstance(n, fmpq):
        return NAN
    # x^(n - k)/gamma(n - k + 1): the reciprocal of gamma changes its sign at 0 and each negative integer.
    return MINUS_INFINITY if (k - n).floor() % 2 else INFINITY


def from_neighbours(kind: Callable[[Number, Any], Any], sign: int, n: Number, x: Number, k: Number) -> Number:
    """The k-th derivative of J, Y, I, or of K but for its sign, from other orders (DLMF 10.6.7, 10.29.5)."""
    order = int(k.p)
    if order > MANY_TERMS and not is_narrow(n):
        return NAN

    def total(about: Any, argument: Any) -> Any:
        # An order that is a rational stays one, so that what it lacks of an integer is exact.
        start = (n if isinstance(n, fmpq) else about) - order
        with precision(flint.ctx.prec + min(max(0, magnitude(argument)), MOST_BITS)):
            point = ball(x) if isinstance(x, fmpq) else argument
            terms = (sign**step * math.comb(order, step) * kind(start + 2 * step, point) for step in range(order + 1))
            return sum(terms) / 2**order

    return value_of(total, (n, x))


def first_kind(n: Number, x: Any) -> Any:
    """The ball of J."""
    return x.bessel_j(ball(n))


def modified_first_kind(n: Number, x: Any) -> Any:
    """The ball of I, which rises with a positive argument if its order is not negative (else by DLMF 10.27.2)."""
    if is_short(x) or not x > 0:
        return x.bessel_i(ball(n))
    if n < 0:
        return modified_first_kind(-n, x) + 2 / arb.pi() * ball(sinpi(-n)) * modified_second_kind(-n, x)
    return of_ends(modified_first_kind, n, x) if n >= 0 else arb.nan()


def second_kind(n: Number, x: Any) -> Any:
    """The ball of Y."""
    nearest, distance = beside_integer(n)
    if distance is None:
        return x.bessel_y(ball(n))
    return x.bessel_y(arb(nearest)) + arb(0, (distance * steepness(nearest, x)).upper())


def modified_second_kind(n: Number, x: Any) -> Any:
    """The ball of K, which is even in its order, rises with the size of it, and falls with its argument."""
    if not x.is_exact():
        return of_ends(modified_second_kind, n, x)
    n = absolute(n)
    if not isinstance(n, fmpq):
        low, high = bounds(n)
        return modified_second_kind(low, x).union(modified_second_kind(high, x))
    nearest, distance = beside_integer(n)
    if distance is None:
        return second_from_first(n, x) if x < flint.ctx.prec and is_almost_whole(n) else second_modified(n, x)
    # It is convex in its order, too.
    return second_modified(fmpq(nearest), x) + arb(0, (distance * second_modified(fmpq(nearest + 1), x)).upper())


def second_modified(n: fmpq, x: Any) -> Any:
    """K by Arb: with digits for its power series, where it would integrate numerically, for minutes."""
    with precision(flint.ctx.prec + (8 * int(float(x)) if 2 * x < flint.ctx.prec else 0)):
        return x.bessel_k(ball(n))


def second_from_first(n: fmpq, x: Any) -> Any:
    """K from I (DLMF 10.27.4), with digits for what cancels: Arb takes minutes for orders beside an integer."""
    lost = -magnitude(ball(sinpi(n))) + 3 * int(float(x.upper()))
    with precision(flint.ctx.prec + lost):
        order = ball(n)
        return arb.pi() / 2 * (x.bessel_i(-order) - x.bessel_i(order)) / ball(sinpi(n))


def is_short(x: Any) -> bool:
    """Is a ball so small that Arb is quick, even where the function grows or falls with exp(x)?"""
    return is_narrow(x) and (x.is_exact() or magnitude(x.rad()) < LARGEST_RADIUS)


def of_ends(kind: Callable[[Number, Any], Any], n: Number, x: Any) -> Any:
    """The ball of a function that is monotone in its argument, on a wide ball of this."""
    low, high = bounds(x)
    return kind(n, ball(low)).union(kind(n, ball(high)))


def is_almost_whole(n: fmpq) -> bool:
    """Is an order beside an integer?"""
    return bool(0 < abs(n - (n + HALF).floor()) < ALMOST)


def beside_integer(n: Number) -> tuple[int, Any]:
    """The integer to which an order is so near that Arb would lose half of the digits, or all, and how near it is."""
    if not isinstance(n, fmpq) or n.q == 1:
        return 0, None
    nearest = (n + HALF).floor()
    distance = abs(ball(n - nearest))
    return int(nearest), distance if distance < arb(2) ** (-flint.ctx.prec // 2) else None


def steepness(order: int, x: Any) -> Any:
    """A bound of the slope of Y by its order, beside an integer.

    By the integrals of Schläfli (DLMF 10.9.7) it is at most pi/2 + (2/(e*pi) + 1)*A, where A is the integral of
    exp(m*t - x*sinh(t)) from 0 on, and m one more than the size of the order: less than 1/(x - m), as sinh(t) is
    more than t; and less than 2*exp(x)*K_m(x), as it is more than cosh(t) - 1.
    """
    m = abs(order) + 2
    tail = 1 / (x - m) if x > m + 1 else 2 * x.exp() * modified_second_kind(fmpq(m), x)
    return arb(fmpq(8, 5)) + arb(fmpq(5, 4)) * tail
