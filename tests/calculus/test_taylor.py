"""Taylor polynomials: what is exact, what is solved at a condition, what is refused, and identities between them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mp, mpf

import gradcli
from gradcli import Taylor, taylor
from gradcli.errors import GradcliError


def exact(text: str, order: int, at: Mapping[str, Any] | None = None) -> list[str | None]:
    return [term.exact for term in taylor(text, at or {"x": 0}, order=order).terms]


def derivatives(found: Taylor) -> list[float]:
    return [term.derivative_value for term in found.terms]


def error(text: str, at: Mapping[str, Any] | None = None, **options: Any) -> GradcliError:
    with pytest.raises(GradcliError) as caught:
        taylor(text, at or {"x": 0}, **options)
    return caught.value


# The lines that must be shown.


def test_seventh_derivative_of_sin_at_0_is_minus_1() -> None:
    term = taylor("sin(x)", {"x": 0}, order=7).terms[7]
    assert (term.exact, term.derivative_exact) == ("-1/5040", "-1")


def test_second_derivative_of_sinc_by_a_condition_is_minus_a_third() -> None:
    term = taylor("where(x==0, 1, sin(x)/x)", {"x": 0}, order=2).terms[2]
    assert (term.exact, term.derivative_exact) == ("-1/6", "-1/3")


def test_exp_of_sin_to_order_20_is_exact_at_0() -> None:
    assert exact("exp(sin(x))", 20)[::5] == [
        "1",
        "-1/15",
        "-2951/3628800",
        "-5699/2554051500",
        "27069353/3283268567040000",
    ]


def test_exp_of_sin_to_order_20_is_proven_elsewhere() -> None:
    found = taylor("exp(sin(x))", {"x": 1}, order=20)
    assert all(term.digits is not None and term.digits >= 20 for term in found.terms)


def by_mpmath(function: Callable[[Any], Any], at: str, order: int) -> list[Any]:
    with mp.workdps(60):
        return list(mpmath.taylor(function, mpf(at), order))


@pytest.mark.parametrize(
    ("text", "function", "at"),
    [
        ("exp(sin(x))", lambda x: mpmath.exp(mpmath.sin(x)), "0.3"),
        ("x^x", lambda x: x**x, "1.5"),
        ("x^x + 2^(x*x^2)", lambda x: x**x + 2 ** (x**3), "2"),
        ("log(1 + x^2)/sqrt(x)", lambda x: mpmath.log(1 + x * x) / mpmath.sqrt(x), "2"),
        ("tanh(x)*sinc(x)", lambda x: mpmath.tanh(x) * mpmath.sin(x) / x, "1.25"),
        ("u = x^2; erf(u)/u", lambda x: mpmath.erf(x**2) / x**2, "0.7"),
        ("if(x > 0, atan(x), 1/x)", mpmath.atan, "0.9"),
        ("abs(x)^1.5 + floor(x)", lambda x: abs(x) ** mpf(1.5) - 1, "-0.8"),
        ("x^-2.5 + 2^x", lambda x: x ** mpf(-2.5) + 2**x, "3"),
    ],
)
def test_coefficients_are_those_of_mpmath(text: str, function: Callable[[Any], Any], at: str) -> None:
    found = taylor(text, {"x": at}, order=20)
    with mp.workdps(40):
        truths = by_mpmath(function, at, 20)
        assert [
            term.true for term, truth in zip(found.terms, truths, strict=True)
            if abs(mpf(term.true) - truth) > abs(truth) * mpf(10) ** -18 + mpf(10) ** -38
        ] == []  # fmt: skip


@pytest.mark.parametrize(
    ("text", "function", "at"),
    [
        ("exp(x*y)", lambda x, y: mpmath.exp(x * y), ("0.5", "-1")),
        ("x*sin(y) + tanh(x*y)", lambda x, y: x * mpmath.sin(y) + mpmath.tanh(x * y), ("0", "1")),
        ("x^y", lambda x, y: x**y, ("2", "1.5")),
        ("atan2(y, x)", lambda x, y: mpmath.atan2(y, x), ("-1", "2")),
        ("hypot(x, y)/beta(x, y)", lambda x, y: mpmath.hypot(x, y) / mpmath.beta(x, y), ("3", "4")),
        ("besselj(2, x*y)*log(x, y)", lambda x, y: mpmath.besselj(2, x * y) * mpmath.log(x, y), ("1.5", "2")),
    ],
)
def test_mixed_derivatives_are_those_of_mpmath(text: str, function: Any, at: tuple[str, str]) -> None:
    found = taylor(text, {"x": at[0], "y": at[1]}, order=4)
    terms = {tuple(term.powers.values()): term.derivative_true for term in found.terms}
    with mp.workdps(40):
        for powers in product(range(5), repeat=2):
            if sum(powers) <= 4:
                truth = mpmath.diff(function, (mpf(at[0]), mpf(at[1])), powers)
                assert abs(mpf(terms.get(powers, "0")) - truth) <= abs(truth) * mpf(10) ** -18 + mpf(10) ** -20, powers


# Identities.


@given(st.fractions(-3, 3, max_denominator=20))
@settings(max_examples=20, deadline=None)
def test_square_of_sin_and_of_cos_add_up_to_1_in_every_degree(x: Fraction) -> None:
    found = taylor("sin(x)^2 + cos(x)^2", {"x": x}, order=8)
    assert [abs(term.coefficient) for term in found.terms] == [1] + [0] * 8


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=6), st.fractions(-2, 2, max_denominator=9))
@settings(max_examples=30, deadline=None)
def test_series_of_a_polynomial_is_the_polynomial(coefficients: list[int], x: Fraction) -> None:
    text = " + ".join(f"({coefficient})*x^{power}" for power, coefficient in enumerate(coefficients))
    found = taylor(text, {"x": x}, order=8)
    moved = [
        sum(Fraction(c) * math.comb(power, degree) * x ** (power - degree) for power, c in enumerate(coefficients) if power >= degree)
        for degree in range(9)
    ]  # fmt: skip
    assert [Fraction(term.exact or "nan") for term in found.terms] == moved


@pytest.mark.parametrize("power", [1, 2, 3, 64, 65, 80])
def test_power_of_what_is_zero_but_not_exactly_is_known(power: int) -> None:
    found = taylor(f"(x - pi/4)^{power}", {"x": "pi/4"}, order=power)
    assert [term.coefficient for term in found.terms] == [0.0] * power + [1.0]


@pytest.mark.parametrize("text", ["exp(x*y)/(1 + x^2)", "sin(x)^2*y^3", "x/y - y/x"])
def test_first_degrees_are_value_and_gradient(text: str) -> None:
    at = {"x": 0.75, "y": -1.5}
    terms = {tuple(term.powers.values()): term.coefficient for term in taylor(text, at, order=1).terms}
    found = gradcli.evaluate(text, at)
    assert [terms.get(powers, 0.0) for powers in ((0, 0), (1, 0), (0, 1))] == pytest.approx(
        [found.value, *found.gradient.values()], rel=1e-14
    )


def test_series_of_a_quotient_times_the_divisor_is_the_dividend() -> None:
    found = taylor("x/(exp(x) - 1)*(exp(x) - 1)", {"x": "1/3"}, order=9)
    assert [term.coefficient for term in found.terms] == pytest.approx([1 / 3, 1] + [0] * 8, abs=1e-300)


# What is exact, and what is zero.


@pytest.mark.parametrize(
    ("text", "at", "coefficients"),
    [
        ("tan(x)", 0, ["0", "1", "0", "1/3", "0", "2/15"]),
        ("sqrt(x)", 4, ["2", "1/4", "-1/64", "1/512", "-5/16384", "7/131072"]),
        ("(1 + x)^-1", 0, ["1", "-1", "1", "-1", "1", "-1"]),
        ("besselj(0, x)", 0, ["1", "0", "-1/4", "0", "1/64", "0"]),
        ("log1p(x)", 0, ["0", "1", "-1/2", "1/3", "-1/4", "1/5"]),
        ("x^3", 0, ["0", "0", "0", "1", "0", "0"]),
        ("x^0", 0, ["1", "0", "0", "0", "0", "0"]),
        ("sinc(x)", 0, ["1", "0", "-1/6", "0", "1/120", "0"]),
        ("2 + 3", 7, ["5", "0", "0", "0", "0", "0"]),
    ],
)  # fmt: skip
def test_rational_coefficients_are_exact(text: str, at: int, coefficients: list[str]) -> None:
    assert exact(text, 5, {"x": at}) == coefficients


def test_higher_degrees_of_a_polynomial_are_exactly_zero_at_a_number_that_is_not_rational() -> None:
    assert [term.exact for term in taylor("x^3", {"x": "pi"}, order=5).terms[3:]] == ["1", "0", "0"]


def test_what_cannot_be_told_from_zero_is_said() -> None:
    found = taylor("sin(x)", {"x": "pi"}, order=3)
    assert [term.digits == 0 for term in found.terms] == [True, False, True, False]
    assert [term.exact for term in found.terms[::2]] == [None, None]
    assert [note.code for note in found.warnings] == ["check.digits"]


def test_inputs_are_taken_as_written() -> None:
    assert exact("x", 1, {"x": "0.1"}) == ["1/10", "1"]


def test_double_is_taken_as_the_number_that_it_is() -> None:
    assert exact("x", 0, {"x": 0.1}) == [str(Fraction(0.1))]


def test_precision_grows_until_every_coefficient_is_known() -> None:
    found = taylor("(1 - cos(x))/x^2", {"x": "1e-60"}, order=4)
    assert min(term.digits or 0 for term in found.terms) >= 20


def test_other_names_are_constants() -> None:
    found = taylor("a*exp(-k*t)", {"a": 2, "k": 3, "t": 0}, wrt=["t"], order=3)
    assert [(term.powers, term.exact) for term in found.terms] == [
        ({"t": 0}, "2"), ({"t": 1}, "-6"), ({"t": 2}, "9"), ({"t": 3}, "-9"),
    ]  # fmt: skip


def test_in_several_names_zeros_are_counted_and_not_listed() -> None:
    found = taylor("x*y", {"x": 1, "y": 2})
    assert (found.order, found.count, len(found.terms)) == (2, 6, 4)


@pytest.mark.parametrize(("names", "order"), [("x", 10), ("xy", 2)])
def test_usual_order_depends_on_how_many_names_there_are(names: str, order: int) -> None:
    assert taylor("+".join(names), dict.fromkeys(names, 1)).order == order


def test_long_formula_takes_no_recursion() -> None:
    assert taylor("-" * 3000 + "sin(x)", {"x": 0}, order=3).terms[3].exact == "-1/6"


def test_partials_that_carry_each_other_on_are_made_once() -> None:
    """Without sharing, tanh and sech would double the work with every order."""
    assert taylor("tanh(x)", {"x": 0}, order=101).terms[101].digits is None


# Conditions.


@pytest.mark.parametrize(
    ("text", "coefficients"),
    [
        ("where(x != 0, x/(exp(x) - 1), 1)", ["1", "-1/2", "1/12", "0", "-1/720"]),
        ("where(x == 0, 1/2, (1 - cos(x))/x^2)", ["1/2", "0", "-1/24", "0", "1/720"]),
        ("where(x^2 > 0, sin(x)/x, 1)", ["1", "0", "-1/6", "0", "1/120"]),
        ("where(not x == 0 and cos(x) > 0, tan(x)/x, 1)", ["1", "0", "1/3", "0", "2/15"]),
        ("where(sin(x) == 0, 0, (x - sin(x))/x^2)", ["0", "1/6", "0", "-1/120", "0"]),
        ("where(x < 0, x^2, x*x)", ["0", "0", "1", "0", "0"]),
        ("where(x == x, x, 1/x)", ["0", "1", "0", "0", "0"]),
        ("u = if(x < 1, x, 2); where(u > x, 1/x, x)", ["0", "1", "0", "0", "0"]),
        ("(1 + x)^if(x < 1, 2, x)", ["1", "2", "1", "0", "0"]),
        ("where(x == 0 or x < 1, x, 2)", ["0", "1", "0", "0", "0"]),
    ],
)
def test_condition_that_changes_at_the_point_is_solved(text: str, coefficients: list[str]) -> None:
    assert exact(text, 4) == coefficients


def test_solved_condition_is_told() -> None:
    [note] = taylor("where(x == 0, 1, sin(x)/x)", {"x": 0}, order=2).joins
    assert note.message.startswith("`x == 0` changes at the point alone")


def test_order_to_which_branches_agree_is_known() -> None:
    found = taylor("if(x < 0, x, sin(x))", {"x": 0}, order=2)
    assert ([term.exact for term in found.terms], len(found.joins)) == (["0", "1", "0"], 1)


def test_condition_on_a_line_is_solved_in_two_names() -> None:
    found = taylor("where(x == 0, y, sin(x*y)/x)", {"x": 0, "y": 2}, order=3)
    assert {tuple(term.powers.values()): term.exact for term in found.terms} == {
        (0, 0): "2", (0, 1): "1", (2, 0): "-4/3", (2, 1): "-2",
    }  # fmt: skip


REFUSED = [
    ("abs(x)", "derivative.kink", "abs"),
    ("x*abs(x)", "derivative.kink", "abs"),
    ("max(x, -x)", "derivative.kink", "max"),
    ("floor(x)", "derivative.jump", "floor"),
    ("if(x < 0, -x, x)", "derivative.kink", "x < 0"),
    ("if(x < 0, 1, 2)", "derivative.jump", "x < 0"),
    ("if(x < 0, x^3, x^4)", "derivative.series", "x < 0"),
    ("if(x == 0, 5, sin(x)/x)", "derivative.jump", "x == 0"),
    ("if(x == 0, 0, 1/x)", "derivative.series", "x == 0"),
    ("if(x == 0, 0, exp(-1/x^2))", "derivative.series", "x == 0"),
    ("if(x == 0, 0, x*log(abs(x)))", "derivative.series", "x == 0"),
    ("if(x == 0, 1, sin(x)/abs(x))", "derivative.series", "x == 0"),
    ("if(x == 0, pi, sin(pi*x)/x)", "derivative.undecided", "x == 0"),
    ("if(sin(x + pi) < 0, x, 2*x)", "derivative.undecided", "<"),
    ("if(sin(2*x) == 2*sin(x)*cos(x), x, 2*x)", "derivative.undecided", "sin(2*x) == 2*sin(x)*cos(x)"),
    ("elu(x)", "derivative.series", "elu"),
    ("sqrt(x)", "derivative.series", "sqrt"),
    ("sqrt(x^2)", "derivative.series", "sqrt"),
    ("asin(1 + x^2)", "derivative.series", "asin"),
    ("if(x == 0, 1, x/if(x == 0, 2, tanh(x)))", "derivative.series", "x == 0"),
    ("asin(1 - x^2)", "derivative.series", "asin"),
    ("x^1.5", "derivative.series", "^"),
    ("x^x", "derivative.series", "^"),
    ("cbrt(x)", "derivative.series", "cbrt"),
    ("sin(x)/x", "domain.divide", "/"),
    ("log(x)", "domain.log", "log"),
    ("x + inf", "domain.infinite", "x + inf"),
]


@pytest.mark.parametrize(("text", "code", "place"), REFUSED)
def test_point_without_a_series_is_an_error_at_its_place(text: str, code: str, place: str) -> None:
    found = error(text, order=4)
    assert found.source is not None and found.span is not None
    assert (found.code, found.source.at(found.span)) == (code, place)


def test_error_at_a_removable_point_tells_the_value() -> None:
    assert "removable: the value tends to 1" in (error("sin(x)/x").help or "")


def test_condition_on_a_line_that_does_not_join_is_refused() -> None:
    assert error("where(x == 0, y^2, sin(x*y)/x)", {"x": 0, "y": 1}, order=2).code == "derivative.kink"


@pytest.mark.parametrize(
    ("text", "at", "options", "code"),
    [
        ("sin(x)", {"x": 0}, {"order": 1001}, "usage.order"),
        ("sin(x)", {"x": 0}, {"order": -1}, "usage.order"),
        ("sin(x)", {"x": 0}, {"order": 2.5}, "usage.order"),
        ("x*y", {"x": 0, "y": 1}, {"order": 5}, "usage.order"),
        ("sinc(x)", {"x": 0}, {"order": 102}, "usage.order"),
        ("sum(sin(i*x), i, 1, 1000)", {"x": 0}, {"order": 1000}, "usage.order"),
        ("q = x^2; q", {"x": 0}, {"wrt": ["q"]}, "name.wrt"),
        ("x", {"x": 0}, {"wrt": ["y"]}, "name.wrt"),
        ("x*y", {"x": 0}, {}, "name.unbound"),
        ("polygamma(n, x)", {"n": 1, "x": 2}, {}, "derivative.unknown"),
        ("(-2)^x", {"x": 2}, {}, "derivative.series"),
    ],
)
def test_question_without_an_answer_is_an_error(text: str, at: Any, options: Any, code: str) -> None:
    assert error(text, at, **options).code == code


def test_name_that_the_formula_lacks_is_a_warning() -> None:
    assert [note.code for note in taylor("x", {"x": 0, "y": 1}).warnings] == ["name.unused"]


def test_zero_by_an_exponent_is_zero() -> None:
    assert exact("0^x", 3, {"x": 2}) == ["0", "0", "0", "0"]


@pytest.mark.slow
def test_order_1000_is_proven() -> None:
    found = taylor("exp(sin(x))", {"x": 1}, order=1000)
    assert min(term.digits or 0 for term in found.terms) >= 20
