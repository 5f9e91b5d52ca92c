"""A SymPy expression and a point to a number with 30 digits that can be relied on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

import mpmath
import sympy

from gradcli.backends.symbols import Symbolic

Number = Any
"""An mpmath number; mpmath comes without types."""

DIGITS = 30
PRECISIONS = (50, 100, 200, 400, 800, 1600)
"""Digits to compute with. The most is enough for any two doubles: these span 632 orders of magnitude."""
NOTHING = mpmath.mpf(10) ** -1000
"""A number below this that no precision settles is what the last digits at work leave of a zero."""
REACH = 3000
"""Powers of two. A sum that cancels with all digits at work may hide a number that needs more to become a double."""
ROOT = 4
"""The same for the number whose roots are taken."""
CONSTANTS = {"pi": math.pi, "e": math.e, "tau": math.tau, "deg": math.radians(1), "rad": math.degrees(1)}


class NoValue(Exception):
    """There is no number to compare; the message says why."""


class Value(NamedTuple):
    """A number: is it exact, and may a sum on the way to it have lost all its digits?"""

    number: Number
    is_exact: bool = False
    is_doubtful: bool = False


@dataclass
class Point:
    """What symbols stand for: exact numbers, named constants, or expressions (names bound in the formula).

    A constant is the double that gradcli computes with, so that a difference means a wrong rule and not a
    rounded pi; or the true one if `has_true_constants`, to be compared with a sweep that has the same.
    """

    numbers: dict[Symbolic, Symbolic] = field(default_factory=dict)
    constants: dict[Symbolic, str] = field(default_factory=dict)
    definitions: dict[Symbolic, Symbolic] = field(default_factory=dict)
    has_true_constants: bool = False
    known: dict[tuple[int, Symbolic], Value] = field(default_factory=dict)

    @cached_property
    def with_true_constants(self) -> Point:
        """The same point with the true constants."""
        return replace(self, has_true_constants=True, known={}) if self.constants else self


def rational(number: float) -> Symbolic:
    """A finite double, exactly."""
    return sympy.Rational(*number.as_integer_ratio())


def settled(expression: Symbolic, point: Point) -> Number:
    """The value of `expression`, right to 30 digits: two precisions agree on it, and no sum lost its digits.

    Zero where none agree because each finds less than any double, as for sin(3*pi) with the true pi. Raises NoValue.
    """
    before: Number = mpmath.nan
    for digits in PRECISIONS:
        number, _, is_doubtful = evaluate(expression, point, digits)
        is_last = digits == PRECISIONS[-1]  # a zero that is not exact stays in doubt, and is one
        if agree(before, number) and (is_last or not is_doubtful):
            return number
        before = number
    # With the true constants 1/tan(pi/2) is such a number too, and stands for an infinite one.
    if abs(before) < NOTHING and not point.has_true_constants:
        return mpmath.mpf(0)
    raise NoValue(unsettled())


def agree(left: Number, right: Number) -> bool:
    """Are two numbers the same to a little more than 30 digits?"""
    with mpmath.workdps(2 * DIGITS):
        return bool(abs(left - right) <= abs(right) * mpmath.mpf(10) ** (-DIGITS - 1))


def evaluate(expression: Symbolic, point: Point, digits: int) -> Value:
    """The value of `expression` computed with so many digits; each shared part once, without recursion."""
    known = point.known
    stack = [expression]
    with mpmath.workdps(digits):
        while stack:
            part = stack[-1]
            if (digits, part) in known:
                stack.pop()
                continue
            children = operands(part, point)
            missing = [child for child in children if (digits, child) not in known]
            if missing:
                stack.extend(missing)
                continue
            known[digits, part] = compute(part, [known[digits, child] for child in children], point, digits)
            stack.pop()
    return known[digits, expression]


def operands(part: Symbolic, point: Point) -> Sequence[Symbolic]:
    """The parts whose values the value of `part` is made of."""
    if part.is_Symbol:
        return [point.definitions[part]] if part in point.definitions else []
    if isinstance(part, (sympy.Derivative, sympy.Subs, sympy.Integral)):
        raise NoValue("SymPy knows no formula for the derivative")
    if not isinstance(part, sympy.Expr):
        # A list of parameters, as that of a Meijer G-function.
        raise NoValue("SymPy knows no formula for it in plain functions")
    if part.is_Pow and part.exp.is_Rational:
        return [part.base]
    return part.args  # type: ignore[no-any-return]


def compute(part: Symbolic, children: Sequence[Value], point: Point, digits: int) -> Value:
    """The value of `part` from those of its operands."""
    numbers = [child.number for child in children]
    is_exact = all(child.is_exact for child in children)
    is_doubtful = any(child.is_doubtful for child in children)
    if part.is_Add:
        number, is_lost = added(numbers)
        is_exact = is_exact and width(numbers) <= mpmath.mp.prec
        return Value(number, is_exact, not is_exact and (is_doubtful or is_lost))
    if part.is_Mul:
        if any(child.is_exact and not child.number for child in children):
            return Value(mpmath.mpf(0), True)
        refuse_hidden(numbers, is_doubtful, digits)
        return Value(mpmath.fprod(numbers), is_exact and sum(map(bits, numbers)) <= mpmath.mp.prec, is_doubtful)
    if part.is_Pow:
        exponent = part.exp if part.exp.is_Rational else numbers[1]
        if is_doubtful and not numbers[0] and exponent * ROOT < 1 and digits == PRECISIONS[-1]:
            raise NoValue(unsettled())
        return Value(raised(numbers[0], exponent), is_exact and is_short_power(numbers[0], exponent), is_doubtful)
    if part.is_Symbol and children:
        return children[0]
    if children:
        return Value(applied(part, numbers, digits), is_doubtful=is_doubtful)
    return leaf(part, point, digits)


def unsettled() -> str:
    """The reason where even the most digits are too few."""
    return f"no {DIGITS} digits are sure, even with {PRECISIONS[-1]:,} at work"


def refuse_hidden(numbers: Sequence[Number], is_doubtful: bool, digits: int) -> None:
    """Refuses a product of a zero that may hide a small number, and of factors that would make a double of that."""
    if not is_doubtful or digits < PRECISIONS[-1] or all(numbers):
        return
    if sum(mpmath.mag(number) for number in numbers if number) > REACH:
        raise NoValue(unsettled())


def bits(number: Number) -> int:
    """How many bits an exact number has, from the first that is set to the last."""
    return int(number.bc)


def width(numbers: Sequence[Number]) -> int:
    """At most how many bits the exact sum of exact numbers has."""
    sizes = [(number.exp, number.exp + number.bc) for number in numbers if number]
    if not sizes:
        return 0
    return int(max(high for _, high in sizes) - min(low for low, _ in sizes) + len(sizes).bit_length())


def is_short_power(base: Number, exponent: Any) -> bool:
    """Is a power of an exact number one that all its bits can be computed of?"""
    is_fraction = isinstance(exponent, sympy.Rational)
    if exponent.q > 1 if is_fraction else not mpmath.isint(exponent):
        return False
    whole = int(exponent.p if is_fraction else exponent)
    return (whole >= 0 or bits(base) == 1) and bits(base) * abs(whole) <= mpmath.mp.prec


def leaf(part: Symbolic, point: Point, digits: int) -> Value:
    """The value of a symbol or a number."""
    if part in point.constants:
        name = point.constants[part]
        exact = {"pi": sympy.pi, "e": sympy.E, "tau": 2 * sympy.pi, "deg": sympy.pi / 180, "rad": 180 / sympy.pi}[name]
        part = exact if point.has_true_constants else rational(CONSTANTS[name])
    part = point.numbers.get(part, part)
    if not part.is_Rational:
        return Value(real(part.evalf(digits)))
    above, below = int(part.p), int(part.q)
    is_exact = below.bit_count() == 1 and above.bit_length() <= mpmath.mp.prec
    return Value(mpmath.mpf(above) / below, is_exact)


def added(numbers: Sequence[Number]) -> tuple[Number, bool]:
    """A sum; lost if it cancels to nothing at this precision, or if a term is too small to be seen in it."""
    total = mpmath.fsum(numbers)
    sizes = [mpmath.mag(number) for number in numbers if number]
    if not total:
        return total, bool(sizes)
    left = mpmath.mag(total)
    precision = mpmath.mp.prec
    return total, max(sizes) - left > precision - 30 or left - min(sizes) > precision


def raised(base: Number, exponent: Any) -> Number:
    """A real power. A whole exponent takes any base; zero has powers above zero only, and the power 0."""
    is_whole = exponent.is_Integer if isinstance(exponent, sympy.Rational) else mpmath.isint(exponent)
    if base < 0 and not is_whole:
        raise NoValue("SymPy's formula has a complex value")
    if isinstance(exponent, sympy.Rational):
        if exponent.q == 2:
            base, exponent = mpmath.sqrt(base), exponent.p
        whole = mpmath.mpf(int(exponent.p)) / int(exponent.q) if exponent != int(exponent) else int(exponent)
        exponent = whole
    if not base:
        if exponent < 0:
            raise NoValue("SymPy's formula divides by zero")
        return mpmath.mpf(0 if exponent else 1)
    return base**exponent


def applied(part: Symbolic, numbers: Sequence[Number], digits: int) -> Number:
    """A function of numbers, as SymPy computes it."""
    if isinstance(part, sympy.sign) and not numbers[0]:
        raise NoValue("SymPy's formula has a jump there")
    arguments = [
        argument if argument.is_Integer else sympy.Float(number, digits)
        for argument, number in zip(part.args, numbers, strict=True)
    ]
    try:
        number = part.func(*arguments).evalf(digits)
    except (ArithmeticError, ValueError, TypeError, AttributeError, NotImplementedError) as error:
        # What mpmath has for arguments that its series do not reach; the other numbers are worth having.
        raise NoValue(f"SymPy could not compute `{part.func.__name__}` ({type(error).__name__})") from error
    return real(number)


def real(number: Symbolic) -> Number:
    """A SymPy number as an mpmath one; raises NoValue unless it is real and finite."""
    if number.is_Rational:
        return mpmath.mpf(int(number.p)) / int(number.q)
    if number.is_Float:
        return mpmath.mp.make_mpf(number._mpf_)
    if number in (sympy.nan, sympy.zoo, sympy.oo, -sympy.oo):
        raise NoValue("SymPy's formula has no finite value there")
    if number.is_number and number.is_real is False:
        raise NoValue("SymPy's formula has a complex value")
    raise NoValue("SymPy cannot put its formula into numbers")
