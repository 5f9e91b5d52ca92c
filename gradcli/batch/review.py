"""Rows in which something was not finite are computed again, step by step, and get a status where it says why.

Here a zero times anything is zero, and every node is kept: what is outside its function's domain, too large, or
without a slope gives its row the code with which `gradcli eval` would have stopped at it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gradcli.backends import columns, floats
from gradcli.backends.columns.array import Array, Truths
from gradcli.batch.doubts import open_rows, rows_of
from gradcli.batch.joint import Joint
from gradcli.errors import GradcliError
from gradcli.evaluation import apply, compute, evaluate, formula_value
from gradcli.graph import Constant, Operation

AT_ONCE = 8_000_000
"""Numbers that are kept at once."""
FURTHER = ("input.not-finite", "domain.infinite", "overflow.number", "derivative.undefined", "derivative.indeterminate")
"""Codes that are of no single function."""


def codes_of(joint: Joint) -> tuple[str, ...]:
    """Every status that a row can have, the first one for those that are well."""
    nodes = (joint.graph.nodes[index] for index in joint.order)
    names = {node.rule.backend_name for node in nodes if isinstance(node, Operation) and not node.is_condition}
    return ("", *FURTHER, *(f"{kind}.{name}" for name in sorted(names) for kind in ("domain", "overflow")))


@dataclass(frozen=True, eq=False)
class Review:
    """What it takes to compute rows again: the graph, the names of the columns, and the codes by number."""

    joint: Joint
    names: Sequence[str]
    codes: tuple[str, ...]

    def run(self, inputs: Sequence[Array]) -> tuple[list[Array], Any]:
        """Value and slopes of rows, and the number of each one's status."""
        count = len(inputs[0]) if inputs else 1
        step = max(AT_ONCE // max(len(self.joint.needs), 1), 1)
        parts = [
            self.run_at_once([column[start : start + step] for column in inputs]) for start in range(0, count, step)
        ]
        outputs = [np.concatenate(columns) for columns in zip(*(part for part, _ in parts), strict=True)]
        return outputs, np.concatenate([status for _, status in parts])

    def run_at_once(self, inputs: Sequence[Array]) -> tuple[list[Array], Any]:
        """The same for rows that fit in memory with all nodes."""
        graph = self.joint.graph
        shape = inputs[0].shape if inputs else (1,)
        with np.errstate(all="ignore"):
            values: dict[int, Any] = {}
            self.evaluate(sorted(self.joint.order), inputs, values)
            status = self.status(values, inputs, shape)
            if status.all():  # no row has a value, and so none a slope
                return [np.full(shape, np.nan) for _ in graph.outputs], status
            self.evaluate(sorted(self.joint.needs), inputs, values)
            outputs = [np.array(np.broadcast_to(values[output], shape), dtype=np.float64) for output in graph.outputs]
            for output in outputs:
                output[status != 0] = np.nan
            self.judge_slopes(values, outputs[1:], status)
        return outputs, status

    def evaluate(self, indices: Sequence[int], inputs: Sequence[Array], found: dict[int, Any]) -> None:
        """Adds the arrays of nodes, parents before children, that are not found yet."""
        point = dict(zip(self.names, inputs, strict=True))
        for index in indices:
            node = self.joint.graph.nodes[index]
            if index in found:
                continue
            if isinstance(node, Operation):
                found[index] = apply(node.rule, [found[parent] for parent in node.parents], columns)
            else:
                found[index] = compute(node, [], columns, point)

    def status(self, values: Mapping[int, Any], inputs: Sequence[Array], shape: tuple[int, ...]) -> Any:
        """The number of each row's status, as far as its value is concerned."""
        status, others = np.zeros(shape, dtype=np.int16), np.zeros(shape, dtype=np.bool_)
        for column in inputs:
            status[~np.isfinite(column)] = self.codes.index("input.not-finite")
        graph = self.joint.graph
        needed, _ = rows_of(self.joint, values, graph.outputs[:1])
        for index in self.joint.order:
            node = graph.nodes[index]
            if isinstance(node, Operation) and not node.is_condition and node.rule.name != "if":
                for kind, rows in self.faults(node, values[index], [values[parent] for parent in node.parents]):
                    here = np.broadcast_to(rows & needed[index], shape)
                    code = self.codes.index(f"{kind}.{node.rule.backend_name}")
                    others |= here & (status != 0) & (status != code)
                    status[here & (status == 0)] = code
        infinite = (status == 0) & ~np.isfinite(values[graph.outputs[0]])
        status[infinite] = self.codes.index(self.infinite())
        if self.joint.has_choice:  # which of several comes first may depend on the branches taken
            self.ask_singly(status, others & (status != self.codes.index("input.not-finite")), inputs)
        return status

    def faults(self, node: Operation, result: Any, arguments: list[Any]) -> list[tuple[str, Any]]:
        """The rows in which a function has no value, and those in which it is too large."""
        rule = node.rule
        found = [
            ("domain", ~np.asarray(formula_value(domain.predicate, rule.parameters, arguments, columns)))
            for domain in rule.domain
        ]
        is_finite = np.isfinite(arguments[0])
        for argument in arguments[1:]:
            is_finite = is_finite & np.isfinite(argument)
        return [*found, ("domain", np.isnan(result)), ("overflow", np.isinf(result) & is_finite)]

    def infinite(self) -> str:
        """The code of a value that is infinite because infinity, or a number too large for a double, went in."""
        for index in self.joint.order:
            node = self.joint.graph.nodes[index]
            if isinstance(node, Constant) and not node.is_named and not np.isfinite(floats.number(node.text)):
                return "overflow.number"
        return "domain.infinite"

    def ask_singly(self, status: Any, rows: Truths, inputs: Sequence[Array]) -> None:
        """Gives rows with several faults the code of the one that the evaluation of the row meets first."""
        graph = replace(self.joint.graph, output=self.joint.graph.outputs[0])
        for row in np.flatnonzero(rows):
            point = {name: float(column[row]) for name, column in zip(self.names, inputs, strict=True)}
            try:
                evaluate(graph, floats, point, checked=True)
            except GradcliError as error:
                status[row] = self.codes.index(error.code)

    def judge_slopes(self, values: Mapping[int, Any], slopes: Sequence[Array], status: Any) -> None:
        """Gives rows that have a value a status where a slope is nan, or may be wrong as 0 met infinity."""
        if not slopes:
            return
        undefined = np.logical_or.reduce([np.isnan(slope) for slope in slopes])
        status[(status == 0) & undefined] = self.codes.index("derivative.undefined")
        is_open = open_rows(self.joint, values, slopes)
        status[(status == 0) & is_open] = self.codes.index("derivative.indeterminate")
