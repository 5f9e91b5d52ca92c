"""Numbers that are nodes of a new graph: a sweep run on them gives the gradient as a graph.

The new graph begins as the swept one, so that values and slopes share all they have in common. No condition is decided
but those of written numbers: a branch stays a branch, and what a sweep finds holds wherever the formula is defined.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from fractions import Fraction

from gradcli import rules
from gradcli.backends import folding, terms
from gradcli.backends.backend import Edges
from gradcli.backends.guards import Literal, guards_of
from gradcli.errors import GradcliError
from gradcli.graph import Constant, Graph, Input, Node, Operation
from gradcli.rules.arithmetic import CONTRIBUTION
from gradcli.rules.rule import Rule
from gradcli.source import Span

BY_NAME = {(rule.backend_name, len(rule.parameters)): rule for rule in rules.RULES}
"""The rows by their name in the backends and the number of their arguments."""
LARGEST = 1_000_000
"""Nodes of a graph that grows; more would take a minute and gigabytes."""


class Tape:
    """A graph that grows: this backend's numbers are indices of its nodes.

    What is added stands, for messages, where the operation stands that is being differentiated (`enter`). `guards`
    are the conditions on which each node of the swept graph is needed: with them what it contributes is zero where
    it is in a branch that is not taken, and is not evaluated there. With `keeps_edges` the graph is for numbers: the
    edges of functions become conditions, and products keep the sweep's rule for zero; else it is for readers.
    """

    IS_DOUBLE = False
    IS_INTERVAL = False

    def __init__(self, graph: Graph, *, keeps_edges: bool) -> None:
        self.keeps_edges = keeps_edges
        self.EDGES: Edges = "kept" if keeps_edges else "readable"
        self.source = graph.source
        self.nodes: list[Node] = list(graph.nodes)
        self.known = {folding.key_of(node): index for index, node in enumerate(graph.nodes)}
        self.exact: dict[int, Fraction] = {}
        self.decimals: set[int] = set()
        for index in range(len(self.nodes)):
            self.learn(index)
        self.guards: dict[int, tuple[Literal, ...]] = {}
        self.products: dict[int, terms.Product] = {}
        self.sums: dict[int, terms.Terms] = {}
        self.place: Operation | None = None
        self.here: tuple[Literal, ...] = ()
        self.zero, self.one = self.number("0"), self.number("1")
        bound = set(graph.bindings.values())
        for index, node in enumerate(graph.nodes) if not keeps_edges else ():
            if isinstance(node, Operation) and index not in bound:  # what has a name is best called by it
                terms.learn(self, index, node)

    def __getattr__(self, name: str) -> Callable[..., int]:
        """The function of a row of the rule table, by its name in the backends: it adds an operation."""
        if name.startswith("_"):
            raise AttributeError(name)

        def function(*arguments: int) -> int:
            rule = BY_NAME.get((name, len(arguments))) or rules.find(name, len(arguments))
            assert rule is not None, name
            return self.operation(rule, arguments)

        setattr(self, name, function)
        return function

    def aim(self, graph: Graph) -> None:
        """Says of which output of the graph that this one began as the slopes are made from now on."""
        has_choice = any(isinstance(node, Operation) and node.rule.name == "if" for node in graph.nodes)
        self.guards = guards_of(graph, self) if has_choice else {}

    def enter(self, index: int, node: Operation) -> None:
        """Says whose partials are made from now on."""
        self.place, self.here = node, self.guards.get(index, ())

    def leave(self) -> None:
        """Says that what is made from now on belongs to no operation."""
        self.place, self.here = None, ()

    def record(self, node: Node) -> int:
        """The index of a node, which is new or known."""
        index = self.known.setdefault(folding.key_of(node), len(self.nodes))
        if index == len(self.nodes):
            if index == LARGEST:
                message = f"a derivative has more than {LARGEST:,} operations"
                raise GradcliError("usage.size", message, self.source, None, "ask for a part of it with `--wrt`")
            self.nodes.append(node)
            self.learn(index)
        return index

    def learn(self, index: int) -> None:
        """Takes the exact number that a node is, if it is one, and whether that is written as a decimal."""
        node = self.nodes[index]
        if isinstance(node, Operation):
            number = folding.value(node.rule, [self.exact.get(parent) for parent in node.parents])
            is_decimal = not self.decimals.isdisjoint(node.parents)
        else:
            number = folding.exact(node) if isinstance(node, Constant) else None
            is_decimal = isinstance(node, Constant) and not node.text.lstrip("-").isdigit()
        if number is not None:
            self.exact[index] = number
            if is_decimal:
                self.decimals.add(index)

    def number(self, text: str) -> int:
        """A number as written, here also with a sign."""
        return self.record(Constant(text, self.span))

    def double(self, value: float) -> int:
        """A finite double, exactly."""
        return self.number(folding.text(Fraction(value)) or repr(value))

    def constant(self, name: str) -> int:
        """A named constant of the language."""
        return self.record(Constant(name, self.span, is_named=True))

    @property
    def span(self) -> Span:
        """Where new nodes stand."""
        return self.place.span if self.place else Span(0, len(self.source.text))

    def operation(self, rule: Rule, arguments: tuple[int, ...]) -> int:
        """The node of a function of nodes, simpler where that is the same number for all arguments."""
        found = folding.simpler(self, rule, arguments)
        if found is not None:
            return found
        number = folding.value(rule, [self.exact.get(argument) for argument in arguments])
        short = "" if number is None else folding.text(number)
        if short and (self.keeps_edges or "." not in short or not self.decimals.isdisjoint(arguments)):
            return self.number(short)
        if not self.keeps_edges:
            found = terms.simpler(self, rule.backend_name, arguments)
            if found is not None:
                return found
        return self.as_is(rule, arguments)

    def as_is(self, rule: Rule, arguments: tuple[int, ...]) -> int:
        """The node of a function of nodes, not made simpler."""
        place = self.place
        at, within = (place.place, place.within) if place else (self.span, ())
        return self.record(Operation(rule.name, rule, arguments, self.span, at, (self.span,) * len(arguments), within))

    def plain(self, name: str, *arguments: int) -> int:
        """The node of a function, called so in the backends, of nodes, not made simpler."""
        return self.as_is(BY_NAME[name, len(arguments)], arguments)

    def contribution(self, partial: int, adjoint: int) -> int:
        """`partial*adjoint` as an operation of its own, zero where either is, guarded as what contributes it is."""
        return self.guarded(self.product(partial, adjoint))

    def product(self, partial: int, adjoint: int) -> int:
        """A contribution without its guard; a factor that is zero in one branch makes it a branch.

        Of an adjoint these are just its guards here, else a long chain of functions with edges would pile up theirs.
        """
        first, partial = self.peeled(partial)
        last, adjoint = self.peeled(adjoint, set(self.here)) if self.here else ([], adjoint)
        if self.zero in (partial, adjoint):
            return self.zero
        value = self.operation(CONTRIBUTION if self.keeps_edges else BY_NAME["multiply", 2], (partial, adjoint))
        return self.where([*first, *last], value)

    def peeled(self, value: int, among: Container[Literal] | None = None) -> tuple[list[Literal], int]:
        """The conditions, outermost first, without which a value is zero as its form shows, and what it is with them.

        With `among` only as far as they are some of these.
        """
        found: list[Literal] = []
        while self.is_choice(value):
            condition, yes, no = self.nodes[value].parents  # type: ignore[union-attr]
            literal = (condition, no == self.zero)
            if self.zero not in (yes, no) or (among is not None and literal not in among):
                break
            found.append(literal)
            value = yes if literal[1] else no
        return found, value

    def where(self, conditions: Sequence[Literal], value: int) -> int:
        """`value` where all conditions hold, else zero."""
        for condition, is_true in reversed(conditions):
            value = self.select(condition, *((value, self.zero) if is_true else (self.zero, value)))
        return value

    def guarded(self, value: int) -> int:
        """`value` where its guards hold, else zero."""
        if value == self.zero or not self.here:
            return value
        has = set(self.peeled(value)[0])
        return self.where([literal for literal in self.here if literal not in has], value)

    def negative(self, number: int) -> int:
        """`-number`."""
        return self.operation(BY_NAME["negative", 1], (number,))

    def is_choice(self, index: int) -> bool:
        """Is this node an `if`?"""
        node = self.nodes[index]
        return isinstance(node, Operation) and node.rule.name == "if"

    def is_constant(self, index: int, name: str) -> bool:
        """Is a node the constant of the language of this name?"""
        node = self.nodes[index]
        return isinstance(node, Constant) and node.is_named and node.text == name

    def operand(self, index: int, name: str) -> int | None:
        """What a node is the function `name` of; None if it is none."""
        node = self.nodes[index]
        return node.parents[0] if isinstance(node, Operation) and node.rule.backend_name == name else None

    def branches(self, index: int, condition: int) -> tuple[int, ...]:
        """Both branches of a node that is an `if` with this condition."""
        node = self.nodes[index]
        is_such = isinstance(node, Operation) and node.rule.name == "if" and node.parents[0] == condition
        return node.parents[1:] if is_such and isinstance(node, Operation) else ()

    def select(self, condition: int, yes: int, no: int) -> int:
        """`if(condition, yes, no)`."""
        return self.operation(BY_NAME["select", 3], (condition, yes, no))

    def total(self, left: int, right: int) -> int:
        """The sum of two contributions; those of the same condition are summed branch by branch."""
        if not self.common(left, right)[0]:
            return self.operation(BY_NAME["add", 2], (left, right))
        found: dict[tuple[int, int], int] = {}
        stack = [(left, right)]
        while stack:
            pair = stack[-1]
            conditions, branches = self.common(*pair)
            if missing := [branch for branch in branches if branch not in found]:
                stack.extend(missing)
                continue
            stack.pop()
            if conditions:
                found[pair] = self.select(conditions[0], *(found[branch] for branch in branches))
            else:
                found[pair] = self.operation(BY_NAME["add", 2], pair)
        return found[left, right]

    def common(self, left: int, right: int) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
        """The condition that two nodes are choices of, and the pairs of their branches; nothing if there is none."""
        if self.zero in (left, right) or not (self.is_choice(left) and self.is_choice(right)):
            return (), ()
        condition, *branches = self.nodes[left].parents  # type: ignore[union-attr]
        other, *others = self.nodes[right].parents  # type: ignore[union-attr]
        return ((condition,), tuple(zip(branches, others, strict=True))) if condition == other else ((), ())

    def truth(self, condition: int) -> bool | None:
        """Is a condition true? None, but where it is one of written numbers."""
        number = self.exact.get(condition)
        return None if number is None else bool(number)

    def is_zero(self, number: int) -> bool:
        """Is this zero, as far as its form shows?"""
        return self.exact.get(number) == 0

    def is_finite(self, number: int) -> bool:
        """Is this neither infinite nor nan, as far as its form shows?"""
        node = self.nodes[number]
        return not (isinstance(node, Constant) and node.is_named and node.text == "inf")

    def is_nan(self, number: int) -> bool:
        """Is this no number at all, as far as its form shows?"""
        return False

    def text(self, number: int) -> str:
        """The node as messages may name it: a constant's text, an input's name."""
        node = self.nodes[number]
        return node.text if isinstance(node, Constant) else node.name if isinstance(node, Input) else "..."
