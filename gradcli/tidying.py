"""A function of parts becomes the expression that a person would write: `x - y` for `x + -1*y`.

Only what leaves the value alone is rewritten, in real numbers and to the last bit in floating point (the language has
one zero, whatever its sign): signs move, two factors or terms change places, factors of one go. Nothing is put
together otherwise: `a*b*c` stays (a*b)*c, which rounds differently from a*(b*c).
"""

from __future__ import annotations

from typing import NamedTuple

from gradcli.expression import Call, Expression, Name, Number
from gradcli.graph import Operation
from gradcli.source import Span


class Part(NamedTuple):
    """An expression and the sign before it, which moves outward until something takes it in."""

    size: Expression
    is_negative: bool = False

    @property
    def is_atom(self) -> bool:
        """Is this a number or a name, maybe with a sign?"""
        return not isinstance(self.size, Call)

    @property
    def is_one(self) -> bool:
        """Is this 1, without a sign?"""
        return isinstance(self.size, Number) and self.size.text == "1" and not self.is_negative


def number(text: str, span: Span) -> Part:
    """A number as written, which may begin with a sign."""
    return Part(Number(text.removeprefix("-"), span), text.startswith("-"))


def negated(part: Part) -> Part:
    """The part with the other sign."""
    return part._replace(is_negative=not part.is_negative)


def joined(node: Operation, parts: tuple[Part, ...]) -> Part:
    """The function of `node` with `parts` as its arguments."""
    match node.function, parts:
        case "-", (part,):
            return negated(part)
        case "+", (left, right):
            return added(node, left, right)
        case "-", (left, right):
            return added(node, left, negated(right))
        case "*", (left, right):
            return multiplied(node, left, right)
        case "/", (above, below):
            is_negative = above.is_negative != below.is_negative
            below = below._replace(is_negative=False)
            size = above.size if below.is_one else made("/", node, above.size, below.size)
            return Part(size, is_negative)
        case "^", (base, exponent) if exponent.is_one:
            return base
    return Part(made(node.function, node, *map(written, parts)))


def added(node: Operation, left: Part, right: Part) -> Part:
    """A sum, or the difference that it is. A negative first term changes places with a positive second one."""
    if left.is_negative and not right.is_negative:
        left, right = right, left
    if left.is_negative:
        return Part(made("+", node, left.size, right.size), is_negative=True)
    return Part(made("-" if right.is_negative else "+", node, left.size, right.size))


def multiplied(node: Operation, left: Part, right: Part) -> Part:
    """A product: the sign outside, no factor of one, the simpler factor first."""
    is_negative = left.is_negative != right.is_negative
    first, second = sorted((left.size, right.size), key=rank)
    if Part(first).is_one:
        return Part(second, is_negative)
    return Part(made("*", node, first, second), is_negative)


def rank(factor: Expression) -> int:
    """Where a factor stands in a product: numbers first, and what is printed with brackets on one side on the other."""
    match factor:
        case Number() | Call("/", (Number(), Number())):
            return 0
        case Call("*"):
            return 1
        case Name():
            return 2
        case Call("^"):
            return 4
    return 3


def written(part: Part) -> Expression:
    """The part with its sign written: before the first factor of a product, into a difference turned round."""
    if not part.is_negative:
        return part.size
    spine: list[Call] = []
    first = part.size
    while isinstance(first, Call) and first.function in ("*", "/"):
        spine.append(first)
        first = first.arguments[0]
    match first:
        case Call("-", (left, right)):
            signed = first._replace(arguments=(right, left))
        case _:
            place = first.place if isinstance(first, Call) else first.span
            signed = Call("-", (first,), first.span, place)
    for product in reversed(spine):
        signed = product._replace(arguments=(signed, *product.arguments[1:]))
    return signed


def made(function: str, node: Operation, *arguments: Expression) -> Call:
    """A call that stands where `node` stood."""
    return Call(function, arguments, node.span, node.place, node.within)
