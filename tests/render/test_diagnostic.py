"""Errors and warnings show the right part of the user's text, with the marks under the right columns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradcli.errors import GradcliError, Label
from gradcli.gradient import Note
from gradcli.render.diagnostic import LONGEST, of_error, of_note
from gradcli.render.screen import Line, columns
from gradcli.source import Source, Span


def texts(lines: list[Line]) -> list[str]:
    return ["".join(piece.text for piece in line).rstrip() for line in lines]


def shown(
    text: str, span: tuple[int, int], labels: tuple[Label, ...] = (), name: str = "formula", help: str | None = None
) -> list[str]:
    return texts(of_error(GradcliError("domain.log", "it is wrong", Source(text, name), Span(*span), help, labels)))


def marked(lines: list[str], mark: str = "^") -> str:
    """What stands above the marks, if every character is one column wide."""
    line = next(line for line in lines if mark in line and not line.strip(f" {mark}"))
    above = lines[lines.index(line) - 1]
    return above[line.index(mark) : line.rindex(mark) + 1]


def test_error_shows_message_text_marks_and_help() -> None:
    assert shown("x*log(y-3)", (2, 5), help="move the point") == [
        "error[domain.log]: it is wrong",
        "  x*log(y-3)",
        "    ^^^",
        "  help: move the point",
    ]


def test_error_without_a_text_is_its_message_and_help() -> None:
    assert texts(of_error(GradcliError("usage.option", "there is no option `--jsn`", help="see `--help`"))) == [
        "error[usage.option]: there is no option `--jsn`",
        "  help: see `--help`",
    ]


def test_error_without_a_place_shows_the_text_without_marks() -> None:
    assert texts(of_error(GradcliError("name.wrt", "no `z`", Source("x*y")))) == ["error[name.wrt]: no `z`", "  x*y"]


@pytest.mark.parametrize("span", [None, Span(0, 0)])
def test_error_of_an_empty_text_shows_no_text(span: Span | None) -> None:
    assert texts(of_error(GradcliError("parse.empty", "nothing", Source(" "), span))) == ["error[parse.empty]: nothing"]


def test_warning_shows_message_text_and_marks() -> None:
    note = Note("derivative.kink", "`abs` has a kink", Span(2, 8))
    assert texts(of_note(note, Source("x*abs(x)"))) == [
        "warning[derivative.kink]: `abs` has a kink",
        "  x*abs(x)",
        "    ^^^^^^",
    ]


def test_warning_without_a_place_is_its_message() -> None:
    assert texts(of_note(Note("name.unused", "`y` is unused"), Source("x"))) == ["warning[name.unused]: `y` is unused"]


def test_message_and_help_are_wrapped_and_the_text_is_not() -> None:
    error = GradcliError("domain.log", "word " * 30 + "end", Source("x" * 76), Span(0, 1), "cure " * 30 + "end")
    lines = texts(of_error(error))
    assert all(columns(line) <= 80 for line in lines)
    assert "  " + "x" * 76 in lines
    assert [len(line) - len(line.lstrip()) for line in lines] == [0, 2, 2, 2, 2, 2, 4, 4]


def test_warning_is_wrapped() -> None:
    lines = texts(of_note(Note("name.unused", "word " * 30 + "end"), Source("x")))
    assert len(lines) == 3 and all(columns(line) <= 80 for line in lines)


def test_empty_place_has_one_mark() -> None:
    assert shown("(x", (2, 2))[2] == "    ^"


def test_label_to_the_right_stands_beside_the_marks() -> None:
    assert shown("x*log(y-3)", (2, 5), (Label(Span(6, 9), "this is -2"),))[2:] == ["    ^^^ --- this is -2"]


def test_label_to_the_left_stands_below() -> None:
    assert shown("(x-3)!", (5, 6), (Label(Span(1, 4), "this is -1"),))[2:] == ["       ^", "   --- this is -1"]


def test_second_label_stands_behind_the_first_where_there_is_room() -> None:
    labels = (Label(Span(2, 3), ""), Label(Span(4, 5), ""))
    assert shown("a*b+c", (0, 1), labels)[2:] == ["  ^ - -"]


def test_labels_that_would_run_into_each_other_stand_on_lines_of_their_own() -> None:
    labels = (Label(Span(2, 3), "a first one"), Label(Span(4, 5), "a second one"))
    assert shown("a*b+c", (0, 1), labels)[2:] == ["  ^ - a first one", "      - a second one"]


def test_label_in_another_line_shows_that_line() -> None:
    lines = shown("u = (x\nv = u]", (12, 13), (Label(Span(4, 5), "opened here"),))
    assert [line for line in lines if "line 1" in line] == ["  u = (x   (formula, line 1)"]


def test_label_in_another_line_is_said() -> None:
    lines = shown("u = (x\nv = u]", (12, 13), (Label(Span(4, 5), "opened here"),))
    assert any("opened here" in line for line in lines)


@pytest.mark.parametrize(
    ("span", "line", "marks"),
    [
        ((0, 1), "  u = x*y   (point.txt, line 1)", "  ^"),
        ((12, 18), "  v = log(u)   (point.txt, line 2)", "      ^^^^^^"),
        ((20, 21), "  v   (point.txt, line 4)", "  ^"),
    ],
)
def test_line_of_several_is_shown_with_its_number(span: tuple[int, int], line: str, marks: str) -> None:
    assert shown("u = x*y\nv = log(u)\n\nv", span, name="point.txt")[1:] == [line, marks]


def test_single_line_has_no_number() -> None:
    assert shown("x\n", (0, 1))[1] == "  x"


def test_marks_of_several_lines_end_with_the_first() -> None:
    assert shown("max(x,\ny)", (0, 9))[2] == "  ^^^^^^"


def test_tab_is_one_column() -> None:
    assert marked(shown("x\t+\tlog(y)", (4, 7))) == "log"


@pytest.mark.parametrize("character", ["\a", "\x1b", "\u200b", "\r", "\x7f", "\u2028"])
def test_character_that_moves_the_cursor_is_not_printed(character: str) -> None:
    lines = shown(f"x{character}+log(y)", (3, 6))
    assert character not in "\n".join(lines)
    assert marked(lines) == "log"


def test_wide_characters_take_two_columns() -> None:
    assert shown("温度*log(y)", (3, 6))[2] == "  " + " " * 5 + "^^^"


def test_marks_under_wide_characters_are_as_wide() -> None:
    assert shown("温度*y", (0, 2))[2] == "  ^^^^"


def test_combining_characters_take_no_column() -> None:
    assert shown("e\u0301*log(y)", (3, 6))[2] == "  " + " " * 2 + "^^^"


LONG = "+".join(f"name{number:03}" for number in range(60))


@pytest.mark.parametrize("number", range(0, 60, 7))
def test_place_in_a_long_line_is_shown_and_marked(number: int) -> None:
    start = LONG.index(f"name{number:03}")
    assert marked(shown(LONG, (start, start + 7))) == f"name{number:03}"


@pytest.mark.parametrize("start", [0, 30, 60, 200, 400, len(LONG) - 1])
def test_long_line_is_shown_in_80_columns(start: int) -> None:
    assert all(columns(line) <= 80 for line in shown(LONG, (start, start + 1))[1:])


@pytest.mark.parametrize(("start", "before", "after"), [(0, False, True), (200, True, True), (len(LONG) - 1, True, False)])  # fmt: skip
def test_dots_say_where_a_long_line_goes_on(start: int, before: bool, after: bool) -> None:
    line = shown(LONG, (start, start + 1))[1].strip()
    assert (line.startswith("..."), line.endswith("...")) == (before, after)


def test_marks_of_a_place_longer_than_the_line_end_with_it() -> None:
    lines = shown(LONG, (10, 300))
    assert columns(lines[2]) == columns(lines[1])


def test_label_outside_the_shown_part_is_left_out() -> None:
    assert shown(LONG, (0, 1), (Label(Span(400, 401), "far away"),))[2:] == ["  ^"]


@given(st.text(alphabet="abc+()", min_size=1, max_size=300), st.data())
def test_marks_are_under_the_place(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, min(len(text), start + LONGEST // 2 - 3)) if start + 1 < len(text) else st.just(start + 1))  # fmt: skip
    assert marked(shown(text, (start, end))) == text[start:end]


@given(st.text(max_size=100), st.integers(0, 120), st.integers(0, 120), st.integers(0, 120))
def test_any_text_and_place_can_be_shown(text: str, start: int, end: int, other: int) -> None:
    lines = shown(text, (start, max(start, end)), (Label(Span(other, other + 1), "here"),))
    assert lines[0] == "error[domain.log]: it is wrong"
    assert all("\n" not in line for line in lines)
