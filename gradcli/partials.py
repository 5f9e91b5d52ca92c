"""The partials of a function at a point: which formula holds there, its value and its text."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from gradcli.backends.backend import Backend
from gradcli.evaluation import evaluate, formula_value, underflowed
from gradcli.expression import Call, Expression, Name, Number, fold, text
from gradcli.graph import rule_formula, template
from gradcli.rules.rule import Edge, Rule


def edge_at(rule: Rule, arguments: list[Any], backend: Backend) -> Edge | None:
    """The first edge of `rule` on which `arguments` lie, if any.

    Where numbers stand for intervals that may hold a jump, or a point without a slope, no slope is known: then it
    is an edge that says so. Other edges that they may hold need none: the formulas enclose the slopes on all sides.
    """
    unsure: list[Edge] = []
    met: Edge | None = None
    for edge in rule.edges:
        if edge.kind == "rounding" and not backend.IS_DOUBLE:
            continue  # the row's own formula is as good there, and mostly narrower
        truth = backend.truth(formula_value(edge.when, rule.parameters, arguments, backend))
        if truth:
            met = edge
            break
        if truth is None and backend.IS_INTERVAL and edge.kind in ("jump", "undefined"):
            unsure.append(edge)
    return undecided(unsure, met or Edge("undefined", "", ("",) * len(rule.parameters), "")) if unsure else met


def undecided(unsure: list[Edge], met: Edge) -> Edge:
    """The edge `met` where others come first that may be met: the slopes that these change are not known."""

    def is_lost(argument: int) -> bool:
        return any(edge.concerns(argument) or (edge.kind == "undefined" and edge.partials[argument]) for edge in unsure)

    partials = tuple("0/0" if is_lost(argument) else formula for argument, formula in enumerate(met.partials))
    return met._replace(partials=partials, reason=f"whether {unsure[0].when} is not decided")


def formula_of(rule: Rule, argument: int, edge: Edge | None) -> str:
    """The formula of the partial by an argument, in gradcli's own language."""
    return (edge.partials[argument] if edge else "") or rule.partials[argument]


@cache
def piecewise(rule: Rule, argument: int) -> str:
    """The formula of the partial by an argument with all edges in it, as conditions; empty where it is not known."""
    formula = rule.partials[argument]
    for edge in reversed(rule.edges) if formula else ():
        there = edge.partials[argument] or rule.partials[argument]
        if there != formula:
            formula = f"if({edge.when}, {there}, {formula})"
    return formula


def formula_beside(rule: Rule, argument: int, edge: Edge, side: str) -> str:
    """The formula of the partial on one side, `left` or `right`, of a kink or a jump."""
    slopes = edge.left if side == "left" else edge.right
    return slopes[argument] if slopes and slopes[argument] else formula_of(rule, argument, edge)


def value_of(formula: str, rule: Rule, arguments: list[Any], result: Any, backend: Backend) -> Any:
    """The value of a partial's formula."""
    return formula_value(formula, (*rule.parameters, "v"), [*arguments, result], backend)


def expression_of(
    formula: str, rule: Rule, arguments: list[Any], result: Any, backend: Backend, names: Mapping[str, Expression]
) -> Expression:
    """A partial's formula as it applies here: the branch taken, parameters and `v` replaced, numbers folded."""
    expression = rule_formula(formula).result
    while isinstance(expression, Call) and expression.function == "if":
        condition, yes, no = expression.arguments
        truth = backend.truth(value_of(text(condition), rule, arguments, result, backend))
        if truth is None:
            break
        expression = yes if truth else no
    return fold(
        expression,
        lambda leaf: names.get(leaf.name, leaf) if isinstance(leaf, Name) else leaf,
        lambda call, parts: folded(Call(call.function, parts, call.span, call.place)),
    )


def folded(call: Call) -> Expression:
    """`x^1` and `1*x` become `x`, and sums of short numbers one number, where doubles give exactly the same."""
    match call:
        case Call("+" | "-" as sign, (Number(left), Number(right))):
            from decimal import Decimal  # here, since only a trace needs it

            exact = Decimal(left) + Decimal(right) if sign == "+" else Decimal(left) - Decimal(right)
            rounded = float(left) + float(right) if sign == "+" else float(left) - float(right)
            # A number is only printed if it is the one that was computed.
            if float(exact) == rounded and len(str(exact)) < 20:
                number = Number(f"{abs(exact)}", call.span)
                return number if exact >= 0 else Call("-", (number,), call.span, call.place)
        case Call("^" | "/", (base, Number("1"))):
            return base
        case Call("*", (Number("1"), other)) | Call("*", (other, Number("1"))):
            return other
    return call


def names_in(formula: str, rule: Rule, arguments: list[Any], result: Any, backend: Backend) -> set[str]:
    """The parameters, and `v`, that a partial's formula depends on where it applies here."""
    expression = expression_of(formula, rule, arguments, result, backend, {})
    return set(template(text(expression), (*rule.parameters, "v")).inputs)


def is_too_small(formula: str, rule: Rule, arguments: list[Any], result: Any, backend: Backend) -> bool:
    """Is a partial zero only because it is too small for the backend's numbers?"""
    graph = template(formula, (*rule.parameters, "v"))
    values = evaluate(graph, backend, dict(zip((*rule.parameters, "v"), [*arguments, result], strict=True)))
    return graph.output in underflowed(graph, values, backend)
