"""What a reader makes of a stretch of a file: cells by column, what is kept of the rows, and where each row stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from gradcli.backends.columns.array import Entries
from gradcli.batch.cells import Cells


@dataclass(frozen=True)
class Wanted:
    """What is wanted of a file: the columns that become numbers, and those that are passed on.

    `as_lines`: lines of JSON are passed on as they are. `typed`: columns of numbers are passed on as numbers, for a
    format that has types, else as they are written. `results` are the columns that will stand behind them.
    """

    needed: tuple[str, ...]
    kept: tuple[str, ...] = ()
    as_lines: bool = False
    typed: bool = False
    results: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Block:
    """Some rows of a file.

    `kept` is a table of the columns that are passed on, or `heads` has the lines of JSON (see `json_files`). `broken`
    has a code for each row that is none, as a line with too few cells. `line` tells where a row stands, in `unit`s
    counted from 1.
    """

    count: int
    cells: Mapping[str, Cells]
    kept: Any
    file: str
    line: Callable[[int], int]
    unit: str = "line"
    heads: Any = None
    broken: Entries | None = None


class Reader(Protocol):
    """One file of rows. `pieces` are read in order, by one thread; `block` may run on any."""

    @property
    def names(self) -> tuple[str, ...]:
        """The columns, in order."""

    @property
    def kinds(self) -> Mapping[str, Any] | None:
        """The Arrow type of each column; None where all are text."""

    def passed_on(self, wanted: Wanted) -> Any:
        """The Arrow schema of the columns that are passed on."""

    def pieces(self, wanted: Wanted) -> Iterator[Any]:
        """Stretches of the file."""

    def block(self, piece: Any, wanted: Wanted) -> Block:
        """What is in a stretch."""

    def share(self) -> float | None:
        """How much of the file has been read, from 0 to 1; None where that is not known."""
