"""A graph becomes the nodes that are looked at after a quick run: if they are finite all others were.

What is not finite makes most functions of it not finite: then it is enough to look at these. Where it may get lost,
as in `1/x` or `x < y`, the node itself is looked at.
"""

from __future__ import annotations

from collections.abc import Mapping

from gradcli.batch.joint import Joint, Needs
from gradcli.graph import Constant, Operation

CARRIERS = frozenset(
    (
        "absolute",
        "add",
        "cbrt",
        "contribution",
        "cos",
        "hypot",
        "identity",
        "log",
        "log1p",
        "log2",
        "log10",
        "multiply",
        "negative",
        "sin",
        "sqrt",
        "square",
        "subtract",
        "tan",
    )
)
"""Functions that are not finite wherever an argument is not. In a quick run this is so of contributions too."""


def watched(joint: Joint) -> dict[int, Needs]:
    """The nodes to look at, with conditions that hold wherever they matter."""
    graph = joint.graph
    found = {output: joint.needs[output] for output in graph.outputs}
    consumers: dict[int, list[int]] = {index: [] for index in joint.needs}
    for index in joint.needs:
        node = graph.nodes[index]
        for parent in dict.fromkeys(node.parents) if isinstance(node, Operation) else ():
            consumers[parent].append(index)
    # Told: wherever the node's conditions hold and it is not finite, a node that is looked at is not finite.
    told = set(found)
    for index in sorted(joint.needs, reverse=True):
        node = graph.nodes[index]
        if index in told or isinstance(node, Constant) or (isinstance(node, Operation) and node.is_condition):
            continue
        tellers = [user for user in consumers[index] if carries(joint, user, index)]
        if any(
            user in told and not is_choice(joint, user) and joint.needs[user] <= joint.needs[index] for user in tellers
        ):
            told.add(index)
        elif len(tellers) < len(consumers[index]):
            told.add(index)
            found[index] = joint.needs[index]
        # Else all consumers pass it on, so that where it matters it is told by the one for which it does.
    return {**found, **hidden(joint, found)}


def hidden(joint: Joint, found: Mapping[int, Needs]) -> dict[int, Needs]:
    """The adjoints that meet a partial which is zero at an edge, and which an `if` there would hide if infinite.

    The slope of `abs` at 0 is 0, also against an infinity; but it has to be noticed. Edges are the conditions that the
    value does not have.
    """
    own, more = set(joint.order), dict[int, Needs]()
    for index, needs in joint.needs.items():
        node = joint.graph.nodes[index]
        if not isinstance(node, Operation) or node.rule.backend_name != "contribution":
            continue
        adjoint, kept = node.parents[1], frozenset(literal for literal in needs if literal[0] in own)
        if kept == needs or isinstance(joint.graph.nodes[adjoint], Constant):
            continue
        more[adjoint] = more.get(adjoint, found.get(adjoint, kept)) & kept
    return more


def carries(joint: Joint, user: int, index: int) -> bool:
    """Is `user` not finite wherever this parent of it is evaluated and is not finite?"""
    node = joint.graph.nodes[user]
    assert isinstance(node, Operation)
    name = node.rule.backend_name
    if name == "select":
        return index != node.parents[0]
    return name in CARRIERS or (name == "divide" and index != node.parents[1])


def is_choice(joint: Joint, index: int) -> bool:
    """Is this node an `if`?"""
    node = joint.graph.nodes[index]
    return isinstance(node, Operation) and node.rule.name == "if"
