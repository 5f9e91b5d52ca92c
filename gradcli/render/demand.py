"""A formula's bindings, made of parts of moderate depth, and which of them every point needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from typing import NamedTuple

from gradcli.expression import Binding, Call, Expression, Formula, Name, Number, fold

DEEPEST = 50
"""The most operations within each other in one statement; Python's own parser takes about 100."""


class Demand(NamedTuple):
    """The names that are needed at all points, and those that are needed at some, for some branches, only."""

    always: frozenset[str]
    sometimes: frozenset[str]


class Names(NamedTuple):
    """The names that the value of an expression needs at all points, and all that stand in it."""

    always: frozenset[str]
    all: frozenset[str]


class Measured(NamedTuple):
    """An expression and the number of operations within each other in it."""

    expression: Expression
    depth: int = 0


def shallow(formula: Formula) -> tuple[tuple[Binding, ...], tuple[Expression, ...]]:
    """The bindings and outputs of a formula, with what is nested deeper than `DEEPEST` bound to names of its own."""
    taken = {part.name for part in formula.parts() if isinstance(part, Name)}
    taken.update(binding.name for binding in formula.bindings)
    fresh = (name for number in count(1) if (name := f"part{number}") not in taken)
    bindings: list[Binding] = []

    def leaf(part: Number | Name) -> Measured:
        return Measured(part)

    def call(called: Call, parts: tuple[Measured, ...]) -> Measured:
        made = called._replace(arguments=tuple(part.expression for part in parts))
        depth = 1 + max(part.depth for part in parts)
        if depth < DEEPEST:
            return Measured(made, depth)
        bindings.append(Binding(next(fresh), made, called.span))
        return Measured(Name(bindings[-1].name, called.span))

    for binding in formula.bindings:
        value = fold(binding.value, leaf, call).expression
        bindings.append(Binding(binding.name, value, binding.span))
    results = tuple(fold(result, leaf, call).expression for result in formula.results)
    return tuple(bindings), results


def demand_of(bindings: Iterable[Binding], results: Sequence[Expression]) -> Demand:
    """Which of the bindings the results need, always or sometimes; the rest is not needed."""
    always: set[str] = set()
    everything: set[str] = set()
    for result in results:
        names = names_of(result)
        always |= names.always
        everything |= names.all
    for binding in reversed(tuple(bindings)):
        if binding.name in everything:
            names = names_of(binding.value)
            everything |= names.all
            if binding.name in always:
                always |= names.always
    bound = frozenset(binding.name for binding in bindings)
    return Demand(bound & always, bound & (everything - always))


def names_of(expression: Expression) -> Names:
    """The names in an expression. A choice always needs its condition, and what both its sides need."""
    nothing = frozenset[str]()

    def leaf(part: Number | Name) -> Names:
        names = frozenset([part.name]) if isinstance(part, Name) else nothing
        return Names(names, names)

    def call(called: Call, parts: tuple[Names, ...]) -> Names:
        everything = nothing.union(*(part.all for part in parts))
        if called.function in ("if", "where"):
            condition, yes, no = parts
            return Names(condition.always | (yes.always & no.always), everything)
        if called.function in ("and", "or"):
            return Names(parts[0].always, everything)
        return Names(nothing.union(*(part.always for part in parts)), everything)

    return fold(expression, leaf, call)
