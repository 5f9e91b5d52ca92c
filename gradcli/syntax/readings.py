"""Expressions that can be read in two ways to errors that offer both readings."""

from __future__ import annotations

from typing import Any

from gradcli.errors import GradcliError
from gradcli.expression import Call, Expression, postorder, text
from gradcli.source import Source, Span
from gradcli.syntax.characters import SHOWN

DIGITS = frozenset("⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def check_division(source: Source, left: Any, right: Expression, whole: Span) -> None:
    """Raise `parse.ambiguous` for a product without a sign directly after a division: `1/2x`."""
    if type(left) is not Call or left.function != "/":
        return
    above, below = left.arguments
    readings = (
        Call("*", (left, right), whole, whole),
        Call("/", (above, Call("*", (below, right), whole, whole)), whole, whole),
    )
    # Underlined from the divisor on: before it nothing is in doubt.
    where = Span(left.place.start, whole.end)
    raise ambiguous(source, where, "a product without a sign follows a division", readings)


def check_power(source: Source, base: Expression, right: Any) -> None:
    """Raise `parse.ambiguous` for a raised digit at the end of an exponent: `e^x²`."""
    signed = type(right) is Call and right.function == "-" and len(right.arguments) == 1
    raised = right.arguments[0] if signed else right
    # In `x^sin²(y)` the digits stand inside of the exponent, and nothing is in doubt.
    if type(raised) is not Call or not is_superscript(source, raised) or raised.place.end != raised.span.end:
        return
    whole = Span(base.span.start, raised.span.end)
    lower, upper = raised.arguments
    first: Expression = Call("-", (lower,), whole, whole) if signed else lower
    readings = (
        Call("^", (base, right), whole, whole),
        Call("^", (Call("^", (base, first), whole, whole), upper), whole, whole),
    )
    raise ambiguous(source, whole, "a raised digit follows a power", readings)


def is_superscript(source: Source, call: Call) -> bool:
    """Was `call` written as a power with raised digits?"""
    return call.function == "^" and source.text[call.place.start] in DIGITS


def check_root(source: Source, left: Any, place: Span) -> None:
    """Raise `parse.ambiguous` for a power or a factorial after a root without brackets: `√x²`."""
    if type(left) is not Call or left.function != "sqrt" or source.at(left.place) != "√":
        return
    if source.text[left.span.end - 1] == ")":
        return
    (argument,) = left.arguments
    sign = "!" if source.at(place) == "!" else "^2" if source.at(place) in ("^", "**") else source.at(place)
    help = f"write `sqrt({text(argument)}{sign})` or `sqrt({text(argument)}){sign}`"
    message = "it is in doubt how far the root reaches"
    raise GradcliError("parse.ambiguous", message, source, left.span.to(place), help)


def check_chain(source: Source, middle: Expression) -> None:
    """Raise `parse.nested-chain` if there is a chain of comparisons within the middle of another one.

    The middle of `a < b < c` belongs to both comparisons, so chains nested there would grow the formula
    to twice its size at every level.
    """
    for part in postorder(middle):
        if isinstance(part, Call) and part.function == "and" and source.at(part.place) != "and":
            help = "bind it to a name before: `u = ...; a < u < c`"
            message = "a chain of comparisons stands in the middle of another one"
            raise GradcliError("parse.nested-chain", message, source, part.span, help)


def ambiguous(source: Source, span: Span, message: str, readings: tuple[Expression, Expression]) -> GradcliError:
    """The error for a text at `span` that can mean either of `readings`."""
    first, second = (text(reading) for reading in readings)
    if max(len(first), len(second)) > 2 * SHOWN:
        return GradcliError("parse.ambiguous", message, source, span, "say with brackets what belongs together")
    return GradcliError("parse.ambiguous", message, source, span, f"write `{first}` or `{second}`")
