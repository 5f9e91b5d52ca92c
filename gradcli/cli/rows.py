"""A formula and files of data become a file of results, and a report of the rows that have none."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from gradcli import calculator, outputs, rules
from gradcli.cli.session import Session
from gradcli.errors import GradcliError
from gradcli.expression import Formula
from gradcli.gradient import Note
from gradcli.problem import variables

if TYPE_CHECKING:
    from gradcli.batch.failures import Failure, Failures
    from gradcli.batch.pipeline import Job
    from gradcli.batch.sources import File


class Request(NamedTuple):
    """What is to be done with the rows."""

    out: str | None
    json_lines: bool
    aggregate: str | None
    strict: bool
    force: bool
    separator: str | None
    workers: int


class Names(NamedTuple):
    """What is said of names: those to differentiate by, their columns and numbers, and what results are called."""

    wrt: tuple[str, ...] | None
    renamed: dict[str, str]
    constants: dict[str, float]
    only: bool
    prefix: str

    def meant(self, columns: tuple[str, ...]) -> tuple[str, ...]:
        """The columns that the formula's own names do not tell of: called like a constant, or asked for."""
        asked = rules.constant_names() | {*(self.wrt or ())}
        return tuple(name for name in (*columns, *self.renamed, *self.constants) if name in asked)


class Run(NamedTuple):
    """One run of the command."""

    session: Session
    formula: Formula
    request: Request
    as_json: bool

    def go(self, data: tuple[str, ...], names: Names) -> None:
        """All of it."""
        from gradcli.batch import pipeline, sources, writers

        request = self.request
        target = self.target()
        if request.out is not None:
            writers.refuse_existing(request.out, request.force)
        job = self.job(sources.files(data), target, names)
        table = None
        with self.sink() as sink:
            try:
                with following(request) as follow:
                    job = job._replace(follow=follow)
                    if request.aggregate:
                        table, found = pipeline.total(job, request.aggregate)
                    else:
                        schema = pipeline.schema(job.plan, job.wanted, job.first)
                        found = pipeline.write(job, writers.writer(target, sink, schema))
            except pipeline.Stopped as stopped:
                raise self.stopped(stopped.failure) from None
            if table is not None:  # when the bar is gone, which may stand on the same terminal
                writer = writers.writer(target, sink, table.schema)
                writer.write(writer.encode(table, None))
                writer.close()
        self.note_constants(job.plan.engine.names, names.constants)
        self.report(found, table)

    def target(self) -> File:
        """The file that is written."""
        from gradcli.batch import sources

        if self.request.out is None:
            return sources.File("-", "jsonl" if self.request.json_lines else "csv")
        if os.path.exists(self.request.out) and not os.path.isfile(self.request.out):
            # A device or a pipe has no extension.
            return sources.File(self.request.out, "jsonl" if self.request.json_lines else "csv")
        found = sources.file(self.request.out)
        if self.request.json_lines and found.format != "jsonl":
            message = "`--json-lines` is for standard output; a file has the format of its extension"
            raise GradcliError("usage.option", message, help="leave it out, or write `--out FILE.jsonl`")
        return found

    def job(self, files: tuple[File, ...], target: File, names: Names) -> Job:
        """The work to be done, the first file opened."""
        from gradcli.batch import plan, readers
        from gradcli.batch.compilation import compile
        from gradcli.batch.json_files import JsonFile
        from gradcli.batch.pipeline import Job

        request = self.request
        outputs.require_one(self.formula)
        first = readers.opened(files[0], request.separator)
        given = names.meant(first.names)
        engine = compile(self.formula, self.wrt(names, given), names=given)
        only = names.only or request.aggregate is not None
        planned = plan.planned(engine, first, names.renamed, names.constants, only=only, prefix=names.prefix)
        as_lines = isinstance(first, JsonFile) and target.format == "jsonl" and not only
        wanted = planned.wanted(as_lines=as_lines, typed=target.format not in ("csv", "tsv"))
        return Job(planned, wanted, files, first, request.workers, request.strict, request.separator)

    def wrt(self, names: Names, given: tuple[str, ...]) -> tuple[str, ...]:
        """The names to differentiate by: those asked for, else all that are read from columns."""
        read = [name for name in variables(self.formula, given) if name not in names.constants]
        if not read:
            message = "no name of the formula is read from a column"
            raise GradcliError("input.columns", message, help="`gradcli eval` has the value at one point")
        return tuple(read) if names.wrt is None else names.wrt

    @contextlib.contextmanager
    def sink(self) -> Iterator[Any]:
        """Where bytes go."""
        from gradcli.batch import writers

        if self.request.out is None:
            yield standard_output()
            sys.stdout.flush()
            return
        with writers.beside(self.request.out, force=self.request.force) as stream:
            yield stream

    def note_constants(self, read: Iterable[str], constants: Mapping[str, float]) -> None:
        """Says which names are constants of the language elsewhere."""
        from gradcli.render import diagnostic

        for name in sorted(rules.constant_names() & {*read}):
            meant = "the number that is set" if name in constants else "a column"
            note = Note("name.constant", f"`{name}` is {meant} here, not the constant")
            self.session.show(diagnostic.of_note(note, self.formula.source), sys.stderr)

    def reason(self, failure: Failure) -> str | None:
        """What the formula says at a row where it has no value, or no derivative."""
        if not failure.at:
            return None
        try:
            found = calculator.evaluate(self.formula, failure.at)
        except GradcliError as error:
            return error.message
        return next((note.message for note in found.warnings if note.code == failure.code), None)

    def stopped(self, failure: Failure) -> GradcliError:
        """The error for the first row without a result, where none may be."""
        from gradcli.render import batch as rendered

        message = rendered.place_and_reason(failure, self.reason(failure))
        help = "without `--strict` such rows have no results and a status, and all others are computed"
        return GradcliError("batch.strict", message, help=help)

    def report(self, found: Failures, table: Any) -> None:
        """Says what is wrong with some rows; the exit status is 7 if some lack a result."""
        from gradcli.render import batch as rendered
        from gradcli.render import document

        reasons = {code: self.reason(places[0]) for code, places in found.first.items()}
        fault = None
        if found.failed:
            message = f"{rendered.rows_of(found.failed, found.rows)} no result, or no slope"
            help = "`status` says why in each; `--strict` stops at the first"
            if self.request.aggregate:
                help = f"the {self.request.aggregate} is over the others; `--strict` stops at the first"
            fault = GradcliError("batch.rows", message, help=help)
        if self.as_json:
            made = rendered.document(self.formula, found, reasons, self.request.out, fault, table)
            self.session.print(document.text(made))
        else:
            self.session.show(rendered.warnings(found, reasons), sys.stderr)
        if fault is not None and self.as_json:
            raise click.exceptions.Exit(fault.exit_status)
        if fault is not None:
            raise fault


def standard_output() -> Any:
    """Standard output for bytes; one for text alone, as of a test, gets text."""
    stream = getattr(sys.stdout, "buffer", None)
    return stream if stream is not None else Decoded(sys.stdout)


class Decoded(NamedTuple):
    """A stream of text that takes bytes."""

    text: Any

    def write(self, data: Any) -> None:
        """Writes UTF-8 as text."""
        self.text.write(bytes(data).decode(errors="replace"))


@contextlib.contextmanager
def following(request: Request) -> Iterator[Callable[[int, float | None], None]]:
    """What is told how far the work is: a bar on a terminal, unless rows are printed there too."""
    rows_are_shown = request.out is None and request.aggregate is None and sys.stdout.isatty()
    if rows_are_shown or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda rows, share: None
        return
    from gradcli.render import batch as rendered

    with rendered.bar(sys.stderr) as follow:
        yield follow
