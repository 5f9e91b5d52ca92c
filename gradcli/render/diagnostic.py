"""Errors and warnings become lines that show the user's own text, the place underlined, and the cure."""

from __future__ import annotations

from collections.abc import Sequence

from gradcli.errors import GradcliError, Label, in_calls
from gradcli.gradient import Note
from gradcli.render.screen import Line, Piece, columns, line, printable, wrapped
from gradcli.source import Place, Source, Span

LONGEST = 76
"""The columns of source text that are shown around a place."""


def of_error(error: GradcliError) -> list[Line]:
    """An error: what, where, what to do."""
    lines = wrapped(line(Piece(f"error[{error.code}]", "error"), ": ", error.message), 2)
    if error.source is not None and error.source.text.strip():
        lines.extend(excerpt(error.source, error.span, error.labels, "error"))
    if error.help:
        lines.extend(wrapped(line("  ", Piece("help", "help"), ": ", error.help), 4))
    return lines


def of_note(note: Note, source: Source) -> list[Line]:
    """A warning, with its place if it has one."""
    lines = wrapped(line(Piece(f"warning[{note.code}]", "warning"), ": ", note.message), 2)
    if note.span is not None:
        lines.extend(excerpt(source, note.span, in_calls(note.within), "warning"))
    return lines


def excerpt(
    source: Source, span: Span | None, labels: Sequence[Label], style: str, mark: str = "^", said: str = ""
) -> list[Line]:
    """The line of text that `span` begins in, and under it what is marked and said of it."""
    if span is None:
        return [line("  ", shown(source.place(Span(0, 0)), 0)[0])]
    place = source.place(span)
    text, offset = shown(place, place.start)
    lines = [line("  ", text, Piece(whereabouts(source, place), "quiet"))]
    lines.append(underline(place, text, offset, mark, said, style))
    for label in labels:
        other = source.place(label.span)
        if other.number == place.number:
            if 0 <= other.start - offset < len(text):
                below = underline(other, text, offset, "-", label.text, style)
                taken, free = "".join(piece.text for piece in lines[-1]), "".join(piece.text for piece in below)
                # A label to the right of the marks stands beside them, one under or left of them on its own line.
                if len(taken) < len(free) - len(free.lstrip()):
                    lines[-1] = line(Piece(taken, style), Piece(free[len(taken) :], style))
                else:
                    lines.append(below)
        else:
            lines.extend(excerpt(source, label.span, (), style, "-", label.text))
    return lines


def whereabouts(source: Source, place: Place) -> str:
    """Which text and line this is, where that is not plain."""
    if "\n" in source.text.strip():
        return f"   ({source.name}, line {place.number})"
    return "" if source.name == "formula" else f"   ({source.name})"


def shown(place: Place, start: int) -> tuple[str, int]:
    """The part of a line that is shown, and how many columns of it are left out in front."""
    text = place.text.replace("\t", " ")
    text = printable(text)
    if len(text) <= LONGEST:
        return text, 0
    first = max(0, min(start - LONGEST // 2, len(text) - LONGEST))
    before = "..." if first else ""
    after = "..." if first + LONGEST < len(text) else ""
    return before + text[first + len(before) : first + LONGEST - len(after)] + after, first


def underline(place: Place, text: str, offset: int, mark: str, label: str, style: str) -> Line:
    """Marks under the columns of `place`."""
    start = max(place.start - offset, 0)
    end = min(max(place.end - offset, start + 1), max(len(text), start + 1))
    indent = " " * columns(text[:start])
    marks = mark * max(columns(text[start:end]), 1)
    return line("  ", indent, Piece(f"{marks} {label}".rstrip(), style))
