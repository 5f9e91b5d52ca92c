"""`gradcli taylor`: a formula and a point become the Taylor polynomial there."""

from __future__ import annotations

import click

from gradcli import point
from gradcli.cli import options, question, showing
from gradcli.cli.session import Session


@click.command("taylor", cls=options.FormulaCommand, short_help="The Taylor polynomial at a point, proven.")
@question.shared_options("taylor")
@click.option(
    "--order",
    type=int,
    metavar="N",
    help="The highest degree: 10 for one name (at most 1000), 2 for several (at most 4).",
)
@click.pass_obj
def taylor(
    session: Session, expression: str | None, at: tuple[str, ...], wrt: tuple[str, ...], file: str | None,
    quiet: bool, as_json: bool, order: int | None,
) -> None:  # fmt: skip
    """The Taylor polynomial of EXPRESSION at a point: each coefficient to 20 proven digits, or exactly.

    EXPRESSION may begin with a minus sign; `-` reads it from standard input.

    \b
    gradcli taylor 'sin(x)' --at x=0 --order 7
    gradcli taylor 'exp(x)*cos(y)' --at x=0,y=pi --order 3
    gradcli taylor 'a*exp(-k*t)' --at a=2,k=3,t=0 --wrt t
    """
    asked = question.read(session, expression, file, at, wrt, quiet, as_json)
    from gradcli.calculus import taylor as series  # here, since its library takes a while to load
    from gradcli.render import taylor as shown

    given = point.from_mapping(asked.point, "--at")
    found = series.taylor(asked.formula, given, order=order, wrt=asked.names)
    forms = showing.Forms(lambda: shown.answer(found), lambda: shown.numbers(found), lambda: shown.document(found))
    showing.show(asked, forms, found.warnings, None)
