"""The enclosures contain the truth: random formulas over the whole table against mpmath at 100 digits."""

from __future__ import annotations

import random

import pytest
from mpmath import mp, mpf

import gradcli
from gradcli import calculator, precision
from gradcli.backends import balls
from gradcli.boundaries import ties
from gradcli.check.certified import is_enough
from gradcli.check.symbolic import VALUE

from ..test_random_formulas import FUNCTIONS, NAMES, Interpreter, NoValueError, Writer, depends, slopes

DIGITS = 100
ROUNDING = mpf(10) ** -60
"""What mpmath's own rounding may come to after a formula has magnified it 1e40 times."""
COUNT, CHUNK = 2000, 100


def truth(text: str, point: dict[str, str]) -> dict[str, mpf] | None:
    """Value and slopes by mpmath; None where there are none of moderate size."""
    expression = gradcli.parse(text).result
    exactly = {"pi": +mp.pi, **{name: mpf(number) for name, number in point.items()}}
    try:
        value = Interpreter(exactly).value(expression)
        found = {VALUE: value, **slopes(expression, exactly)}
    except (NoValueError, ValueError, ZeroDivisionError, OverflowError, TypeError):
        return None
    return found if all(not number or 1e-30 < abs(number) < 1e30 for number in found.values()) else None


def enclosures(text: str, point: dict[str, str]) -> dict[str, tuple[mpf, mpf]]:
    """Value and slopes as far as balls have bounds for them; slopes only where the certificate would give them."""
    bits, found = precision.narrowed(calculator.posed(text, point), is_enough)
    with balls.precision(bits):
        numbers = {VALUE: found.value, **found.gradient}
        if any(ties(found)) or any(note.code.startswith("derivative.") for note in found.warnings):
            numbers = {VALUE: found.value}
        bounds = {name: balls.enclosure(number, 50) for name, number in numbers.items() if balls.is_finite(number)}
    return {name: (mpf(low), mpf(high)) for name, (low, high) in bounds.items()}


def case(dice: random.Random, index: int) -> tuple[str, dict[str, str], dict[str, mpf]]:
    """A formula, its point and the truth."""
    while True:
        function = FUNCTIONS[index % len(FUNCTIONS)] if index % 2 else None
        text = Writer(dice).formula(function, 3)
        point = {name: f"{dice.uniform(-3, 3):.3f}" for name in NAMES}
        found = truth(text, point) if depends(gradcli.parse(text).result) else None
        if found is not None:
            return text, point, found


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(COUNT // CHUNK))
def test_enclosures_contain_the_truth(chunk: int) -> None:
    dice = random.Random(chunk)
    missed, bounded = [], 0
    with mp.workdps(DIGITS):
        for index in range(CHUNK):
            text, point, exact = case(dice, chunk * CHUNK + index)
            found = enclosures(text, point)
            bounded += VALUE in found
            for name, (low, high) in found.items():
                slack = ROUNDING * max(1, abs(exact[name]))
                if not low - slack <= exact[name] <= high + slack:
                    missed.append((text, point, name, low, high, exact[name]))
    assert not missed
    assert bounded > 0.95 * CHUNK
