"""`gradcli schema NAME`: the JSON Schema of a command's documents."""

from __future__ import annotations

import click

from gradcli.cli.session import Session
from gradcli.errors import GradcliError
from gradcli.faults import quoted
from gradcli.render import document


@click.command("schema", short_help="The JSON Schema of what a command prints.")
@click.argument("name")
@click.pass_obj
def schema(session: Session, name: str) -> None:
    """Print the JSON Schema of what the command NAME prints with --json, such as `eval`."""
    if name not in document.schema_names():
        known = quoted(document.schema_names())
        raise GradcliError("usage.schema", f"there is no schema `{name}`", help=f"there is one for {known}")
    session.print(document.schema(name).rstrip())
