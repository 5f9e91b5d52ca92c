"""Command-line words become a formula's text and a point; the formula is claimed before options are parsed."""

from __future__ import annotations

import math
import re
import sys
from itertools import pairwise
from typing import NamedTuple

import click

from gradcli import point
from gradcli.cli.session import Session
from gradcli.errors import GradcliError
from gradcli.source import Source


class FormulaCommand(click.Command):
    """A command whose first argument is a formula, which may begin with a minus sign.

    click takes `-x^2` for a bundle of one-letter options, and its `ignore_unknown_options` silently eats
    parts of such words. No option of these commands has a one-letter form, so a word that is not an option
    of the command is the formula, and click is told so with `--`. Other words follow it where `takes_others`.
    """

    takes_others = False

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parses what is left when the formula is taken out, and puts it behind `--`."""
        known = {
            word: isinstance(option, click.Option) and not option.is_flag and not option.count
            for option in self.get_params(ctx)
            for word in (*option.opts, *option.secondary_opts)
            if word.startswith("--")
        }
        words = separate(args, known)
        formulas = [*words.bare, *words.behind]
        session = ctx.find_object(Session)
        if session is not None and formulas:
            likely = next((word for word in formulas if not is_option(word)), formulas[0])
            session.text = likely if likely != "-" else ""
        if words.lacking:
            help = "see `--help` for the values it takes"
            raise GradcliError("usage.option", f"`{words.lacking}` needs a value", help=help)
        for word in words.bare:
            refuse_misspelt_option(word, list(known))
        if len(formulas) > 1 and not self.takes_others:
            raise second_formula(words, list(known))
        return super().parse_args(ctx, [*words.options, "--", *formulas] if formulas else list(words.options))


class Words(NamedTuple):
    """The words of a command line: options with their values, and what stands before and behind `--`.

    `lacking` is the option at the end whose value is missing ("" for none).
    """

    options: list[str]
    bare: list[str]
    behind: list[str]
    lacking: str = ""


def separate(args: list[str], known: dict[str, bool]) -> Words:
    """The words that are options and their values, and the words that are not; `known` says which take a value."""
    found = Words([], [], [])
    words = iter(args)
    for word in words:
        name, sign, value = word.partition("=")
        if word == "--":
            found.behind.extend(words)
        elif name in known:
            given: str | None = value
            if known[name] and not sign:
                given = next(words, None)
                if given is None:
                    return found._replace(lacking=word)
            if name == "--file" and given == "-":
                # Elsewhere `-` is standard input too.
                found.bare.append("-")
            else:
                found.options.extend([word] if sign or not known[name] else [word, given or ""])
        else:
            found.bare.append(word)
    return found


def is_option(word: str) -> bool:
    """Is this a word such as `--jsn`?"""
    return word.startswith("--") and re.fullmatch(r"--[A-Za-z][A-Za-z-]+(=.*)?", word, re.DOTALL) is not None


def is_pair(word: str) -> bool:
    """Is this a word such as `x=2`?"""
    return re.fullmatch(r"[^\W\d]\w*=[^=].*", word, re.DOTALL) is not None


def second_formula(words: Words, known: list[str]) -> GradcliError:
    """The error for several words that are no options: a slip in an option or in the point, or a formula in pieces."""
    formulas = [*words.bare, *words.behind]
    for word in words.bare:
        meant = f"-{word.partition('=')[0]}".lower()
        if meant in known:
            return GradcliError("usage.option", f"there is no option `{word}`", help=f"did you mean `{meant}`?")
    others = [word for word in formulas if not is_pair(word)]
    if len(others) > 1:
        message = f"one formula is expected, and `{formulas[1]}` is a second"
        help = f"quote the formula as one word: `'{' '.join(formulas)}'`"
        return GradcliError("usage.two-formulas", message, help=help)
    # The first word is the formula where all are like `x=2`.
    pairs = [word for word in (formulas if others else formulas[1:]) if is_pair(word)]
    point = ",".join(word.strip(", ") for word in (*given_pairs(words.options), *pairs))
    message = f"one formula is expected, and `{pairs[0]}` seems to be part of the point"
    from shlex import quote  # here, since most runs have no fault

    return GradcliError("usage.two-formulas", message, help=f"write the point as one word: `--at {quote(point)}`")


def given_pairs(options: list[str]) -> list[str]:
    """The values of `--at` that are like `x=2`."""
    values = [value for word, value in pairwise(options) if word == "--at"]
    values += [word.removeprefix("--at=") for word in options if word.startswith("--at=")]
    return [value for value in values if is_pair(value)]


def refuse_misspelt_option(word: str, known: list[str]) -> None:
    """Refuses `--jsn`: read as a formula it would be -(-jsn), which is hardly ever meant."""
    if not is_option(word):
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
        raise GradcliError("usage.no-formula", "no formula is given", help=f"for example: {example()}")
    if expression is not None and file is not None:
        raise GradcliError("usage.two-formulas", "a formula and `--file` are both given", help="give one of them")
    if file is not None:
        return Source(read_file(file), file)
    if expression == "-":
        return Source(read_standard_input(), "standard input")
    assert expression is not None
    return Source(expression)


def example() -> str:
    """A line that the running command takes."""
    from gradcli.cli import EXAMPLES

    name = click.get_current_context().info_name
    lines = (line.strip() for line in EXAMPLES.splitlines())
    return next(line.partition("  ")[0] for line in lines if line.startswith(f"gradcli {name} "))


def read_point(values: tuple[str, ...], option: str = "--at") -> point.Box:
    """The point, or the vector, of all values of an option: pairs, `@file.json`, or `-` for JSON on standard input."""
    points = []
    for value in values:
        if value == "-":
            points.append(point.from_json(read_standard_input(), "standard input"))
        elif value.startswith("@"):
            points.append(point.from_json(read_file(value[1:]), value[1:]))
        else:
            points.append(point.from_pairs(value, option))
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
