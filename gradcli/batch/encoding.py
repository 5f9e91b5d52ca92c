"""A table becomes the text of a CSV file or of JSON Lines, column by column."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv as arrow_csv

from gradcli.batch.cells import flat, is_text

ESCAPED = r'[\x00-\x1f"\\]'
"""What cannot stand in a text of JSON."""


def header(names: list[str], delimiter: str) -> bytes:
    """The header line of a CSV file."""
    cells = [f'"{name.replace(chr(34), chr(34) * 2)}"' if is_special(name, delimiter) else name for name in names]
    return (delimiter.join(cells) + "\n").encode()


def is_special(text: str, delimiter: str) -> bool:
    """Does a cell with this text need quotation marks?"""
    return any(character in text for character in (delimiter, '"', "\n", "\r"))


def as_csv(table: Any, delimiter: str) -> Any:
    """The rows of a CSV file, as bytes or an Arrow buffer of them.

    There are quotation marks only where they are needed, so that cells stay as they were written.
    """
    columns = [plain(flat(column)) for column in table.columns]
    special = [is_text(column.type) and has_special(column, delimiter) for column in columns]
    if not any(special):
        sink = pa.BufferOutputStream()
        options = arrow_csv.WriteOptions(include_header=False, delimiter=delimiter, quoting_style="none")
        arrow_csv.write_csv(pa.table(columns, names=[f"{place}" for place in range(len(columns))]), sink, options)
        return sink.getvalue()
    texts = [
        quoted(column, delimiter) if marked else column.cast(pa.string())
        for column, marked in zip(columns, special, strict=True)
    ]
    return joined(texts, delimiter, "\n")


def plain(column: Any) -> Any:
    """A column of numbers or text; what is neither becomes text."""
    kind = column.type
    if is_text(kind):
        return column.cast(pa.string())
    if pa.types.is_nested(kind) or holds_bytes(kind):
        return pa.array([None if value is None else as_json_text(value) for value in column.to_pylist()], pa.string())
    if pa.types.is_integer(kind) or pa.types.is_floating(kind):
        return column
    try:
        return column.cast(pa.string())
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        return pa.array([None if value is None else str(value) for value in column.to_pylist()], pa.string())


def holds_bytes(kind: Any) -> bool:
    """Is this a type of bytes that may be no text?"""
    tests = (pa.types.is_binary, pa.types.is_large_binary, pa.types.is_fixed_size_binary, pa.types.is_binary_view)
    return any(test(kind) for test in tests)


def as_json_text(value: Any) -> str:
    """A list, an object or bytes as text."""
    return value.decode(errors="replace") if isinstance(value, bytes) else json.dumps(value, default=str)


def has_special(column: Any, delimiter: str) -> bool:
    """May a cell need quotation marks? A look at all characters at once, which is quick."""
    if not len(column):
        return False
    offsets = np.frombuffer(column.buffers()[1], np.int32)[column.offset : column.offset + len(column) + 1]
    data = column.buffers()[2]
    whole = data[int(offsets[0]) : int(offsets[-1])].to_pybytes() if data is not None else b""
    return any(sign in whole for sign in (delimiter.encode(), b'"', b"\n", b"\r"))


def quoted(column: Any, delimiter: str) -> Any:
    """Text with quotation marks round the cells that need them."""
    signs = "[" + ("\\t" if delimiter == "\t" else f"\\{delimiter}") + '"\r\n]'
    doubled = pc.replace_substring(column, '"', '""')
    marked = pc.binary_join_element_wise('"', doubled, '"', "")
    return pc.if_else(pc.match_substring_regex(column, signs), marked, column)


def joined(texts: list[Any], separator: str, end: str) -> bytes:
    """The rows made of columns of text; null is nothing."""
    whole = pc.binary_join_element_wise(*texts, separator, null_handling="replace", null_replacement="")
    return data_of(pc.binary_join_element_wise(whole, end, ""))


def data_of(texts: Any) -> bytes:
    """All texts one after the other, as they lie in memory."""
    texts = flat(texts)
    offsets = np.frombuffer(texts.buffers()[1], np.int32)[texts.offset : texts.offset + len(texts) + 1]
    data = texts.buffers()[2]
    return data[int(offsets[0]) : int(offsets[-1])].to_pybytes() if data is not None and len(texts) else b""


def as_json(table: Any, heads: Any = None) -> bytes:
    """The lines of a JSON Lines file: the columns of a table, behind `heads` if there are any (see `json_files`)."""
    if not table.num_rows:
        return b""
    parts = [] if heads is None else [heads]
    for place, name in enumerate(table.column_names):
        opening = "," if parts else "}\n{"
        parts += [f"{opening}{json.dumps(name)}:", json_values(flat(table.column(place)))]
    data = data_of(pc.binary_join_element_wise(*parts, "", null_handling="replace", null_replacement="null"))
    # Every line begins with the end of the one before it.
    return data[2:] + b"}\n"


def json_values(column: Any) -> Any:
    """A column as texts of JSON."""
    kind = column.type
    if pa.types.is_floating(kind):
        # The text of a number of 32 bits is the shortest that reads back as one, as in CSV.
        numbers = column.cast(pa.float32()) if pa.types.is_float16(kind) else column
        return pc.if_else(pc.is_finite(numbers), numbers, pa.scalar(None, numbers.type)).cast(pa.string())
    if pa.types.is_integer(kind) or pa.types.is_boolean(kind) or pa.types.is_null(kind):
        return column.cast(pa.string())
    if pa.types.is_nested(kind):
        return pa.array([json.dumps(value, default=str) for value in column.to_pylist()], pa.string())
    texts = plain(column)
    if pc.any(pc.match_substring_regex(texts, ESCAPED)).as_py():
        return pa.array([json.dumps(value, ensure_ascii=False) for value in texts.to_pylist()], pa.string())
    return pc.binary_join_element_wise('"', texts, '"', "")
