"""Functions on Python floats: total, with one zero, and right to the last digit."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradcli import rules
from gradcli.backends import floats
from gradcli.rules.rule import Rule

NAN, INF = math.nan, math.inf
ANY = (NAN, INF, -INF, 0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -3.0, 5e-324, -5e-324, 1e-300, 171.7, -171.5, 710.0, 1e17)
HUGE = (1e300, -1e300, 1.7e308, -1.7e308)
NUMERIC = [rule for rule in rules.RULES if not rule.is_condition and rule.name != "if"]
OWN = [rule for rule in NUMERIC if hasattr(floats, rule.backend_name)]


def title(rule: Rule) -> str:
    return rule.backend_name


@pytest.mark.parametrize("rule", rules.RULES, ids=title)
def test_row_has_a_function_or_a_definition(rule: Rule) -> None:
    assert rule.definition or callable(getattr(floats, rule.backend_name))


@pytest.mark.parametrize("rule", OWN, ids=title)
def test_function_of_anything_is_a_float(rule: Rule) -> None:
    function = getattr(floats, rule.backend_name)
    numbers = ANY + HUGE
    points = [(x,) for x in numbers] if len(rule.parameters) == 1 else [(x, y) for x in numbers for y in numbers]
    for point in points:
        assert type(function(*point)) is float, point


@pytest.mark.parametrize("rule", OWN, ids=title)
def test_nan_in_is_nan_out(rule: Rule) -> None:
    if rule.name == "^":
        return  # x^0 is 1 for every x, as in IEEE 754
    if rule.name == "hypot":
        assert math.isnan(floats.hypot(NAN, 1.0))
        return  # hypot(inf, nan) is inf, whatever nan stands for
    arguments = [NAN] * len(rule.parameters)
    assert math.isnan(getattr(floats, rule.backend_name)(*arguments))


@pytest.mark.parametrize(
    ("name", "arguments", "result"),
    [
        ("divide", (1.0, 0.0), INF),
        ("divide", (1.0, -0.0), INF),
        ("divide", (-1.0, 0.0), -INF),
        ("divide", (0.0, 0.0), NAN),
        ("divide", (1e300, 1e-300), INF),
        ("power", (0.0, -1.0), INF),
        ("power", (-0.0, -1.0), INF),
        ("power", (0.0, 0.0), 1.0),
        ("power", (-8.0, 1 / 3), NAN),
        ("power", (-10.0, 309.0), -INF),
        ("power", (-10.0, 310.0), INF),
        ("power", (10.0, 1e300), INF),
        ("power", (10.0, -1e300), 0.0),
        ("sqrt", (-1.0,), NAN),
        ("log", (0.0,), -INF),
        ("log", (-0.0,), -INF),
        ("log", (-1.0,), NAN),
        ("log1p", (-1.0,), -INF),
        ("log2", (0.0,), -INF),
        ("log10", (0.0,), -INF),
        ("exp", (1000.0,), INF),
        ("exp", (-1000.0,), 0.0),
        ("expm1", (1000.0,), INF),
        ("sinh", (-1000.0,), -INF),
        ("cosh", (-1000.0,), INF),
        ("tanh", (-1e300,), -1.0),
        ("sech", (1e300,), 0.0),
        ("atanh", (-1.0,), -INF),
        ("atanh", (1.5,), NAN),
        ("acosh", (0.5,), NAN),
        ("sin", (INF,), NAN),
        ("atan2", (-0.0, -1.0), math.pi),
        ("atan2", (0.0, -0.0), 0.0),
        ("erfc", (1e300,), 0.0),
        ("erfc", (-INF,), 2.0),
        ("gamma", (0.0,), NAN),
        ("gamma", (-3.0,), NAN),
        ("gamma", (172.0,), INF),
        ("gamma", (INF,), INF),
        ("lgamma", (-3.0,), INF),
        ("lgamma", (1.0,), 0.0),
        ("lgamma", (1e306,), INF),
        ("factorial", (5.0,), 120.0),
        ("factorial", (-1.0,), NAN),
        ("factorial", (171.0,), INF),
        ("digamma", (-1.0,), NAN),
        ("trigamma", (INF,), 0.0),
        ("polygamma", (0.5, 1.0), NAN),
        ("floor", (-0.5,), -1.0),
        ("floor", (INF,), INF),
        ("ceil", (0.5,), 1.0),
        ("mod", (-23.0, 5.0), 2.0),
        ("mod", (23.0, -5.0), -2.0),
        ("mod", (1.0, 0.0), NAN),
        ("mod", (INF, 2.0), NAN),
        ("mod", (-1e-20, 3.0), 3.0),
        ("minimum", (NAN, 1.0), NAN),
        ("maximum", (1.0, NAN), NAN),
        ("sign", (-0.0,), 0.0),
        ("log_base", (1000.0, 10.0), 3.0),
        ("log10", (1e22,), 22.0),
        ("cbrt", (-27.0,), -3.0),
    ],
)
def test_special_value(name: str, arguments: tuple[float, ...], result: float) -> None:
    assert getattr(floats, name)(*arguments) == pytest.approx(result, rel=0, abs=0, nan_ok=True)


def test_root_of_minus_zero_is_zero_without_a_sign() -> None:
    assert math.copysign(1, floats.sqrt(-0.0)) == 1


@pytest.mark.parametrize("other", [INF, -INF, NAN, 1.0])
def test_zero_contributes_zero_whatever_the_other_factor_is(other: float) -> None:
    assert floats.contribution(0.0, other) == 0
    assert floats.contribution(other, 0.0) == 0


def test_contribution_is_the_product() -> None:
    assert floats.contribution(3.0, -2.0) == -6


@pytest.mark.parametrize(
    ("text", "number"),
    [("1_000", 1000.0), (".5", 0.5), ("5.", 5.0), ("1E-3", 0.001), ("1e999", INF), ("1e-999", 0.0)],
)
def test_number_reads_what_was_written(text: str, number: float) -> None:
    assert floats.number(text) == number


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1.0, "1"),
        (-2.0, "-2"),
        (0.1, "0.1"),
        (-0.0, "0"),
        (1e-200, "1e-200"),
        (1e22, "1e22"),
        (1.5e-5, "1.5e-5"),
        (123456.0, "123456"),
        (5e-324, "5e-324"),
        (1.7976931348623157e308, "1.7976931348623157e308"),
        (INF, "inf"),
        (-INF, "-inf"),
        (NAN, "nan"),
    ],
)
def test_text_is_short(number: float, text: str) -> None:
    assert floats.text(number) == text


@given(st.floats(allow_nan=False))
def test_text_reads_back_the_same(number: float) -> None:
    assert float(floats.text(number)) == number


@pytest.mark.parametrize("constant", rules.CONSTANTS, ids=lambda constant: constant.name)
def test_constant_of_the_table_is_a_number(constant: rules.Constant) -> None:
    assert floats.constant(constant.name) > 0


def test_degree_is_the_nearest_double() -> None:
    assert floats.constant("deg") == 0.017453292519943295


def test_precision_of_flint_is_left_as_it_was() -> None:
    flint = pytest.importorskip("flint")
    before = flint.ctx.prec, flint.ctx.cap
    floats.gamma(2.5)
    floats.trigamma(-2.5)
    assert (flint.ctx.prec, flint.ctx.cap) == before
