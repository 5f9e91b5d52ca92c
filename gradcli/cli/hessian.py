"""`gradcli hessian`: a formula and a point become all second derivatives, or their product with a vector."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from gradcli import calculator, point
from gradcli.calculus import hessian as calculus
from gradcli.calculus.hessian import Hessian, Product
from gradcli.calculus.row import Row
from gradcli.calculus.shape import Shape, shape
from gradcli.cli import options, question, showing
from gradcli.cli.question import Question
from gradcli.cli.session import Session

if TYPE_CHECKING:
    from gradcli.check.rows import Proven


@click.command("hessian", cls=options.FormulaCommand, short_help="All second derivatives at a point.")
@question.shared_options("hessian")
@click.option("--times", multiple=True, metavar="VECTOR", help="The product with x=1,y=-2 instead of the matrix.")
@question.NO_CHECK
@click.pass_obj
def hessian(
    session: Session, expression: str | None, at: tuple[str, ...], wrt: tuple[str, ...], file: str | None,
    quiet: bool, as_json: bool, times: tuple[str, ...], no_check: bool,
) -> None:  # fmt: skip
    """Second derivatives of EXPRESSION at a point, with eigenvalues and the kind of point that it is.

    \b
    gradcli hessian '(1-x)^2 + 100*(y-x^2)^2' --at x=1,y=1
    gradcli hessian 'exp(x-y)*y' --at x=1,y=0.5 --times x=1
    """
    asked = question.read(session, expression, file, at, wrt, quiet, as_json)
    problem = calculator.posed(asked.formula, asked.point, asked.names)
    if times:
        vector = point.from_mapping(options.read_point(times, "--times"), "--times")
        show_product(asked, calculus.product_of(problem, vector), is_checked=not no_check)
    else:
        show_matrix(asked, calculus.hessian_of(problem), is_checked=not no_check)


def show_matrix(asked: Question, found: Hessian, *, is_checked: bool) -> None:
    """The matrix, with what is proven of it."""
    from gradcli.render import hessian, matrix, screen

    proven = proven_of(found.rows, found) if is_checked else None
    entries = matrix.symmetric(found.names, found.matrix)
    forms = showing.Forms(
        lambda: hessian.hessian(found, shape_of(found, proven), screen.width(sys.stdout)),
        lambda: matrix.numbers(entries),
        lambda: hessian.document(found, shape_of(found, proven), proven),
    )
    absent = [f"{row.name} {name}" for row in found.rows for name in row.absent]
    absent += [f"{one} {other}" for one, other in found.unequal]
    showing.show_derivatives(asked, forms, found.warnings, proven, absent, "in the slope by `{}`", "second derivative")


def show_product(asked: Question, found: Product, *, is_checked: bool) -> None:
    """The product with a vector, with what is proven of it."""
    from gradcli.render import hessian, matrix

    proven = proven_of((found.row,), found) if is_checked else None
    forms = showing.Forms(
        lambda: hessian.product(found),
        lambda: matrix.pairs(found.product),
        lambda: hessian.product_document(found, proven),
    )
    what = "second derivative along the vector"
    showing.show_derivatives(asked, forms, found.warnings, proven, found.row.absent, "in the slope along it", what)


def proven_of(rows: Sequence[Row], found: Hessian | Product) -> Proven:
    """What balls prove of it."""
    from gradcli.check import rows as proofs  # here, since a run without it does not pay for it

    return proofs.proven(rows, found.problem, found.first)


def shape_of(found: Hessian, proven: Proven | None) -> Shape:
    """What the matrix tells, proven where it can be."""
    if proven is None or found.is_doubtful:
        return found.shape
    return shape(found.matrix, proven.numbers, proven.is_stationary)
