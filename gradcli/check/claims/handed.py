"""Lines of JSON, each a formula and claims about it, become questions; a bad line is a fault of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from gradcli import point
from gradcli.check.claims import claim as claims_of
from gradcli.check.claims.judge import RTOL, Question
from gradcli.errors import GradcliError
from gradcli.problem import parse

FORM = 'a line is an object such as `{"id": "ann", "expr": "x^2", "grad": "2*x"}`'


@dataclass(frozen=True, eq=False)
class Handed:
    """One line: its number, what it is called, the formula's text, and the question or why there is none."""

    number: int
    label: str
    text: str
    asked: Question | GradcliError


def from_lines(text: str, origin: str, rtol: float = RTOL) -> Iterator[Handed]:
    """The questions of a text in JSON Lines; empty lines do not count.

    A line has `expr`; `grad`, a formula, or an object of names and formulas; or `grad_values`, an object of names and
    numbers, with the point `at`, and `rtol` if it is another one than `rtol`. Its `id` names it.
    """
    # Not `splitlines`: that cuts at U+2028 and others, which may stand in a JSON string.
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield from_line(line, number, origin, rtol)


def from_line(line: str, number: int, origin: str, rtol: float) -> Handed:
    """One question."""
    where = f"line {number}"
    try:
        document = claims_of.read_object(line, f"{where} of {origin}", FORM)
    except GradcliError as fault:
        return Handed(number, where, "", fault)
    name, expression = document.get("id"), document.get("expr")
    label = str(name) if isinstance(name, (str, int)) and str(name).strip() else where
    try:
        if not isinstance(expression, str):
            raise GradcliError("input.json", f"{where} of {origin} has no formula `expr`", help=FORM)
        return Handed(number, label, expression, asked(document, expression, f"{where} of {origin}", rtol))
    except GradcliError as fault:
        return Handed(number, label, expression if isinstance(expression, str) else "", fault)


def asked(document: dict[str, Any], expression: str, where: str, rtol: float) -> Question:
    """The question of a line. Raises GradcliError."""
    given = document.get("rtol", rtol)
    if isinstance(given, bool) or not isinstance(given, (int, float, Decimal)) or not 0 < given < 1:
        raise GradcliError("input.json", f"`rtol` in {where} is not a number between 0 and 1", help=FORM)
    at, grad, values = (document.get(key) for key in ("at", "grad", "grad_values"))
    for key, part in (("at", at), ("grad_values", values)):
        if part is not None and not isinstance(part, dict):
            raise GradcliError("input.json", f"`{key}` in {where} is not an object of names and numbers", help=FORM)
    claims = claims_of.from_values(point.from_mapping(values or {}, f"{where}, grad_values"))
    if isinstance(grad, str):
        claims += claims_of.from_text(grad, f"{where}, grad")
    elif isinstance(grad, dict):
        claims += claims_of.from_mapping(grad, f"{where}, grad")
    elif grad is not None:
        raise GradcliError("input.json", f"`grad` in {where} is neither a formula nor an object", help=FORM)
    return Question.of(parse(expression), claims, point.from_mapping(at or {}, f"{where}, at"), float(given))
