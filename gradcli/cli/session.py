"""One run of the command: the text it is about, and where its lines go."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from gradcli.render.screen import Line


@dataclass(slots=True)
class Session:
    """`text` is the formula as far as it is known, for the document of a failure."""

    text: str = ""

    def show(self, lines: Iterable[Line], stream: TextIO | None = None) -> None:
        """Prints styled lines, on standard output unless said otherwise."""
        from gradcli.render import screen

        screen.write(lines, stream or sys.stdout)

    def print(self, text: str) -> None:
        """Prints a text as it is."""
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
