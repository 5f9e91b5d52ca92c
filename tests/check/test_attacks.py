"""Counter-examples that were found by attacking the proofs, one a kind: what they showed must not come back."""

from __future__ import annotations

import pytest

import gradcli


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("max(x/2 + 1, ceil(x))", "1"),
        ("round(floor(x))", "3"),
        ("min(acot(x), x/2 + 1)", "0"),
        ("min(2, atan2(x, -1)) + x", "0"),
        ("relu(frac(x) - 1/2)", "2"),
        ("sign(floor(x) - 1/2)", "1"),
    ],
)
def test_jump_behind_a_slope_of_zero_is_told(text: str, at: str) -> None:
    found = gradcli.evaluate(text, {"x": at})
    assert found.lacks_derivative
    assert not gradcli.certify(text, {"x": at}).gradient["x"].is_known


@pytest.mark.parametrize(
    ("text", "slope"), [("floor(x)*0 + x", 1.0), ("max(x, floor(x) - 5)", 1.0), ("floor(0.5)*x", 0.0)]
)
def test_jump_that_does_not_reach_the_value_costs_nothing(text: str, slope: float) -> None:
    found = gradcli.evaluate(text, {"x": 2})
    assert (found.gradient["x"], found.warnings, found.lacks_derivative) == (slope, (), False)


@pytest.mark.parametrize(
    ("text", "at"), [("abs(sin(x))", "pi"), ("max(x^2, 2) + x", "sqrt(2)"), ("relu(x - pi)", "pi")]
)
def test_kink_that_no_precision_decides_leaves_the_slope_unproven(text: str, at: str) -> None:
    assert not gradcli.certify(text, {"x": at}).gradient["x"].is_known
    proven = gradcli.evaluate(text, {"x": at}, digits=20)
    assert proven.backend.is_nan(proven.gradient["x"])


@pytest.mark.parametrize("text", ["f(t) = abs(t); f(x) + f(3*y - 0.3)", "abs(x) + abs(3*y - 0.3)"])
def test_kink_as_written_is_not_lost_beside_another(text: str) -> None:
    at = {"x": "0", "y": "0.1"}
    assert not gradcli.certify(text, at).gradient["y"].is_known
    proven = gradcli.evaluate(text, at, digits=20)
    assert proven.backend.is_nan(proven.gradient["y"])


def test_comparison_that_holds_all_around_is_no_boundary() -> None:
    found = gradcli.evaluate("if(sign(x) == 1, exp(x), exp(2))", {"x": 2})
    assert found.gradient["x"] == pytest.approx(7.38905609893065, rel=1e-15)
    assert not found.warnings


@pytest.mark.parametrize(
    ("text", "at", "digits", "shown"),
    [
        ("12345 - exp(-x)", "1e5", 4, "1.23e4"),
        ("x*pi", "1e5", 4, "3.142e5"),
        ("x*pi", "1e5", 7, "314159.3"),
    ],
)
def test_digits_that_are_not_known_are_not_written_as_zeros(text: str, at: str, digits: int, shown: str) -> None:
    found = gradcli.evaluate(text, {"x": at}, digits=digits)
    assert found.backend.text(found.value) == shown


def test_ten_thousand_digits_are_written() -> None:
    found = gradcli.evaluate("pi*x", {"x": "2"}, digits=10_000)
    assert len(found.backend.text(found.value)) == 10_001


def test_bound_of_a_huge_number_is_outward() -> None:
    found = gradcli.bounds("10^x*(1 - 1e-25)", {"x": (25000, 30000)})
    assert found.value is not None
    assert found.value.low_text.startswith("9.99")


@pytest.mark.parametrize(
    ("text", "claim"),
    [("abs(abs(x))", 0.0), ("abs(abs(x))", -1.0), ("hypot(abs(x), 0)", 0.0), ("abs(abs(x) - x)", -1.0)],
)
def test_slope_between_those_of_both_sides_is_not_called_wrong(text: str, claim: float) -> None:
    assert gradcli.check_gradient(text, {"x": claim}, {"x": "0"}).verdict == "undecided"


def test_claim_that_differs_by_a_tiny_factor_is_not_proved() -> None:
    (judgement,) = gradcli.check_gradient("x^2", {"x": "2*x*(1 + 10^-2000)"}).judgements
    assert not judgement.is_proved


@pytest.mark.parametrize("text", ["x*sinpi(15/x)", "x*mod(floor(-log2(abs(x))), 5)"])
def test_oscillation_in_step_with_powers_of_two_is_seen(text: str) -> None:
    assert not gradcli.evaluate(f"if(x == 0, 0, {text})", {"x": 0}).sides["x"].have_slope


def test_hidden_jump_leaves_the_slope_over_a_box_unknown() -> None:
    assert gradcli.bounds("x*sign(floor(y) - 1/2)", {"x": (0, 1), "y": "1"}).gradient["y"] is None


@pytest.mark.parametrize(
    ("text", "x", "value"),
    [
        ("sin(x) - x", "1e-20", "-1.6666666666666666667e-61"),
        ("1 - tanh(x)", "50", "7.4401519520416719259e-44"),
        ("exp(x) - 1 - x - x^2/2", "1e-10", "1.6666666667083333333e-31"),
        ("(x + 1e-300) - x", "pi", "1.0000000000000000000e-300"),
    ],
)
def test_small_numbers_have_all_their_digits(text: str, x: str, value: str) -> None:
    found = gradcli.evaluate(text, {"x": x}, digits=20)
    assert found.backend.text(found.value) == value


def test_value_that_no_precision_decides_is_an_error() -> None:
    with pytest.raises(gradcli.GradcliError) as caught:
        gradcli.evaluate("floor(sqrt(x)^2)", {"x": "2"}, digits=20)
    assert caught.value.code == "domain.undecided"


def test_inputs_as_written_without_a_value_are_warned_of() -> None:
    found = gradcli.certify("1/(x - y - z)", {"x": "0.3", "y": "0.1", "z": "0.2"})
    assert [note.code for note in found.losses.values()] == ["check.inputs"]


@pytest.mark.parametrize(
    "text", ["if(x < 1, x, x + 1e-13)", "if(x < 1, 1e15*x, 1e15*x + 100)", "if(x < 1, x, x + 1e-30)"]
)
def test_small_jump_of_a_condition_leaves_the_slope_unproven(text: str) -> None:
    assert not gradcli.certify(text, {"x": "1"}).gradient["x"].is_known


@pytest.mark.parametrize("text", ["if(x < 1, x, x + 1e-13)", "if(x < 1, 1e15*x, 1e15*x + 100)"])
def test_small_jump_of_a_condition_is_told(text: str) -> None:
    assert gradcli.evaluate(text, {"x": 1}).lacks_derivative


@pytest.mark.parametrize(
    ("text", "x"), [("if(x < 0, x, x*(1 + 1e-13))", 0), ("1e15*x + abs(x - 1)", 1), ("x + 1e-13*abs(x)", 0)]
)
def test_small_kink_is_told(text: str, x: float) -> None:
    found = gradcli.evaluate(text, {"x": x})
    assert not found.sides["x"].have_slope


@pytest.mark.parametrize(("text", "x"), [("if(x <= 1, x, x^2 - x + 1)", "1"), ("if(x > 0, x, exp(x) - 1)", "0")])
def test_branches_that_join_for_certain_have_a_proven_slope(text: str, x: str) -> None:
    assert gradcli.certify(text, {"x": x}).gradient["x"].text == "1"
    assert not gradcli.evaluate(text, {"x": x}).warnings


@pytest.mark.parametrize("text", ["0*floor(x) + x", "max(floor(x) - 5, x)", "relu(floor(x) - 5) + x"])
def test_jump_that_does_not_reach_the_value_leaves_all_digits(text: str) -> None:
    found = gradcli.evaluate(text, {"x": "2"}, digits=20)
    assert (found.backend.text(found.gradient["x"]), found.warnings) == ("1", ())
