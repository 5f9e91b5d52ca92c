"""Functions on balls: at every point of the rule table they enclose what mpmath finds, and nothing makes them hang."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import product
from typing import Any

import flint
import mpmath
import pytest
from flint import arb, fmpq
from mpmath import mp, mpf

from gradcli import rules
from gradcli.backends import balls, floats
from gradcli.evaluation import apply
from gradcli.rules.rule import Rule

from ..rules import reference

NUMERIC = [rule for rule in rules.RULES if not rule.is_condition and rule.name != "if"]
OWN = [rule for rule in NUMERIC if hasattr(balls, rule.backend_name)]
POINTS = [(rule, point) for rule in NUMERIC for point in rule.points]
VANISHING = mpf(10) ** -(10**6)
"""Smaller numbers than this lie beyond the exponents for which Arb gives digits."""
REFERENCE_ERROR = mpf(10) ** -59
UNDECIDED = balls.UNDECIDED


def title(case: Any) -> str:
    return case.backend_name if isinstance(case, Rule) else str(case)


@pytest.fixture(autouse=True)
def of_128_bits() -> Iterator[None]:
    with balls.precision(128):
        yield


def exactly(*numbers: float) -> list[Any]:
    return [balls.double(float(number)) for number in numbers]


def to_mpf(x: Any) -> Any:
    """An exact number for mpmath, in the digits at work there."""
    if isinstance(x, fmpq):
        return mpf(int(x.p)) / mpf(int(x.q))
    mantissa, exponent = x.man_exp()
    return mpmath.ldexp(mpf(int(mantissa)), int(exponent))


def encloses(found: Any, exact: Any) -> bool:
    """Is the number within the ball, but for the error of the reference?"""
    with mp.workdps(400):
        error = abs(exact) * REFERENCE_ERROR
        low, high = (found, found) if isinstance(found, fmpq) else (found.lower(), found.upper())
        return bool(to_mpf(low) - error <= exact <= to_mpf(high) + error)


def is_narrow(found: Any) -> bool:
    return isinstance(found, fmpq) or found.rel_accuracy_bits() >= 60


@pytest.mark.parametrize("bits", [128, 512])
@pytest.mark.parametrize(("rule", "point"), POINTS, ids=title)
def test_value_is_enclosed_narrowly(rule: Rule, point: tuple[float, ...], bits: int) -> None:
    with balls.precision(bits):
        found = apply(rule, exactly(*point), balls)
    exact = reference.exact_value(rule, point)
    assert balls.is_finite(found)
    assert encloses(found, exact)
    assert is_narrow(found) or abs(exact) < VANISHING


def moving(rule: Rule) -> list[int]:
    """The arguments by which a derivative is known; the others are orders."""
    return [index for index, partial in enumerate(rule.partials) if partial]


@pytest.mark.parametrize("radius", [1e-3, 0.5])
@pytest.mark.parametrize("rule", NUMERIC, ids=title)
def test_wide_ball_encloses_the_values_inside(rule: Rule, radius: float) -> None:
    for point in rule.points:
        wide = exactly(*point)
        for index in moving(rule):
            wide[index] = arb(point[index], radius)
        found = apply(rule, wide, balls)
        if balls.is_nan(found):
            continue
        for steps in product((-1, -0.5, 0.3, 1), repeat=min(2, len(moving(rule)))):
            inside = list(point)
            for index, step in zip(moving(rule), steps, strict=False):
                inside[index] += 0.999 * radius * step
            value = apply(rule, exactly(*inside), balls)
            assert balls.ball(found).overlaps(balls.ball(value)), (point, inside)


@pytest.mark.parametrize(
    ("name", "point"),
    [
        ("tanh", (0,)),
        ("asinh", (0,)),
        ("erfc", (3,)),
        ("lambertw", (1,)),
        ("digamma", (2,)),
        ("gammainc", (2, 3)),
        ("gammaincc", (100, 90)),
        ("zeta", (10,)),
        ("zetaderiv", (10, 2)),
        ("erfcxderiv", (3, 2)),
        ("besselk", (1, 2)),
        ("besseli", (0.5, 20)),
        ("softmax", (1, -1)),
        ("softplus", (0,)),
        ("hypot", (0, 0)),
        ("cbrt", (0,)),
        ("frac", (3.2,)),
        ("sincderiv", (0, 40)),
    ],
)
def test_wide_ball_is_bounded_by_the_values_at_its_ends(name: str, point: tuple[float, ...]) -> None:
    rule = next(rule for rule in NUMERIC if rule.backend_name == name)
    wide = [arb(x, 0.5) if index in moving(rule) else x for index, x in enumerate(exactly(*point))]
    corners = product(*((x - 0.5, x, x + 0.5) if i in moving(rule) else (x,) for i, x in enumerate(point)))
    values = [balls.ball(getattr(balls, name)(*exactly(*corner))) for corner in corners]
    hull = values[0]
    for value in values[1:]:
        hull = hull.union(value)
    found = balls.ball(getattr(balls, name)(*wide))
    assert found.rad() <= 3 * hull.rad()


@pytest.mark.parametrize(
    ("name", "arguments", "result"),
    [
        ("gamma", (5,), 24),
        ("factorial", (0,), 1),
        ("sinpi", (fmpq(1, 6),), fmpq(1, 2)),
        ("sinpi", (fmpq(-7, 6),), fmpq(1, 2)),
        ("sinpi", (10**300,), 0),
        ("cospi", (fmpq(1, 3),), fmpq(1, 2)),
        ("cospi", (fmpq(5, 2),), 0),
        ("cospi", (1,), -1),
        ("tanpi", (fmpq(5, 4),), 1),
        ("erf", (0,), 0),
        ("normcdf", (0,), fmpq(1, 2)),
        ("norminv", (fmpq(1, 2),), 0),
        ("cbrt", (8,), 2),
        ("cbrt", (fmpq(-8, 27),), fmpq(-2, 3)),
        ("root", (fmpq(1, 1024), 10), fmpq(1, 2)),
        ("sqrt", (fmpq(9, 4),), fmpq(3, 2)),
        ("besselj", (1, 0), 0),
        ("besselj", (0, 0), 1),
        ("besselideriv", (2, 0, 2), fmpq(1, 4)),
        ("zeta", (-2,), 0),
        ("zeta", (0,), fmpq(-1, 2)),
        ("zeta", (-1,), fmpq(-1, 12)),
        ("lgamma", (1,), 0),
        ("lgamma", (2,), 0),
        ("beta", (2, 3), fmpq(1, 12)),
        ("binomial", (60, 30), 118264581564861424),
        ("binomial", (fmpq(1, 2), 2), fmpq(-1, 8)),
        ("binomial", (fmpq(5, 2), fmpq(9, 2)), 0),
        ("binomialderiv", (7, 3, 1, 0), fmpq(107, 6)),
        ("binomialderiv", (7, fmpq(7, 2), 0, 1), 0),
        ("log2", (8,), 3),
        ("log10", (fmpq(1, 1000),), -3),
        ("log_base", (fmpq(4, 9), fmpq(3, 2)), -2),
        ("exp2", (-2,), fmpq(1, 4)),
        ("logit", (fmpq(1, 2),), 0),
        ("sigmoid", (0,), fmpq(1, 2)),
        ("softmax", (fmpq(1, 3), fmpq(1, 3), fmpq(1, 3)), fmpq(1, 3)),
        ("sinc", (0,), 1),
        ("sincderiv", (0, 2), fmpq(-1, 3)),
        ("sincderiv", (0, 3), 0),
        ("hypot", (3, 4), 5),
        ("round", (fmpq(5, 2),), 2),
        ("round", (fmpq(-3, 2),), -2),
        ("trunc", (fmpq(-3, 2),), -1),
        ("frac", (fmpq(-1, 4),), fmpq(3, 4)),
        ("polygammarise", (0, 3, 0), 0),
        ("acosh", (1,), 0),
        ("asec", (1,), 0),
    ],
)
def test_rational_values_are_exact(name: str, arguments: tuple[Any, ...], result: Any) -> None:
    found = getattr(balls, name)(*map(fmpq, arguments))
    assert isinstance(found, fmpq)
    assert found == result


def test_sums_of_rationals_are_exact() -> None:
    assert balls.add(balls.number("0.1"), balls.number("0.2")) == balls.number("0.3")
    assert balls.add(balls.divide(fmpq(1), fmpq(3)), fmpq(2)) == fmpq(7, 3)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("gamma", (0,)),
        ("gamma", (-3,)),
        ("gamma", (-(10**300),)),
        ("digamma", (-1,)),
        ("polygamma", (1, 0)),
        ("polygamma", (1002, 3)),
        ("polygamma", (fmpq(1, 2), 3)),
        ("gammainc", (10001, 3)),
        ("gammainc", (0, 3)),
        ("gammaincc", (3, -1)),
        ("gammapdf", (-1, 3)),
        ("binomial", (-1, 2)),
        ("besselj", (1001, 2)),
        ("besselj", (fmpq(1, 2), -2)),
        ("bessely", (0, 0)),
        ("besselk", (0, -1)),
        ("zetaderiv", (1, 1)),
        ("zetaderiv", (-10001, 1)),
        ("sincderiv", (1, 102)),
        ("erfinv", (2,)),
        ("erfcinv", (-1,)),
        ("lambertw", (-1,)),
        ("logit", (2,)),
        ("atanh", (2,)),
        ("ci", (-1,)),
        ("root", (-8, 2)),
        ("root", (8, fmpq(1, 2))),
        ("log_base", (2, 1)),
    ],
)
def test_there_is_no_value_outside_the_domain(name: str, arguments: tuple[Any, ...]) -> None:
    assert balls.is_nan(getattr(balls, name)(*map(fmpq, arguments)))


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("gamma", (arb(0, 1e-9),)),
        ("gamma", (arb(-3, 0.5),)),
        ("lgamma", (arb(-3, 0.5),)),
        ("digamma", (arb(0, 1),)),
        ("polygamma", (fmpq(2), arb(0, 1))),
        ("polygamma", (arb(2, 0.1), fmpq(3))),
        ("zeta", (arb(1, 1e-3),)),
        ("zetaderiv", (arb(1, 1e-3), fmpq(1))),
        ("cot", (arb(0, 1e-3),)),
        ("csch", (arb(0, 1e-3),)),
        ("ei", (arb(0, 1e-3),)),
        ("ci", (arb(0, 1e-3),)),
        ("besselk", (fmpq(1), arb(0, 1e-3))),
        ("tanpi", (arb(0.5, 1e-3),)),
        ("gammainc", (arb(10000, 1), fmpq(3))),
        ("lambertw", (arb(-0.3, 0.1),)),
        ("erfinv", (arb(1, 0.1),)),
        ("log", (arb(0, 1),)),
    ],
)
def test_nothing_is_known_on_a_ball_that_touches_a_pole_or_an_end(name: str, arguments: tuple[Any, ...]) -> None:
    assert balls.is_nan(getattr(balls, name)(*arguments))


WIDE, INNER = arb(1, 1), fmpq(1, 2)


@pytest.mark.parametrize("name", ["less", "less_equal", "greater", "greater_equal", "equal", "not_equal"])
def test_comparison_of_balls_that_overlap_is_undecided(name: str) -> None:
    assert getattr(balls, name)(WIDE, INNER) == UNDECIDED
    assert balls.truth(getattr(balls, name)(WIDE, INNER)) is None
    assert balls.truth(getattr(balls, name)(WIDE, fmpq(3))) is getattr(floats, name)(1.0, 3.0)


def test_connectives_are_decided_where_one_side_decides() -> None:
    assert balls.logical_and(UNDECIDED, False) is False
    assert balls.logical_or(UNDECIDED, True) is True
    assert balls.logical_and(UNDECIDED, True) == balls.logical_not(UNDECIDED) == UNDECIDED


def test_choice_that_is_undecided_encloses_both() -> None:
    found = balls.select(UNDECIDED, fmpq(0), fmpq(1))
    assert found.contains(arb(0))
    assert found.contains(arb(1))


@pytest.mark.parametrize("name", ["step", "round", "trunc", "sign", "floor", "ceil"])
def test_jump_within_the_ball_is_enclosed(name: str) -> None:
    rule = next(rule for rule in NUMERIC if rule.backend_name == name)
    found = balls.ball(apply(rule, [arb(1, 1.75)], balls))
    for inside in (-0.75, 0.0, 0.5, 1.0, 2.75):
        assert found.overlaps(balls.ball(apply(rule, exactly(inside), balls)))


def test_order_beside_an_integer_is_enclosed() -> None:
    for name, order in product(("bessely", "besselk"), (fmpq(1, 10**30), 2 - fmpq(1, 10**25), fmpq(1, 10**300) - 3)):
        beside = getattr(balls, name)(order, fmpq(5, 2))
        with balls.precision(2600):
            exact = getattr(balls, name)(order, fmpq(5, 2))
        assert beside.overlaps(exact)
        assert is_narrow(beside)


LONG = fmpq(2**3000 + 1, 3**1000)
EXTREMES = (
    *exactly(1e300, -1e300, 1e-300, 0.0, 1e17),
    *(LONG, -LONG, 1 / LONG, fmpq(1, 2) + 1 / LONG, arb(1e17, 1), arb(0, 1), arb.pos_inf(), arb.neg_inf(), balls.NAN),
)
QUICK = 2.0
"""Seconds in which a function must answer, anywhere; most take microseconds."""


@pytest.mark.parametrize("rule", OWN, ids=title)
def test_extreme_arguments_are_answered_quickly(rule: Rule) -> None:
    start = exactly(*rule.points[0])
    cases = [[x] * len(start) for x in EXTREMES]
    cases += [[*start[:index], x, *start[index + 1 :]] for index in range(len(start)) for x in EXTREMES]
    for arguments in cases:
        before = time.process_time()
        found = apply(rule, arguments, balls)
        assert balls.is_finite(found) or balls.is_nan(found) or abs(found) == arb.pos_inf()
        assert time.process_time() - before < QUICK, arguments


@pytest.mark.parametrize("bits", [300, 2048, 4096])
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("besselk", (2, 650.3)),
        ("besselk", (fmpq(1, 2) + fmpq(1, 1000), fmpq(1001, 10))),
        ("besselk", (3 + fmpq(1, 10**40), 2.5)),
        ("gammainc", (9999, 3000.5)),
        ("gammaincc", (9000, 8999.5)),
        ("gammaincc", (fmpq(1, 3), 1300.25)),
        ("gammaincda", (2.5, 700.25)),
    ],
)
def test_middle_ground_between_series_is_quick_and_narrow(name: str, arguments: tuple[Any, ...], bits: int) -> None:
    # There Arb integrates numerically, which takes minutes at thousands of bits.
    before = time.process_time()
    with balls.precision(bits):
        found = getattr(balls, name)(*(x if isinstance(x, fmpq) else balls.double(float(x)) for x in arguments))
    assert time.process_time() - before < QUICK
    assert is_narrow(found)


@pytest.mark.parametrize("rule", OWN, ids=title)
def test_settings_of_arb_are_left_as_they_were(rule: Rule) -> None:
    before = flint.ctx.prec, flint.ctx.cap
    for point in rule.points:
        apply(rule, exactly(*point), balls)
    assert (flint.ctx.prec, flint.ctx.cap) == before


@pytest.mark.parametrize("rule", OWN, ids=title)
def test_nan_in_is_nan_out(rule: Rule) -> None:
    if rule.name != "^":  # x^0 is 1 for every x
        assert balls.is_nan(apply(rule, [balls.NAN] * len(rule.parameters), balls))
