"""A bad point becomes one of which the truth is said: the limits on both sides, by each name, and what follows.

Only a point with a warning of the slope is looked at; others pay nothing. `gaps` does the same where there is no value.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from gradcli import sides
from gradcli.absences import kink_met
from gradcli.faults import quoted
from gradcli.gradient import Gradient, Note
from gradcli.graph import Operation
from gradcli.notes import NOT_FINITE, in_order
from gradcli.problem import Problem
from gradcli.sides import Sides
from gradcli.source import Span

CLOSE = 1e-9
"""Relative difference of a slope and its limit that is put down to rounding: then the slope stays as it is."""
ABOUT_ONE = ("derivative.infinite", "derivative.one-sided")
"""Warnings about the slope by one of a function's arguments."""
DOUBTFUL = ("derivative.indeterminate", "derivative.undefined")
"""Warnings after which a slope is a guess."""


USED = ", and that is used"
"""How a warning ends that tells of a limit which overrules the sweep."""


class Doubt(NamedTuple):
    """A warning, the node that it is at (-1 for none), and the names that it concerns."""

    note: Note
    node: int
    names: tuple[str, ...]


def diagnosed(problem: Problem, found: Gradient, kink: str) -> Gradient:
    """`found` with the slopes that the limits of the difference quotient leave, and with warnings that say so.

    `kink` is as in `differentiate`. Raises GradcliError at a kink or jump that is to be an error.
    """
    doubts = list(doubts_of(found))
    if not doubts:
        return found
    from gradcli.limits import search  # here, since this imports flint, and most points are ordinary

    names = [name for name in found.gradient if any(name in doubt.names for doubt in doubts)]
    known = search.of_slopes(problem, names, found.value)
    gradient = dict(found.gradient)
    for name, both in known.items():
        is_guess = any(name in doubt.names and doubt.note.code in DOUBTFUL for doubt in doubts)
        gradient[name] = slope(found.gradient[name], both, kink, is_guess)
    ordinary = {name for name, both in known.items() if is_ordinary(name, both, found.gradient[name], doubts)}
    known = {name: both for name, both in known.items() if name not in ordinary}
    doubts = [doubt._replace(names=tuple(name for name in doubt.names if name not in ordinary)) for doubt in doubts]
    settled = replace(found, gradient=gradient, sides=known)
    if kink == "error":
        refuse_break(settled, doubts)
    doubted = {doubt.note for doubt in doubts}
    others = [note for note in found.warnings if note not in doubted]
    return replace(settled, warnings=in_order([*others, *told(settled, found, doubts)]))


def is_close(one: float, other: float) -> bool:
    """Are two slopes the same, but for rounding?"""
    return math.isclose(one, other, rel_tol=CLOSE) or (math.isnan(one) and math.isnan(other))


def is_ordinary(name: str, both: Sides, slope: float, doubts: Iterable[Doubt]) -> bool:
    """Is the slope by a name as it should be, and the warnings are about those by others, as y in x^y at x = 0?"""
    is_right = both.have_slope and is_close(slope, both.numbers[0])
    mine = (doubt.note for doubt in doubts if name in doubt.names)
    return is_right and math.isfinite(slope) and all(note.code in ABOUT_ONE or note.is_hidden for note in mine)


def unused(note: Note) -> Note:
    """A warning where the limits that it tells of are not used."""
    return note._replace(message=note.message.removesuffix(USED))


def doubts_of(found: Gradient) -> Iterable[Doubt]:
    """The warnings that a slope is not an ordinary one, with the names whose change moves their nodes."""
    notes = [note for note in found.warnings if note.code.startswith("derivative.")]
    if not notes:
        return
    moved, indices = found.movers, {name: index for index, name in found.names.items()}
    last = {placed(node): index for index, node in enumerate(found.graph.nodes) if isinstance(node, Operation)}
    for note in notes:
        index = indices.get(note.node or "", -1)
        node = found.graph.nodes[index]
        # Of several nodes that stand at one place, as those of max(x, y, z) do, the last depends on most names.
        widest = last[placed(node)] if index >= 0 and isinstance(node, Operation) else index
        yield Doubt(note, index, note.names or (moved[widest] if index >= 0 else tuple(found.gradient)))


def placed(node: Operation) -> tuple[Span, tuple[Span, ...], str]:
    """A function and its place in the text."""
    return node.span, node.within, node.rule.name


def slope(found: float, both: Sides, kink: str, is_guess: bool) -> float:
    """The slope that is used: the derivative if there is one, else what the convention makes of both sides.

    `found` is what the sweep made of it, and `is_guess` says that it is no more than that.
    """
    numbers = both.numbers
    kinds = {side.kind for side in both}
    if both.agree or (numbers and kinds == {"limit", "none"}):
        return found if is_close(found, numbers[0]) else numbers[0]
    if kinds == {"limit"}:
        return at_kink(found, numbers[0], numbers[1], kink, is_guess)
    return math.nan if is_guess or "oscillating" in kinds else found


def at_kink(found: float, left: float, right: float, kink: str, is_guess: bool) -> float:
    """The slope that is used where those on both sides differ."""
    if kink == "nan":
        return math.nan
    if kink in ("left", "right"):
        return left if kink == "left" else right
    if math.isinf(left) and math.isinf(right):
        return math.nan
    if not is_guess and min(left, right) <= found <= max(left, right):
        return found
    if math.isinf(left) or math.isinf(right):
        return math.nan
    return 0.0 if left * right < 0 else (left + right) / 2


def refuse_break(found: Gradient, doubts: Iterable[Doubt]) -> None:
    """Raises at a kink or a jump, if it is one by some name."""
    for doubt in doubts:
        node = found.graph.nodes[doubt.node]
        breaks = [found.sides.get(name) for name in doubt.names if is_break(doubt.note, found.sides.get(name))]
        if breaks and isinstance(node, Operation):
            is_jump = any(both.jump for both in breaks if both) or doubt.note.code == "derivative.jump"
            raise kink_met(found.graph.source, node.function, "jump" if is_jump else "kink", node.place)


def is_break(note: Note, both: Sides | None) -> bool:
    """Is there no derivative though there are values on both sides? If that is not known, by what was met."""
    if both is None or both.are_open:
        return note.code in ("derivative.kink", "derivative.jump")
    return not both.agree and "none" not in (both.left.kind, both.right.kind)


def told(found: Gradient, before: Gradient, doubts: list[Doubt]) -> Iterable[Note]:
    """The warnings, in which the limits by each name are said once; those of mere consequences are left out."""
    causes = {name: cause(name, found.gradient[name], doubts) for name in found.sides}
    for doubt in doubts:
        note, known = doubt.note, {name: found.sides[name] for name in doubt.names if name in found.sides}
        said = {name: both for name, both in known.items() if causes[name] is doubt and has_news(found, name)}
        if note.is_hidden and not doubt.names:
            continue  # the formula does not jump
        met = note.met or note.message
        if len(known) == len(doubt.names):
            if note.code in NOT_FINITE and doubt not in causes.values():
                continue
            note = note._replace(code=code(note.code, tuple(known.values())))
            # A slope that is infinite in doubles only is not said to be more than that.
            met = note.message if doubt.note.code == "derivative.infinite" != note.code else met
        words = "; ".join(sentences(said, found, before))
        is_used = not all(math.isnan(found.gradient[name]) for name in doubt.names)
        if words or not is_used:  # what was made of the function's own slopes does not matter then
            note = note._replace(message="; ".join(filter(None, (met, words))))
        yield note


def has_news(found: Gradient, name: str) -> bool:
    """Is more known of the slope by a name than what the sweep met, or is it not there for want of that?"""
    left, right = found.sides[name]
    return not left.kind == right.kind == "open" or math.isnan(found.gradient[name])


def cause(name: str, slope: float, doubts: Iterable[Doubt]) -> Doubt:
    """The warning at the first node, in the order of evaluation, that makes the slope by a name what it is."""
    concerned = [doubt for doubt in doubts if name in doubt.names]
    for codes in () if math.isfinite(slope) else (("derivative.infinite", "derivative.undefined"), NOT_FINITE):
        if among := [doubt for doubt in concerned if doubt.note.code in codes]:
            return min(among, key=lambda doubt: doubt.node)
    return min(concerned, key=lambda doubt: (doubt.note.is_hidden, doubt.node))


def code(code: str, known: Sequence[Sides]) -> str:
    """The code of a warning now that the limits by all its names are known."""
    if code in ("derivative.boundary", "derivative.overflow") or any(both.are_open for both in known):
        return code
    if all(both.have_slope for both in known):
        return "derivative.exists"
    return "derivative.kink" if code == "derivative.jump" and not any(both.jump for both in known) else code


def sentences(said: Mapping[str, Sides], found: Gradient, before: Gradient) -> Iterable[str]:
    """What is true by each name, names of which the same is true together."""
    text = found.backend.text
    groups: dict[tuple[Sides, str, bool], list[str]] = {}
    for name, both in said.items():
        used = text(found.gradient[name])
        groups.setdefault((both, used, used == text(before.gradient[name])), []).append(name)
    for (both, used, is_old), names in groups.items():
        yield sentence(both, quoted(names), used, is_old)


def sentence(both: Sides, names: str, used: str, is_old: bool) -> str:
    """What is true by some names, and which slope is used."""
    if both.have_slope:
        found = f"the difference quotient tends to {both.left.text} from both sides"
        if used in ("inf", "-inf"):  # it is too large for a double
            return found
        return f"differentiable by {names} after all: {found}{'' if is_old else USED}"
    is_known = not both.are_open and not both.agree and "none" not in (both.left.kind, both.right.kind)
    tail = "" if used in ("nan", "inf", "-inf") else f"; {used} is used"
    return f"{'not differentiable by' if is_known else 'by'} {names}: {sides.of_slopes(both)}{tail}"
