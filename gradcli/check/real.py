"""How a formula is read for SymPy to differentiate: everything is a real number, and no number is rounded.

SymPy's own functions are complex. It does not know that `log(x)` is real, and makes of the derivative of its absolute
value a page about real and imaginary parts; it computes exact powers to the last digit, or rounds them. Here numbers
that are too long for it are symbols, whose meaning is put back when its answer is written.
"""

from __future__ import annotations

import sympy

from gradcli.backends import symbols
from gradcli.backends.symbols import LARGE, Symbolic
from gradcli.check.claims.translation import Manner
from gradcli.check.expressions import applied, expressed
from gradcli.check.vocabulary import LONGEST, NOWHERE
from gradcli.expression import Expression, Number
from gradcli.rules.rule import Rule

JUMPING = (sympy.sign, sympy.floor, sympy.ceiling, sympy.Heaviside)
"""Functions that are flat wherever they have a derivative; SymPy leaves that open, or speaks of Dirac's delta."""


class StandIns:
    """The symbols for numbers, as far as they are needed. `expressions` are what they stand for."""

    def __init__(self) -> None:
        self.expressions: dict[Symbolic, Expression] = {}

    @property
    def manner(self) -> Manner:
        """How a formula is read."""
        return Manner(self.number, self.function)

    def number(self, text: str) -> Symbolic:
        """A number as written; exact."""
        digits = text.lower().replace("_", "")
        if set(digits.partition("e")[0]) <= set("0."):
            return sympy.S.Zero
        # Python itself refuses to read very long ones.
        if len(digits) < LONGEST and not (found := symbols.number(text)).is_Float:
            return found
        return self.symbol(digits, Number(text, NOWHERE))

    def exact(self, number: Symbolic) -> Symbolic:
        """A symbol for a rational number other than 0."""
        return self.symbol(str(number), expressed(number, ()), is_positive=bool(number > 0))

    def power(self, base: Symbolic, exponent: Symbolic) -> Symbolic:
        """A symbol for a power of rational numbers, the base positive."""
        written = applied("^", (expressed(base, ()), expressed(exponent, ())))
        return self.symbol(f"{base}^{exponent}", written)

    def symbol(self, text: str, expression: Expression, *, is_positive: bool = True) -> Symbolic:
        """A symbol for a number. Its name starts with `#`, as no name in a formula does."""
        found = sympy.Symbol(f"#{text}", **{"positive" if is_positive else "negative": True})
        self.expressions[found] = expression
        return found

    def function(self, rule: Rule, arguments: tuple[Symbolic, ...]) -> Symbolic | None:
        """What is read in another way than `symbols` has it."""
        match rule.name, arguments:
            case "^", (base, exponent) if is_large(base, exponent):
                coefficient, rest = base.as_coeff_Mul()
                if coefficient > 0 and exponent.is_Rational:
                    return self.power(coefficient, exponent) * sympy.Pow(rest, exponent)
                return sympy.Pow(self.exact(coefficient) * rest, exponent)
            case (("gamma" | "lgamma"), (x,)) if x.is_Rational and abs(x) > LARGE:
                return getattr(symbols, rule.name)(self.exact(x))
            case "factorial", (x,) if x.is_Rational and abs(x) > LARGE:
                return sympy.gamma(self.exact(x + 1))
            case "abs", (x,) if x.is_extended_real is not True:
                return size(x)
            case "cbrt", (x,) if x.is_extended_real is not True:
                return sympy.sign(x) * size(x) ** symbols.THIRD
            case "root", (x, n) if x.is_extended_real is not True:
                return sympy.sign(x) * size(x) ** (1 / n)
            case "logaddexp", terms:  # its definition has a kink that cancels
                return sympy.log(sympy.Add(*map(sympy.exp, terms)))
            # SymPy stumbles over the derivative by the shape alone.
            case "gammainc", (shape, x):
                return sympy.lowergamma(shape, x) / sympy.gamma(shape)
            case "gammaincc", (shape, x):
                return sympy.uppergamma(shape, x) / sympy.gamma(shape)
        return None


def is_large(base: Symbolic, exponent: Symbolic) -> bool:
    """Would SymPy compute a power of numbers to its last digit, now or, as in `3^(10^9*x)`, as soon as it can?"""
    return any(symbols.is_large(base, term.as_coeff_Mul()[0]) for term in sympy.Add.make_args(exponent))


def size(x: Symbolic) -> Symbolic:
    """The absolute value of what SymPy does not know to be real, but is."""
    return sympy.sqrt(x**2)


def where_it_exists(derivative: Symbolic) -> Symbolic:
    """A derivative without what is zero, or one, at all points that have a derivative."""
    if derivative.has(sympy.DiracDelta, sympy.Derivative, sympy.Subs):
        derivative = derivative.replace(is_flat, lambda part: sympy.S.Zero)
    if derivative.has(sympy.sign):
        derivative = derivative.replace(is_power_of_sign, lambda part: part.base ** (part.exp % 2))
    return derivative


def is_flat(part: Symbolic) -> bool:
    """Is this the derivative of a function that jumps, or one of nothing at some place?"""
    is_open = isinstance(part, sympy.Derivative) and isinstance(part.expr, JUMPING)
    return is_open or isinstance(part, sympy.DiracDelta) or (isinstance(part, sympy.Subs) and part.expr == 0)


def is_power_of_sign(part: Symbolic) -> bool:
    """Is this a power of a sign that is a sign, or 1?"""
    return bool(part.is_Pow and isinstance(part.base, sympy.sign) and part.exp.is_Integer and part.exp > 1)
