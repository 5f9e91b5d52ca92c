"""A wrong derivative at several points becomes a guess at the mistake: the one that reproduces it at all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gradcli.backends import balls
from gradcli.check.claims import ratios, wording
from gradcli.check.claims.changes import Change, Scene, changes
from gradcli.check.claims.evidence import Evidence
from gradcli.gradient import Contribution

MOST = 400
"""Contributions of a formula whose mistakes are looked for."""
SHARP = 60
"""Bits that must be known of a number for an overlap to mean something."""


def guessed(evidence: Sequence[Evidence], ratio: str) -> str:
    """What may have gone wrong with a claim, given where it differs and where not; "" for no idea.

    `ratio` is claimed/true as text, if that is the same everywhere.
    """
    if ratio == "-1":
        return wording.OPPOSITE
    found = fitting(evidence)
    if found:
        return wording.of_change(Scene.of(evidence[0]).gradient, found[0])
    return f"factor: this is the derivative times {ratio}" if ratio else factor_of_a_term(evidence)


def fitting(evidence: Sequence[Evidence]) -> list[Change]:
    """The mistakes that lead to what is claimed at all points, the more telling ones first."""
    if len(evidence[0].gradient.contributions) > MOST:
        return []
    first, *others = (Scene.of(one) for one in evidence)
    found = [change for change, number in changes(first) if fits(number, first)]
    for scene in others:
        if found:
            kept = {change for change, number in changes(scene) if fits(number, scene)}
            found = [change for change in found if change in kept]
    return found


def fits(number: Any, scene: Scene) -> bool:
    """Does a mistake lead to what is claimed? An overlap means something only if the number is known well."""
    if not balls.is_finite(number) or balls.not_equal(number, scene.evidence.claimed) is True:
        return False
    low, high = balls.bounds(number)
    sizes = [balls.bounds(balls.absolute(known))[0] for known in (scene.evidence.claimed, scene.evidence.true)]
    return bool(balls.subtract(high, low) <= max(sizes) / 2**SHARP)


def factor_of_a_term(evidence: Sequence[Evidence]) -> str:
    """The one term of the derivative that has a wrong factor, if it is the same everywhere."""
    if len(evidence) < 2 or len(evidence[0].gradient.contributions) > MOST:
        return ""
    scenes = [Scene.of(one) for one in evidence]
    for part in scenes[0].gradient.contributions:
        number = ratios.common([factor_of(part, scene) for scene in scenes])
        factor = ratios.simple(number) if number is not None else None
        if factor is not None:
            return wording.of_factor(scenes[0].gradient, part, ratios.fraction_text(factor))
    return ""


def factor_of(part: Contribution, scene: Scene) -> Any:
    """What a term would have to be multiplied by to give what is claimed; nan where there is no such term."""
    for same in scene.gradient.contributions:
        if same[:3] == part[:3]:
            flow, wrong = scene.flow(same), balls.subtract(scene.evidence.claimed, scene.evidence.true)
            return balls.divide(balls.total(wrong, flow), flow) if not balls.is_zero(flow) else balls.NAN
    return balls.NAN
