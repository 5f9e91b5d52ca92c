"""Forms, the terms of one degree of a power series: what is exactly zero is told from what may be."""

from __future__ import annotations

import pytest
from flint import arb, fmpq

from gradcli.backends import balls, series
from gradcli.backends.series import Form

X, Y = series.variable(0), series.variable(1)
ONE = series.constant(fmpq(1))
NEAR_ZERO = {0: arb(0, 1e-30)}
"""A ball around 0, neither equal to 0 nor different from it."""


def product(*forms: Form) -> Form:
    """The product of forms, each the only one of its series."""
    found = ONE
    for form in forms:
        found = series.convolution([found], [form], 0)
    return found


@pytest.mark.parametrize(
    ("form", "powers"),
    [
        (ONE, (0, 0, 0)),
        (X, (1, 0, 0)),
        (Y, (0, 1, 0)),
        (product(X, X, Y), (2, 1, 0)),
        (product(*[X] * 1000), (1000, 0, 0)),
    ],
)
def test_monomial_knows_the_power_of_each_name(form: Form, powers: tuple[int, ...]) -> None:
    assert [series.powers(monomial, 3) for monomial in form] == [powers]


def test_difference_of_equal_rationals_is_exactly_zero() -> None:
    assert series.subtracted(series.scaled(X, fmpq(1, 3)), series.scaled(X, fmpq(1, 3))) == {}


def test_ball_around_zero_stays() -> None:
    assert list(series.added(NEAR_ZERO, series.scaled(NEAR_ZERO, 2))) == [0]


def test_ball_around_zero_survives_a_product() -> None:
    assert list(product(NEAR_ZERO, X)) == list(X)


@pytest.mark.parametrize(
    ("left", "right", "truth"),
    [(X, X, True), (X, Y, False), (NEAR_ZERO, {}, None), ({}, {}, True), ({**NEAR_ZERO, **X}, {}, False)],
)
def test_forms_are_compared_for_certain_or_not_at_all(left: Form, right: Form, truth: bool | None) -> None:
    assert series.same(left, right) is truth


@pytest.mark.parametrize(
    ("form", "divisor", "quotient"),
    [
        (product(X, X, Y), product(X, Y), X),
        (series.scaled(X, 3), series.scaled(X, fmpq(2)), {0: fmpq(3, 2)}),
        (X, Y, None),
        (product(X, Y), product(X, X), None),
        ({}, X, {}),
    ],
)
def test_quotient_by_a_term_comes_out_or_not(form: Form, divisor: Form, quotient: Form | None) -> None:
    assert series.divided(form, divisor) == quotient


def test_name_at_zero_leaves_the_other_terms() -> None:
    assert series.without({**X, **Y, **product(X, Y)}, 0) == Y


def test_long_rational_becomes_a_ball() -> None:
    with balls.precision(128):
        assert isinstance(series.number_of(series.scaled(ONE, fmpq(3) ** 5000)), arb)


@pytest.mark.parametrize(("number", "text"), [(fmpq(-1, 6), "-1/6"), (fmpq(4), "4"), (arb(2).sqrt(), None)])
def test_exact_number_is_a_fraction(number: object, text: str | None) -> None:
    assert series.fraction(number) == text
