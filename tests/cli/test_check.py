"""`gradcli check`: exit statuses, what is printed, documents, and hand-ins."""

from __future__ import annotations

import inspect
import json
import weakref
from pathlib import Path
from typing import Any, ClassVar, Self

import pytest
from jsonschema import Draft202012Validator

from gradcli.check.claims import check_gradient, symbolic_proof
from gradcli.check.claims import handed as handed_in
from gradcli.cli.check import AHEAD, answered, check
from gradcli.render import document

from ..conftest import Command

SCHEMA = json.loads(document.schema("check"))
VALIDATOR = Draft202012Validator(SCHEMA)
POINTS_ALONE = ("--proof-time", "0")

# What is typed after `gradcli check`, and the exit status.
STATUSES = [
    (("x^2*y", "--grad", "x=2*x*y, y=x^2"), 0),
    (("x^2*y", "--grad", "x=2*x*y", "--grad", "y=x^2"), 0),
    (("x^2", "--grad", "2x"), 0),
    (("-x^2", "--grad", "-2x"), 0),
    (("max(x, y)", "--grad", "x=if(x > y, 1, 0), y=if(x > y, 0, 1)"), 0),
    (("x^2*y", "--grad-values", "x=12,y=4", "--at", "x=2,y=3"), 0),
    (("x^2*y", "--grad-values", "x=12.1", "--at", "x=2,y=3", "--rtol", "0.1"), 0),
    (("x^2*y", "--grad", "x=2*x*y, y=x^3"), 1),
    (("x^2*y", "--grad-values", "x=12.1,y=3", "--at", "x=2,y=3"), 1),
    (("abs(x)", "--grad-values", "x=0", "--at", "x=0"), 1),
    (("log(-1 - x^2)", "--grad", "0"), 1),
    ((), 2),
    (("x^2",), 2),
    (("x^2", "--grad", "x="), 2),
    (("x*y", "--grad", "y"), 2),
    (("x^2", "--grad-values", "x=4"), 2),
    (("x^2", "--grad-file", "no-such-file.json"), 2),
    (("x^2", "--hand-in", "no-such-file.jsonl"), 2),
    (("x^2", "--grad", "2x", "--rtol", "2"), 2),
    (("x^2", "--grad", "2x("), 3),
    (("x^2(", "--grad", "2x"), 3),
    (("x^2", "--grad", "2z"), 4),
    (("x^2", "--grad", "z=2"), 4),
    (("x^2", "--grad", "x=2x,x=2x"), 4),
    (("log(x)", "--grad-values", "x=1", "--at", "x=-1"), 5),
]  # fmt: skip


@pytest.mark.parametrize(("words", "status"), STATUSES)
def test_exit_status_is_the_documented_one(words: tuple[str, ...], status: int, command: Command) -> None:
    assert command("check", *words, *POINTS_ALONE).status == status


@pytest.mark.parametrize(("words", "status"), STATUSES)
def test_json_is_one_document_as_the_schema_says(words: tuple[str, ...], status: int, command: Command) -> None:
    run = command("check", *words, *POINTS_ALONE, "--json")
    made = json.loads(run.out)
    VALIDATOR.validate(made)
    assert (run.status, run.out.count("\n"), run.err, made["ok"]) == (status, 1, "", status == 0)


@pytest.mark.parametrize(("words", "status"), [case for case in STATUSES if case[1] == 1])
def test_verdict_is_an_answer_and_no_error(words: tuple[str, ...], status: int, command: Command) -> None:
    run = command("check", *words, *POINTS_ALONE)
    assert (bool(run.out), run.err) == (True, "")


@pytest.mark.parametrize(("words", "status"), [case for case in STATUSES if case[1] > 1])
def test_run_without_a_verdict_prints_none(words: tuple[str, ...], status: int, command: Command) -> None:
    run = command("check", *words, *POINTS_ALONE)
    assert (run.out, run.err.startswith("error[")) == ("", True)


def test_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_schema_is_printed_as_shipped(command: Command) -> None:
    assert json.loads(command("schema", "check").out) == SCHEMA


def without(made: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in made.items() if name != key}


@pytest.mark.parametrize("key", ["schema", "ok", "input", "reading", "verdict", "claims", "unclaimed", "warnings"])
def test_schema_insists_on_what_a_verdict_always_has(key: str, command: Command) -> None:
    made = json.loads(command("check", "x^2", "--grad", "3x", *POINTS_ALONE, "--json").out)
    assert (VALIDATOR.is_valid(made), VALIDATOR.is_valid(without(made, key))) == (True, False)


def test_document_has_the_counter_example(command: Command) -> None:
    made = json.loads(command("check", "x^2*y", "--grad", "y=x^3", *POINTS_ALONE, "--json").out)
    assert (made["verdict"], made["unclaimed"]) == ("different", ["x"])
    assert made["claims"]["y"]["example"] == {
        "at": {"x": "2", "y": "3"},
        "claim": 8.0,
        "truth": 4.0,
        "digits": {"claim": "8", "truth": "4"},
    }


SHOWN = """\
formula   sin(2*x)*y
claim     x = cos(2*x)*y   DIFFERENT
            at x=2, y=3: claim -1.9609308625908357, truth -3.9218617251816714
            claim/truth is 1/2 at every point
            maybe chain rule: the derivative of the inner `2*x` is missing
          y = sin(2*x)     equal (at 24 points, not proved)
"""


def test_verdicts_are_shown_with_what_proves_them(command: Command) -> None:
    run = command("check", "sin(2*x)*y", "--grad", "x=cos(2*x)*y, y=sin(2*x)", *POINTS_ALONE)
    assert run.out == SHOWN


def test_proof_is_told(command: Command) -> None:
    run = command("check", "x^2", "--grad", "2*x", "--proof-time", "20")
    assert run.out == "formula   x^2\nclaim     x = 2*x   equal (proved by SymPy; 24 points agree)\n"


def test_names_that_are_not_claimed_are_told(command: Command) -> None:
    assert "not claimed, not judged: y, z" in command("check", "x*y*z", "--grad", "x=y*z", *POINTS_ALONE).out


def test_tolerance_is_told(command: Command) -> None:
    run = command("check", "x^2", "--grad-values", "x=4.0000001", "--at", "x=2")
    assert "equal (off by 2.5e-8; 1e-6 is allowed)" in run.out


def test_quiet_prints_a_name_a_tab_and_a_word_a_line(command: Command) -> None:
    run = command("check", "x^2*y", "--grad", "x=2*x*y, y=x^3", "--quiet", *POINTS_ALONE)
    assert (run.out, run.err) == ("x\tequal\ny\tdifferent\n", "")


def test_fault_in_a_claim_is_underlined_there(command: Command) -> None:
    run = command("check", "x^2*y", "--grad", "x=2*x*z, y=x^2")
    assert "  2*x*z   (--grad x)\n      ^\n" in run.err


@pytest.mark.parametrize(
    "words",
    [
        ("x^2*y", "--grad", "x=2*x*y+exp(x)*cos(y)*sin(x)*tan(y)*sinh(x)*cosh(x)*tanh(x), y=x^2"),
        ("exp(x)*cos(y)*sin(x)*tan(y)*sinh(x)*cosh(x)*tanh(x)", "--grad", "x=1"),
        ("x^3", "--grad", "3*sqrt(x)^4"),
        ("abs(x)", "--grad-values", "x=0.5", "--at", "x=0"),
    ],
)
def test_verdict_fits_in_80_columns(words: tuple[str, ...], command: Command) -> None:
    lines = command("check", *words, *POINTS_ALONE).out.splitlines()[1:]
    assert [line for line in lines if len(line) > 80] == []


def test_unused_name_of_the_point_is_warned_of(command: Command) -> None:
    run = command("check", "x^2", "--grad", "x=2*x", "--at", "x=1,z=2", *POINTS_ALONE)
    assert (run.status, "warning[name.unused]" in run.err) == (0, True)


@pytest.mark.parametrize("words", [("x^2", "--grad", "x=2*x"), ("x^2", "--grad-values", "x=2")])
def test_document_has_the_warnings(words: tuple[str, ...], command: Command) -> None:
    made = json.loads(command("check", *words, "--at", "x=1,z=2", *POINTS_ALONE, "--json").out)
    VALIDATOR.validate(made)
    message = "`z` is not in the formula, so its slope is 0"
    assert made["warnings"] == [{"code": "name.unused", "message": message}]


def test_claim_that_is_right_at_some_points_is_counted_out(command: Command) -> None:
    lines = command("check", "x^2", "--grad", "x^2*2", *POINTS_ALONE).out.splitlines()
    assert lines[2:4] == [
        "            at x=2: claim 8, truth 4",
        "            different at 23 of the 24 points compared",
    ]


def test_defaults_are_those_of_the_library() -> None:
    defaults = {option.name: option.default for option in check.params}
    taken = inspect.signature(check_gradient).parameters
    assert defaults["rtol"] is taken["rtol"].default
    assert defaults["proof_time"] is taken["proof_seconds"].default


def test_claims_come_from_a_file(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "claims.json"
    path.write_text('{"x": "2*x*y", "y": 4.0}', encoding="utf-8")
    run = command("check", "x^2*y", "--grad-file", str(path), "--at", "x=2,y=3", "--quiet", *POINTS_ALONE)
    assert run.out == "x\tequal\ny\tequal\n"


@pytest.mark.parametrize("text", ["", "[1]", "{", '{"x": null}', '{"x": "1", "x": "2"}', '{"x": NaN}'])
def test_file_that_has_no_claims_is_refused(text: str, command: Command, tmp_path: Path) -> None:
    path = tmp_path / "claims.json"
    path.write_text(text, encoding="utf-8")
    run = command("check", "x^2", "--grad-file", str(path), "--at", "x=2")
    assert (run.status in (2, 4), run.out) == (True, "")


# Hand-ins.

ANN = '{"id": "ann", "expr": "x^2", "grad": "2*x"}'
BOB = '{"id": "bob", "expr": "sin(3x)", "grad": {"x": "cos(3x)"}}'
CY = '{"expr": "x^2*y", "grad_values": {"x": 12, "y": 4.1}, "at": {"x": 2, "y": 3}}'
DEE = '{"id": 4, "expr": "x^2*y", "grad_values": {"x": 12, "y": 4.1}, "at": {"x": 2, "y": 3}, "rtol": 0.1}'
BAD = '{"id": "eve", "expr": "x^2*", "grad": "x"}'


def handed(command: Command, *lines: str, words: tuple[str, ...] = ()) -> Any:
    return command("check", "--hand-in", "-", *POINTS_ALONE, *words, given="\n".join(lines))


def test_each_hand_in_has_one_line(command: Command) -> None:
    run = handed(command, ANN, "", BOB, CY, DEE, BAD, "no JSON", words=("--quiet",))
    assert run.out.splitlines() == [
        "ann\tequal",
        "bob\tdifferent",
        "line 4\tdifferent",
        "4\tequal",
        "eve\terror",
        "line 7\terror",
    ]


def test_hand_in_may_have_any_character_in_its_texts(command: Command) -> None:
    lines = ('{"id": "a\u2028b\x85c", "expr": "x^2", "grad": "2*x"}\r', ANN)
    # What would break the line or do something to a terminal is shown as a question mark.
    assert handed(command, *lines, words=("--quiet",)).out == "a?b?c\tequal\nann\tequal\n"


class Proving:
    """Stands for SymPy at work."""

    alive: ClassVar[weakref.WeakSet[Proving]] = weakref.WeakSet()

    def __init__(self, *arguments: object) -> None:
        self.is_closed = False
        self.alive.add(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *arguments: object) -> None:
        self.close()

    def verdict(self) -> frozenset[str]:
        return frozenset()

    def close(self) -> None:
        self.is_closed = True


def test_proof_of_a_hand_in_is_let_go_once_it_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(symbolic_proof, "start", Proving)
    answers = answered(handed_in.from_lines("\n".join([ANN] * 10), "a test"), 1)
    most = max(len(Proving.alive) for _ in answers)
    assert (most <= AHEAD, len(Proving.alive)) == (True, 0)


def test_proofs_that_nobody_waits_for_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(symbolic_proof, "start", Proving)
    answers = answered(handed_in.from_lines("\n".join([ANN] * 10), "a test"), 1)
    next(iter(answers))
    left = list(Proving.alive)
    answers.close()
    assert [one.is_closed for one in left] == [True] * AHEAD


def test_hand_in_is_told_why_it_is_wrong(command: Command) -> None:
    (line,) = handed(command, BOB).out.splitlines()
    assert line.startswith("bob: DIFFERENT by x: at x=2: claim ")
    assert line.endswith("maybe chain rule: the derivative of the inner `3x` is missing")


def test_hand_in_that_cannot_be_read_says_so_on_its_line(command: Command) -> None:
    run = handed(command, BAD)
    assert (run.out.startswith("eve: error[parse.missing-operand] "), run.err) == (True, "")


@pytest.mark.parametrize(
    ("lines", "status"),
    [((ANN, DEE), 0), ((ANN, BOB), 1), ((BAD, BOB), 1), ((ANN, BAD), 3), (("no JSON", BAD), 2), ((), 0)],
)
def test_status_of_hand_ins(lines: tuple[str, ...], status: int, command: Command) -> None:
    assert handed(command, *lines).status == status


def test_each_hand_in_is_one_document(command: Command) -> None:
    documents = [
        json.loads(line) for line in handed(command, ANN, BOB, BAD, "no JSON", words=("--json",)).out.splitlines()
    ]
    for made in documents:
        VALIDATOR.validate(made)
    assert [(made["line"], made["id"], made.get("verdict")) for made in documents] == [
        (1, "ann", "equal"),
        (2, "bob", "different"),
        (3, "eve", None),
        (4, "line 4", None),
    ]


@pytest.mark.parametrize(
    "line",
    [
        '{"grad": "x"}',
        '{"expr": 3, "grad": "x"}',
        '{"expr": "x"}',
        '{"expr": "x", "grad": 3}',
        '{"expr": "x", "grad": "1", "rtol": "much"}',
        '{"expr": "x", "grad": "1", "rtol": -1}',
        '{"expr": "x", "grad_values": [1]}',
        '{"expr": "x", "grad_values": {"x": 1}, "at": 3}',
        '{"expr": "x", "grad_values": {"x": 1}}',
        '{"expr": "log(x)", "grad_values": {"x": 1}, "at": {"x": 0}}',
        "[1]",
    ],
)
def test_line_of_another_form_is_an_error_of_its_own(line: str, command: Command) -> None:
    assert handed(command, line, ANN, words=("--quiet",)).out == "line 1\terror\nann\tequal\n"


@pytest.mark.parametrize("words", [("x^2",), ("--grad", "x"), ("--at", "x=1"), ("--file", "x.txt")])
def test_hand_in_excludes_other_sources(words: tuple[str, ...], command: Command) -> None:
    assert command("check", *words, "--hand-in", "-", given=ANN).status == 2


def test_proofs_are_made_for_hand_ins_too(command: Command) -> None:
    run = command("check", "--hand-in", "-", "--proof-time", "20", given="\n".join([ANN] * 5))
    assert run.out == "ann: equal (proved by SymPy; 24 points agree)\n" * 5
