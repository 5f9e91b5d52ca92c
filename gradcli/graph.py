"""A formula becomes a flat graph: names, arities and bindings resolved, equal subexpressions shared."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from gradcli import faults, rules
from gradcli.expression import Call, Expression, Formula, Name, Number, fold
from gradcli.rules.rule import Rule
from gradcli.source import Source, Span
from gradcli.syntax import parse


class Input(NamedTuple):
    """A variable that the point gives a value to."""

    name: str
    span: Span


class Constant(NamedTuple):
    """A number as written, or a named constant of the language."""

    text: str
    span: Span
    is_named: bool = False


class Operation(NamedTuple):
    """A function of earlier nodes, as it was typed (`ln`) and as its rule.

    `span` is its whole text, `place` the function's name or operator, `arguments` those of its arguments (a node
    has the span of its first use only), `within` the calls of the user's own functions it was written out for.
    """

    function: str
    rule: Rule
    parents: tuple[int, ...]
    span: Span
    place: Span
    arguments: tuple[Span, ...]
    within: tuple[Span, ...] = ()

    @property
    def is_condition(self) -> bool:
        """Is the value true or false?"""
        return self.rule.is_condition


Node = Input | Constant | Operation


@dataclass(frozen=True, slots=True, eq=False)
class Graph:
    """Nodes, parents before children; `output` is the index of the one that is asked for, of `outputs` the first.

    `inputs` and `bindings` give the index of a name's node; `shadowed` are the constants of the language
    that the formula or the point uses as ordinary names.
    """

    source: Source
    nodes: tuple[Node, ...]
    output: int
    inputs: dict[str, int]
    bindings: dict[str, int]
    shadowed: dict[str, Span]
    outputs: tuple[int, ...] = ()


class Lowering:
    """The graph as far as it is built."""

    def __init__(self, source: Source, names: Collection[str], is_rule: bool = False) -> None:
        self.source = source
        self.names = names
        self.is_rule = is_rule
        self.nodes: list[Node] = []
        self.known: dict[object, int] = {}
        self.inputs: dict[str, int] = {}
        self.bindings: dict[str, int] = {}
        self.unbound: dict[str, Span] = {}
        self.shadowed: dict[str, Span] = {}

    def add(self, key: object, node: Node) -> int:
        """The index of the node known as `key`, which is made of `node` if it is new."""
        index = self.known.setdefault(key, len(self.nodes))
        if index == len(self.nodes):
            self.nodes.append(node)
        return index

    def leaf(self, leaf: Number | Name) -> int:
        """The node of a number or a name. A name without a value is kept for one error about them all."""
        if isinstance(leaf, Number):
            return self.add(("number", leaf.text), Constant(leaf.text, leaf.span))
        name, span = leaf.name, leaf.span
        is_constant = name in rules.constant_names()
        if name in self.bindings or name in self.names:
            if is_constant:
                self.shadowed.setdefault(name, span)
            if name in self.bindings:
                return self.bindings[name]
            return self.inputs.setdefault(name, self.add(("input", name), Input(name, span)))
        if is_constant:
            return self.add(("constant", name), Constant(name, span, is_named=True))
        self.unbound.setdefault(name, span)
        return self.add(("input", name), Input(name, span))

    def call(self, call: Call, arguments: Sequence[int]) -> int:
        """The node of a function of nodes; a function of any number of arguments is folded from the left."""
        rule = rules.find(call.function, len(arguments))
        if rule is None:
            raise faults.unknown_function(self.source, call, self.names, self.bindings)
        if not rule.takes(len(arguments)):
            raise faults.wrong_arity(self.source, call, rule)
        if not self.is_rule:
            self.require_kinds(call, rule, arguments)
        placed = [(index, part.span) for index, part in zip(arguments, call.arguments, strict=True)]
        if rule.is_idempotent:  # max(x, y, x) is max(x, y): an argument does not tie with itself
            placed = [
                (index, span) for position, (index, span) in enumerate(placed) if index not in arguments[:position]
            ]
        if not rule.folds:
            return self.operation(rule, tuple(arguments), call, tuple(span for _, span in placed))
        index, span = placed[0]
        for argument, place in placed[1:]:
            index = self.operation(rule, (index, argument), call, (span, place))
            span = span.to(place)
        return index

    def operation(self, rule: Rule, parents: tuple[int, ...], call: Call, arguments: tuple[Span, ...]) -> int:
        """The node of `rule` applied to `parents`, which stand at `arguments`."""
        return self.add(
            (rule.name, parents),
            Operation(call.function, rule, parents, call.span, call.place, arguments, call.within),
        )

    def require_kinds(self, call: Call, rule: Rule, arguments: Sequence[int]) -> None:
        """Conditions where conditions belong, numbers where numbers do."""
        for position, argument in enumerate(arguments):
            wanted = rule.wants_condition(position)
            if self.is_condition(argument) != wanted:
                raise faults.wrong_kind(self.source, call.arguments[position], wanted)

    def is_condition(self, index: int) -> bool:
        """Is the value of this node true or false?"""
        node = self.nodes[index]
        return isinstance(node, Operation) and node.is_condition

    def bind(self, name: str, value: Expression, span: Span, is_asked_for: bool) -> None:
        """Gives a name to a node; one whose gradient is asked for gets a node that nothing else shares.

        In `q = x + y; q*(x + y)` the gradient by q counts only the use of q by name.
        """
        if name in self.bindings or name in self.names:
            raise faults.bound_twice(self.source, name, span, name in self.bindings)
        if is_asked_for:
            value = Call("=", (value,), span.to(value.span), span)
        index = fold(value, self.leaf, self.call)
        if name in rules.constant_names():
            self.shadowed.setdefault(name, span)
        self.bindings[name] = index


def lower(formula: Formula, names: Iterable[str], wrt: Collection[str] = (), *, is_rule: bool = False) -> Graph:
    """The graph of `formula` where the point gives values to `names`, inputs first, in the order of `names`.

    `wrt` are the names whose gradient will be asked for; it matters for names bound in the formula.
    `is_rule` marks a formula of the rule table, whose parameters and output may be true or false.
    Raises GradcliError (`name.*`, `parse.arguments`, `parse.condition`).
    """
    names = tuple(names)
    building = Lowering(formula.source, frozenset(names), is_rule)
    used: dict[str, Span] = {}
    for part in formula.parts():
        if isinstance(part, Name):
            used.setdefault(part.name, part.span)
    bound = {binding.name for binding in formula.bindings}
    for name in names:
        if name in used and name not in bound:
            building.leaf(Name(name, used[name]))
    for binding in formula.bindings:
        building.bind(binding.name, binding.value, binding.span, binding.name in wrt)
    outputs = tuple(fold(result, building.leaf, building.call) for result in formula.results)
    if building.unbound:
        raise faults.unbound(formula, building.unbound, names)
    for output, result in zip(outputs, formula.results, strict=True):
        if building.is_condition(output) and not is_rule:
            raise faults.wrong_kind(formula.source, result, wants_condition=False)
    return Graph(
        formula.source,
        tuple(building.nodes),
        outputs[0],
        building.inputs,
        building.bindings,
        building.shadowed,
        outputs,
    )


@cache
def rule_formula(text: str) -> Formula:
    """A formula of the rule table, read once."""
    return parse(Source(text, "rule"), rules.names())


@cache
def template(text: str, parameters: tuple[str, ...]) -> Graph:
    """The graph of a formula of the rule table, its parameters as inputs."""
    return lower(rule_formula(text), parameters, is_rule=True)
