"""A graph is evaluated and swept backwards: one piece of code for every backend."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from gradcli import notes, partials
from gradcli.absences import kink_met, unknown_derivative
from gradcli.backends.backend import Backend
from gradcli.evaluation import Values, demanded, evaluate
from gradcli.gradient import Contribution, Gradient, Note, node_names
from gradcli.graph import Constant, Graph, Operation
from gradcli.rules.rule import Edge


def differentiate(
    graph: Graph,
    backend: Backend,
    point: Mapping[str, Any],
    wrt: Iterable[str],
    *,
    checked: bool = True,
    kink: str = "subgradient",
    forced: Mapping[int, bool] | None = None,
) -> Gradient:
    """The value of `graph` at `point` and its gradient by `wrt`, names of inputs or of bindings.

    A name that the output does not depend on has gradient zero. `kink` says which slope is used where it
    changes: `subgradient` (the convention of the rule table), `left`, `right`, `nan`, or `error`. `forced`
    are conditions whose truth is given, by their nodes. Raises GradcliError where there is no value
    (`checked`), where the derivative of a function is not known, or at a kink that is to be an error.
    """
    values = evaluate(graph, backend, point, checked=checked, forced=forced)
    targets = {name: graph.bindings.get(name, graph.inputs.get(name)) for name in wrt}
    sweep = Sweep(graph, backend, values, {index for index in targets.values() if index is not None}, kink)
    sweep.run()
    zero = backend.number("0")
    adjoints = [sweep.adjoints[index] if index is not None else None for index in targets.values()]
    gradient = {name: zero if found is None else found for name, found in zip(targets, adjoints, strict=True)}
    return Gradient(
        graph,
        backend,
        point,
        tuple(values),
        tuple(sweep.adjoints),
        tuple(sweep.contributions),
        values[graph.output],
        gradient,
        notes.of_sweep(sweep, gradient),
    )


OTHER = {"left": "right", "right": "left"}


class Sweep:
    """The reverse sweep: for each node, latest first, the sum of what its consumers contribute.

    `active` are the nodes on a path from a target; only their adjoints are computed. `flat` are those whose
    every contribution is zero because a function does not depend on them there (`0*x`, the idle side of a
    `max`): nothing beyond them is worth a warning. `entering` is told of each node before its partials are made.
    """

    def __init__(
        self,
        graph: Graph,
        backend: Backend,
        values: Values,
        targets: set[int],
        kink: str = "subgradient",
        entering: Callable[[int, Operation], None] | None = None,
    ) -> None:
        self.graph = graph
        self.backend = backend
        self.values = values
        self.targets = targets
        self.kink = kink
        self.entering = entering
        self.active: list[bool] = []
        self.adjoints: list[Any] = []
        self.contributions: list[Contribution] = []
        self.flat: set[int] = set()
        self.edges: dict[int, Edge | None] = {}
        self.found: list[Note] = []
        self.names: dict[int, str] = {}

    def run(self) -> None:
        """Fills in `adjoints` and `contributions`."""
        graph, backend = self.graph, self.backend
        self.names = node_names(graph, tuple(self.values))
        self.adjoints = [None] * len(graph.nodes)
        consumers = self.consumers()
        for index in range(len(graph.nodes) - 1, -1, -1):
            if index == graph.output and self.active[index]:
                self.adjoints[index] = backend.number("1")
            elif self.active[index]:
                self.gather(index, consumers[index])
        self.found.extend(self.hidden_jumps())

    def hidden_jumps(self) -> Iterator[Note]:
        """Warnings about nodes that jump, or may, and that no contribution has told of.

        `max(x/2 + 1, ceil(x))` at 1 has the slope of its first argument, and jumps all the same.
        """
        told = {note.node for note in self.found}
        for index, node in enumerate(self.graph.nodes):
            if self.adjoints[index] is None or not isinstance(node, Operation) or self.names.get(index) in told:
                continue  # what only a condition depends on is looked at with the condition
            if any(edge.kind == "jump" for edge in node.rule.edges):
                edge = self.edge(index, node, [self.values[parent] for parent in node.parents])
                if edge is not None and (
                    edge.kind == "jump" or (edge.kind == "undefined" and self.backend.IS_INTERVAL)
                ):
                    yield notes.of_hidden_jump(node, self.names[index], edge.kind == "jump")

    def consumers(self) -> list[list[tuple[int, int]]]:
        """For each node the active nodes that it contributes to, as (node, argument), latest first."""
        nodes = self.graph.nodes
        flows: list[tuple[tuple[int, int], ...]] = []
        for index, node in enumerate(nodes):
            inward = self.inward(node) if isinstance(node, Operation) and self.values[index] is not None else ()
            flows.append(inward)
            self.active.append(index in self.targets or any(self.active[parent] for _, parent in inward))
        consumers: list[list[tuple[int, int]]] = [[] for _ in nodes]
        for index in range(len(nodes) - 1, -1, -1):
            for argument, parent in flows[index]:
                if self.active[parent]:
                    consumers[parent].append((index, argument))
        return consumers

    def inward(self, node: Operation) -> tuple[tuple[int, int], ...]:
        """The arguments, as (argument, parent), through which a derivative passes."""
        if node.is_condition:
            return ()
        if node.rule.name != "if":
            return tuple(enumerate(node.parents))
        taken = demanded(node, self.values, self.backend)
        return tuple((argument, node.parents[argument]) for argument in (1, 2) if node.parents[argument] in taken)

    def gather(self, index: int, consumers: list[tuple[int, int]]) -> None:
        """The adjoint of a node: the sum of its consumers' contributions, in a fixed order."""
        total, is_flat = None, True
        for node, argument in consumers:
            if self.adjoints[node] is None:
                continue
            contribution, contribution_is_flat = self.contribute(node, argument, index)
            self.contributions.append(contribution)
            is_flat = is_flat and contribution_is_flat
            if total is None:
                total = contribution.value
                continue
            if not self.backend.is_finite(total) and not self.backend.is_nan(total):
                self.found.extend(notes.of_sum(self, index, total, contribution.value))
            total = self.backend.total(total, contribution.value)
        self.adjoints[index] = total
        if is_flat:
            self.flat.add(index)

    def contribute(self, index: int, argument: int, parent: int) -> tuple[Contribution, bool]:
        """What a node passes to one parent, and whether it is zero whatever the inputs do nearby."""
        backend, node, result = self.backend, self.graph.nodes[index], self.values[index]
        assert isinstance(node, Operation)
        arguments = [self.values[index] for index in node.parents]
        if self.entering is not None:
            self.entering(index, node)
        edge = self.edge(index, node, arguments)
        formula = self.formula(node, argument, edge)
        if not formula:
            raise unknown_derivative(self.graph.source, node.rule, argument, node.place)
        partial = partials.value_of(formula, node.rule, arguments, result, backend)
        adjoint = self.adjoints[index]
        contribution = Contribution(index, parent, argument, formula, partial, backend.contribution(partial, adjoint))
        # A zero made of written numbers alone is a true zero, also against an infinite adjoint.
        is_flat = index in self.flat or (
            backend.is_zero(partial)
            and partials.names_in(formula, node.rule, arguments, result, backend) <= self.fixed(node)
        )
        is_ordinary = edge is None and backend.is_finite(partial) and backend.is_finite(adjoint)
        if not is_ordinary and (not is_flat or (index not in self.flat and edge)):
            self.found.extend(notes.of_contribution(self, contribution, edge))
        return contribution, is_flat

    def formula(self, node: Operation, argument: int, edge: Edge | None) -> str:
        """The formula of a partial, at a kink the one that was asked for."""
        if self.backend.EDGES == "kept":
            return partials.piecewise(node.rule, argument)
        if self.backend.EDGES == "readable" and edge is None and node.rule.readable:
            return node.rule.readable[argument]
        if self.kink == "subgradient" or edge is None or not edge.is_break or not edge.concerns(argument):
            return partials.formula_of(node.rule, argument, edge)
        if self.kink == "error":
            raise kink_met(self.graph.source, node.function, edge.kind, node.place)
        if self.kink == "nan":
            return "0/0"
        # One side of several arguments at once: on the left of a tie the first is the less one, so the second is
        # the greater; elsewhere only the first is moved, since moving all would add up to no slope of anything.
        moving = [position for position, parent in enumerate(node.parents) if self.active[parent]]
        side = self.kink if argument == moving[0] else OTHER[self.kink]
        if argument != moving[0] and edge.kind != "tie":
            return partials.formula_of(node.rule, argument, edge)
        return partials.formula_beside(node.rule, argument, edge, side)

    def edge(self, index: int, node: Operation, arguments: list[Any]) -> Edge | None:
        """The edge of its rule that a node is on, looked up once."""
        if not node.rule.edges or self.backend.EDGES == "kept":
            return None
        if index not in self.edges:
            self.edges[index] = partials.edge_at(node.rule, arguments, self.backend)
        return self.edges[index]

    def fixed(self, node: Operation) -> set[str]:
        """The parameters of a node whose arguments are written numbers."""
        return {
            name
            for name, parent in zip(node.rule.parameters, node.parents, strict=True)
            if isinstance(self.graph.nodes[parent], Constant)
        }
