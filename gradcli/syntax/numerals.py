"""A number and what touches it to an error that says which number was probably meant."""

from __future__ import annotations

import re

from lark.lexer import Token

from gradcli.errors import GradcliError
from gradcli.source import Source, Span
from gradcli.syntax.characters import code

BASES = {"x": (16, re.compile("[xX][0-9a-fA-F]")), "o": (8, re.compile("[oO][0-9]")), "b": (2, re.compile("[bB][0-9]"))}
EXPONENT = re.compile(r"[eE]([0-9]|$)")


def check(source: Source, number: Token, following: Token) -> None:
    """Raise `parse.number` if `number` and the name or number after it are one malformed number.

    Most texts that no number allows, lark has split in two: `2e` into `2` and `e`, `1.2.3` into `1.2` and `.3`.
    """
    touching = number.end_pos == following.start_pos
    if following.type == "NUMBER":
        if touching:
            raise malformed(source, number, following, "a number has one point: `1.23`")
        return
    letters = following.value
    if EXPONENT.match(letters):
        # White space must not change a meaning: `2 e1` may not be 2*e1 while `2e1` is 20.
        raise unfinished(source, number, following)
    if not touching:
        return
    if letters.startswith("_"):
        raise malformed(source, number, following, "`_` stands singly between two digits: `1_000`")
    base, prefix = BASES.get(letters[0].lower(), (0, EXPONENT))
    if number.value == "0" and base and prefix.match(letters):
        raise malformed(source, number, following, decimal(letters[1:], base))


def unfinished(source: Source, number: Token, following: Token) -> GradcliError:
    """The error for an exponent without digits (`2e`), or one that stands apart from its number (`2 e1`)."""
    value, exponent = number.value, following.value
    if len(exponent) == 1:
        help = f"write `{value}*{exponent}` or `{value}{exponent}0`"
    elif number.end_pos == following.start_pos:
        help = f"write `{value}*{exponent}`"
    else:
        help = f"write `{value}*{exponent}` or `{value}{exponent}`"
    return malformed(source, number, following, help)


def malformed(source: Source, number: Token, following: Token, help: str) -> GradcliError:
    """The error for `number` and `following`, which are no number together."""
    span = Span(number.start_pos or 0, following.end_pos or 0)
    return GradcliError("parse.number", f"{code(source.at(span))} is not a number", source, span, help)


def decimal(digits: str, base: int) -> str:
    """What to write for a number that was given in another base than ten."""
    try:
        return f"numbers are decimal: write `{int(digits, base)}`"
    except ValueError:
        return "numbers are decimal: `31`, not `0x1F`"
