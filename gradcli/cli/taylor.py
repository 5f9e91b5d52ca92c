"""`gradcli taylor`: a formula and a point become the Taylor polynomial there."""

from __future__ import annotations

import sys

import click

from gradcli import calculator, point
from gradcli.cli import options
from gradcli.cli.session import Session
from gradcli.errors import GradcliError


@click.command("taylor", cls=options.FormulaCommand, short_help="The Taylor polynomial at a point, proven.")
@click.argument("expression", required=False)
@click.option(
    "--at", multiple=True, metavar="POINT", help="x=1.5,y=pi/4 (repeatable), @point.json, or - for standard input."
)
@click.option(
    "--order",
    type=int,
    metavar="N",
    help="The highest degree: 10 for one name (at most 1000), 2 for several (at most 4).",
)
@click.option("--wrt", multiple=True, metavar="NAMES", help="In these names of the point only; others are constants.")
@click.option("--file", metavar="FILE", help="Read the formula from a file.")
@click.option("--quiet", is_flag=True, help="Print just the coefficients: a term, a tab, a number a line.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document (`gradcli schema taylor` describes it).")
@click.pass_obj
def taylor(
    session: Session, expression: str | None, at: tuple[str, ...], order: int | None, wrt: tuple[str, ...],
    file: str | None, quiet: bool, as_json: bool,
) -> None:  # fmt: skip
    """The Taylor polynomial of EXPRESSION at a point: each coefficient to 20 proven digits, or exactly.

    EXPRESSION may begin with a minus sign; `-` reads it from standard input.

    \b
    gradcli taylor 'sin(x)' --at x=0 --order 7
    gradcli taylor 'exp(x)*cos(y)' --at x=0,y=pi --order 3
    gradcli taylor 'a*exp(-k*t)' --at a=2,k=3,t=0 --wrt t
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
    given, names = point.from_mapping(options.read_point(at), "--at"), options.read_names(wrt)
    from gradcli.calculus import taylor as series  # here, since its library takes a while to load
    from gradcli.render import diagnostic, document
    from gradcli.render import taylor as shown

    found = series.taylor(formula, given, order=order, wrt=names)
    if as_json:
        session.print(document.text(shown.document(found)))
        return
    session.show(shown.numbers(found) if quiet else shown.answer(found))
    for note in found.warnings:
        session.show(diagnostic.of_note(note, formula.source), sys.stderr)
