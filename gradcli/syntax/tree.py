"""Lark's parse tree to Formula, by a loop: what a person typed may be nested as deep as it likes."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Any, NamedTuple

from lark import Tree
from lark.lexer import Token

from gradcli.expression import Binding, Call, Definition, Expression, Formula, Name, Number
from gradcli.source import Source, Span
from gradcli.syntax.readings import check_chain, check_division, check_power, check_root
from gradcli.syntax.statements import bound, no_output, not_bound
from gradcli.syntax.tokens import SEPARATORS, span

SIGNS = {"PLUS": "+", "MINUS": "-", "TIMES": "*", "DIVIDE": "/", "AND": "and", "OR": "or"}
COMPARISONS = {"≤": "<=", "≥": ">=", "≠": "!="}


class Group(NamedTuple):
    """An expression in brackets, or after a plus sign: `span` is the outer one, by which operators stretch."""

    inner: Expression
    span: Span


class Outputs(NamedTuple):
    """`[a, b]`."""

    parts: tuple[Expression, ...]
    span: Span


class Statement(NamedTuple):
    """`name = value`, before anybody asked whether the left side is a name."""

    left: Expression | Group
    sign: Token
    value: Expression


Children = list[Any]
"""What a branch of the tree was made from: tokens, and what its smaller branches have become."""


def inner(part: Expression | Group) -> Expression:
    """`part` without its brackets."""
    return part.inner if type(part) is Group else part  # type: ignore[return-value]  # type() is the faster test


def number(children: Children, source: Source) -> Expression:
    """`1.5`."""
    (token,) = children
    return Number(token.value, Span(token.start_pos, token.end_pos))


def name(children: Children, source: Source) -> Expression:
    """`x`."""
    (token,) = children
    return Name(token.value, Span(token.start_pos, token.end_pos))


def group(children: Children, source: Source) -> Group:
    """`(x)`: the brackets count for where an operator begins and ends."""
    opening, part, closing = children
    return Group(inner(part), Span(opening.start_pos, closing.end_pos))


def operation(children: Children, source: Source) -> Expression:
    """`a + b`, `a*b`, `a and b`."""
    left, sign, right = children
    return Call(
        SIGNS[sign.type],
        (inner(left), inner(right)),
        Span(left.span.start, right.span.end),
        Span(sign.start_pos, sign.end_pos),
    )


def juxtaposition(children: Children, source: Source) -> Expression:
    """`2x`: the product has no sign, so its place is all of it."""
    left, _, right = children
    whole = Span(left.span.start, right.span.end)
    check_division(source, left, inner(right), whole)
    return Call("*", (inner(left), inner(right)), whole, whole)


def power(children: Children, source: Source) -> Expression:
    """`a^b`."""
    left, sign, right = children
    check_root(source, left, span(sign))
    check_power(source, inner(left), right)
    return Call("^", (inner(left), inner(right)), Span(left.span.start, right.span.end), span(sign))


def superscript(children: Children, source: Source) -> Expression:
    """`x²`."""
    base, token = children
    check_root(source, base, span(token))
    return Call("^", (inner(base), exponent(token)), Span(base.span.start, token.end_pos), span(token))


def exponent(token: Token) -> Expression:
    """The number that superscript digits stand for."""
    digits = unicodedata.normalize("NFKC", token.lstrip("⁻"))
    place = span(token)
    if not token.startswith("⁻"):
        return Number(digits, place)
    return Call("-", (Number(digits, Span(place.start + 1, place.end)),), place, Span(place.start, place.start + 1))


def function_power(children: Children, source: Source) -> Expression:
    """`sin^2(x)` and `sin²(x)`."""
    function, sign, *rest = children
    raised = number([rest.pop(0)], source) if sign.type == "POWER" else exponent(sign)
    called = call([function, *rest], source)
    return Call("^", (called, raised), called.span, span(sign))


def call(children: Children, source: Source) -> Call:
    """`f(a, b)`."""
    function, _, *arguments, closing = children
    return Call(
        function.value,
        tuple([inner(argument) for argument in arguments]),
        Span(function.start_pos, closing.end_pos),
        span(function),
    )


def negative(children: Children, source: Source) -> Expression:
    """`-x`, and `not c`."""
    sign, part = children
    name = "-" if sign.type == "MINUS" else "not"
    return Call(name, (inner(part),), Span(sign.start_pos, part.span.end), span(sign))


def positive(children: Children, source: Source) -> Group:
    """`+x`: the sign leaves no trace but its place."""
    sign, part = children
    return Group(inner(part), Span(sign.start_pos, part.span.end))


def factorial(children: Children, source: Source) -> Expression:
    """`x!`."""
    part, sign = children
    check_root(source, part, span(sign))
    return Call("!", (inner(part),), Span(part.span.start, sign.end_pos), span(sign))


def absolute(children: Children, source: Source) -> Expression:
    """`|x|`."""
    opening, part, closing = children
    return Call("abs", (inner(part),), Span(opening.start_pos, closing.end_pos), span(opening))


def root(children: Children, source: Source) -> Expression:
    """`√x` and `√(x)`."""
    sign, *rest = children
    part = name(rest, source) if len(rest) == 1 else inner(rest[1])
    return Call("sqrt", (part,), Span(sign.start_pos, rest[-1].end_pos), span(sign))


def conditional(children: Children, source: Source) -> Expression:
    """`a if c else b`."""
    first, sign, condition, _, second = children
    arguments = (inner(condition), inner(first), inner(second))
    return Call("if", arguments, Span(first.span.start, second.span.end), span(sign))


def chain(children: Children, source: Source) -> Expression:
    """`a < b < c` is `a < b and b < c`."""
    result: Expression | None = None
    for position in range(0, len(children) - 2, 2):
        left, sign, right = children[position : position + 3]
        where = span(sign)
        sides = (inner(left), inner(right))
        link = Call(COMPARISONS.get(sign.value, sign.value), sides, Span(left.span.start, right.span.end), where)
        if result is None:
            result = link
        else:
            check_chain(source, inner(left))
            result = Call("and", (result, link), Span(children[0].span.start, right.span.end), where)
    assert result is not None
    return result


def binding(children: Children, source: Source) -> Statement:
    """`name = value`."""
    left, sign, value = children
    return Statement(left, sign, inner(value))


def outputs(children: Children, source: Source) -> Outputs:
    """`[a, b]`."""
    opening, *parts, closing = children
    return Outputs(tuple(map(inner, parts)), Span(opening.start_pos, closing.end_pos))


BUILDERS: tuple[Callable[[Children, Source], Any], ...] = (
    *(number, name, group, operation, juxtaposition, power, superscript, function_power, call),
    *(negative, positive, factorial, absolute, root, conditional, chain, binding, outputs),
)
BRANCHES = {builder.__name__: builder for builder in BUILDERS}
"""What is made of each branch of the tree, by the name the grammar gives it."""


def formula(source: Source, tree: Tree[Token]) -> Formula:
    """The formula that `tree` is the parse of."""
    statements = [part for part in fold(source, tree) if not (type(part) is Token and part.type in SEPARATORS)]
    last = statements[-1]
    made: list[Binding | Definition] = []
    for statement in statements if isinstance(last, Statement) else statements[:-1]:
        if not isinstance(statement, Statement):
            raise not_bound(source, statement.span, last.value.span if isinstance(last, Statement) else last.span)
        made.append(bound(source, statement.left, statement.sign, statement.value))
    if isinstance(last, Outputs):
        results = last.parts
    elif not isinstance(last, Statement):
        results = (inner(last),)
    elif isinstance(made[-1], Binding):
        results = (Name(made[-1].name, made[-1].span),)
    else:
        raise no_output(source, made[-1])
    bindings = tuple(statement for statement in made if isinstance(statement, Binding))
    definitions = tuple(statement for statement in made if isinstance(statement, Definition))
    return Formula(bindings, results, source, definitions, isinstance(last, Outputs))


def fold(source: Source, tree: Tree[Token]) -> Children:
    """The children of `tree`, every branch replaced by what it stands for, left to right and inside out."""
    places: list[tuple[Children, int]] = []
    stack: list[tuple[Children, int]] = [([tree], 0)]
    while stack:
        place = stack.pop()
        places.append(place)
        children = place[0][place[1]].children
        for position, child in enumerate(children):
            if type(child) is Tree:
                stack.append((children, position))
    # The first place is the whole tree, whose children are the answer. Taken from the list's end, so that a
    # branch is freed once it is used, which halves the time: the garbage collector has less to look at.
    while len(places) > 1:
        children, position = places.pop()
        branch = children[position]
        children[position] = BRANCHES[branch.data](branch.children, source)
    return tree.children
