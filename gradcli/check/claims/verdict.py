"""What is found out about claims, as frozen records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from gradcli.expression import Formula
from gradcli.gradient import Note

Word = Literal["equal", "different", "undecided"]

DIGITS = 42
"""Significant digits that numbers must have in common to count as equal, where they are not exact."""


class Shown(NamedTuple):
    """A number: the double nearest to it, and digits enough to tell it from the one it stands beside."""

    value: float
    text: str


class Difference(NamedTuple):
    """A point where a claim is wrong: the numbers of the point as text, what is claimed and what is true there."""

    point: Mapping[str, str]
    claimed: Shown
    true: Shown


@dataclass(frozen=True)
class Judgement:
    """The verdict on one claim.

    `is_proved` says that SymPy has shown the equality for all points; `points` are those where both were compared and
    agree, and at `differing` points they do not. `difference` is where a claim is wrong, `ratio` claimed/true where
    that is the same at all points ("" where it is not), `mistake` what may have gone wrong. `numbers` stand for a claim
    that is a number, `relative` is how far off it is. `reason` says why the verdict is open, `remarks` what else there
    is to say.
    """

    name: str
    claim: str
    verdict: Word
    is_proved: bool = False
    points: int = 0
    difference: Difference | None = None
    ratio: str = ""
    mistake: str = ""
    reason: str = ""
    remarks: tuple[str, ...] = ()
    numbers: Difference | None = None
    relative: float | None = None
    differing: int = 0


@dataclass(frozen=True)
class Report:
    """The verdicts on all claims about a formula; `unjudged` are names that nothing was claimed about.

    `warnings` are about the question itself.
    """

    formula: Formula
    judgements: tuple[Judgement, ...]
    unjudged: tuple[str, ...] = ()
    rtol: float | None = None
    at: Mapping[str, float] = field(default_factory=dict)
    warnings: tuple[Note, ...] = ()

    @property
    def verdict(self) -> Word:
        """The verdict on all claims together."""
        words = {judgement.verdict for judgement in self.judgements}
        return "different" if "different" in words else "undecided" if "undecided" in words else "equal"
