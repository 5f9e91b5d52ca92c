"""A graph and a box become bounds of the value and the slopes over it: one sweep on intervals, and what tightens it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce

from gradcli.backends import intervals
from gradcli.backends.intervals import NAN, Interval
from gradcli.boxes.causes import Cause, causes_of
from gradcli.boxes.gaps import Gap, gaps, worst
from gradcli.evaluation import Values, evaluate
from gradcli.gradient import Gradient
from gradcli.graph import Graph, Operation
from gradcli.reverse import differentiate

Box = Mapping[str, Interval]
BRANCHES = 4
"""Conditions of one box that are tried both ways; each doubles the work, and a smaller box has fewer."""


@dataclass(frozen=True, eq=False)
class Enclosure:
    """Bounds over one box; slopes that are not known are nan, and `causes` says why. With a `gap` there are none."""

    value: Interval = NAN
    slopes: Mapping[str, Interval] = field(default_factory=dict)
    causes: Mapping[str, Cause] = field(default_factory=dict)
    gap: Gap | None = None


@dataclass(frozen=True, eq=False)
class Question:
    """A graph, the names whose slopes are asked for, and those of them that are given as ranges."""

    graph: Graph
    names: tuple[str, ...]
    ranged: tuple[str, ...]

    @cached_property
    def targets(self) -> dict[str, int]:
        """The node of each name that the graph has."""
        graph = self.graph
        found = {name: graph.bindings.get(name, graph.inputs.get(name)) for name in self.names}
        return {name: index for name, index in found.items() if index is not None}

    def moving(self, node: int) -> set[str]:
        """The names that a node depends on."""
        parts = ancestors(self.graph, node)
        return {name for name, index in self.targets.items() if index in parts}


def ancestors(graph: Graph, index: int) -> set[int]:
    """A node and all that it is made of."""
    seen, stack = {index}, [index]
    while stack:
        node = graph.nodes[stack.pop()]
        new = set(node.parents) - seen if isinstance(node, Operation) else set()
        seen |= new
        stack.extend(new)
    return seen


def enclose(question: Question, box: Box) -> Enclosure:
    """Bounds over `box`, by the sweep, then by what the signs of slopes say, then by the mean value theorem."""
    found = branched(question, box, {})
    if found.gap:
        return found
    value = intervals.intersection(found.value, at_extremes(question, box, found))
    return replace(found, value=intervals.intersection(value, mean_value(question, box, found)))


def branched(question: Question, box: Box, forced: Mapping[int, bool]) -> Enclosure:
    """Bounds by one sweep, or where a condition changes in the box by one for each branch."""
    graph = question.graph
    sweep = differentiate(graph, intervals, box, question.names, checked=False, forced=forced)
    values = list(sweep.values)
    found = list(gaps(graph, values))
    choice = next(open_choices(graph, values), None)
    if choice is None or len(forced) >= BRANCHES:
        return Enclosure(gap=worst(found)) if found else swept(question, sweep)
    # What a condition is made of has to have a value whichever branch is taken; the branches speak for themselves.
    conditions = ancestors(graph, choice)
    if unavoidable := [gap for gap in found if gap.is_certain or gap.node in conditions]:
        return Enclosure(gap=worst(unavoidable))
    branches = [
        branched(question, side, {**forced, choice: truth})
        for truth in (True, False)
        if (side := narrowed(graph, box, values, choice, truth)) is not None
    ]
    return broken(question, reduce(united, branches), choice)


def narrowed(graph: Graph, box: Box, values: Values, choice: int, truth: bool) -> Box | None:
    """The part of `box` to which the truth of a comparison of a name with a number confines it; None for none."""
    node = graph.nodes[choice]
    assert isinstance(node, Operation)
    if node.rule.name not in ("<", "<=", ">", ">="):
        return box
    less, more = node.parents if (node.rule.name in ("<", "<=")) == truth else node.parents[::-1]
    narrow = dict(box)
    for name, index in graph.inputs.items():
        if index == less:
            narrow[name] = intervals.cut(narrow[name], high=values[more].high)
        elif index == more:
            narrow[name] = intervals.cut(narrow[name], low=values[less].low)
    return None if any(map(intervals.is_empty, narrow.values())) else narrow


def open_choices(graph: Graph, values: Values) -> Iterator[int]:
    """The conditions of evaluated choices that are true in one place of the box and false in another."""
    for index, node in enumerate(graph.nodes):
        if isinstance(node, Operation) and node.rule.name == "if" and values[index] is not None:
            condition = node.parents[0]
            if intervals.truth(values[condition]) is None:
                yield condition


def united(one: Enclosure, other: Enclosure) -> Enclosure:
    """Bounds over both of two boxes."""
    if one.gap or other.gap:
        gap = one.gap or other.gap
        assert gap
        both = bool(one.gap and other.gap and one.gap.is_certain and other.gap.is_certain)
        return Enclosure(gap=gap._replace(is_certain=both))
    slopes = {name: bounded(intervals.either(slope, other.slopes[name])) for name, slope in one.slopes.items()}
    return Enclosure(intervals.either(one.value, other.value), slopes, {**other.causes, **one.causes})


def broken(question: Question, found: Enclosure, choice: int) -> Enclosure:
    """The same, where the value may jump with the condition `choice`."""
    if found.gap:
        return found
    names = question.moving(choice)
    cause = Cause(choice, "{} may change in this box, and the value may jump there", True)
    slopes = {name: NAN if name in names else slope for name, slope in found.slopes.items()}
    return replace(found, slopes=slopes, causes={**dict.fromkeys(names, cause), **found.causes})


def swept(question: Question, sweep: Gradient) -> Enclosure:
    """Bounds by one sweep."""
    causes = causes_of(sweep)
    slopes, why = dict(sweep.gradient), {}
    for name, index in question.targets.items():
        cause = causes.get(index)
        if cause and (cause.breaks or not intervals.is_finite(slopes[name])):
            why[name] = cause
            slopes[name] = NAN if cause.breaks else bounded(slopes[name])
    enclosure = Enclosure(sweep.value, slopes, why)
    for choice in open_choices(question.graph, list(sweep.values)):
        enclosure = broken(question, enclosure, choice)
    return enclosure


def bounded(slope: Interval) -> Interval:
    """A slope of which one sign at least is known; else nan."""
    has_sign = intervals.is_finite(slope) or intervals.is_positive(slope) or intervals.is_negative(slope)
    return slope if has_sign else NAN


def at_extremes(question: Question, box: Box, found: Enclosure) -> Interval:
    """Bounds of the value from the ends of each name by which it only rises or falls."""
    low, high = dict(box), dict(box)
    for name, slope in found.slopes.items():
        if name not in box or intervals.is_nan(slope):
            continue
        if intervals.is_positive(slope):
            low[name], high[name] = intervals.split_ends(box[name])
        elif intervals.is_negative(slope):
            high[name], low[name] = intervals.split_ends(box[name])
    if low == dict(box):
        return NAN
    least, greatest = (value_at(question, corner) for corner in (low, high))
    if intervals.is_nan(least) or intervals.is_nan(greatest):
        return NAN
    return Interval(least.low, greatest.high)


def mean_value(question: Question, box: Box, found: Enclosure) -> Interval:
    """f(c) + slope*(x - c) with c in the middle: bounds of the value where all slopes are bounded."""
    moving = [name for name, interval in box.items() if not intervals.is_point(interval)]
    if not all(name in found.slopes and intervals.is_finite(found.slopes[name]) for name in moving):
        return NAN
    centre = {name: intervals.middle(interval) for name, interval in box.items()}
    total = value_at(question, centre)
    for name in moving:
        rise = intervals.multiply(found.slopes[name], intervals.subtract(box[name], centre[name]))
        total = intervals.add(total, rise)
    return total


def value_at(question: Question, box: Box) -> Interval:
    """The value over a box, by evaluation alone; nothing is known where it may have none."""
    values = evaluate(question.graph, intervals, box)
    found: Interval = values[question.graph.output]
    return found
