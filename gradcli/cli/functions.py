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
        others = other_words()
        for name in names:
            session.show(listing.summaries(others[name]) if name in others else listing.details(find(name)))
        return
    operators = [rule for rule in rows if not rule.name.isidentifier()]
    session.show([line(Piece("operators", "head")), *listing.listing(operators), line()])
    called = [rule for rule in rows if rule.name.isidentifier() and not rule.occurs_in_derivatives]
    session.show([line(Piece("functions", "head"), Piece("   v is the function's result", "quiet"))])
    session.show([*listing.listing(called), line()])
    constants = {constant.name: constant.summary for constant in rules.CONSTANTS}
    session.show([line(Piece("constants", "head")), *listing.summaries(constants), line()])
    session.show([line(Piece("sums and products", "head")), *listing.summaries(SUMMARIES), line()])
    parts = [rule for rule in rows if rule.occurs_in_derivatives]
    session.show([line(Piece("functions that occur in derivatives", "head")), *listing.listing(parts)])


def other_words() -> dict[str, dict[str, str]]:
    """What a formula may contain besides functions, by name: how it is written, and what it is."""
    chains = {written.partition("(")[0]: {written: summary} for written, summary in SUMMARIES.items()}
    return chains | {constant.name: {constant.name: constant.summary} for constant in rules.CONSTANTS}


def find(name: str) -> Rule:
    """The row of a function's name or an operator's sign."""
    found = next((rule for rule in rules.RULES if name in (rule.name, *rule.aliases)), None)
    if found is None:
        meant = closest(name, [*rules.names(), *other_words()])
        help = f"did you mean `{meant}`?" if meant else "`gradcli functions` lists all"
        raise GradcliError("name.function", f"there is no function `{name}`", help=help)
    return found
