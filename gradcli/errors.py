"""What went wrong, where, and what to do about it: errors and warnings as data, never printed here."""

from __future__ import annotations

from typing import NamedTuple

from gradcli.source import Source, Span

EXIT_STATUS = {
    "check": 1,
    "usage": 2,
    "input": 2,
    "parse": 3,
    "name": 4,
    "domain": 5,
    "overflow": 5,
    "derivative": 6,
    "batch": 7,
}
"""The exit status that goes with the word before the dot of an error code."""


class Label(NamedTuple):
    """A further place an error points at, and what is said of it."""

    span: Span
    text: str


def in_calls(within: tuple[Span, ...]) -> tuple[Label, ...]:
    """The innermost of the calls that a place in a definition was reached by, as further places."""
    return tuple(Label(span, "in this call") for span in reversed(within[-3:]))


class GradcliError(Exception):
    """A fault in what a person asked for.

    `code` is a word pair such as `parse.unclosed-bracket`; `message` says what is wrong, `span` where in
    `source` (None when no place in a text is meant), `help` what to do, `labels` point at further places.
    """

    def __init__(
        self,
        code: str,
        message: str,
        source: Source | None = None,
        span: Span | None = None,
        help: str | None = None,
        labels: tuple[Label, ...] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.source = source
        self.span = span
        self.help = help
        self.labels = labels

    def __reduce__(self) -> tuple[type[GradcliError], tuple[object, ...]]:
        """So that it can be sent from one process to another."""
        return GradcliError, (self.code, self.message, self.source, self.span, self.help, self.labels)

    @property
    def exit_status(self) -> int:
        """The exit status of the command line for this error."""
        return EXIT_STATUS[self.code.partition(".")[0]]
