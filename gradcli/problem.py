"""A formula, a point and names to differentiate by, made ready to be answered with any backend."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from gradcli import faults, outputs, point, rules, syntax
from gradcli.backends.backend import Backend
from gradcli.errors import GradcliError
from gradcli.expansion import expanded
from gradcli.expression import Formula, Name, is_hidden
from gradcli.gradient import Gradient
from gradcli.graph import Graph, lower
from gradcli.point import Given, Point
from gradcli.reverse import differentiate
from gradcli.source import Source


@dataclass(frozen=True, eq=False)
class Problem:
    """What is asked: the value of `formula` at `point`, and the derivatives by `wrt`. `graph` is the formula's, or
    one made from it: then it is not `is_checked`, as numbers on the way may be infinite in it."""

    formula: Formula
    graph: Graph
    point: Point
    wrt: tuple[str, ...]
    is_checked: bool = True

    def sweep(
        self,
        backend: Backend,
        *,
        checked: bool | None = None,
        kink: str = "subgradient",
        forced: Mapping[int, bool] | None = None,
        output: int | None = None,
    ) -> Gradient:
        """The answer in numbers of `backend`, for the node `output` if one is given; see `reverse.differentiate`."""
        graph = self.graph if output is None else replace(self.graph, output=output)
        numbers = point.on(self.point, backend)
        is_checked = self.is_checked if checked is None else checked
        return differentiate(graph, backend, numbers, self.wrt, checked=is_checked, kink=kink, forced=forced)


def parse(text: str | Source) -> Formula:
    """The formula that `text` is read as. Raises GradcliError (`parse.*`)."""
    return syntax.parse(text if isinstance(text, Source) else Source(text), rules.names())


def posed(
    text: str | Formula,
    at: Mapping[str, Given] | None = None,
    wrt: Iterable[str] | None = None,
    seed: Mapping[str, Given] | None = None,
) -> Problem:
    """The problem of a formula at a point; by all names of the point when `wrt` is None.

    Of several outputs it is their sum with the weights `seed`. Raises GradcliError: `parse.*` for a text that cannot be
    read, `name.*` for unknown or missing names, `usage.outputs` for several outputs without weights.
    """
    formula = text if isinstance(text, Formula) else parse(text)
    if seed is None:
        outputs.require_one(formula)
    else:
        formula = outputs.seeded(formula, point.from_mapping(seed, "seed"))
    return posed_as_is(formula, at, wrt)


def posed_as_is(formula: Formula, at: Mapping[str, Given] | None = None, wrt: Iterable[str] | None = None) -> Problem:
    """The problem of a formula with one output or several, of which the graph's `output` is the first."""
    given = point.from_mapping(at or {})
    asked = tuple(given) if wrt is None else (wrt,) if isinstance(wrt, str) else tuple(dict.fromkeys(wrt))
    graph = lower(expanded(formula), given, asked)
    refuse_unknown(formula, asked, {*given, *(name for name in graph.bindings if not is_hidden(name))})
    return Problem(formula, graph, given, asked)


def refuse_unknown(formula: Formula, asked: Iterable[str], known: set[str]) -> None:
    """Refuses names in `wrt` that are nowhere."""
    for name in asked:
        if name in known:
            continue
        meant = faults.closest(name, known)
        help = f"did you mean `{meant}`?" if meant else None
        if known and not meant:
            help = f"the names here are {faults.quoted(sorted(known))}"
        message = f"no gradient by `{name}`: there is no such name"
        raise GradcliError("name.wrt", message, formula.source, None, help)


def variables(formula: Formula, claimed: Iterable[str] = ()) -> list[str]:
    """The names that a formula leaves open, in the order in which they occur.

    A constant of the language that something is `claimed` about is an ordinary name.
    """
    written = expanded(formula)
    closed = {binding.name for binding in written.bindings} | (rules.constant_names() - set(claimed))
    names = (part for part in written.parts() if isinstance(part, Name) and part.name not in closed)
    return list(dict.fromkeys(part.name for part in sorted(names, key=lambda part: part.span)))


def natural(names: Iterable[str]) -> list[str]:
    """Names as a person would list them: x1, x2, x10, y."""
    return sorted(
        names, key=lambda name: [int(part) if part.isdigit() else part for part in re.split("([0-9]+)", name)]
    )
