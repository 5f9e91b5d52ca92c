"""A formula of several outputs and a point become the matrix of their slopes, found by rows or by columns."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from gradcli import calculator, point
from gradcli.backends import floats
from gradcli.backends.nodes import Tape
from gradcli.calculus.row import Row
from gradcli.calculus.slopes import needed, slopes
from gradcli.evaluation import Values, evaluate
from gradcli.expression import Formula
from gradcli.gradient import Gradient, Note
from gradcli.graph import Graph, Input, Node, Operation
from gradcli.notes import in_order
from gradcli.outputs import labels
from gradcli.partials import edge_at
from gradcli.point import Given
from gradcli.problem import Problem, natural, parse, posed_as_is, variables
from gradcli.reverse import differentiate

SEED = "@weight"
"""How the weight of an output is called in the graph of columns, after the output's name."""
COLUMNS = 4
"""What a column costs for each node of the graph, in terms of what a row does: the graph of slopes is larger."""


@dataclass(frozen=True, eq=False)
class Jacobian:
    """The slopes of each output of a formula, in `rows`, by each of `columns`, in double precision.

    `way` says how they were got: a reverse sweep for each output (`rows`), or one for each name over the graph of the
    slopes of the weighted sum of all outputs (`columns`), which gives what forward differentiation gives.
    """

    problem: Problem
    rows: tuple[Row, ...]
    way: Literal["rows", "columns"]

    @property
    def outputs(self) -> tuple[str, ...]:
        """The names of the rows."""
        return tuple(row.name for row in self.rows)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        return self.problem.wrt

    @property
    def values(self) -> dict[str, float]:
        """The value of each output."""
        return {row.name: row.answer.value for row in self.rows}

    @property
    def matrix(self) -> tuple[tuple[float, ...], ...]:
        """The entries, row by row."""
        return tuple(tuple(row.slopes[name] for name in self.columns) for row in self.rows)

    @property
    def warnings(self) -> tuple[Note, ...]:
        """Those of all outputs, each of them said to be of its output where it is about slopes."""
        return in_order(note for row in self.rows for note in warnings_of(row, len(self.rows)))


def warnings_of(row: Row, count: int) -> Iterable[Note]:
    """The warnings of one output."""
    for note in row.answer.warnings:
        is_slope = note.code.startswith("derivative.") and count > 1
        yield note._replace(message=f"in `{row.name}`: {note.message}", node=None) if is_slope else note


def jacobian(
    text: str | Formula, at: Mapping[str, Given] | None = None, *, wrt: Iterable[str] | None = None
) -> Jacobian:
    """The values and the slopes of the outputs of a formula, `[a, b, c]`, at a point, in double precision.

    An output that is a name is a row of that name, others are called f1, f2, ... by their places. `at` and `wrt` are
    as in `gradcli.evaluate`; so are warnings and errors.
    """
    formula = text if isinstance(text, Formula) else parse(text)
    return jacobian_of(posed_as_is(formula, at, wrt))


def jacobian_of(problem: Problem, *, may_use_columns: bool = True) -> Jacobian:
    """The Jacobian of a problem; by rows only, if its columns may not be used."""
    parts = [needed(replace(problem.graph, output=index, outputs=(index,))) for index in problem.graph.outputs]
    by_rows = sum(len(part.nodes) for part in parts)
    is_less = COLUMNS * (len(problem.wrt) + 1) * len(problem.graph.nodes) < by_rows
    results = zip(labels(problem.formula), problem.formula.results, parts, strict=True)
    ones = {
        label: replace(
            problem, formula=replace(problem.formula, results=(result,), is_vector=False, is_made=True), graph=part
        )
        for label, result, part in results
    }
    if may_use_columns and is_less and not any(map(is_condition, problem.graph.nodes)):
        values = values_of(problem)
        rows = tuple(by_columns(problem, ones, values)) if is_smooth(problem.graph, values) else ()
        # What is not finite is to be told of, with its reason, by a sweep of its own.
        if rows and all(math.isfinite(slope) for row in rows for slope in row.slopes.values()):
            return Jacobian(problem, rows, "columns")
    rows = tuple(Row(label, one, calculator.answer(one)) for label, one in ones.items())
    return Jacobian(problem, rows, "rows")


def is_condition(node: Node) -> bool:
    """Is the value of a node true or false?"""
    return isinstance(node, Operation) and node.is_condition


def is_smooth(graph: Graph, values: Values) -> bool:
    """Is no function at an edge, so that there is nothing at the point that a warning could be about?"""
    for node in graph.nodes:
        if isinstance(node, Operation) and node.rule.edges:
            edge = edge_at(node.rule, [values[parent] for parent in node.parents], floats)
            if edge is not None and edge.kind != "rounding":
                return False
    return True


def values_of(problem: Problem) -> Values:
    """The value of every node, in double precision. Raises GradcliError where an output has none."""
    numbers, values = point.on(problem.point, floats), [None] * len(problem.graph.nodes)
    for output in problem.graph.outputs:
        found = evaluate(replace(problem.graph, output=output), floats, numbers, checked=True)
        values = [one if other is None else other for one, other in zip(found, values, strict=True)]
    return values


def by_columns(problem: Problem, ones: Mapping[str, Problem], values: Values) -> Iterator[Row]:
    """The rows, found a column at a time: the slopes by the weights of the outputs, of the slope of their sum."""
    weights = {label: f"{label}{SEED}" for label in ones}
    graph = slopes(weighted(problem.graph, list(weights.values())), problem.wrt)
    numbers = {**point.on(problem.point, floats), **dict.fromkeys(weights.values(), 1.0)}
    columns = {
        name: differentiate(replace(graph, output=output), floats, numbers, weights.values(), checked=False).gradient
        for name, output in zip(problem.wrt, graph.outputs, strict=True)
    }
    nothing, numbers = (None,) * len(values), point.on(problem.point, floats)
    for (label, one), output in zip(ones.items(), problem.graph.outputs, strict=True):
        entries = {name: column[weights[label]] for name, column in columns.items()}
        whole = replace(problem.graph, output=output)
        yield Row(label, one, Gradient(whole, floats, numbers, tuple(values), nothing, (), values[output], entries, ()))


def weighted(graph: Graph, weights: Sequence[str]) -> Graph:
    """The graph whose output is the sum of the outputs of `graph`, each times an input of its own."""
    tape = Tape(graph, keeps_edges=True)
    inputs = {name: tape.record(Input(name, tape.span)) for name in weights}
    total = tape.zero
    for index, output in zip(inputs.values(), graph.outputs, strict=True):
        total = tape.total(total, tape.product(index, output))
    return replace(graph, nodes=tuple(tape.nodes), output=total, outputs=(total,), inputs={**graph.inputs, **inputs})


Pattern = dict[str, dict[str, bool]]
"""For each output, by name: can it depend on it?"""


def sparsity(
    text: str | Formula, at: Mapping[str, Given] | None = None, *, wrt: Iterable[str] | None = None
) -> Pattern:
    """Which entries of the Jacobian of a formula can be other than 0, by output and name, wherever the point is.

    Without a point the names are those that the formula has no value for. What only decides a condition has no slope.
    Raises GradcliError: `parse.*`, `name.*`.
    """
    formula = text if isinstance(text, Formula) else parse(text)
    problem = posed_as_is(formula, at or dict.fromkeys(natural(variables(formula)), 1.0), wrt)
    graph = problem.graph
    bits = {graph.bindings.get(name, graph.inputs.get(name, -1)): 1 << bit for bit, name in enumerate(problem.wrt)}
    masks: list[int] = []
    for index, node in enumerate(graph.nodes):
        mask = bits.get(index, 0)
        for parent in node.parents if isinstance(node, Operation) and not node.is_condition else ():
            mask |= masks[parent]
        masks.append(mask)
    return {
        label: {name: bool(masks[output] >> bit & 1) for bit, name in enumerate(problem.wrt)}
        for label, output in zip(labels(formula), graph.outputs, strict=True)
    }
