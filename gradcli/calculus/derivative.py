"""A formula becomes its derivative as a formula: the graph of its slopes, of any order, written out again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gradcli.calculus.slopes import needed, slopes
from gradcli.errors import GradcliError
from gradcli.expression import Formula
from gradcli.graph import Graph
from gradcli.problem import Problem, natural, parse, posed_as_is, variables
from gradcli.sharing import formula_of

LARGEST = 20_000
"""Nodes of a derivative of which one more is made; a higher order would take minutes, and nobody could read it."""
HIGHEST = 100
"""Order of a derivative that can be asked for."""


@dataclass(frozen=True, eq=False)
class Derivative:
    """The derivatives of the outputs of a formula, as the outputs of `graph`.

    With `orders` each output has one derivative, so many times by each of `names`; without, the first by each of them.
    """

    problem: Problem
    names: tuple[str, ...]
    orders: tuple[int, ...] | None
    graph: Graph

    @property
    def wanted(self) -> list[tuple[int, dict[str, int]]]:
        """For each output of the graph the place of the output of the formula, and how often by which name."""
        places = range(len(self.problem.graph.outputs))
        if self.orders is not None:
            orders = {name: order for name, order in zip(self.names, self.orders, strict=True) if order}
            return [(place, orders) for place in places]
        return [(place, {name: 1}) for place in places for name in self.names]

    def formula(self, *, expand: bool = False) -> Formula:
        """The derivatives as a formula, shared parts bound to names; with `expand` written out in place."""
        return formula_of(self.graph, self.graph.outputs, expand=expand)


def diff(
    text: str | Formula,
    wrt: str | Iterable[str] | None = None,
    order: int | Sequence[int] | None = None,
    *,
    expand: bool = False,
) -> Formula:
    """The derivative of a formula as a formula; `str` of it reads back in.

    `wrt` are names that the formula has; all that it leaves open when it is None. `order` says how often by each of
    them; without it there is one output for each name. Shared parts are bound to w1, w2, ..., unless `expand` asks for
    a single expression. Away from the edges of functions, such as kinks, it is the derivative. Raises GradcliError:
    `parse.*`, `name.*`, `usage.order`, `derivative.unknown`.
    """
    return derivative(text, wrt, order).formula(expand=expand)


def derivative(
    text: str | Formula, wrt: str | Iterable[str] | None = None, order: int | Sequence[int] | None = None
) -> Derivative:
    """The derivative of a formula as a graph; see `diff`."""
    formula = text if isinstance(text, Formula) else parse(text)
    if wrt is not None and not isinstance(wrt, str):
        wrt = list(wrt)
        if order is None and len(set(wrt)) < len(wrt):  # d^2/dx^2 for those who name x twice
            order = tuple(Counter(wrt).values())
    free = variables(formula, () if wrt is None else [wrt] if isinstance(wrt, str) else list(wrt))
    problem = posed_as_is(formula, dict.fromkeys(natural(free), 1.0), wrt)
    names = problem.wrt
    if not names:
        help = "name what to differentiate by: `--wrt x`"
        raise GradcliError("usage.order", "the formula has no variable to differentiate by", formula.source, None, help)
    orders = orders_of(formula, names, order)
    if orders is None:
        graph = slopes(problem.graph, names, outputs=problem.graph.outputs, keeps_edges=False)
        return Derivative(problem, names, None, graph)
    graph = needed(problem.graph)
    steps = [name for name, count in zip(names, orders, strict=True) for _ in range(count)]
    for done, name in enumerate(steps):
        if done and len(graph.nodes) > LARGEST:
            message = f"the derivative of order {done} has more than {LARGEST:,} operations already"
            help = "ask for a lower order; `gradcli taylor` gives the numbers of high ones"
            raise GradcliError("usage.order", message, formula.source, None, help)
        graph = slopes(graph, [name], outputs=graph.outputs, keeps_edges=False)
    return Derivative(problem, names, orders, graph)


def orders_of(formula: Formula, names: Sequence[str], order: int | Sequence[int] | None) -> tuple[int, ...] | None:
    """How often by each name; None where the first derivative by each of them is meant."""
    if order is None:
        return (1,) if len(names) == 1 else None
    orders = (order,) if isinstance(order, int) else tuple(order)
    if not all(isinstance(one, int) for one in orders):
        raise GradcliError("usage.order", f"{order!r} is no list of whole numbers", help="give one for each name")
    if len(orders) != len(names):
        message = f"orders given: {len(orders)}, names: {len(names)}"
        example = ",".join("1" for _ in names)
        help = f"give one for each of {', '.join(names)}: `--wrt {','.join(names)} --order {example}`"
        raise GradcliError("usage.order", message, formula.source, None, help)
    if min(orders) < 0 or not 1 <= sum(orders) <= HIGHEST:
        message = f"an order of {sum(orders)} in all is not possible" if min(orders) >= 0 else "an order is negative"
        help = f"orders are whole numbers, and add up to 1 at least and {HIGHEST} at most"
        raise GradcliError("usage.order", message, formula.source, None, help)
    return orders
