"""What README shows is what the program prints."""

from __future__ import annotations

import contextlib
import re
import shlex
from pathlib import Path

import pytest

import gradcli

from .conftest import Command

README = Path(__file__).parent.parent / "README.md"
DATA = Path(__file__).parent / "readme"
"""Where the files are that README's commands read."""
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


def transcripts() -> list[tuple[str, str]]:
    """Each command of a `console` block, and what the block shows below it."""
    found = []
    for block in BLOCK.findall(README.read_text(encoding="utf-8")):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, shown = part.partition("\n")
            found.append((line, shown))
    return found


def printed(command: Command, line: str) -> str:
    """What a command prints on both streams, in the order a terminal shows it."""
    words = shlex.split(line)
    assert words[0] == "gradcli"
    with contextlib.chdir(DATA):
        return command(*words[1:], together=True).out


@pytest.fixture(scope="session", autouse=True)
def rewritten(command: Command, request: pytest.FixtureRequest) -> None:
    """With `--update-messages` README shows what is printed now, before it is compared."""
    if not request.config.getoption("--update-messages"):
        return

    def block(match: re.Match[str]) -> str:
        lines = re.findall(r"^\$ (.*)$", match[1], re.MULTILINE)
        parts = [f"$ {line}\n{printed(command, line)}" for line in lines]
        return "```console\n" + "\n".join(parts) + "```"

    text = README.read_text(encoding="utf-8")
    README.write_text(BLOCK.sub(block, text), encoding="utf-8")


def test_readme_has_transcripts() -> None:
    assert len(transcripts()) >= 3


@pytest.mark.parametrize("line", [line for line, _ in transcripts()])
def test_transcript_is_what_is_printed(line: str, command: Command) -> None:
    # Whether a blank line is left between two commands is a matter of layout.
    assert dict(transcripts())[line].rstrip("\n") == printed(command, line).rstrip("\n")


@pytest.mark.parametrize("kind", ["first example", "test"])
def test_readme_has_a_command_of_a_single_line(kind: str) -> None:
    block = re.search(rf"<!-- command: {kind} -->\n```sh\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert block
    assert len(block[1].splitlines()) == 1


def test_python_example_gives_what_it_says() -> None:
    block = re.search(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert block
    answer = gradcli.evaluate("x^2*sin(y)", {"x": 3, "y": "pi/4"})
    stated = re.findall(r"^(answer\.\w+) +# (.*)$", block[1], re.MULTILINE)
    numbers = {name: text for name, text in stated if name in ("answer.value", "answer.gradient")}
    assert numbers == {"answer.value": repr(answer.value), "answer.gradient": repr(answer.gradient)}


def stated() -> list[tuple[str, str]]:
    """Each call in README's Python example, and the value that stands beside it."""
    block = re.search(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert block
    lines = re.findall(r"^((?:gradcli|str)\b.*?)  # (.*)$", block[1], re.MULTILINE)
    return [(call, value) for call, value in lines if value[0] in "({'" or value.replace(".", "").isdigit()]


def test_python_example_states_values() -> None:
    assert len(stated()) >= 6


@pytest.mark.parametrize(("call", "value"), stated(), ids=[call for call, _ in stated()])
def test_call_in_the_python_example_gives_the_value_beside_it(call: str, value: str) -> None:
    assert repr(eval(call, {"gradcli": gradcli})) == value


def test_example_of_record_batches_runs() -> None:
    for package in ("polars", "duckdb", "pyarrow"):
        pytest.importorskip(package)
    text = README.read_text(encoding="utf-8")
    block = re.search(r"<!-- example: record batches -->\n```py\n(.*?)```", text, re.DOTALL)
    assert block
    # What stands alone in a line is shown here.
    code = block[1].replace("\nduckdb.", "\nmean = duckdb.").replace("\nframe.map", "\nmade = frame.map")
    names: dict[str, object] = {}
    exec(code, names)  # noqa: S102
    (mean,) = names["mean"].fetchall()[0]  # type: ignore[attr-defined]
    assert mean == pytest.approx(sum(2.006066680710647 / i**0.5 for i in range(1, 5)) / 4)
    assert names["made"].collect()["d_l"].to_list()[0] == pytest.approx(2.006066680710647)  # type: ignore[attr-defined]
