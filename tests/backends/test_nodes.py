"""A sweep on nodes gives the graph of the slopes: the sweep's numbers, and right ones when it is swept again."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import mpmath
import pytest
from mpmath import mp, mpf

from gradcli.backends import balls, floats
from gradcli.calculator import posed
from gradcli.calculus.slopes import needed, slopes
from gradcli.errors import GradcliError
from gradcli.evaluation import evaluate
from gradcli.expansion import expanded
from gradcli.expression import Call, Expression, Formula, Name, fold
from gradcli.graph import Constant, Graph, Input, Operation
from gradcli.partials import edge_at
from gradcli.reverse import differentiate
from gradcli.rules.rule import Rule

from ..rules.accuracy import is_inside
from ..test_random_formulas import Interpreter
from .second_derivatives import (
    BITS,
    ROWS,
    Point,
    at,
    exact,
    graph_of,
    in_balls,
    in_floats,
    known,
    points,
    seconds,
    slopes_of,
)

INSIDE = [(rule, point) for rule in ROWS for point in rule.points if is_inside(rule, point)]
SLOW = (
    "binomialderiv",
    "gammainc",
    "gammaincc",
    "zeta",
    "zetaderiv",
    "besselideriv",
    "besseli",
    "besselkderiv",
    "gamma",
    "norminv",
)
"""Their references, differentiated numerically, take seconds."""
UNKNOWN = {("gammainc", "a", "a"), ("gammaincc", "a", "a")}
"""The derivative of `gammaincda` by its order is not known."""
BRANCHES = {
    # On one side of a condition that changes just here the other branch counts; the Hessian looks at both.
    ("lambertw", (0.0,)),
    ("elu", (0.0,)),
    # The difference of the reference reaches over the ends, which are 5e-324 away.
    ("clamp", (5e-324, 0.0, 1e-300)),
    # -2 within 300 bits is +/-1e211 beside a pole of 1/x that cancels; the proof takes more bits.
    ("lambertw", (-1e-300,)),
}


def title(case: Any) -> str:
    return case.backend_name if isinstance(case, Rule) else str(case)


def value_of(graph: Graph, output: int, numbers: Mapping[str, float]) -> Any:
    return evaluate(replace(graph, output=output), floats, numbers)[output]


def graph(text: str, numbers: Mapping[str, float]) -> Graph:
    return posed(text, numbers).graph


@pytest.mark.parametrize(("rule", "point"), INSIDE, ids=title)
def test_slopes_of_a_row_as_a_graph_are_those_of_the_sweep(rule: Rule, point: Point) -> None:
    """To the last bit: it is the same formula in the same doubles."""
    swept = differentiate(graph_of(rule), floats, at(rule, point), known(rule), checked=False).gradient
    made = slopes_of(rule)
    found = {
        name: value_of(made, output, at(rule, point)) for name, output in zip(known(rule), made.outputs, strict=True)
    }
    assert found == pytest.approx(swept, rel=0, abs=0, nan_ok=True)


def cases(*, are_slow: bool) -> list[tuple[Rule, Point]]:
    """Two points of each row that takes little time, and all others."""
    return [
        (rule, point)
        for rule in ROWS
        for place, point in enumerate(points(rule))
        if (rule.backend_name in SLOW or place >= 2) == are_slow
    ]


def second_derivative_is_proven(rule: Rule, point: Point) -> None:
    for graph, name, other in seconds(rule):
        truth = exact(rule, name, other, point)
        if truth is None or (rule.backend_name, name, other) in UNKNOWN or (rule.backend_name, point) in BRANCHES:
            continue
        with balls.precision(BITS):
            found = balls.ball(in_balls(graph, rule, point, other))
        with mp.workdps(80):
            middle = mpf(found.mid().str(80, radius=False))
            # A difference with a step of 1e-45 is right to 50 digits beside a pole; where the truth is 0 it is noise.
            allowed = mpf(10) ** -40 * abs(truth) + mpf(10) ** -80
            assert abs(middle - truth) <= allowed + mpf(found.rad().str(10, radius=False)), (name, other)


@pytest.mark.parametrize(("rule", "point"), cases(are_slow=False), ids=title)
def test_second_derivative_of_a_row_in_balls_is_right(rule: Rule, point: Point) -> None:
    second_derivative_is_proven(rule, point)


@pytest.mark.slow
@pytest.mark.parametrize(("rule", "point"), cases(are_slow=True), ids=title)
def test_second_derivative_of_a_slow_row_in_balls_is_right(rule: Rule, point: Point) -> None:
    second_derivative_is_proven(rule, point)


def is_tame(point: Point) -> bool:
    """Are all numbers of moderate size? Elsewhere second derivatives of doubles overflow, or cancel."""
    return all(number == 0 or 1e-2 <= abs(number) <= 1e2 for number in point)


@pytest.mark.parametrize(("rule", "point"), [case for case in cases(are_slow=False) if is_tame(case[1])], ids=title)
def test_second_derivative_of_a_row_in_doubles_is_right(rule: Rule, point: Point) -> None:
    """To 1e-10: at worst, beside poles and zeros of these points, a formula differentiated loses a few digits."""
    for graph, name, other in seconds(rule):
        truth = exact(rule, name, other, point)
        if truth is None or (rule.backend_name, name, other) in UNKNOWN or (rule.backend_name, point) in BRANCHES:
            continue
        assert in_floats(graph, rule, point, other) == pytest.approx(float(truth), rel=1e-10, abs=1e-14), (name, other)


# Functions of one argument, a point, and the third derivative there by hand.
THIRD = [
    ("exp(2*x)", 0.5, 8 * mpmath.exp(1)),
    ("sin(x)", 0.7, -mpmath.cos(0.7)),
    ("log(x)", 2.0, 0.25),
    ("x^5", -1.5, 60 * 2.25),
    ("1/x", 2.0, -6 / 16),
    ("sqrt(x)", 4.0, 3 / 8 * 4**-2.5),
    ("tanh(x)", 0.0, -2.0),
    ("atan(x)", 0.0, -2.0),
    ("gamma(x)", 3.0, mpmath.diff(mpmath.gamma, 3, 3)),
    ("besselj(0, x)", 1.0, mpmath.diff(lambda x: mpmath.besselj(0, x), 1, 3)),
    ("if(x > 0, x^4, -x^4)", -2.0, 48.0),
    ("abs(x)*x^2", -2.0, -6.0),
    ("hypot(x, 1)", 1.0, -3 * 2**-2.5),
    ("erf(x)", 1.0, mpmath.diff(mpmath.erf, 1, 3)),
]  # fmt: skip


@pytest.mark.parametrize("keeps_edges", [True, False])
@pytest.mark.parametrize(("text", "x", "third"), THIRD)
def test_slopes_of_slopes_of_slopes_are_third_derivatives(text: str, x: float, third: Any, keeps_edges: bool) -> None:
    made = graph(text, {"x": x})
    for _ in range(3):
        made = slopes(made, ("x",), keeps_edges=keeps_edges)
    assert value_of(made, made.output, {"x": x}) == pytest.approx(float(third), rel=1e-12)


def test_mixed_third_derivative() -> None:
    made = graph("x^3*sin(y)*z", {"x": 1, "y": 1, "z": 1})
    for name in ("x", "y", "z"):
        made = slopes(made, (name,))
    assert value_of(made, made.output, {"x": 2, "y": 0.5, "z": 7}) == pytest.approx(12 * math.cos(0.5), rel=1e-15)


# A formula, a point, and what stands in branches that are not taken there.
UNTAKEN = [
    ("if(x > 0, log(x)*y, x*y)", {"x": -1, "y": 2}, "log"),
    ("if(x > 0, if(y > 0, log(y)*x, sqrt(x)), x*y)", {"x": 1, "y": -2}, "log"),
    ("if(x > 0, if(y > 0, log(y)*log(x), x), x*y)", {"x": -1, "y": -2}, "log"),
    ("u = log(x); if(x > 0, u*u*y, y^2)", {"x": -1, "y": 2}, "log"),
    ("if(x > 0, log(x), x) + if(x > 0, log(x)*y, y)", {"x": -1, "y": 2}, "log"),
    ("if(x > 0, log(x), x) + if(y > 0, y*y, log(x)*y)", {"x": -1, "y": 2}, "log"),
    ("if(x > 0 and y > 0, log(x*y), x*y)", {"x": -1, "y": 2}, "log"),
    ("if(x < 0 or y < 0, x*y, log(x)*log(y))", {"x": -1, "y": 2}, "log"),
    ("if(not x < 0, sqrt(x)*y, x*y)", {"x": -1, "y": 2}, "sqrt"),
    ("x*log(y) if y > 0 else x*y", {"x": -1, "y": -2}, "log"),
    ("sin(if(x > 0, log(x)*y, x*y))*if(x > 0, sqrt(x), x)", {"x": -1, "y": 2}, "log"),
]  # fmt: skip


@pytest.mark.parametrize("keeps_edges", [True, False])
@pytest.mark.parametrize(("text", "numbers", "function"), UNTAKEN)
def test_branch_that_is_not_taken_is_not_evaluated(
    text: str, numbers: dict[str, float], function: str, keeps_edges: bool
) -> None:
    made = slopes(graph(text, numbers), tuple(numbers), keeps_edges=keeps_edges)
    for output in made.outputs:
        whole = slopes(replace(made, output=output), tuple(numbers), keeps_edges=keeps_edges)
        for second in whole.outputs:
            values = evaluate(replace(whole, output=second), floats, numbers)
            assert not [
                value
                for node, value in zip(whole.nodes, values, strict=True)
                if isinstance(node, Operation) and node.rule.name == function and value is not None
            ]


# Where a part is needed on one of two conditions, or inside and outside of branches.
SHARED = [
    "u = sin(x*y); if(x > 0, u, x) + u^2",
    "u = sin(x*y); if(x > 0, u^2, x) + if(y > 0, u^3, y)",
    "u = sin(x*y); if(x > 0, u^2, x) + if(x > 0, y, u^3)",
    "u = exp(x - y); if(x > 0 and y > 0, u, u^2)*u",
    "u = exp(x - y); if(x > 0 or y > 1, u, 2)*if(not y > 0, u, 3)",
    "u = x*y; if(u > 0, if(x > 0, sin(u), cos(u)), if(y > 0, exp(u), u^3))",
    "u = x*y; v = sin(u); if(x > 0, if(y > 0, v, u), if(y > 0, u, v))",
    "u = if(x > 0, x^2, x^3); if(y > 0, u*y, u + y)*u",
    "if(if(x > 0, x, y) > 0, x*y^2, x^2*y)",
    "u = if(x > y, x, y); if(u > 0, sin(u), cos(u))",
]


@pytest.mark.parametrize("keeps_edges", [True, False])
@pytest.mark.parametrize("text", SHARED)
@pytest.mark.parametrize("x", [-1.25, 0.75])
@pytest.mark.parametrize("y", [-0.5, 1.5])
def test_part_that_branches_share_is_differentiated_as_often_as_it_counts(
    text: str, x: float, y: float, keeps_edges: bool
) -> None:
    check_second_derivatives(text, {"x": x, "y": y}, keeps_edges=keeps_edges)


def difference(expression: Expression, point: Mapping[str, Any], one: str, other: str) -> Any:
    """The second derivative by differences, right to some 30 digits; the formula is worked out by mpmath."""
    with mp.workdps(100):
        step = mpf(10) ** -20

        def beside(first: int, second: int) -> Any:
            moved = {name: mpf(number) for name, number in point.items()}
            moved[one] += first * step
            moved[other] += second * step
            return Interpreter(moved).value(expression)

        return (beside(1, 1) - beside(1, -1) - beside(-1, 1) + beside(-1, -1)) / (4 * step * step)


def jumps(text: str, point: Mapping[str, float]) -> bool:
    """Does a formula jump just at the point? So do conditions on `(y + x) - y != x`, which rounding alone makes true."""
    expression = inlined(expanded(posed(text, point).formula))
    with mp.workdps(100):
        step = mpf(10) ** -20
        moved = [{name: mpf(number) + sign * step for name, number in point.items()} for sign in (-1, 0, 1)]
        low, middle, high = (Interpreter(each).value(expression) for each in moved)
        return bool(max(abs(low - middle), abs(high - middle)) > mpf(10) ** -12)


def check_second_derivatives(text: str, point: Mapping[str, float], *, keeps_edges: bool) -> None:
    """Each second derivative to 1e-11, relative to the largest: of some dozen operations none cancels more here."""
    problem = posed(text, point)
    expression = inlined(expanded(problem.formula))
    made = slopes(problem.graph, problem.wrt, keeps_edges=keeps_edges)
    found, truth = {}, {}
    for name, output in zip(problem.wrt, made.outputs, strict=True):
        row = differentiate(replace(made, output=output), floats, point, problem.wrt, checked=False).gradient
        for other, slope in row.items():
            found[name, other] = slope
            truth[name, other] = float(difference(expression, point, name, other))
    size = max(map(abs, truth.values()), default=0)
    assert found == pytest.approx(truth, rel=1e-11, abs=1e-11 * size + 1e-25)


def inlined(written: Formula) -> Expression:
    """A formula without names of its own."""
    known: dict[str, Expression] = {}
    for binding in (*written.bindings, None):
        body = written.result if binding is None else binding.value
        body = fold(
            body,
            lambda leaf: known.get(leaf.name, leaf) if isinstance(leaf, Name) else leaf,
            lambda call, parts: Call(call.function, parts, call.span, call.place),
        )
        if binding is not None:
            known[binding.name] = body
    return body


class Writer:
    """Random formulas with many conditions over few inputs, of moderate size, so that parts are often shared."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.parts: list[str] = []

    def formula(self) -> str:
        for index in range(self.dice.randrange(2, 5)):
            self.parts.append(f"{'uvwk'[index]} = {self.number(2)}")
        return "; ".join([*self.parts, self.number(3)])

    def number(self, depth: int) -> str:
        if depth == 0:
            return self.dice.choice(["x", "y", "x", "y", "2", "0.5", *"uvwk"[: len(self.parts)] * 2])
        match self.dice.randrange(7):
            case 0 | 1 | 2:
                return f"if({self.condition(2)}, {self.number(depth - 1)}, {self.number(depth - 1)})"
            case 3:
                return f"({self.number(depth - 1)} + {self.number(depth - 1)})"
            case 4:
                return f"{self.number(depth - 1)}*{self.number(depth - 1)}"
            case 5:
                return f"({self.number(depth - 1)} - {self.number(depth - 1)})"
            case _:
                return f"{self.dice.choice(['sin', 'cos', 'tanh', 'atan', 'sigmoid'])}({self.number(depth - 1)})"

    def condition(self, depth: int) -> str:
        sign = self.dice.choice(["<", "<=", ">", ">=", "!="])
        comparison = f"{self.number(0)} {sign} {self.dice.choice(['0.3', 'y', '-0.4', 'x'])}"
        if depth == 0 or self.dice.random() < 0.5:
            return comparison
        return self.dice.choice(
            [f"{comparison} and {self.condition(0)}", f"{comparison} or {self.condition(0)}", f"not {comparison}"]
        )


@pytest.mark.parametrize("keeps_edges", [True, False])
@pytest.mark.parametrize("seed", range(120))
def test_second_derivatives_of_random_formulas_with_conditions(seed: int, keeps_edges: bool) -> None:
    text, dice = Writer(seed).formula(), random.Random(-seed)
    check_second_derivatives(text, {"x": dice.uniform(-2, 2), "y": dice.uniform(-2, 2)}, keeps_edges=keeps_edges)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(120, 2000))
def test_second_derivatives_of_more_random_formulas_with_conditions(seed: int) -> None:
    text, dice = Writer(seed).formula(), random.Random(-seed)
    point = {"x": dice.uniform(-2, 2), "y": dice.uniform(-2, 2)}
    if jumps(text, point):
        pytest.skip("the formula jumps at this point")
    check_second_derivatives(text, point, keeps_edges=True)


# Where a slope is zero times infinity: the rule of the sweep holds in the graph it makes.
ZERO_TIMES_INFINITY = [
    ("0*sqrt(x)", {"x": 0}),
    ("sqrt(0*x + y)", {"x": 1, "y": 0}),
    ("x^2*sqrt(y)", {"x": 0, "y": 0}),
    ("max(x, sqrt(y))", {"x": 1, "y": 0}),
    ("log(1/max(1e-200, x))", {"x": 0}),
    ("(x*y)^0.5", {"x": 0, "y": 0}),
    ("cbrt(x)*y", {"x": 0, "y": 0}),
    ("acos(min(max(x, -1), 1))", {"x": 10}),
]


@pytest.mark.parametrize(("text", "numbers"), ZERO_TIMES_INFINITY)
def test_zero_contribution_is_zero_whatever_the_other_factor(text: str, numbers: dict[str, float]) -> None:
    whole = graph(text, numbers)
    swept = differentiate(whole, floats, numbers, tuple(numbers), checked=False).gradient
    made = slopes(whole, tuple(numbers))
    found = {name: value_of(made, output, numbers) for name, output in zip(numbers, made.outputs, strict=True)}
    assert found == pytest.approx(swept, rel=0, abs=0, nan_ok=True)


def names_of(made: Graph) -> set[str]:
    return {node.rule.backend_name for node in made.nodes if isinstance(node, Operation)}


def test_product_of_slopes_is_an_operation_of_its_own() -> None:
    assert "contribution" in names_of(slopes(graph("sin(x*y)", {"x": 1, "y": 1}), ("x",)))


def test_readers_see_no_contribution() -> None:
    assert "contribution" not in names_of(slopes(graph("sin(x*y)", {"x": 1, "y": 1}), ("x",), keeps_edges=False))


def test_readers_see_no_edges() -> None:
    assert "select" not in names_of(slopes(graph("x^y", {"x": 1, "y": 1}), ("x", "y"), keeps_edges=False))


def test_edges_are_conditions() -> None:
    assert "select" in names_of(slopes(graph("x^y", {"x": 1, "y": 1}), ("x", "y")))


def test_slope_by_what_is_not_in_the_formula_is_zero() -> None:
    made = slopes(graph("x^2", {"x": 3, "y": 1}), ("y",))
    assert made.nodes[made.output] == Constant("0", made.nodes[made.output].span)


def test_slope_by_a_bound_name_is_one_of_its_uses() -> None:
    problem = posed("q = x*y; q^2 + x", {"x": 2, "y": 3}, ["q"])
    assert value_of(slopes(problem.graph, ("q",)), slopes(problem.graph, ("q",)).output, {"x": 2, "y": 3}) == 12


def test_what_no_slope_needs_is_left_out() -> None:
    made = slopes(graph("x + gamma(y)", {"x": 1, "y": 2}), ("x",))
    assert names_of(made) == set()


def test_inputs_stay_though_no_slope_needs_them() -> None:
    made = slopes(graph("x + gamma(y)", {"x": 1, "y": 2}), ("x",))
    assert [node.name for node in made.nodes if isinstance(node, Input)] == ["x", "y"]


def test_nodes_that_are_needed_keep_their_order() -> None:
    whole = graph("sin(x)*cos(x) + exp(x)", {"x": 1})
    part = needed(replace(whole, output=1, outputs=(1,)))
    assert [node.function for node in part.nodes if isinstance(node, Operation)] == ["sin"]


def test_parents_come_before_children() -> None:
    made = slopes(graph("if(x > y, sin(x)^y, atan2(x, y))", {"x": 2, "y": 1}), ("x", "y"))
    assert all(
        parent < index
        for index, node in enumerate(made.nodes)
        if isinstance(node, Operation)
        for parent in node.parents
    )


def test_equal_nodes_are_one() -> None:
    made = slopes(graph("exp(x)*exp(y)", {"x": 2, "y": 1}), ("x", "y"))
    keys = [(node.rule.backend_name, tuple(sorted(node.parents))) for node in made.nodes if isinstance(node, Operation)]
    assert len(keys) == len(set(keys))


# A formula with an argument by which the derivative is not known, the names asked for, and whether that one is needed.
UNKNOWN_SLOPES = [
    ("besselj(n, x)", ("x",), False),
    ("besselj(n, x)", ("n",), True),
    ("besselj(n, x) + n", ("x", "n"), True),
    ("x*polygamma(n, y)", ("x", "y"), False),
    ("gammaincda(x, y)", ("y",), False),
    ("gammaincda(x, y)", ("x",), True),
]


@pytest.mark.parametrize(("text", "wrt", "is_needed"), UNKNOWN_SLOPES)
def test_unknown_derivative_is_an_error_only_where_it_is_needed(
    text: str, wrt: tuple[str, ...], is_needed: bool
) -> None:
    whole = graph(text, {"x": 1, "y": 2, "n": 1})
    if not is_needed:
        assert len(slopes(whole, wrt).outputs) == len(wrt)
        return
    with pytest.raises(GradcliError) as caught:
        slopes(whole, wrt)
    assert caught.value.code == "derivative.unknown"


@pytest.mark.parametrize("text", ["sin(", "-(", "x*(", "if(x > 0, ", "abs("])
@pytest.mark.parametrize("depth", [3_000, pytest.param(30_000, marks=pytest.mark.slow)])
def test_deep_formulas_are_swept_without_recursion(text: str, depth: int) -> None:
    end = ", x)" if text.startswith("if") else ")"
    whole = graph(text * depth + "x" + end * depth, {"x": 0.5})
    made = slopes(whole, ("x",))
    swept = differentiate(whole, floats, {"x": 0.5}, ("x",)).gradient["x"]
    assert value_of(made, made.output, {"x": 0.5}) == pytest.approx(swept, rel=1e-15, abs=0)


@pytest.mark.slow
def test_hundred_thousand_operations_are_swept_without_recursion() -> None:
    whole = graph("+".join(["x*x"] * 50_000) + "-" + "sin(" * 50_000 + "x" + ")" * 50_000, {"x": 0.5})
    made = slopes(whole, ("x",))
    swept = differentiate(whole, floats, {"x": 0.5}, ("x",)).gradient["x"]
    assert value_of(made, made.output, {"x": 0.5}) == pytest.approx(swept, rel=1e-15, abs=0)


@pytest.mark.parametrize("text", ["abs(", "max(0, ", "cbrt("])
def test_graph_of_slopes_grows_with_the_length_of_a_chain_of_edges(text: str) -> None:
    """The conditions of edges further out do not pile up."""
    sizes = [len(slopes(graph(text * depth + "x" + ")" * depth, {"x": 0.5}), ("x",)).nodes) for depth in (100, 200)]
    assert sizes[1] < 2.1 * sizes[0]


def test_points_of_the_table_lie_on_many_edges() -> None:
    """Edges are conditions in the graph, so that these tests would miss a wrong one where no point lies on it."""
    met = {(rule.backend_name, edge.when) for rule, point in INSIDE if (edge := edge_at(rule, list(point), floats))}
    assert len(met) > 40
