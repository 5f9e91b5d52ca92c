"""Where a condition changes just at the point, what holds beside it decides: smooth, a kink, a jump, or open."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple, Protocol

from gradcli import zeros
from gradcli.absences import kink_met
from gradcli.errors import GradcliError
from gradcli.gradient import Gradient, Note
from gradcli.graph import Operation
from gradcli.notes import in_order
from gradcli.partials import edge_at
from gradcli.rules.rule import COMPARISONS

SAME = 1e-12
"""Relative difference of two branches that may be by rounding: some thousand ulp."""
ALONE = "this changes at the point alone; the slope is that of the other branch, which has the same value here"
"""What is said where the slopes are those beside the point."""
JUDGED = 16
"""Boundaries at one point that are looked beyond; each costs a sweep."""


class Differentiate(Protocol):
    """The sweep at the same point, with the truth of some conditions given, or of another node."""

    def __call__(self, *, forced: Mapping[int, bool] | None = None, output: int | None = None) -> Gradient:
        """Raises GradcliError where there is no value."""


class Boundary(NamedTuple):
    """The two sides of a comparison of equal numbers: `tie` is its node, `found` holds at the
    point, `other` beside it."""

    tie: int
    found: Gradient
    other: Gradient

    @property
    def operation(self) -> Operation:
        """The comparison."""
        node = self.found.graph.nodes[self.tie]
        assert isinstance(node, Operation)
        return node

    @property
    def is_isolated(self) -> bool:
        """Does its truth hold at the point alone, and not beside it?"""
        return (self.operation.rule.name, self.found.values[self.tie]) in (("==", True), ("!=", False))

    def note(self, code: str, message: str, left: Any = None, right: Any = None) -> Note:
        """A warning about the comparison."""
        return Note(code, message, self.operation.span, self.found.names.get(self.tie), left, right)


def with_boundaries(found: Gradient, differentiate: Differentiate, kink: str) -> Gradient:
    """`found` with a warning for each condition that changes at its point, unless the branches join smoothly.

    The other branch is evaluated for this, and only for this. Where `a == b` holds at the point alone and the
    other branch has the same value there, the function is that branch all around, and so is the gradient.
    `kink` is as in `differentiate`. Raises GradcliError at a kink or jump that is to be an error.
    """
    met = "the condition depends on a value that jumps just at this point"
    found = noted(found, at_conditions(found, jumping(found), met, "the slope is that of the branch taken"))
    changing = ties(found)
    for index in islice(changing, JUDGED):
        if found.values[index] is not None:  # else it stands in a branch that an earlier one has done away with
            found = judged(found, index, differentiate, kink)
    met = "the condition changes just at this point, as many others do"
    return noted(found, at_conditions(found, changing, met, "what holds beside it is not looked at"))


def judged(found: Gradient, index: int, differentiate: Differentiate, kink: str) -> Gradient:
    """`found` as one condition that changes at its point leaves it."""
    try:
        other = differentiate(forced={index: not found.values[index]})
    except GradcliError:
        met = "the condition changes just at this point, and the other branch has no value here"
        guess = "the slope is that of the branch taken, and is right only if the branches join smoothly"
        return noted(found, at_conditions(found, [index], met, guess))
    boundary = Boundary(index, found, other)
    if not is_same(found.value, other.value):
        return at_jump(boundary, kink)
    # By a name that does not move the condition the branch taken holds all around.
    names = crossing(boundary, differentiate)
    if not names:
        return found  # the condition holds all around
    if boundary.is_isolated:
        return at_isolated(boundary, names)
    changed = [name for name in names if not is_same(found.gradient[name], other.gradient[name])]
    if changed:
        return at_kink(boundary, changed, differentiate, kink)
    if found.value == other.value and all(found.gradient[name] == other.gradient[name] for name in names):
        return found
    # Rounding may have made the difference, or hidden it; the limits, if they are looked at, tell.
    note = boundary.note("derivative.boundary", "the condition changes just at this point")
    return noted(found, [note._replace(met=note.message, names=names, is_hidden=True)])


def crossing(boundary: Boundary, differentiate: Differentiate) -> tuple[str, ...]:
    """The names that move a side of the comparison; not those by which both are constant, as `sign(x)` beside 2."""
    names = boundary.found.movers[boundary.tie]
    try:
        sides = [differentiate(output=parent) for parent in boundary.operation.parents]
    except GradcliError:
        return names
    kinds = [zeros.of_gradient(side) for side in sides]
    return tuple(name for name in names if any(kind.get(name) not in ("structural", "flat") for kind in kinds))


def at_isolated(boundary: Boundary, names: tuple[str, ...]) -> Gradient:
    """The gradient where the other branch, which has the same value, holds all around as any of `names` changes."""
    found, other = boundary.found, boundary.other
    gradient = {name: (other if name in names else found).gradient[name] for name in found.gradient}
    smooth = replace(other if len(names) == len(gradient) else found, value=found.value, gradient=gradient)
    return noted(smooth, [boundary.note("derivative.boundary", ALONE)._replace(names=names)])


def at_jump(boundary: Boundary, kink: str) -> Gradient:
    """The gradient where the branches have different values."""
    found, text = boundary.found, boundary.found.backend.text
    if kink == "error":
        raise kink_met(found.graph.source, boundary.operation.function, "jump", boundary.operation.place)
    here, beside = text(found.value), text(boundary.other.value)
    message = f"the value jumps at this point, where the condition changes: {here} and {beside}"
    if kink == "nan":
        found = replace(found, gradient=dict.fromkeys(found.gradient, math.nan))
    # The names tell conditions apart that stand at one place, as those of a function's edges do.
    return noted(found, [boundary.note("derivative.jump", message)._replace(names=found.movers[boundary.tie])])


def at_kink(boundary: Boundary, changed: list[str], differentiate: Differentiate, kink: str) -> Gradient:
    """The gradient where the branches have different slopes by the names `changed`."""
    found, other = boundary.found, boundary.other
    if kink == "error":
        raise kink_met(found.graph.source, boundary.operation.function, "kink", boundary.operation.place)
    text, gradient = found.backend.text, dict(found.gradient)
    for name in changed:
        left, right = slopes_beside(boundary, name, differentiate)
        if kink in ("left", "right") and left is not None:
            gradient[name] = left if kink == "left" else right
        elif kink == "nan":
            gradient[name] = math.nan
        if left is not None:
            slopes = f"{text(left)} on the left and {text(right)} on the right"
        else:
            slopes = f"{text(found.gradient[name])} and {text(other.gradient[name])}"
        used = f"{slopes}; {text(gradient[name])} is used"
        met = f"the slope by `{name}` changes at this point, where the condition does"
        note = boundary.note("derivative.kink", f"{met}: {used}", left, right)
        found = noted(found, [note._replace(met=met, names=(name,))])
    return replace(found, gradient=gradient)


def slopes_beside(boundary: Boundary, name: str, differentiate: Differentiate) -> tuple[Any, Any]:
    """The slopes by `name` on the left and on the right; None and None where the condition does not say which is which.

    A comparison of a and b that is true (or false) at a tie, as `<=` is (or `<`), has the same truth on one side.
    """
    node = boundary.operation
    try:
        first, second = (differentiate(output=parent).gradient[name] for parent in node.parents)
    except GradcliError:
        return None, None
    rise = first - second
    if not rise or math.isnan(rise):
        return None, None
    mine, beside = boundary.found.gradient[name], boundary.other.gradient[name]
    # At a tie `a < b` and `a >= b` are as they are where a is greater, `a <= b` and `a > b` as where it is less.
    is_mine_right = (node.rule.name in ("<", ">=")) == (rise > 0)
    return (beside, mine) if is_mine_right else (mine, beside)


def at_conditions(found: Gradient, indices: Iterable[int], met: str, guess: str) -> Iterator[Note]:
    """Warnings about conditions of which not all is known."""
    for index in indices:
        span, name = found.graph.nodes[index].span, found.names.get(index)
        yield Note("derivative.boundary", f"{met}; {guess}", span, name, met=met, names=found.movers[index])


def noted(found: Gradient, notes: Iterable[Note]) -> Gradient:
    """`found` with more warnings."""
    more = tuple(notes)
    return replace(found, warnings=in_order((*found.warnings, *more))) if more else found


def deciding(found: Gradient) -> Iterator[int]:
    """The comparisons that an evaluated `if` depends on, and that a name asked for moves."""
    nodes, values = found.graph.nodes, found.values
    stack = [
        node.parents[0]
        for index, node in enumerate(nodes)
        if isinstance(node, Operation) and node.rule.name == "if" and values[index] is not None
    ]
    moved, seen = found.movers if stack else [], set[int]()
    while stack:
        index = stack.pop()
        node = nodes[index]
        if index in seen or values[index] is None or not isinstance(node, Operation) or not node.is_condition:
            continue
        seen.add(index)
        if node.rule.name not in COMPARISONS:
            stack.extend(node.parents)
        elif any(moved[parent] for parent in node.parents):
            yield index


def ties(found: Gradient) -> Iterator[int]:
    """The deciding comparisons of equal numbers."""
    for index in deciding(found):
        node = found.graph.nodes[index]
        assert isinstance(node, Operation)
        left, right = (found.values[parent] for parent in node.parents)
        is_one = node.parents[0] == node.parents[1]  # a number is never on one side of itself
        if not is_one and found.backend.truth(left == right):
            yield index


def jumping(found: Gradient) -> Iterator[int]:
    """The deciding comparisons of values that jump at this point."""
    decides = list(deciding(found))
    if not decides:
        return
    depends: list[bool] = []
    for node, value in zip(found.graph.nodes, found.values, strict=True):
        if not isinstance(node, Operation) or value is None:
            depends.append(False)
        else:
            depends.append(any(depends[parent] for parent in node.parents) or jumps(found, node))
    yield from (index for index in decides if depends[index])


def jumps(found: Gradient, node: Operation) -> bool:
    """Does an evaluated function jump at its arguments?"""
    if all(edge.kind != "jump" for edge in node.rule.edges):
        return False
    edge = edge_at(node.rule, [found.values[parent] for parent in node.parents], found.backend)
    return edge is not None and edge.kind == "jump"


def is_same(one: Any, other: Any) -> bool:
    """Are two numbers equal but for rounding?"""
    return math.isclose(one, other, rel_tol=SAME) or (math.isnan(one) and math.isnan(other))
