"""What is asked of the columns: which one each name of the formula reads, and what the results are called."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from gradcli import faults
from gradcli.batch.block import Reader, Wanted
from gradcli.batch.cells import is_numeric
from gradcli.batch.compiled import Compiled
from gradcli.errors import GradcliError

SHOWN = 8
"""The columns that a message lists."""


@dataclass(frozen=True)
class Plan:
    """`columns` says which column each name reads, `constants` which number a name has; `kept` are passed on."""

    engine: Compiled
    columns: Mapping[str, str]
    constants: Mapping[str, float]
    kept: tuple[str, ...] = ()
    prefix: str = ""

    @property
    def value(self) -> str:
        """The column of the value."""
        return f"{self.prefix}value"

    @property
    def slopes(self) -> dict[str, str]:
        """The column of the slope by each name."""
        return {name: f"{self.prefix}d_{name}" for name in self.engine.wrt}

    @property
    def status(self) -> str:
        """The column of the status."""
        return f"{self.prefix}status"

    @property
    def results(self) -> tuple[str, ...]:
        """The columns that are computed."""
        return (self.value, *self.slopes.values(), self.status)

    def wanted(self, *, as_lines: bool = False, typed: bool = False) -> Wanted:
        """What is wanted of a file."""
        needed = tuple(dict.fromkeys(self.columns.values()))
        return Wanted(needed, () if as_lines else self.kept, as_lines, typed, self.results)


def planned(
    engine: Compiled,
    reader: Reader,
    renamed: Mapping[str, str],
    constants: Mapping[str, float],
    *,
    only: bool,
    prefix: str = "",
) -> Plan:
    """The plan for files with the columns of `reader`. Raises GradcliError where they do not serve."""
    refuse_strangers(engine, renamed, constants)
    present, spelled = {*reader.names}, spellings(reader.names)
    columns = {
        name: renamed.get(name) or (name if name in present else spelled.get(name, name))
        for name in engine.names
        if name not in constants
    }
    missing = [name for name, column in columns.items() if column not in present]
    if missing:
        raise without_column(missing, columns, reader, renamed)
    plan = Plan(engine, columns, constants, () if only else reader.names, prefix)
    require_numbers(plan, reader)
    kept = {*plan.kept}
    clash = [name for name in plan.results if name in kept]
    if clash:
        raise clashing(clash, prefix)
    return plan


def spellings(columns: Iterable[str]) -> dict[str, str]:
    """Columns whose names a formula writes in another way, by that: names in a formula are in Unicode's form NFKC."""
    found: dict[str, list[str]] = {}
    for column in columns:
        if not column.isascii():
            found.setdefault(unicodedata.normalize("NFKC", column), []).append(column)
    return {name: ones[0] for name, ones in found.items() if len(ones) == 1}


def clashing(names: list[str], prefix: str = "") -> GradcliError:
    """The error for columns of the input that are called as columns of the results are."""
    message = f"the input has a column {faults.quoted(names)}, as the results do"
    shown = names[0].removeprefix(prefix)
    help = f"`--prefix f_` calls the results `f_{shown}` and so on; `--only` leaves the input columns out"
    return GradcliError("input.clash", message, help=help)


def refuse_strangers(engine: Compiled, renamed: Mapping[str, str], constants: Mapping[str, float]) -> None:
    """Refuses names of `--map` and `--set` that the formula does not have."""
    known = {*engine.names}
    for option, names in (("--map", renamed), ("--set", constants)):
        for name in names:
            if name not in known:
                meant = faults.closest(name, engine.names)
                help = f"did you mean `{meant}`?" if meant else "leave it out, or correct the name"
                raise GradcliError(
                    "name.stranger", f"`{option}` names `{name}`, which is not in the formula", help=help
                )
            if option == "--set" and name in renamed:
                message = f"`{name}` is given both a column and a number"
                raise GradcliError("name.twice", message, help="give it with `--map` or with `--set`")


def require_numbers(plan: Plan, reader: Reader, where: str = "") -> None:
    """Refuses columns that hold no numbers, and those that are there twice; `where` says in which file."""
    kinds = reader.kinds
    for name, column in plan.columns.items():
        kind = kinds[column] if kinds else None
        if kind is not None and not is_numeric(kind):
            message = f"the column `{column}`{where}, which `{name}` reads, holds no numbers but {kind}"
            raise GradcliError("input.columns", message, help=f"`--map {name}=COLUMN` reads another one")
    needed = plan.columns.values()
    counts = Counter(reader.names)
    twice = next((name for name in (*needed, *plan.kept) if counts[name] > 1), None)
    if twice is not None:
        message = f"two columns{where} {f'are called `{twice}`' if twice else 'have no name'}"
        help = "rename one of them" + ("" if twice in needed else ", or leave the input columns out with `--only`")
        raise GradcliError("input.columns", message, help=help)


SEPARATORS = ";\t|,"
"""What may separate the names of a header that has been read as one."""


def columns_of(reader: Reader) -> str:
    """The first columns, in words."""
    if not reader.names:
        return "there are no columns"
    if len(reader.names) <= SHOWN:
        return f"the columns are {faults.quoted(reader.names)}"
    first = ", ".join(f"`{name}`" for name in reader.names[:SHOWN])
    return f"the columns are {first} and {len(reader.names) - SHOWN:,} more"


def without_column(
    missing: list[str], columns: Mapping[str, str], reader: Reader, renamed: Mapping[str, str]
) -> GradcliError:
    """The error for names that no column is for."""
    name = missing[0]
    meant = faults.closest(columns[name], reader.names)
    separator = next((sign for sign in SEPARATORS if sign in reader.names[0]), None) if len(reader.names) == 1 else None
    known = columns_of(reader)
    if separator:
        sign = "\\t" if separator == "\t" else separator
        known = f"the header seems to be separated by `{sign}`: try `--separator '{sign}'`"
    elif meant:
        known = f"`--map {name}={meant}` if that is the one; {known}"
    else:
        known = f"`--map {name}=COLUMN` or `--set {name}=1`; {known}"
    wanted = faults.quoted([columns[name] for name in missing])
    message = f"there is no column {wanted}" if len(missing) == 1 else f"there are no columns {wanted}"
    if len(missing) == 1 and name in renamed:
        message += f", which `{name}` is to read"
    return GradcliError("input.columns", message, help=known)


def require_same(plan: Plan, first: Reader, reader: Reader, names: tuple[str, str]) -> None:
    """Refuses a further file whose columns are not those of the first; in another order they may be."""
    needed, names_here, names_there = set(plan.columns.values()), reader.names, first.names
    here, there = {*names_here}, {*names_there}
    lost = [name for name in (names_there if plan.kept else needed) if name not in here]
    new = [name for name in names_here if name not in there] if plan.kept else []
    if lost or new:
        what = [f"without {faults.quoted(lost)}"] if lost else []
        what += [f"with {faults.quoted(new)}"] if new else []
        message = f"`{names[1]}` has other columns than `{names[0]}`: {' and '.join(what)}"
        help = "give files with the same columns" if needed & {*lost} else "with `--only` input columns are not kept"
        raise GradcliError("input.columns", message, help=help)
    require_numbers(plan, reader, f" of `{names[1]}`")
    kinds, first_kinds = reader.kinds, first.kinds
    if first_kinds and kinds:
        for name in plan.kept:
            if first_kinds[name] != kinds[name]:
                message = f"`{name}` is {kinds[name]} in `{names[1]}` and {first_kinds[name]} in `{names[0]}`"
                raise GradcliError("input.columns", message, help="with `--only` input columns are not kept")
