"""A formula becomes the source text of a Python function, on `math` and, for what that lacks, SciPy and mpmath."""

from __future__ import annotations

import keyword
import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from gradcli import rules
from gradcli.expression import (
    AND,
    ATOM,
    COMPARISON,
    HIDDEN,
    NOT,
    OR,
    POSTFIX,
    POWER,
    PRODUCT,
    SIGN,
    SUM,
    Binding,
    Call,
    Expression,
    Formula,
    Name,
    Number,
    fold,
)
from gradcli.graph import rule_formula
from gradcli.render.demand import Demand, demand_of, shallow
from gradcli.rules.rule import COMPARISONS, Rule

LARGEST_EXPONENT = 1000
"""Larger ones are left to `math.pow`: whole numbers, as arguments may be, would take Python ages."""
EXACT = 2**53
"""Whole numbers below it are doubles; beyond, Python would compute with all their digits."""
CONSTANTS = {constant.name: constant.python for constant in rules.CONSTANTS}
BUILTINS = ("abs", "cache", "float", "int", "list", "math", "max", "min", "mpmath", "round", "scipy")
"""Names that the code uses besides its own."""
KEYWORDS = frozenset((*keyword.kwlist, "__debug__"))
"""What Python lets no variable be called."""
PATH = re.compile(r"[a-z][\w.]*")
OPERATORS = {"+": (SUM, " + "), "-": (SUM, " - "), "*": (PRODUCT, "*"), "/": (PRODUCT, "/")}
CONNECTIVES = {"or": OR, "and": AND}
CHOICE = OR - 1
"""How tightly `a if c else b` holds together."""


class Code(NamedTuple):
    """An expression in Python, and how tightly it holds together."""

    text: str
    level: int = ATOM


def function(formula: Formula, parameters: Sequence[str], *, name: str = "derivative", about: str = "") -> str:
    """The source of a module with a function `name` of `parameters`, which returns the output, or a list of several.

    `about` becomes its docstring. What only one side of a choice needs is computed there only.
    """
    bindings, results = shallow(formula)
    helpers = helpers_of([*(binding.value for binding in bindings), *results])
    bound = [binding.name for binding in bindings]
    names = identifiers(dict.fromkeys([*parameters, *bound]), {name, *BUILTINS, *helpers})
    demand = demand_of(bindings, results)
    spelled = CONSTANTS | names | {each: f"{names[each]}()" for each in demand.sometimes}
    lines = [f"def {name}({', '.join(names[parameter] for parameter in parameters)}):"]
    if about:
        escaped = about.replace("\\", "\\\\").replace('"', '\\"')
        lines.append(f'    """{escaped}"""')
    for binding in bindings:
        lines += statement(binding, names[binding.name], demand, spelled)
    values = ", ".join(written(result, spelled).text for result in results)
    lines.append(f"    return [{values}]" if formula.is_vector else f"    return {values}")
    parts = [*helpers.values(), "\n".join(lines)]
    return "\n\n\n".join(filter(None, ["\n".join(imports("\n".join(parts), demand)), *parts])) + "\n"


def identifiers(names: Iterable[str], taken: Collection[str]) -> dict[str, str]:
    """Each name, with an underscore after it where that means something else in Python."""
    found: dict[str, str] = {}
    used = {*KEYWORDS, *taken}
    for name in names:
        identifier = name.replace(HIDDEN, "_")
        while identifier in used:
            identifier += "_"
        found[name] = identifier
        used.add(identifier)
    return found


def statement(binding: Binding, name: str, demand: Demand, names: Mapping[str, str]) -> list[str]:
    """A binding: a variable, or a function that is called where it is needed, and computes once."""
    if binding.name in demand.always:
        return [f"    {name} = {written(binding.value, names).text}"]
    if binding.name not in demand.sometimes:
        return []
    return ["    @cache", f"    def {name}():", f"        return {written(binding.value, names).text}", ""]


def imports(source: str, demand: Demand) -> list[str]:
    """The imports that a source text needs."""
    modules = [module for module in ("math", "mpmath", "scipy.special") if re.search(rf"(?<![\w.]){module}\.", source)]
    return [f"import {module}" for module in modules] + (["from functools import cache"] if demand.sometimes else [])


# Functions.


def helpers_of(expressions: Sequence[Expression]) -> dict[str, str]:
    """The functions that have to be defined, by name, each before those that call it."""
    found: dict[str, str] = {}
    for expression in expressions:
        fold(expression, lambda leaf: None, lambda call, _: define(row_of(call), found))
    return found


def row_of(call: Call) -> Rule:
    """The row of the rule table that is called."""
    rule = rules.find(call.function, len(call.arguments))
    assert rule is not None, call.function
    return rule


def define(rule: Rule, found: dict[str, str]) -> None:
    """Puts the function of a row with what it calls itself among `found`, if Python has none."""
    name = spelling(rule)
    if "." in name or name == rule.python or is_operator(rule) or name in found:
        return
    body = rule.python
    if not body:
        definition = rule_formula(rule.definition).result
        found.update(helpers_of([definition]))
        body = written(definition, CONSTANTS | {parameter: parameter for parameter in rule.parameters}).text
    found[name] = f"def {name}({', '.join(rule.parameters)}):\n    return {body}"


def is_operator(rule: Rule) -> bool:
    """Is this written with signs or words of Python's own?"""
    return rule.is_condition or rule.name in (*OPERATORS, "^", "if")


def spelling(rule: Rule) -> str:
    """What the function of a row is called: a function of `math`, one with a path, or one that is to be defined."""
    if PATH.fullmatch(rule.python):
        return rule.python
    if not rule.python and hasattr(math, rule.name):
        return f"math.{rule.name}"
    is_of_family = rules.INDEX[rule.name][0].family is not None and rule.family is None
    return f"{rule.name}{len(rule.parameters)}" if is_of_family else rule.name


# Expressions.


def written(expression: Expression, names: Mapping[str, str]) -> Code:
    """An expression in Python, its names as in `names`."""

    def leaf(part: Number | Name) -> Code:
        return Code(number(part.text) if isinstance(part, Number) else names[part.name])

    return fold(expression, leaf, call)


def number(text: str) -> str:
    """A number as written, and as the same double."""
    digits = text.replace("_", "")
    if not digits.isdecimal():
        return digits
    digits = digits.lstrip("0") or "0"
    return digits if len(digits) < 16 or (len(digits) < 20 and int(digits) < EXACT) else f"{digits}.0"


def when(is_bare: bool, code: Code) -> str:
    """Code, in brackets unless it can stand without."""
    return code.text if is_bare else f"({code.text})"


def call(called: Call, parts: tuple[Code, ...]) -> Code:
    """A function or an operator of code."""
    rule = row_of(called)
    match rule.name, parts:
        case "-", (part,):
            return Code(f"-{when(part.level > SIGN, part)}", SIGN)
        case "+" | "-" | "*" | "/" as sign, (left, right):
            level, infix = OPERATORS[sign]
            is_bare = right.level > level and right.level != SIGN
            return Code(f"{when(left.level >= level, left)}{infix}{when(is_bare, right)}", level)
        case "^", (base, exponent):
            return power(called, base, exponent)
        case "not", (part,):
            return Code(f"not {when(part.level > NOT, part)}", NOT)
        case "and" | "or" as sign, (left, right):
            level = CONNECTIVES[sign]
            return Code(f"{when(left.level >= level, left)} {sign} {when(right.level > level, right)}", level)
        case sign, (left, right) if sign in COMPARISONS:
            return Code(f"{when(left.level >= SUM, left)} {sign} {when(right.level >= SUM, right)}", COMPARISON)
        case "if", (condition, yes, no):
            return Code(
                f"{when(yes.level > CHOICE, yes)} if {when(condition.level > CHOICE, condition)} else {no.text}", CHOICE
            )
    return Code(f"{spelling(rule)}({', '.join(part.text for part in parts)})", POSTFIX)


def power(called: Call, base: Code, exponent: Code) -> Code:
    """A power: `**` would make complex numbers of roots of negative ones, `math.pow` refuses them."""
    match called.arguments:
        case (Name() | Call(), Number(digits) | Call("-", (Number(digits),))) if is_small(digits):
            return Code(f"{when(base.level > POWER, base)}**{when(exponent.level == ATOM, exponent)}", POWER)
    return Code(f"math.pow({base.text}, {exponent.text})", POSTFIX)


def is_small(digits: str) -> bool:
    """Is this a whole number that Python may raise others to?"""
    return digits.isdecimal() and len(digits) <= 4 and int(digits) <= LARGEST_EXPONENT
