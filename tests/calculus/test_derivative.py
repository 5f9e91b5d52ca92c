"""The derivative as a formula: its text reads back in, and has the values of the gradient."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

import gradcli
from gradcli import rules
from gradcli.calculus.derivative import derivative
from gradcli.errors import GradcliError
from gradcli.problem import variables

FOLDER = Path(__file__).parent.parent.parent.parent / "shared" / "cases"


def values(text: str, at: dict[str, float]) -> list[float]:
    """The values of all outputs of a formula."""
    return list(gradcli.jacobian(text, at, wrt=()).values.values())


NAMES = ["expressions", "feynman", "optimisation", "derivative_pairs"]


@pytest.mark.parametrize(
    ("name", "every"),
    [*((name, 4) for name in NAMES), *(pytest.param(name, 1, marks=pytest.mark.slow) for name in NAMES)],
)
@pytest.mark.skipif(not FOLDER.is_dir(), reason="the cases are not here")
def test_text_reads_back_in_and_has_the_values_of_the_gradient(name: str, every: int) -> None:
    compared, wrong = 0, []
    for line in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()[::every]:
        case = json.loads(line)
        if not case["at"]:
            continue
        gradient = gradcli.evaluate(case["expr"], case["at"]).gradient
        gradient = {name: gradient[name] for name in variables(gradcli.parse(case["expr"]))}
        if not gradient:
            continue
        found = values(str(gradcli.diff(case["expr"], gradient)), case["at"])
        for slope, value in zip(gradient.values(), found, strict=True):
            compared += 1
            # Slopes that are 0 but for rounding have no digits in common.
            if not math.isclose(slope, value, rel_tol=1e-9, abs_tol=1e-15):
                wrong.append((case["id"], slope, value))
    assert not wrong
    assert compared > 300 / every


ORDERS = [
    ("exp(x-y)*y", {"x": 2, "y": 1}, {"x": 1.0, "y": 0.5}, 0.5 * math.exp(0.5)),
    ("sin(x)", {"x": 7}, {"x": 0.0}, -1.0),
    ("x^3*y^2", {"x": 3, "y": 2}, {}, 12.0),
    ("exp(2*x)", {"x": 10}, {"x": 0.0}, 1024.0),
]


@pytest.mark.parametrize(("formula", "orders", "at", "value"), ORDERS)
def test_order_says_how_often_by_each_name(
    formula: str, orders: dict[str, int], at: dict[str, float], value: float
) -> None:
    text = str(gradcli.diff(formula, orders, tuple(orders.values())))
    assert gradcli.evaluate(text, at).value == pytest.approx(value, rel=1e-14)


def test_without_names_there_is_an_output_for_each_that_is_left_open() -> None:
    assert str(gradcli.diff("x10*x2 + x1*pi")) == "[pi, x10, x2]"


def test_each_output_is_differentiated() -> None:
    assert str(gradcli.diff("[r*cos(t), r*sin(t)]", "t")) == "[-r*sin(t), r*cos(t)]"


def test_names_that_are_bound_stay() -> None:
    assert str(gradcli.diff("u = x^2 + 1; exp(u)*u", "x")).startswith("u = x^2 + 1; ")


def test_a_bound_name_can_be_differentiated_by() -> None:
    assert str(gradcli.diff("q = x + y; q^2*x", "q")) == "q = x + y; 2*x*q"


def test_expanded_there_are_no_names() -> None:
    assert str(gradcli.diff("sin(x^2)*exp(sin(x^2))", "x", expand=True)).count("=") == 0


def test_shared_parts_do_not_explode() -> None:
    nested = "x"
    for _ in range(12):
        nested = f"sin({nested})*cos({nested})"
    assert len(str(gradcli.diff(nested, "x"))) < 2000


def test_a_branch_that_is_not_taken_has_no_say() -> None:
    text = str(gradcli.diff("if(x > 0, log(x)*y, x*y)", "x"))
    assert gradcli.evaluate(text, {"x": -1, "y": 3}).value == 3


@pytest.mark.parametrize(
    "rule", [rule for rule in rules.RULES if rule.partials and all(rule.partials)], ids=lambda r: r.name
)
def test_derivative_of_every_function_reads_back_in(rule: rules.Rule) -> None:
    if rule.is_condition or not rule.name.isidentifier() or rule.name == "if":
        pytest.skip("an operator")
    names = [f"x{place}" for place in range(len(rule.parameters))]
    text = str(gradcli.diff(f"{rule.name}({', '.join(names)})", names))
    assert len(gradcli.parse(text).results) == len(names)


REFUSALS = [
    ("3", None, None, "usage.order"),
    ("x*y", None, 1, "usage.order"),
    ("x*y", ("x", "y"), (1, 2, 3), "usage.order"),
    ("x*y", "x", 0, "usage.order"),
    ("x*y", "x", 101, "usage.order"),
    ("x*y", ("x", "y"), (-1, 2), "usage.order"),
    ("x*y", "z", None, "name.wrt"),
    ("besselj(n, x)", "n", None, "derivative.unknown"),
]


@pytest.mark.parametrize(("formula", "names", "order", "code"), REFUSALS)
def test_what_cannot_be_is_refused(formula: str, names: object, order: object, code: str) -> None:
    with pytest.raises(GradcliError) as caught:
        gradcli.diff(formula, names, order)  # type: ignore[arg-type]
    assert caught.value.code == code


def test_too_high_an_order_of_a_large_formula_is_refused() -> None:
    with pytest.raises(GradcliError) as caught:
        derivative("*".join(f"sin({number}*x)" for number in range(1, 12)), "x", 60)
    assert caught.value.code == "usage.order"
