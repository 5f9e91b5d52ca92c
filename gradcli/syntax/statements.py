"""The sides of `=`, and the order of statements, to errors where they do not make a formula."""

from __future__ import annotations

from typing import Any

from lark.lexer import Token

from gradcli.errors import GradcliError, Label
from gradcli.expression import Binding, Call, Definition, Expression, Name
from gradcli.source import Source, Span
from gradcli.syntax.tokens import span


def bound(source: Source, left: Any, sign: Token, value: Expression) -> Binding | Definition:
    """What `left = value` gives a value to: a name, or a function; raises GradcliError where it is neither."""
    if isinstance(left, Name):
        return Binding(left.name, value, left.span)
    if isinstance(left, Call) and source.at(left.place)[:1].isidentifier() and source.at(left.span)[-1:] == ")":
        return Definition(left.function, parameters(source, left), value, left.place)
    message = "`=` gives a value to a name, and there is no name on its left"
    help = "to compare write `==`; to bind write `name = expression`"
    raise GradcliError("parse.equals", message, source, span(sign), help, (Label(left.span, "this is not a name"),))


def parameters(source: Source, call: Call) -> tuple[Name, ...]:
    """The parameters of a function that is defined by `call = ...`."""
    help = f"write `{call.function}(t) = ...`"
    names: list[Name] = []
    for argument in call.arguments:
        if not isinstance(argument, Name):
            message = f"a parameter of `{call.function}` is a name, and this is none"
            raise GradcliError("parse.definition", message, source, argument.span, help)
        if any(argument.name == name.name for name in names):
            message = f"`{call.function}` has two parameters `{argument.name}`"
            raise GradcliError("parse.definition", message, source, argument.span, "give each one a name of its own")
        names.append(argument)
    if not names:
        message = f"`{call.function}` has no parameter"
        raise GradcliError(
            "parse.definition", message, source, call.span, f"{help}, or bind a name: `{call.function} = ...`"
        )
    return tuple(names)


def no_output(source: Source, definition: Definition) -> GradcliError:
    """The error for a text whose last statement defines a function, so that it has no output."""
    call = f"{definition.name}({', '.join(name.name for name in definition.parameters)})"
    message = "the last statement defines a function, and nothing is the output"
    return GradcliError("parse.no-output", message, source, definition.span, f"add a formula that uses it: `; {call}`")


def not_bound(source: Source, earlier: Span, last: Span) -> GradcliError:
    """The error for a statement before the last one, at `earlier`, that binds no name."""
    return GradcliError(
        "parse.unused-statement",
        "only the last statement can stand without a name",
        source,
        earlier,
        "bind it with `name = ...`; to go on in the next line put the whole formula in brackets",
        (Label(last, "this is the output"),),
    )
