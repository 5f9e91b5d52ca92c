"""The words for data on a command line (files, folders, globs, `-`) become files with a format each."""

from __future__ import annotations

import glob
import os
from dataclasses import dataclass

from gradcli.errors import GradcliError
from gradcli.faults import quoted

FORMATS = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
}
"""What an extension says of a file."""

COMPRESSIONS = {".gz": "gzip", ".zst": "zstd"}
"""Extensions that may follow those of text; Parquet and Arrow files compress their own parts."""

STANDARD_INPUT = "standard input"

TEXT = ("csv", "tsv", "jsonl")


@dataclass(frozen=True)
class File:
    """A file to read or write; `path` is "-" for a standard stream. Where `format` is "" the first bytes tell it."""

    path: str
    format: str
    compression: str | None = None

    @property
    def name(self) -> str:
        """What messages call it."""
        return STANDARD_INPUT if self.path == "-" else self.path

    @property
    def size(self) -> int | None:
        """Its bytes, None where they are not known."""
        return os.path.getsize(self.path) if os.path.isfile(self.path) else None


def shown(name: str) -> str:
    """The name of a file (see `File.name`) within a message."""
    return name if name == STANDARD_INPUT else f"`{name}`"


def file(path: str) -> File:
    """A file by the extension of its name."""
    stem, compression = path, None
    for extension, named in COMPRESSIONS.items():
        if path.lower().endswith(extension):
            stem, compression = path[: -len(extension)], named
    extension = os.path.splitext(stem)[1].lower()
    if extension not in FORMATS:
        message = f"the format of `{path}` is not known by its extension"
        raise GradcliError("input.format", message, help=f"the formats are {quoted(list(FORMATS))}")
    found = FORMATS[extension]
    if compression and found not in TEXT:
        message = f"`{path}` is compressed as a whole, which a {extension} file cannot be"
        raise GradcliError("input.format", message, help="unpack it first; its parts are compressed already")
    return File(path, found, compression)


def files(words: tuple[str, ...]) -> tuple[File, ...]:
    """All files that some words mean, in order: files, folders, globs, and `-` for standard input."""
    found = tuple(one for word in words for one in meant(word))
    if len(found) > 1 and any(not one.format for one in found):
        message = "standard input, or a pipe, is read together with other files"
        raise GradcliError("input.format", message, help="give it alone: `cat` can join what has no header")
    formats = dict.fromkeys(one.format for one in found)
    if len(formats) > 1:
        message = f"the files have different formats: {quoted(list(formats))}"
        raise GradcliError("input.format", message, help="give those of one at a time, as `'data/*.csv'`")
    return found


def meant(word: str) -> list[File]:
    """The files that one word means."""
    if word == "-":
        return [File("-", "")]
    if "://" in word:
        help = "`--cluster local` reads the Parquet files of an object store; `-` what another program fetches"
        raise GradcliError("input.file", f"`{word}` is a URL, and no file of this machine", help=help)
    if os.path.isdir(word):
        return in_folder(word)
    if os.path.exists(word) or not glob.has_magic(word):
        return [readable(word)]
    matched = sorted(glob.glob(word, recursive=True))
    if not matched:
        raise GradcliError("input.file", f"no file matches `{word}`", help="check the pattern")
    return [one for path in matched for one in (in_folder(path) if os.path.isdir(path) else [readable(path)])]


def in_folder(folder: str) -> list[File]:
    """The data files in a folder and those below it, by name; hidden ones and others are passed over."""
    found = []
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "_")))
        for name in sorted(names):
            stem = os.path.splitext(name)[0] if name.lower().endswith(tuple(COMPRESSIONS)) else name
            if not name.startswith((".", "_")) and stem.lower().endswith(tuple(FORMATS)):
                found.append(readable(os.path.join(place, name)))
    if not found:
        message = f"no data file is in the folder `{folder}`"
        raise GradcliError("input.file", message, help=f"the formats are {quoted(list(FORMATS))}")
    return found


def readable(path: str) -> File:
    """A file by the extension of its name. Refuses what cannot be read, before anything else is done."""
    if os.path.exists(path) and not os.path.isfile(path):
        return File(path, "")  # a pipe, as of `<(...)`, has no extension, and can be opened once
    try:
        with open(path, "rb"):
            return file(path)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise GradcliError("input.file", f"cannot read `{path}`: {reason.lower()}", help="check the path") from None
