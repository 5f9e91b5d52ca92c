"""`gradcli explain CODE`: what an error or warning code means, an example, and the cure."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product

import click

from gradcli import calculator, rules
from gradcli.backends import floats
from gradcli.cli.session import Session
from gradcli.codes import CODES, Code
from gradcli.errors import GradcliError
from gradcli.evaluation import formula_value
from gradcli.faults import closest
from gradcli.render.functions import signature, summaries
from gradcli.render.screen import Piece, line, wrapped
from gradcli.rules.rule import Rule

TRIED = ("-2", "0", "2", "-1", "0.5", "1e308", "1000", "-170.5", "-1e308", "inf", "-inf")
"""Arguments tried, in this order, to find an example of a function without a value."""


@click.command("explain", short_help="What an error or warning code means.")
@click.argument("code", required=False)
@click.pass_obj
def explain(session: Session, code: str | None) -> None:
    """Explain the error or warning CODE, such as derivative.kink; without CODE, list all codes."""
    if code is None:
        session.show(summaries({known.name: known.meaning.partition(". ")[0].rstrip(".") for known in CODES}))
        session.show([line("  domain.F and overflow.F, where F is a function, say that it has no value there")])
        return
    code = code.strip("[]").removeprefix("error[").removeprefix("warning[")
    known = next((known for known in CODES if known.name == code), None) or of_function(code)
    if known is None:
        meant = closest(code, [known.name for known in CODES])
        help = f"did you mean `{meant}`?" if meant else "`gradcli explain` lists all codes"
        raise GradcliError("usage.code", f"there is no code `{code}`", help=help)
    page(session, known)


def page(session: Session, code: Code) -> None:
    """Prints the page of a code."""
    session.show([line(Piece(code.name, "head")), *wrapped(line("  ", code.meaning), 2)])
    if code.example:
        session.show([line(), line(Piece("example", "head")), line("  ", code.example)])
    session.show([line(), line(Piece("cure", "head")), *wrapped(line("  ", code.cure), 2)])


def of_function(name: str) -> Code | None:
    """The page of `domain.log` or `overflow.exp`, from the function's row."""
    kind, _, function = name.partition(".")
    rule = next((rule for rule in rules.RULES if rule.backend_name == function), None)
    example = example_of(rule, name) if rule and kind in ("domain", "overflow") else None
    if rule is None or example is None:
        return None
    written = signature(rule)
    if kind == "overflow":
        meaning = f"`{written}` ({rule.summary}) is too large for a double: the largest is about 1.8e308."
        return Code(name, meaning, example, "Rescale the formula, or work with logarithms.")
    needs = " and ".join(f"`{domain.predicate}`" for domain in rule.domain)
    meaning = f"`{written}` ({rule.summary}) has no value at these arguments."
    return Code(
        name, f"{meaning} It needs {needs}." if needs else meaning, example, "Move the point, or change the formula."
    )


def example_of(rule: Rule, code: str) -> str | None:
    """A command that meets `code`, found by trying arguments."""
    read = cache(calculator.parse)
    for arguments in product(TRIED, repeat=len(rule.parameters)):
        if code.startswith("overflow.") and not is_inside(rule, arguments):
            continue  # that would be `domain.F`, and most points are such
        point = dict(zip(rule.parameters, arguments, strict=True))
        finite = {name: value for name, value in point.items() if "inf" not in value}
        formula = signature(rule).replace(", ...", "")
        bound = "".join(f"{name} = {value}; " for name, value in point.items() if name not in finite)
        try:
            calculator.evaluate(read(bound + formula), finite, wrt=())
        except GradcliError as error:
            if error.code == code:
                pairs = ",".join(f"{name}={value}" for name, value in finite.items())
                return f"gradcli eval '{bound}{formula}'" + (f" --at {pairs}" if pairs else "")
    return None


def is_inside(rule: Rule, arguments: Sequence[str]) -> bool:
    """Are arguments, as written, in the domain of a function?"""
    numbers = list(map(float, arguments))
    return all(formula_value(domain.predicate, rule.parameters, numbers, floats) for domain in rule.domain)
