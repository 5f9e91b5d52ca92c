"""`gradcli direction`: what is printed, documents, warnings and exit statuses."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from gradcli.render import document

from ..conftest import Command

SCHEMA = json.loads(document.schema("direction"))
VALIDATOR = Draft202012Validator(SCHEMA)

# What is typed after `gradcli direction`, and the exit status.
STATUSES = [
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


@pytest.mark.parametrize(("words", "status"), STATUSES)
def test_exit_status_is_the_documented_one(words: tuple[str, ...], status: int, command: Command) -> None:
    assert command("direction", *words).status == status


@pytest.mark.parametrize(("words", "status"), [case for case in STATUSES if "--quiet" not in case[0]])
def test_json_is_one_document_as_the_schema_says(words: tuple[str, ...], status: int, command: Command) -> None:
    run = command("direction", *words, "--json")
    found = json.loads(run.out)
    VALIDATOR.validate(found)
    assert (run.status, run.out.count("\n"), run.err, found["ok"]) == (status, 1, "", status == 0)


@pytest.mark.parametrize(
    ("words", "status"), [case for case in STATUSES if case[1] in (2, 3, 4, 5) and "--json" not in case[0]]
)
def test_run_without_an_answer_prints_none(words: tuple[str, ...], status: int, command: Command) -> None:
    run = command("direction", *words)
    assert (run.out, run.err.startswith("error[")) == ("", True)


def test_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_schema_is_printed_as_shipped(command: Command) -> None:
    assert json.loads(command("schema", "direction").out) == SCHEMA


def made(command: Command, *words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(command("direction", *words, "--json").out)
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


def test_document_has_the_slopes(command: Command) -> None:
    found = made(command, "x^2*y", "--at", "x=1,y=2", "--along", "x=3,y=4")
    assert found["slope"] == 16.0


def test_kink_is_told_with_both_sides(command: Command) -> None:
    run = command("direction", "hypot(x, y)", "--at", "x=0,y=0", "--along", "x=3,y=4")
    assert "slope -5 from the left, 5 from the right" in " ".join(run.err.split())


def test_quiet_prints_names_a_tab_and_a_number_a_line(command: Command) -> None:
    out = command("direction", "x^2*y", "--at", "x=1,y=2", "--along", "x=3,y=4", "--quiet").out
    lines = [line.split("\t") for line in out.splitlines()]
    assert [line[:-1] for line in lines] == [
        ["slope"],
        ["unit_slope"],
        ["steepest", "x"],
        ["steepest", "y"],
        ["steepest_slope"],
    ]


def test_steepest_direction_is_told(command: Command) -> None:
    out = command("direction", "3*x + 4*y", "--at", "x=1,y=2", "--along", "x=1").out
    assert "0.6" in out
