"""Functions, sums and products of a formula's own are written out in place."""

import pytest

import gradcli
from gradcli.expansion import TERMS, expanded


def value(text: str, **at: float) -> float:
    return gradcli.evaluate(text, at).value


@pytest.mark.parametrize(
    ("text", "at", "expected", "slopes"),
    [
        ("g(t) = t^2 + 1; g(x)*g(y)", {"x": 2, "y": 3}, 50, {"x": 40, "y": 30}),
        ("g(t) = t*a; a = 3; g(x)", {"x": 2}, 6, {"x": 3}),
        ("g(t) = t + x; g(2*x)", {"x": 5}, 15, {"x": 3}),
        ("f(a, b) = a/b; h(t) = f(t, 2)*f(2, t); h(x)", {"x": 4}, 1, {"x": 0}),
        ("x(t) = 2*t; x(x)", {"x": 4}, 8, {"x": 2}),
        ("sum(x^i, i, 0, 3)", {"x": 2}, 15, {"x": 17}),
        ("prod(x + i, i, -1, 1)", {"x": 3}, 24, {"x": 26}),
        ("sum(sum(i*j*x, j, 1, i), i, 1, 3)", {"x": 1}, 25, {"x": 25}),
        ("f(n) = sum(i*x, i, 1, n); f(4)", {"x": 1}, 10, {"x": 10}),
        ("sum(x, i, 2, 1) + prod(x, i, 2, 1)", {"x": 7}, 1, {"x": 0}),
        ("i = 10; sum(i*x, i, 1, 2) + i", {"x": 1}, 13, {"x": 3}),
    ],
)
def test_own_functions_and_sums_have_value_and_slope(
    text: str, at: dict[str, float], expected: float, slopes: dict[str, float]
) -> None:
    gradient = gradcli.evaluate(text, at)
    assert (gradient.value, gradient.gradient) == (expected, slopes)


@pytest.mark.parametrize(
    ("text", "code", "underlined"),
    [
        ("f(t) = f(t) + 1; f(x)", "name.recursion", "f"),
        ("u = g(x); g(t) = t; u", "name.recursion", "g"),
        ("g(t) = t; g(t) = t; g(x)", "name.bound-twice", "g"),
        ("sin(t) = t; sin(x)", "name.bound-twice", "sin"),
        ("g(t, t) = t; g(x, x)", "parse.definition", "t"),
        ("g(2) = 3; g(x)", "parse.definition", "2"),
        ("g(t) = t; g(x, 1)", "parse.arguments", "g(x, 1)"),
        ("g(t) = t", "parse.no-output", "g"),
        ("sum(x, 2, 1, 3)", "parse.index", "2"),
        ("sum(x, i, 1, x)", "parse.index", "x"),
        ("sum(x, i, 1, 2.5)", "parse.index", "2.5"),
        ("sum(x, i, 1, inf)", "parse.index", "inf"),
        ("sum(x, i, 1, sum(j, j, 1, 2))", "parse.index", "sum(j, j, 1, 2)"),
        ("sum(x, i, 1)", "parse.arguments", "sum(x, i, 1)"),
    ],
)
def test_misuse_is_underlined(text: str, code: str, underlined: str) -> None:
    with pytest.raises(gradcli.GradcliError) as caught:
        gradcli.evaluate(text, {"x": 1})
    error = caught.value
    assert error.source is not None
    assert error.span is not None
    assert (error.code, error.source.at(error.span)) == (code, underlined)


def test_an_error_in_a_definition_shows_the_definition_and_the_call() -> None:
    with pytest.raises(gradcli.GradcliError) as caught:
        gradcli.evaluate("f(t) = log(t - 3); g(t) = f(t); 2*g(x)", {"x": 1})
    error = caught.value
    assert error.source is not None
    assert error.span is not None
    assert error.source.at(error.span) == "log"
    assert [(error.source.at(label.span), label.text) for label in error.labels] == [
        ("t - 3", "this is -2"),
        ("f(t)", "in this call"),
        ("g(x)", "in this call"),
    ]


def test_an_argument_is_computed_once() -> None:
    gradient = gradcli.evaluate("g(t) = t*t*t; g(sin(x))", {"x": 1})
    assert [node.formula for node in gradient.nodes] == ["x", "sin(v1)", "v2*v2", "v3*v2"]


def test_the_reading_shows_definitions_as_they_were_typed() -> None:
    assert str(gradcli.parse("u = 2; g(t)=t^2+u; sum(g(i)*x,i,1,3)")) == "u = 2; g(t) = t^2 + u; sum(g(i)*x, i, 1, 3)"


def test_doubling_definitions_are_refused_in_time() -> None:
    chain = "".join(f"f{n}(t) = f{n - 1}(t) + f{n - 1}(t + 1); " for n in range(1, 40))
    with pytest.raises(gradcli.GradcliError) as caught:
        gradcli.evaluate(f"f0(t) = t; {chain}f39(x)", {"x": 1})
    assert caught.value.code == "parse.too-large"


def test_definitions_may_use_each_other_a_thousand_deep() -> None:
    chain = "".join(f"f{n}(t) = f{n - 1}(t) + 1; " for n in range(1, 1001))
    assert value(f"f0(t) = t; {chain}f1000(x)", x=1) == 1001


def test_sums_have_at_most_so_many_terms() -> None:
    with pytest.raises(gradcli.GradcliError) as caught:
        gradcli.evaluate(f"sum(x, i, 0, {TERMS})", {"x": 1})
    assert caught.value.code == "parse.too-large"


def test_a_formula_without_own_functions_stays_as_it_is() -> None:
    formula = gradcli.parse("q = x + y; q*z")
    assert expanded(formula) is formula


def test_a_point_may_be_given_by_a_sum() -> None:
    assert value("x", x="sum(i, i, 1, 4)") == 10  # type: ignore[arg-type]
