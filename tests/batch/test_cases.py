"""The published formulas as tables of one row: the same codes and numbers as at a point."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gradcli import GradcliError
from gradcli.point import doubles
from gradcli.problem import posed

from .comparing import complaints

FOLDER = Path(__file__).parent.parent.parent.parent / "shared" / "cases"
pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the cases are not here")


def cases(name: str) -> Iterator[tuple[str, dict[str, float]]]:
    """The formulas that have an answer, or an error that depends on the point."""
    for line in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        case: dict[str, Any] = json.loads(line)
        if isinstance(case.get("at"), dict):
            try:
                yield case["expr"], doubles(posed(case["expr"], case["at"]).point)
            except GradcliError:
                continue


def all_complaints(name: str) -> list[str]:
    found = []
    for text, point in cases(name):
        try:
            found += complaints(text, [point], point)
        except GradcliError as error:
            if error.code != "derivative.unknown":
                raise
    return found


@pytest.mark.parametrize("name", ["derivative_pairs", "expressions", "feynman", "optimisation", "reported_faults", "special_functions"])  # fmt: skip
def test_every_case_has_the_code_and_the_numbers_of_the_point(name: str) -> None:
    assert all_complaints(name) == []


@pytest.mark.slow
def test_every_antiderivative_has_the_code_and_the_numbers_of_the_point() -> None:
    assert all_complaints("antiderivatives") == []
