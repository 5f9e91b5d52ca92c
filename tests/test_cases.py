"""Formulas and numbers from public sources, where their folder is at hand: all are right but for a few known ones."""

from __future__ import annotations

import json
import math
import runpy
from functools import cache
from pathlib import Path
from typing import Any

import mpmath
import pytest

import gradcli
from gradcli import rules
from gradcli.expression import Call

FOLDER = Path(__file__).parent.parent.parent / "shared" / "cases"

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the cases are not here")

KNOWN = {
    "expr-1765": "log2(2^2048): 2^2048 is too large for a double, and gradcli says so",
    "optim-Ripple01-207": "half an ulp of its input moves the slope by more than 1e-9: see below",
    "optim-Trefethen-275": "half an ulp of its input moves the slope by more than 1e-9: see below",
}


@cache
def yardstick() -> dict[str, Any]:
    """The functions of the script beside the cases."""
    return runpy.run_path(str(FOLDER / "run"))


@cache
def cases(name: str) -> list[dict[str, Any]]:
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [case for case in map(json.loads, lines) if not (case.get("note") or "").startswith("[IO]")]


def case(id: str) -> dict[str, Any]:
    return next(case for case in cases("optimisation") if case["id"] == id)


def is_within_reach(case: dict[str, Any]) -> bool:
    """Does the formula use only functions that gradcli has?"""
    formula = gradcli.parse(case["expr"])
    return all(rules.find(part.function) for part in formula.parts() if isinstance(part, Call))


def wrong(name: str, every: int = 1) -> dict[str, str]:
    """What is said of each case that is not right, of one in so many."""
    found = {}
    for case in cases(name)[::every]:
        if name == "malformed" or is_within_reach(case):
            complaint = yardstick()["judge"](case)
            if complaint and case["id"] not in KNOWN:
                found[case["id"]] = f"{case['expr']} at {case['at']}: {complaint}"
    return found


@pytest.mark.parametrize("name", ["expressions", "feynman", "optimisation", "malformed", "derivative_pairs"])
def test_every_case_is_right(name: str) -> None:
    assert wrong(name) == {}


@pytest.mark.parametrize(
    ("name", "every"),
    [
        ("antiderivatives", 5),
        pytest.param("antiderivatives", 1, marks=pytest.mark.slow),
        ("special_functions", 1),
    ],
)
def test_every_case_of_a_later_file_that_is_within_reach_is_right(name: str, every: int) -> None:
    assert wrong(name, every) == {}


def test_every_known_exception_is_still_one() -> None:
    ids = {case["id"] for name in ("expressions", "optimisation") for case in cases(name) if yardstick()["judge"](case)}
    assert ids == set(KNOWN)


# The two disputed slopes, worked out here by formulas written out by hand.


def ripple(x1: Any, x2: Any, pi: Any) -> Any:
    """Ripple01 as it stands in the case; every number in it is the double it is written as."""
    total = mpmath.mpf(0)
    for x in (x1, x2):
        wave = mpmath.sin(5 * pi * x) ** 6 + mpmath.mpf(0.1) * mpmath.cos(500 * pi * x) ** 2
        total -= wave * mpmath.exp(-mpmath.mpf(1.3862943611198906) * (-mpmath.mpf(0.125) + mpmath.mpf(1.25) * x) ** 2)
    return total


def trefethen(x1: Any, x2: Any, pi: Any) -> Any:
    """Trefethen's function, in which there is no pi."""
    return (
        (x1**2 + x2**2) / 4
        + mpmath.exp(mpmath.sin(50 * x1))
        - mpmath.sin(10 * (x1 + x2))
        + mpmath.sin(60 * mpmath.exp(x2))
        + mpmath.sin(70 * mpmath.sin(x1))
        + mpmath.sin(mpmath.sin(80 * x2))
    )


FORMULAS: dict[str, Any] = {"optim-Ripple01-207": ripple, "optim-Trefethen-275": trefethen}
DISPUTED = [("optim-Ripple01-207", "x1"), ("optim-Trefethen-275", "x2")]


def exact(id: str, name: str, *, pi: Any = None, ulps: float = 0) -> Any:
    """A slope to 40 digits at the case's inputs as doubles, the one called `name` moved by so many ulp."""
    # gradcli computes with the double next to pi, so that is what its answer is measured against.
    pi = mpmath.mpf(math.pi) if pi is None else pi
    at = {variable: mpmath.mpf(number) for variable, number in case(id)["at"].items()}
    with mpmath.workdps(40):
        at[name] += ulps * math.ulp(case(id)["at"][name])
        return mpmath.diff(lambda x: FORMULAS[id](**{**at, name: x}, pi=pi), at[name])


@pytest.mark.parametrize("id", FORMULAS)
def test_formula_written_out_by_hand_is_the_one_of_the_case(id: str) -> None:
    with mpmath.workdps(40):
        value = FORMULAS[id](**{name: mpmath.mpf(number) for name, number in case(id)["at"].items()}, pi=mpmath.pi)
    assert float(value) == pytest.approx(case(id)["value"], rel=1e-11)


@pytest.mark.parametrize(
    ("id", "name", "pi", "off"),
    [
        ("optim-Ripple01-207", "x1", mpmath.pi, 4.4e-10),
        ("optim-Ripple01-207", "x1", mpmath.mpf(math.pi), 1.3e-9),
        ("optim-Trefethen-275", "x2", mpmath.pi, 1.009e-9),
    ],
)
def test_expected_slope_is_itself_off(id: str, name: str, pi: Any, off: float) -> None:
    expected = case(id)["gradient"][name]
    assert float(abs(expected / exact(id, name, pi=pi) - 1)) == pytest.approx(off, rel=0.02)


@pytest.mark.parametrize(("id", "name"), DISPUTED)
def test_rounding_of_the_input_alone_moves_the_slope_by_more_than_the_tolerance(id: str, name: str) -> None:
    """0.611 is no double, and half an ulp beside it is as good a reading."""
    here = exact(id, name)
    assert min(abs(exact(id, name, ulps=ulps) / here - 1) for ulps in (-0.5, 0.5)) > 1e-9


@pytest.mark.parametrize(("id", "name"), DISPUTED)
def test_slope_is_right_for_an_input_less_than_an_ulp_away(id: str, name: str) -> None:
    ours = gradcli.evaluate(case(id)["expr"], case(id)["at"]).gradient[name]
    low, high = sorted(exact(id, name, ulps=ulps) for ulps in (-1, 1))
    assert low < ours < high
