"""Styled lines become text on a stream: with colour on a terminal, plain in a pipe, never cut short."""

from __future__ import annotations

import os
import re
import shutil
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple, TextIO

from gradcli.source import Span


class Piece(NamedTuple):
    """A stretch of text in one style; "" is plain."""

    text: str
    style: str = ""


Line = tuple[Piece, ...]

WIDTH = 80
"""The columns that prose is wrapped at, wherever it goes."""

WORD = re.compile(r"(?:`[^`]*`|[^\s`]+|`)+")
"""What stays on one line: code between backticks is one word, spaces and all."""

STYLES = {
    "head": "bold",
    "name": "cyan",
    "number": "bold",
    "quiet": "dim",
    "good": "green",
    "error": "bold red",
    "warning": "bold yellow",
    "help": "green",
}
"""What each style is on a terminal, in rich's words."""


def line(*pieces: str | Piece) -> Line:
    """A line of pieces; a bare string is plain."""
    return tuple(piece if isinstance(piece, Piece) else Piece(piece) for piece in pieces)


def printable(text: str) -> str:
    """`text` without what would not be shown but do something to a terminal, or break a line."""
    return "".join(character if character.isprintable() else "?" for character in text)


def has_colour(stream: TextIO) -> bool:
    """Is this a terminal whose user has not asked for no colour (no-color.org)?"""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width(stream: TextIO) -> int:
    """The columns to lay out for: the terminal's, or 80 in a pipe."""
    return shutil.get_terminal_size((80, 24)).columns if stream.isatty() else 80


def columns(text: str) -> int:
    """How many columns `text` takes on a terminal."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return len(text) + wide - sum(unicodedata.combining(character) > 0 for character in text)


def wrapped(whole: Line, hanging: int, size: int = WIDTH) -> list[Line]:
    """`whole` in lines of `size` columns, all but the first indented by `hanging`; words stay whole."""
    if columns("".join(piece.text for piece in whole)) <= size:
        return [whole]
    text = "".join(piece.text for piece in whole)
    lines: list[Line] = []
    start = end = 0
    for word in words(text, size - hanging):
        if end and columns(text[start : word.end]) + (hanging if lines else 0) > size:
            lines.append(cut(whole, start, end, hanging if lines else 0))
            start = word.start
        end = word.end
    lines.append(cut(whole, start, end, hanging if lines else 0))
    return lines


def words(text: str, size: int) -> list[Span]:
    """Where the words of `text` stand; code that does not fit in `size` columns is taken apart at its spaces."""
    found: list[Span] = []
    for match in WORD.finditer(text):
        if columns(match[0]) <= size:
            found.append(Span(*match.span()))
        else:
            parts = re.finditer(r"\S+", match[0])
            found.extend(Span(match.start() + part.start(), match.start() + part.end()) for part in parts)
    return found


def cut(whole: Line, start: int, end: int, indent: int) -> Line:
    """The characters of `whole` from `start` to `end`, in their styles, behind `indent` spaces."""
    pieces = [Piece(" " * indent)] if indent else []
    offset = 0
    for piece in whole:
        shown = piece.text[max(start - offset, 0) : max(end - offset, 0)]
        if shown:
            pieces.append(Piece(shown, piece.style))
        offset += len(piece.text)
    return tuple(pieces)


def write(lines: Iterable[Line], stream: TextIO) -> None:
    """Prints `lines`; rich is imported only for a terminal."""
    if not has_colour(stream):
        stream.writelines("".join(piece.text for piece in line).rstrip() + "\n" for line in lines)
        stream.flush()
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(file=stream, highlight=False, emoji=False, markup=False)
    for pieces in lines:
        text = Text.assemble(*((piece.text, STYLES.get(piece.style, "")) for piece in pieces))
        text.rstrip()
        # soft_wrap: a long line is wrapped by the terminal, never cropped by rich.
        console.print(text, soft_wrap=True)
    stream.flush()
