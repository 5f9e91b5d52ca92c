"""A number that is off, and SymPy's, to the answer whether rounding did it or a wrong rule."""

from __future__ import annotations

import math
from collections.abc import Mapping

import mpmath
import sympy

from gradcli.backends import symbols
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


def is_rounding(formula: Formula, point: Mapping[str, float], name: str, ours: float, theirs: Derivative) -> bool:
    """Is our number off only because doubles have 16 digits?

    Then our own sweep agrees with SymPy when it has more digits, and is off as well when it has as few; or the
    contributions that cancel are so large that their last digits explain it.
    """
    if not math.isfinite(ours):
        return False
    coarse = [swept(formula, point, name, digits) for digits in COARSE]
    allowed = max(max(EXPLAINED * distance(number, theirs.value), CANCELLED * scale) for number, scale in coarse)
    if not distance(mpmath.mpf(ours), theirs.value) <= allowed:
        return False
    # The constants in the rule table's formulas are the true ones, so both sides have these.
    exact = theirs.true_value()
    for digits in PRECISE:
        number, scale = swept(formula, point, name, digits)
        if distance(number, exact) <= max(RELATIVE * abs(exact), PRECISE_CANCELLED * scale):
            return True
    return False


def distance(left: Number, right: Number) -> Number:
    """The absolute difference, which the default precision would round away."""
    with mpmath.workdps(60):
        return abs(left - right)


def swept(formula: Formula, point: Mapping[str, float], name: str, digits: int) -> tuple[Number, Number]:
    """The derivative by `name` from gradcli's own rules and sweep, with so many digits.

    And its scale, the sum of the absolute contributions it was added up from. Raises NoValue.
    """
    graph = lower(formula, point, (name,))
    numbers = {variable: sympy.Float(value, digits) for variable, value in point.items()}
    found = differentiate(graph, symbols.at_precision(digits), numbers, (name,), checked=False)
    target = graph.bindings.get(name, graph.inputs.get(name))
    parts = [abs(real(part.value)) for part in found.contributions if part.parent == target]
    return real(found.gradient[name]), mpmath.fsum(parts)
