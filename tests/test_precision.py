"""Answers to as many proven digits as are asked for."""

from __future__ import annotations

import mpmath
import pytest

from gradcli import calculator
from gradcli.errors import GradcliError
from gradcli.gradient import Gradient


def proven(text: str, digits: int, **at: str) -> Gradient:
    return calculator.proven(calculator.posed(text, at), digits)


@pytest.mark.parametrize("digits", [2, 17, 50, 1000])
def test_digits_are_those_of_the_true_number(digits: int) -> None:
    mpmath.mp.dps = digits + 20
    found = proven("exp(sin(x))", digits, x="1/3")
    third = mpmath.mpf(1) / 3
    value = mpmath.exp(mpmath.sin(third))
    assert found.backend.text(found.value) == mpmath.nstr(value, digits, strip_zeros=False)
    assert found.backend.text(found.gradient["x"]) == mpmath.nstr(value * mpmath.cos(third), digits, strip_zeros=False)


def test_every_number_of_the_trace_has_the_digits() -> None:
    found = proven("(1 - cos(x))/x^2", 30, x="1e-9")
    texts = [found.backend.text(number) for step in found.steps for number in (step.partial_value, step.contribution)]
    assert all(len(text.replace("-", "").replace(".", "").partition("e")[0]) <= 31 for text in texts)
    assert found.backend.text(found.gradient["x"]) == "-8.33333333333333333277777777778e-11"


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
