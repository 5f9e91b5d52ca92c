"""A verdict to warnings: which numbers of an answer lost digits by rounding, and what SymPy has for them."""

from __future__ import annotations

from gradcli.check.symbolic import VALUE, Verdict
from gradcli.gradient import Note


def losses(verdict: Verdict) -> tuple[Note, ...]:
    """A warning for each number that lost digits."""
    return tuple(loss(name, digits, verdict.number(name)) for name, digits in verdict.lost.items())


def loss(name: str, digits: int, theirs: str) -> Note:
    """The warning for one number."""
    what = "the value" if name == VALUE else f"the slope by `{name}`"
    holds = "is" if digits == 1 else "are"
    message = f"rounding lost digits of {what}: {digits} of 16 {holds} right, and SymPy has {theirs}"
    return Note("check.rounding", message)
