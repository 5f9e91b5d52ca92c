"""The command `gradcli`: the group, the one place where errors become messages, and the exit status."""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from typing import Any, NoReturn

import click

from gradcli.cli.session import Session
from gradcli.errors import GradcliError

COMMANDS = {
    "eval": "gradcli.cli.evaluate:evaluate",
    "check": "gradcli.cli.check:check",
    "diff": "gradcli.cli.diff:diff",
    "jacobian": "gradcli.cli.jacobian:jacobian",
    "hessian": "gradcli.cli.hessian:hessian",
    "direction": "gradcli.cli.direction:direction",
    "taylor": "gradcli.cli.taylor:taylor",
    "batch": "gradcli.cli.batch:batch",
    "functions": "gradcli.cli.functions:functions",
    "explain": "gradcli.cli.explain:explain",
    "schema": "gradcli.cli.schema:schema",
}
"""Where each command is; only the one that runs is imported."""

EXAMPLES = """\
gradcli: the value of a formula, its gradient, and the steps that lead there

  gradcli eval 'x^2*sin(y)' --at x=3,y=pi/4     value, gradient, trace, check
  gradcli eval '-x^2' --at x=3 --quiet          just the numbers
  gradcli eval 'x^2' --at x=3 --json            for scripts
  gradcli eval 'q = x + y; q*z' --at x=4,y=-3,z=5 --wrt q
  gradcli eval 'sin(x)/x' --at x=1e-9 --digits 30
  gradcli eval 'x^2*sin(y)' --at 'x=[1,2],y=1'  bounds over a range
  gradcli check 'x^2*y' --grad 'x=2*x*y, y=x^2' is this derivative right?
  gradcli diff 'x^2*sin(y)' --wrt x             the derivative as a formula
  gradcli hessian 'x^2*sin(y)' --at x=3,y=1     second derivatives
  gradcli jacobian '[x*y, x/y]' --at x=3,y=1    slopes of several outputs
  gradcli direction 'x^2' --at x=3 --along x=1  slope of steps along a vector
  gradcli taylor 'exp(sin(x))' --at x=0         series, every coefficient proven
  gradcli batch 'x^2*sin(y)' data.csv           gradients of every row of a file

  gradcli functions                             what a formula may call
  gradcli explain derivative.kink               what a code means, and its cure
  gradcli --help                                all commands
"""


class Commands(click.Group):
    """A group that imports a command when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of this name."""
        if name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[name].partition(":")
        command = getattr(import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is asked for; a formula in its place is answered with what to type."""
        name = args[0]
        if self.get_command(ctx, name) is None:
            from gradcli.faults import closest

            meant = closest(name, COMMANDS)
            help = f"did you mean `gradcli {meant}`?" if meant else f"for a formula write `gradcli eval '{name}'`"
            raise GradcliError("usage.command", f"there is no command `{name}`", help=help)
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, invoke_without_command=True, context_settings={"max_content_width": 100})
@click.option("--version", is_flag=True, help="Print the version.")
@click.pass_context
def gradcli(ctx: click.Context, version: bool) -> None:
    """The value of a formula, its gradient, and the steps that lead there."""
    if version:
        from gradcli import __version__

        click.echo(f"gradcli {__version__}")
    elif ctx.invoked_subcommand is None:
        click.echo(EXAMPLES, nl=False)


def main() -> NoReturn:
    """Runs the command and leaves with its exit status."""
    # A run builds large structures without cycles and ends: looking for garbage took a third of a long one.
    gc.disable()
    # A closed stream is as good as one that nobody reads.
    sys.stdout, sys.stderr = (stream or open(os.devnull, "w") for stream in (sys.stdout, sys.stderr))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        # A name that the terminal cannot show is escaped rather than a crash.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        status = run(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has gone: nothing more to say, also not at the interpreter's own last flush.
        forget_output()
        status = 0
    except OSError as error:
        forget_output()
        reason = (error.strerror or str(error)).lower()
        fault = GradcliError("usage.output", f"the answer cannot be written: {reason}", help="send it elsewhere")
        status = report(Session(), fault, [])
    sys.exit(status)


def forget_output() -> None:
    """Sends what is left in the buffer of standard output nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run(arguments: list[str]) -> int:
    """The exit status of one run; every GradcliError ends here as a message or a document."""
    session, output = Session(), sys.stdout
    if arguments[-1:] == ["-h"] and len(arguments) <= 2:
        # Elsewhere `-h` is a formula; alone it has no value, and people type it for help.
        arguments = [*arguments[:-1], "--help"]
    if arguments[:1] == ["help"]:
        arguments = [*arguments[1:], "--help"]
    try:
        status: Any = gradcli.main(arguments, "gradcli", standalone_mode=False, obj=session)
        return status if isinstance(status, int) else 0
    except GradcliError as error:
        return report(session, error, arguments)
    except click.UsageError as error:
        fault = GradcliError("usage.option", usage_message(error), help=usage_help(error))
        return report(session, fault, arguments)
    except (click.Abort, KeyboardInterrupt):
        return 130
    except SystemExit:
        # With `standalone_mode` off click exits by itself only at a closed pipe, of which it puts a stand-in into the
        # place of standard output, and calls that a failure.
        if sys.stdout is output:
            raise
        raise BrokenPipeError from None


def usage_message(error: click.UsageError) -> str:
    """click's complaint in the form of ours: lower case, no full stop."""
    message = error.format_message().rstrip(".").replace("'", "`")
    return message[:1].lower() + message[1:]


def usage_help(error: click.UsageError) -> str:
    """Where to look for what is allowed."""
    if error.ctx is None or error.ctx.parent is None:
        return "see `gradcli --help`; a formula goes to `gradcli eval`"
    return f"see `{error.ctx.command_path} --help`"


def report(session: Session, error: GradcliError, arguments: list[str]) -> int:
    """Says an error: as a document on standard output with `--json`, else on standard error."""
    if "--json" in arguments:
        from gradcli.render import document

        # A document has the schema of its command; a command without documents, that of `eval`.
        command = arguments[0] if arguments[0] in document.schema_names() else "eval"
        session.print(document.text(document.failure(f"gradcli/{command}/1", session.text, error)))
    else:
        from gradcli.render import diagnostic

        session.show(diagnostic.of_error(error), sys.stderr)
    return error.exit_status
