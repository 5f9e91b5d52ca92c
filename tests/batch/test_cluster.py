"""A folder of Parquet files on a local Dask cluster, also when a worker is lost."""

from __future__ import annotations

import json
import os
import pickle
import signal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

np = pytest.importorskip("numpy")
pa = pytest.importorskip("pyarrow")
distributed = pytest.importorskip("distributed")
from pyarrow import parquet

from gradcli.batch import cluster, places
from gradcli.errors import GradcliError

from ..conftest import Command

DEMAND = cluster.Demand("x*log(y)", ("x", "y"), ("row", "x", "y"), (), (), False, "")


def make(folder: Path, files: int, rows: int, group: int) -> None:
    folder.mkdir()
    for place in range(files):
        numbers = np.arange(place * rows, (place + 1) * rows)
        table = pa.table({"row": numbers, "x": numbers / 3, "y": (numbers % 100).astype(float)})
        parquet.write_table(table, folder / f"{place:03}.parquet", row_group_size=group)


def whole(folder: Path) -> Any:
    """All rows of the parts, in the order of the manifest."""
    manifest = json.loads((folder / "_manifest.json").read_text())
    return pa.concat_tables([parquet.read_table(folder / part["name"]) for part in manifest["parts"]])


def test_tasks_are_groups_of_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path / "in", 2, 100, 10)
    monkeypatch.setattr(cluster, "ROWS", 25)
    found = cluster.tasks(DEMAND, places.paths(str(tmp_path / "in")), "out")
    assert [(task.groups, task.row) for task in found[:4]] == [
        ((0, 1, 2), 0),
        ((3, 4, 5), 30),
        ((6, 7, 8), 60),
        ((9,), 90),
    ]
    assert len({task.part for task in found}) == 8


def test_part_is_the_same_whoever_makes_it(tmp_path: Path) -> None:
    make(tmp_path / "in", 1, 100, 10)
    (task,) = cluster.tasks(DEMAND, places.paths(str(tmp_path / "in")), str(tmp_path))
    first = cluster.work(task), Path(task.part).read_bytes()
    assert (cluster.work(task), Path(task.part).read_bytes()) == first
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in", "part-00000.parquet"]
    assert (first[0].rows, first[0].failed, first[0].first["domain.log"][0].line) == (100, 1, 1)


def test_worker_may_be_in_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path / "in", 1, 100, 10)
    (tmp_path / "out").mkdir()
    monkeypatch.chdir(tmp_path)
    (task,) = cluster.tasks(DEMAND, places.paths("in"), "out")
    monkeypatch.chdir(tmp_path / "in")
    part = cluster.work(task)
    assert part.source == part.first["domain.log"][0].file == "in/000.parquet"
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["part-00000.parquet"]


def test_paths_of_a_file_system_by_url(tmp_path: Path) -> None:
    make(tmp_path / "in", 2, 10, 10)
    assert places.paths(f"file://{tmp_path}/in") == [f"file://{tmp_path}/in/{name}.parquet" for name in ("000", "001")]
    with pytest.raises(GradcliError, match="cannot reach"):
        places.paths("nowhere://bucket/data")
    for nothing in ("none", "in/*.csv"):
        with pytest.raises(GradcliError, match="there is nothing"):
            places.paths(str(tmp_path / nothing))
    assert places.paths(str(tmp_path / "i*" / "00?.parquet")) == places.paths(str(tmp_path / "in"))
    (tmp_path / "empty").mkdir()
    with pytest.raises(GradcliError, match="no Parquet file"):
        places.paths(str(tmp_path / "empty"))


def test_part_is_made_from_url_to_url(tmp_path: Path) -> None:
    make(tmp_path / "in", 1, 10, 10)
    out = f"file://{tmp_path}/out"
    with places.folder(out, force=False):
        parts = [cluster.work(task) for task in cluster.tasks(DEMAND, places.paths(f"file://{tmp_path}/in"), out)]
        cluster.write_manifest(out, DEMAND, parts)
    assert whole(tmp_path / "out")["row"].to_pylist() == list(range(10))


def test_error_goes_from_process_to_process() -> None:
    error = pickle.loads(pickle.dumps(GradcliError("input.file", "gone", help="look")))
    assert (error.code, error.message, error.help) == ("input.file", "gone", "look")


def test_folder_that_fails_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), places.folder(str(tmp_path / "out"), force=False):
        (tmp_path / "out" / "part-00000.parquet").write_bytes(b"half")
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


def test_folder_in_use_is_not_overwritten_and_force_deletes_parts_alone(tmp_path: Path) -> None:
    (tmp_path / "part-00009.parquet").write_bytes(b"old")
    (tmp_path / "mine.txt").write_bytes(b"mine")
    with pytest.raises(GradcliError, match="not empty"), places.folder(str(tmp_path), force=False):
        pass
    with places.folder(str(tmp_path), force=True):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_folder_of_what_is_read_is_not_written_to(tmp_path: Path, command: Command) -> None:
    make(tmp_path / "in", 1, 10, 10)
    (tmp_path / "in" / "000.parquet").rename(tmp_path / "in" / "part-00000.parquet")
    (tmp_path / "link").symlink_to(tmp_path / "in")
    for out in ("in", "link", "in/../in/"):
        words = [str(tmp_path / "in"), "--cluster", "local", "--out", f"{tmp_path}/{out}", "--force"]
        assert "error[usage.output]" in command("batch", "x*log(y)", *words).err
    assert [path.name for path in (tmp_path / "in").iterdir()] == ["part-00000.parquet"]


def test_formula_that_reads_no_column_is_refused(tmp_path: Path, command: Command) -> None:
    make(tmp_path / "in", 1, 10, 10)
    words = [str(tmp_path / "in"), "--cluster", "local", "--out", str(tmp_path / "out")]
    assert "error[input.columns]" in command("batch", "3", *words).err
    assert "error[input.columns]" in command("batch", "x", *words, "--set", "x=1").err


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_command_on_a_local_cluster(tmp_path: Path, command: Command) -> None:
    make(tmp_path / "in", 3, 1000, 500)
    run = command(
        "batch",
        "x*log(y)",
        str(tmp_path / "in"),
        "--cluster",
        "local",
        "--workers",
        "2",
        "--out",
        str(tmp_path / "out"),
    )
    assert run.status == 7
    assert "30 of 3,000 rows have no result" in run.err
    assert "000.parquet, row 101: x=33." in " ".join(run.err.split())
    assert whole(tmp_path / "out")["row"].to_pylist() == list(range(3000))


@pytest.mark.filterwarnings("default")
def test_lost_scheduler_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path / "in", 1, 40, 10)
    monkeypatch.setattr(cluster, "ROWS", 10)
    tasks = cluster.tasks(DEMAND, places.paths(str(tmp_path / "in")), str(tmp_path))
    local = distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None)
    with distributed.Client(local.scheduler_address, timeout=1) as client, pytest.raises(GradcliError, match="answer"):
        cluster.run(client, tasks, lambda rows, share: local.close())


def test_scheduler_that_is_looked_for_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    client = SimpleNamespace(status="connecting")
    monkeypatch.setattr(cluster.time, "sleep", lambda seconds: setattr(client, "status", "running"))
    cluster.require_scheduler(client)
    assert client.status == "running"


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_lost_worker_costs_time_and_no_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path / "in", 8, 400_000, 100_000)
    monkeypatch.setattr(cluster, "ROWS", 100_000)
    out = str(tmp_path / "out")
    killed: list[int] = []
    with places.folder(out, force=False), cluster.connected("local", 2) as client:
        processes = client.run(os.getpid)
        assert len(processes) == 2

        def follow(rows: int, share: float | None) -> None:
            if share is not None and share > 0.4 and not killed:
                killed.append(next(iter(processes.values())))
                os.kill(killed[0], signal.SIGKILL)

        tasks = cluster.tasks(DEMAND, places.paths(str(tmp_path / "in")), out)
        assert len(tasks) == 32
        parts = cluster.run(client, tasks, follow)
        cluster.write_manifest(out, DEMAND, parts)
        assert killed and killed[0] not in client.run(os.getpid).values()
    table = whole(Path(out))
    assert table["row"].to_pylist() == list(range(3_200_000))
    assert len(list(Path(out).glob("part-*"))) == 32
    assert not list(Path(out).glob(".part-*"))
