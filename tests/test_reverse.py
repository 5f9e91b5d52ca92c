"""The sweep: its numbers, its order, what it leaves out, and where there is no plain derivative."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

import gradcli
from gradcli.backends import floats, symbols
from gradcli.gradient import Gradient
from gradcli.graph import lower
from gradcli.reverse import differentiate

INF = math.inf

EXAMPLE = "(sin(x2)+1)/(x2+exp(x1))+x1*x2"
EXAMPLE_POINT = {"x1": 1.5, "x2": 0.5}


def ulps(got: float, expected: float) -> float:
    """How far apart two doubles are, in units in the last place of the expected one."""
    return abs(got - expected) / math.ulp(expected)


def codes(found: Gradient) -> list[str]:
    return [note.code for note in found.warnings]


def partials(found: Gradient) -> dict[tuple[str, str], float]:
    """The local partials, by the formulas of the nodes they lead from and to."""
    formulas = {node.name: node.formula for node in found.nodes}
    return {(formulas[step.node], formulas[step.parent]): step.partial_value for step in found.steps}


# The examples this program was asked for.


def test_value_of_the_example() -> None:
    # The order of the two last sums is free, so the last digit is.
    assert ulps(gradcli.evaluate(EXAMPLE, EXAMPLE_POINT).value, 1.0469726768804154) <= 1


@pytest.mark.parametrize(("name", "slope"), [("x1", 0.23283374747559751), ("x2", 1.6165488003791768)])
def test_gradient_of_the_example(name: str, slope: float) -> None:
    assert ulps(gradcli.evaluate(EXAMPLE, EXAMPLE_POINT).gradient[name], slope) <= 1


@pytest.mark.parametrize(
    ("source", "target", "partial"),
    [
        ("sin(v2)", "x2", 0.8775825618903728),
        ("v4/v6", "v3 + 1", 0.20073512936690338),
        ("v4/v6", "v2 + v5", -0.05961284871202578),
        ("v1*v2", "x2", 1.5),
    ],
)
def test_local_partial_of_the_example(source: str, target: str, partial: float) -> None:
    assert partials(gradcli.evaluate(EXAMPLE, EXAMPLE_POINT))[source, target] == partial


@pytest.mark.parametrize(
    ("text", "point", "gradient"),
    [
        ("q = x + y; q*z", {"x": 4, "y": -3, "z": 5}, {"x": 5, "y": 5, "z": 1}),
        ("q = x + y; f = q*z; f", {"x": 4, "y": -3, "z": 5}, {"q": 5}),
        ("q = x + y; f = q*z; f", {"x": 4, "y": -3, "z": 5}, {"f": 1, "q": 5, "x": 5}),
        ("2x^2+3x+1", {"x": 2}, {"x": 11}),
        ("x*(x*x)", {"x": 2}, {"x": 12}),
        ("x*x", {"x": 1}, {"x": 2}),
        ("q = x + y; q*(x + y)", {"x": 1, "y": 2}, {"q": 3}),
        ("q = x + y; q*(x + y)", {"x": 1, "y": 2}, {"q": 3, "x": 6, "y": 6}),
        ("q = x; q*x", {"x": 3}, {"q": 3, "x": 6}),
        ("q = 3; q*x", {"x": 2}, {"q": 2}),
        ("q = p; p2 = q; q*p2*p", {"p": 2}, {"q": 8, "p2": 4, "p": 12}),
        ("x^2", {"x": 3, "y": 1}, {"x": 6, "y": 0}),
        ("3", {"x": 3}, {"x": 0}),
        ("x - x", {"x": 3}, {"x": 0}),
    ],
)
def test_gradient_by_hand(text: str, point: dict[str, float], gradient: dict[str, float]) -> None:
    assert gradcli.evaluate(text, point, wrt=gradient).gradient == gradient


def test_slope_of_a_square_is_accumulated_from_two_contributions() -> None:
    assert [step.contribution for step in gradcli.evaluate("x*x", {"x": 1}).steps] == [1, 1]


# Edges.


@pytest.mark.parametrize(
    ("text", "point", "gradient", "expected"),
    [
        ("x^0", {"x": 0}, {"x": 0}, []),
        ("x^1", {"x": 0}, {"x": 1}, []),
        ("x^2", {"x": 0}, {"x": 0}, []),
        ("x^3", {"x": -2}, {"x": 12}, []),
        ("x^y", {"x": 0, "y": 1}, {"x": 1, "y": 0}, []),
        ("sqrt(0*x+y)", {"x": 0, "y": 0}, {"x": 0, "y": INF}, ["derivative.infinite"]),
        ("max(x,0)+min(x,0)", {"x": 0}, {"x": 1}, ["derivative.exists"] * 2),
        ("log(1/max(1e-200,x))", {"x": 0}, {"x": 0}, []),
        ("asinh(x)", {"x": 1e200}, {"x": 1e-200}, []),
        ("atan2(y,x)", {"y": 3e-200, "x": 4e-200}, {"x": -1.2e199, "y": 1.6e199}, []),
        ("acos(min(max(x,-1),1))", {"x": 10}, {"x": 0}, []),
        ("abs(x)", {"x": 0}, {"x": 0}, ["derivative.kink"]),
        ("max(x, y)", {"x": 1, "y": 1}, {"x": 0.5, "y": 0.5}, ["derivative.kink"]),
        ("max(x, x)", {"x": 1}, {"x": 1}, []),
        ("sign(x)*x", {"x": 0}, {"x": 0}, ["derivative.kink"]),
        ("hypot(x, y)", {"x": 0, "y": 0}, {"x": 0, "y": 0}, ["derivative.kink"]),
        ("cbrt(x)", {"x": 0}, {"x": INF}, ["derivative.infinite"]),
        ("asin(x)", {"x": 1}, {"x": INF}, ["derivative.infinite"]),
        ("acos(x)", {"x": 1}, {"x": -INF}, ["derivative.infinite"]),
        ("tanh(x)", {"x": 400}, {"x": 0}, []),
    ],
)  # fmt: skip
def test_slope_at_an_edge(text: str, point: dict[str, float], gradient: dict[str, float], expected: list[str]) -> None:
    found = gradcli.evaluate(text, point)
    assert (found.gradient, codes(found)) == (pytest.approx(gradient, rel=1e-15, abs=0), expected)


def test_value_of_a_clamped_logarithm() -> None:
    assert gradcli.evaluate("log(1/max(1e-200,x))", {"x": 0}).value == pytest.approx(460.517018598809, rel=1e-15)


def test_value_of_a_clamped_angle() -> None:
    assert gradcli.evaluate("acos(min(max(x,-1),1))", {"x": 10}).value == 0


@pytest.mark.parametrize(("text", "x"), [("(-2)^x", 2.0), ("atan2(x, 0*x)", 0.0), ("sqrt(abs(x))", 0.0)])
def test_slope_that_does_not_exist_is_nan(text: str, x: float) -> None:
    assert math.isnan(gradcli.evaluate(text, {"x": x}).gradient["x"])


def test_slope_spoilt_by_underflow_does_not_pass_in_silence() -> None:
    """x^2 is 0 here in doubles, so the root seems to end at 0; the true slope is 1."""
    assert codes(gradcli.evaluate("sqrt(x^2 + y^2)", {"x": 3e-170, "y": 0.0}))


# What is flat is flat, also beside something infinite.


@pytest.mark.parametrize(
    ("text", "x"),
    [
        ("0*abs(x)", 0.0),
        ("max(abs(x), 1)", 0.0),
        ("0*sqrt(x)", 0.0),
        ("if(x > -1, 1, abs(x))", 0.0),
        ("floor(abs(x) + 0.5)", 0.0),
        ("min(sqrt(x), -1)", 0.0),
    ],
)
def test_nothing_is_said_of_what_the_output_does_not_depend_on(text: str, x: float) -> None:
    found = gradcli.evaluate(text, {"x": x})
    assert (found.gradient, codes(found)) == ({"x": 0.0}, [])


@pytest.mark.parametrize(
    ("text", "x"),
    [("(x^2)^0.5", 0.0), ("sqrt(x^2)", 0.0), ("sqrt(x)^2", 0.0), ("sqrt(x) - sqrt(x)", 0.0), ("sqrt(x*x)", 0.0)],
)
def test_zero_that_meets_an_infinite_slope_by_chance_is_said(text: str, x: float) -> None:
    assert codes(gradcli.evaluate(text, {"x": x})) == ["derivative.indeterminate"]


@pytest.mark.parametrize(
    ("text", "point", "gradient"),
    [
        ("if(x > 0, x^2, log(x))", {"x": 3}, {"x": 6}),
        ("if(x > 0, sqrt(x), 5)", {"x": -3}, {"x": 0}),
        ("if(x > y, x, y)*z", {"x": 3, "y": 1, "z": 2}, {"x": 2, "y": 0, "z": 3}),
        ("q = x^2; if(q > 1, q, -q)", {"x": 0.5}, {"x": -1}),
        ("x*if(x > 0 and 1/x > 0, x, 1)", {"x": 3}, {"x": 6}),
    ],
)
def test_only_the_branch_taken_is_differentiated(
    text: str, point: dict[str, float], gradient: dict[str, float]
) -> None:
    assert gradcli.evaluate(text, point).gradient == gradient


# What is computed, and in which order.


def test_only_partials_on_a_path_from_an_asked_for_name_are_computed() -> None:
    found = gradcli.evaluate("sin(x)*exp(y)*z", {"x": 1, "y": 2, "z": 3}, wrt=["x"])
    assert {node.formula for node in found.nodes if node.adjoint is None} == {"y", "z", "exp(v2)"}


def test_no_step_leads_off_the_path() -> None:
    found = gradcli.evaluate("sin(x)*exp(y)*z", {"x": 1, "y": 2, "z": 3}, wrt=["x"])
    assert [step.partial for step in found.steps] == ["v3", "v5", "cos(v1)"]


def test_slope_that_is_not_asked_for_may_be_unknown() -> None:
    assert gradcli.evaluate("polygamma(n, x)", {"n": 1, "x": 2}, wrt=["x"]).gradient["x"] < 0


def test_slope_that_is_not_known_is_an_error() -> None:
    with pytest.raises(gradcli.GradcliError) as caught:
        gradcli.evaluate("2*polygamma(n, x)", {"n": 1, "x": 2}, wrt=["n"])
    assert (caught.value.code, caught.value.span) == ("derivative.unknown", (2, 11))


def test_nothing_is_computed_below_an_asked_for_name_that_nothing_else_needs() -> None:
    found = gradcli.evaluate("q = sin(x); q^2", {"x": 1}, wrt=["q"])
    assert [step.partial for step in found.steps] == ["2*v3"]


def test_edge_on_a_path_that_is_not_asked_for_is_not_said() -> None:
    assert gradcli.evaluate("abs(x) + y", {"x": 0, "y": 1}, wrt=["y"]).warnings == ()


def test_no_step_leads_to_a_constant() -> None:
    assert len(gradcli.evaluate("2*x + 2", {"x": 1}).steps) == 2


def test_consumers_contribute_latest_first() -> None:
    found = gradcli.evaluate("sin(x) + cos(x) + exp(x)", {"x": 1})
    assert [step.partial for step in found.steps if step.parent == "v1"] == ["v5", "-sin(v1)", "cos(v1)"]


def test_children_are_swept_before_their_parents() -> None:
    found = gradcli.evaluate("(x*y + sin(x))^2/y", {"x": 1, "y": 2})
    order = [step.parent for step in found.steps]
    numbers = [int(name[1:]) for name in dict.fromkeys(order)]
    assert numbers == sorted(numbers, reverse=True)


def test_contributions_to_a_node_stand_together() -> None:
    parents = [step.parent for step in gradcli.evaluate("x*y*x*sin(x*y)*y", {"x": 1, "y": 2}).steps]
    changes = sum(one != other for one, other in pairwise(parents))
    assert changes == len(set(parents)) - 1


SUMS = "1e16*sin(x) + y*x - 1e16*sin(x)*cos(y) + x/y + exp(x*y) - (x + y)^3"


def test_every_call_gives_the_same_steps() -> None:
    first, *others = [gradcli.evaluate(SUMS, {"x": 1.1, "y": 0.3}).steps for _ in range(3)]
    assert all(steps == first for steps in others)


def test_order_of_the_names_does_not_change_a_slope() -> None:
    one = gradcli.evaluate(SUMS, {"x": 1.1, "y": 0.3}, wrt=["x", "y"]).gradient
    other = gradcli.evaluate(SUMS, {"x": 1.1, "y": 0.3}, wrt=["y", "x"]).gradient
    assert one == other


def test_asking_for_fewer_names_does_not_change_a_slope() -> None:
    both = gradcli.evaluate(SUMS, {"x": 1.1, "y": 0.3}).gradient
    assert gradcli.evaluate(SUMS, {"x": 1.1, "y": 0.3}, wrt=["x"]).gradient == {"x": both["x"]}


SWEPT = [
    (EXAMPLE, EXAMPLE_POINT),
    (SUMS, {"x": 1.1, "y": 0.3}),
    ("q = x + y; p = q*x; p^q/(p + q)", {"x": 1.5, "y": 0.7}),
    ("max(x, y, x*y)*if(x > y, sin(x), y)", {"x": 1.5, "y": 0.7}),
    ("sqrt(0*x + y)", {"x": 0.0, "y": 0.0}),
]


@pytest.mark.parametrize(("text", "point"), SWEPT)
def test_contribution_is_exactly_the_partial_times_the_adjoint(text: str, point: dict[str, float]) -> None:
    for step in gradcli.evaluate(text, point).steps:
        zero = step.partial_value == 0 or step.adjoint == 0
        assert step.contribution == (0 if zero else step.partial_value * step.adjoint)


@pytest.mark.parametrize(("text", "point"), SWEPT)
def test_adjoint_is_exactly_the_sum_of_the_contributions(text: str, point: dict[str, float]) -> None:
    found = gradcli.evaluate(text, point)
    sums: dict[str, float] = {}
    for step in found.steps:
        sums[step.parent] = sums[step.parent] + step.contribution if step.parent in sums else step.contribution
    assert sums == {node.name: node.adjoint for node in found.nodes if node.name in sums}


@pytest.mark.parametrize(("text", "point"), SWEPT)
def test_step_carries_the_adjoint_of_the_node_it_comes_from(text: str, point: dict[str, float]) -> None:
    found = gradcli.evaluate(text, point)
    adjoints = {node.name: node.adjoint for node in found.nodes}
    assert all(step.adjoint == adjoints[step.node] for step in found.steps)


@pytest.mark.parametrize(("text", "point"), SWEPT)
def test_gradient_is_the_adjoint_of_the_input(text: str, point: dict[str, float]) -> None:
    found = gradcli.evaluate(text, point)
    adjoints = {node.formula: node.adjoint for node in found.nodes}
    assert found.gradient == {name: adjoints[name] for name in point}


@given(st.lists(st.fractions(-5, 5, max_denominator=8), min_size=2, max_size=6), st.fractions(-3, 3, max_denominator=8))
def test_slope_of_a_polynomial_of_small_binary_fractions_is_exact(coefficients: list[Fraction], x: Fraction) -> None:
    """Sums and products of few binary digits are exact in doubles, so any difference is a fault."""
    coefficients = [round(number * 8) / Fraction(8) for number in coefficients]
    x = round(x * 8) / Fraction(8)
    written = " + ".join(f"({float(number)})*{'*'.join(['x'] * power) or '1'}" for power, number in enumerate(coefficients))  # fmt: skip
    slope = sum(power * number * x ** (power - 1) for power, number in enumerate(coefficients) if power)
    assert gradcli.evaluate(written, {"x": float(x)}).gradient["x"] == slope


# The same sweep with formulas for numbers.

FORMULAS = [
    EXAMPLE,
    "x1^3*x2^-2 + 2^x1",
    "sin(cos(tan(x1))) + exp(-x1^2/2)/sqrt(2*pi)",
    "log(1 + x1^2) - log(x1, x2) + log10(x1)",
    "atan2(x1, x2) + hypot(x1, x2) + asin(x1/(1 + x2^2)) + acos(x1/9)",
    "sinh(x1)*cosh(x2) - tanh(x1*x2) + asinh(x1) + acosh(2 + x1^2) + atanh(x1/9)",
    "sigmoid(x1) + softplus(x1*x2) + erf(x1) - erfc(x2)",
    "gamma(x1) + lgamma(x2) + x1! + digamma(x2)",
    "q = x1 + x2; q*(x1 + x2)^2/q^3 + expm1(x1) + log1p(x2)",
    "cbrt(x1^2 + 1) + abs(x1^3) + if(x1 > x2, x1*x2, x1/x2)",
    "x1^x2 + (x1*x2)^(x1 - x2)",
]


def swept(text: str, name: str) -> sympy.Expr:
    """The derivative as the sweep's formula."""
    graph = lower(gradcli.parse(text), ["x1", "x2"])
    point = {input: symbols.variable(input) for input in graph.inputs}
    return differentiate(graph, symbols, point, ["x1", "x2"], checked=False).gradient[name]


def built(text: str) -> sympy.Expr:
    """The formula as SymPy has it, without a sweep."""
    graph = lower(gradcli.parse(text), ["x1", "x2"])
    point = {input: symbols.variable(input) for input in graph.inputs}
    return differentiate(graph, symbols, point, [], checked=False).value


@pytest.mark.parametrize("name", ["x1", "x2"])
@pytest.mark.parametrize("text", FORMULAS)
def test_sweep_over_formulas_gives_the_derivative(text: str, name: str) -> None:
    difference = swept(text, name) - sympy.diff(built(text), symbols.variable(name))
    # Simplifying would take minutes; two functions that agree to 40 digits at three points without pattern are one.
    for x1, x2 in ((0.7123, 1.3411), (1.9357, 0.6119), (2.2361, 1.8713)):
        at = {symbols.variable("x1"): sympy.Float(x1, 60), symbols.variable("x2"): sympy.Float(x2, 60)}
        assert abs(sympy.N(difference.subs(at), 50, maxn=400)) < 1e-40


@pytest.mark.parametrize("text", ["x1^3 + 2*x1", "x1*x2*x1", "(x1 + x2)^2"])
def test_derivative_of_a_polynomial_is_the_one_of_sympy(text: str) -> None:
    assert sympy.expand(swept(text, "x1") - sympy.diff(built(text), symbols.variable("x1"))) == 0


def test_names_that_sympy_uses_are_variables() -> None:
    graph = lower(gradcli.parse("E^2*I + lambda"), ["E", "I", "lambda"])
    point = {name: symbols.variable(name) for name in graph.inputs}
    found = differentiate(graph, symbols, point, ["E"], checked=False)
    assert found.gradient["E"] == 2 * symbols.variable("E") * symbols.variable("I")


# At last: a long chain.


def test_long_chain_is_swept_without_recursion() -> None:
    assert gradcli.evaluate("x" + "+x" * 5000, {"x": 1.0}).gradient == {"x": 5001.0}


def test_backend_of_the_answer_is_doubles() -> None:
    assert gradcli.evaluate("x", {"x": 1}).backend is floats


@pytest.mark.parametrize("text", ["max(x, 0)", "relu(x)", "min(max(x, 0), 1)", "clamp(x, 0, 1)", "max(0, x)"])
def test_every_spelling_of_a_clamp_has_the_same_slope_at_its_corner(text: str) -> None:
    assert gradcli.evaluate(text, {"x": 0}).gradient == {"x": 0.5}
