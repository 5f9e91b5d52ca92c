"""The words that the commands about derivatives share become a formula, a point and the names to differentiate by."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

import click

from gradcli import calculator, point
from gradcli.cli import options
from gradcli.cli.session import Session
from gradcli.errors import GradcliError
from gradcli.expression import Formula

C = TypeVar("C", bound=Callable[..., object])


class Question(NamedTuple):
    """What is asked. `names` is None where all are meant; with `quiet` and `as_json` it is for programs."""

    session: Session
    formula: Formula
    point: point.Box
    names: tuple[str, ...] | None
    quiet: bool
    as_json: bool


NUMBERS = "Print just the numbers: names, a tab, a number a line."


def shared_options(schema: str, *, takes_point: bool = True, quiet: str = NUMBERS) -> Callable[[C], C]:
    """The options that commands about derivatives share; `schema` is the name of their documents' schema."""
    declared = [
        click.option(
            "--at",
            multiple=True,
            metavar="POINT",
            help="x=1.5,y=pi/4 (repeatable), @point.json, or - for JSON on standard input.",
        ),
        click.option("--wrt", multiple=True, metavar="NAMES", help="Differentiate by these names only."),
        click.option("--file", metavar="FILE", help="Read the formula from a file."),
        click.option("--quiet", is_flag=True, help=quiet),
        click.option(
            "--json",
            "as_json",
            is_flag=True,
            help=f"Print one JSON document (`gradcli schema {schema}` describes it).",
        ),
    ]

    def decorated(command: C) -> C:
        for option in reversed(declared if takes_point else declared[1:]):
            command = option(command)
        return click.argument("expression", required=False)(command)

    return decorated


CHECK_TIME = click.option(
    "--check-time",
    type=click.FloatRange(min=0, min_open=True, max=86400),
    callback=options.refuse_nan,
    default=10,
    metavar="SECONDS",
    show_default=True,
    help="Stop SymPy after this long.",
)
NO_CHECK = click.option("--no-check", is_flag=True, help="Leave out the proof of the digits.")


def read(
    session: Session,
    expression: str | None,
    file: str | None,
    at: tuple[str, ...],
    wrt: tuple[str, ...],
    quiet: bool,
    as_json: bool,
) -> Question:
    """What is asked, all texts read. Raises GradcliError."""
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
    return Question(session, formula, options.read_point(at), options.read_names(wrt), quiet, as_json)
