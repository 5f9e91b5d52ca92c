"""A formula and a point to the SymPy expression that the formula is near that point.

A number written in the formula becomes a SymPy number only if it is a short fraction, and a symbol with a known
value otherwise: SymPy computes exact powers of exact numbers to the end, however long that takes. Nothing here
reads a partial from the rule table.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import sympy

from gradcli import rules
from gradcli.backends import symbols
from gradcli.backends.symbols import Symbolic
from gradcli.check.digits import CONSTANTS, NoValue, Point, rational
from gradcli.check.pieces import COMPARISONS, Here, piece
from gradcli.expression import Call, Expression, Formula, Name, Number
from gradcli.rules.rule import Rule
from gradcli.source import Source
from gradcli.syntax import parse

SHORT = 64
"""Bits of an exact number that is worth keeping."""
HIGH, LARGE = 25, 100
"""Calls within calls, and calls in all, that SymPy differentiates as one expression in a few milliseconds.

Its cost grows with the cube of the height, and with the size as if nothing were shared. A larger expression gets a
symbol, and its derivative the chain rule.
"""
FACTORS = 10
"""So many factors of a product get a symbol: SymPy's derivative of n factors takes n*n derivatives of one."""


class Apply(NamedTuple):
    """To do: a function of the latest results."""

    rule: Rule
    arity: int


class Choose(NamedTuple):
    """To do: one of two branches, by the latest result."""

    yes: Expression
    no: Expression


class Connect(NamedTuple):
    """To do: the second condition of `and` or `or`, where the first leaves it open."""

    second: Expression
    is_open: bool


class Chain(NamedTuple):
    """To do: the sum or the product of the latest results, each with its sign; in a symbol if it is but a part."""

    signs: tuple[str, ...]
    is_part: bool


Task = Expression | Apply | Choose | Connect | Chain


@dataclass(frozen=True)
class Smooth:
    """A formula near the point, and the symbols of the names it is to be differentiated by."""

    expression: Symbolic
    variables: Mapping[str, Symbolic]
    point: Point


def smooth(formula: Formula, point: Mapping[str, float], wrt: Collection[str]) -> Smooth:
    """`formula` near `point`, to be differentiated by `wrt`: by inputs, or by a name bound in the formula.

    Later uses of such a bound name are a variable of their own, whose value is what it was bound to.
    Raises NoValue where the point lies on a boundary between pieces, or the formula has no real value.
    """
    variables = {name: symbols.variable(name) for name in wrt}
    names = {name: symbols.variable(name) for name in point}
    here = Here(Point({names[name]: rational(value) for name, value in point.items()}), set(variables.values()))
    for binding in formula.bindings:
        value = translate(binding.value, names, here)
        if binding.name in variables:
            here.point.definitions[variables[binding.name]] = value
        names[binding.name] = variables.get(binding.name, value)
    return Smooth(translate(formula.result, names, here), variables, here.point)


def translate(expression: Expression, names: Mapping[str, Symbolic], here: Here) -> Symbolic:
    """`expression` as SymPy's; conditions become true or false on the way, and branches not taken are not read."""
    tasks: list[tuple[Task, Here]] = [(expression, here)]
    results: list[Symbolic] = []
    while tasks:
        task, here = tasks.pop()
        match task:
            case Number(text):
                results.append(literal(float(text), here))
            case Name(name):
                results.append(names[name] if name in names else constant(name, here))
            case Call() as call:
                if call.function in COMPARISONS:
                    here = here.in_condition()
                tasks.extend((step, here) for step in reversed(steps(call)))
            case Choose(yes, no):
                tasks.append((yes if results.pop() else no, here))
            case Connect(second, is_open):
                if results[-1] is is_open:
                    results.pop()
                    tasks.append((second, here))
            case Apply(rule, arity):
                arguments = taken(results, arity)
                results.append(bounded(apply(rule, arguments, here), arguments, here))
            case Chain(signs, is_part):
                arguments = taken(results, len(signs))
                results.append(bounded(chained(signs, arguments), arguments, here, is_part=is_part))
    return results[0]


def bounded(result: Symbolic, arguments: tuple[Symbolic, ...], here: Here, *, is_part: bool = False) -> Symbolic:
    """`result`, or a symbol for it where it is large, or only a part of a chain."""
    if isinstance(result, bool) or not result.args:
        return result
    heights, sizes = zip(*(here.sizes.get(argument, (0, 0)) for argument in arguments), strict=True)
    height, size = 1 + max(heights), len(arguments) + sum(sizes)
    if height <= HIGH and size <= LARGE and not is_part:
        here.sizes[result] = height, size
        return result
    return here.named(result)


def taken(results: list[Symbolic], count: int) -> tuple[Symbolic, ...]:
    """The latest `count` results, taken off the list."""
    latest = tuple(results[len(results) - count :])
    del results[len(results) - count :]
    return latest


def steps(call: Call) -> list[Task]:
    """What is to be done for `call`, in order."""
    rule = rules.find(call.function, len(call.arguments))
    assert rule is not None, call.function
    match rule.name, call.arguments:
        case "if", (condition, yes, no):
            return [condition, Choose(yes, no)]
        case ("and" | "or") as name, (first, second):
            return [first, Connect(second, is_open=name == "and")]
        case ("+" | "-" | "*" | "/") as name, (_, _):
            return links(*spine(call, ("+", "-") if name in "+-" else ("*", "/")))
    return [*call.arguments, Apply(rule, len(call.arguments))]


def spine(call: Call, signs: tuple[str, str]) -> tuple[tuple[str, ...], tuple[Expression, ...]]:
    """The terms of a chain such as `a - b + c`, each with the sign before it.

    SymPy gets them all at once: it takes one by one in time that grows with the square of their number.
    """
    found: list[tuple[str, Expression]] = []
    part: Expression = call
    while isinstance(part, Call) and part.function in signs and len(part.arguments) == 2:
        found.append((part.function, part.arguments[1]))
        part = part.arguments[0]
    found.append((signs[0], part))
    found.reverse()
    return tuple(sign for sign, _ in found), tuple(operand for _, operand in found)


def links(signs: tuple[str, ...], operands: tuple[Expression, ...]) -> list[Task]:
    """The tasks for a chain; of a long one, chains of chains."""
    most = FACTORS if signs[0] == "*" else LARGE
    level: list[tuple[str, list[Task]]] = [(sign, [operand]) for sign, operand in zip(signs, operands, strict=True)]
    while len(level) > most:
        parts = [level[start : start + most] for start in range(0, len(level), most)]
        level = [(signs[0], linked(part, is_part=True)) for part in parts]
    return linked(level)


def linked(level: list[tuple[str, list[Task]]], *, is_part: bool = False) -> list[Task]:
    """The tasks for a short chain, from those for its operands."""
    tasks = [task for _, operand in level for task in operand]
    return [*tasks, Chain(tuple(sign for sign, _ in level), is_part)]


def chained(signs: tuple[str, ...], operands: tuple[Symbolic, ...]) -> Symbolic:
    """The sum or the product of `operands`."""
    if signs[0] in "+-":
        return sympy.Add(*(-part if sign == "-" else part for sign, part in zip(signs, operands, strict=True)))
    if any(sign == "/" and part == 0 for sign, part in zip(signs, operands, strict=True)):
        raise NoValue("the formula divides by zero")
    return sympy.Mul(*(1 / part if sign == "/" else part for sign, part in zip(signs, operands, strict=True)))


def apply(rule: Rule, arguments: tuple[Symbolic, ...], here: Here) -> Symbolic:
    """A function of SymPy expressions, or the truth of a condition."""
    match rule.name, arguments:
        case "not", (condition,):
            return not condition
        case "-", (x,):
            return -x
        case "=", (x,):
            return x
        case "^", (base, exponent) if is_short(base, exponent):
            return base**exponent
    if rule.name in COMPARISONS:
        return here.holds(rule.name, *arguments)
    if all(argument.is_Rational for argument in arguments):
        arguments = tuple(stand_in(argument, here) for argument in arguments)
    if rule.name == "^" and symbols.is_large(*arguments):
        coefficient, rest = arguments[0].as_coeff_Mul()
        return sympy.Pow(stand_in(coefficient, here) * rest, arguments[1])
    found = piece(here, rule.name, arguments)
    return plain(rule, arguments, here) if found is None else found


def plain(rule: Rule, arguments: tuple[Symbolic, ...], here: Here) -> Symbolic:
    """A function that is smooth: SymPy's own, or what the rule table says it is made of."""
    function = getattr(symbols, rule.backend_name, None)
    if function is None:
        definition = parse(Source(rule.definition, "rule"), rules.names()).result
        return translate(definition, dict(zip(rule.parameters, arguments, strict=True)), here.in_definition())
    result = function(*arguments)
    if symbols.is_nan(result):
        raise NoValue(f"SymPy has no real value for `{rule.name}` there")
    return result


def is_short(base: Symbolic, exponent: Symbolic) -> bool:
    """Is this power of a number a short fraction?"""
    if not (base.is_Rational and exponent.is_Integer and (base or exponent >= 0)):
        return False
    return bool(max(int(base.p).bit_length(), int(base.q).bit_length()) * abs(exponent) <= SHORT)


def literal(value: float, here: Here) -> Symbolic:
    """A number as written in the formula: the double that gradcli computes with."""
    exact = rational(value)
    # Halves and quarters keep their structure as exponents; 0.1 as a fraction would have 17 digits.
    return exact if abs(exact.p) < 2**53 and exact.q <= 1024 else stand_in(exact, here)


def stand_in(number: Symbolic, here: Here) -> Symbolic:
    """A symbol for an exact number. Its name starts with `#`, as no name in a formula does."""
    sign = {"positive": True} if number > 0 else {"negative": True} if number < 0 else {"zero": True}
    symbol = sympy.Symbol(f"#{number}", **sign)
    here.point.numbers[symbol] = number
    return symbol


def constant(name: str, here: Here) -> Symbolic:
    """A symbol for a constant of the language."""
    if name not in CONSTANTS:
        raise NoValue(f"SymPy is not asked about formulas with `{name}`")
    if here.is_in_definition:
        symbol = sympy.Symbol(f"#true {name}", positive=True)
        here.point.numbers[symbol] = symbols.constant(name)
        return symbol
    symbol = sympy.Symbol(f"#{name}", positive=True)
    here.point.constants[symbol] = name
    return symbol
