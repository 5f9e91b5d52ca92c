"""The forms of a power series become terms: coefficients and derivatives, with what is proven of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gradcli.backends import balls, series
from gradcli.backends.series import Form
from gradcli.expression import Formula
from gradcli.gradient import Note
from gradcli.point import Point

DIGITS = 20
"""That each coefficient is to be known to."""
DOUBLE = 128
"""Bits with which a rational becomes the nearest double."""


@dataclass(frozen=True, slots=True, eq=False)
class Term:
    """One coefficient: `powers` of the differences by name; `number` and `derivative` are `flint.fmpq` or `flint.arb`.

    The derivative is that by each name as often as its power says: the coefficient times the powers' factorials.
    """

    powers: dict[str, int]
    number: Any
    derivative: Any

    @property
    def degree(self) -> int:
        """The sum of the powers."""
        return sum(self.powers.values())

    @property
    def coefficient(self) -> float:
        """The double nearest to the coefficient; infinite where it is too large."""
        return nearest(self.number)

    @property
    def exact(self) -> str | None:
        """The coefficient as a number or a fraction, where it is known exactly."""
        return series.fraction(self.number)

    @property
    def true(self) -> str:
        """The coefficient to 20 digits, all of them right."""
        return balls.decimal(self.number, DIGITS)

    @property
    def enclosure(self) -> tuple[str, str]:
        """Decimals on both sides of the coefficient; twice the same if it is one."""
        return balls.enclosure(self.number, DIGITS)

    @property
    def derivative_value(self) -> float:
        """The double nearest to the derivative; infinite where it is too large."""
        return nearest(self.derivative)

    @property
    def derivative_exact(self) -> str | None:
        """The derivative, where it is known exactly."""
        return series.fraction(self.derivative)

    @property
    def derivative_true(self) -> str:
        """The derivative to 20 digits, all of them right."""
        return balls.decimal(self.derivative, DIGITS)

    @property
    def digits(self) -> int | None:
        """How many digits are proven; None for all."""
        proven = balls.proven_digits(self.number)
        return None if proven < 0 else proven

    @property
    def may_be_zero(self) -> bool:
        """Is the coefficient not told from zero, and not known to be zero?"""
        return may_be_zero(self.number)


@dataclass(frozen=True, eq=False, repr=False)
class Taylor:
    """The Taylor polynomial of `formula` at `point` in `names`, to `order`; other names of the point are constants.

    `terms` go by degree; in several names only those that are not exactly zero. `bits` is the precision it took.
    `joins` say of each condition that changes at the point that its branches go over into each other there.
    """

    formula: Formula
    point: Point
    names: tuple[str, ...]
    order: int
    terms: tuple[Term, ...]
    bits: int
    joins: tuple[Note, ...] = ()
    warnings: tuple[Note, ...] = ()

    def __repr__(self) -> str:
        return f"Taylor(names={self.names!r}, order={self.order}, terms={len(self.terms)})"

    @property
    def count(self) -> int:
        """How many terms there are, those that are exactly zero too."""
        return math.comb(self.order + len(self.names), self.order)


def terms_of(forms: Sequence[Form], names: tuple[str, ...]) -> tuple[Term, ...]:
    """The terms of a series by degree, the powers of the first name first."""
    terms = []
    for degree, form in enumerate(forms):
        if len(names) < 2:
            form = form or {degree if names else 0: series.number_of({})}
            form = form if names or not degree else {}
        for powers, number in sorted(
            ((series.powers(monomial, len(names)), number) for monomial, number in form.items()), reverse=True
        ):
            factor = math.prod(map(math.factorial, powers))
            terms.append(Term(dict(zip(names, powers, strict=True)), number, number * factor))
    return tuple(terms)


def may_be_zero(number: Any) -> bool:
    """Is a number not told from zero, and not known to be zero?"""
    return not balls.is_exact(number) and bool(number.contains(0))


def nearest(number: Any) -> float:
    """The double nearest to a number, infinite where it is too large for one; 0 where it is not told from zero."""
    if may_be_zero(number):
        return 0.0
    with balls.precision(DOUBLE):
        return float(balls.ball(number))
