"""A formula, and what its derivatives are claimed to be, to a verdict on each claim."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from gradcli import point as points
from gradcli.check.claims import claim as claims_of
from gradcli.check.claims import symbolic_proof
from gradcli.check.claims.claim import Claim, Claimed
from gradcli.check.claims.verdict import Judgement, Report
from gradcli.errors import GradcliError
from gradcli.expression import Formula
from gradcli.gradient import Note
from gradcli.point import Given, Point
from gradcli.problem import Problem, parse, posed, variables

RTOL = 1e-6
"""How far a number may be off, relative to the slope: what good finite differences reach."""


def check_gradient(
    text: str | Formula,
    claims: Mapping[str, Claimed],
    at: Mapping[str, Given] | None = None,
    *,
    rtol: float = RTOL,
    proof_seconds: float = symbolic_proof.SECONDS,
) -> Report:
    """The verdict on each of `claims`: names, and what the derivative of a formula by them is said to be.

    A claim is a formula (a text), compared at many points and, within `proof_seconds`, symbolically; or a number,
    compared with the slope at the point `at` up to the relative difference `rtol`.

    Raises GradcliError: `parse.*`, `name.*` for texts that cannot be read and for unknown names; `domain.*` and
    `overflow.*` where the formula has no value at the point.
    """
    asked = Question.of(text, claims_of.from_mapping(claims), at, rtol)
    with_proof = asked.start(proof_seconds)
    return asked.report(with_proof)


@dataclass(frozen=True, eq=False)
class Question:
    """Claims about a formula, all names resolved. `point` is the one that was given, empty if none was."""

    problem: Problem
    claims: tuple[Claim, ...]
    point: Point
    rtol: float

    @classmethod
    def of(
        cls, text: str | Formula, claims: Iterable[Claim], at: Mapping[str, Given] | None = None, rtol: float = RTOL
    ) -> Question:
        """The question whether `claims` are right. Raises GradcliError."""
        formula = text if isinstance(text, Formula) else parse(text)
        claims, given = list(claims), points.from_mapping(at or {})
        names = [*variables(formula, (claim.name for claim in claims)), *given]
        named = claims_of.assigned(claims, list(dict.fromkeys(names)))
        asked = [claim.name for claim in named]
        for claim in named if not given else ():
            if claim.formula is None:
                help = "say where: `--at x=2,y=3`"
                raise GradcliError("usage.claim", f"the slope by `{claim.name}` is a number, of no point", help=help)
        # Of a constant there is a derivative by any name.
        problem = posed(formula, given or dict.fromkeys(names or asked, 1.0), asked)
        question = cls(problem, tuple(named), given, rtol)
        for claim in question.formulas():
            claims_of.graph_of(claim, problem)  # refuses what cannot be read, before anything is computed
        return question

    def formulas(self) -> list[Claim]:
        """The claims that are formulas."""
        return [claim for claim in self.claims if claim.formula is not None]

    def start(self, seconds: float = symbolic_proof.SECONDS) -> symbolic_proof.Proving:
        """Sets SymPy to work on the claims that are formulas."""
        claimed = {claim.name: claim.formula for claim in self.formulas() if claim.formula is not None}
        return symbolic_proof.start(self.problem.formula, list(self.problem.point), claimed, seconds)

    def report(self, proving: symbolic_proof.Proving) -> Report:
        """The verdicts, once SymPy has spoken or its time is up; a counter-example does not wait for it."""
        with proving:
            found = [self.judged(claim) for claim in self.claims]
            if any(judgement.verdict != "different" for judgement in found):
                proved = proving.verdict()
                found = [settled(judgement, judgement.name in proved) for judgement in found]
        judged = {judgement.name for judgement in found}
        unjudged = tuple(name for name in self.problem.point if name not in judged)
        rtol = self.rtol if len(self.formulas()) < len(self.claims) else None
        at = points.doubles(self.point)
        return Report(self.problem.formula, tuple(found), unjudged, rtol, at, self.warnings())

    def judged(self, claim: Claim) -> Judgement:
        """The verdict on one claim, without a proof."""
        from gradcli.check.claims import formulas, slopes  # here, since a start of the proof needs neither

        if claim.formula is None:
            return slopes.judged(self.problem, claim, self.rtol)
        return formulas.judged(self.problem, claim, self.point)

    def warnings(self) -> tuple[Note, ...]:
        """Warnings about the question itself."""
        inputs = self.problem.graph.inputs
        return tuple(
            Note("name.unused", f"`{name}` is not in the formula, so its slope is 0")
            for name in self.point
            if name not in inputs
        )


def settled(judgement: Judgement, is_proved: bool) -> Judgement:
    """A verdict with SymPy's proof, which makes up for points that are missing, but not for all of them.

    It never overrides a counter-example; and SymPy's numbers are complex, so that it may have proved something about a
    formula that has no real value anywhere.
    """
    if not is_proved or judgement.verdict == "different" or not judgement.points:
        return judgement
    return replace(judgement, verdict="equal", is_proved=True, reason="")
