"""The rule table: all that is known about each function, one row each, found by name."""

from __future__ import annotations

from functools import cache

from gradcli.rules import arithmetic, hyperbolic, pieces, powers, special, trigonometric
from gradcli.rules.rule import Constant, Rule

RULES: tuple[Rule, ...] = (
    *arithmetic.RULES,
    *powers.RULES,
    *trigonometric.RULES,
    *hyperbolic.RULES,
    *special.RULES,
    *pieces.RULES,
)

CONSTANTS: tuple[Constant, ...] = (
    Constant("pi", "half the circumference of the unit circle"),
    Constant("e", "the base of the natural logarithm"),
    Constant("tau", "the circumference of the unit circle, 2*pi"),
    Constant("inf", "infinity"),
    Constant("deg", "one degree in radians, pi/180"),
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
    fitting = (row for row in rows if count is not None and row.takes(count))
    return next(fitting, rows[0] if rows else None)


def names() -> frozenset[str]:
    """All names of functions that can be called, aliases included, operators not."""
    return NAMES
