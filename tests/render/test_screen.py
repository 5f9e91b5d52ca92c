"""Lines on a stream: colour only where it is wanted, and never a character changed or lost."""

from __future__ import annotations

import io
import re
import sys

import pytest

from gradcli.render.screen import Piece, columns, has_colour, line, width, write

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plain colour terminal of 80 columns, whatever the tests run in."""
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "COLORTERM", "LINES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "80")


def on(stream: io.StringIO, *texts: str, style: str = "error") -> str:
    write([line(Piece(text, style), " plain") for text in texts], stream)
    return stream.getvalue()


def test_terminal_gets_colour() -> None:
    assert ESCAPE.search(on(Terminal(), "x"))


def test_pipe_gets_none() -> None:
    assert on(io.StringIO(), "x") == "x plain\n"


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_terminal_whose_user_wants_none_gets_none(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    assert on(Terminal(), "x") == "x plain\n"


def test_empty_no_color_asks_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "")
    assert has_colour(Terminal())


TEXTS = [
    "[red]x[/red]",
    "[/]",
    "[bold]",
    "a[1]",
    ":smile:",
    "\\[x]",
    "https://example.org",
    "1234567.5",
    "'quoted' True None",
    "x" * 500,
    "温度 α₁ π",
    "word " * 60 + "end",
]


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text[:20])
@pytest.mark.parametrize("style", ["", "error", "number", "quiet"])
def test_text_survives_on_a_terminal(text: str, style: str) -> None:
    assert ESCAPE.sub("", on(Terminal(), text, style=style)) == f"{text} plain\n"


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text[:20])
def test_text_survives_in_a_pipe(text: str) -> None:
    assert on(io.StringIO(), text) == f"{text} plain\n"


def test_unstyled_text_gets_no_colour_on_a_terminal() -> None:
    assert not ESCAPE.search(on(Terminal(), "1.5 'x' http://x True", style=""))


def test_spaces_at_the_end_are_dropped() -> None:
    stream = io.StringIO()
    write([line("x   "), line()], stream)
    assert stream.getvalue() == "x\n\n"


def test_unknown_style_is_plain() -> None:
    assert ESCAPE.sub("", on(Terminal(), "x", style="no such style")) == "x plain\n"


def test_pipe_is_laid_out_in_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert width(io.StringIO()) == 80


def test_terminal_is_laid_out_in_its_own_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "123")
    assert width(Terminal()) == 123


@pytest.mark.parametrize(("text", "size"), [("x1", 2), ("", 0), ("α", 1), ("温度", 4), ("e\u0301", 1), ("ｘ", 2)])
def test_columns_are_those_of_a_terminal(text: str, size: int) -> None:
    assert columns(text) == size


def test_answer_on_a_terminal_says_the_same_as_in_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    from gradcli import cli

    words = ["eval", "x*abs(x - 1)", "--at", "x=1", "--no-check"]
    printed = []
    for stream in (Terminal(), io.StringIO()):
        monkeypatch.setattr(sys, "stdout", stream)
        monkeypatch.setattr(sys, "stderr", stream)
        cli.run(words)
        printed.append(ESCAPE.sub("", stream.getvalue()))
    assert printed[0] == printed[1]
