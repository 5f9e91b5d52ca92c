"""What is said, and which slope is used, at a point where there may be no derivative."""

from __future__ import annotations

import math

import pytest

import gradcli
from gradcli.calculator import Kink

INF = math.inf

# formula, point, slopes that are used, codes, is a derivative missing, words of the first warning
POINTS = [
    ("abs(x)", {"x": 0}, {"x": 0}, ["kink"], False, "not differentiable by `x`: slope -1 from the left, 1 from the right; 0 is used"),
    ("x*abs(x - 2)", {"x": 2}, {"x": 0}, ["kink"], False, "not differentiable by `x`: slope -2 from the left, 2 from the right; 0 is used"),
    ("x*abs(x)", {"x": 0}, {"x": 0}, ["exists"], False, "differentiable by `x` after all: the difference quotient tends to 0 from both sides"),
    ("cbrt(x^3)", {"x": 0}, {"x": 1}, ["exists"], False, "tends to 1 from both sides, and that is used"),
    ("sqrt(x^2)", {"x": 0}, {"x": 0}, ["indeterminate"], False, "not differentiable by `x`: slope -1 from the left, 1 from the right; 0 is used"),
    ("sqrt(x^2) + 2*x", {"x": 0}, {"x": 2}, ["indeterminate"], False, "slope 1 from the left, 3 from the right; 2 is used"),
    ("sqrt(x)^2", {"x": 0}, {"x": 1}, ["indeterminate"], False, "by `x`: slope 1 from the right, no value on the left; 1 is used"),
    ("sqrt(abs(x))", {"x": 0}, {"x": math.nan}, ["kink", "indeterminate"], True, "`abs` has a kink at this point"),
    ("if(x == 0, 0, x*sin(1/x))", {"x": 0}, {"x": math.nan}, ["boundary"], True, "a slope that oscillates on both sides"),
    ("if(x < 0, 1/x, x)", {"x": 0}, {"x": 1}, ["boundary"], True, "a jump on the left, where the value tends to -inf; 1 is used"),
    ("floor(x)", {"x": 2}, {"x": 0}, ["jump"], True, "slope 0 from the right, a jump on the left, where the value tends to 1; 0 is used"),
    ("floor(x^2)", {"x": 0}, {"x": 0}, ["exists"], False, "differentiable by `x` after all"),
    ("floor(x)", {"x": 1e300}, {"x": 0}, ["jump"], True, "a jump on the left, where the value tends to 1e300 - 1; 0 is used"),
    ("x*floor(x)", {"x": 0}, {"x": 0}, ["kink"], False, "slope -1 from the left, 0 from the right; 0 is used"),
    ("sqrt(x)", {"x": 0}, {"x": INF}, ["infinite"], False, "by `x`: slope inf from the right, no value on the left"),
    ("cbrt(x)", {"x": 0}, {"x": INF}, ["infinite"], False, "by `x`: slope inf from both sides"),
    ("x^x", {"x": 0}, {"x": -INF}, ["undefined"], False, "by `x`: slope -inf from the right, no value on the left"),
    ("(-2)^x", {"x": 2}, {"x": math.nan}, ["undefined"], True, "by `x`: no value on either side"),
    ("max(x, y)", {"x": 1, "y": 1}, {"x": 0.5, "y": 0.5}, ["kink"], False, "not differentiable by `x` and `y`: slope 0 from the left, 1 from the right"),
    ("y*abs(x)", {"x": 0, "y": 0}, {"x": 0, "y": 0}, ["exists"], False, "differentiable by `x` after all"),
    ("x^y", {"x": 0, "y": 0.5}, {"x": INF, "y": 0}, ["infinite"], False, "by `x`: slope inf from the right, no value on the left"),
    ("1e200*(x*1e200)^1", {"x": 1e-200}, {"x": INF}, ["overflow"], False, "the difference quotient tends to 1e400 from both sides"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "at", "slopes", "codes", "is_missing", "words"), POINTS)
def test_slope_that_is_used(
    text: str, at: dict[str, float], slopes: dict[str, float], codes: list[str], is_missing: bool, words: str
) -> None:
    assert gradcli.evaluate(text, at).gradient == pytest.approx(slopes, rel=1e-15, abs=0, nan_ok=True)


@pytest.mark.parametrize(("text", "at", "slopes", "codes", "is_missing", "words"), POINTS)
def test_what_is_said(
    text: str, at: dict[str, float], slopes: dict[str, float], codes: list[str], is_missing: bool, words: str
) -> None:
    warnings = gradcli.evaluate(text, at).warnings
    assert [warning.code for warning in warnings] == [f"derivative.{code}" for code in codes]
    assert words in warnings[0].message


@pytest.mark.parametrize(("text", "at", "slopes", "codes", "is_missing", "words"), POINTS)
def test_a_derivative_is_missing_where_there_is_none(
    text: str, at: dict[str, float], slopes: dict[str, float], codes: list[str], is_missing: bool, words: str
) -> None:
    assert gradcli.evaluate(text, at).lacks_derivative == is_missing


@pytest.mark.parametrize(
    ("text", "at", "place"),
    [
        ("sqrt(sqrt(x))", {"x": 0}, "sqrt(x)"),
        ("exp(cbrt(sqrt(x)))*y", {"x": 0, "y": 2}, "sqrt(x)"),
        ("abs(x) + sqrt(x)", {"x": 0}, "sqrt(x)"),
        ("cbrt(x) - sqrt(x)", {"x": 0}, "cbrt(x)"),
        ("2*acos(sin(x)^0.5)", {"x": 0}, "sin(x)^0.5"),
    ],
)
def test_slope_that_is_not_finite_is_put_down_to_its_first_cause(text: str, at: dict[str, float], place: str) -> None:
    (cause,) = (note for note in gradcli.evaluate(text, at).warnings if note.code != "derivative.kink")
    assert cause.span is not None
    assert text[cause.span.start : cause.span.end] == place


@pytest.mark.parametrize(
    ("text", "kink", "slope"),
    [
        ("abs(-x)", "left", -1),
        ("-abs(x)", "left", 1),
        ("abs(2 - 3*x)", "right", 3),
        ("sqrt(x^2)", "left", -1),
        ("sqrt(x^2)", "nan", math.nan),
        ("x*abs(x)", "nan", 0),
        ("x*abs(x)", "error", 0),
        ("floor(x^2)", "error", 0),
    ],
)
def test_left_and_right_are_sides_of_the_input(text: str, kink: Kink, slope: float) -> None:
    at = {"x": "2/3" if "3" in text else 0}
    assert gradcli.evaluate(text, at, kink=kink).gradient == pytest.approx({"x": slope}, nan_ok=True)


@pytest.mark.parametrize(
    ("text", "code"), [("abs(x)", "kink"), ("sqrt(x^2)", "kink"), ("floor(x)", "jump"), ("if(x < 0, -x, x)", "kink")]
)
def test_a_kink_of_the_formula_can_be_an_error(text: str, code: str) -> None:
    with pytest.raises(gradcli.GradcliError) as caught:
        gradcli.evaluate(text, {"x": 0}, kink="error")
    assert caught.value.code == f"derivative.{code}"


@pytest.mark.parametrize(
    ("text", "at", "words"),
    [
        ("sin(x)/x", {"x": 0}, "removable: the value tends to 1 from both sides"),
        ("abs(x)/x", {"x": 0}, "; the value tends to -1 from the left and 1 from the right"),
        ("1/x^2", {"x": 0}, "; the value tends to inf from both sides"),
        ("x*log(x)", {"x": 0}, "; the value tends to 0 from the right, and there is no value on the left"),
        ("sin(1/x)", {"x": 0}, "; the value oscillates on both sides"),
        ("y/x", {"x": 0, "y": 1}, "; along `x` the value tends to -inf from the left and inf from the right"),
    ],
)
def test_error_says_what_the_value_tends_to(text: str, at: dict[str, float], words: str) -> None:
    with pytest.raises(gradcli.GradcliError) as caught:
        gradcli.evaluate(text, at)
    assert caught.value.help is not None
    assert caught.value.help.endswith(words)


def test_error_where_there_are_no_values_around_says_nothing_of_limits() -> None:
    with pytest.raises(gradcli.GradcliError) as caught:
        gradcli.evaluate("log(x)", {"x": -3})
    assert caught.value.help == "`log(abs(x))` is the logarithm of its size"


def test_zero_beside_a_kink_by_another_name_has_its_reason() -> None:
    assert gradcli.evaluate("abs(x) + cos(z) + 0*y", {"x": 0, "y": 1, "z": 0}).zeros == {
        "y": "structural",
        "z": "stationary",
    }


def test_only_names_in_doubt_have_sides() -> None:
    assert set(gradcli.evaluate("abs(x) + y", {"x": 0, "y": 1}).sides) == {"x"}


LARGE = " + x*x" * 25_000
"""What makes a formula too large to be looked at."""


def test_slope_that_is_a_guess_is_nan_in_a_formula_too_large_to_look_at() -> None:
    found = gradcli.evaluate(f"sqrt(x^2){LARGE}", {"x": 0})
    assert math.isnan(found.gradient["x"])
    assert found.lacks_derivative
    assert found.warnings[0].message.endswith("; by `x`: a slope that could not be found on either side")


def test_slope_of_the_convention_stays_in_a_formula_too_large_to_look_at() -> None:
    found = gradcli.evaluate(f"abs(x){LARGE}", {"x": 0})
    assert found.gradient == {"x": 0}
    assert found.warnings[0].message.endswith("slope -1 on the left and 1 on the right; 0 is used")


def test_many_names_are_looked_along() -> None:
    names = [f"x{number}" for number in range(30)]
    found = gradcli.evaluate(f"sqrt({' + '.join(f'{name}^2' for name in names)})", dict.fromkeys(names, 0))
    assert {(both.left.number, both.right.number) for both in found.sides.values()} == {(-1, 1)}
