"""`gradcli eval`: a formula and a point become value, gradient, trace and cross-check."""

from __future__ import annotations

import contextlib
from typing import get_args

import click

from gradcli import calculator, outputs, point
from gradcli.cli import bounds, options, outcome, question
from gradcli.cli.session import Session
from gradcli.ranges import MOST_PARTS


@click.command("eval", cls=options.FormulaCommand, short_help="Value, gradient, trace and cross-check at a point.")
@click.argument("expression", required=False)
@click.option(
    "--at",
    multiple=True,
    metavar="POINT",
    help="x=1.5,y=pi/4 or x=[1,2] (repeatable), @point.json, or - for JSON on standard input.",
)
@click.option(
    "--wrt",
    multiple=True,
    metavar="NAMES",
    help="Differentiate by these names only: inputs, or names bound in the formula.",
)
@click.option(
    "--seed", multiple=True, metavar="VECTOR", help="u=1,v=-2: of several outputs take the sum with these weights."
)
@click.option("--file", metavar="FILE", help="Read the formula from a file.")
@click.option("--no-trace", is_flag=True, help="Leave out the forward and reverse tables.")
@click.option("--no-check", is_flag=True, help="Leave out the proof of the digits and the cross-check by SymPy.")
@question.CHECK_TIME
@click.option(
    "--kink",
    type=click.Choice(get_args(calculator.Kink)),
    default="subgradient",
    show_default=True,
    help="The slope at a kink; left and right are sides of the input.",
)
@click.option(
    "--digits",
    type=click.IntRange(1, calculator.MOST_DIGITS),
    metavar="N",
    help="Compute and print everything to N proven digits, inputs as written.",
)
@click.option(
    "--split",
    type=click.IntRange(1, MOST_PARTS),
    metavar="N",
    help="Cut a box, such as x=[1,2], in N parts: bounds get tighter.",
)
@click.option("--quiet", is_flag=True, help="Print just the numbers: a name, a tab, a number a line.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document (`gradcli schema eval` describes it).")
@click.pass_obj
def evaluate(
    session: Session, expression: str | None, at: tuple[str, ...], wrt: tuple[str, ...], seed: tuple[str, ...],
    file: str | None, no_trace: bool, no_check: bool, check_time: float, kink: calculator.Kink, digits: int | None,
    split: int | None, quiet: bool, as_json: bool,
) -> None:  # fmt: skip
    """Value and gradient of EXPRESSION at a point: the chain-rule steps, how many digits are right, SymPy's verdict.

    EXPRESSION may begin with a minus sign; `-` reads it from standard input.

    \b
    gradcli eval 'x^2*sin(y)' --at x=3,y=pi/4
    gradcli eval 'q = x + y; q*z' --at x=4,y=-3,z=5 --wrt q
    gradcli eval '(1-cos(x))/x^2' --at x=1e-8 --digits 30
    gradcli eval 'x^2*sin(y)' --at 'x=[1,2],y=1'
    """
    asked = question.read(session, expression, file, at, wrt, quiet, as_json)
    formula, given, names = asked.formula, asked.point, asked.names
    weights: dict[str, float] = {}
    if seed:
        vector = point.from_mapping(options.read_point(seed, "--seed"), "--seed")
        formula, weights = outputs.seeded(formula, vector), outputs.vector(formula, vector)
    if bounds.are_asked(given, split):
        bounds.refuse(digits=digits, kink=kink != "subgradient")
        bounds.show(session, formula, given, names, split=split or 1, quiet=quiet, as_json=as_json)
        return
    problem = calculator.posed(formula, given, names)
    gradient = calculator.proven(problem, digits, kink) if digits else calculator.answer(problem, kink)
    with contextlib.ExitStack() as stack:
        checking = None
        if not (no_check or digits):  # proven digits need no second opinion on their rounding
            from gradcli import check  # here, so that a run without it does not pay for it

            checking = stack.enter_context(check.start(formula, gradient, check_time))
        result = outcome.Outcome(session, problem, gradient, checking, digits, weights)
        if as_json:
            outcome.show_document(result, trace=not no_trace)
        elif quiet:
            outcome.show_numbers(result)
        else:
            outcome.show_answer(result, trace=not no_trace)
