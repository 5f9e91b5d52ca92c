"""The Python that is written runs by itself, and gives the numbers that gradcli gives."""

from __future__ import annotations

import ast
import json
import math
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import gradcli
from gradcli import rules
from gradcli.backends import floats
from gradcli.errors import GradcliError
from gradcli.evaluation import apply
from gradcli.expansion import expanded
from gradcli.expression import Call, Formula, Name
from gradcli.graph import lower
from gradcli.problem import parse
from gradcli.render.code import function
from gradcli.rules.rule import Rule
from gradcli.sharing import formula_of
from gradcli.source import Source, Span

FOLDER = Path(__file__).parent.parent.parent.parent / "shared" / "cases"
FILES = ("feynman", "optimisation", "expressions", "derivative_pairs", "antiderivatives", "special_functions")
NOWHERE = Span(0, 0)


def source(formula: str | Formula, *names: str) -> str:
    formula = expanded(parse(formula)) if isinstance(formula, str) else formula
    bound = {binding.name for binding in formula.bindings}
    free = (part.name for part in formula.parts() if isinstance(part, Name))
    rest = [name for name in dict.fromkeys(free) if name not in {*bound, *names, *rules.constant_names()}]
    return function(formula, [*names, *rest], about=str(formula))


def run(code: str, *arguments: float, **named: float) -> Any:
    """What the function of a source text returns."""
    space: dict[str, Any] = {}
    exec(compile(code, "derivative", "exec"), space)  # noqa: S102
    return space["derivative"](*arguments, **named)


def body(formula: str, *names: str) -> list[str]:
    """The statements of the function."""
    lines = source(formula, *names).splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith("def derivative("))
    return [line[4:] for line in lines[start + 2 :]]


# What is printed.

WRITTEN = [
    ("x + y - z", "x + y - z"),
    ("x - (y - z)", "x - (y - z)"),
    ("x*y/z", "x*y/z"),
    ("x*(y/z)", "x*(y/z)"),
    ("-x^2", "-x**2"),
    ("(-x)^2", "(-x)**2"),
    ("x*-y", "x*(-y)"),
    ("x - -y", "x - (-y)"),
    ("-x*y", "-x*y"),
    ("-(x*y)", "-(x*y)"),
    ("(x^2)^3", "(x**2)**3"),
    ("x^-1", "x**(-1)"),
    ("x^0.5", "math.pow(x, 0.5)"),
    ("x^y", "math.pow(x, y)"),
    ("2^10", "math.pow(2, 10)"),
    ("x^10_000", "math.pow(x, 10000)"),
    ("007*x + 1_000.5", "7*x + 1000.5"),
    ("90071992547409929*x", "90071992547409929.0*x"),
    ("9007199254740991*x + 9007199254740993", "9007199254740991*x + 9007199254740993.0"),
    ("if(x > 0, x, y)*2", "(x if x > 0 else y)*2"),
    ("if(x > 0, 1, if(x == 0, 2, 3))", "1 if x > 0 else 2 if x == 0 else 3"),
    ("if(0 < x < 1 or not y != 2, if(x > 3, 1, 2), 3)",
     "(1 if x > 3 else 2) if 0 < x and x < 1 or not y != 2 else 3"),
    ("sin(2*x)!", "factorial(math.sin(2*x))"),
    ("ln(x) + log(x, 3)", "math.log(x) + math.log(x, 3)"),
    ("max(x, y, z) + abs(x)", "max(x, y, z) + abs(x)"),
    ("hypot(x, y, z)", "math.hypot(x, y, z)"),
    ("pi*e*tau*deg", "math.pi*math.e*math.tau*math.radians(1)"),
    ("[x, 2*x]", "[x, 2*x]"),
]  # fmt: skip


@pytest.mark.parametrize(("formula", "expected"), WRITTEN, ids=[formula for formula, _ in WRITTEN])
def test_formula_is_written_as_a_person_would(formula: str, expected: str) -> None:
    assert body(formula) == [f"return {expected}"]


def test_whole_module_is_as_it_is_pasted() -> None:
    formula = parse("w1 = softplus(x)*y; [w1, w1^2]")
    assert (
        function(formula, ["x", "y"], name="slopes", about=str(formula))
        == '''import math


def softplus(x):
    return max(x, 0) + math.log1p(math.exp(-abs(x)))


def slopes(x, y):
    """w1 = softplus(x)*y; [w1, w1^2]"""
    w1 = softplus(x)*y
    return [w1, w1**2]
'''
    )


def test_only_what_is_needed_is_imported() -> None:
    assert source("x + 1").startswith("def derivative")
    assert "import scipy.special\n" in source("erfinv(x)")
    assert "import mpmath\n" in source("zeta(x)")


# Names.


@pytest.mark.parametrize(
    ("name", "identifier"),
    [
        ("lambda", "lambda_"),
        ("in", "in_"),
        ("None", "None_"),
        ("__debug__", "__debug___"),
        ("math", "math_"),
        ("max", "max_"),
        ("cache", "cache_"),
        ("derivative", "derivative_"),
        ("match", "match"),
        ("α", "α"),
        ("温度", "温度"),
    ],
)
def test_name_that_python_would_take_for_something_else_is_changed(name: str, identifier: str) -> None:
    code = source(f"{name}^2")
    assert f"def derivative({identifier}):" in code
    assert run(code, 3.0) == 9


@pytest.mark.parametrize("names", ["lambda lambda_", "lambda_ lambda", "sigmoid softplus", "part1 w1", "max max_"])
def test_no_two_names_become_one(names: str) -> None:
    first, second = names.split()
    code = source(f"{first} - {second} + 0*sigmoid({first})", first, second)
    assert run(code, 5.0, 3.0) == 2


def test_a_variable_may_have_the_name_of_a_constant() -> None:
    assert run(function(parse("e*pi"), ["e"]), 2.0) == 2 * math.pi
    assert run(source("e = 2*x; e*pi"), 1.0) == 2 * math.pi


@pytest.mark.parametrize("about", ['"""', "\\", '\\"""', 'x"', "\\n", '"""\nraise SystemExit\n"""'])
def test_docstring_is_nothing_but_text(about: str) -> None:
    code = function(parse("x"), ["x"], about=about)
    [definition] = ast.parse(code).body
    assert isinstance(definition, ast.FunctionDef)
    assert ast.get_docstring(definition, clean=False) == about
    assert run(code, 2.0) == 2


def test_arguments_of_the_user_s_own_functions_have_names() -> None:
    """gradcli binds them under names that nobody can type."""
    assert body("g(t) = t^2 + t; g(2*x)") == ["t_0 = 2*x", "return t_0**2 + t_0"]


# Only the branch taken is computed.

BRANCHES = [
    ("if(x > 0, log(x), 0)", {"x": -1.0}, 0),
    ("u = log(x); if(x > 0, u, 0)", {"x": -1.0}, 0),
    ("u = log(x); if(x > 0, u*u, x)", {"x": math.e}, 1),
    ("u = log(x); v = u^2; if(x > 0, v + u, 0)", {"x": -1.0}, 0),
    ("u = log(x); v = u^2; if(x > 0, v + u, u + 1)", {"x": 1.0}, 0),
    ("u = 1/x; if(x != 0 and u > 2, u, 7)", {"x": 0.0}, 7),
    ("u = 1/x; if(x == 0 or u > 2, 5, u)", {"x": 0.0}, 5),
    ("u = 1/x; c = u > 2; if(x == 0, 5, if(c, u, 1))", {"x": 0.0}, 5),
    ("u = 1/x; u", {"x": 2.0}, 0.5),
    ("u = 1/x; 3", {"x": 0.0}, 3),
    ("u = log(x); [if(x > 0, u, 0), x]", {"x": -1.0}, [0, -1]),
]


@pytest.mark.parametrize(("formula", "at", "value"), BRANCHES, ids=[formula for formula, *_ in BRANCHES])
def test_a_branch_that_is_not_taken_is_not_computed(formula: str, at: dict[str, float], value: Any) -> None:
    assert run(source(formula, "x"), **at) == value


def test_what_both_branches_need_is_a_variable() -> None:
    assert body("u = exp(x); if(x > 0, u, -u)") == ["u = math.exp(x)", "return u if x > 0 else -u"]


def test_what_a_branch_needs_is_computed_once() -> None:
    """A chain in which each link is used twice would take 2^200 calls."""
    chain = "".join(f"a{n} = sin(a{n - 1}) + a{n - 1}; " for n in range(1, 200)).replace("a0", "x")
    assert run(source(f"{chain} if(x > 0, a199, 0)"), 1.0) == pytest.approx(math.pi)


@pytest.mark.parametrize("formula", ["(-8 + 0*x)^(1/3)", "1/x", "log(x)", "sqrt(x - 1)", "x^-1", "exp(1000 + x)"])
def test_where_there_is_no_value_python_raises(formula: str) -> None:
    """In particular no complex number is returned."""
    with pytest.raises(ArithmeticError if formula != "x" else ValueError) if formula in (
        "1/x", "x^-1", "exp(1000 + x)"
    ) else pytest.raises(ValueError, match=r"."):  # fmt: skip
        run(source(formula), 0.0)


@pytest.mark.slow
def test_deep_and_long_formulas_run() -> None:
    assert run(source(f"{'sin(' * 30_000}x{')' * 30_000}"), 1.0) == pytest.approx(math.sqrt(3 / 30_000), rel=1e-3)
    assert run(source("+".join(["x"] * 30_000)), 1.0) == 30_000
    assert run(source("-" * 30_001 + "x"), 1.0) == -1
    assert run(source(f"if(x > 0, {'sin(' * 2000}x{')' * 2000}, 0)"), 1.0) == pytest.approx(0.0387, rel=1e-2)


def test_code_runs_in_a_process_of_its_own(tmp_path: Path) -> None:
    code = source("u = log(x); [if(x > 0, u*u, 0), softplus(x), digamma(x)]")
    (tmp_path / "slopes.py").write_text(code, encoding="utf-8")
    script = "from slopes import derivative; print(derivative(1.0))"
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert ast.literal_eval(done.stdout) == pytest.approx([0, math.log(1 + math.e), -0.5772156649015329])


# The numbers.

ROWS = [rule for rule in rules.RULES if rule.name != "=" and not rule.is_condition and rule.name != "if"]
ROWS += [
    row for name in ("hypot", "mean", "logaddexp", "softmax") for count in (1, 3) if (row := rules.find(name, count))
]
EXCEPTIONS = {
    ("digamma", (-1.9999999999999998,)): "SciPy loses digits beside a pole",
    ("ei", (715.0,)): "SciPy's overflows too early",
    ("lambertw", (-0.3678794411714423,)): "SciPy loses digits beside the end",
    ("lambertwderiv", (-0.3678794411714423, 1.0)): "mpmath takes differences, which jump to the other branch",
    ("zetaderiv", (1.0000000000000002, 1.0)): "mpmath takes differences beside a pole",
}


def is_close(here: Any, there: Any) -> bool:
    """Beside zeros, what Python has is good for as many digits as its arguments have."""
    return bool(here == pytest.approx(there, rel=1e-12, abs=1e-15, nan_ok=True))


def is_moderate(point: tuple[float, ...]) -> bool:
    """Do Python's libraries stand a chance?"""
    return all(x == 0 or 1e-3 < abs(x) < 1e3 for x in point)


POINTS = [(rule, point) for rule in ROWS for point in rule.points or ((0.3, 0.7, -1.2)[: len(rule.parameters)],)]
POINTS = [
    (rule, point) for rule, point in POINTS if is_moderate(point) and (rule.backend_name, point) not in EXCEPTIONS
]


@pytest.mark.parametrize(
    ("rule", "point"), POINTS, ids=lambda part: part.backend_name if isinstance(part, Rule) else str(part)
)
def test_every_row_has_its_value_in_python(rule: Rule, point: tuple[float, ...]) -> None:
    arguments = tuple(Name(name, NOWHERE) for name in rule.parameters)
    called = Call(rule.name, arguments, NOWHERE, NOWHERE)
    code = function(Formula((), (called,), Source("")), rule.parameters)
    assert is_close(run(code, *point), apply(rule, list(point), floats))


@pytest.mark.parametrize("sign", ["<", "<=", ">", ">=", "==", "!="])
def test_every_comparison_is_python_s(sign: str) -> None:
    code = source(f"if(x {sign} y, 1, 0)", "x", "y")
    for x, y in ((1.0, 2.0), (2.0, 1.0), (1.0, 1.0)):
        assert run(code, x, y) == gradcli.evaluate(f"if(x {sign} y, 1, 0)", {"x": x, "y": y}).value


def cases() -> Iterator[dict[str, Any]]:
    """The cases of the shared files at which there is a value."""
    for name in FILES:
        path = FOLDER / f"{name}.jsonl"
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            case = json.loads(line)
            try:
                at = {name: float(number) for name, number in (case["at"] or {}).items()}
                value = gradcli.evaluate(case["expr"], at, wrt=()).value
            except (GradcliError, TypeError, ValueError):
                continue
            yield {"id": case["id"], "expr": case["expr"], "at": at, "value": value}


@pytest.mark.skipif(not FOLDER.is_dir(), reason="the cases are not here")
@pytest.mark.slow
@pytest.mark.parametrize("expand", [None, False, True])
def test_every_case_has_its_value_in_python(expand: bool | None) -> None:
    """As written, and as a graph's formula with and without names."""
    wrong = {}
    for case in cases():
        formula = expanded(parse(case["expr"]))
        if expand is not None:
            graph = lower(formula, case["at"])
            formula = formula_of(graph, graph.outputs, expand=expand)
        try:
            found = run(function(formula, tuple(case["at"])), *case["at"].values())
        except (ArithmeticError, ValueError) as error:
            found = error
        if not is_close(found, case["value"]):
            wrong[case["id"]] = (case["expr"], case["at"], found, case["value"])
    assert wrong == {}
