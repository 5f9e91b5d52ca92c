"""Several outputs become one, their sum with given weights, whose gradient is the vector-Jacobian product."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from decimal import Decimal
from functools import reduce
from itertools import chain, count

from gradcli import faults
from gradcli.errors import GradcliError
from gradcli.expression import Call, Expression, Formula, Name, Number, fold
from gradcli.point import Coordinate, Point
from gradcli.source import Span

LETTERS = ("f", "F", "out", "output")
"""What outputs without a name are called by, before their place."""


def labels(formula: Formula) -> tuple[str, ...]:
    """A name for each output: its own where it is one, else f1, f2, ... by its place."""
    taken = {result.name for result in formula.results if isinstance(result, Name)}
    letters = chain(LETTERS, (LETTERS[-1] + "_" * length for length in count(1)))
    letter = next(letter for letter in letters if not any(re.fullmatch(f"{letter}[0-9]+", name) for name in taken))
    found: list[str] = []
    for place, result in enumerate(formula.results, start=1):
        is_new = isinstance(result, Name) and result.name not in found
        found.append(result.name if is_new and isinstance(result, Name) else f"{letter}{place}")
    return tuple(found)


def require_one(formula: Formula) -> None:
    """Refuses several outputs where one number is asked for."""
    if formula.is_vector:
        message = "several outputs have a matrix of derivatives, not one gradient"
        weights = ",".join(f"{label}={weight}" for label, weight in zip(labels(formula), ("1", "-2"), strict=False))
        help = f"`gradcli jacobian` gives the matrix; `--seed {weights}` the gradient of their sum with these weights"
        raise GradcliError("usage.outputs", message, formula.source, formula.span, help)


def seeded(formula: Formula, seed: Point) -> Formula:
    """The sum of the outputs of `formula`, each times its weight in `seed`; one that is not in it counts as 0.

    Its gradient is the vector-Jacobian product: what `backward(gradient=seed)` gives in deep-learning libraries.
    Raises GradcliError (`name.seed`) for a name that no output has.
    """
    known = labels(formula)
    for name in seed:
        if name not in known:
            meant = faults.closest(name, known)
            help = f"did you mean `{meant}`?" if meant else f"the outputs are {faults.quoted(known)}"
            raise GradcliError("name.seed", f"`--seed` names `{name}`, and there is no such output", help=help)
    used = {part.name for part in formula.parts() if isinstance(part, Name)}
    used |= {binding.name for binding in formula.bindings}
    terms = [
        Call("*", (weight(seed[label], result.span, used), result), result.span, result.span)
        for label, result in zip(known, formula.results, strict=True)
        if label in seed and seed[label].value != 0
    ]
    whole = formula.span
    total: Expression = (
        reduce(lambda left, right: Call("+", (left, right), whole, whole), terms) if terms else Number("0", whole)
    )
    return replace(formula, results=(total,), is_vector=False, is_made=True)


def weight(given: Coordinate, span: Span, used: Collection[str]) -> Expression:
    """A number of a seed as part of a formula that it is not written in, so that it stands where its output does.

    Where it is made of names that the formula has used, as `pi` may be a variable there, it is the double.
    """
    names = {part.name for part in given.written.parts() if isinstance(part, Name)} if given.written else set()
    if given.written is not None and not given.written.bindings and names.isdisjoint(used):
        return fold(
            given.written.result,
            lambda leaf: leaf._replace(span=span),
            lambda call, arguments: Call(call.function, arguments, span, span),
        )
    number = Number(format(Decimal(abs(given.value)), "f"), span)
    return number if given.value >= 0 else Call("-", (number,), span, span)


def vector(formula: Formula, seed: Mapping[str, Coordinate]) -> dict[str, float]:
    """The weight of each output."""
    return {label: seed[label].value if label in seed else 0.0 for label in labels(formula)}
