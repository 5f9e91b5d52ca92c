"""`gradcli direction`: a formula, a point and a vector become the slope along it, and the steepest direction."""

from __future__ import annotations

import math

import click

from gradcli import calculator, point
from gradcli.calculus import direction as calculus
from gradcli.calculus.row import Row
from gradcli.cli import options, question, showing
from gradcli.cli.session import Session
from gradcli.errors import GradcliError


@click.command(
    "direction", cls=options.FormulaCommand, short_help="The slope along a vector, and the steepest direction."
)
@question.shared_options("direction")
@click.option("--along", multiple=True, metavar="VECTOR", help="The vector x=1,y=2; names left out count as 0.")
@question.NO_CHECK
@click.pass_obj
def direction(
    session: Session, expression: str | None, at: tuple[str, ...], wrt: tuple[str, ...], file: str | None,
    quiet: bool, as_json: bool, along: tuple[str, ...], no_check: bool,
) -> None:  # fmt: skip
    """Slope of EXPRESSION at a point along a vector, and the direction in which it rises most.

    \b
    gradcli direction 'x^2*y' --at x=1,y=2 --along x=3,y=4
    gradcli direction 'hypot(x, y)' --at x=0,y=0 --along x=1
    """
    asked = question.read(session, expression, file, at, wrt, quiet, as_json)
    if not along:
        raise GradcliError("usage.vector", "no direction is given", help="say which: `--along x=1,y=2`")
    problem = calculator.posed(asked.formula, asked.point, asked.names)
    found = calculus.direction_of(problem, point.from_mapping(options.read_point(along, "--along"), "--along"))
    row, proven = Row("slope along", found.line, found.answer), None
    if not no_check:
        from gradcli.check import rows

        proven = rows.proven([row], found.problem, found.first)
    from gradcli.render import direction

    forms = showing.Forms(
        lambda: direction.direction(found),
        lambda: direction.numbers(found),
        lambda: direction.document(found, proven),
    )
    absent = [""] if math.isnan(found.slope) else []
    showing.show_derivatives(
        asked, forms, found.warnings, proven, absent, "along the vector", "derivative along the vector"
    )
