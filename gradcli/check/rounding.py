"""A number that is off, and SymPy's, to the answer whether rounding did it or a wrong rule."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

import mpmath
import sympy
from mpmath.libmp import dps_to_prec

from gradcli.backends import symbols
from gradcli.backends.symbols import Symbolic
from gradcli.check.derivative import Quantity
from gradcli.check.digits import CONSTANTS, Number, real
from gradcli.check.symbolic import VALUE, scale_of, scale_of_value
from gradcli.expression import Formula
from gradcli.graph import Constant, Node, lower
from gradcli.reverse import differentiate

PRECISE = (50, 200, 800)
"""Digits for a sweep that shows whether our rules are right: the more, the more cancels."""
RELATIVE, PRECISE_CANCELLED = 1e-20, 1e-25
"""How far that sweep may be off: relatively, and relative to the contributions that cancel."""
COARSE = (13, 14, 15, 16, 17)
"""Digits for sweeps that round about as doubles do. Several, since one may be right by chance where ours is not."""
EXPLAINED = 100
"""A double may be so many times farther off than the worst of those, each measured by its own last bit."""
CANCELLED = 2e-15
"""How far off a double may be, relative to the contributions that cancel: a few ulp of each."""


@dataclass(frozen=True)
class Swept:
    """A value or a derivative from gradcli's own rules and sweep, in some precision.

    `scale` is the sum of the absolute terms it was added up from; `leaves_doubles` says that some number on
    the way is too small or too large for a double.
    """

    value: Number
    scale: Number
    leaves_doubles: bool


class Sweeps:
    """gradcli's own sweeps of a formula at a point by some names, each precision once."""

    def __init__(self, formula: Formula, point: Mapping[str, float], names: Collection[str]) -> None:
        self.formula = formula
        self.point = point
        self.names = [name for name in names if name != VALUE]
        self.found: dict[tuple[bool, int], dict[str, Swept]] = {}

    def at(self, name: str, digits: int) -> Swept:
        """The derivative by `name`, or the value, with so many digits. Raises NoValue."""
        key = name == VALUE, digits
        if key not in self.found:
            self.found[key] = self.sweep(*key)
        return self.found[key][name]

    def sweep(self, is_value: bool, digits: int) -> dict[str, Swept]:
        """The derivatives by all names, or the value. Raises NoValue."""
        wrt = [] if is_value else self.names
        graph = lower(self.formula, self.point, wrt)
        numbers = {variable: sympy.Float(value, digits) for variable, value in self.point.items()}
        if is_value:
            graph = replace(graph, nodes=tuple(map(with_a_double, graph.nodes)))
        found = differentiate(graph, symbols.at_precision(digits), numbers, wrt, checked=False)
        steps = [number for part in found.contributions for number in (part.partial, part.value)]
        leaves_doubles = any(map(is_outside, (*found.values, *found.adjoints, *steps)))
        scale = {VALUE: scale_of_value(found)} if is_value else scale_of(found)
        results = {VALUE: found.value} if is_value else found.gradient
        return {
            name: Swept(real(number), real(sympy.sympify(scale[name])), leaves_doubles)
            for name, number in results.items()
        }


def is_rounding(sweeps: Sweeps, name: str, ours: float, theirs: Quantity) -> bool:
    """Is our number off only because doubles have 16 digits, and 308 orders of magnitude either way?

    Then our own sweep agrees with SymPy when it has more digits, and is also off when it has about as few.
    """
    if not math.isfinite(ours) or not is_explained(sweeps, name, ours, theirs.value):
        return False
    # The constants in the rule table's partials are the true ones, so both sides have these.
    exact = theirs.value if name == VALUE else theirs.true_value()
    return any(is_precise(sweeps.at(name, digits), exact, ours, digits) for digits in PRECISE)


def is_explained(sweeps: Sweeps, name: str, ours: float, theirs: Number) -> bool:
    """Are sweeps with about as few digits as doubles have as far off?

    Or are the contributions that cancel so large that their last digits explain it, or does a sweep leave the range
    of doubles, or have no right digit?
    """
    allowed: Number = 0
    for digits in COARSE:
        found = sweeps.at(name, digits)
        error = distance(found.value, theirs)
        # Without a right digit one cannot tell from this number how far off another may be.
        if found.leaves_doubles or (digits >= 15 and theirs and error >= abs(theirs)):
            return True
        allowed = max(allowed, EXPLAINED * mpmath.ldexp(error, dps_to_prec(digits) - 53), CANCELLED * found.scale)
    return bool(distance(mpmath.mpf(ours), theirs) <= allowed)


def is_precise(found: Swept, exact: Number, ours: float, digits: int) -> bool:
    """Is a sweep with so many digits right?"""
    if not exact:
        # What is left of a true zero gets smaller with each digit more; what a wrong rule leaves does not.
        return bool(
            abs(found.value) <= max(PRECISE_CANCELLED * found.scale, abs(ours) * mpmath.mpf(10) ** -(digits // 2))
        )
    return bool(distance(found.value, exact) <= max(RELATIVE * abs(exact), PRECISE_CANCELLED * found.scale))


def distance(left: Number, right: Number) -> Number:
    """The absolute difference, which the default precision would round away."""
    with mpmath.workdps(60):
        return abs(left - right)


def with_a_double(node: Node) -> Node:
    """A constant that the user wrote as the number that SymPy's value has for it; any other node as it is."""
    if isinstance(node, Constant) and node.is_named and node.text in CONSTANTS:
        return node._replace(text=repr(CONSTANTS[node.text]), is_named=False)
    return node


def is_outside(number: Symbolic | None) -> bool:
    """Is this a number that a double cannot hold to its last digit?"""
    if number is None or not number.is_Float or number.is_zero:
        return False
    return not -1021 <= mpmath.mag(real(number)) <= 1024
