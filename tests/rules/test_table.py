"""Every row of the rule table is tried at its own points; nothing here names a function twice."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import mpmath
import pytest

from gradcli import rules
from gradcli.graph import template
from gradcli.rules.rule import Edge, Rule

from . import reference
from .accuracy import is_inside, is_smooth, partial_error, value_error

NUMERIC = [rule for rule in rules.RULES if not rule.is_condition]
EDGES = [(rule, edge) for rule in rules.RULES for edge in rule.edges]
DOMAINS = [(rule, domain) for rule in rules.RULES for domain in rule.domain]

# Two units in the last place: the goal for every row. The points avoid the rows' exceptions.
LIMIT = 2.0


def title(case: Any) -> str:
    """A row's name in the test's id, or a point."""
    return case.backend_name if isinstance(case, Rule) else case.when if isinstance(case, Edge) else str(case)


POINTS = [(rule, point) for rule in rules.RULES for point in rule.points]
SLOPES = [
    (rule, argument, point)
    for rule in NUMERIC
    for argument, formula in enumerate(rule.partials)
    if formula
    for point in rule.points
    if is_smooth(rule, point)
]


@pytest.mark.parametrize("rule", rules.RULES, ids=title)
def test_row_says_what_it_is(rule: Rule) -> None:
    assert rule.summary
    assert not rule.summary.endswith(".")
    assert rule.points
    assert all(len(point) == len(rule.parameters) for point in rule.points)


@pytest.mark.parametrize("rule", NUMERIC, ids=title)
def test_row_has_a_partial_for_each_parameter(rule: Rule) -> None:
    assert len(rule.partials) == len(rule.parameters)
    assert len(rule.exceptions) in (0, len(rule.parameters))


@pytest.mark.parametrize(("rule", "edge"), EDGES, ids=title)
def test_edge_has_a_partial_and_slopes_for_each_parameter(rule: Rule, edge: Edge) -> None:
    assert len(edge.partials) == len(rule.parameters)
    assert len(edge.left) in (0, len(rule.parameters))
    assert len(edge.right) in (0, len(rule.parameters))
    assert edge.reason


@pytest.mark.parametrize("rule", rules.RULES, ids=title)
def test_formulas_use_only_the_parameters_of_their_row(rule: Rule) -> None:
    edges = rule.edges
    with_result = [*rule.partials, *(formula for edge in edges for formula in edge.partials)]
    without = [
        rule.definition,
        *(domain.predicate for domain in rule.domain),
        *(formula for edge in edges for formula in (edge.when, *edge.left, *edge.right)),
    ]
    for formula in filter(None, with_result):
        assert set(template(formula, (*rule.parameters, "v")).inputs) <= {*rule.parameters, "v"}
    for formula in filter(None, without):
        assert set(template(formula, rule.parameters).inputs) <= set(rule.parameters)


@pytest.mark.parametrize("rule", rules.RULES, ids=title)
def test_domain_messages_name_only_parameters(rule: Rule) -> None:
    for domain in rule.domain:
        texts = dict.fromkeys(rule.parameters, "1")
        assert domain.message.format(**texts)
        assert "{" not in domain.help.format(**texts)
        assert domain.parameter in ("", *rule.parameters)


def test_no_two_rows_share_a_name_and_a_number_of_arguments() -> None:
    keys = [(name, len(rule.parameters)) for rule in rules.RULES for name in (rule.name, *rule.aliases)]
    assert len(keys) == len(set(keys))


def test_no_two_rows_share_a_backend_name() -> None:
    names = [rule.backend_name for rule in rules.RULES]
    assert len(names) == len(set(names))


def test_the_number_of_arguments_tells_minus_from_minus() -> None:
    assert rules.find("-", 1).backend_name == "negative"
    assert rules.find("-", 2).backend_name == "subtract"


def test_the_number_of_arguments_tells_log_from_log() -> None:
    assert rules.find("log", 1).backend_name == "log"
    assert rules.find("log", 2).backend_name == "log_base"


@pytest.mark.parametrize(("alias", "name"), [(alias, rule.name) for rule in rules.RULES for alias in rule.aliases])
def test_alias_finds_its_row(alias: str, name: str) -> None:
    assert rules.find(alias).name == name


def test_unknown_name_finds_nothing() -> None:
    assert rules.find("no_such_function", 1) is None


def test_wrong_number_of_arguments_finds_a_row_to_speak_of() -> None:
    assert rules.find("sin", 2).name == "sin"


def test_names_are_those_that_can_be_called() -> None:
    names = rules.names()
    assert {"sin", "ln", "where", "if", "max"} <= names
    assert not names & {"+", "!", "=", "and", "or", "not", "<"}


def test_table_is_cheap_to_import() -> None:
    heavy = "{'lark', 'numpy', 'sympy', 'flint', 'mpmath'}"
    code = f"import sys, gradcli.rules; sys.exit(bool({heavy} & set(sys.modules)))"
    # The package's own __init__ imports the parser, so lark alone may have come with it.
    code = code.replace("'lark', ", "")
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(("rule", "point"), POINTS, ids=title)
def test_value_is_right(rule: Rule, point: tuple[float, ...]) -> None:
    assert is_inside(rule, point)
    assert value_error(rule, point) <= LIMIT


@pytest.mark.parametrize(("rule", "argument", "point"), SLOPES, ids=title)
def test_partial_is_right(rule: Rule, argument: int, point: tuple[float, ...]) -> None:
    assert partial_error(rule, argument, point) <= LIMIT


def has_differences(rule: Rule, point: tuple[float, ...]) -> bool:
    """Do differences with steps of 1e-60 mean something at this point?"""
    if rule.name == "if" or point in ENDS.get(rule.backend_name, ()):
        return False
    return all(number == 0 or 1e-3 < abs(number) < 1e3 for number in point)


ENDS = {
    **dict.fromkeys(("besselj", "besseli"), ((4.5, 0.0),)),
    "binomialderiv": ((6.5, 1.25, 1.0, 1.0), (10.0, 3.25, 0.0, 2.0)),  # differences of differences: minutes
    "besseljderiv": ((4.5, 0.0, 0.0),),
    "besselideriv": ((4.5, 0.0, 2.0),),
    "power": ((0.0, 1.0), (0.0, 2.0), (-2.0, 3.0), (-0.1, -4.0)),
    "sqrt": ((0.0,),),
    "cbrt": ((0.0,),),
    "asin": ((1.0,), (-1.0,)),
    "acos": ((1.0,), (-1.0,)),
    "acosh": ((1.0,),),
    "asec": ((1.0,), (-1.0,)),
    "acsc": ((1.0,), (-1.0,)),
    "asech": ((1.0,),),
    "root": ((0.0, 3.0), (0.0, 4.0)),
}

LONG = {
    "besselideriv": ((0.0, 0.0, 1.0), (1.0, 0.0, 2.0), (-3.0, 4.0, 3.0)),
    "besselkderiv": ((-3.0, 4.0, 3.0), (10.0, 1.5, 1.0), (1.0, 2.5, 1.0)),
    "besselyderiv": ((-3.0, 4.0, 3.0), (10.0, 1.5, 1.0)),
    "binomialderiv": ((5.0, 2.0, 0.0, 1.0),),
    "zeta": ((800.0,), (0.0,)),
    "zetaderiv": ((2.0, 1.0), (0.5, 2.0), (1.0000000000000002, 1.0), (-2.0, 1.0), (-30.3, 1.0), (40.0, 1.0)),
}
"""Points at which mpmath takes long over so many digits."""
WITH_DIFFERENCES = [
    pytest.param(*case, marks=pytest.mark.slow) if point in LONG.get(rule.backend_name, ()) else case
    for case in SLOPES
    for rule, _, point in [case]
    if has_differences(rule, point)
]


@pytest.mark.parametrize(("rule", "argument", "point"), WITH_DIFFERENCES, ids=title)
def test_reference_slope_is_the_slope_of_the_reference_value(
    rule: Rule, argument: int, point: tuple[float, ...]
) -> None:
    value, slope = reference.value(rule), reference.slope(rule, argument)
    with mpmath.workdps(200):
        step = mpmath.mpf(10) ** -60

        def beside(shift: Any) -> Any:
            return value(*(mpmath.mpf(x) + (shift if index == argument else 0) for index, x in enumerate(point)))

        difference = (beside(step) - beside(-step)) / (2 * step)
        exact = slope(*map(mpmath.mpf, point))
        assert mpmath.almosteq(difference, exact, rel_eps=1e-30, abs_eps=1e-30)
