"""`gradcli eval` at a point with ranges: bounds over the box are shown in place of an answer."""

from __future__ import annotations

import sys

from gradcli.cli.session import Session
from gradcli.errors import GradcliError
from gradcli.expression import Formula
from gradcli.point import Box, Range


def are_asked(given: Box, split: int | None) -> bool:
    """Is there a range at the point? Raises GradcliError where only the option is there."""
    if any(isinstance(number, Range) for number in given.values()):
        return True
    if split is not None:
        message = "`--split` cuts a box, and the point has no range"
        raise GradcliError("usage.option", message, help="give a range: `--at 'x=[1,2]'`")
    return False


def refuse(**options: object) -> None:
    """Refuses the options that say something about one point, by their names, where they are given."""
    for name, is_given in options.items():
        if is_given:
            message = f"`--{name}` is for a point, and there is a range here"
            raise GradcliError("usage.option", message, help="leave it out, or give one number for each name")


def show(
    session: Session,
    formula: Formula,
    given: Box,
    wrt: tuple[str, ...] | None,
    *,
    split: int,
    quiet: bool,
    as_json: bool,
) -> None:
    """Bounds over the box: for a person, as numbers, or as a document."""
    from gradcli import boxes  # here, since its library takes a while to load
    from gradcli.render import bounds, diagnostic, document

    found = boxes.bounds(formula, given, wrt=wrt, split=split)
    if as_json:
        session.print(document.text(bounds.document(found)))
        return
    session.show(bounds.numbers(found) if quiet else bounds.answer(found))
    for note in found.warnings:
        session.show(diagnostic.of_note(note, formula.source), sys.stderr)
