"""Numbers out of SymPy expressions: as many digits as it takes, and none that is not real."""

from collections.abc import Callable

import mpmath
import pytest
import sympy

from gradcli.check.digits import NoValue, Point, agree, rational, settled

X, Y = sympy.symbols("x y", real=True)


def point(x: float, y: float = 1.0) -> Point:
    return Point({X: rational(x), Y: rational(y)})


@pytest.mark.parametrize(
    ("expression", "x", "right"),
    [
        (sympy.exp(X) - 1, 1e-300, lambda x: mpmath.expm1(x)),
        (sympy.log(1 + X), 1e-200, lambda x: mpmath.log1p(x)),
        ((1 - sympy.cos(X)) / X**2, 1e-150, lambda x: mpmath.mpf(1) / 2),
        (sympy.sin(X), 1e300, lambda x: mpmath.sin(x)),
        (1 - sympy.tanh(X) ** 2, 300.0, lambda x: mpmath.sech(x) ** 2),
        (sympy.Pow(X, sympy.Rational(1, 3)), 0.1, lambda x: mpmath.cbrt(x)),
        (sympy.Pow(X, sympy.Rational(-3, 2)), 0.1, lambda x: x ** mpmath.mpf(-1.5)),
        (sympy.polygamma(1, X), 0.3, lambda x: mpmath.polygamma(1, x)),
        (X**1000 * sympy.pi, 0.5, lambda x: x**1000 * mpmath.pi),
    ],
)
def test_value_has_thirty_right_digits(
    expression: sympy.Expr, x: float, right: Callable[[mpmath.mpf], mpmath.mpf]
) -> None:
    with mpmath.workdps(700):
        assert agree(settled(expression, point(x)), right(mpmath.mpf(x)))


def test_zero_by_cancellation_is_zero() -> None:
    assert settled(X * X - Y, point(2.0, 4.0)) == 0


def test_zero_that_no_precision_finds_is_zero() -> None:
    assert settled(sympy.sin(X * sympy.Symbol("p")), Point({X: rational(3.0), sympy.Symbol("p"): sympy.pi})) == 0


def test_small_number_that_is_settled_is_itself() -> None:
    assert 0 < settled(sympy.exp(-X), point(1e5)) < 1e-300


def test_shared_parts_are_evaluated_once() -> None:
    expression = X
    for _ in range(40):
        expression = sympy.Add(sympy.sin(expression), sympy.cos(expression), evaluate=False)
    assert settled(expression, point(0.5)) is not None


def test_nested_deeper_than_the_recursion_limit() -> None:
    place = point(0.5)
    inner = X
    for number in range(3000):
        place.definitions[sympy.Symbol(f"p{number}")] = inner + 1
        inner = sympy.Symbol(f"p{number}")
    assert settled(inner, place) == 3000.5


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        (sympy.log(X), "complex value"),
        (sympy.sqrt(X), "complex value"),
        (sympy.Pow(X, Y / 3), "complex value"),
        (1 / (X + 2), "divides by zero"),
        (sympy.gamma(X), "no finite value"),
        (sympy.sign(X + 2), "has a jump"),
        (sympy.Derivative(sympy.Function("f")(X), X), "no formula"),
        (sympy.Symbol("z"), "into numbers"),
        (sympy.nan, "no finite value"),
        (sympy.I * X, "complex value"),
    ],
)
def test_no_real_number_is_no_value(expression: sympy.Expr, reason: str) -> None:
    with pytest.raises(NoValue, match=reason):
        settled(expression, point(-2.0))


def test_whole_power_takes_a_negative_base() -> None:
    assert settled(X**Y, point(-2.0, 3.0)) == -8


def test_zero_to_the_zero_is_one() -> None:
    assert settled(X**Y, point(0.0, 0.0)) == 1
