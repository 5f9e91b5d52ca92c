"""A number that is the same at all points becomes a short text: 2, -1/3, pi/180, log(10)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from gradcli.backends import balls, floats
from gradcli.check.claims.evidence import is_narrow

LARGEST = 1000
"""Of the numerator and denominator of a ratio that is taken for a fraction."""
READABLE = 12
"""Up to this, a fraction is written as one; beyond, as a decimal."""


def constants() -> dict[str, Any]:
    """Factors that are forgotten at times, by their text."""
    pi, two, ten = balls.constant("pi"), balls.number("2"), balls.number("10")
    return {
        "pi": pi,
        "e": balls.constant("e"),
        "log(2)": balls.log(two),
        "log(10)": balls.log(ten),
        "sqrt(2)": balls.sqrt(two),
        "sqrt(pi)": balls.sqrt(pi),
        "sqrt(2*pi)": balls.sqrt(balls.multiply(two, pi)),
    }


def common(numbers: Sequence[Any]) -> Any | None:
    """The one number that all `numbers` may be, if they are known well and none differs from another."""
    if not numbers or not all(map(is_narrow, numbers)):
        return None
    first = numbers[0]
    return first if all(balls.not_equal(first, other) is not True for other in numbers) else None


def text(number: Any) -> str:
    """A number that is known well, as short as it can be said."""
    fraction = simple(number)
    if fraction is not None:
        return fraction_text(fraction)
    for name, constant in constants().items():
        for form, base in ((name, constant), (f"1/{name}", balls.divide(balls.number("1"), constant))):
            factor = simple(balls.divide(number, base), 360)
            if factor is not None:
                return times(factor, form)
    double = float(balls.ball(number))
    # A ratio of 1 would be said of different numbers.
    return floats.text(double) if double != 1 else str(balls.decimal(number, 40))


def simple(number: Any, largest: int = LARGEST) -> Fraction | None:
    """The short fraction that a number may be; None if there is none."""
    if not balls.is_finite(number):
        return None
    middle = float(balls.ball(number))
    if middle == 0 or abs(middle) > 1e6 or abs(middle) < 1e-6:
        return None
    found = Fraction(middle).limit_denominator(largest)
    exact = balls.divide(integer(found.numerator), integer(found.denominator))
    return found if found and balls.equal(exact, number) is not False and is_narrow(number) else None


def integer(number: int) -> Any:
    """A whole number as one of this kind."""
    found = balls.number(str(abs(number)))
    return found if number >= 0 else balls.negative(found)


def fraction_text(number: Fraction) -> str:
    """2, 1/3, 1.001."""
    if number.denominator == 1:
        return str(number.numerator)
    if max(abs(number.numerator), number.denominator) <= READABLE:
        return f"{number.numerator}/{number.denominator}"
    is_decimal = 10**6 % number.denominator == 0
    return floats.text(float(number)) if is_decimal else f"{number.numerator}/{number.denominator}"


def times(factor: Fraction, form: str) -> str:
    """`factor` times a constant or one over it: pi/180, 2*pi, 180/pi."""
    over, _, name = form.rpartition("1/")
    is_below = form.startswith("1/")
    above, below = factor.numerator, factor.denominator
    sign = "-" if above < 0 else ""
    name = name if over or not is_below else form[2:]
    if is_below:
        bottom = name if below == 1 else f"({below}*{name})"
        return f"{sign}{abs(above)}/{bottom}"
    top = name if abs(above) == 1 else f"{abs(above)}*{name}"
    return f"{sign}{top}" + (f"/{below}" if below != 1 else "")
