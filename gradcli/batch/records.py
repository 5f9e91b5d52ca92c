"""A stream of bytes becomes pieces that end where a line of the table does, also where cells have several lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from gradcli.backends.columns.array import Entries
from gradcli.batch.sources import shown
from gradcli.errors import GradcliError

SIZE = 1 << 22
"""The bytes of a piece: enough to keep the calls few, little enough for several of them in memory."""

LONGEST = 1 << 28
"""The bytes in which a quoted cell must end."""

NEWLINE, RETURN, SPACE, QUOTE = 10, 13, 32, 34


@dataclass(frozen=True)
class Piece:
    """Whole lines of a table, and the number of the first."""

    data: bytes
    line: int


def pieces(stream: Any, rest: bytes, line: int, *, has_quotes: bool, name: str) -> Iterator[Piece]:
    """All that follows in `stream`, `rest` first, which begins with the line of that number."""
    while True:
        data = stream.read(SIZE)
        rest += data
        end = len(rest) if not data else boundary(rest, has_quotes)
        if end == 0 and len(rest) > LONGEST:
            what = "a quotation mark is not closed in" if has_quotes and b'"' in rest else "a line is longer than"
            message = f"{what} {LONGEST >> 20} MiB from line {line} of {shown(name)} on"
            raise GradcliError("input.quotes", message, help="close it, or double it if it is part of a cell")
        if end:
            yield Piece(rest[:end], line)
            line += newlines_in(rest[:end])
            rest = rest[end:]
        if not data:
            return


def newlines_in(data: bytes) -> int:
    """How many there are; NumPy counts them several times as fast as Python, and lets other threads run."""
    return int(np.count_nonzero(np.frombuffer(data, np.uint8) == NEWLINE))


def boundary(data: bytes, has_quotes: bool) -> int:
    """Where the last whole record of `data` ends, 0 if none does: at a line's end outside of quotation marks."""
    if not has_quotes or b'"' not in data:
        return data.rfind(b"\n") + 1
    ends = record_ends(data)
    return int(ends[-1]) + 1 if len(ends) else 0


def first_record(data: bytes) -> int:
    """Where the first record ends, 0 if it does not."""
    ends = record_ends(data)
    return int(ends[0]) + 1 if len(ends) else 0


def record_ends(data: bytes) -> Entries:
    """The positions of all line ends that lie behind an even number of quotation marks."""
    characters = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero(characters == NEWLINE)
    quotes = np.flatnonzero(characters == QUOTE)
    if not len(quotes):
        return ends
    found: Entries = ends[np.searchsorted(quotes, ends) % 2 == 0]
    return found


def unclosed(data: bytes, delimiter: str) -> int | None:
    """Where a cell begins that has several lines and text behind its end, as where two marks are never closed."""
    characters = np.frombuffer(data, np.uint8)
    quotes = np.flatnonzero(characters == QUOTE)
    opening, closing = quotes[: len(quotes) // 2 * 2].reshape(-1, 2).T
    ends = [ord(delimiter), NEWLINE, RETURN]
    has_text = ~np.isin(characters[np.minimum(closing + 1, len(data) - 1)], [*ends, QUOTE, SPACE])
    begins = (opening == 0) | np.isin(characters[opening - 1], ends)
    for start, end in zip(opening[has_text & begins].tolist(), closing[has_text & begins].tolist(), strict=True):
        if b"\n" in data[start:end]:
            return int(start)
    return None


def line_of(piece: Piece, row: int, *, skips_blank: bool, has_quotes: bool) -> int:
    """The number of the line in which a row of a piece begins."""
    ends = record_ends(piece.data) if has_quotes else np.flatnonzero(np.frombuffer(piece.data, np.uint8) == NEWLINE)
    starts = np.concatenate([[0], ends + 1])
    stops = np.concatenate([ends, [len(piece.data)]])
    if skips_blank:
        lines = zip(starts.tolist(), stops.tolist(), strict=True)
        starts = np.array([start for start, stop in lines if piece.data[start:stop].strip(b"\r")], int)
    start = int(starts[min(row, len(starts) - 1)]) if len(starts) else 0
    return piece.line + newlines_in(piece.data[:start])
