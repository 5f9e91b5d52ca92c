"""Claimed numbers to verdicts: they are compared with the slopes at one point, up to a relative difference."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from gradcli.backends import balls, floats
from gradcli.calculator import answer
from gradcli.check.claims import mistakes, ratios, wording
from gradcli.check.claims.claim import Claim
from gradcli.check.claims.evidence import PRECISIONS, VANISHED, Evidence, is_at_boundary, is_narrow
from gradcli.check.claims.formulas import texts_of
from gradcli.check.claims.verdict import Difference, Judgement, Shown
from gradcli.errors import GradcliError
from gradcli.gradient import Gradient
from gradcli.problem import Problem

SIMPLE = 12
"""The largest denominator of a ratio that is worth naming, since numbers meet it only nearly."""
SMALLEST = 5e-324
"""The smallest double: a number that is no further off is as right as doubles can be."""
TOLERATED = ("derivative.one-sided",)
"""What does not stand in the way of a comparison, though there is a warning."""


def judged(problem: Problem, claim: Claim, rtol: float) -> Judgement:
    """The verdict on a claim. Raises GradcliError where the formula has no value at the point."""
    one, before = replace(problem, wrt=(claim.name,)), balls.NAN
    for bits in PRECISIONS:
        is_last = bits == PRECISIONS[-1]
        with balls.precision(bits):
            try:
                found = one.sweep(balls)
            except GradcliError as error:
                if error.code == "derivative.unknown":
                    return Judgement(claim.name, claim.text, "undecided", reason=error.message)
                if is_last:
                    raise
                continue  # with more bits it may be known that there is a value
            if is_last or is_settled(found, claim.name):
                return verdict(one, claim, found, before, rtol)
            before = found.gradient[claim.name]
    raise AssertionError


def is_settled(found: Gradient, name: str) -> bool:
    """Would more bits tell nothing new about a slope?"""
    slope = found.gradient[name]
    return is_narrow(slope) and bool(balls.is_finite(slope)) and not is_at_boundary(found.graph, found.values)


def verdict(problem: Problem, claim: Claim, found: Gradient, before: Any, rtol: float) -> Judgement:
    """The verdict on one claim; `before` is the slope with fewer bits."""
    assert claim.number is not None
    claimed, true = claim.number.on(balls), found.gradient[claim.name]
    blank = Judgement(claim.name, claim.text, "undecided")
    codes = {note.code for note in found.warnings if note.code.startswith("derivative.")} - set(TOLERATED)
    if codes == {"derivative.kink"} and not is_at_boundary(found.graph, found.values):
        return at_kink(problem, claim, blank, rtol)
    if is_at_boundary(found.graph, found.values):
        return replace(blank, reason="a condition changes just at this point, so there may be no slope")
    if codes or not balls.is_finite(true):
        message = next((note.message for note in found.warnings if note.code in codes), "the slope is not finite there")
        return replace(blank, reason=message)
    scale = size_of(problem, found)
    if has_vanished(true, before):
        true = balls.number("0")
    elif not is_narrow(true):
        low, high = (float(balls.ball(end)) for end in balls.bounds(true))
        told = f"the slope is only known to be from {short(low, high)} to {short(high, low)}, as at a kink"
        return between(low, high, told, claim, blank, rtol)
    relative = off(claimed, true, scale)
    numbers = Difference(texts_of(problem.point), shown(claimed), shown(true))
    known = replace(blank, numbers=numbers, relative=relative)
    if relative <= rtol:
        remark = "the slope is 0: the difference is relative to what it was added up from"
        return replace(known, verdict="equal", points=1, remarks=(remark,) if balls.is_zero(true) and relative else ())
    ratio = ratio_of(claimed, true, rtol)
    return replace(
        known, verdict="different", difference=numbers, ratio=ratio, mistake=mistake(found, claim, claimed, ratio, rtol)
    )


def short(end: float, other: float) -> str:
    """One end of a range without the digits that only rounding made."""
    return floats.text(float(f"{end:.6g}") if abs(end) > 1e-6 * abs(other) else 0.0)


def has_vanished(slope: Any, before: Any) -> bool:
    """Is a slope zero, as far as precision can show it?

    What terms cancel to shrinks as bits are added; the slopes on both sides of a kink stay apart.
    """
    if balls.not_equal(slope, balls.number("0")) is True or not balls.is_finite(before):
        return False
    now, then = (balls.bounds(balls.absolute(number))[1] for number in (slope, before))
    return bool(now <= then / 2**VANISHED)


def at_kink(problem: Problem, claim: Claim, blank: Judgement, rtol: float) -> Judgement:
    """Any number between the slopes of both sides is as good as another; one that is not between them is wrong."""
    both = answer(problem).sides.get(claim.name)
    if both is None or any(side.number is None or not side.is_finite for side in both):
        return replace(blank, reason="the slope changes at this point, or there is none")
    low, high = sorted(both.numbers)
    told = f"the slope changes at this point, from {floats.text(low)} to {floats.text(high)} or back"
    return between(low, high, told, claim, blank, rtol)


def between(low: float, high: float, told: str, claim: Claim, blank: Judgement, rtol: float) -> Judgement:
    """The verdict where all that is `told` of the slope is that it is from `low` to `high`."""
    assert claim.number is not None
    claimed, slack = claim.number.value, rtol * max(abs(low), abs(high))
    if low - slack <= claimed <= high + slack:
        return replace(blank, reason=f"{told}, and any number between them is as good as {floats.text(claimed)}")
    return replace(blank, verdict="different", reason=f"{told}, and {floats.text(claimed)} is not between them")


def size_of(problem: Problem, found: Gradient) -> Any:
    """The size of what the slope was added up from; where nothing was, that of the value."""
    (name,) = problem.wrt
    target = found.graph.bindings.get(name, found.graph.inputs.get(name, -1))
    parts = [part.value for part in found.contributions if part.parent == target]
    for numbers in (parts, [found.value]):
        sizes = [abs(float(balls.ball(number))) for number in numbers if balls.is_finite(number)]
        if max(sizes, default=0.0) > 0:
            return balls.double(max(sizes))
    return balls.number("0")


def off(claimed: Any, true: Any, scale: Any) -> float:
    """How far a number is off, relative to the true one, or to the `scale` where that is zero."""
    difference = balls.absolute(balls.subtract(claimed, true))
    if balls.is_zero(difference):
        return 0.0
    if difference <= balls.double(SMALLEST):
        return 0.0
    size = scale if balls.is_zero(true) else balls.absolute(true)
    return float("inf") if balls.is_zero(size) else float(balls.ball(balls.divide(difference, size)))


def shown(number: Any) -> Shown:
    """A number as the double nearest to it."""
    double = float(balls.ball(number))
    is_beyond = not floats.is_finite(double) or (double == 0 and not balls.is_zero(number))
    return Shown(double, balls.decimal(number, 17) if is_beyond else floats.text(double))


def ratio_of(claimed: Any, true: Any, rtol: float) -> str:
    """claimed/true where that is nearly a whole number, or one over it."""
    if balls.is_zero(true) or balls.is_zero(claimed):
        return ""
    ratio = float(balls.ball(balls.divide(claimed, true)))
    if not 1e-3 < abs(ratio) < 1e3:
        return ""
    near = Fraction(ratio).limit_denominator(SIMPLE)
    is_near = near != 1 and 1 in (abs(near.numerator), near.denominator) and abs(ratio - near) <= 2 * rtol * abs(ratio)
    return ratios.fraction_text(near) if is_near else ""


def mistake(found: Gradient, claim: Claim, claimed: Any, ratio: str, rtol: float) -> str:
    """What may have gone wrong. One point fits many mistakes, so that a guess is made only where one kind fits."""
    if ratio == "-1":
        return wording.OPPOSITE
    slack = balls.multiply(balls.double(rtol), claimed)
    nearly = balls.either(balls.subtract(claimed, slack), balls.total(claimed, slack))
    evidence = Evidence({}, claim.name, "different", found, nearly)
    fitting = mistakes.fitting([evidence])
    if fitting and (fitting[0].kind.startswith("variable") or len(fitting) == 1):
        return wording.of_change(found, fitting[0])
    return f"factor: this is the slope times {ratio}" if ratio else ""
