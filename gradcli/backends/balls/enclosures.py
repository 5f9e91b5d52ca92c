"""What the functions on balls share: a ball's function on numbers, wide balls, whole numbers, and power series."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from typing import Any

import flint
from flint import arb, arb_series, fmpq

from gradcli.backends.balls.arithmetic import either
from gradcli.backends.balls.numbers import (
    LONGEST,
    NAN,
    Number,
    ball,
    bounds,
    is_exact,
    is_finite,
    is_nan,
    precision,
    settled,
)
from gradcli.rules.limits import HIGHEST_DERIVATIVE

__all__: list[str] = []

ZERO, ONE, HALF = fmpq(0), fmpq(1), fmpq(1, 2)
INFINITY, MINUS_INFINITY = arb.pos_inf(), arb.neg_inf()
NARROW = 40
"""Bits of a ball narrow enough for Arb, whose bounds on wide balls can be poor: [-5.7, 5.7] for tanh of [-1, 1]."""


def of_ball(
    function: Callable[[Any], Any],
    at_zero: Number | None = None,
    at_infinity: tuple[Number, Number] | None = None,
) -> Callable[[Number], Number]:
    """A function of one ball, made one of numbers; with its values at 0, -inf and inf where Arb has none."""

    @functools.wraps(function)
    def of_number(x: Number) -> Number:
        if isinstance(x, fmpq):
            if at_zero is not None and x == 0:
                return at_zero
            return settled(function(arb(x)))
        if is_nan(x):
            return NAN
        if at_infinity is not None and not x.is_finite():
            return at_infinity[x > 0]
        return settled(function(x))

    return of_number


def monotone(function: Callable[..., Number]) -> Callable[..., Number]:
    """A function that rises, or falls, over all of its domain: on a wide ball by its values at both ends."""

    @functools.wraps(function)
    def of_number(x: Number, *orders: Number) -> Number:
        if is_narrow(x) or not x.is_finite():
            return function(x, *orders)
        with no_more_digits_than(x):
            low, high = bounds(x)
            return either(function(low, *orders), function(high, *orders))

    return of_number


def is_narrow(x: Number) -> bool:
    """Is this an exact number, or a ball with some digits?"""
    return isinstance(x, fmpq) or x.rel_accuracy_bits() > NARROW


def clipped(x: Number, low: Number, high: Number) -> Number:
    """A number that is known to lie between two exact ones: the part of its ball that does, or all between them."""
    if not is_finite(x):
        return either(low, high)
    return x if is_narrow(x) else common(x, either(low, high))


def common(x: Number, y: Number) -> Number:
    """A number of which two enclosures are known."""
    if not is_finite(x) or isinstance(y, fmpq):
        return y
    return x if not is_finite(y) or isinstance(x, fmpq) else settled(x.intersection(y))


def is_minus_infinity(x: Number) -> bool:
    """Is this number -inf, for certain?"""
    return isinstance(x, arb) and bool(x == MINUS_INFINITY)


def whole(x: Number) -> int | None:
    """The integer that a number is known to be, if any."""
    return int(x.p) if isinstance(x, fmpq) and x.q == 1 else None


def whole_order(k: Number, highest: int = HIGHEST_DERIVATIVE) -> int | None:
    """The order of a derivative that is computed. One more than the rows take: their partials need it."""
    order = whole(k)
    return order if order is not None and 0 <= order <= highest + 1 else None


def magnitude(x: Any) -> int:
    """The n for which the midpoint of a finite ball is less than 2^n, and at least half of that."""
    mantissa, exponent = x.mid().man_exp()
    return int(exponent) + int(mantissa).bit_length()


def digits(x: Any) -> int:
    """The bits that are known of a ball, relative or absolute, whichever are more."""
    return max(0, int(x.rel_accuracy_bits()), -magnitude(x.rad()))


@contextlib.contextmanager
def no_more_digits_than(*balls: Any) -> Iterator[None]:
    """Arb works with about as many bits as the arguments have: on wide balls thousands would cost time for nothing."""
    known = [digits(x) for x in balls if not x.is_exact()]
    with precision(min(flint.ctx.prec, 64 + 2 * min(known))) if known else contextlib.nullcontext():
        yield


def sized(function: Callable[..., Any]) -> Callable[..., Number]:
    """A function of balls, made a function of numbers that works with no more digits than these have."""
    return functools.wraps(function)(lambda *numbers: value_of(function, numbers))


def of_order(function: Callable[[Any, int], Any]) -> Callable[[Number, Number], Number]:
    """A function of a ball and of the order of a derivative, made a function of numbers."""

    @functools.wraps(function)
    def of_numbers(x: Number, k: Number) -> Number:
        order = whole_order(k)
        return NAN if order is None else value_of(function, (x,), order)

    return of_numbers


def value_of(function: Callable[..., Any], numbers: tuple[Number, ...], *others: int) -> Number:
    """A function of balls at some numbers: with no more digits than these have or, where it loses half, with more."""
    balls = [ball(x) for x in numbers]
    if any(map(is_nan, balls)):
        return NAN
    if all(x.is_exact() for x in balls):
        found = function(*balls, *others)
    else:
        with no_more_digits_than(*balls):
            found = function(*balls, *others)
    bits = flint.ctx.prec
    # Exact numbers make narrower balls with more bits, and Arb has answers then that it lacks with few.
    while 2 * found.rel_accuracy_bits() < flint.ctx.prec and 2 * bits <= LONGEST and all(map(is_exact, numbers)):
        bits *= 2
        with precision(bits):
            found = function(*map(ball, numbers), *others)
    return settled(found)


def derivative(function: Callable[[Any], Any], x: Any, order: int) -> Any:
    """The ball of a derivative at `x` of `function`, which takes and gives power series."""
    before, flint.ctx.cap = flint.ctx.cap, order + 1
    try:
        return function(arb_series([x, 1]))[order] * arb.fac_ui(order)
    finally:
        flint.ctx.cap = before
