"""`gradcli jacobian`: several outputs and a point become the matrix of their slopes, or a product with it."""

from __future__ import annotations

import sys

import click

from gradcli import calculator, outputs, point
from gradcli.calculus import jacobian as calculus
from gradcli.calculus.row import Row
from gradcli.cli import options, question, showing
from gradcli.cli.question import Question
from gradcli.cli.session import Session
from gradcli.errors import GradcliError
from gradcli.problem import posed_as_is


@click.command("jacobian", cls=options.FormulaCommand, short_help="The matrix of slopes of several outputs.")
@question.shared_options("jacobian")
@click.option("--seed", multiple=True, metavar="VECTOR", help="u=1,v=-2: the product of this vector and the matrix.")
@click.option("--sparsity", is_flag=True, help="Only which entries can be other than 0; needs no point.")
@question.NO_CHECK
@click.pass_obj
def jacobian(
    session: Session, expression: str | None, at: tuple[str, ...], wrt: tuple[str, ...], file: str | None,
    quiet: bool, as_json: bool, seed: tuple[str, ...], sparsity: bool, no_check: bool,
) -> None:  # fmt: skip
    """Slopes of all outputs of EXPRESSION, `[a, b, c]`, by all names.

    An output that is a name is a row of that name; the others are f1, f2, ... by their places.

    \b
    gradcli jacobian '[r*cos(t), r*sin(t)]' --at r=2,t=pi/6
    gradcli jacobian 'u = x*y; v = x + y; [u, v]' --at x=1,y=2 --seed u=1,v=-2
    gradcli jacobian '[x*y, y^2, z]' --sparsity
    """
    asked = question.read(session, expression, file, at, wrt, quiet, as_json)
    if sparsity:
        if seed:
            message = "`--sparsity` and `--seed` exclude each other"
            raise GradcliError("usage.option", message, help="leave out one of them")
        show_pattern(asked)
    elif seed:
        show_product(asked, options.read_point(seed, "--seed"), is_checked=not no_check)
    else:
        show_matrix(asked, is_checked=not no_check)


def show_pattern(asked: Question) -> None:
    """Which entries can be other than 0."""
    from gradcli.render import jacobian

    found = calculus.sparsity(asked.formula, asked.point, wrt=asked.names)
    forms = showing.Forms(
        lambda: jacobian.pattern(asked.formula, found),
        lambda: jacobian.pattern_numbers(found),
        lambda: jacobian.pattern_document(asked.formula, found),
    )
    showing.show(asked, forms, (), None)


def show_matrix(asked: Question, *, is_checked: bool) -> None:
    """The matrix, with what is proven of it."""
    from gradcli.render import jacobian, matrix, screen

    problem = posed_as_is(asked.formula, asked.point, asked.names)
    # A proof follows the steps of each row, so that no time is saved by columns.
    found = calculus.jacobian_of(problem, may_use_columns=not is_checked)
    proven = None
    if is_checked:
        from gradcli.check import rows

        proven = rows.proven(found.rows)
    forms = showing.Forms(
        lambda: jacobian.jacobian(found, screen.width(sys.stdout)),
        lambda: matrix.numbers(jacobian.entries(found)),
        lambda: jacobian.document(found, proven),
    )
    absent = [name for row in found.rows for name in row.absent]
    showing.show_derivatives(asked, forms, found.warnings, proven, absent, "in `{}`", "derivative")


def show_product(asked: Question, seed: point.Box, *, is_checked: bool) -> None:
    """The product of a vector and the matrix."""
    from gradcli.render import jacobian, matrix

    weights = point.from_mapping(seed, "--seed")
    problem = calculator.posed(asked.formula, asked.point, asked.names, weights)
    row, vector = Row("product", problem, calculator.answer(problem)), outputs.vector(asked.formula, weights)
    proven = None
    if is_checked:
        from gradcli.check import rows

        proven = rows.proven([row])
    forms = showing.Forms(
        lambda: jacobian.product(asked.formula, row, vector),
        lambda: matrix.pairs(row.slopes),
        lambda: jacobian.product_document(asked.formula, row, vector, proven),
    )
    showing.show_derivatives(asked, forms, row.answer.warnings, proven, row.absent, "in the product", "derivative")
