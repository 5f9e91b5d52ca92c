"""The numbers of the answer: each row of the rule table as a function on Python floats that never raises.

IEEE arithmetic throughout: what has no value is nan, what is too large is infinite. The language's numbers are
real, so there is one zero: the sign of a zero never decides anything, and `1/0` is inf, approached from above.
Functions that `math` gives within one ulp come from there, the others from balls (`backends.rounding`).
"""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable

# One namespace holds them all, as a backend is asked for each function by name.
from gradcli.backends.arithmetic import *
from gradcli.backends.backend import Edges
from gradcli.backends.bessel import *
from gradcli.backends.binomials import *
from gradcli.backends.gammas import *
from gradcli.backends.hyperbolic import *
from gradcli.backends.integrals import *
from gradcli.backends.powers import *
from gradcli.backends.trigonometric import *

IS_DOUBLE = True
IS_INTERVAL = False
EDGES: Edges = "decided"

CONSTANTS = {
    "pi": math.pi,
    "e": math.e,
    "tau": math.tau,
    "inf": math.inf,
    "deg": math.radians(1),
    "rad": math.degrees(1),
}


def number(text: str) -> float:
    """A number as written; one too large for a double is infinite."""
    return float(text)


def double(value: float) -> float:
    """A double is a number of this kind."""
    return value


def constant(name: str) -> float:
    """A named constant of the language."""
    return CONSTANTS[name]


def truth(condition: bool) -> bool:
    """Is a condition true?"""
    return condition


def is_zero(x: float) -> bool:
    """Is `x` zero, of either sign?"""
    return x == 0


def is_finite(x: float) -> bool:
    """Is `x` a number, neither infinite nor nan?"""
    return math.isfinite(x)


def is_nan(x: float) -> bool:
    """Is `x` no number at all?"""
    return math.isnan(x)


def text(x: float) -> str:
    """The shortest text that reads back as `x`, without the ornaments of `repr`: `1`, `1e22`, `1e-5`.

    Both zeros are `0`, as the language has one. The truth of a condition is `true` or `false`.
    """
    if isinstance(x, bool):
        return "true" if x else "false"
    if x == 0:
        return "0"
    mantissa, mark, exponent = repr(x).partition("e")
    return mantissa.removesuffix(".0") + (f"e{int(exponent)}" if mark else "")


def contribution(partial: float, adjoint: float) -> float:
    """`partial*adjoint`, and zero where either is zero, even against an infinity."""
    return 0.0 if partial == 0 or adjoint == 0 else partial * adjoint


def total(left: float, right: float) -> float:
    """The sum of two contributions."""
    return left + right


def without_exceptions(function: Callable[[float], float]) -> Callable[[float], float]:
    """A function of `math` that gives nan where it has no value and inf where that is too large."""

    def ieee(x: float) -> float:
        try:
            return function(x)
        except ValueError:
            return math.nan
        except OverflowError:
            return math.inf

    return ieee


asin = without_exceptions(math.asin)
acos = without_exceptions(math.acos)
atan = math.atan
exp = without_exceptions(math.exp)
expm1 = without_exceptions(math.expm1)
erf = math.erf
hypot = math.hypot


def atan2(y: float, x: float) -> float:
    """The angle of the point (x, y), 0 at the origin."""
    # Adding 0 turns -0 into 0: on the negative axis the two would give -pi and pi.
    return math.atan2(y + 0.0, x + 0.0)


def log(x: float) -> float:
    """The natural logarithm; -inf at 0."""
    return -math.inf if x == 0 else math.log(x) if x > 0 else math.nan


def log1p(x: float) -> float:
    """log(1 + x); -inf at -1."""
    return -math.inf if x == -1 else math.log1p(x) if x > -1 else math.nan


def log2(x: float) -> float:
    """The logarithm to the base 2; -inf at 0."""
    return -math.inf if x == 0 else math.log2(x) if x > 0 else math.nan


def sqrt(x: float) -> float:
    """The square root."""
    # The root of -0 is plain 0, so that its slope 1/(2*v) is +inf.
    return 0.0 if x == 0 else math.sqrt(x) if x > 0 else math.nan


def absolute(x: float) -> float:
    """The absolute value."""
    return abs(x)


def sign(x: float) -> float:
    """-1, 0 or 1."""
    return x if math.isnan(x) else float((x > 0) - (x < 0))


def minimum(x: float, y: float) -> float:
    """The smaller one; nan if either is nan."""
    return x if x <= y or math.isnan(x) else y


def maximum(x: float, y: float) -> float:
    """The larger one; nan if either is nan."""
    return x if x >= y or math.isnan(x) else y


def step(x: float) -> float:
    """0, 1/2 or 1 as x is negative, zero or positive."""
    return (sign(x) + 1) / 2


def floor(x: float) -> float:
    """The largest integer not above x, as a float."""
    return float(math.floor(x)) if math.isfinite(x) else x


def ceil(x: float) -> float:
    """The smallest integer not below x, as a float."""
    return float(math.ceil(x)) if math.isfinite(x) else x


def mod(x: float, y: float) -> float:
    """The floored remainder, which has the sign of `y`, rounded once.

    A tiny negative `x` gives `y` itself: 3 - 1e-20 rounds to 3.
    """
    return x % y if y != 0 and math.isfinite(x) else math.nan


def round(x: float) -> float:
    """The nearest integer, the even one of two, as a float."""
    return float(builtins.round(x)) if math.isfinite(x) else x


def trunc(x: float) -> float:
    """The integer part, as a float."""
    return float(math.trunc(x)) if math.isfinite(x) else x


def frac(x: float) -> float:
    """x - floor(x), rounded once."""
    return mod(x, 1.0)


def mean(*numbers: float) -> float:
    """The mean, of the sum rounded once; the sum may be larger than any double."""
    if not all(map(math.isfinite, numbers)):
        return sum(numbers) / len(numbers)
    try:
        return math.fsum(numbers) / len(numbers)
    except OverflowError:
        return 2 * math.fsum(number / 2 / len(numbers) for number in numbers)
