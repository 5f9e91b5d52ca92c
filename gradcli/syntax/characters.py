"""Characters to names in their one spelling, and to errors where a character has no meaning."""

from __future__ import annotations

import re
import unicodedata

from gradcli.errors import GradcliError
from gradcli.source import Source, Span

LETTERS = frozenset({"Lu", "Ll", "Lt", "Lo"})
SUBSCRIPTS = frozenset("₀₁₂₃₄₅₆₇₈₉")
KEYWORDS = frozenset({"if", "else", "or", "and", "not"})
CONSTANTS = {"π": "pi", "τ": "tau", "∞": "inf"}
PRIMES = frozenset("'’′")

SHOWN = 40
"""The longest piece of the user's text that is repeated in a help line."""
MODULES = frozenset({"np", "numpy", "jnp", "math", "cmath", "Math", "torch", "tf", "sp", "sympy", "mpmath", "scipy"})
"""What stands before a point in programs, and is not needed here."""
GROUPING = "['’′]"
LOOK = 60
"""How far around a character a cure is looked for."""

HINTS = {
    "%": "write the remainder as `mod(a, b)`",
    "&": "write `and` between two conditions",
    "∧": "write `and` between two conditions",
    "∨": "write `or` between two conditions",
    "¬": "write `not` before a condition",
    "~": "write `not` before a condition",
    "'": "names and numbers stand without quotes",
    '"': "names and numbers stand without quotes",
    "‘": "names and numbers stand without quotes",
    "’": "names and numbers stand without quotes",
    "“": "names and numbers stand without quotes",
    "”": "names and numbers stand without quotes",
    "`": "names and numbers stand without quotes",
    "{": "group with round brackets: `(x + 1)*2`",
    "}": "group with round brackets: `(x + 1)*2`",
    "\\": "LaTeX is not read: write `sqrt(x)`, `a/b`, `alpha`",
    "$": "LaTeX is not read: write `sqrt(x)`, `a/b`, `alpha`",
    ":": "bind a name with `=`: `u = x*y; u^2`; choose with `if(c, a, b)`",
    "?": "choose with `if(c, a, b)` or `a if c else b`",
    ".": "a number needs a digit beside its point: `0.5`; a product is `*`",
    "°": "write `30*deg`; angles are in radians",
    "∛": "write `cbrt(x)`",
    "∑": "write `sum(expression, i, from, to)`",
    "∏": "write `prod(expression, i, from, to)`",
    "∫": "gradcli differentiates; it does not integrate",
    "∇": "gradcli differentiates by itself: leave the sign out",
    "≈": "compare with `==`, or with `abs(a - b) < 1e-9`",
    "⁺": "write the power with `^`: `x^2`",
    "⁻": "write the power with `^`: `x^-1`",
    "ⁿ": "write the power with `^`: `x^n`",
    "ᵀ": "gradcli knows numbers only; there is nothing to transpose",
    "½": "write `1/2`",
    "⅓": "write `1/3`",
    "¼": "write `1/4`",
    "¾": "write `3/4`",
    "—": "write minus as `-`",
    "‐": "write minus as `-`",
    "‑": "write minus as `-`",
    "∙": "write a product as `*`",
    "∗": "write a product as `*`",
    "•": "write a product as `*`",
    "∕": "write a division as `/`",
    "⁄": "write a division as `/`",
    "@": "gradcli knows numbers only; write a product as `*`",
    "…": "write every term, or `sum(expression, i, from, to)`",
}


def unreadable(source: Source, offset: int) -> GradcliError:
    """The error for the character at `offset`, which begins no word or sign of the language."""
    character = source.text[offset]
    span = Span(offset, offset + 1)
    before = source.text[max(0, offset - 1) : offset]
    follows_name = before.isalnum() or before in {")", "_", *PRIMES}
    cure = from_its_surroundings(source.text, offset)
    if cure:
        return GradcliError("parse.character", described(source, offset), source, span, cure)
    if character == "∂" or (character in PRIMES and follows_name):
        return derivative(source, span, "drop it and name the variable with `--wrt`: `--wrt x`")
    return GradcliError("parse.character", described(source, offset), source, span, hint(character))


def from_its_surroundings(text: str, offset: int) -> str | None:
    """What to type where a character is known from a programming language: `np.exp(x)`, `1'000`."""
    around = text[max(0, offset - LOOK) : offset + LOOK]
    here = min(offset, LOOK)
    if text[offset] == ".":
        module = re.search(r"(?:[^\W\d]\w*\.)*[^\W\d]\w*\Z", around[:here])
        member = re.match(r"((?:[^\W\d]\w*\.)*)([^\W\d]\w*)(\s*\()?", around[here + 1 :])
        if module and member and (member[3] or module[0] in MODULES):
            call = "(...)" if member[3] else ""
            return f"drop `{module[0]}.{member[1]}`: write `{member[2]}{call}`"
    if text[offset] in PRIMES:
        before = re.search(r"(?<!\w)\d+(?:['’′]\d+)*\Z", around[:here])
        after = re.match(r"(?:['’′]\d+)+", around[here:])
        if before and after:
            return f"digits are grouped with `_`: write `{re.sub(GROUPING, '_', before[0] + after[0])}`"
    return None


def derivative(source: Source, span: Span, help: str) -> GradcliError:
    """The error for a sign of differentiation at `span`."""
    message = f"{code(source.at(span))} asks for a derivative, which gradcli takes by itself"
    return GradcliError("parse.derivative", message, source, span, help)


def code(text: str) -> str:
    """`text` between backticks, on one line and with nothing in it that a terminal could stumble over."""
    return "`" + "".join(character if character.isprintable() else " " for character in text) + "`"


def described(source: Source, offset: int) -> str:
    """What is said of the character at `offset`: itself where it can be shown, code point, column."""
    character = source.text[offset]
    column = source.place(Span(offset, offset + 1)).start + 1
    shown = f"{code(character)} (U+{ord(character):04X})" if character.isprintable() else f"U+{ord(character):04X}"
    return f"the character {shown} at column {column} has no meaning here"


def hint(character: str) -> str:
    """What to type instead of `character`."""
    if character in HINTS:
        return HINTS[character]
    if unicodedata.category(character) in ("Zs", "Zl", "Zp") or character in "\v\f":
        return "type a plain space"
    if character.isdecimal():
        return f"type `{unicodedata.digit(character)}`"
    plain = unicodedata.normalize("NFKC", character)
    if plain != character and plain.isascii() and plain.isprintable():
        return f"type {code(plain)}"
    return "remove it, or spell it with letters"


def name(source: Source, written: str, start: int) -> str:
    """The one spelling of a name written with more than ASCII at `start`: `x₁` is `x1`, `π` is `pi`.

    NFKC makes one name of the same letters typed in different ways (unicode.org/reports/tr15).
    """
    if written in CONSTANTS:
        return CONSTANTS[written]
    for offset, character in enumerate(written):
        if not (character.isascii() or is_name_part(character, offset)):
            raise unreadable(source, start + offset)
    spelling = unicodedata.normalize("NFKC", written)
    # A few letters stand for whole phrases, and a few words turn out to be keywords.
    if spelling in KEYWORDS or not spelling.isidentifier():
        raise unreadable(source, start)
    return spelling


def is_name_part(character: str, offset: int) -> bool:
    """Can this character, outside ASCII, stand at `offset` of a name?"""
    return unicodedata.category(character) in LETTERS or (offset > 0 and character in SUBSCRIPTS)
