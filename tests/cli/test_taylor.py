"""`gradcli taylor`: what is printed, the document, and the exit statuses of `gradcli eval`."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

import gradcli
from gradcli.render import document
from gradcli.render import taylor as shown

from ..conftest import Command

VALIDATOR = Draft202012Validator(json.loads(document.schema("taylor")))

STATUSES = [
    (("sin(x)", "--at", "x=0", "--order", "7"), 0),
    (("where(x==0, 1, sin(x)/x)", "--at", "x=0"), 0),
    (("exp(x)*cos(y)", "--at", "x=0,y=pi", "--order", "3"), 0),
    (("x^2", "--at", "x=3,y=1"), 0),
    (("exp(1000*x)", "--at", "x=1"), 0),
    (("2 + 3",), 0),
    (("x*y", "--at", "x=1,y=2", "--order", "5"), 2),
    (("x", "--at", "x=1", "--order", "few"), 2),
    (("x", "--at", "x=1", "--ordr", "3"), 2),
    ((), 2),
    (("(x", "--at", "x=3"), 3),
    (("x*y", "--at", "x=3"), 4),
    (("x", "--at", "x=[1,2]"), 4),
    (("q = x; q", "--at", "x=1", "--wrt", "q"), 4),
    (("log(x)", "--at", "x=0"), 5),
    (("sin(x)/x", "--at", "x=0"), 5),
    (("abs(x)", "--at", "x=0"), 6),
    (("floor(x)", "--at", "x=2"), 6),
    (("sqrt(x)", "--at", "x=0"), 6),
    (("if(x == 0, pi, sin(pi*x)/x)", "--at", "x=0"), 6),
    (("polygamma(x, 2)", "--at", "x=1"), 6),
]


@pytest.mark.parametrize(("words", "status"), STATUSES)
def test_exit_status_is_the_documented_one(words: tuple[str, ...], status: int, command: Command) -> None:
    assert command("taylor", *words).status == status


@pytest.mark.parametrize(("words", "status"), STATUSES)
def test_document_is_as_the_schema_says(words: tuple[str, ...], status: int, command: Command) -> None:
    run = command("taylor", *words, "--json")
    made = json.loads(run.out)
    VALIDATOR.validate(made)
    assert (run.status, made["ok"], run.out.count("\n"), run.err) == (status, status == 0, 1, "")


@pytest.mark.parametrize(("words", "status"), [case for case in STATUSES if case[1]])
def test_run_without_an_answer_prints_none(words: tuple[str, ...], status: int, command: Command) -> None:
    run = command("taylor", *words)
    assert (run.out, run.err.startswith("error[")) == ("", True)


def test_seventh_derivative_of_sin_is_shown(command: Command) -> None:
    lines = command("taylor", "sin(x)", "--at", "x=0", "--order", "7").out.splitlines()
    row = next(line for line in lines if line.startswith("x^7"))
    assert row.split() == ["x^7", "-1/5040", "-0.00019841269841269841270", "-1"]


def test_removable_point_is_solved_and_told(command: Command) -> None:
    out = command("taylor", "where(x==0, 1, sin(x)/x)", "--at", "x=0", "--order", "2").out
    assert ["x^2", "-1/6", "-0.16666666666666666667", "-1/3"] in [line.split() for line in out.splitlines()]
    assert "joins     `x==0` changes at the point alone" in out


def test_proof_comes_last(command: Command) -> None:
    out = command("taylor", "exp(x)", "--at", "x=0", "--order", "3").out
    assert out.splitlines()[-1] == "proof     all 4 coefficients proven: 4 exactly; inputs as written"


def test_zero_that_is_not_proven_is_marked(command: Command) -> None:
    run = command("taylor", "sin(x)", "--at", "x=pi", "--order", "2")
    assert (run.out.count("may be 0"), run.err.startswith("warning[check.digits]")) == (2, True)


def test_zero_that_is_not_proven_is_told_beside_bare_numbers(command: Command) -> None:
    run = command("taylor", "sin(x)", "--at", "x=pi", "--order", "1", "--quiet")
    assert (run.out, run.err.startswith("warning[check.digits]")) == ("1\t0\n(x - pi)\t-1\n", True)


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        (("exp(x)", "--at", "x=0", "--order", "2"), "1\t1\nx\t1\nx^2\t0.5\n"),
        (("x*y", "--at", "x=1,y=-2"), "1\t-2\n(x - 1)\t-2\n(y + 2)\t1\n(x - 1)*(y + 2)\t1\n"),
        (("x/1e400", "--at", "x=0", "--order", "1"), "1\t0\nx\t1e-400\n"),
        (("1e400*x", "--at", "x=0", "--order", "1"), "1\t0\nx\t1e400\n"),
        (("-x^2", "--at", "x=1/2", "--order", "1"), "1\t-0.25\n(x - 1/2)\t-1\n"),
    ],
)
def test_quiet_prints_a_term_a_tab_and_a_number_a_line(words: tuple[str, ...], printed: str, command: Command) -> None:
    assert command("taylor", *words, "--quiet").out == printed


@pytest.mark.parametrize(
    ("text", "at", "order"),
    [
        ("exp(sin(x))", "x=pi/4", 6),
        ("exp(x)*cos(y)", "x=0,y=1+1", 4),
        ("x^y", "x=2,y=-1.5", 3),
        ("1 - x^3", "x=-1e-3", 3),
        ("2 + 3", "x=1", 2),
        ("x - x", "x=1", 2),
    ],
)
def test_polynomial_reads_back_as_its_own_series(text: str, at: str, order: int, command: Command) -> None:
    words = ("--at", at, "--order", str(order), "--json")
    first = json.loads(command("taylor", text, *words).out)
    again = json.loads(command("taylor", first["polynomial"], *words).out)
    numbers = [{str(one["powers"]): one["coefficient"] for one in made["coefficients"]} for made in (first, again)]
    assert numbers[0] == pytest.approx(numbers[1], rel=1e-15)


def test_coefficient_of_the_document_has_its_proof(command: Command) -> None:
    made = json.loads(command("taylor", "exp(x)", "--at", "x=1", "--order", "2", "--json").out)
    assert made["coefficients"][2] | {"digits": 40, "enclosure": []} == {
        "powers": {"x": 2},
        "coefficient": 1.3591409142295225,
        "exact": None,
        "true": "1.3591409142295226177",
        "digits": 40,
        "enclosure": [],
        "derivative": {"value": 2.718281828459045, "exact": None, "true": "2.7182818284590452354"},
    }


def test_long_polynomial_is_in_the_document_alone(command: Command) -> None:
    words = ("exp(x)", "--at", "x=1", "--order", "40")
    assert "series" not in command("taylor", *words).out
    assert len(json.loads(command("taylor", *words, "--json").out)["polynomial"]) > shown.FORMULA


def test_lines_fit_into_80_columns(command: Command) -> None:
    out = command("taylor", "sin(x)/x*y", "--at", "x=1,y=2", "--order", "4").out
    assert max(len(line) for line in out.splitlines() if not line.startswith("series")) <= 80


def test_name_of_the_formula_bound_before_is_no_name_of_the_point(command: Command) -> None:
    run = command("taylor", "q = x^2; q + 1", "--at", "x=1", "--wrt", "q")
    assert "`q` is bound in the formula" in run.err


def test_taylor_is_public() -> None:
    found = gradcli.taylor("exp(x)", {"x": 0}, order=2)
    assert isinstance(found, gradcli.Taylor)
    assert [term.coefficient for term in found.terms] == [1.0, 1.0, 0.5]
