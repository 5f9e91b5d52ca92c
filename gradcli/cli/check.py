"""`gradcli check`: a formula and one's own derivatives of it become verdicts."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

import click

from gradcli import calculator
from gradcli.check.claims import RTOL, SECONDS
from gradcli.cli import options
from gradcli.cli.session import Session
from gradcli.errors import GradcliError

if TYPE_CHECKING:
    from gradcli.check.claims import Question, Report
    from gradcli.check.claims.claim import Claim
    from gradcli.check.claims.handed import Handed
    from gradcli.check.claims.symbolic_proof import Proving

AHEAD = 3
"""Hand-ins that SymPy works on while others are compared at points."""


@click.command("check", cls=options.FormulaCommand, short_help="Is my own derivative right?")
@click.argument("expression", required=False)
@click.option("--grad", multiple=True, metavar="CLAIMS", help="x=2*x*y,y=x^2 (repeatable); of one variable, just 2*x.")
@click.option("--grad-values", multiple=True, metavar="NUMBERS", help="x=12,y=4: the slopes at the point --at.")
@click.option("--grad-file", metavar="FILE", help='JSON: {"x": "2*x*y", "y": 3.5}, formulas or numbers.')
@click.option("--hand-in", metavar="FILE", help="JSON Lines, a formula and claims a line; - for standard input.")
@click.option(
    "--at", multiple=True, metavar="POINT", help="x=1.5,y=pi/4, @point.json, or -; for formulas, one of many."
)
@click.option(
    "--rtol",
    type=click.FloatRange(min=0, min_open=True, max=1, max_open=True),
    callback=options.refuse_nan,
    default=RTOL,
    metavar="SHARE",
    show_default=True,
    help="How far a number may be off, relative to the slope.",
)
@click.option("--file", metavar="FILE", help="Read the formula from a file.")
@click.option(
    "--proof-time",
    type=click.FloatRange(min=0, max=86400),
    callback=options.refuse_nan,
    default=SECONDS,
    metavar="SECONDS",
    show_default=True,
    help="Stop looking for a proof after this long; 0 for points alone.",
)
@click.option("--quiet", is_flag=True, help="Print just the verdicts: a name, a tab, a word a line.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document (`gradcli schema check` describes it).")
@click.pass_obj
def check(
    session: Session, expression: str | None, grad: tuple[str, ...], grad_values: tuple[str, ...],
    grad_file: str | None, hand_in: str | None, at: tuple[str, ...], rtol: float, file: str | None, proof_time: float,
    quiet: bool, as_json: bool,
) -> None:  # fmt: skip
    """Are these derivatives of EXPRESSION right? Equal, different (with a point that proves it), or undecided.

    The exit status is 0 if all are equal, else 1; with --hand-in, that of the first line that cannot be judged, if
    all the others are equal.

    \b
    gradcli check 'x^2*y' --grad 'x=2*x*y, y=x^2'
    gradcli check 'x^2*y' --grad-values x=12,y=4 --at x=2,y=3
    """
    refuse_both(quiet, as_json, [expression, hand_in, *at])
    if hand_in is not None:
        if expression is not None or file is not None or grad or grad_values or grad_file is not None or at:
            message = "`--hand-in` has formulas, claims and points of its own"
            raise GradcliError("usage.option", message, help="leave out the others")
        status = judge_lines(session, hand_in, rtol, proof_time, quiet=quiet, as_json=as_json)
    else:
        source = options.read_formula(expression, file)
        session.text = source.text
        from gradcli.check.claims import Question

        formula = calculator.parse(source)
        asked = Question.of(formula, read_claims(grad, grad_values, grad_file), options.read_point(at), rtol)
        status = judge_one(session, asked, proof_time, quiet=quiet, as_json=as_json)
    if status:
        raise click.exceptions.Exit(status)


def refuse_both(quiet: bool, as_json: bool, readers: list[str | None]) -> None:
    """Refuses two forms of the answer, and two things from one standard input."""
    if quiet and as_json:
        raise GradcliError("usage.option", "`--quiet` and `--json` exclude each other", help="leave out one of them")
    if readers.count("-") > 1:
        message = "standard input can be read for one thing only"
        raise GradcliError("usage.standard-input", message, help="put the others in files")


def read_claims(grad: tuple[str, ...], values: tuple[str, ...], file: str | None) -> list[Claim]:
    """The claims of all options together."""
    from gradcli import point
    from gradcli.check.claims import claim

    found = [one for text in grad for one in claim.from_text(text)]
    for text in values:
        numbers = point.from_pairs(text, "--grad-values")
        found += claim.from_values(point.from_mapping(numbers, "--grad-values"))
    return found if file is None else [*found, *claim.from_json(options.read_file(file), file)]


def judge_one(session: Session, asked: Question, seconds: float, *, quiet: bool, as_json: bool) -> int:
    """Prints the verdicts on one formula; the exit status."""
    from gradcli.render import claim, diagnostic, document

    report = asked.report(asked.start(seconds))
    if as_json:
        session.print(document.text(claim.report(report)))
    else:
        session.show(claim.words(report) if quiet else claim.lines(report))
        for warning in report.warnings:
            session.show(diagnostic.of_note(warning, asked.problem.formula.source), sys.stderr)
    return 0 if report.verdict == "equal" else 1


def judge_lines(session: Session, file: str, rtol: float, seconds: float, *, quiet: bool, as_json: bool) -> int:
    """Prints one verdict a line; the exit status."""
    from gradcli.check.claims import handed
    from gradcli.render import claim, document

    text = options.read_standard_input() if file == "-" else options.read_file(file)
    is_equal, faults = True, list[int]()
    for one, found in answered(handed.from_lines(text, "standard input" if file == "-" else file, rtol), seconds):
        if as_json:
            made = claim.failure(one.text, found) if isinstance(found, GradcliError) else claim.report(found)
            session.print(document.text(claim.of_line(one.number, one.label, made)))
        else:
            session.show([(claim.word if quiet else claim.verdict)(one.label, found)])
        if isinstance(found, GradcliError):
            faults.append(found.exit_status)
        elif found.verdict != "equal":
            is_equal = False
    return next(iter(faults), 0) if is_equal else 1


def answered(lines: Iterator[Handed], seconds: float) -> Iterator[tuple[Handed, Report | GradcliError]]:
    """Each line with its verdicts, in order; SymPy works on the next ones meanwhile."""
    waiting: deque[tuple[Handed, Proving | None]] = deque()
    try:
        while True:
            for one in islice(lines, AHEAD - len(waiting)):
                waiting.append((one, None if isinstance(one.asked, GradcliError) else one.asked.start(seconds)))
            if not waiting:
                return
            one, proving = waiting[0]
            if isinstance(one.asked, GradcliError):
                found: Report | GradcliError = one.asked
            else:
                assert proving is not None
                found = reported(one.asked, proving)
            waiting.popleft()
            yield one, found
    finally:
        for _, proving in waiting:
            if proving is not None:
                proving.close()


def reported(asked: Question, proving: Proving) -> Report | GradcliError:
    """The verdicts, or why there are none."""
    try:
        return asked.report(proving)
    except GradcliError as fault:
        return fault
