"""Every published number lies where balls prove the true one to be, to the precision it was published with."""

from __future__ import annotations

import pytest

from . import published

pytestmark = pytest.mark.skipif(not published.FOLDER.is_dir(), reason="the cases are not here")

KNOWN = {
    # As written b - 2*c - sqrt(b^2 - 4*a*c) is exactly 0 (2.05 - 1.9 - sqrt(0.0225)), and the formula divides 0 by its
    # root. The published number is that of the doubles nearest to a, b and c, for which it is 2.8e-17.
    "rubi-02700-0",
}


@pytest.mark.parametrize(
    ("name", "every"),
    [
        *((name, 5 if name == "antiderivatives" else 1) for name in published.FILES),
        pytest.param("antiderivatives", 1, marks=pytest.mark.slow),
    ],
)
def test_published_numbers_are_proven(name: str, every: int) -> None:
    chosen = (case for case in published.cases(name)[::every] if case["id"] not in KNOWN)
    cases = [case for case in chosen if not published.refusal(case)]
    wrong = [(case["id"], case["expr"], complaint) for case in cases for complaint in published.complaints(case)]
    assert not wrong


def test_published_formulas_are_read() -> None:
    """Two of those that a number is published for are no formulas: `x(1 + x)` and `0x1F`."""
    refused = [
        case["id"]
        for name in published.FILES
        for case in published.cases(name)
        if published.published(case) and published.refusal(case)
    ]
    assert refused == ["BB147", "BB153"]
