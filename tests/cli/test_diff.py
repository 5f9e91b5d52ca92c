"""`gradcli diff`: a formula on standard output that reads back in, what the check says on standard error."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from gradcli.calculus.derivative import Derivative, derivative
from gradcli.check import agreement
from gradcli.check.symbolic_derivatives import Found
from gradcli.render import document

from ..conftest import Command

VALIDATOR = Draft202012Validator(json.loads(document.schema("diff")))

STATUSES = [
    (("x^2*sin(y)",), 0),
    (("x^2*sin(y)", "--wrt", "x"), 0),
    (("exp(x-y)*y", "--wrt", "x,y", "--order", "2,1"), 0),
    (("[r*cos(t), r*sin(t)]", "--wrt", "t"), 0),
    (("gammainc(x, 2)",), 0),
    (("-x^2", "--no-check"), 0),
    (("sin(x)^2 + cos(x)^2", "--simplify"), 0),
    (("gammainc(x, 2)", "--simplify"), 2),
    (("x", "--simplify", "--no-check"), 2),
    (("x", "--simplify", "--expand"), 2),
    (("x", "--order", "two"), 2),
    (("x*y", "--order", "1"), 2),
    (("3",), 2),
    (("x", "--at", "x=1"), 2),
    ((), 2),
    (("(x",), 3),
    (("x", "--wrt", "z"), 4),
    (("besselj(n, x)",), 6),
]


@pytest.mark.parametrize(("words", "status"), STATUSES, ids=[" ".join(words) for words, _ in STATUSES])
def test_exit_status(words: tuple[str, ...], status: int, command: Command) -> None:
    assert command("diff", *words).status == status


@pytest.mark.parametrize(("words", "status"), STATUSES, ids=[" ".join(words) for words, _ in STATUSES])
def test_json_is_one_document_as_the_schema_says(words: tuple[str, ...], status: int, command: Command) -> None:
    run = command("diff", *words, "--json")
    found = json.loads(run.out)
    VALIDATOR.validate(found)
    assert (found["ok"], run.status, run.err) == (status == 0, status, "")


def test_only_the_formula_goes_to_standard_output(command: Command) -> None:
    run = command("diff", "x^2*sin(y)", "--wrt", "x")
    assert run.out == "2*x*sin(y)\n"
    assert run.err == "check     SymPy agrees at 24 points, to 42 digits\n"


def test_sympys_form_is_shown_where_it_is_another(command: Command) -> None:
    assert command("diff", "e^x").err == "check     SymPy agrees at 24 points, to 42 digits: `exp(x)`\n"


TIES = [("max(abs(x), x)", "x=2", 1.0), ("max(x, relu(x))", "x=3", 1.0), ("min(clamp(x, 0, 1), x)", "x=0.5", 1.0),
        ("clamp(relu(x), x, 5)", "x=2", 1.0), ("max(x^2, x*x)", "x=3", 6.0), ("relu(x)", "x=0", 0.5)]  # fmt: skip


@pytest.mark.parametrize(("formula", "at", "slope"), TIES)
def test_formula_is_right_where_arguments_tie(formula: str, at: str, slope: float, command: Command) -> None:
    text = command("diff", formula, "--no-check").out
    out = command("eval", text, "--at", at, "--quiet", "--no-check").out
    assert float(out.split()[1]) == slope


@pytest.mark.parametrize("formula", ["max(abs(x), x)", "max(x, relu(x))"])
def test_ties_over_a_stretch_are_not_compared(formula: str, command: Command) -> None:
    assert "not compared: at 24 points it agrees" in command("diff", formula).err


def test_quiet_says_nothing_where_all_is_well(command: Command) -> None:
    assert command("diff", "x^2", "--quiet").err == ""


def test_without_a_check_nothing_is_said(command: Command) -> None:
    assert command("diff", "x^2", "--no-check") == (0, "2*x\n", "")


@pytest.mark.parametrize(
    ("formula", "at", "slope"),
    [("x^3", "x=2", "12"), ("u = sin(x); u*exp(u)", "x=0", "1"), ("if(x > 0, x^2, -x)", "x=3", "6")],
)
@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_output_reads_back_in_a_shell(formula: str, at: str, slope: str) -> None:
    gradcli = f"'{sys.executable}' -m gradcli"
    line = f"""{gradcli} eval "$({gradcli} diff '{formula}' --no-check)" --at {at} --quiet --no-check"""
    out = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=True, cwd=Path(__file__).parent)
    assert out.stdout.splitlines()[0] == f"value\t{slope}"


def test_several_names_read_back_in_as_a_jacobian(command: Command) -> None:
    text = command("diff", "x^2*sin(y)", "--no-check").out.strip()
    assert command("jacobian", text, "--at", "x=1,y=0", "--quiet", "--no-check").status == 0


def test_simplified_is_sympys_form(command: Command) -> None:
    assert command("diff", "sin(x)^2 + cos(x)^2", "--simplify").out == "0\n"


def test_latex_has_a_sign_before_each_of_several_outputs(command: Command) -> None:
    out = command("diff", "x1*alpha", "--format", "latex", "--no-check").out
    assert out.splitlines() == [
        r"\frac{\partial f}{\partial \alpha} = x_{1}",
        r"\frac{\partial f}{\partial x_{1}} = \alpha",
    ]


def test_latex_of_outputs_says_of_which(command: Command) -> None:
    out = command("diff", "u = x*y; [u, y^2]", "--wrt", "y", "--format", "latex", "--no-check").out
    assert r"\frac{\partial u}{\partial y} = x" in out


def test_python_is_a_function_that_runs(command: Command) -> None:
    source = command("diff", "x^2*sin(y)", "--format", "python", "--no-check").out
    scope: dict[str, object] = {}
    exec(source, scope)  # noqa: S102
    assert scope["derivative"](3, 0) == [0, 9]  # type: ignore[operator]


def wrong(ours: Derivative, deriving: object) -> tuple[agreement.Agreement, ...]:
    """As if SymPy's derivative were x."""
    theirs = Found("x")
    return (
        agreement.Agreement(theirs, agreement.compared(ours.formula(), agreement.parse("x"), ["x"], agreement.SIDES)),
    )


def test_another_derivative_of_sympys_is_a_failure(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agreement, "agreements", wrong)
    run = command("diff", "x^2")
    assert (run.status, run.out) == (1, "2*x\n")
    assert "SymPy DISAGREES: `x` is" in run.err
    found = json.loads(command("diff", "x^2", "--json").out)
    VALIDATOR.validate(found)
    assert found["checks"]["symbolic"][0]["status"] == "disagrees"


def test_both_ways_agree_on_outputs_and_orders() -> None:
    ours = derivative("[sin(x)*y, x^y]", ("x", "y"), (1, 1))
    with agreement.start(ours, 10, simplify=False) as deriving:
        found = agreement.agreements(ours, deriving)
    assert [one.judgement.verdict if one.judgement else "" for one in found] == ["equal", "equal"]


def test_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(json.loads(document.schema("diff")))
