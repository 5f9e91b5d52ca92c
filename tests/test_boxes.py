"""Bounds over a box hold at every point of it, tighten with the number of parts, and claim nothing that is not so."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gradcli
from gradcli import problem
from gradcli.backends import balls, intervals
from gradcli.boxes import Bounds, Extent, bounds, enclosure
from gradcli.boxes.question import BoxQuestion
from gradcli.boxes.search import Search
from gradcli.point import Given

from .test_properties import FORMULAS

Box = Mapping[str, Given]

X = {"x": (0.25, 1.5)}
XY = {"x": (0.5, 2), "y": (-1, 1.5)}

# Formulas and boxes in which they have a value everywhere; some with kinks, jumps and conditions in the box.
CASES: list[tuple[str, Box]] = [
    *[(text, X) for text in (
        "x^2", "x^3 - x", "1/x", "x^-2", "sqrt(x)", "cbrt(x)", "x^0.3", "2^x", "x^x", "exp(x)", "exp(-x^2)", "log(x)",
        "log2(x)", "log10(x)", "log1p(x)", "expm1(x)", "log(x, 10)", "sin(x)", "cos(3x)", "tan(x)", "cot(x)", "sec(x)",
        "csc(x)", "asin(x/2)", "acos(x/2)", "atan(x)", "sinh(x)", "cosh(x)", "tanh(x)", "asinh(x)", "acosh(x + 1)",
        "atanh(x/2)", "sigmoid(x)", "softplus(x)", "erf(x)", "erfc(x)", "normcdf(x)", "normpdf(x)", "gaussian(x)",
        "gamma(x)", "lgamma(x)", "x!", "digamma(x)", "sinc(x)", "si(x)", "ei(x)", "besselj(0, x)", "gelu(x)", "silu(x)",
        "x*(1 - x)", "sin(x)*cos(x)/(1 + x^2)", "u = x^2; v = sin(u); v*u + 1/u", "sum(x^i/i, i, 1, 5)",
    )],
    *[(text, XY) for text in (
        "x*y", "x/(2 + y)", "hypot(x, y)", "atan2(y, x)", "x^y", "max(x, y)", "min(x, y)", "clamp(y, 0, x)",
        "logaddexp(x, y)", "softmax(x, y)", "abs(y)*x", "relu(y) + x", "floor(x)*y", "mod(x + y, 1)", "round(x*y)",
        "step(y)", "sign(y)*x", "if(y > 0, x, 2x)", "if(x > y, x*y, x - y)", "trunc(2x) + ceil(y)",
        "if(0 < y < 1, sin(x), cos(x))", "exp(-x^2 - y^2)*cos(x*y)",
    )],
]  # fmt: skip


def points_of(box: Box, count: int, seed: str) -> list[dict[str, float]]:
    """Points of a box, its corners among them."""
    chance = random.Random(seed)
    found = []
    for _ in range(count):
        pick = chance.choice(
            (chance.uniform, chance.uniform, lambda low, high: chance.choice((low, high, (low + high) / 2)))
        )
        found.append({name: float(pick(*ends)) if isinstance(ends, tuple) else ends for name, ends in box.items()})  # type: ignore[arg-type]
    return found


def holds(extent: Extent, number: Any) -> bool:
    """Is all of a ball between the ends, the decimals as well as the doubles, but for the ball's own width?"""
    ends = [(balls.double(extent.low), balls.double(extent.high))]
    if math.isfinite(extent.low) and math.isfinite(extent.high):
        ends.append((exact(extent.low_text), exact(extent.high_text)))
    least, greatest = balls.bounds(number)
    slack = balls.multiply(balls.number("1e-60"), balls.add(balls.absolute(greatest), balls.number("1e-300")))
    least, greatest = balls.add(least, slack), balls.subtract(greatest, slack)
    return all(
        balls.greater_equal(least, low) is True and balls.less_equal(greatest, high) is True for low, high in ends
    )


def exact(text: str) -> Any:
    return -balls.number(text[1:]) if text.startswith("-") else balls.number(text)


def require_bounds(found: Bounds, text: str, points: list[dict[str, float]]) -> int:
    """The value and each slope at each point are within the bounds; the number of points where that was tested."""
    tested = 0
    with balls.precision(512):
        for point in points:
            here = problem.posed(text, point).sweep(balls, checked=False)
            if balls.is_nan(here.value):
                continue
            tested += 1
            assert holds(found.value, here.value), f"{here.value} at {point}"
            if any(note.code.startswith("derivative.") for note in here.warnings):
                continue
            for name, extent in found.gradient.items():
                slope = here.gradient[name]
                assert extent is None or balls.is_nan(slope) or holds(extent, slope), f"slope {slope} at {point}"
    return tested


@pytest.mark.parametrize("split", [1, 7])
@pytest.mark.parametrize(("text", "box"), CASES)
def test_bounds_hold_at_points_of_the_box(text: str, box: Box, split: int) -> None:
    found = bounds(text, box, split=split)
    assert math.isfinite(found.value.low) and math.isfinite(found.value.high)
    assert require_bounds(found, text, points_of(box, 8, text)) == 8


@cache
def of_case(place: int) -> Bounds:
    """The bounds of a case in five parts."""
    text, box = CASES[place]
    return bounds(text, box, split=5)


@pytest.mark.parametrize("place", range(len(CASES)), ids=[f"{text}-{box}" for text, box in CASES])
def test_claims_of_monotony_are_true_of_points(place: int) -> None:
    (text, box), found = CASES[place], of_case(place)
    chance = random.Random(text)
    for name, claim in found.monotone.items():
        for point in points_of(box, 4, text):
            low, high = sorted(chance.uniform(*box[name]) for _ in range(2))  # type: ignore[misc]
            assert low < high
            first, second = (gradcli.evaluate(text, {**point, name: number}, wrt=()).value for number in (low, high))
            slack = 1e-13 * max(abs(first), abs(second))
            assert claim not in ("increasing", "nondecreasing", "constant") or second >= first - slack
            assert claim not in ("decreasing", "nonincreasing", "constant") or second <= first + slack
            # Numbers so far apart differ by more than rounding where a function only rises, or only falls.
            assert claim not in ("increasing", "decreasing") or first != second


def test_claims_of_monotony_are_made_of_every_kind() -> None:
    claims = [claim for place in range(len(CASES)) for claim in of_case(place).monotone.values()]
    assert set(claims) >= {"increasing", "nondecreasing", "constant", "decreasing"}
    assert len(claims) > len(CASES) / 3


def width(extent: Extent | None) -> float:
    return extent.high - extent.low if extent else math.inf


@pytest.mark.parametrize(("text", "box"), CASES)
def test_more_parts_never_give_wider_bounds(text: str, box: Box) -> None:
    widths = []
    for split in (1, 2, 3, 9):
        found = bounds(text, box, split=split)
        widths.append([width(extent) for extent in (found.value, *found.gradient.values())])
    for one, other in pairwise(widths):
        assert all(narrow <= wide for wide, narrow in zip(one, other, strict=True))


@pytest.mark.parametrize("text", ["x*(1 - x)", "x^3 - x", "sin(x)*cos(x)/(1 + x^2)", "x^x"])
def test_bounds_become_tight_with_many_parts(text: str) -> None:
    found = bounds(text, X, split=64)
    values = [gradcli.evaluate(text, {"x": 0.25 + 1.25 * step / 100}).value for step in range(101)]
    assert (found.value.low, found.value.high) == pytest.approx((min(values), max(values)), abs=5e-3)


@pytest.mark.parametrize(
    ("text", "box", "low", "high"),
    [
        ("x^2", {"x": (-1, 2)}, "0", "4"),
        ("x^2", {"x": (1, 2)}, "1", "4"),
        ("exp(x)", {"x": (1, 2)}, "2.718281828459045", "7.389056098930651"),
        ("sin(x)", {"x": (0, 3)}, "0", "1"),
        ("x", {"x": "0.1±0.2"}, "-0.1", "0.3"),
        ("x", {"x": "[-1/4, 1e-3]"}, "-0.25", "0.001"),
        ("x*y", {"x": (1, 2), "y": "0.1"}, "0.1", "0.2"),
        ("1/x", {"x": (3, 4)}, "0.25", "0.3333333333333334"),
        ("floor(x)", {"x": (0.5, 2.5)}, "0", "2"),
        ("sqrt(x)", {"x": (0, 4)}, "0", "2"),
        ("x - x^2/2", {"x": (0, 1)}, "0", "0.5"),
    ],
)  # fmt: skip
def test_ends_are_exact_or_rounded_outward(text: str, box: Box, low: str, high: str) -> None:
    found = bounds(text, box).value
    assert (found.low_text, found.high_text) == (low, high)


@pytest.mark.parametrize(
    ("text", "box", "claims"),
    [
        ("exp(x)", {"x": (-1, 1)}, {"x": "increasing"}),
        ("exp(-x)", {"x": (-1, 1)}, {"x": "decreasing"}),
        ("x^2", {"x": (0, 1)}, {"x": "nondecreasing"}),
        ("x^2", {"x": (-1, 0)}, {"x": "nonincreasing"}),
        ("x^2", {"x": (-1, 1)}, {}),
        ("0*x + y", {"x": (0, 1), "y": (0, 1)}, {"x": "constant", "y": "increasing"}),
        ("sqrt(x)", {"x": (0, 4)}, {"x": "increasing"}),
        ("relu(x)", {"x": (-1, 1)}, {"x": "nondecreasing"}),
        ("max(x, y)", {"x": (0, 2), "y": (1, 3)}, {"x": "nondecreasing", "y": "nondecreasing"}),
        ("x*y", {"x": (1, 2), "y": 3}, {"x": "increasing"}),
        ("if(y > 0, x, 2x)", {"x": (1, 2), "y": (-1, 1)}, {"x": "increasing"}),
        ("floor(x)", {"x": (0.1, 0.9)}, {"x": "constant"}),
        ("x^3 - 3x", {"x": (2, 3)}, {"x": "increasing"}),
    ],
)  # fmt: skip
def test_sign_of_a_slope_says_how_the_value_moves(text: str, box: Box, claims: dict[str, str]) -> None:
    assert bounds(text, box).monotone == claims


# Where a value may jump, the slopes beside the jump say nothing about the way across it.
JUMPS = [
    ("if(x > 0, 1, 0)", {"x": (-1, 1)}, "`x > 0` may change in this box, and the value may jump there"),
    ("if(x > 0, x, -x)", {"x": (-1, 1)}, "`x > 0` may change in this box, and the value may jump there"),
    (
        "if(sin(x) > 0, 1, y)",
        {"x": (-1, 1), "y": 1},
        "`sin(x) > 0` may change in this box, and the value may jump there",
    ),
    ("floor(x)", {"x": (0, 1)}, "`floor(x)` may jump in this box"),
    ("floor(x)", {"x": (0.5, 1)}, "`floor(x)` may jump in this box"),
    ("step(x)", {"x": (-1, 1)}, "`step(x)` may jump in this box"),
    ("sign(x)", {"x": (-1, 1)}, "`sign(x)` may jump in this box"),
    ("mod(x, 1)", {"x": (0.5, 1.5)}, "`mod(x, 1)` may jump in this box"),
    ("round(x)", {"x": (0, 1)}, "`round(x)` may jump in this box"),
    ("exp(trunc(x)) + x", {"x": (0.5, 1.5)}, "`trunc(x)` may jump in this box"),
    ("floor(x)", {"x": 1, "y": (0, 1)}, "`floor(x)` may jump in this box"),
    ("atan2(x, -1)", {"x": (-1, 1)}, "`atan2(x, -1)` may jump in this box"),
    ("acot(x)", {"x": (-1, 1)}, "`acot(x)` may jump in this box"),
    ("abs(x)*y", {"x": 0, "y": (0, 1)}, "`abs(x)` has a kink all over this box"),
]


@pytest.mark.parametrize("split", [1, 16])
@pytest.mark.parametrize(("text", "box", "why"), JUMPS)
def test_slope_is_not_known_where_the_value_may_jump(text: str, box: Box, why: str, split: int) -> None:
    found = bounds(text, box, split=split)
    assert (found.gradient["x"], "x" in found.monotone, found.unknown["x"].message) == (None, False, why)


def test_name_of_a_condition_alone_has_no_slope_either() -> None:
    found = bounds("if(y > 0, x, 2x)", {"x": (1, 2), "y": (-1, 1)})
    assert (found.gradient["y"], found.gradient["x"]) == (None, Extent(1.0, 2.0, "1", "2"))


def test_branch_is_bounded_where_its_condition_holds() -> None:
    found = bounds("if(x >= 0, sqrt(x), 0)", {"x": (-1, 4)})
    assert (found.value.low_text, found.value.high_text) == ("0", "2")


# Where a condition holds at no end of the box that it leaves, a value may have no bound there, but it is a value.
GUARDED = [
    ("if(x > 0, log(x), 0)", "-inf", "0"),
    ("if(x > 0.0, log(x), 0)", "-inf", "0"),
    ("if(0 < x, log(x), 0)", "-inf", "0"),
    ("if(x <= 0, 0, log(x))", "-inf", "0"),
    ("if(not (x <= 0), log(x), 0)", "-inf", "0"),
    ("if(x < 0 or x == 0, 0, log(x))", "-inf", "0"),
    ("if(x >= 0, if(x != 0, log(x), 0), 0)", "-inf", "0"),
    ("if(0 < x < 1, logit(x), 0)", "-inf", "inf"),
    ("if(x != 0, 1/x, 0)", "-inf", "inf"),
    ("if(x == 0, 0, 1/x)", "-inf", "inf"),
    ("if(x != 0, sin(x)/x, 1)", "0", "inf"),
    ("if(x > 0, exp(-1/x), 0)", "0", "0.3678794411714424"),
    ("if(x > 0, sin(1/x), 0)", "-1", "1"),
    ("if(x != 0, sin(1/x), 0)", "-1", "1"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "low", "high"), GUARDED)
def test_condition_keeps_a_branch_off_the_end_of_a_domain(text: str, low: str, high: str) -> None:
    found = bounds(text, {"x": (-1, 1)}, split=16)
    assert (found.value.low_text, found.value.high_text) == (low, high)
    assert require_bounds(found, text, points_of({"x": (-1, 1)}, 8, text)) == 8


@pytest.mark.parametrize(
    "text",
    [
        "if(x >= 0, log(x), 0)",
        "if(x != 1, log(x), 0)",
        "if(x > 0, 0, log(x))",
        "if(y > 0, log(x), 0)",
        "if(x > 0.0 or y > 0, 1/x, 0)",
    ],
)
def test_condition_that_lets_the_end_of_a_domain_in_is_no_guard(text: str) -> None:
    with pytest.raises(gradcli.GradcliError, match="no value"):
        bounds(text, {"x": (-1, 1), "y": (-1, 1)}, split=8)


@pytest.mark.parametrize("split", [1, 16])
@pytest.mark.parametrize(
    ("text", "ends", "cure"),
    [
        ("1/(x^2 - x + 1)", (0, 1), "choose a narrower box, or look closer with a larger `--split N`"),
        ("1/x", (-1, 2), "choose a box that keeps away from `x = 0`; more parts do not help there"),
        ("log(x)", (0, 1), "choose a box that keeps away from `x = 0`; more parts do not help there"),
        ("tan(x)", (1, 2), "choose a box that keeps away from `x = 1.570796`; more parts do not help there"),
        ("if(x > 0, lgamma(x), 0)", (-1, 1), "choose a box that keeps away from `x = 0`; more parts do not help there"),
        ("log(x)", (-1, 1), "choose a box in which it has one everywhere"),
    ],
)  # fmt: skip
def test_more_parts_are_advised_only_where_they_may_help(text: str, ends: Any, cure: str, split: int) -> None:
    try:
        assert bounds(text, {"x": ends}, split=split).parts == split
    except gradcli.GradcliError as error:
        assert (error.help or "").startswith(cure)


def test_condition_of_which_neither_side_is_left_is_bounded_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enclosure, "narrowed", lambda *_: [])
    found = bounds("if(x > 0, 1, 2)", {"x": (-1, 1)})
    assert (found.value.low, found.value.high, found.gradient["x"]) == (1, 2, None)


@pytest.mark.parametrize(
    ("text", "box", "parts"),
    [
        ("x^2*y", {"x": (-1, 2), "y": (0, 3)}, 1),
        ("x*(1 - x)", {"x": (0, 1)}, 2),
        ("sqrt(x)", {"x": (0, 4)}, 1),
        ("floor(x)", {"x": (0, 1)}, 1),
        ("if(x > 0, log(x), 0)", {"x": (-1, 1)}, 1),
        ("x + y", {"x": (2, 2), "y": "pi"}, 1),
    ],
)
def test_box_is_cut_no_more_once_no_digit_changes(text: str, box: Box, parts: int) -> None:
    found = bounds(text, box, split=500)
    assert (found.parts, found.is_final) == (parts, True)


def test_bounds_that_more_parts_tighten_are_not_final() -> None:
    first, second = (bounds("x*sin(x)*cos(x)", {"x": (0, 2)}, split=split) for split in (4, 8))
    assert (first.is_final, second.parts, width(second.value) < width(first.value)) == (False, 8, True)


def test_search_keeps_one_queue_however_many_names_there_are() -> None:
    names = [f"x{number}" for number in range(12)]
    posed = problem.posed("*".join(f"sin({name})" for name in names), dict.fromkeys(names, 0.5))
    with balls.precision(128):
        ends = intervals.either(intervals.number("0"), intervals.number("3"))
        search = Search(BoxQuestion(posed.graph, tuple(names), tuple(names)), dict.fromkeys(names, ends))
        search.run(40)
    assert (len(search.parts), len(search.queue) <= 40) == (40, True)


@pytest.mark.parametrize(
    ("text", "box", "split", "code", "part"),
    [
        ("log(x)", {"x": (-1, 1)}, 1, "domain.box", "`log` may have no value in this box: its argument is [-1, 1]"),
        ("log(x)", {"x": (-1, 1)}, 9, "domain.box", "`log` has no value for `x` in [-1, 0]"),
        ("log(x)", {"x": (-2, -1)}, 1, "domain.log", "is [-2, -1], and must be positive"),
        ("1/x", {"x": (-1, 1)}, 1000, "domain.box", "`/` may have no value for `x` in"),
        ("sqrt(x)", {"x": (-1, 1)}, 1, "domain.box", "`sqrt` may have no value"),
        ("tan(x)", {"x": (1, 2)}, 1, "domain.box", "`tan` could not be bounded in this box"),
        ("1/(x^2 - x + 1)", {"x": (0, 1)}, 1, "domain.box", "`/` may have no value in this box: its argument is [0, 2]"),
        ("if(log(x) > 0, 1, 2)", {"x": (-1, 2)}, 1, "domain.box", "`log` may have no value"),
        ("if(y > 0, log(x), 1)", {"x": (-2, -1), "y": (-1, 1)}, 1, "domain.box", "`log` may have no value"),
        ("if(y > 0, log(x), 1)", {"x": (-2, -1), "y": (-1, 1)}, 9, "domain.box", "`log` has no value for `x` in"),
        ("0*log(x)", {"x": (-1, 1)}, 1, "domain.box", "`log` may have no value"),
        ("x + inf", {"x": (0, 1)}, 1, "domain.infinite", "inf, not a finite number"),
        ("x", {"x": (2, 1)}, 1, "name.value", "ends before it begins"),
        ("x", {"x": (0, 1)}, 100_001, "usage.option", "100001 parts"),
    ],
)  # fmt: skip
def test_box_without_bounds_is_refused(text: str, box: Box, split: int, code: str, part: str) -> None:
    with pytest.raises(gradcli.GradcliError) as caught:
        bounds(text, box, split=split)
    assert (caught.value.code, part in caught.value.message) == (code, True)


def test_parts_can_show_that_there_is_a_value_everywhere() -> None:
    assert bounds("1/(x^2 - x + 1)", {"x": (0, 1)}, split=8).value.low > 0


def test_slope_by_a_name_of_the_formula_can_be_asked_for() -> None:
    found = bounds("q = x + y; q*z", {"x": (4, 5), "y": -3, "z": (5, 6)}, wrt=("q",))
    assert found.gradient == {"q": Extent(5.0, 6.0, "5", "6")}


def test_number_that_is_not_rational_is_not_cut() -> None:
    found = bounds("x*sin(y)*cos(x)", {"x": (0, 1.5), "y": "pi/4"}, wrt=("x",), split=40)
    assert (found.parts, found.value.high) == (40, pytest.approx(0.561096338191045 * math.sqrt(0.5), abs=1e-3))


def test_point_takes_no_range() -> None:
    with pytest.raises(gradcli.GradcliError, match="`x` is a range in point, not a number"):
        gradcli.evaluate("x", {"x": (1, 2)})


ENDS = st.tuples(st.floats(-3, 3), st.sampled_from([0.0, 0.1, 0.5, 2.0])).map(lambda pair: (pair[0], pair[0] + pair[1]))


@settings(max_examples=80, deadline=None)
@given(text=FORMULAS, x=ENDS, y=ENDS, split=st.sampled_from([1, 4]))
def test_bounds_of_any_formula_hold_at_points(text: str, x: Any, y: Any, split: int) -> None:
    box = {"x": x, "y": y}
    try:
        found = bounds(text, box, split=split)
    except gradcli.GradcliError as error:
        assert error.code.partition(".")[0] in ("domain", "derivative")
        return
    require_bounds(found, text, points_of(box, 3, text))
