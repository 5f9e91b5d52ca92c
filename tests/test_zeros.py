"""Why a slope is exactly zero."""

import pytest

import gradcli


@pytest.mark.parametrize(
    ("text", "x", "kind"),
    [
        ("0*x", 2, "structural"),
        ("y + 1", 2, "structural"),
        ("sin(x)*0", 2, "structural"),
        ("if(x > 0, y, x)", 2, "flat"),
        ("floor(x)", 2.5, "flat"),
        ("max(x, 7)", 2, "flat"),
        ("sin(min(max(x, 0), 1))", 2, "flat"),
        ("x^2", 0, "stationary"),
        ("cosh(x)", 0, "stationary"),
        ("x*y", 2, "stationary"),
        ("x - x", 2, "cancellation"),
        ("x^2 - 4*x", 2, "cancellation"),
        ("(x^2)*1e-300*1e-300", 2, "saturated"),
        ("1/x", 1e200, "saturated"),
        ("x^3", 1e-200, "saturated"),
        ("tanh(x)", 750, "saturated"),
        ("exp(-x)", 800, "saturated"),
        ("abs(y)*x*0", 2, "structural"),
    ],
)
def test_a_zero_slope_has_a_reason(text: str, x: float, kind: str) -> None:
    gradient = gradcli.evaluate(text, {"x": x, "y": 0}, wrt=["x"])
    assert (gradient.gradient["x"], gradient.zeros) == (0, {"x": kind})


def test_a_slope_that_is_not_zero_has_none() -> None:
    assert gradcli.evaluate("x*y", {"x": 2, "y": 3}).zeros == {}


def test_at_a_kink_the_warning_is_the_reason() -> None:
    gradient = gradcli.evaluate("abs(x)", {"x": 0})
    assert (gradient.zeros, [note.code for note in gradient.warnings]) == ({}, ["derivative.kink"])
