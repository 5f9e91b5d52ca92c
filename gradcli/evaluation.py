"""A graph and a point become the value of each node that the output needs, with any backend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gradcli import absences
from gradcli.backends.backend import Backend
from gradcli.graph import Constant, Graph, Input, Node, Operation, template
from gradcli.rules.rule import COMPARISONS, Rule

Values = list[Any]
"""A value for each node of a graph, None where the node was not evaluated."""


def evaluate(
    graph: Graph,
    backend: Backend,
    point: Mapping[str, Any],
    *,
    checked: bool = False,
    forced: Mapping[int, bool] | None = None,
) -> Values:
    """The value of each node that the output needs at `point`; a branch that is not taken is not evaluated.

    `forced` are conditions whose truth is given, by their nodes.

    `checked` refuses what has no value: it raises GradcliError (`domain.*`, `overflow.*`). The formulas of
    the rule table are evaluated unchecked: there 1/0 is infinite, and the sweep deals with it.
    """
    nodes = graph.nodes
    values: Values = [None] * len(nodes)
    for index, truth in (forced or {}).items():
        values[index] = truth
    stack = [graph.output]
    while stack:
        index = stack[-1]
        if values[index] is None:
            node = nodes[index]
            if missing := missing_parents(node, values, backend):
                stack.extend(missing)
                continue
            values[index] = compute(node, values, backend, point)
            if checked and isinstance(node, Operation):
                refuse_no_value(graph, node, values, values[index], backend)
        stack.pop()
    return values


def missing_parents(node: Node, values: Values, backend: Backend) -> list[int]:
    """The parents that `node` needs and that have no value yet, the last one first."""
    if not isinstance(node, Operation):
        return []
    return [parent for parent in reversed(demanded(node, values, backend)) if values[parent] is None]


def demanded(node: Operation, values: Values, backend: Backend) -> tuple[int, ...]:
    """The parents whose values `node` needs, as far as that is known from the values there are."""
    name, parents = node.rule.name, node.parents
    if name not in ("if", "and", "or"):
        return parents
    first = values[parents[0]]
    if first is None:
        return parents[:1]
    truth = backend.truth(first)
    if truth is None:
        return parents[1:]
    if name == "if":
        return parents[1:2] if truth else parents[2:]
    return parents[1:] if truth == (name == "and") else ()


def compute(node: Node, values: Values, backend: Backend, point: Mapping[str, Any]) -> Any:
    """The value of one node from those of its parents."""
    if isinstance(node, Input):
        return point[node.name]
    if isinstance(node, Constant):
        return backend.constant(node.text) if node.is_named else backend.number(node.text)
    if node.rule.name in ("if", "and", "or") and backend.truth(values[node.parents[0]]) is not None:
        taken = demanded(node, values, backend)
        return values[taken[0]] if taken else values[node.parents[0]]
    arguments = [values[parent] for parent in node.parents]
    if backend.IS_INTERVAL and node.rule.name in COMPARISONS and node.parents[0] == node.parents[1]:
        # Two intervals cannot tell that they stand for one number; that it is one decides.
        arguments = [backend.number("0")] * 2 if not backend.is_nan(arguments[0]) else arguments
    return apply(node.rule, arguments, backend)


def apply(rule: Rule, arguments: list[Any], backend: Backend) -> Any:
    """The value of a function, from the backend or, where it has none, from the row's definition."""
    function = getattr(backend, rule.backend_name, None)
    if function is not None:
        return function(*arguments)
    return formula_value(rule.definition, rule.parameters, arguments, backend)


def formula_value(formula: str, parameters: tuple[str, ...], arguments: list[Any], backend: Backend) -> Any:
    """The value of a formula of the rule table."""
    graph = template(formula, parameters)
    node = graph.nodes[graph.output]
    if isinstance(node, Constant):  # as many partials are: `1` for a sum
        return compute(node, [], backend, {})
    return evaluate(graph, backend, dict(zip(parameters, arguments, strict=True)))[graph.output]


def refuse_no_value(graph: Graph, node: Operation, values: Values, result: Any, backend: Backend) -> None:
    """Raises where a function has no value, or one too large for the backend's numbers."""
    rule = node.rule
    arguments = [values[parent] for parent in node.parents]
    for domain in rule.domain:
        if backend.truth(formula_value(domain.predicate, rule.parameters, arguments, backend)) is False:
            spans = dict(zip(rule.parameters, node.arguments, strict=True))
            texts = named_texts(rule, arguments, backend)
            raise absences.outside_domain(site_of(graph, node), domain, texts, spans)
    if rule.is_condition or backend.is_finite(result):
        return
    given = [argument for argument in arguments if argument is not None]
    is_finite = all(map(backend.is_finite, given))
    if backend.is_nan(result):
        raise absences.no_value(site_of(graph, node), named_texts(rule, given, backend), is_finite)
    if is_finite:
        raise absences.too_large(site_of(graph, node), named_texts(rule, given, backend))


def site_of(graph: Graph, node: Operation) -> absences.Site:
    """Where in the text a node's function is called."""
    return absences.Site(graph.source, node.function, node.rule, node.place, node.within)


def named_texts(rule: Rule, arguments: list[Any], backend: Backend) -> dict[str, str]:
    """The values of arguments as text, by parameter."""
    return {name: backend.text(value) for name, value in zip(rule.parameters, arguments, strict=False)}


def underflowed(graph: Graph, values: Sequence[Any], backend: Backend) -> set[int]:
    """The nodes that are zero only because their value is too small for the backend's numbers."""
    found: set[int] = set()
    for index, node in enumerate(graph.nodes):
        if not isinstance(node, Operation) or node.rule.vanishes or values[index] is None:
            continue
        if backend.is_zero(values[index]):
            zeros = [parent for parent in node.parents if backend.is_zero(values[parent])]
            if all(parent in found for parent in zeros):
                found.add(index)
    return found
