"""Names become LaTeX: `x1` is x_{1}, `alpha` and `α` are \\alpha, `temperature` stands upright."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable

GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "varepsilon", "ζ": "zeta", "η": "eta",
    "θ": "theta", "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi",
    "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau", "υ": "upsilon", "φ": "varphi", "χ": "chi",
    "ψ": "psi", "ω": "omega",
    "Γ": "Gamma", "Δ": "Delta", "Θ": "Theta", "Λ": "Lambda", "Ξ": "Xi", "Π": "Pi", "Σ": "Sigma",
    "Υ": "Upsilon", "Φ": "Phi", "Ψ": "Psi", "Ω": "Omega",
    "ϵ": "epsilon", "ϑ": "vartheta", "ϖ": "varpi", "ϱ": "varrho", "ς": "varsigma", "ϕ": "phi", "µ": "mu",
}  # fmt: skip
"""The letters that LaTeX has commands for, and these; the others look like Latin ones."""
COMMANDS = frozenset(GREEK.values())
ACCENTS = {
    "\u0300": r"\grave", "\u0301": r"\acute", "\u0302": r"\hat", "\u0303": r"\tilde", "\u0304": r"\bar",
    "\u0306": r"\breve", "\u0307": r"\dot", "\u0308": r"\ddot", "\u030c": r"\check",
}  # fmt: skip
NAME = re.compile(r"(?P<stem>[^\W\d_]+)(?P<digits>[0-9]*)(?P<rest>(_[^\W_]+)*)")


def spelled(names: Iterable[str], taken: Collection[str] = ()) -> dict[str, str]:
    """How each name is set: no two alike and none like what is `taken`, but upright and at worst with primes."""
    found: dict[str, str] = {}
    used = set(taken)
    for name in names:
        shown = next((shown for shown in (symbol(name), upright(name)) if shown not in used), "")
        while not shown or shown in used:
            shown = f"{shown or upright(name)}'"
        found[name] = shown
        used.add(shown)
    return found


def symbol(name: str) -> str:
    """A name as a letter or a word with its indices below."""
    parts = NAME.fullmatch(name)
    if parts is None:
        return upright(name)
    indices = [parts["digits"], *parts["rest"].split("_")]
    below = ",".join(word(index) for index in indices if index)
    return f"{word(parts['stem'])}_{{{below}}}" if below else word(parts["stem"])


def word(text: str) -> str:
    """Letters and digits without an index: a Greek letter, a letter, or an upright word; Greek before a word is set."""
    if text in COMMANDS:
        return f"\\{text}"
    if text.isdecimal() and text.isascii():
        return text
    rest = text.lstrip("".join(GREEK))
    commands = [f"\\{GREEK[sign]}" for sign in text[: len(text) - len(rest)]]
    sign = letter(rest) if len(rest) == 1 else ""
    is_plain = not rest or sign == rest or sign.startswith("\\")
    return " ".join([*commands, *filter(None, [sign if is_plain else upright(rest)])])


def upright(text: str) -> str:
    """A word in upright letters."""
    return rf"\mathrm{{{''.join(map(letter, text))}}}"


def letter(sign: str) -> str:
    """One sign as pdfTeX can set it; one that it has no letter for by its number."""
    if sign == "_":
        return r"\_"
    if sign.isascii():
        return sign
    if sign in GREEK:
        return GREEK[sign]
    parts = unicodedata.normalize("NFD", sign)
    if len(parts) == 2 and parts[0].isascii() and parts[1] in ACCENTS:
        return f"{ACCENTS[parts[1]]}{{{parts[0]}}}"
    return f"U{ord(sign):04X}"
