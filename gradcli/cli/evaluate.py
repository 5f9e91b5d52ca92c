"""`gradcli eval`: a formula and a point become value, gradient, trace and cross-check."""

from __future__ import annotations

import contextlib
import math
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

import click

from gradcli import calculator
from gradcli.cli import options
from gradcli.cli.session import Session
from gradcli.errors import GradcliError
from gradcli.expression import Formula
from gradcli.faults import quoted
from gradcli.gradient import Gradient

if TYPE_CHECKING:
    from gradcli.check import Check, Verdict


@click.command("eval", cls=options.FormulaCommand, short_help="Value, gradient, trace and cross-check at a point.")
@click.argument("expression", required=False)
@click.option(
    "--at",
    multiple=True,
    metavar="POINT",
    help="x=1.5,y=pi/4 (repeatable), @point.json, or - for JSON on standard input.",
)
@click.option(
    "--wrt",
    multiple=True,
    metavar="NAMES",
    help="Differentiate by these names only: inputs, or names bound in the formula.",
)
@click.option("--file", metavar="FILE", help="Read the formula from a file.")
@click.option("--no-trace", is_flag=True, help="Leave out the forward and reverse tables.")
@click.option("--no-check", is_flag=True, help="Leave out the cross-check by SymPy.")
@click.option(
    "--check-time",
    type=click.FloatRange(min=0, min_open=True, max=86400),
    callback=options.refuse_nan,
    default=10,
    metavar="SECONDS",
    show_default=True,
    help="Stop the cross-check after this long.",
)
@click.option(
    "--kink",
    type=click.Choice(get_args(calculator.Kink)),
    default="subgradient",
    show_default=True,
    help="The slope at a kink; left and right are those of the function's own argument.",
)
@click.option("--quiet", is_flag=True, help="Print just the numbers: a name, a tab, a number a line.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document (`gradcli schema eval` describes it).")
@click.pass_obj
def evaluate(
    session: Session, expression: str | None, at: tuple[str, ...], wrt: tuple[str, ...], file: str | None,
    no_trace: bool, no_check: bool, check_time: float, kink: calculator.Kink, quiet: bool, as_json: bool,
) -> None:  # fmt: skip
    """Value and gradient of EXPRESSION at a point, with the chain-rule steps and a cross-check by SymPy.

    EXPRESSION may begin with a minus sign; `-` reads it from standard input.

    \b
    gradcli eval 'x^2*sin(y)' --at x=3,y=pi/4
    gradcli eval 'q = x + y; q*z' --at x=4,y=-3,z=5 --wrt q
    """
    if expression == "-" and "-" in at:
        raise GradcliError(
            "usage.standard-input",
            "formula and point cannot both come from standard input",
            help="put one of them in a file",
        )
    if quiet and as_json:
        raise GradcliError("usage.option", "`--quiet` and `--json` exclude each other", help="leave out one of them")
    source = options.read_formula(expression, file)
    session.text = source.text
    formula = calculator.parse(source)
    gradient = calculator.evaluate(formula, options.read_point(at), wrt=options.read_names(wrt), kink=kink)
    with contextlib.ExitStack() as stack:
        checking = None
        if not no_check:
            from gradcli import check  # here, so that a run without it does not pay for it

            checking = stack.enter_context(check.start(formula, gradient, check_time))
        outcome = Outcome(session, formula, gradient, checking)
        if as_json:
            show_document(outcome, trace=not no_trace)
        elif quiet:
            show_numbers(outcome)
        else:
            show_answer(outcome, trace=not no_trace)


@dataclass(frozen=True)
class Outcome:
    """An answer, and the check that may still be running."""

    session: Session
    formula: Formula
    gradient: Gradient
    checking: Check | None

    def verdict(self) -> Verdict | None:
        """What the check says, waited for if need be; None without a check."""
        return self.checking.verdict() if self.checking else None

    def fault(self) -> GradcliError | None:
        """What makes the exit status other than 0 though there is an answer."""
        verdict, source = self.verdict(), self.formula.source
        if verdict is not None and verdict.status == "disagrees":
            message = "SymPy's answer differs from this one"
            help = "one of them is wrong: please report it with the formula and the point"
            return GradcliError("check.disagrees", message, source, None, help)
        if self.gradient.lacks_derivative:
            missing = [name for name, slope in self.gradient.gradient.items() if math.isnan(slope)]
            by = f" by {quoted(missing)}" if missing else ""
            message = f"there is no derivative{by} at this point"
            help = "the warnings say which part of the formula has none"
            return GradcliError("derivative.undefined", message, source, None, help)
        return None


def show_document(outcome: Outcome, *, trace: bool) -> None:
    """One JSON document, and the exit status."""
    from gradcli.render import document

    answer = document.answer(outcome.formula, outcome.gradient, outcome.verdict(), trace=trace)
    fault = outcome.fault()
    if fault:
        answer |= {"ok": False, "error": document.error(fault, outcome.formula.source.text)}
    outcome.session.print(document.text(answer))
    if fault:
        raise click.exceptions.Exit(fault.exit_status)


def show_numbers(outcome: Outcome) -> None:
    """The numbers on standard output; warnings, lost digits and a bad verdict on standard error."""
    from gradcli.render import answer

    outcome.session.show(answer.numbers(outcome.gradient))
    show_warnings(outcome)
    show_losses(outcome)
    verdict = outcome.verdict()
    if verdict is not None and verdict.status == "disagrees":
        outcome.session.show(answer.verdict(verdict, outcome.gradient), sys.stderr)
    refuse_fault(outcome)


def show_answer(outcome: Outcome, *, trace: bool) -> None:
    """The formula as read, the trace, the answer, and the verdict when it is there."""
    from gradcli.render import answer, screen

    session, gradient = outcome.session, outcome.gradient
    session.show(answer.reading(outcome.formula))
    if trace:
        session.show(answer.tables(gradient, screen.width(sys.stdout)))
    session.show([screen.line(), *answer.answer(gradient)])
    show_warnings(outcome)
    show_losses(outcome)
    verdict = outcome.verdict()
    if verdict is not None:
        session.show(answer.verdict(verdict, gradient))
    refuse_fault(outcome)


def show_warnings(outcome: Outcome) -> None:
    """The warnings, on standard error."""
    from gradcli.render import diagnostic

    for note in outcome.gradient.warnings:
        outcome.session.show(diagnostic.of_note(note, outcome.formula.source), sys.stderr)


def show_losses(outcome: Outcome) -> None:
    """What rounding lost, on standard error, once the check is over."""
    from gradcli.check import losses
    from gradcli.render import diagnostic

    verdict = outcome.verdict()
    for note in losses(verdict) if verdict else ():
        outcome.session.show(diagnostic.of_note(note, outcome.formula.source), sys.stderr)


def refuse_fault(outcome: Outcome) -> None:
    """Ends the run with the fault's message and status, if there is one."""
    fault = outcome.fault()
    if fault:
        raise fault
