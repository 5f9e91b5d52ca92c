"""Numbers with proven bounds: each row of the rule table as a function on exact rationals and balls of Arb."""

from __future__ import annotations

from types import SimpleNamespace

from gradcli.backends import floats
from gradcli.backends.backend import Edges
from gradcli.backends.balls.arithmetic import *
from gradcli.backends.balls.bessel import *
from gradcli.backends.balls.binomials import *
from gradcli.backends.balls.decimals import *
from gradcli.backends.balls.elementary import *
from gradcli.backends.balls.gammas import *
from gradcli.backends.balls.hyperbolic import *
from gradcli.backends.balls.incompletes import *
from gradcli.backends.balls.integrals import *
from gradcli.backends.balls.numbers import *
from gradcli.backends.balls.pieces import *
from gradcli.backends.balls.powers import *
from gradcli.backends.balls.trigonometric import *
from gradcli.backends.balls.zetas import *

IS_DOUBLE = False
IS_INTERVAL = True
EDGES: Edges = "decided"
SHOWN = 20
"""Significant digits of a number as text, where nothing else is asked for."""


def text(x: Number) -> str:
    """A number to 20 digits, all of them right."""
    return decimal(x, SHOWN)


def with_digits(digits: int) -> SimpleNamespace:
    """This backend, whose texts have so many digits."""
    return SimpleNamespace(**{**globals(), "text": lambda x: decimal(x, digits)})


def of_doubles() -> SimpleNamespace:
    """This backend with written numbers and constants rounded to doubles, as those of the `floats` backend are."""

    def rounded(text: str) -> Number:
        return double(float(text))

    def rounded_constant(name: str) -> Number:
        return double(floats.constant(name))

    return SimpleNamespace(**{**globals(), "number": rounded, "constant": rounded_constant})
