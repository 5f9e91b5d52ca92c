"""Every row of the rule table as a formula, at its own points and at hostile ones: codes and numbers of the point."""

from __future__ import annotations

import itertools
import random

import pytest

from gradcli import rules
from gradcli.rules.rule import Rule

from .comparing import complaints

HOSTILE = (
    0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.0,
    -3.0,
    0.3,
    170.6,
    -170.5,
    1e-320,
    1e-200,
    -1e-200,
    1e17,
    1e200,
    -1e200,
    1.7e308,
)
ROWS = [rule for rule in rules.RULES if not rule.is_condition and rule.name not in ("=", "if")]
ORDERS = ("k", "i", "j", "n")
"""What parameters are called by which no derivative may be known."""


def call(rule: Rule) -> str:
    """The row as a formula of its parameters."""
    if rule.name.isidentifier():
        return f"{rule.name}({', '.join(rule.parameters)})"
    return f"-{rule.parameters[0]}" if len(rule.parameters) == 1 else rule.name.join(rule.parameters) if rule.name != "!" else "x!"  # fmt: skip


def hostile(rule: Rule) -> list[tuple[float, ...]]:
    """Some of all combinations."""
    found = list(itertools.product(HOSTILE, repeat=len(rule.parameters)))
    return random.Random(rule.name).sample(found, min(len(found), 60))


def known(rule: Rule) -> tuple[str, ...]:
    """The parameters by which there is a derivative."""
    return tuple(name for name, partial in zip(rule.parameters, rule.partials, strict=True) if partial)


@pytest.mark.parametrize("rule", ROWS, ids=lambda rule: f"{rule.backend_name}-{len(rule.parameters)}")
def test_row_has_the_codes_and_the_numbers_of_the_point(rule: Rule) -> None:
    points = [*rule.points, *hostile(rule)]
    fixed = [name for name in rule.parameters if name not in known(rule)]
    text = call(rule)
    found = []
    for point in points:
        at = dict(zip(rule.parameters, point, strict=True))
        written = text
        if fixed:  # an order is a number in the formula
            bindings = "; ".join(f"{name}0 = {at.pop(name)!r}" for name in fixed)
            arguments = ", ".join(f"{name}0" if name in fixed else name for name in rule.parameters)
            written = f"{bindings}; {rule.name}({arguments})"
            found += complaints(written, [at])
    if not fixed:
        found += complaints(text, [dict(zip(rule.parameters, point, strict=True)) for point in points])
    assert found == []
