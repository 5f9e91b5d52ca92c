"""JSON documents: strict, as the shipped schema says, and with every number as it was computed."""

from __future__ import annotations

import json
from typing import Any, NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import gradcli
from gradcli import calculator
from gradcli.check import Verdict
from gradcli.check.certified import certificate_of
from gradcli.errors import GradcliError
from gradcli.render import document
from gradcli.source import Source, Span

SCHEMA = json.loads(document.schema("eval"))
VALIDATOR = Draft202012Validator(SCHEMA)

VERDICTS = [
    None,
    Verdict("agrees", 0.4, {"x": "0.23283374747559751"}),
    Verdict("agrees", 12345.6, {"x": "1"}, "the difference is what rounding loses"),
    Verdict("agrees", 12345.6, {"x": "1"}, "rounding", "2", 1e6, {"": 9, "x": 11}),
    Verdict("agrees", None, {}, "", "2", 0.0),
    Verdict("disagrees", float("inf"), {"x": "1"}, "another number"),
    Verdict("cannot-say", reason="out of time"),
]

ANSWERS = [
    ("x^2", {"x": 3}),
    ("2", {}),
    ("q = x + y; r = q; q*r", {"x": 1, "y": 2}),
    ("if(x > 0 and x < 1, x, exp(x))", {"x": 2}),
    ("abs(x) + floor(x) + (x^2)^0.5", {"x": 0}),
    ("sqrt(x)", {"x": 0}),
    ("cbrt(x) - sqrt(x)", {"x": 0}),
    ("(-2)^x + 0*y", {"x": 2, "y": 1}),
    ("1e200*(x*1e200)^1", {"x": 1e-200}),
    ("max(x, inf)*0 if x > 5 else min(x, inf)", {"x": 1}),
    ("e*π + α₁ + 温度", {"e": 2, "α₁": 1, "温度": 3}),
    ("x", {"x": 1, "unused": 2}),
    ("x\n# \"quoted\" \\ [red]x[/red]", {"x": 1}),
]  # fmt: skip

FAULTS = [
    GradcliError("parse.unclosed-bracket", "`(` is never closed", Source("(x"), Span(0, 1), "add `)`"),
    GradcliError("name.unbound", "no value for `x`", Source("x"), Span(0, 1)),
    GradcliError("usage.no-formula", "no formula is given", help="give one"),
    GradcliError("domain.log_base", 'a "quoted" name', Source("x")),
]


def refuse(text: str) -> NoReturn:
    raise AssertionError(f"{text} is not JSON")


def written(made: dict[str, Any]) -> Any:
    """A document as a strict reader gets it."""
    return json.loads(document.text(made), parse_constant=refuse)


def answer(text: str, point: dict[str, float], verdict: Verdict | None = None, *, trace: bool = True) -> Any:
    formula = gradcli.parse(text)
    found = gradcli.evaluate(formula, point)
    return written(document.answer(formula, found, found.warnings, trace=trace, verdict=verdict))


def test_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_every_command_with_documents_has_a_schema() -> None:
    assert "eval" in document.schema_names()


@pytest.mark.parametrize("verdict", VERDICTS, ids=lambda verdict: verdict.status if verdict else "no check")
@pytest.mark.parametrize("trace", [True, False])
@pytest.mark.parametrize(("text", "point"), ANSWERS)
def test_answer_is_as_the_schema_says(text: str, point: dict[str, float], trace: bool, verdict: Verdict | None) -> None:
    VALIDATOR.validate(answer(text, point, verdict, trace=trace))


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.code)
def test_failure_is_as_the_schema_says(fault: GradcliError) -> None:
    VALIDATOR.validate(written(document.failure(document.EVAL, "x", fault)))


def without(made: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in made.items() if name != key}


@pytest.mark.parametrize("key", ["schema", "ok", "input", "reading", "at", "value", "gradient", "warnings"])
def test_schema_insists_on_what_an_answer_always_has(key: str) -> None:
    assert not VALIDATOR.is_valid(without(answer("x", {"x": 1}), key))


@pytest.mark.parametrize("key", ["schema", "ok", "input", "error"])
def test_schema_insists_on_what_a_failure_always_has(key: str) -> None:
    assert not VALIDATOR.is_valid(without(document.failure(document.EVAL, "x", FAULTS[0]), key))


@pytest.mark.parametrize(
    ("key", "value"),
    [("ok", "yes"), ("value", "infinite"), ("value", None), ("gradient", {"x": "none"}), ("at", {"x": "one"})],
)
def test_schema_refuses_other_values(key: str, value: object) -> None:
    assert not VALIDATOR.is_valid({**answer("x", {"x": 1}), key: value})


@pytest.mark.parametrize(
    ("text", "point", "slope"),
    [
        ("sqrt(x)", {"x": 0}, "Infinity"),
        ("acos(x)", {"x": 1}, "-Infinity"),
        ("(-2)^x", {"x": 2}, "NaN"),
    ],
)
def test_what_json_has_no_number_for_is_a_string(text: str, point: dict[str, float], slope: str) -> None:
    assert answer(text, point)["gradient"] == {"x": slope}


def test_steps_of_an_infinite_slope_are_strings_too() -> None:
    (step,) = answer("sqrt(x)", {"x": 0})["trace"]["steps"]
    assert (step["partial_value"], step["contribution"]) == ("Infinity", "Infinity")


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_number_reads_back_the_same(number: float) -> None:
    made = answer("x", {"x": number})
    assert (made["value"], made["at"]["x"]) == (number, number)


@pytest.mark.parametrize(("text", "point"), ANSWERS)
def test_document_is_one_line_of_ascii(text: str, point: dict[str, float]) -> None:
    line = document.text(document.answer(gradcli.parse(text), gradcli.evaluate(text, point), (), trace=True))
    assert line.isascii()
    assert "\n" not in line


@pytest.mark.parametrize(("text", "point"), ANSWERS)
def test_input_is_the_text_as_it_was_typed(text: str, point: dict[str, float]) -> None:
    assert answer(text, point)["input"] == text


def test_trace_has_the_numbers_of_the_answer() -> None:
    found = gradcli.evaluate("sin(x)*x", {"x": 0.3})
    steps = answer("sin(x)*x", {"x": 0.3})["trace"]["steps"]
    keys = ("from", "to", "argument", "partial", "partial_value", "adjoint", "contribution")
    assert [tuple(step[key] for key in keys) for step in steps] == [
        (step.node, step.parent, step.argument, step.partial, step.partial_value, step.adjoint, step.contribution)
        for step in found.steps
    ]


def test_trace_nodes_have_the_numbers_of_the_answer() -> None:
    found = gradcli.evaluate("sin(x)*x", {"x": 0.3})
    nodes = answer("sin(x)*x", {"x": 0.3})["trace"]["nodes"]
    assert [(node["name"], node["formula"], node["value"], node["adjoint"], tuple(node["span"])) for node in nodes] == [
        (node.name, node.formula, node.value, node.adjoint, node.span) for node in found.nodes
    ]


def test_node_off_every_path_has_no_adjoint() -> None:
    formula = gradcli.parse("x*exp(y)")
    found = gradcli.evaluate(formula, {"x": 1, "y": 2}, wrt=["x"])
    nodes = written(document.answer(formula, found, (), trace=True))["trace"]["nodes"]
    assert [node["adjoint"] is None for node in nodes] == [False, True, True, False]


def test_trace_is_left_out_on_request() -> None:
    assert "trace" not in answer("x", {"x": 1}, trace=False)


def test_checks_are_left_out_where_none_was_made() -> None:
    assert "checks" not in answer("x", {"x": 1})


def test_check_has_what_sympy_says() -> None:
    assert answer("x", {"x": 1}, Verdict("agrees", 0.25, {"x": "1.0"}))["checks"] == {
        "symbolic": {"status": "agrees", "max_ulp": 0.25, "gradient": {"x": "1.0"}}
    }


def test_check_has_the_value_too() -> None:
    assert answer("x", {"x": 1}, Verdict("agrees", 0.25, {"x": "1.0"}, "", "2.0", 0.5))["checks"] == {
        "symbolic": {"status": "agrees", "max_ulp": 0.25, "value": "2.0", "value_ulp": 0.5, "gradient": {"x": "1.0"}}
    }


CERTIFIED = [
    *ANSWERS[:4],
    ("sqrt(x)", {"x": 0}),
    ("(1 - cos(x))/x^2", {"x": "1e-8"}),
    ("sin(x)", {"x": "pi"}),
    ("0*x", {"x": 1}),
    ("e*π + α₁ + 温度", {"e": 2, "α₁": 1, "温度": 3}),
]


def certified(text: str, point: dict[str, Any]) -> Any:
    problem = calculator.posed(text, point)
    found = calculator.answer(problem)
    certificate = certificate_of(problem, found)
    return written(document.answer(problem.formula, found, (), trace=True, certificate=certificate))


@pytest.mark.parametrize(("text", "point"), CERTIFIED)
def test_certificate_is_as_the_schema_says(text: str, point: dict[str, Any]) -> None:
    VALIDATOR.validate(certified(text, point))


def test_certificate_has_the_enclosure_of_every_number() -> None:
    found = certified("x^2/3", {"x": "0.1"})["checks"]["certified"]
    assert found["inputs"] == "as written"
    assert found["value"]["enclosure"] == ["0.0033333333333333333333", "0.0033333333333333333334"]
    assert found["gradient"]["x"]["enclosure"] == ["0.066666666666666666666", "0.066666666666666666667"]


@pytest.mark.parametrize(("text", "point"), CERTIFIED)
def test_document_of_proven_digits_is_as_the_schema_says(text: str, point: dict[str, Any]) -> None:
    problem = calculator.posed(text, point)
    found = calculator.proven(problem, 40)
    VALIDATOR.validate(written(document.answer(problem.formula, found, found.warnings, trace=True, digits=40)))


def test_proven_digits_are_decimal_text() -> None:
    problem = calculator.posed("x/3", {"x": "0.1"})
    made = document.answer(problem.formula, calculator.proven(problem, 30), (), trace=True, digits=30)
    assert (made["at"], made["value"], made["gradient"]) == (
        {"x": "0.1"},
        "0.0333333333333333333333333333333",
        {"x": "0.333333333333333333333333333333"},
    )


def test_kink_has_place_node_and_slopes() -> None:
    (warning,) = answer("1 + abs(x)", {"x": 0})["warnings"]
    assert {key: warning[key] for key in ("code", "span", "node", "left", "right")} == {
        "code": "derivative.kink",
        "span": [4, 10],
        "node": "v2",
        "left": -1,
        "right": 1,
    }


def test_span_of_an_error_is_that_of_the_error() -> None:
    assert document.error(FAULTS[0], "(x") == {
        "code": "parse.unclosed-bracket",
        "message": "`(` is never closed",
        "span": [0, 1],
        "help": "add `)`",
    }
