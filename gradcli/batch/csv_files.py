"""A file of comma- or tab-separated cells becomes blocks: text passed on as it is, numbers where they are needed.

Arrow parses; that a cell is no number never stops it, since such a piece is read once more as text.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
import pyarrow as pa
from pyarrow import csv as arrow_csv

from gradcli.backends.columns.array import Entries
from gradcli.batch import records
from gradcli.batch.block import Block, Wanted
from gradcli.batch.cells import EXACT, RAGGED, Cells, cells, flat, judged, unusable
from gradcli.batch.records import Piece
from gradcli.batch.sources import File, shown
from gradcli.batch.streams import BOM, Stream, require_utf_8
from gradcli.errors import GradcliError

Invalid = tuple[int, str]
"""The place of a row with too few or too many cells, from 0, and its text."""


@dataclass(frozen=True, eq=False)
class CsvFile:
    """A file whose header has been read; `first` is what was read behind it."""

    name: str
    names: tuple[str, ...]
    delimiter: str
    stream: Stream
    first: bytes
    line: int
    kinds: Mapping[str, Any] | None = None

    @cached_property
    def places(self) -> dict[str, int]:
        """Where each column stands; the first of several of one name."""
        return {name: place for place, name in reversed([*enumerate(self.names)])}

    def share(self) -> float | None:
        """How much of the file has been read."""
        return self.stream.share()

    def passed_on(self, wanted: Wanted) -> Any:
        """Text, but for the numbers that a format with types gets."""
        numbers = {*wanted.needed} if wanted.typed else set()
        return pa.schema([(name, pa.float64() if name in numbers else pa.string()) for name in wanted.kept])

    def pieces(self, wanted: Wanted) -> Iterator[Piece]:
        """Stretches of whole records."""
        return records.pieces(self.stream, self.first, self.line, has_quotes=True, name=self.name)

    def block(self, piece: Piece, wanted: Wanted) -> Block:
        """The rows of a piece."""
        positions = {name: self.places[name] for name in (*wanted.needed, *wanted.kept)}
        as_text = {*wanted.kept}.difference(wanted.needed if wanted.typed else ())
        numeric = {positions[name] for name in wanted.needed if name not in as_text}
        table, invalid = self.table(piece, sorted(set(positions.values())), numeric, checks=wanted.typed)
        columns = {name: table.column(f"{position}") for name, position in positions.items()}
        found = {name: made(columns[name]) for name in wanted.needed}
        broken = None
        if invalid:
            broken = np.zeros(table.num_rows, np.uint8)
            broken[[row for row, _ in invalid]] = RAGGED
        kept = {name: columns[name] if name in as_text else typed(found[name]) for name in wanted.kept}
        line = partial(records.line_of, piece, skips_blank=len(self.names) > 1, has_quotes=b'"' in piece.data)
        whole = pa.table(list(kept.values()), names=list(kept)) if kept else None
        return Block(table.num_rows, found, whole, self.name, line, broken=broken)

    def table(self, piece: Piece, read: Sequence[int], numeric: set[int], *, checks: bool) -> tuple[Any, list[Invalid]]:
        """The columns at some positions, those that are `numeric` as numbers if all of their cells are."""
        table = self.numbers(piece, read, numeric, checks=checks) if numeric else None
        invalid: list[Invalid] = []
        if table is None:
            try:
                table = self.parsed(piece, read, set(), invalid, checks=checks)
            except pa.ArrowInvalid as error:
                raise self.unreadable(piece, error) from None
            table = self.with_invalid(table, invalid)
        self.require_closed(piece, table.num_rows)
        return table, invalid

    def numbers(self, piece: Piece, read: Sequence[int], numeric: set[int], *, checks: bool) -> Any:
        """The piece with some columns read as numbers at once; None where a cell asks for a closer look."""
        invalid: list[Invalid] = []
        try:
            table = self.parsed(piece, read, numeric, invalid, checks=checks)
        except pa.ArrowInvalid:
            return None
        for position in numeric:
            column = table.column(f"{position}")
            numbers = np.abs(flat(column).fill_null(0).to_numpy())
            # The text decides whether a large integer was rounded; a nan or an infinity is not below anything.
            if invalid or column.null_count or not (numbers < EXACT).all():
                return None
        return table

    def parsed(
        self, piece: Piece, read: Sequence[int], numeric: set[int], invalid: list[Invalid], *, checks: bool
    ) -> Any:
        """The columns at some positions, named by them; rows of a wrong length go to `invalid`."""

        def note(row: Any) -> str:
            invalid.append((row.number - 1, row.text))
            return "skip"

        names = [f"{position}" for position in range(len(self.names))]
        kinds = {f"{position}": pa.float64() if position in numeric else pa.string() for position in read}
        return arrow_csv.read_csv(
            pa.BufferReader(piece.data),
            # The pieces are what threads share.
            arrow_csv.ReadOptions(use_threads=False, block_size=len(piece.data) + 1, column_names=names),
            arrow_csv.ParseOptions(
                delimiter=self.delimiter,
                newlines_in_values=b'"' in piece.data,
                # In a table of one column a blank line is an empty cell.
                ignore_empty_lines=len(names) > 1,
                invalid_row_handler=note,
            ),
            arrow_csv.ConvertOptions(
                check_utf8=checks,
                column_types=kinds,
                include_columns=list(kinds) or names[:1],
                strings_can_be_null=False,
                null_values=[""],
            ),
        )

    def require_closed(self, piece: Piece, rows: int) -> None:
        """Refuses a quotation mark that is never closed, which would make one cell of all lines up to the next one."""
        if b'"' not in piece.data:
            return
        start, line = records.unclosed(piece.data, self.delimiter), None
        if start is not None:
            line = piece.line + records.newlines_in(piece.data[:start])
        elif piece.data.count(b'"') % 2 and rows < sum(1 for line in piece.data.splitlines() if line):
            line = records.line_of(piece, rows - 1, skips_blank=len(self.names) > 1, has_quotes=True)
        if line is not None:
            message = f"a quotation mark in line {line} of {shown(self.name)} is not closed"
            raise GradcliError("input.quotes", message, help="close it, or double it if it is part of a cell")

    def unreadable(self, piece: Piece, error: Exception) -> GradcliError:
        """The error for text that cannot be passed on, or read at all."""
        if "UTF8" in str(error):
            message = f"{shown(self.name)} is not UTF-8 text, from line {piece.line} on"
            return GradcliError(
                "input.encoding", message, help="save it as UTF-8, or write CSV, which keeps text as it is"
            )
        reason = str(error).splitlines()[0]
        message = f"cannot read {shown(self.name)} from line {piece.line} on: {reason[:1].lower()}{reason[1:]}"
        return GradcliError("input.format", message, help="check the file")

    def with_invalid(self, table: Any, invalid: list[Invalid]) -> Any:
        """The table with the rows of a wrong length put in their places, cut or filled up."""
        if not invalid:
            return table
        rows = [split(text, self.delimiter) for _, text in invalid]
        positions = [int(name) for name in table.column_names]
        columns = [[row[at] if at < len(row) else "" for row in rows] for at in positions]
        added = pa.table([pa.array(column, pa.string()) for column in columns], names=table.column_names)
        count = table.num_rows + len(invalid)
        is_added = np.zeros(count, bool)
        is_added[[row for row, _ in invalid]] = True
        order = np.where(is_added, table.num_rows + np.cumsum(is_added) - 1, np.cumsum(~is_added) - 1)
        return pa.concat_tables([table, added]).take(pa.array(order))


def split(text: str, delimiter: str) -> list[str]:
    """The cells of a line; without regard to quotation marks where one is longer than Python's reader takes."""
    try:
        return next(csv.reader([text], delimiter=delimiter), [])
    except csv.Error:
        return text.split(delimiter)


def made(column: Any) -> Cells:
    """The cells of a column that was read as numbers or as text."""
    array = flat(column)
    if pa.types.is_floating(array.type):
        numbers: Entries = array.to_numpy()
        return judged(numbers, array)
    return cells(array)


def typed(found: Cells) -> Any:
    """The numbers of a column, null where a cell is none."""
    return pa.array(found.numbers, mask=None if found.codes is None else unusable(found.codes))


def opened(file: File, stream: Stream, separator: str | None) -> CsvFile:
    """A file with its header read. Raises GradcliError where it has none."""
    delimiter = separator or ("\t" if file.format == "tsv" else ",")
    data = stream.read(records.SIZE)
    while not (end := records.first_record(data)) and len(data) < records.LONGEST and (more := stream.read(len(data))):
        data += more
    end = end or len(data)
    require_utf_8(data[:end], file.name)
    try:
        header = data[:end].removeprefix(BOM).decode().rstrip("\r\n")
    except UnicodeDecodeError:
        raise GradcliError(
            "input.encoding", f"the header of {shown(file.name)} is not UTF-8 text", help="save it as UTF-8"
        ) from None
    if "\r" in header and b"\n" not in data:
        help = "`tr '\\r' '\\n' < FILE | gradcli batch ... -` mends that"
        raise GradcliError(
            "input.format", f"the lines of {shown(file.name)} end with a carriage return alone", help=help
        )
    if not header.strip():
        message = f"{shown(file.name)} {'has no header line' if data else 'is empty'}"
        raise GradcliError("input.header", message, help="the first line names the columns")
    try:
        names = next(csv.reader([header], delimiter=delimiter))
    except csv.Error as error:
        message = f"the header of {shown(file.name)} cannot be read: {str(error).partition(' - ')[0]}"
        raise GradcliError("input.header", message, help="the first line names the columns") from None
    line = 1 + records.newlines_in(data[:end])
    return CsvFile(file.name, tuple(name.strip() for name in names), delimiter, stream, data[end:], line)
