"""An answer in doubles and the truth in balls to the node at which a number's digits were lost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from gradcli.backends import balls
from gradcli.check.symbolic import VALUE
from gradcli.gradient import Contribution, Gradient
from gradcli.graph import Operation

SHARE = 0.01
"""A number whose relative error is at least this share of the error of what is made of it may have caused that."""


class Culprit(NamedTuple):
    """The node whose arithmetic lost digits; `is_sum` if that was in the sum of the contributions to its adjoint."""

    node: int
    is_sum: bool = False


def culprit(answer: Gradient, truth: Gradient, name: str) -> Culprit | None:
    """Where the digits of the number of `name` were lost, in the graph that both share.

    From the number back along what it was made of, as long as that is about as wrong; None if the truth of
    something on the way is not known.
    """
    graph = answer.graph
    if name == VALUE:
        return of_value(answer, truth, graph.output)
    target = graph.bindings.get(name, graph.inputs.get(name))
    return None if target is None else of_adjoint(answer, truth, target)


def of_value(answer: Gradient, truth: Gradient, index: int) -> Culprit | None:
    """The node that lost the digits of a node's value: the one itself, or one that it was made of."""
    while True:
        node = answer.graph.nodes[index]
        wrong = error(answer.values[index], truth.values[index])
        if wrong is None:
            return None
        parents = node.parents if isinstance(node, Operation) and not node.is_condition else ()
        worst = worst_of(((parent, answer.values[parent], truth.values[parent]) for parent in parents), wrong)
        if worst is None:
            return Culprit(index)
        index = worst


def of_adjoint(answer: Gradient, truth: Gradient, index: int) -> Culprit | None:
    """The node that lost the digits of a node's adjoint: in a partial, in a value, or where contributions cancel."""
    exact = {(part.node, part.argument): part for part in truth.contributions}
    incoming: dict[int, list[tuple[Contribution, Contribution]]] = {}
    for part in answer.contributions:
        if (part.node, part.argument) in exact:
            incoming.setdefault(part.parent, []).append((part, exact[part.node, part.argument]))
    while True:
        wrong = error(answer.adjoints[index], truth.adjoints[index])
        if wrong is None:
            return None
        pairs = incoming.get(index, [])
        worst = worst_of(((place, ours.value, theirs.value) for place, (ours, theirs) in enumerate(pairs)), wrong)
        if worst is None:
            return Culprit(index, is_sum=True)
        ours, theirs = pairs[worst]
        if (error(ours.partial, theirs.partial) or 0.0) >= SHARE * wrong:
            return of_partial(answer, truth, ours, wrong)
        index = ours.node


def of_partial(answer: Gradient, truth: Gradient, part: Contribution, wrong: float) -> Culprit | None:
    """The node that lost the digits of a partial: one whose value is in its formula, or its own."""
    node = answer.graph.nodes[part.node]
    assert isinstance(node, Operation)
    inside = (*node.parents, part.node)
    worst = worst_of(((index, answer.values[index], truth.values[index]) for index in inside), wrong)
    return Culprit(part.node) if worst is None else of_value(answer, truth, worst)


def worst_of(numbers: Iterable[tuple[int, Any, Any]], wrong: float) -> int | None:
    """Of numbered pairs of our number and the true one, that with the largest error, if it explains `wrong`."""
    found = [(size, index) for index, ours, theirs in numbers if (size := error(ours, theirs)) is not None]
    size, index = max(found, default=(0.0, 0))
    return index if size >= SHARE * wrong else None


def error(ours: Any, theirs: Any) -> float | None:
    """The relative error of a double, at most 1; None where one of the two is no finite number."""
    if ours is None or theirs is None or isinstance(ours, bool) or not balls.is_finite(theirs):
        return None
    mine = balls.double(ours)
    if not balls.is_finite(mine):
        return None
    size = abs(balls.ball(theirs)).upper()
    if size == 0:
        return 0.0 if ours == 0 else 1.0
    return min(1.0, float((abs(balls.ball(balls.subtract(mine, theirs))) / size).upper()))
