"""Tokens as written to tokens as the grammar wants them: products without a sign, calls, bars, line ends."""

from __future__ import annotations

from collections.abc import Collection

from lark.lexer import Token

from gradcli.source import Source
from gradcli.syntax.brackets import close, close_bar, unclosed
from gradcli.syntax.characters import name
from gradcli.syntax.notation import check_derivative, check_derivative_call, check_exponent, is_function_power
from gradcli.syntax.numerals import check
from gradcli.syntax.operands import missing_operator
from gradcli.syntax.tokens import ENDS

STARTS = frozenset({"NUMBER", "NAME", "LPAR", "SQRT"})
JUXTAPOSED = frozenset(
    {("NUMBER", "NAME"), ("NUMBER", "LPAR"), ("NUMBER", "SQRT"), ("RPAR", "NAME"), ("RPAR", "LPAR"), ("RPAR", "SQRT")}
)
"""The pairs of neighbours between which a product needs no sign."""


def arrange(source: Source, tokens: list[Token], functions: Collection[str]) -> list[Token]:
    """`tokens` without line ends inside brackets, each retyped to what its neighbours make of it.

    Raises GradcliError where two neighbours cannot stand side by side and where brackets do not match.
    """
    arranged: list[Token] = []
    opened: list[Token] = []
    before = ""
    for position, token in enumerate(tokens):
        kind = token.type
        if kind in STARTS:
            if kind == "NAME":
                if not token.isascii():
                    token = Token.new_borrow_pos("NAME", name(source, token.value, token.start_pos or 0), token)
                if before == "DIVIDE" and token[0] == "d":
                    check_derivative(source, arranged, token, tokens[position + 1 : position + 2])
            elif kind == "LPAR":
                opened.append(token)
            if before in ENDS:
                join(source, arranged, token, tokens, position, functions)
        elif kind == "OPENBAR":
            if before in ENDS:
                close_bar(source, arranged, opened, tokens, position)
                kind = token.type = "CLOSEBAR"
            else:
                opened.append(token)
        elif kind == "LSQB":
            opened.append(token)
        elif kind == "RPAR" or kind == "RSQB":
            close(source, opened, token)
        elif kind == "NEWLINE" and opened:
            continue
        arranged.append(token)
        before = kind
    if opened:
        raise unclosed(source, opened)
    return arranged


def join(
    source: Source,
    arranged: list[Token],
    token: Token,
    tokens: list[Token],
    position: int,
    functions: Collection[str],
) -> None:
    """Settle what it means that `token` follows an operand directly: a call, a product, or an error."""
    last = arranged[-1]
    if last.type == "NAME" and token.type == "LPAR":
        check_derivative_call(source, last, functions)
        check_exponent(source, arranged, tokens, position, functions)
        last.type = "FUNCTION"
    elif not is_function_power(source, arranged, tokens, position, functions):
        if last.type == "NUMBER" and token.type in ("NAME", "NUMBER"):
            check(source, last, token)
        if (last.type, token.type) not in JUXTAPOSED:
            raise missing_operator(source, arranged, tokens, position, functions)
        arranged.append(Token.new_borrow_pos("JUXTAPOSITION", "", token))
