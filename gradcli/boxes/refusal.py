"""A part of a box where a formula has no value, or may have none, becomes an error that says what may help."""

from __future__ import annotations

import math

from gradcli import absences
from gradcli.backends import intervals
from gradcli.backends.intervals import Interval
from gradcli.boxes.holes import Hole
from gradcli.boxes.question import Box, BoxQuestion
from gradcli.boxes.search import Part, zoomed
from gradcli.errors import GradcliError, in_calls
from gradcli.evaluation import site_of
from gradcli.expression import Formula
from gradcli.graph import Operation

ELSEWHERE = "choose a box in which it has one everywhere"
CLOSER = "choose a narrower box, or look closer with a larger `--split N`"
DIGITS = 6
"""Digits of the place where cutting does not help, as a share of the width of the box."""


def without_value(formula: Formula, question: BoxQuestion, whole: Box, parts: tuple[Part, ...]) -> GradcliError:
    """The error where the formula has no value somewhere in the box, or may have none; the first part shows where."""
    part, hole, graph = parts[0], parts[0].found.hole, question.graph
    assert hole is not None
    node = graph.nodes[hole.node]
    if hole.result:
        return absences.infinite_value(formula, intervals.text(hole.result))
    assert isinstance(node, Operation)
    if hole.domain and hole.is_certain and len(parts) == 1:
        texts = dict(zip(node.rule.parameters, map(intervals.text, hole.arguments), strict=True))
        spans = dict(zip(node.rule.parameters, node.arguments, strict=True))
        return absences.outside_domain(site_of(graph, node), hole.domain, texts, spans)
    what = what_lacks(node, hole, part.box if len(parts) > 1 else None)
    help = cure(question, whole, part)
    return GradcliError("domain.box", what, formula.source, node.place, help, in_calls(node.within))


def what_lacks(node: Operation, hole: Hole, box: Box | None) -> str:
    """What is said of a node that may have no value; `box` is the part of the box where that is."""
    parameters = node.rule.parameters
    shown = [
        intervals.text(value)
        for name, value in zip(parameters, hole.arguments, strict=False)
        if not (hole.domain and hole.domain.parameter) or name == hole.domain.parameter
    ]
    lie = f"its argument is {shown[0]}" if len(shown) == 1 else f"its arguments are {' and '.join(shown)}"
    verb = "has no value" if hole.is_certain else "may have no value" if hole.domain else "could not be bounded"
    where = "in this box" if box is None else f"for {ranges(box)}"
    return f"`{node.function}` {verb} {where}: {lie}{'' if box is None else ' there'}"


def ranges(box: Box) -> str:
    """The ranges of a box, in words."""
    return ", ".join(f"`{name}` in {intervals.text(x)}" for name, x in box.items() if not intervals.is_point(x))


def cure(question: BoxQuestion, whole: Box, part: Part) -> str:
    """What may help; more parts only where none is left without bounds however small the parts get."""
    assert part.found.hole
    if part.found.hole.is_certain:
        return ELSEWHERE
    last = zoomed(question, part, whole, lambda part: part.found.hole is not None)
    if last is None:
        return CLOSER
    if last.found.hole and last.found.hole.is_certain:
        return f"{ELSEWHERE}; it has none for {ranges(last.box)}"
    near = [
        f"`{name} = {place(x, whole[name])}`" for name, x in last.box.items() if not intervals.is_point(whole[name])
    ]
    if not near:
        return "choose another point"
    return f"choose a box that keeps away from {', '.join(near)}; more parts do not help there"


def place(x: Interval, whole: Interval) -> str:
    """About where a small part of a range is."""
    low, high = intervals.doubles(whole)
    number, _ = intervals.doubles(intervals.middle(x))
    if not 0 < high - low < math.inf:
        return f"{number!r}"
    return f"{round(number, DIGITS - math.ceil(math.log10(high - low))) + 0.0:.15g}"
