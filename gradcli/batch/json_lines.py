"""Lines of JSON become objects, cells and heads one by one, where Arrow cannot read them at once."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from gradcli.backends.columns.array import Entries
from gradcli.batch import encoding
from gradcli.batch.block import Block, Wanted
from gradcli.batch.cells import EMPTY, FILL, INFINITE, LINE, NAN, ROUNDED, TEXT, Cells, flat

CLOSED = b"}\n"
"""How a line ends."""


@dataclass(frozen=True)
class Broken:
    """A line that is no object."""

    text: str


@dataclass(frozen=True, eq=False)
class Part:
    """Some rows of a block; see `Block`."""

    count: int
    cells: Mapping[str, Cells]
    kept: Any
    heads: Any
    broken: Entries | None


def tidied(data: bytes) -> bytes:
    """Lines that end with a line feed alone, and no blank ones; almost always they are so already."""
    if not data.endswith(b"\n"):
        data += b"\n"
    if b"\r" in data or b"\n\n" in data or b" \n" in data or b"\t\n" in data or data.startswith(b"\n"):
        data = re.sub(rb"[ \t\r]*\n\s*", b"\n", data).lstrip()
    return data


def is_plain(data: bytes) -> bool:
    """Does every line end with a brace, and is none of them empty between its braces?"""
    characters = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero(characters == 10)
    return len(ends) > 0 and bool((characters[ends - 1] == 125).all()) and not re.search(rb"\{\s*\}\n", data)


def heads(data: bytes) -> Any:
    """The heads of lines that are all plain, as an Arrow array that shares their bytes."""
    whole = CLOSED + data
    ends = np.flatnonzero(np.frombuffer(whole, np.uint8) == 10) - 1
    offsets = pa.py_buffer(ends.astype(np.int32))
    return pa.StringArray.from_buffers(len(ends) - 1, offsets, pa.py_buffer(whole))


def stretches(data: bytes, size: int) -> Iterator[bytes]:
    """So many lines at a time."""
    ends = np.flatnonzero(np.frombuffer(data, np.uint8) == 10)
    start = 0
    for first in range(0, len(ends), size):
        end = int(ends[min(first + size, len(ends)) - 1]) + 1
        yield data[start:end]
        start = end


class Line(NamedTuple):
    """The object of a line, and the line as it was written."""

    found: dict[str, Any]
    text: str


def read(data: bytes) -> list[Line | Broken]:
    """The object of each line."""
    return [read_line(line) for line in data.split(b"\n") if line.strip()]


def read_line(line: bytes) -> Line | Broken:
    """The object of one line."""
    try:
        text = line.decode()
        found = json.loads(text)
    except (ValueError, RecursionError):
        return Broken(line.decode(errors="replace"))
    if not isinstance(found, dict):
        return Broken(text)
    return Line(found, text.strip())


def number(value: Any) -> tuple[float | None, int]:
    """What a value is as a double, None where it is none, and its code."""
    if value is None:
        return None, EMPTY
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None, TEXT
    try:
        double = float(value)
    except OverflowError:
        return None, INFINITE
    if not math.isfinite(double):
        return None, NAN if math.isnan(double) else INFINITE
    return double, ROUNDED if isinstance(value, int) and int(double) != value else 0


def text(value: Any) -> str | None:
    """A value as the text that CSV has of it."""
    return value if value is None or isinstance(value, str) else json.dumps(value)


def cells_of(lines: list[Line | Broken], name: str) -> Cells:
    """The cells of one column."""
    values = [line.found.get(name) if isinstance(line, Line) else None for line in lines]
    found = [number(value) for value in values]
    codes = np.array([code for _, code in found], np.uint8)
    numbers = np.array([FILL if double is None else double for double, _ in found], float)
    written = pa.array([None if value is None else json.dumps(value) for value in values], pa.string())
    return Cells(numbers, codes if codes.any() else None, written)


def heads_of(lines: list[Line | Broken]) -> Any:
    """The heads of lines of which some are not plain; what is no object becomes one that holds its text."""
    texts = []
    for line in lines:
        # What follows a head begins with a comma, so that there must be something before it.
        is_head = isinstance(line, Line) and line.found
        head = line.text[:-1].rstrip() if is_head else f'{{"line": {json.dumps(line.text)}'
        texts.append(CLOSED.decode() + head)
    return pa.array(texts, pa.string())


def broken_of(lines: list[Line | Broken]) -> Entries | None:
    """A code for each line that is no object."""
    codes = np.array([LINE if isinstance(line, Broken) else 0 for line in lines], np.uint8)
    return codes if codes.any() else None


def type_of(lines: list[Line | Broken], name: str) -> Any:
    """The Arrow type of a column, doubles where it has several."""
    try:
        return pa.array([line.found.get(name) for line in lines if isinstance(line, Line)]).type
    except (pa.ArrowException, TypeError, OverflowError):
        return pa.float64()


def joined(parts: list[Part], wanted: Wanted, name: str, line: Callable[[int], int]) -> Block:
    """The block of all parts."""
    needed = {column: together([part.cells[column] for part in parts]) for column in wanted.needed}
    tables = [part.kept for part in parts if part.kept is not None]
    kept = stacked(tables) if tables else None
    lines = pa.concat_arrays([part.heads for part in parts]) if wanted.as_lines else None
    count = sum(part.count for part in parts)
    broken = None
    if any(part.broken is not None for part in parts):
        broken = np.concatenate(
            [np.zeros(part.count, np.uint8) if part.broken is None else part.broken for part in parts]
        )
    return Block(count, needed, kept, name, line, heads=lines, broken=broken)


def stacked(tables: list[Any]) -> Any:
    """One table of several; a column that has not the same type in all of them is text."""
    kinds = {name: {table.schema.field(name).type for table in tables} for name in tables[0].column_names}
    mixed = {name for name, found in kinds.items() if len(found) > 1}
    if mixed:
        tables = [
            pa.table({name: as_text(table.column(name)) if name in mixed else table.column(name) for name in kinds})
            for table in tables
        ]
    return pa.concat_tables(tables)


def as_text(column: Any) -> Any:
    """A column as the text that CSV has of it."""
    return encoding.plain(flat(column)).cast(pa.string())


def together(parts: list[Cells]) -> Cells:
    """The cells of several stretches of one column."""
    numbers = np.concatenate([part.numbers for part in parts])
    if all(part.codes is None for part in parts):
        return Cells(numbers, None, None)
    zeros = [np.zeros(len(part.numbers), np.uint8) if part.codes is None else part.codes for part in parts]
    written = pa.concat_arrays([part.written.cast(pa.string()) for part in parts])
    return Cells(numbers, np.concatenate(zeros), written)
