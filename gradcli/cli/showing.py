"""An answer in its three forms, for a person, as numbers and as a document, becomes output and exit status."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from gradcli.cli.question import Question
from gradcli.errors import GradcliError
from gradcli.faults import quoted
from gradcli.gradient import Note

if TYPE_CHECKING:
    from gradcli.check.rows import Proven
    from gradcli.render.screen import Line


class Forms(NamedTuple):
    """The forms of an answer, of which one is made: `proof` are lines that follow the warnings."""

    answer: Callable[[], Iterable[Line]]
    numbers: Callable[[], Iterable[Line]]
    document: Callable[[], dict[str, Any]]
    proof: Callable[[], Iterable[Line]] = list


def show(question: Question, forms: Forms, warnings: Iterable[Note], fault: GradcliError | None) -> None:
    """Shows an answer with its warnings; ends the run with the fault's message and status, if there is one."""
    session, source = question.session, question.formula.source
    if question.as_json:
        from gradcli.render import document

        answer = {**forms.document(), "warnings": [document.note(note) for note in warnings]}
        if fault:
            answer |= {"ok": False, "error": document.error(fault, source.text)}
        session.print(document.text(answer))
        if fault:
            raise click.exceptions.Exit(fault.exit_status)
        return
    session.show(forms.numbers() if question.quiet else forms.answer())
    show_warnings(question, warnings)
    if not question.quiet:
        session.show(forms.proof())
    if fault:
        raise fault


def show_warnings(question: Question, warnings: Iterable[Note]) -> None:
    """The warnings, on standard error."""
    from gradcli.render import diagnostic

    for note in warnings:
        question.session.show(diagnostic.of_note(note, question.formula.source), sys.stderr)


def show_derivatives(
    question: Question,
    forms: Forms,
    warnings: Iterable[Note],
    proven: Proven | None,
    absent: Iterable[str],
    of_row: str,
    what: str,
) -> None:
    """Shows derivatives and what is proven of them.

    `absent` are the names by which there are none, `of_row` is how warnings begin that are about a row of its name,
    and `what` is said to be missing.
    """
    from gradcli.render import proof

    notes = (*warnings, *(proven.warnings(of_row) if proven else ()))
    if proven is not None:
        certain = proven
        forms = forms._replace(proof=lambda: proof.summary(certain.proofs(), certain.bits))
    show(question, forms, notes, fault_of(question, notes, proven, list(dict.fromkeys(absent)), what))


def fault_of(
    question: Question, warnings: Iterable[Note], proven: Proven | None, absent: Sequence[str], what: str
) -> GradcliError | None:
    """What makes the exit status other than 0 though there is an answer."""
    source = question.formula.source
    if absent or any(note.code == "derivative.jump" for note in warnings):
        by = f" by {quoted(absent)}" if any(absent) else ""
        help = "the warnings say which part of the formula has none"
        return GradcliError("derivative.undefined", f"there is no {what}{by} at this point", source, None, help)
    if proven is not None and proven.is_refuted:
        message, help = "rounding lost more than half of the digits", "the warnings give the true numbers"
        return GradcliError("check.rounding", message, source, None, help)
    return None
