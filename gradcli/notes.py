"""What a sweep met on its way becomes warnings: kinks, jumps, infinite and undefined slopes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol

from gradcli.backends.backend import Backend
from gradcli.evaluation import Values, formula_value, underflowed
from gradcli.gradient import Contribution, Note
from gradcli.graph import Constant, Graph, Operation
from gradcli.rules.rule import Edge
from gradcli.source import Span

NOT_FINITE = ("derivative.infinite", "derivative.undefined", "derivative.indeterminate")


class Sweep(Protocol):
    """What is read of a sweep: its graph, and the values, adjoints, names and warnings it has so far."""

    graph: Graph
    backend: Backend
    values: Values
    adjoints: list[Any]
    names: dict[int, str]
    found: list[Note]


def of_sweep(sweep: Sweep, gradient: Mapping[str, Any]) -> tuple[Note, ...]:
    """All warnings of a sweep, each once, in the order of the text."""
    backend = sweep.backend
    found = list(sweep.found)
    infinite = [name for name, number in gradient.items() if not backend.is_finite(number)]
    if not infinite:
        found = [note for note in found if note.code != "derivative.infinite"]
    elif not any(note.code in NOT_FINITE for note in found):
        names = ", ".join(f"`{name}`" for name in infinite)
        found.append(Note("derivative.overflow", f"the slope by {names} is too large for a double"))
    found.extend((*of_names(sweep.graph), *of_numbers(sweep)))
    return in_order(found)


def leave_doubt(notes: Iterable[Note]) -> bool:
    """Does one of these warnings say that a slope is not what it would be at an ordinary point?"""
    return any(note.code.startswith("derivative.") for note in notes)


def in_order(notes: Iterable[Note]) -> tuple[Note, ...]:
    """Each note once, in the order of the text; those without a place come last."""
    unique = {(note.code, note.span, note.message, note.within, note.names): note for note in notes}
    return tuple(sorted(unique.values(), key=lambda note: (note.span is None, note.span)))


def of_names(graph: Graph) -> Iterator[Note]:
    """Constants of the language that were used as ordinary names."""
    for name, span in graph.shadowed.items():
        yield Note("name.constant", f"`{name}` is used as a name here, not as the constant", span)


def of_numbers(sweep: Sweep) -> Iterator[Note]:
    """Numbers that are beyond the backend's: as written, or results that are too small."""
    graph, values, backend = sweep.graph, sweep.values, sweep.backend
    for node, value in zip(graph.nodes, values, strict=True):
        if not isinstance(node, Constant) or node.is_named or value is None:
            continue
        if not backend.is_finite(value):
            yield Note("overflow.number", f"`{node.text}` is too large for a double, and counts as infinite", node.span)
        elif backend.is_zero(value) and is_written_nonzero(node.text):
            yield Note("overflow.tiny", f"`{node.text}` is too small for a double, and counts as 0", node.span)
    tiny = underflowed(graph, values, backend)
    for index in sorted(tiny):
        result = graph.nodes[index]
        assert isinstance(result, Operation)
        if tiny.isdisjoint(result.parents):  # else the cause has been named
            message = f"the result of `{result.function}` is too small for a double, and counts as 0"
            yield Note("overflow.tiny", message, result.span, sweep.names[index])


def is_written_nonzero(text: str) -> bool:
    """Has a number as written a digit other than 0 before its exponent?"""
    return any(digit in "123456789" for digit in text.lower().partition("e")[0])


def of_contribution(sweep: Sweep, contribution: Contribution, edge: Edge | None) -> Iterator[Note]:
    """The warnings that one contribution calls for."""
    backend, node = sweep.backend, sweep.graph.nodes[contribution.node]
    assert isinstance(node, Operation)
    span, name = node.span, sweep.names[contribution.node]
    partial, adjoint = contribution.partial, sweep.adjoints[contribution.node]
    if edge and (edge.is_break or edge.kind == "end") and edge.concerns(contribution.argument):
        yield of_edge(sweep, contribution, edge, node)
    if backend.is_nan(partial):
        reason = f": {edge.reason}" if edge else ""
        message = f"`{node.function}` has no derivative by its argument at this point{reason}"
        yield Note("derivative.undefined", message, span, name, within=node.within)
    elif backend.is_zero(partial) and not backend.is_finite(adjoint):
        yield indeterminate(f"the slope of `{node.function}` is 0 here", "an infinite slope", span, name)
    elif not backend.is_finite(partial) and backend.is_zero(adjoint):
        yield indeterminate(f"the slope of `{node.function}` is infinite here", "a slope of 0", span, name)
    elif not backend.is_finite(partial):
        met = f"the slope of `{node.function}` is infinite at this point"
        message = f"{met}, or too large for a double"
        yield Note("derivative.infinite", message, span, name, within=node.within, met=met)


def of_edge(sweep: Sweep, contribution: Contribution, edge: Edge, node: Operation) -> Note:
    """The warning for a kink, a jump or the end of a domain."""
    backend = sweep.backend
    arguments = [sweep.values[parent] for parent in node.parents]

    def slope(formulas: tuple[str, ...]) -> Any:
        formula = formulas[contribution.argument] if formulas else ""
        return formula_value(formula, node.rule.parameters, arguments, backend) if formula else None

    left, right = slope(edge.left), slope(edge.right)
    taken = backend.text(contribution.partial)
    if edge.is_kink:
        code, what = "derivative.kink", "has a kink at this point"
    elif edge.kind == "jump":
        code, what = "derivative.jump", "jumps at this point"
    else:
        code, what = "derivative.one-sided", "is at the end of its domain"
    both = ((left, "on the left"), (right, "on the right"))
    sides = [f"{backend.text(side)} {where}" for side, where in both if side is not None]
    slopes = f"slope {' and '.join(sides)}; " if sides else ""
    met = f"`{node.function}` {what}"
    message = f"{met}: {slopes}{taken} is used"
    return Note(code, message, node.span, sweep.names[contribution.node], left, right, node.within, met)


def of_hidden_jump(node: Operation, name: str, is_met: bool) -> Note:
    """The warning for a jump that no slope passes through; for one that may be there if it is not known to be met."""
    met = f"`{node.function}` {'jumps' if is_met else 'may jump'} at this point"
    return Note("derivative.jump", met, node.span, name, within=node.within, met=met, is_hidden=True)


def indeterminate(met: str, against: str, span: Span, name: str) -> Note:
    """0 times infinity on the way: counted as zero, and said."""
    met = f"0 times infinity: {met} and meets {against}"
    return Note("derivative.indeterminate", f"{met}; it is counted as 0, and may be wrong", span, name, met=met)


def of_sum(sweep: Sweep, index: int, total: Any, contribution: Any) -> Iterator[Note]:
    """The warning where infinite contributions of both signs meet in one node."""
    backend, name = sweep.backend, sweep.names[index]
    if not backend.is_nan(contribution) and backend.is_nan(backend.total(total, contribution)):
        met = f"infinite contributions of both signs meet in `{name}`"
        message = f"{met}, so its slope is not determined"
        yield Note("derivative.indeterminate", message, sweep.graph.nodes[index].span, name, met=met)
