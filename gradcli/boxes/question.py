"""A graph, and the names whose slopes are asked for, become what bounds over any box of them need to know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from gradcli.backends.intervals import Interval
from gradcli.boxes.facts import ANY, Facts, Key, Orders, keys, orders_of
from gradcli.graph import Graph, Operation

Box = Mapping[str, Interval]


@dataclass(frozen=True, eq=False)
class BoxQuestion:
    """A graph, the names whose slopes are asked for, and those of them that are given as ranges."""

    graph: Graph
    names: tuple[str, ...]
    ranged: tuple[str, ...]

    @cached_property
    def targets(self) -> dict[str, int]:
        """The node of each name that the graph has."""
        graph = self.graph
        found = {name: graph.bindings.get(name, graph.inputs.get(name)) for name in self.names}
        return {name: index for name, index in found.items() if index is not None}

    @cached_property
    def places(self) -> dict[Key, int]:
        """The node of each expression, the first one of equal numbers."""
        found: dict[Key, int] = {}
        for index, key in enumerate(keys(self.graph)):
            found.setdefault(key, index)
        return found

    def facts(self, forced: Mapping[int, bool]) -> Facts:
        """What holds where conditions have the truth that is given."""
        known, orders = tuple(keys(self.graph)), dict[tuple[int, int], Orders]()
        for pair, found in orders_of(self.graph, forced).items():
            first, second = (self.places[known[index]] for index in pair)
            orders[first, second] = orders.get((first, second), ANY) & found
        return Facts(self.places, orders)

    def moving(self, node: int) -> set[str]:
        """The names that a node depends on."""
        parts = ancestors(self.graph, node)
        return {name for name, index in self.targets.items() if index in parts}


def ancestors(graph: Graph, index: int) -> set[int]:
    """A node and all that it is made of."""
    seen, stack = {index}, [index]
    while stack:
        node = graph.nodes[stack.pop()]
        new = set(node.parents) - seen if isinstance(node, Operation) else set()
        seen |= new
        stack.extend(new)
    return seen
