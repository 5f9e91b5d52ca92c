"""A derivative as a formula becomes text, LaTeX or Python, what the check says of it, and a JSON document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gradcli.calculus.derivative import Derivative
from gradcli.errors import GradcliError
from gradcli.expression import Formula, text
from gradcli.outputs import labels
from gradcli.render import code, latex
from gradcli.render.document import head, number
from gradcli.render.letters import symbol
from gradcli.render.screen import Line, Piece, line, wrapped

if TYPE_CHECKING:
    from gradcli.check.agreement import Agreement
    from gradcli.check.claims.verdict import Judgement

DIFF = "gradcli/diff/1"
FORMATS = ("text", "latex", "python")
GLANCE = 200
"""Characters of a formula that is repeated."""


def shown(found: Derivative, formula: Formula, form: str) -> str:
    """The derivative in one of the formats. Raises GradcliError where it has no form in that."""
    if form == "latex":
        return "\n".join(typeset(found, formula))
    if form == "python":
        return code.function(formula, list(found.problem.point), about=about(found)).rstrip("\n")
    return str(formula)


def typeset(found: Derivative, formula: Formula) -> list[str]:
    """The statements in LaTeX; of several outputs each behind the sign of its derivative."""
    names, outputs = latex.spellings(formula, found.problem.point), labels(found.problem.formula)
    of = [symbol(label) if found.problem.formula.is_vector else "f" for label in outputs]
    heads = [
        fraction(of[place], {names[name]: order for name, order in orders.items()}) for place, orders in found.wanted
    ]
    return latex.statements(formula, found.problem.point, heads if len(heads) > 1 else ())


def fraction(of: str, orders: Mapping[str, int]) -> str:
    """The sign of the derivative of something in LaTeX, by names in LaTeX."""
    total = sum(orders.values())
    above = r"\partial" + (f"^{{{total}}}" if total > 1 else "") + f" {of}"
    below = r"\,".join(rf"\partial {name}" + (f"^{{{order}}}" if order > 1 else "") for name, order in orders.items())
    return rf"\frac{{{above}}}{{{below}}}"


def about(found: Derivative) -> str:
    """What the derivative is of, and by what."""
    return f"{', '.join(dict.fromkeys(map(by, names_of(found))))} of {found.problem.formula}"


def names_of(found: Derivative) -> list[dict[str, int]]:
    """The orders by name of each output."""
    return [orders for _, orders in found.wanted]


def by(orders: dict[str, int]) -> str:
    """A derivative in words: d/dx, d^3/dx^2 dy."""
    total = sum(orders.values())
    below = " ".join(f"d{name}" if order == 1 else f"d{name}^{order}" for name, order in orders.items())
    return f"d/{below}" if total == 1 else f"d^{total}/({below})" if " " in below else f"d^{total}/{below}"


def titles(found: Derivative) -> list[str]:
    """What each output is, where there are several; the outputs of the formula by their names."""
    outputs = labels(found.problem.formula)
    several = found.problem.formula.is_vector
    return [f"{by(orders)} {outputs[place]}" if several else by(orders) for place, orders in found.wanted]


def verdicts(found: Derivative, formula: Formula, agreements: Sequence[Agreement]) -> list[Line]:
    """What the comparison with SymPy's derivative says, output by output, with SymPy's form."""
    lines: list[Line] = []
    is_one = len(agreements) == 1
    for title, one, result in zip(titles(found), agreements, formula.results, strict=True):
        of = "" if is_one else f"{title}: "
        lines += wrapped(line(Piece("check     ", "head"), of, *verdict(one, text(result))), 10)
    return lines


def form(one: Agreement, shown: str) -> str:
    """SymPy's own form, where it is another one and can be taken in at a glance."""
    theirs = one.theirs.text or ""
    return f": `{theirs}`" if theirs != shown and len(theirs) <= GLANCE else ""


def verdict(one: Agreement, shown: str) -> list[Piece]:
    """What the comparison says of one output, which is `shown` as this text."""
    from gradcli.check.claims.verdict import DIGITS  # here, since what is not checked does not pay for it

    if one.judgement is None:
        return [Piece("SymPy cannot say: ", "warning"), Piece(one.theirs.reason)]
    match one.judgement.verdict:
        case "equal":
            return [
                Piece("SymPy agrees", "good"),
                Piece(f" at {one.judgement.points} points, to {DIGITS} digits{form(one, shown)}"),
            ]
        case "different":
            return [Piece("SymPy DISAGREES", "error"), Piece(f": `{one.theirs.text}` {where(one.judgement)}")]
    return [Piece("not compared: ", "warning"), Piece(one.judgement.reason)]


def where(judgement: Judgement) -> str:
    """Where two formulas differ."""
    if judgement.difference is None:
        return "differs"
    at = ",".join(f"{name}={text}" for name, text in judgement.difference.point.items())
    return f"is {judgement.difference.claimed.text} at {at}, where ours is {judgement.difference.true.text}"


def document(found: Derivative, formula: Formula, agreements: Sequence[Agreement] | None) -> dict[str, Any]:
    """The document of a derivative; `formula` is the one that is shown."""
    source = found.problem.formula
    answer: dict[str, Any] = {
        **head(DIFF, source),
        "wrt": list(found.names),
        "names": list(found.problem.point),
        "outputs": [{"of": labels(source)[place], "by": orders} for place, orders in found.wanted],
        "derivative": str(formula),
        "latex": typeset_if_short(found, formula),
        "python": shown(found, formula, "python"),
    }
    if agreements is not None:
        answer["checks"] = {"symbolic": list(map(checked, agreements))}
    return answer


def typeset_if_short(found: Derivative, formula: Formula) -> list[str] | None:
    """The statements in LaTeX; None where nobody would set so much."""
    try:
        return typeset(found, formula)
    except GradcliError:
        return None


def checked(one: Agreement) -> dict[str, Any]:
    """What the comparison says of one output."""
    document: dict[str, Any] = {"sympy": one.theirs.text}
    if one.judgement is None:
        return {**document, "status": "cannot-say", "reason": one.theirs.reason}
    status = {"equal": "agrees", "different": "disagrees", "undecided": "cannot-say"}[one.judgement.verdict]
    document |= {"status": status, "points": one.judgement.points}
    if one.judgement.reason:
        document["reason"] = one.judgement.reason
    if one.judgement.difference is not None:
        difference = one.judgement.difference
        document["difference"] = {
            "point": dict(difference.point),
            "sympy": number(difference.claimed.value),
            "here": number(difference.true.value),
        }
    return document
