"""Mistakes planted in right derivatives are all found, and no right derivative is called wrong."""

from __future__ import annotations

from collections import Counter

import pytest

from gradcli.check.claims import check_gradient

from .planted import CASES, Pair, differentiated, mistakes, published

pytestmark = pytest.mark.skipif(not CASES.exists(), reason="the shared cases are not here")


def word(pair: Pair, claim: str) -> str:
    return check_gradient(pair.formula, {pair.name: claim}, proof_seconds=0).verdict


def pairs(share: int = 1) -> list[Pair]:
    """Published pairs, and formulas with SymPy's derivative: a `share`-th of more than 300 in all."""
    others = (("feynman", 60), ("optimisation", 50), ("antiderivatives", 80))
    return [*published(), *(pair for file, count in others for pair in differentiated(file, count))][::share]


def found(chosen: list[Pair]) -> Counter[tuple[str, str]]:
    """How many planted mistakes of each kind met each verdict."""
    return Counter((kind, word(pair, wrong)) for pair in chosen for kind, wrong in mistakes(pair))


def not_equal(chosen: list[Pair]) -> list[tuple[Pair, str]]:
    verdicts = ((pair, word(pair, pair.derivative)) for pair in chosen)
    return [(pair, verdict) for pair, verdict in verdicts if verdict != "equal"]


def test_planted_mistakes_are_found_in_some_formulas() -> None:
    assert {verdict for _, verdict in found(pairs(share=30))} == {"different"}


@pytest.mark.slow
def test_planted_mistakes_are_all_found() -> None:
    verdicts = found(pairs())
    assert {verdict for _, verdict in verdicts} == {"different"}
    assert {kind: count >= 150 for (kind, _), count in verdicts.items()} == {
        "sign": True,
        "factor": True,
        "small factor": True,
        "without_chain_factor": True,
        "by_another_name": True,
    }


@pytest.mark.slow
def test_right_derivatives_are_equal() -> None:
    chosen = pairs()
    assert (not_equal(chosen), len(chosen) >= 300) == ([], True)
