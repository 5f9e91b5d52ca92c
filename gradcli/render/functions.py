"""Rows of the rule table become lines for a person: what can be called, and the derivative."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gradcli.expression import Call, Name, text
from gradcli.render.screen import Line, Piece, columns, line
from gradcli.render.trace import padded
from gradcli.rules.rule import Rule
from gradcli.source import Span

NOWHERE = Span(0, 0)


def signature(rule: Rule) -> str:
    """How a function is written with its parameters: `atan2(y, x)`, `x + y`, `max(x, y, ...)`."""
    parameters = tuple(Name(name, NOWHERE) for name in rule.parameters)
    written = text(Call(rule.name, parameters, NOWHERE, NOWHERE))
    return written.removesuffix(")") + ", ...)" if rule.takes_any_number else written


def listing(rules: list[Rule]) -> list[Line]:
    """Two lines a function: what it is, and its derivative by each parameter."""
    size = max(columns(signature(rule)) for rule in rules)
    lines: list[Line] = []
    for rule in rules:
        others = f" (also {', '.join(rule.aliases)})" if rule.aliases else ""
        lines.append(
            line("  ", Piece(padded(signature(rule), size), "name"), "  ", rule.summary, Piece(others, "quiet"))
        )
        for parameter, partial in zip(rule.parameters, rule.partials, strict=False):
            by = f"by {parameter}: " if len(rule.parameters) > 1 else "derivative: "
            lines.append(line(" " * (size + 4), Piece(by, "quiet"), partial or "not known"))
    return lines


def details(rule: Rule) -> list[Line]:
    """All that is known about a function: also where it has a value, and its edges."""
    lines = listing([rule])
    if rule.definition:
        lines.append(line(Piece("  definition  ", "quiet"), rule.definition))
    for domain in rule.domain:
        lines.append(line(Piece("  needs       ", "quiet"), domain.predicate))
    for edge in rule.edges:
        partials = ", ".join(
            f"by {name}: {partial}" for name, partial in zip(rule.parameters, edge.partials, strict=True) if partial
        )
        lines.append(line(Piece(f"  {padded(edge.kind, 10)}  ", "quiet"), f"where {edge.when}: {edge.reason}"))
        if partials:
            lines.append(line(" " * 14, partials))
    return lines


def summaries(rows: Mapping[str, str]) -> list[Line]:
    """A line a name, with what it is."""
    size = max(map(columns, rows))
    return [line("  ", Piece(padded(name, size), "name"), "  ", summary) for name, summary in rows.items()]


def accuracy(rules: list[Rule], figures: Mapping[str, Mapping[str, Any]]) -> list[Line]:
    """The worst errors measured, a line a function."""
    measured = [(rule, figures[rule.backend_name]) for rule in rules if rule.backend_name in figures]
    size = max((columns(signature(rule)) for rule, _ in measured), default=0)
    lines = [
        line("largest errors against 60-digit arithmetic, in ulp (units in the last place);"),
        line("0.5 is the best a double can be; - where no derivative is known"),
        line(),
        line("  ", padded("", size), Piece("   value  derivatives", "quiet")),
    ]
    for rule, found in measured:
        shown = ["-" if figure is None else f"{figure:g}" for figure in (found["value"], *found["partials"])]
        cells = "  ".join(f"{figure:>6}" for figure in shown)
        lines.append(line("  ", Piece(padded(signature(rule), size), "name"), "  ", cells))
        lines.extend(
            line(" " * (size + 4), Piece(reason, "quiet")) for reason in dict.fromkeys(rule.exceptions) if reason
        )
    return lines
