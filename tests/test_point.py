"""What a person gives as a point: pairs, JSON, a mapping; and what is refused."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradcli import point
from gradcli.backends import floats
from gradcli.errors import GradcliError


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x=1.5", {"x": 1.5}),
        ("x=1.5,y=-2", {"x": 1.5, "y": -2}),
        (" x = 1.5 , y = -2 ", {"x": 1.5, "y": -2}),
        ("x=1/3", {"x": 1 / 3}),
        ("x=pi/4,y=2pi", {"x": math.pi / 4, "y": math.tau}),
        ("x=max(1,2),y=3", {"x": 2, "y": 3}),
        ("x=atan2(1,(1+0)),y=hypot(3,4)", {"x": math.pi / 4, "y": 5}),
        ("x=-.5", {"x": -0.5}),
        ("x=1_000", {"x": 1000}),
        ("x=if(1<2,3,4)", {"x": 3}),
        ("x=2^10", {"x": 1024}),
        ("x₁=2", {"x1": 2}),
        ("α=1,β_2=2", {"α": 1, "β_2": 2}),
        ("lambda=1,E=2,if_=3", {"lambda": 1, "E": 2, "if_": 3}),
        ("x=−1", {"x": -1}),
        ("x=min(5, inf)", {"x": 5}),
    ],
)
def test_pairs_are_read(text: str, expected: dict[str, float]) -> None:
    assert point.doubles(point.from_pairs(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"x": 1.5, "y": -2}', {"x": 1.5, "y": -2}),
        ('{"x": "pi/4"}', {"x": math.pi / 4}),
        ("{}", {}),
        ('{"x₁": 1e-3}', {"x1": 1e-3}),
        ('{"x": 12345678901234567890}', {"x": 12345678901234567890.0}),
    ],
)
def test_json_is_read(text: str, expected: dict[str, float]) -> None:
    assert point.doubles(point.from_json(text, "point.json")) == expected


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_any_double_goes_in_as_it_was_written(number: float) -> None:
    assert point.from_pairs(f"x={floats.text(number)}")["x"].value == number


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("1.5", "usage.point", "1.5"),
        ("x", "usage.point", "x"),
        ("x=", "usage.point", "x="),
        ("=1", "usage.point", "=1"),
        ("x==1", "usage.point", "x==1"),
        ("x=1,", "usage.point", ""),
        ("x=1,,y=2", "usage.point", ""),
        ("", "usage.point", ""),
        ("x=1,5", "usage.point", "5"),
        ("x=1,x=2", "name.twice", "x=2"),
        ("x1=1,x₁=2", "name.twice", "x₁=2"),
    ],
)
def test_pair_that_is_none_is_underlined(text: str, code: str, place: str) -> None:
    with pytest.raises(GradcliError) as caught:
        point.from_pairs(text)
    error = caught.value
    assert error.source is not None
    assert error.span is not None
    assert (error.code, error.source.at(error.span)) == (code, place)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("2x=1", "name.malformed"),
        ("x y=1", "name.malformed"),
        ("x+y=1", "name.malformed"),
        ("if=1", "name.malformed"),
        ("sin(x)=1", "name.malformed"),
        ("x=inf", "name.value"),
        ("x=-inf", "name.value"),
        ("x=nan", "name.value"),
        ("x=y", "name.value"),
        ("x=1,y=x", "name.value"),
        ("x=1e999", "name.value"),
        ("x=1<2", "parse.condition"),
        ("x=1/0", "domain.divide"),
        ("x=log(-1)", "domain.log"),
        ("x=10^10^10", "overflow.power"),
        ("x=2 3", "parse.missing-operator"),
        ("x=sin", "name.value"),
        ("x=(1", "parse.unclosed-bracket"),
        ("x=0x10", "parse.number"),
    ],
)
def test_bad_pair_has_its_code(text: str, code: str) -> None:
    with pytest.raises(GradcliError) as caught:
        point.from_pairs(text)
    assert caught.value.code == code


def test_decimal_comma_is_recognised() -> None:
    with pytest.raises(GradcliError) as caught:
        point.from_pairs("x=1,5")
    assert caught.value.help == "a decimal number is written with a point: `x=1.5`"


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("", "input.json", "point.json is empty"),
        ('{"x": 1,}', "input.json", "line 1"),
        ("[1]", "input.json", "not a JSON object"),
        ('"x"', "input.json", "not a JSON object"),
        ("1" * 5000, "input.json", "too many digits"),
        ('{"x": ' + "1" * 5000 + "}", "input.json", "too many digits"),
        ("[" * 100_000, "input.json", "not JSON"),
        ('{"x": 1, "x": 2}', "name.twice", "`x`"),
        ('{"x1": 1, "x₁": 2}', "name.twice", "`x1`"),
        ('{"x": null}', "name.value", "null"),
        ('{"x": true}', "name.value", "true or false"),
        ('{"x": [1]}', "name.value", "a list"),
        ('{"x": {"y": 1}}', "name.value", "an object"),
        ('{"x": NaN}', "name.value", "not a finite number"),
        ('{"x": Infinity}', "name.value", "not a finite number"),
        ('{"x": 1e999}', "name.value", "not a finite number"),
        ('{"x": ' + "1" * 400 + "}", "name.value", "too large"),
        ('{"x": "y"}', "name.value", "`y` has no value"),
        ('{"": 1}', "name.malformed", "not a name"),
        ('{"a b": 1}', "name.malformed", "`a b`"),
        ('{"x": ""}', "name.value", "`x` is an empty text in point.json"),
    ],
    ids=lambda text: text[:20],
)
def test_bad_json_is_refused(text: str, code: str, said: str) -> None:
    with pytest.raises(GradcliError) as caught:
        point.from_json(text, "point.json")
    assert (caught.value.code, said in caught.value.message) == (code, True)


def test_error_in_a_value_is_shown_in_that_value() -> None:
    with pytest.raises(GradcliError) as caught:
        point.from_pairs("x=1,why=2*log(-3)")
    error = caught.value
    assert error.source is not None
    assert error.span is not None
    assert (error.source.name, error.source.at(error.span)) == ("--at why", "log")


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf, 10**400])
def test_number_that_is_not_finite_is_refused(number: float) -> None:
    with pytest.raises(GradcliError) as caught:
        point.from_mapping({"x": number})
    assert caught.value.code == "name.value"


def test_points_are_merged() -> None:
    merged = point.merge([point.from_pairs("x=1"), {}, point.from_pairs("y=2")])
    assert point.doubles(merged) == {"x": 1, "y": 2}


def test_points_that_share_a_name_are_refused() -> None:
    with pytest.raises(GradcliError) as caught:
        point.merge([point.from_pairs("x=1"), point.from_pairs("y=2,x=1")])
    assert caught.value.code == "name.twice"


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        found = point.from_pairs(text)
    except GradcliError:
        return
    assert all(math.isfinite(number) for number in point.doubles(found).values())


@given(st.dictionaries(st.text(max_size=5), st.text(max_size=10) | st.floats()))
def test_any_mapping_is_read_or_refused(mapping: dict[str, float | str]) -> None:
    try:
        found = point.from_mapping(mapping)
    except GradcliError:
        return
    assert all(math.isfinite(number) for number in point.doubles(found).values())
