"""The rows that lack a result, and those that were rounded, become counts by code and the first few places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa

from gradcli.batch.answers import Answers
from gradcli.batch.cells import CODES
from gradcli.batch.plan import Plan

SHOWN = 3
"""The places that are kept of each code."""


@dataclass(frozen=True)
class Failure:
    """One row: where it stands, what is wrong (`code`), and the cell that is the reason, if one is.

    `at` are the numbers that the formula was given, where it is the formula that has no value there.
    """

    code: str
    file: str
    unit: str
    line: int
    column: str | None
    text: str | None
    at: Mapping[str, float]


@dataclass(eq=False)
class Failures:
    """`rows` so far, how many of them have `failed`, the rows of each code, and the first few places of each."""

    rows: int = 0
    failed: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    first: dict[str, list[Failure]] = field(default_factory=dict)

    def add(self, plan: Plan, answers: Answers) -> None:
        """Counts the rows of a block, in the order of the file."""
        self.rows += answers.block.count
        self.failed += answers.failed
        if answers.status is None:
            return
        numbers, counts = np.unique(answers.status, return_counts=True)
        for number, count in zip(numbers.tolist(), counts.tolist(), strict=True):
            if number == 0:
                continue
            code = answers.codes[number - 1]
            self.counts[code] = self.counts.get(code, 0) + count
            known = self.first.setdefault(code, [])
            if len(known) < SHOWN:
                rows = np.flatnonzero(answers.status == number)[: SHOWN - len(known)]
                known.extend(failure(plan, answers, int(row)) for row in rows)


def first_failure(plan: Plan, answers: Answers) -> Failure | None:
    """The first row of a block that lacks a result."""
    if answers.has_failed is None or not answers.has_failed.any():
        return None
    return failure(plan, answers, int(np.argmax(answers.has_failed)))


def shown(cell: Any) -> str:
    """A cell of text, with signs in place of what is no UTF-8."""
    if pa.types.is_string(cell.type) or pa.types.is_large_string(cell.type):
        return str(cell.as_buffer().to_pybytes(), "utf-8", "replace") if cell.is_valid else "None"
    return str(cell.as_py())


def failure(plan: Plan, answers: Answers, row: int) -> Failure:
    """What is to be said of a row that has a status."""
    block, status = answers.block, answers.status
    assert status is not None
    code = answers.codes[int(status[row]) - 1]
    column, text = None, None
    if code in CODES and answers.reason is not None and answers.reason[row] >= 0:
        column = list(block.cells)[int(answers.reason[row])]
        cells = block.cells[column]
        text = None if cells.written is None else shown(cells.written[row])
    at = {name: float(block.cells[source].numbers[row]) for name, source in plan.columns.items()}
    found = {} if code in CODES else {**at, **plan.constants}
    return Failure(code, block.file, block.unit, block.line(row), column, text, found)
