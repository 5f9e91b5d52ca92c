"""A formula's text and a point become a Gradient: the calculation behind the command line and the Python API."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Literal, get_args

from gradcli import absences, faults, zeros
from gradcli.backends import floats
from gradcli.boundaries import with_boundaries
from gradcli.errors import GradcliError
from gradcli.expression import Formula
from gradcli.gradient import Gradient, Note
from gradcli.limits import diagnosis, gaps
from gradcli.point import Given
from gradcli.problem import Problem, parse, posed

__all__ = ["Kink", "answer", "evaluate", "parse", "posed"]

MOST_DIGITS = 10_000
"""Of those that can be asked for; a formula of a hundred functions takes some seconds with as many."""

Kink = Literal["subgradient", "left", "right", "nan", "error"]


def evaluate(
    text: str | Formula,
    at: Mapping[str, Given] | None = None,
    *,
    wrt: Iterable[str] | None = None,
    kink: Kink = "subgradient",
    digits: int | None = None,
) -> Gradient:
    """The value of a formula and its gradient at a point, in double precision, or to so many proven `digits`.

    `at` gives each name a finite number, or a constant expression such as `"pi/4"`. `wrt` are the names to
    differentiate by, inputs or names bound in the formula; all names of `at` when it is None. Where a derivative is
    in doubt, a warning says what the difference quotient tends to on both sides (`Gradient.sides`); where there is
    none its entry is nan, at a jump the slope of the pieces. `kink` says which slope is used where that of the
    formula changes: a member of the subdifferential, that on the `left` or the `right` as the name increases, `nan`,
    or an `error`.

    Raises GradcliError: `parse.*` for a text that cannot be read, `name.*` for unknown or missing names,
    `domain.*` and `overflow.*` where there is no finite value.
    """
    problem = posed(text, at, wrt)
    return answer(problem, kink) if digits is None else proven(problem, digits, kink)


def answer(problem: Problem, kink: Kink = "subgradient") -> Gradient:
    """The answer to a problem in double precision; see `evaluate`."""
    require_kink(kink)
    # Whether a kink on the way is one of the formula is known only when its limits are.
    on_the_way = "subgradient" if kink == "error" else kink
    swept = partial(problem.sweep, floats, kink=on_the_way)
    try:
        found = swept()
    except GradcliError as error:
        error.help = gaps.help_at(problem, error)
        raise
    refuse_infinite(problem.formula, found)
    found = diagnosis.diagnosed(problem, with_boundaries(found, swept, on_the_way), kink)
    return replace(found, zeros=zeros.of_gradient(found), warnings=(*found.warnings, *unused(problem)))


def proven(problem: Problem, digits: int, kink: Kink = "subgradient") -> Gradient:
    """The answer to a problem with so many proven digits, inputs as written; see `precision.to_digits`.

    Its numbers are `flint.fmpq` where they are exact, else `flint.arb`; `Gradient.backend.text` writes them. A slope
    of which no digits are proven is nan.
    """
    from gradcli.backends import balls  # here, since its library takes a while to load
    from gradcli.precision import to_digits, untold

    require_kink(kink)
    if not 1 <= digits <= MOST_DIGITS:
        help = f"ask for 1 to {MOST_DIGITS} digits"
        raise GradcliError("usage.option", f"{digits} is no number of digits to compute", help=help)
    bits, found = to_digits(problem, digits, "subgradient" if kink == "error" else kink)
    with balls.precision(bits):
        if untold(problem, found, None):
            found = at_bad_point(problem, found, kink)
        return replace(found, zeros=zeros.of_gradient(found), warnings=(*found.warnings, *unused(problem)))


def at_bad_point(problem: Problem, found: Gradient, kink: Kink) -> Gradient:
    """An answer of proven digits without the slopes that are not proven there, and with the warnings why.

    These are the slopes that limits overrule, which are found numerically in doubles; those by names of which the
    doubles do not tell what the point as written meets; and all of them where the doubles have no answer at all.
    """
    from gradcli.backends import balls
    from gradcli.precision import WIDE, is_done, untold

    rough = None
    try:
        rough = answer(problem, kink)
    except GradcliError as error:
        if error.code.startswith("derivative."):
            raise  # a kink that is to be an error
    notes = untold(problem, found, rough)
    others = tuple(note for note in found.warnings if not note.code.startswith("derivative."))
    if rough is None:
        return without(found, found.gradient, (*others, *notes))
    overruled = tuple(
        name
        for name in rough.sides
        if not is_done(found.gradient[name], WIDE)
        or not diagnosis.is_close(float(balls.ball(found.gradient[name])), rough.gradient[name])
    )
    open_names = (name for note in notes for name in note.names)
    known = (diagnosis.unused(note) for note in rough.warnings if note.code != "name.unused")
    return replace(without(found, (*overruled, *open_names), (*others, *known, *notes)), sides=rough.sides)


def without(found: Gradient, names: Iterable[str], warnings: tuple[Note, ...]) -> Gradient:
    """An answer in balls without the slopes by some names."""
    from gradcli.backends import balls

    return replace(found, gradient={**found.gradient, **dict.fromkeys(names, balls.NAN)}, warnings=warnings)


def require_kink(kink: str) -> None:
    """Refuses what is no way to treat a kink."""
    if kink not in get_args(Kink):
        choices = faults.quoted(get_args(Kink))
        raise GradcliError("usage.option", f"`{kink}` is no way to treat a kink", help=f"the ways are {choices}")


def refuse_infinite(formula: Formula, found: Gradient) -> None:
    """Refuses an infinite value; the reason may be a number that is too large for a double."""
    if floats.is_finite(found.value):
        return
    for note in found.warnings:
        if note.code == "overflow.number":
            help = "rescale the formula; for infinity write `inf`"
            raise GradcliError("overflow.number", note.message, formula.source, note.span, help)
    raise absences.infinite_value(formula, floats.text(found.value))


def unused(problem: Problem) -> Iterable[Note]:
    """A warning for each name of the point that the formula does not have."""
    inputs = problem.graph.inputs
    for name in problem.point:
        if name not in inputs:
            meant = faults.closest(name, inputs)
            hint = f"; did you mean `{meant}`?" if meant else ""
            yield Note("name.unused", f"`{name}` is not in the formula, so its slope is 0{hint}")
