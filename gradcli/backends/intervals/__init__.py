"""Numbers with proven bounds over a box: each row of the rule table as a function on intervals with exact ends.

A function without one of its own here is that of `balls` on a ball around the interval, or the row's definition.
"""

from __future__ import annotations

import math
from typing import Any

from flint import arb

from gradcli.backends import balls
from gradcli.backends.backend import Edges
from gradcli.backends.balls.decimals import beyond
from gradcli.backends.intervals import functions
from gradcli.backends.intervals.arithmetic import *
from gradcli.backends.intervals.functions import acot as acot
from gradcli.backends.intervals.functions import atan2 as atan2
from gradcli.backends.intervals.functions import root as root
from gradcli.backends.intervals.numbers import *
from gradcli.backends.intervals.pieces import *

IS_DOUBLE = False
IS_INTERVAL = True
EDGES: Edges = "decided"
SHOWN = 16
"""Significant digits of an end as text, rounded outward."""


def text(x: Any) -> str:
    """Both ends as decimals that the number lies between, `[0, 1]`, or the one number that it is; truths as words."""
    if not isinstance(x, Interval):
        return str(x).lower()
    if is_nan(x):
        return "not known"
    low, high = texts(x)
    return low if low == high else f"[{low}, {high}]"


def texts(x: Interval) -> tuple[str, str]:
    """Decimals that the number lies between."""
    return beyond(x.low, SHOWN, -1), beyond(x.high, SHOWN, 1)


def doubles(x: Interval) -> tuple[float, float]:
    """Doubles that the number lies between."""
    low, high = float(arb(x.low)), float(arb(x.high))
    while balls.less_equal(balls.double(low), x.low) is not True:
        low = math.nextafter(low, -math.inf)
    while balls.greater_equal(balls.double(high), x.high) is not True:
        high = math.nextafter(high, math.inf)
    return low, high


def __getattr__(name: str) -> Any:
    """A function of the rule table that is not written out here."""
    function = None if name.startswith("_") else functions.find(name)
    if function is None:
        raise AttributeError(f"there is no function `{name}` of intervals")
    return function
