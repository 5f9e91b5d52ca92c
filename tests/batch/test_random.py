"""Random formulas with conditions at hostile rows: each row has the code that the point has, whatever others have."""

from __future__ import annotations

import math
import random

import pytest

import gradcli
from gradcli import GradcliError

from .comparing import Expected, of_points, swept

UNARY = ("sin", "cos", "exp", "log", "sqrt", "atan", "tanh", "abs", "asin", "acosh", "log1p", "cbrt", "sign", "floor",
         "sigmoid", "relu", "square", "acot", "sech", "atanh", "step", "1/", "-")  # fmt: skip
BINARY = ("+", "-", "*", "/", "max", "min", "atan2", "hypot", "mod", "logaddexp")
EXPONENTS = ("2", "3", "4", "-1", "0.5", "1.5", "-0.5", "-2", "1/3", "x", "0", "1")
NUMBERS = ("0", "1", "2", "0.5", "10", "1e200", "1e-200")
HOSTILE = (0.0, -0.0, 1.0, -1.0, 0.5, 2.0, -3.0, 1e-310, 1e200, -1e200, 800.0, -800.0, 0.3)


def formula(dice: random.Random, depth: int) -> str:
    if depth <= 0:
        return dice.choice(("x", "y", "z", "x", dice.choice(NUMBERS)))
    parts = [formula(dice, depth - 1) for _ in range(2)]
    match dice.randrange(8):
        case 0 | 1:
            return f"({dice.choice(UNARY)}({parts[0]}))"
        case 2:
            return f"(({parts[0]})^({dice.choice(EXPONENTS)}))"
        case 3 | 4:
            return f"if({condition(dice, depth - 1)}, {parts[0]}, {parts[1]})"
    name = dice.choice(BINARY)
    return f"(({parts[0]}) {name} ({parts[1]}))" if len(name) == 1 else f"{name}({parts[0]}, {parts[1]})"


def condition(dice: random.Random, depth: int) -> str:
    match dice.randrange(5):
        case 0:
            return f"not ({condition(dice, depth - 1)})"
        case 1:
            return f"({condition(dice, depth - 1)}) {dice.choice(('and', 'or'))} ({condition(dice, depth - 1)})"
    return f"{formula(dice, depth - 1)} {dice.choice(('<', '<=', '>', '>=', '==', '!='))} {formula(dice, 1)}"


@pytest.mark.parametrize("seed", range(12))
def test_rows_have_the_codes_of_their_points(seed: int) -> None:
    dice = random.Random(seed)
    different = []
    for _ in range(15):
        text = formula(dice, dice.choice((2, 3, 4)))
        try:
            ready = gradcli.compile(text, names="xyz")
        except GradcliError:
            continue  # a constant that is outside a function's domain, as a slope of it is asked for
        points = [{name: dice.choice(HOSTILE) for name in ready.names} for _ in range(25)]
        if not ready.names:
            continue
        found = of_points(ready, points)
        for point, status in zip(points, found.status, strict=True):
            code = found.codes[status]
            expected = swept(text, point, ready.wrt)
            if code not in ((expected.code,) if expected.code else doubts(expected, text)):
                different.append(f"{text} at {point}: `{code}` and not `{expected.code}`")
    assert different == []


def doubts(expected: Expected, text: str) -> tuple[str, ...]:
    """The codes that a row with a value may have, as the sweep has these warnings."""
    # The sweep has no slope of x^0 at 1e-310, and warns of what would come to a step function, though nothing does.
    has_power_of_zero, has_step = "^(0)" in text, any(name in text for name in ("sign", "floor", "step"))
    if has_power_of_zero:
        return ("", "derivative.indeterminate", "derivative.undefined")
    if any(map(math.isnan, expected.numbers)):
        return ("derivative.undefined",)
    if "derivative.indeterminate" in expected.notes and not has_step:
        return ("derivative.indeterminate",)
    is_open = not expected.notes.isdisjoint(("derivative.indeterminate", "derivative.undefined", "overflow.tiny"))
    return ("", "derivative.indeterminate") if is_open else ("",)
