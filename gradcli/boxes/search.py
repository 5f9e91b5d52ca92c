"""A box is cut in parts, those first that decide the bounds; what holds over all parts holds over the box."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from itertools import cycle, product
from typing import NamedTuple

from gradcli.backends import intervals
from gradcli.backends.intervals import Interval
from gradcli.boxes.enclosure import Enclosure, branched, enclose, extremes, united
from gradcli.boxes.question import Box, BoxQuestion

CUTS = 60
"""How often one part is halved by each name: it is narrower than the last place of a double then."""
TURNS = 64
"""The share of the parts that are cut for one aim before the next one has its turn is one part in so many."""
LOOKS = 4 * CUTS
"""The most parts that are cut to find out whether all of them get bounds when they are small."""
CORNERS = 3
"""The most names of which all corners of a part are looked at."""


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

    def known(self, found: Enclosure) -> Interval:
        """What the bound is one end of."""
        return found.value if self.name is None else found.slopes[self.name]

    def rank(self, part: Part) -> float:
        """The less the sooner a part is cut: the part that the bound comes from is the first."""
        known = self.known(part.found)
        if intervals.is_nan(known):
            return float("-inf")
        return -float(known.high) if self.is_upper else float(known.low)

    def has_bound(self, found: Enclosure) -> bool:
        """Is there such a bound? There may be one where there is a hole."""
        return found.hole is not None or intervals.is_finite(intervals.split_ends(self.known(found))[self.is_upper])

    def is_reached(self, known: Interval, here: Interval) -> bool:
        """Would the bound be printed just so if it were the number at one point, which is known to lie in `here`?"""
        if intervals.is_nan(known) or intervals.is_nan(here):
            return False
        inner = intervals.split_ends(here)[not self.is_upper]
        return intervals.texts(known)[self.is_upper] == intervals.texts(inner)[self.is_upper]


class Search:
    """The parts as far as they are cut; `queue` has those that may be cut for the aim whose turn it is.

    There is one queue, made anew for each turn: one for each aim would be many times as large as all parts.
    `is_hopeless` says that a part is known to have no value anywhere, so that the box has no bounds.
    """

    def __init__(self, question: BoxQuestion, box: Box) -> None:
        self.question = question
        self.whole = box
        self.names = [name for name in question.ranged if not intervals.is_point(box[name])]
        self.parts: dict[int, Part] = {}
        self.holes: deque[int] = deque()
        self.aims = [Aim(name, is_upper) for name in (None, *question.names) for is_upper in (False, True)]
        self.turns = cycle(self.aims)
        self.aim: Aim | None = None
        self.queue: list[tuple[float, int]] = []
        self.left = 0
        self.settled: set[Aim] = set()
        self.looked_at: dict[Aim, int] = {}
        self.count = 0
        self.is_hopeless = False
        self.add(Part(box, enclose(question, box)))

    def add(self, part: Part) -> None:
        """Puts a part where it belongs."""
        index, self.count = self.count, self.count + 1
        self.parts[index] = part
        if part.found.hole:
            self.holes.append(index)
            self.is_hopeless = self.is_hopeless or part.found.hole.is_certain
        elif self.aim and self.can_cut(part):
            heapq.heappush(self.queue, (self.aim.rank(part), index))

    def can_cut(self, part: Part) -> bool:
        """Is there a name to cut along, and has it not been cut too often?"""
        return part.cuts < CUTS * len(self.names)

    def run(self, limit: int) -> None:
        """Cuts until there are `limit` parts, or nothing is left to cut, or a part without any value is found."""
        while len(self.parts) < limit and not self.is_hopeless:
            index = self.next()
            if index is None:
                return
            part = self.parts.pop(index)
            for half in halved(self.question, part, self.direction(part)):
                self.add(half)

    def next(self) -> int | None:
        """The part to cut next; one that may have no value first."""
        if self.holes:
            return self.holes.popleft() if self.can_cut(self.parts[self.holes[0]]) else None
        if not self.left or not self.queue:
            self.turn()
        self.left -= 1
        return heapq.heappop(self.queue)[1] if self.queue else None

    def turn(self) -> None:
        """Gives the next aim that can be got nearer its turn."""
        self.aim, self.left, self.queue = None, len(self.parts) // TURNS + 1, []
        cuttable = [(index, part) for index, part in self.parts.items() if self.can_cut(part)]
        for _ in self.aims if cuttable else ():
            aim = next(self.turns)
            # A bound is reached sooner or later as parts get smaller; to look each time would take as long as cutting.
            if len(self.parts) >= 2 * self.looked_at.get(aim, 0) and self.is_settled(aim):
                self.settled.add(aim)
            if aim not in self.settled:
                self.aim, self.queue = aim, [(aim.rank(part), index) for index, part in cuttable]
                heapq.heapify(self.queue)
                return

    def is_settled(self, aim: Aim) -> bool:
        """Can no cut change how a bound is printed, since it is reached at a point, or missing in the smallest part?"""
        if aim in self.settled:
            return True
        self.looked_at[aim] = len(self.parts)
        part = min(self.parts.values(), key=aim.rank)
        here = (branched(self.question, point, {}) for point in self.points(part))
        if any(aim.is_reached(aim.known(part.found), aim.known(one)) for one in here if one.hole is None):
            return True
        return zoomed(self.question, part, self.whole, lambda part: not aim.has_bound(part.found)) is not None

    def points(self, part: Part) -> Iterator[Box]:
        """Points of a part where its bounds may be reached; 0 is one at which many functions turn."""
        for corner in extremes(part.box, part.found):
            yield {name: intervals.middle(x) for name, x in corner.items()}
        yield {name: intervals.nearest_zero(x) for name, x in part.box.items()}
        if len(self.names) <= CORNERS:
            for ends in product(*(intervals.split_ends(part.box[name]) for name in self.names)):
                yield {**part.box, **dict(zip(self.names, ends, strict=True))}

    @property
    def is_final(self) -> bool:
        """Can no cut change a digit of the bounds?"""
        return not any(map(self.can_cut, self.parts.values())) or all(map(self.is_settled, self.aims))

    def direction(self, part: Part) -> str:
        """The name to cut along: the one that moves the value most, or the one that was cut least."""

        def effect(name: str) -> float:
            return intervals.reach(part.found.slopes[name], part.box[name])

        is_for_value = part.found.hole is None and self.aim is not None and self.aim.name is None
        if not is_for_value or any(intervals.is_nan(part.found.slopes[name]) for name in self.names):
            return widest(part.box, self.whole)
        return max(self.names, key=effect)


def widest(box: Box, whole: Box) -> str:
    """The name by which a part is widest, as a share of all of the box."""
    names = [name for name, x in whole.items() if not intervals.is_point(x)]
    return max(names, key=lambda name: intervals.share(box[name], whole[name]))


def halved(question: BoxQuestion, part: Part, name: str) -> Iterator[Part]:
    """Both halves of a part along a name."""
    for half in intervals.halves(part.box[name]):
        box = {**part.box, name: half}
        yield Part(box, tightened(enclose(question, box), part.found), part.cuts + 1)


def tightened(found: Enclosure, known: Enclosure) -> Enclosure:
    """Bounds over a part, with what was known of a larger one, so that cutting never widens them."""
    if found.hole or known.hole:
        return found
    slopes = {name: intervals.intersection(slope, known.slopes[name]) for name, slope in found.slopes.items()}
    causes = {name: cause for name, cause in found.causes.items() if not intervals.is_finite(slopes[name])}
    return replace(found, value=intervals.intersection(found.value, known.value), slopes=slopes, causes=causes)


def searched(question: BoxQuestion, box: Box, limit: int) -> tuple[Enclosure, tuple[Part, ...], bool]:
    """Bounds over `box` from at most `limit` parts; these, with a hole first; and whether more change nothing."""
    search = Search(question, box)
    search.run(limit)
    parts = sorted(search.parts.values(), key=rank_of_hole)
    found = reduce(united, (part.found for part in parts))
    return found, tuple(parts), found.hole is None and search.is_final


def rank_of_hole(part: Part) -> int:
    """0 for a part that has no value, 1 for one that may have none, 2 for the others."""
    return 2 if part.found.hole is None else 0 if part.found.hole.is_certain else 1


def zoomed(question: BoxQuestion, part: Part, whole: Box, stays: Callable[[Part], bool]) -> Part | None:
    """A part of a part in which what `stays` tells of does, however small it gets, or has no value; else None."""
    stack, last = [part] if stays(part) else [], part.cuts + CUTS
    for _ in range(LOOKS):
        if not stack:
            break
        part = stack.pop()
        if part.cuts >= last or rank_of_hole(part) == 0 or all(map(intervals.is_point, part.box.values())):
            return part
        halves = filter(stays, halved(question, part, widest(part.box, whole)))
        stack += sorted(halves, key=rank_of_hole, reverse=True)
    return None
