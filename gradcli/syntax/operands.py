"""Two operands side by side to an error that shows the operator or the brackets to write."""

from __future__ import annotations

from collections.abc import Collection

from lark.lexer import Token

from gradcli.errors import GradcliError
from gradcli.source import Source, Span
from gradcli.syntax.characters import code
from gradcli.syntax.mistakes import bang_before, square
from gradcli.syntax.tokens import ENDS, operand_end, operand_start, shown, span

WORDS = {
    "then": "write `if(c, a, b)` or `a if c else b`",
    "mod": "write the remainder as `mod(a, b)`",
    "div": "write `floor(a/b)`",
    "xor": "write `a and not b or b and not a`",
}
"""Words that stand between operands elsewhere."""


def missing_operator(
    source: Source, arranged: list[Token], tokens: list[Token], position: int, functions: Collection[str]
) -> GradcliError:
    """The error for the operand at `position` of `tokens`, which follows the last one of `arranged` directly."""
    start = operand_start(arranged, len(arranged) - 1)
    left, right = arranged[-1], tokens[position]
    for word in (left, right):
        if word.value in WORDS:
            message = f"{code(word)} is no word of the language"
            return GradcliError("parse.unexpected", message, source, span(word), WORDS[word.value])
    if arranged[start].type == "IF":
        message = "`if` takes its condition and both values in its brackets"
        return GradcliError("parse.unexpected", message, source, span(arranged[start]), WORDS["then"])
    if left.type == "RSQB" or right.type == "LSQB":
        return square(source, arranged, start) if left.type == "RSQB" else square(source, tokens, position)
    if left.type == "BANG" and not has_operand(arranged):
        return bang_before(source, left)
    before = shown(source, arranged[start], left)
    after = shown(source, right, tokens[operand_end(tokens, position)])
    if arranged[start].type == "NAME" and arranged[start].value in functions:
        return missing_brackets(source, arranged[start], left, right, after)
    message = f"an operator is missing between {code(before or left)} and {code(right)}"
    help = f"for a product write `{before}*{after}`" if before and after else "for a product write `*` between them"
    if left.type == right.type == "NUMBER" and left.isdecimal() and right.isdecimal() and len(right) == 3:
        help = f"for one number write `{left}_{right}`, for a product `{left}*{right}`"
    return GradcliError("parse.missing-operator", message, source, span(left).to(span(right)), help)


def has_operand(arranged: list[Token]) -> bool:
    """Does an operand stand before the factorials that end `arranged`?"""
    last = next((token for token in reversed(arranged) if token.type not in ("BANG", "SUPERSCRIPT")), None)
    return last is not None and last.type in ENDS


def missing_brackets(source: Source, function: Token, left: Token, right: Token, after: str) -> GradcliError:
    """The error for `sin x` and `sin² x`."""
    power = source.text[function.end_pos or 0 : left.end_pos or 0].strip()
    message = f"{code(function)} needs brackets around its argument"
    help = f"write `{function}({after or 'x'}){power}`"
    return GradcliError("parse.missing-brackets", message, source, span(function).to(span(right)), help)


def beside_bar(source: Source, arranged: list[Token], tokens: list[Token], position: int) -> GradcliError:
    """The error for a bar after an operand where no bar is open: `2|x|`, `a || b`, `|x||y|`."""
    here = span(tokens[position])
    following = tokens[position + 1] if position + 1 < len(tokens) else None
    touches = following is not None and following.type == "OPENBAR" and following.start_pos == here.end
    left = arranged[-1]
    if touches and left.type != "CLOSEBAR":
        where = Span(here.start, here.end + 1)
        return GradcliError(
            "parse.unexpected", "`||` is no operator", source, where, "write `or` between two conditions"
        )
    if following is None:
        message, help = "`|` is never opened", "write an absolute value with two bars, or as `abs(x)`"
        return GradcliError("parse.unopened-bracket", message, source, here, help)
    message = f"an operator is missing between {code(left)} and `|`"
    help = "no product is read beside a bar: write `*`, as in `2*|x|`"
    return GradcliError("parse.missing-operator", message, source, span(left).to(here), help)
