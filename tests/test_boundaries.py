"""What is said where a condition changes just at the point."""

import math
import time

import pytest

import gradcli
from gradcli.calculator import Kink


def found(text: str, **at: float) -> tuple[dict[str, float], list[str]]:
    gradient = gradcli.evaluate(text, at)
    return gradient.gradient, [note.code for note in gradient.warnings]


@pytest.mark.parametrize(
    ("text", "slope", "codes"),
    [
        ("if(x < 0, x^2, x^3)", 0, []),
        ("if(x < 0, -x, x)", 1, ["derivative.kink"]),
        ("if(x <= 0, -x, x)", -1, ["derivative.kink"]),
        ("if(x < 0, sin(x), 1/2)", 0, ["derivative.jump"]),
        ("if(x < 0, 0, 1)", 0, ["derivative.jump"]),
        ("if(x < 0, 1/x, x)", 1, ["derivative.boundary"]),
        ("if(x == 0, 0, x)", 1, ["derivative.boundary"]),
        ("if(x != 0, x, 0)", 1, ["derivative.boundary"]),
        ("if(x == 0, 1, x)", 0, ["derivative.jump"]),
        ("if(x == 0, 1, sin(x)/x)", 0, ["derivative.boundary"]),
        ("if(x > -1 and x < 0, -x, x)", 1, ["derivative.kink"]),
        ("x if not (x > 0) else 2*x", 1, ["derivative.kink"]),
        ("if(0*x < 0, -x, 3*x)", 3, []),
    ],
)
def test_both_branches_are_compared_where_the_condition_changes(text: str, slope: float, codes: list[str]) -> None:
    assert found(text, x=0) == ({"x": slope}, codes)


def test_a_condition_that_no_asked_for_name_moves_is_no_boundary() -> None:
    gradient = gradcli.evaluate("if(y < 0, -x, x)", {"x": 2, "y": 0}, wrt=["x"])
    assert gradient.warnings == ()


def test_rounding_between_branches_is_no_jump() -> None:
    _, codes = found("if(x < 0.1, (x + 0.2)*10, (0.3 + (x - 0.1))*10)", x=0.1)
    assert codes == []


@pytest.mark.parametrize(("kink", "slope"), [("subgradient", 0), ("left", -1), ("right", 1)])
def test_the_slope_at_a_kink_can_be_chosen(kink: Kink, slope: float) -> None:
    assert gradcli.evaluate("abs(x)", {"x": 0}, kink=kink).gradient == {"x": slope}


def test_a_kink_can_be_nan() -> None:
    slope = gradcli.evaluate("abs(x)", {"x": 0}, kink="nan").gradient["x"]
    assert math.isnan(slope)


def test_a_kink_can_be_an_error() -> None:
    with pytest.raises(gradcli.GradcliError) as caught:
        gradcli.evaluate("x + abs(x)", {"x": 0}, kink="error")
    assert (caught.value.code, caught.value.span) == ("derivative.kink", (4, 7))


@pytest.mark.parametrize(
    ("text", "slopes"),
    [
        ("if(y == 1, x, y)", {"x": 1.0, "y": 1.0}),
        ("if(y != 1, y, x^2)", {"x": 2.0, "y": 1.0}),
        ("if(y <= 1, x, y)", {"x": 1.0}),
        ("if(y == y, if(x <= x, x, x), y)", {"x": 1.0, "y": 0.0}),
        ("if(y != y, x, if(x != x, y, x))", {"x": 1.0, "y": 0.0}),
    ],
)
def test_names_that_do_not_move_the_condition_have_the_slope_of_the_branch_taken(
    text: str, slopes: dict[str, float]
) -> None:
    found = gradcli.evaluate(text, {"x": 1, "y": 1}).gradient
    assert {name: found[name] for name in slopes} == slopes


@pytest.mark.parametrize("head", ["v0 = floor(x)", "v0 = x"])
def test_a_long_chain_of_conditions_takes_no_long_time(head: str) -> None:
    links = (f"v{number + 1} = if(v{number} < {number + 1}, x, 2*v{number})" for number in range(2000))
    text = f"{head}; {'; '.join(links)}; v2000"
    start = time.process_time()
    gradcli.evaluate(text, {"x": 0})
    # Seconds; it takes less than one, and seven where each condition looks at all that is above it.
    assert time.process_time() - start < 3


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("if(2*floor(x) + 1 < 7, x, y)", ["derivative.boundary"]),
        ("if(2*floor(y) + 1 < 7 or x < 3, x, 1)", ["derivative.boundary"]),
        ("if((floor(x) if y < 0 else y) < 7, x, 1)", []),
        ("if(x < 7, x, y) + 0*floor(x)", []),
    ],
)
def test_a_condition_on_what_jumps_is_warned_of(text: str, codes: list[str]) -> None:
    assert found(text, x=2, y=1)[1] == codes
