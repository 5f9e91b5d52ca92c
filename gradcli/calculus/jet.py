"""One node's power series as far as it is known, and what a condition says at a point and around it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from gradcli.backends import series
from gradcli.backends.series import Form
from gradcli.graph import Operation
from gradcli.rules.rule import Rule

Need = tuple[int, int]
"""A jet, and the degree to which it is needed."""


class Condition(NamedTuple):
    """Is it true at the point, and is it in all of a neighbourhood but the point? None where that changes.

    `may_change` says that this is not known: both sides of a comparison have been equal in all degrees looked at.
    """

    here: bool
    beside: bool | None
    may_change: bool = False

    @property
    def is_settled(self) -> bool:
        """Is it the same at the point and around it?"""
        return self.here is self.beside


@dataclass(slots=True, eq=False)
class Jet:
    """A node's power series as far as it is known: a form for each degree, in `flows` times its degree.

    `home` is the user's own operation that it is made for; None for names and numbers. `partials` are the jets of
    the partials by the arguments that vary, as (parent, partial); None until they are needed.
    """

    rule: Rule | None
    parents: tuple[int, ...]
    home: Operation | None
    varies: bool
    forms: list[Form] = field(default_factory=list)
    flows: list[Form] = field(default_factory=list)
    condition: Condition | None = None
    partials: list[tuple[int, int]] | None = None
    shift: int | None = None

    def number(self) -> Any:
        """The term of degree 0."""
        return series.number_of(self.forms[0])
