"""The printed tables can be followed by hand: what is printed multiplies and adds up to what is printed."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import NamedTuple

import pytest

import gradcli
from gradcli.render import trace
from gradcli.render.screen import Line, columns

NUMBER = r"-?(?:[0-9][0-9.]*(?:e-?[0-9]+)?|inf|nan)"
PRODUCT = re.compile(rf"(?P<partial>{NUMBER}) +\* +(?P<adjoint>{NUMBER}) += +(?P<contribution>{NUMBER})$")
SUM = re.compile(rf"(?:sum|^) += (?P<adjoint>{NUMBER})$")
OUTPUT = re.compile(r"  (?P<name>\w+)(?: \(.*\))?  is the output itself: adjoint 1$")
FRONT = re.compile(r"  (?P<target>\w+)?(?: \([^)]*\))? +(?P<source>\w+)(?:  |$)")

CASES = [
    ("(sin(x2)+1)/(x2+exp(x1))+x1*x2", {"x1": 1.5, "x2": 0.5}),
    ("x*x", {"x": 1}),
    ("x", {"x": 1}),
    ("q = x + y; q*z", {"x": 4, "y": -3, "z": 5}),
    ("max(x, y, x*y)*if(x > y and y > 0, sin(x), y)", {"x": 1.1, "y": 0.7}),
    ("sqrt(0*x + y)", {"x": 0, "y": 0}),
    ("cbrt(x) - sqrt(x)", {"x": 0}),
    ("x*y*x*sin(x*y)*y/(x - y)^3", {"x": -1.2345678901234e-100, "y": 9.87654321e-150}),
    ("-sin(x)*exp(-y)/z^3 + tan(x*y*z)", {"x": -1.2345678901234567e-101, "y": 2.3456789012345678e-101, "z": -3.1e-101}),
    ("rate = 1/duration_of_the_experiment; exp(-rate*time_since_the_start)*duration_of_the_experiment",
     {"duration_of_the_experiment": 3.3, "time_since_the_start": 0.7}),
    ("mean = (a + b + c)/3; spread = ((a - mean)^2 + (b - mean)^2 + (c - mean)^2)/3; sqrt(spread)/mean",
     {"a": 1.1, "b": 2.7, "c": 3.9}),
    (" + ".join(f"sin({number}*x)" for number in range(1, 15)), {"x": 0.3}),
]  # fmt: skip
WIDTHS = (40, 80, 1000)


class Printed(NamedTuple):
    """One contribution as it stands in the table."""

    target: str
    source: str
    partial: float
    adjoint: float
    contribution: float


@dataclass
class Table:
    """A reverse table, read back from its text."""

    contributions: list[Printed] = field(default_factory=list)
    adjoints: dict[str, float] = field(default_factory=dict)


def texts(lines: list[Line]) -> list[str]:
    return ["".join(piece.text for piece in line).rstrip() for line in lines]


def read(lines: list[str]) -> Table:
    """The numbers of a printed reverse table. A node's adjoint is its sum, or its one contribution."""
    table, target, source = Table(), "", ""
    for line in lines:
        if output := OUTPUT.fullmatch(line):
            table.adjoints[output["name"]] = 1.0
        elif total := SUM.search(line):
            table.adjoints[target] = float(total["adjoint"])
        elif table.adjoints and not line.startswith("  to "):
            product = PRODUCT.search(line)
            front = FRONT.match(line[: product.start()] if product else line)
            if front:
                target, source = front["target"] or target, front["source"]
            if product:
                numbers = [float(product[part]) for part in ("partial", "adjoint", "contribution")]
                table.contributions.append(Printed(target, source, *numbers))
                table.adjoints[target] = numbers[2]
    return table


def printed(text: str, point: dict[str, float], width: int) -> list[str]:
    return texts(trace.reverse(gradcli.evaluate(text, point), width))


def same(one: float, other: float) -> bool:
    return one == other or (math.isnan(one) and math.isnan(other))


@pytest.fixture(params=WIDTHS)
def width(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.mark.parametrize(("text", "point"), CASES)
def test_every_contribution_is_printed(text: str, point: dict[str, float], width: int) -> None:
    steps = [(step.parent, step.node) for step in gradcli.evaluate(text, point).steps]
    assert [(row.target, row.source) for row in read(printed(text, point, width)).contributions] == steps


@pytest.mark.parametrize(("text", "point"), CASES)
def test_printed_partial_times_printed_adjoint_is_the_printed_contribution(
    text: str, point: dict[str, float], width: int
) -> None:
    for row in read(printed(text, point, width)).contributions:
        is_zero = row.partial == 0 or row.adjoint == 0
        assert same(row.contribution, 0.0 if is_zero else row.partial * row.adjoint)


@pytest.mark.parametrize(("text", "point"), CASES)
def test_printed_contributions_add_up_to_the_printed_sum(text: str, point: dict[str, float], width: int) -> None:
    table = read(printed(text, point, width))
    sums: dict[str, float] = {}
    for row in table.contributions:
        sums[row.target] = sums[row.target] + row.contribution if row.target in sums else row.contribution
    assert all(same(total, table.adjoints[name]) for name, total in sums.items())


@pytest.mark.parametrize(("text", "point"), CASES)
def test_printed_adjoint_is_that_of_the_node_it_comes_from(text: str, point: dict[str, float], width: int) -> None:
    table = read(printed(text, point, width))
    assert all(row.adjoint == table.adjoints[row.source] for row in table.contributions)


@pytest.mark.parametrize(("text", "point"), CASES)
def test_last_printed_adjoints_are_the_gradient(text: str, point: dict[str, float], width: int) -> None:
    found = gradcli.evaluate(text, point)
    nodes = {node.formula: node.name for node in found.nodes if node.is_input}
    adjoints = read(printed(text, point, width)).adjoints
    # Where the sweep's slope is in doubt, the limits of the difference quotient may overrule it.
    slopes = {name: slope for name, slope in found.gradient.items() if name in nodes and name not in found.sides}
    assert all(same(adjoints[nodes[name]], slope) for name, slope in slopes.items())


@pytest.mark.parametrize(("text", "point"), CASES)
def test_printed_partial_is_there_as_a_formula_too(text: str, point: dict[str, float], width: int) -> None:
    table = "\n".join(printed(text, point, width))
    assert all(f" {step.partial}" in table for step in gradcli.evaluate(text, point).steps)


@pytest.mark.parametrize(("text", "point"), CASES)
def test_line_is_longer_than_80_columns_only_for_one_formula(text: str, point: dict[str, float]) -> None:
    found = gradcli.evaluate(text, point)
    formulas = [step.partial for step in found.steps] + [node.formula for node in found.nodes]
    for line in printed(text, point, 80) + texts(trace.forward(found)):
        assert columns(line) <= 80 or any(formula in line and columns(formula) > 40 for formula in formulas)


@pytest.mark.parametrize(("text", "point"), CASES)
def test_rows_are_in_columns_where_they_fit(text: str, point: dict[str, float]) -> None:
    rows = [line for line in printed(text, point, 1000) if PRODUCT.search(line)]
    assert len({line.index(" * ", line.index(PRODUCT.search(line)[0])) for line in rows}) <= 1  # type: ignore[index]


@pytest.mark.parametrize(("text", "point"), CASES)
def test_nothing_is_cut_short(text: str, point: dict[str, float], width: int) -> None:
    lines = printed(text, point, width) + texts(trace.forward(gradcli.evaluate(text, point)))
    assert not re.search(r"…|\.\.\.", "\n".join(lines).replace(", ...)", ")"))


@pytest.mark.parametrize(("text", "point"), CASES)
def test_tables_of_an_ascii_formula_are_ascii(text: str, point: dict[str, float], width: int) -> None:
    lines = printed(text, point, width) + texts(trace.forward(gradcli.evaluate(text, point)))
    assert "\n".join(lines).isascii()


@pytest.mark.parametrize(("text", "point"), CASES)
def test_forward_table_has_each_node_with_its_value(text: str, point: dict[str, float]) -> None:
    found = gradcli.evaluate(text, point)
    rows = [line.split() for line in texts(trace.forward(found))[1:]]
    numbers = [found.backend.text(node.value) for node in found.nodes]
    assert [(row[0], row[-1]) for row in rows] == [
        (node.name, number) for node, number in zip(found.nodes, numbers, strict=True)
    ]


@pytest.mark.parametrize(("text", "point"), CASES)
def test_forward_table_uses_only_names_from_above(text: str, point: dict[str, float]) -> None:
    names = [node.name for node in gradcli.evaluate(text, point).nodes]
    seen: set[str] = set()
    for line in texts(trace.forward(gradcli.evaluate(text, point)))[1:]:
        words = re.findall(r"\bv[0-9]+\b", line)
        assert set(words[1:]) <= seen
        seen.add(words[0])
    assert seen == set(names)


def test_condition_is_shown_as_true_or_false() -> None:
    lines = texts(trace.forward(gradcli.evaluate("if(x > 0 and x < 1, x, 2)", {"x": 2})))
    assert [line.split()[-1] for line in lines[2:5]] == ["true", "false", "false"]


def test_bound_name_is_shown_with_its_node() -> None:
    lines = texts(trace.forward(gradcli.evaluate("q = x + 1; q*x", {"x": 2})))
    assert [line.split()[1:4] for line in lines[2:3]] == [["q", "=", "v1"]]


def test_branch_not_taken_is_shown_by_dots() -> None:
    lines = texts(trace.forward(gradcli.evaluate("if(x > 0, x, exp(x))", {"x": 2})))
    assert "if(v2, v1, ...)" in lines[-1]


def test_table_of_a_formula_without_names_is_left_out() -> None:
    assert trace.reverse(gradcli.evaluate("2 + 3"), 80) == []


def test_table_of_a_number_has_no_rows() -> None:
    assert trace.forward(gradcli.evaluate("2")) == []


def test_wide_characters_keep_the_columns() -> None:
    lines = texts(trace.forward(gradcli.evaluate("温度 + x", {"温度": 1, "x": 2})))
    assert len({columns(line.rsplit(maxsplit=1)[0].ljust(1)) for line in lines[1:]}) >= 1
    assert {columns(line) for line in lines[1:]} == {columns(lines[1])}
