"""`gradcli hessian`: what is printed, documents, warnings and exit statuses."""

from __future__ import annotations

import json
from typing import Any
from unittest import mock

import pytest
from jsonschema import Draft202012Validator

from gradcli.render import document

from ..conftest import Command
from .test_derivatives import STATUSES as ALL

VALIDATOR = Draft202012Validator(json.loads(document.schema("hessian")))
STATUSES = [(words, status) for command, words, status in ALL if command == "hessian"]


@pytest.mark.parametrize(
    ("words", "status"),
    [case for case in STATUSES if case[1] in (0, 6) and case[0] != ("3^2",) and "besselj" not in case[0][0]],
)
def test_quiet_prints_names_a_tab_and_a_number_a_line(words: tuple[str, ...], status: int, command: Command) -> None:
    lines = command("hessian", *words, "--quiet").out.splitlines()
    assert lines
    assert all(
        float(line.split("\t")[-1]) is not None and len(line.split("\t")) == (2 if "--times" in words else 3)
        for line in lines
    )


def made(command: Command, *words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(command("hessian", *words, "--json").out)
    return found


def test_document_has_the_matrix(command: Command) -> None:
    assert made(command, "x^2*y", "--at", "x=1,y=2")["hessian"] == {
        "x": {"x": 4.0, "y": 2.0},
        "y": {"x": 2.0, "y": 0.0},
    }


def test_document_has_the_shape(command: Command) -> None:
    found = made(command, "x^2 - y^2", "--at", "x=0,y=0")
    assert [found[key] for key in ("eigenvalues", "definiteness", "stationary", "kind")] == [
        [-2.0, 2.0],
        "indefinite",
        True,
        "saddle point",
    ]


def test_missing_number_is_a_word_in_strict_json(command: Command) -> None:
    assert made(command, "sqrt(x)", "--at", "x=0")["hessian"] == {"x": {"x": "NaN"}}


def test_proof_is_left_out_without_the_check(command: Command) -> None:
    words = ("x^2", "--at", "x=1")
    assert ("proof" in command("hessian", *words).out, "proof" in command("hessian", *words, "--no-check").out) == (
        True,
        False,
    )


def test_document_without_the_check_has_no_proof(command: Command) -> None:
    found = made(command, "x^2", "--at", "x=1", "--no-check")
    VALIDATOR.validate(found)
    assert not found.get("checks")


def test_kink_is_told_and_the_sides_too(command: Command) -> None:
    run = command("hessian", "max(x, 0)^2", "--at", "x=0")
    assert "slope 0 from the left, 2 from the right" in " ".join(run.err.split())


def test_second_derivative_that_limits_solve_is_marked(command: Command) -> None:
    run = command("hessian", "where(x == 0, 1, sin(x)/x)", "--at", "x=0", "--quiet")
    assert (run.out, "derivative.exists" in run.err) == ("x\tx\t-0.3333333333333333\n", True)


def test_several_outputs_are_told_what_to_do(command: Command) -> None:
    assert "gradcli jacobian" in command("hessian", "[x, y]", "--at", "x=1,y=2").err


def test_how_it_was_got_is_told_in_a_line(command: Command) -> None:
    assert "how " in command("hessian", "x^2", "--at", "x=1").out


WIDE = ("+".join(f"exp(x{k})*x{k + 1}" for k in range(1, 8)), "--at", ",".join(f"x{k}=0.{k}" for k in range(1, 9)))


@pytest.mark.parametrize("columns", ["20", "40", "80", "200"])
def test_numbers_are_never_cut(columns: str, command: Command) -> None:
    with mock.patch.dict("os.environ", {"COLUMNS": columns}):
        out = command("hessian", *WIDE).out
    entries = made(command, *WIDE)["hessian"]
    numbers = {repr(number) for row in entries.values() for number in row.values() if number}
    assert {number for number in numbers if number not in out} == set()


@pytest.mark.parametrize("columns", ["40", "80"])
def test_matrix_that_is_too_wide_becomes_a_list(columns: str, command: Command) -> None:
    with mock.patch.dict("os.environ", {"COLUMNS": columns}):
        out = command("hessian", *WIDE, "--no-check").out
    matrix = out[out.index("\nhessian") : out.index("\neigenvalues") if "\neigenvalues" in out else None]
    assert [line for line in matrix.splitlines()[2:] if len(line) > int(columns)] == []
