"""A problem and its answer in doubles to what balls prove: the true numbers, and how many digits are right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gradcli.backends import balls
from gradcli.calculator import answer as answered
from gradcli.check.losses import losses
from gradcli.check.proof import SEEN, Proof, proved, unproved
from gradcli.check.symbolic import VALUE, scale_of, scale_of_value
from gradcli.expression import Formula
from gradcli.gradient import Gradient, Note
from gradcli.point import Given
from gradcli.precision import FIRST, WIDE, WORK, Unknown, first_unknown, is_done, narrowed, no_value, untold
from gradcli.problem import Problem, posed

NOTHING = 1100
"""A number below 2 to minus this that may be zero is as good as zero beside doubles."""
ENOUGH = 70
"""Bits that a number must be known to: a few more than a double has, so that the double's error is known as well."""


@dataclass(frozen=True, eq=False)
class Certificate:
    """What is proven of an answer: of its value (by `VALUE`) and of each slope, by name, with `bits` at work.

    `losses` are the warnings about numbers that lost digits, by their names; `numbers` are the balls around the true
    ones, where they are proven.
    """

    proofs: Mapping[str, Proof]
    bits: int
    losses: Mapping[str, Note] = field(default_factory=dict)
    numbers: Mapping[str, Any] = field(default_factory=dict)

    @property
    def value(self) -> Proof:
        """What is proven of the value."""
        return self.proofs[VALUE]

    @property
    def gradient(self) -> dict[str, Proof]:
        """What is proven of each slope."""
        return {name: proof for name, proof in self.proofs.items() if name != VALUE}

    @property
    def is_refuted(self) -> bool:
        """Did rounding lose more than half of the digits of a number?"""
        return any(note.code == "check.rounding" and self.proofs[name].is_lost for name, note in self.losses.items())


def certify(
    text: str | Formula, at: Mapping[str, Given] | None = None, *, wrt: Iterable[str] | None = None
) -> Certificate:
    """What is proven of the answer that `gradcli.evaluate` gives, with inputs and constants as they are written.

    A float at the point stands for the double that it is; `"0.1"` or a `decimal.Decimal` for one tenth. Raises
    GradcliError as `gradcli.evaluate` does.
    """
    problem = posed(text, at, wrt)
    return certificate_of(problem, answered(problem))


def certificate_of(problem: Problem, answer: Gradient) -> Certificate:
    """What balls prove of the value and the slopes of `answer`, with inputs and constants as they are written."""
    numbers = {VALUE: answer.value, **answer.gradient}
    nodes = len(problem.graph.nodes)
    if nodes * FIRST > WORK:
        return uncertified(answer, f"too large: {nodes:,} nodes, and at most {WORK // FIRST:,} are tried")
    bits, truth = narrowed(problem, is_enough)
    scale = {VALUE: scale_of_value(answer), **scale_of(answer)}
    with balls.precision(bits):
        unknown = first_unknown(truth)
        nothing = reason_of(truth, unknown) if unknown else ""
        doubts = dict.fromkeys(numbers, nothing) if nothing else doubts_of_slopes(problem, answer, truth)
        proofs = {
            name: proof_of(numbers[name], number, scale.get(name, 0.0), doubts.get(name, ""))
            for name, number in {VALUE: truth.value, **truth.gradient}.items()
        }
    lost = losses(problem, answer, truth, proofs)
    if unknown is not None and unknown.is_outside:  # the doubles have a value only because they are rounded
        lost[VALUE] = Note("check.inputs", nothing, unknown.node.span, within=unknown.node.within)
    found = {VALUE: truth.value, **truth.gradient}
    return Certificate(proofs, bits, lost, {name: found[name] for name, proof in proofs.items() if proof.is_known})


def uncertified(answer: Gradient, reason: str) -> Certificate:
    """Nothing is proven of an answer, for this reason."""
    return Certificate(
        {name: unproved(ours, reason) for name, ours in {VALUE: answer.value, **answer.gradient}.items()}, FIRST
    )


def is_enough(found: Gradient) -> bool:
    """Are value and slopes known to more than the digits of a double?"""
    return all(map(is_fixed, (found.value, *found.gradient.values())))


def is_fixed(number: Any) -> bool:
    """Is a number known to more than the digits of a double?"""
    return balls.is_exact(number) or (balls.is_finite(number) and is_done(number, ENOUGH, NOTHING))


def doubts_of_slopes(problem: Problem, answer: Gradient, truth: Gradient) -> dict[str, str]:
    """Why the sweep in balls does not prove a slope of `answer`, by its name; those that it proves are left out."""
    doubts = {name: note.message for note in untold(problem, truth, answer) for name in note.names}
    warned = [note.code for note in answer.warnings if note.code.startswith("derivative.")]
    if warned:
        # Where the limits by each name were looked for, the names without any are those that the warning is not about.
        doubts |= dict.fromkeys(answer.sides or answer.gradient, f"{SEEN} {warned[0]}")
    return doubts


def proof_of(ours: float, number: Any, scale: float, doubt: str) -> Proof:
    """What is proven of one number, unless there is a doubt."""
    if not doubt and not balls.is_finite(number):
        doubt = "it has no bounds with the precision that was tried"
    if not doubt and not is_done(number, WIDE, NOTHING):
        low, high = balls.enclosure(number, 3)
        doubt = f"with the precision that was tried it is only known to lie between {low} and {high}"
    return unproved(ours, doubt) if doubt else proved(ours, number, scale)


def reason_of(truth: Gradient, unknown: Unknown) -> str:
    """Why an answer in balls may have no value, in terms of the user's text."""
    source = truth.graph.source
    if unknown.is_outside:
        return f"there is no value for the inputs as written: {no_value(truth, unknown).message}"
    if unknown.is_open_choice:
        return f"whether `{source.at(unknown.node.arguments[0])}` holds is not decided"
    return f"whether `{source.at(unknown.node.span)}` has a value is not decided"
