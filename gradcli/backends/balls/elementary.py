"""Exponentials, logarithms, trigonometric and hyperbolic functions, and their inverses, on balls."""

from __future__ import annotations

from flint import arb, fmpq

from gradcli.backends.balls.numbers import NAN, Number, ball, is_nan, is_zero, of_balls, settled

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

exp = of_balls(lambda x: x.exp())
expm1 = of_balls(lambda x: x.expm1())
log1p = of_balls(lambda x: arb.neg_inf() if x == -1 else x.log1p())

sin = of_balls(lambda x: x.sin())
cos = of_balls(lambda x: x.cos())
tan = of_balls(lambda x: x.tan())
asin = of_balls(lambda x: x.asin())
acos = of_balls(lambda x: x.acos())
atan = of_balls(lambda x: x.atan())

sinh = of_balls(lambda x: x.sinh())
cosh = of_balls(lambda x: x.cosh())
tanh = of_balls(lambda x: x.tanh())
asinh = of_balls(lambda x: x.asinh())
acosh = of_balls(lambda x: x.acosh())
atanh = of_balls(lambda x: x.atanh())


def log(x: Number) -> Number:
    """The natural logarithm; -inf at 0."""
    return arb.neg_inf() if is_zero(x) else NAN if is_nan(x) else settled(ball(x).log())


def atan2(y: Number, x: Number) -> Number:
    """The angle of the point (x, y), 0 at the origin."""
    if is_nan(x) or is_nan(y):
        return NAN
    return fmpq(0) if is_zero(x) and is_zero(y) else settled(arb.atan2(ball(y), ball(x)))
