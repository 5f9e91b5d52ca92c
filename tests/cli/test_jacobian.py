"""`gradcli jacobian`: what is printed, documents, warnings and exit statuses."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ..conftest import Command


def made(command: Command, *words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(command("jacobian", *words, "--json").out)
    return found


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
