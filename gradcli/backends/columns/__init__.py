"""Numbers that are arrays, a number for each row of a table: each row of the rule table as a function on them.

As in `floats` there is one zero, what has no value is nan and what is too large infinite. Besides, a function gives
no finite number outside its domain, so that it is enough to look at results to find the rows that have no value; but
those that go row by row may, as their derivatives need them one order further.
"""

from __future__ import annotations

import numpy as np

from gradcli.backends import floats
from gradcli.backends.backend import Edges
from gradcli.backends.columns.arithmetic import *
from gradcli.backends.columns.array import Array as Array
from gradcli.backends.columns.array import Truths as Truths
from gradcli.backends.columns.hyperbolic import *
from gradcli.backends.columns.pieces import *
from gradcli.backends.columns.powers import *
from gradcli.backends.columns.special import *
from gradcli.backends.columns.trigonometric import *

IS_DOUBLE = True
IS_INTERVAL = False
EDGES: Edges = "kept"


def number(text: str) -> Array:
    """A number as written; one too large for a double is infinite."""
    return np.array(floats.number(text))


def double(value: float) -> Array:
    """A double, as an array of no dimension."""
    return np.array(value)


def constant(name: str) -> Array:
    """A named constant of the language."""
    return np.array(floats.constant(name))


def truth(condition: Truths) -> bool | None:
    """Not decided, as it differs from row to row."""
    return None


def total(left: Array, right: Array) -> Array:
    """The sum of two contributions."""
    return np.add(left, right)


def is_zero(number: Array) -> bool:
    """Is this zero in every row?"""
    return bool(np.equal(number, 0).all())


def is_finite(number: Array) -> bool:
    """Is this neither infinite nor nan, in every row?"""
    return bool(np.isfinite(number).all())


def is_nan(number: Array) -> bool:
    """Is this no number at all, in every row?"""
    return bool(np.isnan(number).all())


def text(number: Array) -> str:
    """The numbers of all rows."""
    return ", ".join(map(floats.text, np.ravel(number).tolist()))
