"""Numbers that are SymPy expressions: the sweep run on them gives the gradient as formulas.

A variable is a symbol, or a `sympy.Float` of any precision: then the same functions give a number to that
many digits. Every symbol is real and made directly; no text ever reaches SymPy's parser.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import sympy
from sympy.core.evalf import prec_to_dps
from sympy.printing import sstr

from gradcli.backends.backend import Edges

Symbolic = Any
"""A SymPy expression or condition; SymPy comes without types."""

DIGITS = 60
"""Of a number that is not kept exact."""
LARGE = 1000
"""Beyond this, exact powers and factorials of numbers would cost time and memory without bound."""
HALF, THIRD = sympy.Rational(1, 2), sympy.Rational(1, 3)
IS_DOUBLE = False
IS_INTERVAL = False
EDGES: Edges = "decided"


def variable(name: str) -> Symbolic:
    """The symbol of a variable: `E`, `I`, `beta` and `lambda` are names like any other."""
    return sympy.Symbol(name, real=True)


def number(text: str) -> Symbolic:
    """A number as written; exact unless it is very large or very small."""
    digits = text.replace("_", "")
    is_moderate = len(digits) < 40 and (float(digits) == 0 or 1e-30 < float(digits) < 1e30)
    return sympy.Rational(digits) if is_moderate else sympy.Float(digits, DIGITS)


def double(value: float) -> Symbolic:
    """A finite double, exactly."""
    return sympy.Rational(*value.as_integer_ratio())


def constant(name: str) -> Symbolic:
    """A named constant of the language; exact."""
    pi = sympy.pi
    return {"pi": pi, "e": sympy.E, "tau": 2 * pi, "deg": pi / 180, "rad": 180 / pi, "inf": sympy.oo}[name]


def at_precision(digits: int) -> SimpleNamespace:
    """This backend with numbers of so many digits, and nothing exact.

    Literals are the doubles that gradcli computes with; constants are the true ones, rounded.
    """

    def nearest_double(text: str) -> Symbolic:
        return sympy.Float(float(text), digits)

    def rounded(name: str) -> Symbolic:
        return sympy.N(constant(name), digits)

    return SimpleNamespace(**{**globals(), "number": nearest_double, "constant": rounded})


def digits_of(numbers: tuple[Symbolic, ...]) -> int:
    """The most digits that a Float among `numbers` has; 0 if there is none."""
    return max((prec_to_dps(part._prec) for part in numbers if part.is_Float), default=0)


def total_function(partial: Callable[..., Symbolic]) -> Callable[..., Symbolic]:
    """`partial` made a function of this backend: it never raises, and what is no real number is nan."""

    def function(*arguments: Symbolic) -> Symbolic:
        if sympy.nan in arguments:
            return sympy.nan
        try:
            result = partial(*arguments)
        except (TypeError, ValueError, ZeroDivisionError):
            return sympy.nan  # SymPy's answer to an order of complex numbers, and the like
        if not result.is_number:
            return result
        digits = digits_of(arguments)
        if digits and not (result.is_Float or result.is_Rational):
            result = result.evalf(digits)
        is_unreal = result.is_extended_real is False and result is not sympy.zoo
        return sympy.nan if is_unreal else result

    return function


def condition(relation: Callable[[Symbolic, Symbolic], Symbolic]) -> Callable[[Symbolic, Symbolic], Symbolic]:
    """`relation` as a function of this backend: false where a side is no real number, as with floats."""

    def compare(left: Symbolic, right: Symbolic) -> Symbolic:
        if sympy.nan in (left, right) or sympy.zoo in (left, right):
            return sympy.false
        try:
            return relation(left, right)
        except TypeError:
            return sympy.false

    return compare


def is_large(base: Symbolic, exponent: Symbolic) -> bool:
    """Would SymPy compute this power of exact numbers to its last digit, however many it has?"""
    coefficient = base.as_coeff_Mul()[0]
    return bool(
        coefficient.is_Rational
        and coefficient not in (-1, 0, 1)
        and exponent.is_Rational
        and (abs(exponent) > LARGE or exponent.q > LARGE)
    )


def exact_or_rounded_power(base: Symbolic, exponent: Symbolic) -> Symbolic:
    """`base^exponent`; its number is rounded where it would be astronomically long."""
    if is_large(base, exponent):
        coefficient, rest = base.as_coeff_Mul()
        base = sympy.Float(coefficient, DIGITS) * rest
        exponent = exponent if exponent.is_Integer else sympy.Float(exponent, DIGITS)
    return sympy.Pow(base, exponent)


def exact_or_rounded_gamma(argument: Symbolic) -> Symbolic:
    """Gamma of `argument`; rounded where it would be astronomically long."""
    is_long = argument.is_Rational and abs(argument) > LARGE
    return sympy.gamma(sympy.Float(argument, DIGITS) if is_long else argument)


def log_of_gamma(argument: Symbolic) -> Symbolic:
    """log(|gamma|): SymPy's loggamma is complex where the argument is negative."""
    if argument.is_negative:
        return sympy.log(sympy.Abs(exact_or_rounded_gamma(argument)))
    return sympy.loggamma(argument)


def decided(holds: Symbolic) -> bool:
    """Is this condition true or false already?"""
    return holds in (sympy.true, sympy.false, True, False)


def select(holds: Symbolic, yes: Symbolic, no: Symbolic) -> Symbolic:
    """`if(holds, yes, no)`; kept as written, since SymPy's own rewriting of pieces can take forever."""
    if decided(holds):
        return yes if holds else no
    return sympy.Piecewise((yes, holds), (no, True), evaluate=False)


def truth(holds: Symbolic) -> bool | None:
    """Is a condition true? None where that depends on the variables."""
    return bool(holds) if decided(holds) else None


def contribution(partial: Symbolic, adjoint: Symbolic) -> Symbolic:
    """`partial*adjoint`, where a zero on either side gives zero, whatever the other is."""
    return sympy.Integer(0) if is_zero(partial) or is_zero(adjoint) else multiply(partial, adjoint)


def is_zero(number: Symbolic) -> bool:
    """Is this zero, as far as its form shows?"""
    return bool(number.is_Number and number.is_zero)


def is_finite(number: Symbolic) -> bool:
    """Is this neither infinite nor nan, as far as its form shows?"""
    return not number.has(sympy.oo, -sympy.oo, sympy.zoo, sympy.nan)


def is_nan(number: Symbolic) -> bool:
    """Is this no number at all?"""
    return bool(number.has(sympy.nan))


def text(number: Symbolic) -> str:
    """The expression as SymPy writes it; a number to all its digits."""
    return str(sstr(number, full_prec=False))


add = total = total_function(lambda left, right: left + right)
subtract = total_function(lambda left, right: left - right)
multiply = total_function(lambda left, right: left * right)
divide = total_function(lambda left, right: left / right)
power = total_function(exact_or_rounded_power)
negative = total_function(lambda x: -x)
identity = total_function(lambda x: x)

less, less_equal = condition(sympy.Lt), condition(sympy.Le)
greater, greater_equal = condition(sympy.Gt), condition(sympy.Ge)
equal, not_equal = condition(sympy.Eq), condition(sympy.Ne)
logical_and, logical_or, logical_not = sympy.And, sympy.Or, sympy.Not

sin, cos, tan = map(total_function, (sympy.sin, sympy.cos, sympy.tan))
asin, acos, atan = map(total_function, (sympy.asin, sympy.acos, sympy.atan))
sinh, cosh, tanh = map(total_function, (sympy.sinh, sympy.cosh, sympy.tanh))
asinh, acosh, atanh = map(total_function, (sympy.asinh, sympy.acosh, sympy.atanh))
atan2 = total_function(sympy.atan2)

exp, log = total_function(sympy.exp), total_function(sympy.log)
expm1 = total_function(lambda x: sympy.exp(x) - 1)
log1p = total_function(lambda x: sympy.log(1 + x))
log2 = total_function(lambda x: sympy.log(x) / sympy.log(2))
log10 = total_function(lambda x: sympy.log(x) / sympy.log(10))
sqrt = total_function(lambda x: exact_or_rounded_power(x, HALF))
cbrt = total_function(lambda x: sympy.sign(x) * exact_or_rounded_power(sympy.Abs(x), THIRD))
hypot = total_function(lambda *lengths: sympy.sqrt(sum(length**2 for length in lengths)))
sigmoid = total_function(lambda x: 1 / (1 + sympy.exp(-x)))
softplus = total_function(lambda x: sympy.log(1 + sympy.exp(x)))

absolute = total_function(sympy.Abs)
sign = total_function(sympy.sign)
minimum, maximum = total_function(sympy.Min), total_function(sympy.Max)
floor, ceil = total_function(sympy.floor), total_function(sympy.ceiling)
mod = total_function(lambda x, y: x - y * sympy.floor(x / y))

erf, erfc = total_function(sympy.erf), total_function(sympy.erfc)
gamma = total_function(exact_or_rounded_gamma)
lgamma = total_function(log_of_gamma)
factorial = total_function(lambda x: exact_or_rounded_gamma(x + 1))
digamma = total_function(lambda x: sympy.polygamma(0, x))
trigamma = total_function(lambda x: sympy.polygamma(1, x))
polygamma = total_function(sympy.polygamma)


def incomplete(function: Callable[..., Symbolic], shape: Symbolic, argument: Symbolic) -> Symbolic:
    """An incomplete gamma function over gamma; nan for a shape that varies: SymPy stumbles over its own derivative."""
    return function(shape, argument) / exact_or_rounded_gamma(shape) if shape.is_number else sympy.nan


root = total_function(lambda x, n: sympy.sign(x) * exact_or_rounded_power(sympy.Abs(x), 1 / n))
lambertw = total_function(sympy.LambertW)
zeta = total_function(sympy.zeta)
erfinv = total_function(sympy.erfinv)
erfcinv = total_function(lambda x: sympy.erfinv(1 - x))
ei, si, ci = map(total_function, (sympy.Ei, sympy.Si, sympy.Ci))
gammainc = total_function(lambda a, x: incomplete(sympy.lowergamma, a, x))
gammaincc = total_function(lambda a, x: incomplete(sympy.uppergamma, a, x))
besselj, bessely = total_function(sympy.besselj), total_function(sympy.bessely)
besseli, besselk = total_function(sympy.besseli), total_function(sympy.besselk)


def derivative(function: Callable[..., Symbolic], order: Symbolic, *arguments: Symbolic) -> Symbolic:
    """The `order`-th derivative of `function` by the last of `arguments`; nan for an order that is not written out."""
    if not (order.is_Number and 0 <= order <= LARGE and float(order).is_integer()):
        return sympy.nan
    variable = sympy.Dummy(real=True)
    found = sympy.diff(function(*arguments[:-1], variable), variable, int(order))
    return found.subs(variable, arguments[-1])


sincderiv = total_function(lambda x, k: derivative(lambda t: sympy.sin(t) / t, k, x))
erfcxderiv = total_function(lambda x, k: derivative(lambda t: sympy.exp(t**2) * sympy.erfc(t), k, x))
geluderiv = total_function(lambda x, k: derivative(lambda t: t * (1 + sympy.erf(t / sympy.sqrt(2))) / 2, k, x))
siluderiv = total_function(lambda x, k: derivative(lambda t: t / (1 + sympy.exp(-t)), k, x))
lambertwderiv = total_function(lambda x, k: derivative(sympy.LambertW, k, x))
zetaderiv = total_function(lambda x, k: sympy.Derivative(sympy.zeta(x), (x, k)) if x.is_Symbol else sympy.nan)
besseljderiv = total_function(lambda n, x, k: derivative(sympy.besselj, k, n, x))
besselyderiv = total_function(lambda n, x, k: derivative(sympy.bessely, k, n, x))
besselideriv = total_function(lambda n, x, k: derivative(sympy.besseli, k, n, x))
besselkderiv = total_function(lambda n, x, k: derivative(sympy.besselk, k, n, x))


def derivative_of_binomial(n: Symbolic, k: Symbolic, i: Symbolic, j: Symbolic) -> Symbolic:
    """The `i`-th derivative by `n` of the `j`-th by `k` of the binomial coefficient."""

    def by_gammas(top: Symbolic, bottom: Symbolic) -> Symbolic:
        return sympy.gamma(top + 1) / sympy.gamma(bottom + 1) / sympy.gamma(top - bottom + 1)

    return derivative(lambda top: derivative(lambda bottom: by_gammas(top, bottom), j, k), i, n)


binomialderiv = total_function(derivative_of_binomial)
gammaincda = total_function(
    lambda a, x: derivative(lambda t: sympy.lowergamma(t, x) / sympy.gamma(t), sympy.Integer(1), a)
)
