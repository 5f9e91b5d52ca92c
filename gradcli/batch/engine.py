"""What batch work asks of a compiled formula: arrays by name become value, gradient and status by row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Floats = NDArray[np.float64]


class Rows(Protocol):
    """Value, gradient and status of each row: 0 is fine, k means `codes[k]`, such as `domain.log`."""

    @property
    def value(self) -> Array:
        """The value by row."""

    @property
    def gradient(self) -> dict[str, Array]:
        """The slope by row, by each name."""

    @property
    def status(self) -> Array:
        """The number of a code by row, 0 where all is well."""

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes that `status` counts."""


class Engine(Protocol):
    """A formula made ready for many rows."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names that the formula leaves open."""

    @property
    def wrt(self) -> tuple[str, ...]:
        """The names to differentiate by."""

    def rows(self, columns: Mapping[str, Any], workers: int | None = None, skipped: Any = None) -> Rows:
        """Value and gradient at arrays of equal length, on so many threads; rows that are `skipped` do not matter."""
