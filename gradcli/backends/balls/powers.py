"""Logarithms, powers and roots to any base, and what is made of exponentials, on balls."""

from __future__ import annotations

from functools import reduce
from typing import Any

from flint import arb, fmpq

from gradcli.backends.balls.arithmetic import add, divide, either, maximum, multiply, power, subtract
from gradcli.backends.balls.elementary import atanh, exp, log, log1p
from gradcli.backends.balls.enclosures import (
    HALF,
    INFINITY,
    ONE,
    ZERO,
    clipped,
    derivative,
    is_minus_infinity,
    is_narrow,
    monotone,
    of_ball,
    of_order,
    whole,
)
from gradcli.backends.balls.numbers import (
    LONGEST,
    NAN,
    Number,
    ball,
    bounds,
    is_exact,
    is_finite,
    is_nan,
    is_zero,
    settled,
)

__all__ = [
    "cbrt",
    "exp2",
    "exp10",
    "lambertw",
    "lambertwderiv",
    "log2",
    "log10",
    "log_base",
    "logaddexp",
    "logit",
    "root",
    "sigmoid",
    "silu",
    "siluderiv",
    "softmax",
    "softplus",
]

LARGEST_DEGREE = 2**63


def log2(x: Number) -> Number:
    """The logarithm to the base 2; -inf at 0."""
    return log_to(x, fmpq(2))


def log10(x: Number) -> Number:
    """The logarithm to the base 10; -inf at 0."""
    return log_to(x, fmpq(10))


def log_base(x: Number, b: Number) -> Number:
    """The logarithm of `x` to the base `b`; nan where it has no finite value."""
    if not (x > 0 and b > 0 and is_finite(x) and is_finite(b)) or (isinstance(b, fmpq) and b == 1):
        return NAN
    return log_to(x, b)


def log_to(x: Number, b: Number) -> Number:
    """log(x)/log(b); exact where it is an integer."""
    found = divide(log(x), log(b))
    if isinstance(x, fmpq) and isinstance(b, fmpq) and isinstance(found, arb):
        exponent = found.unique_fmpz()
        if exponent is not None and b.height_bits() * abs(exponent) <= LONGEST and b ** int(exponent) == x:
            return fmpq(exponent)
    return found


def logit(x: Number) -> Number:
    """log(x/(1 - x)); -inf at 0, inf at 1, nan beyond."""
    if isinstance(x, fmpq) and abs(x - HALF) < fmpq(1, 4):
        return multiply(fmpq(2), atanh(2 * x - 1))  # the difference cancels beside its zero
    return subtract(log(x), log(subtract(ONE, x)))


def exp2(x: Number) -> Number:
    """2^x."""
    return power(fmpq(2), x)


def exp10(x: Number) -> Number:
    """10^x."""
    return power(fmpq(10), x)


def cbrt(x: Number) -> Number:
    """The real cube root."""
    return root(x, fmpq(3))


def root(x: Number, n: Number) -> Number:
    """The real n-th root of `x`; nan where `n` is no positive integer, or even and `x` negative."""
    degree = whole(n)
    if degree is None or degree < 1 or is_nan(x):
        return NAN
    if x > 0 or is_zero(x):
        return positive_root(x, degree)
    if degree % 2 == 0:
        return NAN
    if x < 0:
        return -positive_root(-x, degree)
    low, high = bounds(x)
    return either(root(low, n), root(high, n))


def positive_root(x: Number, degree: int) -> Number:
    """The root of a number that is not negative; exact for powers of rationals."""
    if not is_finite(x) or is_zero(x) or (isinstance(x, fmpq) and x == 1):
        return x
    if isinstance(x, fmpq) and degree <= x.height_bits():
        numerator = x.p.root(degree)
        if numerator**degree == x.p:
            denominator = x.q.root(degree)
            if denominator**degree == x.q:
                return fmpq(numerator, denominator)
    if not is_narrow(x):
        low, high = bounds(x)
        return either(positive_root(low, degree), positive_root(high, degree))
    return settled(ball(x).root(degree)) if degree < LARGEST_DEGREE else exp(divide(log(x), fmpq(degree)))


lambertw = monotone(of_ball(lambda x: x.lambertw(), at_infinity=(NAN, INFINITY)))
lambertwderiv = of_order(lambda x, k: derivative(lambda series: series.lambertw(), x, k))


def logaddexp(*numbers: Number) -> Number:
    """log(exp(x) + exp(y) + ...), which rises with each of them."""
    if any(map(is_nan, numbers)):
        return NAN
    if all(map(is_exact, numbers)):
        return log_of_sum(numbers)
    lows, highs = zip(*map(bounds, numbers), strict=True)
    return either(log_of_sum(lows), log_of_sum(highs))


def log_of_sum(numbers: tuple[Number, ...]) -> Number:
    """The logarithm of the sum of exponentials of exact numbers, from the largest on.

    Of numbers that are too near for balls to tell which is the largest any will do.
    """
    counting = [x for x in numbers if x != arb.neg_inf()]
    if len(counting) < 2 or not all(map(is_finite, counting)):
        return reduce(maximum, numbers)
    high, *rest = sorted(counting, key=lambda x: ball(x).mid(), reverse=True)
    return add(high, log1p(reduce(add, (exp(subtract(x, high)) for x in rest))))


def softmax(first: Number, *others: Number) -> Number:
    """1/(1 + exp(y - x) + ...) for x and others, between 0 and 1."""
    gaps = [subtract(other, first) for other in others]
    if is_nan(first) or any(map(is_nan, gaps)):
        return NAN
    found = divide(ONE, reduce(add, map(exp, gaps), ONE))
    if is_nan(found):
        # An exponential is too large even for Arb, so the share is less than any number that can be told from 0.
        found = either(ZERO, exp(-reduce(maximum, gaps)))
    return clipped(found, ZERO, ONE)


def sigmoid(x: Number) -> Number:
    """1/(1 + exp(-x))."""
    found = logistic(x)
    return softmax(x, ZERO) if is_nan(found) else found


logistic = of_ball(lambda x: 1 / (1 + (-x).exp()))


def softplus(x: Number) -> Number:
    """log(1 + exp(x))."""
    return logaddexp(x, ZERO)


def silu(x: Number) -> Number:
    """x/(1 + exp(-x))."""
    return ZERO if is_minus_infinity(x) else multiply(x, sigmoid(x))


def siluderiv(x: Number, k: Number) -> Number:
    """The k-th derivative of silu."""
    return silu(x) if is_zero(k) else derivative_of_silu(x, k)


@of_order
def derivative_of_silu(x: Any, order: int) -> Any:
    """By the form whose exponential falls: silu(x) is x + silu(-x)."""
    is_right = bool(x > 0)
    if (1 + (-x if is_right else x).exp()).contains(0):
        return arb.nan()  # a ball so wide that that of the exponential reaches below 0
    if is_right:
        return derivative(lambda series: series / (1 + (-series).exp()), x, order)
    return derivative(lambda series: series * series.exp() / (1 + series.exp()), x, order)
