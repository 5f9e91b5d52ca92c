"""Cheap array operations, each made once: signs are moved to where they cost nothing, small powers multiplied out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

NUMBER, TRUTH, BITS = "number", "truth", "bits"
"""The kinds of array."""
WIDTH = 8
"""Rows that machine code takes at once: the widest registers there are. LLVM takes several where they are narrower."""


class Op(NamedTuple):
    """One operation: `name` of earlier ones, `operands`, a `kind` of array.

    `input` and `constant` are the leaves, with their place or number as `datum`. `check` and `domain` look at rows: at
    a number, or at the arguments of a function, whose name is in the `datum`; the truths that further operands must
    have are there too.
    """

    name: str
    operands: tuple[int, ...] = ()
    kind: str = NUMBER
    datum: object = None

    @property
    def is_leaf(self) -> bool:
        """Is there nothing to compute?"""
        return self.name in ("input", "constant")

    @property
    def is_look(self) -> bool:
        """Is there no result?"""
        return self.name in ("check", "domain")


Signed = tuple[int, bool]
"""An operation, and whether the number is minus that."""


class Operations:
    """The operations as far as they are made."""

    def __init__(self) -> None:
        self.made: list[Op] = []
        self.known: dict[Op, int] = {}

    def emit(self, name: str, *operands: int, kind: str = NUMBER, datum: object = None) -> int:
        """The index of an operation, which is new or known."""
        op = Op(name, operands, kind, datum)
        index = self.known.setdefault(op, len(self.made))
        if index == len(self.made):
            self.made.append(op)
        return index

    def constant(self, number: float) -> int:
        """A number that is the same in all rows."""
        # Two nans are not equal, and as keys would be two constants each time.
        return self.emit("constant", datum=repr(float(number)))

    def plain(self, signed: Signed) -> int:
        """An operation for a number with its sign."""
        index, is_minus = signed
        if is_minus and self.made[index].name == "subtract":
            return self.emit("subtract", *reversed(self.made[index].operands))
        return self.emit("negative", index) if is_minus else index

    def sum(self, left: Signed, right: Signed) -> Signed:
        """left + right, without negations."""
        (first, first_is_minus), (last, last_is_minus) = left, right
        if first_is_minus == last_is_minus:
            return self.emit("add", *sorted((first, last))), first_is_minus
        return self.emit("subtract", *((last, first) if first_is_minus else (first, last))), False

    def quotient(self, first: int, last: int) -> int:
        """first/last; a power of two divides as its reciprocal multiplies."""
        number = self.number(last)
        if number is not None and is_power_of_two(number):
            return self.product(first, self.constant(1 / number), True)
        return self.emit("divide", first, last)

    def product(self, first: int, last: int, is_of_value: bool) -> int:
        """first*last. Of slopes two constant factors, one a power of two, become one, which is exact.

        Not of the value, where the smaller product could be too large, which has to be noticed.
        """
        for factor, other in ((first, last), (last, first)):
            number, op = self.number(factor), self.made[other]
            if number is None or op.name != "multiply" or is_of_value:
                continue
            for inner, rest in (op.operands, op.operands[::-1]):
                found = self.number(inner)
                if found is not None and (is_power_of_two(number) or is_power_of_two(found)):
                    return rest if number * found == 1 else self.product(rest, self.constant(number * found), True)
        return self.emit("multiply", *sorted((first, last)))

    def number(self, index: int) -> float | None:
        """The number that an operation is in all rows, if it is a constant."""
        op = self.made[index]
        return float(str(op.datum)) if op.name == "constant" else None

    def vanishes_by_itself(self, condition: int, index: int) -> bool:
        """Is an operation 0 where the condition holds? As the slope of `abs` is: a product with a number's sign."""
        question = self.made[condition]
        if question.name != "equal" or self.number(question.operands[1]) != 0:
            return False
        stack, seen = [index], set[int]()
        while stack:
            index = stack.pop()
            if index in seen:  # else a power of a power is gone through as often as it is multiplied out
                continue
            seen.add(index)
            op = self.made[index]
            if op.name == "sign" and op.operands[0] == question.operands[0]:
                return True
            if op.name in ("multiply", "bits_and"):
                stack += [
                    operand for operand in op.operands if self.made[operand].name in ("multiply", "bits_and", "sign")
                ]
        return False

    def power(self, base: Signed, exponent: float) -> int:
        """A power with a constant exponent: multiplied out where that is within 2 ulp."""
        size, x = base[0], self.plain(base)
        match exponent:
            case 2:
                return self.emit("multiply", size, size)
            case 3:
                return self.emit("multiply", *sorted((self.emit("multiply", size, size), x)))
            case 4:
                square = self.emit("multiply", size, size)
                return self.emit("multiply", square, square)
            case -1:
                return self.emit("divide", self.constant(1.0), x)
            case 0.5:
                return self.emit("sqrt", x)
            case 1.5:
                return self.emit("multiply", *sorted((x, self.emit("sqrt", x))))
            case -0.5:
                return self.emit("divide", self.constant(1.0), self.emit("sqrt", x))
        return self.emit("power", x, self.constant(exponent))


def is_power_of_two(number: float) -> bool:
    """Is a product with this number, if it is neither too large nor too small, exact?"""
    return 2.0**-1000 < abs(number) < 2.0**1000 and math.frexp(number)[0] in (0.5, -0.5)


def with_copies(ops: Sequence[Op], outputs: Sequence[int]) -> tuple[list[Op], list[int]]:
    """The same, where each output is an operation of its own."""
    ops, found = list(ops), dict[int, None]()
    for output in outputs:
        if ops[output].is_leaf or output in found:
            ops.append(Op("positive", (output,)))
            output = len(ops) - 1
        found[output] = None
    return ops, list(found)


def without_idle(ops: Sequence[Op], outputs: Sequence[int]) -> tuple[list[Op], list[int]]:
    """The same without what nobody needs."""
    needed = [op.is_look for op in ops]
    for output in outputs:
        needed[output] = True
    for index in range(len(ops) - 1, -1, -1):
        for operand in ops[index].operands if needed[index] else ():
            needed[operand] = True
    places = list(accumulate(needed))
    kept = [
        op._replace(operands=tuple(places[operand] - 1 for operand in op.operands))
        for op, is_needed in zip(ops, needed, strict=True)
        if is_needed
    ]
    return kept, [places[output] - 1 for output in outputs]
