"""Rounding to integers, and the length of a vector, on balls."""

from __future__ import annotations

import functools
from collections.abc import Callable

from flint import fmpq

from gradcli.backends.balls.arithmetic import add, ceil, either, floor, sqrt, subtract, whole_power
from gradcli.backends.balls.enclosures import HALF, INFINITY, ONE, ZERO, clipped
from gradcli.backends.balls.numbers import NAN, Number, ball, bounds, is_exact, is_finite, is_nan, settled

__all__ = ["frac", "hypot", "round", "trunc"]


def of_steps(function: Callable[[Number], Number]) -> Callable[[Number], Number]:
    """A function that rises in steps: on a ball by its values at both ends."""

    @functools.wraps(function)
    def of_number(x: Number) -> Number:
        if is_nan(x) or not is_finite(x):
            return x
        if is_exact(x):
            return function(x)
        low, high = bounds(x)
        return either(function(low), function(high))

    return of_number


@of_steps
def round(x: Number) -> Number:
    """The nearest integer, the even one of two."""
    nearest = floor(add(x, HALF))
    is_tie = isinstance(x, fmpq) and nearest - x == HALF
    return nearest - 1 if is_tie and nearest.p % 2 else nearest


@of_steps
def trunc(x: Number) -> Number:
    """The integer part."""
    return ceil(x) if x < 0 else floor(x)


def frac(x: Number) -> Number:
    """x - floor(x), between 0 and 1."""
    return clipped(subtract(x, floor(x)), ZERO, ONE) if is_finite(x) else NAN


def hypot(*lengths: Number) -> Number:
    """The root of the sum of the squares, which is not negative."""
    if any(map(is_nan, lengths)):
        return NAN
    if not all(map(is_finite, lengths)):
        return INFINITY
    total = functools.reduce(add, (whole_power(x, 2) for x in lengths))
    if isinstance(total, fmpq) or not ball(total).contains(0):
        return sqrt(total)
    return either(ZERO, sqrt(settled(total.upper())))
