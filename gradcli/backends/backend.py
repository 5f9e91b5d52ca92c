"""What a number system must bring so that graphs can be evaluated and swept with it."""

from __future__ import annotations

from typing import Any, Literal, Protocol

Edges = Literal["decided", "kept", "readable"]


class Backend(Protocol):
    """A module of functions on one kind of number.

    Besides these it has a function for each row of the rule table, named by `Rule.backend_name`, that takes
    and gives numbers of its kind and never raises: what has no value is the kind's nan, what is too large
    its infinity. A row with a definition may be left out.
    """

    IS_DOUBLE: bool
    """Has this kind of number the 16 digits and the range of a double, so that edges of kind `rounding` apply?"""

    IS_INTERVAL: bool
    """Does a number of this kind stand for all numbers between two bounds?"""

    EDGES: Edges
    """What becomes of the edges of functions: they are decided by numbers; or numbers are formulas, in which edges are
    kept as conditions, or in which the readable partials of the rule table stand."""

    def number(self, text: str, /) -> Any:
        """A number as written in a formula."""

    def double(self, value: float, /) -> Any:
        """A double, as the number that it is."""

    def constant(self, name: str, /) -> Any:
        """A named constant of the language."""

    def truth(self, condition: Any, /) -> bool | None:
        """Is a condition true? None when this kind of number cannot decide it."""

    def contribution(self, partial: Any, adjoint: Any, /) -> Any:
        """`partial*adjoint`, where a zero on either side gives zero, whatever the other is."""

    def total(self, left: Any, right: Any, /) -> Any:
        """The sum of two contributions."""

    def is_zero(self, number: Any, /) -> bool:
        """Is this number exactly zero?"""

    def is_finite(self, number: Any, /) -> bool:
        """Is this a number, neither infinite nor nan?"""

    def is_nan(self, number: Any, /) -> bool:
        """Is this no number at all?"""

    def text(self, number: Any, /) -> str:
        """The shortest text that reads back as the same number."""
