"""The token at which the grammar gave up to an error that says what is wrong there and what to type."""

from __future__ import annotations

from collections.abc import Sequence

from lark.lexer import Token

from gradcli.errors import GradcliError, Label
from gradcli.source import Source
from gradcli.syntax.characters import code
from gradcli.syntax.tokens import (
    BINARY,
    CLOSING,
    OPENING,
    PREFIX,
    SEPARATORS,
    ends_operand,
    operand_end,
    operand_start,
    shown,
    span,
)

END = Token("$END", "")

OPERATORS = {
    "//": "write `floor(a/b)` to round down, `a/b` to divide",
    "^^": "a power is `^`",
    "**^": "a power is `^`",
    "***": "a power is `^`, a product `*`",
    "<>": "write `!=`",
    "=>": "write `>=`",
    "=<": "write `<=`",
    "===": "write `==`",
    "!==": "write `!=`",
    "!!": "write `(x!)!`; there is no double factorial",
    "==": "write `==` without a space",
}
"""What is meant by two signs side by side."""


def unexpected(source: Source, tokens: Sequence[Token], position: int) -> GradcliError:
    """The error for the token at `position`, or for the end of the text, where the grammar has no use for it."""
    token = tokens[position] if position < len(tokens) else END
    before = tokens[position - 1] if position else END
    if before.type in SEPARATORS:
        before = END
    doubled = OPERATORS.get(before + token)
    if doubled and before is not END and token is not END:
        where = span(before).to(span(token))
        return GradcliError("parse.unexpected", f"{code(source.at(where))} is no operator", source, where, doubled)
    if token.type == "_COMMA":
        return comma(source, tokens, position)
    if ends_operand(tokens, position):
        return after_operand(source, tokens, position, token)
    return missing_operand(source, tokens, position, token, before)


def after_operand(source: Source, tokens: Sequence[Token], position: int, token: Token) -> GradcliError:
    """The error for `token` where an operand has just ended."""
    where = span(token)
    before = tokens[position - 1]
    if before.type == "RSQB" or token.type == "LSQB":
        return square(source, tokens, position - (before.type == "RSQB"))
    match token.type:
        case "EQUAL":
            help = "to compare write `==`; a name is bound in a statement of its own: `u = x*y; u^2`"
            return GradcliError("parse.equals", "`=` cannot stand here", source, where, help)
        case "ELSE":
            help = "write `a if c else b` or `if(c, a, b)`"
            return GradcliError("parse.unexpected", "`else` stands without an `if` before it", source, where, help)
        case "NOT":
            help = "write `a and not b`, or `a != b`"
            return GradcliError("parse.unexpected", "`not` cannot stand between two operands", source, where, help)
        case "POWER" | "SUPERSCRIPT" | "BANG":
            return second_power(source, tokens, position)
    condition = open_if(tokens, position)
    if condition is not None:
        help = "write `a if c else b` or `if(c, a, b)`; put an `if` within the condition in brackets"
        labels = (Label(where, "`else` is missing before this"),) if token is not END else ()
        return GradcliError("parse.missing-else", "`if` has no `else`", source, span(condition), help, labels)
    help = "an operator such as `*`, or the end of the formula, can stand here"
    return GradcliError("parse.unexpected", f"{code(token)} cannot stand here", source, where, help)


def second_power(source: Source, tokens: Sequence[Token], position: int) -> GradcliError:
    """The error for a power or a factorial after a power that is complete: `x²^3`, `x²!`, `sin^2(x)^3`."""
    token = tokens[position]
    base = shown(source, tokens[operand_start(tokens, position - 1)], tokens[position - 1]) or "x^2"
    power = token.value
    if token.type == "POWER" and position + 1 < len(tokens):
        power = shown(source, token, tokens[operand_end(tokens, position + 1)]) or "^2"
    help = f"write `({base}){power}`, if that is what it applies to"
    message = f"{code(token)} follows a power that is complete"
    return GradcliError("parse.ambiguous", message, source, span(token), help)


def open_if(tokens: Sequence[Token], position: int) -> Token | None:
    """The `if` between operands that still waits for its `else` before `position`, at the same bracket."""
    depth = waiting = 0
    for here in range(position - 1, -1, -1):
        token = tokens[here]
        depth += (token.type in CLOSING) - (token.type in OPENING)
        if depth < 0 or (depth == 0 and token.type in SEPARATORS):
            return None
        if depth == 0 and token.type == "ELSE":
            waiting += 1
        elif depth == 0 and token.type == "IF" and ends_operand(tokens, here):
            if not waiting:
                return token
            waiting -= 1
    return None


def missing_operand(
    source: Source, tokens: Sequence[Token], position: int, token: Token, before: Token
) -> GradcliError:
    """The error for `token` where an operand must begin."""
    if before.type == "IF":
        help = "write `if(c, a, b)` or `a if c else b`"
        return GradcliError("parse.unexpected", "`if` needs brackets, or a value before it", source, span(before), help)
    if before.type == "SQRT":
        return root(source, tokens, position)
    if token.type == "LSQB":
        return square(source, tokens, position)
    if token.type == "NOT":
        help = "put the negation in brackets: `(not c)`"
        message = f"`not` cannot follow {code(before)} directly"
        return GradcliError("parse.unexpected", message, source, span(token), help)
    if before.type == "_COMMA":
        return after_comma(source, token, before)
    if before.type in OPENING and token.type in CLOSING:
        where = span(before).to(span(token))
        message = f"nothing stands in {code(before + token)}"
        return GradcliError("parse.missing-operand", message, source, where, "write an expression between them")
    if before.type in BINARY | PREFIX or before.type in ("EQUAL", "ELSE"):
        help = "write a number, a name or a bracket after it"
        if token.type == "NEWLINE":
            help = "write it in the same line, or put the whole formula in brackets"
        between = token is not END and token.type not in SEPARATORS
        follows = f"nothing stands between {code(before)} and {code(token)}"
        message = follows if between else f"nothing follows {code(before)}"
        return GradcliError("parse.missing-operand", message, source, span(before), help)
    if token.type == "BANG":
        return bang_before(source, token)
    message = f"nothing stands before {code(token)}"
    return GradcliError("parse.missing-operand", message, source, span(token), "write an expression before it")


def bang_before(source: Source, token: Token) -> GradcliError:
    """The error for a `!` in front of what it applies to."""
    help = "a factorial stands after its operand: `x!`; a condition is negated by `not`: `not c`"
    return GradcliError("parse.missing-operand", "nothing stands before `!`", source, span(token), help)


def root(source: Source, tokens: Sequence[Token], position: int) -> GradcliError:
    """The error for `√` before anything but a name or a bracket."""
    sign = tokens[position - 1]
    if position == len(tokens) or tokens[position].type not in ("NUMBER", "FUNCTION", "SQRT"):
        help = "write `sqrt(x)`"
        return GradcliError("parse.missing-operand", "nothing follows `√`", source, span(sign), help)
    end = tokens[position] if tokens[position].type == "NUMBER" else tokens[operand_end(tokens, position)]
    argument = shown(source, tokens[position], end) if tokens[position].type != "SQRT" else ""
    help = f"write `sqrt({argument or 'x'})`, with all that is under the root in the brackets"
    message = "`√` stands before a name or a bracket only"
    return GradcliError("parse.unexpected", message, source, span(sign).to(span(tokens[position])), help)


def square(source: Source, tokens: Sequence[Token], position: int) -> GradcliError:
    """The error for a square bracket inside a formula."""
    token = tokens[position] if position < len(tokens) else tokens[-1]
    is_element = 0 < position <= len(tokens) and tokens[position - 1].type in ("NAME", "FUNCTION")
    help = "for an element use a name such as `x1`" if is_element else "several outputs are at the end: `[a, b]`"
    help = f"group with `(` and `)`; {help}"
    return GradcliError("parse.unexpected", f"{code(token)} cannot stand in a formula", source, span(token), help)


def after_comma(source: Source, token: Token, comma: Token) -> GradcliError:
    """The error for a comma that no argument follows."""
    if token is END or token.type in CLOSING or token.type in SEPARATORS:
        return GradcliError("parse.trailing-comma", "nothing follows `,`", source, span(comma), "remove it")
    message = f"nothing stands between `,` and {code(token)}"
    return GradcliError("parse.missing-operand", message, source, span(token), "write an expression before it")


def comma(source: Source, tokens: Sequence[Token], position: int) -> GradcliError:
    """The error for the comma at `position`, which no function's brackets are directly around."""
    token = tokens[position]
    if not ends_operand(tokens, position):
        message = "nothing stands before `,`"
        return GradcliError("parse.missing-operand", message, source, span(token), "write an expression before it")
    following = tokens[position + 1] if position + 1 < len(tokens) else END
    if following is END or following.type in CLOSING or following.type in SEPARATORS:
        return GradcliError("parse.trailing-comma", "nothing follows `,`", source, span(token), "remove it")
    before = tokens[position - 1]
    where = span(token)
    help = "a comma stands only between the arguments of a function: `f(a, b)`"
    if before.isdecimal() and following[:1].isdecimal() and not is_list(tokens, position):
        where = span(before).to(span(following))
        help = f"write the decimal sign as a point: `{before}.{following}`" if following.isdecimal() else help
    return GradcliError("parse.comma", "this comma separates nothing", source, where, help)


def is_list(tokens: Sequence[Token], position: int) -> bool:
    """Does another comma follow the item after the one at `position`?"""
    return position + 2 < len(tokens) and tokens[position + 2].type == "_COMMA"
