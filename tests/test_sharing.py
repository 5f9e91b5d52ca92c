"""A graph's formula says the same as the graph: it reads back as it, to the last bit, and shares what it shared."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from gradcli.backends import floats
from gradcli.calculus.slopes import slopes
from gradcli.errors import GradcliError
from gradcli.evaluation import evaluate
from gradcli.expansion import expanded
from gradcli.expression import Formula, Name
from gradcli.graph import Constant, Graph, Operation, lower
from gradcli.problem import parse
from gradcli.sharing import formula_of

FOLDER = Path(__file__).parent.parent.parent / "shared" / "cases"
FILES = (
    *("expressions", "feynman", "optimisation", "derivative_pairs"),
    *(pytest.param(name, marks=pytest.mark.slow) for name in ("special_functions", "antiderivatives")),
)


def graph_of(text: str) -> Graph:
    """The graph of a formula, all its free names as inputs."""
    formula = expanded(parse(text))
    bound = {binding.name for binding in formula.bindings}
    names = {part.name for part in formula.parts() if isinstance(part, Name)} - bound - {"pi", "e", "tau", "inf"}
    return lower(formula, sorted(names))


def printed(text: str, *, expand: bool = False) -> str:
    graph = graph_of(text)
    return str(formula_of(graph, graph.outputs, expand=expand))


def value(formula: Formula, at: dict[str, float]) -> Any:
    graph = lower(expanded(formula), at)
    return evaluate(graph, floats, at)[graph.output]


TIDIED = [
    ("x + -1*y", "x - y"),
    ("1*x", "x"),
    ("x*1", "x"),
    ("x/1", "x"),
    ("x^1", "x"),
    ("--x", "x"),
    ("a + (-b)", "a - b"),
    ("a - (-b)", "a + b"),
    ("-a + b", "b - a"),
    ("-a - b", "-(a + b)"),
    ("-(a - b)", "b - a"),
    ("a - 2*b*-1", "a + 2*b"),
    ("a*(-b)", "-a*b"),
    ("a/(-b)", "-a/b"),
    ("(-a)*(-b)", "a*b"),
    ("-(a - b)/c", "(b - a)/c"),
    ("sin(a*(-b))", "sin(-a*b)"),
    ("x*2", "2*x"),
    ("x*(1/2)", "(1/2)*x"),
    ("cos(x)*y", "y*cos(x)"),
    ("x^2*cos(x)", "cos(x)*x^2"),
    ("x*(y*z)", "y*z*x"),
    ("exp(-x)*-y", "-y*exp(-x)"),
    ("x^-1", "x^(-1)"),
]
KEPT = [
    "x*x",
    "x + 0",
    "0*x",
    "a*b*c",
    "a + b + c",
    "a - (b - c)",
    "a/b/c",
    "2^(3^2)",
    "-(x^2)",
    "(x^2)!",
    "if(x > 0 and not (y < 1), log(x), abs(y))",
    "max(min(x, 1), 0)",
    "0 - x",
    "ln(x) + arctan(x)",
]


@pytest.mark.parametrize(("text", "tidy"), TIDIED)
def test_what_leaves_the_value_alone_is_tidied(text: str, tidy: str) -> None:
    assert printed(text) == printed(tidy) == tidy.replace("a/b/c", "(a/b)/c")


@pytest.mark.parametrize("text", KEPT)
def test_everything_else_is_printed_as_it_is_read(text: str) -> None:
    assert printed(text) == str(parse(text))


NAMED = [
    ("sin(x)*y + sin(x)", "w1 = sin(x); w1*y + w1"),
    ("[sin(x)*y, sin(x)]", "w1 = sin(x); [w1*y, w1]"),
    ("[sin(x), sin(x)]", "w1 = sin(x); [w1, w1]"),
    ("exp(sin(x))*sin(x) + exp(sin(x))", "w1 = sin(x); w2 = exp(w1); w2*w1 + w2"),
    ("x^y + 1/x^y", "w1 = x^y; w1 + 1/w1"),
    ("[a*(b + c*d), a*(b + c*d) + 1]", "w1 = a*(b + c*d); [w1, w1 + 1]"),
    ("if(x > 0 and y > 0, 1, 2)*if(x > 0 and y > 0, 3, x)", "w1 = x > 0 and y > 0; if(w1, 1, 2)*if(w1, 3, x)"),
    ("g(t) = sin(t)^2; g(2*x)*g(3*x)", "(sin(2*x)^2)*sin(3*x)^2"),
    ("g(t) = t*t*t; g(2*x)", "2*x*(2*x)*(2*x)"),
    ("max(x, y, z)*max(x, y)", "w1 = max(x, y); w1*max(w1, z)"),
    # What reads better written out.
    ("[x^2, sin(x^2)]", "[x^2, sin(x^2)]"),
    ("[2*x, sin(2*x)]", "[2*x, sin(2*x)]"),
    ("(x + 1)/(x + 1)^2", "(x + 1)/(x + 1)^2"),
    ("if(x > 0, 1, 2)*if(x > 0, 3, 4)", "if(x > 0, 1, 2)*if(x > 0, 3, 4)"),
    ("-x + sin(-x)", "sin(-x) - x"),
    # The user's own names.
    ("u = sin(x); u*y + u", "u = sin(x); u*y + u"),
    ("u = sin(x); u*y", "u = sin(x); u*y"),
    ("u = x*y; u^2", "u = x*y; u^2"),
    ("u = sin(x); sin(x)*y", "u = sin(x); u*y"),
    ("u = sin(x); v = sin(x); u*v*y", "u = sin(x); u*u*y"),
    ("u = sin(x); u", "sin(x)"),
    ("u = x; u + 1", "x + 1"),
    ("u = sin(x); y", "y"),
    ("c = x > 0; if(c, x, 0)", "c = x > 0; if(c, x, 0)"),
    ("w1 = sin(x); [w1, cos(y), cos(y)]", "u1 = cos(y); [sin(x), u1, u1]"),
]


@pytest.mark.parametrize(("text", "named"), NAMED)
def test_shared_parts_get_names(text: str, named: str) -> None:
    assert printed(text) == named


def test_another_letter_is_taken_where_the_user_has_such_names() -> None:
    assert printed("sin(w2*x) + cos(sin(w2*x))") == "u1 = sin(w2*x); u1 + cos(u1)"
    assert printed("sin(x)^u1 + sin(x)^w2 + s3").startswith("w_1 = sin(x); ")


def test_expanded_formula_has_no_names() -> None:
    text = "u = sin(x); [exp(u)*u, exp(u)]"
    assert printed(text, expand=True) == "[exp(sin(x))*sin(x), exp(sin(x))]"


def test_too_large_expansion_is_refused_before_it_is_made() -> None:
    text = "; ".join(f"a{n} = sin(a{n - 1}) + cos(a{n - 1})" for n in range(1, 5000)).replace("a0", "x")
    with pytest.raises(GradcliError, match="1,000,000 parts") as refused:
        printed(text, expand=True)
    assert refused.value.code == "usage.size"


def test_name_bound_to_a_value_by_itself_disappears() -> None:
    """Asking for the slope by `q` gives it a node of its own."""
    graph = lower(parse("q = x + y; q*sin(x + y)"), ("x", "y"), wrt=("q",))
    assert str(formula_of(graph, graph.outputs)) == "q = x + y; q*sin(q)"


def test_numbers_may_begin_with_a_sign() -> None:
    graph = graph_of("x + 2")
    nodes = tuple(node._replace(text="-2") if isinstance(node, Constant) else node for node in graph.nodes)
    made = Graph(graph.source, nodes, graph.output, graph.inputs, {}, {})
    assert str(formula_of(made, (graph.output,))) == "x - 2"


@pytest.mark.parametrize("name", ["pi", "e", "tau", "deg", "rad", "inf"])
def test_constant_whose_name_is_taken_is_written_differently(name: str) -> None:
    """The formulas of the rule table mean pi by `pi`, whatever the user means by it."""
    graph = lower(parse(f"2*{name} + y"), ("y",))
    taken = Graph(graph.source, graph.nodes, graph.output, {**graph.inputs, name: 99}, {}, {})
    again = formula_of(taken, (graph.output,))
    assert value(again, {"y": 0.0, name: 7.0}) == 2 * floats.constant(name)


@pytest.mark.slow
@pytest.mark.parametrize("expand", [False, True])
def test_deep_formulas_are_printed_without_recursion(expand: bool) -> None:
    nested = f"{'sin(' * 100_000}x{')' * 100_000}"
    assert printed(nested, expand=expand) == nested


def test_long_formulas_are_printed_without_recursion() -> None:
    assert printed("+".join(["x"] * 30_000)) == " + ".join(["x"] * 30_000)
    assert printed("-" * 30_001 + "x") == "-x"


def test_the_sign_of_a_long_product_stands_before_it() -> None:
    assert printed("sin(" + "*".join(["x"] * 30_000) + "*(-1))") == "sin(-" + "*".join(["x"] * 30_000) + ")"


class Case(NamedTuple):
    """A published formula with its point and its graph."""

    expr: str
    at: dict[str, float]
    graph: Graph


def same(left: Any, right: Any) -> bool:
    return bool(left == right or (math.isnan(left) and math.isnan(right)))


@cache
def cases(name: str) -> tuple[Case, ...]:
    return tuple(read(name))


def read(name: str) -> Iterator[Case]:
    path = FOLDER / f"{name}.jsonl"
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        case = json.loads(line)
        try:
            at = {name: float(number) for name, number in (case["at"] or {}).items()}
            yield Case(case["expr"], at, lower(expanded(parse(case["expr"])), at))
        except (GradcliError, TypeError, ValueError):
            continue


@pytest.mark.skipif(not FOLDER.is_dir(), reason="the cases are not here")
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("expand", [False, True])
def test_every_case_reads_back_with_the_same_value_to_the_last_bit(name: str, expand: bool) -> None:
    wrong = []
    for case in cases(name):
        graph = case.graph
        again = str(formula_of(graph, graph.outputs, expand=expand))
        here = evaluate(graph, floats, case.at)[graph.output]
        there = value(parse(again), case.at)
        if not same(here, there):
            wrong.append((case.expr, again, here, there))
    assert wrong == []


@pytest.mark.skipif(not FOLDER.is_dir(), reason="the cases are not here")
@pytest.mark.parametrize("name", FILES)
def test_what_is_read_back_is_no_larger_and_tidy(name: str) -> None:
    for case in cases(name):
        graph = case.graph
        once = lower(formula_of(graph, graph.outputs), case.at)
        # Factors in the same order may be parts in common that were none before: the first time, not the second.
        again = str(formula_of(once, once.outputs))
        back = lower(parse(again), case.at)
        assert operations(back) <= operations(once) <= operations(graph)
        assert str(formula_of(back, back.outputs)) == again


@pytest.mark.skipif(not FOLDER.is_dir(), reason="the cases are not here")
@pytest.mark.parametrize(
    ("name", "expand"),
    [
        *product(["feynman", "derivative_pairs"], [False, True]),
        ("optimisation", False),
        pytest.param("optimisation", True, marks=pytest.mark.slow),
    ],
)
def test_slopes_of_every_case_read_back_with_the_same_values_to_the_last_bit(name: str, expand: bool) -> None:
    wrong = []
    for case in cases(name):
        if at := case.at:
            found = slopes(case.graph, at, keeps_edges=False)
            again = str(formula_of(found, found.outputs, expand=expand))
            back = lower(parse(again), at)
            if not all(map(same, values(found, at), values(back, at))):
                wrong.append((case.expr, again))
    assert wrong == []


def values(graph: Graph, at: dict[str, float]) -> list[Any]:
    """The values of all outputs."""
    return [evaluate(replace(graph, output=output), floats, at)[output] for output in graph.outputs]


def operations(graph: Graph) -> int:
    return sum(isinstance(node, Operation) for node in graph.nodes)
