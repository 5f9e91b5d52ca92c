"""Proofs to warnings: which numbers of an answer lost digits, where, and what is proven of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gradcli.backends import balls
from gradcli.check.blame import culprit
from gradcli.check.proof import TOLD, Proof, proved
from gradcli.check.symbolic import VALUE
from gradcli.gradient import Gradient, Note
from gradcli.graph import Operation
from gradcli.point import Coordinate
from gradcli.problem import Problem

BITS = 512
"""To tell the rounding of the inputs from that of the calculation."""


def losses(problem: Problem, answer: Gradient, truth: Gradient, proofs: Mapping[str, Proof]) -> dict[str, Note]:
    """A warning for each number that lost digits: `check.rounding`, or `check.inputs` where it is right for the
    inputs and constants rounded to doubles."""
    lost = {name: proof for name, proof in proofs.items() if proof.is_told}
    if not lost:
        return {}
    rounded = on_doubles(problem)
    with balls.precision(BITS):
        return {name: loss(name, proof, answer, truth, rounded) for name, proof in lost.items()}


def on_doubles(problem: Problem) -> Gradient:
    """The true answer to the problem whose inputs and constants are the doubles that ours was computed with."""
    doubles = {name: Coordinate(coordinate.value) for name, coordinate in problem.point.items()}
    with balls.precision(BITS):
        return replace(problem, point=doubles).sweep(balls.of_doubles(), checked=False)


def loss(name: str, proof: Proof, answer: Gradient, truth: Gradient, rounded: Gradient) -> Note:
    """The warning for one number."""
    what = "the value" if name == VALUE else f"the slope by `{name}`"
    are = "is" if proof.right == 1 else "are"
    count = f"{proof.right or 'none'} of the {proof.shown} digits of {what} {are} right"
    near = rounded.value if name == VALUE else rounded.gradient[name]
    if balls.is_finite(near) and proved(proof.ours, near, 0.0).right >= TOLD:
        message = f"{count}, as it depends much on its inputs and constants, which are rounded to doubles"
        return Note("check.inputs", f"{message}; the true number is {proof.said}")
    message = f"rounding lost digits: {count}; the true number is {proof.said}"
    found = culprit(answer, truth, name)
    if found is None:
        return Note("check.rounding", message)
    node, called = answer.graph.nodes[found.node], answer.names.get(found.node, "")
    where = f"where the contributions to {called} are added" if found.is_sum else f"in {called}"
    within = node.within if isinstance(node, Operation) else ()
    return Note("check.rounding", f"{message}; they were lost {where}", node.span, called, within=within)
