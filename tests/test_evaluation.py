"""A graph is evaluated: branches, and everything that has no value."""

from __future__ import annotations

import math

import pytest

import gradcli
from gradcli.backends import floats
from gradcli.errors import GradcliError
from gradcli.evaluation import evaluate
from gradcli.graph import Operation, lower

INF = math.inf


def value(text: str, **point: float) -> float:
    graph = lower(gradcli.parse(text), point)
    return evaluate(graph, floats, point, checked=True)[graph.output]


def evaluated(text: str, **point: float) -> set[str]:
    """The functions that were evaluated, by their names."""
    graph = lower(gradcli.parse(text), point)
    values = evaluate(graph, floats, point, checked=True)
    pairs = zip(graph.nodes, values, strict=True)
    return {node.function for node, value in pairs if isinstance(node, Operation) and value is not None}


def refusal(text: str, **point: float) -> GradcliError:
    with pytest.raises(GradcliError) as caught:
        value(text, **point)
    return caught.value


@pytest.mark.parametrize(
    ("text", "x", "expected"),
    [
        ("if(x > 0, log(x), 7)", -1.0, 7.0),
        ("if(x != 0, sin(x)/x, 1)", 0.0, 1.0),
        ("sqrt(x) if x >= 0 else -sqrt(-x)", -4.0, -2.0),
        ("where(x < 0, exp(-1e5*x), x)", 3.0, 3.0),
        ("if(x > 0, if(x > 1, 1/(x - 1), 2), 3)", 1.0, 2.0),
        ("if(x != 0 and 1/x > 1, 1, 2)", 0.0, 2.0),
        ("if(x == 0 or 1/x > 1, 1, 2)", 0.0, 1.0),
        ("if(0 < x < log(x), 1, 2)", -1.0, 2.0),
        ("q = log(x); if(x > 0, q, 5)", -1.0, 5.0),
    ],
)
def test_what_is_not_needed_is_not_evaluated(text: str, x: float, expected: float) -> None:
    assert value(text, x=x) == expected


@pytest.mark.parametrize(
    ("text", "x", "skipped"),
    [
        ("if(x > 0, sin(x), cos(x))", 1.0, {"cos"}),
        ("if(x > 0, sin(x), cos(x))", -1.0, {"sin"}),
        ("if(x > 0 and sin(x) > 0, 1, 2)", -1.0, {"sin"}),
        ("if(x < 0 or sin(x) > 0, 1, 2)", -1.0, {"sin"}),
        ("q = cos(x); x", 1.0, {"cos"}),
    ],
)
def test_branch_not_taken_has_no_value(text: str, x: float, skipped: set[str]) -> None:
    assert not evaluated(text, x=x) & skipped


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("if(x > 0 and y > 0, 1, 0)", [1, 0, 0, 0]),
        ("if(x > 0 or y > 0, 1, 0)", [1, 1, 1, 0]),
        ("if(not x > 0, 1, 0)", [0, 0, 1, 1]),
        ("if(not (x > 0 and y > 0), 1, 0)", [0, 1, 1, 1]),
        ("if(x > 0 and not y > 0 or y > 0 and not x > 0, 1, 0)", [0, 1, 1, 0]),
    ],
)
def test_connectives_are_those_of_logic(text: str, expected: list[float]) -> None:
    points = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)]
    assert [value(text, x=x, y=y) for x, y in points] == expected


@pytest.mark.parametrize(
    ("sign", "expected"),
    [("<", [1, 0, 0]), ("<=", [1, 1, 0]), (">", [0, 0, 1]), (">=", [0, 1, 1]), ("==", [0, 1, 0]), ("!=", [1, 0, 1])],
)
def test_comparison_is_that_of_numbers(sign: str, expected: list[float]) -> None:
    assert [value(f"if(x {sign} 2, 1, 0)", x=x) for x in (1.0, 2.0, 3.0)] == expected


# text, point, code, what is underlined, what is marked beside it, what is said of that
NO_VALUE = [
    ("x*log(y-3)", {"x": 2.0, "y": 1.0}, "domain.log", "log", "y-3", "this is -2"),
    ("1/(x-2)", {"x": 2.0}, "domain.divide", "/", "x-2", "this is 0"),
    ("1 + sqrt(x - 1)", {"x": 0.0}, "domain.sqrt", "sqrt", "x - 1", "this is -1"),
    ("asin(2x)", {"x": 1.0}, "domain.asin", "asin", "2x", "this is 2"),
    ("x^-1", {"x": 0.0}, "domain.power", "^", "x", "this is 0"),
    ("(x - 9)^(1/3)", {"x": 1.0}, "domain.power", "^", "1/3", "this is 0.3333333333333333"),
    ("mod(x, 0*x)", {"x": 1.0}, "domain.mod", "mod", "0*x", "this is 0"),
    ("gamma(-x)", {"x": 2.0}, "domain.gamma", "gamma", "-x", "this is -2"),
    ("(x - 3)!", {"x": 2.0}, "domain.factorial", "!", "x - 3", "this is -1"),
    ("q = x - 1; log(q)", {"x": 1.0}, "domain.log", "log", "q", "this is 0"),
    ("log(2, x)", {"x": -1.0}, "domain.log_base", "log", "x", "this is -1"),
]


@pytest.mark.parametrize(("text", "point", "code", "place", "argument", "said"), NO_VALUE)
def test_function_without_a_value_is_refused(
    text: str, point: dict[str, float], code: str, place: str, argument: str, said: str
) -> None:
    assert refusal(text, **point).code == code


@pytest.mark.parametrize(("text", "point", "code", "place", "argument", "said"), NO_VALUE)
def test_function_without_a_value_is_underlined(
    text: str, point: dict[str, float], code: str, place: str, argument: str, said: str
) -> None:
    error = refusal(text, **point)
    assert error.span is not None
    assert text[error.span.start : error.span.end] == place


@pytest.mark.parametrize(("text", "point", "code", "place", "argument", "said"), NO_VALUE)
def test_argument_outside_the_domain_is_marked_with_its_value(
    text: str, point: dict[str, float], code: str, place: str, argument: str, said: str
) -> None:
    (label,) = refusal(text, **point).labels
    assert (text[label.span.start : label.span.end], label.text) == (argument, said)


def test_argument_that_is_its_own_value_is_not_marked() -> None:
    assert refusal("1/0").labels == ()


def test_cure_speaks_of_the_argument_as_it_was_written() -> None:
    assert "`cbrt(x - 9)`" in (refusal("(x - 9)^(1/3)", x=1.0).help or "")


def test_branch_that_is_taken_has_no_excuse() -> None:
    assert refusal("if(x < 0, log(x), 0)", x=-1.0).code == "domain.log"


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("exp(x)", "overflow.exp", "exp"),
        ("1 + 10^10^10*x", "overflow.power", "^"),
        ("cosh(x)", "overflow.cosh", "cosh"),
        ("x!", "overflow.factorial", "!"),
        ("1e308*x", "overflow.multiply", "*"),
        ("1e308 + 1e308", "overflow.add", "+"),
        ("x/1e-308", "overflow.divide", "/"),
    ],
)
def test_value_too_large_is_refused_where_it_arises(text: str, code: str, place: str) -> None:
    error = refusal(text, x=1000.0)
    assert error.span is not None
    assert (error.code, text[error.span.start : error.span.end]) == (code, place)


def test_astronomical_constant_is_refused_at_once() -> None:
    assert refusal("10^10^10^10").code == "overflow.power"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("min(x, inf)", 2.0),
        ("max(x, -inf)", 2.0),
        ("1/inf", 0.0),
        ("exp(-inf)", 0.0),
        ("atan(inf)", math.pi / 2),
        ("tanh(-inf)", -1.0),
        ("if(x < inf, 1, 0)", 1.0),
        ("erf(inf)", 1.0),
    ],
)
def test_infinity_may_go_in_where_a_number_comes_out(text: str, expected: float) -> None:
    assert value(text, x=2.0) == expected


@pytest.mark.parametrize("text", ["inf", "x + inf", "-inf", "exp(inf)", "inf^2"])
def test_infinity_that_went_in_is_no_overflow(text: str) -> None:
    assert abs(value(text, x=2.0)) == INF


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("inf - inf", "domain.subtract"),
        ("0*inf", "domain.multiply"),
        ("inf/inf", "domain.divide"),
        ("sin(inf)", "domain.sin"),
        ("inf + -inf", "domain.add"),
    ],
)
def test_what_infinity_leaves_open_is_refused(text: str, code: str) -> None:
    assert refusal(text).code == code


def test_formula_of_the_table_is_evaluated_without_objections() -> None:
    graph = lower(gradcli.parse("1/x + log(x)*0"), ["x"])
    assert math.isnan(evaluate(graph, floats, {"x": 0.0})[graph.output])


def test_deep_formula_is_evaluated_without_recursion() -> None:
    assert value("-(" * 5000 + "x" + ")" * 5000, x=2.0) == 2.0
