"""Text to Formula: what a person typed, as a syntax tree."""

from __future__ import annotations

from collections.abc import Collection

from gradcli.expression import Formula
from gradcli.source import Source

__all__ = ["parse"]


def parse(source: Source | str, functions: Collection[str] = frozenset()) -> Formula:
    """The formula that `source` says.

    `functions` are the names known to be functions; they decide how `sin^2(x)` is read and what the error
    for `sin x` offers. Raises GradcliError with a code `parse.*`, and nothing else, whatever the text is.
    """
    # Imported here so that only a command that reads a formula pays for loading lark.
    from gradcli.syntax.reading import read

    return read(Source(source) if isinstance(source, str) else source, functions)
