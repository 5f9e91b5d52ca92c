"""Claimed formulas to verdicts: they are compared with the derivative, or with another formula, at many points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple

from gradcli import point as points
from gradcli.backends import balls, floats
from gradcli.check.claims import claim as claims_of
from gradcli.check.claims import mistakes, ratios
from gradcli.check.claims.claim import Claim
from gradcli.check.claims.evidence import PRECISIONS, Evidence, Trial
from gradcli.check.claims.samples import candidates
from gradcli.check.claims.verdict import Difference, Judgement, Shown
from gradcli.check.symbolic import VALUE
from gradcli.errors import GradcliError
from gradcli.expansion import expanded
from gradcli.expression import Formula
from gradcli.graph import lower
from gradcli.point import Point
from gradcli.problem import Problem, posed_as_is

WANTED, LEAST = 24, 6
"""Points to compare at, and points that must agree before two formulas are called equal."""
TRIED, WORK = 600, 150_000
"""Points that are tried at most; and nodes that are evaluated, as long as the least number of points allows it."""
BROKEN = 0.25
"""Of the points that have a value this share at kinks is no chance."""
SCENES = 5
"""Points where the claim is wrong, and where it is right, at which a guess at a mistake must hold."""


class Sides(NamedTuple):
    """What is compared, in words: the claim, and what the points have that are taken; what to do if there is none."""

    claim: str
    has: str
    help: str = ""


SLOPES = Sides("the claim", "the formula has a derivative", "; give one with --at")
VALUES = Sides("the second formula", "the first has a value")


def judged(problem: Problem, claim: Claim, given: Point) -> Judgement:
    """The verdict on a claim, as far as points tell. A point that was given is tried first."""
    trial = Trial(problem, claim.name, claims_of.graph_of(claim, problem))
    try:
        evidence = gathered(trial, given)
    except GradcliError as error:
        if error.code != "derivative.unknown":
            raise
        return Judgement(claim.name, claim.text, "undecided", reason=error.message)
    with balls.precision(PRECISIONS[0]):
        return unless_broken(verdict(claim, evidence, given), trial)


def unless_broken(found: Judgement, trial: Trial) -> Judgement:
    """The verdict, but that equality is open where kinks are met at so many points that it is no chance.

    Of `max(x, relu(x))` both arguments tie wherever x is positive, and there nothing is compared.
    """
    ordinary = [point for point in trial.broken if not any(map(is_special, point.values()))]
    broken = len(ordinary)
    if found.verdict != "equal" or broken < LEAST or broken < BROKEN * (broken + found.points):
        return found
    where = at_text(ordinary[0])
    reason = f"at {found.points} points it agrees; {broken} others, such as {where}, are at a kink or a jump"
    return replace(found, verdict="undecided", reason=reason)


def is_special(text: str) -> bool:
    """Is a number of a point a whole one, or a few eighths, at which functions such as `floor` jump?"""
    return Fraction(text) * 8 % 1 == 0


def compared(ours: Formula, theirs: Formula, names: Sequence[str], sides: Sides = VALUES) -> Judgement:
    """The verdict on `theirs`: has it the value of `ours` at all points where both have one, as far as points tell?

    Both are formulas of one output in `names`, each with its own bindings. Where a difference is found, `claimed` is
    theirs and `true` ours. Raises GradcliError (`name.*`) for names that are not known.
    """
    problem = posed_as_is(ours, dict.fromkeys(names, 1.0), ())
    trial = Trial(problem, VALUE, lower(expanded(theirs), names))
    with balls.precision(PRECISIONS[0]):
        return unless_broken(verdict(Claim(VALUE, theirs), gathered(trial, {}), {}, sides), trial)


def gathered(trial: Trial, given: Point) -> list[Evidence]:
    """Evidence from as many points as are wanted, or as can be found. Raises GradcliError (`derivative.unknown`)."""
    affordable = WORK // (len(trial.problem.graph.nodes) + len(trial.claim.nodes))
    wanted, tries = max(LEAST, min(WANTED, affordable)), max(10 * LEAST, min(TRIED, affordable))
    names = list(trial.problem.point)
    found = trial.at(texts_of(given), lambda: points.on(given, balls)) if given else None
    evidence = [found] if found else []
    good: list[Mapping[str, str]] = []
    seen: set[tuple[str, ...]] = set()
    for point in islice(candidates(names, good), tries if names else 1):
        if tuple(point.values()) in seen:
            continue
        seen.add(tuple(point.values()))
        found = trial.at(point)
        if found:
            evidence.append(found)
            good += [point] if found.state in ("equal", "different") else []
        if len(good) >= wanted:
            break
    return evidence


def texts_of(point: Point) -> dict[str, str]:
    """The numbers of the given point as they were typed."""
    return {name: claims_of.written(number) for name, number in point.items()}


def verdict(claim: Claim, evidence: Sequence[Evidence], given: Point, sides: Sides = SLOPES) -> Judgement:
    """The verdict on one claim."""
    states = [one.state for one in evidence]
    remarks = tuple(remarks_on(evidence, given, sides))
    if "different" in states:
        return different(claim, evidence, remarks)
    equal = states.count("equal")
    # Of numbers, which depend on no name, there is but one point.
    if equal >= (LEAST if evidence and evidence[0].point else 1):
        return Judgement(claim.name, claim.text, "equal", points=equal, remarks=remarks)
    reason = shortage(states, sides)
    return Judgement(claim.name, claim.text, "undecided", points=equal, reason=reason, remarks=remarks)


def shortage(states: Sequence[str], sides: Sides) -> str:
    """Why there is no verdict."""
    equal = states.count("equal")
    if not states:
        return f"no point was found where {sides.has}{sides.help}"
    if not equal:
        if "lacking" in states:
            return f"{sides.claim} has no value where {sides.has}"
        return "at no point were enough digits known to compare"
    points = "only one point was found to compare at" if equal == 1 else f"only {equal} points were found to compare at"
    return f"{points}, and {LEAST} are needed; there it agrees"


def remarks_on(evidence: Sequence[Evidence], given: Point, sides: Sides) -> Iterator[str]:
    """What is worth saying besides the verdict."""
    if given and not (evidence and evidence[0].point == texts_of(given)):
        yield "at the point that was given the formula has no derivative; others were taken"
    lacking = [one for one in evidence if one.state == "lacking"]
    if lacking:
        others = f" and {len(lacking) - 1} other points" if len(lacking) > 1 else ""
        yield f"{sides.claim} has no value at {at_text(lacking[0].point)}{others}, where {sides.has}"


def at_text(point: Mapping[str, str]) -> str:
    """A point as it is typed."""
    return ",".join(f"{name}={number}" for name, number in point.items())


def different(claim: Claim, evidence: Sequence[Evidence], remarks: tuple[str, ...]) -> Judgement:
    """The verdict on a claim that is wrong: where, by what ratio, and what may have gone wrong."""
    right = [one for one in evidence if one.state == "equal"]
    # Where a number is known only as nothing, it makes a poor example.
    wrong = sorted((one for one in evidence if one.state == "different"), key=lambda one: not one.is_sharp)
    ratio = common_ratio([(one.claimed, one.true) for one in (*wrong, *right) if one.is_sharp])
    guess = mistakes.guessed([*wrong[:SCENES], *right[:SCENES]], ratio) if claim.name != VALUE else ""
    shown = Difference(wrong[0].point, *apart(wrong[0].claimed, wrong[0].true))
    return Judgement(
        claim.name,
        claim.text,
        "different",
        points=len(right),
        difference=shown,
        ratio=ratio,
        mistake=guess or half(right, wrong),
        remarks=remarks,
        differing=len(wrong),
    )


def half(right: Sequence[Evidence], wrong: Sequence[Evidence]) -> str:
    """That a claim is right just where one name has one sign, if that is so."""
    for name in wrong[0].point if len(right) > 2 and len(wrong) > 2 else ():
        signs = [{decimal_sign(one.point[name]) for one in side} for side in (right, wrong)]
        if signs in ([{1}, {-1}], [{-1}, {1}]):
            good, bad = ("> 0", "< 0") if signs[0] == {1} else ("< 0", "> 0")
            return f"pieces: it is right where {name} {good}, and wrong where {name} {bad}"
    return ""


def decimal_sign(text: str) -> int:
    """-1, or 1 where a text has no minus sign."""
    return -1 if text.startswith("-") else 1


def common_ratio(pairs: Sequence[tuple[Any, Any]]) -> str:
    """claimed/true as text, where it is the same at all points but those where both are 0; "" if it is not."""
    pairs = [pair for pair in pairs if not all(map(balls.is_zero, pair))]
    if any(balls.is_zero(true) for _, true in pairs):
        return ""
    number = ratios.common([balls.divide(claimed, true) for claimed, true in pairs]) if len(pairs) > 1 else None
    return ratios.text(number) if number is not None else ""


def apart(claimed: Any, true: Any) -> tuple[Shown, Shown]:
    """Two different numbers, with as many digits as tell them apart."""
    doubles = [float(balls.ball(number)) for number in (claimed, true)]
    texts = [floats.text(double) for double in doubles]
    if texts[0] == texts[1] or not all(map(floats.is_finite, doubles)) or 0 in doubles:
        for digits in (17, 34, 55):
            texts = [balls.decimal(number, digits) for number in (claimed, true)]
            if texts[0] != texts[1]:
                break
    return Shown(doubles[0], texts[0]), Shown(doubles[1], texts[1])
