"""A point becomes what the derivative would be there with each of the mistakes that people make.

Each mistake is one change of the chain rule. With `adjoint` d output/d node and `tangent` d node/d name, what flows
through a node is adjoint*tangent, and a mistake there changes the derivative by the difference of two flows: no
mistake needs a sweep of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from gradcli.backends import balls
from gradcli.check.claims.evidence import Evidence
from gradcli.errors import GradcliError
from gradcli.gradient import Contribution, Gradient
from gradcli.graph import Operation
from gradcli.reverse import differentiate

LINEAR = ("+", "-", "*", "/", "=", "if")
"""What nobody would call an outer function."""


class Change(NamedTuple):
    """A mistake: its kind, the node it was made at, and the argument it concerns (-1 for the whole node)."""

    kind: str
    node: int = -1
    argument: int = -1


@dataclass(frozen=True, eq=False)
class Scene:
    """What flows at one point. `tangents` are by node, none where a node does not move."""

    evidence: Evidence
    tangents: dict[int, Any]

    @classmethod
    def of(cls, evidence: Evidence) -> Scene:
        """The scene at a point."""
        found, zero = evidence.gradient, balls.number("0")
        target = found.graph.bindings.get(evidence.name, found.graph.inputs.get(evidence.name, -1))
        tangents = {target: balls.number("1")}
        # Backwards, so that a parent's tangent is complete before it is passed on.
        for part in reversed(found.contributions):
            passed = balls.contribution(part.partial, tangents.get(part.parent, zero))
            tangents[part.node] = balls.total(tangents.get(part.node, zero), passed)
        return cls(evidence, tangents)

    @property
    def gradient(self) -> Gradient:
        """The derivative as it was computed."""
        return self.evidence.gradient

    def tangent(self, node: int) -> Any:
        """How fast a node moves with the name."""
        return self.tangents.get(node, balls.number("0"))

    def moves(self, node: int) -> bool:
        """Does a node move with the name?"""
        return not balls.is_zero(self.tangent(node))

    def flow(self, part: Contribution) -> Any:
        """What a contribution adds to the derivative."""
        return balls.contribution(part.value, self.tangent(part.parent))

    def with_flow(self, before: Any, after: Any) -> Any:
        """The derivative if one flow were another."""
        return balls.total(balls.subtract(self.evidence.true, before), after)


def changes(scene: Scene) -> Iterator[tuple[Change, Any]]:
    """What the derivative would be with each mistake, the more telling kinds first."""
    for name, slope in slopes_by_others(scene).items():
        yield Change(f"variable {name}"), slope
    nodes = [index for index in sorted(scene.tangents) if is_operation(scene.gradient, index) and scene.moves(index)]
    for index in nodes:
        yield from of_node(scene, index)
    yield Change("inners"), without_inner_derivatives(scene)
    for part in scene.gradient.contributions:
        if scene.moves(part.parent):
            yield from of_contribution(scene, part)


def slopes_by_others(scene: Scene) -> dict[str, Any]:
    """The derivatives by all other names; none where one of them is not known."""
    found = scene.gradient
    names = [name for name in found.graph.inputs if name != scene.evidence.name]
    try:
        return differentiate(found.graph, balls, found.point, names).gradient
    except GradcliError as error:
        if error.code != "derivative.unknown":
            raise
        return {}  # a guess less, no harm


def of_node(scene: Scene, index: int) -> Iterator[tuple[Change, Any]]:
    """Mistakes with all that a node is made of."""
    found = scene.gradient
    node, adjoint, tangent = operation(found, index), found.adjoints[index], scene.tangent(index)
    flow = balls.contribution(adjoint, tangent)
    if is_inner(found, index):
        yield Change("inner", index), scene.with_flow(flow, adjoint)
    if len(node.parents) != 2:
        return
    left, right = node.parents
    if node.rule.name == "*" and scene.moves(left) and scene.moves(right):
        both = balls.multiply(scene.tangent(left), scene.tangent(right))
        yield Change("product", index), scene.with_flow(flow, balls.multiply(adjoint, both))
    if node.rule.name == "/" and scene.moves(right):
        if scene.moves(left):
            both = balls.divide(scene.tangent(left), scene.tangent(right))
            yield Change("quotient", index), scene.with_flow(flow, balls.multiply(adjoint, both))
        yield Change("square", index), scene.with_flow(flow, balls.multiply(flow, found.values[right]))


def of_contribution(scene: Scene, part: Contribution) -> Iterator[tuple[Change, Any]]:
    """Mistakes with one term of the chain rule."""
    found, flow = scene.gradient, scene.flow(part)
    node, adjoint, tangent = operation(found, part.node), found.adjoints[part.node], scene.tangent(part.parent)
    passed, result = balls.contribution(adjoint, tangent), found.values[part.node]

    def change(kind: str, partial_times: Any) -> tuple[Change, Any]:
        return Change(kind, part.node, part.argument), scene.with_flow(flow, partial_times)

    if node.rule.name == "^":
        base, exponent = (found.values[parent] for parent in node.parents)
        if part.argument == 0:
            yield change("exponent", balls.multiply(flow, base))
            yield change("factor of the power", balls.divide(flow, exponent))
        else:
            slope = balls.divide(balls.multiply(result, exponent), base)
            yield change("power rule", balls.multiply(passed, slope))
            yield change("logarithm", balls.multiply(passed, result))
    yield change("missing", balls.number("0"))
    yield change("sign", balls.negative(flow))
    if node.rule.name not in LINEAR:
        yield change("outer", passed)
        yield change("same", balls.multiply(passed, result))


def without_inner_derivatives(scene: Scene) -> Any:
    """The derivative if every function's argument counted as the name itself."""
    found, zero, one = scene.gradient, balls.number("0"), balls.number("1")
    tangents = {index: one for index in scene.tangents if not is_operation(found, index)}
    for part in reversed(found.contributions):
        if not scene.moves(part.parent):
            continue
        inner = tangents.get(part.parent, zero) if operation(found, part.node).rule.name in LINEAR else one
        passed = balls.contribution(part.partial, inner)
        tangents[part.node] = balls.total(tangents.get(part.node, zero), passed)
    return tangents.get(found.graph.output, zero)


def is_operation(found: Gradient, index: int) -> bool:
    """Is this node a function of others?"""
    return index >= 0 and isinstance(found.graph.nodes[index], Operation)


def operation(found: Gradient, index: int) -> Operation:
    """The function at a node."""
    node = found.graph.nodes[index]
    assert isinstance(node, Operation)
    return node


def is_inner(found: Gradient, index: int) -> bool:
    """Is a node the argument of an outer function?"""
    return any(
        part.parent == index and operation(found, part.node).rule.name not in LINEAR for part in found.contributions
    )
