"""The rows of a matrix of derivatives to what balls prove of each of its numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gradcli.calculus.row import Row
from gradcli.calculus.shape import whole
from gradcli.check.certified import Certificate, certificate_of, uncertified
from gradcli.check.proof import Proof
from gradcli.check.symbolic import VALUE
from gradcli.gradient import Gradient, Note
from gradcli.precision import FIRST, WORK
from gradcli.problem import Problem


@dataclass(frozen=True, eq=False)
class Proven:
    """What is proven of an answer, `first`, if there is one, and of each row, by its name."""

    first: Certificate | None
    rows: Mapping[str, Certificate]

    @property
    def certificates(self) -> list[Certificate]:
        """All that there are."""
        return [*([self.first] if self.first else []), *self.rows.values()]

    @property
    def bits(self) -> int:
        """The most bits that were at work."""
        return max((one.bits for one in self.certificates), default=FIRST)

    @property
    def is_refuted(self) -> bool:
        """Did rounding lose more than half of the digits of a number?"""
        return any(one.is_refuted for one in self.certificates)

    @property
    def numbers(self) -> list[list[Any]] | None:
        """The balls of a symmetric matrix whose rows begin at the diagonal; None if one is missing."""
        rows = [[one.numbers.get(name) for name in one.gradient] for one in self.rows.values()]
        if any(number is None for row in rows for number in row):
            return None
        return whole(rows)

    @property
    def is_stationary(self) -> bool:
        """Is every slope of the answer proven to be 0, or not to be told from it?"""
        return self.first is not None and all(
            proof.is_known and proof.is_zero for proof in self.first.gradient.values()
        )

    def proofs(self) -> dict[str, Proof]:
        """All proofs, by what they are shown as: value and slopes of the answer, and each entry by row and column."""
        found: dict[str, Proof] = {}
        if self.first:
            found = {name or "value": proof for name, proof in self.first.proofs.items()}
        for row, one in self.rows.items():
            found |= {f"{row} {name}".strip(): proof for name, proof in one.gradient.items()}
        return found

    def warnings(self, of_row: str) -> Iterator[Note]:
        """The warnings about lost digits; those of rows begin with `of_row`, in which the row's name has its place."""
        yield from (shown(note) for note in (self.first.losses.values() if self.first else ()))
        for name, one in self.rows.items():
            for number, note in one.losses.items():
                if number != VALUE or self.first is None:  # the value of a row is a slope of the answer
                    yield shown(note._replace(message=f"{of_row.format(name)}: {note.message}"))


def shown(note: Note) -> Note:
    """A warning without the name of a node, which only a trace shows."""
    return note._replace(message=note.message.partition("; they were lost")[0], node=None)


def proven(rows: Sequence[Row], problem: Problem | None = None, first: Gradient | None = None) -> Proven:
    """What balls prove of rows, and of the answer `first` to a problem; nothing where all would take too long."""
    nodes = sum(len(row.problem.graph.nodes) for row in rows)
    mine = certificate_of(problem, first) if problem is not None and first is not None else None
    if nodes * FIRST > WORK:
        reason = f"too large: {nodes:,} nodes in all rows, and at most {WORK // FIRST:,} are tried"
        return Proven(mine, {row.name: uncertified(row.answer, reason) for row in rows})
    return Proven(mine, {row.name: certificate_of(row.problem, row.answer) for row in rows})
