"""A request on standard input to SymPy's derivatives as text, on standard output. The main program of a process.

SymPy differentiates what it built from the syntax tree: no graph, no sweep and no partial of ours. A derivative is
said as soon as it is known, and again whenever a shorter form of it is found, until the time is up.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Any

from gradcli.check import gradual, worker

Symbolic = Any
"""A SymPy expression; SymPy comes without types."""
SIMPLE, DEGREE = 400, 100
"""Operations and exponents in an expression that SymPy may simplify; beyond, it takes minutes and finds little."""


def main() -> None:
    """Answers the one request."""
    gradual.serve(derive, dict[str, Any]())


def derive(request: Mapping[str, Any], found: dict[str, Any]) -> None:
    """Adds what is asked for to `found`: a text, or the reason why there is none, by its place. Raises nothing."""
    # Imported here, under the limits.
    from gradcli.check.vocabulary import Inexpressible

    try:
        derivation = Derivation(request)
    except Exception as error:  # noqa: BLE001
        # As the worker: SymPy has many exceptions, and its answer may be missing, never in the way.
        found.update((str(place), {"reason": worker.reason_of(error)}) for place in range(len(request["wanted"])))
        return
    known: dict[str, Symbolic] = {}
    for place, wanted in zip(map(str, count()), request["wanted"], strict=False):
        try:
            derivative = derivation.derivative(**wanted)
            found[place] = {"text": derivation.text(derivative)}
            if is_simple(derivative):
                known[place] = derivative
        except Inexpressible as error:
            found[place] = {"reason": str(error)}
        except Exception as error:  # noqa: BLE001
            found[place] = {"reason": worker.reason_of(error)}
    for way in ways() if request["simplify"] else ():
        for place, derivative in known.items():
            with contextlib.suppress(Exception):  # a form that is not found is no harm
                keep_shorter(found, place, derivation.text(way(derivative)))


def keep_shorter(found: dict[str, Any], place: str, text: str) -> None:
    """Takes a text where it is the shortest so far, or the first."""
    before = found[place].get("text")
    if before is None or len(text) < len(before):
        found[place] = {"text": text, "is_simplified": True}


class Derivation:
    """A formula that SymPy has read, and may be asked about."""

    def __init__(self, request: Mapping[str, Any]) -> None:
        from gradcli.check.real import StandIns
        from gradcli.expansion import expanded
        from gradcli.problem import parse

        self.names = request["names"]
        self.formula = expanded(parse(request["text"]))
        self.bound = {binding.name for binding in self.formula.bindings}
        self.taken = frozenset((*self.names, *self.bound))
        self.stand_ins = StandIns()

    def derivative(self, orders: Mapping[str, int], output: int) -> Symbolic:
        """SymPy's derivative of an output; by a name that the formula binds first. Raises Inexpressible."""
        from gradcli.backends import symbols
        from gradcli.check.claims.translation import translated
        from gradcli.check.vocabulary import Inexpressible

        by_bound = [name for name in orders if name in self.bound]
        if len(by_bound) > 1:
            raise Inexpressible("SymPy is not asked about derivatives by several names that the formula binds")
        free = by_bound[0] if by_bound else ""
        # A name that the formula binds is a variable of its own while the derivative is taken.
        read = translated(self.formula, self.names, free, self.stand_ins.manner)
        found = read.expressions[output]
        if symbols.is_nan(found):
            raise Inexpressible("SymPy has no real value for a part of the formula")
        for name in by_bound:
            found = differentiated(found, name, orders[name]).subs(symbols.variable(name), read.bound[name])
        for name, order in orders.items():
            found = found if name in by_bound else differentiated(found, name, order)
        return found

    def text(self, expression: Symbolic) -> str:
        """An expression in gradcli's own language. Raises Inexpressible."""
        from gradcli.check.expressions import expressed
        from gradcli.expression import text

        return text(expressed(expression, self.taken, self.stand_ins.expressions))


def differentiated(expression: Symbolic, name: str, order: int) -> Symbolic:
    """The derivative of some order by a variable."""
    from gradcli.backends import symbols
    from gradcli.check.real import where_it_exists

    for _ in range(order):
        expression = where_it_exists(expression.diff(symbols.variable(name)))
    return expression


def ways() -> Iterator[Callable[[Symbolic], Symbolic]]:
    """What may make an expression shorter, quick ways first."""
    import sympy

    yield sympy.factor_terms
    yield sympy.powsimp
    yield sympy.together
    yield lambda expression: sympy.powsimp(sympy.together(expression))
    yield sympy.simplify
    yield sympy.factor
    yield sympy.trigsimp
    yield lambda expression: sympy.simplify(sympy.factor(expression))


def is_simple(expression: Symbolic) -> bool:
    """Is there hope to make an expression shorter: is it not large, nor a polynomial of a huge degree?"""
    import sympy

    exponents = (power.exp for power in expression.atoms(sympy.Pow))
    return expression.count_ops() <= SIMPLE and all(not exp.is_Rational or abs(exp) <= DEGREE for exp in exponents)
