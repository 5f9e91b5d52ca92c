"""What SymPy is known to trip over: each kind ends in a right verdict, or in none and the reason, and soon."""

import math
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping

import mpmath
import pytest
import sympy

import gradcli
from gradcli import calculator, check, rules
from gradcli.check import Verdict
from gradcli.check.derivative import derivatives
from gradcli.check.digits import PRECISIONS, NoValue, Point, rational, settled
from gradcli.check.smooth import smooth
from gradcli.check.symbolic import VALUE
from gradcli.syntax import parse

Judge = Callable[..., Verdict]
X, Y = sympy.symbols("x y", real=True)


def joined(count: int, term: str, sign: str) -> str:
    """Terms such as `sin(#*x)`, numbered from 1."""
    return sign.join(term.replace("#", str(number)) for number in range(1, count + 1))


# Huge powers and factorials; numbers with many digits.

HUGE = [
    ("(x+1)^1000000", {"x": 1e-5}),
    ("(x+1)^1000000", {"x": 0.0}),
    ("x^x^x^x", {"x": 2.0}),
    ("x" + "^x" * 100, {"x": 1.01}),
    ("gamma(1e5*x)", {"x": 1e-3}),
    ("x!", {"x": 170.0}),
    ("170!*x", {"x": 1.0}),
    ("(1+1e-9)^(1e9*x)", {"x": 1.0}),
    ("10^300*x/10^299 + 2^(-10^9)", {"x": 1.0}),
    ("x*1.5^(-10^7) + 0.1^10^5", {"x": 2.0}),
    ("0." + "1234567890" * 500 + "*x", {"x": 3.0}),
    ("x^0." + "0" * 5000 + "1", {"x": 3.0}),
    ("exp(sin(" * 100 + "x" + "))" * 100, {"x": 0.5}),
]


@pytest.mark.parametrize(("text", "point"), HUGE, ids=[f"{text[:20]} at {point}" for text, point in HUGE])
def test_huge_numbers_are_not_written_out(judged: Judge, text: str, point: Mapping[str, float]) -> None:
    start = time.process_time()
    assert judged(text, point).status == "agrees"
    assert time.process_time() - start < 5


# Pieces: on a boundary SymPy's own answer may be wrong, and is not asked for; beside it there is one piece.

BOUNDARIES = [
    ("abs(x)", 0.0),
    ("sign(x)", 0.0),
    ("step(x)", 0.0),
    ("relu(x)", 0.0),
    ("leakyrelu(x)", 0.0),
    ("max(x, 0)", 0.0),
    ("min(x, 0)", 0.0),
    ("clamp(x, 0, 1)", 0.0),
    ("if(x < 0, -x, x^2)", 0.0),
    ("if(x <= 0, x, 2*x)", 0.0),
    ("if(x == 0, 1, sin(x)/x)", 0.0),
    ("floor(x)", 0.0),
    ("ceil(x)", 0.0),
    ("trunc(x + 1)", 0.0),
    ("frac(x)", 0.0),
    ("round(x + 0.5)", 0.0),
    ("mod(x, 2)", 0.0),
    ("hypot(x)", 0.0),
    ("sinc(x)", 0.0),
    # The derivative exists, and SymPy's answer is nan or holds on one side only.
    ("x*abs(x)", 0.0),
    ("abs(x)^3", 0.0),
    ("max(x, 0)^2", 0.0),
    ("cbrt(x)^3", 0.0),
]


@pytest.mark.parametrize(("text", "x"), BOUNDARIES, ids=[text for text, _ in BOUNDARIES])
def test_on_a_boundary_sympy_neither_confirms_nor_contradicts(judged: Judge, text: str, x: float) -> None:
    for slope in (0.0, 0.5, 1.0, -1.0):
        assert judged(text, {"x": x}, {"x": slope}).status == "cannot-say"


@pytest.mark.parametrize(("text", "x"), BOUNDARIES, ids=[text for text, _ in BOUNDARIES])
def test_an_answer_on_a_boundary_has_no_verdict_but_a_reason(text: str, x: float) -> None:
    formula = parse(text, rules.names())
    with check.start(formula, calculator.evaluate(formula, {"x": x})) as started:
        verdict = started.verdict()
    assert (verdict.status, bool(verdict.reason)) == ("cannot-say", True)


BESIDE = ["abs(x)", "sign(x)*x", "step(x)*x", "relu(x)", "max(x, 0)", "min(x, 0)", "clamp(x, 0, 1)",
          "if(x < 0, -x, x^2)", "if(x == 0, 1, sin(x)/x)", "x*abs(x)", "abs(x)^3", "cbrt(x)^3", "sinc(x)"]  # fmt: skip


@pytest.mark.parametrize("x", [1e-20, -1e-20, 5e-324, -5e-324])
@pytest.mark.parametrize("text", BESIDE)
def test_beside_a_boundary_there_is_one_piece(judged: Judge, text: str, x: float) -> None:
    if math.isfinite(gradcli.evaluate(text, {"x": x}).gradient["x"]):
        assert judged(text, {"x": x}).status == "agrees"


def test_the_wrong_piece_beside_a_boundary_is_contradicted(judged: Judge) -> None:
    assert judged("abs(x)", {"x": -1e-20}, {"x": 1.0}).status == "disagrees"


# Names.

NAMES = ["E", "I", "S", "N", "O", "Q", "C", "beta", "gamma", "zeta", "lambda", "oo", "zoo", "nan", "Symbol", "Add",
         "GoldenRatio", "re", "evalf", "None", "import", "class", "_", "__class__", "Pi", "NaN", "λ", "变量", "x_1"]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_a_variable_whatever_sympy_makes_of_it(judged: Judge, name: str) -> None:
    verdict = judged(f"{name}^2*sin({name}) + 3*{name}", {name: 0.7})
    assert (verdict.status, list(verdict.gradient)) == ("agrees", [name])


def test_all_names_at_once(asked: Judge) -> None:
    point = {name: 0.3 + number / 100 for number, name in enumerate(NAMES)}
    text = "*".join(f"(1 + sin({name}))" for name in NAMES) + " + gamma*gamma(gamma) + zeta*beta(beta, 2) + E!*e"
    assert asked(text, point).status == "agrees"


# Large formulas.

TOO_LARGE = [
    "sum(sin(i*x), i, 1, 10000)",
    "prod(1 + x/i^2, i, 1, 10000)",
    "sum(x^2, i, 1, 2500)",
    joined(10_000, "#*x", " + "),
    "sin(" * 10_000 + "x" + ")" * 10_000,
    joined(1200, "sin(#*x)", "*"),
]


@pytest.mark.parametrize("text", TOO_LARGE, ids=[text[:20] for text in TOO_LARGE])
def test_too_large_is_said_at_once(text: str) -> None:
    formula = parse(text, rules.names())
    gradient = calculator.evaluate(formula, {"x": 0.3})
    with check.start(formula, gradient) as started:
        assert started.conversation is None  # no process is asked, so that nothing is waited for
        assert started.verdict().reason.startswith("too large: ")


PRODUCTS = {
    "terms": joined(60, "(x - #)", "*"),
    "functions": joined(30, "sin(#*x)*cos(#*y)", "*"),
    "written short": "prod(x - i, i, 1, 60)",
    "quotients": joined(30, "(x + #)/(y + #)", "*"),
    "powers of functions": joined(60, "(x + sin(#*y))^#", "*"),
}


@pytest.mark.parametrize("text", PRODUCTS.values(), ids=PRODUCTS)
def test_the_derivative_of_a_product_does_not_explode(judged: Judge, text: str) -> None:
    start = time.process_time()
    point = {"x": 0.7, "y": 0.3}
    assert judged(text, point if "y" in text else {"x": 0.7}).status == "agrees"
    assert time.process_time() - start < 5


def test_parts_of_a_long_chain_get_symbols() -> None:
    names = [f"v{number}" for number in range(150)]
    formula = parse(" - ".join(names) + " - " + "/".join(names), rules.names())
    point = {name: 1 + number / 100 for number, name in enumerate(names)}
    piece = smooth(formula, point, names)
    slopes = {name: settled(slope, piece.point) for name, slope in derivatives(piece).items()}
    quotient = gradcli.evaluate("/".join(names), point).value
    right = {name: (1 if name == "v0" else -1) * (1 - quotient / point[name]) for name in names}
    right["v0"] = 1 - quotient
    assert max(len(part.args) for part in piece.point.definitions.values()) <= 100
    assert all(abs(float(slopes[name]) - right[name]) < 1e-12 for name in names)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "sign", "count"),
    [
        ("(1 + #/100)", ")*(1 + ", 500),
        ("hypot(#)", ", ", 500),
        ("sqrt(#^2)", "^2 + ", 500),
        ("max(#)", ", ", 500),
        ("mean(#)^2", ", ", 500),
        ("sin(#^2)", "^2 + ", 200),  # all slopes lose digits, and rounding has to be shown for each
    ],
)
def test_hundreds_of_variables_are_checked_in_time(asked: Judge, text: str, sign: str, count: int) -> None:
    point = {f"v{number}": 1 + number / 1000 for number in range(count)}
    assert asked(text.replace("#", sign.join(point)), point).status == "agrees"


# Functions that SymPy has no derivative of, or no numbers for.


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("zeta(x)", {"x": 2.5}),
        ("zeta(x)", {"x": -1.5}),
        ("gammainc(a, x)", {"a": 2.5, "x": 1.0}),
        ("polygamma(n, 2)*x", {"n": 2.0, "x": 1.0}),
        ("besselj(n, x)", {"n": 1.5, "x": 2.0}),
    ],
)
def test_a_derivative_unknown_to_sympy_is_no_verdict(judged: Judge, text: str, point: Mapping[str, float]) -> None:
    verdict = judged(text, point, dict.fromkeys(point, 1.0))
    assert (verdict.status, "SymPy" in verdict.reason) in (("cannot-say", True), ("disagrees", True))
    first = next(iter(point))
    assert judged(text, point, {first: 1.0}).status == "cannot-say"


@pytest.mark.parametrize("order", [0.0, 1.0, 2.0, 1.5])
@pytest.mark.parametrize("function", ["besselj", "bessely", "besseli", "besselk"])
def test_an_order_that_is_a_name_costs_no_more_digits(judged: Judge, function: str, order: float) -> None:
    start = time.process_time()
    slope = gradcli.evaluate(f"{function}({order}, x)", {"x": 1.0}).gradient["x"]
    assert judged(f"{function}(n, x)", {"n": order, "x": 1.0}, {"x": slope}).status == "agrees"
    assert time.process_time() - start < 3


def test_a_function_that_fails_takes_no_other_number_along(judged: Judge) -> None:
    verdict = judged("erfc(x) + 2*y", {"x": 1e300, "y": 1.0}, {VALUE: 2.0, "x": 0.0, "y": 2.0})
    assert (verdict.status, dict(verdict.gradient).get("y")) == ("cannot-say", "2.0")
    assert verdict.reason == "the value: SymPy could not compute `erfc` (OverflowError)"


# Zeros: true ones, and those that hide a number.


@pytest.mark.parametrize(
    ("expression", "x"), [(X * X - Y, 2.0), (X - 2, 2.0), ((X - 2) * sympy.exp(Y), 2.0), (4 / X - X, 2.0)]
)
def test_an_exact_zero_needs_no_more_digits(expression: sympy.Expr, x: float) -> None:
    place = Point({X: rational(x), Y: rational(4.0)})
    assert settled(expression, place) == 0
    assert max(digits for digits, _ in place.known) == PRECISIONS[1]


def test_a_sum_that_needs_more_bits_than_there_are_is_not_exact() -> None:
    huge = Point({X: rational(1e300), Y: rational(1e-300)})
    assert settled(X + Y - X, huge) == mpmath.mpf(1e-300)
    assert settled(sympy.Add(X, Y, -X - Y, evaluate=False), huge) == 0


@pytest.mark.parametrize(
    "expression",
    [
        (2 - sympy.erfc(X, evaluate=False)) * sympy.exp(X**2),
        sympy.Pow(1 - sympy.tanh(-X), sympy.Rational(1, 1000)),
    ],
)
def test_a_zero_that_may_hide_a_number_is_no_value(expression: sympy.Expr) -> None:
    with pytest.raises(NoValue, match="no 30 digits are sure"):
        settled(expression, Point({X: rational(-3000.0)}))


def test_a_number_hidden_by_a_zero_contradicts_nothing(judged: Judge) -> None:
    assert judged("erfcx(abs(x + y))", {"x": -745.0, "y": -745.0}).status == "cannot-say"


def test_rounding_beside_a_true_zero_is_rounding(judged: Judge) -> None:
    verdict = judged("tanpi(x/y*y*2)", {"x": 1000.0, "y": -0.11049794382807665}, {VALUE: 7e-13})
    assert (verdict.status, dict(verdict.lost)) == ("agrees", {VALUE: 0})


def test_a_sweep_without_a_right_digit_explains_any_other(judged: Judge) -> None:
    point = {"x": 4.247667327987762e-06, "y": -6.867570652001807e-11}
    assert judged("y/binomial(x, trigamma(y))", point, {"x": -8.070414914491013e20}).lost == {"x": 0}


# The command.


@pytest.mark.parametrize("seconds", ["1e-9", "0.01", "0.5"])
def test_a_short_time_limit_is_kept(seconds: str) -> None:
    words = ["eval", "digamma(x)", "--at", "x=-10000000.5", "--no-trace", "--check-time", seconds]
    start = time.monotonic()
    run = subprocess.run(
        [sys.executable, "-m", "gradcli", *words], capture_output=True, encoding="utf-8", env=os.environ, check=False
    )
    assert "out of time: SymPy did not finish" in run.stdout
    assert (run.returncode, run.stderr) == (0, "")
    assert time.monotonic() - start < 5 + float(seconds)
