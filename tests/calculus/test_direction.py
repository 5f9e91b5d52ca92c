"""Slopes along a vector: against the definition at high precision, from both sides at kinks; the steepest direction."""

from __future__ import annotations

import math
import random

import pytest
from mpmath import mp, mpf

import gradcli
from gradcli.calculator import posed
from gradcli.calculus.direction import direction
from gradcli.errors import GradcliError

from ..test_random_formulas import Interpreter

# Formulas and points, none of them on a kink.
SMOOTH = [
    ("x^2*y", {"x": 1, "y": 2}),
    ("sin(x*y) + exp(x - y)", {"x": 0.5, "y": -1.25}),
    ("x^y", {"x": 1.5, "y": 2.5}),
    ("hypot(x, y)", {"x": 3, "y": 4}),
    ("if(x > y, x*y, x + y^2)", {"x": 1, "y": 2}),
    ("atan2(y, x)*log(x)", {"x": 2, "y": -3}),
    ("gamma(x)*besselj(0, y)", {"x": 2.5, "y": 1}),
    ("max(x, y)*min(x, y)", {"x": 2, "y": 3}),
    ("x/(x^2 + y^2)", {"x": 1e-3, "y": 1e-3}),
]


def by_definition(text: str, at: dict[str, float], along: dict[str, float]) -> float:
    """The central difference quotient with a step of 1e-30, in 80 digits."""
    expression = posed(text, at).formula.result
    with mp.workdps(80):
        step = mpf(10) ** -30

        def moved(sign: int) -> object:
            return Interpreter(
                {name: mpf(number) + sign * step * mpf(along.get(name, 0)) for name, number in at.items()}
            ).value(expression)

        return float((moved(1) - moved(-1)) / (2 * step))  # type: ignore[operator]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("text", "at"), SMOOTH)
def test_slope_is_that_of_the_definition(text: str, at: dict[str, float], seed: int) -> None:
    dice = random.Random(seed)
    along = {name: dice.choice([0.0, dice.uniform(-3, 3), 1.0]) for name in at}
    along = along if any(along.values()) else {"x": 1.0}
    size = max(abs(slope) for slope in gradcli.evaluate(text, at).gradient.values())
    assert direction(text, at, along=along).slope == pytest.approx(
        by_definition(text, at, along), rel=1e-12, abs=1e-14 * size
    )


@pytest.mark.parametrize(("text", "at"), SMOOTH)
def test_slope_for_a_step_of_length_one_does_not_depend_on_the_length(text: str, at: dict[str, float]) -> None:
    short, long = (direction(text, at, along={"x": 3 * size, "y": -4 * size}).unit_slope for size in (1, 1000))
    assert short == pytest.approx(long, rel=1e-13)


@pytest.mark.parametrize(("text", "at"), SMOOTH)
def test_steepest_direction_has_length_one(text: str, at: dict[str, float]) -> None:
    assert math.hypot(*direction(text, at, along={"x": 1}).steepest.values()) == pytest.approx(1, rel=1e-15)


@pytest.mark.parametrize(("text", "at"), SMOOTH)
def test_slope_in_the_steepest_direction_is_the_length_of_the_gradient(text: str, at: dict[str, float]) -> None:
    first = direction(text, at, along={"x": 1})
    there = direction(text, at, along=first.steepest)
    assert (there.slope, first.steepest_slope) == pytest.approx(
        (math.hypot(*first.first.gradient.values()),) * 2, rel=1e-13
    )


# A formula at a kink, a vector, the slope that is used, and the slopes on both sides; none where there is one derivative.
KINKS = [
    ("abs(x)", {"x": 0}, {"x": 1}, 1.0, (-1.0, 1.0)),
    ("abs(x)", {"x": 0}, {"x": -2}, 2.0, (-2.0, 2.0)),
    ("hypot(x, y)", {"x": 0, "y": 0}, {"x": 3, "y": 4}, 5.0, (-5.0, 5.0)),
    ("max(x, y)", {"x": 1, "y": 1}, {"x": 2, "y": 1}, 2.0, (1.0, 2.0)),
    ("max(x, y)", {"x": 1, "y": 1}, {"x": 1, "y": 1}, 1.0, ()),
    ("abs(x - y)", {"x": 1, "y": 1}, {"x": 1, "y": 1}, 0.0, ()),
    ("if(x < 1, x, x^2)", {"x": 1}, {"x": 1}, 2.0, (1.0, 2.0)),
    ("if(x < 1, x, x^2)", {"x": 1}, {"x": -1}, -1.0, (-2.0, -1.0)),
    ("x*abs(x)", {"x": 0}, {"x": 1}, 0.0, ()),
    ("where(x == 0 and y == 0, 0, x^2*y/(x^2 + y^2))", {"x": 0, "y": 0}, {"x": 1, "y": 1}, 0.5, ()),
    ("cbrt(x^2*y)", {"x": 0, "y": 0}, {"x": 1, "y": 1}, 1.0, ()),
    ("sqrt(x)", {"x": 0}, {"x": 1}, math.inf, ()),
]  # fmt: skip


@pytest.mark.parametrize(("text", "at", "along", "slope", "sides"), KINKS)
def test_slope_that_is_used_at_a_kink(
    text: str, at: dict[str, float], along: dict[str, float], slope: float, sides: tuple[float, ...]
) -> None:
    assert direction(text, at, along=along).slope == pytest.approx(slope, rel=1e-14, abs=1e-15)


@pytest.mark.parametrize(("text", "at", "along", "slope", "sides"), [case for case in KINKS if case[4]])
def test_slopes_on_both_sides_are_told(
    text: str, at: dict[str, float], along: dict[str, float], slope: float, sides: tuple[float, ...]
) -> None:
    found = direction(text, at, along=along)
    told = found.answer.sides.get(found.step)
    numbers = (
        told.numbers if told else next((note.left, note.right) for note in found.warnings if note.left is not None)
    )
    assert numbers == pytest.approx(sides)


@pytest.mark.parametrize("text", ["hypot(x, y)", "abs(x) + y", "max(x, y)"])
def test_steepest_direction_is_not_told_at_a_kink(text: str) -> None:
    found = direction(text, {"x": 0, "y": 0}, along={"x": 1})
    assert (found.steepest, math.isnan(found.steepest_slope)) == ({}, True)


def test_no_direction_is_steepest_where_the_gradient_is_zero() -> None:
    assert direction("x^2", {"x": 0}, along={"x": 1}).steepest == {}


@pytest.mark.parametrize("name", ["t", "s", "h", "step"])
def test_name_of_the_step_is_none_of_the_formula(name: str) -> None:
    found = direction(f"{name}^2", {name: 3}, along={name: 1})
    assert (found.slope, found.step != name) == (6.0, True)


def test_all_names_of_the_step_taken_is_no_matter() -> None:
    names = ("t", "s", "h", "step", "gradcli_step")
    assert direction("*".join(names), dict.fromkeys(names, 1), along={"t": 1}).slope == 1


def test_names_that_the_vector_leaves_out_count_as_zero() -> None:
    assert direction("x*y", {"x": 2, "y": 3}, along={"y": 1}).along == {"x": 0.0, "y": 1.0}


def test_vector_is_taken_as_written() -> None:
    assert direction("x*y", {"x": 2, "y": 3}, along={"x": "1/3", "y": "pi"}).slope == pytest.approx(
        1 + 2 * math.pi, rel=1e-15
    )


REFUSED = [
    ("x*y", {"x": 0, "y": 0}, "usage.vector"),
    ("x*y", {"z": 1}, "name.vector"),
    ("[x, y]", {"x": 1}, "usage.outputs"),
    ("log(x - 1)", {"x": 1}, "domain.log"),
    ("besselj(x, y)", {"x": 1}, "derivative.unknown"),
    ("3", {"x": 1}, "name.vector"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "along", "code"), REFUSED)
def test_what_has_no_direction_is_refused(text: str, along: dict[str, float], code: str) -> None:
    with pytest.raises(GradcliError) as caught:
        direction(text, {"x": 1, "y": 2} if text != "3" else {}, along=along)
    assert caught.value.code == code
