"""An answer and its checks are shown, as a document, as numbers or for a person, and become the exit status."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import click

from gradcli.cli.session import Session
from gradcli.errors import GradcliError
from gradcli.faults import quoted
from gradcli.gradient import Gradient, Note
from gradcli.problem import Problem

if TYPE_CHECKING:
    from gradcli.check import Check, Verdict
    from gradcli.check.certified import Certificate


@dataclass(frozen=True)
class Outcome:
    """An answer, and the check by SymPy that may still be running; None without checks. `digits` are all proven.

    `weights` are those of the outputs, of which the formula is the sum, where it has several.
    """

    session: Session
    problem: Problem
    gradient: Gradient
    checking: Check | None
    digits: int | None = None
    weights: Mapping[str, float] = field(default_factory=dict)

    @cached_property
    def certificate(self) -> Certificate | None:
        """What balls prove of the answer; None without checks."""
        if self.checking is None:
            return None
        from gradcli.check.certified import certificate_of  # here, since its library takes a while to load

        return certificate_of(self.problem, self.gradient)

    @cached_property
    def verdict(self) -> Verdict | None:
        """What SymPy says, waited for if need be; None without checks."""
        return self.checking.verdict() if self.checking else None

    @property
    def warnings(self) -> tuple[Note, ...]:
        """All warnings: those of the sweep, and of lost digits."""
        losses = tuple(self.certificate.losses.values()) if self.certificate else ()
        return (*self.gradient.warnings, *losses)

    def fault(self) -> GradcliError | None:
        """What makes the exit status other than 0 though there is an answer."""
        source = self.problem.formula.source
        if self.verdict is not None and self.verdict.status == "disagrees":
            message = "SymPy's answer differs from this one"
            help = "one of them is wrong: please report it with the formula and the point"
            return GradcliError("check.disagrees", message, source, None, help)
        if self.gradient.lacks_derivative:
            return self.missing_derivative()
        if self.certificate is not None and self.certificate.is_refuted:
            message = "rounding lost more than half of the digits"
            help = "`--digits 17` works with as many digits as it takes"
            return GradcliError("check.rounding", message, source, None, help)
        return None

    def missing_derivative(self) -> GradcliError:
        """The error for slopes that do not exist, or that are limits of which no digits are proven."""
        gradient, sides = self.gradient, self.gradient.sides
        jumps = {name for name, both in sides.items() if both.jump}
        missing = [name for name, slope in gradient.gradient.items() if gradient.backend.is_nan(slope) or name in jumps]
        by = f" by {quoted(missing)}" if missing else ""
        message = f"there is no derivative{by} at this point"
        help = "the warnings say which part of the formula has none"
        if missing and all(name in sides and sides[name].are_open for name in missing):
            message = f"no derivative{by} was found at this point"
        if self.digits is not None and missing:
            message, help = f"no digits of the slope{by} are proven", "without `--digits` what is known of it is shown"
        return GradcliError("derivative.undefined", message, self.problem.formula.source, None, help)


def show_document(outcome: Outcome, *, trace: bool) -> None:
    """One JSON document, and the exit status."""
    from gradcli.render import document

    source = outcome.problem.formula.source
    answer = document.answer(
        outcome.problem.formula,
        outcome.gradient,
        outcome.warnings,
        trace=trace,
        verdict=outcome.verdict,
        certificate=outcome.certificate,
        digits=outcome.digits,
    )
    fault = outcome.fault()
    if outcome.weights:
        answer["seed"] = {name: document.number(weight) for name, weight in outcome.weights.items()}
    if fault:
        answer |= {"ok": False, "error": document.error(fault, source.text)}
    outcome.session.print(document.text(answer))
    if fault:
        raise click.exceptions.Exit(fault.exit_status)


def show_numbers(outcome: Outcome) -> None:
    """The numbers on standard output; warnings and a bad verdict on standard error."""
    from gradcli.render import answer

    outcome.session.show(answer.numbers(outcome.gradient))
    show_warnings(outcome)
    if outcome.verdict is not None and outcome.verdict.status == "disagrees":
        outcome.session.show(answer.verdict(outcome.verdict, outcome.gradient), sys.stderr)
    refuse_fault(outcome)


def show_answer(outcome: Outcome, *, trace: bool) -> None:
    """The formula as read, the trace, the answer with what is proven of it, and SymPy's verdict when it is there."""
    from gradcli.render import answer, screen

    session, gradient = outcome.session, outcome.gradient
    session.show(answer.reading(outcome.problem.formula))
    if outcome.weights:
        session.show(answer.seed(outcome.weights))
    if trace:
        session.show(answer.tables(gradient, screen.width(sys.stdout)))
    session.show([screen.line(), *answer.answer(gradient, outcome.certificate)])
    show_warnings(outcome)
    if outcome.certificate is not None:
        from gradcli.render import proof

        session.show(proof.footer(outcome.certificate))
    elif outcome.digits is not None:
        session.show([screen.line(), answer.all_proven(outcome.digits)])
    if outcome.verdict is not None:
        session.show(answer.verdict(outcome.verdict, gradient))
    refuse_fault(outcome)


def show_warnings(outcome: Outcome) -> None:
    """The warnings, on standard error."""
    from gradcli.render import diagnostic

    for note in outcome.warnings:
        outcome.session.show(diagnostic.of_note(note, outcome.problem.formula.source), sys.stderr)


def refuse_fault(outcome: Outcome) -> None:
    """Ends the run with the fault's message and status, if there is one."""
    fault = outcome.fault()
    if fault:
        raise fault
