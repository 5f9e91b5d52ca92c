"""Rows in which a slope met infinity become those that are open: where what was taken for zero may be none.

They are those of which the sweep at a point would warn (`derivative.indeterminate`), but for what would come to a step
function, since nothing does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gradcli.backends.columns.array import Array, Truths
from gradcli.batch.joint import Joint, uses
from gradcli.graph import Constant, Operation

Marks = dict[int, Any]
"""Truths for the rows of each node: an array, or one for all rows."""


def rows_of(joint: Joint, values: Mapping[int, Any], outputs: Sequence[int]) -> tuple[Marks, Marks]:
    """For each node the rows in which one of `outputs` needs it, and those in which only an edge stands before it.

    Edges are the conditions that the value does not have. At them the partial of a contribution is zero, as that of
    `abs` at 0; its adjoint is needed all the same, to see whether it is infinite.
    """
    own, zero = set(joint.order), np.False_
    found, hidden = dict[int, Any](dict.fromkeys(outputs, np.True_)), dict[int, Any]()
    for index in range(max(outputs), -1, -1):
        node = joint.graph.nodes[index]
        if (index not in found and index not in hidden) or not isinstance(node, Operation):
            continue
        for parent, literals in uses(node):
            rows, behind = found.get(index, zero), hidden.get(index, zero)
            for condition, truth in literals:
                holds = values[condition] if truth else ~np.asarray(values[condition])
                behind = behind & holds if condition in own else behind | (rows & ~np.asarray(holds))
                rows = rows & holds
            if node.rule.backend_name == "contribution":
                rows, behind = (rows | behind if parent == node.parents[1] else rows), zero
            found[parent], hidden[parent] = found.get(parent, zero) | rows, hidden.get(parent, zero) | behind
    return found, hidden


def open_rows(joint: Joint, values: Mapping[int, Any], slopes: Sequence[Array]) -> Truths:
    """The rows in which a zero met infinity and may be none; `values` are those of all nodes."""
    found: Truths = np.zeros(slopes[0].shape, dtype=np.bool_)
    needed, hidden = rows_of(joint, values, joint.graph.outputs[1:])
    zeros, sure = (true_zeros(joint, values, at_edges) for at_edges in (True, False))
    lost = lost_zeros(joint, values)
    is_infinite = np.logical_or.reduce([np.isinf(slope) for slope in slopes])
    for index, rows in needed.items():
        node = joint.graph.nodes[index]
        if not isinstance(node, Operation) or node.is_condition:
            continue
        if node.rule.backend_name == "contribution":
            partial, adjoint = node.parents
            found |= rows & np.equal(values[partial], 0) & ~sure[partial] & ~np.isfinite(values[adjoint])
            found |= rows & np.equal(values[adjoint], 0) & ~zeros[adjoint] & ~np.isfinite(values[partial])
            found |= hidden.get(index, np.False_) & ~np.isfinite(values[adjoint])
        # The slope of sqrt(x^2) at 1e-200 is 1, and infinite if the square, which is too small, is taken for zero.
        for parent in node.parents:
            found |= is_infinite & rows & np.isinf(values[index]) & lost.get(parent, np.False_)
    return found


def true_zeros(joint: Joint, values: Mapping[int, Any], at_edges: bool) -> Marks:
    """For each node the rows in which its form has a zero, as for the idle side of a `max`.

    A number that the value is made of may be zero by chance; only the written one is zero for sure. Zeros that hold
    only at edges count if `at_edges`: what comes to the slope of `abs` at 0 is in doubt, what comes of it is zero.
    """
    own, found = set(joint.order), dict[int, Any]()
    for index in sorted(joint.needs):
        node = joint.graph.nodes[index]
        found[index] = np.False_
        if not isinstance(node, Operation):
            found[index] = np.equal(values[index], 0) if isinstance(node, Constant) else np.False_
        elif index not in own:
            parents = [found[parent] for parent in node.parents]
            match node.rule.backend_name:
                case "select":
                    counts = at_edges or not is_thin(joint, node.parents[0])
                    found[index] = np.where(values[node.parents[0]], parents[1] & counts, parents[2])
                case "contribution" | "multiply":
                    found[index] = parents[0] | parents[1]
                case "add" | "subtract":
                    found[index] = parents[0] & parents[1]
                case "negative":
                    found[index] = parents[0]
    return found


def is_thin(joint: Joint, condition: int) -> bool:
    """Does a condition ask that two numbers be equal, so that it does not hold nearby?"""
    stack = [condition]
    while stack:
        node = joint.graph.nodes[stack.pop()]
        if isinstance(node, Operation) and node.rule.name == "==":
            return True
        stack += node.parents if isinstance(node, Operation) and node.rule.name == "and" else ()
    return False


def lost_zeros(joint: Joint, values: Mapping[int, Any]) -> Marks:
    """For each node that can be, the rows in which it is zero only since it is too small; see `underflowed`."""
    found: Marks = {}
    for index in sorted(joint.needs):
        node = joint.graph.nodes[index]
        if not isinstance(node, Operation) or node.is_condition or node.rule.vanishes:
            continue
        rows = np.equal(values[index], 0)
        for parent in node.parents:
            rows = rows & (np.not_equal(values[parent], 0) | found.get(parent, np.False_))
        if rows.any():
            found[index] = rows
    return found
