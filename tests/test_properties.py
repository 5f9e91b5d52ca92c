"""What holds for every formula, whatever hypothesis thinks of."""

from __future__ import annotations

import math

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import gradcli
from gradcli import rules
from gradcli.check.compare import judge
from gradcli.check.symbolic import scale_of
from gradcli.expansion import expanded
from gradcli.render import document

CALLABLE = [rule for rule in rules.RULES if rule.name.isidentifier() and not rule.is_condition and rule.name != "if"]
LEAVES = st.sampled_from(["x", "y", "x", "y", "2", "3", "0.5", "1.25", "pi"])


def calls(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Formulas one level deeper."""
    function = st.sampled_from(CALLABLE).flatmap(
        lambda rule: st.tuples(*[parts] * len(rule.parameters)).map(lambda given: f"{rule.name}({', '.join(given)})")
    )
    operator = st.tuples(parts, st.sampled_from("+-*/^"), parts).map(lambda three: "({}){}({})".format(*three))
    choice = st.tuples(parts, st.sampled_from("<>"), parts, parts, parts).map(
        lambda five: "if({}{}{}, {}, {})".format(*five)
    )
    return st.one_of(function, operator, operator, choice, parts.map(lambda part: f"-({part})"))


FORMULAS = st.recursive(LEAVES, calls, max_leaves=8)
NUMBERS = st.one_of(st.sampled_from([0.5, -0.5, 1.5, 2.0, -3.0, 0.1, 7.0]), st.floats(-4, 4, allow_subnormal=False))
WORDS = [
    "x",
    "y",
    "2",
    ".5",
    "1e3",
    "+",
    "-",
    "*",
    "/",
    "^",
    "(",
    ")",
    ",",
    "sin",
    "max(",
    "if(",
    "<",
    "==",
    "|",
    "!",
    "=",
    ";",
    "sum(",
    "i",
    "g(",
    "²",
    "√",
    "#",
    "α",
    "é",
    "∞",
    "'",
    "[",
]
PIECES = st.sampled_from([*WORDS, "and ", "g(t) = ", " ", "\n", "\x00", "\ud800"])


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(FORMULAS, NUMBERS, NUMBERS)
def test_sweep_and_sympy_agree_wherever_both_have_an_answer(text: str, x: float, y: float) -> None:
    formula = gradcli.parse(text)
    try:
        gradient = gradcli.evaluate(text, {"x": x, "y": y})
    except gradcli.GradcliError:
        assume(False)
    assume(not gradient.warnings and all(map(math.isfinite, gradient.gradient.values())))
    verdict = judge(expanded(formula), gradient.point, gradient.gradient, scale_of(gradient))
    assert verdict.status != "disagrees", verdict


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.lists(PIECES, max_size=60).map("".join), st.text(max_size=1000)), NUMBERS, NUMBERS)
def test_any_text_leads_to_an_answer_or_to_an_error_of_ours(text: str, x: float, y: float) -> None:
    try:
        gradient = gradcli.evaluate(text, {"x": x, "y": y})
    except gradcli.GradcliError as error:
        assert error.exit_status in (3, 4, 5, 6)
    else:
        assert document.text(document.answer(gradcli.parse(text), gradient, gradient.warnings, trace=True))


@settings(deadline=None)
@given(FORMULAS, NUMBERS, NUMBERS)
def test_the_reading_gives_the_same_answer_as_the_text(text: str, x: float, y: float) -> None:
    try:
        gradient = gradcli.evaluate(text, {"x": x, "y": y})
    except gradcli.GradcliError:
        return
    again = gradcli.evaluate(str(gradcli.parse(text)), {"x": x, "y": y})
    assert repr((gradient.value, gradient.gradient)) == repr((again.value, again.gradient))


@settings(deadline=None)
@given(FORMULAS, NUMBERS, NUMBERS)
def test_printed_contributions_are_the_products_and_their_sums_the_adjoints(text: str, x: float, y: float) -> None:
    try:
        gradient = gradcli.evaluate(text, {"x": x, "y": y})
    except gradcli.GradcliError:
        return
    if gradient.warnings:
        return
    sums: dict[str, float] = {}
    for step in gradient.steps:
        assert step.contribution == pytest.approx(step.partial_value * step.adjoint, rel=0, abs=0)
        sums[step.parent] = sums[step.parent] + step.contribution if step.parent in sums else step.contribution
    assert sums == {node.name: node.adjoint for node in gradient.nodes if node.name in sums}
