"""A user's own derivative: equal, different with a point that proves it and a guess why, or undecided."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Mapping
from types import ModuleType
from typing import NoReturn

import pytest

import gradcli
from gradcli.check.claims import Judgement, Report, changes, check_gradient, claim, evidence
from gradcli.check.claims.claim import Claimed
from gradcli.point import Given


def judged(
    formula: str, claim: Claimed, name: str = "x", at: Mapping[str, Given] | None = None, proof: float = 0
) -> Judgement:
    (judgement,) = check_gradient(formula, {name: claim}, at, proof_seconds=proof).judgements
    return judgement


RIGHT = [
    ("x^2", "2x"),
    ("x^2*y", "2*x*y"),
    ("sin(x)^2", "sin(2*x)"),
    ("sin(x)^2 + cos(x)^2", "0"),
    ("log(log(x))", "1/(x*log(x))"),
    ("asin(x)", "1/sqrt(1 - x^2)"),
    ("acosh(x)", "1/sqrt(x^2 - 1)"),
    ("sqrt(1 - x^2 - y^2)", "-x/sqrt(1 - x^2 - y^2)"),
    ("abs(x)", "sign(x)"),
    ("abs(x)", "x/abs(x)"),
    ("if(x > 2, x^2, x)", "if(x >= 2, 2x, 1)"),
    ("max(x, y)", "if(x > y, 1, 0)"),
    ("1e-300*x^2", "2e-300*x"),
    ("exp(-x^2)", "-2x*exp(-x^2)"),
    ("x^n", "n*x^(n - 1)"),
    ("0.1*x + 0.2*x", "0.3"),
    ("q = x + y; q^2", "2*q"),
    ("f(t) = t^2; f(x)*y", "2*x*y"),
    ("sum(x^i, i, 1, 5)", "sum(i*x^(i - 1), i, 1, 5)"),
    ("5", "0"),
]  # fmt: skip


@pytest.mark.parametrize(("formula", "claim"), RIGHT)
def test_right_derivative_is_equal(formula: str, claim: str) -> None:
    found = judged(formula, claim)
    assert (found.verdict, found.points >= 12, found.reason) == ("equal", True, "")


WRONG = [
    ("x^2", "2*x + 1e-30"),
    ("1e-300*x^2", "2e-300*x*1.0000000000000000001"),
    ("1e-300*x^2", "0"),
    ("exp(-x^2)", "0"),
    ("abs(x)", "1"),
    ("if(x > 2, x^2, x)", "2x"),
    ("log(log(x))", "1/log(x)"),
    ("asin(x)", "1/sqrt(1 + x^2)"),
    ("sin(x) + 1e-40*x", "cos(x)"),
    ("5", "1e-9"),
]  # fmt: skip


@pytest.mark.parametrize(("formula", "claim"), WRONG)
def test_wrong_derivative_is_different(formula: str, claim: str) -> None:
    assert judged(formula, claim).verdict == "different"


@pytest.mark.parametrize(("formula", "claim"), WRONG)
def test_counter_example_shows_two_different_numbers(formula: str, claim: str) -> None:
    difference = judged(formula, claim).difference
    assert difference is not None
    assert difference.claimed.text != difference.true.text


@pytest.mark.parametrize(
    ("formula", "claim"), [("x^2*y", "x*y"), ("sin(x)*y", "cos(x)"), ("exp(x*y)", "exp(x*y)"), ("x/y", "y")]
)
def test_counter_example_holds_in_plain_doubles(formula: str, claim: str) -> None:
    difference = judged(formula, claim).difference
    assert difference is not None
    assert math.isclose(gradcli.evaluate(formula, difference.point).gradient["x"], difference.true.value)
    claimed = gradcli.evaluate(claim, dict(difference.point)).value
    assert math.isclose(claimed, difference.claimed.value)


def test_counter_example_is_of_simple_numbers() -> None:
    difference = judged("x^2*y", "x^3", "y").difference
    assert difference is not None
    assert (difference.point, difference.claimed.text, difference.true.text) == ({"x": "2", "y": "3"}, "8", "4")


def test_given_point_comes_first() -> None:
    difference = judged("x^2*y", "x^3", "y", {"x": "pi", "y": 1}).difference
    assert difference is not None
    assert difference.point == {"x": "pi", "y": "1"}


def test_points_that_differ_and_that_agree_are_counted() -> None:
    found = judged("x^2", "2*x^2")  # right where x is 1
    assert (found.differing, found.points) == (23, 1)


@pytest.mark.parametrize("module", [changes, evidence])
def test_fault_that_is_not_expected_is_not_hushed(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def differentiate(*arguments: object, **options: object) -> NoReturn:
        raise gradcli.GradcliError("name.unbound", "a bug")

    monkeypatch.setattr(module, "differentiate", differentiate)
    with pytest.raises(gradcli.GradcliError, match="a bug"):
        judged("x^2*y", "x*y")


GUESSES = [
    ("x^2", "-2x", "sign: this is the derivative with the other sign"),
    ("cos(x)", "sin(x)", "sign: this is the derivative with the other sign"),
    ("x^2", "6x", "factor: this is the derivative times 3"),
    ("log10(x)", "1/x", "factor: this is the derivative times log(10)"),
    ("sin(2*x)", "cos(2*x)", "chain rule: the derivative of the inner `2*x` is missing"),
    ("exp(sin(x^2))", "exp(sin(x^2))*cos(x^2)", "chain rule: the derivative of the inner `x^2` is missing"),
    ("exp(sin(x^2))", "exp(sin(x^2))", "chain rule: the derivative of the inner `sin(x^2)` is missing"),
    ("sin(2x) + cos(3x)", "cos(2x) - sin(3x)", "chain rule: the derivatives of the inner functions are missing"),
    ("sqrt(x^2 + y)", "2x", "chain rule: the derivative of the outer `sqrt` in `sqrt(x^2 + y)` is missing"),
    ("x*sin(x)", "cos(x)", "product rule: the derivatives of `x` and of `sin(x)` are multiplied"),
    ("x*sin(x)", "sin(x)", "product rule: the term where `sin(x)` is differentiated is missing"),
    ("sin(x)/x", "cos(x)/1", "quotient rule: the derivative of `sin(x)` is divided by that of `x`"),
    ("sin(x)/x", "(cos(x)*x - sin(x))/x", "quotient rule: the denominator `x` is not squared"),
    ("sin(x)/x", "(cos(x)*x + sin(x))/x^2", "quotient rule, sign: the term where `x` is differentiated has the wrong one"),
    ("x^5", "5*x^5", "power rule: the exponent of `x^5` is not lowered by 1"),
    ("x^5", "x^4", "power rule: the exponent of `x^5` is missing as a factor"),
    ("2^x", "x*2^(x - 1)", "power rule: it is for a fixed exponent, and that of `2^x` is not"),
    ("2^x", "2^x", "exponential: the logarithm of the base of `2^x` is missing as a factor"),
    ("x*y^2", "2*x*y", "wrong variable: this is the derivative by `y`"),
    ("x^3 + x^2", "3x^2 - 2x", "sign: the term where `x^2` is differentiated has the wrong one"),
    ("x^3 + sin(x)", "3x^2 + 5*cos(x)", "factor: the term where `sin(x)` is differentiated is 5 times what it should be"),
    ("abs(x)^3", "3*x^2", "chain rule: the derivative of the inner `abs(x)` is missing"),
    ("if(x > 0, x^2, x^3)", "2*x", "pieces: it is right where x > 0, and wrong where x < 0"),
]  # fmt: skip


@pytest.mark.parametrize(("formula", "claim", "guess"), GUESSES)
def test_mistake_is_guessed(formula: str, claim: str, guess: str) -> None:
    assert judged(formula, claim).mistake == guess


def test_no_guess_is_made_where_none_fits() -> None:
    assert judged("x^2*sin(y)", "exp(x) + y").mistake == ""


@pytest.mark.parametrize(
    ("formula", "claim", "ratio"),
    [
        ("x^2", "-2x", "-1"),
        ("x^2", "x", "1/2"),
        ("x^2", "2.002*x", "1.001"),
        ("sin(x*deg)", "cos(x*deg)", "180/pi"),
        ("sin(x)", "2*pi*cos(x)", "2*pi"),
        ("x^2", "2*x + 1", ""),
        ("sin(pi*x)", "2*pi*cos(pi*x)", "2"),
    ],
)
def test_ratio_is_told_where_it_is_the_same_at_all_points(formula: str, claim: str, ratio: str) -> None:
    assert judged(formula, claim).ratio == ratio


@pytest.mark.parametrize(
    ("formula", "claim", "name", "reason"),
    [
        ("log(-1 - x^2)", "2*x/(1 + x^2)", "x", "no point was found where the formula has a derivative"),
        ("x^2", "2*x + 0*log(-1 - x^2)", "x", "the claim has no value where the formula has a derivative"),
        ("besselj(n, x)", "1", "n", "the derivative of `besselj` by its argument `n` is not known"),
    ],
)
def test_undecided_claim_has_a_reason(formula: str, claim: str, name: str, reason: str) -> None:
    found = judged(formula, claim, name)
    assert (found.verdict, found.reason.startswith(reason)) == ("undecided", True)


def test_claim_with_a_smaller_domain_is_remarked_on() -> None:
    found = judged("x^3", "3*sqrt(x)^4")
    assert found.verdict == "equal"
    assert found.remarks[0].startswith("the claim has no value at x=-2 and")


def test_point_without_a_derivative_is_left_out() -> None:
    found = judged("abs(x)", "sign(x)", at={"x": 0})
    assert (found.verdict, len(found.remarks)) == ("equal", 1)


@pytest.mark.parametrize(("formula", "claim"), [("x^2*y", "2*x*y"), ("sin(x)^2", "sin(2*x)"), ("x/(1+x)", "(1+x)^-2")])
def test_sympy_proves_what_is_simple(formula: str, claim: str) -> None:
    assert judged(formula, claim, proof=20).is_proved


def test_derivative_by_a_bound_name_is_proved() -> None:
    assert judged("q = x + y; q^2*z", "2*q*z", "q", proof=20).is_proved


@pytest.mark.parametrize(("formula", "claim"), [("abs(x)", "1"), ("log(-1 - x^2)", "2*x/(1 + x^2)"), ("x^2", "x")])
def test_proof_is_no_proof_against_points(formula: str, claim: str) -> None:
    found = judged(formula, claim, proof=20)
    assert (found.verdict != "equal", found.is_proved) == (True, False)


# Numbers at a point.


@pytest.mark.parametrize(
    ("formula", "claim", "at", "word"),
    [
        ("x^2*y", 12, {"x": 2, "y": 3}, "equal"),
        ("x^2*y", 12.00001, {"x": 2, "y": 3}, "equal"),
        ("x^2*y", 12.0001, {"x": 2, "y": 3}, "different"),
        ("1e-300*x^2", 2e-300, {"x": 1, "y": 3}, "equal"),
        ("1e-300*x^2", 2.1e-300, {"x": 1}, "different"),
        ("sin(x)", 1e-10, {"x": "pi/2"}, "equal"),
        ("1e-20*sin(x)", 1e-10, {"x": "pi/2"}, "different"),
        ("x^2 - 2*x", 1e-9, {"x": 1}, "equal"),
        ("x^2 - 2*x", 1e-3, {"x": 1}, "different"),
        ("abs(x)", 0.3, {"x": 0}, "undecided"),
        ("abs(x)", 1, {"x": 0}, "undecided"),
        ("abs(x)", 1.5, {"x": 0}, "different"),
        ("abs(x) + abs(-x)", 1.9, {"x": 0}, "undecided"),
        ("hypot(x, x)", 1.3, {"x": 0}, "undecided"),
        ("max(x, -x)", 0.5, {"x": 0}, "undecided"),
        ("x + abs(y)", 1, {"x": 1, "y": 0}, "equal"),
        ("erf(x)", 0, {"x": 30}, "equal"),
        ("sqrt(x)", 1e9, {"x": 0}, "undecided"),
        ("floor(x)", 0, {"x": 1}, "undecided"),
        ("if(x > 1, 2*x, x)", 2, {"x": 1}, "undecided"),
        ("x^1.5", 0, {"x": 0}, "equal"),
        ("1e-300*sin(x/2)", 0, {"x": "pi"}, "equal"),
        ("abs(x - pi)^2", 0, {"x": "pi"}, "equal"),
        ("abs(x - pi)", 0, {"x": "pi"}, "undecided"),
        ("abs(x - pi)", 1, {"x": "pi"}, "undecided"),
        ("abs(x - pi)", 7, {"x": "pi"}, "different"),
        ("1e300 + abs(x - pi)", 0, {"x": "pi"}, "undecided"),
        ("max(x, pi)", 0.5, {"x": "pi"}, "undecided"),
        ("relu(x - pi)*5", 5, {"x": "pi"}, "undecided"),
        ("abs(sin(x))", -1, {"x": "pi"}, "undecided"),
        # With 192 bits these have no slope yet, or not even a value.
        ("sqrt(x - pi + 1e-80)", 5e39, {"x": "pi"}, "equal"),
        ("log(x - pi + 1e-80)", 1e80, {"x": "pi"}, "equal"),
        ("log(x - pi + 1e-80)", 2e80, {"x": "pi"}, "different"),
    ],
)
def test_number_is_compared_at_the_point(formula: str, claim: float, at: Mapping[str, Given], word: str) -> None:
    assert judged(formula, claim, at=at).verdict == word


def test_kink_that_cannot_be_told_is_said() -> None:
    told = "the slope is only known to be from -1 to 1, as at a kink, and any number between them is as good as 1"
    assert judged("abs(x - pi)", 1, at={"x": "pi"}).reason == told


@pytest.mark.parametrize(
    ("claim", "guess"),
    [
        (-12.0, "sign: this is the derivative with the other sign"),
        (4.0, "wrong variable: this is the derivative by `y`"),
        (60.0, "factor: this is the slope times 5"),
    ],
)
def test_mistake_is_guessed_from_a_number(claim: float, guess: str) -> None:
    assert judged("x^2*y", claim, at={"x": 2, "y": 3}).mistake == guess


def test_tolerance_is_relative_to_the_slope() -> None:
    report = check_gradient("x^2", {"x": 4.1}, {"x": 2}, rtol=0.1)
    assert (report.verdict, report.judgements[0].relative) == ("equal", pytest.approx(0.025))


def test_point_is_exactly_as_written() -> None:
    found = judged("1e30*(x - 0.1)^2", 0, at={"x": "0.1"})
    assert (found.verdict, found.relative) == ("equal", 0.0)


# The whole report.


def words(report: Report) -> dict[str, str]:
    return {judgement.name: judgement.verdict for judgement in report.judgements}


def test_each_name_has_its_own_verdict() -> None:
    report = check_gradient("x^2*y*z", {"x": "2*x*y*z", "y": "x^3"}, proof_seconds=0)
    assert (words(report), report.verdict, report.unjudged) == ({"x": "equal", "y": "different"}, "different", ("z",))


def test_undecided_is_the_verdict_where_nothing_is_different() -> None:
    report = check_gradient("abs(x)*y", {"x": 0.5, "y": 0}, {"x": 0, "y": 1})
    assert (words(report), report.verdict) == ({"x": "undecided", "y": "equal"}, "undecided")


def test_formulas_and_numbers_can_be_claimed_together() -> None:
    report = check_gradient("x^2*y", {"x": "2*x*y", "y": 4}, {"x": 2, "y": 3}, proof_seconds=0)
    assert report.verdict == "equal"


@pytest.mark.parametrize(
    ("formula", "claims", "at", "code"),
    [
        ("x^2", {"x": "2*z"}, None, "name.claim"),
        ("x^2", {"z": "2*x"}, None, "name.wrt"),
        ("x^2", {"x": "2*("}, None, "parse.unclosed-bracket"),
        ("x^2", {"x": "x > 1"}, None, "parse.condition"),
        ("x^2", {"x": 4}, None, "usage.claim"),
        ("x^2", {}, None, "usage.claim"),
        ("x*y", {"x": "y"}, {"x": 1}, "name.unbound"),
        ("log(x)", {"x": 1}, {"x": -1}, "domain.log"),
        ("x^2", {"x": "q = 1; 2*q*z"}, None, "name.claim"),
        ("q = x; q", {"x": "q = 1; q"}, None, "name.bound-twice"),
    ],
)
def test_claim_that_cannot_be_judged_is_refused(
    formula: str, claims: Mapping[str, Claimed], at: Mapping[str, Given] | None, code: str
) -> None:
    with pytest.raises(gradcli.GradcliError) as refused:
        check_gradient(formula, claims, at)
    assert refused.value.code == code


@pytest.mark.parametrize(("formula", "claim", "word"), [("e*x", "x", "equal"), ("e^x", "x*e^(x - 1)", "equal")])
def test_constant_that_is_claimed_about_is_a_name(formula: str, claim: str, word: str) -> None:
    assert judged(formula, claim, "e").verdict == word


def test_verdict_is_the_same_every_time() -> None:
    first, second = (judged("log(x)*sin(y)/z", "sin(y)/x") for _ in range(2))
    assert first == second


# Texts.


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("2*x", [""]),
        (" x = 2*x ,y=x^2", ["x", "y"]),
        ("x=if(x >= 1, 1, 0)", ["x"]),
        ("if(x >= 1, 1, 0)", [""]),
        ("if(x == 1, 1, 0)", [""]),
        ("if(x != 1, 1, 0)", [""]),
    ],
)
def test_left_of_the_first_equals_sign_is_a_name_unless_it_compares(text: str, names: list[str]) -> None:
    assert [one.name for one in claim.from_text(text)] == names


@pytest.mark.parametrize("text", [" " * 30_000, "x" + " " * 30_000 + "<= 1", "x=" + " " * 30_000])
def test_long_text_of_a_claim_is_read_at_once(text: str) -> None:
    start = time.monotonic()
    with contextlib.suppress(gradcli.GradcliError):
        claim.from_text(text)
    assert time.monotonic() - start < 2


def test_many_names_in_json_are_read_at_once() -> None:
    text = "{" + ", ".join(f'"x{number}": 1' for number in range(30_000)) + "}"
    start = time.monotonic()
    assert len(claim.read_object(text, "claims", "")) == 30_000
    assert time.monotonic() - start < 2


@pytest.mark.parametrize(("text", "claim"), [("max(x, relu(x))", "0"), ("max(abs(x), x)", "-1")])
def test_a_claim_is_open_where_kinks_are_met_over_a_stretch(text: str, claim: str) -> None:
    found = gradcli.check_gradient(text, {"x": claim}, proof_seconds=0).judgements[0]
    assert (found.verdict, "are at a kink or a jump" in found.reason) == ("undecided", True)
