"""The same table in every format, in and out."""

from __future__ import annotations

import csv
import datetime
import gzip
import io
import json
import math
import subprocess
import sys
import tempfile
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

np = pytest.importorskip("numpy")
pa = pytest.importorskip("pyarrow")
from pyarrow import csv as arrow_csv
from pyarrow import feather, parquet

from gradcli.batch import arrow_files, pipeline, plan, readers, records, sources, writers
from gradcli.batch.compilation import compile
from gradcli.batch.failures import Failures
from gradcli.errors import GradcliError

INPUTS = ("csv", "tsv", "csv.gz", "tsv.zst", "jsonl", "jsonl.gz", "parquet", "feather", "arrow")
OUTPUTS = ("csv", "tsv", "csv.zst", "jsonl", "jsonl.gz", "parquet", "feather", "arrow")

PRODUCT = compile("x*log(y)")


def batch(source: Path, target: Path, *, only: bool = False, workers: int = 2) -> Failures:
    """`gradcli batch 'x*log(y)'` from file to file."""
    file, out = sources.file(str(source)), sources.file(str(target))
    reader = readers.opened(file)
    planned = plan.planned(PRODUCT, reader, {}, {}, only=only)
    as_lines = file.format == out.format == "jsonl" and not only
    wanted = planned.wanted(as_lines=as_lines, typed=out.format not in ("csv", "tsv"))
    job = pipeline.Job(planned, wanted, (file,), reader, workers)
    with writers.beside(str(target), force=False) as sink:
        return pipeline.write(job, writers.writer(out, sink, pipeline.schema(planned, wanted, reader)))


def save(table: Any, path: Path) -> None:
    """The table as a file, written by pyarrow alone."""
    file = sources.file(str(path))
    if file.format == "parquet":
        parquet.write_table(table, path)
    elif file.format == "arrow":
        feather.write_feather(table, path)
    else:
        with pa.output_stream(path, compression=file.compression) as stream:
            if file.format == "jsonl":
                stream.write("".join(json.dumps(row) + "\n" for row in table.to_pylist()).encode())
            else:
                options = arrow_csv.WriteOptions(delimiter="\t" if file.format == "tsv" else ",")
                arrow_csv.write_csv(table, stream, options)


def save_stream(table: Any, path: Path) -> None:
    """The table as an Arrow stream."""
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_stream(file, table.schema) as made:
        made.write_table(table)


def load(path: Path) -> list[dict[str, Any]]:
    """The rows of a file, read by others than us; numbers as doubles."""
    file = sources.file(str(path))
    if file.format == "parquet":
        return list(parquet.read_table(path).to_pylist())
    if file.format == "arrow":
        return list(feather.read_table(path).to_pylist())
    with pa.input_stream(path, compression=file.compression) as stream:
        text = stream.read().decode()
    if file.format == "jsonl":
        return [json.loads(line) for line in text.splitlines()]
    rows = csv.DictReader(io.StringIO(text), delimiter="\t" if file.format == "tsv" else ",")
    return [dict(row) for row in rows]


def as_number(value: Any) -> float | None:
    return None if value in (None, "") else float(value)


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that short tables have many blocks."""
    monkeypatch.setattr(records, "SIZE", 512)
    monkeypatch.setattr(arrow_files, "MOST_ROWS", 64)
    monkeypatch.setattr(arrow_files, "LEAST_ROWS", 8)


ROWS = 500
TABLE = pa.table(
    {
        "id": [f"{number:05}" for number in range(ROWS)],
        "x": [None if number % 50 == 7 else number / 7 for number in range(ROWS)],
        "note": [f'a "{number}", b' if number % 30 == 0 else f"n{number}" for number in range(ROWS)],
        "y": [float(number % 40) for number in range(ROWS)],
    }
)


@pytest.mark.parametrize("output", OUTPUTS)
@pytest.mark.parametrize("input", INPUTS)
def test_every_format_becomes_every_format(input: str, output: str, tmp_path: Path) -> None:
    save(TABLE, tmp_path / f"in.{input}")
    found = batch(tmp_path / f"in.{input}", tmp_path / f"out.{output}")
    rows = load(tmp_path / f"out.{output}")
    assert [row["id"] for row in rows] == TABLE["id"].to_pylist()
    assert [row["note"] for row in rows] == TABLE["note"].to_pylist()
    assert [as_number(row["x"]) for row in rows] == TABLE["x"].to_pylist()
    for row in rows:
        x, y = as_number(row["x"]), float(row["y"])
        expected = "input.empty" if x is None else "domain.log" if y == 0 else ""
        assert row["status"] == expected
        if not expected:
            assert as_number(row["value"]) == x * np.log(y)
            assert (as_number(row["d_x"]), as_number(row["d_y"])) == (np.log(y), x * (1 / y))
        else:
            assert [as_number(row[name]) for name in ("value", "d_x", "d_y")] == [None] * 3
    assert found.counts == {"input.empty": 10, "domain.log": 13}
    assert (found.rows, found.failed) == (ROWS, 23)
    first = found.first["domain.log"][1]
    assert (
        (first.unit, first.line) == ("row", 41)
        if input in ("parquet", "feather", "arrow")
        else ("line", 41 + ("sv" in input))
    )


def test_types_that_are_passed_on_are_kept(tmp_path: Path) -> None:
    day = datetime.datetime(2020, 1, 2, 3, 4, 5, tzinfo=datetime.UTC)
    table = pa.table(
        {
            "x": pa.array([1, 2], pa.int32()),
            "y": pa.array([1.0, 2.0], pa.float32()),
            "time": [day, None],
            "price": [Decimal("1.10"), Decimal("-2.00")],
            "tags": [["a"], []],
            "kind": pa.array(["p", "q"]).dictionary_encode(),
            "flag": [True, None],
            "raw": [b"\xff", b""],
        },
        metadata={"made": "by hand"},
    )
    parquet.write_table(table, tmp_path / "in.parquet")
    batch(tmp_path / "in.parquet", tmp_path / "out.parquet")
    made, given_ = parquet.read_table(tmp_path / "out.parquet"), parquet.read_table(tmp_path / "in.parquet")
    assert made.select(given_.column_names).equals(given_)
    assert made.schema.metadata[b"made"] == b"by hand"


CELL = st.text(st.characters(codec="utf-8", exclude_characters="\x00\r", exclude_categories=["Cs"]), max_size=6)


@settings(max_examples=60)
@given(st.lists(st.tuples(CELL, CELL, st.sampled_from(["1", "2.50", "", "q", "1e3"])), min_size=1, max_size=12))
def test_cells_of_csv_are_passed_on_as_they_are(rows: list[tuple[str, str, str]]) -> None:
    with tempfile.TemporaryDirectory() as name:
        source, target = Path(name) / "a.csv", Path(name) / "b.csv"
        with source.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["a", "b", "x", "y"])
            writer.writerows([(*row, "1") for row in rows])
        batch(source, target)
        with target.open(newline="", encoding="utf-8") as file:
            assert [tuple(row[:3]) for row in csv.reader(file)][1:] == rows


VALUES = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text(max_size=5)
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=3), inner, max_size=3)),
    max_leaves=4,
)
OBJECTS = st.dictionaries(st.sampled_from(["x", "y", "a", 'q"', "é\\n"]), VALUES)
ENDS = st.sampled_from(["\n", "\r\n", " \n", "\n\n", "\t\r\n \n"])


@settings(max_examples=100)
@given(st.lists(st.tuples(OBJECTS, ENDS, st.booleans()), min_size=1, max_size=12))
def test_lines_of_json_are_passed_on_as_they_are(lines: list[tuple[dict[str, Any], str, bool]]) -> None:
    with tempfile.TemporaryDirectory() as name:
        source, target = Path(name) / "a.jsonl", Path(name) / "b.jsonl"
        begin = '{"x":1,"y":1}\n'  # so that the columns are known
        text = "".join(json.dumps(line, ensure_ascii=ascii) + end for line, end, ascii in lines)
        source.write_bytes((begin + text).encode())
        batch(source, target)
        made = [json.loads(line) for line in target.read_bytes().split(b"\n")[1:-1]]
    for (line, _, _), row in zip(lines, made, strict=True):
        x, y = (line.get(key) for key in ("x", "y"))
        numbers = [value for value in (x, y) if isinstance(value, (int, float)) and not isinstance(value, bool)]
        is_good = len(numbers) == 2 and all(abs(value) < 1e300 for value in numbers) and y > 0
        assert (row["value"] is not None) == is_good
        results = {key: row.pop(key) for key in ("value", "d_x", "d_y", "status")}
        assert (row == line) or (not line and row == {"line": "{}"})
        assert results["status"] or is_good


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("lines", [1, 100])
def test_lines_are_whole_wherever_the_first_piece_of_json_ends(lines: int, mark: bytes, tmp_path: Path) -> None:
    line = '{"x": 2, "y": 1, "note": "' + "a" * (1000 // lines) + '"}'
    (tmp_path / "in.jsonl").write_bytes(mark + "\n".join([line] * lines).encode())
    found = batch(tmp_path / "in.jsonl", tmp_path / "out.csv", only=True)
    assert (found.rows, found.failed) == (lines, 0)


def test_of_thousands_of_columns_only_those_needed_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [*(f"c{number}" for number in range(3000)), "x", "y"]
    (tmp_path / "in.csv").write_text(",".join(names) + "\n" + ",".join(["7"] * 3000 + ["2", "1"]) + "\n")
    seen = []
    parsed = arrow_csv.read_csv
    monkeypatch.setattr(arrow_csv, "read_csv", lambda *words: seen.append(words[3].include_columns) or parsed(*words))
    monkeypatch.setattr(records, "SIZE", 1 << 22)
    batch(tmp_path / "in.csv", tmp_path / "out.csv", only=True)
    assert seen == [["3000", "3001"]]
    batch(tmp_path / "in.csv", tmp_path / "all.csv")
    assert (tmp_path / "all.csv").read_text().splitlines()[1].endswith("7,2,1,0,0,2,")


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("format", ["csv", "jsonl", "parquet"])
def test_total_is_the_same_to_the_last_bit(
    format: str, workers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = np.random.default_rng(1)
    x, y = np.exp(random.normal(0, 30, 2000)) * random.choice([-1, 1], 2000), random.uniform(0.1, 9, 2000)
    save(pa.table({"x": x, "y": y}), tmp_path / f"in.{format}")
    file = sources.file(str(tmp_path / f"in.{format}"))
    found = set()
    for size in (300, 7000):
        monkeypatch.setattr(records, "SIZE", size)
        monkeypatch.setattr(arrow_files, "MOST_ROWS", size // 50)
        reader = readers.opened(file)
        planned = plan.planned(PRODUCT, reader, {}, {}, only=True)
        table, _ = pipeline.total(pipeline.Job(planned, planned.wanted(), (file,), reader, workers), "sum")
        found.add(tuple(table.to_pylist()[0].values()))
    assert found == {(math.fsum(x * np.log(y)), math.fsum(np.log(y)), math.fsum(x / y), 2000, 0)}


def test_row_groups_far_larger_than_a_block_are_read_in_parts(tmp_path: Path) -> None:
    parquet.write_table(
        pa.table({"x": np.ones(1000), "y": np.ones(1000)}), tmp_path / "in.parquet", row_group_size=1000
    )
    reader = readers.opened(sources.file(str(tmp_path / "in.parquet")))
    planned = plan.planned(PRODUCT, reader, {}, {}, only=True)
    assert max(piece.batch.num_rows for piece in reader.pieces(planned.wanted())) <= 64


@pytest.mark.parametrize("name", ["a.parquet", "a.arrow"])
def test_damaged_file_is_an_error(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(b"PAR1 nothing")
    with pytest.raises(Exception, match="cannot read") as caught:
        readers.opened(sources.file(str(tmp_path / name)))
    assert caught.value.code == "input.format"


@pytest.mark.parametrize("cut", [20, 400, 1000, -8])
@pytest.mark.parametrize("name", ["a.parquet", "a.arrow", "a.csv.gz", "a.jsonl.zst"])
def test_file_that_is_cut_off_is_an_error(name: str, cut: int, tmp_path: Path) -> None:
    save(pa.table({"x": np.random.default_rng(1).normal(size=1000), "y": np.ones(1000)}), tmp_path / name)
    (tmp_path / name).write_bytes((tmp_path / name).read_bytes()[:cut])
    with pytest.raises(GradcliError, match=r"cannot read `.*/a\.[a-z.]*`") as caught:
        batch(tmp_path / name, tmp_path / "out.csv")
    assert caught.value.code == "input.format"
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_first_bytes_tell_whether_a_file_is_compressed_whatever_its_name_says(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(gzip.compress(b"x,y\n2,1\n") + gzip.compress(b"3,1\n"))
    (tmp_path / "b.csv.gz").write_bytes(b"x,y\n2,1\n3,1\n")
    for name in ("a.csv", "b.csv.gz"):
        batch(tmp_path / name, tmp_path / f"{name}.out.csv", only=True)
    assert (tmp_path / "a.csv.out.csv").read_text() == (tmp_path / "b.csv.gz.out.csv").read_text()
    assert len((tmp_path / "a.csv.out.csv").read_text().splitlines()) == 3


def test_column_that_has_no_place_in_the_format_is_an_error(tmp_path: Path) -> None:
    span = pa.array([pa.MonthDayNano([1, 2, 3])])
    save_stream(pa.table({"x": [2.0], "y": [1.0], "span": span}), tmp_path / "a.arrow")
    with pytest.raises(GradcliError, match="cannot stand in parquet") as caught:
        batch(tmp_path / "a.arrow", tmp_path / "a.parquet")
    assert caught.value.code == "input.columns"
    assert [path.name for path in tmp_path.iterdir()] == ["a.arrow"]


def test_columns_of_any_type_are_passed_on_as_text(tmp_path: Path) -> None:
    kept = {
        "bytes": pa.array([b"ab"], pa.binary(2)),
        "view": pa.array([b"ab"], pa.binary_view()),
        "single": pa.array([0.1], pa.float32()),
        "half": pa.array(np.array([0.5], np.float16)),
        "repeated": pa.RunEndEncodedArray.from_arrays(pa.array([1], pa.int32()), pa.array([7])),
    }
    save_stream(pa.table({"x": [2.0], "y": [1.0], **kept}), tmp_path / "a.arrow")
    batch(tmp_path / "a.arrow", tmp_path / "a.csv")
    batch(tmp_path / "a.arrow", tmp_path / "a.jsonl")
    assert (tmp_path / "a.csv").read_text().splitlines()[1] == "2,1,ab,ab,0.1,0.5,7,0,0,2,"
    assert '"bytes":"ab","view":"ab","single":0.1,"half":0.5,"repeated":7,' in (tmp_path / "a.jsonl").read_text()


MEMORY = """
import sys
from pathlib import Path
from tests.benchmarks.batch import by_gradcli, peak
by_gradcli(Path(sys.argv[1]), Path(sys.argv[2]))
print(peak())
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not tell the peak of memory")
@pytest.mark.parametrize("format", ["csv", "parquet"])
def test_memory_is_bounded_by_the_block(format: str, tmp_path: Path) -> None:
    """Ten million rows take hardly more than two, and far less than 1 GB."""
    from tests.benchmarks.batch import make

    peaks = []
    for rows in (2_000_000, 10_000_000):
        source = make(tmp_path, format, rows)
        words = [sys.executable, "-c", MEMORY, str(source), str(tmp_path / f"out.{format}")]
        run = subprocess.run(words, capture_output=True, check=True, encoding="utf-8", cwd=Path(__file__).parents[2])
        peaks.append(int(run.stdout))
        source.unlink()
    assert peaks[1] < 700
    assert peaks[1] < 1.5 * peaks[0]
