"""`gradcli jacobian`: what is printed, documents, warnings and exit statuses."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from gradcli.render import document

from ..conftest import Command

SCHEMA = json.loads(document.schema("jacobian"))
VALIDATOR = Draft202012Validator(SCHEMA)

# What is typed after `gradcli jacobian`, and the exit status.
STATUSES = [
    (("[r*cos(t), r*sin(t)]", "--at", "r=2,t=pi/6"), 0),
    (("x^2*y", "--at", "x=1,y=2"), 0),
    (("[3, 4]",), 0),
    (("[x, x]", "--at", "x=1,z=3"), 0),
    (("u = x*y; v = x + y; [u, v]", "--at", "x=1,y=2", "--seed", "u=1,v=-2"), 0),
    (("[x, max(x, 0)^2]", "--at", "x=0"), 0),
    (("[x, abs(x)]", "--at", "x=0"), 0),
    (("[x*y, y^2, z]", "--sparsity"), 0),
    (("[x, (1 - cos(x))/x^2]", "--at", "x=1e-9"), 1),
    ((), 2),
    (("[x, y]", "--at", "x=1,y=2", "--quiet", "--json"), 2),
    (("[x, y]", "--sparsity", "--seed", "x=1"), 2),
    (("[x, y", "--at", "x=1,y=2"), 3),
    (("[x, y]", "--at", "x=1"), 4),
    (("[x, y]", "--at", "x=1,y=2", "--seed", "z=1"), 4),
    (("[x, y]", "--at", "x=1,y=2", "--wrt", "z"), 4),
    (("[x, log(x)]", "--at", "x=-1"), 5),
    (("[x, floor(x)]", "--at", "x=2"), 6),
    (("[x, besselj(x, 1)]", "--at", "x=2"), 6),
]  # fmt: skip


@pytest.mark.parametrize(("words", "status"), STATUSES)
def test_exit_status_is_the_documented_one(words: tuple[str, ...], status: int, command: Command) -> None:
    assert command("jacobian", *words).status == status


@pytest.mark.parametrize(("words", "status"), [case for case in STATUSES if "--quiet" not in case[0]])
def test_json_is_one_document_as_the_schema_says(words: tuple[str, ...], status: int, command: Command) -> None:
    run = command("jacobian", *words, "--json")
    found = json.loads(run.out)
    VALIDATOR.validate(found)
    assert (run.status, run.out.count("\n"), run.err, found["ok"]) == (status, 1, "", status == 0)


@pytest.mark.parametrize(
    ("words", "status"), [case for case in STATUSES if case[1] in (2, 3, 4, 5) and "--json" not in case[0]]
)
def test_run_without_an_answer_prints_none(words: tuple[str, ...], status: int, command: Command) -> None:
    run = command("jacobian", *words)
    assert (run.out, run.err.startswith("error[")) == ("", True)


def test_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_schema_is_printed_as_shipped(command: Command) -> None:
    assert json.loads(command("schema", "jacobian").out) == SCHEMA


def made(command: Command, *words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(command("jacobian", *words, "--json").out)
    return found


@pytest.mark.parametrize(
    ("words", "status"), [case for case in STATUSES if case[1] == 0 and "--sparsity" not in case[0]]
)
def test_document_without_the_check_is_as_the_schema_says(
    words: tuple[str, ...], status: int, command: Command
) -> None:
    found = made(command, *words, "--no-check")
    VALIDATOR.validate(found)
    assert not found.get("checks")


def test_document_has_the_matrix(command: Command) -> None:
    found = made(command, "u = x*y; [u, x^2]", "--at", "x=1,y=2")
    assert found["jacobian"] == {"u": {"x": 2.0, "y": 1.0}, "f2": {"x": 2.0, "y": 0.0}}


@pytest.mark.parametrize("text", ["u = x*y; v = sin(x); [u, v]", "u = exp(x - y); v = abs(x)*y; [u, v]"])
def test_seed_is_the_same_in_both_commands(text: str, command: Command) -> None:
    words = (text, "--at", "x=1,y=2", "--seed", "u=1/3,v=-2")
    mine = command("jacobian", *words, "--quiet").out.splitlines()
    assert mine == command("eval", *words, "--quiet").out.splitlines()[1:]


def test_sympy_agrees_with_the_sum_of_outputs(command: Command) -> None:
    run = command("eval", "u = x*y; v = sin(x); [u, v]", "--at", "x=1,y=2", "--seed", "u=1/3,v=-2", "--json")
    assert json.loads(run.out)["checks"]["symbolic"]["status"] == "agrees"


@pytest.mark.parametrize("words", [("[x, y]",), ("u = x*y; [u, x]", "--json")])
def test_eval_of_several_outputs_tells_what_to_do(words: tuple[str, ...], command: Command) -> None:
    run = command("eval", *words, "--at", "x=1,y=2")
    assert (run.status, "gradcli jacobian" in run.out + run.err, "--seed" in run.out + run.err) == (2, True, True)


def test_quiet_prints_row_column_and_number(command: Command) -> None:
    assert command("jacobian", "[x*y, y]", "--at", "x=2,y=3", "--quiet").out == "f1\tx\t3\nf1\ty\t2\ny\tx\t0\ny\ty\t1\n"


def test_pattern_needs_no_point(command: Command) -> None:
    run = command("jacobian", "[x*y, z]", "--sparsity", "--quiet")
    assert (run.status, bool(run.out)) == (0, True)


def test_warning_says_which_output_it_is_about(command: Command) -> None:
    assert "in `f2`" in command("jacobian", "[x, abs(x)]", "--at", "x=0").err
