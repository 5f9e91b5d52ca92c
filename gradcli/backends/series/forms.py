"""The terms of one degree of a power series: monomials with exact rationals or balls, added, multiplied and divided.

A form is a mapping from monomials to numbers without exact zeros, so that an empty one is exactly zero. A monomial is
an integer, `WIDTH` bits for the power of each name: the product of two monomials is their sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flint import arb, fmpq

from gradcli.backends.balls.numbers import Number, is_finite, is_zero, settled, short

__all__ = [
    "Form",
    "added",
    "are_finite",
    "are_known",
    "constant",
    "convolution",
    "divided",
    "fraction",
    "is_nonzero",
    "number_of",
    "powers",
    "reciprocal",
    "same",
    "scaled",
    "sign",
    "subtracted",
    "variable",
    "without",
]

Form = dict[int, Number]

WIDTH = 16
"""Bits of a power in a monomial; a degree is far below 2^16."""
ZERO = fmpq(0)


def constant(number: Number) -> Form:
    """The form of degree 0 that is a number."""
    return {} if is_zero(number) else {0: number}


def number_of(form: Form) -> Number:
    """The number that a form of degree 0 is."""
    return form.get(0, ZERO)


def fraction(number: Number) -> str | None:
    """A number that is known exactly, as an integer or a fraction in the language of formulas; None for others."""
    return str(number) if isinstance(number, fmpq) else None


def variable(place: int) -> Form:
    """The form of degree 1 that is one name, by its place among all."""
    return {1 << (WIDTH * place): fmpq(1)}


def powers(monomial: int, count: int) -> tuple[int, ...]:
    """The power of each of `count` names in a monomial."""
    return tuple(monomial >> (WIDTH * place) & (2**WIDTH - 1) for place in range(count))


def kept(terms: Iterable[tuple[int, Number]]) -> Form:
    """A form of these terms: without exact zeros, and with balls for rationals that have grown too long."""
    # A ball around 0 stays: it is neither `== 0` nor `!= 0`.
    return {
        monomial: number if isinstance(number, arb) else short(number)
        for monomial, number in terms
        if not is_zero(number)
    }


def added(left: Form, right: Form) -> Form:
    """left + right."""
    if not left or not right:
        return left or right
    return kept((monomial, left.get(monomial, ZERO) + right.get(monomial, ZERO)) for monomial in left | right)


def subtracted(left: Form, right: Form) -> Form:
    """left - right."""
    return added(left, {monomial: -number for monomial, number in right.items()}) if right else left


def scaled(form: Form, factor: Number | int) -> Form:
    """A form times a number; exactly zero if that is."""
    return kept((monomial, number * factor) for monomial, number in form.items())


def convolution(left: Sequence[Form], right: Sequence[Form], degree: int, least: int = 0) -> Form:
    """The form of this degree of a product of series, from the forms of `right` of degree `least` on."""
    total: Form = {}
    for low in range(least, degree + 1):
        second = right[low]
        if not second:
            continue
        first = left[degree - low]
        for one, number in first.items():
            for other, factor in second.items():
                monomial = one + other
                product = number * factor
                total[monomial] = total[monomial] + product if monomial in total else product
    return kept(total.items())


def divided(form: Form, divisor: Form) -> Form | None:
    """A form divided by one of a single term; None where a name does not come out."""
    [(monomial, number)] = divisor.items()
    quotient = {}
    for dividend, part in form.items():
        if not divides(monomial, dividend):
            return None
        found = part / number
        quotient[dividend - monomial] = found if isinstance(found, fmpq) else settled(found)
    return kept(quotient.items())


def divides(monomial: int, dividend: int) -> bool:
    """Is the power of each name in a monomial at most that in another one?"""
    while monomial:
        if monomial & (2**WIDTH - 1) > dividend & (2**WIDTH - 1):
            return False
        monomial, dividend = monomial >> WIDTH, dividend >> WIDTH
    return True


def without(form: Form, place: int) -> Form:
    """What is left of a form where one name, by its place, is zero."""
    return {monomial: number for monomial, number in form.items() if not monomial >> (WIDTH * place) & (2**WIDTH - 1)}


def are_finite(form: Form) -> bool:
    """Are all numbers of a form finite?"""
    return all(map(is_finite, form.values()))


def are_known(form: Form) -> bool:
    """Is each number of a form told from zero?"""
    return all(map(is_apart, form.values()))


def is_nonzero(form: Form) -> bool:
    """Is a number of a form told from zero?"""
    return any(map(is_apart, form.values()))


def is_apart(number: Number) -> bool:
    """Is a number told from zero?"""
    return isinstance(number, fmpq) or not number.contains(0)


def sign(number: Number) -> int:
    """The sign of a number that is told from zero."""
    return 1 if number > 0 else -1


def same(left: Form, right: Form) -> bool | None:
    """Are two forms equal? None where balls overlap."""
    difference = subtracted(left, right)
    return True if not difference else False if is_nonzero(difference) else None


def reciprocal(degree: int) -> Number:
    """1/degree."""
    return fmpq(1, degree)
