"""Operations on written numbers, and with 0 and 1, become the numbers or the nodes that they are equal to."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from typing import Protocol

from gradcli.graph import Constant, Input, Node, Operation
from gradcli.rules.rule import Rule

LONGEST, LARGEST = 17, 300
"""Digits of a number that is written out, and the largest power of ten that is computed with exactly."""

COMMUTING = frozenset(("add", "multiply", "contribution"))
"""Functions of which the arguments may change places."""

EXACT: dict[str, Callable[..., Fraction | bool]] = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "contribution": operator.mul,
    "negative": operator.neg,
    "identity": operator.pos,
    "absolute": abs,
    "floor": lambda x: Fraction(math.floor(x)),
    "less": operator.lt,
    "less_equal": operator.le,
    "greater": operator.gt,
    "greater_equal": operator.ge,
    "equal": operator.eq,
    "not_equal": operator.ne,
    "logical_and": lambda a, b: bool(a and b),
    "logical_or": lambda a, b: bool(a or b),
    "logical_not": operator.not_,
}


class Tape(Protocol):
    """What is read of a graph that grows."""

    zero: int
    one: int
    exact: dict[int, Fraction]

    def truth(self, condition: int, /) -> bool | None:
        """Is a condition true?"""

    def negative(self, number: int, /) -> int:
        """The number with the other sign."""

    def plain(self, name: str, /, *arguments: int) -> int:
        """The node of a function, called so in the backends, of nodes, not made simpler."""

    def is_constant(self, index: int, name: str, /) -> bool:
        """Is this node the constant of the language of this name?"""

    def operand(self, index: int, name: str, /) -> int | None:
        """What this node is a function, called so in the backends, of; None if it is none."""

    def branches(self, index: int, condition: int, /) -> tuple[int, ...]:
        """Both branches of this node, if it is an `if` with this condition."""


def exact(constant: Constant) -> Fraction | None:
    """The number that a constant is, if it can be computed with exactly and without effort."""
    if constant.is_named or len(constant.text) > 2 * LONGEST:
        return None
    number = Decimal(constant.text.replace("_", ""))
    return Fraction(number) if abs(number.adjusted()) < LARGEST else None


def text(number: Fraction) -> str:
    """A number as decimal digits, with its sign; empty where these are many."""
    context = Context(prec=LONGEST)
    decimal = context.divide(Decimal(number.numerator), Decimal(number.denominator))
    if Fraction(decimal) != number:
        return ""
    plain = format(decimal.normalize(), "f")
    return plain if len(plain) <= LONGEST + 3 else str(decimal.normalize()).replace("E+", "e").replace("E", "e")


def value(rule: Rule, arguments: Sequence[Fraction | None]) -> Fraction | None:
    """The number that a function of known numbers is, a condition being 0 or 1; None where it is not known exactly."""
    if None in arguments:
        return None
    name, given = rule.backend_name, [argument for argument in arguments if argument is not None]
    if name in EXACT:
        return Fraction(EXACT[name](*given))
    if name == "divide" and given[1] != 0:
        return given[0] / given[1]
    if name == "power" and given[1].denominator == 1 and abs(given[1]) <= 64 and (given[0] or given[1] > 0):
        found = given[0] ** int(given[1])
        return found if isinstance(found, Fraction) and len(str(found)) < LARGEST else None
    return None


def simpler(tape: Tape, rule: Rule, arguments: tuple[int, ...]) -> int | None:
    """The node that an operation is the same as, whatever its other arguments are; None if there is none."""
    name = rule.backend_name
    if name == "select":
        return choice(tape, *arguments)
    if name in ("logical_and", "logical_or"):
        return connected(tape, name == "logical_and", *arguments)
    first, last = arguments[0], arguments[-1]
    match name:
        case "identity":
            return first
        case "add" | "subtract" if last == tape.zero:
            return first
        case "add" if first == tape.zero:
            return last
        case "multiply" | "contribution":
            return product(tape, first, last)
        case "divide" | "power" if last == tape.one:
            return first
        case "divide" if first == tape.zero and tape.exact.get(last) != 0:  # 0/0 is how formulas say that there is none
            return tape.zero
        case "power" if tape.exact.get(last) == 0:
            return tape.one
        case "negative":
            return tape.operand(first, "negative")
        case "log" if tape.is_constant(first, "e"):
            return tape.one
    return None


def product(tape: Tape, first: int, last: int) -> int | None:
    """A product with 0, 1 or -1."""
    for factor, other in ((first, last), (last, first)):
        number = tape.exact.get(factor)
        if number == 0:
            return tape.zero
        if number == 1:
            return other
        if number == -1 and tape.exact.get(other) is None:
            return tape.negative(other)
    return None


def choice(tape: Tape, condition: int, yes: int, no: int) -> int | None:
    """An `if` of which one branch is all there is, or whose branches ask the same question again."""
    truth = tape.truth(condition)
    if truth is not None:
        return yes if truth else no
    given = yes, no
    while inner := tape.branches(yes, condition):
        yes = inner[0]
    while inner := tape.branches(no, condition):
        no = inner[1]
    if yes == no:
        return yes
    return None if (yes, no) == given else tape.plain("select", condition, yes, no)


def connected(tape: Tape, is_and: bool, first: int, last: int) -> int | None:
    """`a and b`, `a or b` where one of them is decided."""
    for part, other in ((first, last), (last, first)):
        truth = tape.truth(part)
        if truth is not None:
            return other if truth == is_and else part
    return first if first == last else None


def key_of(node: Node) -> object:
    """What a node is known by: equal nodes are one."""
    if isinstance(node, Operation):
        parents = node.parents
        name = node.rule.backend_name
        return (name, tuple(sorted(parents)) if name in COMMUTING else parents)
    return ("input", node.name) if isinstance(node, Input) else ("constant", node.text, node.is_named)
