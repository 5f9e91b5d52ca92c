"""The syntax tree of a formula, and its printing as text."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from gradcli.source import Source, Span

T = TypeVar("T")


class Number(NamedTuple):
    """A number as it was written, so that `0.1` can mean one tenth where exactness matters."""

    text: str
    span: Span


class Name(NamedTuple):
    """A variable, a constant, or something bound earlier in the formula."""

    name: str
    span: Span


class Call(NamedTuple):
    """A function of arguments. Operators are calls; `place` is the operator or the function's name.

    `within` are the calls, outermost first, of the definitions that this one was written in.
    """

    function: str
    arguments: tuple["Expression", ...]
    span: Span
    place: Span
    within: tuple[Span, ...] = ()

    # A tuple's own comparison would recurse into trees as deep as a user types.
    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other

    def __hash__(self) -> int:
        return id(self)

    def __repr__(self) -> str:
        return f"<Call {self.function}>"


Expression = Number | Name | Call


HIDDEN = "@"
"""What stands in the names of arguments that gradcli binds by itself, and in no name that can be typed."""


def is_hidden(name: str) -> bool:
    """Is this a name that the user has not given?"""
    return HIDDEN in name


@dataclass(frozen=True, slots=True, eq=False)
class Binding:
    """`name = value`; `span` is the name's."""

    name: str
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Definition:
    """`name(parameters) = body`; `span` is the name's."""

    name: str
    parameters: tuple[Name, ...]
    body: Expression
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Formula:
    """A text as it was read: its bindings in order, then the expression that is the output, or several of them.

    `definitions` are its own functions; `gradcli.expansion` does away with them. `is_vector` says that the outputs
    were written as `[a, b]`, as even one can be; `is_made` that the output is made of these and not in the text itself.
    """

    bindings: tuple[Binding, ...]
    results: tuple[Expression, ...]
    source: Source
    definitions: tuple[Definition, ...] = ()
    is_vector: bool = False
    is_made: bool = False

    @property
    def written(self) -> str:
        """A text that is read as this formula: the source's, where there is one."""
        return str(self) if self.is_made else self.source.text

    @property
    def result(self) -> Expression:
        """The output, of several the first."""
        return self.results[0]

    @property
    def span(self) -> Span:
        """Where the outputs stand."""
        return self.result.span.to(self.results[-1].span)

    def parts(self) -> Iterator[Expression]:
        """Every part of every binding and of the result; definitions are not looked into."""
        for binding in self.bindings:
            yield from postorder(binding.value)
        for result in self.results:
            yield from postorder(result)

    def __str__(self) -> str:
        statements = [(binding.span, f"{binding.name} = {text(binding.value)}") for binding in self.bindings]
        for definition in self.definitions:
            parameters = ", ".join(parameter.name for parameter in definition.parameters)
            statements.append((definition.span, f"{definition.name}({parameters}) = {text(definition.body)}"))
        written = [statement for _, statement in sorted(statements)]
        # The last statement is the output, also where it binds a name.
        is_last = self.bindings and isinstance(self.result, Name) and self.result.name == self.bindings[-1].name
        if self.is_vector:
            return "; ".join([*written, f"[{', '.join(map(text, self.results))}]"])
        return "; ".join(written if is_last else [*written, text(self.result)])


def postorder(expression: Expression) -> list[Expression]:
    """Every part of `expression`, arguments before the call they belong to."""
    parts, stack = [], [expression]
    while stack:
        part = stack.pop()
        parts.append(part)
        if isinstance(part, Call):
            stack.extend(part.arguments)
    # A call was met before its arguments, the last of them first: exactly backwards.
    parts.reverse()
    return parts


def fold(expression: Expression, leaf: Callable[[Number | Name], T], call: Callable[[Call, tuple[T, ...]], T]) -> T:
    """`expression` rebuilt from its leaves up as something else."""
    results: list[T] = []
    for part in postorder(expression):
        if isinstance(part, Call):
            count = len(part.arguments)
            arguments = tuple(results[len(results) - count :])
            del results[len(results) - count :]
            results.append(call(part, arguments))
        else:
            results.append(leaf(part))
    return results[0]


def shape(expression: Expression) -> tuple[tuple[str, str, int], ...]:
    """A flat description of `expression` without its spans: equal for equal expressions."""
    return tuple(
        ("call", part.function, len(part.arguments))
        if isinstance(part, Call)
        else ("number", part.text, 0)
        if isinstance(part, Number)
        else ("name", part.name, 0)
        for part in postorder(expression)
    )


# How tightly a printed expression holds together, loosest first.
OR, AND, NOT, COMPARISON, SUM, PRODUCT, SIGN, POWER, POSTFIX, ATOM = range(10)

INFIX = {
    "or": (OR, " or "),
    "and": (AND, " and "),
    **{sign: (COMPARISON, f" {sign} ") for sign in ("<", "<=", ">", ">=", "==", "!=")},
    "+": (SUM, " + "),
    "-": (SUM, " - "),
    "*": (PRODUCT, "*"),
    "/": (PRODUCT, "/"),
    "^": (POWER, "^"),
}


def tightness(expression: Expression) -> int:
    """The level of the outermost operator of `expression`."""
    match expression:
        case Call("-" | "not" as sign, (_,)):
            return SIGN if sign == "-" else NOT
        case Call("!"):
            return POSTFIX
        case Call(function, (_, _)) if function in INFIX:
            return INFIX[function][0]
    return ATOM


def operand_is_bare(operand: Expression, call: Call, side: int) -> bool:
    """Can `operand` stand beside the operator of `call` without brackets, and without doubt?

    More brackets are printed than the grammar needs: `(a/b)*c`, `2^(3^2)`, `-(x^2)`, `(a and b) or c`.
    """
    level = tightness(operand)
    match call:
        case Call("-", (_,)):
            return level == ATOM
        case Call("!"):
            return level == ATOM
        case Call("not"):
            return level >= SUM
        case Call("+" | "-"):
            return level >= SUM if side == 0 else level > SUM and level != SIGN
        case Call("*"):
            if side == 0:  # `e^2x` is (e^2)*x
                is_factor = isinstance(operand, Call) and operand.function == "*"
                return level in (SIGN, POSTFIX, ATOM) or is_factor
            return level > SIGN
        case Call("/", (_, below)):
            if side == 0:  # `x^1/2` is (x^1)/2
                return level >= SIGN and level != POWER and not is_differential(operand, below)
            return level > SIGN
        case Call("^"):
            return level == ATOM
        case Call("and" | "or" as sign):
            return level > NOT or (side == 0 and isinstance(operand, Call) and operand.function == sign)
    return level >= SUM  # comparisons


def is_differential(above: Expression, below: Expression) -> bool:
    """Would `above/below` be taken for the sign of differentiation, `d/dx` or `d^2/dx^2`?"""
    if isinstance(above, Call) and above.function in ("^", "-"):
        above = above.arguments[0]
    while isinstance(below, Call) and below.function in ("^", "!"):
        below = below.arguments[0]
    leading = below.name if isinstance(below, Name) else below.function if isinstance(below, Call) else ""
    return isinstance(above, Name) and above.name == "d" and leading.startswith("d") and leading != "d"


def text(expression: Expression) -> str:
    """`expression` in gradcli's own language, doubtful places bracketed; reads back as the same tree."""
    pieces: list[str] = []
    stack: list[Expression | str] = [expression]
    while stack:
        part = stack.pop()
        if isinstance(part, str):
            pieces.append(part)
        elif isinstance(part, Number):
            pieces.append(part.text)
        elif isinstance(part, Name):
            pieces.append(part.name)
        else:
            stack.extend(reversed(layout(part)))
    return "".join(pieces)


def layout(call: Call) -> list[Expression | str]:
    """The text pieces and the arguments of `call`, in the order they are printed."""

    def operand(side: int) -> list[Expression | str]:
        argument = call.arguments[side]
        return [argument] if operand_is_bare(argument, call, side) else ["(", argument, ")"]

    match call:
        case Call("-" | "not" as sign, (_,)):
            return ["-" if sign == "-" else "not ", *operand(0)]
        case Call("!", (_,)):
            return [*operand(0), "!"]
        case Call(function, (_, _)) if function in INFIX:
            return [*operand(0), INFIX[function][1], *operand(1)]
    pieces: list[Expression | str] = [call.function, "("]
    for position, argument in enumerate(call.arguments):
        pieces.extend([", ", argument] if position else [argument])
    return [*pieces, ")"]
