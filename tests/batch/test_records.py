"""Streams are cut where records end."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("numpy")

from gradcli.batch import records
from gradcli.errors import GradcliError

CELLS = st.lists(st.lists(st.text('a,"\n é', max_size=4), min_size=2, max_size=3), min_size=1, max_size=20)


def written(rows: list[list[str]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


@given(CELLS, st.integers(1, 40))
def test_pieces_are_whole_records_and_lose_nothing(rows: list[list[str]], size: int) -> None:
    data = written(rows)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(records, "SIZE", size)
        found = list(records.pieces(io.BytesIO(data), b"", 1, has_quotes=True, name="a.csv"))
    assert b"".join(piece.data for piece in found) == data
    read = [row for piece in found for row in csv.reader(io.StringIO(piece.data.decode(), newline=""))]
    assert read == rows
    line = 1
    for piece in found:
        assert piece.line == line
        line += piece.data.count(b"\n")


@given(CELLS)
def test_line_of_a_row_is_where_it_begins(rows: list[list[str]]) -> None:
    piece = records.Piece(written(rows), 5)
    line = 5
    for place, row in enumerate(rows):
        assert records.line_of(piece, place, skips_blank=True, has_quotes=True) == line
        line += written([row]).count(b"\n")


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ('1,"abc\n2,def\n3,"abc\n', 2),
        ('1,"abc\n2,"abc\n', 2),
        ('1,"a\nb"\n2,"""c\n"""\n', None),
        ('1,"a\nb" \r\n2,c', None),
        ('1,5" pipe\n2,6" pipe\n', None),
        ('1,"a"b\n', None),
        ('"', None),
    ],
)
def test_two_quotation_marks_that_are_never_closed_are_no_cell(text: str, start: int | None) -> None:
    assert records.unclosed(text.encode(), ",") == start


@given(st.lists(st.lists(st.text('a",;\n\r '), min_size=2, max_size=2)))
def test_what_is_written_by_the_rules_is_closed(rows: list[list[str]]) -> None:
    made = io.StringIO()
    csv.writer(made).writerows(rows)
    assert records.unclosed(made.getvalue().encode(), ",") is None


def test_quotation_mark_that_is_never_closed_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "SIZE", 100)
    monkeypatch.setattr(records, "LONGEST", 1000)
    stream = io.BytesIO(b"1,2\n" + b'3,"4\n' + b"5,6\n" * 1000)
    with pytest.raises(GradcliError) as caught:
        list(records.pieces(stream, b"", 2, has_quotes=True, name="a.csv"))
    assert caught.value.code == "input.quotes"
    assert "line 3" in caught.value.message
