"""The series of each row of the rule table, at the points where tests try it, against differences by mpmath."""

from __future__ import annotations

from typing import Any

import mpmath
import pytest
from mpmath import mp, mpf

from gradcli import rules
from gradcli.backends import balls
from gradcli.calculus.formulas import INSTEAD, Instead
from gradcli.calculus.polynomial import Taylor
from gradcli.calculus.taylor import taylor
from gradcli.errors import GradcliError
from gradcli.evaluation import apply, formula_value
from gradcli.expression import Call, Name, text
from gradcli.rules.rule import Rule
from gradcli.source import Span

from ..rules import reference

NOWHERE = Span(0, 0)
ROWS = [rule for rule in rules.RULES if not rule.is_condition and rule.name not in ("if", "=")]
SMALLEST, LARGEST = 1e-3, 200.0
"""Sizes of arguments, other than 0, at which differences with a step of 1e-34 say something."""
ORDER = 6
COSTLY = {"zetaderiv": 1, "binomialderiv": 2, "zeta": 3, "gammainc": 3, "gammaincc": 3, "gammaincda": 3} | {
    f"bessel{kind}{what}": order for kind in "jyik" for what, order in (("", 3), ("deriv", 1))
}
"""Rows of which mpmath takes seconds for a value in hundreds of digits, and the order to which they are tried."""

NO_SERIES = {
    "derivative.kink": [("absolute", (0.0,)), ("relu", (0.0,)), ("leakyrelu", (0.0,))],
    "derivative.jump": [
        ("sign", (0.0,)),
        ("floor", (3.0,)),
        ("ceil", (3.0,)),
        ("step", (0.0,)),
        ("round", (2.5,)),
        ("round", (-1.5,)),
        ("round", (-0.5,)),
        ("trunc", (3.0,)),
        ("frac", (3.0,)),
    ],
    "derivative.series": [
        ("sqrt", (0.0,)),
        ("cbrt", (0.0,)),
        ("root", (0.0, 3.0)),
        ("root", (0.0, 4.0)),
        ("asin", (1.0,)),
        ("asin", (-1.0,)),
        ("acos", (1.0,)),
        ("acos", (-1.0,)),
        ("asec", (1.0,)),
        ("asec", (-1.0,)),
        ("acsc", (1.0,)),
        ("acsc", (-1.0,)),
        ("acosh", (1.0,)),
        ("asech", (1.0,)),
        ("elu", (0.0,)),
        ("besselj", (4.5, 0.0)),
        ("besseljderiv", (4.5, 0.0, 0.0)),
        ("besseli", (4.5, 0.0)),
        ("besselideriv", (4.5, 0.0, 2.0)),
        ("power", (-2.0, 3.0), 1),
        ("power", (-0.1, -4.0), 1),
    ],
    "derivative.unknown": [
        (name, point, 0)
        for name in ("gammainc", "gammaincc")
        for point in ((2.5, 3.0), (1.0, 0.3), (170.0, 150.3), (3.0, 40.0))
    ],
}
"""Points at which there is no series, or by one argument none that is known: at edges, and at ends of domains."""
REFUSED = {(name, point, *(by or (None,))): code for code, places in NO_SERIES.items() for name, point, *by in places}


def code_at(rule: Rule, point: tuple[float, ...], argument: int) -> str | None:
    """The code of the error where there is no series."""
    name = rule.backend_name
    return REFUSED.get((name, point, argument)) or REFUSED.get((name, point, None))


def is_moderate(point: tuple[float, ...]) -> bool:
    return all(x == 0 or SMALLEST <= abs(x) <= LARGEST for x in point)


PLACES = [
    (rule, point, argument)
    for rule in ROWS
    for point in filter(is_moderate, rule.points)
    for argument in range(len(rule.parameters))
    if rule.partials[argument]
]
SMOOTH = [place for place in PLACES if code_at(*place) is None]
FIRST = list({(rule.backend_name, argument): (rule, point, argument) for rule, point, argument in reversed(SMOOTH)}.values())  # fmt: skip
"""Of each row and argument the first point."""


def title(part: Any) -> str:
    return part.backend_name if isinstance(part, Rule) else str(part)


def series(rule: Rule, point: tuple[float, ...], argument: int, order: int) -> Taylor:
    names = tuple(Name(name, NOWHERE) for name in rule.parameters)
    call = text(Call(rule.name, names, NOWHERE, NOWHERE))
    return taylor(call, dict(zip(rule.parameters, point, strict=True)), order=order, wrt=[rule.parameters[argument]])


def difference(rule: Rule, point: tuple[float, ...], argument: int, order: int) -> Any:
    """A derivative by a central difference: off by the step's square times what the next but one is larger."""
    with mp.workdps(40 + 36 * (order + 2)):
        step = mpf(10) ** -34

        def beside(count: Any) -> Any:
            moved = (mpf(x) + (count * step if place == argument else 0) for place, x in enumerate(point))
            return mpf(reference.value(rule)(*moved))

        terms = (
            (-1) ** down * mpmath.binomial(order, down) * beside(mpf(order) / 2 - down) for down in range(order + 1)
        )
        return mpmath.fsum(terms) / step**order


def is_right(found: str, truth: Any) -> bool:
    """Has a number 18 digits of the truth? Of a zero the difference tells 26 places behind the point."""
    if found.startswith("+/-"):
        return bool(abs(truth) < mpf(10) ** -26)
    with mp.workdps(40):
        return bool(abs(mpf(found) - truth) <= mpf(10) ** -18 * max(abs(truth), mpf(10) ** -8))


def wrong_derivatives(rule: Rule, point: tuple[float, ...], argument: int, order: int) -> dict[int, tuple[str, str]]:
    found = [term.derivative_true for term in series(rule, point, argument, order).terms]
    truths = [difference(rule, point, argument, degree) for degree in range(order + 1)]
    return {
        degree: (number, mpmath.nstr(truth, 20))
        for degree, (number, truth) in enumerate(zip(found, truths, strict=True))
        if not is_right(number, truth)
    }


@pytest.mark.parametrize(("rule", "point", "argument"), FIRST, ids=title)
def test_series_of_a_row_is_right(rule: Rule, point: tuple[float, ...], argument: int) -> None:
    assert wrong_derivatives(rule, point, argument, min(3, COSTLY.get(rule.backend_name, 3))) == {}


@pytest.mark.slow
@pytest.mark.parametrize(("rule", "point", "argument"), SMOOTH, ids=title)
def test_series_of_a_row_is_right_everywhere(rule: Rule, point: tuple[float, ...], argument: int) -> None:
    assert wrong_derivatives(rule, point, argument, COSTLY.get(rule.backend_name, ORDER)) == {}


@pytest.mark.parametrize(("rule", "point", "argument"), [place for place in PLACES if code_at(*place)], ids=title)
def test_edge_of_a_row_has_no_series(rule: Rule, point: tuple[float, ...], argument: int) -> None:
    with pytest.raises(GradcliError) as caught:
        series(rule, point, argument, 3)
    assert caught.value.code == code_at(rule, point, argument)


OTHERS = [
    (rule, instead, argument)
    for rule in ROWS
    for instead in INSTEAD.get(rule.backend_name, ())
    for argument, formula in enumerate(instead.partials)
    if formula
]


@pytest.mark.parametrize(("rule", "instead", "argument"), OTHERS, ids=title)
def test_partial_in_another_form_is_that_of_the_row(rule: Rule, instead: Instead, argument: int) -> None:
    """Compared where the row's own has a value, whether the other one is needed there or not."""
    compared = 0
    with balls.precision(200):
        for point in filter(is_moderate, rule.points):
            numbers = [balls.double(x) for x in point]
            given = [*numbers, apply(rule, numbers, balls)]
            own, other = (
                formula_value(formula, (*rule.parameters, "v"), given, balls)
                for formula in (rule.partials[argument], instead.partials[argument])
            )
            if balls.is_finite(own) and balls.is_finite(other) and (instead.when != "x == 0 and y > 0" or not point[0]):
                compared += 1
                assert abs(balls.ball(own) - balls.ball(other)).abs_upper() < balls.number("1e-30"), point
    assert compared or instead.when == "x == 0 and y > 0"
