"""An Arrow record batch becomes one with value, slopes and status behind its columns: a function for other programs.

`gradcli.compile(text).batch` is what DuckDB, Polars (`map_batches`) and Spark (`mapInArrow`) are given.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from gradcli.batch import answers
from gradcli.batch.arrow_files import rows_of_block
from gradcli.batch.block import Block, Wanted
from gradcli.batch.cells import cells, flat
from gradcli.batch.compiled import Compiled
from gradcli.batch.plan import Plan, planned
from gradcli.errors import GradcliError


@dataclass(frozen=True)
class Columns:
    """The columns of a table in memory, as far as a plan asks for them; see `Reader`."""

    schema: Any

    @property
    def names(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(self.schema.names)

    @property
    def kinds(self) -> Mapping[str, Any]:
        """Their Arrow types."""
        return {field.name: field.type for field in self.schema}

    def share(self) -> float | None:
        """All of it is there."""
        return None

    def passed_on(self, wanted: Wanted) -> Any:
        """The types of the columns that are kept."""
        return pa.schema([self.schema.field(name) for name in wanted.kept])

    def pieces(self, wanted: Wanted) -> Iterator[Any]:
        """A table in memory is not read in pieces."""
        raise NotImplementedError

    def block(self, piece: Any, wanted: Wanted) -> Block:
        """The rows of a record batch."""
        found = {name: cells(piece.column(name)) for name in wanted.needed}
        return Block(piece.num_rows, found, None, "batch", lambda row: row + 1, unit="row")


def batch(
    engine: Compiled,
    given: Any,
    *,
    columns: Mapping[str, str] | None = None,
    constants: Mapping[str, float] | None = None,
    only: bool = False,
    prefix: str = "",
) -> Any:
    """A record batch (or table) with the columns of `given`, unless `only`, and then value, `d_x`, ..., and status.

    `columns` says which column a name reads, where it is another one; `constants` gives names a number. A row without
    a result is null in it, and its status says why; it is "" where all is well. Raises GradcliError (`input.*`) where
    columns are missing, hold no numbers, or clash with those of the results.
    """
    if not isinstance(given, (pa.RecordBatch, pa.Table)):
        message = f"a record batch is expected, not `{type(given).__name__}`"
        raise GradcliError("input.columns", message, help="give a `pyarrow.RecordBatch` or a `pyarrow.Table`")
    source = Columns(given.schema)
    plan = planned(engine, source, columns or {}, constants or {}, only=only, prefix=prefix)
    found = results(plan, source, given)
    arrays, names = ([], []) if only else (list(given.columns), list(given.schema.names))
    if isinstance(given, pa.Table):
        return pa.table([*arrays, *found.columns], names=[*names, *found.column_names])
    return pa.RecordBatch.from_arrays([*arrays, *map(flat, found.columns)], names=[*names, *found.column_names])


def results(plan: Plan, source: Columns, given: Any) -> Any:
    """The results for all rows, computed some thousand at a time."""
    wanted = plan.wanted()
    size = rows_of_block(len(wanted.needed))
    starts = range(0, given.num_rows, size) or (0,)
    parts = [answers.table(plan, answers.answered(plan, source.block(given.slice(at, size), wanted))) for at in starts]
    return pa.concat_tables(parts)


def schema(engine: Compiled, given: Any, *, only: bool = False, prefix: str = "") -> Any:
    """The Arrow schema of what `batch` makes of batches with the schema `given`, as Spark asks for beforehand."""
    plan = Plan(engine, {}, {}, (), prefix)
    return pa.schema([*(() if only else given), *answers.fields(plan)])
