"""Every row by three ways: doubles, SymPy's numbers of 50 digits, and SymPy's own derivative of what the row computes."""

from __future__ import annotations

from typing import Any

import pytest
import sympy

from gradcli.backends import floats, symbols
from gradcli.evaluation import apply
from gradcli.partials import edge_at, formula_of, value_of
from gradcli.rules.rule import Rule

from . import reference
from .test_table import ENDS, LIMIT, NUMERIC, SLOPES, title

DIGITS = 50
NUMBERS = symbols.at_precision(DIGITS)


def is_moderate(point: tuple[float, ...]) -> bool:
    """Can 50 digits bear the cancellation in forms that are not made for it?"""
    return all(1e-3 < abs(number) < 38 for number in point)


def exact(number: float) -> Any:
    """A number for SymPy; a whole one stays exact, so that an order is one."""
    return sympy.Integer(int(number)) if number == int(number) else sympy.Float(number, DIGITS)


def middle(point_sets: list[Any]) -> list[Any]:
    return [case for case in point_sets if is_moderate(case[-1])]


UNKNOWN = ("zeta", "zetaderiv")
"""SymPy has no derivatives of zeta."""
UNRESOLVED = ("floor", "ceil", "round", "trunc", "frac", "mod")
"""SymPy leaves the derivative of floor as it is."""

SHAPES = (("gammainc", 0), ("gammaincc", 0))
"""SymPy stumbles over its derivative of an incomplete gamma function by the shape."""


def is_zero_of_binomial(rule: Rule, point: tuple[float, ...]) -> bool:
    """Does SymPy meet 0*inf there, or the 0 of (0.5, 2) among its numbers of 50 digits?"""
    n, k = point[:2] if "binomial" in rule.name else (0.0, 0.0)
    return (k < 0 and k % 1 == 0) or (k > n and (k - n) % 1 == 0) or (n, k) == (0.5, 2.0)


ROWS = [rule for rule in NUMERIC if rule.name != "if"]
VALUES = middle(
    [
        (rule, point)
        for rule in ROWS
        for point in rule.points
        if rule.name != "zetaderiv" and not is_zero_of_binomial(rule, point)
    ]
)
PARTIALS = middle(
    [
        case
        for case in SLOPES
        if case[0] in ROWS
        and case[0].name not in UNKNOWN
        and not is_zero_of_binomial(case[0], case[2])
        and case[2] not in ENDS.get(case[0].backend_name, ())
    ]
)


def as_mpf(number: Any) -> Any:
    found = sympy.N(number, DIGITS)
    return found._to_mpmath(200) if found.is_Float or found.is_Integer else None


@pytest.mark.parametrize(("rule", "point"), VALUES, ids=title)
def test_doubles_agree_with_fifty_digits(rule: Rule, point: tuple[float, ...]) -> None:
    found, result = as_mpf(apply(rule, list(map(exact, point)), NUMBERS)), apply(rule, list(point), floats)
    assert found is not None
    # cos(pi*x), in 50 digits, misses its zero by the last of them.
    assert reference.ulps(result, found) <= LIMIT or abs(result - found) < 1e-48


@pytest.mark.parametrize(("rule", "argument", "point"), PARTIALS, ids=title)
def test_partial_in_doubles_agrees_with_fifty_digits(rule: Rule, argument: int, point: tuple[float, ...]) -> None:
    def slope(arguments: list[Any], backend: Any) -> Any:
        formula = formula_of(rule, argument, edge_at(rule, arguments, backend))
        return value_of(formula, rule, arguments, apply(rule, arguments, backend), backend)

    found = as_mpf(slope(list(map(exact, point)), NUMBERS))
    assert found is not None
    assert reference.ulps(slope(list(point), floats), found) <= LIMIT


@pytest.mark.parametrize(
    ("rule", "argument", "point"),
    [case for case in PARTIALS if case[0].name not in UNRESOLVED and (case[0].name, case[1]) not in SHAPES],
    ids=title,
)
def test_partial_is_the_derivative_that_sympy_finds(rule: Rule, argument: int, point: tuple[float, ...]) -> None:
    variable = sympy.Symbol("t", real=True)
    arguments = [variable if index == argument else exact(number) for index, number in enumerate(point)]
    formula = sympy.diff(apply(rule, arguments, NUMBERS), variable)
    found = as_mpf(formula.subs(variable, exact(point[argument])))
    assert found is not None
    partial = value_of(
        formula_of(rule, argument, edge_at(rule, list(point), floats)),
        rule,
        list(point),
        apply(rule, list(point), floats),
        floats,
    )
    assert reference.ulps(partial, found) <= LIMIT


def test_every_row_is_tried() -> None:
    tried = {rule.backend_name for rule, _ in VALUES}
    assert {rule.backend_name for rule in ROWS} - tried == {"zetaderiv"}
