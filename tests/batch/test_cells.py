"""What is a number in a column, and what is not."""

from __future__ import annotations

import math
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

np = pytest.importorskip("numpy")
pa = pytest.importorskip("pyarrow")

from gradcli.batch import cells
from gradcli.render.batch import WORDS

TEXTS = {
    "1": 1.0, "-1.5": -1.5, "+2": 2.0, " 3 ": 3.0, "1e3": 1000.0, ".5": 0.5, "5.": 5.0, "1E-3": 0.001, "0007": 7.0, "-0": -0.0,
    "": "input.empty", "  ": "input.empty", "abc": "input.text", "1,5": "input.text", "1.2.3": "input.text", "0x10": "input.text",
    "1_0": "input.text", "1e": "input.text", "٣": "input.text", "1 2": "input.text", "nan": "input.nan", "NaN": "input.nan",
    "-nan": "input.nan", "inf": "input.infinite", "-Infinity": "input.infinite", "1e999": "input.infinite", "NA": "input.text",
    "infinite": "input.text", "true": "input.text", "9" * 400: "input.infinite",
}  # fmt: skip


def found(column: object) -> list[object]:
    made = cells.cells(column)
    codes = [0] * len(made.numbers) if made.codes is None else made.codes.tolist()
    return [
        cells.CODES[code - 1] if code else number for code, number in zip(codes, made.numbers.tolist(), strict=True)
    ]


@pytest.mark.parametrize("text", TEXTS)
def test_text_alone(text: str) -> None:
    assert found(pa.array([text])) == [TEXTS[text]]


def test_texts_together() -> None:
    assert found(pa.array(list(TEXTS))) == list(TEXTS.values())
    assert found(pa.array(list(TEXTS)).dictionary_encode()) == list(TEXTS.values())
    assert found(pa.chunked_array([list(TEXTS)[:3], list(TEXTS)[3:]])) == list(TEXTS.values())


@given(st.lists(st.one_of(st.floats().map(repr), st.integers().map(str), st.text(max_size=4), st.none())))
def test_every_text_is_what_python_says(texts: list[str | None]) -> None:
    """But for what Python alone reads as a number: `1_0`, digits of other scripts."""
    for text, answer in zip(texts, found(pa.array(texts, pa.string())), strict=True):
        if text is None or not text.strip(" \t\n\r\v\f"):
            assert answer == "input.empty"
            continue
        try:
            number = float(text) if text.isascii() and "_" not in text else None
        except ValueError:
            number = None
        if number is None:
            assert answer == "input.text"
        elif not math.isfinite(number):
            assert answer == ("input.nan" if math.isnan(number) else "input.infinite")
        elif answer == "input.rounded":
            assert int(text) != int(number)
        else:
            assert answer == number
            assert not text.strip().lstrip("+-").isdigit() or int(text) == int(number)


@given(st.lists(st.one_of(st.none(), st.integers(-(2**63), 2**63 - 1))))
def test_integers_that_are_no_doubles_are_flagged(integers: list[int | None]) -> None:
    answers = found(pa.array(integers, pa.int64()))
    expected = [
        "input.empty" if number is None else float(number) if int(float(number)) == number else "input.rounded"
        for number in integers
    ]
    assert answers == expected


@given(st.lists(st.integers(0, 2**64 - 1)))
def test_integers_without_a_sign_too(integers: list[int]) -> None:
    assert found(pa.array(integers, pa.uint64())) == [
        float(number) if int(float(number)) == number else "input.rounded" for number in integers
    ]


@pytest.mark.parametrize(
    "column",
    [
        pa.array([1, None], pa.int8()),
        pa.array([1, None], pa.float32()),
        pa.array(np.array([1, 2], np.float16), mask=np.array([False, True])),
        pa.array([Decimal("1.00"), None]),
        pa.array([1.0, None]).dictionary_encode(),
        pa.RunEndEncodedArray.from_arrays(pa.array([1, 2], pa.int32()), pa.array([1.0, None])),
        pa.array(["1", None], pa.large_string()),
        pa.array(["1", None], pa.string_view()),
    ],
    ids=lambda column: str(column.type),
)
def test_column_of_any_numeric_type(column: object) -> None:
    assert found(column) == [1.0, "input.empty"]


@given(st.lists(st.decimals(allow_nan=False, allow_infinity=False, places=12, min_value=-(10**9), max_value=10**9)))
def test_decimal_is_the_nearest_double(decimals: list[Decimal]) -> None:
    assert found(pa.array(decimals, pa.decimal128(38, 12))) == [float(number) for number in decimals]


def test_decimal_without_places_is_flagged_as_an_integer_is() -> None:
    assert found(pa.array([Decimal(2**53), Decimal(2**53 + 1)], pa.decimal128(38, 0))) == [2.0**53, "input.rounded"]


def test_kind_of_a_bad_cell_does_not_depend_on_its_neighbours() -> None:
    assert found(pa.array(["nan(7)"])) == found(pa.array(["nan(7)", "text"]))[:1] == ["input.nan"]


def test_doubles_are_not_copied() -> None:
    column = pa.array([1.0, 2.0])
    assert np.shares_memory(cells.cells(column).numbers, column.to_numpy())


def test_nan_and_infinity_among_doubles() -> None:
    assert found(pa.array([1.0, math.nan, -math.inf, None])) == [1.0, "input.nan", "input.infinite", "input.empty"]


def test_no_rows() -> None:
    for kind in (pa.string(), pa.float64(), pa.int64(), pa.null()):
        assert found(pa.array([], kind)) == []
    assert found(pa.chunked_array([], pa.string())) == []


def test_every_code_of_a_cell_has_its_words() -> None:
    assert set(WORDS) == set(cells.CODES)
