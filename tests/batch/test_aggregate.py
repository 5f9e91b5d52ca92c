"""Sums that are rounded once."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

np = pytest.importorskip("numpy")
pytest.importorskip("pyarrow")

from gradcli.batch import aggregate

DOUBLES = st.lists(st.floats(allow_nan=False, allow_infinity=False), max_size=50)


@given(DOUBLES)
def test_sum_is_exact(numbers: list[float]) -> None:
    total = aggregate.exact_sum(np.array(numbers, float))
    assert Fraction(total, 1 << (1074 + 53)) == sum((Fraction(number) for number in numbers), Fraction(0))


@given(DOUBLES, st.integers(0, 50))
def test_sum_does_not_depend_on_blocks(numbers: list[float], cut: int) -> None:
    parts = [np.array(numbers[:cut], float), np.array(numbers[cut:], float)]
    assert sum(map(aggregate.exact_sum, parts)) == aggregate.exact_sum(np.array(numbers, float))


@given(st.lists(st.floats(-1e300, 1e300), min_size=1))
def test_rounded_sum_is_that_of_fsum(numbers: list[float]) -> None:
    assert aggregate.rounded(aggregate.exact_sum(np.array(numbers))) == math.fsum(numbers)


@given(st.lists(st.floats(-1e300, 1e300), min_size=1))
def test_mean_is_rounded_once(numbers: list[float]) -> None:
    mean = aggregate.rounded(aggregate.exact_sum(np.array(numbers)), len(numbers))
    assert mean == float(sum(map(Fraction, numbers)) / len(numbers))


def test_long_columns_are_summed_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aggregate, "MOST", 3)
    assert aggregate.rounded(aggregate.exact_sum(np.full(10, 0.1))) == math.fsum([0.1] * 10)


def test_total_too_large_for_a_double_overflows() -> None:
    with pytest.raises(OverflowError):
        aggregate.rounded(aggregate.exact_sum(np.full(2, 1.5e308)))
