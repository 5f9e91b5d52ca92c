"""A problem becomes its answer in balls, as narrow as is wanted: the bits at work are doubled until it is."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from gradcli import faults
from gradcli.backends import balls
from gradcli.boundaries import deciding, jumping, ties
from gradcli.errors import GradcliError
from gradcli.evaluation import formula_value, named_texts, site_of
from gradcli.gradient import Gradient, Note
from gradcli.graph import Operation
from gradcli.problem import Problem
from gradcli.rules.rule import Domain

FIRST, LAST = 128, 8192
"""Bits to work with: at first, and at most."""
WORK = 20_000_000
"""Nodes times bits that are worth a try: a graph of 100,000 nodes is swept with 128 bits."""
SECONDS = 0.5
"""After a sweep that took longer none with more bits is tried; it would take at least twice as long."""
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


def to_digits(problem: Problem, digits: int, kink: str = "subgradient") -> Gradient:
    """The answer of which every number, those of the trace too, has so many proven digits, with inputs as written.

    A number that cannot be told from zero is within 10^(-digits) of it. Raises GradcliError: `domain.*` where there
    is no value, `domain.undecided` where no number of bits tried tells whether there is one.
    """
    bits = int(digits * balls.BITS_PER_DIGIT) + SPARE
    tiny = 10.0**-digits if digits < 300 else 0.0

    def is_shown(number: Any) -> bool:
        if number is None or isinstance(number, (bool, str)) or balls.is_exact(number):
            return True
        return bool(number.is_finite() and (number.rel_accuracy_bits() >= bits or number.abs_upper() < tiny))

    def is_narrow(found: Gradient) -> bool:
        contributions = (number for part in found.contributions for number in (part.partial, part.value))
        return all(map(is_shown, (*found.values, *found.adjoints, *contributions)))

    first = bits + 64
    _, found = narrowed(
        problem, is_narrow, first=first, last=max(LAST, 8 * first), backend=balls.with_digits(digits), kink=kink
    )
    if (unknown := first_unknown(found)) is not None:
        raise no_value(found, unknown)
    if not balls.is_finite(found.value):
        raise faults.infinite_value(problem.formula, found.backend.text(found.value))
    return found


def open_condition(found: Gradient, met: Collection[int] = ()) -> Note | None:
    """A warning at the first condition that leaves the slopes of an answer in balls open; None if there is none.

    It is not decided, or changes just at the point and is not among those `met`, of which the doubles know.
    """
    source, nodes = found.graph.source, found.graph.nodes
    for index in deciding(found):
        if found.values[index] is balls.UNDECIDED:
            text = source.at(nodes[index].span)
            message = f"whether `{text}` holds is not decided with as many digits as were tried, so no slope is proven"
            return Note("derivative.boundary", message, nodes[index].span, found.names.get(index))
    for index in (*ties(found), *jumping(found)):
        if index not in met:
            text = source.at(nodes[index].span)
            message = f"as written, the point lies just where `{text}` changes, so no slope is proven"
            return Note("derivative.boundary", message, nodes[index].span, found.names.get(index))
    return None


class Unknown(NamedTuple):
    """A node without a value, and the part of its domain that its arguments are not known to be in, if it is that.

    `is_outside` says that they are known to be outside.
    """

    node: Operation
    domain: Domain | None = None
    is_outside: bool = False


def first_unknown(found: Gradient) -> Unknown | None:
    """The first node of an answer in balls that has no value, or may have none; None if all have one.

    A finite result is not enough: `atan(1/x)` has no value at 0, though it would have a limit from the right.
    """
    for node, value in zip(found.graph.nodes, found.values, strict=True):
        if not isinstance(node, Operation) or value is None:
            continue
        arguments = [found.values[parent] for parent in node.parents]
        is_known = node.is_condition or balls.is_finite(value)
        for domain in node.rule.domain:
            holds = balls.truth(formula_value(domain.predicate, node.rule.parameters, arguments, balls))
            if holds is False or (holds is None and not is_known):
                return Unknown(node, domain, holds is False)
        # What is made of an infinity that went in may be infinite, as long as the output is not.
        if not is_known and not any(map(is_infinite, arguments)):
            return Unknown(node)
    return None


def is_infinite(number: Any) -> bool:
    """Is an argument an infinity?"""
    return not isinstance(number, (bool, str)) and balls.is_exact(number) and not balls.is_finite(number)


def no_value(found: Gradient, unknown: Unknown) -> GradcliError:
    """The error for an answer with a node that has no value."""
    node, domain = unknown.node, unknown.domain
    site = site_of(found.graph, node)
    texts = named_texts(node.rule, [found.values[parent] for parent in node.parents], found.backend)
    if domain is None:
        return faults.no_value(site, texts, is_finite=True)
    if unknown.is_outside:
        return faults.outside_domain(site, domain, texts, dict(zip(node.rule.parameters, node.arguments, strict=True)))
    return faults.undecided(site, texts)
