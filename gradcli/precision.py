"""A problem becomes its answer in balls, as narrow as is wanted: the bits at work are doubled until it is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from gradcli import absences
from gradcli.backends import balls
from gradcli.boundaries import JUDGED, Boundary, crossing, deciding, jumping, ties
from gradcli.errors import GradcliError
from gradcli.evaluation import formula_value, named_texts, site_of
from gradcli.gradient import Gradient, Note
from gradcli.graph import Operation
from gradcli.partials import edge_at
from gradcli.problem import Problem
from gradcli.rules.rule import Domain

FIRST, LAST = 128, 8192
"""Bits to work with: at first, and at most."""
WORK = 20_000_000
"""Nodes times bits that are worth a try: a graph of 100,000 nodes is swept with 128 bits."""
SECONDS = 0.5
"""After a sweep that took longer none with more bits is tried; it would take at least twice as long."""
MOST_WORK = 100_000_000
"""The same where digits are asked for: 10,000 digits of a formula of 3,000 nodes take a minute."""
WIDE = 10
"""Bits that a value must be known to, or it is not decided: `floor(sqrt(x)^2)` at 2 is 1 or 2."""
SPARE = 16
"""Bits beyond the digits wanted, so that rounding to them is decided nearly always."""


def narrowed(
    problem: Problem,
    is_narrow: Callable[[Gradient], bool],
    *,
    first: int = FIRST,
    last: int = LAST,
    backend: Any = balls,
    kink: str = "subgradient",
) -> tuple[int, Gradient]:
    """The first answer in balls that satisfies `is_narrow`, or the last one tried, and the bits it took."""
    nodes, bits = len(problem.graph.nodes), first
    while True:
        start = time.perf_counter()
        with balls.precision(bits):
            found = problem.sweep(backend, checked=False, kink=kink)
            if is_narrow(found) or 2 * bits > last or 2 * bits * nodes > WORK:
                return bits, found
        if time.perf_counter() - start > SECONDS:
            return bits, found
        bits *= 2


def to_digits(problem: Problem, digits: int, kink: str = "subgradient") -> tuple[int, Gradient]:
    """The answer of which every number, those of the trace too, has so many proven digits, and the bits it took.

    Inputs are taken as written. Where no precision that was tried is enough, as for what cannot be told from zero, a
    warning says so. Raises GradcliError: `domain.*` where there is no value,
    `domain.undecided` where no precision that was tried tells whether there is one, `usage.digits` where the graph
    is too large for so many.
    """
    bits, nodes = int(digits * balls.BITS_PER_DIGIT) + SPARE, len(problem.graph.nodes)
    first = bits + 64
    if first * nodes > MOST_WORK:
        raise absences.too_many_digits(problem.formula.source, digits, nodes)

    def is_narrow(found: Gradient) -> bool:
        return all(is_done(number, bits) for number in numbers_of(found))

    last, backend = max(LAST, 8 * first), balls.with_digits(digits)
    used, found = narrowed(problem, is_narrow, first=first, last=last, backend=backend, kink=kink)
    with balls.precision(used):
        if (unknown := first_unknown(found)) is not None:
            raise no_value(found, unknown)
        if not balls.is_finite(found.value):
            raise absences.infinite_value(problem.formula, found.backend.text(found.value))
        if not is_done(found.value, WIDE):
            raise absences.undecided_value(problem.formula, found.backend.text(found.value))
        if not all(is_shown(number, bits) for number in numbers_of(found)):
            message = f"not all numbers have {digits} proven digits: of these as many are shown as are proven"
            found = replace(found, warnings=(*found.warnings, Note("check.digits", message)))
    return used, found


def numbers_of(found: Gradient) -> Iterator[Any]:
    """Every number that a trace shows."""
    yield from found.values
    yield from found.adjoints
    for part in found.contributions:
        yield part.partial
        yield part.value


def is_shown(number: Any, bits: int) -> bool:
    """Is a number known to so many bits?"""
    if number is None or isinstance(number, (bool, str)) or balls.is_exact(number) or not number.is_finite():
        return True
    return bool(number.rel_accuracy_bits() >= bits)


def is_done(number: Any, bits: int, least: int = LAST // 2) -> bool:
    """Is a number known to so many bits, or may be zero and below 2^(-least), which more bits would hardly change?"""
    tiny = balls.whole_power(balls.double(2.0), -least)
    return is_shown(number, bits) or bool(number.contains(0) and number.abs_upper() < tiny)


def untold(problem: Problem, found: Gradient, doubles: Gradient | None) -> list[Note]:
    """What leaves slopes of an answer in balls open and the answer in doubles does not tell of, if there is one.

    Each with the names of the slopes: kinks and their kin that the point as written meets, and conditions and kinks
    that no precision that was tried decides.
    """
    told = {(note.span, note.within) for note in doubles.warnings} if doubles else set()
    moved, indices = found.movers, {name: index for index, name in found.names.items()}
    notes = [*open_conditions(problem, found), *open_kinks(found)]
    for note in found.warnings:
        if note.code.startswith("derivative.") and not (note.is_hidden and doubles and jumps(doubles, note)):
            names = moved[indices[note.node]] if note.node in indices else tuple(found.gradient)
            notes.append(note._replace(message=f"as written, {note.met or note.message}", names=note.names or names))
    return [note for note in notes if note.names and (note.span, note.within) not in told]


def jumps(doubles: Gradient, note: Note) -> bool:
    """Do doubles meet the jump too that a warning of balls is about? Then their limits have been looked at."""
    for node in doubles.graph.nodes:
        if isinstance(node, Operation) and (node.span, node.within) == (note.span, note.within):
            arguments = [doubles.values[parent] for parent in node.parents]
            edge = edge_at(node.rule, arguments, doubles.backend) if None not in arguments else None
            if edge is not None and edge.kind == "jump":
                return True
    return False


def open_conditions(problem: Problem, found: Gradient) -> Iterator[Note]:
    """The conditions that are not decided, or that change just at the point where the branches do not join for sure."""
    for index in deciding(found):
        if found.values[index] is balls.UNDECIDED:
            yield open_place(found, index, "whether `{}` holds is not decided with as many digits as were tried")
    changing = [index for place, index in enumerate(ties(found)) if place >= JUDGED or not joins(problem, found, index)]
    for index in (*changing, *jumping(found)):
        yield open_place(found, index, "as written, the point lies just where `{}` changes")


def joins(problem: Problem, found: Gradient, index: int) -> bool:
    """Is it certain that the branches of a condition that changes at the point have the same value and slopes there?"""
    swept = partial(problem.sweep, found.backend, checked=False)
    try:
        other = swept(forced={index: not found.values[index]})
    except GradcliError:
        return False
    names = crossing(Boundary(index, found, other), swept)
    numbers = [(found.value, other.value), *((found.gradient[name], other.gradient[name]) for name in names)]
    return not names or all(balls.equal(one, another) is True for one, another in numbers)


def open_kinks(found: Gradient) -> Iterator[Note]:
    """The functions of which it is not decided whether they are at a kink."""
    for index, node in enumerate(found.graph.nodes):
        if not isinstance(node, Operation) or found.adjoints[index] is None:
            continue
        arguments = [found.values[parent] for parent in node.parents]
        for edge in node.rule.edges:
            if edge.is_kink and balls.truth(formula_value(edge.when, node.rule.parameters, arguments, balls)) is None:
                yield open_place(found, index, "whether `{}` has a kink here is not decided with the digits tried")
                break


def open_place(found: Gradient, index: int, message: str) -> Note:
    """The warning about a node that leaves slopes open; its text goes into the message."""
    node = found.graph.nodes[index]
    said = f"{message.format(found.graph.source.at(node.span))}, so the slopes are not proven"
    return Note("derivative.boundary", said, node.span, found.names.get(index), names=found.movers[index])


class Unknown(NamedTuple):
    """A node without a value, and the part of its domain that its arguments are not known to be in, if it is that.

    `is_outside` says that they are known to be outside.
    """

    node: Operation
    domain: Domain | None = None
    is_outside: bool = False

    @property
    def is_open_choice(self) -> bool:
        """Is this an `if` whose condition is not decided, and of whose branches one has no value?"""
        return self.node.rule.name == "if"


def first_unknown(found: Gradient) -> Unknown | None:
    """The first node of an answer in balls that has no value, or may have none; None if all have one.

    A finite result is not enough: `atan(1/x)` has no value at 0, though it would have a limit from the right.
    """
    sure = certain(found)
    for index, (node, value) in enumerate(zip(found.graph.nodes, found.values, strict=True)):
        if not isinstance(node, Operation) or index not in sure:
            continue
        arguments = [found.values[parent] for parent in node.parents]
        is_known = node.is_condition or balls.is_finite(value)
        for domain in node.rule.domain:
            holds = balls.truth(formula_value(domain.predicate, node.rule.parameters, arguments, balls))
            if holds is False or (holds is None and not is_known):
                return Unknown(node, domain, holds is False)
        # What is made of an infinity that went in may be infinite, as long as the output is not.
        if not is_known and not any(is_infinite(number) for number in arguments if number is not None):
            return Unknown(node)
    return None


def certain(found: Gradient) -> set[int]:
    """The nodes that the output needs for certain: those in a branch of an undecided condition may not be."""
    nodes, values = found.graph.nodes, found.values
    stack, seen = [found.graph.output], set[int]()
    while stack:
        index = stack.pop()
        node = nodes[index]
        if index in seen or not isinstance(node, Operation):
            continue
        seen.add(index)
        is_open = node.rule.name in ("if", "and", "or") and values[node.parents[0]] is balls.UNDECIDED
        stack.extend(parent for parent in node.parents[: 1 if is_open else None] if values[parent] is not None)
    return seen


def is_infinite(number: Any) -> bool:
    """Is an argument an infinity?"""
    return not isinstance(number, (bool, str)) and balls.is_exact(number) and not balls.is_finite(number)


def no_value(found: Gradient, unknown: Unknown) -> GradcliError:
    """The error for an answer with a node that has no value."""
    node, domain = unknown.node, unknown.domain
    site = site_of(found.graph, node)
    texts = named_texts(node.rule, [found.values[parent] for parent in node.parents], found.backend)
    if unknown.is_open_choice:
        return absences.undecided_choice(site, found.graph.source.at(node.arguments[0]), node.arguments[0])
    if domain is None:
        return absences.no_value(site, texts, is_finite=True)
    if unknown.is_outside:
        return absences.outside_domain(
            site, domain, texts, dict(zip(node.rule.parameters, node.arguments, strict=True))
        )
    return absences.undecided(site, texts)
