"""A Hessian, or its product with a vector, becomes the lines that `gradcli hessian` prints, and a JSON document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gradcli.backends import floats
from gradcli.calculus.hessian import Hessian, Product
from gradcli.calculus.shape import Shape
from gradcli.render import answer as answers
from gradcli.render import matrix
from gradcli.render.document import certified, head, number, proof
from gradcli.render.screen import Line, Piece, line, wrapped

if TYPE_CHECKING:
    from gradcli.check.rows import Proven

HESSIAN = "gradcli/hessian/1"
WORDS = {
    "positive definite": "it curves up in every direction",
    "negative definite": "it curves down in every direction",
    "indefinite": "it curves up in some directions and down in others",
    "positive semidefinite": "it curves up in some directions and not at all in others",
    "negative semidefinite": "it curves down in some directions and not at all in others",
    "zero": "it does not curve",
}
"""What each kind of matrix says about the formula."""


def hessian(found: Hessian, shape: Shape, width: int) -> list[Line]:
    """The formula as read, value, gradient, the matrix, and what it tells."""
    entries = matrix.symmetric(found.names, found.matrix)
    lines = [*answers.reading(found.problem.formula), line(), matrix.value(found.first)]
    lines += matrix.vector("gradient", found.first.gradient)
    if not entries:
        return lines
    lines += [line(), line(Piece("hessian", "head"), Piece("   second derivatives, by row and column", "quiet"))]
    lines += [*matrix.table(entries, width), line()]
    if shape.eigenvalues:
        values = ", ".join(map(floats.text, shape.eigenvalues))
        lines += wrapped(line(Piece("eigenvalues  ", "head"), values), 13)
    if shape.definiteness:
        said = f"{shape.definiteness}: {WORDS[shape.definiteness]}"
        lines.append(line(Piece("definiteness ", "head"), said))
    elif shape.eigenvalues:
        lines.append(line(Piece("definiteness ", "head"), "not decided: an eigenvalue is too close to 0"))
    lines.append(line(Piece("point        ", "head"), kind(shape)))
    return [*lines, *wrapped(line(Piece("how          ", "head"), how(found)), 13)]


def kind(shape: Shape) -> str:
    """What kind of point it is."""
    if shape.is_stationary is None:
        return "not told: a warning leaves the slopes in doubt"
    if not shape.is_stationary:
        return "not stationary: the gradient is not 0"
    return f"{shape.point or 'stationary'}; the gradient is 0"


def how(found: Hessian) -> str:
    """How the second derivatives were got."""
    return (
        f"a reverse sweep made the gradient a graph of {found.nodes} nodes; "
        "sweeping it once for each name gave a row, of which the upper half counts"
    )


def product(found: Product) -> list[Line]:
    """The formula as read, value, gradient, and the product."""
    times = ", ".join(f"{name}={floats.text(entry)}" for name, entry in found.times.items() if entry)
    how = (
        f"a reverse sweep made the gradient a graph; its sum with these weights, {found.nodes} nodes, was swept once: "
        "no matrix was formed"
    )
    return [
        *answers.reading(found.problem.formula),
        line(),
        matrix.value(found.first),
        *matrix.vector("gradient", found.first.gradient),
        line(),
        *matrix.vector(f"hessian times ({times})", found.product),
        line(),
        *wrapped(line(Piece("how       ", "head"), how), 10),
    ]


def beginning(found: Hessian | Product) -> dict[str, Any]:
    """What both documents begin with."""
    return {
        **head(HESSIAN, found.problem.formula),
        "at": matrix.mapping(found.first.point),
        "value": number(found.first.value),
        "gradient": matrix.mapping(found.first.gradient),
    }


def document(found: Hessian, shape: Shape, proven: Proven | None) -> dict[str, Any]:
    """The document of a Hessian."""
    answer = {
        **beginning(found),
        "hessian": matrix.document(matrix.symmetric(found.names, found.matrix)),
        "eigenvalues": list(map(number, shape.eigenvalues)),
        "definiteness": shape.definiteness or None,
        "stationary": shape.is_stationary,
        "kind": shape.point or None,
        "nodes": found.nodes,
    }
    if proven is not None and proven.first is not None:
        rows = [dict(one.gradient) for one in proven.rows.values()]
        entries = {
            row: {name: proof(rows[i][name] if name in rows[i] else rows[j][row]) for j, name in enumerate(found.names)}
            for i, row in enumerate(found.names)
        }
        answer["checks"] = {"certified": {**certified(proven.first), "hessian": entries}}
    return answer


def product_document(found: Product, proven: Proven | None) -> dict[str, Any]:
    """The document of a product with a vector."""
    answer = {
        **beginning(found),
        "times": matrix.mapping(found.times),
        "product": matrix.mapping(found.product),
        "nodes": found.nodes,
    }
    if proven is not None and proven.first is not None:
        product = matrix.mapping(proven.rows["product"].gradient, proof)
        answer["checks"] = {"certified": {**certified(proven.first), "product": product}}
    return answer
