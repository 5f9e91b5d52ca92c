"""A problem becomes what its formula does on both sides of the point, along each name, seen at high precision.

The difference quotient is evaluated in balls at ever smaller steps, so that neither rounding nor cancellation is
taken for a slope. What is found is a limit that is seen, not proven; see `sequences`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gradcli.backends import balls
from gradcli.graph import Graph, Operation
from gradcli.limits import LARGEST
from gradcli.limits.lines import ACCURATE, Line, NoValue, slow
from gradcli.limits.sequences import OPEN, Level, Sample, is_accurate, jump, tends
from gradcli.problem import Problem
from gradcli.sides import Side, Sides

LEVELS = (40, 61, 91, 137, 202, 303, 454)
"""Steps are 2^-level. The first is above the rounding of doubles, by which the point may miss a kink."""
FRACTIONS = ((1, 1), (707106781, 999999937), (577350269, 999999893))
"""Steps within a level, so that no oscillation is met at one phase only: about the roots of 1/2 and 1/3, over primes,
so that the reciprocal of a step is a whole number for one of them at most."""
ENOUGH = 4
"""Levels that must be known."""
PRECISIONS = (2, 4, 8)
"""Bits to work with, in terms of those of the step."""
LEAST = -1100
"""The least binary exponent of the numbers that are looked at, below any of a double. Between it and a smaller one,
which counts as 0 in doubles, a formula can do what is not seen; and steps beside that would take too many bits."""
WORK = LARGEST * LEVELS[-1]
"""Nodes times bits of the smallest step, over all names, that are worth it."""
SLOW = 8
"""A special function counts for as many nodes as bits divided by this: their time is as the square of the bits. As
many of the slowest as are looked at then take five seconds."""


def of_slopes(problem: Problem, names: Iterable[str], value: float) -> dict[str, Sides]:
    """The limits of the difference quotient along each of `names`; all are open where they would take too long.

    `value` is the formula's at the point, in doubles.
    """
    return looked_at(problem, names, value)


def of_values(problem: Problem, names: Iterable[str]) -> dict[str, Sides]:
    """The limits of the value along each of `names`; all are open where they would take too long."""
    return looked_at(problem, names, None)


def looked_at(problem: Problem, names: Iterable[str], answer: float | None) -> dict[str, Sides]:
    """The sides along each name that the formula has."""
    graph = problem.graph
    lines = [Line(problem, name, answer) for name in names if name in graph.inputs or name in graph.bindings]
    if takes_long(problem.graph, lines):
        return {line.name: Sides(OPEN, OPEN) for line in lines}
    return {line.name: Sides(side(line, -1), side(line, 1)) for line in lines}


def takes_long(graph: Graph, lines: Sequence[Line]) -> bool:
    """Would it take more than some seconds to look along so many lines?"""
    special = sum(isinstance(node, Operation) and node.rule.backend_name in slow() for node in graph.nodes)

    def work(bits: int) -> float:
        return bits * (len(graph.nodes) + special * bits / SLOW)

    if len(lines) * work(LEVELS[-1]) > WORK:  # then the numbers of so many lines are not worked out either
        return True
    if any(least < LEAST for _, least in (line.exponents for line in lines)):
        return True
    return sum(work(LEVELS[-1] - min(least, 0) + abs(own)) for own, least in (line.exponents for line in lines)) > WORK


def side(line: Line, direction: int) -> Side:
    """What happens in one direction."""
    levels: list[Level] = []
    gaps = 0
    for bits in steps(*line.exponents):
        try:
            level = [sample(line, bits, (direction * over, under)) for over, under in FRACTIONS]
        except NoValue:
            gaps += 1
            continue
        if not all(balls.is_finite(found.number) for found in level):
            break  # nothing is known of some step, and less will be of smaller ones
        levels.append(level)
    if gaps >= ENOUGH and not levels:
        return Side("none")
    if len(levels) < ENOUGH or gaps:
        return OPEN
    found = tends(levels)
    return found if line.answer is None or found.is_finite else jump(levels, line.answer) or found


def steps(own: int, least: int) -> Iterator[int]:
    """The levels beside a number of the exponent `own`, where the least is of the exponent `least`.

    All are small beside the numbers, but for the first: that is some thousand ulp of the name's own number.
    """
    first, *others = LEVELS
    least = min(least, 0)
    yield first - (own or least) if own < first - 1 else first
    for level in others:
        yield level - least


def sample(line: Line, bits: int, fraction: tuple[int, int]) -> Sample:
    """The difference quotient, or the value where there is none at the point. Raises NoValue."""
    step = number = value = balls.NAN
    for factor in PRECISIONS:
        precision = factor * (bits + ACCURATE + abs(line.exponents[0]))
        with balls.precision(precision):
            step = balls.divide(*(balls.number(str(part)) for part in fraction))
            step = balls.multiply(step, balls.power(balls.number("2"), balls.number(str(-bits))))
            value = number = line.value(precision, step)
            if line.answer is not None:
                number = balls.divide(balls.subtract(value, line.origin(precision)), step)
            if is_accurate(number, ACCURATE, bits):
                break
    return Sample(bits, step, number, value)
