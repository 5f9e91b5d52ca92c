"""Tokens to what an error says of them: the kinds of token, their spans, the operand around one."""

from __future__ import annotations

from collections.abc import Sequence

from lark.lexer import Token

from gradcli.source import Source, Span
from gradcli.syntax.characters import SHOWN

SEPARATORS = frozenset({"NEWLINE", "SEMICOLON"})
OPENING = frozenset({"LPAR", "LSQB", "OPENBAR"})
CLOSING = frozenset({"RPAR", "RSQB", "CLOSEBAR"})
ENDS = frozenset({"NUMBER", "NAME", "RPAR", "RSQB", "CLOSEBAR", "BANG", "SUPERSCRIPT"})
"""The kinds of token that end an operand."""
BINARY = frozenset({"TIMES", "DIVIDE", "POWER", "COMPARISON", "AND", "OR"})
"""The kinds of token that need an operand on both sides; a sign needs one only after it."""
PREFIX = frozenset({"PLUS", "MINUS", "NOT", "SQRT"})


def span(token: Token) -> Span:
    """Where `token` stands in the source."""
    return Span(token.start_pos or 0, token.end_pos or 0)


def ends_operand(tokens: Sequence[Token], position: int) -> bool:
    """Does an operand end just before `position`?"""
    return position > 0 and tokens[position - 1].type in ENDS


def operand_start(tokens: Sequence[Token], position: int) -> int:
    """The position at which the operand that ends with the token at `position` begins."""
    while tokens[position].type in ("BANG", "SUPERSCRIPT") and position > 0:
        position -= 1
    if tokens[position].type not in CLOSING:
        return position
    depth = 0
    while position > 0:
        depth += (tokens[position].type in CLOSING) - (tokens[position].type in OPENING)
        if depth == 0:
            break
        position -= 1
    if position > 0 and tokens[position - 1].type in ("FUNCTION", "SQRT", "IF"):
        return position - 1
    # `sin²(x)` and `sin^2(x)` begin two and three tokens before their bracket.
    powered = [back for back in (2, 3) if position >= back and tokens[position - back].type == "POWERED"]
    return position - powered[0] if powered else position


def operand_end(tokens: Sequence[Token], position: int) -> int:
    """The position of the last token of the operand that begins at `position`, as raw tokens show it."""
    last = len(tokens) - 1
    while position < last:
        token, following = tokens[position], tokens[position + 1]
        if token.type == "SQRT" or (token.type in ("NUMBER", "NAME") and following.type in ("NAME", "LPAR")):
            position += 1
        elif token.type == "FUNCTION":
            return bracket_end(tokens, position + 1)
        elif token.type == "LPAR":
            return bracket_end(tokens, position)
        else:
            break
    return position


def bracket_end(tokens: Sequence[Token], position: int) -> int:
    """The position of the bracket that closes the one at `position`, or the last position."""
    depth = 0
    for here in range(position, len(tokens)):
        depth += (tokens[here].type == "LPAR") - (tokens[here].type == "RPAR")
        if depth == 0:
            return here
    return len(tokens) - 1


def shown(source: Source, start: Token, end: Token) -> str:
    """The text from `start` to `end` if it is short and plain enough to repeat, else nothing."""
    piece = source.text[start.start_pos or 0 : end.end_pos or 0]
    plain = len(piece) <= SHOWN and piece.isprintable() and "#" not in piece and "`" not in piece
    return piece if plain else ""
