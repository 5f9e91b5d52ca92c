"""A vector that a person gives, by names, is refused where it cannot be one of the problem."""

from __future__ import annotations

from gradcli import faults
from gradcli.errors import GradcliError
from gradcli.point import Point

LARGEST = 1e100
"""The largest number of a vector."""


def refuse_size(vector: Point, option: str) -> None:
    """Refuses numbers beyond 1e100, with which slopes would leave the doubles, and limits would not be seen."""
    for name, coordinate in vector.items():
        if coordinate.value and not 1 / LARGEST <= abs(coordinate.value) <= LARGEST:
            message = f"`{name}` of `{option}` is {coordinate.value:g}, and numbers from 1e-100 to 1e100 are possible"
            raise GradcliError("usage.vector", message, help="scale the vector: the result scales with it")


def refuse_unknown(vector: Point, names: tuple[str, ...], option: str) -> None:
    """Refuses a component by a name that there is not."""
    for name in vector:
        if name not in names:
            meant = faults.closest(name, names)
            known = f"the names here are {faults.quoted(names)}" if names else "there are no names to differentiate by"
            help = f"did you mean `{meant}`?" if meant else known
            raise GradcliError(
                "name.vector", f"`{option}` has a component `{name}`, and there is no such name", help=help
            )
