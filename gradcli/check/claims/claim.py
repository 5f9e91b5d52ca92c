"""What a person claims (texts, JSON) becomes claims: the derivative by a name is said to be a formula, or a number."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, TypeAlias

from gradcli import faults, point, rules
from gradcli.backends import floats
from gradcli.errors import GradcliError
from gradcli.expansion import expanded
from gradcli.expression import Definition, Formula, Name, is_hidden
from gradcli.graph import Graph, lower
from gradcli.point import Coordinate, Given
from gradcli.problem import Problem, parse
from gradcli.source import Source, Span

FORM = "write `--grad 'x=2*x*y, y=x^2'`"
JSON_FORM = 'claims are an object of names and formulas or numbers: `{"x": "2*x*y", "y": 3.5}`'

Claimed: TypeAlias = "str | Formula | Given"
"""What the derivative is claimed to be: a formula, or (not as a text) a number."""


@dataclass(frozen=True, eq=False)
class Claim:
    """The derivative by `name` is said to be `formula`, or at one point `number`; one of them is None.

    The name is "" where none was given, because the formula has but one.
    """

    name: str
    formula: Formula | None = None
    number: Coordinate | None = None

    @property
    def text(self) -> str:
        """The claim as it was read."""
        if self.formula is not None:
            return str(self.formula)
        assert self.number is not None
        return written(self.number)


def written(number: Coordinate) -> str:
    """A number as it was typed, or as it is typed."""
    return str(number.written) if number.written is not None else floats.text(number.value)


def from_text(text: str, origin: str = "--grad") -> list[Claim]:
    """The claims in `x=2*x*y, y=x^2`, or in a formula without a name.

    Raises GradcliError: `usage.claim`, `name.malformed`, `parse.*`.
    """
    source = Source(text, origin)
    return [from_piece(source, span) for span in point.pair_spans(text)]


def from_piece(source: Source, span: Span) -> Claim:
    """One `name=formula`, or one formula."""
    piece = source.at(span)
    before, sign, after = piece.partition("=")
    # The `=` of a comparison, such as `<=` or `==`, gives no name.
    is_named = bool(sign) and not after.startswith("=") and not set(before) & set("<>!")
    written, value = (before.strip(), after) if is_named else ("", piece)
    if not value.strip() or (is_named and not written):
        shown = f"`{piece.strip()}` is" if piece.strip() else "this is"
        raise GradcliError("usage.claim", f"{shown} not of the form name=formula", source, span, FORM)
    name = point.read_name(written, source.name) if written else ""
    return Claim(name, parse(Source(value.strip(), f"{source.name} {name}".strip())))


def from_values(values: point.Point) -> list[Claim]:
    """The claims that a point-like list of numbers makes: the slope by each name at one point."""
    return [Claim(name, number=number) for name, number in values.items()]


def from_mapping(claimed: Mapping[str, Claimed], origin: str = "claims") -> list[Claim]:
    """The claims of a mapping from names to formulas (texts) or numbers."""
    found: list[Claim] = []
    for written, given in claimed.items():
        name = point.read_name(written, origin)
        if isinstance(given, Formula):
            found.append(Claim(name, given))
        elif isinstance(given, str):
            found.append(Claim(name, parse(Source(given, f"{origin} {name}"))))
        else:
            found.append(Claim(name, number=point.coordinate(given, name, origin)))
    return found


def from_json(text: str, origin: str) -> list[Claim]:
    """The claims in a JSON object such as `{"x": "2*x*y", "y": 3.5}`."""
    return from_mapping(read_object(text, origin, JSON_FORM), origin)


def read_object(text: str, origin: str, help: str) -> dict[str, Any]:
    """A JSON object with each name once; numbers keep the digits they are written with. Raises `input.json`."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        for name, count in Counter(name for name, _ in pairs).items():
            if count > 1:
                raise GradcliError("name.twice", f"`{name}` is given twice in {origin}", help="give each name once")
        return dict(pairs)

    try:
        document = json.loads(text, object_pairs_hook=unique, parse_float=Decimal)
    except (ValueError, RecursionError):
        raise GradcliError("input.json", f"{origin} is not JSON", help=help) from None
    if not isinstance(document, dict):
        raise GradcliError("input.json", f"{origin} is not a JSON object", help=help)
    return document


def assigned(claims: Iterable[Claim], names: Sequence[str]) -> list[Claim]:
    """`claims`, each with a name and each name once; `names` are the variables of the formula."""
    found = dict[str, Claim]()
    for claim in claims:
        name = claim.name
        if not name:
            if len(names) != 1:
                what = f"the formula has {faults.quoted(names)}" if names else "the formula has no variable"
                source = claim.formula.source if claim.formula else None
                raise GradcliError("usage.claim", f"by which name is this derivative? {what}", source, None, FORM)
            name = names[0]
        if name in found:
            raise GradcliError("name.twice", f"the derivative by `{name}` is claimed twice", help="give each name once")
        found[name] = replace(claim, name=name)
    if not found:
        raise GradcliError("usage.claim", "nothing is claimed", help=FORM)
    return list(found.values())


def graph_of(claim: Claim, problem: Problem) -> Graph:
    """The graph of a claimed formula. Raises GradcliError as `written_out` and `lower` do."""
    return lower(written_out(claim, problem.formula, problem.point), problem.point)


def written_out(claim: Claim, ours: Formula, names: Iterable[str]) -> Formula:
    """A claimed formula with all that it may use of `ours`, the formula in `names` that it is about, written out.

    Raises GradcliError: `name.claim` for a name that there is not, and as `expanded` does.
    """
    assert claim.formula is not None
    theirs = claim.formula
    whole = expanded(
        Formula(
            (*ours.bindings, *theirs.bindings),
            theirs.results,
            theirs.source,
            (*map(defined_before, ours.definitions), *theirs.definitions),
        )
    )
    known = {*names, *(binding.name for binding in whole.bindings)}
    for part in whole.parts():
        if isinstance(part, Name) and part.name not in known | rules.constant_names():
            raise unknown_name(claim, part, known)
    return whole


def defined_before(definition: Definition) -> Definition:
    """A definition of another text: one that comes before all that is in this one."""
    return replace(definition, body=definition.body._replace(span=Span(-1, -1)), span=Span(-1, -1))


def unknown_name(claim: Claim, part: Name, known: Iterable[str]) -> GradcliError:
    """The error for a name in a claim that the formula does not have."""
    assert claim.formula is not None
    names = sorted(name for name in known if not is_hidden(name))
    meant = faults.closest(part.name, names)
    help = f"did you mean `{meant}`?" if meant else f"the names here are {faults.quoted(names)}" if names else None
    message = f"the claim uses `{part.name}`, a name that the formula does not have"
    return GradcliError("name.claim", message, claim.formula.source, part.span, help)
