"""What a person gives as a point (pairs, JSON, a mapping) becomes names with finite numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from gradcli import ranges, rules
from gradcli.backends import floats
from gradcli.backends.backend import Backend
from gradcli.errors import GradcliError
from gradcli.evaluation import evaluate
from gradcli.expansion import expanded
from gradcli.expression import Expression, Formula, Name, Number
from gradcli.graph import lower
from gradcli.notes import is_written_nonzero
from gradcli.source import Source, Span
from gradcli.syntax import parse

if TYPE_CHECKING:
    from decimal import Decimal
    from fractions import Fraction


class Coordinate(NamedTuple):
    """One number of a point: `value` is the double nearest to it, `written` the constant expression that it was given
    as, so that 0.1 can mean one tenth; None where it was given as a double."""

    value: float
    written: Formula | None = None

    def on(self, backend: Backend) -> Any:
        """The number as one of `backend`."""
        if self.written is None or backend.IS_DOUBLE:
            return backend.double(self.value)
        graph = lower(self.written, ())
        return evaluate(graph, backend, {})[graph.output]


class Range(NamedTuple):
    """All numbers between two ends."""

    low: Coordinate
    high: Coordinate


Point = dict[str, Coordinate]
Box = dict[str, Coordinate | Range]
"""A point of which some numbers may be ranges."""
Given: TypeAlias = "float | Decimal | Fraction | str | Coordinate | Range | Sequence[Given]"


def doubles(point: Point) -> dict[str, float]:
    """The doubles nearest to the numbers of a point."""
    return {name: coordinate.value for name, coordinate in point.items()}


def on(point: Point, backend: Backend) -> dict[str, Any]:
    """The numbers of a point as those of `backend`."""
    return {name: coordinate.on(backend) for name, coordinate in point.items()}


def from_mapping(at: Mapping[str, Given], origin: str = "point") -> Point:
    """The point that a mapping from names to numbers, or to constant expressions such as `pi/4`, stands for."""
    point: Point = {}
    for name, given in box_from_mapping(at, origin).items():
        if isinstance(given, Range):
            help = "`gradcli eval` and `gradcli.bounds` take ranges; give one number here"
            raise GradcliError("name.value", f"`{name}` is a range in {origin}, not a number", help=help)
        point[name] = given
    return point


def box_from_mapping(at: Mapping[str, Given], origin: str = "point") -> Box:
    """The same, where a pair of numbers, or a text such as `[1, 2]`, stands for all numbers between them."""
    box: Box = {}
    for written, given in at.items():
        name = read_name(written, origin)
        if name in box:
            help = "give each name once"
            raise GradcliError(
                "name.twice", f"`{name}` is given twice at the point", Source(written, origin), help=help
            )
        box[name] = placed(given, name, origin)
    return box


def from_pairs(text: str, origin: str = "--at") -> Box:
    """The point that `x=1.5,y=-2` stands for; right sides are constant expressions, or ranges of them: `x=[1, 2]`."""
    source, point = Source(text, origin), Box()
    for span in pair_spans(text):
        name, value = read_pair(source, span)
        if name in point:
            raise GradcliError("name.twice", f"`{name}` is given twice", source, span, "give each name once")
        point[name] = value
    return point


def from_json(text: str, origin: str) -> Box:
    """The point in a JSON object such as `{"x": 1.5, "y": "pi/4", "z": [1, 2]}`."""
    import json
    from decimal import Decimal

    def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) < len(pairs):
            names = [name for name, _ in pairs]
            twice = next(name for name in names if names.count(name) > 1)
            raise GradcliError("name.twice", f"`{twice}` is given twice in {origin}", help="give each name once")
        return found

    def no_constant(text: str) -> object:
        raise GradcliError("name.value", f"`{text}` in {origin} is not a finite number", help="give a finite number")

    if not text.strip():
        raise GradcliError("input.json", f"{origin} is empty", help=JSON_FORM)
    try:
        document = json.loads(text, object_pairs_hook=unique, parse_constant=no_constant, parse_float=Decimal)
    except (json.JSONDecodeError, RecursionError) as error:
        where = f" at line {error.lineno}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        raise GradcliError("input.json", f"{origin} is not JSON{where}", help=JSON_FORM) from None
    except ValueError:  # an integer of more digits than Python converts
        raise GradcliError("input.json", f"a number in {origin} has too many digits", help=JSON_FORM) from None
    if not isinstance(document, dict):
        raise GradcliError("input.json", f"{origin} is not a JSON object", help=JSON_FORM)
    return box_from_mapping(document, origin)


JSON_FORM = 'a point is an object of names and numbers: `{"x": 1.5, "y": "pi/4"}`'


def merge(points: Iterable[Box]) -> Box:
    """One point of several; no name may be given twice."""
    merged: Box = {}
    for point in points:
        for name in (name for name in point if name in merged):
            raise GradcliError("name.twice", f"`{name}` is given twice at the point", help="give each name once")
        merged.update(point)
    return merged


def pair_spans(text: str) -> list[Span]:
    """The stretches between commas that stand outside brackets."""
    spans, start, depth = [], 0, 0
    for position, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth <= 0:
            spans.append(Span(start, position))
            start = position + 1
    return [*spans, Span(start, len(text))]


def read_pair(source: Source, span: Span) -> tuple[str, Coordinate | Range]:
    """One `name=value`."""
    piece = source.at(span)
    name, sign, value = piece.partition("=")
    if not sign or not name.strip() or not value.strip() or value.startswith("="):
        is_comma = span.start > 0 and piece.strip().isdigit()
        help = "a decimal number is written with a point: `x=1.5`" if is_comma else f"write `{source.name} x=1.5,y=-2`"
        shown = f"`{piece.strip()}` is" if piece.strip() else "this is"
        raise GradcliError("usage.point", f"{shown} not of the form name=value", source, span, help)
    return read_name(name.strip(), source.name), placed(value.strip(), name.strip(), source.name)


def read_name(written: str, origin: str) -> str:
    """A name as the language reads it (`x₁` is `x1`)."""
    try:
        result: Expression | None = parse(Source(written, origin)).result
    except GradcliError:
        result = None
    if not isinstance(result, Name):
        message = f"`{written}` is not a name that a formula can have"
        help = "a name is a letter or `_`, then letters, digits and `_`"
        raise GradcliError("name.malformed", message, Source(written, origin), Span(0, len(written)), help)
    return result.name


def placed(given: Given, name: str, origin: str) -> Coordinate | Range:
    """The coordinate or the range that a number, a text or a pair of them stands for."""
    if isinstance(given, Range):
        return given
    written: Any = ranges.ends(given, name, origin) if isinstance(given, str) else given
    if written is None:
        return coordinate(given, name, origin)
    if not isinstance(written, (list, tuple)) or isinstance(written, Coordinate) or len(written) != 2:
        return coordinate(given, name, origin)
    low, high = (coordinate(end, name, origin) for end in written)
    ranges.require_order(low.value, high.value, name, given if isinstance(given, str) else "")
    return Range(low, high)


def coordinate(given: Given, name: str, origin: str) -> Coordinate:
    """The coordinate that a number or a constant expression stands for."""
    if isinstance(given, Coordinate):
        return given
    if isinstance(given, str):
        return expressed(given, name, origin)
    require_number(given, name, origin)
    assert not isinstance(given, (Range, Sequence))
    try:
        value = float(given)
    except OverflowError:
        raise not_finite(name, "too large for a double") from None
    if not floats.is_finite(value):
        raise not_finite(name, floats.text(value))
    # What a double cannot hold, an integer, a decimal or a fraction, stands for itself.
    return Coordinate(value) if value == given else expressed(str(given), name, origin)


def require_number(given: object, name: str, origin: str) -> None:
    """Refuses what is no number."""
    from numbers import Number as AnyNumber  # here, since most points are of texts

    if isinstance(given, AnyNumber) and not isinstance(given, (bool, complex)):
        return
    kinds = {bool: "true or false", type(None): "null", list: "a list", tuple: "a list", dict: "an object"}
    kind = kinds.get(type(given), f"of type `{type(given).__name__}`")
    raise GradcliError("name.value", f"`{name}` is {kind} in {origin}, not a number", help=JSON_FORM)


def expressed(given: str, name: str, origin: str) -> Coordinate:
    """The coordinate that a constant expression stands for; its number must be finite."""
    if not given.strip():
        raise GradcliError("name.value", f"`{name}` is an empty text in {origin}, not a number", help=JSON_FORM)
    source = Source(given, f"{origin} {name}")
    formula = expanded(parse(source, rules.names()))
    require_constant(formula, name)
    graph = lower(formula, ())
    found = evaluate(graph, floats, {}, checked=True)[graph.output]
    if not floats.is_finite(found):
        raise not_finite(name, floats.text(found), source)
    if found == 0 and isinstance(formula.result, Number) and is_written_nonzero(formula.result.text):
        message = f"the value of `{name}` is too small for a double"
        raise GradcliError("name.value", message, source, formula.result.span, "rescale the formula, or give `0`")
    return Coordinate(float(found), formula)


def require_constant(formula: Formula, name: str) -> None:
    """Refuses names in a value: `nan` and other names."""
    bound = {binding.name for binding in formula.bindings}
    for part in formula.parts():
        if isinstance(part, Name) and part.name not in bound and part.name not in rules.constant_names():
            message = f"the value of `{name}` is not a constant: `{part.name}` has no value here"
            help = "use numbers, `pi`, `e`, `tau` and functions of them"
            raise GradcliError("name.value", message, formula.source, part.span, help)


def not_finite(name: str, what: str, source: Source | None = None) -> GradcliError:
    """A value at which no gradient can be asked for."""
    span = Span(0, len(source.text)) if source else None
    return GradcliError("name.value", f"`{name}` is {what}, not a finite number", source, span, "give a finite number")
