"""`gradcli functions`: the rule table for a person to read."""

from __future__ import annotations

import click

from gradcli import rules
from gradcli.cli.session import Session
from gradcli.errors import GradcliError
from gradcli.expansion import SUMMARIES
from gradcli.faults import closest
from gradcli.render import functions as listing
from gradcli.render.screen import Piece, line
from gradcli.rules.rule import Rule


@click.command("functions", short_help="What a formula may call, with derivatives.")
@click.argument("names", nargs=-1)
@click.option("--accuracy", is_flag=True, help="How far values and derivatives are off at worst, as measured.")
@click.pass_obj
def functions(session: Session, names: tuple[str, ...], accuracy: bool) -> None:
    """List what a formula may call, with the derivative of each; with NAMES, all that is known about those.

    In the derivatives v is the function's own result.
    """
    rows = [rule for rule in rules.RULES if rule.partials and rule.name != "="]
    if accuracy:
        chosen = [find(name) for name in names] or rows
        session.show(listing.accuracy(chosen, rules.accuracy()))
        return
    if names:
        for name in names:
            session.show(listing.details(find(name)))
        return
    operators = [rule for rule in rows if not rule.name.isidentifier()]
    session.show([line(Piece("operators", "head")), *listing.listing(operators), line()])
    callable_rows = [rule for rule in rows if rule.name.isidentifier()]
    session.show([line(Piece("functions", "head"), Piece("   v is the function's result", "quiet"))])
    session.show([*listing.listing(callable_rows), line()])
    constants = {constant.name: constant.summary for constant in rules.CONSTANTS}
    session.show([line(Piece("constants", "head")), *listing.summaries(constants), line()])
    session.show([line(Piece("sums and products", "head")), *listing.summaries(SUMMARIES)])


def find(name: str) -> Rule:
    """The row of a function's name or an operator's sign."""
    found = next((rule for rule in rules.RULES if name in (rule.name, *rule.aliases)), None)
    if found is None:
        meant = closest(name, rules.names())
        help = f"did you mean `{meant}`?" if meant else "`gradcli functions` lists all"
        raise GradcliError("name.function", f"there is no function `{name}`", help=help)
    return found
