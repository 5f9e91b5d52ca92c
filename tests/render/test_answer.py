"""The lines that say what the cross-check found: never plain agreement where digits are lost."""

from __future__ import annotations

import gradcli
from gradcli.check import Verdict
from gradcli.render import answer


def said(verdict: Verdict, text: str = "x*y", point: dict[str, float] | None = None) -> list[str]:
    """The lines of a verdict, as plain text."""
    lines = answer.verdict(verdict, gradcli.evaluate(text, {"x": 2, "y": 3} if point is None else point))
    return ["".join(piece.text for piece in line).rstrip() for line in lines]


SLOPES = {"x": "3.0", "y": "2.0"}


def test_agreement_is_by_the_largest_difference_of_value_and_slopes() -> None:
    (line,) = said(Verdict("agrees", 0.25, SLOPES, "", "6.0", 1.5))
    assert line == "check     SymPy agrees: largest difference 1.5 ulp (units in the last place)"


def test_value_alone_can_agree() -> None:
    (line,) = said(Verdict("agrees", None, {}, "", "5.0", 0.0), "2 + 3", {})
    assert line == "check     SymPy agrees: largest difference 0 ulp (units in the last place)"


def test_lost_digits_are_no_plain_agreement() -> None:
    (line,) = said(Verdict("agrees", 1e9, SLOPES, "rounding", "6.5", 2e14, {"": 1, "y": 4}))
    assert line == "check     SymPy agrees, but for the digits that rounding lost"


def test_disagreement_shows_all_numbers() -> None:
    assert said(Verdict("disagrees", 1e9, SLOPES, "another number", "6.5", 2e14, {"x": 4})) == [
        "check     SymPy DISAGREES: another number",
        "  value  here  6",
        "         SymPy 6.5",
        "  x      here  3",
        "         SymPy 3.0",
        "  y      here  2",
        "         SymPy 2.0",
    ]


def test_disagreement_shows_no_value_that_sympy_does_not_have() -> None:
    assert said(Verdict("disagrees", 1e9, {"x": "4.0"}, "another number"))[1:] == ["  x  here  3", "     SymPy 4.0"]


def test_missing_verdict_has_its_reason_alone() -> None:
    assert said(Verdict("cannot-say", reason="out of time")) == ["check     SymPy cannot say: out of time"]
