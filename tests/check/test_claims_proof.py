"""SymPy's proofs of claims: from the syntax tree alone, one claim never in the way of another, one reply."""

from __future__ import annotations

import os
import threading
from typing import Any, NoReturn

import pytest

import gradcli
from gradcli import evaluation, rules
from gradcli.backends import symbols
from gradcli.check import gradual, symbolic
from gradcli.check.claims import claim, prover, symbolic_proof
from gradcli.check.claims.translation import translated
from gradcli.check.process import Pending
from gradcli.expansion import expanded


def proved(formula: str, names: str, **claims: str) -> list[str]:
    found: list[str] = []
    prover.prove({"text": formula, "names": names.split(), "claims": claims}, found)
    return found


def test_claim_that_cannot_be_translated_leaves_the_others_their_proof() -> None:
    assert proved("x^2*y*z", "x y z", x="2*x*unknown", y="x^2*z", z="x^2*y") == ["y", "z"]


def test_claim_that_is_wrong_is_not_proved() -> None:
    assert proved("x^2*y", "x y", x="x*y", y="x^2") == ["y"]


@pytest.mark.parametrize(
    ("formula", "claim", "name"),
    [
        ("q = x + y; q^2*z", "2*q*z", "q"),
        ("q = x + y; q^2*(x + y)", "2*q^2", "q"),
        ("q = x + y; r = q^2; r*q", "3*(x + y)^2", "q"),
        ("f(t) = t^2; f(x)*y", "2*x*y", "x"),
        ("f(t) = t^2; f(x)*y", "f(y) - y^2 + 2*x*y", "x"),
        ("sum(x^i, i, 1, 3)", "1 + 2*x + 3*x^2", "x"),
        ("e*x", "x", "e"),
        ("e*x", "e", "x"),
        ("pi*x", "pi", "x"),
        ("x^2", "0", "z"),
        ("softplus(x) + relu(0*x)", "sigmoid(x)", "x"),
        ("square(x) + sech(0)", "2*x", "x"),
        ("if(1 < 2, x^2, x)", "2*x", "x"),
    ],
)
def test_proof_reads_formulas_as_the_answer_does(formula: str, claim: str, name: str) -> None:
    names = "e x z" if name == "e" else "x y z"
    assert proved(formula, names, **{name: claim}) == [name]


def test_proof_sees_no_graph(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the sweep works on may be wrong; SymPy must not repeat that."""

    def refuse(*arguments: object, **options: object) -> NoReturn:
        raise AssertionError

    for module, name in ((claim, "lower"), (evaluation, "evaluate"), (evaluation, "compute")):
        monkeypatch.setattr(module, name, refuse)
    assert proved("silu(x) + max(x, y, x)*0", "x y", x="sigmoid(x)*(1 + x*(1 - sigmoid(x)))") == ["x"]


POINTS = [
    (rule.name, rule.parameters, point)
    for rule in rules.RULES
    if not hasattr(symbols, rule.backend_name) or rule.folds
    for point in rule.points[:3]
    if rule.name.isidentifier() and not rule.is_condition and not rule.occurs_in_derivatives
]


@pytest.mark.parametrize(("function", "parameters", "point"), POINTS)
def test_translation_has_the_value_of_the_function(function: str, parameters: tuple[str, ...], point: Any) -> None:
    text, at = f"{function}({', '.join(parameters)})", dict(zip(parameters, point, strict=True))
    expression = translated(expanded(gradcli.parse(text)), parameters).expression
    exact = {symbols.variable(name): symbols.double(float(number)) for name, number in at.items()}
    assert float(expression.subs(exact).evalf(30)) == pytest.approx(gradcli.evaluate(text, at).value, rel=1e-9)


def test_there_is_one_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    is_leaving, may_leave = threading.Event(), threading.Event()

    def leave(status: int) -> None:
        is_leaving.set()
        may_leave.wait(10)

    monkeypatch.setattr(os, "_exit", leave)
    reading, writing = os.pipe()
    threads = [threading.Thread(target=gradual.answer, args=(["x"], writing)) for _ in range(2)]
    for thread in threads:
        thread.start()
    is_leaving.wait(10)
    threads[1].join(0.2)
    said = os.read(reading, 100)
    may_leave.set()
    for thread in threads:
        thread.join()
    os.close(reading)
    os.close(writing)
    assert said == b'["x"]'


def test_command_names_the_program_that_runs() -> None:
    ours, worker = symbolic.command(symbolic_proof.PROVER), symbolic.command()
    assert (ours[:-1], ours[-1], worker[-1]) == (worker[:-1], prover.__name__, "gradcli.check.worker")


def test_proof_that_does_not_start_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    formula = gradcli.parse("x^2")
    with symbolic_proof.start(formula, ["x"], {"x": gradcli.parse("2*x")}) as proving:
        assert isinstance(proving, Pending)
        assert proving.verdict() == frozenset()
