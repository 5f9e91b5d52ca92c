"""A file or standard input becomes a stream of unpacked bytes, its format told by the first ones where it must be."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa

from gradcli.batch.sources import File, shown
from gradcli.errors import GradcliError

MAGIC = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}
"""The first bytes of compressed streams."""

LONGEST_MAGIC = max(map(len, MAGIC))

JSON = re.compile(rb"\s*(\{|\[\s*\{)")
"""How an object begins, and an array of them, which is refused with a cure."""

FILE_MAGIC, STREAM_MAGIC = b"ARROW1", b"\xff\xff\xff\xff"
"""The first bytes of an Arrow file, which is read from any place, and of an Arrow stream, read from its start."""

BOM = b"\xef\xbb\xbf"
UTF_16 = (b"\xff\xfe", b"\xfe\xff")

PEEKED = 1 << 16


@dataclass(eq=False)
class Stream:
    """Bytes to `read`, the `first` of which have been looked at already, and how far the file has been read."""

    name: str
    raw: Any
    unpacked: Any
    size: int | None = None
    first: bytes = b""
    closed: bool = False

    def read(self, size: int) -> bytes:
        """The next bytes: fewer than `size` only at the end, and never more. Raises GradcliError (`input.format`)."""
        found, self.first = self.first[:size], self.first[size:]
        try:
            return found + bytes(self.unpacked.read(size - len(found))) if len(found) < size else found
        except OSError as error:  # also for what is packed and damaged
            raise unreadable(self.name, error) from None

    def close(self) -> None:
        """Arrow asks for it; the file is closed when nobody has it any more."""

    def share(self) -> float | None:
        """How much has been read, from 0 to 1."""
        return min(self.raw.tell() / self.size, 1.0) if self.size else None


def unreadable(name: str, error: Exception) -> GradcliError:
    """The error for a file that Arrow, or the system, cannot read."""
    reason = (getattr(error, "strerror", None) or str(error)).splitlines()[0].partition(". ")[0].rstrip(".")
    return GradcliError(
        "input.format", f"cannot read {shown(name)}: {reason[:1].lower()}{reason[1:]}", help="check the file"
    )


def opened(file: File) -> tuple[File, Stream]:
    """A text file as a stream of unpacked bytes; where its format is not known it is told by the first ones.

    Whether it is compressed is always told by them, whatever its name says.
    """
    raw = raw_stream(file)
    stream = Stream(file.name, raw, raw, file.size)
    first = stream.read(LONGEST_MAGIC)
    if isinstance(raw, pa.OSFile):
        raw.seek(0)
    else:
        stream.first = first
    packing = next((packing for magic, packing in MAGIC.items() if first.startswith(magic)), None)
    if packing:
        source = raw if isinstance(raw, pa.OSFile) else pa.PythonFile(stream, "r")
        stream = Stream(file.name, raw, pa.CompressedInputStream(source, packing), file.size)
    if file.format:
        return file, stream
    stream.first = stream.read(PEEKED)
    return replace(file, format=told(stream.first, file)), stream


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

    def read(self, size: int) -> bytes:
        """The next bytes: fewer than `size` only at the end."""
        parts, missing = [], size
        while missing and (part := os.read(self.handle, missing)):
            parts.append(part)
            missing -= len(part)
        return b"".join(parts)


def require_utf_8(first: bytes, name: str) -> None:
    """Refuses text whose first bytes say that it is in UTF-16, as some programs write it, or that have zeros."""
    if first.startswith(UTF_16) or b"\0" in first:
        message = (
            f"{shown(name)} is {'in UTF-16' if first.startswith(UTF_16) else 'binary or in UTF-16'}, not UTF-8 text"
        )
        raise GradcliError("input.encoding", message, help="save it as UTF-8")


def told(first: bytes, file: File) -> str:
    """The format of which these are the first bytes."""
    if first.startswith((b"PAR1", FILE_MAGIC)):
        message = f"{shown(file.name)} is a Parquet or Arrow file, which is not read from its start to its end"
        raise GradcliError("input.format", message, help="name the file; CSV, JSON Lines and Arrow streams may be sent")
    if first.startswith(STREAM_MAGIC):
        return "arrow"
    if JSON.match(first.removeprefix(BOM)):
        return "jsonl"
    header = first.partition(b"\n")[0]
    return "tsv" if b"\t" in header and b"," not in header else "csv"
