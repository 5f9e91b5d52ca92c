"""A Taylor polynomial becomes the lines that `gradcli taylor` prints, a formula, and a JSON document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gradcli.backends import floats
from gradcli.expression import Call, Expression, Name, Number
from gradcli.expression import text as text_of
from gradcli.render import answer as answers
from gradcli.render.document import head, note, number
from gradcli.render.screen import Line, Piece, columns, line, wrapped
from gradcli.render.trace import padded
from gradcli.source import Span

if TYPE_CHECKING:
    from gradcli.calculus.polynomial import Taylor, Term
    from gradcli.point import Coordinate

TAYLOR = "gradcli/taylor/1"
ENOUGH = 20
"""Digits of a number; one with fewer is marked."""
LONGEST = 28
"""Characters of a fraction that is shown beside its decimal; a longer one is in the document only."""
FORMULA = 400
"""Characters of a polynomial that is shown; a longer one is in the document only."""


def answer(found: Taylor) -> list[Line]:
    """The formula as read, the point, the table of coefficients, the polynomial and what is proven."""
    polynomial = formula(found)
    shown = [line(), line(Piece("series ", "head"), f"   {polynomial}")] if len(polynomial) <= FORMULA else []
    return [*answers.reading(found.formula), *place(found), line(), *table(found), *shown, line(), *proof(found)]


def place(found: Taylor) -> list[Line]:
    """Where the series is, in which names and to which order."""
    values = ", ".join(f"{name} = {value_text(value)}" for name, value in found.point.items())
    constants = [name for name in found.point if name not in found.names]
    by = f"in {', '.join(found.names)}, " if constants else ""
    return wrapped(line(Piece("point  ", "head"), f"   {values or 'none'}; {by}to order {found.order}"), 10)


def table(found: Taylor) -> list[Line]:
    """A line for each coefficient: its term, a fraction if it is one, its decimal, and the derivative."""
    cells = [("term", "coefficient", "", "derivative", "")]
    for term in found.terms:
        cells.append((monomial(found, term.powers), fraction(term), term.true, derivative(term), mark(term)))
    if not any(row[1] for row in cells[1:]):  # no column of fractions
        cells = [("term", "", "coefficient", "derivative", ""), *cells[1:]]
    widths = [max(columns(row[column]) for row in cells) for column in range(len(cells[0]))]
    return [styled(row, widths, is_head=place == 0) for place, row in enumerate(cells)]


def styled(row: Sequence[str], widths: Sequence[int], *, is_head: bool) -> Line:
    """One line of the table."""
    pieces = []
    for place, (cell, width) in enumerate(zip(row, widths, strict=True)):
        style = "head" if is_head else "name" if place == 0 else "warning" if place == len(row) - 1 else "number"
        pieces.append(Piece(padded(cell, width) + "  " if width else "", style))
    return tuple(pieces)


def fraction(term: Term) -> str:
    """A coefficient that is a fraction, if its decimal does not say the same and it is short."""
    exact = term.exact or ""
    return exact if "/" in exact and len(exact) <= LONGEST else ""


def derivative(term: Term) -> str:
    """The derivative: exactly, if that is short, else to 20 digits."""
    exact = term.derivative_exact or ""
    return exact if exact and len(exact) <= LONGEST else term.derivative_true


def mark(term: Term) -> str:
    """What is said of a coefficient that lacks digits."""
    if term.digits is None or term.digits >= ENOUGH:
        return ""
    return "may be 0" if term.may_be_zero else f"{term.digits} digits"


def proof(found: Taylor) -> list[Line]:
    """How many coefficients are proven and how, and what is said of conditions that change at the point."""
    exact = sum(term.digits is None for term in found.terms)
    to_digits = sum((term.digits or 0) >= ENOUGH for term in found.terms)
    rest = found.count - len(found.terms)
    parts = [f"{exact + rest} exactly"] if exact + rest else []
    if to_digits:
        parts.append(f"{to_digits} to {ENOUGH} digits or more, by balls of {found.bits} bits")
    proven = exact + rest + to_digits
    share = "all" if proven == found.count else f"{proven} of"
    said = f"{share} {found.count} coefficients proven" if found.count > 1 else "the coefficient is proven"
    lines = [line(Piece("proof  ", "head"), f"   {said}: {', '.join(parts) or 'none'}; inputs as written")]
    if rest:
        lines.append(line("          ", f"those not shown ({rest:,}) are exactly 0"))
    lines += [line(Piece("joins  ", "head"), f"   {join.message}") for join in found.joins]
    return [part for whole in lines for part in wrapped(whole, 10)]


def numbers(found: Taylor) -> list[Line]:
    """Just the coefficients: a term, a tab and a number a line; as text where it is too large or small for a double."""
    return [line(f"{monomial(found, term.powers)}\t{bare(term)}") for term in found.terms]


def bare(term: Term) -> str:
    """A coefficient as a double, or to 20 digits where that would be 0 or infinite and the coefficient is not."""
    is_lost = term.coefficient == 0 and not term.may_be_zero and term.exact != "0"
    return term.true if is_lost or not floats.is_finite(term.coefficient) else floats.text(term.coefficient)


def monomial(found: Taylor, powers: dict[str, int]) -> str:
    """A product of powers of differences from the point: `1`, `x^2*(y - 1)`."""
    factors = [power(difference(name, found.point[name]), count) for name, count in powers.items() if count]
    return "*".join(factors) or "1"


def power(base: str, exponent: int) -> str:
    """A power, the first written as what it is of."""
    return base if exponent == 1 else f"{base}^{exponent}"


NOWHERE = Span(0, 0)


def difference(name: str, value: Coordinate) -> str:
    """A name less its value at the point, in brackets: `(x - pi/4)`, `(x + 1)`, `x` at 0."""
    written = value_expression(value)
    sign = "-"
    if isinstance(written, Call) and written.function == "-" and len(written.arguments) == 1:
        sign, written = "+", written.arguments[0]
    if isinstance(written, Number) and floats.number(written.text) == 0:
        return name
    whole = Call(sign, (Name(name, NOWHERE), written), NOWHERE, NOWHERE)
    return f"({text_of(whole)})"


def value_expression(value: Coordinate) -> Expression:
    """The number of a name as it was written, or its double."""
    if value.written is not None and not value.written.bindings:
        return value.written.result
    size = Number(floats.text(abs(value.value)), NOWHERE)
    return Call("-", (size,), NOWHERE, NOWHERE) if value.value < 0 else size


def value_text(value: Coordinate) -> str:
    """The same as text."""
    return text_of(value_expression(value))


def formula(found: Taylor) -> str:
    """The polynomial in gradcli's own language: `x - 1/6*x^3`; what cannot be told from 0 is left out."""
    parts = []
    for term in found.terms:
        if term.may_be_zero or term.exact == "0":
            continue
        written = term.exact if term.exact and len(term.exact) <= LONGEST else term.true
        sign, size = ("-", written[1:]) if written.startswith("-") else ("+", written)
        product = monomial(found, term.powers)
        factor = size if product == "1" else product if size == "1" else f"{size}*{product}"
        parts.append((sign, factor))
    if not parts:
        return "0"
    (first, factor), *others = parts
    return ("-" if first == "-" else "") + factor + "".join(f" {sign} {factor}" for sign, factor in others)


def document(found: Taylor) -> dict[str, Any]:
    """The document of a polynomial."""
    return {
        **head(TAYLOR, found.formula),
        "at": {name: number(value.value) for name, value in found.point.items()},
        "wrt": list(found.names),
        "order": found.order,
        "coefficients": list(map(coefficient, found.terms)),
        "zeros": found.count - len(found.terms),
        "polynomial": formula(found),
        "bits": found.bits,
        "inputs": "as written",
        "joins": list(map(note, found.joins)),
        "warnings": list(map(note, found.warnings)),
    }


def coefficient(term: Term) -> dict[str, Any]:
    """One coefficient, with what is proven of it, and the derivative."""
    return {
        "powers": term.powers,
        "coefficient": number(term.coefficient),
        "exact": term.exact,
        "true": term.true,
        "digits": term.digits,
        "enclosure": list(term.enclosure),
        "derivative": {
            "value": number(term.derivative_value),
            "exact": term.derivative_exact,
            "true": term.derivative_true,
        },
    }
