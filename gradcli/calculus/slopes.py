"""A graph becomes the graph of its slopes: a sweep on nodes, whose results are outputs like any other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from gradcli.backends.nodes import Tape
from gradcli.graph import Graph, Operation
from gradcli.point import Point
from gradcli.reverse import Sweep


def slopes(
    graph: Graph,
    wrt: Sequence[str],
    *,
    outputs: Sequence[int] = (),
    keeps_edges: bool = True,
    keeps_value: bool = False,
) -> Graph:
    """The graph whose outputs are the derivatives of the output of `graph`, or of several `outputs`, by each of `wrt`.

    Without `keeps_edges` it is for readers: the formulas of the rule table hold but for the edges of functions. With
    `keeps_value` the output of `graph` is the first output here too, and the slopes come after it. Raises GradcliError
    (`derivative.unknown`) where the derivative of a function is not known.
    """
    tape = Tape(graph, keeps_edges=keeps_edges)
    found = [slope for output in (outputs or (graph.output,)) for slope in swept(graph, output, wrt, tape)]
    return grown(graph, tape, [graph.output, *found] if keeps_value else found)


def slope_along(graph: Graph, wrt: Sequence[str], vector: Point) -> Graph:
    """The graph whose output is the derivative of the output of `graph` along a vector: the sum of its slopes by `wrt`,
    each times the vector's number; a name that the vector does not have counts as 0.
    """
    tape = Tape(graph, keeps_edges=True)
    total = tape.zero
    for name, slope in zip(wrt, swept(graph, graph.output, wrt, tape), strict=True):
        if name in vector and vector[name].value:
            total = tape.total(total, tape.product(vector[name].on(tape), slope))
    return grown(graph, tape, [total])


def swept(graph: Graph, output: int, wrt: Iterable[str], tape: Tape) -> list[int]:
    """The nodes of the slopes of an output by each of `wrt`, on a tape that began as `graph`."""
    targets = [graph.bindings.get(name, graph.inputs.get(name)) for name in wrt]
    one = replace(graph, output=output)
    tape.aim(one)
    indices = {index for index in targets if index is not None}
    sweep = Sweep(one, tape, list(range(len(graph.nodes))), indices, entering=tape.enter)
    sweep.run()
    tape.leave()
    adjoints = (None if index is None else sweep.adjoints[index] for index in targets)
    return [tape.zero if adjoint is None else adjoint for adjoint in adjoints]


def grown(graph: Graph, tape: Tape, outputs: Sequence[int]) -> Graph:
    """What a tape that began as `graph` has become, as far as it is needed."""
    output = outputs[0] if outputs else graph.output
    return needed(replace(graph, nodes=tuple(tape.nodes), output=output, outputs=tuple(outputs)))


def needed(graph: Graph) -> Graph:
    """`graph` with only the nodes that its outputs, and the names of its inputs and bindings, need."""
    stack = [*graph.outputs, *graph.inputs.values(), *graph.bindings.values()]
    kept: set[int] = set()
    while stack:
        index = stack.pop()
        if index not in kept:
            kept.add(index)
            node = graph.nodes[index]
            stack.extend(node.parents if isinstance(node, Operation) else ())
    place = {index: place for place, index in enumerate(sorted(kept))}
    nodes = (graph.nodes[index] for index in place)
    return replace(
        graph,
        nodes=tuple(
            node._replace(parents=tuple(place[parent] for parent in node.parents))
            if isinstance(node, Operation)
            else node
            for node in nodes
        ),
        output=place[graph.output] if graph.output in place else place[graph.outputs[0]] if graph.outputs else 0,
        inputs={name: place[index] for name, index in graph.inputs.items()},
        bindings={name: place[index] for name, index in graph.bindings.items()},
        outputs=tuple(place[index] for index in graph.outputs),
    )
