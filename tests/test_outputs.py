"""Several outputs: their names, and their sum with given weights."""

from __future__ import annotations

import math

import pytest

import gradcli
from gradcli.backends import balls
from gradcli.calculator import answer
from gradcli.errors import GradcliError
from gradcli.outputs import labels
from gradcli.problem import posed


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("x*y", ("f1",)),
        ("u = x*y; u", ("u",)),
        ("[x*y, x]", ("f1", "x")),
        ("u = x*y; [u, u, sin(u)]", ("u", "f2", "f3")),
        ("f2 = x*y; [f2, x + y]", ("f2", "F2")),
        ("[x]", ("x",)),
    ],
)
def test_outputs_are_called_by_their_names_or_places(text: str, names: tuple[str, ...]) -> None:
    assert labels(gradcli.parse(text)) == names


@pytest.mark.parametrize("text", ["[a, a*b]", "u = a*b; [u, 2*a]", "f(t) = t^2; [f(a)]"])
def test_reading_reads_back_in(text: str) -> None:
    assert str(gradcli.parse(str(gradcli.parse(text)))) == str(gradcli.parse(text)) == text


@pytest.mark.parametrize(
    ("seed", "value", "slope"),
    [
        ({"u": 1, "f2": -2}, 2 - 6, 2 - 2),
        ({"u": "1/4"}, 0.5, 0.5),
        ({"f2": "a = 2; a"}, 6, 2),
        ({"u": -0.1}, -0.2, -0.2),
        ({"u": 0}, 0, 0),
        ({}, 0, 0),
    ],
)
def test_seed_makes_a_weighted_sum(seed: dict[str, float | str], value: float, slope: float) -> None:
    found = answer(posed("u = x*y; [u, x + y]", {"x": 1, "y": 2}, ["x"], seed))
    assert (found.value, found.gradient["x"]) == (pytest.approx(value), pytest.approx(slope))


def test_output_with_weight_0_need_not_have_a_value() -> None:
    assert answer(posed("[x, log(x)]", {"x": -1}, None, {"x": 2})).value == -2


def test_double_of_a_seed_is_taken_exactly() -> None:
    assert posed("[x]", {"x": 1}, None, {"x": 0.1}).sweep(balls).value == balls.double(0.1)


def test_weight_for_no_output_is_refused() -> None:
    with pytest.raises(GradcliError) as caught:
        posed("[x, y]", {"x": 1, "y": 2}, None, {"z": 1})
    assert caught.value.code == "name.seed"


@pytest.mark.parametrize("ask", [gradcli.evaluate, gradcli.hessian, gradcli.certify])
def test_several_outputs_are_refused_where_one_is_asked_for(ask: object) -> None:
    with pytest.raises(GradcliError) as caught:
        ask("[x, x^2]", {"x": 1})  # type: ignore[operator]
    assert (caught.value.code, caught.value.exit_status) == ("usage.outputs", 2)
    assert "gradcli jacobian" in (caught.value.help or "")


def test_a_constant_in_a_seed_is_not_taken_for_a_variable_of_the_formula() -> None:
    found = answer(posed("[x*pi]", {"x": 1, "pi": 3}, ["x"], {"f1": "pi"}))
    assert found.gradient["x"] == 3 * math.pi
