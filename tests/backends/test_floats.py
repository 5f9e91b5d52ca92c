"""Functions on Python floats: total, with one zero, and right to the last digit."""

from __future__ import annotations

import math
import subprocess
import sys
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradcli import rules
from gradcli.backends import floats
from gradcli.rules.rule import Rule

NAN, INF = math.nan, math.inf
ANY = (NAN, INF, -INF, 0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -3.0, 5e-324, -5e-324, 1e-300, 171.7, -171.5, 710.0, 1e17)
FEW = (NAN, INF, 0.0, 1.0, -0.5, 2.0, -3.0, 1e-300, 171.7, 1e300, -1e300)
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
    numbers = ANY + HUGE if len(rule.parameters) < 3 else FEW
    for point in product(numbers, repeat=len(rule.parameters)):
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
        ("root", (32.0, 5.0), 2.0),
        ("root", (-32.0, 5.0), -2.0),
        ("root", (-4.0, 2.0), NAN),
        ("root", (4.0, 0.5), NAN),
        ("exp2", (-1074.0,), 5e-324),
        ("exp2", (1024.0,), INF),
        ("exp10", (23.0,), 1e23),
        ("exp10", (400.0,), INF),
        ("logaddexp", (1e300, -1e300), 1e300),
        ("logaddexp", (-INF, 3.0), 3.0),
        ("logit", (0.0,), -INF),
        ("logit", (1.0,), INF),
        ("logit", (2.0,), NAN),
        ("softmax", (INF, 0.0), 1.0),
        ("softmax", (INF, INF), NAN),
        ("softmax", (1.0, 1.0, -1e300, 1.0), 1 / 3),
        ("softmax", (3.0,), 1.0),
        ("logaddexp", (-1.1, -1.1, -1.09), 0.001956745427266065),
        ("logaddexp", (-INF, -INF), -INF),
        ("logaddexp", (7.5,), 7.5),
        ("lambertw", (math.e,), 1.0),
        ("lambertw", (-0.36787944117144233,), NAN),
        ("cot", (0.0,), INF),
        ("acot", (-0.0,), math.pi / 2),
        ("acot", (-INF,), 0.0),
        ("asec", (0.5,), NAN),
        ("sinpi", (1e300,), 0.0),
        ("cospi", (0.5,), 0.0),
        ("tanpi", (0.25,), 1.0),
        ("tanpi", (1.5,), INF),
        ("sinc", (0.0,), 1.0),
        ("sinc", (INF,), 0.0),
        ("coth", (0.0,), INF),
        ("acoth", (1.0,), INF),
        ("acoth", (0.5,), NAN),
        ("asech", (0.0,), INF),
        ("acsch", (INF,), 0.0),
        ("beta", (2.0, 3.0), 1 / 12),
        ("beta", (-1.0, 3.0), NAN),
        ("lbeta", (1.0, 1.0), 0.0),
        ("binomial", (5.0, 2.0), 10.0),
        ("binomial", (3.0, 5.0), 0.0),
        ("binomial", (3.0, -1.0), 0.0),
        ("binomial", (-2.0, 1.0), NAN),
        ("binomial", (60.0, 30.0), 118264581564861424.0),
        ("binomialderiv", (5.0, 2.0, 1.0, 0.0), 4.5),
        ("binomialderiv", (3.0, -2.0, 1.0, 0.0), 0.0),
        ("gammainc", (1.0, 0.0), 0.0),
        ("gammaincc", (1.0, INF), 0.0),
        ("gammainc", (-1.0, 1.0), NAN),
        ("gammapdf", (1.0, 0.0), 1.0),
        ("gammapdf", (0.5, 0.0), INF),
        ("zeta", (1.0,), INF),
        ("zeta", (-1e300,), 0.0),
        ("zetaderiv", (-1e300, 1.0), INF),
        ("zetaderiv", (-1e-300, 3.0), -6.004711166862254),
        ("erfcx", (-30.0,), INF),
        ("erfinv", (1.0,), INF),
        ("erfcinv", (2.0,), -INF),
        ("norminv", (0.5,), 0.0),
        ("normcdf", (-1e300,), 0.0),
        ("ei", (0.0,), -INF),
        ("si", (-INF,), -math.pi / 2),
        ("ci", (-1.0,), NAN),
        ("besselj", (0.0, 0.0), 1.0),
        ("besselj", (0.5, -1.0), NAN),
        ("besselj", (0.5, 0.0), 0.0),
        ("besselj", (-1.5, 0.0), -INF),
        ("besseli", (0.5, 0.0), 0.0),
        ("bessely", (0.0, 0.0), NAN),
        ("besseli", (1.0, -1e300), -INF),
        ("besselk", (5e-324, 2.0), 0.11389387274953344),
        ("step", (0.0,), 0.5),
        ("round", (2.5,), 2.0),
        ("round", (-0.5,), 0.0),
        ("trunc", (-1.5,), -1.0),
        ("frac", (-1.25,), 0.75),
        ("mean", (1.7e308, 1.7e308), 1.7e308),
        ("mean", (1e300, 1.0, -1e300), 1 / 3),
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


def test_radian_in_degrees_is_the_nearest_double() -> None:
    assert floats.constant("rad") == 57.29577951308232


def test_precision_of_flint_is_left_as_it_was() -> None:
    flint = pytest.importorskip("flint")
    before = flint.ctx.prec, flint.ctx.cap
    floats.gamma(2.5)
    floats.trigamma(-2.5)
    floats.gammaincda(2.0, 3.0)
    floats.siluderiv(0.5, 2.0)
    assert (flint.ctx.prec, flint.ctx.cap) == before


def test_namespace_holds_only_functions_of_rows_besides_its_own() -> None:
    names = {rule.backend_name for rule in rules.RULES}
    parts = {name for name, thing in vars(floats).items() if getattr(thing, "__module__", "").startswith("gradcli.")}
    own = {name for name in parts if getattr(floats, name).__module__ == floats.__name__}
    assert parts - own <= names


@pytest.mark.parametrize("formula", ["floats.sin(0.5)", "floats.cos(-99999.5)", "floats.tan(1.5707963267948966)"])
def test_flint_is_not_imported_for_ordinary_angles(formula: str) -> None:
    code = f"import sys; from gradcli.backends import floats; {formula}; sys.exit('flint' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
