"""A gradient's zeros become reasons: the name does not matter, a function is flat, terms cancel, a number was tiny."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from gradcli import partials
from gradcli.evaluation import underflowed
from gradcli.gradient import Contribution, Gradient
from gradcli.graph import Constant, Operation


class Zero(IntEnum):
    """Kinds of zero; where several meet in one sum, the last of them tells most."""

    STRUCTURAL = 0
    FLAT = 1
    STATIONARY = 2
    CANCELLATION = 3
    SATURATED = 4


MEANINGS = {
    "structural": "structural: the value does not depend on it",
    "flat": "flat: a function on the way is constant around this point",
    "stationary": "stationary: a slope on the way is zero just at this point",
    "cancellation": "cancellation: contributions add up to zero",
    "saturated": "saturated: the slope is not zero, but too small for a double",
}
"""What is said of each kind."""


def of_gradient(found: Gradient) -> dict[str, str]:
    """The kind, in lower case, of each entry of a gradient that is zero."""
    backend, graph = found.backend, found.graph
    names = [name for name, slope in found.gradient.items() if backend.is_zero(slope)]
    if not names:
        return {}
    incoming: dict[int, list[Contribution]] = {}
    for contribution in found.contributions:
        incoming.setdefault(contribution.parent, []).append(contribution)
    tiny = underflowed(graph, found.values, backend)
    kinds: dict[int, Zero] = {}
    # Contributions stand in the order of the sweep: those to a node come after those to its consumers.
    for index, parts in incoming.items():
        if found.adjoints[index] is not None and backend.is_zero(found.adjoints[index]):
            kinds[index] = of_sum(found, parts, kinds, tiny)
    indices = (graph.bindings.get(name, graph.inputs.get(name, -1)) for name in names)
    found_kinds = {name: kinds.get(index, Zero.STRUCTURAL) for name, index in zip(names, indices, strict=True)}
    # What only moves a condition is not without effect, as the value may change where the condition does.
    conditional = {
        name
        for node, value, movers in zip(graph.nodes, found.values, found.movers, strict=True)
        if isinstance(node, Operation) and node.is_condition and value is not None
        for name in movers
    }
    for name in conditional:
        if found_kinds.get(name) is Zero.STRUCTURAL:
            found_kinds[name] = Zero.FLAT
    # At a kink and its kin the warning is the reason, but for names that do not matter at all.
    is_smooth = bool(found.sides) or not any(note.code.startswith("derivative.") for note in found.warnings)
    return {
        name: kind.name.lower()
        for name, kind in found_kinds.items()
        if name not in found.sides and (is_smooth or kind is Zero.STRUCTURAL)
    }


def of_sum(found: Gradient, parts: list[Contribution], kinds: Mapping[int, Zero], tiny: set[int]) -> Zero:
    """The kind of a sum of contributions that is zero."""
    if any(not found.backend.is_zero(part.value) for part in parts):
        return Zero.CANCELLATION
    return max(of_contribution(found, part, kinds, tiny) for part in parts)


def of_contribution(found: Gradient, part: Contribution, kinds: Mapping[int, Zero], tiny: set[int]) -> Zero:
    """The kind of one contribution that is zero."""
    backend, node = found.backend, found.graph.nodes[part.node]
    assert isinstance(node, Operation)
    passed_on = kinds.get(part.node, Zero.SATURATED)
    if not backend.is_zero(part.partial):
        return passed_on
    return min(passed_on, of_partial(found, part, node, tiny))


def of_partial(found: Gradient, part: Contribution, node: Operation, tiny: set[int]) -> Zero:
    """The kind of a partial that is zero."""
    backend = found.backend
    arguments = [found.values[parent] for parent in node.parents]
    written = partials.names_in(part.formula, node.rule, arguments, found.values[part.node], backend)
    if not written:
        return Zero.FLAT
    indices = {**dict(zip(node.rule.parameters, node.parents, strict=True)), "v": part.node}
    if all(isinstance(found.graph.nodes[indices[name]], Constant) for name in written):
        return Zero.STRUCTURAL
    if any(indices[name] in tiny for name in written):
        return Zero.SATURATED
    is_tiny = partials.is_too_small(part.formula, node.rule, arguments, found.values[part.node], backend)
    return Zero.SATURATED if is_tiny else Zero.STATIONARY
