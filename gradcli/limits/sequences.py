"""Numbers at ever smaller steps become what they tend to: a number, infinity, nothing, or it stays open.

These limits are seen, not proven: what a formula does below the smallest step is not known. What comes too slowly,
as 1/log(h) does, or changes its ways at some size of h, stays open.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from gradcli.backends import balls, floats
from gradcli.sides import Side


class Sample(NamedTuple):
    """A number that belongs to the step h, about 2^-bits: the difference quotient, or the value; and the value."""

    bits: int
    step: Any
    number: Any
    value: Any


Level = Sequence[Sample]
"""Samples at steps of about the same size, the largest first."""

OPEN = Side("open")
CLOSE = 50
"""Bits to which the last levels must agree on a limit: those of a double."""
NEAR = -3
"""The relative distance, as a binary logarithm, within which the first level must be; else a kink that lies beside
the point, by rounding, may be in between."""
SLOWEST = 0.1
"""The least power of h by which a number tends to 0 or to infinity; what is slower stays open."""
STEEPEST = 4.0
"""The greatest power of h that is believed of numbers that are not small yet. A kink that only rounding has moved
to this point, by 1e-17, shows as a drop that is steeper."""
SMALL = -30
"""The binary logarithm of small numbers."""
FURTHEST = 10**300
"""The greatest binary logarithm that is told apart."""


def tends(levels: Sequence[Level]) -> Side:
    """What numbers tend to, from levels of ever smaller steps."""
    last = levels[-1][-1].number
    if is_positive(last) is not None and comes_near(levels, last):
        return limit(last)
    sizes = [max(size(sample.number) for sample in level) for level in levels]
    falls = powers(levels, sizes)
    if min(falls) >= SLOWEST and (sizes[0] < SMALL or falls[0] <= STEEPEST):
        return Side("limit", 0.0, "0")
    if grow(levels, falls):
        return Side("limit", math.inf, "inf") if is_positive(last) else Side("limit", -math.inf, "-inf")
    return Side("oscillating") if oscillate(levels) else OPEN


def jump(levels: Sequence[Level], answer: float) -> Side | None:
    """The limit of the value if that is not `answer`, the value at the point; `levels` are of difference quotients.

    Where both are the same double, as with `floor` at 1e300, it is written as their difference beside the answer.
    """
    rises = [[part._replace(number=balls.multiply(part.number, part.step)) for part in level] for level in levels]
    rise = tends(rises)
    if rise.kind != "limit" or rise.text == "0":
        return None
    value = tends([[part._replace(number=part.value) for part in level] for level in levels])
    if value.text == floats.text(answer):
        sign, size = ("-", rise.text[1:]) if rise.text.startswith("-") else ("+", rise.text)
        value = value._replace(text=f"{value.text} {sign} {size}")
    return value._replace(kind="jump") if value.kind == "limit" else None


def comes_near(levels: Sequence[Level], last: Any) -> bool:
    """Do the numbers come near to the last one without a break: from the start, or by one power of h?"""
    distances = [
        max(size(balls.divide(balls.subtract(sample.number, last), last)) for sample in level) for level in levels[:-1]
    ]
    if max(distances[-2:]) > -CLOSE:
        return False
    if distances[0] <= NEAR:
        return True
    found = powers(levels, [distance for distance in distances if distance > -4 * CLOSE])
    return len(found) > 1 and min(found) >= SLOWEST and max(found) <= 2 * min(found)


def powers(levels: Sequence[Level], sizes: Sequence[float]) -> list[float]:
    """The power of h by which sizes fall from each level to the next; infinite for what is zero."""
    steps = [later[0].bits - earlier[0].bits for earlier, later in pairwise(levels)]
    return [
        (earlier - later) / step if later > -math.inf else math.inf
        for (earlier, later), step in zip(pairwise(sizes), steps, strict=False)
    ]


def grow(levels: Sequence[Level], falls: Sequence[float]) -> bool:
    """Do the numbers grow without bound, by a power of h or as its logarithm does?"""
    signs = {is_positive(sample.number) for level in levels for sample in level}
    if len(signs) > 1 or None in signs:
        return False
    if max(falls) <= -SLOWEST:
        return True
    sizes = [size(level[0].number) for level in levels]
    doublings = [math.log2(level[0].bits) for level in levels]
    rates = [
        (after - before) / (later - earlier)
        for (before, after), (earlier, later) in zip(pairwise(sizes), pairwise(doublings), strict=True)
    ]
    return min(rates) >= 0.4 and abs(rates[-1] - rates[-2]) <= 0.05 * rates[-1]


def oscillate(levels: Sequence[Level]) -> bool:
    """Do the numbers go up and down without coming nearer to each other?"""
    numbers = [sample.number for level in levels[2:] for sample in level]
    rises = [is_positive(balls.subtract(after, before)) for before, after in pairwise(numbers)]
    turns = sum(one != other for one, other in pairwise(rises))
    spreads = [spread(level) for level in levels[2:]]
    return None not in rises and turns >= 4 and max(spreads[-2:]) >= max(spreads[:2]) - 4


def spread(level: Level) -> float:
    """The size of the largest difference between neighbours."""
    return max(size(balls.subtract(one.number, other.number)) for one, other in pairwise(level))


def size(x: Any) -> float:
    """The binary logarithm of |x|, or of its upper bound."""
    bound = balls.ball(x).abs_upper()
    if bound.is_zero() or not bound.is_finite():
        return -math.inf if bound.is_zero() else math.inf
    mantissa, exponent = (int(part) for part in bound.man_exp())
    excess = max(mantissa.bit_length() - 64, 0)
    return float(max(min(exponent + excess, FURTHEST), -FURTHEST)) + math.log2(mantissa >> excess)


def is_positive(x: Any) -> bool | None:
    """Is x above 0? None where that is not known, or x is 0."""
    x = balls.ball(x)
    return True if x > 0 else False if x < 0 else None


def limit(x: Any) -> Side:
    """The limit that is a finite number."""
    number = float(balls.ball(x).str(30, radius=False))
    if math.isfinite(number) and (number != 0 or balls.is_zero(x)):
        return Side("limit", number, floats.text(number))
    mantissa, _, exponent = balls.ball(x).str(15, radius=False).partition("e")
    return Side("limit", number, f"{mantissa.rstrip('0').rstrip('.')}e{int(exponent)}")


def is_accurate(x: Any, digits: int, bits: int) -> bool:
    """Has a ball so many binary digits, or is it as good as zero at a step of 2^-bits?"""
    if balls.is_exact(x):
        return True
    return bool(balls.is_finite(x)) and (x.rel_accuracy_bits() >= digits or size(x) < -2 * bits)
