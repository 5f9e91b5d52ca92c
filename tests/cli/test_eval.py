"""`gradcli eval`: exit statuses, what goes to which stream, and its options."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from gradcli.render import document

from ..conftest import Command

VALIDATOR = Draft202012Validator(json.loads(document.schema("eval")))

# What is typed after `gradcli eval`, and the exit status of LANGUAGE.md.
STATUSES = [
    (("x^2", "--at", "x=3"), 0),
    (("abs(x)", "--at", "x=0"), 0),
    (("sqrt(x)", "--at", "x=0"), 0),
    (("x^2", "--at", "x=3,y=1"), 0),
    (("x^2", "--at", "x=3", "--jsn"), 2),
    ((), 2),
    (("x", "--at", "@no-such-file.json"), 2),
    (("x", "--at", "1.5"), 2),
    (("x", "y", "--at", "x=1"), 2),
    (("x", "--at", "x=1", "--check-time", "0"), 2),
    (("(x", "--at", "x=3"), 3),
    (("1/2x", "--at", "x=3"), 3),
    (("sin(x, x)", "--at", "x=3"), 3),
    (("x*y", "--at", "x=3"), 4),
    (("x", "--at", "x=1,x=2"), 4),
    (("x", "--at", "x=inf"), 4),
    (("x", "--at", "x=1", "--wrt", "z"), 4),
    (("log(x)", "--at", "x=0"), 5),
    (("exp(x)", "--at", "x=1000"), 5),
    (("10^10^10*x", "--at", "x=1"), 5),
    (("x + inf", "--at", "x=1"), 5),
    (("(-2)^x", "--at", "x=2"), 6),
    (("polygamma(x, 2)", "--at", "x=1"), 6),
]  # fmt: skip


@pytest.mark.parametrize(("words", "status"), STATUSES)
def test_exit_status_is_the_documented_one(words: tuple[str, ...], status: int, command: Command) -> None:
    assert command("eval", *words, "--no-check").status == status


@pytest.mark.parametrize(("words", "status"), STATUSES)
def test_exit_status_is_the_same_with_json(words: tuple[str, ...], status: int, command: Command) -> None:
    assert command("eval", *words, "--no-check", "--json").status == status


@pytest.mark.parametrize(("words", "status"), STATUSES)
def test_json_is_one_document_and_nothing_else(words: tuple[str, ...], status: int, command: Command) -> None:
    run = command("eval", "--json", *words, "--no-check")
    VALIDATOR.validate(json.loads(run.out))
    assert (run.out.count("\n"), run.err) == (1, "")


@pytest.mark.parametrize(("words", "status"), STATUSES)
def test_document_is_ok_exactly_where_the_status_is_0(words: tuple[str, ...], status: int, command: Command) -> None:
    assert json.loads(command("eval", "--json", *words, "--no-check").out)["ok"] == (status == 0)


@pytest.mark.parametrize(("words", "status"), [case for case in STATUSES if case[1] in (2, 3, 4, 5)])
def test_run_without_an_answer_prints_none(words: tuple[str, ...], status: int, command: Command) -> None:
    run = command("eval", *words, "--no-check")
    assert (run.out, run.err.startswith("error[")) == ("", True)


def test_answer_goes_to_standard_output_alone(command: Command) -> None:
    run = command("eval", "x^2", "--at", "x=3", "--no-check")
    assert ("value     9" in run.out, run.err) == (True, "")


def test_warnings_go_to_standard_error(command: Command) -> None:
    run = command("eval", "abs(x)", "--at", "x=0", "--no-check")
    assert (run.err.startswith("warning[derivative.kink]"), "warning[" in run.out) == (True, False)


def test_answer_that_has_no_derivative_is_printed_all_the_same(command: Command) -> None:
    run = command("eval", "(-2)^x", "--at", "x=2", "--no-check", "--quiet")
    assert run.out == "value\t4\nx\tnan\n"


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        (("x^2*y", "--at", "x=3,y=0.1"), "value\t0.9\nx\t0.6000000000000001\ny\t9\n"),
        (("2^10",), "value\t1024\n"),
        (("x", "--at", "x=1e-7"), "value\t1e-7\nx\t1\n"),
        (("sqrt(x)", "--at", "x=0"), "value\t0\nx\tinf\n"),
        (("q = x + y; q*z", "--at", "x=4,y=-3,z=5", "--wrt", "q"), "value\t5\nq\t5\n"),
        (("α*x", "--at", "α=2,x=3"), "value\t6\nα\t3\nx\t2\n"),
    ],
)
def test_quiet_prints_a_name_a_tab_and_a_number_a_line(words: tuple[str, ...], printed: str, command: Command) -> None:
    assert command("eval", *words, "--quiet", "--no-check").out == printed


def test_quiet_does_not_say_the_verdict(command: Command) -> None:
    assert command("eval", "x^2", "--at", "x=3", "--quiet").out == "value\t9\nx\t6\n"


ORDER = ["formula ", "forward ", "reverse ", "value ", "gradient", "check "]


def test_parts_of_the_answer_come_in_order(command: Command) -> None:
    out = command("eval", "x^2", "--at", "x=3").out
    places = [out.index(f"\n{part}") if part != "formula " else out.index(part) for part in ORDER]
    assert places == sorted(places)


def test_check_agrees(command: Command) -> None:
    assert "SymPy agrees" in command("eval", "x^2*sin(y)", "--at", "x=3,y=0.5", "--no-trace").out


def test_check_is_in_the_document(command: Command) -> None:
    made = json.loads(command("eval", "x^2", "--at", "x=3", "--json").out)
    VALIDATOR.validate(made)
    assert made["checks"]["symbolic"]["status"] == "agrees"


LOST = ("x + y - x", "--at", "x=1e16,y=1")


def test_lost_digits_are_no_plain_agreement(command: Command) -> None:
    run = command("eval", *LOST)
    assert "check     SymPy agrees, but for the digits that rounding lost\n" in run.out


@pytest.mark.parametrize("words", [(), ("--quiet",)])
def test_lost_digits_are_a_warning(words: tuple[str, ...], command: Command) -> None:
    run = command("eval", *LOST, *words)
    assert (run.status, "warning[check.rounding]: rounding lost digits: none of" in run.err) == (1, True)


def test_lost_digits_are_a_warning_of_the_document(command: Command) -> None:
    run = command("eval", *LOST, "--json")
    made = json.loads(run.out)
    VALIDATOR.validate(made)
    assert (run.status, run.err, made["ok"], made["error"]["code"]) == (1, "", False, "check.rounding")
    assert [warning["code"] for warning in made["warnings"]] == ["check.rounding"]
    assert made["checks"]["certified"]["value"]["true"] == "1"


def test_lost_digits_are_not_known_without_a_check(command: Command) -> None:
    assert command("eval", *LOST, "--quiet", "--no-check").err == ""


def test_value_of_a_constant_formula_is_checked(command: Command) -> None:
    assert "SymPy agrees" in command("eval", "2 + 3").out


def test_check_is_left_out_on_request(command: Command) -> None:
    assert "check" not in command("eval", "x^2", "--at", "x=3", "--no-check").out


def test_trace_is_left_out_on_request(command: Command) -> None:
    out = command("eval", "x^2", "--at", "x=3", "--no-check", "--no-trace").out
    assert ("forward" in out, "reverse" in out) == (False, False)


def test_trace_is_left_out_of_the_document_on_request(command: Command) -> None:
    assert "trace" not in json.loads(command("eval", "x", "--at", "x=3", "--no-check", "--no-trace", "--json").out)


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (("--wrt", "x"), ["x"]),
        (("--wrt", "z,x"), ["z", "x"]),
        (("--wrt", "z", "--wrt", "q,x"), ["z", "q", "x"]),
        (("--wrt", " x , y "), ["x", "y"]),
        (("--wrt=q",), ["q"]),
        ((), ["x", "y", "z"]),
    ],
)
def test_gradient_is_by_the_names_asked_for(words: tuple[str, ...], names: list[str], command: Command) -> None:
    run = command("eval", "q = x + y; q*z", "--at", "x=4,y=-3,z=5", *words, "--no-check", "--json")
    assert list(json.loads(run.out)["gradient"]) == names


@pytest.mark.parametrize(
    "words",
    [
        ("--at", "x=1,y=2"),
        ("--at", "x=1", "--at", "y=2"),
        ("--at=x=1", "--at=y=2"),
        ("--at", "x=1", "--at", "@point.json"),
        ("--at", "-", "--at", "x=1"),
    ],
)
def test_point_comes_from_all_options_together(
    words: tuple[str, ...], command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "point.json").write_text('{"y": 2}')
    monkeypatch.chdir(tmp_path)
    run = command("eval", "x*y", *words, "--no-check", "--quiet", given='{"y": "4/2"}')
    assert sorted(run.out.splitlines()) == ["value\t2", "x\t2", "y\t1"]


def test_formula_comes_from_standard_input(command: Command) -> None:
    run = command("eval", "-", "--at", "x=3", "--no-check", "--quiet", given="q = x\n\n# a comment\nq^2\n")
    assert run.out == "value\t9\nx\t6\n"


def test_formula_comes_from_a_file(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "formula.txt"
    path.write_text("\ufeffα = x²  # squared\nα·x\n", encoding="utf-8")
    assert command("eval", "--file", str(path), "--at", "x=2", "--no-check", "--quiet").out == "value\t8\nx\t12\n"


def test_input_of_the_document_is_the_text_of_the_file(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "formula.txt"
    path.write_text("x^2 +\n", encoding="utf-8")
    assert json.loads(command("eval", "--file", str(path), "--json").out)["input"] == "x^2 +\n"


def test_error_in_a_file_names_the_file_and_the_line(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "formula.txt"
    path.write_text("q = 2\nlog(-q)\n", encoding="utf-8")
    assert f"log(-q)   ({path}, line 2)" in command("eval", "--file", str(path)).err


@pytest.mark.parametrize("words", [("-",), ("x", "--at", "-"), ("--file", "latin.txt"), ("x", "--at", "@latin.txt")])
def test_text_that_is_not_utf_8_is_refused(
    words: tuple[str, ...], command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "latin.txt").write_bytes(b"caf\xe9")
    run = command("eval", *words, given=b"caf\xe9")
    assert (run.status, run.err.startswith("error[input.encoding]")) == (2, True)


@pytest.mark.parametrize("name", ["", "no/such/file", ".", "a\0b"])
def test_file_that_cannot_be_read_is_refused(name: str, command: Command) -> None:
    run = command("eval", "--file", name)
    assert (run.status, run.err.startswith("error[input.file]")) == (2, True)


def test_formula_and_point_cannot_both_come_from_standard_input(command: Command) -> None:
    assert "usage.standard-input" in command("eval", "-", "--at", "-").err


def test_point_cannot_come_from_standard_input_twice(command: Command) -> None:
    run = command("eval", "x", "--at", "-", "--at", "-", given='{"x": 1}')
    assert run.status == 2


def test_answer_of_an_ascii_formula_is_ascii(command: Command) -> None:
    run = command("eval", "if(x > 0, sin(x)^2/y!, |x|) + max(x, y)", "--at", "x=1.5,y=2")
    assert (run.out + run.err).isascii()


def test_text_with_brackets_survives(command: Command) -> None:
    assert "[red]x[/red]" in command("eval", "[red]x[/red]", "--at", "x=1").err


@pytest.mark.parametrize("words", [(), ("--help",), ("--version",), ("eval", "--help"), ("functions",), ("explain",)])
def test_command_that_only_tells_ends_well(words: tuple[str, ...], command: Command) -> None:
    run = command(*words)
    assert (run.status, bool(run.out), run.err) == (0, True, "")


def test_bare_command_leads_with_examples(command: Command) -> None:
    lines = command().out.splitlines()
    assert any(line.startswith("  gradcli eval ") for line in lines[:4])


def test_schema_is_printed_as_shipped(command: Command) -> None:
    assert json.loads(command("schema", "eval").out) == json.loads(document.schema("eval"))


def test_functions_are_listed_with_their_derivatives(command: Command) -> None:
    assert "1/sqrt((1 - x)*(1 + x))" in command("functions", "asin").out


@pytest.mark.parametrize("name", ["sin", "ln", "+", "!", "atan2", "max", "^"])
def test_function_is_found_by_name_alias_and_sign(name: str, command: Command) -> None:
    assert command("functions", name).status == 0


def test_function_that_does_not_exist_is_offered_another(command: Command) -> None:
    run = command("functions", "sinn")
    assert (run.status, "did you mean `sin`?" in run.err) == (4, True)
