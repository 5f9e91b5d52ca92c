"""A Gradient and its check become the lines that `gradcli eval` prints."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from gradcli.backends import floats
from gradcli.expression import Formula
from gradcli.gradient import Gradient
from gradcli.render import trace
from gradcli.render.screen import Line, Piece, columns, line, wrapped
from gradcli.zeros import MEANINGS

if TYPE_CHECKING:
    from gradcli.check import Verdict
    from gradcli.check.certified import Certificate


def reading(formula: Formula) -> list[Line]:
    """The formula as it was read."""
    return [line(Piece("formula", "head"), f"   {formula}")]


def seed(weights: Mapping[str, float]) -> list[Line]:
    """The weights of the outputs, and what that makes of the gradient."""
    given = ", ".join(f"{name}={floats.text(weight)}" for name, weight in weights.items() if weight)
    says = "vector-Jacobian product: the gradient of the sum of the outputs with these weights"
    return [
        line(Piece("seed      ", "head"), given or "0 for every output"),
        *wrapped(line(Piece(f"          {says}", "quiet")), 10),
    ]


def tables(gradient: Gradient, width: int) -> list[Line]:
    """Both tables of the trace, each after an empty line."""
    lines: list[Line] = []
    for part in (trace.forward(gradient), trace.reverse(gradient, width)):
        if part:
            lines.extend([line(), *part])
    return lines


def answer(gradient: Gradient, certificate: Certificate | None) -> list[Line]:
    """The value and the gradient, each with what is proven of it and why it is zero."""
    from gradcli.render import proof

    number = gradient.backend.text
    proofs = certificate.proofs if certificate else {}
    size = max([9, *(columns(name) + 2 for name in gradient.gradient)])
    widths = [columns(number(found)) for found in (gradient.value, *gradient.gradient.values())]
    room = min(max(widths), 24)

    def row(title: Piece, name: str, found: Any) -> list[Line]:
        words = [proof.words(proofs[name])] if name in proofs else []
        said = "; ".join(filter(None, [*words, MEANINGS.get(gradient.zeros.get(name, ""), "")]))
        style = "warning" if name in proofs and proofs[name].is_lost else "quiet"
        shown = Piece(trace.padded(number(found), room) if said else number(found), "number")
        lines = [line(title, " ", shown, Piece(f"  {said}" if said else "", style))]
        truth = proof.truth(proofs[name]) if name in proofs else ""
        if truth:
            lines.append(line(Piece(trace.padded("  true", size), style), " ", truth))
        return lines

    lines = row(Piece(trace.padded("value", size), "head"), "", gradient.value)
    codes = sorted({note.code for note in gradient.warnings if note.code.startswith("derivative.")})
    if gradient.gradient:
        marks = Piece(f"  see the warning: {', '.join(codes)}" if codes else "", "warning")
        lines.append(line(Piece("gradient", "head"), marks))
    for name, slope in gradient.gradient.items():
        lines.extend(row(Piece("  " + trace.padded(name, size - 2), "name"), name, slope))
    return lines


def numbers(gradient: Gradient) -> list[Line]:
    """Just the numbers, a name, a tab and a number a line."""
    pairs = [("value", gradient.value), *gradient.gradient.items()]
    return [line(f"{name}\t{gradient.backend.text(number)}") for name, number in pairs]


def all_proven(digits: int) -> Line:
    """What is said of an answer with so many digits."""
    return line(Piece("proof     ", "head"), f"all digits shown are right, at most {digits}; inputs as written")


def verdict(verdict: Verdict, gradient: Gradient) -> list[Line]:
    """What the cross-check says; where it does not simply agree, both numbers."""
    from gradcli.check import VALUE  # here, since an answer without a check does not pay for it

    head = Piece("check     ", "head")
    if verdict.status == "cannot-say":
        return [line(head, Piece("SymPy cannot say: ", "warning"), verdict.reason)]
    if verdict.status == "disagrees":
        says = line(head, Piece("SymPy DISAGREES: ", "error"), verdict.reason)
        return [says, *comparison([VALUE, *verdict.gradient], verdict, gradient)]
    if verdict.lost:
        return [line(head, Piece("SymPy agrees", "good"), ", but for the digits that rounding lost")]
    last_place = f"largest difference {verdict.largest_ulp or 0.0:.2g} ulp (units in the last place)"
    return [line(head, Piece("SymPy agrees: ", "good"), last_place)]


def comparison(names: Iterable[str], verdict: Verdict, gradient: Gradient) -> list[Line]:
    """Both numbers of each name, and of the value; those that SymPy has."""
    names = [name for name in names if verdict.number(name)]
    size = max(columns(name or "value") for name in names)
    lines: list[Line] = []
    for name in names:
        ours = gradient.backend.text(gradient.gradient[name] if name else gradient.value)
        title = Piece(trace.padded(name, size), "name") if name else Piece(trace.padded("value", size), "head")
        lines.append(line("  ", title, f"  here  {ours}"))
        lines.append(line("  ", " " * size, f"  SymPy {verdict.number(name)}"))
    return lines
