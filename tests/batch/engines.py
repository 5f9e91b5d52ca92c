"""An engine written by hand, so that readers and writers are tested at their own speed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Rows:
    value: Any
    gradient: dict[str, Any]
    status: Any
    codes: tuple[str, ...]


@dataclass(frozen=True)
class Product:
    """`x*log(y)`."""

    names: tuple[str, ...] = ("x", "y")
    wrt: tuple[str, ...] = ("x", "y")

    def rows(self, columns: Mapping[str, Any], workers: int | None = None) -> Rows:
        x, y = columns["x"], columns["y"]
        status = np.where(y > 0, 0, 1).astype(np.int32)
        logarithm = np.where(y > 0, np.log(np.where(y > 0, y, 1.0)), np.nan)
        return Rows(x * logarithm, {"x": logarithm, "y": np.where(y > 0, x / y, np.nan)}, status, ("domain.log",))
