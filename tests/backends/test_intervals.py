"""Intervals hold all that a function is on them: each row of the rule table, and the ways numbers are written."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any

import pytest
from flint import arb, fmpq

from gradcli import rules
from gradcli.backends import balls, intervals
from gradcli.backends.intervals import Interval, functions
from gradcli.evaluation import apply, formula_value
from gradcli.rules.rule import Rule

FUNCTIONS = [rule for rule in rules.RULES if not rule.is_condition and rule.name not in ("if", "=")]
WIDTHS = (0.0, 1e-9, 0.3, 2.0, 7.0)
SAMPLES = 4
MANY = 512
"""Bits of values that are to lie in bounds of 128."""


@pytest.fixture(autouse=True)
def working_precision() -> Iterator[None]:
    with balls.precision(128):
        yield


def interval(low: Any, high: Any) -> Interval:
    return intervals.either(intervals.double(low), intervals.double(high))


def boxes_of(rule: Rule) -> Iterator[tuple[list[Interval], list[list[float]]]]:
    """Boxes around the points of a row, and points in each of them, its corners among them."""
    chance = random.Random(rule.name)
    for point in rule.points:
        if any(abs(number) > 1e6 for number in point):
            continue
        for width in WIDTHS:
            # Whole arguments, orders for example, stay whole in some boxes.
            sizes = [chance.choice((0.0, width)) if number == int(number) else width for number in point]
            ends = [
                (number - chance.random() * size, number + chance.random() * size)
                for number, size in zip(point, sizes, strict=True)
            ]
            inside = [[low + chance.random() * (high - low) for low, high in ends] for _ in range(SAMPLES)]
            corners = [[chance.choice(pair) for pair in ends] for _ in range(2)]
            yield [interval(*pair) for pair in ends], [*inside, *corners, list(point)]


def holds(known: Interval, value: Any) -> bool:
    """Is all of a ball in an interval, but for the ball's own width?"""
    with balls.precision(MANY):
        slack = abs(arb(value)) * arb(2) ** -200 + arb(2) ** -4000
        return bool(arb(value) + slack >= arb(known.low) and arb(value) - slack <= arb(known.high))


def values_at(rule: Rule, arguments: list[Interval], points: list[list[float]]) -> Iterator[Any]:
    """The values at those points that are in a box, with more digits than its bounds have."""
    ends = [intervals.doubles(argument) for argument in arguments]
    for point in points:
        if all(low <= number <= high for number, (low, high) in zip(point, ends, strict=True)):
            with balls.precision(MANY):
                yield apply(rule, [balls.double(number) for number in point], balls)


@pytest.mark.parametrize("rule", FUNCTIONS, ids=lambda rule: rule.backend_name)
def test_interval_holds_the_values_at_points_of_it(rule: Rule) -> None:
    known, met = 0, 0
    for arguments, points in boxes_of(rule):
        found = apply(rule, arguments, intervals)
        values = list(values_at(rule, arguments, points))
        is_met = all(map(balls.is_finite, values))
        met += is_met
        known += is_met and intervals.is_finite(found)
        if is_met and all(map(intervals.is_point, arguments)):
            assert intervals.is_finite(found), f"{list(map(intervals.text, arguments))}"
        for value in values:
            assert intervals.is_nan(found) or not balls.is_finite(value) or holds(found, value), (
                f"{list(map(intervals.text, arguments))}: {value} in {intervals.text(found)}"
            )
    # A row whose bounds are not known in most boxes would pass without having been tested.
    assert known > met / 2 > 0


@pytest.mark.parametrize(
    "rule", [rule for rule in FUNCTIONS if len(rule.parameters) == 1], ids=lambda rule: rule.backend_name
)
def test_interval_without_a_bound_holds_the_values_at_points_of_it(rule: Rule) -> None:
    for (point,) in rule.points:
        for sign, ends in ((1, (point, math.inf)), (-1, (-math.inf, point))):
            found = apply(rule, [interval(*ends)], intervals)
            with balls.precision(MANY):
                values = [apply(rule, [balls.double(point + sign * far)], balls) for far in (0.0, 1e-9, 0.7, 40.3, 3e3)]
            for value in filter(balls.is_finite, values):
                assert intervals.is_nan(found) or holds(found, value), f"{ends}: {value} in {intervals.text(found)}"


@pytest.mark.parametrize("name", [name for name, stretch in functions.TURNING.items() if stretch.left != stretch.right])
def test_function_turns_where_the_table_says_and_not_beyond_its_extremum(name: str) -> None:
    rule = next(rule for rule in rules.RULES if rule.backend_name == name)
    left, right, extremum = (functions.exact(text) for text in functions.TURNING[name][:3])
    values = [apply(rule, [end], balls) for end in (left, right)]
    slopes = [
        formula_value(rule.partials[0], ("x", "v"), [end, value], balls)
        for end, value in zip((left, right), values, strict=True)
    ]
    assert balls.less(slopes[0], fmpq(0)) is True
    assert balls.greater(slopes[1], fmpq(0)) is True
    # The slope rises there: the value falls below that on the left by less than the slope there times the way.
    lowest = balls.add(values[0], balls.multiply(slopes[0], balls.subtract(right, left)))
    assert balls.less_equal(extremum, lowest) is True
    assert float(arb(balls.subtract(values[0], extremum))) < 1e-14


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [("1", "2", "[1, 2]"), ("0.1", "0.1", "0.1"), ("-0.25", "0", "[-0.25, 0]"), ("1e-60", "1e60", "[1e-60, 1e60]")],
)
def test_text_is_that_of_exact_ends(low: str, high: str, text: str) -> None:
    assert intervals.text(intervals.between(functions.exact(low), functions.exact(high))) == text


@pytest.mark.parametrize("seed", range(20))
def test_texts_and_doubles_are_rounded_outward(seed: int) -> None:
    chance = random.Random(seed)
    ends = sorted(fmpq(chance.randint(-(10**9), 10**9), chance.randint(1, 10**9)) for _ in range(2))
    known = Interval(*ends)
    for low, high in (map(functions.exact, intervals.texts(known)), map(balls.double, intervals.doubles(known))):
        assert low <= ends[0] <= ends[1] <= high
        assert (
            float(arb(ends[0] - low) + arb(high - ends[1]))
            < 1e-15 * max(1.0, *(abs(float(arb(end))) for end in ends)) * 4
        )


@pytest.mark.parametrize(
    ("name", "arguments", "known"),
    [
        ("divide", ("[1, 2]", "[0, 4]"), "[0.25, inf]"),
        ("divide", ("[1, 2]", "[-1, 1]"), "not known"),
        ("divide", ("[1, 2]", "[-4, 0]"), "[-inf, -0.25]"),
        ("power", ("[-1, 2]", "2"), "[0, 4]"),
        ("power", ("[-2, 1]", "3"), "[-8, 1]"),
        ("power", ("[-1, 1]", "0.5"), "not known"),
        ("power", ("[0, 4]", "-0.5"), "[0.5, inf]"),
        ("power", ("0", "[0, 1]"), "[0, 1]"),
        ("log", ("[-1, 1]",), "not known"),
        ("absolute", ("[-3, 2]",), "[0, 3]"),
        ("floor", ("[-0.5, 1.5]",), "[-1, 1]"),
        ("mod", ("[0.5, 3]", "2"), "[0, 2]"),
        ("mod", ("[0.5, 1.5]", "2"), "[0.5, 1.5]"),
        ("sin", ("[0, 100]",), "[-1, 1]"),
        ("sin", ("[0, inf]",), "[-1, 1]"),
        ("log", ("[0, 1]",), "[-inf, 0]"),
        ("cos", ("[-1, 1]",), "[0.5403023058681397, 1]"),
        ("tan", ("[1, 2]",), "not known"),
        ("multiply", ("[0, 1]", "[0, inf]"), "[0, inf]"),
        ("contribution", ("0", "[-inf, inf]"), "0"),
        ("minimum", ("[0, 3]", "[1, 2]"), "[0, 2]"),
    ],
)  # fmt: skip
def test_result_is_as_tight_as_can_be(name: str, arguments: tuple[str, ...], known: str) -> None:
    assert intervals.text(getattr(intervals, name)(*map(read, arguments))) == known


def read(text: str) -> Interval:
    ends = text.strip("[]").split(", ")
    return intervals.between(*(infinite(end) if "inf" in end else functions.exact(end) for end in (ends[0], ends[-1])))


def infinite(text: str) -> Any:
    return arb.neg_inf() if text.startswith("-") else arb.pos_inf()


@pytest.mark.parametrize(
    ("name", "arguments", "truth"),
    [
        ("less", ("[0, 1]", "[2, 3]"), True),
        ("less", ("[0, 1]", "[1, 3]"), None),
        ("less", ("[1, 3]", "[0, 1]"), False),
        ("less_equal", ("[0, 1]", "[1, 3]"), True),
        ("equal", ("[0, 1]", "[0, 1]"), None),
        ("equal", ("1", "1"), True),
        ("equal", ("[0, 1]", "2"), False),
        ("greater", ("[-inf, inf]", "0"), None),
    ],
)  # fmt: skip
def test_condition_is_decided_where_it_is_the_same_all_over(
    name: str, arguments: tuple[str, ...], truth: bool | None
) -> None:
    assert intervals.truth(getattr(intervals, name)(*map(read, arguments))) is truth


@pytest.mark.parametrize(("low", "way"), [("1", "1e-60"), ("1/3", "1e-45"), ("-1e300", "1e-3"), ("0.1", "1e-200")])
def test_middle_of_a_range_is_in_it_however_narrow_it_is(low: str, way: str) -> None:
    start = balls.divide(functions.exact(low.partition("/")[0]), functions.exact(low.partition("/")[2] or "1"))
    known = Interval(start, start + functions.exact(way))
    left, right = intervals.halves(known)
    assert known.low <= intervals.middle(known).low <= known.high
    assert (left.low, left.high, right.high) == (known.low, right.low, known.high)


@pytest.mark.parametrize(
    ("low", "high", "signs"),
    [("0", "1", (True, False)), ("-1", "0", (False, True)), ("0", "0", (True, True)), ("-1", "1", (False, False))],
)
def test_zero_is_neither_negative_nor_positive(low: str, high: str, signs: tuple[bool, bool]) -> None:
    known = Interval(functions.exact(low), functions.exact(high))
    assert (intervals.is_nonnegative(known), intervals.is_nonpositive(known)) == signs
