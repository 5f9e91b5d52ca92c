"""Jacobians: rows and columns agree, outputs have names, and published gradients and standard deviations come out."""

from __future__ import annotations

import json
import math
import random
from dataclasses import replace
from typing import Any

import mpmath
import pytest
from mpmath import mp, mpf

import gradcli
from gradcli.backends import balls
from gradcli.calculator import posed
from gradcli.calculus.jacobian import by_columns, jacobian, jacobian_of, sparsity, values_of
from gradcli.errors import GradcliError
from gradcli.point import on
from gradcli.problem import parse, posed_as_is
from gradcli.reverse import differentiate

from ..check import published

CASES = published.FOLDER
needs_cases = pytest.mark.skipif(not CASES.is_dir(), reason="the cases are not here")


def columns_of(text: str, at: dict[str, float]) -> tuple[tuple[float, ...], ...]:
    """The matrix by columns, whatever is less work."""
    problem = posed_as_is(parse(text), at)
    whole = jacobian_of(problem, may_use_columns=False)
    ones = {row.name: row.problem for row in whole.rows}
    return tuple(tuple(row.slopes.values()) for row in by_columns(problem, ones, values_of(problem)))


SMOOTH = [
    ("[x, y]", {"x": 1, "y": 2}),
    ("[x*y, x + y, sin(x)*cos(y)]", {"x": 1, "y": 2}),
    ("[r*cos(t), r*sin(t)]", {"r": 2, "t": 0.5}),
    ("u = exp(x*y); [u, u^2, u*x, log(u)]", {"x": 0.5, "y": 0.25}),
    ("[x^y, y^x, atan2(x, y), hypot(x, y)]", {"x": 1.5, "y": 2.5}),
    ("[7, x, x, gamma(x)]", {"x": 2.5}),
    ("[logsumexp(x, y, z), softmax(x, y, z)]", {"x": 1, "y": 2, "z": 3}),
    ("[x*0, sqrt(x), 1/x]", {"x": 4}),
]


@pytest.mark.parametrize(("text", "at"), SMOOTH)
def test_columns_are_what_rows_are(text: str, at: dict[str, float]) -> None:
    """To 1e-14: the same products, in another order."""
    whole = jacobian(text, at)
    for mine, other in zip(whole.matrix, columns_of(text, at), strict=True):
        assert mine == pytest.approx(other, rel=1e-14, abs=1e-15)


@pytest.mark.parametrize("seed", range(20))
def test_many_outputs_of_few_names_are_the_rows(seed: int) -> None:
    dice = random.Random(seed)
    parts = [
        dice.choice(["sin(u*{})", "v^2*{}", "exp(-u)/{}", "u*v + {}", "atan(v*u/{})"]).format(k) for k in range(1, 40)
    ]
    text = (
        "u = "
        + "+".join(["sin(x)*y"] + [f"x^{k}" for k in range(2, 30)])
        + "; v = cos(u) + y; ["
        + ", ".join(parts)
        + "]"
    )
    at = {"x": dice.uniform(0.1, 0.9), "y": dice.uniform(0.1, 2)}
    by_less = jacobian(text, at)
    by_rows = jacobian_of(posed_as_is(parse(text), at), may_use_columns=False)
    for mine, other in zip(by_less.matrix, by_rows.matrix, strict=True):
        assert mine == pytest.approx(other, rel=1e-12, abs=1e-14)


def test_many_outputs_of_few_names_go_by_columns() -> None:
    text = "u = " + "sin(" * 60 + "x" + ")" * 60 + "; [" + ", ".join(f"{k}*u" for k in range(2, 30)) + "]"
    assert jacobian(text, {"x": 1}).way == "columns"


def test_columns_are_not_used_where_an_edge_is_met() -> None:
    text = "u = " + "sin(" * 40 + "x" + ")" * 40 + "; [" + ", ".join(f"abs(x) + {k}*u" for k in range(1, 12)) + "]"
    found = jacobian(text, {"x": 0})
    assert (found.way, any(note.code == "derivative.kink" for note in found.warnings)) == ("rows", True)


OUTPUTS = [
    ("[x, x^2]", ("x", "f2")),
    ("u = x*y; v = x + y; [u, v]", ("u", "v")),
    ("u = x*y; [u, x*y]", ("u", "f2")),
    ("[x^2]", ("f1",)),
    ("x^2", ("f1",)),
    ("f2 = x; [x^2, f2^2, f2]", None),
    ("[x^2, x^2]", ("f1", "f2")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "names"), OUTPUTS)
def test_outputs_have_names(text: str, names: tuple[str, ...] | None) -> None:
    found = jacobian(text, {"x": 1, "y": 2}).outputs
    assert found == names if names else len(set(found)) == len(found)


def test_output_that_is_there_twice_is_two_rows() -> None:
    assert jacobian("[x^2, x^2]", {"x": 3}).matrix == ((6.0,), (6.0,))


def test_one_output_is_one_row() -> None:
    assert jacobian("x^2*y", {"x": 3, "y": 2}).matrix == ((12.0, 9.0),)


def test_constant_output_has_zeros() -> None:
    assert jacobian("[3, pi, x]", {"x": 1}).matrix == ((0.0,), (0.0,), (1.0,))


def test_no_name_is_no_column() -> None:
    assert jacobian("[3, 4]").matrix == ((), ())


def test_values_are_those_of_the_outputs() -> None:
    assert jacobian("[x, x^2, x^3]", {"x": 2}).values == {"x": 2.0, "f2": 4.0, "f3": 8.0}


def test_names_asked_for_are_the_columns() -> None:
    assert jacobian("q = x*y; [q, q^2]", {"x": 2, "y": 3}, wrt=("y", "q")).matrix == ((2.0, 1.0), (24.0, 12.0))


def test_warnings_say_which_output_they_are_about() -> None:
    notes = jacobian("[x, abs(x)]", {"x": 0}).warnings
    assert [note.message.startswith("in `f2`: ") for note in notes] == [True]


def test_output_without_a_value_is_an_error() -> None:
    with pytest.raises(GradcliError) as caught:
        jacobian("[x, log(x)]", {"x": -1})
    assert caught.value.code == "domain.log"


@pytest.mark.parametrize(("text", "at"), SMOOTH)
def test_seed_gives_the_product_of_vector_and_matrix(text: str, at: dict[str, float]) -> None:
    whole, dice = jacobian(text, at), random.Random(text)
    seed = {name: dice.uniform(-2, 2) for name in whole.outputs}
    product = gradcli.evaluate(posed(text, at, seed=seed).formula, at).gradient
    for column, name in enumerate(whole.columns):
        terms = [seed[row.name] * row.slopes[name] for row in whole.rows]
        assert product[name] == pytest.approx(math.fsum(terms), rel=1e-13, abs=1e-15 * max(map(abs, terms))), column


@pytest.mark.parametrize("output", ["u", "v"])
def test_unit_seed_gives_a_row(output: str) -> None:
    text, at = "u = x*y; v = sin(x); [u, v]", {"x": 1, "y": 2}
    product = gradcli.evaluate(posed(text, at, seed={output: 1}).formula, at).gradient
    assert product == jacobian(text, at).rows["uv".index(output)].slopes


def test_seed_with_an_unknown_name_is_refused() -> None:
    with pytest.raises(GradcliError) as caught:
        posed("[x, x^2]", {"x": 1}, seed={"f3": 1})
    assert caught.value.code == "name.seed"


SPARSE = [
    ("[x*y, y^2, z]", {"f1": "xy", "f2": "y", "z": "z"}),
    ("[if(x > 0, y, z), 3]", {"f1": "yz", "f2": ""}),
    ("u = x + y; [u*z, sin(u)]", {"f1": "xyz", "f2": "xy"}),
    ("[x, y, z]", {"x": "x", "y": "y", "z": "z"}),
]


@pytest.mark.parametrize(("text", "pattern"), SPARSE)
def test_pattern_is_what_outputs_depend_on(text: str, pattern: dict[str, str]) -> None:
    found = sparsity(text)
    assert {
        name: "".join(sorted(other for other, is_there in row.items() if is_there)) for name, row in found.items()
    } == pattern


@pytest.mark.parametrize("seed", range(20))
def test_entries_outside_the_pattern_are_zero(seed: int) -> None:
    dice = random.Random(seed)
    names = "abcde"
    parts = ["*".join(f"sin({name})" for name in dice.sample(names, dice.randrange(1, 4))) for _ in range(6)]
    text, at = "[" + ", ".join(parts) + "]", {name: dice.uniform(0.1, 3) for name in names}
    pattern, found = sparsity(text, at), jacobian(text, at)
    assert all((row.slopes[name] != 0) == pattern[row.name][name] for row in found.rows for name in names)


def adbench() -> list[dict[str, Any]]:
    if not CASES.is_dir():
        return []
    found: list[dict[str, Any]] = json.loads((CASES / "adbench.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("case", adbench(), ids=lambda case: case["name"])
def test_gradient_of_adbench_is_as_published(case: dict[str, Any]) -> None:
    """To 1e-12: the published ones are doubles of another program."""
    found = gradcli.evaluate(case["expression"], case["point"])
    wanted = {"value": case["value_published"], **case["gradient_published"]}
    assert {"value": found.value, **found.gradient} == pytest.approx(wanted, rel=1e-12, abs=1e-14)


@pytest.mark.parametrize("case", adbench(), ids=lambda case: case["name"])
def test_jacobian_of_one_output_of_adbench_is_its_gradient(case: dict[str, Any]) -> None:
    found = jacobian(f"[{case['expression']}]", case["point"])
    assert found.rows[0].slopes == gradcli.evaluate(case["expression"], case["point"]).gradient


def models() -> list[dict[str, Any]]:
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted((CASES / "nist_strd").glob("*.json"))]


@needs_cases
def test_all_regression_models_are_there() -> None:
    assert len(models()) == 27


def rows_of(model: dict[str, Any]) -> list[dict[str, float]]:
    return [dict(zip(model["columns"], map(float, row), strict=True)) for row in model["data"]]


def outputs_of(model: dict[str, Any]) -> str:
    """The model as a formula of as many outputs as there are data, by a function of the predictors."""
    arguments = ", ".join(model["predictors"])
    calls = (", ".join(f"({row[name]!r})" for name in model["predictors"]) for row in rows_of(model))
    return f"model({arguments}) = {model['model']}; [" + ", ".join(f"model({call})" for call in calls) + "]"


def deviations(model: dict[str, Any], matrix: Any) -> list[Any]:
    """The roots of the diagonal of s^2 (J'J)^-1; s^2 is the certified sum of squares over the degrees of freedom."""
    size = mp.matrix([[mpf(entry) for entry in row] for row in matrix])
    inverse = (size.T * size) ** -1
    degrees = len(matrix) - len(model["parameters"])
    scale = mpf(model["certified_rss"]) / degrees
    return [mpmath.sqrt(scale * inverse[i, i]) for i in range(len(model["parameters"]))]


@pytest.mark.parametrize("model", models(), ids=lambda model: model["name"])
def test_certified_standard_deviations_come_out(model: dict[str, Any]) -> None:
    """To the 11 digits published, at the certified parameters as they are with more digits than are published."""
    names = [parameter["name"] for parameter in model["parameters"]]
    refined = model["derived_by_us"]["refined_parameters_25_digits"]
    at = {name: refined[name] for name in names}
    found = jacobian(outputs_of(model), at)
    certified = [float(parameter["certified_sd"]) for parameter in model["parameters"]]
    with mp.workdps(50):
        ours = [float(number) for number in deviations(model, found.matrix)]
    assert ours == pytest.approx(certified, rel=1e-10)


@pytest.mark.slow
@pytest.mark.parametrize("model", models(), ids=lambda model: model["name"])
def test_certified_standard_deviations_come_out_of_balls(model: dict[str, Any]) -> None:
    names = tuple(parameter["name"] for parameter in model["parameters"])
    refined = model["derived_by_us"]["refined_parameters_25_digits"]
    problem = posed_as_is(parse(outputs_of(model)), {name: refined[name] for name in names})
    with balls.precision(200), mp.workdps(50):
        numbers = on(problem.point, balls)
        matrix = []
        for output in problem.graph.outputs:
            slopes = differentiate(replace(problem.graph, output=output), balls, numbers, names, checked=False).gradient
            matrix.append([mpf(balls.ball(slopes[name]).mid().str(50, radius=False)) for name in names])
        ours = [float(number) for number in deviations(model, matrix)]
    assert ours == pytest.approx([float(parameter["certified_sd"]) for parameter in model["parameters"]], rel=1e-10)


def test_infinite_slopes_are_told_of_though_columns_would_be_less_work() -> None:
    factors = "*".join(f"(1 + x^{power})" for power in range(1, 60))
    found = gradcli.jacobian(f"w = sqrt(x)*{factors}; [{', '.join(f'w*{place}' for place in range(1, 80))}]", {"x": 0})
    assert found.way == "rows"
    assert {note.code for note in found.warnings} == {"derivative.infinite"}
