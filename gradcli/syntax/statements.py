"""The sides of `=`, and the order of statements, to errors where they do not make a formula."""

from __future__ import annotations

from typing import Any

from lark.lexer import Token

from gradcli.errors import GradcliError, Label
from gradcli.expression import Call, Name
from gradcli.source import Source, Span
from gradcli.syntax.tokens import span


def bound_name(source: Source, left: Any, sign: Token) -> Name:
    """The name on the left side of the `=` that is `sign`; raises GradcliError where there is none."""
    if isinstance(left, Name):
        return left
    if isinstance(left, Call) and source.at(left.place)[:1].isidentifier() and source.at(left.span)[-1:] == ")":
        message = "definitions of functions are not supported yet"
        help = "write the formula out where it is used, or bind its value to a name: `u = x^2 + 1`"
        raise GradcliError("parse.definition", message, source, Span(left.span.start, sign.end_pos or 0), help)
    message = "`=` gives a value to a name, and there is no name on its left"
    help = "to compare write `==`; to bind write `name = expression`"
    raise GradcliError("parse.equals", message, source, span(sign), help, (Label(left.span, "this is not a name"),))


def not_bound(source: Source, earlier: Span, last: Span) -> GradcliError:
    """The error for a statement before the last one, at `earlier`, that binds no name."""
    return GradcliError(
        "parse.unused-statement",
        "only the last statement can stand without a name",
        source,
        earlier,
        "bind it with `name = …`; to go on in the next line put the whole formula in brackets",
        (Label(last, "this is the output"),),
    )
