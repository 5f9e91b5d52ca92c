"""Products and sums of nodes become shorter ones that are equal: `-120/x^6`, `3*w1*w2`, for people to read.

Products are kept as a number times whole powers of nodes, and sums as numbers times such products, so that equal
factors and equal terms are put together. Nothing is multiplied out, and a factor is cancelled only if it stays below
the line, as in x/x^4, so that the formula has a value just where it had one.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple, Protocol

from gradcli.backends import folding
from gradcli.graph import Constant, Node, Operation

LONGEST = 24
"""Terms or factors that are looked through for equal ones; more would take time as their square."""
HIGHEST = 1000
"""The largest exponent that powers are put together to."""
LARGEST = 10**12
"""The largest parts of a fraction that numbers are put together to."""
Factors = tuple[tuple[int, int], ...]
"""Nodes and their exponents, by node."""


class Coefficient(NamedTuple):
    """A number, and whether it is written as a decimal: of 0.5*x the half stays 0.5, of sqrt(x)/2 it stays 1/2."""

    number: Fraction
    is_decimal: bool = False

    @property
    def can_be_written(self) -> bool:
        """Has the number few digits, as a decimal or a fraction?"""
        return bool(folding.text(self.number)) if self.is_decimal else is_short(self.number)

    def times(self, other: Coefficient) -> Coefficient:
        """The product."""
        return Coefficient(self.number * other.number, self.is_decimal or other.is_decimal)

    def plus(self, other: Coefficient) -> Coefficient:
        """The sum."""
        return Coefficient(self.number + other.number, self.is_decimal or other.is_decimal)


def is_short(number: Fraction) -> bool:
    """Are both parts of a fraction moderate?"""
    return max(abs(number.numerator), number.denominator) <= LARGEST


ONE, MINUS_ONE = Coefficient(Fraction(1)), Coefficient(Fraction(-1))
Terms = Mapping[Factors, Coefficient]


class Product(NamedTuple):
    """A number times powers of nodes."""

    coefficient: Coefficient
    factors: Factors


class Tape(Protocol):
    """What is read of a graph that grows, and how nodes are added to it as they are."""

    nodes: list[Node]
    exact: dict[int, Fraction]
    decimals: set[int]
    products: dict[int, Product]
    sums: dict[int, Terms]
    zero: int

    def number(self, text: str, /) -> int:
        """A number as written."""

    def plain(self, name: str, /, *arguments: int) -> int:
        """The node of a function, called so in the backends, of nodes."""


def learn(tape: Tape, index: int, node: Operation) -> None:
    """Takes a node that is there as the product or the sum that it is."""
    name, parents = node.rule.backend_name, node.parents
    if name in ("add", "subtract"):
        left, right = (terms_of(tape, parent) for parent in parents)
        terms = summed(left, right, ONE if name == "add" else MINUS_ONE)
        if terms is not None:
            tape.sums[index] = terms
        return
    found = None
    if name in ("multiply", "divide", "negative"):
        first, last = product_of(tape, parents[0]), product_of(tape, parents[-1])
        if name == "negative":
            found = first._replace(coefficient=first.coefficient.times(MINUS_ONE))
        elif name == "multiply":
            found = multiply(first, last)
        elif last.coefficient.number:
            found = multiply(first, inverse(last))
    if found is not None:
        tape.products[index] = found


def simpler(tape: Tape, name: str, arguments: tuple[int, ...]) -> int | None:
    """The node that an operator makes of nodes, put together where it can be; None where that is not done."""
    match name, arguments:
        case "multiply", (left, right):
            found = product(tape, product_of(tape, left), product_of(tape, right))
            return over(tape, left, right) if found is None else found
        case "divide", (left, right):
            below = product_of(tape, right)
            return None if below.coefficient.number == 0 else product(tape, product_of(tape, left), inverse(below))
        case "negative", (part,):
            return total(tape, {}, terms_of(tape, part), MINUS_ONE)
        case "add", (left, right):
            return total(tape, terms_of(tape, left), terms_of(tape, right), ONE)
        case "subtract", (left, right):
            return total(tape, terms_of(tape, left), terms_of(tape, right), MINUS_ONE)
    return None


def over(tape: Tape, left: int, right: int) -> int | None:
    """`left/y` for `left*(1/y)`, or the other way round."""
    for factor, other in ((right, left), (left, right)):
        node = tape.nodes[factor]
        if isinstance(node, Operation) and node.rule.backend_name == "divide" and tape.exact.get(node.parents[0]) == 1:
            return tape.plain("divide", other, node.parents[1])
    return None


def product_of(tape: Tape, index: int) -> Product:
    """A node as a product."""
    if index in tape.products:
        return tape.products[index]
    number, node = tape.exact.get(index), tape.nodes[index]
    if number is not None and (isinstance(node, Constant) or (is_short(number) and index not in tape.decimals)):
        return Product(Coefficient(number, index in tape.decimals), ())
    if isinstance(node, Operation) and node.rule.backend_name == "power":
        exponent = tape.exact.get(node.parents[1])
        if exponent is not None and exponent.denominator == 1 and 0 < abs(exponent) <= HIGHEST:
            return Product(ONE, ((node.parents[0], int(exponent)),))
    return Product(ONE, ((index, 1),))


def inverse(product: Product) -> Product:
    """1 divided by a product whose number is not 0."""
    number, is_decimal = product.coefficient
    factors = tuple((index, -exponent) for index, exponent in product.factors)
    return Product(Coefficient(1 / number, is_decimal), factors)


def product(tape: Tape, left: Product, right: Product) -> int | None:
    """The node of the product of two products; None where a factor would be cancelled."""
    found = multiply(left, right)
    return None if found is None else built(tape, found)


def multiply(left: Product, right: Product) -> Product | None:
    """The product of two products; None where a factor would be cancelled."""
    if len(left.factors) + len(right.factors) > LONGEST:
        return None
    factors = dict(left.factors)
    for index, exponent in right.factors:
        before = factors.get(index, 0)
        after = before + exponent
        if (before * exponent < 0 and after >= 0) or abs(after) > HIGHEST:
            return None
        factors[index] = after
    number = left.coefficient.times(right.coefficient)
    return Product(number, tuple(sorted(factors.items()))) if number.can_be_written else None


def built(tape: Tape, product: Product) -> int:
    """The node of a product: its number and the positive powers above, the negative ones below."""
    number, is_decimal = product.coefficient
    if number == 0:
        return tape.zero
    size = abs(number)
    written = folding.text(size) if is_decimal else ""
    above, below = (written, "1") if written else (str(size.numerator), str(size.denominator))
    numerator = multiplied(tape, above, [(index, exponent) for index, exponent in product.factors if exponent > 0])
    denominator = multiplied(tape, below, [(index, -exponent) for index, exponent in product.factors if exponent < 0])
    whole = numerator if tape.exact.get(denominator) == 1 else tape.plain("divide", numerator, denominator)
    tape.products[whole] = Product(Coefficient(size, is_decimal), product.factors)
    if number < 0:
        whole = tape.plain("negative", whole)
        tape.products[whole] = product
    return whole


def multiplied(tape: Tape, number: str, factors: list[tuple[int, int]]) -> int:
    """The node of a number times powers of nodes; a number of 1 is left out where it can be."""
    whole = None if number == "1" and factors else tape.number(number)
    for index, exponent in factors:
        power = index if exponent == 1 else tape.plain("power", index, tape.number(str(exponent)))
        whole = power if whole is None else tape.plain("multiply", whole, power)
    assert whole is not None
    return whole


def terms_of(tape: Tape, index: int) -> Terms:
    """A node as a sum."""
    if index in tape.sums:
        return tape.sums[index]
    number, factors = product_of(tape, index)
    return {factors: number} if number.number else {}


def summed(left: Terms, right: Terms, sign: Coefficient) -> Terms | None:
    """The terms of a sum, the second part with a sign; None where there are many, or where a number gets too long."""
    if len(left) + len(right) > LONGEST:
        return None
    terms = dict(left)
    for factors, number in right.items():
        more = number.times(sign)
        terms[factors] = terms[factors].plus(more) if factors in terms else more
    if not all(number.can_be_written for number in terms.values()):
        return None
    return {factors: number for factors, number in terms.items() if number.number}


def total(tape: Tape, left: Terms, right: Terms, sign: Coefficient) -> int | None:
    """The node of a sum, the second part with a sign; None where that is not put together."""
    terms = summed(left, right, sign)
    if terms is None:
        return None
    parts = [Product(number, factors) for factors, number in terms.items()]
    # A sum begins with a term that has no sign, if there is one.
    parts.sort(key=lambda part: part.coefficient.number < 0)
    if not parts:
        return tape.zero
    whole = built(tape, parts[0])
    for part in parts[1:]:
        size = abs(part.coefficient.number)
        term = built(tape, part._replace(coefficient=part.coefficient._replace(number=size)))
        whole = tape.plain("subtract" if part.coefficient.number < 0 else "add", whole, term)
    if len(parts) > 1:
        tape.sums[whole] = terms
    return whole
