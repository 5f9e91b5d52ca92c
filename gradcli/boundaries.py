"""Where a condition changes just at the point, what holds beside it decides: smooth, a kink, a jump, or not known."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from gradcli.errors import GradcliError
from gradcli.gradient import Gradient, Note
from gradcli.graph import Operation
from gradcli.notes import in_order
from gradcli.rules.rule import COMPARISONS

SAME = 1e-12
"""Relative difference of two branches that is put down to rounding: some thousand ulp. A warning too many is safe."""

Beside = Callable[[Mapping[int, bool]], Gradient]
"""The gradient when the conditions of some nodes are given."""


def settled(found: Gradient, beside: Beside) -> Gradient:
    """`found` with a warning for each condition that changes at its point, unless the branches join smoothly.

    The other branch is evaluated for this, and only for this. Where `a == b` holds at the point alone and the
    other branch has the same value there, the function is that branch all around, and so is the gradient.
    """
    for index in ties(found):
        try:
            other = beside({index: not found.values[index]})
        except GradcliError:
            other = None  # no value beside the boundary: what holds there stays open
        if other is not None and other.value == found.value and is_isolated(found, index):
            found = replace(other, warnings=in_order((*other.warnings, isolated(found, index))))
        else:
            note = verdict(found, other, index)
            found = replace(found, warnings=in_order((*found.warnings, note))) if note else found
    return found


def ties(found: Gradient) -> Iterator[int]:
    """The comparisons of equal numbers that an evaluated `if` depends on and a name asked for moves."""
    nodes, values = found.graph.nodes, found.values
    choices = [node for index, node in enumerate(nodes) if is_choice(node) and values[index] is not None]
    if not choices:
        return
    moved, seen = moved_nodes(found), set[int]()
    stack = [node.parents[0] for node in choices if isinstance(node, Operation)]
    while stack:
        index = stack.pop()
        node = nodes[index]
        if index in seen or values[index] is None or not isinstance(node, Operation) or not node.is_condition:
            continue
        seen.add(index)
        if node.rule.name not in COMPARISONS:
            stack.extend(node.parents)
            continue
        left, right = (values[parent] for parent in node.parents)
        if found.backend.truth(left == right) and any(moved[parent] for parent in node.parents):
            yield index


def is_choice(node: object) -> bool:
    """Is this node an `if`?"""
    return isinstance(node, Operation) and node.rule.name == "if"


def moved_nodes(found: Gradient) -> list[bool]:
    """For each node: does it move, through values or conditions, when a name that is asked for does?"""
    graph = found.graph
    targets = {graph.bindings.get(name, graph.inputs.get(name)) for name in found.gradient}
    moved: list[bool] = []
    for index, node in enumerate(graph.nodes):
        parents = node.parents if isinstance(node, Operation) else ()
        moved.append(index in targets or any(moved[parent] for parent in parents))
    return moved


def is_isolated(found: Gradient, index: int) -> bool:
    """Does the truth of this comparison hold at the point alone, and not beside it?"""
    node = found.graph.nodes[index]
    return isinstance(node, Operation) and (node.rule.name, found.values[index]) in (("==", True), ("!=", False))


def isolated(found: Gradient, index: int) -> Note:
    """The note that the slope is that of the branch all around the point."""
    message = "this changes at the point alone; the slope is that of the other branch, which has the same value here"
    return Note("derivative.boundary", message, found.graph.nodes[index].span, found.names[index])


def verdict(found: Gradient, other: Gradient | None, index: int) -> Note | None:
    """What the other branch says of the point; None if both have the same value and the same slopes."""
    span, name = found.graph.nodes[index].span, found.names[index]
    text = found.backend.text
    if other is None:
        message = (
            "the condition changes just at this point, and the other branch has no value here; the slope is that of "
            "the branch taken, and is right only if the branches join smoothly"
        )
        return Note("derivative.boundary", message, span, name)
    if not is_same(found.value, other.value):
        message = (
            f"the value jumps at this point, where the condition changes: {text(found.value)} and {text(other.value)}"
        )
        return Note("derivative.jump", message, span, name)
    for slope, (wrt, mine) in zip(other.gradient.values(), found.gradient.items(), strict=True):
        if not is_same(mine, slope):
            message = (
                f"the slope by `{wrt}` changes at this point, where the condition does: {text(mine)} and {text(slope)}; "
                "that of the branch taken is used"
            )
            return Note("derivative.kink", message, span, name)
    return None


def is_same(one: Any, other: Any) -> bool:
    """Are two numbers equal but for rounding?"""
    return math.isclose(one, other, rel_tol=SAME) or (math.isnan(one) and math.isnan(other))
