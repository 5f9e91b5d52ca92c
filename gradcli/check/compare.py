"""SymPy's value and gradient of a formula, and ours, to a verdict."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence

import mpmath

from gradcli.check.derivative import compute
from gradcli.check.digits import DIGITS, NoValue, Number
from gradcli.check.rounding import Sweeps, is_rounding
from gradcli.check.symbolic import VALUE, Status, Verdict
from gradcli.expression import Formula

ULP = 1000.0
"""The largest difference, in units of the last place, that needs no explanation: some hundred roundings."""
RELATIVE = 1e-9
"""The same as a share, for doubles so small that one unit of the last place is much of them."""


def judge(
    formula: Formula, point: Mapping[str, float], numbers: Mapping[str, float], scale: Mapping[str, float]
) -> Verdict:
    """The verdict on `numbers`, slopes by name and the value by `VALUE`.

    `scale` is, for each name, the sum of the absolute terms or contributions that were added up to its number.
    """
    known, missing = compute(formula, point, numbers)
    sizes = {name: size if math.isfinite(size := scale.get(name, 0.0)) else 0.0 for name in known}
    ulps = {name: distance(numbers[name], theirs.value, sizes[name]) for name, theirs in known.items()}
    apart = [name for name, theirs in known.items() if not is_near(numbers[name], theirs.value, sizes[name])]
    sweeps = Sweeps(formula, point, apart)
    wrong, lost = [], {}
    for name in apart:
        try:
            if is_rounding(sweeps, name, numbers[name], known[name]):
                lost[name] = right_digits(numbers[name], known[name].value)
            else:
                wrong.append(name)
        except NoValue as fault:
            missing[name] = f"the answers differ, and it is open whether by rounding: {fault}"
    status, reason = conclusion(wrong, missing, lost, [name for name in known if name != VALUE])
    texts = {name: mpmath.nstr(theirs.value, DIGITS, min_fixed=-5) for name, theirs in known.items()}
    value, value_ulp = texts.pop(VALUE, ""), ulps.pop(VALUE, None)
    return Verdict(status, max(ulps.values(), default=None), texts, reason, value, value_ulp, lost)


def conclusion(
    wrong: Sequence[str], missing: Mapping[str, str], lost: Collection[str], slopes: Collection[str]
) -> tuple[Status, str]:
    """The status and its reason, from the names of numbers; `slopes` are the names of those that SymPy has."""
    if wrong:
        return "disagrees", f"SymPy has another number for {listed(wrong)}"
    for name, reason in missing.items():
        if not slopes:
            return "cannot-say", reason
        return "cannot-say", f"the value: {reason}" if name == VALUE else f"by `{name}`: {reason}"
    return "agrees", f"rounding: the formula is right, but digits are lost of {listed(lost)}" if lost else ""


def listed(names: Collection[str]) -> str:
    """The numbers of names in words."""
    return " and ".join("the value" if name == VALUE else f"the slope by `{name}`" for name in names)


def right_digits(ours: float, theirs: Number) -> int:
    """How many of the 16 digits of our number are right."""
    with mpmath.workdps(60):
        share = abs(mpmath.mpf(ours) - theirs) / abs(theirs) if theirs else mpmath.mpf(1)
        return max(0, min(15, int(mpmath.floor(-mpmath.log10(share))))) if share else 15


def is_near(ours: float, theirs: Number, scale: float) -> bool:
    """Is our number a right answer, given that it was computed with doubles?"""
    if ours == float(theirs):
        return True
    if not math.isfinite(ours):
        return False
    # A true zero is the one number that contributions can cancel to without a digit being wrong.
    allowed = min(ULP * math.ulp(float(theirs)), RELATIVE * abs(theirs)) if theirs else 4 * math.ulp(scale)
    return bool(abs(mpmath.mpf(ours) - theirs) <= allowed)


def distance(ours: float, theirs: Number, scale: float) -> float:
    """How far our number is from SymPy's, in units of the last place of a double of the size of SymPy's.

    Where SymPy's is zero, in those of the contributions that cancelled; without any, in those of our number.
    """
    target = float(theirs)
    if math.isinf(target) or not math.isfinite(ours):
        return 0.0 if ours == target else math.inf
    unit = math.ulp(target if theirs else scale or ours)
    with mpmath.workdps(60):
        return float(abs(mpmath.mpf(ours) - theirs) / unit)
