"""A function with kinks or jumps, at a point, to the smooth piece the point lies in.

SymPy's own pieces (Piecewise, Abs, Max, floor, Heaviside) are slow, and wrong at their boundaries. Here
`abs(x)` is -x where x is negative; on a boundary there is nothing to differentiate, and NoValue says so.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any

import mpmath
import sympy

from gradcli.backends.symbols import HALF, THIRD, Symbolic
from gradcli.check.digits import DIGITS, PRECISIONS, NoValue, Number, Point, evaluate, settled

NEAR = 1e-12
"""So near a boundary (relatively), the point may be on its other side when computed with doubles."""
COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


@dataclass(frozen=True)
class Here:
    """The point, the symbols that move when a derivative is taken, and expressions' sizes."""

    point: Point
    moving: set[Symbolic]
    sizes: dict[Symbolic, tuple[int, int]] = field(default_factory=dict)
    is_in_condition: bool = False
    is_in_definition: bool = False

    def in_condition(self) -> Here:
        """The same where a condition is decided: there only values matter, and a kink has the value of both sides."""
        return replace(self, is_in_condition=True)

    def in_definition(self) -> Here:
        """The same within the rule table's definition of a function, where a constant is the true one."""
        return replace(self, is_in_definition=True)

    def value(self, expression: Symbolic) -> Number:
        """The number an expression is here."""
        return settled(expression, self.point)

    def moves(self, expression: Symbolic) -> bool:
        """Does an expression change when the point moves?"""
        return not expression.free_symbols.isdisjoint(self.moving)

    def named(self, expression: Symbolic) -> Symbolic:
        """A symbol for an expression, whose derivatives are found by the chain rule."""
        symbol = sympy.Symbol(f"#part {len(self.point.definitions)}", real=True)
        self.point.definitions[symbol] = expression
        if self.moves(expression):
            self.moving.add(symbol)
        return symbol

    def side(self, expression: Symbolic, function: str, *, is_continuous: bool = False) -> int:
        """The sign of an expression; 0 only where it stays 0."""
        value = self.value(expression)
        if value or not self.moves(expression):
            return int(mpmath.sign(value))
        if is_continuous and self.is_in_condition:
            return 1
        raise NoValue(f"the point is on the boundary between two pieces of `{function}`")

    def first(self, comparison: str, left: Symbolic, right: Symbolic) -> bool:
        """Does `left` win, where `left` or `right` is taken, and at a tie they have the same value?"""
        if self.is_in_condition:
            return bool(COMPARISONS[comparison](self.value(left), self.value(right)))
        return self.holds(comparison, left, right)

    def holds(self, comparison: str, left: Symbolic, right: Symbolic) -> bool:
        """Is a comparison true here, and nearby?"""
        if left == right:
            return bool(COMPARISONS[comparison](0, 0))
        one, other = self.value(left), self.value(right)
        is_tie = one == other and not (self.moves(left) or self.moves(right))
        with mpmath.workdps(60):
            if not is_tie and abs(one - other) <= NEAR * max(abs(one), abs(other)):
                raise NoValue(f"the point is on or beside the boundary of a condition, `{comparison}`")
        return bool(COMPARISONS[comparison](one, other))

    def whole(self, expression: Symbolic, function: str) -> Symbolic:
        """The largest whole number not above an expression."""
        value = self.value(expression)
        if abs(value) >= mpmath.mpf(10) ** DIGITS:  # the last digits before the point are not among those sure
            value = evaluate(expression, self.point, PRECISIONS[-1]).number
        with mpmath.workdps(2000):  # the largest double has 309 digits before the point
            nearest = mpmath.nint(value)
            is_fixed = value == nearest and not self.moves(expression)
            if not is_fixed and abs(value - nearest) <= NEAR * max(1, abs(value)):
                raise NoValue(f"the point is on or beside a jump of `{function}`")
            return sympy.Integer(int(mpmath.floor(value)))


def absolute(here: Here, x: Symbolic) -> Symbolic:
    """x or -x."""
    return here.side(x, "abs", is_continuous=True) * x


def signum(here: Here, x: Symbolic) -> Symbolic:
    """-1, 0 or 1."""
    return sympy.Integer(here.side(x, "sign"))


def greatest(here: Here, x: Symbolic, y: Symbolic) -> Symbolic:
    """The greater of two."""
    return x if here.first(">=", x, y) else y


def least(here: Here, x: Symbolic, y: Symbolic) -> Symbolic:
    """The smaller of two."""
    return x if here.first("<=", x, y) else y


def floor(here: Here, x: Symbolic) -> Symbolic:
    """A whole number."""
    return here.whole(x, "floor")


def ceiling(here: Here, x: Symbolic) -> Symbolic:
    """A whole number."""
    return -here.whole(-x, "ceil")


def modulo(here: Here, x: Symbolic, y: Symbolic) -> Symbolic:
    """The floored remainder, as Python's."""
    return x - y * here.whole(x / y, "mod")


def cube_root(here: Here, x: Symbolic) -> Symbolic:
    """SymPy's own is complex where x is negative."""
    side = here.side(x, "cbrt", is_continuous=True)
    return side * sympy.Pow(side * x, THIRD)


def hypotenuse(here: Here, *lengths: Symbolic) -> Symbolic:
    """The root of the sum of squares; with one length, its absolute value."""
    if len(lengths) == 1:
        return absolute(here, *lengths)
    squares = sympy.Add(*(length**2 for length in lengths))
    return sympy.Pow(squares if len(lengths) == 2 else here.named(squares), HALF)


def log_of_gamma(here: Here, x: Symbolic) -> Symbolic:
    """log(|gamma|): SymPy's loggamma is complex where x is negative."""
    if here.side(x, "lgamma") > 0:
        return sympy.loggamma(x)
    return sympy.log(here.side(sympy.gamma(x), "lgamma") * sympy.gamma(x))


PIECES: dict[str, Callable[..., Symbolic]] = {
    "abs": absolute,
    "sign": signum,
    "floor": floor,
    "ceil": ceiling,
    "mod": modulo,
    "cbrt": cube_root,
    "lgamma": log_of_gamma,
}
FOLDED: dict[str, Callable[..., Symbolic]] = {"max": greatest, "min": least}
"""Of two arguments at a time."""


def piece(here: Here, function: str, arguments: tuple[Symbolic, ...]) -> Symbolic | None:
    """The expression that a function of `arguments` is near the point; None for one that is smooth anyway."""
    if function in FOLDED:
        return reduce(lambda left, right: FOLDED[function](here, left, right), arguments)
    if function == "hypot":
        return hypotenuse(here, *arguments)
    return PIECES[function](here, *arguments) if function in PIECES else None
