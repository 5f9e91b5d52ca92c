"""An interval becomes its ends, its middle, its halves, what is left of it beside a bound, and how wide it is."""

from __future__ import annotations

from typing import Any

from flint import arb, fmpq

from gradcli.backends import balls
from gradcli.backends.intervals.numbers import Interval, is_nonnegative, is_nonpositive, is_point

__all__ = [
    "cut",
    "halves",
    "is_empty",
    "middle",
    "nearest_zero",
    "reach",
    "share",
    "split_ends",
]


def split_ends(x: Interval) -> tuple[Interval, Interval]:
    """Both ends, each as an interval."""
    return Interval(x.low, x.low), Interval(x.high, x.high)


def middle(x: Interval) -> Interval:
    """A number about in the middle, short if the interval has room for one, and never outside of it."""
    if is_point(x):
        return x
    exact = balls.add(*map(settled, x)) / 2
    for found in (settled(arb(exact).mid()), exact):
        if balls.less_equal(x.low, found) is True and balls.less_equal(found, x.high) is True:
            return Interval(found, found)
    return Interval(x.low, x.low)


def nearest_zero(x: Interval) -> Interval:
    """The number nearest to 0, as far as that can be told."""
    zero = fmpq(0)
    if is_nonnegative(x):
        return Interval(x.low, x.low)
    return Interval(x.high, x.high) if is_nonpositive(x) else Interval(zero, zero)


def settled(x: Any) -> Any:
    """An end as a rational, where it is none yet and not too long for it."""
    return balls.settled(x) if isinstance(x, arb) else x


def halves(x: Interval) -> tuple[Interval, Interval]:
    """Both halves, which share their middle."""
    found = middle(x).low
    return Interval(x.low, found), Interval(found, x.high)


def cut(x: Interval, *, low: Any = None, high: Any = None) -> Interval:
    """The part of an interval that is not below `low`, or not above `high`."""
    if low is not None and balls.greater(low, x.low) is True:
        return Interval(low, x.high)
    if high is not None and balls.less(high, x.high) is True:
        return Interval(x.low, high)
    return x


def is_empty(x: Interval) -> bool:
    """Has an interval that was cut no number left?"""
    return balls.greater(x.low, x.high) is True


def width(x: Interval) -> Any:
    """The width, as a ball."""
    return arb(x.high) - arb(x.low)


def share(x: Interval, whole: Interval) -> float:
    """About how wide an interval is, as a share of a wider one."""
    return float(width(x) / width(whole))


def reach(slope: Interval, x: Interval) -> float:
    """About how far a slope may move a value over an interval."""
    return float(arb(abs(arb(slope.low))).max(abs(arb(slope.high))) * width(x))
