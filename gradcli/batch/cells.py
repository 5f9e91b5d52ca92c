"""A column as it is read (text, integers, doubles) becomes doubles, and a code for each cell that is none.

Whole columns at a time: text is cast at once, and only where that fails are its cells looked at more closely.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from gradcli.backends.columns.array import Array, Entries

CODES = ("input.empty", "input.text", "input.nan", "input.infinite", "input.cells", "input.line", "input.rounded")
"""What a cell can be besides a number, from 1; the last is a number after all, the nearest to a long integer."""

EMPTY, TEXT, NAN, INFINITE, RAGGED, LINE, ROUNDED = range(1, len(CODES) + 1)

NUMBER = r"^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$"
NAN_WORD = r"(?i)^[+-]?nan(\([0-9a-z_]*\))?$"
INFINITE_WORD = r"(?i)^[+-]?inf(inity)?$"

EXACT = 2.0**53
"""Beyond it not every integer is a double."""

FILL = 1.0
"""What stands for a cell that is no number, so that the engine has something to compute; its row is discarded."""


@dataclass(frozen=True, eq=False)
class Cells:
    """One column: a double for each row, and a code (see CODES) where the cell is no number, None if all are.

    `written` is the column as it was read, for messages.
    """

    numbers: Array
    codes: Entries | None = None
    written: Any = None


def unusable(codes: Entries) -> Entries:
    """Where a code says that there is no number: all but that of a rounded one do."""
    found: Entries = (codes > 0) & (codes != ROUNDED)
    return found


def is_numeric(kind: Any) -> bool:
    """Can a column of this Arrow type hold numbers, written as text perhaps?"""
    if pa.types.is_dictionary(kind) or pa.types.is_run_end_encoded(kind):
        return is_numeric(kind.value_type)
    tests = (pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal, pa.types.is_null, is_text)
    return any(test(kind) for test in tests)


def is_text(kind: Any) -> bool:
    """Is this a type of text?"""
    return any(test(kind) for test in (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view))


def cells(column: Any) -> Cells:
    """The cells of an Arrow column of a numeric type."""
    array = flat(column)
    kind = array.type
    if is_text(kind) or pa.types.is_decimal(kind):
        # Arrow's own cast of a decimal multiplies by a rounded power of ten: every third one is wrong in its last bit.
        return of_texts(array.cast(pa.string()))
    if pa.types.is_null(kind):
        return Cells(np.full(len(array), FILL), np.full(len(array), EMPTY, np.uint8), array)
    if pa.types.is_integer(kind) and kind.bit_width == 64:
        return of_integers(array)
    return of_doubles(array)


def flat(column: Any) -> Any:
    """A column as one array, without chunks, dictionary and counts of repetitions."""
    if isinstance(column, pa.ChunkedArray):
        column = column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()
        if isinstance(column, pa.ChunkedArray):  # of no chunks, or too much text for one
            column = pa.concat_arrays(column.chunks) if column.num_chunks else pa.array([], column.type)
    if pa.types.is_run_end_encoded(column.type):
        column = pc.run_end_decode(column)
    return column.dictionary_decode() if pa.types.is_dictionary(column.type) else column


def of_doubles(array: Any) -> Cells:
    """Doubles as they are, without a copy where none is empty."""
    doubles = array.cast(pa.float64(), safe=False)
    return judged(filled(doubles), array)


def filled(doubles: Any) -> Array:
    """An Arrow array of doubles as one of NumPy, empty cells filled."""
    found: Array = (doubles.fill_null(FILL) if doubles.null_count else doubles).to_numpy(zero_copy_only=False)
    return found


def judged(numbers: Array, array: Any) -> Cells:
    """The cells of `numbers` that were made of `array`, with codes for those that are empty, nan or infinite."""
    finite = np.isfinite(numbers)
    if array.null_count == 0 and finite.all():
        return Cells(numbers, None, array)
    codes = np.zeros(len(numbers), np.uint8)
    codes[~finite] = INFINITE
    codes[np.isnan(numbers)] = NAN
    if array.null_count:
        codes[array.is_null().to_numpy(zero_copy_only=False)] = EMPTY
    return Cells(np.where(finite, numbers, FILL), codes, array)


def of_integers(array: Any) -> Cells:
    """Integers of 64 bits, those that no double is equal to marked as rounded."""
    found = of_doubles(array)
    large = np.abs(found.numbers) >= EXACT
    if not large.any():
        return found
    integers = array.fill_null(1).to_numpy(zero_copy_only=False)
    return marked(found, large & is_rounded(integers, found.numbers))


def is_rounded(integers: Entries, numbers: Array) -> Entries:
    """Where the double is not the integer: bits are set below its last place."""
    # The size of the least int64 is itself again, and right when read without a sign.
    sizes = np.abs(integers).astype(np.uint64) if integers.dtype.kind == "i" else integers
    lost = np.maximum(np.frexp(numbers)[1] - 53, 0).astype(np.uint64)
    found: Entries = (sizes & ((np.uint64(1) << lost) - np.uint64(1))) != 0
    return found


def marked(found: Cells, rounded: Entries) -> Cells:
    """The same cells, some of them marked as rounded."""
    codes = np.zeros(len(found.numbers), np.uint8) if found.codes is None else found.codes.copy()
    codes[rounded & (codes == 0)] = ROUNDED
    return replace(found, codes=codes if codes.any() else None)


def of_texts(array: Any) -> Cells:
    """The numbers that texts stand for."""
    try:
        if array.null_count:
            raise pa.ArrowInvalid
        numbers = array.cast(pa.float64()).to_numpy()
    except pa.ArrowInvalid:
        return of_mixed(array)
    found = judged(numbers, array)
    return with_rounding(found, array)


def of_mixed(array: Any) -> Cells:
    """The same where some texts are no numbers."""
    trimmed = pc.ascii_trim_whitespace(array.fill_null(""))
    is_number = pc.match_substring_regex(trimmed, NUMBER)
    numbers = filled(pc.if_else(is_number, trimmed, pa.scalar(None, pa.string())).cast(pa.float64()))
    codes = np.where(is_number.to_numpy(zero_copy_only=False), 0, TEXT).astype(np.uint8)
    codes[pc.equal(trimmed, "").to_numpy(zero_copy_only=False)] = EMPTY
    for pattern, code in ((NAN_WORD, NAN), (INFINITE_WORD, INFINITE)):
        codes[pc.match_substring_regex(trimmed, pattern).to_numpy(zero_copy_only=False)] = code
    infinite = np.isinf(numbers)  # of so many digits, or so large an exponent
    codes[infinite] = INFINITE
    numbers = np.where(infinite, FILL, numbers)
    return with_rounding(Cells(numbers, codes if codes.any() else None, array), trimmed)


def with_rounding(found: Cells, texts: Any) -> Cells:
    """The cells with those marked whose text is an integer that no double is equal to."""
    large = np.flatnonzero(np.abs(found.numbers) >= EXACT)
    if not len(large):
        return found
    numbers, written = found.numbers[large], texts.take(pa.array(large))
    try:
        rounded = is_rounded(written.cast(pa.int64()).to_numpy(), numbers)
    except pa.ArrowInvalid:  # some are no integers, or of more than 64 bits
        pairs = zip(written.to_pylist(), numbers.tolist(), strict=True)
        rounded = np.array([is_integer(text) and exact(text) != int(number) for text, number in pairs], bool)
    everywhere = np.zeros(len(found.numbers), bool)
    everywhere[large[rounded]] = True
    return marked(found, everywhere)


def is_integer(text: str) -> bool:
    """Is this a number written without point and exponent?"""
    return text.strip().lstrip("+-").isdigit()


def exact(text: str) -> int | None:
    """The integer itself; None for more digits than Python converts, none of which fit a double."""
    try:
        return int(text)
    except ValueError:
        return None
