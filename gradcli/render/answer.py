"""A Gradient and its check become the lines that `gradcli eval` prints."""

from __future__ import annotations

from gradcli.check import Verdict
from gradcli.expression import Formula
from gradcli.gradient import Gradient
from gradcli.render import trace
from gradcli.render.screen import Line, Piece, columns, line


def reading(formula: Formula) -> list[Line]:
    """The formula as it was read."""
    return [line(Piece("formula", "head"), f"   {formula}")]


def tables(gradient: Gradient, width: int) -> list[Line]:
    """Both tables of the trace, each after an empty line."""
    lines: list[Line] = []
    for part in (trace.forward(gradient), trace.reverse(gradient, width)):
        if part:
            lines.extend([line(), *part])
    return lines


def answer(gradient: Gradient) -> list[Line]:
    """The value and the gradient."""
    number = gradient.backend.text
    size = max([9, *(columns(name) + 2 for name in gradient.gradient)])
    lines = [line(Piece(trace.padded("value", size), "head"), " ", Piece(number(gradient.value), "number"))]
    codes = sorted({note.code for note in gradient.warnings if note.code.startswith("derivative.")})
    if gradient.gradient:
        marks = Piece(f"  see the warning: {', '.join(codes)}" if codes else "", "warning")
        lines.append(line(Piece("gradient", "head"), marks))
    for name, slope in gradient.gradient.items():
        lines.append(line("  ", Piece(trace.padded(name, size - 2), "name"), " ", Piece(number(slope), "number")))
    return lines


def numbers(gradient: Gradient) -> list[Line]:
    """Just the numbers, a name, a tab and a number a line."""
    pairs = [("value", gradient.value), *gradient.gradient.items()]
    return [line(f"{name}\t{gradient.backend.text(number)}") for name, number in pairs]
