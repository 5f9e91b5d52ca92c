"""Rows of the rule table become lines for a person: what can be called, and the derivative."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gradcli.expression import Call, Name, text
from gradcli.render.screen import Line, Piece, columns, line, wrapped
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
    """What each function is, and below it its derivative by each parameter."""
    size = max(columns(signature(rule)) for rule in rules)
    lines: list[Line] = []
    for rule in rules:
        others = f" (also {', '.join(rule.aliases)})" if rule.aliases else ""
        name = Piece(padded(signature(rule), size), "name")
        lines.extend(wrapped(line("  ", name, "  ", rule.summary, Piece(others, "quiet")), size + 4))
        for parameter, partial in zip(rule.parameters, rule.partials, strict=False):
            by = f"by {parameter}: " if len(rule.parameters) > 1 else "derivative: "
            partial_line = line(" " * (size + 4), Piece(by, "quiet"), partial or "not known")
            lines.extend(wrapped(partial_line, size + 6))
    return lines


def details(rule: Rule) -> list[Line]:
    """All that is known about a function: also where it has a value, and its edges."""
    lines = listing([rule])
    if rule.definition:
        lines.extend(wrapped(line(Piece("  definition  ", "quiet"), rule.definition), 14))
    for domain in rule.domain:
        lines.extend(wrapped(line(Piece("  needs       ", "quiet"), domain.predicate), 14))
    for edge in rule.edges:
        partials = ", ".join(
            f"by {name}: {partial}" for name, partial in zip(rule.parameters, edge.partials, strict=True) if partial
        )
        kind = Piece(f"  {padded(edge.kind, 10)}  ", "quiet")
        lines.extend(wrapped(line(kind, f"where {edge.when}: {edge.reason}"), 14))
        if partials:
            lines.extend(wrapped(line(" " * 14, partials), 16))
    return lines


def summaries(rows: Mapping[str, str]) -> list[Line]:
    """Each name with what it is."""
    size = max(map(columns, rows))
    lines = (line("  ", Piece(padded(name, size), "name"), "  ", summary) for name, summary in rows.items())
    return [row for whole in lines for row in wrapped(whole, size + 4)]


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
        for reason in filter(None, dict.fromkeys(rule.exceptions)):
            lines.extend(wrapped(line(" " * (size + 4), Piece(reason, "quiet")), size + 4))
    return lines
