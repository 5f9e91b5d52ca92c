"""Numbers by two names become a table, or a list where the table is too wide for the screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gradcli.backends import floats
from gradcli.gradient import Gradient
from gradcli.render.document import number
from gradcli.render.screen import Line, Piece, columns, line
from gradcli.render.trace import padded

Entries = Mapping[str, Mapping[str, float]]
"""Numbers by row and column."""


def table(entries: Entries, width: int) -> list[Line]:
    """A row for each name, a column for each name, or a line for each number if that does not fit into `width`."""
    texts = {row: {name: floats.text(entry) for name, entry in found.items()} for row, found in entries.items()}
    names = list(next(iter(texts.values()), {}))
    room = max([6, *map(columns, texts)])
    widths = [max(columns(name), *(columns(found[name]) for found in texts.values())) for name in names]
    if 4 + room + sum(widths) + 2 * len(widths) > width:
        return listed(texts)
    heads = [Piece(f"  {padded(name, size)}", "name") for name, size in zip(names, widths, strict=True)]
    lines = [line("  ", padded("", room), *heads)]
    for row, found in texts.items():
        numbers = [Piece(f"  {padded(found[name], size)}", "number") for name, size in zip(names, widths, strict=True)]
        lines.append(line("  ", Piece(padded(row, room), "name"), *numbers))
    return lines


def listed(texts: Mapping[str, Mapping[str, str]]) -> list[Line]:
    """Each number on a line of its own, behind the names of its row and its column."""
    first = max(map(columns, texts))
    second = max(columns(name) for found in texts.values() for name in found)
    return [
        line("  ", Piece(f"{padded(row, first)}  {padded(name, second)}", "name"), "  ", Piece(text, "number"))
        for row, found in texts.items()
        for name, text in found.items()
    ]


def vector(title: str, entries: Mapping[str, float]) -> list[Line]:
    """A title, and a number for each name."""
    if not entries:
        return []
    room = max([8, *map(columns, entries)])
    return [
        line(Piece(title, "head")),
        *(
            line("  ", Piece(padded(name, room), "name"), Piece(floats.text(entry), "number"))
            for name, entry in entries.items()
        ),
    ]


def value(answer: Gradient) -> Line:
    """The value."""
    return line(Piece("value     ", "head"), Piece(floats.text(answer.value), "number"))


def numbers(entries: Entries) -> list[Line]:
    """Just the numbers, behind the names of row and column, with tabs between them."""
    return [
        line(f"{row}\t{name}\t{floats.text(entry)}") for row, found in entries.items() for name, entry in found.items()
    ]


def pairs(entries: Mapping[str, float]) -> list[Line]:
    """Just the numbers, a name, a tab and a number a line."""
    return [line(f"{name}\t{floats.text(entry)}") for name, entry in entries.items()]


def document(entries: Entries) -> dict[str, Any]:
    """The numbers by row and column."""
    return {row: mapping(found) for row, found in entries.items()}


def mapping(entries: Mapping[str, Any], made: Callable[[Any], Any] = number) -> dict[str, Any]:
    """The numbers by name, or what is `made` of them."""
    return {name: made(entry) for name, entry in entries.items()}


def symmetric(names: Sequence[str], matrix: Sequence[Sequence[float]]) -> Entries:
    """A square matrix by its names."""
    return {row: dict(zip(names, found, strict=True)) for row, found in zip(names, matrix, strict=True)}
