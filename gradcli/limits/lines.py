"""A problem and a name become the formula as a function of that name, at any precision, the others held still."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, cached_property
from types import SimpleNamespace
from typing import Any

from gradcli.backends import balls, floats
from gradcli.errors import GradcliError
from gradcli.evaluation import Values, evaluate, formula_value
from gradcli.graph import Graph, Input, Operation
from gradcli.limits.sequences import size
from gradcli.point import Coordinate
from gradcli.problem import Problem
from gradcli.rules import bessel, gammas, integrals

ACCURATE = 64
"""Bits of a difference quotient that are enough."""
SIMILAR = 20
"""Bits that the value at the point must share with that in doubles; else a jump is between them."""
TINY = -500
"""The binary logarithm of what is made of numbers too small for doubles, by a root."""
LARGEST_ARGUMENT, LARGEST_ARGUMENTS = 12, 8
"""The binary logarithm of the argument, and of one of several, beyond which special functions can take Arb minutes."""


class NoValue(Exception):
    """The formula has no value there."""


class Line:
    """A formula as a function of one name, the others held at the point; `answer` is its value there in doubles,
    None where there is none, and the limits of the value are asked for."""

    def __init__(self, problem: Problem, name: str, answer: float | None) -> None:
        self.problem = problem
        self.name = name
        self.answer = answer
        self.points: dict[int, dict[str, Any]] = {}
        self.origins: dict[int, Any] = {}
        self.inside: set[int] = set()

    @cached_property
    def graph(self) -> Graph:
        """The graph in which the name is an input."""
        return freed(self.problem.graph, self.name)

    @cached_property
    def bounded(self) -> list[tuple[int, Operation]]:
        """The functions that do not have a value everywhere."""
        nodes = enumerate(self.graph.nodes)
        return [(index, node) for index, node in nodes if isinstance(node, Operation) and node.rule.domain]

    @cached_property
    def changing(self) -> set[int]:
        """The nodes that depend on the name."""
        found: set[int] = set()
        for index, node in enumerate(self.graph.nodes):
            parents = node.parents if isinstance(node, Operation) else ()
            if (isinstance(node, Input) and node.name == self.name) or not found.isdisjoint(parents):
                found.add(index)
        return found

    def point(self, precision: int) -> dict[str, Any]:
        """The numbers of the point, with that of the name."""
        if precision not in self.points:
            problem = self.problem
            numbers = {name: as_written(coordinate) for name, coordinate in problem.point.items()}
            if self.name not in numbers:
                index = problem.graph.bindings[self.name]
                numbers[self.name] = evaluate(replace(problem.graph, output=index), balls, numbers)[index]
            self.points[precision] = numbers
        return self.points[precision]

    def value(self, precision: int, step: Any) -> Any:
        """The formula's value a step away from the point, nan where it is not known. Raises NoValue."""
        numbers = self.point(precision)
        moved = {**numbers, self.name: balls.add(numbers[self.name], step)}
        try:
            values = evaluate(self.graph, quick_balls(), moved)
            if self.leaves_domain(values):
                raise NoValue
        except GradcliError:  # a function that balls do not have
            return balls.NAN
        return values[self.graph.output]

    def leaves_domain(self, values: Values) -> bool:
        """Is an evaluated function outside its domain, beyond doubt?"""
        for index, node in self.bounded:
            arguments = [values[parent] for parent in node.parents]
            if index in self.inside or values[index] is None or None in arguments:
                continue
            for domain in node.rule.domain:
                holds = formula_value(domain.predicate, node.rule.parameters, arguments, quick_balls())
                if balls.truth(holds) is False:
                    return True
            if index not in self.changing:  # then it need not be looked at again, which takes most of the time
                self.inside.add(index)
        return False

    def origin(self, precision: int) -> Any:
        """The value at the point itself; nan where balls do not know it, or where it is not what doubles give."""
        if precision not in self.origins:
            assert self.answer is not None
            try:
                found = self.value(precision, balls.number("0"))
            except NoValue:  # as written, the point is outside, by less than a double can tell
                found = balls.NAN
            self.origins[precision] = found if is_about(found, balls.double(self.answer)) else balls.NAN
        return self.origins[precision]

    @cached_property
    def exponents(self) -> tuple[int, int]:
        """The binary exponent of the number that the name has, and the least of all numbers at the point and of what
        is constant in the formula, `10^-200` say; 0 for zero."""
        with balls.precision(ACCURATE):
            numbers = self.point(ACCURATE)
            sizes = [size(number) for number in (*numbers.values(), *self.constants(numbers))]
            own = size(numbers[self.name])
        return (
            math.floor(own) if math.isfinite(own) else 0,
            min((math.floor(number) for number in sizes if math.isfinite(number)), default=0),
        )

    def constants(self, numbers: Mapping[str, Any]) -> list[Any]:
        """The values of the parts that are made of written numbers alone."""
        try:
            values = evaluate(self.graph, quick_balls(), numbers)
        except GradcliError:  # a function that balls do not have
            return []
        is_constant: list[bool] = []
        for node in self.graph.nodes:
            parents = node.parents if isinstance(node, Operation) else ()
            is_constant.append(not isinstance(node, Input) and all(is_constant[parent] for parent in parents))
        fixed = (value for value, is_fixed in zip(values, is_constant, strict=True) if is_fixed)
        return [value for value in fixed if value is not None and not isinstance(value, (bool, str))]


def freed(graph: Graph, name: str) -> Graph:
    """The graph in which a name bound in the formula is an input."""
    if name not in graph.bindings:
        return graph
    index = graph.bindings[name]
    node = Input(name, graph.nodes[index].span)
    return replace(graph, nodes=(*graph.nodes[:index], node, *graph.nodes[index + 1 :]))


def as_written(coordinate: Coordinate) -> Any:
    """A number of the point as a person would write it: the double 0.1 is one tenth, as it is in the formula."""
    return balls.number(floats.text(coordinate.value)) if coordinate.written is None else coordinate.on(balls)


def is_about(number: Any, answer: Any) -> bool:
    """Is a number what doubles give, but for rounding, or for numbers on the way that are too small for them?

    It may be no more than bounds that hold what doubles give, as those of `abs(x - pi)` at pi.
    """
    if not balls.is_finite(number):
        return False
    if balls.ball(number).contains(balls.ball(answer)):
        return True
    larger = max(size(number), size(answer))
    return larger < TINY or size(balls.subtract(number, answer)) <= larger - SIMILAR


@cache
def quick_balls() -> SimpleNamespace:
    """The balls, with special functions known only where their arguments are moderate."""
    return SimpleNamespace(**{name: moderate(item) if name in slow() else item for name, item in vars(balls).items()})


@cache
def slow() -> frozenset[str]:
    """The special functions, by their names in a backend: they take most of the time, and more where it is precise."""
    return frozenset(rule.backend_name for module in (bessel, gammas, integrals) for rule in module.RULES)


def moderate(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that is nan for large arguments."""

    def of_moderate(*arguments: Any) -> Any:
        largest = LARGEST_ARGUMENT if len(arguments) == 1 else LARGEST_ARGUMENTS
        return function(*arguments) if max(map(size, arguments)) <= largest else balls.NAN

    return of_moderate
