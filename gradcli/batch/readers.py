"""A file becomes a reader of its format."""

from __future__ import annotations

from gradcli.batch import arrow_files, csv_files, json_files, streams
from gradcli.batch.block import Reader
from gradcli.batch.sources import TEXT, File


def opened(file: File, separator: str | None = None) -> Reader:
    """The reader of a file, its columns known."""
    if file.format and file.format not in TEXT:
        return arrow_files.opened(file)
    known, stream = streams.opened(file)
    if known.format == "arrow":
        return arrow_files.opened(known, stream)
    if known.format == "jsonl":
        return json_files.opened(known, stream)
    return csv_files.opened(known, stream, separator)
