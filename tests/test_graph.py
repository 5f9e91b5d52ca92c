"""A formula becomes a graph: names, arities and kinds resolved, equal parts shared."""

from __future__ import annotations

import pytest

import gradcli
from gradcli import rules
from gradcli.errors import GradcliError
from gradcli.graph import Constant, Graph, Input, Operation, lower


def graph(text: str, *names: str, wrt: tuple[str, ...] = ()) -> Graph:
    return lower(gradcli.parse(text), names, wrt)


def refusal(text: str, *names: str) -> GradcliError:
    with pytest.raises(GradcliError) as caught:
        graph(text, *names)
    return caught.value


def underlined(error: GradcliError) -> str:
    assert error.source is not None
    assert error.span is not None
    return error.source.at(error.span)


def operations(text: str, *names: str, wrt: tuple[str, ...] = ()) -> list[str]:
    """The functions of the graph's operations, in the order of the nodes."""
    return [node.function for node in graph(text, *names, wrt=wrt).nodes if isinstance(node, Operation)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sin(x)*sin(x)", ["sin", "*"]),
        ("(x + y)^2 + (x + y)", ["+", "^", "+"]),
        ("ln(x) + log(x)", ["ln", "+"]),
        ("q = x + y; q*(x + y)", ["+", "*"]),
        ("p = x + y; q = x + y; p*q", ["+", "*"]),
        ("if(x > 0, x, y) + if(x > 0, y, x)", [">", "if", "if", "+"]),
    ],
)
def test_equal_parts_are_one_node(text: str, expected: list[str]) -> None:
    assert operations(text, "x", "y") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(x + y)*(y + x)", ["+", "+", "*"]),
        ("-x + (x - y)", ["-", "-", "+"]),
        ("log(x) + log(x, y)", ["log", "log", "+"]),
        ("x^y + y^x", ["^", "^", "+"]),
    ],
)
def test_parts_that_only_look_alike_are_nodes_of_their_own(text: str, expected: list[str]) -> None:
    assert operations(text, "x", "y") == expected


def test_equal_numbers_are_one_node() -> None:
    nodes = graph("2*x + 2", "x").nodes
    assert [node.text for node in nodes if isinstance(node, Constant)] == ["2"]


def test_number_keeps_the_text_it_was_written_with() -> None:
    nodes = graph("0.1*x + 1e-1", "x").nodes
    assert [node.text for node in nodes if isinstance(node, Constant)] == ["0.1", "1e-1"]


@pytest.mark.parametrize("text", ["sin(x)*sin(x) + y^2", "q = x*y; if(q > 0, q, -q)", "max(x, y, x*y, 3)", "x"])
def test_parents_come_before_children(text: str) -> None:
    nodes = graph(text, "x", "y").nodes
    edges = [(parent, index) for index, node in enumerate(nodes) if isinstance(node, Operation) for parent in node.parents]  # fmt: skip
    assert all(parent < index for parent, index in edges)


def test_inputs_come_first_in_the_order_of_the_point() -> None:
    nodes = graph("a*2 + b + c", "c", "a", "b").nodes
    assert [node.name for node in nodes[:3] if isinstance(node, Input)] == ["c", "a", "b"]


def test_name_of_the_point_that_is_not_used_has_no_node() -> None:
    assert set(graph("x^2", "x", "y").inputs) == {"x"}


def test_function_of_many_arguments_is_folded_from_the_left() -> None:
    found = graph("max(a, b, c)", "a", "b", "c")
    assert [node.parents for node in found.nodes if isinstance(node, Operation)] == [(0, 1), (3, 2)]


def test_name_before_a_bracket_is_a_function_and_elsewhere_a_variable() -> None:
    assert set(graph("gamma*gamma(x)", "x", "gamma").inputs) == {"x", "gamma"}


@pytest.mark.parametrize("name", ["E", "I", "S", "N", "Q", "O", "beta", "zeta", "lambda", "Symbol", "v", "d", "α"])
def test_ordinary_name_is_an_input(name: str) -> None:
    assert set(graph(f"2*{name}", name).inputs) == {name}


def test_bound_name_is_the_node_it_stands_for() -> None:
    found = graph("q = x + y; q*q", "x", "y")
    assert found.nodes[found.bindings["q"]].function == "+"


def test_bound_name_that_is_asked_for_has_a_node_that_nothing_else_shares() -> None:
    assert operations("q = x + y; q*(x + y)", "x", "y", wrt=("q",)) == ["+", "=", "*"]


def test_bound_input_that_is_asked_for_has_a_node_of_its_own() -> None:
    found = graph("q = x; q*x", "x", wrt=("q", "x"))
    assert found.bindings["q"] != found.inputs["x"]


def test_bound_condition_is_a_condition() -> None:
    assert operations("c = x < 1; if(c, 1, 2)", "x") == ["<", "if"]


@pytest.mark.parametrize(
    ("text", "where"),
    [("q = x; q = 2; q", "earlier in the formula"), ("x = 2; x", "at the point")],
)
def test_name_is_bound_once(text: str, where: str) -> None:
    error = refusal(text, "x")
    assert (error.code, where in error.message) == ("name.bound-twice", True)


def test_second_binding_is_underlined() -> None:
    assert refusal("q = x; q = 2; q", "x").span == (7, 8)


def test_name_used_before_its_binding_is_told_so() -> None:
    error = refusal("a = b; b = 2; a")
    assert (error.code, underlined(error)) == ("name.unbound", "b")
    assert "further down" in (error.help or "")


def test_name_bound_to_itself_is_not_told_to_move() -> None:
    error = refusal("q = q + 1; q")
    assert (error.code, underlined(error)) == ("name.unbound", "q")
    assert "further down" not in (error.help or "")


@pytest.mark.parametrize("name", [constant.name for constant in rules.CONSTANTS])
def test_constant_needs_no_value(name: str) -> None:
    assert graph(f"{name}*x", "x").shadowed == {}


@pytest.mark.parametrize("name", [constant.name for constant in rules.CONSTANTS])
def test_point_replaces_a_constant(name: str) -> None:
    found = graph(f"{name}*x", "x", name)
    assert set(found.inputs) == {"x", name}
    assert list(found.shadowed) == [name]


@pytest.mark.parametrize("name", [constant.name for constant in rules.CONSTANTS])
def test_binding_replaces_a_constant(name: str) -> None:
    found = graph(f"{name} = 3; {name}*x", "x")
    assert found.shadowed == {name: (0, len(name))}


def test_constant_before_its_binding_is_the_constant() -> None:
    found = graph("r = e; e = 3; r*e")
    assert [(node.text, node.is_named) for node in found.nodes if isinstance(node, Constant)] == [
        ("e", True),
        ("3", False),
    ]


def test_all_missing_names_are_said_at_once() -> None:
    error = refusal("a*b + c*a")
    assert (error.code, error.message) == ("name.unbound", "no value for `a`, `b` and `c`")


def test_each_missing_name_is_marked_where_it_stands_first() -> None:
    error = refusal("a*b + c*a")
    assert (error.span, [label.span for label in error.labels]) == ((0, 1), [(2, 3), (6, 7)])


def test_cure_names_all_of_them() -> None:
    assert refusal("x*y").help == "give them values: `--at x=...,y=...`"


@pytest.mark.parametrize(
    ("text", "names", "meant"),
    [
        ("alhpa*x", ("alpha", "x"), "alpha"),
        ("X^2", ("x",), "x"),
        ("width = 2; widht*x", ("x",), "width"),
        ("PI*x", ("x",), "pi"),
    ],
)
def test_name_that_is_meant_is_offered(text: str, names: tuple[str, ...], meant: str) -> None:
    assert f"did you mean `{meant}`?" in (refusal(text, *names).help or "")


def test_nothing_is_offered_where_nothing_is_alike() -> None:
    assert "did you mean" not in (refusal("q*x", "x", "temperature").help or "")


def test_function_without_brackets_is_told_from_a_name() -> None:
    assert refusal("sin + x", "x").help == "`sin` is a function: write `sin(...)`"


@pytest.mark.parametrize(
    ("text", "what", "product"),
    [
        ("x(y+1)", "`x` is a variable, not a function", "`x*(y + 1)`"),
        ("pi(x)", "`pi` is a constant, not a function", "`pi*(x)`"),
        ("2x(y)", "`x` is a variable, not a function", "`x*(y)`"),
    ],
)
def test_value_before_a_bracket_is_offered_as_a_product(text: str, what: str, product: str) -> None:
    error = refusal(text, "x", "y")
    assert (error.code, error.message) == ("name.not-a-function", what)
    assert product in (error.help or "")


@pytest.mark.parametrize(
    ("text", "meant"),
    [("sine(x)", "sin"), ("Sin(x)", "sin"), ("sqr(x)", "sqrt"), ("arcsine(x)", "arcsin"), ("LOG(x)", "log")],
)
def test_function_that_is_meant_is_offered(text: str, meant: str) -> None:
    error = refusal(text, "x")
    assert (error.code, error.help) == ("name.function", f"did you mean `{meant}`?")


def test_only_the_name_of_an_unknown_function_is_underlined() -> None:
    assert underlined(refusal("1 + sine(x)", "x")) == "sine"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sin(x, x)", "`sin` takes 1 argument, not 2"),
        ("sin()", "`sin` takes 1 argument, not 0"),
        ("atan2(x)", "`atan2` takes 2 arguments, not 1"),
        ("max(x)", "`max` takes at least 2 arguments, not 1"),
        ("log(x, x, x)", "`log` takes 1 argument, not 3"),
        ("if(x > 0, x)", "`if` takes 3 arguments, not 2"),
    ],
)
def test_wrong_number_of_arguments_is_refused(text: str, message: str) -> None:
    error = refusal(text, "x")
    assert (error.code, error.message) == ("parse.arguments", message)


@pytest.mark.parametrize("rule", [rule for rule in rules.RULES if rule.name.isidentifier()], ids=lambda rule: rule.backend_name)  # fmt: skip
def test_every_function_refuses_too_many_arguments(rule: rules.Rule) -> None:
    if rule.takes_any_number or rule.is_condition:
        return
    written = ", ".join(["x"] * 5)
    assert refusal(f"{rule.name}({written})", "x").code == "parse.arguments"


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("if(x, 1, 2)", "x"),
        ("1 if sin(x) else 2", "sin(x)"),
        ("if(not x, 1, 2)", "x"),
        ("if(x > 0 and x, 1, 2)", "x"),
        ("if(2 or x > 0, 1, 2)", "2"),
    ],
)
def test_number_in_place_of_a_condition_is_refused(text: str, where: str) -> None:
    error = refusal(text, "x")
    assert (error.code, underlined(error)) == ("parse.condition", where)
    assert "compare it" in (error.help or "")


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("x < 1", "x < 1"),
        ("(x < 1) + 1", "x < 1"),
        ("sin(x > 0)", "x > 0"),
        ("if(x > 0, x > 1, 2)", "x > 1"),
        ("(x < 1) == (x < 2)", "x < 1"),
        ("c = x < 1; c", "c"),
    ],
)
def test_condition_in_place_of_a_number_is_refused(text: str, where: str) -> None:
    error = refusal(text, "x")
    assert (error.code, underlined(error)) == ("parse.condition", where)
    assert "if(" in (error.help or "")


def test_deep_formula_is_lowered_without_recursion() -> None:
    assert len(graph("sin(" * 5000 + "x" + ")" * 5000, "x").nodes) == 5001
