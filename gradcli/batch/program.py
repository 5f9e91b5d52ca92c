"""Operations become a program: steps that run on a block of rows, in buffers that are used again and again.

A step is a call of NumPy for one operation, or machine code for many.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

import numpy as np

from gradcli.backends import columns
from gradcli.backends.columns.array import Array, Truths
from gradcli.backends.columns.kernels import SLOW, has_kernel, kernel, where_needed, writing
from gradcli.backends.nodes import BY_NAME
from gradcli.batch.buffers import Suspects
from gradcli.batch.operations import BITS, TRUTH, Op
from gradcli.batch.scheduling import Placed
from gradcli.evaluation import apply, formula_value

CACHE = 8 * 1024 * 1024
"""Bytes that the buffers of one thread may take: what stays in a core's share of the last cache beside the data."""
SHORTEST, LONGEST = 512, 32768
"""Rows of a block. A call costs as much as 3000 numbers, and threads hand Python's lock to each other between calls:
in shorter blocks they wait for it, longer ones leave the cache."""

Step = tuple[Callable[..., Any], Callable[[list[Any]], Any]]
"""What is called, and what picks its operands from all arrays, the one for the result last."""


@dataclass(frozen=True, eq=False)
class Program:
    """Steps on arrays: these are first the inputs, then the outputs, the constants, and the buffers.

    After them come the suspects, the addresses of all of those, and once more as integers, for steps on bits, the ones
    whose places are `viewed`. If it `is_fused` some steps are machine code, which looks at the outputs too.
    """

    steps: tuple[Step, ...]
    inputs: int
    outputs: int
    constants: tuple[float, ...]
    numbers: int
    truths: int
    viewed: tuple[int, ...]
    is_fused: bool

    @property
    def length(self) -> int:
        """The rows of a block."""
        # Inputs and outputs pass through the cache as well, a few at a time.
        arrays = self.numbers + min(self.inputs + self.outputs, 8) + self.truths // 8
        rows = CACHE // (8 * max(arrays, 1))
        return min(max(1 << (rows.bit_length() - 1), SHORTEST), LONGEST)


def assembled(ops: Sequence[Op], outputs: Sequence[int], inputs: int, found: Placed) -> Program:
    """The program of operations that have their groups and slots."""
    constants = {index: place for place, index in enumerate(i for i, op in enumerate(ops) if op.name == "constant")}
    places = Places(found, constants, inputs, len(outputs), ops)
    steps = tuple(places.step(group) for group in found.groups)
    return Program(
        steps,
        inputs,
        len(outputs),
        tuple(float(str(ops[index].datum)) for index in constants),
        found.numbers,
        found.truths,
        tuple(places.viewed),
        any(len(group) > 1 for group in found.groups),
    )


@dataclass(frozen=True, eq=False)
class Places:
    """Where the result of each operation is among the arrays of a run."""

    found: Placed
    constants: dict[int, int]
    inputs: int
    outputs: int
    ops: Sequence[Op]
    viewed: dict[int, int] = field(default_factory=dict)
    """The places of arrays that are wanted as integers, in the order in which these follow."""

    @property
    def floats(self) -> int:
        """How many arrays hold numbers."""
        return self.inputs + self.outputs + len(self.constants) + self.found.numbers

    @property
    def suspects(self) -> int:
        """The place of the rows that need a closer look."""
        return self.floats + self.found.truths

    def of(self, index: int) -> int:
        """The place of an operation's result."""
        kind, slot = self.found.slots[index]
        match kind:
            case "input":
                return int(str(self.ops[index].datum))
            case "output":
                return self.inputs + slot
            case "constant":
                return self.inputs + self.outputs + self.constants[index]
            case "number":
                return self.inputs + self.outputs + len(self.constants) + slot
        return self.floats + slot

    def bits(self, index: int) -> int:
        """The same as integers; truths stay what they are."""
        place = self.of(index)
        if self.ops[index].kind == TRUTH:
            return place
        return self.suspects + 2 + self.viewed.setdefault(place, len(self.viewed))

    def step(self, group: tuple[int, ...]) -> Step:
        """The step of a group."""
        if len(group) > 1:
            return self.fused_step(group)
        index = group[0]
        op = self.ops[index]
        datum: Any = op.datum
        if op.is_look:
            return check(datum) if op.name == "check" else domain(*datum), itemgetter(
                self.suspects, *map(self.of, op.operands)
            )
        of = self.bits if op.kind == BITS else self.of
        return function_of(op), itemgetter(*map(of, (*op.operands, index)))

    def fused_step(self, group: tuple[int, ...]) -> Step:
        """The step of many operations."""
        from gradcli.batch.machine import kernel

        inside = set(group)
        operands = dict.fromkeys(operand for index in group for operand in self.ops[index].operands)
        reads = [index for index in operands if index not in inside and self.ops[index].name != "constant"]
        writes = [index for index in group if index in self.found.slots]
        run = kernel(self.ops, group, reads, writes)
        places = np.array([self.of(index) for index in (*reads, *writes)], dtype=np.intp)

        def call(suspects: Suspects, addresses: Any) -> None:
            chosen = addresses[places]
            suspects.take(run(suspects.count, chosen.ctypes.data, suspects.address))

        return call, itemgetter(self.suspects, self.suspects + 1)


def function_of(op: Op) -> Callable[..., Any]:
    """What is called for an operation, with its operands and the array to write to."""
    datum: Any = op.datum
    if op.name in SLOW:
        return where_needed(op.name, datum)
    if has_kernel(op.name):
        return kernel(op.name)
    rule = BY_NAME[op.name, len(op.operands)]
    return writing(lambda *arguments: apply(rule, list(arguments), columns))  # by the row's definition


def check(truths: tuple[bool, ...]) -> Callable[..., None]:
    """The step that looks at the rows of an array where conditions, given after it, are as `truths`."""

    def look(suspects: Suspects, array: Array, *conditions: Truths) -> None:
        if not np.isfinite(array, suspects.spare).all():
            suspects.add_where(~suspects.spare, conditions, truths)

    return look


def domain(name: str, count: int, truths: tuple[bool, ...]) -> Callable[..., None]:
    """The step that looks whether `count` arguments of a function are inside its domain, where conditions hold."""
    rule = BY_NAME[name, count]

    def look(suspects: Suspects, *operands: Any) -> None:
        arguments = list(operands[:count])
        for part in rule.domain:
            is_inside = formula_value(part.predicate, rule.parameters, arguments, columns)
            rows = ~np.broadcast_to(is_inside, suspects.spare.shape)
            if rows.any():
                suspects.add_where(rows, operands[count:], truths)

    return look
