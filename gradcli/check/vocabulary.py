"""Symbols, constants, numbers and functions of SymPy become the words of gradcli's own language for them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from decimal import Decimal
from typing import NamedTuple

import sympy

from gradcli.backends.symbols import Symbolic
from gradcli.expression import Expression, Name, Number
from gradcli.graph import rule_formula
from gradcli.sharing import SPELLINGS
from gradcli.source import Span

LONGEST = 1000
"""Digits of a number, at most."""
READABLE = 1000
"""The largest number that is written above or below a fraction where a short decimal says the same."""
NOWHERE = Span(0, 0)
"""The span of what was never typed."""
RENAMED = {
    "Abs": "abs",
    "ceiling": "ceil",
    "Max": "max",
    "Min": "min",
    "loggamma": "lgamma",
    "LambertW": "lambertw",
    "Ei": "ei",
    "Si": "si",
    "Ci": "ci",
    "Mod": "mod",
    "Heaviside": "step",
}
"""Functions whose names in SymPy are not those of the rule table; where a name is in both, it means the same."""
CONSTANTS = {sympy.pi: "pi", sympy.E: "e", sympy.oo: "inf"}
WRITTEN = {sympy.EulerGamma: "-digamma(1)", sympy.GoldenRatio: "(1 + sqrt(5))/2"}
"""Constants that have no name."""
UNREAL = (sympy.nan, sympy.zoo, sympy.I)


class Inexpressible(Exception):
    """The language has no word for something in SymPy's expression, or it would be too long; says which."""


class Words(NamedTuple):
    """What symbols stand for: `names` are variables, with those that the formula binds; others are in `stand_ins`."""

    names: Collection[str]
    stand_ins: Mapping[Symbolic, Expression]

    def of_symbol(self, symbol: Symbolic) -> Expression:
        """The name of a variable, or what a symbol stands for. Raises Inexpressible for SymPy's own symbols."""
        if symbol in self.stand_ins:
            return self.stand_ins[symbol]
        if isinstance(symbol, sympy.Dummy) or symbol.name not in self.names:
            raise Inexpressible("SymPy's answer has a variable of its own")
        return Name(symbol.name, NOWHERE)

    def of_constant(self, name: str) -> Expression:
        """A constant of the language, by its name if that still means it."""
        return rule_formula(SPELLINGS[name]).result if name in self.names else Name(name, NOWHERE)


def fraction(size: Symbolic) -> tuple[list[Number], list[Number]]:
    """A rational number that is not negative: what stands above and below the line, nothing for 1."""
    above, below = int(size.p), int(size.q)
    if max(above.bit_length(), below.bit_length()) > 3 * LONGEST:
        raise Inexpressible(f"too long: SymPy's derivative has a number of more than {LONGEST:,} digits")
    shift = decimals(below) if max(above, below) > READABLE else 0
    if shift:
        exact = Decimal((0, tuple(map(int, str(above * 10**shift // below))), -shift))
        return [decimal(str(exact))], []
    return (
        [Number(str(above), NOWHERE)] if above != 1 else [],
        [Number(str(below), NOWHERE)] if below != 1 else [],
    )


def decimals(below: int) -> int:
    """How many decimals a fraction with this denominator has, in lowest terms; 0 where it has no end."""
    counts = []
    for prime in (2, 5):
        count = 0
        while below % prime == 0:
            below, count = below // prime, count + 1
        counts.append(count)
    return max(counts) if below == 1 else 0


def decimal(text: str) -> Number:
    """A number as SymPy or Python writes it, without zeros at the end."""
    digits, _, exponent = text.lower().partition("e")
    digits = digits.rstrip("0").rstrip(".") if "." in digits else digits
    power = int(exponent or "0")
    return Number(f"{digits}e{power}" if power else digits, NOWHERE)
