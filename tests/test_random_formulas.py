"""Gradients of random formulas over the whole function table against numerical differentiation in mpmath.

The formula is read by gradcli, evaluated by the interpreter below and differentiated by `mpmath.diff` at high
precision; nothing of gradcli's own calculation takes part.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import mpmath
import pytest
from mpmath import mp, mpf

import gradcli
from gradcli import rules
from gradcli.expression import Call, Expression, Name, Number

from .rules import reference

DIGITS = 40
NAMES = ("x", "y", "z")
SLOW = ("gammainc", "gammaincc", "gammaincda", "zeta")
"""Their references, differentiated numerically, take seconds."""
FUNCTIONS = [
    rule
    for rule in rules.RULES
    if rule.name.isidentifier()
    and not rule.is_condition
    and rule.name != "if"
    and rule.name not in SLOW
    and not rule.name.endswith("deriv")
]
OPERATORS = ("+", "-", "*", "/", "^")
COUNT = 3 * len(FUNCTIONS) + 30

# Each operation is off by at most 2 ulp (4.5e-16 relative, see tests/rules), and a formula here has up to some
# forty of them. What one such error may do to a slope is measured (`amplification`): formulas that magnify it
# more than 1e4 times lose digits in any arithmetic of doubles and are not tried. 40 * 4.5e-16 * 1e4 < 2e-10.
TOLERANCE = 1e-9
MOST = 1e4
NUDGE = 1e-25


class NoValueError(Exception):
    """The formula has no real value of moderate size here."""


@dataclass(frozen=True)
class Interpreter:
    """Formulas in mpmath. `nudges` seeds a tiny relative error at each operation on variables; 0 for none."""

    point: Mapping[str, Any]
    nudges: int = 0

    def value(self, expression: Expression) -> Any:
        match expression:
            case Number(text):
                return mpf(float(text))
            case Name(name):
                return self.point[name] if name in self.point else mpf({"pi": math.pi, "e": math.e}[name])
            case Call("if", (condition, yes, no)):
                return self.value(yes if self.value(condition) else no)
            case Call("and", (left, right)):
                return self.value(left) and self.value(right)
            case Call("or", (left, right)):
                return self.value(left) or self.value(right)
        assert isinstance(expression, Call)
        return self.nudged(expression, self.call(expression))

    def call(self, call: Call) -> Any:
        arguments = [self.value(argument) for argument in call.arguments]
        rule = rules.find(call.function, len(arguments))
        assert rule is not None
        if rule.name == "^" and arguments[0] < 0 and arguments[1] != int(arguments[1]):
            raise NoValueError
        function = reference.value(rule)
        result = arguments[0] if rule.folds else function(*arguments)
        for argument in arguments[1:] if rule.folds else ():
            result = function(result, argument)
        if isinstance(result, bool):
            return result
        if isinstance(result, mpmath.mpc) or not mpmath.isfinite(result) or abs(result) > 1e50:
            raise NoValueError
        return result

    def nudged(self, call: Call, result: Any) -> Any:
        if not self.nudges or isinstance(result, bool) or not depends(call):
            return result
        return result * (1 + NUDGE * random.Random(f"{self.nudges} {call.span}").choice((-1, 1)))


def depends(expression: Expression) -> bool:
    """Does a variable stand in `expression`?"""
    if isinstance(expression, Call):
        return any(depends(argument) for argument in expression.arguments)
    return isinstance(expression, Name) and expression.name in NAMES


@dataclass(frozen=True)
class Writer:
    """Random formulas as text."""

    dice: random.Random

    def formula(self, function: rules.Rule | None, depth: int) -> str:
        if function is not None:
            return self.function(function, depth)
        kind = self.dice.random()
        if depth == 0 or kind < 0.1:
            return self.leaf()
        if kind < 0.55:
            sign = self.dice.choice(OPERATORS)
            return f"({self.formula(None, depth - 1)}) {sign} ({self.formula(None, depth - 1)})"
        if kind < 0.6:
            return f"-({self.formula(None, depth - 1)})"
        if kind < 0.7:
            branches = self.formula(None, depth - 1), self.formula(None, depth - 1)
            return f"if({self.condition(depth - 1)}, {branches[0]}, {branches[1]})"
        return self.function(self.dice.choice(FUNCTIONS), depth)

    def function(self, rule: rules.Rule, depth: int) -> str:
        # Where no derivative is known, the argument is an order.
        arguments = [self.formula(None, depth - 1) if partial else self.dice.choice("123") for partial in rule.partials]
        if rule.folds and self.dice.random() < 0.5:
            arguments.append(self.formula(None, depth - 1))
        return f"{rule.name}({', '.join(arguments)})"

    def condition(self, depth: int) -> str:
        comparison = f"{self.formula(None, depth)} {self.dice.choice(('<', '<=', '>', '>=', '!='))} {self.leaf()}"
        return self.dice.choice((comparison, f"not {comparison}", f"{comparison} and x < y", f"{comparison} or x < y"))

    def leaf(self) -> str:
        # Short binary fractions: a double holds them exactly, so both sides see the same number.
        return self.dice.choice((*NAMES, *NAMES, "2", "3", "0.5", "1.25", "pi"))


def slopes(expression: Expression, point: Mapping[str, Any], nudges: int = 0) -> dict[str, Any]:
    """The gradient by differences with a step far below the precision that is compared."""

    def along(name: str) -> Callable[[Any], Any]:
        return lambda number: Interpreter({**point, name: number}, nudges).value(expression)

    return {name: mpmath.diff(along(name), point[name]) for name in NAMES}


def amplification(expression: Expression, point: Mapping[str, Any], exact: Mapping[str, Any]) -> float:
    """How many times as large as a relative error of each operation that of a slope becomes, at most, in a few trials."""  # fmt: skip
    trials = [slopes(expression, point, nudges) for nudges in (1, 2, 3)]
    return max(
        float(abs(trial[name] - exact[name]) / abs(exact[name]) / NUDGE)
        for trial in trials
        for name in NAMES
        if exact[name]
    )


def case(seed: int) -> tuple[str, dict[str, float], dict[str, Any]]:
    """A formula with its point and its exact slopes: the first that is well conditioned."""
    dice = random.Random(seed)
    function = FUNCTIONS[seed % len(FUNCTIONS)] if seed < 3 * len(FUNCTIONS) else None
    while True:
        text = Writer(dice).formula(function, 3 if function else 4)
        point = {name: dice.uniform(-3, 3) for name in NAMES}
        expression, exactly = gradcli.parse(text).result, {name: mpf(number) for name, number in point.items()}
        if not depends(expression):
            continue
        try:
            Interpreter(exactly).value(expression)
            exact = slopes(expression, exactly)
            if not any(exact.values()) and function and any(function.partials) and function.name not in FLAT:
                continue
            if all(not slope or 1e-30 < abs(slope) < 1e30 for slope in exact.values()) and (
                not any(exact.values()) or amplification(expression, exactly, exact) < MOST
            ):
                return text, point, exact
        except (NoValueError, ValueError, ZeroDivisionError, OverflowError, TypeError):
            continue


FLAT = ("sign", "floor", "ceil", "step", "round", "trunc")


SEEDS = [*range(len(FUNCTIONS)), *range(3 * len(FUNCTIONS), COUNT)]
"""Each function once, and formulas of any functions."""


@pytest.mark.parametrize(
    "seed", [seed if seed in SEEDS else pytest.param(seed, marks=pytest.mark.slow) for seed in range(COUNT)]
)
def test_gradient_of_a_random_formula_is_the_one_by_differences(seed: int) -> None:
    with mp.workdps(DIGITS + 20):
        text, point, exact = case(seed)
    found = gradcli.evaluate(text, point).gradient
    # A slope that is zero because contributions cancel is so only to rounding.
    wrong = {
        name: found[name]
        for name in NAMES
        if not abs(found[name] - exact[name]) <= TOLERANCE * abs(exact[name] or 1e-5)
    }
    assert not wrong, f"{text} at {point}: {exact}"
