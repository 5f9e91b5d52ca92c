"""A graph with branches becomes, for each node, the conditions on which it is needed."""

from __future__ import annotations

from typing import Protocol

from gradcli.errors import GradcliError
from gradcli.graph import Graph, Operation

Literal = tuple[int, bool]
"""A condition's node, and the truth that it must have."""
Guard = tuple[Literal, ...]
"""Conditions that must all hold, outermost first."""


class Logic(Protocol):
    """What makes conditions of conditions."""

    def logical_and(self, first: int, second: int, /) -> int:
        """Do both hold?"""

    def logical_or(self, first: int, second: int, /) -> int:
        """Does one of them hold?"""

    def logical_not(self, condition: int, /) -> int:
        """Does it not hold?"""


MOST = 300_000
"""Conditions of all nodes together; nested branches take as the square of their depth, and this many some seconds."""


def guards_of(graph: Graph, logic: Logic) -> dict[int, Guard]:
    """For each node that a value flows through to the output the conditions, outermost first, on which it is needed.

    Raises GradcliError (`usage.size`).
    """
    found: dict[int, Guard] = {graph.output: ()}
    total = 0
    for index in range(graph.output, -1, -1):
        node = graph.nodes[index]
        if index not in found or not isinstance(node, Operation) or node.is_condition:
            continue
        for argument, parent in enumerate(node.parents):
            guard = found[index]
            if node.rule.name == "if":
                if argument == 0:
                    continue
                literal = (node.parents[0], argument == 1)
                guard = guard if literal in guard else (*guard, literal)
            found[parent] = either(logic, found[parent], guard) if parent in found else guard
            total += len(guard)
            if total > MOST:
                message = "conditions are nested too deep in one another for their branches to be differentiated so"
                raise GradcliError("usage.size", message, graph.source, node.span, "`gradcli eval` gives the gradient")
    return found


def either(logic: Logic, one: Guard, other: Guard) -> Guard:
    """The conditions on which one of two guards holds."""
    first, second = set(one), set(other)
    if first <= second:
        return one
    if second <= first:
        return other
    (condition, is_true), *more = sorted(first - second)
    if not more and second - first == {(condition, not is_true)}:  # c or not c
        return tuple(literal for literal in one if literal in second)
    return ((logic.logical_or(both(logic, one), both(logic, other)), True),)


def both(logic: Logic, guard: Guard) -> int:
    """A guard as one condition; later parts are looked at only where the earlier hold."""
    whole: int | None = None
    for condition, is_true in guard:
        literal = condition if is_true else logic.logical_not(condition)
        whole = literal if whole is None else logic.logical_and(whole, literal)
    assert whole is not None
    return whole
