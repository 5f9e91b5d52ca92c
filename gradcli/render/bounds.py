"""Bounds over a box become the lines that `gradcli eval` prints for it, and a JSON document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gradcli.ranges import MOST_PARTS
from gradcli.render import answer as answers
from gradcli.render import trace
from gradcli.render.document import head, note, number
from gradcli.render.screen import Line, Piece, columns, line, wrapped

if TYPE_CHECKING:
    from gradcli.boxes import Bounds, Extent

BOUNDS = "gradcli/bounds/1"
WORDS = {
    "increasing": "increasing in {}",
    "nondecreasing": "nowhere decreasing in {}",
    "constant": "constant in {}",
    "nonincreasing": "nowhere increasing in {}",
    "decreasing": "decreasing in {}",
}
"""What is said of each way in which a value moves."""
MORE = 16
"""How many times as many parts are proposed."""


def text(extent: Extent) -> str:
    """Both ends, or the one number that they are."""
    is_number = extent.low_text == extent.high_text
    return extent.low_text if is_number else f"[{extent.low_text}, {extent.high_text}]"


def answer(found: Bounds) -> list[Line]:
    """The formula as read, the box, and the bounds."""
    size = max([9, *(columns(name) + 2 for name in found.gradient)])
    shown = [text(extent) for extent in (found.value, *found.gradient.values()) if extent]
    room = max(map(columns, shown))
    lines = [*answers.reading(found.formula), *box(found), line()]
    lines.append(line(Piece(trace.padded("value", size), "head"), " ", Piece(text(found.value), "number")))
    if found.gradient:
        lines.append(line(Piece("gradient", "head")))
    for name, extent in found.gradient.items():
        title = Piece("  " + trace.padded(name, size - 2), "name")
        if extent is None:
            lines += wrapped(
                line(title, " ", Piece("not known", "warning"), f": {found.unknown[name].message}"), size + 1
            )
            continue
        moves = WORDS[found.monotone[name]].format(name) if name in found.monotone else ""
        said = f"  {moves} over this box" if moves else ""
        number = trace.padded(text(extent), room) if said else text(extent)
        lines.append(line(title, " ", Piece(number, "number"), Piece(said, "good")))
    return [*lines, line(), *footer(found)]


def box(found: Bounds) -> list[Line]:
    """The numbers that are allowed for each name."""
    ranges = [
        f"{name} = {extent.low_text}" if extent.low_text == extent.high_text else f"{name} in {text(extent)}"
        for name, extent in found.box.items()
    ]
    return wrapped(line(Piece("box    ", "head"), f"   {', '.join(ranges)}"), 10)


def footer(found: Bounds) -> list[Line]:
    """What the bounds are worth, and what may tighten them."""
    parts = "in one piece" if found.parts == 1 else f"cut in {found.parts} parts"
    count = min(found.parts * MORE, MOST_PARTS)
    more = f"; `--split {count}` may tighten them" if count > found.parts and not found.is_final else ""
    return wrapped(line(Piece("bounds ", "head"), f"   proven for all of the box, {parts}{more}"), 10)


def numbers(found: Bounds) -> list[Line]:
    """Just the numbers, a name and both ends a line, with tabs between them; nan where they are not known."""
    pairs = [("value", found.value), *found.gradient.items()]
    return [
        line(f"{name}\t{extent.low_text}\t{extent.high_text}" if extent else f"{name}\tnan\tnan")
        for name, extent in pairs
    ]


def document(found: Bounds) -> dict[str, Any]:
    """The document of bounds."""
    return {
        **head(BOUNDS, found.formula),
        "box": {name: ends(extent) for name, extent in found.box.items()},
        "value": ends(found.value),
        "gradient": {name: extent and ends(extent) for name, extent in found.gradient.items()},
        "monotone": dict(found.monotone),
        "unknown": {name: {"message": why.message, "span": list(why.span)} for name, why in found.unknown.items()},
        "parts": found.parts,
        "warnings": list(map(note, found.warnings)),
    }


def ends(extent: Extent) -> list[float | str | None]:
    """Both ends as doubles, rounded outward."""
    return [number(extent.low), number(extent.high)]
