"""A graph becomes an object that computes value, gradient and status for arrays of its inputs."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from threading import local
from typing import Any

import numpy as np
import numpy.typing as npt

from gradcli import faults
from gradcli.backends.columns.array import Array, Truths
from gradcli.batch.buffers import Buffers, Table
from gradcli.batch.compilation import compile
from gradcli.batch.joint import joint
from gradcli.batch.lowering import Lowering
from gradcli.batch.program import Program
from gradcli.batch.programs import Programs
from gradcli.batch.review import Review, codes_of
from gradcli.errors import GradcliError
from gradcli.graph import Graph

CHUNKS = 4
"""Parts that the rows are divided into for each worker, so that none waits long for the others at the end."""

Status = npt.NDArray[np.int16]


@dataclass(frozen=True, eq=False)
class Rows:
    """The answer for each row: `value` and each array of `gradient` have an entry a row.

    `status` is 0 where all is well, and else the place of the row's code in `codes`. A row without a value is nan.
    """

    value: Array
    gradient: dict[str, Array]
    status: Status
    codes: tuple[str, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Compiled:
    """A formula, `text`, made ready for many points: `names` are its inputs, `wrt` those that the gradient is by.

    `codes` are the statuses that a row can have, by number.
    """

    text: str
    names: tuple[str, ...]
    wrt: tuple[str, ...]
    codes: tuple[str, ...]
    programs: Programs
    review: Review
    memory: local = field(default_factory=local)

    def __repr__(self) -> str:
        return f"gradcli.compile({self.text!r}, {self.wrt!r})"

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """What another process makes the same of: the text. Steps and memory are this process's own."""
        return partial(compile, names=(*self.names, *self.wrt)), (self.text, self.wrt)

    def __call__(self, /, **arrays: npt.ArrayLike) -> tuple[Array, dict[str, Array]]:
        """Value and gradient for numbers or arrays of any shapes that fit together; both have the joint shape.

        Where a row has no value both are nan. Raises GradcliError (`name.*`) for missing and unknown names and for what
        is no array of real numbers, (`usage.shape`) for shapes that do not fit together.
        """
        columns, shape = self.taken(arrays)
        found = self.rows(columns)
        return found.value.reshape(shape), {name: slope.reshape(shape) for name, slope in found.gradient.items()}

    def batch(
        self,
        given: Any,
        *,
        columns: Mapping[str, str] | None = None,
        constants: Mapping[str, float] | None = None,
        only: bool = False,
        prefix: str = "",
    ) -> Any:
        """An Arrow record batch (or table) with value, slopes and status behind its columns; see `tables.batch`."""
        from gradcli.batch import tables  # here, since arrays alone need no pyarrow

        return tables.batch(self, given, columns=columns, constants=constants, only=only, prefix=prefix)

    def rows(
        self, columns: Mapping[str, npt.ArrayLike], workers: int | None = None, skipped: Truths | None = None
    ) -> Rows:
        """Value, gradient and status of each row of a table, by so many threads, or one for each core.

        `columns` has an array of one dimension for each name, or one number for all rows. Rows that are `skipped`, as
        their cells are no numbers, have the status `input.not-finite`. Raises GradcliError as a call does.
        """
        taken, shape = self.taken(columns)
        count = math.prod(shape)
        # An array each, not rows of one: the memory of arrays of some megabytes is given again without being cleared.
        results, status = [np.empty(count) for _ in range(1 + len(self.wrt))], np.empty(count, dtype=np.int16)
        inputs = [taken[name] for name in self.names]

        def part(start: int, end: int) -> None:
            here = slice(start, end)
            left_out = None if skipped is None else skipped[here]
            self.compute([column[here] for column in inputs], [one[here] for one in results], status[here], left_out)

        self.programs.expect(count)
        workers, length = max(workers or cores(), 1), self.programs.plain.length
        step = max(-(-count // (workers * CHUNKS * length)), 1) * length
        starts = range(0, count, step)
        if workers == 1 or len(starts) < 2:
            part(0, count)
        else:
            with ThreadPoolExecutor(workers) as pool:
                list(pool.map(lambda start: part(start, min(start + step, count)), starts))
        return Rows(results[0], dict(zip(self.wrt, results[1:], strict=True)), status, self.codes)

    def compute(
        self, columns: Sequence[Array], results: Sequence[Array], status: Status, skipped: Truths | None
    ) -> None:
        """Computes rows on the calling thread, into arrays that are given: `columns` are in the order of `names`.

        `results` has the value first and then the slopes, in the order of `wrt`, each contiguous in memory.
        """
        status[...] = 0
        table = Table(columns, results)
        with np.errstate(all="ignore"):
            for start, stop, program in self.programs.blocks(len(status)):
                for first, last, suspects in self.run(program, table, start, stop):
                    here = slice(first, last)
                    inputs, answers = table.rows(first, last)
                    if skipped is not None and skipped[here].any():
                        suspects = self.skip(skipped[here], suspects, answers, status[here])
                    if suspects is not None:
                        self.look_again(np.flatnonzero(suspects), inputs, answers, status[here])

    def run(self, program: Program, table: Table, start: int, stop: int) -> Iterator[tuple[int, int, Truths | None]]:
        """Computes a block, by NumPy's steps where machine code cannot: gives the rows that need a closer look.

        They are given for a part of the block at a time, from its start to its end, as NumPy's blocks may be shorter.
        """
        found = self.buffers(program).run(table, start, stop)
        if not found.is_far:
            yield start, stop, found.rows
            return
        plain = self.programs.plain
        for first in range(start, stop, plain.length):
            last = min(first + plain.length, stop)
            yield first, last, self.buffers(plain).run(table, first, last).rows

    def skip(self, skipped: Truths, suspects: Truths | None, results: Sequence[Array], status: Status) -> Truths | None:
        """Gives rows whose cells are no numbers their status; gives the others that need a closer look, if any do."""
        status[skipped] = self.codes.index("input.not-finite")
        for result in results:
            result[skipped] = np.nan
        others = None if suspects is None else suspects & ~skipped
        return None if others is None or not others.any() else others

    def look_again(self, rows: Any, inputs: Sequence[Array], results: Sequence[Array], status: Status) -> None:
        """Computes some rows of a block again, with all care."""
        found, codes = self.review.run([column[rows] for column in inputs])
        for result, again in zip(results, found, strict=True):
            result[rows] = again
        status[rows] = codes

    def buffers(self, program: Program) -> Buffers:
        """The memory of the calling thread for a program."""
        kept: dict[Program, Buffers] = self.memory.__dict__.setdefault("buffers", {})
        if program not in kept:
            kept[program] = Buffers(program)
        return kept[program]

    def taken(self, given: Mapping[str, npt.ArrayLike]) -> tuple[dict[str, Array], tuple[int, ...]]:
        """What is given as arrays of doubles of one dimension and the same length, and the shape they had."""
        missing = [name for name in self.names if name not in given]
        if missing:
            help = f"the names are {faults.quoted(self.names)}"
            raise GradcliError("name.unbound", f"no column for {faults.quoted(missing)}", help=help)
        known_names = {*self.names}
        for name in given:
            if name not in known_names:
                meant = faults.closest(name, self.names)
                known = f"the names are {faults.quoted(self.names)}" if self.names else "the formula has no names"
                help = f"did you mean `{meant}`?" if meant else known
                raise GradcliError("name.column", f"`{name}` is not in the formula", help=help)
        arrays = {name: numbers(name, given[name]) for name in self.names}
        try:
            shape = np.broadcast_shapes(*(array.shape for array in arrays.values()))
        except ValueError:
            shapes = ", ".join(f"`{name}` {array.shape}" for name, array in arrays.items())
            help = "give columns of the same length, or single numbers"
            raise GradcliError("usage.shape", f"the shapes do not fit together: {shapes}", help=help) from None
        return {name: np.broadcast_to(array, shape).reshape(-1) for name, array in arrays.items()}, shape


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def numbers(name: str, given: npt.ArrayLike) -> Array:
    """An array of doubles, nan where an entry is masked. Raises GradcliError (`name.value`) for what is none."""
    help = "give an array of real numbers"
    try:
        array = np.asarray(given)
    except ValueError:
        raise GradcliError("name.value", f"the rows of `{name}` are not of the same length", help=help) from None
    if array.dtype.kind not in "fiu":
        raise GradcliError("name.value", f"`{name}` is of type `{array.dtype}`, not of numbers", help=help)
    with np.errstate(all="ignore"):  # a longer type's number may be too large, and is infinite
        array = array.astype(np.float64, copy=False)
    return np.where(np.ma.getmaskarray(given), np.nan, array) if isinstance(given, np.ma.MaskedArray) else array


def made_ready(text: str, graph: Graph, names: tuple[str, ...], wrt: tuple[str, ...]) -> Compiled:
    """The graph of a text made ready for arrays. Raises GradcliError (`derivative.unknown`)."""
    whole = joint(graph, wrt)
    ops, results = Lowering(whole, names).lower()
    codes = codes_of(whole)
    return Compiled(text, names, wrt, codes, Programs(ops, results, len(names)), Review(whole, names, codes))
