"""Parquet files become a folder of Parquet parts, each made by a task of its own on a Dask cluster.

Nothing goes between processes but Dask's own messages: a task is told which groups of rows of which file to read, and
what to call its part. A part appears when it is whole, and is the same whoever makes it, so that a task may run twice.
"""

from __future__ import annotations

import contextlib
import json
import logging
import posixpath
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from pyarrow import parquet

from gradcli.batch import pipeline, places, writers
from gradcli.batch.arrow_files import ArrowFile, Progress
from gradcli.batch.compilation import compile
from gradcli.batch.failures import SHOWN, Failure, Failures
from gradcli.batch.plan import Plan, planned, require_same
from gradcli.batch.sources import File
from gradcli.batch.streams import unreadable
from gradcli.errors import GradcliError

ROWS = 4_000_000
"""The rows of a part, as far as the groups of rows of a file allow."""

ATTEMPTS = 10
"""How often a task is sent out whose worker is lost; any other error of it counts at once."""


@dataclass(frozen=True)
class Demand:
    """What is to be computed, in words that any process can read."""

    text: str
    wrt: tuple[str, ...]
    columns: tuple[str, ...]
    renamed: tuple[tuple[str, str], ...]
    constants: tuple[tuple[str, float], ...]
    only: bool
    prefix: str


@dataclass(frozen=True)
class Task:
    """Some groups of rows of a file, of which the first is `row`, and the part that they become.

    `source` is the file as it was named, `path` where a worker finds it, whose own folder may be another.
    """

    demand: Demand
    source: str
    path: str
    groups: tuple[int, ...]
    row: int
    part: str


@dataclass(frozen=True)
class Part:
    """What became of a task."""

    name: str
    source: str
    groups: tuple[int, ...]
    rows: int
    failed: int
    counts: Mapping[str, int]
    first: Mapping[str, Sequence[Failure]]


def opened(source: str) -> Any:
    """A Parquet file, its metadata read."""
    system, inside = places.place(source)
    try:
        return parquet.ParquetFile(system.open_input_file(inside), pre_buffer="://" in source)
    except (OSError, ValueError) as error:
        raise unreadable(source, error) from None


def reader(source: str, groups: Sequence[int] | None = None, row: int = 0, path: str = "") -> ArrowFile:
    """A reader of some groups of rows of a file, or of all; it is at `path` if that is another than its name."""
    found = opened(path or source)

    def batches(columns: list[str], size: int) -> Iterator[Any]:
        yield from found.iter_batches(size, columns=columns, row_groups=groups)

    return ArrowFile(source, found.schema_arrow, batches, None, Progress(row))


@lru_cache(maxsize=8)
def engine(demand: Demand) -> Any:
    """The formula, compiled once in each process."""
    return compile(demand.text, demand.wrt, names=demand.columns)


def plan(demand: Demand, first: ArrowFile) -> Plan:
    """The plan for a file."""
    renamed, constants = dict(demand.renamed), dict(demand.constants)
    return planned(engine(demand), first, renamed, constants, only=demand.only, prefix=demand.prefix)


def tasks(demand: Demand, sources: Sequence[str], out: str) -> list[Task]:
    """All tasks: each file in parts of about ROWS rows. Raises GradcliError where a file does not fit the first."""
    first = reader(sources[0])
    plan_of_all = plan(demand, first)
    found: list[Task] = []
    for source in sources:
        file = opened(source)
        require_same(plan_of_all, first, reader(source), (sources[0], source))
        start, groups, rows = 0, [], 0
        for group in range(file.num_row_groups):
            groups.append(group)
            rows += file.metadata.row_group(group).num_rows
            if rows >= ROWS or group == file.num_row_groups - 1:
                part = places.absolute(places.joined(out, f"part-{len(found):05}.parquet"))
                found.append(Task(demand, source, places.absolute(source), tuple(groups), start, part))
                start, groups, rows = start + rows, [], 0
    return found


def work(task: Task) -> Part:
    """Makes one part; runs on a worker."""
    rows = reader(task.source, task.groups, task.row, task.path)
    made = plan(task.demand, rows)
    wanted = made.wanted(typed=True)
    job = pipeline.Job(made, wanted, (File(task.source, "parquet"),), rows, workers=1)
    system, inside = places.place(task.part)
    beside = posixpath.join(posixpath.dirname(inside), f".{posixpath.basename(inside)}.{uuid.uuid4().hex}")
    try:
        with system.open_output_stream(beside) as sink:
            found = pipeline.write(job, writers.ColumnWriter(sink, "parquet", pipeline.schema(made, wanted, rows)))
        system.move(beside, inside)
    except BaseException:
        with contextlib.suppress(OSError):
            system.delete_file(beside)
        raise
    name = posixpath.basename(inside)
    return Part(name, task.source, task.groups, found.rows, found.failed, found.counts, found.first)


def run(client: Any, all: Sequence[Task], follow: Callable[[int, float | None], None]) -> list[Part]:
    """The parts of all tasks, by a Dask client. A task whose worker is lost is sent out again."""
    from distributed import KilledWorker, as_completed

    # Without `pure`: two tasks that are alike are still two.
    waiting = {client.submit(work, task, pure=False): place for place, task in enumerate(all)}
    attempts, parts, rows = dict.fromkeys(range(len(all)), 1), dict[int, Part](), 0
    queue = as_completed(list(waiting))
    for future in queue:
        place = waiting.pop(future)
        try:
            parts[place] = future.result()
        except (KilledWorker, CancelledError):
            require_scheduler(client)
            if attempts[place] >= ATTEMPTS:
                message = f"the workers that make `{all[place].part}` were lost {ATTEMPTS} times"
                raise GradcliError("usage.cluster", message, help="they may lack memory") from None
            attempts[place] += 1
            again = client.submit(work, all[place], pure=False)
            waiting[again] = place
            queue.add(again)
            continue
        rows += parts[place].rows
        future.release()  # so that it is not made again when its worker is lost
        follow(rows, len(parts) / len(all))
    return [parts[place] for place in range(len(all))]


def require_scheduler(client: Any) -> None:
    """Waits while a client that lost its scheduler looks for it; GradcliError (`usage.cluster`) where it gives up."""
    while client.status in ("connecting", "closing"):
        time.sleep(0.1)
    if client.status != "running":
        message = "the scheduler of the cluster does not answer any more"
        raise GradcliError("usage.cluster", message, help="nothing is left of the parts; start again")


def together(parts: Sequence[Part]) -> Failures:
    """What is to be said of all rows."""
    found = Failures()
    for part in parts:
        found.rows += part.rows
        found.failed += part.failed
        for code, count in part.counts.items():
            found.counts[code] = found.counts.get(code, 0) + count
            known = found.first.setdefault(code, [])
            known.extend(part.first[code][: SHOWN - len(known)])
    return found


def write_manifest(out: str, demand: Demand, parts: Sequence[Part]) -> None:
    """Writes which part holds what; the folder is whole when it is there."""
    listed = []
    for part in parts:
        fields = asdict(part)
        del fields["first"]
        listed.append(fields)
    found = together(parts)
    document = {
        "formula": demand.text,
        "rows": found.rows,
        "failed": found.failed,
        "statuses": found.counts,
        "parts": listed,
    }
    system, inside = places.place(out)
    places.clear(system, inside, halves_only=True)
    system, inside = places.place(places.joined(out, places.MANIFEST))
    with system.open_output_stream(inside) as sink:
        sink.write((json.dumps(document, indent=2) + "\n").encode())


@contextlib.contextmanager
def connected(address: str, workers: int) -> Iterator[Any]:
    """A client of the cluster at an address, or of one with so many processes that is started here for `local`."""
    from distributed import Client, LocalCluster

    with contextlib.ExitStack() as stack:
        if address == "local":
            # What a lost worker says of itself is for the log of a cluster that lasts.
            started = LocalCluster(
                n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
            )
            client = Client(stack.enter_context(started))
        else:
            try:
                client = Client(address, timeout=10)
            except (OSError, ValueError) as error:
                reason = str(error).splitlines()[0] if str(error) else "no answer"
                message = f"there is no cluster at `{address}`: {reason[:1].lower()}{reason[1:]}"
                raise GradcliError("usage.cluster", message, help="`--cluster local` starts one here") from None
        yield stack.enter_context(client)
