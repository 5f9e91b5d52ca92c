"""A block and a formula become value, slopes and a status for each row, as Arrow columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from gradcli.backends.columns.array import Array, Entries
from gradcli.batch.block import Block
from gradcli.batch.cells import CODES, ROUNDED, unusable
from gradcli.batch.plan import Plan


@dataclass(frozen=True, eq=False)
class Answers:
    """`status` is 0 where all is well, else k for `codes[k - 1]`; `has_failed` where a result is missing.

    `reason` is the number of the column whose cell is the reason, in the order of `block.cells`; -1 for none. Both
    are None where all rows are well.
    """

    block: Block
    value: Array
    slopes: dict[str, Array]
    status: Entries | None
    reason: Entries | None
    has_failed: Entries | None
    codes: tuple[str, ...]

    @property
    def failed(self) -> int:
        """How many rows lack a result."""
        return 0 if self.has_failed is None else int(np.count_nonzero(self.has_failed))


def answered(plan: Plan, block: Block) -> Answers:
    """The answers to the rows of a block; on one thread, as other blocks are answered beside it."""
    bad, reason = bad_cells(block)
    is_bad = None if bad is None else unusable(bad)
    columns: dict[str, Any] = {name: block.cells[column].numbers for name, column in plan.columns.items()}
    rows = plan.engine.rows({**columns, **plan.constants}, workers=1, skipped=is_bad)
    value, slopes = rows.value, {name: rows.gradient[name] for name in plan.slopes}
    if bad is None and not rows.status.any() and all(np.isfinite(part).all() for part in (value, *slopes.values())):
        return Answers(block, value, slopes, None, None, None, CODES)
    status = np.where(rows.status > 0, rows.status.astype(np.int32) + len(CODES) + 1, 0)
    is_missing = ~np.isfinite(value)
    for slope in slopes.values():
        is_missing |= ~np.isfinite(slope)
    if bad is not None and is_bad is not None:
        status = np.where(is_bad | (status == 0), bad, status)
        is_missing |= is_bad
    # A result that is not finite always has a reason, also where the engine gives none.
    silent = is_missing & (status == 0)
    codes = (*CODES, *rows.codes, "domain.infinite", "derivative.infinite")
    status = np.where(silent, np.where(np.isfinite(value), len(codes), len(codes) - 1), status)
    return Answers(block, value, slopes, status, reason, is_missing, codes)


def bad_cells(block: Block) -> tuple[Entries | None, Entries | None]:
    """A code for each row with a cell that is no number, and the number of its column; None where all are."""
    codes = None if block.broken is None else block.broken.astype(np.int32)
    reason = None if codes is None else np.full(block.count, -1, np.int32)
    for place, found in enumerate(block.cells.values()):
        if found.codes is None:
            continue
        if codes is None or reason is None:
            codes, reason = np.zeros(block.count, np.int32), np.full(block.count, -1, np.int32)
        # A rounded integer is the least of what may be wrong with a row.
        is_first = (found.codes > 0) & ((codes == 0) | ((codes == ROUNDED) & (found.codes != ROUNDED)))
        codes[is_first] = found.codes[is_first]
        reason[is_first] = place
    return codes, reason


def fields(plan: Plan) -> list[Any]:
    """The columns of the results and their types."""
    return [pa.field(name, pa.string() if name == plan.status else pa.float64()) for name in plan.results]


def table(plan: Plan, answers: Answers) -> Any:
    """The results as an Arrow table: null where there is none, and the status as text, "" where all is well."""
    count, status = answers.block.count, answers.status
    no_value, bad = None, None
    if status is not None:
        bad = (status > 0) & (status < ROUNDED)
        no_value = bad | ~np.isfinite(answers.value)
    columns = [pa.array(answers.value, mask=no_value)]
    for slope in answers.slopes.values():
        missing = None if no_value is None else no_value | ~np.isfinite(slope)
        columns.append(pa.array(slope, mask=missing))
    return pa.table([*columns, written(status, answers.codes, count)], names=list(plan.results))


def written(status: Entries | None, codes: tuple[str, ...], count: int) -> Any:
    """The status of each row as text."""
    if status is None:
        return pa.StringArray.from_buffers(count, pa.py_buffer(np.zeros(count + 1, np.int32)), pa.py_buffer(b""))
    return pa.DictionaryArray.from_arrays(pa.array(status), pa.array(["", *codes])).dictionary_decode()
