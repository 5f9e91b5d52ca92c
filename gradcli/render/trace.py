"""A Gradient becomes the two tables of the trace: values forward, the chain rule backward."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from gradcli.gradient import Gradient, Step, TracedNode
from gradcli.render.screen import Line, Piece, columns, line

Number = Callable[[Any], str]


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

    One line a contribution where `width` columns hold it, else two; nothing is ever cut short.
    """
    if not any(node.adjoint is not None for node in gradient.nodes):
        return []
    head = line(
        Piece("reverse", "head"),
        Piece("   adjoint of a node = sum of what the nodes it feeds contribute", "quiet"),
    )
    explained = line(Piece("          contribution = partial * adjoint of the node it comes from", "quiet"))
    labels = {node.name: label(node) for node in gradient.nodes}
    groups = [(target, list(steps)) for target, steps in groupby(gradient.steps, key=lambda step: step.parent)]
    adjoints = {node.name: node.adjoint for node in gradient.nodes}
    number = gradient.backend.text
    wide = table(groups, labels, adjoints, number)
    fits = all(sum(columns(piece.text) for piece in row) <= width for row in wide)
    output = gradient.names.get(gradient.graph.output)
    seed = [line("  ", Piece(labels[output], "name"), "  the output itself: adjoint ", Piece("1", "number"))] if output else []
    return [head, explained, *seed, *(wide if fits else stacked(groups, labels, adjoints, number))]


def label(node: TracedNode) -> str:
    """A node's name, with the user's own name for it."""
    own = [*node.binds, node.formula] if not node.parents and node.formula.isidentifier() else [*node.binds]
    return f"{node.name} ({', '.join(own)})" if own else node.name


def table(
    groups: Sequence[tuple[str, list[Step]]], labels: dict[str, str], adjoints: dict[str, Any], number: Number
) -> list[Line]:
    """One line a contribution: to, from, the partial as formula and number, adjoint, contribution."""
    rows: list[tuple[str, ...]] = [("to", "from", "partial", "", "  partial", "  adjoint", "  contribution")]
    for target, steps in groups:
        for position, step in enumerate(steps):
            rows.append(
                (
                    labels[target] if position == 0 else "",
                    step.node,
                    step.partial,
                    "",
                    f"  {number(step.partial_value)}",
                    f"* {number(step.adjoint)}",
                    f"= {number(step.contribution)}",
                )
            )
        if len(steps) > 1:
            rows.append(("", "", "", "", "", "  sum", f"= {number(adjoints[target])}"))
    widths = [max(columns(row[column]) for row in rows) for column in range(len(rows[0]))]
    styles = ("name", "name", "", "", "number", "number", "number")
    lines = []
    for position, row in enumerate(rows):
        cells = zip(row, widths, styles, strict=True)
        lines.append(
            line("  ", *(Piece(padded(cell, size) + " ", style if position else "quiet") for cell, size, style in cells if size))
        )
    return lines


def stacked(
    groups: Sequence[tuple[str, list[Step]]], labels: dict[str, str], adjoints: dict[str, Any], number: Number
) -> list[Line]:
    """Two lines a contribution, for narrow screens: the partial's formula, then the multiplication."""
    lines: list[Line] = []
    for target, steps in groups:
        for step in steps:
            lines.append(line("  ", Piece(labels[target], "name"), " from ", Piece(step.node, "name"), ": partial ", step.partial))
            factors = f"{number(step.partial_value)} * {number(step.adjoint)} = {number(step.contribution)}"
            lines.append(line("     ", Piece(factors, "number")))
        if len(steps) > 1:
            lines.append(line("  ", Piece(labels[target], "name"), " sum: ", Piece(number(adjoints[target]), "number")))
    return lines


def padded(text: str, size: int) -> str:
    """`text` filled up to `size` columns."""
    return text + " " * (size - columns(text))
