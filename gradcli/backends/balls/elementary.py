"""Exponentials, logarithms, trigonometric and hyperbolic functions, and their inverses, on balls."""

from __future__ import annotations

from flint import arb

from gradcli.backends.balls.enclosures import INFINITY, MINUS_INFINITY, ZERO, monotone, of_ball
from gradcli.backends.balls.numbers import NAN, Number, ball, is_nan, is_zero, settled

__all__ = [
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cos",
    "cosh",
    "exp",
    "expm1",
    "log",
    "log1p",
    "sin",
    "sinh",
    "tan",
    "tanh",
]

exp = of_ball(lambda x: x.exp())
expm1 = of_ball(lambda x: x.expm1())
log1p = of_ball(lambda x: MINUS_INFINITY if x == -1 else x.log1p())

sin = of_ball(lambda x: x.sin())
cos = of_ball(lambda x: x.cos())
tan = of_ball(lambda x: x.tan())
asin = of_ball(lambda x: x.asin())
acos = of_ball(lambda x: x.acos())
atan = of_ball(lambda x: x.atan())

sinh = of_ball(lambda x: x.sinh())
cosh = of_ball(lambda x: x.cosh())
tanh = monotone(of_ball(lambda x: x.tanh()))
asinh = monotone(of_ball(lambda x: x.asinh()))
acosh = of_ball(lambda x: x.acosh())


def atanh(x: Number) -> Number:
    """The inverse of tanh; infinite at -1 and 1."""
    if abs(x) == 1:
        return INFINITY if x > 0 else MINUS_INFINITY
    return area_tangent(x)


area_tangent = of_ball(lambda x: x.atanh())


def log(x: Number) -> Number:
    """The natural logarithm; -inf at 0."""
    return MINUS_INFINITY if is_zero(x) else NAN if is_nan(x) else settled(ball(x).log())


def atan2(y: Number, x: Number) -> Number:
    """The angle of the point (x, y), 0 at the origin."""
    if is_nan(x) or is_nan(y):
        return NAN
    return ZERO if is_zero(x) and is_zero(y) else settled(arb.atan2(ball(y), ball(x)))
