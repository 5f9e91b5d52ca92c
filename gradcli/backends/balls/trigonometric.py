"""The other trigonometric functions and their inverses, those of turns, and sinc, on balls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import acb, arb, fmpq

from gradcli.backends.balls.arithmetic import divide
from gradcli.backends.balls.elementary import acos, asin, atan
from gradcli.backends.balls.enclosures import HALF, INFINITY, ONE, ZERO, clipped, of_ball, of_order, whole_order
from gradcli.backends.balls.numbers import NAN, Number, ball, is_finite, is_nan, is_zero

__all__ = [
    "acot",
    "acsc",
    "asec",
    "cospi",
    "cot",
    "csc",
    "sec",
    "sinc",
    "sincderiv",
    "sinpi",
    "tanpi",
]

SINES = {ZERO: ZERO, fmpq(1, 6): HALF, fmpq(-1, 6): -HALF, -HALF: -ONE}
"""The rational sines of rational half turns between -1/2 and 1/2; there are no others (Niven)."""
TANGENTS = {ZERO: ZERO, fmpq(1, 4): ONE, fmpq(-1, 4): -ONE, -HALF: INFINITY}

cot = of_ball(lambda x: x.cot(), at_zero=INFINITY)
sec = of_ball(lambda x: x.sec())
csc = of_ball(lambda x: x.csc(), at_zero=INFINITY)
sinc = of_ball(lambda x: x.sinc())


def of_reciprocal(function: Callable[[Number], Number]) -> Callable[[Number], Number]:
    """function(1/x), the reciprocal of a rational exact."""
    return lambda x: function(divide(ONE, x))


asec = of_reciprocal(acos)
acsc = of_reciprocal(asin)


def acot(x: Number) -> Number:
    """atan(1/x), and pi/2 at 0, where it jumps from -pi/2."""
    if is_zero(x):
        return arb.pi() / 2
    if not is_nan(x) and ball(x).contains(0):
        return arb.pi() / 2 * arb(0, 1)
    return atan(divide(ONE, x))


def reduced(x: fmpq) -> tuple[fmpq, bool]:
    """x less the nearest integer, and whether that is odd: no digit is lost far out or beside an integer."""
    nearest = (x + HALF).floor()
    return x - nearest, bool(nearest % 2)


def sinpi(x: Number) -> Number:
    """sin(pi*x); exact where it is rational."""
    if not isinstance(x, fmpq):
        return sine_of_turn(x)
    rest, is_odd = reduced(x)
    found = SINES[rest] if rest.q in (1, 2, 6) else sine_of_turn(rest)
    return -found if is_odd else found


def cospi(x: Number) -> Number:
    """cos(pi*x); exact where it is rational."""
    return sinpi(x + HALF) if isinstance(x, fmpq) else cosine_of_turn(x)


def tanpi(x: Number) -> Number:
    """tan(pi*x); exact where it is rational, and inf midway between integers."""
    if not isinstance(x, fmpq):
        return tangent_of_turn(x)
    rest, _ = reduced(x)
    return TANGENTS[rest] if rest.q in (1, 2, 4) else tangent_of_turn(rest)


sine_of_turn = of_ball(lambda x: x.sin_pi())
cosine_of_turn = of_ball(lambda x: x.cos_pi())
tangent_of_turn = of_ball(lambda x: x.tan_pi())


def sincderiv(x: Number, k: Number) -> Number:
    """The k-th derivative of sinc, which is at most 1/(k + 1)."""
    order = whole_order(k)
    if order is None or is_nan(x):
        return NAN
    if is_zero(x):
        return ZERO if order % 2 else fmpq((-1) ** (order // 2), order + 1)
    if not is_finite(x):
        return ZERO
    largest = fmpq(1, order + 1)
    return clipped(derivative_of_sinc(x, k), -largest, largest)


@of_order
def derivative_of_sinc(x: Any, order: int) -> Any:
    """By the integral of exp(i*t*x) by t from 0 to 1, which is sinc(x) in its real part."""
    turned = acb(0, x).hypgeom_1f1(acb(order + 1), acb(order + 2)) / (order + 1)
    return (turned.real, -turned.imag, -turned.real, turned.imag)[order % 4]
