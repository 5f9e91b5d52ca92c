"""Operations become two programs of the same bits: steps of NumPy, and machine code once that pays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from threading import Lock

from gradcli.batch.fusing import groups_of
from gradcli.batch.operations import WIDTH, Op, with_copies, without_idle
from gradcli.batch.program import Program, assembled
from gradcli.batch.scheduling import placed

ENOUGH = 500_000
"""Rows after which more are likely to come. To load LLVM takes 0.2 s, to compile a short formula 0.03 s, and a row then
some 20 ns less: that is paid back after ten million rows, of a formula of a hundred variables after one million."""


class Programs:
    """The programs of some operations, `outputs` those that are asked for, on so many `inputs`."""

    def __init__(self, ops: Sequence[Op], outputs: Sequence[int], inputs: int) -> None:
        self.ops = ops
        self.outputs = outputs
        self.inputs = inputs
        copied, copies = without_idle(*with_copies(ops, outputs))
        self.plain = assembled(copied, copies, inputs, placed(copied, copies))
        self.fused: Program | None = None
        self.rows = 0
        self.is_settled = not has_machine()
        self.lock = Lock()

    def expect(self, rows: int) -> None:
        """Compiles if, with the `rows` that come now, they are enough."""
        self.rows += rows
        if self.is_settled or self.rows < ENOUGH or not self.lock.acquire(blocking=False):
            return  # another thread is about it
        try:
            if not self.is_settled:  # nor was about it just before
                self.fused = self.compiled()
                self.is_settled = True
        finally:
            self.lock.release()

    def compiled(self) -> Program | None:
        """The program with machine code; None where the operations are too many for it."""
        ops, outputs = with_copies(self.ops, self.outputs)
        looks = (Op("check", (output,), datum=()) for output in outputs)
        ops, outputs = without_idle([*ops, *looks], outputs)
        groups = groups_of(ops, outputs)
        return None if groups is None else assembled(ops, outputs, self.inputs, groups)

    def blocks(self, rows: int) -> Iterator[tuple[int, int, Program]]:
        """Where each block of so many rows begins and ends, and what computes it."""
        main = self.fused or self.plain
        whole = rows if main is self.plain else rows - rows % WIDTH
        for start in range(0, whole, main.length):
            yield start, min(start + main.length, whole), main
        if whole < rows:
            yield whole, rows, self.plain


def has_machine() -> bool:
    """Is LLVM installed?"""
    return find_spec("llvmlite") is not None
