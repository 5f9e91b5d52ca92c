"""Rows in which a slope met infinity become those that are open: where what was taken for zero may be none.

What the sweep says of a row depends only on its branches, and on which numbers are zero or infinite: of all rows in
which these are the same one is swept singly, and its warnings are those of all.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from gradcli.backends import floats
from gradcli.backends.columns.array import Array, Truths
from gradcli.batch.joint import Joint
from gradcli.evaluation import underflowed
from gradcli.graph import Graph, Input, Operation
from gradcli.reverse import differentiate
from gradcli.rules.rule import Rule


def open_rows(
    joint: Joint, names: Sequence[str], inputs: Sequence[Array], values: Mapping[int, Any], among: Truths
) -> Truths:
    """Those of the rows `among` that the sweep warns of; `values` are those of all nodes."""
    found = np.zeros_like(among)
    rows = np.flatnonzero(among & met_infinity(joint, values, among.shape))
    if not rows.size:
        return found
    ones, kinds = kinds_of(joint, values, among.shape, rows)
    graph, given = stilled(joint), dict(zip(names, inputs, strict=True))
    given |= {node.name: np.broadcast_to(values[index], among.shape) for index, node in stills(joint)}
    points = [{name: float(column[row]) for name, column in given.items()} for row in rows[ones]]
    found[rows] = np.array([is_open(graph, point, joint.wrt) for point in points])[kinds]
    return found


def stilled(joint: Joint) -> Graph:
    """The graph of the value with each step function (`floor`) as an input of its own.

    No slope passes through these, so the joint graph has not what would come to them; nor should it be warned of.
    """
    nodes = list(joint.graph.nodes)
    for index, node in stills(joint):
        nodes[index] = node
    return replace(joint.graph, nodes=tuple(nodes), output=joint.graph.outputs[0])


def stills(joint: Joint) -> Iterator[tuple[int, Input]]:
    """The places of step functions, and the inputs that stand for them."""
    for index in joint.order:
        node = joint.graph.nodes[index]
        if isinstance(node, Operation) and not node.is_condition and is_still(node.rule):
            yield index, Input(f"#{index}", node.span)


def is_still(rule: Rule) -> bool:
    """Is the slope zero wherever there is one?"""
    formulas = [*rule.partials, *(formula for edge in rule.edges for formula in edge.partials if formula)]
    return all(formula == "0" for formula in formulas)


def met_infinity(joint: Joint, values: Mapping[int, Any], shape: tuple[int, ...]) -> Truths:
    """The rows in which any factor of a contribution is not finite, also where a branch hides it."""
    found: Truths = np.zeros(shape, dtype=np.bool_)
    for factors in contributions(joint):
        for factor in factors:
            found |= ~np.isfinite(values[factor])
    return found


def kinds_of(joint: Joint, values: Mapping[int, Any], shape: tuple[int, ...], rows: Any) -> tuple[Any, Any]:
    """One of `rows` of each kind, and for each of `rows` its kind."""
    nodes = joint.graph.nodes
    conditions = (index for index in joint.needs if isinstance(node := nodes[index], Operation) and node.is_condition)
    truths = [values[index] for index in conditions]
    truths += [np.equal(values[index], 0) for index in joint.order]
    for factor in {factor for factors in contributions(joint) for factor in factors}:
        truths += [np.equal(values[factor], 0), np.isfinite(values[factor])]
    bits = np.packbits([np.broadcast_to(truth, shape)[rows] for truth in truths], axis=0)
    _, ones, kinds = np.unique(bits, axis=1, return_index=True, return_inverse=True)
    return ones, kinds.reshape(-1)


def contributions(joint: Joint) -> Iterator[tuple[int, ...]]:
    """The factors of each contribution."""
    for index in joint.needs:
        node = joint.graph.nodes[index]
        if isinstance(node, Operation) and node.rule.backend_name == "contribution":
            yield node.parents


def is_open(graph: Graph, point: Mapping[str, float], wrt: Sequence[str]) -> bool:
    """Does the sweep at a point count a zero times infinity as zero that may be none, or take a number for zero?"""
    found = differentiate(graph, floats, point, wrt, checked=False)
    if any(note.code == "derivative.indeterminate" for note in found.warnings):
        return True
    # The slope of sqrt(x^2) at 1e-200 is 1, and infinite if the square, which is too small, is taken for zero.
    tiny = underflowed(graph, found.values, floats)
    infinite = (step.node for step in found.contributions if math.isinf(step.partial))
    return any(isinstance(node := graph.nodes[index], Operation) and tiny & {*node.parents} for index in infinite)
