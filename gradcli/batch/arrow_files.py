"""A Parquet file, an Arrow file or an Arrow stream becomes blocks of some thousand rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pyarrow as pa
from pyarrow import parquet

from gradcli.batch.block import Block, Wanted
from gradcli.batch.cells import cells
from gradcli.batch.sources import File
from gradcli.batch.streams import FILE_MAGIC, STREAM_MAGIC, Stream, unreadable

MOST_ROWS, LEAST_ROWS = 1 << 17, 1 << 10
"""The rows of a block: fewer the more columns there are."""

MOST_CELLS = 1 << 20
"""The cells of a block."""


def rows_of_block(columns: int) -> int:
    """How many rows a block has."""
    return max(LEAST_ROWS, min(MOST_ROWS, MOST_CELLS // max(columns, 1)))


class Piece(NamedTuple):
    """Some rows, and the number of the first, counted from 0."""

    batch: Any
    row: int


@dataclass(eq=False)
class Progress:
    """The rows read so far."""

    rows: int = 0


@dataclass(frozen=True, eq=False)
class ArrowFile:
    """A file of Arrow columns; `batches` gives those that are named, so many rows at a time."""

    name: str
    schema: Any
    batches: Callable[[list[str], int], Iterator[Any]]
    rows: int | None
    read: Progress = field(default_factory=Progress)

    @property
    def names(self) -> tuple[str, ...]:
        """The columns."""
        return tuple(self.schema.names)

    @property
    def kinds(self) -> Mapping[str, Any]:
        """Their types."""
        return {field.name: field.type for field in self.schema}

    def share(self) -> float | None:
        """How much of the file has been read."""
        return self.read.rows / self.rows if self.rows else None

    def passed_on(self, wanted: Wanted) -> Any:
        """The types as they are, with what else is said of the table where all of it is passed on."""
        chosen = pa.schema([self.schema.field(name) for name in wanted.kept])
        return chosen.with_metadata(self.schema.metadata) if wanted.kept == self.names else chosen

    def pieces(self, wanted: Wanted) -> Iterator[Piece]:
        """Stretches of rows, with the columns that are wanted."""
        columns = list(dict.fromkeys((*wanted.kept, *wanted.needed)))
        size = rows_of_block(len(columns))
        try:
            for batch in self.batches(columns, size):
                for start in range(0, batch.num_rows, size):
                    part = batch.slice(start, size)
                    yield Piece(part, self.read.rows)
                    self.read.rows += part.num_rows
        except (pa.ArrowException, OSError) as error:
            raise unreadable(self.name, error) from None

    def block(self, piece: Piece, wanted: Wanted) -> Block:
        """The rows of a piece."""
        found = {name: cells(piece.batch.column(name)) for name in wanted.needed}
        kept = pa.Table.from_batches([piece.batch]).select(list(wanted.kept)) if wanted.kept else None
        return Block(piece.batch.num_rows, found, kept, self.name, lambda row: piece.row + row + 1, unit="row")


def opened(file: File, stream: Stream | None = None) -> ArrowFile:
    """A file whose schema has been read; `stream` has it where it cannot be read from any place."""
    try:
        if stream is not None:
            return from_stream(file, pa.ipc.open_stream(pa.PythonFile(stream, "r")))
        return from_parquet(file) if file.format == "parquet" else from_arrow(file)
    except (pa.ArrowException, OSError) as error:
        raise unreadable(file.name, error) from None


def from_parquet(file: File) -> ArrowFile:
    """A Parquet file: only the columns that are wanted are read, and of a group of rows only some pages at a time."""
    found = parquet.ParquetFile(file.path, pre_buffer=False, buffer_size=1 << 20)

    def batches(columns: list[str], size: int) -> Iterator[Any]:
        yield from found.iter_batches(size, columns=columns)

    return ArrowFile(file.name, found.schema_arrow, batches, found.metadata.num_rows)


def from_arrow(file: File) -> ArrowFile:
    """An Arrow (Feather) file, mapped into memory; also one that holds a stream."""
    mapped = pa.memory_map(file.path)
    first = mapped.read(len(FILE_MAGIC))
    mapped.seek(0)
    if first.startswith(STREAM_MAGIC):
        return from_stream(file, pa.ipc.open_stream(mapped))
    if first != FILE_MAGIC:
        raise pa.ArrowInvalid("it does not begin as an Arrow file or stream does")
    found = pa.ipc.open_file(mapped)

    def batches(columns: list[str], size: int) -> Iterator[Any]:
        for index in range(found.num_record_batches):
            yield found.get_batch(index).select(columns)

    return ArrowFile(file.name, found.schema, batches, None)


def from_stream(file: File, found: Any) -> ArrowFile:
    """An Arrow stream."""

    def batches(columns: list[str], size: int) -> Iterator[Any]:
        for batch in found:
            yield batch.select(columns)

    return ArrowFile(file.name, found.schema, batches, None)
