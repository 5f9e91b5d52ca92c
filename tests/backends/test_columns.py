"""The functions on arrays beside those on doubles, at each row's own points and at random ones; and their kernels."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from gradcli import rules
from gradcli.backends import columns, floats
from gradcli.backends.columns.kernels import SLOW, kernel, where_needed
from gradcli.backends.columns.waves import FAR
from gradcli.backends.nodes import BY_NAME
from gradcli.batch.watching import CARRIERS
from gradcli.evaluation import apply, formula_value
from gradcli.rules.arithmetic import CONTRIBUTION
from gradcli.rules.rule import Rule

from ..rules import accuracy

NUMBERS = (0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, 1e-310, 1e200, -1e200, 1e308, math.inf, -math.inf, math.nan)
ROWS = [*accuracy.ROWS, *(more for rule in accuracy.ROWS for more in accuracy.of_more(rule))]
OPERATIONS = [rule for rule in ROWS if rule.name != "if"]


def name_of(rule: Rule) -> str:
    return f"{rule.backend_name}-{len(rule.parameters)}"


def on_arrays(rule: Rule, points: list[tuple[float, ...]]) -> list[float]:
    with np.errstate(all="ignore"):
        arrays = [np.array(column, dtype=float) for column in zip(*points, strict=True)]
        found: Any = apply(rule, arrays, columns)
    return [float(number) for number in np.broadcast_to(found, (len(points),))]


def far_apart(rule: Rule, points: list[tuple[float, ...]]) -> Iterator[tuple[tuple[float, ...], float, float]]:
    """Where the array's number is more than 2 ulp from the double's."""
    for point, number in zip(points, on_arrays(rule, points), strict=True):
        expected = apply(rule, list(point), floats)
        both = (expected, number)
        if not all(map(math.isfinite, both)):
            if expected != number and not all(map(math.isnan, both)):
                yield (point, *both)
        elif abs(expected - number) > 2 * math.ulp(expected):
            yield (point, *both)


@pytest.mark.parametrize("rule", OPERATIONS, ids=name_of)
def test_value_is_within_2_ulp_of_the_double(rule: Rule) -> None:
    count = 20 if rule.backend_name in SLOW else 200
    points = [*rule.points, *accuracy.random_points(rule, count)]
    assert list(far_apart(rule, points)) == []


HARD = [
    ("root", (1e200, 1e200)),
    ("silu", (-745.1,)),
    ("silu", (-735.9571597106781,)),
    ("siluderiv", (-745.1, 1.0)),
    ("logaddexp", (-2.6911058272565203e-13, -17.648257557756295)),
    ("logaddexp", (-0.43107397987219187, -0.5066629416232686)),
    ("norminv", (0.13571885786617208,)),
    ("norminv", (0.8402934266266522,)),
    ("normpdf", (-3.480125124042191,)),
    ("tanpi", (-1.6601324937151722,)),
]
"""Where shorter forms were 3 ulp off, or lost most digits."""


@pytest.mark.parametrize(("name", "point"), HARD)
def test_value_is_within_2_ulp_where_that_is_hard(name: str, point: tuple[float, ...]) -> None:
    assert list(far_apart(BY_NAME[name, len(point)], [point])) == []


@pytest.mark.parametrize("name", ["sech", "csch"])
def test_number_that_a_double_holds_is_not_zero(name: str) -> None:
    with np.errstate(all="ignore"):
        assert getattr(columns, name)(np.array([745.2])).tolist() == [5e-324]


@pytest.mark.parametrize("name", ["sin", "cos"])
def test_wave_has_the_same_bits_whatever_is_in_the_rows_beside_it(name: str) -> None:
    near, wave = np.random.default_rng(0).uniform(-9, 9, 2000), getattr(columns, name)
    beside = np.where(np.arange(2000) % 3 == 0, 1e9, near)
    beside[1::3] = np.nan
    assert np.array_equal(wave(near)[2::3], wave(beside)[2::3])


@pytest.mark.parametrize("name", ["sin", "cos"])
def test_waves_are_within_2_ulp_everywhere(name: str) -> None:
    """Of the correctly rounded double, which `math` gives but for half an ulp; beyond FAR beside zeros too."""
    dice = np.random.default_rng(0)
    turns = np.arange(-31_000, 31_000) * (math.pi / 2)
    near = np.concatenate(
        [dice.uniform(-4, 4, 30_000), dice.uniform(-FAR, FAR, 30_000), turns, np.nextafter(turns, 1e9)]
    )
    far = np.concatenate([dice.integers(10**5, 10**9, 300) * math.pi / 2, 10.0 ** dice.uniform(5, 300, 300)])
    rule = rules.find(name, 1)
    assert rule is not None
    assert list(far_apart(rule, [(x,) for x in near.tolist()])) == []
    assert list(far_apart(rule, [(x,) for x in far.tolist()])) == []


@pytest.mark.parametrize("rule", [rule for rule in rules.RULES if rule.is_condition], ids=name_of)
def test_conditions_are_those_of_doubles(rule: Rule) -> None:
    is_logic = rule.wants_condition(0)
    points = list(itertools.product((False, True) if is_logic else NUMBERS, repeat=len(rule.parameters)))
    arrays = [np.array(column) for column in zip(*points, strict=True)]
    assert apply(rule, arrays, columns).tolist() == [apply(rule, list(point), floats) for point in points]


ARITHMETIC = [rule for rule in ROWS if rule.backend_name in ("add", "subtract", "multiply", "divide", "negative", "minimum", "maximum", "absolute", "sign", "floor", "ceil", "round", "trunc", "step", "sqrt", "mod")]  # fmt: skip


@pytest.mark.parametrize("rule", [*ARITHMETIC, CONTRIBUTION], ids=name_of)
def test_zeros_infinities_and_nan_are_those_of_doubles(rule: Rule) -> None:
    points = list(itertools.product(NUMBERS, repeat=len(rule.parameters)))
    if rule.backend_name in ("minimum", "maximum"):  # a choice between nan and a number is nan either way
        points = [point for point in points if not any(map(math.isnan, point))]
    assert list(far_apart(rule, points)) == []


@pytest.mark.parametrize("rule", [rule for rule in ROWS if rule.domain and rule.backend_name not in SLOW], ids=name_of)
def test_no_function_is_finite_outside_its_domain(rule: Rule) -> None:
    """So that results alone tell which rows to look at again. Those that go row by row are asked for their domain."""
    points = list(itertools.product((*NUMBERS[:-3], 170.5, -170.0, 1001.0, 2e4), repeat=len(rule.parameters)))
    outside = [point for point in points[:: max(1, len(points) // 400)] if not accuracy.is_inside(rule, point)]
    assert outside
    found = on_arrays(rule, outside)
    assert [point for point, number in zip(outside, found, strict=True) if math.isfinite(number)] == []


@pytest.mark.parametrize("rule", [rule for rule in ROWS if rule.backend_name in CARRIERS], ids=name_of)
def test_carriers_are_not_finite_where_an_argument_is_not(rule: Rule) -> None:
    points = [point for point in itertools.product(NUMBERS, repeat=len(rule.parameters)) if not all(map(math.isfinite, point))]  # fmt: skip
    out = np.empty(len(points))
    with np.errstate(all="ignore"):
        if len(rule.parameters) > 2:
            out = np.array(on_arrays(rule, points))
        else:
            kernel(rule.backend_name)(*(np.array(column) for column in zip(*points, strict=True)), out)
    assert not np.isfinite(out).any()


@pytest.mark.parametrize("rule", [rule for rule in OPERATIONS if rule.backend_name != "identity"], ids=name_of)
def test_kernel_gives_what_the_function_does_wherever_that_is_finite(rule: Rule) -> None:
    points = [*rule.points, *itertools.product(NUMBERS, repeat=min(len(rule.parameters), 2))][:60]
    points = [point for point in points if len(point) == len(rule.parameters)]
    if not points:
        pytest.skip("no points of so many arguments")
    arrays, out = [np.array(column, dtype=float) for column in zip(*points, strict=True)], np.empty(len(points))
    found = np.array(on_arrays(rule, points))
    with np.errstate(all="ignore"):
        kernel(rule.backend_name)(*arrays, out)
        is_finite = np.isfinite(found)
        assert np.array_equal(out[is_finite], found[is_finite])
        assert not np.isfinite(out[~is_finite]).any()
        kernel(rule.backend_name)(*arrays, arrays[0])  # into one of its arguments
    assert np.array_equal(arrays[0], out, equal_nan=True)


def test_slow_function_is_computed_where_conditions_hold() -> None:
    x, out = np.array([0.5, 1.5, 2.5, 3.5]), np.empty(4)
    first, second = np.array([True, True, False, True]), np.array([False, True, False, False])
    where_needed("gamma", (True, False))(x, first, second, out)
    assert np.isnan(out).tolist() == [False, True, True, False]
    assert out[0] == floats.gamma(0.5)


def test_every_row_has_its_function_or_a_definition() -> None:
    assert [rule.name for rule in rules.RULES if not (hasattr(columns, rule.backend_name) or rule.definition)] == []


def test_predicates_are_those_of_doubles() -> None:
    for rule in ROWS:
        for domain in rule.domain:
            point = next(iter(rule.points), None)
            if point is not None:
                arrays = [np.array([number]) for number in point]
                assert formula_value(domain.predicate, rule.parameters, arrays, columns).tolist() == [True]
