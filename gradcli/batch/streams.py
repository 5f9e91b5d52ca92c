"""A file or standard input becomes a stream of unpacked bytes, its format told by the first ones where it must be."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa

from gradcli.batch.sources import File
from gradcli.errors import GradcliError

MAGIC = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}
"""The first bytes of compressed streams."""

PEEKED = 1 << 16


@dataclass(eq=False)
class Stream:
    """Bytes to `read`, the `first` of which have been looked at already, and how far the file has been read."""

    raw: Any
    unpacked: Any
    size: int | None = None
    first: bytes = b""
    closed: bool = False

    def read(self, size: int) -> bytes:
        """The next bytes: fewer than `size` only at the end, and never more."""
        found, self.first = self.first[:size], self.first[size:]
        return found + bytes(self.unpacked.read(size - len(found))) if len(found) < size else found

    def share(self) -> float | None:
        """How much has been read, from 0 to 1."""
        return min(self.raw.tell() / self.size, 1.0) if self.size else None


def opened(file: File) -> tuple[File, Stream]:
    """A text file as a stream of unpacked bytes; where its format is not known it is told by the first ones."""
    raw = raw_stream(file)
    if file.format:
        unpacked = pa.CompressedInputStream(raw, file.compression) if file.compression else raw
        return file, Stream(raw, unpacked, file.size)
    first = raw.read(4)
    for magic, compression in MAGIC.items():
        if first.startswith(magic):
            raw = pa.CompressedInputStream(pa.PythonFile(Stream(raw, raw, None, first), "r"), compression)
            first = b""
            break
    first += raw.read(PEEKED)
    return replace(file, format=told(first, file)), Stream(raw, raw, None, first)


def raw_stream(file: File) -> Any:
    """The bytes of a file as they are."""
    if os.path.isfile(file.path):
        return pa.OSFile(file.path)
    if file.path != "-":
        return Unbuffered(os.open(file.path, os.O_RDONLY))
    if sys.stdin is None:
        raise GradcliError("input.file", "there is no standard input", help="send something to it, or name a file")
    try:
        return Unbuffered(sys.stdin.fileno())
    except OSError:  # not a file of the system, as in a test
        return sys.stdin.buffer


@dataclass(frozen=True)
class Unbuffered:
    """A file of the system, read without Python's lock on it, at which the end of the program would wait."""

    handle: int
    closed: bool = False

    def read(self, size: int) -> bytes:
        """The next bytes: fewer than `size` only at the end."""
        parts, missing = [], size
        while missing and (part := os.read(self.handle, missing)):
            parts.append(part)
            missing -= len(part)
        return b"".join(parts)


def told(first: bytes, file: File) -> str:
    """The format of which these are the first bytes."""
    if first.startswith((b"PAR1", b"ARROW1")):
        message = f"{file.name} is a Parquet or Arrow file, which is not read from its start to its end"
        raise GradcliError("input.format", message, help="name the file; CSV, JSON Lines and Arrow streams may be sent")
    if first.startswith(b"\xff\xff\xff\xff"):
        return "arrow"
    if first.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{"):
        return "jsonl"
    header = first.partition(b"\n")[0]
    return "tsv" if b"\t" in header and b"," not in header else "csv"
