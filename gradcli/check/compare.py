"""SymPy's gradient of a formula, and ours, to a verdict."""

from __future__ import annotations

import math
from collections.abc import Mapping

import mpmath

from gradcli.check.derivative import differentiate
from gradcli.check.digits import DIGITS, NoValue, Number
from gradcli.check.rounding import is_rounding
from gradcli.check.symbolic import Verdict
from gradcli.expression import Formula

ULP = 1000.0
"""The largest difference, in units of the last place, that needs no explanation: some hundred roundings."""
RELATIVE = 1e-9
"""The same as a share, for doubles so small that one unit of the last place is much of them."""


def judge(
    formula: Formula, point: Mapping[str, float], gradient: Mapping[str, float], scale: Mapping[str, float]
) -> Verdict:
    """The verdict on `gradient`; `scale` is, for each name, the sum of the absolute contributions to it."""
    known, missing = differentiate(formula, point, gradient)
    texts = {name: mpmath.nstr(theirs.value, DIGITS) for name, theirs in known.items()}
    sizes = {name: size if math.isfinite(size := scale.get(name, 0.0)) else 0.0 for name in known}
    max_ulp = max((distance(gradient[name], known[name].value, sizes[name]) for name in known), default=None)
    apart = [name for name in known if not is_near(gradient[name], known[name].value, sizes[name])]
    wrong: list[str] = []
    for name in apart:
        try:
            if not is_rounding(formula, point, name, gradient[name], known[name]):
                wrong.append(name)
        except NoValue as fault:
            missing[name] = f"the answers differ, and it is open whether by rounding: {fault}"
    if wrong:
        return Verdict("disagrees", max_ulp, texts, f"SymPy has another derivative by {listed(wrong)}")
    if missing:
        name, reason = next(iter(missing.items()))
        return Verdict("cannot-say", max_ulp, texts, f"by `{name}`: {reason}" if known else reason)
    reason = f"rounding: the derivative by {listed(apart)} is right as a formula, but loses digits here"
    return Verdict("agrees", max_ulp, texts, reason if apart else "")


def listed(names: list[str]) -> str:
    """Names in backquotes."""
    return ", ".join(f"`{name}`" for name in names)


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
