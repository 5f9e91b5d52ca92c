"""A formula in LaTeX is set by real engines, says the same as the formula, and uses the user's names."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gradcli import rules
from gradcli.errors import GradcliError
from gradcli.expansion import expanded
from gradcli.expression import Call, Formula, Name, text
from gradcli.problem import parse
from gradcli.render import letters
from gradcli.render.latex import statements
from gradcli.rules.rule import Rule
from gradcli.source import Span

FOLDER = Path(__file__).parent.parent.parent.parent / "shared" / "cases"
FILES = ("feynman", "optimisation", "expressions", "derivative_pairs", "antiderivatives", "special_functions")
NOWHERE = Span(0, 0)


def lines(formula: str | Formula, *variables: str) -> list[str]:
    """The statements of a formula; its free names other than constants are variables."""
    formula = expanded(parse(formula)) if isinstance(formula, str) else formula
    names = {part.name for part in formula.parts() if isinstance(part, Name)}
    return statements(formula, {*variables, *(names - rules.constant_names())})


def latex(formula: str, *variables: str) -> str:
    [line] = lines(formula, *variables)
    return line


# What is printed.

SET = [
    ("x + y - z", "x + y - z"),
    ("a - (b + c)", r"a - \left(b + c\right)"),
    ("a + (b - c)", "a + b - c"),
    ("a + (-b)", r"a + \left(-b\right)"),
    ("a - -b*c", r"a - \left(-b c\right)"),
    ("-(x + y)", r"-\left(x + y\right)"),
    ("-x^2", "-x^{2}"),
    ("(-x)^2", r"\left(-x\right)^{2}"),
    ("x*-y", r"x \cdot \left(-y\right)"),
    ("2*x", "2 x"),
    ("x*2", r"x \cdot 2"),
    ("2*3*x", r"2 \cdot 3 x"),
    ("2*(1/2)", r"2 \cdot \frac{1}{2}"),
    ("2*(y + 1)", r"2 \left(y + 1\right)"),
    # `x (y + 1)` would be a function of y + 1.
    ("x*(y + 1)", r"x \cdot \left(y + 1\right)"),
    ("(x + 1)*y", r"\left(x + 1\right) y"),
    ("rate*time", r"\mathrm{rate} \, \mathrm{time}"),
    ("x*2^y", r"x \cdot 2^{y}"),
    ("-a/b", r"-\frac{a}{b}"),
    ("x*(-a/b)", r"x \cdot \left(-\frac{a}{b}\right)"),
    ("(-a/b)^2", r"\left(-\frac{a}{b}\right)^{2}"),
    ("a/b/c", r"\frac{\frac{a}{b}}{c}"),
    ("a/(b/c)", r"\frac{a}{\frac{b}{c}}"),
    ("(a/b)^2", r"\left(\frac{a}{b}\right)^{2}"),
    ("(2^3)^x", r"\left(2^{3}\right)^{x}"),
    ("2^3^x", "2^{3^{x}}"),
    ("x^(1/2)", "x^{1/2}"),
    ("x^(y/2)", r"x^{\frac{y}{2}}"),
    ("x!", "x!"),
    ("(x + 1)!^2", r"\left(\left(x + 1\right)!\right)^{2}"),
    ("(x!)!", r"\left(x!\right)!"),
    # Numbers.
    ("1e-5", "10^{-5}"),
    ("2.5e-5*x", r"2.5 \cdot 10^{-5} x"),
    ("x*1E22", r"x \cdot 10^{22}"),
    ("1e-5^2", r"\left(10^{-5}\right)^{2}"),
    ("2e3^x", r"\left(2 \cdot 10^{3}\right)^{x}"),
    ("1_000.5", "1000.5"),
    (".5*x", "0.5 x"),
    ("5.*x", "5 x"),
    # Functions.
    ("sin(x)", r"\sin\left(x\right)"),
    ("sin(x)^2", r"\sin^{2}\left(x\right)"),
    ("sin(x)^-1", r"\left(\sin\left(x\right)\right)^{-1}"),
    ("sin(x)^1", r"\left(\sin\left(x\right)\right)^{1}"),
    ("(sin(x)^2)^3", r"\left(\sin^{2}\left(x\right)\right)^{3}"),
    ("ln(x) + log(x) + log(x, b) + log2(x)",
     r"\ln\left(x\right) + \ln\left(x\right) + \log_{b}\left(x\right) + \log_{2}\left(x\right)"),
    ("log(x, b)^2", r"\log_{b}^{2}\left(x\right)"),
    ("exp(-x^2)", "e^{-x^{2}}"),
    ("exp(x)^2", r"\left(e^{x}\right)^{2}"),
    ("sqrt(x^2 + 1)^3", r"\left(\sqrt{x^{2} + 1}\right)^{3}"),
    ("root(x, n)", r"\sqrt[n]{x}"),
    ("|x|^3", r"\left|x\right|^{3}"),
    ("floor(x/2)^2", r"\left\lfloor \frac{x}{2}\right\rfloor^{2}"),
    ("arctan(x)", r"\arctan\left(x\right)"),
    ("gamma(x + 1)", r"\Gamma\left(x + 1\right)"),
    ("polygamma(2, x)^2", r"\left(\psi^{\left(2\right)}\left(x\right)\right)^{2}"),
    ("lgamma(x)^2", r"\left(\ln\left|\Gamma\left(x\right)\right|\right)^{2}"),
    ("besselj(n, x)^2", r"J_{n}^{2}\left(x\right)"),
    ("binomial(n, k)", r"\binom{n}{k}"),
    ("erf(x)", r"\operatorname{erf}\left(x\right)"),
    ("hypot(x, y - 1, z)", r"\sqrt{x^{2} + \left(y - 1\right)^{2} + z^{2}}"),
    ("max(x, y, z)", r"\max\left(x, y, z\right)"),
    ("softplus(x)", r"\operatorname{softplus}\left(x\right)"),
    # Choices.
    ("if(x > 0, x, -x)", r"\left(x\ \mathrm{if}\ x > 0\ \mathrm{else}\ -x\right)"),
    ("if(x > 0, 1, if(x == 0, 2, 3))",
     r"\left(1\ \mathrm{if}\ x > 0\ \mathrm{else}\ 2\ \mathrm{if}\ x = 0\ \mathrm{else}\ 3\right)"),
    ("if(0 < x <= 1 or not y != 2, 1, 2)",
     r"\left(1\ \mathrm{if}\ \left(0 < x\ \mathrm{and}\ x \leq 1\right)\ \mathrm{or}\ \left(\mathrm{not}\ y \neq 2\right)\ \mathrm{else}\ 2\right)"),
    # Constants.
    ("2*pi*tau*inf", r"2 \pi \tau \infty"),
    ("e^x", "e^{x}"),
]  # fmt: skip


@pytest.mark.parametrize(("formula", "expected"), SET, ids=[formula for formula, _ in SET])
def test_formula_is_set_as_a_person_would(formula: str, expected: str) -> None:
    assert latex(formula) == expected


NAMES = {
    "x": "x",
    "X": "X",
    "x1": "x_{1}",
    "x_1": "x_{1}",
    "x12": "x_{12}",
    "x_max": r"x_{\mathrm{max}}",
    "x_i_2": "x_{i,2}",
    "x1_a": "x_{1,a}",
    "alpha": r"\alpha",
    "alpha_2": r"\alpha_{2}",
    "lambda": r"\lambda",
    "Omega0": r"\Omega_{0}",
    "x_theta": r"x_{\theta}",
    "λ": r"\lambda",
    "μ2": r"\mu_{2}",
    "Δx": r"\Delta x",
    "Δtime": r"\Delta \mathrm{time}",
    "temperature": r"\mathrm{temperature}",
    "temp1": r"\mathrm{temp}_{1}",
    "x1y2": r"\mathrm{x1y2}",
    "_x": r"\mathrm{\_x}",
    "x_": r"\mathrm{x\_}",
    "x__1": r"\mathrm{x\_\_1}",
    "Alpha": r"\mathrm{Alpha}",
    "é": r"\acute{e}",
    "naïve": r"\mathrm{na\ddot{i}ve}",
    "温度": r"\mathrm{U6E29U5EA6}",
    "ß": r"\mathrm{U00DF}",
}


def test_operator_under_another_name_is_set_as_the_operator() -> None:
    assert latex("pow(x, 2)*where(x > 0, 1, y)") == r"x^{2} \left(1\ \mathrm{if}\ x > 0\ \mathrm{else}\ y\right)"


@pytest.mark.parametrize("name", NAMES)
def test_name_is_set_as_it_is_meant(name: str) -> None:
    assert latex(name) == NAMES[name]


@pytest.mark.parametrize("names", ["x1 x_1", "alpha α", "Δx Δ_x", "温 U6E29", "ϕ phi", "x1y2 x_1y2", "ℓ l"])
def test_no_two_names_are_set_alike(names: str) -> None:
    given = names.split()
    assert len(set(letters.spelled(given).values())) == len(given)


def test_variable_that_has_the_name_of_a_constant_is_not_set_like_it() -> None:
    assert latex("e*exp(x)", "e") == r"\mathrm{e} \, e^{x}"
    assert latex("e*x", "e") == "e x"
    assert latex("tau*x", "tau") == r"\tau x"
    assert lines("e = 2; e*exp(x)") == [r"\mathrm{e} = 2", r"\mathrm{e} \, e^{x}"]


def test_each_binding_has_a_line() -> None:
    assert lines("w1 = sin(x); [w1*y, w1]") == [r"w_{1} = \sin\left(x\right)", r"\left[w_{1} y,\ w_{1}\right]"]


def test_outputs_have_lines_of_their_own_where_they_have_labels() -> None:
    formula = parse("w1 = sin(x); [w1*y, w1]")
    assert statements(formula, ("x", "y"), ("f_{x}", "f_{y}"))[1:] == ["f_{x} = w_{1} y", "f_{y} = w_{1}"]


@pytest.mark.slow
def test_deep_formulas_are_set_without_recursion() -> None:
    [nested] = lines(f"{'sin(' * 30_000}x{')' * 30_000}")
    assert nested.startswith(r"\sin\left(" * 30_000 + "x")
    [long] = lines("+".join(["x"] * 30_000))
    assert long == " + ".join(["x"] * 30_000)


def test_formula_that_grows_beyond_bounds_is_refused() -> None:
    with pytest.raises(GradcliError, match="10,000,000 characters") as refused:
        lines("gammapdf(2, " * 30 + "x" + ")" * 30)
    assert refused.value.code == "usage.size"


# What engines take.


def mathtext(latex: str) -> None:
    """Raises where matplotlib cannot set a line."""
    parser().parse(f"${latex}$")


@cache
def parser() -> Any:
    from matplotlib.mathtext import MathTextParser

    return MathTextParser("path")


def of_row(rule: Rule, power: str = "") -> str:
    """A row applied to what needs brackets, and maybe its square."""
    arguments = tuple(
        Call("+", (Name(name, NOWHERE), Name("y", NOWHERE)), NOWHERE, NOWHERE) for name in rule.parameters
    )
    if rule.name in ("and", "or", "not", "if"):
        condition = Call("<", (Name("x", NOWHERE), Name("y", NOWHERE)), NOWHERE, NOWHERE)
        arguments = tuple(condition if rule.wants_condition(place) else part for place, part in enumerate(arguments))
    called = Call(rule.name, arguments, NOWHERE, NOWHERE)
    return f"if({text(called)}, 1, 2){power}" if rule.is_condition else f"{text(called)}{power}"


ROWS = [rule for rule in rules.RULES if rule.name != "="]
ROWS += [rules.find(name, 3) for name in ("hypot", "mean", "logaddexp", "softmax")]
OF_ROWS = [of_row(rule) for rule in ROWS] + [f"({of_row(rule)})^2*{of_row(rule)}" for rule in ROWS]


@pytest.mark.parametrize("formula", OF_ROWS)
def test_every_row_of_the_table_is_set(formula: str) -> None:
    for line in lines(formula):
        mathtext(line)


@pytest.mark.parametrize("rule", ROWS, ids=lambda rule: rule.backend_name)
def test_template_of_a_row_uses_its_parameters(rule: Rule) -> None:
    used = {parameter for _, parameter in re.findall(r"<(\(?)(\w+)", rule.latex)}
    assert not used or used == set(rule.parameters)
    assert rule.latex.count("{") == rule.latex.count("}")
    assert rule.latex.count(r"\left") == rule.latex.count(r"\right")


@cache
def cases() -> tuple[str, ...]:
    """The different formulas of the shared cases that can be read."""
    texts = {}
    for name in FILES:
        path = FOLDER / f"{name}.jsonl"
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            texts[json.loads(line)["expr"]] = True
    return tuple(filter(is_readable, texts))


def is_readable(formula: str) -> bool:
    try:
        return all(rules.find(part.function) for part in expanded(parse(formula)).parts() if isinstance(part, Call))
    except GradcliError:
        return False


@pytest.mark.skipif(not FOLDER.is_dir(), reason="the cases are not here")
@pytest.mark.parametrize("every", [20, pytest.param(1, marks=pytest.mark.slow)])
def test_matplotlib_sets_the_formulas_of_the_cases(every: int) -> None:
    refused = {}
    for formula in cases()[::every]:
        for line in lines(formula) if len(formula) < 200 else ():  # it takes seconds for longer ones
            try:
                mathtext(line)
            except ValueError as error:
                refused[formula] = (line, str(error))
    assert refused == {}


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no TeX here")
def test_tex_sets_all_formulas(tmp_path: Path) -> None:
    formulas = [*cases(), *OF_ROWS, *NAMES, *(formula for formula, _ in SET)]
    body = "\n".join(rf"\[{line}\]" for formula in formulas for line in lines(formula) if len(line) < 20_000)
    document = rf"\documentclass{{article}}\usepackage{{amsmath}}\begin{{document}}{body}\end{{document}}"
    assert document.isascii()
    (tmp_path / "formulas.tex").write_text(document, encoding="ascii")
    command = ["pdflatex", "-draftmode", "-interaction=nonstopmode", "-halt-on-error", "formulas.tex"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-2000:]
