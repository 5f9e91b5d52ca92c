"""The operators, comparisons and connectives of the language on balls, and what picks one of two numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import arb, fmpq

from gradcli.backends.balls.numbers import (
    LONGEST,
    NAN,
    UNDECIDED,
    Number,
    ball,
    bounds,
    is_exact,
    is_finite,
    is_nan,
    is_zero,
    of_balls,
    settled,
    short,
)

__all__ = [
    "absolute",
    "add",
    "ceil",
    "contribution",
    "divide",
    "either",
    "equal",
    "floor",
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
    "sign",
    "sqrt",
    "subtract",
    "total",
    "whole_power",
]


def exact_or_ball(operation: Callable[[Any, Any], Any]) -> Callable[[Number, Number], Number]:
    """A sum, a difference or a product: of rationals exactly, else of balls."""

    def on_numbers(x: Number, y: Number) -> Number:
        if isinstance(x, fmpq) and isinstance(y, fmpq):
            return short(operation(x, y))
        return settled(operation(ball(x), ball(y)))

    return on_numbers


add = total = exact_or_ball(lambda x, y: x + y)
subtract = exact_or_ball(lambda x, y: x - y)
product = exact_or_ball(lambda x, y: x * y)


def multiply(x: Number, y: Number) -> Number:
    """x*y; exactly 0 if one factor is, and the other finite."""
    if (is_zero(x) and is_finite(y)) or (is_zero(y) and is_finite(x)):
        return fmpq(0)
    return product(x, y)


def contribution(partial: Number, adjoint: Number) -> Number:
    """`partial*adjoint`, and zero where either is exactly zero, whatever the other is."""
    return fmpq(0) if is_zero(partial) or is_zero(adjoint) else product(partial, adjoint)


def divide(x: Number, y: Number) -> Number:
    """x/y; a number divided by exactly zero is infinite with the sign of `x`, and nan if that is open."""
    if is_zero(y):
        return signed_infinity(x)
    if isinstance(x, fmpq) and isinstance(y, fmpq):
        return short(x / y)
    if is_zero(x) and not ball(y).contains(0):
        return fmpq(0)
    return settled(ball(x) / ball(y))


def signed_infinity(x: Number) -> Number:
    """The infinity with the sign of `x`; nan where that is 0 or open."""
    x = ball(x)
    return arb.pos_inf() if x > 0 else arb.neg_inf() if x < 0 else NAN


def negative(x: Number) -> Number:
    """-x."""
    return -x


def identity(x: Number) -> Number:
    """x."""
    return x


def power(x: Number, y: Number) -> Number:
    """x^y; 0 to a negative power is inf, and a negative base takes integer exponents only."""
    if is_nan(x) or is_nan(y):
        return NAN
    if isinstance(y, fmpq) and y.q == 1:
        return whole_power(x, int(y.p))
    if is_zero(x):
        y = ball(y)
        return fmpq(0) if y > 0 else arb.pos_inf() if y < 0 else NAN
    if y == fmpq(1, 2):
        return sqrt(x)
    return settled(ball(x) ** ball(y)) if ball(x) > 0 else NAN


def whole_power(x: Number, n: int) -> Number:
    """x^n."""
    if n == 0:
        return fmpq(1)
    if is_zero(x):
        return fmpq(0) if n > 0 else arb.pos_inf()
    if isinstance(x, fmpq) and x.height_bits() * abs(n) <= LONGEST:
        return x**n
    if n % 2 and x < 0:
        return -whole_power(-x, n)
    found = ball(x) if n % 2 else absolute(ball(x))
    if isinstance(found, fmpq) or not found.contains(0):
        return settled(ball(found) ** n)
    if n < 0 or is_nan(found):
        return NAN
    # Arb's power of a ball around 0 can be nan, and an even one reaches below 0.
    low, high = bounds(found)
    return either(whole_power(low, n), whole_power(high, n))


def sqrt(x: Number) -> Number:
    """The square root; exact for the squares of rationals."""
    if isinstance(x, fmpq) and x >= 0:
        numerator, denominator = x.p.isqrt(), x.q.isqrt()
        if numerator**2 == x.p and denominator**2 == x.q:
            return fmpq(numerator, denominator)
    return NAN if is_nan(x) else settled(ball(x).sqrt())


def compare(relation: Callable[[Any, Any], bool], opposite: Callable[[Any, Any], bool]) -> Callable[..., bool | str]:
    """A comparison that is true, false, or undecided where balls overlap; false where a side is nan for certain."""

    def decide(x: Number, y: Number) -> bool | str:
        if isinstance(x, fmpq) and isinstance(y, fmpq):
            return bool(relation(x, y))
        if is_nan(x) or is_nan(y):
            return UNDECIDED
        x, y = ball(x), ball(y)
        return True if relation(x, y) else False if opposite(x, y) else UNDECIDED

    return decide


less = compare(lambda x, y: x < y, lambda x, y: x >= y)
less_equal = compare(lambda x, y: x <= y, lambda x, y: x > y)
greater = compare(lambda x, y: x > y, lambda x, y: x <= y)
greater_equal = compare(lambda x, y: x >= y, lambda x, y: x < y)
equal = compare(lambda x, y: x == y, lambda x, y: x != y)
not_equal = compare(lambda x, y: x != y, lambda x, y: x == y)


def logical_and(a: bool | str, b: bool | str) -> bool | str:
    """Are both true?"""
    return False if a is False or b is False else True if a is True and b is True else UNDECIDED


def logical_or(a: bool | str, b: bool | str) -> bool | str:
    """Is one of them true?"""
    return True if a is True or b is True else False if a is False and b is False else UNDECIDED


def logical_not(a: bool | str) -> bool | str:
    """Is it false?"""
    return UNDECIDED if a is UNDECIDED else not a


def select(condition: bool | str, x: Number, y: Number) -> Number:
    """x where the condition is true, else y; a ball around both where that is open."""
    if condition is UNDECIDED:
        return either(x, y)
    return x if condition else y


def either(x: Number, y: Number) -> Number:
    """A number that is `x` or `y`."""
    if is_exact(x) and is_exact(y) and x == y:
        return x
    if not (is_finite(x) and is_finite(y)):
        return NAN
    return settled(ball(x).union(ball(y)))


def absolute(x: Number) -> Number:
    """The absolute value."""
    return abs(x) if isinstance(x, fmpq) else NAN if is_nan(x) else settled(abs(x).nonnegative_part())


def sign(x: Number) -> Number:
    """-1, 0 or 1."""
    return NAN if is_nan(x) else settled(ball(x).sgn())


def minimum(x: Number, y: Number) -> Number:
    """The smaller one; nan if either is nan."""
    if is_nan(x) or is_nan(y):
        return NAN
    truth = less(x, y)
    return (x if truth else y) if truth is not UNDECIDED else settled(ball(x).min(ball(y)))


def maximum(x: Number, y: Number) -> Number:
    """The larger one; nan if either is nan."""
    if is_nan(x) or is_nan(y):
        return NAN
    truth = less(x, y)
    return (y if truth else x) if truth is not UNDECIDED else settled(ball(x).max(ball(y)))


def floor(x: Number) -> Number:
    """The largest integer not above x; a ball around several where that is open."""
    return fmpq(x.floor()) if isinstance(x, fmpq) else of_balls(lambda y: y.floor())(x)


def ceil(x: Number) -> Number:
    """The smallest integer not below x; a ball around several where that is open."""
    return fmpq(x.ceil()) if isinstance(x, fmpq) else of_balls(lambda y: y.ceil())(x)


def mod(x: Number, y: Number) -> Number:
    """The floored remainder, which has the sign of `y`."""
    if is_zero(y):
        return NAN
    quotient = floor(divide(x, y))
    return NAN if is_nan(quotient) else subtract(x, product(y, quotient))
