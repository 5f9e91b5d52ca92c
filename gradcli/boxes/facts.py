"""Conditions whose truth is given in a branch become the order of two numbers, and what that says of others.

An interval has no open end: of `x > 0` narrowing keeps [0, ...]. That 0 itself is left out is remembered here.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field

from gradcli.backends import intervals
from gradcli.backends.intervals import Interval
from gradcli.evaluation import Values, evaluate
from gradcli.graph import Constant, Graph, Input, Node, Operation, template

Key = Hashable
"""What tells the expression of a node from that of any other one in its graph."""
Orders = frozenset[str]
"""How a number may lie to another one: some of `<`, `=` and `>`."""
ANY: Orders = frozenset("<=>")
ORDERS: dict[str, Orders] = {
    "<": frozenset("<"),
    "<=": frozenset("<="),
    ">": frozenset(">"),
    ">=": frozenset(">="),
    "==": frozenset("="),
    "!=": frozenset("<>"),
}
"""The orders in which each comparison is true."""
MIRROR = str.maketrans("<>", "><")


@dataclass(frozen=True, eq=False)
class Facts:
    """What holds in a branch: the orders that pairs of nodes may have. `places` are the nodes by their keys."""

    places: Mapping[Key, int] = field(default_factory=dict)
    orders: Mapping[tuple[int, int], Orders] = field(default_factory=dict)

    def truth(self, formula: str, node: Operation, arguments: tuple[Interval, ...]) -> bool | None:
        """The truth of a condition of the rule table on a node's arguments; None where it is open."""
        graph = template(formula, node.rule.parameters)
        box = dict(zip(node.rule.parameters, arguments, strict=True))
        values = evaluate(graph, intervals, box)
        if not self.orders or intervals.truth(values[graph.output]) is True:
            return intervals.truth(values[graph.output])
        met = dict.fromkeys(self.met(graph, node, values), True)
        return intervals.truth(evaluate(graph, intervals, box, forced=met)[graph.output])

    def met(self, graph: Graph, node: Operation, values: Values) -> Iterator[int]:
        """The comparisons of a condition on a node's arguments that follow from what holds."""
        places = self.alike(graph, node)
        for index, one in enumerate(graph.nodes):
            if not isinstance(one, Operation) or one.rule.name not in ORDERS or values[index] is None:
                continue
            first, second = (places[parent] for parent in one.parents)
            known = self.orders.get((first, second)) if first is not None and second is not None else None
            if known and known & possible(*(values[parent] for parent in one.parents)) <= ORDERS[one.rule.name]:
                yield index

    def alike(self, graph: Graph, node: Operation) -> list[int | None]:
        """For each node of a condition on a node's arguments the one that is the same expression; None for none."""
        arguments = dict(zip(node.rule.parameters, node.parents, strict=True))
        found: list[int | None] = []
        for one in graph.nodes:
            if isinstance(one, Input):
                found.append(arguments[one.name])
                continue
            parents = tuple(found[parent] for parent in one.parents) if isinstance(one, Operation) else ()
            found.append(None if None in parents else self.places.get(key(one, parents)))
        return found


def keys(graph: Graph) -> Iterator[Key]:
    """The key of each node."""
    return (key(node, node.parents if isinstance(node, Operation) else ()) for node in graph.nodes)


def key(node: Node, parents: tuple[int | None, ...]) -> Key:
    """The key of a node; `0` and `0.0` are one."""
    if isinstance(node, Operation):
        return node.rule.name, parents
    if isinstance(node, Constant):
        is_zero = not node.is_named and not node.text.lower().partition("e")[0].strip("0._")
        return "0" if is_zero else node.text
    return "input", node.name


def orders_of(graph: Graph, given: Mapping[int, bool]) -> dict[tuple[int, int], Orders]:
    """The orders that pairs of nodes may have where conditions have the truth that is given."""
    found: dict[tuple[int, int], Orders] = {}
    stack = list(given.items())
    while stack:
        index, truth = stack.pop()
        node = graph.nodes[index]
        assert isinstance(node, Operation)
        if node.rule.name == "not":
            stack.append((node.parents[0], not truth))
        elif node.rule.name in ("and", "or"):
            # A true `and` and a false `or` say so of each part, the others of none.
            stack += [(parent, truth) for parent in node.parents if truth == (node.rule.name == "and")]
        elif node.rule.name in ORDERS:
            first, second = node.parents
            orders = ORDERS[node.rule.name] if truth else ANY - ORDERS[node.rule.name]
            mirrored = frozenset(order.translate(MIRROR) for order in orders)
            found[first, second] = found.get((first, second), ANY) & orders
            found[second, first] = found.get((second, first), ANY) & mirrored
    return found


def possible(x: Interval, y: Interval) -> Orders:
    """The orders that numbers of two intervals may have."""
    ruled_out = {
        "<": intervals.greater_equal(x, y) is True,
        "=": intervals.not_equal(x, y) is True,
        ">": intervals.less_equal(x, y) is True,
    }
    return frozenset(order for order, is_out in ruled_out.items() if not is_out)


def narrowed(
    graph: Graph, box: Mapping[str, Interval], values: Values, given: Mapping[int, bool]
) -> list[dict[str, Interval]]:
    """The parts of a box where conditions can have the truth that is given, cut by comparisons with a name."""
    names = {index: name for name, index in graph.inputs.items()}
    found = [dict(box)]
    for (node, other), orders in orders_of(graph, given).items():
        name, bound = names.get(node), values[other]
        if name is not None and bound is not None and not intervals.is_nan(bound):
            found = [{**part, name: piece} for part in found for piece in pieces(part[name], bound, orders)]
    return found


def pieces(x: Interval, bound: Interval, orders: Orders) -> list[Interval]:
    """The parts of an interval that can lie to `bound` as `orders` say: two around a number that is left out."""
    is_left_out = orders == ORDERS["!="] and intervals.is_point(bound)
    found = []
    for one in ("<", ">") if is_left_out else (orders,):
        piece = intervals.cut(x, high=bound.high) if ">" not in one else x
        piece = intervals.cut(piece, low=bound.low) if "<" not in one else piece
        if not intervals.is_empty(piece) and possible(piece, bound) & frozenset(one):
            found.append(piece)
    return found
