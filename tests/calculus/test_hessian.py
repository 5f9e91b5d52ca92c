"""Second derivatives: against differences at high precision, by hand, at kinks; and what they say of the shape."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
import sympy

import gradcli
from gradcli import point
from gradcli.backends import balls
from gradcli.calculator import posed
from gradcli.calculus.hessian import Hessian, Product, hessian, hessian_times
from gradcli.calculus.shape import shape
from gradcli.check import rows as proofs
from gradcli.errors import GradcliError
from gradcli.reverse import differentiate

from ..check import published

needs_cases = pytest.mark.skipif(not published.FOLDER.is_dir(), reason="the cases are not here")
NAN, INF = math.nan, math.inf
BITS, STEP = 400, 25
"""The work and the power of ten of the step of a difference: its error is 1e-50 times a fourth derivative."""


@cache
def test_functions() -> list[dict[str, Any]]:
    if not published.FOLDER.is_dir():
        return []
    lines = (published.FOLDER / "optimisation.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


test_functions.__test__ = False  # type: ignore[attr-defined]


def differences(problem: Any) -> dict[tuple[str, str], Any]:
    """Second derivatives as central differences of the gradient, in balls; inputs and numbers as written."""
    found: dict[tuple[str, str], Any] = {}
    with balls.precision(BITS):
        step = balls.ball(balls.power_of_ten(-STEP))
        here = point.on(problem.point, balls)
        for name in problem.wrt:
            sides = [
                differentiate(problem.graph, balls, {**here, name: here[name] + sign * step}, problem.wrt).gradient
                for sign in (1, -1)
            ]
            for other in problem.wrt:
                found[name, other] = (sides[0][other] - sides[1][other]) / (2 * step)
    return found


@needs_cases
def test_all_test_functions_are_there() -> None:
    assert len(test_functions()) == 235


@pytest.mark.parametrize("case", test_functions(), ids=lambda case: case["id"])
def test_hessian_of_a_test_function(case: dict[str, Any]) -> None:
    """To 1e-9 of each entry, or, where an entry cancels, of the largest one; and all proofs hold to 20 digits."""
    problem = posed(case["expr"], {name: str(number) for name, number in case["at"].items()})
    found = hessian(problem.formula, problem.point)
    proven = proofs.proven(found.rows, found.problem, found.first)
    truth = differences(problem)
    scale = max(abs(float(balls.ball(number).mid())) for number in truth.values())
    for i, row in enumerate(found.names):
        for j, column in enumerate(found.names):
            with balls.precision(BITS):
                near = float(balls.ball(truth[row, column]).mid())
                assert found.matrix[i][j] == pytest.approx(near, rel=1e-9, abs=1e-14 * scale), (row, column)
                number = proven.rows[row].numbers.get(column) if j >= i else None
                # The difference is off by 1e-50 of a fourth derivative, and the ball is the truth.
                if number is not None:
                    off = balls.ball(truth[row, column]) - balls.ball(number)
                    assert abs(off).lower() <= 1e-25 * max(abs(near), scale, 1e-10), (row, column)


KNOWN = [
    ("exp(x-y)*y", {"x": 1, "y": 0.5}, {"x x": 0.8243606353500641, "x y": 0.8243606353500641, "y y": -2.4730819060501923}),
    (
        "(sin(x2)+1)/(x2+exp(x1))+x1*x2",
        {"x1": 1.5, "x2": 0.5},
        {"x1 x1": 0.213536600261445785, "x1 x2": 0.948778571144615746, "x2 x2": -0.143028424556854864},
    ),
    ("x^2*y^3", {"x": 2, "y": 3}, {"x x": 54.0, "x y": 108.0, "y y": 72.0}),
    ("(1-x)^2 + 100*(y-x^2)^2", {"x": 1, "y": 1}, {"x x": 802.0, "x y": -400.0, "y y": 200.0}),
    ("x + 2*y", {"x": 1, "y": 1}, {"x x": 0.0, "x y": 0.0, "y y": 0.0}),
    ("x*y*z", {"x": 2, "y": 3, "z": 5}, {"x y": 5.0, "x z": 3.0, "y z": 2.0}),
    ("hypot(x, y)", {"x": 3, "y": 4}, {"x x": 16 / 125, "x y": -12 / 125, "y y": 9 / 125}),
    ("g(t) = t^2 + 1; g(x)*g(y)", {"x": 1, "y": 2}, {"x x": 10.0, "x y": 8.0, "y y": 4.0}),
    ("sum(x^k, k, 1, 5)", {"x": 1}, {"x x": 40.0}),
    ("prod(x + k, k, 0, 3)", {"x": 0}, {"x x": 22.0}),
    ("logsumexp(x, y)", {"x": 0, "y": 0}, {"x x": 0.25, "x y": -0.25, "y y": 0.25}),
    ("if(x > y, x^2, y^3)", {"x": 1, "y": 2}, {"x x": 0.0, "x y": 0.0, "y y": 12.0}),
    ("x^0", {"x": 0}, {"x x": 0.0}),
    ("x^1", {"x": 0}, {"x x": 0.0}),
    ("x^2", {"x": 0}, {"x x": 2.0}),
    ("x^3", {"x": 0}, {"x x": 0.0}),
    ("x^y", {"x": 2, "y": 0}, {"x x": 0.0, "x y": 0.5, "y y": math.log(2) ** 2}),
    ("sinc(x)", {"x": 0}, {"x x": -1 / 3}),
    ("lambertw(x)", {"x": 0}, {"x x": -2.0}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "at", "entries"), KNOWN)
def test_hessian_is_known(text: str, at: dict[str, float], entries: dict[str, float]) -> None:
    found = hessian(text, at)
    table = {
        f"{row} {column}": found.matrix[i][j]
        for i, row in enumerate(found.names)
        for j, column in enumerate(found.names)
    }
    assert {key: table[key] for key in entries} == pytest.approx(entries, rel=1e-14, abs=1e-15)


def codes(found: Hessian | Product) -> list[str]:
    return [note.code.removeprefix("derivative.") for note in found.warnings]


# A formula, a point, the second derivative that is used, the codes of all warnings, and whether it is called missing.
KINKS = [
    ("where(x == 0, 1, sin(x)/x)", 0, -1 / 3, ["boundary", "exists"], False),
    ("abs(x)", 0, 0.0, ["kink", "jump"], True),
    ("max(x, 0)", 0, 0.0, ["kink", "jump"], True),
    ("max(x, -x)", 0, 0.0, ["kink", "boundary"], True),
    ("max(x, 0)^2", 0, 0.0, ["exists", "kink"], False),
    ("max(x, 0)^3", 0, 0.0, ["exists"], False),
    ("elu(x)", 0, 1.0, ["kink"], False),
    ("x*abs(x)", 0, 0.0, ["exists", "kink"], False),
    ("x^2*abs(x)", 0, 0.0, ["exists"], False),
    ("abs(x)^2", 0, 2.0, ["exists", "exists"], False),
    ("cbrt(x)", 0, NAN, ["infinite", "undefined"], True),
    ("x*cbrt(x)", 0, INF, ["exists", "infinite"], False),
    ("cbrt(x^7)", 0, 0.0, ["exists"], False),
    ("x^1.5", 0, INF, ["one-sided", "infinite"], False),
    ("x^2.5", 0, 0.0, ["one-sided", "one-sided"], False),
    ("sqrt(x)", 0, NAN, ["infinite", "undefined"], True),
    ("clamp(x, 0, 1)", 0, 0.0, ["kink", "jump"], True),
    ("clamp(x, 0, 1)^2", 0, 0.0, ["exists", "kink"], False),
    ("floor(x)", 2, 0.0, ["jump"], False),
    ("x^2*floor(x)", 0, 0.0, ["exists", "kink"], False),
    ("if(x < 0, -x^2, x^2)", 0, 2.0, ["kink"], False),
    ("if(x < 0, x^2, x^2)", 0, 2.0, [], False),
    ("if(x < 0, x^2, x^2 + x^3)", 0, 2.0, [], False),
    ("if(x < 0, x, x^2)", 0, 2.0, ["kink", "jump"], True),
    ("if(x < 1, x^2, 2*x - 1)", 1, 0.0, ["kink"], False),
    ("if(x <= 1, sin(x - 1), tanh(x - 1))", 1, 0.0, [], False),
]  # fmt: skip


@pytest.mark.parametrize(("text", "x", "second", "told", "is_missing"), KINKS)
def test_second_derivative_that_is_used_at_a_kink(
    text: str, x: float, second: float, told: list[str], is_missing: bool
) -> None:
    assert hessian(text, {"x": x}).matrix[0][0] == pytest.approx(second, rel=1e-14, abs=1e-300, nan_ok=True)


@pytest.mark.parametrize(("text", "x", "second", "told", "is_missing"), KINKS)
def test_what_is_told_of_a_kink(text: str, x: float, second: float, told: list[str], is_missing: bool) -> None:
    assert codes(hessian(text, {"x": x})) == told


@pytest.mark.parametrize(("text", "x", "second", "told", "is_missing"), KINKS)
def test_second_derivative_is_missing_where_there_is_none(
    text: str, x: float, second: float, told: list[str], is_missing: bool
) -> None:
    assert bool(hessian(text, {"x": x}).rows[0].absent) == is_missing


# Formulas whose form changes at 0 alone, with the second derivative that their series has there.
JOINED = [
    ("where(x == 0, 1, sin(x)/x)", -1 / 3),
    ("where(x == 0, 1, (exp(x) - 1)/x)", 1 / 3),
    ("where(x == 0, 0, (1 - cos(x))/x)", 0.0),
    ("where(x == 0, 0, (exp(x) - 1 - x)/x^2*x)", 1 / 3),
    ("where(x == 0, 1, log(1 + x)/x)", 2 / 3),
]


@pytest.mark.parametrize(("text", "second"), JOINED)
def test_second_derivative_where_the_form_changes_is_that_of_the_series(text: str, second: float) -> None:
    found = hessian(text, {"x": 0})
    assert found.matrix[0][0] == pytest.approx(second, rel=1e-15, abs=0)
    assert (codes(found)[-1], found.rows[0].absent) == ("exists", [])


@pytest.mark.parametrize(("text", "second"), JOINED)
def test_product_where_the_form_changes_is_that_of_the_series(text: str, second: float) -> None:
    found = hessian_times(text, {"x": 0}, times={"x": 3})
    assert found.product["x"] == pytest.approx(3 * second, rel=1e-15, abs=0)
    assert codes(found)[-1] == "exists"


def test_joined_form_in_two_names() -> None:
    found = hessian("where(x == 0, y, sin(x*y)/x)", {"x": 0, "y": 2})
    assert found.matrix == ((pytest.approx(-8 / 3), 0.0), (0.0, 0.0))


# A formula at 0 and its second derivatives on the left and on the right.
SIDES = [
    ("max(x, 0)^2", 0.0, 2.0),
    ("x*abs(x)", -2.0, 2.0),
    ("elu(x)", 1.0, 0.0),
    ("if(x < 0, -x^2, 3*x^2)", -2.0, 6.0),
    ("clamp(x, 0, 1)^2", 0.0, 2.0),
]


@pytest.mark.parametrize(("text", "left", "right"), SIDES)
def test_second_derivatives_on_both_sides_are_told(text: str, left: float, right: float) -> None:
    sides = hessian(text, {"x": 0}).rows[0].answer.sides["x"]
    assert sides.numbers == pytest.approx((left, right))


@pytest.mark.parametrize("text", ["hypot(x, y)", "sqrt(x^2 + y^2)", "max(abs(x), abs(y))"])
def test_cone_is_doubtful_at_its_tip(text: str) -> None:
    found = hessian(text, {"x": 0, "y": 0})
    assert (found.is_doubtful, found.shape.definiteness, found.shape.eigenvalues) == (True, "", ())


@pytest.mark.parametrize("case", test_functions()[::4], ids=lambda case: case["id"])
def test_matrix_is_exactly_symmetric(case: dict[str, Any]) -> None:
    matrix = hessian(case["expr"], case["at"]).matrix
    assert all(matrix[i][j] == matrix[j][i] for i in range(len(matrix)) for j in range(i))


@pytest.mark.parametrize("case", test_functions()[::4], ids=lambda case: case["id"])
def test_product_is_the_matrix_times_the_vector(case: dict[str, Any]) -> None:
    """To 1e-12 of the terms that are summed."""
    dice = random.Random(case["id"])
    vector = {name: dice.uniform(-2, 2) for name in case["at"]}
    matrix, product = hessian(case["expr"], case["at"]), hessian_times(case["expr"], case["at"], times=vector).product
    for name, row in zip(matrix.names, matrix.matrix, strict=True):
        terms = [entry * vector[other] for entry, other in zip(row, matrix.names, strict=True)]
        assert product[name] == pytest.approx(math.fsum(terms), rel=1e-12, abs=1e-12 * max(map(abs, terms)))


@pytest.mark.parametrize("name", ["x", "y", "z"])
def test_product_with_a_unit_vector_is_a_column(name: str) -> None:
    text, at = "sin(x*y)*exp(z) + x^z", {"x": 1.5, "y": -0.5, "z": 0.25}
    found = hessian(text, at)
    column = {row: found.matrix[i][found.names.index(name)] for i, row in enumerate(found.names)}
    assert hessian_times(text, at, times={name: 1}).product == pytest.approx(column, rel=1e-14)


def test_product_with_zero_is_zero() -> None:
    assert hessian_times("exp(x*y)", {"x": 1, "y": 2}, times={"x": 0}).product == {"x": 0, "y": 0}


def test_product_takes_numbers_as_written() -> None:
    assert hessian_times("x^2", {"x": 1}, times={"x": "1/2"}).product == {"x": 1}


def test_product_with_an_unknown_name_is_refused() -> None:
    with pytest.raises(GradcliError) as caught:
        hessian_times("x^2", {"x": 1}, times={"z": 1})
    assert caught.value.code == "name.vector"


def test_only_the_names_asked_for_are_rows() -> None:
    assert hessian("x^2*y^3*z", {"x": 1, "y": 2, "z": 3}, wrt=("z", "y")).names == ("z", "y")


def test_bound_name_can_be_asked_for() -> None:
    assert hessian("q = x*y; q^3", {"x": 1, "y": 2}, wrt=("q",)).matrix == ((12.0,),)


def test_name_that_is_not_in_the_formula_has_zeros() -> None:
    assert hessian("x^2", {"x": 1, "z": 2}).matrix == ((2.0, 0.0), (0.0, 0.0))


def test_no_name_is_no_row() -> None:
    assert hessian("3^2", {}).matrix == ()


@pytest.mark.parametrize("text", ["gammainc(x, y)", "besselj(x, y)"])
def test_derivative_that_is_not_known_is_an_error(text: str) -> None:
    with pytest.raises(GradcliError) as caught:
        hessian(text, {"x": 1, "y": 2})
    assert caught.value.code == "derivative.unknown"


def test_derivative_that_is_not_known_is_none_where_it_is_not_asked_for() -> None:
    assert hessian("gammainc(x, y)", {"x": 1, "y": 2}, wrt=("y",)).matrix[0][0] == pytest.approx(
        -math.exp(-2), rel=1e-14
    )


def random_matrix(seed: int) -> list[list[int]]:
    """Symmetric, of small whole numbers; every third one of lower rank."""
    dice = random.Random(seed)
    size = dice.randrange(1, 6)
    rank = dice.randrange(1, size + 1) if seed % 3 == 0 else size
    if seed % 2:
        factors = [[dice.randrange(-3, 4) for _ in range(size)] for _ in range(rank)]
        signs = [dice.choice([1, 1, -1]) if seed % 5 else 1 for _ in range(rank)]
        return [
            [sum(sign * row[i] * row[j] for sign, row in zip(signs, factors, strict=True)) for j in range(size)]
            for i in range(size)
        ]
    whole = [[dice.randrange(-4, 5) for _ in range(size)] for _ in range(size)]
    return [[whole[min(i, j)][max(i, j)] for j in range(size)] for i in range(size)]


def signature(matrix: list[list[int]]) -> tuple[int, int, int]:
    """The numbers of positive, negative and zero eigenvalues, by the signs of the characteristic polynomial (Descartes).

    All roots are real, so that the rule of signs is exact.
    """
    coefficients = sympy.Matrix(matrix).charpoly().all_coeffs()
    zeros = 0
    while coefficients and coefficients[-1] == 0:
        coefficients.pop()
        zeros += 1
    signs = [1 if number > 0 else -1 for number in coefficients if number != 0]
    positive = sum(1 for one, other in pairwise(signs) if one != other)
    return positive, len(matrix) - zeros - positive, zeros


WORDS = {
    (True, False, False): "positive definite",
    (True, False, True): "positive semidefinite",
    (False, True, False): "negative definite",
    (False, True, True): "negative semidefinite",
    (False, False, True): "zero",
}


@pytest.mark.parametrize("seed", range(120))
def test_definiteness_of_a_quadratic_form(seed: int) -> None:
    matrix = random_matrix(seed)
    names = [f"x{index}" for index in range(1, len(matrix) + 1)]
    terms = [f"({matrix[i][j]})*{names[i]}*{names[j]}" for i in range(len(names)) for j in range(len(names))]
    found = hessian("0.5*(" + " + ".join(terms) + ")", dict.fromkeys(names, 0))
    assert found.shape.definiteness == WORDS.get(tuple(map(bool, signature(matrix))), "indefinite")


@pytest.mark.parametrize("seed", range(60))
def test_eigenvalues_sum_to_the_trace_and_multiply_to_the_determinant(seed: int) -> None:
    matrix = random_matrix(seed)
    found = shape([list(map(float, row)) for row in matrix], None, True).eigenvalues
    size = max(1.0, *(abs(number) for row in matrix for number in row))
    assert (math.fsum(found), math.prod(found)) == pytest.approx(
        (sum(matrix[i][i] for i in range(len(matrix))), float(sympy.Matrix(matrix).det())),
        rel=1e-12,
        abs=1e-11 * (len(matrix) * size) ** len(matrix),
    )


SHAPES = [
    ("x^2 + y^2", {"x": 0, "y": 0}, "positive definite", "local minimum"),
    ("-x^2 - y^2", {"x": 0, "y": 0}, "negative definite", "local maximum"),
    ("x^2 - y^2", {"x": 0, "y": 0}, "indefinite", "saddle point"),
    ("x*y", {"x": 0, "y": 0}, "indefinite", "saddle point"),
    ("x^2", {"x": 0, "y": 0}, "positive semidefinite", "undecided: the second derivatives do not tell"),
    ("x^4 + y^4", {"x": 0, "y": 0}, "zero", "undecided: the second derivatives do not tell"),
    ("(1-x)^2 + 100*(y-x^2)^2", {"x": 1, "y": 1}, "positive definite", "local minimum"),
    ("x^2 + y^2", {"x": 1, "y": 0}, "positive definite", ""),
    ("1e-300*x^2", {"x": 0, "y": 0}, "positive semidefinite", "undecided: the second derivatives do not tell"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "at", "definiteness", "kind"), SHAPES)
def test_shape_is_told(text: str, at: Mapping[str, float], definiteness: str, kind: str) -> None:
    found = hessian(text, at).shape
    assert (found.definiteness, found.point) == (definiteness, kind)


@pytest.mark.parametrize("size", range(2, 9))
def test_hilbert_matrix_is_positive_definite(size: int) -> None:
    """The least eigenvalue of the eighth is 1e-10, and its digits are told."""
    matrix = [[1 / (i + j + 1) for j in range(size)] for i in range(size)]
    found = shape(matrix, None, True)
    assert (found.definiteness, found.eigenvalues[0] > 0) == ("positive definite", True)


def test_eigenvalues_are_sorted() -> None:
    assert shape([[2.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]], None, True).eigenvalues == (-1.0, 1.0, 2.0)


def test_repeated_eigenvalues_are_all_there() -> None:
    assert shape([[3.0 if i == j else 0.0 for j in range(6)] for i in range(6)], None, True).eigenvalues == (3.0,) * 6


def test_matrix_that_is_not_finite_has_no_shape() -> None:
    assert shape([[NAN]], None, True).eigenvalues == ()


def test_value_and_gradient_are_those_of_evaluate() -> None:
    text, at = "sin(x)*y^2", {"x": 1, "y": 2}
    found, first = hessian(text, at), gradcli.evaluate(text, at)
    assert (found.first.value, found.first.gradient) == (first.value, first.gradient)


def test_deep_formula_has_a_hessian() -> None:
    assert hessian("sin(" * 3000 + "x" + ")" * 3000, {"x": 0}).matrix == ((0.0,),)


def test_long_sum_has_a_hessian() -> None:
    assert hessian("+".join(["x^2"] * 10_000), {"x": 1}).matrix == ((20_000.0,),)


def test_doubles_of_the_point_are_what_was_asked() -> None:
    assert point.doubles(hessian("x^2", {"x": "1/4"}).problem.point) == {"x": 0.25}


def test_mixed_derivatives_that_depend_on_their_order_are_no_hessian() -> None:
    found = hessian("if(x == 0 and y == 0, 0, x*y*(x^2 - y^2)/(x^2 + y^2))", {"x": 0, "y": 0})
    assert found.matrix == ((0.0, -1.0), (1.0, 0.0))
    assert (found.unequal, codes(found)[-1]) == ([("x", "y")], "undefined")


def test_minimum_at_a_kink_of_the_root_is_found() -> None:
    assert hessian("hypot(x, y)^2", {"x": 0, "y": 0}).matrix == ((2.0, 0.0), (0.0, 2.0))


@pytest.mark.parametrize("text", ["hypot(x, y)", "max(x, y)^2", "abs(x) + abs(y)"])
def test_both_names_are_told_of_at_a_kink(text: str) -> None:
    at = {"x": 1.0, "y": 1.0} if "max" in text else {"x": 0.0, "y": 0.0}
    assert all(row.name in row.absent for row in hessian(text, at).rows)


def test_a_kink_by_the_other_name_is_told_of_whatever_the_order() -> None:
    told = [codes(hessian("abs(x)*y", dict.fromkeys(names, 0.0))) for names in ("xy", "yx")]
    assert sorted(told[0]) == sorted(told[1])
    assert "kink" in told[0]
