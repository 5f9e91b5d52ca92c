"""A SymPy expression becomes an expression of gradcli's own language: what `check.claims.translation` does, backwards.

It is the same function of real numbers wherever SymPy's has a real value, and reads back as it is printed. What SymPy
knows about complex numbers is left out: `sqrt(u^2)` is written `abs(u)`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import reduce
from typing import NamedTuple

import sympy
from sympy.core.relational import Relational

from gradcli import rules
from gradcli.backends.symbols import HALF, THIRD, Symbolic
from gradcli.check.vocabulary import (
    CONSTANTS,
    NOWHERE,
    RENAMED,
    UNREAL,
    WRITTEN,
    Inexpressible,
    Words,
    decimal,
    fraction,
)
from gradcli.expression import Call, Expression, Name, Number
from gradcli.graph import rule_formula
from gradcli.tidying import Part, rank
from gradcli.tidying import written as with_sign

PARTS = 20_000
"""The most parts (numbers, names, calls) of an expression that somebody may want to see."""


class Apply(NamedTuple):
    """To do: a function of the latest results; `-` of one is its sign."""

    function: str
    arity: int


Task = Symbolic | Expression | Apply


def expressed(
    expression: Symbolic, names: Collection[str], stand_ins: Mapping[Symbolic, Expression] | None = None
) -> Expression:
    """`expression` in gradcli's own language, its symbols being variables called `names`, or `stand_ins`.

    Raises Inexpressible.
    """
    words = Words(names, stand_ins or {})
    tasks: list[Task] = [expression]
    results: list[Expression] = []
    parts = 0
    while tasks:
        task = tasks.pop()
        if isinstance(task, Apply):
            arguments = tuple(results[len(results) - task.arity :])
            del results[len(results) - task.arity :]
            results.append(applied(task.function, arguments))
        elif isinstance(task, Number | Name | Call):
            results.append(task)
        else:
            parts += 1
            if parts > PARTS:
                raise Inexpressible(f"too long: SymPy's derivative has more than {PARTS:,} parts")
            tasks.extend(reversed(steps(task, words)))
    return results[0]


def applied(function: str, arguments: tuple[Expression, ...]) -> Expression:
    """A function of expressions; a product of any number of them, those last that would need brackets before."""
    if function == "-" and len(arguments) == 1:
        return with_sign(Part(arguments[0], is_negative=True))
    if function == "*":
        return reduce(lambda left, right: Call("*", (left, right), NOWHERE, NOWHERE), sorted(arguments, key=rank))
    return Call(function, arguments, NOWHERE, NOWHERE)


def steps(expression: Symbolic, words: Words) -> list[Task]:
    """What is to be done for `expression`, in order. Raises Inexpressible."""
    if expression.is_Symbol:
        return [words.of_symbol(expression)]
    if expression in CONSTANTS:
        return [words.of_constant(CONSTANTS[expression])]
    if expression == -sympy.oo:
        return [words.of_constant("inf"), Apply("-", 1)]
    if expression in WRITTEN:
        return [rule_formula(WRITTEN[expression]).result]
    if expression in UNREAL:
        raise Inexpressible("SymPy's answer is not a real number everywhere")
    if expression.is_Rational:
        return product(expression, ())
    if expression.is_Float:
        return signed([decimal(str(abs(expression)))], is_negative=expression.is_negative)
    if expression.is_Add:
        return total(expression)
    if expression.is_Mul or expression.is_Pow:
        coefficient, rest = expression.as_coeff_Mul(rational=True)
        return product(coefficient, () if rest == 1 else ordered(rest))
    if isinstance(expression, sympy.Piecewise):
        return list(pieces(expression))
    if expression.is_Boolean or isinstance(expression, Relational):
        return condition(expression)
    return call(expression)


def ordered(factors: Symbolic) -> tuple[Symbolic, ...]:
    """The factors of a product in the order in which SymPy prints them."""
    return tuple(factors.as_ordered_factors()) if factors.is_Mul else (factors,)


def signed(tasks: list[Task], *, is_negative: bool) -> list[Task]:
    """The tasks for something, with a sign."""
    return [*tasks, Apply("-", 1)] if is_negative else tasks


def total(expression: Symbolic) -> list[Task]:
    """The tasks for a sum: differences where terms are negative, the first of which is not if that can be."""
    terms = [term.as_coeff_Mul(rational=True) for term in expression.as_ordered_terms()]
    first = next((place for place, (coefficient, _) in enumerate(terms) if coefficient > 0), 0)
    tasks: list[Task] = []
    for place, (coefficient, rest) in enumerate([terms[first], *terms[:first], *terms[first + 1 :]]):
        is_negative = coefficient < 0
        tasks += product(-coefficient if is_negative and place else coefficient, () if rest == 1 else ordered(rest))
        tasks += [Apply("-" if is_negative else "+", 2)] if place else []
    return tasks


def product(coefficient: Symbolic, factors: Sequence[Symbolic]) -> list[Task]:
    """The tasks for a rational number times `factors`, as one quotient."""
    numerator, denominator = fraction(abs(coefficient))
    above: list[list[Task]] = [[number] for number in numerator]
    below: list[list[Task]] = [[number] for number in denominator]
    for base, exponent in powers(factors):
        is_below = exponent.is_Rational and exponent.is_negative
        (below if is_below else above).append(power(base, -exponent if is_below else exponent))
    tasks = multiplied(above) if not below else [*multiplied(above), *multiplied(below), Apply("/", 2)]
    return signed(tasks, is_negative=coefficient < 0)


def powers(factors: Sequence[Symbolic]) -> list[tuple[Symbolic, Symbolic]]:
    """Bases and exponents of `factors`; sign(u)*abs(u)^(1/3) is the cube root of u."""
    found = [sized(*factor.as_base_exp()) if factor.is_Pow else (factor, sympy.S.One) for factor in factors]
    for base, exponent in found:
        if isinstance(base, sympy.sign) and exponent == 1 and (size := (sympy.Abs(base.args[0]), THIRD)) in found:
            cube_root = (sympy.Function("cbrt")(base.args[0]), sympy.S.One)
            return [cube_root, *(pair for pair in found if pair not in ((base, exponent), size))]
    return found


def sized(base: Symbolic, exponent: Symbolic) -> tuple[Symbolic, Symbolic]:
    """A power, that of a square to a broken exponent as one of the absolute value."""
    is_size = exponent.is_Rational and not exponent.is_Integer and base.is_Pow and base.exp == 2
    return (sympy.Abs(base.base), 2 * exponent) if is_size else (base, exponent)


def multiplied(factors: Sequence[list[Task]]) -> list[Task]:
    """The tasks for a product; without factors it is 1."""
    tasks = [task for factor in factors for task in factor] or [Number("1", NOWHERE)]
    return [*tasks, Apply("*", len(factors))] if len(factors) > 1 else tasks


def power(base: Symbolic, exponent: Symbolic) -> list[Task]:
    """The tasks for a power with an exponent that is no negative number."""
    if exponent == 1:
        return [base]
    if exponent == HALF:
        return [base, Apply("sqrt", 1)]
    if exponent == THIRD and (base.is_nonnegative or isinstance(base, sympy.Abs)):
        return [base, Apply("cbrt", 1)]
    return [base, exponent, Apply("^", 2)]


def pieces(expression: Symbolic) -> Iterator[Task]:
    """The tasks for a choice among pieces. Raises Inexpressible where there may be none."""
    chosen = [(value, holds) for value, holds in expression.args if holds != sympy.false]
    if not chosen or chosen[-1][1] != sympy.true:
        raise Inexpressible("SymPy's answer has no value where none of its pieces holds")
    for value, holds in chosen[:-1]:
        yield from (holds, value)
    yield chosen[-1][0]
    yield from [Apply("if", 3)] * (len(chosen) - 1)


def condition(expression: Symbolic) -> list[Task]:
    """The tasks for a condition. Raises Inexpressible."""
    if isinstance(expression, Relational):
        return [expression.lhs, expression.rhs, Apply(expression.rel_op, 2)]
    if isinstance(expression, sympy.Not):
        return [*expression.args, Apply("not", 1)]
    for kind, sign in ((sympy.And, "and"), (sympy.Or, "or")):
        if isinstance(expression, kind):
            first, *others = expression.args
            return [first, *(task for part in others for task in (part, Apply(sign, 2)))]
    raise inexpressible(expression)


def call(expression: Symbolic) -> list[Task]:
    """The tasks for a function. Raises Inexpressible for one that the language does not have."""
    name, arguments = type(expression).__name__, expression.args
    match name, arguments:
        case "exp", (sympy.S.One,):
            return [sympy.E]
        case "polygamma", (sympy.S.Zero, x):
            return [x, Apply("digamma", 1)]
        case "polygamma", (sympy.S.One, x):
            return [x, Apply("trigamma", 1)]
        case (("uppergamma" | "lowergamma"), (shape, x)) if not shape.is_nonpositive:
            function = "gammaincc" if name == "uppergamma" else "gammainc"
            return [shape, x, Apply(function, 2), shape, Apply("gamma", 1), Apply("*", 2)]
        case "uppergamma", (sympy.S.Zero, x):  # the exponential integral E1
            return [x, Apply("-", 1), Apply("ei", 1), Apply("-", 1)]
        case "Heaviside", (x, sympy.S.Half):
            arguments = (x,)
        case (("Derivative" | "Subs"), _):
            return derivative_of_zeta(expression)
    function = RENAMED.get(name, name)
    rule = rules.find(function, len(arguments))
    if rule is None or not rule.takes(len(arguments)):
        raise inexpressible(expression)
    return [*arguments, Apply(function, len(arguments))]


def derivative_of_zeta(expression: Symbolic) -> list[Task]:
    """The tasks for a derivative of zeta, which SymPy leaves open. Raises Inexpressible for any other."""
    derivative, argument = expression, None
    if isinstance(expression, sympy.Subs) and len(expression.variables) == 1:
        derivative, argument = expression.expr, expression.point[0]
    if isinstance(derivative, sympy.Derivative) and len(derivative.variable_count) == 1:
        variable, count = derivative.variable_count[0]
        if derivative.expr == sympy.zeta(variable) and count.is_Integer:
            return [variable if argument is None else argument, count, Apply("zetaderiv", 2)]
    raise inexpressible(derivative)


def inexpressible(expression: Symbolic) -> Inexpressible:
    """The error for a function that the language does not have."""
    name = type(expression).__name__
    if isinstance(expression, sympy.Derivative) and expression.expr.args:
        return Inexpressible(f"SymPy does not know a derivative of `{type(expression.expr).__name__}`")
    return Inexpressible(f"SymPy's answer contains `{name}`, which gradcli does not have")
