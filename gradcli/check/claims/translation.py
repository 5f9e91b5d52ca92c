"""A formula becomes a SymPy expression, straight from its syntax tree.

Shared with the answer that SymPy is to judge are the reading of the text and, of the rule table, how a function is
defined by others; but no graph, no sweep and no partial.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import NamedTuple

from gradcli import rules
from gradcli.backends import symbols
from gradcli.backends.symbols import Symbolic
from gradcli.expression import Call, Expression, Formula, Name, Number, fold
from gradcli.graph import rule_formula
from gradcli.rules.rule import Rule


class Manner(NamedTuple):
    """How a number as written is read, and a function of SymPy expressions; None of the latter: as in `symbols`."""

    number: Callable[[str], Symbolic] = symbols.number
    function: Callable[[Rule, tuple[Symbolic, ...]], Symbolic | None] = lambda rule, arguments: None


PLAIN = Manner()


class Translation(NamedTuple):
    """The outputs of a formula as SymPy's expressions, and the values of the names that it binds."""

    expressions: tuple[Symbolic, ...]
    bound: Mapping[str, Symbolic]

    @property
    def expression(self) -> Symbolic:
        """The output, of several the first."""
        return self.expressions[0]


def translated(formula: Formula, names: Iterable[str], free: str = "", manner: Manner = PLAIN) -> Translation:
    """`formula`, which has no functions of its own, in `names`.

    Where it uses the name `free`, though it binds it, that stands for itself.
    """
    known = {name: symbols.variable(name) for name in names}
    bound: dict[str, Symbolic] = {}
    for binding in formula.bindings:
        bound[binding.name] = of_expression(binding.value, known, manner)
        known[binding.name] = symbols.variable(free) if binding.name == free else bound[binding.name]
    return Translation(tuple(of_expression(result, known, manner) for result in formula.results), bound)


def of_expression(expression: Expression, known: Mapping[str, Symbolic], manner: Manner = PLAIN) -> Symbolic:
    """`expression` with what is `known` for its names."""

    def leaf(part: Number | Name) -> Symbolic:
        if isinstance(part, Number):
            return manner.number(part.text)
        return known[part.name] if part.name in known else symbols.constant(part.name)

    return fold(expression, leaf, lambda call, arguments: of_call(call, arguments, manner))


def of_call(call: Call, arguments: tuple[Symbolic, ...], manner: Manner) -> Symbolic:
    """A function of SymPy expressions: SymPy's own, or what the rule table says it is made of."""
    rule = rules.find(call.function, len(arguments))
    assert rule is not None, call.function
    if rule.name == "if":
        return symbols.select(*arguments)
    if not rule.folds and (found := manner.function(rule, arguments)) is not None:
        return found
    function = getattr(symbols, rule.backend_name, None)
    if function is None:
        known = dict(zip(rule.parameters, arguments, strict=True))
        return of_expression(rule_formula(rule.definition).result, known, manner)
    return reduce(function, arguments) if rule.folds else function(*arguments)
