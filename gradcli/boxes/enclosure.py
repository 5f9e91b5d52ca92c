"""A graph and a box become bounds of the value and the slopes over it: one sweep on intervals, and what tightens it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce

from gradcli.backends import intervals
from gradcli.backends.intervals import NAN, Interval
from gradcli.boxes.causes import Cause, causes_of
from gradcli.boxes.facts import narrowed
from gradcli.boxes.holes import Hole, holes, worst
from gradcli.boxes.question import Box, BoxQuestion, ancestors
from gradcli.evaluation import Values, evaluate
from gradcli.gradient import Gradient
from gradcli.graph import Graph, Operation
from gradcli.reverse import differentiate

BRANCHES = 4
"""Conditions of one box that are tried both ways; each doubles the work, and a smaller box has fewer."""


@dataclass(frozen=True, eq=False)
class Enclosure:
    """Bounds over one box; slopes that are not known are nan, and `causes` says why. With a `hole` there are none."""

    value: Interval = NAN
    slopes: Mapping[str, Interval] = field(default_factory=dict)
    causes: Mapping[str, Cause] = field(default_factory=dict)
    hole: Hole | None = None


def enclose(question: BoxQuestion, box: Box) -> Enclosure:
    """Bounds over `box`, by the sweep, then by what the signs of slopes say, then by the mean value theorem."""
    found = branched(question, box, {})
    if found.hole:
        return found
    value = intervals.intersection(found.value, at_extremes(question, box, found))
    return replace(found, value=intervals.intersection(value, mean_value(question, box, found)))


def branched(question: BoxQuestion, box: Box, forced: Mapping[int, bool]) -> Enclosure:
    """Bounds by one sweep, or where a condition changes in the box by one for each branch."""
    graph = question.graph
    sweep = differentiate(graph, intervals, box, question.names, checked=False, forced=forced)
    values = list(sweep.values)
    found = list(holes(graph, values, question.facts(forced)))
    choice = next(open_choices(graph, values), None)
    if choice is None or len(forced) >= BRANCHES:
        return Enclosure(hole=worst(found)) if found else swept(question, sweep)
    # What a condition is made of has to have a value whichever branch is taken; the branches speak for themselves.
    conditions = ancestors(graph, choice)
    if unavoidable := [hole for hole in found if hole.is_certain or hole.node in conditions]:
        return Enclosure(hole=worst(unavoidable))
    branches = [
        branched(question, side, given)
        for given in ({**forced, choice: truth} for truth in (True, False))
        for side in narrowed(graph, box, values, given)
    ]
    if not branches:  # a condition that is neither true nor false of anything has not been understood
        return Enclosure(hole=worst(found)) if found else broken(question, swept(question, sweep), choice)
    return broken(question, reduce(united, branches), choice)


def open_choices(graph: Graph, values: Values) -> Iterator[int]:
    """The conditions of evaluated choices that are true in one place of the box and false in another."""
    for index, node in enumerate(graph.nodes):
        if isinstance(node, Operation) and node.rule.name == "if" and values[index] is not None:
            condition = node.parents[0]
            if intervals.truth(values[condition]) is None:
                yield condition


def united(one: Enclosure, other: Enclosure) -> Enclosure:
    """Bounds over both of two boxes."""
    if one.hole or other.hole:
        hole = one.hole or other.hole
        assert hole
        both = bool(one.hole and other.hole and one.hole.is_certain and other.hole.is_certain)
        return Enclosure(hole=hole._replace(is_certain=both))
    slopes = {name: bounded(intervals.either(slope, other.slopes[name])) for name, slope in one.slopes.items()}
    return Enclosure(intervals.either(one.value, other.value), slopes, {**other.causes, **one.causes})


def broken(question: BoxQuestion, found: Enclosure, choice: int) -> Enclosure:
    """The same, where the value may jump with the condition `choice`."""
    if found.hole:
        return found
    names = question.moving(choice)
    cause = Cause(choice, "{} may change in this box, and the value may jump there", True)
    slopes = {name: NAN if name in names else slope for name, slope in found.slopes.items()}
    return replace(found, slopes=slopes, causes={**dict.fromkeys(names, cause), **found.causes})


def swept(question: BoxQuestion, sweep: Gradient) -> Enclosure:
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
    has_sign = intervals.is_finite(slope) or intervals.is_nonnegative(slope) or intervals.is_nonpositive(slope)
    return slope if has_sign else NAN


def at_extremes(question: BoxQuestion, box: Box, found: Enclosure) -> Interval:
    """Bounds of the value from the ends of each name by which it only rises or falls."""
    low, high = extremes(box, found)
    if low == dict(box):
        return NAN
    least, greatest = (value_at(question, corner) for corner in (low, high))
    if intervals.is_nan(least) or intervals.is_nan(greatest):
        return NAN
    return Interval(least.low, greatest.high)


def extremes(box: Box, found: Enclosure) -> tuple[Box, Box]:
    """The parts of a box where the value is least, and greatest, as far as the signs of its slopes tell."""
    low, high = dict(box), dict(box)
    for name, slope in found.slopes.items():
        if name not in box or intervals.is_nan(slope):
            continue
        if intervals.is_nonnegative(slope):
            low[name], high[name] = intervals.split_ends(box[name])
        elif intervals.is_nonpositive(slope):
            high[name], low[name] = intervals.split_ends(box[name])
    return low, high


def mean_value(question: BoxQuestion, box: Box, found: Enclosure) -> Interval:
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


def value_at(question: BoxQuestion, box: Box) -> Interval:
    """The value over a box, by evaluation alone; nothing is known where it may have none."""
    values = evaluate(question.graph, intervals, box)
    found: Interval = values[question.graph.output]
    return found
