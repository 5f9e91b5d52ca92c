"""Powers, roots, logarithms and what is made of exponentials, on arrays."""

from __future__ import annotations

from functools import reduce

import numpy as np

from gradcli.backends.columns.array import Array, Truths, repaired

__all__ = [
    "cbrt",
    "exp",
    "exp2",
    "exp10",
    "expm1",
    "log",
    "log1p",
    "log2",
    "log10",
    "log_base",
    "logaddexp",
    "logit",
    "root",
    "sigmoid",
    "silu",
    "siluderiv",
    "softmax",
    "softplus",
    "sqrt",
    "square",
]

exp = np.exp
exp2 = np.exp2
expm1 = np.expm1
log = np.log
log1p = np.log1p
log2 = np.log2
log10 = np.log10
cbrt = np.cbrt
square = np.square


def sqrt(x: Array) -> Array:
    """The square root."""
    return np.sqrt(np.add(x, 0.0))  # that of -0 is plain 0, so that its slope is +inf


def exp10(x: Array) -> Array:
    """10^x."""
    return np.power(10.0, x)


def log_base(x: Array, b: Array) -> Array:
    """The logarithm of `x` to the base `b`; nan where it has no finite value."""
    is_inside = (np.asarray(x) > 0) & (np.asarray(b) > 0) & (np.asarray(b) != 1)
    return np.where(is_inside, np.log(x) / np.log(b), np.nan)


def logit(x: Array) -> Array:
    """log(x/(1 - x)); -inf at 0, inf at 1, nan beyond."""
    # Beside 1/2 the quotient is rounded to a number near 1, of whose logarithm few digits are left; 2*x - 1 is exact.
    rest = 1 - x
    return np.where(np.abs(x - 0.5) < 0.25, np.log1p((2 * x - 1) / rest), np.log(x / rest))


def root(x: Array, n: Array) -> Array:
    """The real n-th root of `x`; nan where `n` is no positive integer, or even and `x` negative."""
    size, inverse = np.abs(x), 1 / n
    found = np.power(size, inverse)
    # 1/n is rounded, which log(x) magnifies: what is left of 1, exactly, is n times what the exponent lacks.
    high, low = product(inverse, n)
    more = np.log(size) * (((1 - high) - low) * inverse)
    found = np.where(np.isfinite(more), found + found * more, found)
    found = np.where(np.equal(n, 1), size, found)
    is_inside = (np.asarray(n) >= 1) & (np.mod(n, 1) == 0) & ((np.asarray(x) >= 0) | (np.mod(n, 2) == 1))
    return np.where(is_inside, np.copysign(found, np.add(x, 0.0)), np.nan)


def difference(x: Array, y: Array) -> tuple[Array, Array]:
    """x - y rounded, and what the rounding left out (Knuth's two-sum)."""
    high = x - y
    back = high - x
    return high, (x - (high - back)) - (y + back)


def halves(x: Array) -> tuple[Array, Array]:
    """A number as the sum of two of 26 bits (Veltkamp); nan where it is above 1e300."""
    shifted = 134217729.0 * x  # 2^27 + 1
    upper = shifted - (shifted - x)
    return upper, x - upper


def product(x: Array, y: Array) -> tuple[Array, Array]:
    """x*y rounded, and what the rounding left out (Dekker's product)."""
    high = x * y
    (left, right), (upper, lower) = halves(x), halves(y)
    return high, ((left * upper - high) + left * lower + right * upper) + right * lower


def softmax(*numbers: Array) -> Array:
    """1/(1 + exp(y - x) + ...) for x and others."""
    largest = reduce(np.maximum, numbers)
    first, total, rest = np.zeros_like(largest), np.zeros_like(largest), np.zeros_like(largest)
    for index, number in enumerate(numbers):
        high, low = difference(number, largest)
        weight = np.exp(high)
        # The difference, up to 700, is rounded, which would be a relative error of the exponential.
        lost = np.where(np.abs(low) < 1, weight * low, 0.0)
        first = first if index else weight + lost
        negated, error = difference(-total, weight)
        total, rest = -negated, rest + (lost - error)
    return first / (total + rest)


def logaddexp(*numbers: Array) -> Array:
    """log(exp(x) + exp(y) + ...)."""
    largest, rest = numbers[0], np.zeros_like(numbers[0])
    for number in numbers[1:]:
        higher, is_higher = np.maximum(largest, number), np.asarray(number) > largest
        # The exponential of the largest, divided by itself, is 1, and is kept out of the sum.
        high, low = difference(largest, number)
        smaller = np.exp(-np.abs(high))
        # As in `softmax`; the sign of the difference is that of what its rounding left out too.
        smaller = smaller + smaller * np.where(np.abs(low) < 1, np.where(is_higher, low, -low), 0.0)
        rest = np.where(is_higher, (rest + 1) * smaller, rest + smaller)
        largest = higher
    more = np.log1p(rest)
    found = largest + more
    # Of two terms that cancel it is the logarithm that is rounded.
    return repaired(found, ~(np.abs(found) > more / 1.5), "logaddexp", *numbers)


def softplus(x: Array) -> Array:
    """log(1 + exp(x))."""
    return np.maximum(x, 0.0) + np.log1p(np.exp(-np.abs(x)))


def sigmoid(x: Array) -> Array:
    """1/(1 + exp(-x))."""
    weight = np.exp(-np.abs(x))
    return np.asarray(np.where(np.asarray(x) > 0, 1.0, weight) / (1 + weight))


def silu(x: Array) -> Array:
    """x/(1 + exp(-x))."""
    weight = np.exp(-np.abs(x))
    found = np.where(np.asarray(x) > 0, x, x * weight) / (1 + weight)
    return repaired(found, is_faint(x), "silu", x)


def is_faint(x: Array) -> Truths:
    """Has exp(x), but not x*exp(x), lost digits as it is too small? Beyond these numbers both are zero."""
    return np.asarray((np.asarray(x) < -708) & (np.asarray(x) > -760))


def siluderiv(x: Array, k: Array) -> Array:
    """The k-th derivative of silu."""
    weight = np.exp(-np.abs(x))
    square = 1 + weight * (2 + weight)  # (1 + weight)^2, with one rounding less
    left, right = weight * (1 + x + weight) / square, (1 + weight + x * weight) / square
    found = np.where(np.asarray(x) < 0, left, right)
    # The sum in the numerator cancels around the minimum at -1.28; other orders have no short form.
    return repaired(found, (np.abs(x + 1.25) < 0.5) | is_faint(x) | (np.asarray(k) != 1), "siluderiv", x, k)
