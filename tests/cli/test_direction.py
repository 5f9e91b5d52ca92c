"""`gradcli direction`: what is printed, documents, warnings and exit statuses."""

from __future__ import annotations

import json
from typing import Any

from ..conftest import Command


def made(command: Command, *words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(command("direction", *words, "--json").out)
    return found


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
