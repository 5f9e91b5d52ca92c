"""`gradcli batch`: a formula and files of data become the value and the gradient of every row."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from gradcli import calculator, outputs, point
from gradcli.cli import options
from gradcli.cli.session import Session
from gradcli.errors import GradcliError
from gradcli.expression import Formula
from gradcli.problem import variables

if TYPE_CHECKING:
    from gradcli.batch.failures import Failure, Failures
    from gradcli.batch.pipeline import Job
    from gradcli.batch.sources import File


class BatchCommand(options.FormulaCommand):
    """A command whose first word is a formula, and the others are data."""

    takes_others = True


@click.command("batch", cls=BatchCommand, short_help="Value and gradient of every row of a data file.")
@click.argument("words", nargs=-1, metavar="EXPRESSION DATA...")
@click.option("--out", metavar="FILE", help="Write here, in the format of its extension; else CSV on standard output.")
@click.option("--wrt", multiple=True, metavar="NAMES", help="Differentiate by these names only.")
@click.option("--map", "renamed", multiple=True, metavar="NAME=COLUMN", help="Read this name from that column.")
@click.option("--set", "constants", multiple=True, metavar="NAME=NUMBER", help="The same number in every row.")
@click.option("--only", is_flag=True, help="Write the results alone, without the input columns.")
@click.option("--prefix", default="", metavar="TEXT", help="Put this before the names of the result columns.")
@click.option("--separator", metavar="CHARACTER", help="What separates the cells of CSV input, such as `;`.")
@click.option("--workers", type=click.IntRange(1, 1024), metavar="N", help="Threads; as many as there are cores if left out.")
@click.option("--json-lines", is_flag=True, help="Write JSON Lines on standard output instead of CSV.")
@click.option("--aggregate", type=click.Choice(["sum", "mean"]), help="One row: the sum or mean over all rows, rounded once.")
@click.option("--strict", is_flag=True, help="Stop at the first row without a result, and leave no file.")
@click.option("--force", is_flag=True, help="Overwrite the file of `--out`.")
@click.option("--file", metavar="FILE", help="Read the formula from a file; all words are data then.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON document about the run (`gradcli schema batch`).")
@click.pass_obj
def batch(
    session: Session, words: tuple[str, ...], out: str | None, wrt: tuple[str, ...], renamed: tuple[str, ...],
    constants: tuple[str, ...], only: bool, prefix: str, separator: str | None, workers: int | None, json_lines: bool,
    aggregate: str | None, strict: bool, force: bool, file: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Value and gradient of EXPRESSION at every row of DATA: files, folders, globs, or `-` for standard input.

    CSV, TSV, JSON Lines (each also .gz or .zst), Parquet and Arrow. Each name is read from the column of the same
    name. The input columns come first, then `value`, `d_x`, ..., and `status`: empty, or why a row has no result.

    \b
    gradcli batch 'x^2*sin(y)' data.csv
    gradcli batch 'a*exp(-k*t)' runs/*.parquet --map t=time --set a=2 --out slopes.parquet
    cat data.csv | gradcli batch 'log(x)' - --only | head
    gradcli batch '(y - a*x)^2' data.csv --set a=2 --wrt a --aggregate mean
    """
    if as_json and out is None:
        message = "`--json` describes the run on standard output, where the rows would go"
        raise GradcliError("usage.option", message, help="send the rows to a file with `--out`")
    expression, data = (None, words) if file is not None else (words[0] if words else None, words[1:])
    source = options.read_formula(expression, file)
    session.text = source.text
    if not data:
        help = f"for example: gradcli batch '{source.text.strip()}' data.csv"
        raise GradcliError("usage.no-data", "no data is given", help=help)
    if expression == "-" and "-" in data:
        message = "formula and data cannot both come from standard input"
        raise GradcliError("usage.standard-input", message, help="put one of them in a file")
    require_pyarrow()
    formula = calculator.parse(source)
    request = Request(out, json_lines, aggregate, strict, force, separator, workers or cores())
    names = Names(options.read_names(wrt), read_map(renamed), point.doubles(read_constants(constants)), only, prefix)
    Run(session, formula, request, as_json).go(data, names)


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
        with contextlib.ExitStack() as stack:
            sink = stack.enter_context(self.sink())
            job = job._replace(follow=stack.enter_context(following(self.request)))
            try:
                if request.aggregate:
                    table, found = pipeline.total(job, request.aggregate)
                    writer = writers.writer(target, sink, table.schema)
                    writer.write(writer.encode(table, None))
                    writer.close()
                else:
                    table = None
                    schema = pipeline.schema(job.plan, job.wanted, job.first)
                    found = pipeline.write(job, writers.writer(target, sink, schema))
            except pipeline.Stopped as stopped:
                raise self.stopped(stopped.failure) from None
        self.report(found, table)

    def target(self) -> File:
        """The file that is written."""
        from gradcli.batch import sources

        if self.request.out is None:
            return sources.File("-", "jsonl" if self.request.json_lines else "csv")
        return sources.file(self.request.out)

    def job(self, files: tuple[File, ...], target: File, names: Names) -> Job:
        """The work to be done, the first file opened."""
        from gradcli.batch import plan, readers
        from gradcli.batch.json_files import JsonFile
        from gradcli.batch.pipeline import Job
        from gradcli.batch.standin import compile

        request = self.request
        outputs.require_one(self.formula)
        open_names = [name for name in variables(self.formula) if name not in names.constants]
        if not open_names:
            message = "no name of the formula is read from a column"
            raise GradcliError("input.columns", message, help="`gradcli eval` has the value at one point")
        engine = compile(self.formula, names.wrt if names.wrt is not None else open_names)
        first = readers.opened(files[0], request.separator)
        only = names.only or request.aggregate is not None
        planned = plan.planned(engine, first, names.renamed, names.constants, only=only, prefix=names.prefix)
        as_lines = isinstance(first, JsonFile) and target.format == "jsonl" and not only
        wanted = planned.wanted(as_lines=as_lines, typed=target.format not in ("csv", "tsv"))
        return Job(planned, wanted, files, first, request.workers, request.strict, request.separator)

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
            message = f"{rendered.rows_of(found.failed, found.rows)} no result"
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


def require_pyarrow() -> None:
    """Says how to get what reads and writes files, where it is absent."""
    if not all(find_spec(name) for name in ("pyarrow", "numpy", "scipy")):
        message = "`gradcli batch` needs pyarrow, NumPy and SciPy, which are not all installed"
        raise GradcliError("usage.extra", message, help="pip install 'gradcli[batch]'")


def read_map(values: tuple[str, ...]) -> dict[str, str]:
    """The column of each name; several pairs may stand in one word, and a column's name may have commas."""
    found: dict[str, str] = {}
    for value in values:
        for pair in re.split(r",(?=\s*[^\W\d]\w*\s*=)", value):
            name, sign, column = pair.partition("=")
            if not sign or not name.strip() or not column.strip():
                raise GradcliError("usage.map", f"`{pair}` is not of the form name=column", help="`--map x=temperature`")
            name = point.read_name(name.strip(), "--map")
            if name in found:
                raise GradcliError("name.twice", f"`{name}` is given two columns", help="give each name once")
            found[name] = column.strip()
    return found


def read_constants(values: tuple[str, ...]) -> point.Point:
    """The number of each name."""
    return point.from_mapping(options.read_point(values), "--set")


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def standard_output() -> Any:
    """Standard output for bytes; one for text alone, as of a test, gets text."""
    stream = getattr(sys.stdout, "buffer", None)
    return stream if stream is not None else Decoded(sys.stdout)


class Decoded(NamedTuple):
    """A stream of text that takes bytes."""

    text: Any

    def write(self, data: bytes) -> None:
        """Writes UTF-8 as text."""
        self.text.write(data.decode(errors="replace"))


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
