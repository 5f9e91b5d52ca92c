"""Styled lines become text on a stream: with colour on a terminal, plain in a pipe, never cut short."""

from __future__ import annotations

import os
import shutil
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple, TextIO


class Piece(NamedTuple):
    """A stretch of text in one style; "" is plain."""

    text: str
    style: str = ""


Line = tuple[Piece, ...]

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
