"""The operators, comparisons and connectives of the language on arrays, and the contribution of the sweep."""

from __future__ import annotations

import numpy as np

from gradcli.backends.columns.array import Array, Truths

__all__ = [
    "add",
    "contribution",
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

add = np.add
subtract = np.subtract
negative = np.negative
multiply = np.multiply
less = np.less
less_equal = np.less_equal
greater = np.greater
greater_equal = np.greater_equal
equal = np.equal
not_equal = np.not_equal
logical_and = np.logical_and
logical_or = np.logical_or
logical_not = np.logical_not


def identity(x: Array) -> Array:
    """x."""
    return x


def divide(x: Array, y: Array) -> Array:
    """x/y; a number divided by zero is infinite with the sign of `x`, and 0/0 is nan."""
    return np.divide(x, np.add(y, 0.0))  # adding 0 turns -0 into 0


def power(x: Array, y: Array) -> Array:
    """x^y; 0 to a negative power is inf, and a negative base with a fractional exponent nan."""
    return np.power(np.add(x, 0.0), y)


def select(condition: Truths, x: Array, y: Array) -> Array:
    """x where the condition is true, else y."""
    return np.where(condition, x, y)


def contribution(partial: Array, adjoint: Array) -> Array:
    """`partial*adjoint`, and zero where either is zero, even against an infinity."""
    product = np.asarray(np.multiply(partial, adjoint))
    # Only where the product is nan can a zero have met what is not finite.
    return np.where(np.isnan(product) & (np.equal(partial, 0) | np.equal(adjoint, 0)), 0.0, product)
