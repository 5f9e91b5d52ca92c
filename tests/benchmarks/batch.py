"""File to file beside pyarrow alone: `python -m tests.benchmarks.batch [rows] [formats]`.

pyarrow alone reads the same columns block by block and writes the same columns, the results precomputed: what no
program can do without. Each way is a process of its own, so that its peak memory is its own; medians of five.
`written alike` is pyarrow with the settings of Parquet that gradcli chooses (no dictionaries of doubles), `at once` the
same with all of the table in memory; its time has 0.4 s for making random results.
"""

from __future__ import annotations

import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from pyarrow import csv, parquet

ROWS, RUNS = 10_000_000, 5
MOST = 1.3
"""What gradcli may take in times of pyarrow alone."""

FORMULA = "x^2*sin(y)"
RESULTS = ("value", "d_x", "d_y")


def make(folder: Path, format: str, rows: int) -> Path:
    """A file with four columns: a number of the row, x, y and a label."""
    path = folder / f"data.{format}"
    random = np.random.default_rng(6)
    labels = pa.array(["north", "south", "east", "west"])
    writer: Any = None
    for start in range(0, rows, 1 << 20):
        count = min(1 << 20, rows - start)
        x, y = random.normal(size=(2, count))
        label = labels.take(pa.array(random.integers(0, 4, count)))
        table = pa.table({"row": np.arange(start, start + count), "x": x, "y": y, "label": label})
        if writer is None:
            writer = (
                parquet.ParquetWriter(path, table.schema) if format == "parquet" else csv.CSVWriter(path, table.schema)
            )
        writer.write_table(table)
    writer.close()
    return path


def by_gradcli(source: Path, target: Path) -> None:
    """The pipeline of `gradcli batch`."""
    from gradcli.batch import pipeline, plan, readers, sources, writers
    from gradcli.batch.compilation import compile

    file, out = sources.file(str(source)), sources.file(str(target))
    reader = readers.opened(file)
    planned = plan.planned(compile(FORMULA), reader, {}, {}, only=False)
    wanted = planned.wanted(typed=out.format == "parquet")
    job = pipeline.Job(planned, wanted, (file,), reader, workers=2)
    with writers.beside(str(target), force=True) as sink:
        pipeline.write(job, writers.writer(out, sink, pipeline.schema(planned, wanted, reader)))


def by_pyarrow(source: Path, target: Path, *, alike: bool = False) -> None:
    """Reading and writing alone."""
    is_parquet = source.suffix == ".parquet"
    batches: Any = parquet.ParquetFile(source).iter_batches(1 << 17) if is_parquet else csv.open_csv(source)
    found, writer = None, None
    for batch in batches:
        if found is None or len(found[0]) < len(batch):
            random = np.random.default_rng(7).normal(size=(3, len(batch)))
            found = [pa.array(numbers) for numbers in random]
            status = pa.array([""] * len(batch))
        results = [*(numbers.slice(0, len(batch)) for numbers in found), status.slice(0, len(batch))]
        whole = pa.RecordBatch.from_arrays([*batch.columns, *results], names=[*batch.schema.names, *RESULTS, "status"])
        if writer is None and is_parquet:
            options = {"use_dictionary": ["row", "label", "status"]} if alike else {}
            writer = parquet.ParquetWriter(target, whole.schema, **options)
        elif writer is None:
            writer = csv.CSVWriter(target, whole.schema)
        writer.write_batch(whole)
    writer.close()


def at_once(source: Path, target: Path) -> None:
    """The same, all of the table in memory, with all threads that pyarrow uses then."""
    is_parquet = source.suffix == ".parquet"
    table = parquet.read_table(source) if is_parquet else csv.read_csv(source)
    for name, numbers in zip(RESULTS, np.random.default_rng(7).normal(size=(3, len(table))), strict=True):
        table = table.append_column(name, pa.array(numbers))
    table = table.append_column("status", pa.array([""]).take(pa.array(np.zeros(len(table), np.int8))))
    if is_parquet:
        parquet.write_table(table, target, use_dictionary=["row", "label", "status"])
    else:
        csv.write_csv(table, target)


WAYS = {
    "gradcli": by_gradcli,
    "pyarrow": by_pyarrow,
    "written alike": lambda source, target: by_pyarrow(source, target, alike=True),
    "at once": at_once,
}


def measured(way: str, source: Path, target: Path) -> tuple[float, int]:
    """Seconds and peak memory (MiB) of one run in a process of its own."""
    command = [sys.executable, "-m", "tests.benchmarks.batch", "--run", way, str(source), str(target)]
    run = subprocess.run(command, capture_output=True, check=True, encoding="utf-8")
    seconds, peak = json.loads(run.stdout)
    return seconds, peak


def one_run(way: str, source: str, target: str) -> None:
    """Prints what one run took."""
    start = time.perf_counter()
    WAYS[way](Path(source), Path(target))
    seconds = time.perf_counter() - start
    print(json.dumps([seconds, peak()]))


def peak() -> int:
    """The most memory that this process has had (MiB); `getrusage` would count what the process that began it had."""
    found = re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text(encoding="utf-8"))
    assert found
    return int(found[1]) // 1024


def main(rows: int = ROWS, formats: tuple[str, ...] = ("parquet", "csv")) -> None:
    """Prints a table; ends with status 1 where gradcli takes too long."""
    worst = 0.0
    with tempfile.TemporaryDirectory() as name:
        for format in formats:
            source, target = make(Path(name), format, rows), Path(name) / f"out.{format}"
            ways = [way for way in WAYS if way != "written alike" or format == "parquet"]
            times: dict[str, list[float]] = {way: [] for way in ways}
            peaks: dict[str, int] = {}
            for _ in range(RUNS):
                for way in ways:
                    seconds, peaks[way] = measured(way, source, target)
                    times[way].append(seconds)
            medians = {way: statistics.median(times[way]) for way in ways}
            for way in ways:
                ratio = medians[way] / medians["pyarrow"]
                print(f"{format:8} {way:14} {medians[way]:7.2f} s  {ratio:5.2f}  {peaks[way]:5} MiB", flush=True)
            worst = max(worst, medians["gradcli"] / medians["pyarrow"])
            source.unlink(), target.unlink()
    print(f"gradcli takes at most {worst:.2f} times as long as pyarrow alone; {MOST:g} is allowed")
    if worst > MOST:
        raise SystemExit(1)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--run"]:
        one_run(*sys.argv[2:5])
    else:
        main(*(int(word) for word in sys.argv[1:2]), *([tuple(sys.argv[2:])] if sys.argv[2:] else []))
