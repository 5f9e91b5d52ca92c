"""Names become points to compare at: simple numbers first, then both signs, several magnitudes, narrow domains."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count

SEED = 20
"""Any number; always the same, so that a verdict can be repeated."""
SIMPLE = (
    ("2", "3", "5", "7", "4", "6"),
    ("-2", "3", "-5", "7", "-4", "6"),
    ("0.5", "0.25", "0.75", "0.2", "0.4", "0.6"),
    ("3", "-2", "5", "-7", "6", "-4"),
    ("-3", "-2", "-5", "-7", "-4", "-6"),
    ("-0.5", "0.25", "-0.75", "0.2", "-0.4", "0.6"),
    ("1.5", "2.5", "0.5", "3.5", "4.5", "1.25"),
    ("1", "2", "3", "4", "5", "6"),
    ("10", "0.1", "20", "0.2", "30", "0.3"),
)
"""Points of numbers that are easy to check by hand, no two alike."""
SPREAD = 100
"""Points all over the place, before the search goes on beside those that were good."""

Draw = Callable[[random.Random], float]


def between(low: float, high: float) -> Draw:
    """Numbers spread evenly."""
    return lambda chance: chance.uniform(low, high)


def magnitudes(low: float, high: float, signs: Sequence[int] = (-1, 1)) -> Draw:
    """Numbers of all sizes."""
    return lambda chance: chance.choice(signs) * 10 ** chance.uniform(math.log10(low), math.log10(high))


FAMILIES: tuple[Draw, ...] = (
    magnitudes(1e-3, 1e3),
    between(0.01, 0.99),
    between(1.1, 10),
    between(-3, 3),
    between(-0.99, 0.99),
    lambda chance: chance.randint(0, 5),
    magnitudes(10, 1000, (1,)),
    between(-10, -0.1),
    magnitudes(1e-3, 0.1),
)
"""Where functions live: everywhere, asin, acosh, angles, the whole numbers of Bessel orders, log(log(x)), ..."""


def candidates(names: Sequence[str], good: Sequence[Mapping[str, str]]) -> Iterator[dict[str, str]]:
    """Points without end, numbers as decimal texts. `good` are those that proved useful so far; it may grow."""
    for numbers in SIMPLE:
        yield {name: varied(numbers, index) for index, name in enumerate(names)}
    chance = random.Random(SEED)
    for turn in count():
        if turn > SPREAD and good and turn % 2:
            yield beside(good[turn // 2 % len(good)], chance)
        elif turn % 3 == 2:
            yield {name: short(chance.choice(FAMILIES)(chance)) for name in names}
        else:
            family = FAMILIES[turn % len(FAMILIES)]
            yield {name: short(family(chance)) for name in names}


def varied(numbers: Sequence[str], index: int) -> str:
    """The number for the name at `index`; where names outnumber the numbers, a little more each round."""
    again, place = divmod(index, len(numbers))
    return short(float(numbers[place]) * (1 + again / 8))


def beside(point: Mapping[str, str], chance: random.Random) -> dict[str, str]:
    """A point like `point`, one of its numbers changed by up to a half, or in sign."""
    name = chance.choice(list(point))
    factor = chance.choice((-1.0, 0.5, 0.8, 0.9, 0.95, 1.05, 1.1, 1.25, 1.5, 2.0))
    return {**point, name: short(float(point[name]) * factor)}


def short(value: float) -> str:
    """A number of three digits."""
    from gradcli.backends import floats

    return floats.text(float(f"{value:.3g}"))
