"""A problem becomes what its formula does on both sides of the point, along each name, seen at high precision.

The difference quotient is evaluated in balls at steps from 2^-40 to 2^-450, so that neither rounding nor
cancellation is taken for a slope. What is found is a limit that is seen, not proven; see `sequences`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gradcli.backends import balls
from gradcli.lines import ACCURATE, Line, NoValue
from gradcli.problem import Problem
from gradcli.sequences import OPEN, Level, Sample, is_accurate, jump, tends
from gradcli.sides import Side, Sides

LEVELS = (40, 60, 90, 135, 200, 300, 450)
"""Steps are 2^-level. The first is above the rounding of doubles, by which the point may miss a kink."""
FRACTIONS = ((1, 1), (5, 7), (3, 5))
"""Steps within a level, so that no oscillation is met at one phase only."""
ENOUGH = 4
"""Levels that must be known."""
PRECISIONS = (2, 4, 8)
"""Bits to work with, in terms of those of the step."""
LARGEST = 3000
"""Nodes that are evaluated at each step, over all names; beyond it nothing is looked at."""
NAMES = 16
"""Names that are looked along."""


def of_slopes(problem: Problem, names: Iterable[str], value: float) -> dict[str, Sides]:
    """The limits of the difference quotient along each of `names`; nothing where they would take too long.

    `value` is the formula's at the point, in doubles.
    """
    return dict(looked_at(problem, names, value))


def of_values(problem: Problem, names: Iterable[str]) -> dict[str, Sides]:
    """The limits of the value along each of `names`; nothing where they would take too long."""
    return dict(looked_at(problem, names, None))


def looked_at(problem: Problem, names: Iterable[str], answer: float | None) -> Iterator[tuple[str, Sides]]:
    """The sides along each name that the formula has."""
    graph = problem.graph
    known = [name for name in names if name in graph.inputs or name in graph.bindings]
    if len(known) > NAMES or len(known) * len(graph.nodes) > LARGEST:
        return
    for name in known:
        line = Line(problem, name, answer)
        yield name, Sides(*(side(line, direction) for direction in (-1, 1)))


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
    return found if line.answer is None or found.is_finite else jump(levels) or found


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
