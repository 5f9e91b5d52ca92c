"""The command as a process of its own: pipes, interrupts, encodings, and what a start imports."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

HEAVY = ("sympy", "mpmath", "numpy", "rich", "flint")


def gradcli(*words: str, given: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """`gradcli WORDS...`, run to its end."""
    command = [sys.executable, "-m", "gradcli", *words]
    return subprocess.run(
        command, input=given, capture_output=True, encoding="utf-8", env={**os.environ, **environment}, check=False
    )


def test_command_ends_with_its_exit_status() -> None:
    run = gradcli("eval", "log(x)", "--at", "x=-1")
    assert (run.returncode, run.stdout, run.stderr[:17]) == (5, "", "error[domain.log]")


@pytest.mark.parametrize("words", [["functions"], ["eval", "+".join(["x"] * 5000), "--at", "x=1", "--no-check"]])
def test_closed_pipe_ends_quietly(words: list[str]) -> None:
    process = subprocess.Popen([sys.executable, "-m", "gradcli", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # fmt: skip
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(1)
    process.stdout.close()
    said = process.stderr.read()
    process.stderr.close()
    assert (process.wait(), said) == (0, b"")


def test_pipe_that_is_closed_from_the_start_ends_quietly() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "gradcli", "eval", "x", "--at", "x=1", "--no-check"]
    run = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (run.returncode, run.stderr) == (0, b"")


HARD = "(" + "+".join(f"sin(x^{number})^{number}*exp(cos({number}*x))" for number in range(1, 40)) + ")^30"


@pytest.mark.slow
def test_interrupt_ends_the_command_and_its_check() -> None:
    command = [sys.executable, "-m", "gradcli", "eval", HARD, "--at", "x=0.5", "--no-trace", "--check-time", "60"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdout is not None
        while not process.stdout.readline().startswith(b"gradient"):
            pass
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=10)
    assert process.returncode == 130
    assert b"Traceback" not in said


@pytest.mark.slow
def test_answer_is_printed_before_the_verdict_is_there() -> None:
    command = [sys.executable, "-m", "gradcli", "eval", HARD, "--at", "x=0.5", "--no-trace", "--check-time", "60"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        while not (line := process.stdout.readline()).startswith(b"value"):
            assert line
        is_at_work = process.poll() is None
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=10)
    assert is_at_work


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_name_that_a_terminal_cannot_show_is_escaped(encoding: str) -> None:
    run = gradcli(
        "eval", "温度^2", "--at", "温度=3", "--no-check", "--quiet", PYTHONIOENCODING=encoding, PYTHONUTF8="0"
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "value\t9\n\\u6e29\\u5ea6\t6\n", "")


def test_error_about_a_name_that_a_terminal_cannot_show_is_escaped() -> None:
    run = gradcli("eval", "log(温度)", "--at", "温度=-3", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (run.returncode, "\\u6e29" in run.stderr) == (5, True)


def test_module_is_the_command() -> None:
    assert gradcli("--version").stdout.startswith("gradcli ")


def test_standard_input_is_utf_8_whatever_the_locale() -> None:
    run = gradcli("eval", "-", "--at", "x=2", "--no-check", "--quiet", given="β = x²; β", LC_ALL="C", PYTHONUTF8="0")
    assert run.stdout == "value\t4\nx\t4\n"


def test_argument_that_the_locale_cannot_read_is_an_error_of_its_own() -> None:
    run = gradcli("eval", "α^2", "--at", "α=2", LC_ALL="C", PYTHONUTF8="0")
    assert (run.returncode in (3, 4), "Traceback" in run.stderr) == (True, False)


# Start-up.

AT_WORK = f"""
import sys
opened = []
sys.addaudithook(lambda event, arguments: opened.append(str(arguments[0])) if event == "open" else None)
from gradcli.cli import run
status = run(sys.argv[1:])
loaded = sorted(set(sys.modules) & set({HEAVY!r}))
print(__import__("json").dumps([status, loaded, opened]), file=sys.stderr)
"""


def at_work(*words: str, folder: Path | None = None) -> tuple[int, list[str], list[str]]:
    """The exit status of a run, the heavy packages it imported, and the files it opened."""
    command = [sys.executable, "-c", AT_WORK, *words]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", check=True, cwd=folder)
    status, loaded, opened = json.loads(run.stderr.splitlines()[-1])
    return status, loaded, opened


@pytest.mark.parametrize(
    "words",
    [
        ("eval", "(sin(x2)+1)/(x2+exp(x1))+x1*x2", "--at", "x1=1.5,x2=0.5", "--no-check", "--json"),
        ("eval", "x^2", "--at", "x=3", "--no-check", "--quiet"),
        ("eval", "log(x)", "--at", "x=-3", "--json"),
        ("eval", "x^2", "--at", "x=3", "--no-check"),
        ("--help",),
    ],
)
def test_start_does_not_import_what_it_does_not_need(words: tuple[str, ...]) -> None:
    _, loaded, _ = at_work(*words)
    assert loaded == []


def test_start_reads_no_pickle(tmp_path: Path) -> None:
    _, _, opened = at_work("eval", "x^2", "--at", "x=3", "--no-check", "--json", folder=tmp_path)
    assert [name for name in opened if name.endswith((".pickle", ".pkl", ".tmp", ".cache"))] == []


def test_start_reads_nothing_from_a_shared_temporary_folder(tmp_path: Path) -> None:
    _, _, opened = at_work("eval", "x^2", "--at", "x=3", "--no-check", "--json", folder=tmp_path)
    here = str(Path(__file__).parents[2])
    assert [name for name in opened if name.startswith(("/tmp/", "/var/tmp/")) and not name.startswith(here)] == []
