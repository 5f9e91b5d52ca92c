"""A formula's text and a point become a Gradient: the calculation behind the command line and the Python API."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Literal, get_args

from gradcli import faults, zeros
from gradcli.backends import floats
from gradcli.boundaries import settled
from gradcli.errors import GradcliError
from gradcli.expression import Formula
from gradcli.gradient import Gradient, Note
from gradcli.point import Given
from gradcli.problem import Problem, parse, posed

__all__ = ["Kink", "answer", "evaluate", "parse"]

Kink = Literal["subgradient", "left", "right", "nan", "error"]


def evaluate(
    text: str | Formula,
    at: Mapping[str, Given] | None = None,
    *,
    wrt: Iterable[str] | None = None,
    kink: Kink = "subgradient",
) -> Gradient:
    """The value of a formula and its gradient at a point, in double precision.

    `at` gives each name a finite number, or a constant expression such as `"pi/4"`. `wrt` are the names to
    differentiate by, inputs or names bound in the formula; all names of `at` when it is None. Where the
    derivative does not exist its entry is nan (at a jump it is the slope of the pieces), and a warning says
    why. `kink` says which slope is used where a function's slope changes: a member of the subdifferential, that
    on the `left` or the `right` of the function's own argument, `nan`, or an `error`.

    Raises GradcliError: `parse.*` for a text that cannot be read, `name.*` for unknown or missing names,
    `domain.*` and `overflow.*` where there is no finite value.
    """
    return answer(posed(text, at, wrt), kink)


def answer(problem: Problem, kink: Kink = "subgradient") -> Gradient:
    """The answer to a problem in double precision; see `evaluate`."""
    if kink not in get_args(Kink):
        choices = faults.quoted(get_args(Kink))
        raise GradcliError("usage.option", f"`{kink}` is no way to treat a kink", help=f"the ways are {choices}")
    swept = partial(problem.sweep, floats, kink=kink)
    found = swept()
    refuse_infinite(problem.formula, found)
    found = settled(found, swept, kink)
    return replace(found, zeros=zeros.of_gradient(found), warnings=(*found.warnings, *unused(problem)))


def refuse_infinite(formula: Formula, found: Gradient) -> None:
    """Refuses an infinite value; the reason may be a number that is too large for a double."""
    if floats.is_finite(found.value):
        return
    for note in found.warnings:
        if note.code == "overflow.number":
            help = "rescale the formula; for infinity write `inf`"
            raise GradcliError("overflow.number", note.message, formula.source, note.span, help)
    raise faults.infinite_value(formula, floats.text(found.value))


def unused(problem: Problem) -> Iterable[Note]:
    """A warning for each name of the point that the formula does not have."""
    inputs = problem.graph.inputs
    for name in problem.point:
        if name not in inputs:
            meant = faults.closest(name, inputs)
            hint = f"; did you mean `{meant}`?" if meant else ""
            yield Note("name.unused", f"`{name}` is not in the formula, so its slope is 0{hint}")
