"""A STAND-IN, TO BE DELETED when `gradcli/batch/compiled.py` lands: the same interface, one row at a time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from gradcli.batch.engine import Array
from gradcli.calculator import evaluate, parse
from gradcli.errors import GradcliError
from gradcli.expression import Formula
from gradcli.problem import variables


@dataclass(frozen=True, eq=False)
class Rows:
    """Value, gradient and status of each row."""

    value: Array
    gradient: dict[str, Array]
    status: Array
    codes: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Compiled:
    """A formula to be evaluated at many points."""

    formula: Formula
    names: tuple[str, ...]
    wrt: tuple[str, ...]

    def rows(self, columns: Mapping[str, Array], workers: int | None = None) -> Rows:
        """Value and gradient by row, one `evaluate` each."""
        arrays = {name: np.asarray(columns[name], float) for name in self.names}
        count = len(next(iter(arrays.values()))) if arrays else 0
        value, status = np.full(count, np.nan), np.zeros(count, np.int32)
        gradient = {name: np.full(count, np.nan) for name in self.wrt}
        codes: dict[str, int] = {}
        for row in range(count):
            try:
                at = {name: float(array[row]) for name, array in arrays.items()}
                found = evaluate(self.formula, at, wrt=self.wrt)
            except GradcliError as error:
                status[row] = codes.setdefault(error.code, len(codes) + 1)
                continue
            value[row] = found.value
            for name in self.wrt:
                gradient[name][row] = found.gradient[name]
        return Rows(value, gradient, status, tuple(codes))


def compile(text: str | Formula, wrt: Iterable[str] | None = None) -> Compiled:
    """A formula made ready for many rows."""
    formula = text if isinstance(text, Formula) else parse(text)
    names = tuple(variables(formula))
    return Compiled(formula, names, names if wrt is None else tuple(wrt))
