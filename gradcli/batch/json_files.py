"""A file of JSON Lines becomes blocks: lines passed on as they are, or columns, and numbers where they are needed.

Arrow reads the numbers. Where a line keeps it from that, a stretch of some hundred lines is read one by one.

`heads` of a block are the lines without the brace that closes them, so that more can follow. Each begins with the end
of the line before it, `}` and a line feed: so they are slices of the file that lie side by side, and none is copied.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import json as arrow_json

from gradcli.batch import json_lines, records
from gradcli.batch.block import Block, Wanted
from gradcli.batch.cells import EXACT, Cells, flat, judged
from gradcli.batch.plan import clashing
from gradcli.batch.records import Piece
from gradcli.batch.sources import File, shown
from gradcli.batch.streams import BOM, PEEKED, Stream, require_utf_8
from gradcli.errors import GradcliError

LOOKED_AT = 1000
"""The lines at the beginning whose keys are the columns."""

START = 3
"""The first bytes of a key, its quotation mark among them, which those of all slopes have in common."""

STRETCH = 512
"""The lines that are read one by one where one of them keeps Arrow from it."""


@dataclass(frozen=True, eq=False)
class JsonFile:
    """A file of which the first lines have been looked at."""

    name: str
    names: tuple[str, ...]
    stream: Stream
    first: bytes
    kinds: Mapping[str, Any] | None = None

    @cached_property
    def schema(self) -> Any:
        """The types of the columns, which nobody needs to know when lines are passed on as they are."""
        return schema_of(self.first[: records.boundary(self.first, False)], self.names)

    def share(self) -> float | None:
        """How much of the file has been read."""
        return self.stream.share()

    def passed_on(self, wanted: Wanted) -> Any:
        """The types that Arrow found, and doubles where numbers are needed."""
        numbers = {*wanted.needed}
        kinds = {name: pa.float64() if name in numbers else self.schema.field(name).type for name in wanted.kept}
        return pa.schema(list(kinds.items()))

    def pieces(self, wanted: Wanted) -> Iterator[Piece]:
        """Stretches of whole lines."""
        return records.pieces(self.stream, self.first, 1, has_quotes=False, name=self.name)

    def block(self, piece: Piece, wanted: Wanted) -> Block:
        """The rows of a piece."""
        tidy = json_lines.tidied(piece.data)
        line = partial(records.line_of, piece, skips_blank=True, has_quotes=False)
        if wanted.as_lines:
            refuse_clash(tidy, wanted)
        found = self.at_once(tidy, wanted)
        if found is not None:
            needed, table = found
            heads = json_lines.heads(tidy) if wanted.as_lines else None
            return Block(len(table), needed, self.kept(table, wanted), self.name, line, heads=heads)
        parts = [self.stretch(part, wanted) for part in json_lines.stretches(tidy, STRETCH)]
        return json_lines.joined(parts, wanted, self.name, line)

    def stretch(self, data: bytes, wanted: Wanted) -> json_lines.Part:
        """The rows of some lines, read at once or one by one."""
        found = self.at_once(data, wanted)
        if found is not None:
            needed, table = found
            heads = json_lines.heads(data) if wanted.as_lines else None
            return json_lines.Part(len(table), needed, self.kept(table, wanted), heads, None)
        lines = json_lines.read(data)
        kept = self.converted(lines, wanted) if wanted.kept else None
        needed = {name: json_lines.cells_of(lines, name) for name in wanted.needed}
        return json_lines.Part(len(lines), needed, kept, json_lines.heads_of(lines), json_lines.broken_of(lines))

    def at_once(self, data: bytes, wanted: Wanted) -> tuple[dict[str, Cells], Any] | None:
        """The numbers of each column and a table, as Arrow reads them; None where it cannot, or not exactly."""
        if wanted.as_lines and not json_lines.is_plain(data):
            return None
        fields = {name: self.schema.field(name).type for name in wanted.kept}
        fields |= dict.fromkeys(wanted.needed, pa.float64())
        try:
            table = arrow_json.read_json(
                pa.BufferReader(data),
                arrow_json.ReadOptions(use_threads=False, block_size=len(data) + 1),
                arrow_json.ParseOptions(
                    explicit_schema=pa.schema(list(fields.items())),
                    unexpected_field_behavior="error" if wanted.kept else "ignore",
                ),
            )
        except pa.ArrowInvalid:
            return None
        if table.num_rows != records.newlines_in(data):
            return None
        needed = {}
        for name in wanted.needed:
            array = flat(table.column(name))
            numbers = array.fill_null(1).to_numpy()
            if (np.abs(numbers) >= EXACT).any():
                return None  # the line decides whether an integer was rounded
            needed[name] = judged(numbers, array)
        if not wanted.typed and any(may_be_rounded(table.column(name)) for name in wanted.kept):
            return None
        return needed, table

    def kept(self, table: Any, wanted: Wanted) -> Any:
        """The columns that are passed on, None if there are none."""
        return table.select(list(wanted.kept)) if wanted.kept else None

    def converted(self, lines: list[json_lines.Line | json_lines.Broken], wanted: Wanted) -> Any:
        """The columns of some lines that were read one by one."""
        objects = [line.found if isinstance(line, json_lines.Line) else {} for line in lines]
        known = {*self.names}
        for name in (name for found in objects for name in found if name not in known):
            raise self.new_column(name)
        columns = [self.column([found.get(name) for found in objects], name, wanted) for name in wanted.kept]
        return pa.table(columns, names=list(wanted.kept))

    def column(self, values: list[Any], name: str, wanted: Wanted) -> Any:
        """A column that is passed on. With types, numbers that are none are empty in it; else all is text there."""
        kind = pa.float64() if name in wanted.needed else self.schema.field(name).type
        if wanted.typed and name in wanted.needed:
            values = [json_lines.number(value)[0] for value in values]
        try:
            return pa.array(values, kind)
        except (pa.ArrowException, TypeError, ValueError, OverflowError):
            if wanted.typed:
                raise self.other_type(name, kind) from None
        return pa.array([json_lines.text(value) for value in values], pa.string())

    def other_type(self, name: str, kind: Any) -> GradcliError:
        """The error for a column that cannot be one of a table."""
        message = f"`{name}` has another type in some line of {shown(self.name)} than {kind}, as in the first lines"
        return GradcliError(
            "input.columns", message, help="write .jsonl, which keeps lines as they are, or use `--only`"
        )

    def new_column(self, name: str) -> GradcliError:
        """The error for a key that the first lines do not have."""
        message = f"`{name}` is in some line of {shown(self.name)}, and not in the first {LOOKED_AT}"
        return GradcliError(
            "input.columns", message, help="write .jsonl, which keeps lines as they are, or use `--only`"
        )


def may_be_rounded(column: Any) -> bool:
    """Are there doubles beyond those that are equal to one integer alone?"""
    return pa.types.is_floating(column.type) and bool(pc.any(pc.greater_equal(pc.abs(column), EXACT)).as_py())


def refuse_clash(data: bytes, wanted: Wanted) -> None:
    """Refuses lines with a key of the results; a look at all bytes at once says whether there may be any."""
    # A letter that is not of ASCII may be written as it is, or by its number.
    keys = {json.dumps(name, ensure_ascii=ascii).encode(): name for name in wanted.results for ascii in (True, False)}
    # A look for each of a thousand slopes would take longer than all the rest.
    is_there = {start: start in data for start in {key[:START] for key in keys}}
    for key, name in keys.items():
        if is_there[key[:START]] and key in data:
            lines = json_lines.read(b"\n".join(line for line in data.split(b"\n") if key in line))
            if any(isinstance(line, json_lines.Line) and name in line.found for line in lines):
                raise clashing([name])


def opened(file: File, stream: Stream) -> JsonFile:
    """A file, its columns told by its first lines."""
    first = beginning(stream)
    require_utf_8(first[:PEEKED], file.name)
    first = first.removeprefix(BOM)
    whole = first[: records.boundary(first, False)]
    lines = json_lines.read(b"\n".join(whole.split(b"\n", LOOKED_AT)[:LOOKED_AT]))
    names = dict.fromkeys(name for line in lines if isinstance(line, json_lines.Line) for name in line.found)
    if not any(isinstance(line, json_lines.Line) for line in lines):
        raise without_objects(whole, file.name)
    return JsonFile(file.name, tuple(names), stream, first)


def beginning(stream: Stream) -> bytes:
    """The first lines, at least one; a line feed is behind the last one of the file."""
    first, size = b"", records.SIZE
    while True:
        more = stream.read(size)
        first += more
        if len(more) < size:  # the end of the file
            return first if first.endswith(b"\n") else first + b"\n"
        if b"\n" in first or len(first) >= records.LONGEST:
            return first
        size = len(first)


def without_objects(whole: bytes, name: str) -> GradcliError:
    """The error for a file in whose first lines nothing is an object."""
    message, help = f"no line of {shown(name)} is a JSON object", 'write one in each line, such as `{"x": 1.5}`'
    if not whole.strip():
        message = f"{shown(name)} is empty"
    elif whole.lstrip().startswith((b"[", b"{")):
        help = "`jq -c '.[]' FILE | gradcli batch ... -` sends an array so, `jq -c .` one object of several lines"
    return GradcliError("input.header", message, help=help)


def schema_of(whole: bytes, names: tuple[str, ...]) -> Any:
    """The types of the columns as Arrow finds them; text of JSON for those of which it finds none."""
    data = json_lines.tidied(whole)
    try:
        found = arrow_json.read_json(pa.BufferReader(data)).schema if data.strip() else pa.schema([])
    except pa.ArrowInvalid:
        lines = json_lines.read(data)[:LOOKED_AT]
        found = pa.schema([(name, json_lines.type_of(lines, name)) for name in names])
    kinds = {field.name: field.type for field in found}
    # A text that looks like a time is passed on as it was written.
    times = {name: pa.string() for name, kind in kinds.items() if pa.types.is_timestamp(kind)}
    return pa.schema(list({**dict.fromkeys(names, pa.null()), **kinds, **times}.items()))
