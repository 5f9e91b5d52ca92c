"""Functions on intervals by their values at the ends, where it is known in which stretches they rise or fall."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from flint import fmpq

from gradcli.backends import balls
from gradcli.backends.intervals.arithmetic import ZERO
from gradcli.backends.intervals.numbers import (
    NAN,
    Interval,
    ball_around,
    between,
    hull,
    is_finite,
    is_nan,
    is_point,
    of_ball,
    on_balls,
)

RISING = frozenset((
    "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "ceil", "elu", "erf", "erfinv", "exp", "exp10", "exp2", "expm1",
    "floor", "lambertw", "leakyrelu", "log", "log10", "log1p", "log2", "logaddexp", "logit", "normcdf", "norminv",
    "round", "sigmoid", "sign", "sinh", "softplus", "sqrt", "tanh", "trunc",
))  # fmt: skip
"""The functions that nowhere fall, by any argument, in all of their domain, by their names in the backends."""

FALLING = frozenset(("acos", "asech", "erfc", "erfcinv", "erfcx"))
"""Those that nowhere rise."""

PARTING = frozenset(("softmax",))
"""Those that nowhere fall by their first argument, and nowhere rise by the others."""

DEFINED = frozenset((
    "acoth", "acsc", "acsch", "asec", "coth", "csc", "csch", "hypot", "log_base", "sec",
))  # fmt: skip
"""Those that have each argument once in their definition in the rule table, which nothing is tighter than."""

PIECES: dict[str, Callable[[Any], Any]] = {
    "elu": lambda x: x if balls.greater(x, ZERO) is True else balls.expm1(x),
    "leakyrelu": lambda x: x if balls.greater(x, ZERO) is True else balls.divide(x, fmpq(100)),
}
"""At exact numbers, those that the rule table defines with their argument twice, which is not tight."""


class Stretch(NamedTuple):
    """A function on the numbers above `begins` that turns once, between `left` and `right`, at most to `extremum`."""

    left: str
    right: str
    extremum: str
    begins: str = ""


TURNING = {
    "absolute": Stretch("0", "0", "0"),
    "cosh": Stretch("0", "0", "1"),
    "gaussian": Stretch("0", "0", "1"),
    "normpdf": Stretch("0", "0", "0.3989422804014327"),
    "sech": Stretch("0", "0", "1"),
    # Where they turn, to 14 digits and more, with values just beyond those there.
    "gelu": Stretch("-0.75179152469358", "-0.75179152469354", "-0.1699712074799037"),
    "silu": Stretch("-1.27846454276109", "-1.27846454276106", "-0.2784645427610739"),
    # Where gamma turns (OEIS A030169), with values beyond those there (A030171 and its logarithm).
    "factorial": Stretch("0.46163214496836", "0.46163214496837", "0.8856031944108886", "-1"),
    "gamma": Stretch("1.46163214496836", "1.46163214496837", "0.8856031944108886", "0"),
    "lgamma": Stretch("1.46163214496836", "1.46163214496837", "-0.1214862905358497", "0"),
    # These turn nowhere.
    "digamma": Stretch("0", "0", "0", "0"),
    "trigamma": Stretch("0", "0", "0", "0"),
}
"""Functions with one extremum at most, by their names in the backends."""

WAVES = {"sin": ("0.5", "pi"), "cos": ("0", "pi"), "sinpi": ("0.5", "1"), "cospi": ("0", "1")}
"""The first place where each is 1, in half periods, and half its period."""

BRANCHES = {"tan": ("0.5", "pi"), "tanpi": ("0.5", "1"), "cot": ("0", "pi")}
"""The first pole of each, in periods, and its period; it is monotone between poles."""


def rising(function: Callable[..., Any]) -> Callable[..., Interval]:
    """A function that nowhere falls."""

    def on_intervals(*arguments: Interval) -> Interval:
        if any(map(is_nan, arguments)):
            return NAN
        low, high = zip(*arguments, strict=True)
        return between(function(*low), function(*high))

    return on_intervals


def falling(function: Callable[..., Any]) -> Callable[..., Interval]:
    """A function that nowhere rises."""

    def on_intervals(*arguments: Interval) -> Interval:
        if any(map(is_nan, arguments)):
            return NAN
        low, high = zip(*arguments, strict=True)
        return between(function(*high), function(*low))

    return on_intervals


def parting(function: Callable[..., Any]) -> Callable[..., Interval]:
    """A function that nowhere falls by its first argument, and nowhere rises by the others."""

    def on_intervals(x: Interval, *others: Interval) -> Interval:
        if any(map(is_nan, (x, *others))):
            return NAN
        low = function(x.low, *(other.high for other in others))
        return between(low, function(x.high, *(other.low for other in others)))

    return on_intervals


def exact(text: str) -> Any:
    """A decimal as a rational."""
    return -balls.number(text[1:]) if text.startswith("-") else balls.number(text)


def turning(stretch: Stretch, function: Callable[..., Any]) -> Callable[..., Interval]:
    """A function that turns once; to the left of its stretch it is what a ball gives."""

    def on_intervals(x: Interval) -> Interval:
        if is_nan(x):
            return NAN
        if stretch.begins and balls.greater(x.low, exact(stretch.begins)) is not True:
            return of_ball(function(ball_around(x)))
        ends = [function(end) for end in x]
        is_left = balls.less_equal(x.high, exact(stretch.left)) is True
        is_right = balls.greater_equal(x.low, exact(stretch.right)) is True
        return hull(*ends) if is_left or is_right else hull(*ends, exact(stretch.extremum))

    return on_intervals


def may_pass(x: Interval, first: Any, period: Any) -> bool:
    """May one of `first`, `first + period`, `first - period`, ... lie in `x`?"""
    low, high = (balls.divide(balls.subtract(end, first), period) for end in x)
    return balls.greater(balls.ceil(balls.bounds(low)[0]), balls.floor(balls.bounds(high)[1])) is not True


def unit(name: str) -> Any:
    """A half turn, in radians or in turns."""
    return balls.constant("pi") if name == "pi" else fmpq(1)


def wave(top: str, half: str, function: Callable[[Any], Any]) -> Callable[[Interval], Interval]:
    """A sine or cosine: it is 1 at `top` half periods, and -1 half a period later."""

    def on_intervals(x: Interval) -> Interval:
        if is_point(x):
            return of_ball(function(x.low))
        if not is_finite(x):
            return NAN if is_nan(x) else Interval(fmpq(-1), fmpq(1))
        ends = [function(end) for end in x]
        for extremum in (1, -1):
            place = balls.add(exact(top), fmpq(0 if extremum > 0 else 1))
            if may_pass(x, balls.multiply(place, unit(half)), balls.multiply(fmpq(2), unit(half))):
                ends.append(fmpq(extremum))
        return hull(*ends)

    return on_intervals


def branch(pole: str, period: str, function: Callable[[Any], Any]) -> Callable[[Interval], Interval]:
    """A tangent or cotangent, which is monotone between its poles."""

    def on_intervals(x: Interval) -> Interval:
        if is_point(x):
            return of_ball(function(x.low))
        if not is_finite(x) or may_pass(x, balls.multiply(exact(pole), unit(period)), unit(period)):
            return NAN
        return hull(*(function(end) for end in x))

    return on_intervals


def atan2(y: Interval, x: Interval) -> Interval:
    """The angle of the point (x, y): a box without the origin and the cut is seen between two of its corners."""
    is_clear = (
        balls.greater(x.low, ZERO) is True
        or balls.greater(y.low, ZERO) is True
        or balls.less(y.high, ZERO) is True
        or (balls.less(x.high, ZERO) is True and balls.greater_equal(y.low, ZERO) is True)
    )
    if is_nan(x) or is_nan(y):
        return NAN
    if is_clear or (is_point(x) and is_point(y)):
        return hull(*(balls.atan2(one, other) for one in y for other in x))
    return of_ball(balls.atan2(ball_around(y), ball_around(x)))


def acot(x: Interval) -> Interval:
    """The inverse of cot, which falls on both sides of 0, and jumps there."""
    if is_nan(x):
        return NAN
    if balls.greater(x.low, ZERO) is True or balls.less(x.high, ZERO) is True or is_point(x):
        return falling(balls.acot)(x)
    half = balls.divide(balls.constant("pi"), fmpq(2))
    return hull(half, -half)


def root(x: Interval, n: Interval) -> Interval:
    """The n-th root, which rises with x."""
    if is_point(n):
        return rising(lambda end: balls.root(end, n.low))(x)
    return on_balls(balls.root)(x, n)


@cache
def find(name: str) -> Callable[..., Interval] | None:
    """The function on intervals of a name of the rule table; None where its definition does as well, or must do."""
    function: Any = getattr(balls, name, None) or PIECES.get(name)
    if not callable(function) or name in DEFINED:
        return None
    if name in RISING:
        return rising(function)
    if name in FALLING:
        return falling(function)
    if name in PARTING:
        return parting(function)
    if name in TURNING:
        return turning(TURNING[name], function)
    if name in WAVES:
        return wave(*WAVES[name], function)
    if name in BRANCHES:
        return branch(*BRANCHES[name], function)
    return on_balls(function)
