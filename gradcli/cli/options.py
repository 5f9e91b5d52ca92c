"""Command-line words become a formula's text and a point; the formula is claimed before options are parsed."""

from __future__ import annotations

import math
import re
import sys

import click

from gradcli import point
from gradcli.errors import GradcliError
from gradcli.source import Source


class FormulaCommand(click.Command):
    """A command whose first argument is a formula, which may begin with a minus sign.

    click takes `-x^2` for a bundle of one-letter options, and its `ignore_unknown_options` silently eats
    parts of such words. No option of these commands has a one-letter form, so a word that is not an option
    of the command is the formula, and click is told so with `--`.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parses what is left when the formula is taken out, and puts it behind `--`."""
        options, formulas = self.separate(ctx, args)
        if len(formulas) > 1:
            whole = " ".join(formulas)
            raise GradcliError(
                "usage.two-formulas",
                f"one formula is expected, and `{formulas[1]}` is a second",
                help=f"quote the formula as one word: `'{whole}'`",
            )
        return super().parse_args(ctx, [*options, "--", *formulas] if formulas else options)

    def separate(self, ctx: click.Context, args: list[str]) -> tuple[list[str], list[str]]:
        """The words that are options and their values, and the words that are not."""
        takes_value = {
            word: isinstance(option, click.Option) and not option.is_flag and not option.count
            for option in self.get_params(ctx)
            for word in (*option.opts, *option.secondary_opts)
            if word.startswith("--")
        }
        options: list[str] = []
        formulas: list[str] = []
        words = iter(args)
        for word in words:
            name, sign, _ = word.partition("=")
            if word == "--":
                formulas.extend(words)
            elif name in takes_value:
                options.append(word)
                if takes_value[name] and not sign:
                    value = next(words, None)
                    if value is None:
                        help = "see `--help` for the values it takes"
                        raise GradcliError("usage.option", f"`{word}` needs a value", help=help)
                    options.append(value)
            else:
                refuse_misspelt_option(word, list(takes_value))
                formulas.append(word)
        return options, formulas


def refuse_misspelt_option(word: str, known: list[str]) -> None:
    """Refuses `--jsn`: read as a formula it would be -(-jsn), which is hardly ever meant."""
    if not re.fullmatch(r"--[a-z][a-z-]+(=.*)?", word, re.DOTALL):
        return
    from gradcli.faults import closest

    meant = closest(word.partition("=")[0], known)
    formula = f"as a formula write `'({word})'`"
    help = f"did you mean `{meant}`? {formula}" if meant else f"`--help` lists the options; {formula}"
    raise GradcliError("usage.option", f"there is no option `{word}`", help=help)


def refuse_nan(ctx: click.Context, parameter: click.Parameter, number: float) -> float:
    """Refuses `nan`, which lies within every range that click knows."""
    if math.isnan(number):
        raise click.BadParameter("`nan` is not a number", ctx, parameter)
    return number


def read_formula(expression: str | None, file: str | None) -> Source:
    """The formula's text: an argument, standard input for `-`, or a file."""
    if expression is None and file is None:
        raise GradcliError(
            "usage.no-formula", "no formula is given", help="for example: gradcli eval 'x^2 + sin(y)' --at x=3,y=0.5"
        )
    if expression is not None and file is not None:
        raise GradcliError("usage.two-formulas", "a formula and `--file` are both given", help="give one of them")
    if file is not None:
        return Source(read_file(file), file)
    if expression == "-":
        return Source(read_standard_input(), "standard input")
    assert expression is not None
    return Source(expression)


def read_point(values: tuple[str, ...]) -> point.Point:
    """The point of all `--at` values: pairs, `@file.json`, or `-` for JSON on standard input."""
    points = []
    for value in values:
        if value == "-":
            points.append(point.from_json(read_standard_input(), "standard input"))
        elif value.startswith("@"):
            points.append(point.from_json(read_file(value[1:]), value[1:]))
        else:
            points.append(point.from_pairs(value))
    return point.merge(points)


def read_names(values: tuple[str, ...]) -> tuple[str, ...] | None:
    """The names of all `--wrt` values, or None if there are none."""
    words = [word.strip() for value in values for word in value.split(",")]
    return tuple(point.read_name(word, "--wrt") for word in words) if words else None


def read_file(name: str) -> str:
    """The text of a file."""
    try:
        with open(name, encoding="utf-8-sig") as file:
            return file.read()
    except UnicodeDecodeError:
        raise GradcliError("input.encoding", f"`{name}` is not UTF-8 text", help="save it as UTF-8") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise GradcliError("input.file", f"cannot read `{name}`: {reason.lower()}", help="check the path") from None


def read_standard_input() -> str:
    """All of standard input."""
    if sys.stdin is None:
        raise GradcliError("input.file", "there is no standard input", help="send something to it, or name a file")
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise GradcliError("input.encoding", "standard input is not UTF-8 text", help="send UTF-8") from None
