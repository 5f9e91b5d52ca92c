"""A graph becomes a formula again: parts that are used more than once get names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import count

from gradcli import tidying
from gradcli.errors import GradcliError
from gradcli.expansion import PARTS
from gradcli.expression import COMPARISON, INFIX, Binding, Expression, Formula, Name, is_hidden
from gradcli.graph import Constant, Graph, Input, Node, Operation, rule_formula
from gradcli.source import Span
from gradcli.tidying import Part

SPELLINGS = {
    "pi": "acos(-1)",
    "e": "exp(1)",
    "tau": "2*acos(-1)",
    "inf": "1e999",
    "deg": "acos(-1)/180",
    "rad": "180/acos(-1)",
}
"""How constants are written where the formula uses their names for something else; the same doubles."""
CHEAP = ("+", "-", "*", "/", *(sign for sign, (level, _) in INFIX.items() if level == COMPARISON))
"""Operators that are written out rather than named where both sides are numbers or names."""


def formula_of(graph: Graph, outputs: tuple[int, ...], *, expand: bool = False) -> Formula:
    """The formula whose results are the nodes `outputs`; its spans are those of the graph's own source.

    Parts that are used more than once are bound to w1, w2, ... before their first use, but for those that read better
    written out: numbers, names, and a sign, a sum, a product, a quotient, a comparison or a power with a number as its
    exponent, each of numbers and names. Names that the graph's formula binds stay with their nodes. With `expand`
    nothing is bound. Raises GradcliError (`usage.size`) where that would be more than a million parts.
    """
    unfolding = Unfolding(graph, outputs, expand)
    if expand:
        unfolding.refuse_size()
    for index in range(max(outputs) + 1):
        if unfolding.uses[index]:
            unfolding.visit(index)
    results = tuple(tidying.written(unfolding.parts[unfolding.targets[output]]) for output in outputs)
    return Formula(tuple(unfolding.bindings), results, graph.source, is_vector=len(outputs) > 1, is_made=True)


class Unfolding:
    """The formula of one graph as far as it is made: `parts` by node, and what is bound."""

    def __init__(self, graph: Graph, outputs: tuple[int, ...], is_expanded: bool) -> None:
        self.graph = graph
        self.outputs = outputs
        self.is_expanded = is_expanded
        self.targets = behind_names(graph.nodes)
        self.uses = uses_of(graph.nodes, self.targets, outputs)
        self.asked = {self.targets[output] for output in outputs}
        self.taken = graph.inputs.keys() | graph.bindings.keys()
        self.fresh = fresh_names(self.taken)
        self.given: dict[int, str] = {}
        for name, index in graph.bindings.items():
            if not is_hidden(name):
                self.given.setdefault(self.targets[index], name)
        self.parts: dict[int, Part] = {}
        self.bindings: list[Binding] = []

    def refuse_size(self) -> None:
        """Refuses to write out more than can be printed and read."""
        sizes: list[int] = []
        for index, node in enumerate(self.graph.nodes[: max(self.outputs) + 1]):
            parents = node.parents if isinstance(node, Operation) else ()
            size = 1 + sum(sizes[self.targets[parent]] for parent in parents) if self.uses[index] else 0
            sizes.append(min(size, PARTS + 1))
        if sum(sizes[self.targets[output]] for output in self.outputs) > PARTS:
            message = f"written out in place, the formula has more than {PARTS:,} parts"
            raise GradcliError("usage.size", message, self.graph.source, None, "leave shared parts their names")

    def visit(self, index: int) -> None:
        """Makes the part of a node, and binds it to a name if it is worth one."""
        node = self.graph.nodes[index]
        if not isinstance(node, Operation):
            self.parts[index] = self.leaf(node)
            return
        arguments = tuple(self.parts[self.targets[parent]] for parent in node.parents)
        part = tidying.joined(node, arguments)
        if self.is_expanded or not self.is_worth_a_name(index, part, node, arguments):
            self.parts[index] = part
            return
        name = self.given.get(index) or next(self.fresh)
        # Statements are printed in the order of their spans.
        place = Span(len(self.bindings), len(self.bindings))
        self.bindings.append(Binding(name, tidying.written(part), place))
        self.parts[index] = Part(Name(name, node.span))

    def is_worth_a_name(self, index: int, part: Part, node: Operation, arguments: Sequence[Part]) -> bool:
        """Is this a part to be bound rather than written out wherever it is used?"""
        if index in self.given:
            return self.uses[index] > 1 or index not in self.asked
        return self.uses[index] > 1 and not part.is_atom and not is_short(node, arguments)

    def leaf(self, node: Input | Constant) -> Part:
        """A number or a name."""
        if isinstance(node, Input):
            return Part(Name(node.name, node.span))
        if not node.is_named:
            return tidying.number(node.text, node.span)
        return Part(self.constant(node))

    def constant(self, node: Constant) -> Expression:
        """A constant of the language, by its name if that still means it."""
        return rule_formula(SPELLINGS[node.text]).result if node.text in self.taken else Name(node.text, node.span)


def behind_names(nodes: Sequence[Node]) -> list[int]:
    """For each node the one that computes its value: a name bound to a value is that value."""
    targets: list[int] = []
    for index, node in enumerate(nodes):
        is_name = isinstance(node, Operation) and node.rule.name == "="
        targets.append(targets[node.parents[0]] if is_name and isinstance(node, Operation) else index)
    return targets


def uses_of(nodes: Sequence[Node], targets: Sequence[int], outputs: tuple[int, ...]) -> list[int]:
    """How many times each node is an argument or an output, in what the outputs need."""
    uses = [0] * len(nodes)
    for output in outputs:
        uses[targets[output]] += 1
    for index in range(max(outputs), -1, -1):
        node = nodes[index]
        if uses[index] and isinstance(node, Operation):
            for parent in node.parents:
                uses[targets[parent]] += 1
    return uses


def is_short(node: Operation, arguments: Sequence[Part]) -> bool:
    """Does this read better written out than by a name?"""
    if not all(argument.is_atom for argument in arguments):
        return False
    is_power_of_number = node.function == "^" and not isinstance(arguments[1].size, Name)
    return node.function in CHEAP or is_power_of_number


def fresh_names(taken: set[str]) -> Iterator[str]:
    """w1, w2, ..., or with other letters where the formula has such names."""
    letters = ("w", "u", "s", *("w" + "_" * length for length in range(1, len(taken) + 2)))
    letter = next(letter for letter in letters if not any(re.fullmatch(f"{letter}[0-9]+", name) for name in taken))
    return (f"{letter}{number}" for number in count(1))
