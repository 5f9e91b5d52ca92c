"""Tables of results become a file, which is written beside its place and put there when it is whole."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import parquet

from gradcli.batch import encoding
from gradcli.batch.cells import flat
from gradcli.batch.sources import File
from gradcli.errors import GradcliError

MOST_CELLS = 1 << 23
"""The cells of a group of rows in a Parquet file, which is in memory until it is written."""


class Writer(Protocol):
    """A file being written. `encode` may run on any thread, `write` takes what it makes in the order of the rows."""

    def encode(self, table: Any, heads: Any) -> Any:
        """The rows as they will be written."""

    def write(self, encoded: Any) -> None:
        """Adds encoded rows."""

    def close(self) -> None:
        """Completes the file."""

    def abandon(self) -> None:
        """Lets go of a file that will not be completed."""


@dataclass(eq=False)
class TextWriter:
    """CSV (with a `delimiter`) or JSON Lines (without)."""

    sink: Any
    names: tuple[str, ...]
    delimiter: str | None
    has_begun: bool = False

    def encode(self, table: Any, heads: Any) -> Any:
        """The rows as text."""
        if self.delimiter is None:
            return encoding.as_json(table, heads)
        return encoding.as_csv(table, self.delimiter)

    def write(self, encoded: Any) -> None:
        """Adds text, the header before the first."""
        self.begin()
        self.sink.write(encoded)

    def begin(self) -> None:
        """Writes the header, once."""
        if not self.has_begun and self.delimiter is not None:
            self.sink.write(encoding.header(list(self.names), self.delimiter))
        self.has_begun = True

    def close(self) -> None:
        """Writes the header of a file without rows, and what is left."""
        self.begin()
        if isinstance(self.sink, pa.CompressedOutputStream):
            self.sink.close()

    def abandon(self) -> None:
        """Nothing is held."""


@dataclass(eq=False)
class ColumnWriter:
    """Parquet, or Arrow. `schema` is that of the table; it is opened at the first rows, which say what suits them."""

    sink: Any
    format: str
    schema: Any
    writer: Any = field(default=None)

    def encode(self, table: Any, heads: Any) -> Any:
        """The rows with the columns of the schema."""
        return table.cast(self.schema) if table.schema != self.schema else table

    def write(self, encoded: Any) -> None:
        """Adds a table. Raises GradcliError (`input.columns`) where the format has no place for a type of a column."""
        try:
            self.begin(encoded)
            if self.format == "parquet":
                size = max(1 << 10, min(1 << 20, MOST_CELLS // max(len(self.schema), 1)))
                for batch in encoded.to_batches():
                    self.writer.write_batch(batch, row_group_size=size)
            else:
                self.writer.write_table(encoded)
        except pa.ArrowNotImplementedError as error:
            reason = str(error).splitlines()[0].rstrip(".")
            message = f"an input column cannot stand in {self.format}: {reason[:1].lower()}{reason[1:]}"
            raise GradcliError("input.columns", message, help="with `--only` input columns are not kept") from None

    def begin(self, table: Any) -> None:
        """Opens the writer, once."""
        if self.writer is None and self.format == "parquet":
            repeated = [name for place, name in enumerate(self.schema.names) if repeats(table, place)]
            self.writer = parquet.ParquetWriter(self.sink, self.schema, use_dictionary=repeated or False)
        elif self.writer is None:
            self.writer = pa.ipc.new_file(self.sink, self.schema)

    def close(self) -> None:
        """Completes the file, also one without rows."""
        if self.writer is None:
            self.write(self.schema.empty_table())
        self.writer.close()

    def abandon(self) -> None:
        """Closes Arrow's writer, which else would write to the closed file when it is forgotten."""
        if self.writer is not None:
            with contextlib.suppress(OSError):
                self.writer.close()


def repeats(table: Any, place: int) -> bool:
    """Is a dictionary of its values likely to make a column smaller? Of doubles hardly ever, and it takes long."""
    column = flat(table.column(place))
    if not pa.types.is_floating(column.type):
        return True
    sample = column.slice(0, 1 << 14)
    return len(sample) > 0 and 4 * pc.count_distinct(sample).as_py() < len(sample)


def writer(file: File, sink: Any, schema: Any) -> Writer:
    """The writer of a file's format to an open `sink`."""
    if file.format in ("parquet", "arrow"):
        return ColumnWriter(sink, file.format, schema)
    if file.compression:
        sink = pa.CompressedOutputStream(sink, file.compression)
    delimiter = {"csv": ",", "tsv": "\t", "jsonl": None}[file.format]
    return TextWriter(sink, tuple(schema.names), delimiter)


@contextlib.contextmanager
def beside(path: str, *, force: bool) -> Iterator[Any]:
    """A stream to a new file that takes its place at `path` when all has gone well, and is gone otherwise."""
    refuse_existing(path, force)
    if os.path.exists(path) and not os.path.isfile(path):  # a device or a pipe has no place to be put in
        with open(path, "wb") as stream:
            yield stream
        return
    folder, name = os.path.split(os.path.realpath(path))  # a link stays one
    try:
        handle, made = tempfile.mkstemp(prefix=f".{name[:80]}.", suffix=".part", dir=folder)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise GradcliError("usage.output", f"cannot write `{path}`: {reason}", help="check the folder") from None
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
        # mkstemp makes a file for its owner alone; this one is to be as others are.
        os.chmod(made, 0o666 & ~mask())
        refuse_existing(path, force)
        os.replace(made, os.path.join(folder, name))
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(made)
        raise


def mask() -> int:
    """What new files may not be allowed; it can only be read by setting it."""
    found = os.umask(0o077)
    os.umask(found)
    return found


def refuse_existing(path: str, force: bool) -> None:
    """Refuses to overwrite a file."""
    if os.path.isdir(path):
        raise GradcliError("usage.output", f"`{path}` is a folder", help="name a file")
    if os.path.isfile(path) and not force:
        raise GradcliError("usage.exists", f"`{path}` is there already", help="`--force` overwrites it")
