"""A path or URL becomes a file system and a path in it; folders of Parquet files are read and made."""

from __future__ import annotations

import contextlib
import glob
import os
import posixpath
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any, NoReturn

from pyarrow import fs

from gradcli.batch.sources import FORMATS
from gradcli.batch.streams import unreadable
from gradcli.errors import GradcliError

MANIFEST = "_manifest.json"
"""What lists the parts of a folder; it is written last."""


def place(path: str) -> tuple[Any, str]:
    """The file system of a path or URL, and the path in it; pyarrow's own ones, else fsspec's.

    Raises GradcliError (`input.file`) where there is none, or the package for it is not installed.
    """
    if "://" not in path:
        return fs.LocalFileSystem(), path
    try:
        system, inside = fs.FileSystem.from_uri(path)
        return system, inside
    except (ValueError, OSError, NotImplementedError):
        pass
    try:
        import fsspec

        found, inside = fsspec.core.url_to_fs(path)
    except (ImportError, ValueError, OSError) as error:
        reason = str(error).splitlines()[0].rstrip(".")
        message = f"cannot reach `{path}`: {reason[:1].lower()}{reason[1:]}"
        raise GradcliError("input.file", message, help="check the URL, and what it needs to be installed") from None
    return fs.PyFileSystem(fs.FSSpecHandler(found)), inside


def paths(word: str) -> list[str]:
    """The Parquet files that a path or URL of a file or a folder, or a pattern of paths, means, in order."""
    if "://" not in word and glob.has_magic(word) and not os.path.exists(word):
        return [path for one in sorted(glob.glob(word, recursive=True)) for path in paths(one)] or nothing_at(word)
    try:
        system, inside = place(word)
        info = system.get_file_info(inside)
        if info.type == fs.FileType.NotFound:
            return nothing_at(word)
        if info.type == fs.FileType.File:
            refuse_others(word, inside)
            return [word]
        found = system.get_file_info(fs.FileSelector(inside, recursive=True))
    except OSError as error:
        raise unreadable(word, error) from None
    inner = [info.path[len(inside) :].lstrip("/") for info in found if info.path.endswith(".parquet")]
    named = sorted(path for path in inner if not any(part.startswith((".", "_")) for part in path.split("/")))
    if not named:
        raise GradcliError("input.file", f"no Parquet file is in `{word}`", help="a cluster reads Parquet files")
    return [joined(word, path) for path in named]


def refuse_others(word: str, inside: str) -> None:
    """Refuses a file that by its name is of another format."""
    if any(part in FORMATS and part != ".parquet" for part in PurePosixPath(inside.lower()).suffixes):
        help = "a cluster reads Parquet files; without `--cluster` all formats are read"
        raise GradcliError("input.format", f"`{word}` is no Parquet file", help=help)


def absolute(path: str) -> str:
    """The same path or URL, for a process in any folder."""
    return path if "://" in path else os.path.abspath(path)


def joined(folder: str, path: str) -> str:
    """The path or URL of something in a folder; what a URL says after `?` stays at its end."""
    if "://" not in folder:
        return posixpath.join(folder, path)
    before, mark, options = folder.partition("?")
    return posixpath.join(before, path) + mark + options


def nothing_at(word: str) -> NoReturn:
    """Refuses a path, URL or pattern of nothing."""
    raise GradcliError("input.file", f"there is nothing at `{word}`", help="check the path")


def whole_path(path: str) -> tuple[str, str]:
    """The kind of file system that a path or URL is in, and its one name there."""
    system, inside = place(path)
    is_local = isinstance(system, fs.LocalFileSystem)
    return system.type_name, os.path.realpath(inside) if is_local else posixpath.normpath(inside)


def require_elsewhere(sources: Sequence[str], out: str) -> None:
    """Refuses a folder that holds what is read: `--force` would delete its parts before they are."""
    for source in sources:
        if whole_path(joined(source, "..") if "://" in source else posixpath.dirname(source) or ".") == whole_path(out):
            message = f"`{out}` is the folder of `{source}`, which is read"
            raise GradcliError("usage.output", message, help="name another folder")


@contextlib.contextmanager
def folder(out: str, *, force: bool) -> Iterator[None]:
    """A folder for parts; where something goes wrong nothing is left of them."""
    system, inside = place(out)
    info = system.get_file_info(inside)
    if info.type == fs.FileType.File:
        raise GradcliError("usage.output", f"`{out}` is a file", help="a cluster writes a folder of parts")
    held = [] if info.type == fs.FileType.NotFound else system.get_file_info(fs.FileSelector(inside))
    if held and not force:
        raise GradcliError("usage.exists", f"`{out}` is there already, and not empty", help="`--force` overwrites it")
    clear(system, inside)
    system.create_dir(inside, recursive=True)
    try:
        yield
    except BaseException:
        clear(system, inside)
        if info.type == fs.FileType.NotFound:
            with contextlib.suppress(OSError):
                system.delete_dir(inside)
        raise


def clear(system: Any, inside: str, *, halves_only: bool = False) -> None:
    """Deletes the parts and the manifest of an earlier run, and nothing else; or what lost workers left half done."""
    held = system.get_file_info(fs.FileSelector(inside, allow_not_found=True))
    for info in held:
        is_whole = info.base_name == MANIFEST or info.base_name.startswith("part-")
        if info.base_name.startswith(".part-") or (is_whole and not halves_only):
            system.delete_file(info.path)
