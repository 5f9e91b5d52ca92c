"""A double and a ball around the true number to how many of the double's digits are right."""

from __future__ import annotations

import math
import sys
from typing import Any, NamedTuple

from gradcli.backends import balls, floats

DIGITS = 20
"""Digits of a true number that are shown."""
TOLD = 12
"""A number with fewer right digits is warned about: some thousand units in the last place have been lost."""
SEEN = "see the warning"
"""How a reason begins that a warning says already."""


class Proof(NamedTuple):
    """What is proven of the true number that the double `ours` was printed for.

    `reason` says why nothing is; it is empty where something is. `text` is the true number, of which `digits`
    significant digits are proven (None: it is known exactly), and it lies between `low` and `high`. `ulp` is the
    most that `ours` differs from it in units of the last place, `relative` as a share of it; where it is zero, or
    cannot be told from zero (`is_zero`), of the terms that were added up to `ours`. Of the `shown` digits that
    `ours` is printed with `right` are those of the true number, rounded or cut off. `is_nearest` says that no double
    is nearer to it.
    """

    ours: float
    reason: str = ""
    text: str = ""
    digits: int | None = 0
    low: str = ""
    high: str = ""
    ulp: float = math.inf
    relative: float = math.inf
    shown: int = 16
    right: int = 0
    is_zero: bool = False
    is_nearest: bool = False

    @property
    def is_known(self) -> bool:
        """Is there a proof at all?"""
        return not self.reason

    @property
    def said(self) -> str:
        """The true number in words."""
        return f"0, or smaller than {self.text.lstrip('+/-')}" if self.is_zero and self.text != "0" else self.text

    @property
    def is_seen(self) -> bool:
        """Does a warning say already why nothing is proven?"""
        return self.reason.startswith(SEEN)

    @property
    def is_told(self) -> bool:
        """Did the number lose more than its last digits, though a double could have them?"""
        return self.is_known and not self.is_nearest and self.right < TOLD

    @property
    def wrong(self) -> int:
        """How many of the digits shown are wrong."""
        return self.shown - self.right

    @property
    def is_lost(self) -> bool:
        """Are fewer than half of the digits shown right, though a double could have more?"""
        return self.is_known and not self.is_nearest and self.right < self.shown / 2


def unproved(ours: float, reason: str) -> Proof:
    """Nothing is known of the true number, for this reason."""
    return Proof(ours, reason)


def proved(ours: float, number: Any, scale: float) -> Proof:
    """What `number`, an exact number or a ball around the true one, says of the double `ours`.

    `scale` is the size of the terms that were added up to `ours`.
    """
    if not math.isfinite(ours):
        return unproved(ours, "the answer is not a finite number")
    ball = balls.ball(number)
    low, high = (float(end) for end in (ball.lower(), ball.upper()))
    is_zero = bool(ball.contains(0))
    error = abs(ball - balls.ball(balls.double(ours))).abs_upper()
    size = balls.ball(balls.double(scale if math.isfinite(scale) else 0.0)) if is_zero else ball.abs_lower()
    known = balls.proven_digits(number)
    shown = digits_of(ours)
    is_nearest = low == high == ours
    printed = balls.number(floats.text(abs(ours)))
    # A zero that stands for what is too small for a double has no wrong digits.
    right = shown if ours == 0 and is_nearest else right_digits(printed, -ball if ours < 0 else ball, size, shown)
    return Proof(
        ours,
        "",
        balls.decimal(number, DIGITS),
        None if known < 0 else known,
        *balls.enclosure(number, DIGITS),
        balls.upper_double(error / math.ulp(min(max(abs(low), abs(high)) or abs(ours), sys.float_info.max))),
        balls.upper_double(error / size) if size > 0 else 0.0 if error == 0 else math.inf,
        shown,
        right,
        is_zero,
        is_nearest,
    )


def digits_of(number: float) -> int:
    """The significant digits that a double is printed with; 16 where that is fewer, as all of them were computed."""
    return max(16, len(floats.text(number).partition("e")[0].replace(".", "").lstrip("-0")))


def right_digits(printed: Any, truth: Any, size: Any, shown: int) -> int:
    """How many of the digits of a printed number, not negative, are right; `truth` has the same sign if it should.

    All of them if they are those of the truth rounded or cut off; else as many as there are before the error matters:
    it is at most half a unit of the last of them, the first one being of `size`.
    """
    off = truth - balls.ball(printed)
    if off.is_zero():
        return shown
    if printed != 0:
        last_unit = balls.ball(balls.power_of_ten(balls.magnitude(printed) - shown + 1))
        if -last_unit / 2 <= off < last_unit:
            return shown
    error = off.abs_upper()
    if not (size > 0 and 2 * error < size):
        return 0
    first = math.floor(float(size.log() / size.const_log10()))
    last = math.ceil(float((2 * error).log() / size.const_log10()))
    return max(0, min(shown - 1, first + 1 - last))
