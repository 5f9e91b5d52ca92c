"""A formula's text and a point become a Gradient: the calculation behind the command line and the Python API."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Literal, get_args

from gradcli import faults, point, rules, syntax, zeros
from gradcli.backends import floats
from gradcli.boundaries import settled
from gradcli.errors import GradcliError
from gradcli.expansion import expanded
from gradcli.expression import Formula, is_hidden
from gradcli.gradient import Gradient, Note
from gradcli.graph import Graph, lower
from gradcli.reverse import differentiate
from gradcli.source import Source

Kink = Literal["subgradient", "left", "right", "nan", "error"]


def parse(text: str | Source) -> Formula:
    """The formula that `text` is read as. Raises GradcliError (`parse.*`)."""
    return syntax.parse(text if isinstance(text, Source) else Source(text), rules.names())


def evaluate(
    text: str | Formula,
    at: Mapping[str, float | str] | None = None,
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
    formula = text if isinstance(text, Formula) else parse(text)
    given = point.from_mapping(at or {})
    asked = tuple(given) if wrt is None else (wrt,) if isinstance(wrt, str) else tuple(dict.fromkeys(wrt))
    graph = lower(expanded(formula), given, asked)
    refuse_unknown(formula, asked, {*given, *(name for name in graph.bindings if not is_hidden(name))})
    if kink not in get_args(Kink):
        choices = faults.quoted(get_args(Kink))
        raise GradcliError("usage.option", f"`{kink}` is no way to treat a kink", help=f"the ways are {choices}")

    def swept(*, forced: Mapping[int, bool] | None = None, output: int | None = None) -> Gradient:
        return differentiate(
            graph if output is None else replace(graph, output=output), floats, given, asked, kink=kink, forced=forced
        )

    found = swept()
    refuse_infinite(formula, found)
    found = settled(found, swept, kink)
    return replace(found, zeros=zeros.of_gradient(found), warnings=(*found.warnings, *unused(formula, graph, given)))


def refuse_unknown(formula: Formula, asked: Iterable[str], known: set[str]) -> None:
    """Refuses names in `wrt` that are nowhere."""
    for name in asked:
        if name in known:
            continue
        meant = faults.closest(name, known)
        help = f"did you mean `{meant}`?" if meant else None
        if known and not meant:
            help = f"the names here are {faults.quoted(sorted(known))}"
        message = f"no gradient by `{name}`: neither the formula nor the point has that name"
        raise GradcliError("name.wrt", message, formula.source, None, help)


def refuse_infinite(formula: Formula, found: Gradient) -> None:
    """Refuses an infinite value; the reason may be a number that is too large for a double."""
    if floats.is_finite(found.value):
        return
    for note in found.warnings:
        if note.code == "overflow.number":
            help = "rescale the formula; for infinity write `inf`"
            raise GradcliError("overflow.number", note.message, formula.source, note.span, help)
    raise faults.infinite_value(formula, floats.text(found.value))


def unused(formula: Formula, graph: Graph, given: Mapping[str, float]) -> Iterable[Note]:
    """A warning for each name of the point that the formula does not have."""
    for name in given:
        if name not in graph.inputs:
            meant = faults.closest(name, graph.inputs)
            hint = f"; did you mean `{meant}`?" if meant else ""
            yield Note("name.unused", f"`{name}` is not in the formula, so its slope is 0{hint}")
