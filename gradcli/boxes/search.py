"""A box is cut in parts, those first that decide the bounds; what holds over all parts holds over the box."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, replace
from functools import reduce
from itertools import cycle
from typing import NamedTuple

from gradcli.backends import intervals
from gradcli.boxes.enclosure import Box, Enclosure, Question, enclose, united

CUTS = 60
"""How often one part is halved by each name: it is narrower than the last place of a double then."""


@dataclass(frozen=True, eq=False)
class Part:
    """A part of the box, the bounds over it, and how many cuts led to it."""

    box: Box
    found: Enclosure
    cuts: int = 0


class Aim(NamedTuple):
    """A bound that is to be tightened: the lower or the upper one of the slope by `name`, or of the value."""

    name: str | None
    is_upper: bool

    def rank(self, part: Part) -> float:
        """The less the sooner a part is cut: the part that the bound comes from is the first."""
        known = part.found.value if self.name is None else part.found.slopes[self.name]
        if intervals.is_nan(known):
            return float("-inf")
        return -float(known.high) if self.is_upper else float(known.low)


class Search:
    """The parts as far as they are cut; `queues` has those that may be cut, by what is aimed at.

    `is_hopeless` says that a part is known to have no value anywhere, so that the box has no bounds.
    """

    def __init__(self, question: Question, box: Box) -> None:
        self.question = question
        self.whole = box
        self.names = [name for name in question.ranged if not intervals.is_point(box[name])]
        self.parts: dict[int, Part] = {}
        self.gaps: list[int] = []
        aims = [Aim(name, is_upper) for name in (None, *question.names) for is_upper in (False, True)]
        self.queues: dict[Aim, list[tuple[float, int]]] = {aim: [] for aim in aims}
        self.turns = cycle(aims)
        self.count = 0
        self.is_hopeless = False
        self.add(Part(box, enclose(question, box)))

    def add(self, part: Part) -> None:
        """Puts a part where it belongs."""
        index, self.count = self.count, self.count + 1
        self.parts[index] = part
        if part.found.gap:
            self.gaps.append(index)
            self.is_hopeless = self.is_hopeless or part.found.gap.is_certain
        elif self.can_cut(part):
            for aim, queue in self.queues.items():
                heapq.heappush(queue, (aim.rank(part), index))

    def can_cut(self, part: Part) -> bool:
        """Is there a name to cut along, and has it not been cut too often?"""
        return part.cuts < CUTS * len(self.names)

    def run(self, limit: int) -> None:
        """Cuts until there are `limit` parts, or nothing is left to cut, or a part without any value is found."""
        while len(self.parts) < limit and not self.is_hopeless:
            index, aim = self.next()
            if index is None:
                return
            part = self.parts.pop(index)
            name = self.direction(part, aim)
            for half in intervals.halves(part.box[name]):
                box = {**part.box, name: half}
                self.add(Part(box, tightened(enclose(self.question, box), part.found), part.cuts + 1))

    def next(self) -> tuple[int | None, Aim | None]:
        """The part to cut next, and what for; a part that may have no value first."""
        if self.gaps:
            return (self.gaps.pop(0), None) if self.can_cut(self.parts[self.gaps[0]]) else (None, None)
        for _ in self.queues:
            aim = next(self.turns)
            queue = self.queues[aim]
            while queue and queue[0][1] not in self.parts:
                heapq.heappop(queue)
            if queue:
                return heapq.heappop(queue)[1], aim
        return None, None

    def direction(self, part: Part, aim: Aim | None) -> str:
        """The name to cut along: the one that moves the value most, or the one that was cut least."""

        def width(name: str) -> float:
            return intervals.share(part.box[name], self.whole[name])

        def effect(name: str) -> float:
            return intervals.reach(part.found.slopes[name], part.box[name])

        names = self.names
        if aim is None or aim.name is not None or any(intervals.is_nan(part.found.slopes[name]) for name in names):
            return max(names, key=width)
        return max(names, key=effect)


def tightened(found: Enclosure, known: Enclosure) -> Enclosure:
    """Bounds over a part, with what was known of a larger one, so that cutting never widens them."""
    if found.gap or known.gap:
        return found
    slopes = {name: intervals.intersection(slope, known.slopes[name]) for name, slope in found.slopes.items()}
    causes = {name: cause for name, cause in found.causes.items() if not intervals.is_finite(slopes[name])}
    return replace(found, value=intervals.intersection(found.value, known.value), slopes=slopes, causes=causes)


def searched(question: Question, box: Box, limit: int) -> tuple[Enclosure, tuple[Part, ...]]:
    """Bounds over `box` from at most `limit` parts, and the parts, those with a gap first."""
    search = Search(question, box)
    search.run(limit)
    parts = sorted(search.parts.values(), key=rank_of_gap)
    return reduce(united, (part.found for part in parts)), tuple(parts)


def rank_of_gap(part: Part) -> int:
    """0 for a part that has no value, 1 for one that may have none, 2 for the others."""
    return 2 if part.found.gap is None else 0 if part.found.gap.is_certain else 1
