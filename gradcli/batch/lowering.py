"""A graph of value and slopes becomes a list of cheap array operations: signs moved, powers multiplied out."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from gradcli.backends import floats
from gradcli.backends.columns.kernels import SLOW
from gradcli.batch.joint import Joint, Needs
from gradcli.batch.watching import watched
from gradcli.evaluation import apply, formula_value
from gradcli.graph import Constant, Input, Operation

NUMBER, TRUTH, BITS = "number", "truth", "bits"
"""The kinds of array."""

ODD = frozenset(("asin", "asinh", "atan", "cbrt", "erf", "sin", "sinh", "tan", "tanh"))
"""Functions for which the sign of the argument is that of the result."""


class Op(NamedTuple):
    """One operation: `name` of earlier ones, `operands`, a `kind` of array.

    `input` and `constant` are the leaves, with their place or number as `datum`. `check` and `domain` look at rows: at a
    number, or at the arguments of a function, whose name is in the `datum`; the truths that further operands must have
    are there too.
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


class Lowering:
    """The operations as far as they are made."""

    def __init__(self, joint: Joint, names: Sequence[str]) -> None:
        self.joint = joint
        self.names = names
        self.ops: list[Op] = []
        self.known: dict[Op, int] = {}
        self.values: dict[int, Signed] = {}
        self.numbers: dict[int, float | bool] = {}
        self.value_nodes = set(joint.order)

    def emit(self, name: str, *operands: int, kind: str = NUMBER, datum: object = None) -> int:
        """The index of an operation, which is new or known."""
        op = Op(name, operands, kind, datum)
        index = self.known.setdefault(op, len(self.ops))
        if index == len(self.ops):
            self.ops.append(op)
        return index

    def constant(self, number: float) -> int:
        """A number that is the same in all rows."""
        # Two nans are not equal, and as keys would be two constants each time.
        return self.emit("constant", datum=repr(float(number)))

    def plain(self, signed: Signed) -> int:
        """An operation for a number with its sign."""
        index, is_minus = signed
        if is_minus and self.ops[index].name == "subtract":
            return self.emit("subtract", *reversed(self.ops[index].operands))
        return self.emit("negative", index) if is_minus else index

    def results(self) -> list[int]:
        """The operations of the outputs. A factor that several of them are minus something of is negated once."""
        signed = [self.values[output] for output in self.joint.graph.outputs]
        products = [self.ops[index] for index, is_minus in signed if is_minus and self.ops[index].name == "multiply"]
        shared = Counter(operand for op in products for operand in op.operands)
        shared.update(index for index, is_minus in signed if is_minus)
        found = []
        for index, is_minus in signed:
            op = self.ops[index]
            if is_minus and op.name == "multiply":
                factor, other = sorted(op.operands, key=lambda operand: -shared[operand])
                found.append(self.emit("multiply", *sorted((self.plain((factor, True)), other))))
            else:
                found.append(self.plain((index, is_minus)))
        return found

    def lower(self) -> tuple[list[Op], list[int]]:
        """The operations, and for each output the one that it is."""
        graph, looked_at = self.joint.graph, watched(self.joint)
        for index in sorted(self.joint.needs):
            node = graph.nodes[index]
            if isinstance(node, Input):
                self.values[index] = (self.emit("input", datum=self.names.index(node.name)), False)
            elif (number := self.fixed(index)) is not None:
                self.numbers[index] = number
                is_minus = not isinstance(number, bool) and number < 0
                self.values[index] = (self.constant(-number if is_minus else number), is_minus)
            else:
                assert isinstance(node, Operation)
                self.values[index] = self.operation(index, node)
        for index, needs in looked_at.items():
            if index not in graph.outputs:  # these are looked at all at once
                self.look("check", self.values[index][0], needs)
        return self.ops, self.results()

    def look(self, name: str, index: int, needs: Needs) -> None:
        """Looks at the rows of an operation, where conditions hold."""
        literals = self.literals(needs)
        self.emit(name, index, *(condition for condition, _ in literals), datum=tuple(truth for _, truth in literals))

    def literals(self, needs: Needs) -> list[tuple[int, bool]]:
        """Conditions as operations, but for those that are the same in all rows, and those that come later."""
        return [
            (self.values[condition][0], truth)
            for condition, truth in sorted(needs)
            if condition in self.values and condition not in self.numbers
        ]

    def fixed(self, index: int) -> float | bool | None:
        """The number of a node that is the same in all rows, unless it is one that has to be looked at."""
        node = self.joint.graph.nodes[index]
        if isinstance(node, Constant):
            return floats.constant(node.text) if node.is_named else floats.number(node.text)
        assert isinstance(node, Operation)
        if not all(parent in self.numbers for parent in node.parents):
            return None
        arguments = [self.numbers[parent] for parent in node.parents]
        number: float | bool = apply(node.rule, arguments, floats)
        if index in self.value_nodes:
            predicates = (domain.predicate for domain in node.rule.domain)
            if not all(formula_value(predicate, node.rule.parameters, arguments, floats) for predicate in predicates):
                return None
            if not math.isfinite(number):
                return None
        return number

    def operation(self, index: int, node: Operation) -> Signed:
        """The operation of a node."""
        name = node.rule.backend_name
        parts = [self.values[parent] for parent in node.parents]
        match name:
            case "identity":
                return parts[0]
            case "negative":
                return parts[0][0], not parts[0][1]
            case "add" | "subtract":
                return self.sum(parts[0], (parts[1][0], parts[1][1] != (name == "subtract")))
            case "divide":
                return self.quotient(parts[0][0], parts[1][0]), parts[0][1] != parts[1][1]
            case "multiply" | "contribution":
                is_inside = index in self.value_nodes
                return self.product(parts[0][0], parts[1][0], is_inside), parts[0][1] != parts[1][1]
            case "select":
                return self.choice(node, parts)
            case "power" if node.parents[1] in self.numbers:
                return self.power(parts[0], self.numbers[node.parents[1]]), False
            case "absolute":
                return self.emit("absolute", parts[0][0]), False
            case _ if name in ODD:
                return self.function(index, node, [parts[0][0]]), parts[0][1]
        return self.function(index, node, [self.plain(part) for part in parts]), False

    def function(self, index: int, node: Operation, operands: list[int]) -> int:
        """The operation of a function that has no shorter form."""
        name = node.rule.backend_name
        if name not in SLOW:
            return self.emit(name, *operands, kind=TRUTH if node.is_condition else NUMBER)
        literals = self.literals(self.joint.needs[index])
        conditions, truths = [condition for condition, _ in literals], tuple(truth for _, truth in literals)
        if node.rule.domain and index in self.value_nodes:
            self.emit("domain", *operands, *conditions, datum=(name, len(operands), truths))
        return self.emit(name, *operands, *conditions, datum=truths)

    def sum(self, left: Signed, right: Signed) -> Signed:
        """left + right, without negations."""
        (first, first_is_minus), (last, last_is_minus) = left, right
        if first_is_minus == last_is_minus:
            return self.emit("add", *sorted((first, last))), first_is_minus
        return self.emit("subtract", *((last, first) if first_is_minus else (first, last))), False

    def choice(self, node: Operation, parts: list[Signed]) -> Signed:
        """A choice between two numbers, bit by bit."""
        (condition, _), yes, no = parts
        if node.parents[0] in self.numbers:
            return yes if self.numbers[node.parents[0]] else no
        if self.numbers.get(node.parents[1]) == 0 and self.vanishes_by_itself(condition, no[0]):
            return no
        for position, (zero, other) in enumerate(((no, yes), (yes, no))):
            if self.numbers.get(node.parents[2 - position]) == 0:
                bits = self.emit("mask_not" if position else "mask", condition, kind=BITS)
                return self.emit("bits_and", other[0], bits, kind=BITS), other[1]
        is_minus = yes[1] and no[1]
        first, last = (yes[0], no[0]) if is_minus else (self.plain(yes), self.plain(no))
        bits = self.emit("mask", condition, kind=BITS)
        changed = self.emit("bits_and", self.emit("bits_xor", first, last, kind=BITS), bits, kind=BITS)
        return self.emit("bits_xor", changed, last, kind=BITS), is_minus

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
            number, op = self.number(factor), self.ops[other]
            if number is None or op.name != "multiply" or is_of_value:
                continue
            for inner, rest in (op.operands, op.operands[::-1]):
                found = self.number(inner)
                if found is not None and (is_power_of_two(number) or is_power_of_two(found)):
                    return rest if number * found == 1 else self.product(rest, self.constant(number * found), True)
        return self.emit("multiply", *sorted((first, last)))

    def number(self, index: int) -> float | None:
        """The number that an operation is in all rows, if it is a constant."""
        op = self.ops[index]
        return float(str(op.datum)) if op.name == "constant" else None

    def vanishes_by_itself(self, condition: int, index: int) -> bool:
        """Is an operation 0 where the condition holds? As the slope of `abs` is, a product with the sign of a number."""
        question = self.ops[condition]
        if question.name != "equal" or self.number(question.operands[1]) != 0:
            return False
        stack = [index]
        while stack:
            op = self.ops[stack.pop()]
            if op.name == "sign" and op.operands[0] == question.operands[0]:
                return True
            if op.name in ("multiply", "bits_and"):
                stack += [operand for operand in op.operands if self.ops[operand].name in ("multiply", "bits_and", "sign")]
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
