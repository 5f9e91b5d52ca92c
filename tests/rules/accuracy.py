"""How far values and partials of the rule table are from mpmath's, in ulp: at the rows' own points, and at random ones."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from gradcli import rules
from gradcli.backends import floats
from gradcli.evaluation import apply, formula_value
from gradcli.partials import edge_at, formula_of, value_of
from gradcli.rules.rule import Rule

from . import reference

ROWS = [rule for rule in rules.RULES if not rule.is_condition]
SMOOTH = ("removable", "rounding", "end")
"""The kinds of edge on which partials are derivatives in the ordinary sense."""

Point = tuple[float, ...]
Worst = tuple[float | None, ...]
"""The worst figure of the value, then of each partial; None for one that is not known, or was not tried."""


def is_inside(rule: Rule, point: Point) -> bool:
    """Has the function a value at `point`?"""
    predicates = (domain.predicate for domain in rule.domain)
    return all(formula_value(predicate, rule.parameters, list(point), floats) for predicate in predicates)


def partial_at(rule: Rule, argument: int, point: Point) -> float:
    """A partial in doubles; nan where it is not known."""
    formula = formula_of(rule, argument, edge_at(rule, list(point), floats))
    return value_of(formula, rule, list(point), apply(rule, list(point), floats), floats) if formula else math.nan


def is_smooth(rule: Rule, point: Point) -> bool:
    """Has the function derivatives in the ordinary sense at `point`?"""
    edge = edge_at(rule, list(point), floats)
    return edge is None or edge.kind in SMOOTH


def of_more(rule: Rule) -> tuple[Rule, ...]:
    """The rows of three and of five arguments, for a function of any number of them that is no chain of pairs."""
    return (rule.of_count(3), rule.of_count(5)) if rule.family else ()


@cache
def value_error(rule: Rule, point: Point) -> float:
    """The error of the value."""
    return reference.ulps(apply(rule, list(point), floats), reference.exact_value(rule, point))


@cache
def partial_error(rule: Rule, argument: int, point: Point) -> float:
    """The error of a partial."""
    exact = reference.exact(reference.slope(rule, argument), point)
    return reference.ulps(partial_at(rule, argument, point), exact)


def errors(rule: Rule, point: Point) -> Worst:
    """The errors of value and partials at one point."""
    slopes = (
        partial_error(rule, argument, point) if partial and is_smooth(rule, point) else None
        for argument, partial in enumerate(rule.partials)
    )
    return (value_error(rule, point), *slopes)


def worst(rule: Rule, points: Iterable[Point]) -> Worst:
    """The worst errors over some points."""
    columns = zip(*(errors(rule, point) for point in points), strict=True)
    return tuple(max((error for error in column if error is not None), default=None) for column in columns)


def random_points(rule: Rule, count: int) -> Iterator[Point]:
    """Points inside the domain, the same ones in every run: each is one of the row's own, moved a little or a lot.

    An argument by which no derivative is known is an order, and stays. Points on edges are left to the row's own,
    and so are results so small or large that they lose digits, where the row makes an exception for them. The
    arguments of a row of a family that has no points of its own are those of the row of two, mixed.
    """
    dice = random.Random(rule.backend_name)
    loses_none = not any(rule.exceptions)
    tries = 0
    while count and tries < 10_000:
        tries += 1
        point = tuple(
            moved(dice, number) if partial else number
            for number, partial in zip(start(rule, dice), rule.partials, strict=True)
        )
        if not is_inside(rule, point) or edge_at(rule, list(point), floats) not in (None, *smooth_edges(rule)):
            continue
        results = [apply(rule, list(point), floats)]
        results += [partial_at(rule, argument, point) for argument, partial in enumerate(rule.partials) if partial]
        if all(is_ordinary(result) or (loses_none and math.isfinite(result)) for result in results):
            count -= 1
            yield point


def is_ordinary(result: float) -> bool:
    """Is a result neither beside the smallest doubles nor beside the largest?"""
    return 1e-290 < abs(result) < 1e290 or result in (0, 1)


def start(rule: Rule, dice: random.Random) -> Point:
    """One of the row's own points, or arguments from those of the row of two."""
    if rule.points:
        return dice.choice(rule.points)
    pair = rules.find(rule.name, 2)
    assert pair is not None
    return tuple(dice.choice(dice.choice(pair.points)) for _ in rule.parameters)


def smooth_edges(rule: Rule) -> Iterator[Any]:
    """The edges on which partials are derivatives."""
    return (edge for edge in rule.edges if edge.kind in SMOOTH)


def moved(dice: random.Random, number: float) -> float:
    """A number somewhere near, or of about the same size, or of the size of 1."""
    match dice.randrange(3):
        case 0:
            return number * (1 + dice.uniform(-1e-3, 1e-3))
        case 1:
            return number * 2 ** dice.uniform(-3, 3)
        case _:
            return dice.uniform(-6, 6)
