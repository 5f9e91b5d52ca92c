"""Numbers that are known to lie between two ends: pairs of exact numbers of the backend `balls`, rounded outward.

A ball has a midpoint and a radius of 30 bits, so that none is exactly [0, 1]; a pair of ends is. Where an end is
nan nothing is known: that is this kind's nan.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from flint import arb, fmpq

from gradcli.backends import balls
from gradcli.backends.balls import UNDECIDED

__all__ = [
    "NAN",
    "UNDECIDED",
    "Interval",
    "ball_around",
    "between",
    "constant",
    "double",
    "either",
    "hull",
    "intersection",
    "is_finite",
    "is_infinite",
    "is_nan",
    "is_nonnegative",
    "is_nonpositive",
    "is_point",
    "is_zero",
    "number",
    "of_ball",
    "on_balls",
    "truth",
]

SHORT = 256
"""Bits of the numerator or denominator of an end that is kept exact: ends that have been rounded are not worth it."""


class Interval(NamedTuple):
    """All numbers from `low` to `high`, both exact: rationals, or dyadic numbers of Arb.

    An infinite end says that there is no bound on that side, and no more: the numbers may grow without bound, or only
    have none that could be found. They are all finite, so that 0 times them is 0. The number infinity itself, of which
    that is not so, is the interval that has the same infinity as both its ends.
    """

    low: Any
    high: Any


NAN = Interval(balls.NAN, balls.NAN)


def below(x: Any) -> Any:
    """An exact number at most `x`, near it."""
    return x if is_short(x) else arb(x).lower()


def above(x: Any) -> Any:
    """An exact number at least `x`, near it."""
    return x if is_short(x) else arb(x).upper()


def is_short(x: Any) -> bool:
    """Is this an end as it is?"""
    return bool(x.height_bits() <= SHORT) if isinstance(x, fmpq) else not x.is_finite()


def between(low: Any, high: Any) -> Interval:
    """The interval from `low` to `high`, numbers of `balls`."""
    return NAN if balls.is_nan(low) or balls.is_nan(high) else Interval(below(low), above(high))


def of_ball(x: Any) -> Interval:
    """The interval that a number of `balls` lies in."""
    return between(x, x)


def hull(*ends: Any) -> Interval:
    """The smallest interval around numbers of `balls`."""
    if any(map(balls.is_nan, ends)):
        return NAN
    low, high = below(ends[0]), above(ends[0])
    for end in ends[1:]:
        # Of two ends that cannot be told apart either is a bound, but for the width of their rounding.
        low, high = lesser(low, below(end)), greater(high, above(end))
    return Interval(low, high)


def lesser(x: Any, y: Any) -> Any:
    """A lower bound of two ends: one of them where that is decided."""
    truth = balls.less_equal(x, y)
    return (x if truth else y) if truth is not UNDECIDED else arb(x).min(arb(y)).lower()


def greater(x: Any, y: Any) -> Any:
    """An upper bound of two ends: one of them where that is decided."""
    truth = balls.greater_equal(x, y)
    return (x if truth else y) if truth is not UNDECIDED else arb(x).max(arb(y)).upper()


def either(x: Interval, y: Interval) -> Interval:
    """The smallest interval around two."""
    return NAN if is_nan(x) or is_nan(y) else Interval(lesser(x.low, y.low), greater(x.high, y.high))


def intersection(x: Interval, y: Interval) -> Interval:
    """What is known of a number that lies in both intervals."""
    if is_nan(x) or is_nan(y):
        return y if is_nan(x) else x
    low = y.low if balls.less(x.low, y.low) is True else x.low
    high = y.high if balls.greater(x.high, y.high) is True else x.high
    return Interval(low, high)


def ball_around(x: Interval) -> Any:
    """One ball around an interval."""
    return balls.either(x.low, x.high) if is_finite(x) else x.low if is_infinite(x) else balls.NAN


def on_balls(function: Callable[..., Any]) -> Callable[..., Interval]:
    """A function of balls, made a function of intervals by a ball around each: rigorous, and not tight."""

    def on_intervals(*arguments: Interval) -> Interval:
        return of_ball(function(*map(ball_around, arguments)))

    return on_intervals


def number(text: str) -> Interval:
    """A number as written: `0.1` is one tenth."""
    return of_ball(balls.number(text))


def double(x: float) -> Interval:
    """A double, exactly the number that it is."""
    return of_ball(balls.double(x))


def constant(name: str) -> Interval:
    """A named constant of the language."""
    return of_ball(balls.constant(name))


def truth(condition: Any) -> bool | None:
    """Is a condition true? None where it may be true in one place and false in another."""
    return balls.truth(condition)


def is_zero(x: Interval) -> bool:
    """Is this exactly zero?"""
    return balls.is_zero(x.low) and balls.is_zero(x.high)


def is_finite(x: Interval) -> bool:
    """Are there bounds on both sides?"""
    return balls.is_finite(x.low) and balls.is_finite(x.high)


def is_infinite(x: Interval) -> bool:
    """Is this the number infinity, or minus infinity?"""
    return is_point(x) and not balls.is_finite(x.low)


def is_nan(x: Interval) -> bool:
    """Is nothing known of this number?"""
    return balls.is_nan(x.low) or balls.is_nan(x.high)


def is_point(x: Interval) -> bool:
    """Is this one number, known exactly?"""
    return balls.equal(x.low, x.high) is True


def is_nonnegative(x: Interval) -> bool:
    """Is this nowhere less than 0?"""
    return balls.greater_equal(x.low, fmpq(0)) is True


def is_nonpositive(x: Interval) -> bool:
    """Is this nowhere more than 0?"""
    return balls.less_equal(x.high, fmpq(0)) is True
