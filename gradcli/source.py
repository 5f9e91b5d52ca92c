"""The text a person typed, and places in it: offsets to lines and columns."""

from dataclasses import dataclass
from typing import NamedTuple


class Span(NamedTuple):
    """A half-open stretch of source text, in code points."""

    start: int
    end: int

    def to(self, other: "Span") -> "Span":
        """The stretch from the start of this span to the end of `other`."""
        return Span(self.start, other.end)


class Place(NamedTuple):
    """One line of the source and the part of it a span covers, columns counted from 0."""

    number: int
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Source:
    """A text to read, and the name it goes by in messages (`formula`, a file, an option)."""

    text: str
    name: str = "formula"

    def place(self, span: Span) -> Place:
        """The line where `span` begins (numbered from 1), and the columns of the span in it."""
        start = min(span.start, len(self.text))
        first = self.text.rfind("\n", 0, start) + 1
        last = self.text.find("\n", start)
        last = len(self.text) if last < 0 else last
        number = self.text.count("\n", 0, start) + 1
        return Place(number, self.text[first:last], start - first, min(max(span.end, start), last) - first)

    def at(self, span: Span) -> str:
        """The text that `span` covers."""
        return self.text[span.start : span.end]
