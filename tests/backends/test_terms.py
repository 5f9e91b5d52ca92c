"""Derivatives for readers: equal factors and terms are put together, and nothing else changes."""

from __future__ import annotations

import pytest

import gradcli

SHORT = [
    ("1/x", 5, "-120/x^6"),
    ("log(x)", 6, "-120/x^6"),
    ("x^5", 3, "60*x^2"),
    ("sqrt(x)", 2, "-1/(4*sqrt(x)^3)"),
    ("0.5*x^2", 1, "x"),
    ("0.1*x^3 + 0.2*x", 1, "0.2 + 0.3*x^2"),
    ("x/3 + x/7", 1, "10/21"),
    ("x^3", 4, "0"),
    ("sin(x)^2", 4, "8*sin(x)^2 - 8*cos(x)^2"),
    ("2x*3x", 1, "12*x"),
    ("x/5.793", 1, "1/5.793"),
    ("1e-5*x^2", 1, "0.00002*x"),
    ("-x^2", 1, "-2*x"),
    ("x*y*z", 1, "y*z"),
    ("log(x^3)", 1, "3/x"),
]


@pytest.mark.parametrize(("formula", "order", "derivative"), SHORT)
def test_equal_factors_and_terms_are_put_together(formula: str, order: int, derivative: str) -> None:
    assert str(gradcli.diff(formula, "x", order)) == derivative


@pytest.mark.parametrize(
    ("formula", "derivative"),
    [
        ("x^3/x", "(3*x^2)/x - ((x^3)/x)/x"),
        ("u = x*y; sin(u)", "u = x*y; y*cos(u)"),
        ("x^0.5*x^0.5", "(x^0.5)*x^(-0.5)"),
    ],
)
def test_what_would_give_a_value_where_there_was_none_stays(formula: str, derivative: str) -> None:
    assert str(gradcli.diff(formula, "x")) == derivative


def test_numbers_that_are_no_short_decimals_stay_apart() -> None:
    assert "/9.357" in str(gradcli.diff("z*x/9.357*2.3", "x"))


def test_long_sums_are_not_looked_through() -> None:
    text = " + ".join(f"sin({number}*x)" for number in range(1, 2000))
    assert str(gradcli.diff(text, "x")).count("cos") == 1999
