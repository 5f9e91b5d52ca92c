"""A formula and a point to SymPy's value there, and to its derivative by each of some names."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import sympy

from gradcli.backends.symbols import Symbolic
from gradcli.check.digits import NoValue, Number, Point, settled
from gradcli.check.smooth import Smooth, smooth
from gradcli.check.symbolic import VALUE
from gradcli.expression import Formula

ONE = sympy.Integer(1)


@dataclass(frozen=True)
class Quantity:
    """SymPy's formula for one number, what its symbols stand for, and the number."""

    formula: Symbolic
    point: Point
    value: Number

    @classmethod
    def of(cls, formula: Symbolic, point: Point) -> Quantity:
        """The quantity that `formula` is at `point`. Raises NoValue."""
        return cls(formula, point, settled(formula, point))

    def true_value(self) -> Number:
        """The value with the true pi and e in place of the doubles. Raises NoValue."""
        return settled(self.formula, self.point.with_true_constants)


def compute(
    formula: Formula, point: Mapping[str, float], wanted: Collection[str]
) -> tuple[dict[str, Quantity], dict[str, str]]:
    """Of the value (`VALUE`) and the derivatives by names: what SymPy has a number for; else the reason why not.

    By a name bound in the formula it is another formula, so each of these is built anew.
    """
    bound = {binding.name for binding in formula.bindings}
    wrt = [name for name in wanted if name != VALUE]
    groups = [[name for name in wrt if name not in bound], *([name] for name in wrt if name in bound)]
    known: dict[str, Quantity] = {}
    missing: dict[str, str] = {}
    if VALUE in wanted:
        try:
            # Nothing moves, so that a value is known also where there is no derivative.
            still = smooth(formula, point, ())
            known[VALUE] = Quantity.of(still.expression, still.point)
        except NoValue as reason:
            missing[VALUE] = str(reason)
    for names in filter(None, groups):
        try:
            piece = smooth(formula, point, names)
        except NoValue as reason:
            missing.update(dict.fromkeys(names, str(reason)))
            continue
        for name, derivative in derivatives(piece).items():
            try:
                known[name] = Quantity.of(derivative, piece.point)
            except NoValue as reason:
                missing[name] = str(reason)
    return known, missing


def derivatives(piece: Smooth) -> dict[str, Symbolic]:
    """SymPy's derivative of a formula by each of its variables.

    Where a large part of the formula has a symbol, so has its derivative by each variable: the chain rule.
    """
    variables = {symbol: name for name, symbol in piece.variables.items()}
    inner: dict[Symbolic, dict[Symbolic, Symbolic]] = {symbol: {symbol: ONE} for symbol in variables}
    for symbol, part in list(piece.point.definitions.items()):
        if symbol in variables:
            continue  # a name of the formula that is itself what the derivative is taken by
        inner[symbol] = {}
        for variable, derivative in total_derivatives(part, inner).items():
            slope = sympy.Symbol(f"{symbol} by {variable}", real=True)
            piece.point.definitions[slope] = derivative
            inner[symbol][variable] = slope
    found = total_derivatives(piece.expression, inner)
    return {name: found.get(symbol, sympy.Integer(0)) for symbol, name in variables.items()}


def total_derivatives(
    expression: Symbolic, inner: Mapping[Symbolic, Mapping[Symbolic, Symbolic]]
) -> dict[Symbolic, Symbolic]:
    """The derivatives of `expression` by the variables it depends on; `inner` are those of its symbols.

    Term by term, so that a sum of many terms in many names does not cost their product.
    """
    terms: dict[Symbolic, list[Symbolic]] = {}
    for term in sympy.Add.make_args(expression):
        for symbol in sorted(term.free_symbols & inner.keys(), key=str):
            partial = term.diff(symbol)
            for variable, slope in inner[symbol].items():
                terms.setdefault(variable, []).append(partial * slope)
    return {variable: sympy.Add(*parts, evaluate=False) for variable, parts in terms.items()}
