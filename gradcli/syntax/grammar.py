"""The grammar's text to lark's parser, by way of a table that saves working it out at every start.

`python -m gradcli.syntax.grammar` writes the table anew after a change of the grammar.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from os.path import dirname, isdir, join, realpath
from typing import Any

import lark
from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

TEXT = "gradcli.lark"
TABLE = "table.json"


def folder() -> str:
    """Where the grammar is: inside the installed package, or beside it in a working copy."""
    package = dirname(dirname(realpath(__file__)))
    inside = join(package, "grammar")
    return inside if isdir(inside) else join(dirname(package), "grammar")


def content(name: str) -> str:
    """The text of a file of the grammar."""
    with open(join(folder(), name), encoding="utf-8") as file:
        return file.read()


def text() -> str:
    """The grammar as it is written."""
    return content(TEXT)


def key(grammar: str) -> str:
    """What a table must have been made from to be of use: this grammar, by this lark."""
    return f"lark {lark.__version__}, sha256 {sha256(grammar.encode()).hexdigest()}"


@cache
def parser() -> Lark:
    """The parser, from the table where it fits the grammar, else from the grammar itself, only slower."""
    grammar = text()
    return load(grammar) or make(grammar)


def make(grammar: str) -> Lark:
    """The parser worked out from the grammar's text."""
    # The basic lexer reads the same word the same way everywhere, which the pass over tokens relies on.
    return Lark(grammar, parser="lalr", lexer="basic", maybe_placeholders=False)


def load(grammar: str) -> Lark | None:
    """The parser from the table, or None where the table is missing, damaged or made from something else."""
    try:
        table = json.loads(content(TABLE))
        if table["key"] != key(grammar):
            return None
        states = table["data"]["parser"]["parser"]
        states["tokens"] = numbered(states["tokens"])
        states["states"] = {state: numbered(moves) for state, moves in numbered(states["states"]).items()}
        table["memo"] = numbered(table["memo"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return Lark.load(table)  # given a dict, lark unpickles nothing


def numbered(items: dict[str, Any]) -> dict[int, Any]:
    """`items` with the whole-number keys that JSON had to write as text."""
    return {int(key): item for key, item in items.items()}


def dump(grammar: str) -> str:
    """The table for `grammar`."""
    data, memo = make(grammar).memo_serialize([TerminalDef, Rule])
    return json.dumps({"key": key(grammar), "data": data, "memo": memo}, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    with open(join(folder(), TABLE), "w", encoding="utf-8") as file:
        file.write(dump(text()))
