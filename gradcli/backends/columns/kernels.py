"""The functions of this backend as kernels, which write into an array that is given last: what a quick run calls.

A kernel gives what the function does in all rows where that is finite, and is not finite where that is not.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from gradcli.backends import columns
from gradcli.backends.columns.array import by_rows

Kernel = Callable[..., Any]

SLOW = frozenset(
    name for name in vars(columns) if getattr(getattr(columns, name), "func", None) is by_rows
) | frozenset(("digamma", "erfc", "gelu", "geluderiv", "lgamma", "normcdf", "norminv", "siluderiv"))
"""Functions that go, at least in part, row by row: these are computed only where they are needed."""

PLAIN: dict[str, np.ufunc] = {
    # Of these the function differs in the sign of an infinity at -0.
    "divide": np.divide,
    "power": np.power,
    "sqrt": np.sqrt,
    "positive": np.positive,
    # On the bits of doubles: what a condition does not choose becomes 0, even if it is nan.
    "bits_and": np.bitwise_and,
    "bits_xor": np.bitwise_xor,
}

ZERO = np.array(0, dtype=np.int8)


def has_kernel(name: str) -> bool:
    """Is there a kernel of this name? Functions that have only a definition have none."""
    return name in PLAIN or name in ("mask", "mask_not") or hasattr(columns, name)


@cache
def kernel(name: str) -> Kernel:
    """The kernel of a function, by its name in the backends."""
    if name in ("mask", "mask_not"):
        return mask if name == "mask" else mask_not
    function = PLAIN.get(name) or getattr(columns, name)
    if name in ("sin", "cos"):
        return function
    if name in ("minimum", "maximum"):  # NumPy wants the array to write to by its name
        return lambda x, y, out: function(x, y, out=out)
    return function if isinstance(function, np.ufunc) else writing(function)


def writing(function: Callable[..., Any]) -> Kernel:
    """The kernel of a function that makes a new array."""

    def write(*operands: Any) -> None:
        operands[-1][...] = function(*operands[:-1])

    return write


def mask(condition: Any, out: Any) -> None:
    """All bits where the condition is true, none elsewhere."""
    np.subtract(ZERO, condition.view(np.int8), out)


def mask_not(condition: Any, out: Any) -> None:
    """No bits where the condition is true, all elsewhere."""
    np.subtract(condition.view(np.int8), 1, out)


@cache
def where_needed(name: str, truths: tuple[bool, ...]) -> Kernel:
    """The kernel of a slow function, for the rows in which conditions, given after the arguments, are as `truths`."""
    function, count = getattr(columns, name), len(truths)
    if not count:
        return writing(function)

    def write(*operands: Any) -> None:
        arguments, conditions, out = operands[: -count - 1], operands[-count - 1 : -1], operands[-1]
        rows = conditions[0] == truths[0]
        for condition, truth in zip(conditions[1:], truths[1:], strict=True):
            rows &= condition == truth
        chosen = [np.broadcast_to(argument, out.shape)[rows] for argument in arguments]
        out[...] = np.nan  # only now, as one of the arguments may be in the same memory
        if rows.any():
            out[rows] = function(*chosen)

    return write
