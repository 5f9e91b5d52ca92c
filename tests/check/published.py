"""The published cases against what balls prove: does the enclosure agree to the published precision?"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gradcli import calculator, precision
from gradcli.backends import balls
from gradcli.boundaries import ties
from gradcli.check.certified import is_enough
from gradcli.check.symbolic import VALUE
from gradcli.errors import GradcliError
from gradcli.gradient import Gradient
from gradcli.problem import Problem

FOLDER = Path(__file__).parents[3] / "shared" / "cases"
FILES = (
    "expressions",
    "feynman",
    "optimisation",
    "derivative_pairs",
    "antiderivatives",
    "special_functions",
    "reported_faults",
)
TOLERANCE = 1e-9
"""The published precision where a case does not state it, as in the script beside the cases."""
ABSOLUTE = 1e-12
"""Below this published numbers are what rounding left."""


def cases(name: str) -> list[dict[str, Any]]:
    """The cases of a file that are about numbers."""
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    found = [json.loads(line) for line in lines]
    return [case for case in found if not (case.get("note") or "").startswith("[IO]")]


def posed(case: dict[str, Any]) -> Problem:
    """The problem of a case, its numbers as they are written in the file. Raises GradcliError."""
    # The arguments of the tables of special functions are doubles, written with as few digits as tell them apart.
    is_double = case["kind"] == "special function"
    at = {name: number if is_double else str(number) for name, number in case["at"].items()}
    return calculator.posed(case["expr"], at)


def published(case: dict[str, Any]) -> dict[str, float]:
    """The numbers of a case by name, the value by `VALUE`; words such as `undefined` are left out."""
    numbers = {VALUE: case["value"], **(case["gradient"] or {})}
    return {name: float(number) for name, number in numbers.items() if isinstance(number, (int, float))}


def complaints(case: dict[str, Any]) -> Iterator[str]:
    """What is wrong with the enclosures of a case: a number that is not in them, or none where one is published."""
    wanted = published(case)
    if not wanted:
        return
    bits, found = precision.narrowed(posed(case), is_enough)
    with balls.precision(bits):
        for name, number in {VALUE: found.value, **found.gradient}.items():
            if name not in wanted or (name and not is_smooth(found)):
                continue
            if not balls.is_finite(number):
                yield f"{name or 'value'} has no enclosure, and {wanted[name]!r} is published"
            elif not is_near(float(balls.ball(number)), wanted[name], case.get("rtol") or TOLERANCE):
                yield f"{name or 'value'} is {balls.text(number)}, and {wanted[name]!r} is published"


def is_smooth(found: Gradient) -> bool:
    """Is the point none where the certificate says nothing of the slopes?"""
    return not any(note.code.startswith("derivative.") for note in found.warnings) and not any(ties(found))


def is_near(ours: float, theirs: float, tolerance: float) -> bool:
    """Are two numbers the same to the published precision?"""
    return math.isclose(ours, theirs, rel_tol=tolerance, abs_tol=ABSOLUTE)


def refusal(case: dict[str, Any]) -> str:
    """The code with which gradcli refuses a case as it stands, or empty."""
    try:
        posed(case)
    except GradcliError as error:
        return error.code
    return ""
