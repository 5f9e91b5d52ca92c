"""The operators, comparisons and connectives of the language on doubles."""

from __future__ import annotations

import math

__all__ = [
    "add",
    "divide",
    "equal",
    "greater",
    "greater_equal",
    "identity",
    "less",
    "less_equal",
    "logical_and",
    "logical_not",
    "logical_or",
    "multiply",
    "negative",
    "not_equal",
    "power",
    "select",
    "subtract",
]


def add(x: float, y: float) -> float:
    """x + y."""
    return x + y


def subtract(x: float, y: float) -> float:
    """x - y."""
    return x - y


def negative(x: float) -> float:
    """-x."""
    return -x


def multiply(x: float, y: float) -> float:
    """x*y."""
    return x * y


def divide(x: float, y: float) -> float:
    """x/y; a number divided by zero is infinite with the sign of `x`, and 0/0 is nan."""
    if y == 0:
        return math.inf if x > 0 else -math.inf if x < 0 else math.nan
    return x / y


def power(x: float, y: float) -> float:
    """x^y; 0 to a negative power is inf, and a negative base with a fractional exponent nan."""
    if x == 0 and y < 0:
        return math.inf
    try:
        return math.pow(x, y)
    except OverflowError:
        return -math.inf if x < 0 and y % 2 == 1 else math.inf
    except ValueError:
        return math.nan


def identity(x: float) -> float:
    """x."""
    return x


def less(x: float, y: float) -> bool:
    """x < y."""
    return x < y


def less_equal(x: float, y: float) -> bool:
    """x <= y."""
    return x <= y


def greater(x: float, y: float) -> bool:
    """x > y."""
    return x > y


def greater_equal(x: float, y: float) -> bool:
    """x >= y."""
    return x >= y


def equal(x: float, y: float) -> bool:
    """x == y."""
    return x == y


def not_equal(x: float, y: float) -> bool:
    """x != y."""
    return x != y


def logical_and(a: bool, b: bool) -> bool:
    """Are both true?"""
    return a and b


def logical_or(a: bool, b: bool) -> bool:
    """Is one of them true?"""
    return a or b


def logical_not(a: bool) -> bool:
    """Is it false?"""
    return not a


def select(condition: bool, x: float, y: float) -> float:
    """x where the condition is true, else y."""
    return x if condition else y
