"""One row of a matrix of derivatives: an output, or a slope, with its own slopes and all that is to be said of them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial

from gradcli.backends import floats
from gradcli.boundaries import ALONE, with_boundaries
from gradcli.gradient import Gradient, Note
from gradcli.limits import diagnosis
from gradcli.limits.diagnosis import USED
from gradcli.problem import Problem

FOUND = "differentiable by"
"""In a warning that tells what the difference quotient does; of several at one place it is the one to be shown."""


@dataclass(frozen=True, eq=False)
class Row:
    """The answer to a problem that is part of a larger one, and what it is called there."""

    name: str
    problem: Problem
    answer: Gradient

    @property
    def slopes(self) -> dict[str, float]:
        """The slopes by name."""
        return self.answer.gradient

    @property
    def absent(self) -> list[str]:
        """The names by which there is no slope: it is nan, or the value jumps."""
        sides = self.answer.sides
        return [
            name for name, slope in self.slopes.items() if math.isnan(slope) or (name in sides and sides[name].jump)
        ]


def row_of(name: str, problem: Problem) -> Row:
    """The row of a problem whose graph is made by a sweep; its value must be finite, else no slope is known."""
    found = problem.sweep(floats)
    if not math.isfinite(found.value):
        return Row(name, problem, without_slopes(found))
    swept = partial(problem.sweep, floats)
    return Row(name, problem, diagnosis.diagnosed(problem, with_boundaries(found, swept, "subgradient"), "subgradient"))


def without_slopes(found: Gradient) -> Gradient:
    """An answer whose value does not exist."""
    note = Note("derivative.undefined", "there is no finite value here, so there is no slope either")
    return replace(found, gradient=dict.fromkeys(found.gradient, math.nan), warnings=(note,))


def told(row: Row, what: str) -> Iterable[Note]:
    """The warnings of a row about its slopes, in terms of what they are the slopes of; at each place one is enough."""
    places: dict[object, Note] = {}
    for note in row.answer.warnings:
        if not note.code.startswith("derivative.") or is_settled(note, row.answer):
            continue
        place, message = (note.span, note.within), note.message.removeprefix(f"{ALONE}; ")
        if place in places and FOUND not in message:
            continue
        code = places[place].code if place in places else note.code
        places[place] = note._replace(code=code, message=f"{what}: {message}", node=None)
    yield from places.values()


def is_settled(note: Note, found: Gradient) -> bool:
    """Is a warning about an edge that the user has not written, where the slopes are right all the same?"""
    if note.code == "derivative.exists":
        return not note.message.endswith(USED) and all(map(math.isfinite, found.gradient.values()))
    sides = (found.sides[name] for name in note.names or found.gradient if name in found.sides)
    return note.message == ALONE or (note.message.startswith(ALONE) and all(both.have_slope for both in sides))
