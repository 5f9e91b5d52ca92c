"""Notations of the textbook to tokens, or to errors that show how gradcli writes them: `sin^2(x)`, `d/dx`."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence

from lark.lexer import Token

from gradcli.errors import GradcliError
from gradcli.source import Source
from gradcli.syntax.characters import code, derivative
from gradcli.syntax.tokens import bracket_end, operand_end, shown, span

INVERSES = {name: "a" + name for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh")}
DERIVATIVES = frozenset({"diff", "derivative", "grad", "gradient"})
OPERANDS = frozenset({"NUMBER", "NAME", "LPAR", "SQRT"})


def is_function_power(
    source: Source, arranged: list[Token], tokens: list[Token], position: int, functions: Collection[str]
) -> bool:
    """Do the last tokens begin `sin^2(x)` or `sin²(x)`? If so the name is retyped as POWERED.

    Raises GradcliError where a function has a power that can be read in two ways: `sin^-1(x)`, `sin^2 x`.
    """
    if arranged[-1].type not in ("NUMBER", "SUPERSCRIPT"):
        return False
    place = function_place(arranged, functions)
    if place is None:
        return False
    # NFKC turns `⁻²` into minus (U+2212) and 2.
    power = "".join(unicodedata.normalize("NFKC", token).replace("−", "-") for token in arranged[place + 1 :])
    power = power.lstrip("*^").replace("–", "-")
    function = arranged[place]
    if tokens[position].type == "LPAR":
        if power.isdecimal() and power.lstrip("0") not in ("", "1"):
            function.type = "POWERED"
            return True
        raise doubtful_power(source, function, power, tokens, position)
    argument = shown(source, tokens[position], tokens[operand_end(tokens, position)]) or "x"
    raise GradcliError(
        "parse.ambiguous",
        f"{code(function)} has a power but no brackets around its argument",
        source,
        span(function).to(span(tokens[position])),
        f"write `{function}({argument})^{power}`, or `{function}^{power}*{argument}` if {code(function)} is a variable",
    )


def function_place(arranged: Sequence[Token], functions: Collection[str]) -> int | None:
    """Where in `arranged` a function stands to whose power its last tokens raise it, if any does."""
    place = len(arranged) - 2
    if arranged[-1].type == "NUMBER":
        if place >= 0 and arranged[place].type == "MINUS":
            place -= 1
        if place < 0 or arranged[place].type != "POWER":
            return None
        place -= 1
    if place >= 0 and arranged[place].type == "NAME" and arranged[place].value in functions:
        return place
    return None


def doubtful_power(source: Source, function: Token, power: str, tokens: list[Token], position: int) -> GradcliError:
    """The error for a power of a function that is no whole number from 2 on, before its argument."""
    end = bracket_end(tokens, position)
    argument = shown(source, tokens[position], tokens[end]) or "(x)"
    where = span(function).to(span(tokens[end] if tokens[end].type == "RPAR" else tokens[position]))
    if power == "-1":
        inverse = INVERSES.get(function.value)
        message = f"{code(function + '^-1')} can be the inverse of {code(function)} or its reciprocal"
        readings = f"`{inverse}{argument}` or `1/{function}{argument}`" if inverse else f"`1/{function}{argument}`"
        return GradcliError("parse.ambiguous", message, source, where, f"write {readings}")
    message = f"a power between {code(function)} and its argument must be a whole number from 2 on"
    exponent = f"({power})" if power.startswith("-") else power
    return GradcliError("parse.ambiguous", message, source, where, f"write `{function}{argument}^{exponent}`")


def check_exponent(
    source: Source, arranged: list[Token], tokens: list[Token], position: int, functions: Collection[str]
) -> None:
    """Raise `parse.ambiguous` for `sin^n(x)`, where the name in the exponent is not known as a function."""
    if len(arranged) < 3 or arranged[-2].type != "POWER" or arranged[-1].value in functions:
        return
    function = arranged[-3]
    if function.type == "NAME" and function.value in functions:
        raise doubtful_power(source, function, arranged[-1].value, tokens, position)


def check_derivative(source: Source, arranged: list[Token], denominator: Token, following: Sequence[Token]) -> None:
    """Raise `parse.derivative` if the tokens so far and `denominator` are `d/dx`, `d^2/dx^2` or `d²/dx²`.

    `d/density` is left alone unless an operand follows, which makes it an operator: `d/dtheta (theta^2)`.
    """
    start = len(arranged) - 2
    if start >= 1 and arranged[start].type == "SUPERSCRIPT":
        start -= 1
    elif start >= 2 and arranged[start].type == "NUMBER" and arranged[start - 1].type == "POWER":
        start -= 2
    if start < 0 or arranged[start].type != "NAME" or arranged[start].value != "d" or len(denominator) < 2:
        return
    variable = denominator.value[1:]
    operates = bool(following) and following[0].type in OPERANDS
    if operates or (variable[0].isalpha() and not variable[1:].strip("0123456789_")):
        where = span(arranged[start]).to(span(denominator))
        above = shown(source, arranged[start], arranged[-2]) or "d"
        help = f"drop it and use `--wrt {variable}`; for a quotient of two names write `({above})/{denominator}`"
        raise derivative(source, where, help)


def check_derivative_call(source: Source, function: Token, functions: Collection[str]) -> None:
    """Raise `parse.derivative` for `diff(…)` and its like."""
    if function.value in DERIVATIVES and function.value not in functions:
        raise derivative(source, span(function), "give the formula alone and name the variable with `--wrt`: `--wrt x`")
