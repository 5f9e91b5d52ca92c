"""The check as it is used: at once, elsewhere, and with a reason for every missing verdict."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import gradcli
from gradcli import calculator, check
from gradcli.check import Verdict, symbolic, worker
from gradcli.syntax import parse

Judge = Callable[..., Verdict]
WORKER = "import sys; sys.path.append(sys.argv[1]); import gradcli.check.worker as worker; {}; worker.main()"


def working(monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    """Makes the worker do something else in the place of SymPy's work."""
    monkeypatch.setattr(symbolic, "BOOT", WORKER.format(change))


def verdict(text: str, seconds: float = 10) -> Verdict:
    with check.ask(parse(text), {"x": 2.0}, {"x": 1.0}, seconds=seconds) as asked:
        return asked.verdict()


def test_a_right_gradient_agrees(asked: Judge) -> None:
    found = asked("(sin(x2)+1)/(x2+exp(x1))+x1*x2", {"x1": 1.5, "x2": 0.5})
    assert found.status == "agrees"
    assert found.gradient["x1"].startswith("0.23283374747559750862")
    assert found.max_ulp is not None and found.max_ulp <= 2


def test_a_wrong_gradient_disagrees(asked: Judge) -> None:
    assert asked("x^2", {"x": 3.0}, {"x": 6.0000001}).status == "disagrees"


def test_names_that_mean_something_to_sympy_are_names(asked: Judge) -> None:
    point = dict.fromkeys(("E", "S", "N", "I", "beta", "lambda"), 1.5)
    assert asked("E*S + N^I*beta + lambda", point).status == "agrees"


def test_gradient_by_a_bound_name(asked: Judge) -> None:
    formula = parse("q = x + y; q*z")
    found = calculator.evaluate(formula, {"x": 4, "y": -3, "z": 5}, wrt=["q", "x"])
    with check.start(formula, found) as started:
        assert started.verdict() == Verdict("agrees", 0.0, {"q": "5.0", "x": "5.0"}, "", "5.0", 0.0)


def test_a_warning_of_the_sweep_needs_no_process() -> None:
    formula = parse("abs(x)")
    started = check.start(formula, calculator.evaluate(formula, {"x": 0}))
    assert started.conversation is None
    assert started.verdict().reason == "not asked, because of the warning derivative.kink"


def test_a_formula_that_is_too_large_is_known_at_once() -> None:
    started = check.ask(parse(" + ".join(["x"] * 10_001)), {"x": 1.0}, {"x": 10_001.0})
    assert started.conversation is None
    assert started.verdict().reason == "too large: 10,000 operations, and SymPy is asked about 2,000 at most"


def test_no_number_to_check() -> None:
    assert check.ask(parse("2 + 3"), {}, {}).verdict().status == "cannot-say"


def test_a_constant_formula_has_its_value_checked(asked: Judge) -> None:
    assert asked("2 + 3", {}) == Verdict("agrees", None, {}, "", "5.0", 0.0)


@pytest.mark.parametrize(
    ("text", "point", "scale"),
    [
        ("x", {"x": -3}, 3),
        ("x - y", {"x": 3, "y": 3}, 6),
        ("q = x - y; -2*(q + x)", {"x": 3, "y": 3}, 18),
        ("exp(x - y)", {"x": 3, "y": 3}, 1),
        ("if(x < y, 1/0, x) + 1", {"x": 3, "y": 3}, 4),
    ],
)
def test_scale_of_a_value_is_that_of_its_terms(text: str, point: dict[str, float], scale: float) -> None:
    assert symbolic.scale_of_value(gradcli.evaluate(text, point)) == scale


def test_an_infinite_point_is_not_asked_about(asked: Judge) -> None:
    assert asked("1/x", {"x": float("inf")}, {"x": 0.0}).reason == "SymPy is asked about finite points only"


@pytest.mark.parametrize("change", ["import time; worker.considered = lambda request: time.sleep(60)",
                                    "worker.considered = lambda request: 9**9**9"])  # fmt: skip
def test_out_of_time(monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    working(monkeypatch, change)
    start = time.monotonic()
    assert verdict("x", 0.7) == Verdict("cannot-say", reason="out of time: SymPy did not finish")
    assert time.monotonic() - start < 3


def test_a_formula_that_sympy_takes_forever_over() -> None:
    # mpmath sums the reflected series term by term.
    formula = parse("digamma(x)")
    with check.start(formula, calculator.evaluate(formula, {"x": -1e7 - 0.5}), 1) as started:
        assert started.verdict().reason == "out of time: SymPy did not finish"
    assert started.conversation is not None
    assert started.conversation.process.returncode == -9


def test_out_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    working(monkeypatch, "worker.considered = lambda request: bytearray(3 * 2**30)")
    assert verdict("x").reason == "out of memory: SymPy needs more than 2 GB"


@pytest.mark.slow
def test_memory_taken_bit_by_bit_ends_too(monkeypatch: pytest.MonkeyPatch) -> None:
    working(monkeypatch, "worker.considered = lambda request: [bytearray(2**20) for _ in iter(int, 1)]")
    assert verdict("x", 60).reason == "out of memory: SymPy needs more than 2 GB"


def test_recursion_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    working(monkeypatch, "worker.considered = lambda request: worker.considered(request)")
    assert verdict("x").reason == "too large: the formula is nested too deep for SymPy"


def test_any_fault_of_sympy_is_a_missing_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    working(monkeypatch, "worker.considered = lambda request: {}[0]")
    assert verdict("x").reason == "SymPy could not do it (KeyError)"


@pytest.mark.parametrize("change", ["import os; os.abort()", "import os; os._exit(1)", "print('{')"])
def test_a_worker_that_dies_is_a_missing_verdict(monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    working(monkeypatch, change)
    assert verdict("x").reason.startswith("SymPy stopped without an answer")


def test_a_worker_that_does_not_start_is_a_missing_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert verdict("x").reason.startswith("SymPy's process did not start")


def test_what_sympy_prints_is_not_in_the_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    working(monkeypatch, "worker.considered = lambda request: print('noise') or worker.Verdict('agrees')")
    assert verdict("x").status == "agrees"


def test_modules_in_the_current_folder_are_not_imported(
    asked: Judge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("sympy", "mpmath", "json", "gradcli", "random"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('someone else's code ran')")
    monkeypatch.chdir(tmp_path)
    # An empty entry, as `PYTHONPATH=$PYTHONPATH:...` leaves it, means the current folder.
    monkeypatch.setenv("PYTHONPATH", os.pathsep)
    assert asked("x^2", {"x": 3.0}, {"x": 6.0}).status == "agrees"


def test_importing_the_check_imports_no_sympy() -> None:
    program = "import sys, gradcli.check; print({'sympy', 'mpmath', 'subprocess'} & set(sys.modules))"
    root = Path(gradcli.__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_time_of_the_process_is_limited_even_without_us() -> None:
    program = "import resource; from gradcli.check.worker import limit; limit(3); print(resource.getrlimit(resource.RLIMIT_CPU)[0])"
    root = Path(gradcli.__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True)
    assert int(done.stdout) == 4


def test_an_answer_is_never_an_exception() -> None:
    assert worker.answer({}).reason == "SymPy could not do it (KeyError)"


def test_a_wrong_value_is_not_put_down_to_rounding() -> None:
    formula = calculator.parse("x^3")
    with check.start(formula, calculator.evaluate("3*x^2", {"x": 2}), 10) as started:
        verdict = started.verdict()
    assert (verdict.status, verdict.value) == ("disagrees", "8.0")
