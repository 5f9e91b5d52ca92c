"""What became of the rows of a batch, as lines for a person, as a document, and as a bar while they are computed."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from time import monotonic
from typing import TYPE_CHECKING, Any, TextIO

from gradcli.backends import floats
from gradcli.errors import GradcliError
from gradcli.expression import Formula
from gradcli.render import document as documents
from gradcli.render.screen import Line, Piece, line, printable, wrapped

if TYPE_CHECKING:
    from gradcli.batch.failures import Failure, Failures

WORDS = {
    "input.empty": "an empty cell",
    "input.text": "text where a number is needed",
    "input.nan": "nan is no number",
    "input.infinite": "an infinite number, or one too large for a double",
    "input.cells": "more or fewer cells than the header has",
    "input.line": "a line that is no JSON object",
    "input.rounded": "an integer beyond 2^53 was rounded to the nearest double",
}
"""What the codes of cells mean in a few words."""

LONGEST = 40
"""The characters of a cell that are shown."""

PATIENCE = 0.5
"""The seconds without a bar, which a run that takes no longer, as one whose rows go to `head`, does not need."""


def rows(count: int) -> str:
    """So many rows, in words."""
    return "1 row" if count == 1 else f"{count:,} rows"


def rows_of(count: int, all: int) -> str:
    """So many of all rows, with the verb."""
    return f"{count:,} of {rows(all)} {'has' if count == 1 else 'have'}"


def place(failure: Failure) -> str:
    """Where a row stands, and its cell."""
    column = f", column `{printable(failure.column)}`" if failure.column is not None else ""
    return f"{failure.file}, {failure.unit} {failure.line}{column}"


def detail(failure: Failure) -> str:
    """What stands in the row: the cell that is the reason, or all numbers of the formula."""
    if failure.text is not None and failure.code not in ("input.empty", "input.nan"):
        text = printable(failure.text)
        return f": `{text if len(text) <= LONGEST else text[:LONGEST] + '...'}`"
    # As numbers are written everywhere: the shortest text that reads back the same.
    numbers = [f"{name}={floats.text(number)}" for name, number in failure.at.items()]
    return f": {', '.join(numbers)}" if numbers and len(numbers) <= 6 else ""


def place_and_reason(failure: Failure, reason: str | None) -> str:
    """The message about one row."""
    said = reason or WORDS.get(failure.code, "no result")
    return f"{place(failure)}: {said} [{failure.code}]{detail(failure)}"


def warnings(found: Failures, reasons: Mapping[str, str | None]) -> list[Line]:
    """A warning for each code: how many rows have it, why, and the first few of them."""
    lines: list[Line] = []
    for code in sorted(found.counts):
        count, said = found.counts[code], reasons[code] or WORDS.get(code, "no result")
        # A reason has the numbers of one row.
        which = f"{rows(count)}; the first:" if reasons[code] and count > 1 else f"{rows(count)}:"
        lines += wrapped(line(Piece(f"warning[{code}]", "warning"), f": {which} {said}"), 2)
        for failure in found.first[code]:
            lines += wrapped(line("  ", place(failure), detail(failure)), 4)
        more = count - len(found.first[code])
        if more:
            lines.append(line("  ", Piece(f"and {rows(more)} more", "quiet")))
    return lines


def document(
    formula: Formula,
    found: Failures,
    reasons: Mapping[str, str | None],
    out: str | None,
    fault: GradcliError | None,
    table: Any,
) -> dict[str, Any]:
    """The document of a run; `table` is the one row of an aggregate, if that was asked for."""
    made: dict[str, Any] = {
        "schema": "gradcli/batch/1",
        "ok": fault is None,
        "input": formula.source.text,
        "reading": str(formula),
        "out": out,
        "rows": found.rows,
        "failed": found.failed,
        "statuses": [
            {
                "code": code,
                "rows": found.counts[code],
                "message": reasons[code] or WORDS.get(code, "no result"),
                "first": [occurrence(failure) for failure in found.first[code]],
            }
            for code in sorted(found.counts)
        ],
    }
    if table is not None:
        made["aggregate"] = table.to_pylist()[0]
    if fault is not None:
        made["error"] = documents.error(fault, formula.source.text)
    return made


def occurrence(failure: Failure) -> dict[str, Any]:
    """One row that has a status."""
    made: dict[str, Any] = {"file": failure.file, failure.unit: failure.line}
    if failure.column is not None:
        made["column"] = failure.column
    if failure.text is not None:
        made["text"] = failure.text
    return {**made, "at": dict(failure.at)} if failure.at else made


@contextlib.contextmanager
def bar(stream: TextIO) -> Iterator[Callable[[int, float | None], None]]:
    """A bar with rows, rows a second and the time left; it takes the rows done and the share of all."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, TaskProgressColumn, TimeRemainingColumn
    from rich.text import Text

    class Speed(ProgressColumn):
        """Rows, and rows a second."""

        def render(self, task: Any) -> Text:
            """The text of the column."""
            done, seconds = task.fields["rows"], task.elapsed or 0.0
            speed = f", {done / seconds:,.0f} rows/s" if seconds > 0 else ""
            return Text(f"{done:,} rows{speed}")

    shown = (BarColumn(), TaskProgressColumn(), Speed(), TimeRemainingColumn())
    progress = Progress(*shown, console=Console(file=stream), transient=True)
    task, begun = progress.add_task("", total=None, rows=0), monotonic()

    def follow(done: int, share: float | None) -> None:
        total = None if share is None else 1.0
        progress.update(task, total=total, completed=share or 0.0, rows=done)
        if not progress.live.is_started and monotonic() - begun > PATIENCE:
            progress.start()

    try:
        yield follow
    finally:
        progress.stop()
