"""The syntax tree: the order of its parts, rebuilding, comparing, and its text."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

import gradcli
from gradcli.expression import Call, Expression, Name, Number, fold, postorder, shape, text
from gradcli.source import Span

NOWHERE = Span(0, 0)
DEPTH = 100_000


def result(written: str) -> Expression:
    return gradcli.parse(written).result


@cache
def nested(depth: int) -> Expression:
    """sin(sin(...sin(x)...)), built without the parser."""
    expression: Expression = Name("x", NOWHERE)
    for _ in range(depth):
        expression = Call("sin", (expression,), NOWHERE, NOWHERE)
    return expression


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("-x^2", "-(x^2)"),
        ("2^3^2", "2^(3^2)"),
        ("2^-x", "2^(-x)"),
        ("(-x)^2", "(-x)^2"),
        ("2x^2", "2*x^2"),
        ("a/b*c", "(a/b)*c"),
        ("a*b/c", "(a*b)/c"),
        ("a*b*c", "a*b*c"),
        ("a*(b*c)", "a*(b*c)"),
        ("a-b-c", "a - b - c"),
        ("a-(b-c)", "a - (b - c)"),
        ("a+b*c", "a + b*c"),
        ("(a+b)*c", "(a + b)*c"),
        ("a*-b", "a*(-b)"),
        ("-a*b", "-a*b"),
        ("a - -b", "a - (-b)"),
        ("--x", "-(-x)"),
        ("+x", "x"),
        ("-x!", "-(x!)"),
        ("(-x)!", "(-x)!"),
        ("x!^2", "(x!)^2"),
        ("2**x", "2^x"),
        ("|x - |y||", "abs(x - abs(y))"),
        ("sin^2(x)", "sin(x)^2"),
        ("max(a,b, c)", "max(a, b, c)"),
        ("a if c > 0 else b", "if(c > 0, a, b)"),
        ("where(not c > 0 and a < 1, a, b)", "where((not (c > 0)) and a < 1, a, b)"),
        ("if(0 < x < 1, x, 0)", "if(0 < x and x < 1, x, 0)"),
        ("1_000 + .5", "1_000 + .5"),
    ],
)
def test_text_leaves_no_place_in_doubt(written: str, printed: str) -> None:
    assert text(result(written)) == printed


@pytest.mark.parametrize("written", ["q = x + y; q*z", "a = 1; b = a/2; b^a"])
def test_formula_is_printed_with_its_bindings(written: str) -> None:
    assert str(gradcli.parse(written)) == written


def test_parts_come_before_what_they_are_parts_of() -> None:
    names = [part.function if isinstance(part, Call) else text(part) for part in postorder(result("f(a, b*2) - c"))]
    assert names == ["a", "b", "2", "*", "f", "c", "-"]


def test_parts_of_a_formula_follow_its_statements() -> None:
    assert [text(part) for part in gradcli.parse("q = a + b; q").parts()] == ["a", "b", "a + b", "q"]


def test_fold_rebuilds_from_the_leaves_up() -> None:
    assert fold(result("2*(x + sin(4)) - 5"), lambda leaf: 1, lambda call, sizes: 1 + sum(sizes)) == 8


def test_fold_hands_arguments_over_in_their_order() -> None:
    folded = fold(result("f(a, g(b), c)"), text, lambda call, parts: f"{call.function}[{' '.join(parts)}]")
    assert folded == "f[a g[b] c]"


@pytest.mark.parametrize(("one", "other"), [("x+y", "x  + y"), ("2**x", "2^x"), ("(x)", "x"), ("|x|", "abs(x)")])
def test_shapes_of_the_same_tree_are_equal(one: str, other: str) -> None:
    assert shape(result(one)) == shape(result(other))


@pytest.mark.parametrize(
    ("one", "other"), [("x+y", "y+x"), ("x", "y"), ("0.1", ".1"), ("a-b-c", "a-(b-c)"), ("x", "x()"), ("-x", "0-x")]
)
def test_shapes_of_different_trees_differ(one: str, other: str) -> None:
    assert shape(result(one)) != shape(result(other))


def test_deep_expression_is_printed() -> None:
    assert text(nested(DEPTH)) == "sin(" * DEPTH + "x" + ")" * DEPTH


def test_deep_expression_is_folded() -> None:
    assert fold(nested(DEPTH), lambda leaf: 0, lambda call, depths: depths[0] + 1) == DEPTH


def test_deep_expression_has_a_shape() -> None:
    assert len(shape(nested(DEPTH))) == DEPTH + 1


@pytest.mark.parametrize("act", [repr, hash, str], ids=["repr", "hash", "str"])
def test_deep_expression_stands_what_python_does_by_itself(act: Callable[[object], object]) -> None:
    """A dataclass's generated methods would recurse."""
    assert act(nested(DEPTH)) is not None


def test_deep_expressions_are_compared_as_objects() -> None:
    assert nested(DEPTH) != nested(DEPTH - 1)


@pytest.mark.parametrize("tree", [Number("1", NOWHERE), Name("x", NOWHERE), nested(1)])
def test_expression_is_frozen(tree: Expression) -> None:
    with pytest.raises(AttributeError):
        tree.span = Span(1, 2)  # type: ignore[misc]
