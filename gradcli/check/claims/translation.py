"""A formula becomes a SymPy expression, straight from its syntax tree.

Shared with the answer that SymPy is to judge are the reading of the text and, of the rule table, how a function is
defined by others; but no graph, no sweep and no partial.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import NamedTuple

from gradcli import rules
from gradcli.backends import symbols
from gradcli.backends.symbols import Symbolic
from gradcli.expression import Call, Expression, Formula, Name, Number, fold
from gradcli.graph import rule_formula


class Translation(NamedTuple):
    """A formula as SymPy's expression, and the values of the names that it binds."""

    expression: Symbolic
    bound: Mapping[str, Symbolic]


def translated(formula: Formula, names: Iterable[str], free: str = "") -> Translation:
    """`formula`, which has no functions of its own, in `names`.

    Where it uses the name `free`, though it binds it, that stands for itself.
    """
    known = {name: symbols.variable(name) for name in names}
    bound: dict[str, Symbolic] = {}
    for binding in formula.bindings:
        bound[binding.name] = of_expression(binding.value, known)
        known[binding.name] = symbols.variable(free) if binding.name == free else bound[binding.name]
    return Translation(of_expression(formula.result, known), bound)


def of_expression(expression: Expression, known: Mapping[str, Symbolic]) -> Symbolic:
    """`expression` with what is `known` for its names."""

    def leaf(part: Number | Name) -> Symbolic:
        if isinstance(part, Number):
            return symbols.number(part.text)
        return known[part.name] if part.name in known else symbols.constant(part.name)

    return fold(expression, leaf, of_call)


def of_call(call: Call, arguments: tuple[Symbolic, ...]) -> Symbolic:
    """A function of SymPy expressions: SymPy's own, or what the rule table says it is made of."""
    rule = rules.find(call.function, len(arguments))
    assert rule is not None, call.function
    if rule.name == "if":
        return symbols.select(*arguments)
    function = getattr(symbols, rule.backend_name, None)
    if function is None:
        return of_expression(rule_formula(rule.definition).result, dict(zip(rule.parameters, arguments, strict=True)))
    return reduce(function, arguments) if rule.folds else function(*arguments)
