"""A number that is off, and SymPy's, to the answer whether rounding did it or a wrong rule."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import mpmath
import sympy

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
COARSE = (15, 16, 17)
"""Digits for sweeps that round as doubles do (53 bits), and a little less."""
EXPLAINED = 100
"""A double may be so many times farther off than those: they round by chance, and the last has 7 bits more."""
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


def is_rounding(formula: Formula, point: Mapping[str, float], name: str, ours: float, theirs: Quantity) -> bool:
    """Is our number off only because doubles have 16 digits, and 308 orders of magnitude either way?

    Then our own sweep agrees with SymPy when it has more digits. A derivative is also off when the sweep has as few,
    or the contributions that cancel are so large that their last digits explain it, or it leaves the range of
    doubles; a value needs no such proof, since no rule of ours made it.
    """
    if not math.isfinite(ours):
        return False
    if name != VALUE:
        coarse = [sweep(formula, point, name, digits) for digits in COARSE]
        allowed = max(max(EXPLAINED * distance(at.value, theirs.value), CANCELLED * at.scale) for at in coarse)
        is_explained = distance(mpmath.mpf(ours), theirs.value) <= allowed or any(at.leaves_doubles for at in coarse)
        if not is_explained:
            return False
    # The constants in the rule table's partials are the true ones, so both sides have these.
    exact = theirs.value if name == VALUE else theirs.true_value()
    precise = (sweep(formula, point, name, digits) for digits in PRECISE)
    return any(distance(at.value, exact) <= max(RELATIVE * abs(exact), PRECISE_CANCELLED * at.scale) for at in precise)


def distance(left: Number, right: Number) -> Number:
    """The absolute difference, which the default precision would round away."""
    with mpmath.workdps(60):
        return abs(left - right)


def sweep(formula: Formula, point: Mapping[str, float], name: str, digits: int) -> Swept:
    """The derivative by `name`, or the value, with so many digits. Raises NoValue."""
    wrt = () if name == VALUE else (name,)
    graph = lower(formula, point, wrt)
    numbers = {variable: sympy.Float(value, digits) for variable, value in point.items()}
    if name == VALUE:
        graph = replace(graph, nodes=tuple(map(with_a_double, graph.nodes)))
    found = differentiate(graph, symbols.at_precision(digits), numbers, wrt, checked=False)
    number = found.value if name == VALUE else found.gradient[name]
    steps = [number for part in found.contributions for number in (part.partial, part.value)]
    leaves_doubles = any(map(is_outside, (*found.values, *found.adjoints, *steps)))
    scale = scale_of_value(found) if name == VALUE else scale_of(found)[name]
    return Swept(real(number), real(sympy.sympify(scale)), leaves_doubles)


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
