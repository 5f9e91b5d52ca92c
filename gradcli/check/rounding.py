"""A number that is off, and SymPy's, to the answer whether rounding did it or a wrong rule."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import mpmath
import sympy

from gradcli.backends import symbols
from gradcli.backends.symbols import Symbolic
from gradcli.check.derivative import Derivative
from gradcli.check.digits import Number, real
from gradcli.expression import Formula
from gradcli.graph import lower
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
    """A derivative from gradcli's own rules and sweep, in some precision.

    `scale` is the sum of the absolute contributions it was added up from; `leaves_doubles` says that some number on
    the way is too small or too large for a double.
    """

    value: Number
    scale: Number
    leaves_doubles: bool


def is_rounding(formula: Formula, point: Mapping[str, float], name: str, ours: float, theirs: Derivative) -> bool:
    """Is our number off only because doubles have 16 digits, and 308 orders of magnitude either way?

    Then our own sweep agrees with SymPy when it has more digits; and when it has as few it is off as well, or the
    contributions that cancel are so large that their last digits explain it, or it leaves the range of doubles.
    """
    if not math.isfinite(ours):
        return False
    coarse = [sweep(formula, point, name, digits) for digits in COARSE]
    allowed = max(max(EXPLAINED * distance(at.value, theirs.value), CANCELLED * at.scale) for at in coarse)
    is_explained = distance(mpmath.mpf(ours), theirs.value) <= allowed or any(at.leaves_doubles for at in coarse)
    if not is_explained:
        return False
    # The constants in the rule table's formulas are the true ones, so both sides have these.
    exact = theirs.true_value()
    precise = (sweep(formula, point, name, digits) for digits in PRECISE)
    return any(distance(at.value, exact) <= max(RELATIVE * abs(exact), PRECISE_CANCELLED * at.scale) for at in precise)


def distance(left: Number, right: Number) -> Number:
    """The absolute difference, which the default precision would round away."""
    with mpmath.workdps(60):
        return abs(left - right)


def sweep(formula: Formula, point: Mapping[str, float], name: str, digits: int) -> Swept:
    """The derivative by `name` with so many digits. Raises NoValue."""
    graph = lower(formula, point, (name,))
    numbers = {variable: sympy.Float(value, digits) for variable, value in point.items()}
    found = differentiate(graph, symbols.at_precision(digits), numbers, (name,), checked=False)
    target = graph.bindings.get(name, graph.inputs.get(name))
    parts = [abs(real(part.value)) for part in found.contributions if part.parent == target]
    steps = [number for part in found.contributions for number in (part.partial, part.value)]
    leaves_doubles = any(map(is_outside, (*found.values, *found.adjoints, *steps)))
    return Swept(real(found.gradient[name]), mpmath.fsum(parts), leaves_doubles)


def is_outside(number: Symbolic | None) -> bool:
    """Is this a number that a double cannot hold to its last digit?"""
    if number is None or not number.is_Float or number.is_zero:
        return False
    return not -1021 <= mpmath.mag(real(number)) <= 1024
