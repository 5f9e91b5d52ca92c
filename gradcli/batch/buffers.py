"""A program and arrays become answers, block by block, in memory that each thread has and uses again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from gradcli.backends.columns.array import Array, Truths

if TYPE_CHECKING:
    from gradcli.batch.program import Program

MARKED, FAR = 1, 2
"""What machine code says of a run: rows need a closer look; a sine's argument was too large for it."""


@dataclass(eq=False)
class Suspects:
    """The rows of a block in which something was not finite; None while there are none."""

    spare: Truths
    marks: Truths
    address: int
    """Of `marks`, for machine code."""
    rows: Truths | None = None
    is_far: bool = False

    @property
    def count(self) -> int:
        """The rows of the block."""
        return len(self.spare)

    def add(self, rows: Truths) -> None:
        """Takes more of them."""
        self.rows = rows if self.rows is None else self.rows | rows

    def add_where(self, rows: Truths, conditions: Sequence[Truths], truths: Sequence[bool]) -> None:
        """Takes those of some rows in which conditions are as `truths`."""
        for condition, truth in zip(conditions, truths, strict=True):
            rows = rows & (condition if truth else ~condition)
        if rows.any():
            self.add(rows)

    def take(self, flags: int) -> None:
        """Takes what machine code found."""
        if flags & MARKED:
            self.add(self.marks)
        self.is_far = self.is_far or bool(flags & FAR)


class Table:
    """Columns, and an array, contiguous in memory, for each result."""

    def __init__(self, columns: Sequence[Array], results: Sequence[Array]) -> None:
        self.columns = columns
        self.results = results
        self.loose = [place for place, column in enumerate(columns) if not column.flags.c_contiguous]
        self.addresses = np.array([array.ctypes.data for array in (*columns, *results)], dtype=np.uint64)

    def rows(self, start: int, stop: int) -> tuple[list[Array], list[Array]]:
        """The columns and results of a block."""
        return [column[start:stop] for column in self.columns], [result[start:stop] for result in self.results]


@dataclass(eq=False)
class Buffers:
    """The memory of one thread for a program."""

    program: Program
    constants: list[Any] = field(init=False)
    numbers: list[Array] = field(init=False)
    truths: list[Truths] = field(init=False)
    spare: Truths = field(init=False)
    marks: Truths = field(init=False)
    addresses: Any = field(init=False)
    """Of inputs and outputs, which change, of constants, which have none, and of the buffers."""

    def __post_init__(self) -> None:
        length, program = self.program.length, self.program
        self.constants = [np.array(number) for number in program.constants]
        self.numbers = [np.empty(length) for _ in range(program.numbers)]
        self.truths = [np.empty(length, dtype=np.bool_) for _ in range(program.truths)]
        self.spare, self.marks = np.empty(length, dtype=np.bool_), np.empty(length, dtype=np.bool_)
        fixed = [array.ctypes.data for array in (*self.numbers, *self.truths)]
        unknown = [0] * (program.inputs + program.outputs + len(self.constants))
        self.addresses = np.array([*unknown, *fixed], dtype=np.uint64)

    def run(self, table: Table, start: int, stop: int) -> Suspects:
        """Computes a block of at most `Program.length` rows; gives the rows that need a closer look."""
        program, rows = self.program, stop - start
        is_whole = rows == program.length
        numbers = self.numbers if is_whole else [buffer[:rows] for buffer in self.numbers]
        truths = self.truths if is_whole else [buffer[:rows] for buffer in self.truths]
        inputs, outputs = table.rows(start, stop)
        for place in table.loose:  # of numbers that lie apart NumPy computes some functions in another way
            inputs[place] = np.ascontiguousarray(inputs[place])
        if program.is_fused:
            self.aim(table, inputs, start)
        floats = [*inputs, *outputs, *self.constants, *numbers]
        suspects = Suspects(self.spare[:rows], self.marks[:rows], self.marks.ctypes.data)
        bits = (floats[place].view(np.int64) for place in program.viewed)
        arrays = [*floats, *truths, suspects, self.addresses, *bits]
        for function, pick in program.steps:
            function(*pick(arrays))
        for output in () if program.is_fused else outputs:
            if not np.isfinite(output, suspects.spare).all():
                suspects.add(~suspects.spare)
        return suspects

    def aim(self, table: Table, inputs: list[Array], start: int) -> None:
        """Gets the addresses of a block, and clean marks."""
        count = len(table.addresses)
        np.add(table.addresses, 8 * start, self.addresses[:count])
        for place in table.loose:
            self.addresses[place] = inputs[place].ctypes.data
        self.marks[...] = False
