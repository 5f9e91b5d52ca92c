"""Source to Formula: characters to tokens, tokens to a parse tree, the tree to expressions."""

from __future__ import annotations

from collections.abc import Collection

from lark import Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedToken
from lark.lexer import Token
from lark.parsers.lalr_interactive_parser import InteractiveParser

from gradcli.errors import GradcliError
from gradcli.expression import Formula
from gradcli.source import Source, Span
from gradcli.syntax.arrangement import arrange
from gradcli.syntax.characters import KEYWORDS, unreadable
from gradcli.syntax.grammar import parser
from gradcli.syntax.mistakes import unexpected
from gradcli.syntax.tokens import SEPARATORS
from gradcli.syntax.tree import formula


def read(source: Source, functions: Collection[str]) -> Formula:
    """The formula that `source` says; see `gradcli.syntax.parse`."""
    state = parser().parse_interactive(source.text)
    tokens = split(state, source)
    if all(token.type in SEPARATORS for token in tokens):
        raise GradcliError(
            "parse.empty", "there is no formula here", source, Span(0, 0), "type one, for example `x^2 + sin(y)`"
        )
    return formula(source, build(state, source, arrange(source, tokens, functions)))


def split(state: InteractiveParser, source: Source) -> list[Token]:
    """The words and signs of `source`, without white space and comments."""
    try:
        # The parser's own lexer: `Lark.lex` would build a new one for each text.
        tokens = list(state.lexer_thread.lex(state.parser_state))  # type: ignore[no-untyped-call]
    except UnexpectedCharacters as failure:
        raise unreadable(source, failure.pos_in_stream) from None  # type: ignore[arg-type]  # lark declares None
    for token in tokens:
        if token.type == "NAME" and token in KEYWORDS:
            token.type = token.upper()
    return tokens


def build(state: InteractiveParser, source: Source, tokens: list[Token]) -> Tree[Token]:
    """The parse tree of `tokens`."""
    position = 0
    feed = state.feed_token
    try:
        for position, token in enumerate(tokens):  # noqa: B007
            feed(token)
        position = len(tokens)
        tree: Tree[Token] = state.feed_eof()  # type: ignore[no-untyped-call]
        return tree
    except UnexpectedToken:
        raise unexpected(source, tokens, position) from None
