"""`gradcli eval`: a formula and a point become value, gradient, trace and cross-check."""

from __future__ import annotations

import sys

import click

from gradcli import calculator, check
from gradcli.cli import options
from gradcli.cli.session import Session
from gradcli.errors import GradcliError
from gradcli.expression import Formula
from gradcli.gradient import Gradient


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
    type=click.FloatRange(min=0, min_open=True),
    default=10,
    metavar="SECONDS",
    show_default=True,
    help="Stop the cross-check after this long.",
)
@click.option("--quiet", is_flag=True, help="Print just the numbers: a name, a tab, a number a line.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document (`gradcli schema eval` describes it).")
@click.pass_obj
def evaluate(
    session: Session, expression: str | None, at: tuple[str, ...], wrt: tuple[str, ...], file: str | None,
    no_trace: bool, no_check: bool, check_time: float, quiet: bool, as_json: bool,
) -> None:  # fmt: skip
    """Value and gradient of EXPRESSION at a point, with the chain-rule steps and a cross-check by SymPy.

    EXPRESSION may begin with a minus sign; `-` reads it from standard input.

    \b
    gradcli eval 'x^2*sin(y)' --at x=3,y=pi/4
    gradcli eval 'q = x + y; q*z' --at x=4,y=-3,z=5 --wrt q
    """
    if expression == "-" and "-" in at:
        raise GradcliError("usage.standard-input", "formula and point cannot both come from standard input", help="put one of them in a file")  # fmt: skip
    source = options.read_formula(expression, file)
    session.text = source.text
    formula = calculator.parse(source)
    gradient = calculator.evaluate(formula, options.read_point(at), wrt=options.read_names(wrt))
    checking = None if no_check else check.start(formula, gradient, check_time)
    try:
        if as_json:
            show_document(session, formula, gradient, checking, trace=not no_trace)
        elif quiet:
            show_numbers(session, formula, gradient, checking)
        else:
            show_answer(session, formula, gradient, checking, trace=not no_trace)
    finally:
        if checking is not None:
            checking.close()


def fault_of(formula: Formula, gradient: Gradient, verdict: check.Verdict | None) -> GradcliError | None:
    """What makes the exit status other than 0 though there is an answer."""
    if verdict is not None and verdict.status == "disagrees":
        return GradcliError("check.disagrees", "SymPy's gradient differs from this one", formula.source, None, "one of them is wrong: please report it with the formula and the point")  # fmt: skip
    missing = [name for name, slope in gradient.gradient.items() if slope != slope]
    if missing:
        from gradcli.faults import quoted

        return GradcliError("derivative.undefined", f"there is no derivative by {quoted(missing)} at this point", formula.source, None, "the warnings say which part of the formula has none")  # fmt: skip
    return None


def show_document(
    session: Session, formula: Formula, gradient: Gradient, checking: check.Check | None, *, trace: bool
) -> None:
    """One JSON document, and the exit status."""
    from gradcli.render import document

    verdict = checking.verdict() if checking else None
    answer = document.answer(formula, gradient, verdict, trace=trace)
    fault = fault_of(formula, gradient, verdict)
    if fault:
        answer |= {"ok": False, "error": document.error(fault)}
    session.print(document.text(answer))
    if fault:
        raise click.exceptions.Exit(fault.exit_status)


def show_numbers(session: Session, formula: Formula, gradient: Gradient, checking: check.Check | None) -> None:
    """The numbers on standard output; warnings and a bad verdict on standard error."""
    from gradcli.render import answer

    session.show(answer.numbers(gradient))
    conclude(session, formula, gradient, checking, says_verdict=False)


def show_answer(
    session: Session, formula: Formula, gradient: Gradient, checking: check.Check | None, *, trace: bool
) -> None:
    """The formula as read, the trace, the answer, and the verdict when it is there."""
    from gradcli.render import answer, screen

    session.show(answer.reading(formula))
    if trace:
        session.show(answer.tables(gradient, screen.width(sys.stdout)))
    session.show([screen.line(), *answer.answer(gradient)])
    conclude(session, formula, gradient, checking, says_verdict=True)


def conclude(
    session: Session, formula: Formula, gradient: Gradient, checking: check.Check | None, *, says_verdict: bool
) -> None:
    """Warnings, then the verdict, which may take a while, then the fault if there is one."""
    from gradcli.render import answer, diagnostic

    for note in gradient.warnings:
        session.show(diagnostic.of_note(note, formula.source), sys.stderr)
    verdict = checking.verdict() if checking else None
    if verdict is not None and says_verdict:
        session.show(answer.verdict(verdict, gradient))
    fault = fault_of(formula, gradient, verdict)
    if fault:
        raise fault
