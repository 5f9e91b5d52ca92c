"""Names that run together what was meant: the product or the call is found, and only where it is likely."""

from __future__ import annotations

import pytest

from gradcli.compounds import call_in, product_of, product_with_call

from .conftest import Command


@pytest.mark.parametrize(
    ("name", "known", "meant"),
    [
        ("xy", ["x", "y"], "x*y"),
        ("xyx", ["x", "y"], "x*y*x"),
        ("πx", ["x"], "pi*x"),
        ("pix", ["x"], "pi*x"),
        ("alphabeta", ["alpha", "beta", "a"], "alpha*beta"),
        ("xyz", ["x", "yz", "y", "z"], "x*yz"),
        ("πe", [], "pi*e"),
        ("pie", [], None),
        ("ee", [], None),
        ("xq", ["x"], None),
        ("x@1y", ["x@1", "y"], None),
        ("x" * 100_000, ["x"], None),
    ],
)
def test_product_is_made_of_known_names(name: str, known: list[str], meant: str | None) -> None:
    assert product_of(name, known) == meant


@pytest.mark.parametrize(
    ("name", "known", "meant"),
    [("sinx", [], "sin(x)"), ("sinhx", [], "sinh(x)"), ("sinab", ["a", "b"], "sin(a*b)"), ("sine", [], None), ("maxx", [], None)],
)  # fmt: skip
def test_call_is_of_a_function_of_one_argument(name: str, known: list[str], meant: str | None) -> None:
    assert call_in(name, known) == meant


@pytest.mark.parametrize(
    ("name", "known", "meant"),
    [("xsin", ["x"], "x*sin"), ("xysin", ["x", "y"], "x*y*sin"), ("qsin", ["x"], None), ("xsine", ["x"], None)],
)
def test_product_may_end_in_a_function(name: str, known: list[str], meant: str | None) -> None:
    assert product_with_call(name, known) == meant


@pytest.mark.parametrize(
    ("formula", "help"),
    [
        ("xy", "did you mean `x*y`?"),
        ("xsin(x)", "did you mean `x*sin(x)`?"),
        ("xy(x + 1)", "did you mean `x*y*(x + 1)`?"),
        ("sinx", "did you mean `sin(x)`?"),
        ("X", "did you mean `x`?"),
        ("Sin(x)", "did you mean `sin`?"),
        ("i*x", "help: give it a value"),
        ("in*x", "help: give it a value"),
        ("foo(x)", "for a product write `foo*(x)`"),
        ("sni(x)", "did you mean `sin`?"),
        ("besseljder(1, x)", "did you mean `besselj`?"),
        ("f = x^2; f(3)", "`f(t) = ...`"),
        ("f = x^2; f(3, 4)", "`f(t) = ...`"),
    ],
)
def test_cure_is_what_was_likely_meant(formula: str, help: str, command: Command) -> None:
    said = " ".join(command("eval", formula, "--at", "x=1,y=2").err.split())
    assert help in said


def test_bound_name_is_called_a_name(command: Command) -> None:
    assert "`f` is a name, not a function" in command("eval", "f = x^2; f(3)", "--at", "x=1").err
