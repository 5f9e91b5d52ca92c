"""Files of rows become a file of rows with results: read, computed and written at once, some blocks at a time."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import pyarrow as pa

from gradcli.batch import aggregate, answers, failures, readers, threads
from gradcli.batch.answers import Answers
from gradcli.batch.block import Reader, Wanted
from gradcli.batch.failures import Failures
from gradcli.batch.plan import Plan, require_same
from gradcli.batch.sources import File
from gradcli.batch.writers import Writer


class Job(NamedTuple):
    """Rows of `files`, of which the `first` is open; `follow` is told the rows done and the share of all there are."""

    plan: Plan
    wanted: Wanted
    files: tuple[File, ...]
    first: Reader
    workers: int
    is_strict: bool = False
    separator: str | None = None
    follow: Callable[[int, float | None], None] = lambda rows, share: None


class Task(NamedTuple):
    """A piece of a file, and the share of all files that has been read with it."""

    reader: Reader
    piece: Any
    share: float | None


@dataclass(frozen=True, eq=False)
class Done:
    """What became of a piece: its answers, and what was made of them."""

    answers: Answers
    made: Any
    share: float | None


def schema(plan: Plan, wanted: Wanted, reader: Reader) -> Any:
    """The Arrow schema of what is written."""
    passed = reader.passed_on(wanted)
    return pa.schema([*passed, *answers.fields(plan)], metadata=passed.metadata)


def write(job: Job, writer: Writer) -> Failures:
    """Writes all rows, and closes the writer; what is wrong with some of them is returned, or raised if strict."""
    found = Failures()
    finished = done(job, found, partial(encoded, job, writer))
    try:
        for rows, share in threads.ahead(written(finished, writer, found), 1):
            job.follow(rows, share)
        writer.close()
    except BaseException:
        writer.abandon()
        raise
    return found


def written(finished: Generator[Done], writer: Writer, found: Failures) -> Iterator[tuple[int, float | None]]:
    """Writes what is done, and says how much that is."""
    with contextlib.closing(finished):
        for one in finished:
            writer.write(one.made)
            yield found.rows, one.share


def encoded(job: Job, writer: Writer, found: Answers) -> Any:
    """The rows of a block as they will be written."""
    results, block = answers.table(job.plan, found), found.block
    if block.kept is not None:
        columns = [*block.kept.columns, *results.columns]
        results = pa.table(columns, names=[*block.kept.column_names, *results.column_names])
    return writer.encode(results, block.heads)


def total(job: Job, kind: str) -> tuple[Any, Failures]:
    """The sum or mean over all rows, as a table of one row."""
    found, totals = Failures(), aggregate.Totals()
    for one in done(job, found, partial(aggregate.summed, job.plan)):
        totals.add(one.made)
        job.follow(found.rows, one.share)
    return aggregate.table(job.plan, totals, kind), found


def done(job: Job, found: Failures, make: Callable[[Answers], Any]) -> Generator[Done]:
    """What `make` makes of each block, in order; failures are counted, and the first is raised if strict."""

    def work(task: Task) -> Done:
        answered = answers.answered(job.plan, task.reader.block(task.piece, job.wanted))
        # Of a block that will not be written nothing is made.
        is_needed = not (job.is_strict and answered.failed)
        return Done(answered, make(answered) if is_needed else None, task.share)

    for one in threads.side_by_side(work, threads.ahead(tasks(job), 2), job.workers):
        if job.is_strict and (first := failures.first_failure(job.plan, one.answers)) is not None:
            raise Stopped(first)
        found.add(job.plan, one.answers)
        yield one


class Stopped(Exception):
    """The first row that lacks a result, where none may."""

    def __init__(self, failure: failures.Failure) -> None:
        super().__init__(failure.code)
        self.failure = failure


def tasks(job: Job) -> Iterator[Task]:
    """The pieces of all files, in order."""
    sizes = [file.size for file in job.files]
    known = [size for size in sizes if size is not None]
    whole = sum(known) if len(known) == len(sizes) else 0
    before = 0
    for place, file in enumerate(job.files):
        reader = job.first if place == 0 else readers.opened(file, job.separator)
        if place:
            require_same(job.plan, job.first, reader, (job.files[0].name, file.name))
        size = sizes[place] or 0
        for piece in reader.pieces(job.wanted):
            share = reader.share() if whole else None
            yield Task(reader, piece, None if share is None else (before + share * size) / whole)
        before += size
