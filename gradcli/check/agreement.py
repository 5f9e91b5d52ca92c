"""A derivative got two ways, by our rules and by SymPy, to whether both are the same function."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from gradcli.calculus.derivative import Derivative
from gradcli.check import symbolic_derivatives
from gradcli.check.claims.formulas import Sides, compared
from gradcli.check.claims.verdict import Judgement
from gradcli.check.symbolic_derivatives import Deriving, Found, Wanted
from gradcli.expression import Formula
from gradcli.problem import parse

SIDES = Sides("SymPy's derivative", "ours has a value")
"""How the two are called in what is said of them."""


class Agreement(NamedTuple):
    """SymPy's derivative of one output, and how it compares with ours; None where SymPy has none."""

    theirs: Found
    judgement: Judgement | None

    @property
    def is_refuted(self) -> bool:
        """Do the two differ?"""
        return self.judgement is not None and self.judgement.verdict == "different"


def start(ours: Derivative, seconds: float, *, simplify: bool) -> Deriving:
    """Sets SymPy to work on the same derivatives."""
    wanted = [Wanted(orders, place) for place, orders in ours.wanted]
    return symbolic_derivatives.start(
        ours.problem.formula, list(ours.problem.point), wanted, seconds, simplify=simplify
    )


def agreements(ours: Derivative, deriving: Deriving) -> tuple[Agreement, ...]:
    """Both ways compared, output by output, once SymPy has spoken."""
    found, names = deriving.verdict(), list(ours.problem.point)
    return tuple(
        Agreement(theirs, None if theirs.text is None else compared(one, parse(theirs.text), names, SIDES))
        for one, theirs in zip(single(ours.formula()), found, strict=True)
    )


def single(formula: Formula) -> Iterator[Formula]:
    """A formula of several outputs as one for each of them."""
    for result in formula.results:
        yield replace(formula, results=(result,), is_vector=False)
