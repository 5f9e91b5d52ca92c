"""The rule table: all that is known about each function, one row each, found by name."""

from __future__ import annotations

import os
from functools import cache
from typing import Any

from gradcli.rules import arithmetic, bessel, gammas, hyperbolic, integrals, pieces, powers, trigonometric
from gradcli.rules.rule import Constant, Rule

RULES: tuple[Rule, ...] = (
    *arithmetic.RULES,
    *powers.RULES,
    *trigonometric.RULES,
    *hyperbolic.RULES,
    *gammas.RULES,
    *integrals.RULES,
    *bessel.RULES,
    *pieces.RULES,
)

CONSTANTS: tuple[Constant, ...] = (
    Constant("pi", "half the circumference of the unit circle", r"\pi", "math.pi"),
    Constant("e", "the base of the natural logarithm", "e", "math.e"),
    Constant("tau", "the circumference of the unit circle, 2*pi", r"\tau", "math.tau"),
    Constant("inf", "infinity", r"\infty", "math.inf"),
    Constant("deg", "one degree in radians, pi/180", r"\mathrm{deg}", "math.radians(1)"),
    Constant("rad", "one radian in degrees, 180/pi", r"\mathrm{rad}", "math.degrees(1)"),
)


def index_of(rules: tuple[Rule, ...]) -> dict[str, tuple[Rule, ...]]:
    """The rows that go by each name, sign or alias."""
    index: dict[str, tuple[Rule, ...]] = {}
    for rule in rules:
        for name in (rule.name, *rule.aliases):
            index[name] = (*index.get(name, ()), rule)
    return index


INDEX = index_of(RULES)
NAMES = frozenset(
    name for name, rows in INDEX.items() if name.isidentifier() and not any(row.is_condition for row in rows)
)


@cache
def find(name: str, count: int | None = None) -> Rule | None:
    """The row that `name` (a function, an operator's sign or an alias) means with `count` arguments.

    Where no row of that name takes `count` arguments it is the first one, so that an error can say what it
    takes; None if there is no such name.
    """
    rows = INDEX.get(name, ())
    fitting = (row.of_count(count) for row in rows if count is not None and row.takes(count))
    return next(fitting, rows[0] if rows else None)


def names() -> frozenset[str]:
    """All names of functions that can be called, aliases included, operators not."""
    return NAMES


@cache
def constant_names() -> frozenset[str]:
    """The names of the constants of the language."""
    return frozenset(constant.name for constant in CONSTANTS)


def accuracy() -> dict[str, Any]:
    """The worst errors measured of each row, by its name in the backends; tests/benchmarks/accuracy.py makes them."""
    import json  # here, since only a listing needs it

    with open(os.path.join(os.path.dirname(__file__), "accuracy.json"), encoding="utf-8") as file:
        figures: dict[str, Any] = json.load(file)
    return figures
