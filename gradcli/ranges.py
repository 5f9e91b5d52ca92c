"""A range as a person writes it, `[1, 2]` or `1.5±0.1`, becomes the texts of its ends."""

from __future__ import annotations

from gradcli.errors import GradcliError
from gradcli.source import Source, Span

SPREADS = ("±", "+/-")
"""What stands between a number and how far it may be off. Not `+-`: `1.5+-0.1` is a sum."""
MOST_PARTS = 100_000
"""The most parts that a box is cut in."""
FORM = "write a range as `[1, 2]` or `1.5±0.1`"


def ends(text: str, name: str, origin: str) -> tuple[str, str] | None:
    """The constant expressions of both ends of a range; None for what is no range. Raises GradcliError."""
    text = text.strip()
    if text.startswith("[") and text.endswith("]"):
        pieces = parted(text[1:-1], ",")
        if len(pieces) != 2 or not all(pieces):
            message = f"the range of `{name}` needs two ends, separated by a comma"
            raise GradcliError("name.value", message, Source(text, f"{origin} {name}"), Span(0, len(text)), FORM)
        return pieces[0], pieces[1]
    for sign in SPREADS:
        pieces = parted(text, sign)
        if len(pieces) == 2 and all(pieces):
            middle, spread = pieces
            return f"({middle}) - ({spread})", f"({middle}) + ({spread})"
    return None


def parted(text: str, sign: str) -> list[str]:
    """The pieces of `text` between the signs that stand outside brackets."""
    pieces, start, depth = [], 0, 0
    for position, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        if depth == 0 and position >= start and text.startswith(sign, position):
            pieces.append(text[start:position].strip())
            start = position + len(sign)
    return [*pieces, text[start:].strip()]


def require_order(low: float, high: float, name: str, text: str = "") -> None:
    """Refuses a range whose ends are the wrong way round."""
    if low > high:
        source = Source(text, name) if text else None
        span = Span(0, len(text)) if text else None
        help = "write the smaller end first, and a spread that is not negative"
        raise GradcliError("name.value", f"the range of `{name}` ends before it begins", source, span, help)
