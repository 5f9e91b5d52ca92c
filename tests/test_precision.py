"""Answers to as many proven digits as are asked for."""

from __future__ import annotations

import mpmath
import pytest

from gradcli import calculator
from gradcli.calculator import Kink
from gradcli.errors import GradcliError
from gradcli.gradient import Gradient


def proven(text: str, digits: int, **at: str) -> Gradient:
    return calculator.proven(calculator.posed(text, at), digits)


@pytest.mark.parametrize("digits", [2, 17, 50, 1000])
def test_digits_are_those_of_the_true_number(digits: int) -> None:
    found = proven("exp(sin(x))", digits, x="1/3")
    with mpmath.workdps(digits + 20):
        third = mpmath.mpf(1) / 3
        value = mpmath.exp(mpmath.sin(third))
        texts = [mpmath.nstr(number, digits, strip_zeros=False) for number in (value, value * mpmath.cos(third))]
    assert [found.backend.text(number) for number in (found.value, found.gradient["x"])] == texts


def test_every_number_of_the_trace_has_the_digits() -> None:
    found = proven("exp(x)*sin(x)/x", 30, x="1e-9")
    numbers = [number for step in found.steps for number in (step.partial_value, step.contribution)]
    texts = [found.backend.text(number) for number in numbers if not found.backend.is_exact(number)]
    digits = {len(text.lstrip("-0.").replace(".", "").partition("e")[0]) for text in texts}
    assert digits == {30}


def test_small_slope_has_its_digits() -> None:
    found = proven("(1 - cos(x))/x^2", 30, x="1e-9")
    assert found.backend.text(found.gradient["x"]) == "-8.33333333333333333277777777778e-11"


@pytest.mark.parametrize(("kink", "slope"), [("subgradient", "0"), ("left", "-1"), ("right", "1"), ("nan", "nan")])
def test_slope_at_a_kink_is_the_one_asked_for(kink: Kink, slope: str) -> None:
    found = calculator.evaluate("abs(x)", {"x": "0"}, kink=kink, digits=20)
    assert found.backend.text(found.gradient["x"]) == slope


@pytest.mark.parametrize("text", ["abs(x)", "if(x <= 0, -x, x)"])
def test_kink_can_be_an_error(text: str) -> None:
    with pytest.raises(GradcliError) as caught:
        calculator.evaluate(text, {"x": "0"}, kink="error", digits=20)
    assert caught.value.code == "derivative.kink"


def test_kink_on_the_way_is_no_error() -> None:
    found = calculator.evaluate("x*abs(x)", {"x": "0"}, kink="error", digits=20)
    assert found.backend.text(found.gradient["x"]) == "0"


@pytest.mark.parametrize("digits", [0, -3, 10_001])
def test_number_of_digits_must_be_possible(digits: int) -> None:
    with pytest.raises(GradcliError) as caught:
        proven("x", digits, x="1")
    assert caught.value.code == "usage.option"


def test_numbers_may_be_larger_than_doubles() -> None:
    found = proven("log2(2^2048) + 1/10^400*x", 20, x="1e300")
    assert found.backend.text(found.value) == "2048.0000000000000000"


@pytest.mark.parametrize(
    ("text", "at", "code"),
    [
        ("log(x)", {"x": "-1"}, "domain.log"),
        ("1/(x - 0.3)", {"x": "0.3"}, "domain.divide"),
        ("sqrt(x - pi)", {"x": "pi"}, "domain.undecided"),
        ("1/sin(x)", {"x": "pi"}, "domain.undecided"),
        ("x*inf", {"x": "1"}, "domain.infinite"),
    ],
)
def test_no_value_is_an_error(text: str, at: dict[str, str], code: str) -> None:
    with pytest.raises(GradcliError) as caught:
        proven(text, 30, **at)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("text", "at", "code"),
    [
        ("if(x < 0, -x, x)", {"x": "0"}, "derivative.kink"),
        ("if(x + 0.2 <= 0.3, x, 2*x - 0.1)", {"x": "0.1"}, "derivative.boundary"),
        ("if(sin(x) < 0, x, x)", {"x": "pi"}, "derivative.boundary"),
        ("cbrt(x^3)", {"x": "0"}, "derivative.exists"),
        ("abs(x - 0.3)", {"x": "0.3"}, "derivative.kink"),
        ("sqrt(x)", {"x": "0"}, "derivative.infinite"),
    ],
)
def test_no_slope_is_shown_as_proven_in_silence(text: str, at: dict[str, str], code: str) -> None:
    assert code in [note.code for note in proven(text, 30, **at).warnings]


@pytest.mark.parametrize(
    ("text", "at"), [("cbrt(x^3)", "0"), ("if(x + 0.2 <= 0.3, x, 2*x - 0.1)", "0.1"), ("if(sin(x) < 0, x, x)", "pi")]
)
def test_slope_that_is_not_proven_is_nan(text: str, at: str) -> None:
    found = proven(text, 30, x=at)
    assert found.backend.is_nan(found.gradient["x"])
