"""Offsets become lines and columns."""

import pytest

from gradcli.source import Place, Source, Span

LINES = Source("u = x;\nv = y\n\nw", "file.txt")


@pytest.mark.parametrize(
    ("span", "place"),
    [
        (Span(0, 1), Place(1, "u = x;", 0, 1)),
        (Span(4, 6), Place(1, "u = x;", 4, 6)),
        (Span(7, 8), Place(2, "v = y", 0, 1)),
        (Span(11, 12), Place(2, "v = y", 4, 5)),
        (Span(13, 13), Place(3, "", 0, 0)),
        (Span(14, 15), Place(4, "w", 0, 1)),
    ],
)
def test_place_is_a_line_and_columns_in_it(span: Span, place: Place) -> None:
    assert LINES.place(span) == place


def test_place_of_several_lines_ends_with_the_first() -> None:
    assert LINES.place(Span(4, 12)) == Place(1, "u = x;", 4, 6)


def test_line_end_belongs_to_the_line_it_ends() -> None:
    assert LINES.place(Span(6, 7)) == Place(1, "u = x;", 6, 6)


def test_place_behind_the_text_is_the_end_of_its_last_line() -> None:
    assert LINES.place(Span(99, 100)) == Place(4, "w", 1, 1)


def test_place_in_an_empty_text_is_empty() -> None:
    assert Source("").place(Span(0, 0)) == Place(1, "", 0, 0)


def test_columns_count_code_points() -> None:
    assert Source("αβ + 𝑥").place(Span(5, 6)) == Place(1, "αβ + 𝑥", 5, 6)


def test_span_covers_its_text() -> None:
    assert LINES.at(Span(4, 12)) == "x;\nv = y"


def test_span_reaches_to_the_end_of_another() -> None:
    assert Span(1, 3).to(Span(5, 8)) == Span(1, 8)
