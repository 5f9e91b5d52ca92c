"""`gradcli diff`: a formula becomes its derivative as a formula, ours or SymPy's, each checked against the other."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from gradcli import calculator
from gradcli.calculus.derivative import Derivative, derivative
from gradcli.cli import options, question, showing
from gradcli.cli.question import Question
from gradcli.cli.session import Session
from gradcli.errors import GradcliError
from gradcli.expression import Formula
from gradcli.gradient import Note
from gradcli.notes import of_names

if TYPE_CHECKING:
    from gradcli.check.agreement import Agreement


@click.command("diff", cls=options.FormulaCommand, short_help="The derivative as a formula.")
@question.shared_options("diff", takes_point=False, quiet="Say only what is wrong besides the formula.")
@click.option(
    "--order", metavar="N,M", help="How often by each name of --wrt: 2,1 is twice by the first, once by the second."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(("text", "latex", "python")),
    default="text",
    show_default=True,
    help="Print it so.",
)
@click.option("--expand", is_flag=True, help="One expression, without names for shared parts.")
@click.option("--simplify", is_flag=True, help="Print SymPy's derivative, simplified, instead of ours.")
@click.option("--no-check", is_flag=True, help="Leave out the comparison with SymPy's derivative.")
@question.CHECK_TIME
@click.pass_obj
def diff(
    session: Session, expression: str | None, wrt: tuple[str, ...], file: str | None, quiet: bool, as_json: bool,
    order: str | None, form: str, expand: bool, simplify: bool, no_check: bool, check_time: float,
) -> None:  # fmt: skip
    """The derivative of EXPRESSION as a formula: on standard output, so that it can be read back in.

    Without --wrt by every name that the formula leaves open. What the check says goes to standard error.

    \b
    gradcli diff 'x^2*sin(y)' --wrt x
    gradcli diff 'exp(x-y)*y' --wrt x,y --order 2,1
    gradcli diff 'tan(x)^3' --format latex
    gradcli eval "$(gradcli diff 'x^3')" --at x=2
    """
    asked = question.read(session, expression, file, (), wrt, quiet, as_json)
    refuse_together(simplify=simplify, no_check=no_check, expand=expand)
    found = derivative(asked.formula, asked.names, read_orders(order))
    if no_check:
        show(asked, found, found.formula(expand=expand), form, None)
        return
    from gradcli.check import agreement  # here, since a run without it does not pay for it

    with agreement.start(found, check_time, simplify=simplify) as deriving:
        agreements = agreement.agreements(found, deriving)
    formula = simplified(found, agreements) if simplify else found.formula(expand=expand)
    show(asked, found, formula, form, agreements)


def refuse_together(*, simplify: bool, no_check: bool, expand: bool) -> None:
    """Refuses options of which one would have no effect."""
    for name, is_given in (("no-check", no_check), ("expand", expand)):
        if simplify and is_given:
            message = f"`--simplify` and `--{name}` exclude each other"
            raise GradcliError("usage.option", message, help="leave out one of them")


def read_orders(text: str | None) -> tuple[int, ...] | None:
    """The orders in `2,1`."""
    if text is None:
        return None
    words = [word.strip() for word in text.split(",")]
    if not all(word.isascii() and word.isdigit() and len(word) < 10 for word in words):
        help = "write one for each name of `--wrt`: `--wrt x,y --order 2,1`"
        raise GradcliError("usage.order", f"`{text}` is no list of whole numbers", help=help)
    return tuple(map(int, words))


def simplified(found: Derivative, agreements: Sequence[Agreement]) -> Formula:
    """SymPy's derivatives as one formula. Raises GradcliError where SymPy has none."""
    formulas = []
    for one in agreements:
        if one.theirs.text is None:
            message = f"SymPy has no derivative to show: {one.theirs.reason}"
            help = "leave out `--simplify`: ours is there without SymPy"
            raise GradcliError("usage.simplify", message, found.problem.formula.source, None, help)
        formulas.append(calculator.parse(one.theirs.text))
    results = tuple(formula.result for formula in formulas)
    return replace(formulas[0], results=results, is_vector=found.formula().is_vector)


def show(
    asked: Question, found: Derivative, formula: Formula, form: str, agreements: Sequence[Agreement] | None
) -> None:
    """The derivative on standard output, what the check says on standard error; and the exit status."""
    from gradcli.render import diff

    fault = None
    if agreements is not None and any(one.is_refuted for one in agreements):
        help = "one of them is wrong: please report it with the formula"
        source = found.problem.formula.source
        fault = GradcliError("check.disagrees", "SymPy's derivative differs from this one", source, None, help)
    if asked.as_json:
        forms = showing.Forms(list, list, lambda: diff.document(found, formula, agreements))
        showing.show(asked, forms, warnings(found), fault)
        return
    asked.session.print(diff.shown(found, formula, form))
    if agreements is not None and (fault or not asked.quiet):
        asked.session.show(diff.verdicts(found, formula, agreements), sys.stderr)
    showing.show_warnings(asked, warnings(found))
    if fault:
        raise fault


def warnings(found: Derivative) -> Sequence[Note]:
    """Constants of the language that are used as names."""
    return list(of_names(found.problem.graph))
