"""What `gradcli hessian`, `jacobian` and `direction` have in common: exit statuses, documents, schemas."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from gradcli.render import document

from ..conftest import Command

Words = tuple[str, ...]

HESSIAN: list[tuple[Words, int]] = [
    (("x^2*y", "--at", "x=1,y=2"), 0),
    (("-x^2", "--at", "x=1"), 0),
    (("3^2",), 0),
    (("x^2", "--at", "x=1,z=3"), 0),
    (("exp(x - y)*y", "--at", "x=1,y=0.5", "--times", "x=1"), 0),
    (("exp(x - y)*y", "--at", "x=1,y=0.5", "--times", "x=1/3", "--times", "y=-pi"), 0),
    (("max(x, 0)^2", "--at", "x=0"), 0),
    (("where(x == 0, 1, sin(x)/x)", "--at", "x=0"), 0),
    (("q = x*y; q^2", "--at", "x=1,y=2", "--wrt", "q"), 0),
    (("x^1.5", "--at", "x=0"), 0),
    (("beta(a, b)", "--at", "a=1e-20,b=5"), 1),
    ((), 2),
    (("x^2", "--at", "x=1", "--quiet", "--json"), 2),
    (("[x, y]", "--at", "x=1,y=2"), 2),
    (("x^2(", "--at", "x=1"), 3),
    (("x^2",), 4),
    (("x^2", "--at", "x=1", "--wrt", "z"), 4),
    (("x^2", "--at", "x=1", "--times", "z=1"), 4),
    (("3", "--times", "x=1"), 4),
    (("x^2", "--at", "x=[1,2]"), 4),
    (("log(x)", "--at", "x=-1"), 5),
    (("exp(x)", "--at", "x=1000"), 5),
    (("abs(x)", "--at", "x=0"), 6),
    (("abs(x)", "--at", "x=0", "--times", "x=1"), 6),
    (("sqrt(x)", "--at", "x=0"), 6),
    (("floor(x)", "--at", "x=2"), 6),
    (("besselj(x, y)", "--at", "x=1,y=2"), 6),
]  # fmt: skip

JACOBIAN: list[tuple[Words, int]] = [
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

DIRECTION: list[tuple[Words, int]] = [
    (("x^2*y", "--at", "x=1,y=2", "--along", "x=3,y=4"), 0),
    (("-x^2", "--at", "x=1", "--along", "x=-pi"), 0),
    (("hypot(x, y)", "--at", "x=0,y=0", "--along", "x=1"), 0),
    (("abs(x - y)", "--at", "x=1,y=1", "--along", "x=1,y=1"), 0),
    (("x^2", "--at", "x=0", "--along", "x=1"), 0),
    (("(1 - cos(x))/x^2", "--at", "x=1e-9", "--along", "x=1"), 1),
    ((), 2),
    (("x^2", "--at", "x=1"), 2),
    (("x^2", "--at", "x=1", "--along", "x=0"), 2),
    (("[x, y]", "--at", "x=1,y=2", "--along", "x=1"), 2),
    (("x^2", "--at", "x=1", "--along", "x=1", "--quiet", "--json"), 2),
    (("x^2(", "--at", "x=1", "--along", "x=1"), 3),
    (("x^2", "--along", "x=1"), 4),
    (("x^2", "--at", "x=1", "--along", "z=1"), 4),
    (("3", "--along", "z=1"), 4),
    (("x^2", "--at", "x=1", "--along", "x=[1,2]"), 4),
    (("log(x)", "--at", "x=-1", "--along", "x=1"), 5),
    (("floor(x)", "--at", "x=2", "--along", "x=1"), 6),
    (("besselj(x, 1)", "--at", "x=2", "--along", "x=1"), 6),
]  # fmt: skip

# A command, what is typed after it, and the exit status.
STATUSES = [
    (command, words, status)
    for command, cases in (("hessian", HESSIAN), ("jacobian", JACOBIAN), ("direction", DIRECTION))
    for words, status in cases
]
COMMANDS = ("hessian", "jacobian", "direction")


def schema(name: str) -> object:
    return json.loads(document.schema(name))


@pytest.mark.parametrize(("name", "words", "status"), STATUSES)
def test_exit_status_is_the_documented_one(name: str, words: Words, status: int, command: Command) -> None:
    assert command(name, *words).status == status


@pytest.mark.parametrize(("name", "words", "status"), [case for case in STATUSES if "--quiet" not in case[1]])
def test_json_is_one_document_as_the_schema_says(name: str, words: Words, status: int, command: Command) -> None:
    run = command(name, *words, "--json")
    found = json.loads(run.out)
    Draft202012Validator(schema(name)).validate(found)
    assert (run.status, run.out.count("\n"), run.err, found["ok"]) == (status, 1, "", status == 0)


@pytest.mark.parametrize(
    ("name", "words", "status"), [case for case in STATUSES if case[2] in (2, 3, 4, 5) and "--json" not in case[1]]
)
def test_run_without_an_answer_prints_none(name: str, words: Words, status: int, command: Command) -> None:
    run = command(name, *words)
    assert (run.out, run.err.startswith("error[")) == ("", True)


@pytest.mark.parametrize(
    ("name", "words", "status"), [case for case in STATUSES if case[2] == 0 and "--sparsity" not in case[1]]
)
def test_document_without_the_check_has_no_checks(name: str, words: Words, status: int, command: Command) -> None:
    found = json.loads(command(name, *words, "--no-check", "--json").out)
    Draft202012Validator(schema(name)).validate(found)
    assert "checks" not in found


@pytest.mark.parametrize("name", COMMANDS)
def test_schema_is_a_schema(name: str) -> None:
    Draft202012Validator.check_schema(schema(name))


@pytest.mark.parametrize("name", COMMANDS)
def test_schema_is_printed_as_shipped(name: str, command: Command) -> None:
    assert json.loads(command("schema", name).out) == schema(name)
