"""Warnings: which code, at which place, with which slopes, and when there is none."""

from __future__ import annotations

import math

import pytest

import gradcli
from gradcli.backends import floats
from gradcli.gradient import Gradient, Note
from gradcli.problem import posed

INF = math.inf


def gradient(text: str, **point: float) -> Gradient:
    return gradcli.evaluate(text, point)


def note(text: str, **point: float) -> Note:
    (found,) = gradient(text, **point).warnings
    return found


# text, point, code, what is underlined, left, right
NOTES = [
    ("1 + abs(x - 2)", {"x": 2}, "derivative.kink", "abs(x - 2)", -1, 1),
    ("max(2x, y)", {"x": 1, "y": 2}, "derivative.kink", "max(2x, y)", 0, 1),
    ("3*min(x, 1)", {"x": 1}, "derivative.kink", "min(x, 1)", 1, 0),
    ("2*hypot(x, y)", {"x": 0, "y": 0}, "derivative.kink", "hypot(x, y)", -1, 1),
    ("x*floor(x)", {"x": 2}, "derivative.jump", "floor(x)", 0, 0),
    ("x*ceil(x)", {"x": -2}, "derivative.jump", "ceil(x)", 0, 0),
    ("x + sign(x)", {"x": 0}, "derivative.jump", "sign(x)", 0, 0),
    ("1 + mod(x, 2)", {"x": 4}, "derivative.jump", "mod(x, 2)", 1, 1),
    ("1 + x^1.5", {"x": 0}, "derivative.one-sided", "x^1.5", None, 0),
    ("1 + sqrt(x)", {"x": 0}, "derivative.infinite", "sqrt(x)", None, None),
    ("1 - acos(x)", {"x": -1}, "derivative.infinite", "acos(x)", None, None),
    ("1 + (-2)^x", {"x": 2}, "derivative.undefined", "(-2)^x", None, None),
    ("1 + x^x", {"x": 0}, "derivative.undefined", "x^x", None, None),
    ("1 + (x^2)^0.5", {"x": 0}, "derivative.indeterminate", "x^2", None, None),
    ("if(x < 2, 1/(x - 2), x)", {"x": 2}, "derivative.boundary", "x < 2", None, None),
    ("if(not x >= 2, 1/(x - 2), x)", {"x": 2}, "derivative.boundary", "x >= 2", None, None),
    ("if(0 < y and x == y, x, 2)", {"x": 2, "y": 2}, "derivative.boundary", "x == y", None, None),
    ("c = x < 2; if(c, 1/(x - 2), x)", {"x": 2}, "derivative.boundary", "x < 2", None, None),
    ("2*e", {"e": 2}, "name.constant", "e", None, None),
    ("pi = 3; x*pi", {"x": 2}, "name.constant", "pi", None, None),
]


@pytest.mark.parametrize(("text", "point", "code", "place", "left", "right"), NOTES)
def test_warning_has_its_code(
    text: str, point: dict[str, float], code: str, place: str, left: float | None, right: float | None
) -> None:
    assert {found.code for found in gradient(text, **point).warnings} == {code}


@pytest.mark.parametrize(("text", "point", "code", "place", "left", "right"), NOTES)
def test_warning_is_at_its_place(
    text: str, point: dict[str, float], code: str, place: str, left: float | None, right: float | None
) -> None:
    span = gradient(text, **point).warnings[0].span
    assert span is not None
    assert text[span.start : span.end] == place


@pytest.mark.parametrize(("text", "point", "code", "place", "left", "right"), NOTES)
def test_warning_knows_the_slopes_on_both_sides(
    text: str, point: dict[str, float], code: str, place: str, left: float | None, right: float | None
) -> None:
    found = gradient(text, **point).warnings[0]
    assert (found.left, found.right) == (left, right)


@pytest.mark.parametrize(
    ("text", "point", "code", "place", "left", "right"), [case for case in NOTES if case[2].startswith("derivative.")]
)
def test_warning_names_a_node_of_the_trace(
    text: str, point: dict[str, float], code: str, place: str, left: float | None, right: float | None
) -> None:
    answer = gradient(text, **point)
    assert answer.warnings[0].node in {node.name for node in answer.nodes}


@pytest.mark.parametrize("text", ["1 + abs(x - 2)", "x*floor(x)", "sqrt(x - 2)", "(x - 2)^1.5"])
def test_warning_names_the_node_at_its_span(text: str) -> None:
    answer = gradient(text, x=2)
    (found,) = answer.warnings
    assert found.span in {node.span for node in answer.nodes if node.name == found.node}


@pytest.mark.parametrize(
    ("text", "point", "message"),
    [
        (
            "abs(x - 1/3)",
            {"x": 1 / 3},
            "`abs` has a kink at this point: slope -1 on the left and 1 on the right; 0 is used",
        ),
        ("ceil(sin(x))", {"x": 0}, "`ceil` jumps at this point"),
        ("x^1.5", {"x": 0}, "`^` is at the end of its domain"),
        ("sqrt(x)", {"x": 0}, "the slope of `sqrt` is infinite at this point"),
        ("1e200*(x*1e200)^1", {"x": 1e-200}, "the slope by `x` is too large for a double"),
        ("arcsin(x)", {"x": 1}, "the slope of `arcsin` is infinite at this point"),
        ("e", {"e": 1}, "`e` is used as a name here, not as the constant"),
        ("2", {"x": 1}, "`x` is not in the formula, so its slope is 0"),
        ("alpha", {"alpha": 1, "alhpa": 1}, "`alhpa` is not in the formula, so its slope is 0; did you mean `alpha`?"),
    ],
)
def test_warning_says_what_was_met(text: str, point: dict[str, float], message: str) -> None:
    # What is true by each name follows it.
    assert note(text, **point).message.partition("; by")[0].partition("; not")[0].partition("; the diff")[0] == message


def test_undefined_slope_says_why() -> None:
    assert "a negative base has powers only at integer exponents" in note("(-2)^x", x=2).message


def test_infinities_of_both_signs_are_said_to_meet() -> None:
    problem = posed("cbrt(x) - sqrt(x)", {"x": 0})
    found = [warning for warning in problem.sweep(floats).warnings if warning.code.endswith("minate")]
    assert "both signs meet in `v1`" in found[0].message


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("abs(x)", {"x": 1}),
        ("max(x, x)", {"x": 1}),
        ("0*abs(x)", {"x": 0}),
        ("abs(x)*0 + x", {"x": 0}),
        ("max(abs(x), 1)", {"x": 0}),
        ("if(1 < 2, x, abs(x))", {"x": 0}),
        ("if(x < 2, x, 2)", {"x": 1}),
        ("if(1 < x or x == 7, x, 2)", {"x": 3}),
        ("floor(2)*x", {"x": 1}),
        ("if(2 == 2, x, 1)", {"x": 1}),
        ("sqrt(x)*0 + x", {"x": 0}),
        ("x^2", {"x": 0}),
        ("e*x", {"x": 1}),
    ],
)
def test_nothing_is_said_where_nothing_is_met(text: str, point: dict[str, float]) -> None:
    assert gradient(text, **point).warnings == ()


def test_boundary_is_not_said_where_no_asked_for_name_moves_it() -> None:
    assert gradcli.evaluate("if(y < 2, x, 2)", {"x": 1, "y": 2}, wrt=["x"]).warnings == ()


def test_same_part_is_said_once() -> None:
    assert len(gradient("abs(x) + abs(x)*y", x=0, y=1).warnings) == 1


def test_warnings_follow_the_text() -> None:
    spans = [found.span for found in gradient("abs(x) + floor(y) + max(x, 0)", x=0, y=1).warnings]
    assert spans == sorted(spans)
    assert len(spans) == 3


def test_infinite_part_of_a_finite_slope_is_not_said() -> None:
    assert "derivative.infinite" not in {found.code for found in gradient("sqrt(x)^2", x=0).warnings}


def test_slope_of_a_node_that_was_asked_for_by_name_is_warned_of() -> None:
    found = gradcli.evaluate("q = x - 1; abs(q)", {"x": 1}, wrt=["q"]).warnings
    assert [warning.code for warning in found] == ["derivative.kink"]


def test_warning_is_frozen() -> None:
    with pytest.raises(AttributeError):
        note("abs(x)", x=0).code = "other"  # type: ignore[misc]


def test_equal_arguments_of_hypot_are_a_kink_and_of_max_none() -> None:
    codes = [note.code for note in gradcli.evaluate("hypot(x, x)", {"x": 0}).warnings]
    assert codes == ["derivative.kink"]
    assert gradcli.evaluate("max(x, x)", {"x": 0}).warnings == ()


@pytest.mark.parametrize(
    ("text", "point", "spans"),
    [
        ("x^2 + y", {"x": 1e-200, "y": 1}, [(0, 3)]),
        ("exp(-x)", {"x": 800}, [(0, 7)]),
        ("1e-400*x", {"x": 2}, [(0, 6)]),
        ("exp(-x)^2", {"x": 800}, [(0, 7)]),
        ("0e5*x + 0*y", {"x": 2, "y": 0}, []),
        ("x^2", {"x": 0}, []),
        ("sqrt(x*0)", {"x": 1}, []),
    ],
)
def test_a_result_too_small_for_a_double_is_named(
    text: str, point: dict[str, float], spans: list[tuple[int, int]]
) -> None:
    notes = gradcli.evaluate(text, point).warnings
    assert [note.span for note in notes if note.code == "overflow.tiny"] == spans


def test_the_sweep_splits_a_tie_the_same_way_on_one_side() -> None:
    left, right = (posed("max(x, y)", {"x": 1, "y": 1}).sweep(floats, kink=kink).gradient for kink in ("left", "right"))
    assert (left, right) == ({"x": 0, "y": 1}, {"x": 1, "y": 0})
