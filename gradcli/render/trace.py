"""A Gradient becomes the two tables of the trace: values forward, the chain rule backward."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from gradcli.gradient import Gradient, TracedNode
from gradcli.render.screen import Line, Piece, columns, line


def forward(gradient: Gradient) -> list[Line]:
    """Each node: its name, what it computes, its value."""
    if not gradient.nodes:
        return []
    number = gradient.backend.text
    formulas = [" = ".join([*node.binds, node.formula]) for node in gradient.nodes]
    names = max(columns(node.name) for node in gradient.nodes)
    # One very long formula must not push every other number out of sight.
    column = min(max(map(columns, formulas)), 36)
    lines = [line(Piece("forward", "head"), Piece("   each node from the nodes above it", "quiet"))]
    for node, formula in zip(gradient.nodes, formulas, strict=True):
        value = Piece(number(node.value), "number")
        lines.append(line("  ", Piece(padded(node.name, names), "name"), "  ", padded(formula, column), "  ", value))
    return lines


def reverse(gradient: Gradient, width: int) -> list[Line]:
    """The contributions to each node, in the order of the sweep, and their sum: its adjoint.

    A contribution takes one line, in columns where all of them fit into `width`, and two where its numbers
    need the room: nothing is ever cut short.
    """
    labels = {node.name: label(node) for node in gradient.nodes}
    output = gradient.names.get(gradient.graph.output)
    if output is None or gradient.adjoints[gradient.graph.output] is None:
        return []
    rows = contributions(gradient, labels)
    lines = aligned(rows)
    if rows and any(length(row) > width for row in lines):
        lines = ragged(rows, width)
    return [
        line(
            Piece("reverse", "head"),
            Piece("   contribution = partial * adjoint of the node it comes from;", "quiet"),
        ),
        line(Piece("          adjoint of a node = sum of the contributions to it", "quiet")),
        line("  ", Piece(labels[output], "name"), "  is the output itself: adjoint ", Piece("1", "number")),
        *(lines if rows else ()),
    ]


class Row(NamedTuple):
    """A contribution as texts, or (`source` "sum") the adjoint of the node above."""

    target: str
    source: str
    formula: str
    partial: str
    adjoint: str
    contribution: str


def contributions(gradient: Gradient, labels: dict[str, str]) -> list[Row]:
    """All contributions, each followed by the sum where a node has several."""
    number = gradient.backend.text
    adjoints = {node.name: node.adjoint for node in gradient.nodes}
    rows: list[Row] = []
    for target, group in groupby(gradient.steps, key=lambda step: step.parent):
        steps = list(group)
        for position, step in enumerate(steps):
            shown = labels[target] if position == 0 else ""
            factors = number(step.partial_value), number(step.adjoint), number(step.contribution)
            rows.append(Row(shown, step.node, step.partial, *factors))
        if len(steps) > 1:
            rows.append(Row("", "sum", "", "", "", number(adjoints[target])))
    return rows


def label(node: TracedNode) -> str:
    """A node's name, with the user's own names for it."""
    own = (*node.binds, node.formula) if node.is_input else node.binds
    return f"{node.name} ({', '.join(own)})" if own else node.name


def aligned(rows: list[Row]) -> list[Line]:
    """One line a contribution, all numbers in columns."""
    heads = Row("to", "from", "partial", "partial", "adjoint", "contribution")
    sizes = [max(columns(row[column]) for row in (heads, *rows)) for column in range(len(heads))]
    lines = [line("  ", *(Piece(padded(*cell), "quiet") for cell in spaced(heads, sizes, " ", " ")))]
    for row in rows:
        times, equals = (" ", "=") if row.source == "sum" else ("*", "=")
        cells = zip(
            spaced(row, sizes, times, equals), ("name", "name", "", "number", "", "number", "", "number"), strict=True
        )
        lines.append(line("  ", *(Piece(padded(*cell), style) for cell, style in cells)))
    return lines


def spaced(row: Row, sizes: list[int], times: str, equals: str) -> list[tuple[str, int]]:
    """The cells of a row with the signs between them, and their widths."""
    to, source, formula, partial, adjoint, contribution = zip(row, sizes, strict=True)
    gap = [(text, size + 2) for text, size in (to, source, formula)]
    return [*gap, (partial[0], partial[1] + 1), (times, 2), (adjoint[0], adjoint[1] + 1), (equals, 2), contribution]


def ragged(rows: list[Row], width: int) -> list[Line]:
    """One line a contribution where it fits, else two; the products are not in columns."""
    sizes = [max(columns(row[column]) for row in rows) for column in range(3)]
    sizes = [max(size, least) for size, least in zip(sizes, (2, 4, 7), strict=True)]
    # One very long name or formula must not push all products to lines of their own.
    sizes[0], sizes[2] = min(sizes[0], 20), min(sizes[2], 16)
    heads = zip(("to", "from", "partial"), sizes, strict=True)
    lines = [
        line(
            "  ",
            *(Piece(padded(text, size) + "  ", "quiet") for text, size in heads),
            Piece("partial * adjoint = contribution", "quiet"),
        )
    ]
    for row in rows:
        front = [Piece(padded(row[column], sizes[column]) + "  ", "name" if column < 2 else "") for column in range(3)]
        sign = "=" if row.source == "sum" else f"{row.partial} * {row.adjoint} ="
        product = Piece(f"{sign} {row.contribution}", "number")
        whole = line("  ", *front, product)
        if length(whole) <= width:
            lines.append(whole)
        else:
            # Three numbers of full length take 78 columns: they stand further left than usual.
            indent = max(2, min(sizes[0] + 4, width - columns(product.text)))
            lines.extend([line("  ", *front), line(" " * indent, product)])
    return lines


def length(row: Line) -> int:
    """The columns a line takes."""
    return sum(columns(piece.text) for piece in row)


def padded(text: str, size: int) -> str:
    """`text` filled up to `size` columns."""
    return text + " " * (size - columns(text))
