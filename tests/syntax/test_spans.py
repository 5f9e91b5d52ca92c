"""Every part of a formula knows the code points it was written with."""

import pytest

from gradcli.expression import Call, postorder
from gradcli.source import Source
from gradcli.syntax import parse

FUNCTIONS = frozenset({"sin"})


@pytest.mark.parametrize(
    ("text", "place", "span"),
    [
        ("(a+b)*c", "*", "(a+b)*c"),
        ("c*(a+b)", "*", "c*(a+b)"),
        ("((a))-((b))", "-", "((a))-((b))"),
        (" f(a, b) ", "f", "f(a, b)"),
        ("x − y", "−", "x − y"),
        ("x ** y", "**", "x ** y"),
        ("-(x)", "-", "-(x)"),
        ("a*+(x)", "*", "a*+(x)"),
        ("x !", "!", "x !"),
        ("|x|", "|", "|x|"),
        ("√(x)", "√", "√(x)"),
        ("√x", "√", "√x"),
        ("x²", "²", "x²"),
        ("sin^2(x)", "^", "sin^2(x)"),
        ("sin²(x)", "²", "sin²(x)"),
        ("a if c else (b)", "if", "a if c else (b)"),
        ("2(x)", "2(x)", "2(x)"),
        ("a ≤ b", "≤", "a ≤ b"),
        ("not a", "not", "not a"),
        ("a<b<c", "<", "a<b<c"),
    ],
)
def test_outermost_call_knows_its_sign_and_its_extent(text: str, place: str, span: str) -> None:
    call = parse(text, FUNCTIONS).result
    source = Source(text)
    assert isinstance(call, Call)
    assert (source.at(call.place), source.at(call.span)) == (place, span)


def test_name_in_brackets_keeps_its_own_span() -> None:
    assert parse("((x))").result.span == (2, 3)


def test_spans_are_of_the_text_as_written() -> None:
    text = "u = 𝑥₁ # ½\n(\n  u·sin²(π) )"
    formula = parse(text, FUNCTIONS)
    parts = [formula.source.at(part.span) for part in postorder(formula.result)]
    assert parts == ["u", "π", "sin²(π)", "²", "sin²(π)", "u·sin²(π)"]


def test_binding_has_the_span_of_its_name() -> None:
    formula = parse("  uu = 1; uu")
    assert formula.source.at(formula.bindings[0].span) == "uu"


def test_source_keeps_its_name() -> None:
    assert parse(Source("x", "--file")).source.name == "--file"
