"""SymPy expressions written in gradcli's language: the same function, as a person would write it, or a reason."""

from __future__ import annotations

from typing import Any

import pytest
import sympy

import gradcli
from gradcli.backends import symbols
from gradcli.check.claims.formulas import compared
from gradcli.check.claims.translation import translated
from gradcli.check.expressions import PARTS, expressed
from gradcli.check.vocabulary import Inexpressible
from gradcli.expansion import expanded
from gradcli.expression import text

X, Y, N = (symbols.variable(name) for name in "xyn")
HALF, THIRD = sympy.Rational(1, 2), sympy.Rational(1, 3)


def written(expression: Any, names: str = "x y n") -> str:
    return text(expressed(expression, names.split()))


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        (Y - X, "y - x"),
        (1 - X**2, "1 - x^2"),
        (-X - Y, "-x - y"),
        (-2 * X, "-2*x"),
        (X / 2, "x/2"),
        (2 * X / 3, "(2*x)/3"),
        (1 / X, "1/x"),
        (-1 / X, "-1/x"),
        (X**-2 * Y, "y/x^2"),
        (Y**2 * sympy.sin(X), "sin(x)*y^2"),
        (sympy.sqrt(X), "sqrt(x)"),
        (1 / sympy.sqrt(X), "1/sqrt(x)"),
        (X**THIRD, "x^(1/3)"),
        (sympy.Abs(X) ** THIRD, "cbrt(abs(x))"),
        (sympy.sign(X) * sympy.Abs(X) ** THIRD, "cbrt(x)"),
        (sympy.sqrt(sympy.log(X) ** 2), "abs(log(x))"),
        (sympy.sqrt(X**2), "abs(x)"),
        (X**Y, "x^y"),
        (sympy.exp(-X), "exp(-x)"),
        (sympy.E * X, "e*x"),
        (sympy.pi * X, "pi*x"),
        (sympy.oo, "inf"),
        (-sympy.oo, "-inf"),
        (sympy.Rational(1, 8), "1/8"),
        (sympy.Rational("1.3862943611198906") * X, "1.3862943611198906*x"),
        (sympy.Rational("-0.000012345"), "-0.000012345"),
        (sympy.Rational(10**9, 7), "1000000000/7"),
        (sympy.Float("1e-300", 60) * X, "1e-300*x"),
        (sympy.Float(-1.5), "-1.5"),
        (sympy.Max(X, Y, N), "max(n, x, y)"),
        (sympy.Heaviside(X), "step(x)"),
        (sympy.polygamma(0, X) + sympy.polygamma(1, X), "digamma(x) + trigamma(x)"),
        (sympy.polygamma(N, X), "polygamma(n, x)"),
        (sympy.EulerGamma, "-digamma(1)"),
        (sympy.uppergamma(2.5, X), "gammaincc(2.5, x)*gamma(2.5)"),
        (sympy.zeta(X**2).diff(X), "2*x*zetaderiv(x^2, 1)"),
        (sympy.Piecewise((X, X > 0), (Y, sympy.Eq(Y, 1)), (N, True)), "if(x > 0, x, if(y == 1, y, n))"),
        (sympy.Piecewise((X, (X > 0) & (Y < 1) | sympy.Ne(N, 2)), (0, True)), "if(n != 2 or (x > 0 and y < 1), x, 0)"),
    ],
)  # fmt: skip
def test_expression_is_written_as_a_person_would(expression: Any, said: str) -> None:
    assert written(expression) == said


def test_constant_is_spelled_out_where_its_name_is_a_variable() -> None:
    assert written(sympy.E * sympy.pi * symbols.variable("e"), "e pi") == "e*exp(1)*acos(-1)"


def test_names_of_sympy_are_the_users_own() -> None:
    names = "E I S N beta lambda zoo nan __class__"
    assert written(sympy.Add(*map(symbols.variable, names.split())), names).split(" + ") == sorted(names.split())


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        (sympy.I * X, "not a real number"),
        (sympy.zoo, "not a real number"),
        (sympy.nan, "not a real number"),
        (sympy.besselj(N, X).diff(N), "SymPy does not know a derivative of `besselj`"),
        (sympy.DiracDelta(X), "`DiracDelta`, which gradcli does not have"),
        (sympy.re(sympy.Symbol("x")), "`re`"),
        (sympy.lowergamma(N, X).diff(N), "`meijerg`"),
        (sympy.LambertW(X, -1), "`LambertW`"),
        (sympy.Integral(sympy.sin(X**Y), (X, 0, 1)), "`Integral`"),
        (sympy.Piecewise((X, X > 0)), "none of its pieces holds"),
        (sympy.Dummy(), "a variable of its own"),
        (sympy.Symbol("z"), "a variable of its own"),
        (sympy.Integer(10) ** 1001, "a number of more than 1,000 digits"),
        (sympy.Add(*(X**n for n in range(PARTS))), "more than 20,000 parts"),
    ],
)
def test_what_the_language_cannot_say_has_a_reason(expression: Any, reason: str) -> None:
    with pytest.raises(Inexpressible, match=reason):
        written(expression)


def test_depth_and_size_need_no_recursion() -> None:
    deep = X
    for _ in range(5000):
        deep = sympy.sin(deep, evaluate=False)
    assert written(deep).count("sin(") == 5000


@pytest.mark.parametrize(
    "formula",
    [
        "x^2*y - y/x", "abs(log(x))", "max(x, y)*min(x, 2)", "if(x > 0 and not y == 2, x^2, x*y)", "mod(x, y)", "atan2(y, x)",
        "cbrt(x*y)", "hypot(x, y)", "lgamma(x) + beta(x, y)", "gammainc(2.5, x)", "erfcx(x) + erfinv(y/10)", "besselj(2, x)*besselk(y, x)",
        "ei(x) + si(x) + ci(x) + lambertw(x) + zeta(x)", "softplus(x)*sigmoid(y)", "0.1*x + 1.3862943611198906*y", "x^y + y^0.3",
        "tan(x)/sec(y) + acoth(x)", "floor(x)*ceil(y) + round(x)", "e*pi*tau*x", "binomial(x, 2)", "sinc(x) + clamp(x, -1, y)",
    ],
)  # fmt: skip
def test_expression_reads_back_as_the_same_function(formula: str) -> None:
    names = ("x", "y")
    expression = translated(expanded(gradcli.parse(formula)), names).expression
    back = gradcli.parse(text(expressed(expression, names)))
    assert compared(gradcli.parse(formula), back, names).verdict == "equal"
