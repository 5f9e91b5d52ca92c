"""A Jacobian becomes the lines that `gradcli jacobian` prints, and a JSON document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gradcli.calculus.jacobian import Jacobian, Pattern
from gradcli.calculus.row import Row
from gradcli.expression import Formula
from gradcli.outputs import labels
from gradcli.point import doubles
from gradcli.render import answer as answers
from gradcli.render import matrix
from gradcli.render.document import head, number, proof
from gradcli.render.screen import Line, Piece, columns, line
from gradcli.render.trace import padded

if TYPE_CHECKING:
    from gradcli.check.rows import Proven

JACOBIAN = "gradcli/jacobian/1"
WAYS = {
    "rows": "one reverse sweep for each output",
    "wrt": "one sweep for each name, over the graph of the slopes of the weighted sum of the outputs",
}
"""How each way of getting it is explained."""


def jacobian(found: Jacobian, width: int) -> list[Line]:
    """The formula as read, the values, and the matrix."""
    lines = [*answers.reading(found.problem.formula), line(), *matrix.vector("values", found.values)]
    if not found.columns:
        return lines
    lines += [line(), line(Piece("jacobian", "head"), Piece("  slope of the row by the column", "quiet"))]
    return [
        *lines,
        *matrix.table(entries(found), width),
        line(),
        line(Piece("how       ", "head"), WAYS[found.way]),
    ]


def entries(found: Jacobian) -> matrix.Entries:
    """The matrix by its names."""
    return {row.name: row.slopes for row in found.rows}


def product(formula: Formula, row: Row, seed: Mapping[str, float]) -> list[Line]:
    """The product of the seed and the Jacobian: the gradient of the sum of the outputs with these weights."""
    return [
        *answers.reading(formula),
        *answers.seed(seed),
        line(),
        matrix.value(row.answer),
        *matrix.vector("product", row.slopes),
    ]


def pattern(formula: Formula, found: Pattern) -> list[Line]:
    """Which output depends on which name: `x` where it does, `.` where it does not."""
    room = max([6, *map(columns, found)])
    names = list(next(iter(found.values()), {}))
    lines = [*answers.reading(formula), line()]
    lines.append(line(Piece("sparsity", "head"), Piece("  x where the row can depend on the column", "quiet")))
    lines.append(line("  ", padded("", room), *(Piece(f"  {name}", "name") for name in names)))
    for row, depends in found.items():
        marks = (f"  {padded('x' if depends[name] else '.', columns(name))}" for name in names)
        lines.append(line("  ", Piece(padded(row, room), "name"), "".join(marks)))
    nonzero = sum(sum(depends.values()) for depends in found.values())
    lines += [line(), line(Piece("nonzero   ", "head"), f"{nonzero} of {len(found) * len(names)}")]
    return lines


def pattern_numbers(found: Pattern) -> list[Line]:
    """Row and column of each entry that can be other than 0, with a tab between them."""
    return [line(f"{row}\t{name}") for row, depends in found.items() for name, is_there in depends.items() if is_there]


def document(found: Jacobian, proven: Proven | None) -> dict[str, Any]:
    """The document of a Jacobian."""
    answer = {
        **head(JACOBIAN, found.problem.formula),
        "at": matrix.mapping(doubles(found.problem.point)),
        "outputs": list(found.outputs),
        "wrt": list(found.columns),
        "values": matrix.mapping(found.values),
        "jacobian": matrix.document(entries(found)),
        "way": found.way,
    }
    return answer | checks(proven, "jacobian", {name: name for name in found.outputs})


def product_document(formula: Formula, row: Row, seed: Mapping[str, float], proven: Proven | None) -> dict[str, Any]:
    """The document of a product of a seed and a Jacobian."""
    answer = {
        **head(JACOBIAN, formula),
        "at": matrix.mapping(row.answer.point),
        "outputs": list(labels(formula)),
        "wrt": list(row.slopes),
        "seed": matrix.mapping(seed),
        "value": number(row.answer.value),
        "product": matrix.mapping(row.slopes),
    }
    if proven is not None:
        found = proven.rows[row.name]
        product = {"value": proof(found.value), "product": matrix.mapping(found.gradient, proof)}
        answer |= {"checks": {"certified": {"bits": found.bits, "inputs": "as written", **product}}}
    return answer


def pattern_document(formula: Formula, found: Pattern) -> dict[str, Any]:
    """The document of a pattern: for each output the names that it can depend on."""
    names = list(next(iter(found.values()), {}))
    depends = {row: [name for name in names if some[name]] for row, some in found.items()}
    return {**head(JACOBIAN, formula), "outputs": list(found), "wrt": names, "sparsity": depends}


def checks(proven: Proven | None, key: str, rows: Mapping[str, str]) -> dict[str, Any]:
    """What is proven of values and entries."""
    if proven is None:
        return {}
    found = {
        "bits": proven.bits,
        "inputs": "as written",
        "values": {name: proof(proven.rows[name].value) for name in rows},
        key: {name: matrix.mapping(proven.rows[name].gradient, proof) for name in rows},
    }
    return {"checks": {"certified": found}}
