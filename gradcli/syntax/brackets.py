"""Brackets and bars to pairs, or to errors that point at the one without a partner."""

from __future__ import annotations

from lark.lexer import Token

from gradcli.errors import GradcliError, Label
from gradcli.source import Source, Span
from gradcli.syntax.characters import code
from gradcli.syntax.operands import beside_bar
from gradcli.syntax.tokens import span

PARTNERS = {"LPAR": ")", "LSQB": "]", "OPENBAR": "|"}


def close(source: Source, opened: list[Token], token: Token) -> None:
    """Take from `opened` the bracket that `token` closes."""
    if not opened:
        message = f"{code(token)} closes a bracket that was never opened"
        raise GradcliError("parse.unopened-bracket", message, source, span(token), "remove it, or open one before it")
    if PARTNERS[opened[-1].type] == token:
        opened.pop()
    elif opened[-1].type == "OPENBAR":
        raise unclosed(source, opened, span(token))
    else:
        raise GradcliError(
            "parse.mixed-brackets",
            f"{code(opened[-1])} is closed by {code(token)}",
            source,
            span(token),
            f"write {code(PARTNERS[opened[-1].type])} here",
            (Label(span(opened[-1]), "opened here"),),
        )


def close_bar(source: Source, arranged: list[Token], opened: list[Token], tokens: list[Token], position: int) -> None:
    """Take from `opened` the bar that the one at `position`, after an operand, closes."""
    if opened and opened[-1].type == "OPENBAR":
        opened.pop()
    elif any(token.type == "OPENBAR" for token in opened):
        raise unclosed(source, opened, span(tokens[position]))
    else:
        raise beside_bar(source, arranged, tokens, position)


def unclosed(source: Source, opened: list[Token], end: Span | None = None) -> GradcliError:
    """The error for the innermost of `opened`, which nothing closes before `end`, or before the text's end."""
    innermost = opened[-1]
    if end is None and innermost.type == "OPENBAR" and len(opened) > 1 and not source.text[innermost.end_pos :].strip():
        message = "nothing stands before this `|`, which would close the one before"
        help = "write an expression before it"
        return GradcliError("parse.missing-operand", message, source, span(innermost), help)
    partner = PARTNERS[innermost.type]
    if end is not None:
        label = Label(end, f"{code(partner)} is missing before this")
        help = f"close it with {code(partner)} before {code(source.at(end))}"
    else:
        last = len(source.text.rstrip())
        missing = "".join(PARTNERS[token.type] for token in reversed(opened[-4:]))
        label = Label(Span(last, last), f"{code(partner)} is missing by here")
        help = f"add {code(missing)}" if len(opened) < 4 else f"add the {len(opened)} closing brackets that are missing"
    message = f"{code(innermost)} is never closed"
    return GradcliError("parse.unclosed-bracket", message, source, span(innermost), help, (label,))
