"""What a formula does on both sides of a point, as a record and in words."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

SAME = 1e-15
"""Relative difference of two limits that is put down to their being rounded to doubles: some ulp, no more, since
`1e15*x + abs(x - 1)` has slopes on both sides of 1 that differ by 2e-15."""

Kind = Literal["limit", "jump", "none", "oscillating", "open"]


class Side(NamedTuple):
    """What happens on one side of a point x as h tends to 0: of the difference quotient (f(x + h) - f(x))/h,
    or, at a point without a value, of the value f(x + h).

    limit: it tends to `number`, which is infinite where it grows without bound. jump: the value tends to `number`,
    and not to f(x). none: there is no value on this side. oscillating: it does not settle. open: nothing is known.
    `text` is the number as it is shown, also where it is too large for a double.
    """

    kind: Kind
    number: float | None = None
    text: str = ""

    @property
    def is_finite(self) -> bool:
        """Is there a limit, and not an infinite one?"""
        return self.kind == "limit" and self.text not in ("inf", "-inf")


class Sides(NamedTuple):
    """The left and the right side of a point, as one name changes."""

    left: Side
    right: Side

    @property
    def agree(self) -> bool:
        """Is the limit the same on both sides?"""
        return self.left.kind == self.right.kind == "limit" and is_same(self.left, self.right)

    @property
    def have_slope(self) -> bool:
        """Is there a derivative?"""
        return self.agree and self.left.is_finite

    @property
    def jump(self) -> bool:
        """Does the value jump on a side?"""
        return "jump" in (self.left.kind, self.right.kind)

    @property
    def are_open(self) -> bool:
        """Is there a side of which nothing is known?"""
        return "open" in (self.left.kind, self.right.kind)

    @property
    def numbers(self) -> list[float]:
        """The limits there are, from the left to the right."""
        return [side.number for side in self if side.kind == "limit" and side.number is not None]


def is_same(one: Side, other: Side) -> bool:
    """Are two limits equal, but for how they are found?"""
    if one.text == other.text:
        return True
    if one.number is None or other.number is None or not math.isfinite(one.number + other.number):
        return False
    return math.isclose(one.number, other.number, rel_tol=SAME)


def of_slopes(both: Sides) -> str:
    """What the difference quotient does on both sides, in words."""
    left, right = both
    if both.agree or (left.kind == right.kind and left.kind in ("none", "oscillating", "open")):
        return {
            "limit": f"slope {left.text} from both sides",
            "none": "no value on either side",
            "oscillating": "a slope that oscillates on both sides",
            "open": "a slope that could not be found on either side",
        }[left.kind]
    if left.kind == right.kind == "limit":
        return f"slope {left.text} from the left, {right.text} from the right"
    told = [of_slope(left, "left"), of_slope(right, "right")]
    return ", ".join(reversed(told) if right.kind == "limit" else told)


def of_slope(side: Side, name: str) -> str:
    """What the difference quotient does on one side, in words."""
    return {
        "limit": f"slope {side.text} from the {name}",
        "jump": f"a jump on the {name}, where the value tends to {side.text}",
        "none": f"no value on the {name}",
        "oscillating": f"a slope that oscillates on the {name}",
        "open": f"a slope that could not be found on the {name}",
    }[side.kind]


def of_values(both: Sides) -> str:
    """What the value does on both sides of a point without one, in words; empty where that tells nothing."""
    left, right = both
    if both.agree:
        return f"the value tends to {left.text} from both sides"
    if left.kind == right.kind == "limit":
        return f"the value tends to {left.text} from the left and {right.text} from the right"
    if left.kind == right.kind == "oscillating":
        return "the value oscillates on both sides"
    told = [of_value(side, name) for side, name in ((left, "left"), (right, "right"))]
    if not any(side.kind in ("limit", "oscillating") for side in both):
        return ""
    return ", and ".join(sorted(filter(None, told)))


def of_value(side: Side, name: str) -> str:
    """What the value does on one side, in words."""
    return {
        "limit": f"the value tends to {side.text} from the {name}",
        "none": f"there is no value on the {name}",
        "oscillating": f"the value oscillates on the {name}",
    }.get(side.kind, "")
