"""Values and slopes of each row of the rule table by mpmath: an arbiter that shares nothing with gradcli.

Keyed by the row's name in the backends; arguments and results are `mpf`. The slopes are other forms than the
table's where there is a choice, so that a slip is not copied.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import mpmath
from mpmath import mp, mpf

from gradcli import rules
from gradcli.expression import Call, Number, fold
from gradcli.graph import rule_formula
from gradcli.rules.rule import Rule

from . import special

DIGITS = 60
Function = Callable[..., Any]


def cube_root(x: Any) -> Any:
    return mpmath.sign(x) * mpmath.cbrt(abs(x))


def logistic(x: Any) -> Any:
    return 1 / (1 + mpmath.exp(-x))


def log_gamma(x: Any) -> Any:
    return mpmath.re(mpmath.loggamma(x))


VALUES: dict[str, Function] = {
    "identity": lambda x: x,
    "add": lambda x, y: x + y,
    "subtract": lambda x, y: x - y,
    "negative": lambda x: -x,
    "multiply": lambda x, y: x * y,
    "divide": lambda x, y: x / y,
    "power": lambda x, y: mpmath.re(mpmath.power(x, int(y) if y == int(y) else y)),
    "less": lambda x, y: x < y,
    "less_equal": lambda x, y: x <= y,
    "greater": lambda x, y: x > y,
    "greater_equal": lambda x, y: x >= y,
    "equal": lambda x, y: x == y,
    "not_equal": lambda x, y: x != y,
    "logical_and": lambda a, b: a != 0 and b != 0,
    "logical_or": lambda a, b: a != 0 or b != 0,
    "logical_not": lambda a: a == 0,
    "select": lambda c, x, y: x if c else y,
    "exp": mpmath.exp,
    "expm1": mpmath.expm1,
    "log": mpmath.log,
    "log_base": lambda x, b: mpmath.log(x) / mpmath.log(b),
    "log1p": mpmath.log1p,
    "log2": lambda x: mpmath.log(x, 2),
    "log10": lambda x: mpmath.log(x, 10),
    "sqrt": mpmath.sqrt,
    "cbrt": cube_root,
    "sin": mpmath.sin,
    "cos": mpmath.cos,
    "tan": mpmath.tan,
    "asin": mpmath.asin,
    "acos": mpmath.acos,
    "atan": mpmath.atan,
    "atan2": mpmath.atan2,
    "sinh": mpmath.sinh,
    "cosh": mpmath.cosh,
    "tanh": mpmath.tanh,
    "sech": mpmath.sech,
    "asinh": mpmath.asinh,
    "acosh": mpmath.acosh,
    "atanh": mpmath.atanh,
    "sigmoid": logistic,
    "softplus": lambda x: mpmath.log1p(mpmath.exp(x)) if x < 1000 else x,
    "erf": mpmath.erf,
    "erfc": lambda x: mpmath.erfc(x) if x < 1000 else mpf(0),
    "gaussian": lambda x: mpmath.exp(-x * x),
    "gamma": mpmath.gamma,
    "lgamma": log_gamma,
    "factorial": lambda x: mpmath.gamma(x + 1),
    "digamma": mpmath.digamma,
    "trigamma": lambda x: mpmath.polygamma(1, x),
    "polygamma": lambda n, x: mpmath.polygamma(int(n), x),
    "absolute": abs,
    "sign": mpmath.sign,
    "minimum": min,
    "maximum": max,
    "hypot": lambda *lengths: mpmath.sqrt(mpmath.fsum(x * x for x in lengths)),
    "floor": mpmath.floor,
    "ceil": mpmath.ceil,
    "mod": lambda x, y: x - y * mpmath.floor(x / y),
    **special.VALUES,
}

SLOPES: dict[str, tuple[Function, ...]] = {
    "identity": (lambda x: 1,),
    "add": (lambda x, y: 1, lambda x, y: 1),
    "subtract": (lambda x, y: 1, lambda x, y: -1),
    "negative": (lambda x: -1,),
    "multiply": (lambda x, y: y, lambda x, y: x),
    "divide": (lambda x, y: 1 / y, lambda x, y: -x / y**2),
    "power": (
        lambda x, y: y * VALUES["power"](x, y - 1),
        lambda x, y: VALUES["power"](x, y) * mpmath.log(x) if x else mpf(0),
    ),
    "select": (lambda c, x, y: 0, lambda c, x, y: 1 if c else 0, lambda c, x, y: 0 if c else 1),
    "exp": (mpmath.exp,),
    "expm1": (mpmath.exp,),
    "log": (lambda x: 1 / x,),
    "log_base": (
        lambda x, b: 1 / (x * mpmath.log(b)),
        lambda x, b: -mpmath.log(x) / (b * mpmath.log(b) ** 2),
    ),
    "log1p": (lambda x: 1 / (1 + x),),
    "log2": (lambda x: 1 / (x * mpmath.log(2)),),
    "log10": (lambda x: 1 / (x * mpmath.log(10)),),
    "sqrt": (lambda x: mpf(1) / 2 / mpmath.sqrt(x) if x else mp.inf,),
    "cbrt": (lambda x: 1 / (3 * cube_root(x * x)) if x else mp.inf,),
    "sin": (mpmath.cos,),
    "cos": (lambda x: -mpmath.sin(x),),
    "tan": (lambda x: mpmath.sec(x) ** 2,),
    "asin": (lambda x: 1 / mpmath.sqrt(1 - x**2) if abs(x) < 1 else mp.inf,),
    "acos": (lambda x: -1 / mpmath.sqrt(1 - x**2) if abs(x) < 1 else -mp.inf,),
    "atan": (lambda x: 1 / (1 + x**2),),
    "atan2": (lambda y, x: x / (x**2 + y**2), lambda y, x: -y / (x**2 + y**2)),
    "sinh": (mpmath.cosh,),
    "cosh": (mpmath.sinh,),
    "tanh": (lambda x: mpmath.sech(x) ** 2,),
    "sech": (lambda x: -mpmath.sinh(x) / mpmath.cosh(x) ** 2,),
    "asinh": (lambda x: 1 / mpmath.sqrt(1 + x**2),),
    "acosh": (lambda x: 1 / mpmath.sqrt(x**2 - 1) if x > 1 else mp.inf,),
    "atanh": (lambda x: 1 / (1 - x**2),),
    "sigmoid": (lambda x: mpf(1) / 4 / mpmath.cosh(x / 2) ** 2,),
    "softplus": (logistic,),
    "erf": (lambda x: 2 * mpmath.exp(-(x**2)) / mpmath.sqrt(mp.pi),),
    "erfc": (lambda x: -2 * mpmath.exp(-(x**2)) / mpmath.sqrt(mp.pi),),
    "gaussian": (lambda x: -2 * x * mpmath.exp(-(x**2)),),
    "gamma": (lambda x: mpmath.gamma(x) * mpmath.digamma(x),),
    "lgamma": (mpmath.digamma,),
    "factorial": (lambda x: mpmath.gamma(x + 1) * mpmath.digamma(x + 1),),
    "digamma": (lambda x: mpmath.polygamma(1, x),),
    "trigamma": (lambda x: mpmath.polygamma(2, x),),
    "polygamma": (lambda n, x: mp.nan, lambda n, x: mpmath.polygamma(int(n) + 1, x)),
    "absolute": (mpmath.sign,),
    "sign": (lambda x: 0,),
    "minimum": (lambda x, y: 1 if x < y else 0, lambda x, y: 1 if y < x else 0),
    "maximum": (lambda x, y: 1 if x > y else 0, lambda x, y: 1 if y > x else 0),
    "floor": (lambda x: 0,),
    "ceil": (lambda x: 0,),
    "mod": (lambda x, y: 1, lambda x, y: -mpmath.floor(x / y)),
    **special.SLOPES,
}


def value(rule: Rule) -> Function:
    """The function of a row. One that is made of others needs no reference: its definition is worked out in mpmath."""
    if rule.backend_name in VALUES:
        return VALUES[rule.backend_name]
    body = rule_formula(rule.definition).result

    def defined(*numbers: Any) -> Any:
        names = {"pi": mpmath.pi, "e": mpmath.e, **dict(zip(rule.parameters, numbers, strict=True))}

        def call(part: Call, arguments: tuple[Any, ...]) -> Any:
            found = rules.find(part.function, len(arguments))
            assert found is not None
            return value(found)(*arguments)

        return fold(body, lambda leaf: mpf(leaf.text) if isinstance(leaf, Number) else names[leaf.name], call)

    return defined


def slope(rule: Rule, argument: int) -> Function:
    """The slope of a row's function by one of its arguments."""
    if rule.backend_name in special.FAMILIES:
        return lambda *numbers: special.FAMILIES[rule.backend_name](argument, numbers)
    if rule.backend_name not in SLOPES:
        return special.by_difference(value(rule), argument)
    return SLOPES[rule.backend_name][argument]


def exact(function: Function, arguments: tuple[float, ...]) -> Any:
    """`function` of the exact doubles `arguments`, right to more than 60 digits also where it cancels."""
    largest = max((abs(math.log10(abs(argument))) for argument in arguments if argument), default=0)
    # 1 + x^2 at 1e300 and sin(1e300) need that many digits more.
    with mp.workdps(DIGITS + 2 * int(largest) + 20):
        return +mpf(function(*(mpf(argument) for argument in arguments)))


@cache
def exact_value(rule: Rule, point: tuple[float, ...]) -> Any:
    """The value of a row's function, as `exact` has it."""
    return exact(value(rule), point)


def ulps(got: float, exact: Any) -> float:
    """How far `got` is from `exact`, in units in the last place of the double nearest to `exact`."""
    nearest = float(exact)
    if not math.isfinite(nearest) or not math.isfinite(got):
        return 0.0 if got == nearest else math.inf
    with mp.workdps(DIGITS):
        return float(abs(mpf(got) - exact) / mpf(math.ulp(nearest)))
