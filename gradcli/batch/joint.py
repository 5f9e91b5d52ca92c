"""A formula becomes one graph of its value and its slopes, and for each node the conditions on which it matters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gradcli.calculus.slopes import slopes
from gradcli.graph import Graph, Operation

Literal = tuple[int, bool]
"""A condition's node, and the truth that it must have."""
Needs = frozenset[Literal]
"""Conditions that hold wherever a node matters; it may matter in fewer rows than where they hold."""


@dataclass(frozen=True, eq=False)
class Joint:
    """`graph` has the value as its first output and the slopes after it; `order` are the nodes of the value in the
    order in which they are evaluated at a point; `needs` has the nodes that any output needs, no others."""

    graph: Graph
    order: tuple[int, ...]
    needs: dict[int, Needs]

    @property
    def has_choice(self) -> bool:
        """Is any node not needed in every row?"""
        return any(self.needs.values())


def joint(graph: Graph, wrt: tuple[str, ...]) -> Joint:
    """Value and slopes of `graph`. Raises GradcliError (`derivative.unknown`)."""
    whole = slopes(graph, wrt, keeps_value=True)
    return Joint(whole, tuple(evaluation_order(whole)), needs_of(whole))


def uses(node: Operation) -> Iterator[tuple[int, tuple[Literal, ...]]]:
    """Each parent with the condition on which it is evaluated."""
    parents = node.parents
    match node.rule.name:
        case "if":
            yield parents[0], ()
            yield parents[1], ((parents[0], True),)
            yield parents[2], ((parents[0], False),)
        case "and" | "or":
            yield parents[0], ()
            yield parents[1], ((parents[0], node.rule.name == "and"),)
        case _:
            for parent in parents:
                yield parent, ()


def needs_of(graph: Graph) -> dict[int, Needs]:
    """For each node that an output needs what its consumers' conditions have in common."""
    found: dict[int, Needs] = dict.fromkeys(graph.outputs, Needs())
    for index in range(len(graph.nodes) - 1, -1, -1):
        node = graph.nodes[index]
        if index not in found or not isinstance(node, Operation):
            continue
        for parent, literals in uses(node):
            needs = found[index].union(literals)
            found[parent] = found[parent] & needs if parent in found else needs
    return found


def evaluation_order(graph: Graph) -> Iterator[int]:
    """The nodes of the value, parents before children, from the left, as `evaluation.evaluate` goes through them."""
    done: set[int] = set()
    stack = [(graph.outputs[0], False)]
    while stack:
        index, is_ready = stack.pop()
        if index in done:
            continue
        node = graph.nodes[index]
        if is_ready or not isinstance(node, Operation):
            done.add(index)
            yield index
            continue
        stack.append((index, True))
        stack.extend((parent, False) for parent in reversed(node.parents) if parent not in done)
