"""Formulas of ../shared/cases, their derivatives as text, and mistakes planted in these. For tests only."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import sympy

import gradcli
from gradcli.backends import symbols
from gradcli.check.claims.translation import translated
from gradcli.expansion import expanded

CASES = Path(__file__).parents[3] / "shared" / "cases"
FUNCTIONS = {
    "exp", "log", "sin", "cos", "tan", "cot", "sec", "csc", "asin", "acos", "atan", "acot", "asec", "acsc", "sinh", "cosh", "tanh",
    "coth", "sech", "csch", "asinh", "acosh", "atanh", "acoth", "asech", "acsch", "atan2", "erf", "erfc", "gamma", "zeta", "sign",
}  # fmt: skip
OTHERS = {"Abs": "abs", "LambertW": "lambertw", "Ei": "ei", "Si": "si", "Ci": "ci", "floor": "floor", "ceiling": "ceil"}


class Pair(NamedTuple):
    """A formula and its derivative by a name, as text, and a point where both have values."""

    id: str
    formula: str
    name: str
    derivative: str
    at: Mapping[str, float]


class Unwritable(Exception):
    """The language has no word for a SymPy expression."""


def rows(file: str) -> list[dict[str, Any]]:
    path = CASES / f"{file}.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def published() -> list[Pair]:
    """The published pairs of formula and derivative, each once."""
    found: dict[tuple[str, str], Pair] = {}
    for row in rows("derivative_pairs"):
        derivative = row["note"].removeprefix("published derivative: ").rpartition(";")[0]
        (name,) = row["gradient"]
        found.setdefault((row["expr"], name), Pair(row["id"], row["expr"], name, derivative, row["at"]))
    return list(found.values())


def differentiated(file: str, count: int) -> Iterator[Pair]:
    """`count` formulas of a file, evenly chosen, with the derivative that SymPy finds, by one of their names each."""
    cases = {
        row["expr"]: row for row in rows(file) if row["gradient"] and all(map(is_number, row["gradient"].values()))
    }
    chosen = list(cases.values())
    taken = 0
    for turn, row in enumerate(chosen[:: max(1, len(chosen) // (count + count // 3))]):
        names = [name for name, slope in row["gradient"].items() if slope]
        if not names or taken >= count:
            continue
        name = names[turn % len(names)]
        try:
            derivative = text(sympy_of(row["expr"], row["at"]).diff(symbols.variable(name)))
        except Unwritable:
            continue
        taken += 1
        yield Pair(row["id"], row["expr"], name, derivative, row["at"])


def is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and math.isfinite(value)


def sympy_of(formula: str, names: Mapping[str, float]) -> Any:
    """What SymPy makes of a formula."""
    return translated(expanded(gradcli.parse(formula)), names).expression


def text(expression: Any) -> str:
    """A SymPy expression in gradcli's language, with more brackets than a person would type."""
    if expression.is_Symbol:
        return str(expression.name)
    if expression is sympy.pi:
        return "pi"
    if expression is sympy.E:
        return "e"
    if expression.is_Rational:
        return f"({expression.p}/{expression.q})" if expression.q != 1 else f"({expression.p})"
    if expression.is_Float:
        return f"({expression!s})".replace("e+", "e")
    parts = [text(part) for part in expression.args]
    if expression.is_Add:
        return f"({' + '.join(parts)})"
    if expression.is_Mul:
        return f"({'*'.join(parts)})"
    if expression.is_Pow:
        return f"(({parts[0]})^({parts[1]}))"
    name = type(expression).__name__
    if name in FUNCTIONS or name in OTHERS:
        return f"{OTHERS.get(name, name)}({', '.join(parts)})"
    raise Unwritable(name)


def mistakes(pair: Pair) -> Iterator[tuple[str, str]]:
    """Wrong derivatives, by the kind of mistake; those that happen to be right at the pair's point are left out."""
    for kind, wrong in candidates(pair):
        if is_mistake(pair, wrong):
            yield kind, wrong


def candidates(pair: Pair) -> Iterator[tuple[str, str]]:
    yield "sign", f"-({pair.derivative})"
    yield "factor", f"2*({pair.derivative})"
    yield "small factor", f"1.001*({pair.derivative})"
    expression = sympy_of(pair.formula, pair.at)
    for make in (without_chain_factor, by_another_name):
        try:
            found = make(pair, expression)
        except Unwritable:
            continue
        if found:
            yield make.__name__, found


def without_chain_factor(pair: Pair, expression: Any) -> str:
    """The derivative in which one inner function is taken for the variable itself."""
    variable = symbols.variable(pair.name)
    for outer in sympy.preorder_traversal(expression):
        if not (outer.is_Function or (outer.is_Pow and outer.exp.is_number)) or not outer.has(variable):
            continue
        inner = outer.args[0]
        if not isinstance(inner, sympy.Expr) or inner.is_Symbol or not inner.has(variable) or inner.diff(variable) == 1:
            continue
        taken = sympy.Dummy(real=True)
        opened = expression.xreplace({outer: outer.func(taken, *outer.args[1:])})
        return text((opened.diff(variable) + opened.diff(taken)).xreplace({taken: inner}))
    return ""


def by_another_name(pair: Pair, expression: Any) -> str:
    """The derivative by the wrong name."""
    others = [name for name in pair.at if name != pair.name and expression.has(symbols.variable(name))]
    return text(expression.diff(symbols.variable(others[0]))) if others else ""


def is_mistake(pair: Pair, wrong: str) -> bool:
    """Is a derivative wrong, in plain doubles, at the pair's point or beside it?"""
    for shift in (0.0, 0.001):
        at = {name: number * (1 + shift * place) for place, (name, number) in enumerate(pair.at.items(), start=1)}
        try:
            claimed, true = gradcli.evaluate(wrong, at).value, gradcli.evaluate(pair.formula, at).gradient[pair.name]
        except gradcli.GradcliError:
            continue
        if not math.isclose(claimed, true, rel_tol=1e-7, abs_tol=1e-14):
            return True
    return False
