"""A direction becomes the lines that `gradcli direction` prints, and a JSON document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gradcli.backends import floats
from gradcli.calculus.direction import Direction
from gradcli.render import answer as answers
from gradcli.render import matrix
from gradcli.render.document import certified, head, number, proof, side
from gradcli.render.screen import Line, Piece, line

if TYPE_CHECKING:
    from gradcli.check.rows import Proven

DIRECTION = "gradcli/direction/1"


def direction(found: Direction) -> list[Line]:
    """The formula as read, value and gradient, the slope along the vector, and the steepest direction."""
    vector = ", ".join(f"{name}={floats.text(entry)}" for name, entry in found.along.items())
    first = found.first
    lines = [*answers.reading(found.problem.formula), line(), matrix.value(first)]
    lines += [*matrix.vector("gradient", first.gradient), line()]
    lines.append(line(Piece("along     ", "head"), vector))
    lines.append(line(Piece("slope     ", "head"), Piece(floats.text(found.slope), "number")))
    per_unit = Piece(floats.text(found.unit_slope), "number")
    lines += [line(Piece("          ", "head"), per_unit, " for a step of length 1"), line()]
    if not found.steepest:
        return [*lines, line(Piece("steepest  ", "head"), none(found))]
    lines.append(
        line(Piece("steepest  ", "head"), "the value rises most in this direction, and falls most in the opposite")
    )
    lines += matrix.vector("", found.steepest)[1:]
    return [*lines, line("  slope   ", Piece(floats.text(found.steepest_slope), "number"), " for a step of length 1")]


def none(found: Direction) -> str:
    """Why there is no steepest direction."""
    if found.is_doubtful:
        return "not known: the gradient does not exist here, or is in doubt"
    return "none: the gradient is 0" if found.steepest_slope == 0 else "not known: the gradient is not finite"


def numbers(found: Direction) -> list[Line]:
    """Just the numbers."""
    lines = [line(f"slope\t{floats.text(found.slope)}"), line(f"unit_slope\t{floats.text(found.unit_slope)}")]
    lines += [line(f"steepest\t{name}\t{floats.text(entry)}") for name, entry in found.steepest.items()]
    return [*lines, line(f"steepest_slope\t{floats.text(found.steepest_slope)}")]


def document(found: Direction, proven: Proven | None) -> dict[str, Any]:
    """The document of a direction."""
    sides = found.answer.sides.get(found.step)
    answer: dict[str, Any] = {
        **head(DIRECTION, found.problem.formula),
        "at": matrix.mapping(found.first.point),
        "value": number(found.first.value),
        "gradient": matrix.mapping(found.first.gradient),
        "along": matrix.mapping(found.along),
        "slope": number(found.slope),
        "unit_slope": number(found.unit_slope),
        "steepest": matrix.mapping(found.steepest) or None,
        "steepest_slope": number(found.steepest_slope),
    }
    if sides is not None:
        answer["diagnosis"] = {"left": side(sides.left), "right": side(sides.right)}
    if proven is not None and proven.first is not None:
        slope = proof(proven.rows["slope along"].gradient[found.step])
        answer["checks"] = {"certified": {**certified(proven.first), "slope": slope}}
    return answer
