"""Lines on a stream: colour only where it is wanted, and never a character changed or lost."""

from __future__ import annotations

import io
import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradcli.render.screen import Piece, columns, has_colour, line, width, wrapped, write

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


def rows(text: str, hanging: int = 2, size: int = 20) -> list[str]:
    return ["".join(piece.text for piece in row) for row in wrapped(line(text), hanging, size)]


def test_line_that_fits_is_left_alone() -> None:
    assert rows("  a  b") == ["  a  b"]


def test_long_line_goes_on_indented() -> None:
    assert rows("help: move the point or change it") == ["help: move the point", "  or change it"]


def test_line_keeps_its_own_indent() -> None:
    assert rows("    one two three four five", 6) == ["    one two three", "      four five"]


def test_code_is_not_broken() -> None:
    assert rows("write it as `a if c else b`") == ["write it as", "  `a if c else b`"]


def test_code_too_long_for_a_line_is_broken_at_its_spaces() -> None:
    assert rows("write `a + b + c + d + e + f` here") == ["write `a + b + c + d", "  + e + f` here"]


def test_backtick_on_its_own_is_a_character() -> None:
    assert rows("the character ` has no meaning") == ["the character ` has", "  no meaning"]


def test_word_longer_than_a_line_stays_whole() -> None:
    assert rows("a " + "x" * 30 + " b") == ["a", "  " + "x" * 30, "  b"]


def test_wide_characters_count_twice() -> None:
    assert rows("温度温度温度 圧力圧力") == ["温度温度温度", "  圧力圧力"]


def test_pieces_keep_their_styles() -> None:
    whole = line(Piece("error", "error"), ": it is ", Piece("very wrong", "help"))
    assert wrapped(whole, 2, 18) == [
        (Piece("error", "error"), Piece(": it is "), Piece("very", "help")),
        (Piece("  "), Piece("wrong", "help")),
    ]


@given(st.text(alphabet="ab `\t温", max_size=80), st.integers(0, 6))
def test_wrapping_changes_nothing_but_white_space(text: str, hanging: int) -> None:
    assert "".join("".join(rows(text, hanging)).split()) == "".join(text.split())


@given(st.lists(st.text(alphabet="ab`", min_size=1, max_size=9), min_size=1), st.integers(0, 6))
def test_short_words_fit_their_lines(words: list[str], hanging: int) -> None:
    assert all(columns(row) <= 20 for row in rows(" ".join(words), hanging))
