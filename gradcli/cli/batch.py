"""`gradcli batch`: a formula and files of data become the value and the gradient of every row."""

from __future__ import annotations

import os
import re
from importlib.util import find_spec

import click

from gradcli import calculator, point
from gradcli.cli import options, rows, signals
from gradcli.cli.session import Session
from gradcli.errors import GradcliError
from gradcli.expression import Formula
from gradcli.faults import closest
from gradcli.source import Source


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
@click.option(
    "--workers", type=click.IntRange(1, 1024), metavar="N", help="Threads; as many as there are cores if left out."
)
@click.option("--json-lines", is_flag=True, help="Write JSON Lines on standard output instead of CSV.")
@click.option(
    "--aggregate", type=click.Choice(["sum", "mean"]), help="One row: the sum or mean over all rows, rounded once."
)
@click.option("--strict", is_flag=True, help="Stop at the first row without a result, and leave no file.")
@click.option("--force", is_flag=True, help="Overwrite the file of `--out`.")
@click.option(
    "--cluster", metavar="ADDRESS", help="Work on this Dask cluster (tcp://...), or `local`; --out is a folder."
)
@click.option("--file", metavar="FILE", help="Read the formula from a file; all words are data then.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON document about the run (`gradcli schema batch`).")
@click.pass_obj
def batch(
    session: Session, words: tuple[str, ...], out: str | None, wrt: tuple[str, ...], renamed: tuple[str, ...],
    constants: tuple[str, ...], only: bool, prefix: str, separator: str | None, workers: int | None, json_lines: bool,
    aggregate: str | None, strict: bool, force: bool, cluster: str | None, file: str | None,
    as_json: bool,
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
    require_output(out, as_json=as_json)
    expression, data = (None, words) if file is not None else (words[0] if words else None, words[1:])
    source = options.read_formula(expression, file)
    session.text = source.text
    if not data:
        raise no_data(source)
    refuse_options(data)
    if [expression, *data, *constants].count("-") > 1:
        message = "formula, data and numbers cannot come from standard input at once"
        raise GradcliError("usage.standard-input", message, help="put all but one of them in files")
    require_pyarrow()
    from gradcli.batch.compiled import cores  # here, since it needs NumPy

    formula = parsed(source)
    request = rows.Request(out, json_lines, aggregate, strict, force, read_separator(separator), workers or cores())
    names = rows.Names(
        options.read_names(wrt), read_map(renamed), point.doubles(read_constants(constants)), only, prefix
    )
    run = rows.Run(session, formula, request, as_json)
    with signals.ended_by_signals():
        if cluster is None:
            run.go(data, names)
        else:
            from gradcli.cli import cluster as on_cluster  # here, since hardly any run needs it

            on_cluster.go(run, data, names, cluster)


def no_data(source: Source) -> GradcliError:
    """The error for a single word: a formula without data, or data without a formula."""
    text = source.text.strip()
    if os.path.exists(text):
        help = f"for example: gradcli batch 'x^2' {text}"
        return GradcliError("usage.no-formula", f"no formula is given, only the file `{text}`", help=help)
    help = f"for example: gradcli batch '{text}' data.csv; `-` is standard input"
    return GradcliError("usage.no-data", "no data is given", help=help)


def refuse_options(data: tuple[str, ...]) -> None:
    """Refuses words such as `-o`, which are no files."""
    known = [name for parameter in batch.params for name in parameter.opts if name.startswith("--")]
    for word in data:
        if word.startswith("-") and word != "-" and not os.path.exists(word):
            name = word.partition("=")[0].replace("_", "-")
            begun = [option for option in known if option.startswith(f"--{name.lstrip('-')}")]
            meant = begun[0] if begun else closest(name, known)
            help = f"did you mean `{meant}`?" if meant else "`--help` lists the options;"
            help += f" as a file write `./{word}`"
            raise GradcliError("usage.option", f"there is no option `{word}`", help=help)


def require_output(out: str | None, *, as_json: bool) -> None:
    """Refuses what is to be written to two places, or to none."""
    if as_json and out is None:
        message = "`--json` describes the run on standard output, where the rows would go"
        raise GradcliError("usage.option", message, help="send the rows to a file with `--out`")
    if out == "-":
        help = "leave `--out` out: rows go to standard output then"
        raise GradcliError("usage.output", "`-` is no file", help=help)


def parsed(source: Source) -> Formula:
    """The formula; where a file has been named in its place the error says so."""
    try:
        return calculator.parse(source)
    except GradcliError:
        if os.path.exists(source.text):
            message = f"`{source.text}` is a file, and no formula"
            help = f"the formula stands before the data: gradcli batch 'x^2' {source.text}"
            raise GradcliError("usage.no-formula", message, help=help) from None
        raise


def read_separator(text: str | None) -> str | None:
    """What separates cells; a tab may be written as it is in many programs."""
    found = "\t" if text == "\\t" else text
    if found is not None and (len(found) != 1 or not found.isascii() or found in '"\r\n' or found.isalnum()):
        message = f"`--separator` is one sign, not `{text}`"
        raise GradcliError("usage.option", message, help="for example `;`, `|`, or `\\t` for a tab")
    return found


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
                raise GradcliError(
                    "usage.map", f"`{pair}` is not of the form name=column", help="`--map x=temperature`"
                )
            name = point.read_name(name.strip(), "--map")
            if name in found:
                raise GradcliError("name.twice", f"`{name}` is given two columns", help="give each name once")
            found[name] = column.strip()
    return found


def read_constants(values: tuple[str, ...]) -> point.Point:
    """The number of each name."""
    return point.from_mapping(options.read_point(values, "--set"), "--set")
