"""A point without a value becomes help that says what the value tends to there, along each name."""

from __future__ import annotations

from gradcli import sides
from gradcli.backends import floats
from gradcli.errors import GradcliError
from gradcli.evaluation import evaluate
from gradcli.faults import quoted
from gradcli.limits import LARGEST
from gradcli.point import doubles
from gradcli.problem import Problem
from gradcli.sides import Sides

BESIDE = 2.0**-30
"""A step beside the point, relative to it, at which doubles tell whether there are values at all."""


def help_at(problem: Problem, error: GradcliError) -> str | None:
    """The help of an error at a point without a value, with what the value tends to there, if that tells anything."""
    if not error.code.startswith("domain."):
        return error.help
    inputs = [name for name in problem.wrt if name in problem.graph.inputs]
    if len(inputs) * len(problem.graph.nodes) > LARGEST:
        return error.help
    names = [name for name in inputs if has_value_beside(problem, name)]
    if not names:
        return error.help
    from gradcli.limits import search  # here, since this imports flint, and most points are far from any value

    known = search.of_values(problem, names)
    groups: dict[Sides, list[str]] = {}
    for name, both in known.items():
        groups.setdefault(both, []).append(name)
    is_line = len(problem.graph.inputs) == 1
    told = [
        f"{'' if is_line else f'along {quoted(names)} '}{words}"
        for both, names in groups.items()
        if (words := sides.of_values(both))
    ]
    if is_line and told and next(iter(groups)).have_slope:
        told = [f"removable: {told[0]}"]
    return "; ".join(filter(None, (error.help, *told))) or None


def has_value_beside(problem: Problem, name: str) -> bool:
    """Does the formula seem to have a value on a side of the point? Where it has none no limit need be looked for."""
    numbers = doubles(problem.point)
    for step in (-BESIDE, BESIDE):
        moved = {**numbers, name: numbers[name] + step * (abs(numbers[name]) or 1)}
        try:
            evaluate(problem.graph, floats, moved, checked=True)
        except GradcliError as error:
            if error.code.startswith("domain."):
                continue
        return True
    return False
