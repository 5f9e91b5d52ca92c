"""Numbers that are known to lie within bounds: exact rationals, and balls of Arb where a number is not rational.

A number is a `flint.fmpq` as long as it is exact and short, so that `0.1 + 0.2 == 0.3` is decided and a kink at
0.3 is met; else a `flint.arb`, a ball that contains the true number. A ball that is not finite, but for the exact
infinities, says that nothing is known: it is this kind's nan. The working precision is `flint.ctx.prec` bits,
which is one for the whole process.
"""

from __future__ import annotations

import contextlib
import functools
import math
import threading
from collections.abc import Callable, Iterator
from typing import Any

import flint
from flint import arb, fmpq, fmpz

__all__ = [
    "AT_WORK",
    "NAN",
    "UNDECIDED",
    "Number",
    "ball",
    "bounds",
    "constant",
    "double",
    "is_exact",
    "is_finite",
    "is_nan",
    "is_zero",
    "number",
    "of_balls",
    "precision",
    "settled",
    "short",
    "truth",
]

Number = Any
"""A `flint.fmpq` or a `flint.arb`; python-flint comes without types."""

UNDECIDED = "undecided"
"""The truth of a condition on balls that overlap."""
LONGEST = 4096
"""Bits of the numerator or denominator of a number that is kept exact."""
NAN = arb.nan()


AT_WORK = threading.RLock()
"""Held while Arb works: its precision and the length of its series are one for all threads."""


@contextlib.contextmanager
def precision(bits: int) -> Iterator[None]:
    """Arb works with `bits` bits inside this context, for this thread alone."""
    with AT_WORK:
        before, flint.ctx.prec = flint.ctx.prec, bits
        try:
            yield
        finally:
            flint.ctx.prec = before


def ball(x: Number) -> Any:
    """A number as a ball, of the precision at work."""
    return x if isinstance(x, arb) else arb(x)


def settled(x: Any) -> Number:
    """A ball as a number: exact and short ones become rationals, what is not finite nan or an exact infinity."""
    if x.is_finite():
        if not x.is_exact():
            return x
        mantissa, exponent = x.man_exp()
        if abs(int(exponent)) > LONGEST:
            return x
        return fmpq(mantissa << int(exponent)) if exponent >= 0 else fmpq(mantissa, fmpz(1) << int(-exponent))
    return x if x in (arb.pos_inf(), arb.neg_inf()) else NAN


def short(x: Any) -> Number:
    """A rational as a number: a ball if it has grown too long to be kept exact."""
    return x if x.height_bits() <= LONGEST else arb(x)


def is_exact(x: Number) -> bool:
    """Is this number known exactly, infinities included?"""
    return isinstance(x, fmpq) or bool(x.is_exact() and not x.is_nan())


def of_balls(function: Callable[..., Any]) -> Callable[..., Number]:
    """A function of balls that gives a ball, made a function of numbers; nan where an argument is."""

    @functools.wraps(function)
    def of_numbers(*arguments: Number) -> Number:
        balls = [ball(argument) for argument in arguments]
        return NAN if any(map(is_nan, balls)) else settled(function(*balls))

    return of_numbers


def number(text: str) -> Number:
    """A number as written: `0.1` is one tenth."""
    digits, _, exponent = text.lower().replace("_", "").partition("e")
    whole, _, fraction = digits.partition(".")
    power = int(exponent or "0") - len(fraction)
    if abs(power) > LONGEST // 4 or len(digits) > LONGEST // 4:
        return settled(arb(text.replace("_", "")))
    mantissa = fmpz(int(whole + fraction or "0"))
    return short(fmpq(mantissa * fmpz(10) ** power) if power >= 0 else fmpq(mantissa, fmpz(10) ** -power))


def double(x: float) -> Number:
    """A double, exactly the number that it is."""
    # By way of a ball it would take three times as long, and the functions on doubles need it for each argument.
    return fmpq(*x.as_integer_ratio()) if math.isfinite(x) else settled(arb(x))


def constant(name: str) -> Number:
    """A named constant of the language."""
    match name:
        case "pi":
            return arb.pi()
        case "e":
            return arb.const_e()
        case "tau":
            return 2 * arb.pi()
        case "deg":
            return arb.pi() / 180
        case "rad":
            return 180 / arb.pi()
    return arb.pos_inf()


def truth(condition: Any) -> bool | None:
    """Is a condition true? None where the balls overlap."""
    return None if condition is UNDECIDED else bool(condition)


def is_zero(x: Number) -> bool:
    """Is this exactly zero?"""
    return bool(x == 0) if isinstance(x, fmpq) else bool(x.is_zero())


def is_finite(x: Number) -> bool:
    """Is this number known to be finite?"""
    return isinstance(x, fmpq) or bool(x.is_finite())


def is_nan(x: Number) -> bool:
    """Is nothing known of this number?"""
    return not isinstance(x, fmpq) and not x.is_finite() and x not in (arb.pos_inf(), arb.neg_inf())


def bounds(x: Number) -> tuple[Number, Number]:
    """The ends of a number's ball, as exact numbers, rounded outward."""
    if isinstance(x, fmpq) or not x.is_finite():
        return x, x
    return settled(x.lower()), settled(x.upper())
