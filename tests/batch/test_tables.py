"""Record batches in, record batches out: by itself, and inside DuckDB, Polars and Spark."""

from __future__ import annotations

import sys
from typing import Any

import pytest

np = pytest.importorskip("numpy")
pa = pytest.importorskip("pyarrow")

from gradcli.batch import arrow_files, tables
from gradcli.batch.compilation import compile
from gradcli.errors import GradcliError

GIVEN = pa.record_batch({"id": ["a", "b", "c"], "x": [1.0, None, -1.0], "y": [2, 3, 4]})
EXPECTED = {
    "value": [0.0, None, None],
    "d_x": [2.0, None, None],
    "d_y": [0.0, None, None],
    "status": ["", "input.empty", "domain.log"],
}


@pytest.fixture(scope="module")
def apply() -> Any:
    return compile("log(x)*y").batch


def test_results_stand_behind_the_columns(apply: Any) -> None:
    found = apply(GIVEN)
    assert isinstance(found, pa.RecordBatch)
    assert found.to_pydict() == {**GIVEN.to_pydict(), **EXPECTED}


def test_schema_is_known_beforehand(apply: Any) -> None:
    assert tables.schema(compile("log(x)*y"), GIVEN.schema).equals(apply(GIVEN).schema)
    assert tables.schema(compile("log(x)*y"), GIVEN.schema, only=True).equals(apply(GIVEN, only=True).schema)


def test_only_results(apply: Any) -> None:
    assert apply(GIVEN, only=True).to_pydict() == EXPECTED


def test_columns_and_constants(apply: Any) -> None:
    assert apply(GIVEN, columns={"x": "y"}, constants={"y": 2.0}, only=True)["value"].to_pylist() == [
        2 * np.log(y) for y in (2, 3, 4)
    ]


def test_table_becomes_a_table(apply: Any) -> None:
    table = pa.Table.from_batches([GIVEN, GIVEN])
    found = apply(table)
    assert isinstance(found, pa.Table)
    assert found["status"].to_pylist() == EXPECTED["status"] * 2


def test_no_rows(apply: Any) -> None:
    assert apply(GIVEN.slice(0, 0)).num_rows == 0
    assert apply(GIVEN.slice(0, 0)).schema == apply(GIVEN).schema


def test_many_rows_are_computed_in_parts(apply: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrow_files, "MOST_ROWS", 2)
    monkeypatch.setattr(arrow_files, "LEAST_ROWS", 2)
    assert apply(GIVEN).to_pydict() == {**GIVEN.to_pydict(), **EXPECTED}


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (GIVEN.select(["x"]), "input.columns"),
        (GIVEN.rename_columns(["value", "x", "y"]), "input.clash"),
        (GIVEN.set_column(1, "x", pa.array([True, False, True])), "input.columns"),
        (5, "input.columns"),
    ],
)
def test_columns_that_do_not_serve_are_an_error(apply: Any, given: Any, code: str) -> None:
    with pytest.raises(GradcliError) as caught:
        apply(given)
    assert caught.value.code == code


def test_duckdb_example(apply: Any) -> None:
    duckdb = pytest.importorskip("duckdb")
    rows = duckdb.connect().sql("select i::double as x, 2.0::double as y from range(1, 5) t(i)").to_arrow_reader(2)
    schema = tables.schema(compile("log(x)*y"), rows.schema)
    # DuckDB finds the stream by its name here, and asks it for one batch after the other; a connection of its own, as
    # the first one is still being read.
    found = pa.RecordBatchReader.from_batches(schema, map(apply, rows))  # noqa: F841
    back = duckdb.connect().sql("select sum(d_x) from found where status = ''").fetchall()
    assert back[0][0] == pytest.approx(2 * (1 + 1 / 2 + 1 / 3 + 1 / 4))


def test_polars_example(apply: Any) -> None:
    polars = pytest.importorskip("polars")
    frame = polars.from_arrow(pa.table(GIVEN.to_pydict())).lazy()
    schema = polars.from_arrow(tables.schema(compile("log(x)*y"), GIVEN.schema).empty_table()).schema
    found = frame.map_batches(
        lambda part: polars.from_arrow(apply(part.to_arrow())), schema=schema, streamable=True
    ).collect()
    assert found["status"].to_list() == EXPECTED["status"]
    assert found["value"].to_list() == EXPECTED["value"]


@pytest.mark.filterwarnings("ignore")  # Spark's own, of the day
def test_spark_example(apply: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    sql = pytest.importorskip("pyspark.sql")
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    session = sql.SparkSession.builder.master("local[1]").getOrCreate()
    frame = session.createDataFrame([(1.0, 2.0), (-1.0, 3.0)], "x double, y double")
    whole = "x double, y double, value double, d_x double, d_y double, status string"
    found = frame.mapInArrow(lambda batches: map(apply, batches), whole).collect()
    session.stop()
    assert [row.status for row in found] == ["", "domain.log"]
