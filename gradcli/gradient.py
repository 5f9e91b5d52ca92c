"""What a sweep found, as a frozen record: value, gradient, and every node and step that led there."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from gradcli.backends.backend import Backend
from gradcli.expression import Call, Expression, Name, Number, is_hidden, text
from gradcli.graph import Constant, Graph, Input, Operation
from gradcli.partials import expression_of
from gradcli.sides import Sides
from gradcli.source import Span


class Note(NamedTuple):
    """A warning: `code` and `message`; where it has a place, its span and the node's name; the slopes at a kink.

    `within` are the calls of the formula's own functions that the place was reached by, outermost first. `met` is
    the message without what was made of it, where the truth by each name takes its place; `names` are those
    that it is about, where these are not all that move its node. `is_hidden` says that nothing of the slope passes
    through the node, as through the idle side of a `max`, so that only its value could matter.
    """

    code: str
    message: str
    span: Span | None = None
    node: str | None = None
    left: Any = None
    right: Any = None
    within: tuple[Span, ...] = ()
    met: str = ""
    names: tuple[str, ...] = ()
    is_hidden: bool = False


class Contribution(NamedTuple):
    """What one node passes to one of its parents: `value` is the partial times the node's adjoint.

    `formula` is the partial as the rule table has it; `argument` is the parent's place among the arguments.
    """

    node: int
    parent: int
    argument: int
    formula: str
    partial: Any
    value: Any


class TracedNode(NamedTuple):
    """A node as it is shown: v1, v2, ... in the order of evaluation. `adjoint` is None off every asked-for path.

    `parents` are the names of the nodes it is made of, constants not among them; `binds` are the formula's
    own names for it; `is_input` says that the point gave its value.
    """

    name: str
    formula: str
    span: Span
    parents: tuple[str, ...]
    value: Any
    adjoint: Any
    binds: tuple[str, ...] = ()
    is_input: bool = False


class Step(NamedTuple):
    """One contribution as it is shown: `contribution = partial_value * adjoint`, from `node` to `parent`.

    `partial` is the formula that was computed, in terms of the nodes' names.
    """

    node: str
    parent: str
    argument: int
    partial: str
    partial_value: Any
    adjoint: Any
    contribution: Any


@dataclass(frozen=True, eq=False, repr=False)
class Gradient:
    """Value and gradient at a point; `gradient` has an entry for each name that was asked for.

    Numbers are of the backend's kind. `values`, `adjoints` and `contributions` are by index into the graph's
    nodes; `nodes` and `steps` are the same as text and names, steps in the order of the sweep. `zeros` says why
    an entry of the gradient is exactly zero: `structural`, `flat`, `stationary`, `cancellation`, `saturated`. `sides`
    are the limits of the difference quotient by each name whose slope a warning leaves in doubt.
    """

    graph: Graph
    backend: Backend
    point: Mapping[str, Any]
    values: tuple[Any, ...]
    adjoints: tuple[Any, ...]
    contributions: tuple[Contribution, ...]
    value: Any
    gradient: dict[str, Any]
    warnings: tuple[Note, ...]
    zeros: dict[str, str] = field(default_factory=dict)
    sides: dict[str, Sides] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"Gradient(value={self.value!r}, gradient={self.gradient!r})"

    @property
    def lacks_derivative(self) -> bool:
        """Is there a value but, by some name that was asked for, no derivative?"""
        has_jump = any(note.code == "derivative.jump" for note in self.warnings)
        has_jump = has_jump or any(both.jump for both in self.sides.values())
        return has_jump or any(map(self.backend.is_nan, self.gradient.values()))

    @cached_property
    def movers(self) -> list[tuple[str, ...]]:
        """For each node the asked-for names that it depends on."""
        graph = self.graph
        targets: dict[int, int] = {}
        for bit, name in enumerate(self.gradient):
            index = graph.bindings.get(name, graph.inputs.get(name, -1))
            targets[index] = 1 << bit
        masks: list[int] = []
        for index, node in enumerate(graph.nodes):
            mask = targets.get(index, 0)
            for parent in node.parents if isinstance(node, Operation) else ():
                mask |= masks[parent] if self.values[parent] is not None else 0
            masks.append(mask)
        names, known = tuple(self.gradient), dict[int, tuple[str, ...]]()
        for mask in masks:
            if mask not in known:
                known[mask] = tuple(names[bit] for bit in bits_of(mask))
        return [known[mask] for mask in masks]

    @cached_property
    def names(self) -> dict[int, str]:
        """The name of each evaluated node that is not a constant."""
        return node_names(self.graph, self.values)

    @cached_property
    def nodes(self) -> tuple[TracedNode, ...]:
        """All named nodes, in the order of evaluation."""
        binds: dict[int, tuple[str, ...]] = {}
        for name, index in self.graph.bindings.items():
            if is_hidden(name):
                continue
            binds[index] = (*binds.get(index, ()), name)
        return tuple(self.traced(index, name, binds.get(index, ())) for index, name in self.names.items())

    def traced(self, index: int, name: str, binds: tuple[str, ...]) -> TracedNode:
        """One node as it is shown."""
        node = self.graph.nodes[index]
        parents = node.parents if isinstance(node, Operation) else ()
        return TracedNode(
            name,
            text(self.definition(index)),
            node.span,
            tuple(self.names[parent] for parent in parents if parent in self.names),
            self.values[index],
            self.adjoints[index],
            binds,
            isinstance(node, Input),
        )

    def definition(self, index: int) -> Expression:
        """A node's formula in terms of the names of its parents."""
        node = self.graph.nodes[index]
        if isinstance(node, Operation):
            arguments = tuple(self.reference(parent) for parent in node.parents)
            if node.function == "=":
                return arguments[0]
            return Call(node.function, arguments, node.span, node.place)
        return Name(node.name, node.span) if isinstance(node, Input) else self.reference(index)

    def reference(self, index: int) -> Expression:
        """How other nodes' formulas speak of a node: by its name, a constant by its text."""
        node = self.graph.nodes[index]
        if isinstance(node, Constant):
            return Name(node.text, node.span) if node.is_named else Number(node.text, node.span)
        if index in self.names:
            return Name(self.names[index], node.span)
        return Name("...", node.span)  # a branch that was not taken

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """All contributions in the order of the sweep."""
        return tuple(self.step(contribution) for contribution in self.contributions)

    def step(self, contribution: Contribution) -> Step:
        """One contribution as it is shown."""
        node = self.graph.nodes[contribution.node]
        assert isinstance(node, Operation)
        names = {name: self.reference(parent) for name, parent in zip(node.rule.parameters, node.parents, strict=True)}
        names["v"] = self.reference(contribution.node)
        arguments = [self.values[parent] for parent in node.parents]
        result = self.values[contribution.node]
        return Step(
            self.names[contribution.node],
            self.names[contribution.parent],
            contribution.argument,
            text(expression_of(contribution.formula, node.rule, arguments, result, self.backend, names)),
            contribution.partial,
            self.adjoints[contribution.node],
            contribution.value,
        )


def bits_of(mask: int) -> Iterator[int]:
    """The places of the bits that are set, the lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def node_names(graph: Graph, values: tuple[Any, ...]) -> dict[int, str]:
    """v1, v2, ... for the evaluated nodes that are not constants; another letter if the user has such names."""
    taken = graph.inputs.keys() | graph.bindings.keys()
    letters = ("v", "w", "n", "node", "gradcli_node")
    letter = next(letter for letter in letters if not any(re.fullmatch(f"{letter}[0-9]+", name) for name in taken))
    indices = (
        index for index, node in enumerate(graph.nodes) if values[index] is not None and not isinstance(node, Constant)
    )
    return {index: f"{letter}{number}" for number, index in enumerate(indices, start=1)}
