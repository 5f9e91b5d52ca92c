"""A name that nobody knows becomes the product or the call that it runs together: `xy`, `sinx`, `xsin`."""

from __future__ import annotations

from collections.abc import Collection

from gradcli import rules
from gradcli.expression import HIDDEN
from gradcli.syntax.characters import CONSTANTS, SHOWN


def product_of(name: str, known: Collection[str]) -> str | None:
    """`x*y` for `xy`, if `name` is made of known names; the fewest win.

    Constants of the language in ASCII do not count for themselves: `pie` is hardly pi*e, but `πe` is.
    """
    if len(name) > SHOWN:
        return None
    spellings = {**{constant: constant for constant in rules.constant_names()}, **CONSTANTS}
    spellings |= {given: given for given in known if HIDDEN not in given}
    parts: list[tuple[str, ...] | None] = [(), *[None] * len(name)]
    for end in range(1, len(name) + 1):
        for start in range(end):
            before, piece = parts[start], name[start:end]
            if before is not None and piece in spellings:
                found, shortest = (*before, spellings[piece]), parts[end]
                if shortest is None or len(found) < len(shortest):
                    parts[end] = found
    whole = parts[-1]
    says_so = whole and (any(part in known for part in whole) or any(letter in CONSTANTS for letter in name))
    return "*".join(whole) if whole and says_so else None


def call_in(name: str, known: Collection[str]) -> str | None:
    """`sin(x)` for `sinx`, if `name` begins with a function and goes on with known names, or with x, y, z or t."""
    for end in range(min(len(name), SHOWN) - 1, 1, -1):
        rule = rules.find(name[:end], 1)
        if name[:end] in rules.names() and rule is not None and rule.takes(1):
            argument = name[end:] if name[end:] in ("x", "y", "z", "t") else product_of(name[end:], known)
            if argument:
                return f"{name[:end]}({argument})"
    return None


def product_with_call(name: str, known: Collection[str]) -> str | None:
    """`x*sin` for `xsin`, if `name` is made of known names and a function at its end."""
    for start in range(1, min(len(name), SHOWN) - 1):
        factor = product_of(name[:start], known) if name[start:] in rules.names() else None
        if factor:
            return f"{factor}*{name[start:]}"
    return None
