"""Why a slope is not known over a box: from the contributions of a sweep, the node that caused it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gradcli.backends import intervals
from gradcli.evaluation import formula_value
from gradcli.gradient import Contribution, Gradient
from gradcli.graph import Operation
from gradcli.partials import formula_of, value_of
from gradcli.rules.rule import Edge


class Cause(NamedTuple):
    """Why a slope is not known: at which node, which `{}` stands for, and whether no bounds mean anything there."""

    node: int
    what: str
    breaks: bool


def causes_of(found: Gradient) -> dict[int, Cause]:
    """For each node why its adjoint is not known, passed on from the node that caused it."""
    causes = dict(hidden_jumps(found))
    for contribution in found.contributions:
        inherited = causes.get(contribution.node)
        if inherited is None and intervals.is_zero(found.adjoints[contribution.node]):
            continue
        cause = own_cause(found, contribution)
        if cause is None and intervals.is_zero(contribution.partial):
            continue
        known = causes.get(contribution.parent)
        for one in (cause, inherited):
            if one and (known is None or (one.breaks and not known.breaks)):
                known = causes[contribution.parent] = one
    return causes


def hidden_jumps(found: Gradient) -> Iterator[tuple[int, Cause]]:
    """The parents of nodes that may jump though no slope passes through them, as through the idle side of a `max`."""
    indices = {name: index for index, name in found.names.items()}
    for note in found.warnings:
        if note.is_hidden and note.node is not None:
            index = indices[note.node]
            node = found.graph.nodes[index]
            assert isinstance(node, Operation)
            for parent in node.parents:
                yield parent, Cause(index, "{} may jump in this box", True)


def own_cause(found: Gradient, contribution: Contribution) -> Cause | None:
    """Why the partial of one contribution is not known."""
    node = found.graph.nodes[contribution.node]
    assert isinstance(node, Operation)
    arguments = [found.values[parent] for parent in node.parents]
    for edge in node.rule.edges:
        if edge.kind not in ("jump", "undefined", "kink", "tie"):
            continue
        truth = intervals.truth(formula_value(edge.when, node.rule.parameters, arguments, intervals))
        what = broken_by(found, edge, contribution, is_everywhere=truth is True) if truth is not False else ""
        if what:
            return Cause(contribution.node, f"{{}} {what} this box", True)
        if truth is True:
            break
    if not intervals.is_finite(contribution.partial):
        return Cause(contribution.node, "the slope of {} could not be bounded in this box", False)
    return None


def broken_by(found: Gradient, edge: Edge, contribution: Contribution, *, is_everywhere: bool) -> str:
    """What an edge that may be met in the box does to the slope; "" where the row's own formula has bounds of it."""
    if edge.kind == "undefined":
        node = found.graph.nodes[contribution.node]
        assert isinstance(node, Operation)
        arguments = [found.values[parent] for parent in node.parents]
        formula = formula_of(node.rule, contribution.argument, edge)
        slope = value_of(formula, node.rule, arguments, found.values[contribution.node], intervals)
        return "may have no derivative in" if intervals.is_nan(slope) else ""
    if not edge.concerns(contribution.argument):
        return ""
    if edge.kind == "jump":
        return "may jump in"
    # Beside a kink the row's formula holds, and an interval is around the slopes of both sides.
    return "has a kink all over" if is_everywhere else ""
