"""The backend of SymPy expressions: the same functions give formulas on symbols and numbers on Floats."""

import mpmath
import pytest
import sympy

from gradcli.backends import symbols

X = symbols.variable("x")
DIGITS = 50
FUNCTIONS = {
    "sin": mpmath.sin,
    "cos": mpmath.cos,
    "tan": mpmath.tan,
    "asin": mpmath.asin,
    "acos": mpmath.acos,
    "atan": mpmath.atan,
    "sinh": mpmath.sinh,
    "cosh": mpmath.cosh,
    "tanh": mpmath.tanh,
    "asinh": mpmath.asinh,
    "atanh": mpmath.atanh,
    "exp": mpmath.exp,
    "expm1": mpmath.expm1,
    "log": mpmath.log,
    "log1p": mpmath.log1p,
    "log2": lambda x: mpmath.log(x, 2),
    "log10": mpmath.log10,
    "sqrt": mpmath.sqrt,
    "cbrt": mpmath.cbrt,
    "sigmoid": lambda x: 1 / (1 + mpmath.exp(-x)),
    "softplus": lambda x: mpmath.log1p(mpmath.exp(x)),
    "absolute": abs,
    "sign": mpmath.sign,
    "erf": mpmath.erf,
    "erfc": mpmath.erfc,
    "gamma": mpmath.gamma,
    "lgamma": mpmath.loggamma,
    "factorial": mpmath.factorial,
    "digamma": mpmath.digamma,
    "trigamma": lambda x: mpmath.polygamma(1, x),
    "floor": mpmath.floor,
    "ceil": mpmath.ceil,
    "negative": lambda x: -x,
    "identity": lambda x: x,
}
PAIRS = {
    "add": lambda x, y: x + y,
    "subtract": lambda x, y: x - y,
    "multiply": lambda x, y: x * y,
    "divide": lambda x, y: x / y,
    "power": lambda x, y: x**y,
    "hypot": mpmath.hypot,
    "atan2": mpmath.atan2,
    "minimum": min,
    "maximum": max,
    "mod": lambda x, y: x - y * mpmath.floor(x / y),
}


def is_close(got: sympy.Expr, want: mpmath.mpf) -> bool:
    # 45 of 50 digits: expm1 and the like cancel a few where they are written out.
    return bool(sympy.Abs(got - sympy.Float(want, DIGITS)) <= 1e-45 * max(1, abs(want)))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_function_of_a_float_is_right_to_its_digits(name: str) -> None:
    with mpmath.workdps(DIGITS):
        assert is_close(getattr(symbols, name)(sympy.Float(0.7, DIGITS)), FUNCTIONS[name](mpmath.mpf(0.7)))


@pytest.mark.parametrize("name", PAIRS)
def test_function_of_two_floats_is_right_to_its_digits(name: str) -> None:
    with mpmath.workdps(DIGITS):
        got = getattr(symbols, name)(sympy.Float(-2.5, DIGITS), sympy.Float(3.0, DIGITS))
        assert is_close(got, PAIRS[name](mpmath.mpf(-2.5), mpmath.mpf(3)))


@pytest.mark.parametrize("name", [*FUNCTIONS, *PAIRS])
def test_function_of_symbols_is_a_formula(name: str) -> None:
    arguments = (X,) if name in FUNCTIONS else (X, symbols.variable("y"))
    assert not getattr(symbols, name)(*arguments).is_number


@pytest.mark.parametrize("name", ["E", "S", "N", "I", "beta", "lambda", "pi", "Symbol"])
def test_any_name_is_a_plain_real_symbol(name: str) -> None:
    assert symbols.variable(name) == sympy.Symbol(name, real=True)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("log", (-1,)), ("sqrt", (-2,)), ("asin", (2,)), ("power", (-8, sympy.Rational(1, 3))), ("acosh", (0,))],
)
def test_what_is_not_real_is_nan(name: str, arguments: tuple[int, ...]) -> None:
    assert symbols.is_nan(getattr(symbols, name)(*map(sympy.sympify, arguments)))


def test_comparison_with_nan_is_false() -> None:
    assert symbols.truth(symbols.less(sympy.nan, sympy.Integer(1))) is False


def test_truth_is_none_where_it_depends_on_a_variable() -> None:
    assert symbols.truth(symbols.less(X, sympy.Integer(1))) is None


def test_truth_of_floats_is_known() -> None:
    assert symbols.truth(symbols.greater_equal(sympy.Float(2, DIGITS), sympy.Integer(1))) is True


def test_select_keeps_both_branches_of_an_open_condition() -> None:
    pieces = symbols.select(symbols.less(X, sympy.Integer(0)), -X, X)
    assert (pieces.subs(X, -3), pieces.subs(X, 3)) == (3, 3)


def test_zero_contributes_zero_against_infinity() -> None:
    assert symbols.contribution(sympy.Integer(0), sympy.zoo) == 0


def test_float_zero_contributes_zero() -> None:
    assert symbols.is_zero(symbols.contribution(sympy.Float(0, DIGITS), sympy.nan))


@pytest.mark.parametrize("text", ["1_000", ".5", "5.", "1E-3", "1e300", "4.9e-324", "0"])
def test_number_reads_as_the_double_of_its_text(text: str) -> None:
    assert float(symbols.number(text)) == float(text)


def test_tenth_is_exact() -> None:
    assert symbols.number("0.1") == sympy.Rational(1, 10)


def test_tenth_at_a_precision_is_the_double() -> None:
    assert symbols.at_precision(DIGITS).number("0.1") == sympy.Float(0.1, DIGITS)


@pytest.mark.parametrize("base", [sympy.Integer(10), 3 * X, sympy.Rational(3, 7)])
def test_astronomical_power_is_not_written_out(base: sympy.Expr) -> None:
    assert symbols.power(base, sympy.Integer(-(10**10))).count(sympy.Integer) <= 1


def test_astronomical_gamma_is_not_written_out() -> None:
    assert symbols.gamma(sympy.Integer(10**9)).is_Float


def test_log_of_gamma_is_real_where_gamma_is_negative() -> None:
    assert symbols.lgamma(sympy.Float(-0.5, DIGITS)).is_Float
