"""Values and slopes by row become their sum or mean, rounded once: no matter how the rows were cut into blocks.

A double is a whole number of 53 bits times a power of two. Those of equal power are added as whole numbers, without
rounding, and the sums of all powers are one whole number of Python, as in a superaccumulator (Kulisch, Computer
Arithmetic and Validity, 2008). So the order of the rows does not matter either.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
import pyarrow as pa

from gradcli.backends.columns.array import Array
from gradcli.batch.answers import Answers
from gradcli.batch.plan import Plan
from gradcli.errors import GradcliError

LOWEST = 1074
"""The smallest double is 2^-1074."""

HALF = 27
"""The bits of the lower half of a whole number: sums of 2^26 halves still fit a double exactly."""

MOST = 1 << 25
"""The numbers that are added at a time."""


def exact_sum(numbers: Array) -> int:
    """The sum of finite doubles in units of 2^-(1074+53)."""
    total = 0
    for start in range(0, len(numbers), MOST):
        fractions, powers = np.frexp(numbers[start : start + MOST])
        whole = np.ldexp(fractions, 53).astype(np.int64)
        places = powers + LOWEST
        high = np.bincount(places, weights=whole >> HALF)
        low = np.bincount(places, weights=whole & ((1 << HALF) - 1))
        for place in np.flatnonzero((high != 0) | (low != 0)).tolist():
            total += ((int(high[place]) << HALF) + int(low[place])) << place
    return total


def rounded(total: int, count: int = 1) -> float:
    """The double nearest to a sum, or to its share for each of `count` rows. Raises OverflowError."""
    # Division of whole numbers rounds once, to even.
    return float(Fraction(total, count << (LOWEST + 53)))


@dataclass(eq=False)
class Totals:
    """The sums over the rows that have results, exact, and the number of these rows."""

    sums: dict[str, int] = field(default_factory=dict)
    rows: int = 0
    failed: int = 0

    def add(self, parts: tuple[dict[str, int], int, int]) -> None:
        """Adds the sums over a block."""
        sums, rows, failed = parts
        for name, total in sums.items():
            self.sums[name] = self.sums.get(name, 0) + total
        self.rows += rows
        self.failed += failed


def summed(plan: Plan, answers: Answers) -> tuple[dict[str, int], int, int]:
    """The exact sum of each column of a block over the rows that have results; how many have, and how many not."""
    called = plan.slopes
    columns = {plan.value: answers.value, **{called[name]: slope for name, slope in answers.slopes.items()}}
    if answers.has_failed is not None:
        columns = {name: column[~answers.has_failed] for name, column in columns.items()}
    failed = answers.failed
    return {name: exact_sum(column) for name, column in columns.items()}, answers.block.count - failed, failed


def table(plan: Plan, totals: Totals, kind: str) -> Any:
    """One row: the sum or the mean of the value and of each slope, and the rows that it is over; null of no rows."""
    names = [plan.value, *plan.slopes.values()]
    count = totals.rows if kind == "mean" else 1
    numbers: list[float | None] = []
    for name in names:
        try:
            is_empty = kind == "mean" and not totals.rows
            numbers.append(None if is_empty else rounded(totals.sums.get(name, 0), count))
        except OverflowError:
            message = f"the {kind} of `{name}` is too large for a double"
            raise GradcliError("overflow.total", message, help="rescale the formula") from None
    columns = [pa.array([number], pa.float64()) for number in numbers]
    whole = [pa.array([totals.rows], pa.int64()), pa.array([totals.failed], pa.int64())]
    return pa.table([*columns, *whole], names=[*names, f"{plan.prefix}rows", f"{plan.prefix}failed"])
