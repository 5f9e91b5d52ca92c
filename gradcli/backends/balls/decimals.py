"""Numbers of the balls backend become decimal text, of which every digit is proven."""

from __future__ import annotations

import math
from typing import Any

from flint import arb, fmpq, fmpz

from gradcli.backends.balls.numbers import Number, ball, is_nan, precision

__all__ = ["BITS_PER_DIGIT", "decimal", "enclosure", "magnitude", "power_of_ten", "proven_digits", "upper_double"]

FARTHEST = 20_000
"""Powers of ten beyond which a number is scaled by its logarithm."""
BITS_PER_DIGIT = math.log2(10)


def proven_digits(x: Number) -> int:
    """How many significant decimal digits a number is known to; 0 where not even its sign is, -1 if it is exact."""
    if isinstance(x, fmpq) or (x.is_exact() and not x.is_nan()):
        return -1
    return max(0, int(x.rel_accuracy_bits() / BITS_PER_DIGIT)) if x.is_finite() and not x.contains(0) else 0


def decimal(x: Number, digits: int) -> str:
    """A number to `digits` significant digits: the nearest such decimal, or one of fewer digits if no more are known.

    An exact decimal that is shorter is written as it is. `undecided` and other words stay; nan is `nan`; a number
    that cannot be told from zero is written with the bound of its size, `+/-1e-300`, and one of which not even a
    digit is known with both bounds, `[1, 2]`.
    """
    if isinstance(x, bool):
        return "true" if x else "false"
    if isinstance(x, str):
        return x
    if is_nan(x):
        return "nan"
    if not isinstance(x, fmpq) and not x.is_finite():
        return "inf" if x > 0 else "-inf"
    if x == 0:
        return "0"
    if not isinstance(x, fmpq) and x.contains(0):
        return f"+/-{beyond(x.abs_upper(), 1, 1)}"
    known = proven_digits(x)
    for count in range(digits if known < 0 else min(digits, max(known, 1)), 0, -1):
        found = rounded(x, count)
        if found is not None:
            return found
    return f"[{beyond(x.lower(), 2, -1)}, {beyond(x.upper(), 2, 1)}]"


def rounded(x: Number, count: int) -> str | None:
    """The decimal of `count` digits that is nearest to `x`; None where the ball reaches beyond it."""
    exponent = magnitude(x)
    with precision(bits_for(exponent, count)):
        shift = count - 1 - exponent
        whole = nearest_integer(x, shift)
        if whole is None:
            return None
        is_exact = isinstance(x, fmpq) and abs(shift) <= FARTHEST and x * fmpq(10) ** shift == whole
    return written(whole, exponent, count, is_exact)


def bits_for(exponent: int, count: int) -> int:
    """The precision that `count` digits of a number of this size need, with those of its exponent for its logarithm."""
    return int(BITS_PER_DIGIT * count) + 64 + exponent.bit_length()


def magnitude(x: Number) -> int:
    """The power of ten of the first digit of `x`; beside a power of ten it may be off by one."""
    middle = abs(ball(x)).mid()
    with precision(64 + int(middle.man_exp()[1]).bit_length()):
        return int((middle.log() / arb(10).log()).mid().floor().unique_fmpz())


def power_of_ten(exponent: int) -> Any:
    """10^exponent."""
    return fmpq(10) ** exponent if exponent >= 0 else fmpq(1, fmpz(10) ** -exponent)


def scaled(x: Number, shift: int) -> Any:
    """A ball around `x*10^shift`; exact if `x` is and the shift is moderate."""
    if abs(shift) > FARTHEST:
        size = (abs(ball(x)).log() + shift * arb(10).log()).exp()
        return size if x > 0 else -size
    scale = power_of_ten(shift)
    return x * scale if isinstance(x, fmpq) else x * arb(scale)


def nearest_integer(x: Number, shift: int) -> Any:
    """The integer nearest to `x*10^shift`, the even one of two; None where the ball does not tell."""
    number = scaled(x, shift)
    if isinstance(number, fmpq):
        low = (number + fmpq(1, 2)).floor()
        is_tie = number + fmpq(1, 2) == low
        return low - 1 if is_tie and int(low) % 2 else low
    return (number + arb(0.5)).floor().unique_fmpz()


def written(whole: Any, exponent: int, count: int, is_exact: bool) -> str:
    """`whole` with the point behind its first digit, times ten to `exponent`, as short as the language allows."""
    sign, digits = "-" if whole < 0 else "", abs(whole).str()  # Python's own conversion ends at 4300 digits
    exponent += len(digits) - count  # 9.99 may round up to 10.0
    digits = digits.rstrip("0") if is_exact else digits[:count]
    # Zeros before the point would look like digits where no more are known.
    if -5 < exponent < (max(16, count) if is_exact else len(digits)):
        if exponent < 0:
            return f"{sign}0.{'0' * (-exponent - 1)}{digits}"
        whole_part, fraction = digits[: exponent + 1].ljust(exponent + 1, "0"), digits[exponent + 1 :]
        return f"{sign}{whole_part}.{fraction}" if fraction else f"{sign}{whole_part}"
    mantissa = f"{digits[0]}.{digits[1:]}" if digits[1:] else digits
    return f"{sign}{mantissa}e{exponent}"


def enclosure(x: Number, digits: int) -> tuple[str, str]:
    """Decimals of so many digits on both sides of a number, which lies between them; twice the same if it is one."""
    if isinstance(x, fmpq) and (shortest := decimal(x, digits)) == decimal(x, 2 * digits):
        return shortest, shortest
    low, high = (x, x) if isinstance(x, fmpq) or not x.is_finite() else (x.lower(), x.upper())
    return beyond(low, digits, -1), beyond(high, digits, 1)


def beyond(x: Number, digits: int, side: int) -> str:
    """A decimal of so many digits that is not greater (`side` -1) or not less (1) than an exact number."""
    if x == 0 or not ball(x).is_finite():
        return decimal(x, digits)
    exponent = magnitude(x)
    with precision(bits_for(exponent, digits)):
        number = scaled(x, digits - 1 - exponent)
        if isinstance(number, fmpq):
            whole = number.floor() if side < 0 else number.ceil()
        else:
            end = number.lower().floor() if side < 0 else number.upper().ceil()
            whole = end.unique_fmpz()
    return written(whole, exponent, digits, is_exact=True)


def upper_double(x: Any) -> float:
    """The least double that is not below a ball; infinite if there is none."""
    end = x.upper()
    found = float(end)
    return found if arb(found) >= end else math.nextafter(found, math.inf)
