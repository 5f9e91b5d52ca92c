"""SymPy's derivatives as text: right wherever SymPy has one, with a reason where not, in time, from a process of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from typing import NoReturn

import pytest

import gradcli
from gradcli import evaluation, graph, reverse, rules
from gradcli.check import deriver, symbolic, symbolic_derivatives
from gradcli.check.claims import check_gradient
from gradcli.check.claims.formulas import Sides, compared
from gradcli.check.symbolic_derivatives import Found, Wanted
from gradcli.problem import variables
from gradcli.rules.rule import Rule

from .planted import CASES, rows


def derived(text: str, names: Sequence[str], *orders: Mapping[str, int], simplify: bool = False) -> list[Found]:
    """SymPy's derivatives, found in this process."""
    found: dict[str, dict[str, str]] = {}
    wanted = [{"orders": order, "output": 0} for order in orders]
    deriver.derive({"text": text, "names": list(names), "wanted": wanted, "simplify": simplify}, found)
    return [Found(**found[str(place)]) for place in range(len(orders))]


def asked(text: str, names: str, *wanted: Wanted, seconds: float = 20, simplify: bool = True) -> tuple[Found, ...]:
    """The same from a process of its own."""
    formula = gradcli.parse(text)
    with symbolic_derivatives.start(formula, names.split(), wanted, seconds, simplify=simplify) as deriving:
        return deriving.verdict()


def by(name: str, order: int = 1) -> Wanted:
    return Wanted({name: order})


# Right.

IMPOSSIBLE = {"pow(0,2^x+x^3+2)": "SymPy has infinity times a power of 0 for its slope, which is 0"}


def wrong(formulas: Sequence[str]) -> tuple[list[tuple[str, str, str]], int]:
    """The derivatives by each name that points do not confirm, or that there are none of; and how many there are."""
    faults, count = [], 0
    for text in formulas:
        names = variables(gradcli.parse(text))
        for name, found in zip(names, derived(text, names, *({name: 1} for name in names)), strict=True):
            count += 1
            if found.text is None and text not in IMPOSSIBLE:
                faults.append((text, name, found.reason))
            elif (
                found.text and (verdict := check_gradient(text, {name: found.text}, proof_seconds=0).verdict) != "equal"
            ):
                faults.append((text, name, f"{found.text} is {verdict}"))
    return faults, count


def formulas(file: str) -> list[str]:
    """The formulas of a file, each once, that have a derivative by something."""
    texts = dict.fromkeys(row["expr"] for row in rows(file))
    return [text for text in texts if variables(gradcli.parse(text))]


@pytest.mark.skipif(not CASES.exists(), reason="the shared cases are not here")
@pytest.mark.parametrize("file", ["feynman", "optimisation", "expressions", "derivative_pairs"])
def test_some_derivatives_of_published_formulas_are_right(file: str) -> None:
    assert wrong(formulas(file)[::24])[0] == []


@pytest.mark.slow
@pytest.mark.skipif(not CASES.exists(), reason="the shared cases are not here")
@pytest.mark.parametrize(
    ("file", "least"), [("feynman", 400), ("optimisation", 300), ("expressions", 1000), ("derivative_pairs", 150)]
)
def test_derivatives_of_published_formulas_are_all_right(file: str, least: int) -> None:
    faults, count = wrong(formulas(file))
    assert (faults, count >= least) == ([], True)


UNKNOWN = {
    ("polygamma", "n"), ("polygammarise", "n"), ("polygammasum", "n"), ("besselj", "n"), ("bessely", "n"), ("besseli", "n"), ("besselk", "n"),
    ("gammainc", "a"), ("gammaincc", "a"),
}  # fmt: skip
"""Derivatives that SymPy has none of, or none without Meijer's functions."""
ROWS = [
    (rule, name)
    for rule in rules.RULES
    if rule.name.isidentifier() and not rule.is_condition and not rule.occurs_in_derivatives
    for name, partial in zip(rule.parameters, rule.partials, strict=True)
    if partial and (rule.name, name) not in UNKNOWN and rule.name != "if"
]


def title(part: object) -> str:
    return part.name if isinstance(part, Rule) else str(part)


@pytest.mark.parametrize("order", [1, pytest.param(2, marks=pytest.mark.slow), pytest.param(3, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("rule", "name"), ROWS, ids=title)
def test_derivatives_of_each_row_are_right(rule: Rule, name: str, order: int) -> None:
    text = f"{rule.name}({', '.join(rule.parameters)})"
    before, found = derived(text, rule.parameters, {name: order - 1}, {name: order})
    assert before.text is not None
    assert found.text is not None
    if name in variables(gradcli.parse(before.text)):
        assert check_gradient(before.text, {name: found.text}, proof_seconds=0).verdict == "equal"
    else:
        assert found.text == "0"


@pytest.mark.parametrize(
    ("formula", "orders", "right"),
    [
        ("x^3*y^2", {"x": 2, "y": 1}, "12*x*y"),
        ("sin(x*y)", {"x": 1, "y": 1}, "cos(x*y) - x*y*sin(x*y)"),
        ("exp(x)*y", {"x": 3, "y": 2}, "0"),
        ("abs(x)^3", {"x": 2}, "6*abs(x)"),
        ("x^y", {"x": 1, "y": 2}, "x^(y-1)*(2*log(x) + y*log(x)^2)"),
        ("floor(x)*x^2", {"x": 1}, "2*x*floor(x)"),
        ("q = x + y; q^2*(x + y)", {"q": 1}, "2*(x + y)^2"),
        ("q = x + y; q^2*(x + y)", {"q": 2}, "2*(x + y)"),
        ("q = x + y; q^2*(x + y)", {"x": 1}, "3*(x + y)^2"),
        ("f(t) = t^2; f(x)*f(y) + sum(x^i, i, 1, 3)", {"x": 1}, "2*x*y^2 + 1 + 2*x + 3*x^2"),
    ],
)
def test_higher_and_mixed_derivatives_are_right(formula: str, orders: Mapping[str, int], right: str) -> None:
    (found,) = derived(formula, "xy", orders)
    assert found.text is not None
    assert compared(gradcli.parse(right), gradcli.parse(found.text), "xy").verdict == "equal"


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("sin(x)^2 + cos(x)^2", "0"),
        ("x/(1 + x^2)^2", "(1 - 3*x^2)/(x^2 + 1)^3"),
        ("sigmoid(x)", "1/(4*cosh(x/2)^2)"),
        ("abs(log(x))", "abs(log(x))/(x*log(x))"),
        ("cbrt(log(x))", "cbrt(log(x))/(3*x*log(x))"),
        ("max(x, 0)", "step(x)"),
        ("1e-300*x^2", "2*1e-300*x"),
        ("1.3862943611198906*sin(x)", "1.3862943611198906*cos(x)"),
    ],
)
def test_shortest_form_is_told(formula: str, said: str) -> None:
    assert derived(formula, "x", {"x": 1}, simplify=True)[0].text == said


def test_derivative_sees_no_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the sweep works on may be wrong; SymPy must not repeat that."""

    def refuse(*arguments: object, **options: object) -> NoReturn:
        raise AssertionError

    for module, name in ((graph, "lower"), (evaluation, "evaluate"), (reverse, "differentiate")):
        monkeypatch.setattr(module, name, refuse)
    assert derived("silu(x)*y^2", "xy", {"y": 1})[0].text == "(2*x*y)/(1 + exp(-x))"


# Hazards.


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("10^10^10*x", "10^10000000000"),
        ("(x + 1)^1000000", "1000000*(x + 1)^999999"),
        ("(3*x)^5000", "5000*3^5000*x^4999"),
        ("2^(-10^9)*x + 10*x", "2^(-1000000000) + 10"),
        ("(1 + 1e-9)^(1e9*x)", "1000000000*log(1.000000001)*1.000000001^(1000000000*x)"),
        ("gamma(1e5)*x", "gamma(100000)"),
        ("1e400*x", "1e400"),
        ("0.0e500*x", "0"),
        ("exp(10^10^10)*x", "exp(10^10000000000)"),
        ("0." + "1234567890" * 500 + "*x", "0." + "1234567890" * 500),
        ("if(x < 10^10^10, x, x^2)", "if(10^10000000000 > x, 1, 2*x)"),
        ("inf*x", "inf"),
        ("e*pi*x", "e*pi"),
        ("e = 2; x^e*exp(1)", "2*x*exp(1)"),
    ],
)  # fmt: skip
def test_huge_numbers_and_constants_are_written_as_they_were(formula: str, said: str) -> None:
    start = time.process_time()
    assert derived(formula, "x", {"x": 1}, simplify=True)[0].text == said
    assert time.process_time() - start < 5


NAMES = ["E", "I", "S", "N", "beta", "lambda", "e", "pi", "inf", "oo", "zoo", "nan", "Symbol", "None", "_", "λ", "x_1"]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_a_variable_whatever_sympy_makes_of_it(name: str) -> None:
    found, again = derived(f"{name}^2*exp(1) + {name}*acos(-1)", [name], {name: 1}, {name: 2})
    constants = {"e": ("exp(1)", "pi"), "pi": ("e", "acos(-1)")}.get(name, ("e", "pi"))
    assert again.text == f"2*{constants[0]}"
    assert found.text is not None
    right = gradcli.parse(f"2*{name}*exp(1) + acos(-1)")
    assert compared(right, gradcli.parse(found.text), [name]).verdict == "equal"


@pytest.mark.parametrize(
    ("formula", "name", "reason"),
    [
        ("besselj(y, x)", "y", "SymPy does not know a derivative of `besselj`"),
        ("gammainc(y, x)", "y", "SymPy's answer contains `meijerg`, which gradcli does not have"),
        ("sqrt(-1)*x", "x", "SymPy has no real value for a part of the formula"),
        ("x/0", "x", "SymPy's answer is not a real number everywhere"),
        ("p = x; q = x; p*q", "p", ""),
    ],
)
def test_missing_derivative_has_a_reason(formula: str, name: str, reason: str) -> None:
    found, other = derived(formula, "xy", {name: 1}, {"x": 0})
    assert found.reason == reason
    assert (found.text is None) == bool(reason)
    assert "SymPy" in other.reason or other.text is not None


def test_derivative_by_two_bound_names_is_none() -> None:
    (found,) = derived("p = x; q = x; p*q", "x", {"p": 1, "q": 1})
    assert found.reason == "SymPy is not asked about derivatives by several names that the formula binds"


def test_an_exception_of_sympy_is_a_reason() -> None:
    (found,) = derived("x^2", "x", {"x": 1})
    assert found.text == "2*x"
    faulty: dict[str, dict[str, str]] = {}
    deriver.derive(
        {"text": "x^2", "names": ["x"], "wanted": [{"orders": {"x": 1}, "output": 5}], "simplify": False}, faulty
    )
    assert faulty == {"0": {"reason": "SymPy could not do it (IndexError)"}}


# The process.


def test_gradient_and_outputs_come_in_the_order_asked_for() -> None:
    found = asked("[x^2*y, sin(y)]", "x y", by("y"), by("x"), Wanted({"y": 2}, output=1), Wanted({"x": 1}, output=1))
    assert [one.text for one in found] == ["x^2", "2*x*y", "-sin(y)", "0"]


@pytest.mark.parametrize("count", [10_000, 1001])
def test_too_large_is_said_at_once(count: int) -> None:
    text = " + ".join(["x"] * (count + 1))
    start = time.process_time()
    with symbolic_derivatives.start(gradcli.parse(text), ["x"], [by("x")]) as deriving:
        assert deriving.conversation is None
        assert deriving.verdict() == (
            Found(None, f"too large: {count:,} operations, and SymPy is asked about 1,000 at most"),
        )
    assert time.process_time() - start < 5


NESTED = "sin(" * 900 + "x" + ")" * 900


def test_time_limit_is_kept() -> None:
    start = time.monotonic()
    assert asked(NESTED, "x", by("x"), seconds=2) == (Found(None, "out of time: SymPy did not finish"),)
    assert time.monotonic() - start < 5


HARD = "-log((x1+sin((cos(x1)+cos(x2))^2)^2-cos((sin(x1)+sin(x2))^2)^2)^2)+0.1*(-1+x1)^2+0.1*(-1+x2)^2"


def test_derivative_is_told_though_no_shorter_form_is_found_in_time() -> None:
    start = time.monotonic()
    found = asked(HARD, "x1 x2", by("x1"), by("x2"), seconds=3)
    assert time.monotonic() - start < 6
    for name, one in zip(("x1", "x2"), found, strict=True):
        assert one.text is not None
        assert check_gradient(HARD, {name: one.text}, proof_seconds=0).verdict == "equal"


def test_closing_ends_the_process() -> None:
    start = time.monotonic()
    with symbolic_derivatives.start(gradcli.parse(NESTED), ["x"], [by("x")], 60) as deriving:
        assert deriving.conversation is not None
        process = deriving.conversation.process.pid
        time.sleep(0.3)
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    assert time.monotonic() - start < 5


def test_ctrl_c_ends_the_process() -> None:
    with pytest.raises(KeyboardInterrupt):  # noqa: SIM117
        with symbolic_derivatives.start(gradcli.parse(NESTED), ["x"], [by("x")], 60) as deriving:
            threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
            deriving.verdict()
    assert deriving.conversation is not None
    with pytest.raises(ProcessLookupError):
        os.kill(deriving.conversation.process.pid, 0)


def test_process_that_does_not_start_is_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    assert asked("x^2", "x", by("x"))[0].reason.startswith("SymPy's process did not start")


def test_worker_that_is_killed_is_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(symbolic_derivatives, "DERIVER", "gradcli.check.nothing")
    assert asked("x^2", "x", by("x"))[0].reason == "SymPy stopped without an answer (status 1)"


def test_reply_is_json_alone() -> None:
    request = {"text": "x^2", "names": ["x"], "wanted": [{"orders": {"x": 1}, "output": 0}], "simplify": False}
    sent = json.dumps({**request, "seconds": 20, "parent": os.getpid()})
    run = subprocess.run(
        symbolic.command(symbolic_derivatives.DERIVER), input=sent, capture_output=True, encoding="utf-8", check=False
    )
    assert (run.returncode, run.stderr, json.loads(run.stdout)) == (0, "", {"0": {"text": "2*x"}})


# Two formulas.


@pytest.mark.parametrize(
    ("ours", "theirs", "word", "points"),
    [
        ("2*x*y", "x*y + y*x", "equal", 24),
        ("sin(2*x)", "2*sin(x)*cos(x)", "equal", 24),
        ("w1 = x^2; w1*w1", "x^4", "equal", 24),
        ("1/(x - 2)", "-1/(2 - x)", "equal", 24),
        ("sign(x)", "if(x > 0, 1, -1)", "equal", 24),
        ("step(x - 2)", "if(x >= 2, 1, 0)", "equal", 24),
        ("if(2 == 2, x, 1)", "x", "equal", 24),
        ("x^2", "sqrt(x)^4", "equal", 24),
        ("x", "x + 1e-40", "different", 0),
        ("0", "1e-300*x", "different", 0),
        ("sqrt(x^2)", "x", "different", 14),
        ("log(x)", "log(-x)", "undecided", 0),
        ("log(-1 - x^2)", "x", "undecided", 0),
    ],
)
def test_two_formulas_are_compared(ours: str, theirs: str, word: str, points: int) -> None:
    found = compared(gradcli.parse(ours), gradcli.parse(theirs), "xy" if "y" in ours else "x")
    assert (found.verdict, found.points) == (word, points)


@pytest.mark.parametrize(("theirs", "word", "points"), [("2 + 3.0", "equal", 1), ("6", "different", 0)])
def test_numbers_are_compared_once(theirs: str, word: str, points: int) -> None:
    found = compared(gradcli.parse("5"), gradcli.parse(theirs), [])
    assert (found.verdict, found.points) == (word, points)


def test_difference_shows_both_numbers() -> None:
    found = compared(gradcli.parse("x^2"), gradcli.parse("x^3"), ["x"]).difference
    assert found is not None
    assert (found.point, found.true.text, found.claimed.text) == ({"x": "2"}, "4", "8")


def test_words_for_the_two_sides_can_be_given() -> None:
    sides = Sides("SymPy's derivative", "ours has a value")
    found = compared(gradcli.parse("log(x)"), gradcli.parse("log(-x)"), ["x"], sides)
    assert found.reason == "SymPy's derivative has no value where ours has a value"


def test_variable_may_have_the_name_of_a_constant() -> None:
    assert compared(gradcli.parse("e*x"), gradcli.parse("x*e"), ["e", "x"]).verdict == "equal"
    assert compared(gradcli.parse("e*x"), gradcli.parse("x*exp(1)"), ["e", "x"]).verdict == "different"
