"""The operators, comparisons and connectives of the language on intervals, and what picks one of two numbers."""

from __future__ import annotations

from typing import Any

from flint import arb, fmpq

from gradcli.backends import balls
from gradcli.backends.balls import UNDECIDED, logical_and, logical_not, logical_or
from gradcli.backends.intervals.numbers import (
    NAN,
    Interval,
    between,
    either,
    hull,
    intersection,
    is_finite,
    is_infinite,
    is_nan,
    is_point,
    is_zero,
    of_ball,
)

__all__ = [
    "add",
    "contribution",
    "divide",
    "equal",
    "frac",
    "greater",
    "greater_equal",
    "identity",
    "less",
    "less_equal",
    "logical_and",
    "logical_not",
    "logical_or",
    "maximum",
    "minimum",
    "mod",
    "multiply",
    "negative",
    "not_equal",
    "power",
    "select",
    "subtract",
    "total",
    "whole_power",
]

ZERO = fmpq(0)
ONE = Interval(fmpq(1), fmpq(1))


def add(x: Interval, y: Interval) -> Interval:
    """x + y."""
    return between(balls.add(x.low, y.low), balls.add(x.high, y.high))


total = add


def subtract(x: Interval, y: Interval) -> Interval:
    """x - y."""
    return between(balls.subtract(x.low, y.high), balls.subtract(x.high, y.low))


def negative(x: Interval) -> Interval:
    """-x."""
    return Interval(-x.high, -x.low)


def identity(x: Interval) -> Interval:
    """x."""
    return x


def holds_zero(x: Interval) -> bool:
    """May this be zero?"""
    return not (balls.greater(x.low, ZERO) is True or balls.less(x.high, ZERO) is True)


def multiply(x: Interval, y: Interval) -> Interval:
    """x*y; the number infinity times 0 is nan, and 0 times numbers without a bound 0."""
    if (is_infinite(x) and holds_zero(y)) or (is_infinite(y) and holds_zero(x)):
        return NAN
    if is_nan(x) or is_nan(y):
        return NAN
    return hull(*(balls.contribution(one, other) for one in x for other in y))


def contribution(partial: Interval, adjoint: Interval) -> Interval:
    """`partial*adjoint`, and zero where either is exactly zero, whatever the other is."""
    return Interval(ZERO, ZERO) if is_zero(partial) or is_zero(adjoint) else multiply(partial, adjoint)


def divide(x: Interval, y: Interval) -> Interval:
    """x/y; without a bound where the divisor reaches zero, and nan where it may be zero in between."""
    if is_nan(x) or is_nan(y):
        return NAN
    if not holds_zero(y):
        return NAN if not (is_finite(x) or is_finite(y)) else hull(*(balls.divide(a, b) for a in x for b in y))
    if is_zero(y):
        return NAN if holds_zero(x) else of_ball(balls.divide(x.low, ZERO))
    if balls.is_zero(y.low):
        return multiply(x, between(balls.divide(fmpq(1), y.high), arb.pos_inf()))
    if balls.is_zero(y.high):
        return multiply(x, between(arb.neg_inf(), balls.divide(fmpq(1), y.low)))
    return NAN


def power(x: Interval, y: Interval) -> Interval:
    """x^y; nan where a negative base may meet an exponent that is no integer."""
    if is_nan(x) or is_nan(y):
        return NAN
    if is_point(y) and isinstance(y.low, fmpq) and y.low.q == 1:
        return whole_power(x, int(y.low.p))
    if balls.greater_equal(x.low, ZERO) is not True:
        return NAN
    # The power is monotone in the base and in the exponent, so that its extremes are at corners.
    corners = [balls.power(base, exponent) for base in x for exponent in y]
    if balls.is_zero(x.low):  # where 0^0 = 1 stands beside 0^y = 0
        corners += [ZERO] if balls.greater(y.high, ZERO) is not False else []
        corners += [arb.pos_inf()] if balls.less(y.low, ZERO) is not False else []
    return hull(*corners)


def whole_power(x: Interval, n: int) -> Interval:
    """x^n."""
    if n == 0:
        return ONE
    if n < 0:
        return divide(ONE, whole_power(x, -n))
    ends = [balls.whole_power(end, n) for end in x]
    if n % 2 == 0 and holds_zero(x):
        ends.append(ZERO)
    return hull(*ends)


def less(x: Interval, y: Interval) -> bool | str:
    """Is x less than y?"""
    if balls.less(x.high, y.low) is True:
        return True
    return False if balls.greater_equal(x.low, y.high) is True else UNDECIDED


def less_equal(x: Interval, y: Interval) -> bool | str:
    """Is x at most y?"""
    if balls.less_equal(x.high, y.low) is True:
        return True
    return False if balls.greater(x.low, y.high) is True else UNDECIDED


def greater(x: Interval, y: Interval) -> bool | str:
    """Is x greater than y?"""
    return less(y, x)


def greater_equal(x: Interval, y: Interval) -> bool | str:
    """Is x at least y?"""
    return less_equal(y, x)


def equal(x: Interval, y: Interval) -> bool | str:
    """Are x and y the same number?"""
    if less(x, y) is True or less(y, x) is True:
        return False
    return True if is_point(x) and is_point(y) and balls.equal(x.low, y.low) is True else UNDECIDED


def not_equal(x: Interval, y: Interval) -> bool | str:
    """Are x and y different numbers?"""
    return logical_not(equal(x, y))


def select(condition: bool | str, x: Interval, y: Interval) -> Interval:
    """x where the condition is true, else y; an interval around both where that is open."""
    if condition is UNDECIDED:
        return either(x, y)
    return x if condition else y


def minimum(x: Interval, y: Interval) -> Interval:
    """The smaller one."""
    return between(balls.minimum(x.low, y.low), balls.minimum(x.high, y.high))


def maximum(x: Interval, y: Interval) -> Interval:
    """The larger one."""
    return between(balls.maximum(x.low, y.low), balls.maximum(x.high, y.high))


def mod(x: Interval, y: Interval) -> Interval:
    """The floored remainder, which has the sign of `y`, and is between 0 and y."""
    if is_nan(x) or is_nan(y) or holds_zero(y) or not (is_finite(x) and is_finite(y)):
        return NAN
    quotient = divide(x, y)
    whole = between(balls.floor(quotient.low), balls.floor(quotient.high))
    found: Any = subtract(x, multiply(y, whole))
    ends = (ZERO, y.high) if balls.greater(y.low, ZERO) is True else (y.low, ZERO)
    return intersection(found, between(*ends)) if not is_point(whole) else found


def frac(x: Interval) -> Interval:
    """x - floor(x), between 0 and 1."""
    return mod(x, ONE)
