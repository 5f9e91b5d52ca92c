"""Where a formula has no value in a box, or may have none: found from the values of its nodes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from gradcli.backends import intervals
from gradcli.backends.intervals import Interval
from gradcli.boxes.facts import Facts
from gradcli.evaluation import Values, demanded
from gradcli.graph import Graph, Operation
from gradcli.rules.rule import Domain


class Hole(NamedTuple):
    """A node that may have no value in a box; `is_certain` says that the formula has none anywhere in it.

    `domain` is the condition that is not met, or may not be, None where the result is out of reach otherwise.
    `result` is that of the whole formula where it is infinite.
    """

    node: int
    arguments: tuple[Any, ...]
    domain: Domain | None
    is_certain: bool
    result: Interval | None = None


def holes(graph: Graph, values: Values, facts: Facts) -> Iterator[Hole]:
    """The nodes that may have no value where `facts` hold, parents first."""
    needed = certain_nodes(graph, values)
    for index, node in enumerate(graph.nodes):
        if values[index] is None or not isinstance(node, Operation):
            continue
        arguments = tuple(values[parent] for parent in node.parents)
        if any(isinstance(argument, Interval) and intervals.is_nan(argument) for argument in arguments):
            continue  # what is the matter has been said of a parent
        domain, truth = condition_unmet(node, arguments, facts)
        if domain:
            yield Hole(index, arguments, domain, truth is False and index in needed)
        elif isinstance(values[index], Interval) and intervals.is_nan(values[index]):
            yield Hole(index, arguments, None, False)
    result = values[graph.output]
    if intervals.is_infinite(result):
        yield Hole(graph.output, (), None, False, result)


def condition_unmet(node: Operation, arguments: tuple[Any, ...], facts: Facts) -> tuple[Domain | None, bool | None]:
    """The first condition on the arguments that is false, or else the first that is open, and its truth."""
    unmet: tuple[Domain | None, bool | None] = (None, True)
    for domain in node.rule.domain:
        truth = facts.truth(domain.predicate, node, arguments)
        if truth is False:
            return domain, False
        if truth is None and unmet[0] is None:
            unmet = (domain, None)
    return unmet


def certain_nodes(graph: Graph, values: Values) -> set[int]:
    """The nodes that the output needs at every point of the box."""
    seen, stack = {graph.output}, [graph.output]
    while stack:
        node = graph.nodes[stack.pop()]
        if not isinstance(node, Operation):
            continue
        parents = demanded(node, values, intervals)
        if node.rule.name in ("if", "and", "or"):
            is_open = intervals.truth(values[node.parents[0]]) is None
            parents = node.parents[:1] if is_open else (node.parents[0], *parents)
        new = [parent for parent in parents if parent not in seen]
        seen.update(new)
        stack.extend(new)
    return seen


def worst(found: Sequence[Hole]) -> Hole:
    """The first hole that is certain, or the first."""
    return next((hole for hole in found if hole.is_certain), found[0])
