"""A graph of value and slopes becomes a list of cheap array operations: signs moved, powers multiplied out."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from gradcli.backends import columns, floats
from gradcli.backends.columns.kernels import SLOW
from gradcli.batch.joint import Joint, Needs
from gradcli.batch.operations import BITS, NUMBER, TRUTH, Op, Operations, Signed
from gradcli.batch.watching import watched
from gradcli.evaluation import apply, formula_value
from gradcli.graph import Constant, Input, Operation

ODD = frozenset(("asin", "asinh", "atan", "cbrt", "erf", "sin", "sinh", "tan", "tanh"))
"""Functions for which the sign of the argument is that of the result."""
DECISIVE = {"logical_and": False, "logical_or": True}
"""The truth of one condition that decides a connective, whatever the other one is."""


class Lowering:
    """A graph of which some nodes are operations already."""

    def __init__(self, joint: Joint, names: Sequence[str]) -> None:
        self.joint = joint
        self.places = {name: place for place, name in enumerate(names)}
        self.operations = Operations()
        self.values: dict[int, Signed] = {}
        self.numbers: dict[int, float | bool] = {}
        self.value_nodes = set(joint.order)

    def results(self) -> list[int]:
        """The operations of the outputs. A factor that several of them are minus something of is negated once."""
        signed = [self.values[output] for output in self.joint.graph.outputs]
        products = [
            self.operations.made[index]
            for index, is_minus in signed
            if is_minus and self.operations.made[index].name == "multiply"
        ]
        shared = Counter(operand for op in products for operand in op.operands)
        shared.update(index for index, is_minus in signed if is_minus)
        found = []
        for index, is_minus in signed:
            op = self.operations.made[index]
            if is_minus and op.name == "multiply":
                factor, other = sorted(op.operands, key=lambda operand: -shared[operand])
                found.append(self.operations.emit("multiply", *sorted((self.operations.plain((factor, True)), other))))
            else:
                found.append(self.operations.plain((index, is_minus)))
        return found

    def lower(self) -> tuple[list[Op], list[int]]:
        """The operations, and for each output the one that it is."""
        graph, looked_at = self.joint.graph, watched(self.joint)
        for index in sorted(self.joint.needs):
            node = graph.nodes[index]
            if isinstance(node, Input):
                self.values[index] = (self.operations.emit("input", datum=self.places[node.name]), False)
            elif (number := self.fixed(index)) is not None:
                self.numbers[index] = number
                is_minus = not isinstance(number, bool) and number < 0
                self.values[index] = (self.operations.constant(-number if is_minus else number), is_minus)
            else:
                assert isinstance(node, Operation)
                self.values[index] = self.operation(index, node)
        for index, needs in looked_at.items():
            if index not in graph.outputs:  # these are looked at all at once
                self.look("check", self.values[index][0], needs)
        return self.operations.made, self.results()

    def look(self, name: str, index: int, needs: Needs) -> None:
        """Looks at the rows of an operation, where conditions hold."""
        literals = self.literals(needs)
        self.operations.emit(
            name, index, *(condition for condition, _ in literals), datum=tuple(truth for _, truth in literals)
        )

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
        decisive = DECISIVE.get(node.rule.backend_name)
        if decisive is not None and any(self.numbers.get(parent) == decisive for parent in node.parents):
            return decisive
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
                return self.operations.sum(parts[0], (parts[1][0], parts[1][1] != (name == "subtract")))
            case "divide":
                return self.operations.quotient(parts[0][0], parts[1][0]), parts[0][1] != parts[1][1]
            case "multiply" | "contribution":
                is_inside = index in self.value_nodes
                return self.operations.product(parts[0][0], parts[1][0], is_inside), parts[0][1] != parts[1][1]
            case "select":
                return self.choice(node, parts)
            case "logical_and" | "logical_or" if not self.numbers.keys().isdisjoint(node.parents):
                # One that is the same in all rows does not decide (see `fixed`): the other one does.
                return parts[0] if node.parents[1] in self.numbers else parts[1]
            case "power" if node.parents[1] in self.numbers:
                return self.operations.power(parts[0], self.numbers[node.parents[1]]), False
            case "absolute":
                return self.operations.emit("absolute", parts[0][0]), False
            case _ if name in ODD:
                return self.function(index, node, [parts[0][0]]), parts[0][1]
        return self.function(index, node, [self.operations.plain(part) for part in parts]), False

    def function(self, index: int, node: Operation, operands: list[int]) -> int:
        """The operation of a function that has no shorter form."""
        name = node.rule.backend_name
        if not hasattr(columns, name) and node.rule.domain and index in self.value_nodes:
            # What a definition gives outside the function's domain may be finite.
            self.operations.emit("domain", *operands, datum=(name, len(operands), ()))
        if name not in SLOW:
            return self.operations.emit(name, *operands, kind=TRUTH if node.is_condition else NUMBER)
        literals = self.literals(self.joint.needs[index])
        conditions, truths = [condition for condition, _ in literals], tuple(truth for _, truth in literals)
        if node.rule.domain and index in self.value_nodes:
            self.operations.emit("domain", *operands, *conditions, datum=(name, len(operands), truths))
        return self.operations.emit(name, *operands, *conditions, datum=truths)

    def choice(self, node: Operation, parts: list[Signed]) -> Signed:
        """A choice between two numbers, bit by bit."""
        (condition, _), yes, no = parts
        if node.parents[0] in self.numbers:
            return yes if self.numbers[node.parents[0]] else no
        if self.numbers.get(node.parents[1]) == 0 and self.operations.vanishes_by_itself(condition, no[0]):
            return no
        for position, other in enumerate((yes, no)):
            if self.numbers.get(node.parents[2 - position]) == 0:
                bits = self.operations.emit("mask_not" if position else "mask", condition, kind=BITS)
                return self.operations.emit("bits_and", other[0], bits, kind=BITS), other[1]
        is_minus = yes[1] and no[1]
        first, last = (yes[0], no[0]) if is_minus else (self.operations.plain(yes), self.operations.plain(no))
        bits = self.operations.emit("mask", condition, kind=BITS)
        changed = self.operations.emit(
            "bits_and", self.operations.emit("bits_xor", first, last, kind=BITS), bits, kind=BITS
        )
        return self.operations.emit("bits_xor", changed, last, kind=BITS), is_minus
