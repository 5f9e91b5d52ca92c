"""Operations become a program: steps that run on a block of rows, in buffers that are used again and again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from operator import itemgetter
from typing import Any

import numpy as np

from gradcli.backends import columns
from gradcli.backends.columns.array import Array, Truths
from gradcli.backends.columns.kernels import SLOW, has_kernel, kernel, where_needed, writing
from gradcli.backends.nodes import BY_NAME
from gradcli.batch.operations import BITS, TRUTH, Op
from gradcli.batch.scheduling import Placed, placed
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

    After them those whose places are `viewed` follow once more as integers, for steps on bits.
    """

    steps: tuple[Step, ...]
    inputs: int
    outputs: int
    constants: tuple[float, ...]
    numbers: int
    truths: int
    viewed: tuple[int, ...]

    @property
    def length(self) -> int:
        """The rows of a block."""
        # Inputs and outputs pass through the cache as well, a few at a time.
        arrays = self.numbers + min(self.inputs + self.outputs, 8) + self.truths // 8
        rows = CACHE // (8 * max(arrays, 1))
        return min(max(1 << (rows.bit_length() - 1), SHORTEST), LONGEST)


@dataclass(eq=False)
class Suspects:
    """The rows of a block in which something was not finite; None while there are none."""

    spare: Truths
    rows: Truths | None = None

    def add(self, rows: Truths) -> None:
        """Takes more of them."""
        self.rows = rows if self.rows is None else self.rows | rows

    def add_where(self, rows: Truths, conditions: Sequence[Truths], truths: Sequence[bool]) -> None:
        """Takes those of some rows in which conditions are as `truths`."""
        for condition, truth in zip(conditions, truths, strict=True):
            rows = rows & (condition if truth else ~condition)
        if rows.any():
            self.add(rows)


@dataclass(eq=False)
class Buffers:
    """The memory of one thread for a program."""

    program: Program
    constants: list[Any] = field(init=False)
    numbers: list[Array] = field(init=False)
    truths: list[Truths] = field(init=False)
    spare: Truths = field(init=False)
    finite: Truths = field(init=False)

    def __post_init__(self) -> None:
        length = self.program.length
        self.constants = [np.array(number) for number in self.program.constants]
        self.numbers = [np.empty(length) for _ in range(self.program.numbers)]
        self.truths = [np.empty(length, dtype=np.bool_) for _ in range(self.program.truths)]
        self.spare = np.empty(length, dtype=np.bool_)
        self.finite = np.empty((self.program.outputs, length), dtype=np.bool_)

    def run(self, inputs: Sequence[Array], outputs: Array) -> Truths | None:
        """Computes a block of at most `Program.length` rows; gives the rows that need a closer look.

        `outputs` has a row, contiguous in memory, for each output.
        """
        rows = outputs.shape[1]
        is_whole = rows == self.program.length
        numbers = self.numbers if is_whole else [buffer[:rows] for buffer in self.numbers]
        truths = self.truths if is_whole else [buffer[:rows] for buffer in self.truths]
        floats = [*inputs, *outputs, *self.constants, *numbers]
        suspects = Suspects(self.spare[:rows])
        arrays = [*floats, *truths, suspects, *(floats[place].view(np.int64) for place in self.program.viewed)]
        for function, pick in self.program.steps:
            function(*pick(arrays))
        finite = self.finite if is_whole else self.finite[:, :rows]
        if not np.isfinite(outputs, finite).all():
            suspects.add(np.asarray(~finite.all(axis=0)))
        return suspects.rows


def program(ops: Sequence[Op], outputs: Sequence[int], inputs: int) -> Program:
    """The program of some operations, `outputs` the ones that are asked for."""
    ops, outputs = without_idle(*with_copies(ops, outputs))
    found = placed(ops, outputs)
    constants = {index: place for place, index in enumerate(i for i, op in enumerate(ops) if op.name == "constant")}
    places = Places(found, constants, inputs, len(outputs), ops)
    steps = tuple(places.step(index) for index in found.order)
    return Program(
        steps,
        inputs,
        len(outputs),
        tuple(float(str(ops[index].datum)) for index in constants),
        found.numbers,
        found.truths,
        tuple(places.viewed),
    )


def with_copies(ops: Sequence[Op], outputs: Sequence[int]) -> tuple[list[Op], list[int]]:
    """The same, where each output is an operation of its own."""
    ops, found = list(ops), []
    for output in outputs:
        if ops[output].is_leaf or output in found:
            ops.append(Op("positive", (output,)))
            output = len(ops) - 1
        found.append(output)
    return ops, found


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
        return self.suspects + 1 + self.viewed.setdefault(place, len(self.viewed))

    def step(self, index: int) -> Step:
        """The step of an operation."""
        op = self.ops[index]
        datum: Any = op.datum
        if op.is_look:
            return check(datum) if op.name == "check" else domain(*datum), itemgetter(
                self.suspects, *map(self.of, op.operands)
            )
        of = self.bits if op.kind == BITS else self.of
        return function_of(op), itemgetter(*map(of, (*op.operands, index)))


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
