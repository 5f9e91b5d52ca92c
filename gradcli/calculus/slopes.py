"""A graph becomes the graph of its slopes: a sweep on nodes, whose results are outputs like any other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from gradcli.backends.nodes import Tape
from gradcli.graph import Graph, Operation
from gradcli.reverse import Sweep


def slopes(
    graph: Graph,
    wrt: Iterable[str],
    *,
    outputs: Iterable[int] | None = None,
    keeps_edges: bool = True,
    keeps_value: bool = False,
) -> Graph:
    """The graph whose outputs are the derivatives of the output of `graph`, or of several `outputs`, by each of `wrt`.

    Without `keeps_edges` it is for readers: the formulas of the rule table hold but for the edges of functions. With
    `keeps_value` the output of `graph` is the first output here too, and the slopes come after it. Raises GradcliError
    (`derivative.unknown`) where the derivative of a function is not known.
    """
    tape = Tape(graph, keeps_edges=keeps_edges)
    targets = [graph.bindings.get(name, graph.inputs.get(name)) for name in wrt]
    indices = {index for index in targets if index is not None}
    found: list[int] = []
    for output in (graph.output,) if outputs is None else outputs:
        one = replace(graph, output=output)
        tape.aim(one)
        sweep = Sweep(one, tape, list(range(len(graph.nodes))), indices, entering=tape.enter)
        sweep.run()
        adjoints = [None if index is None else sweep.adjoints[index] for index in targets]
        found += [tape.zero if adjoint is None else adjoint for adjoint in adjoints]
    found = [graph.output, *found] if keeps_value else found
    return needed(
        replace(graph, nodes=tuple(tape.nodes), output=found[0] if found else graph.output, outputs=tuple(found))
    )


def needed(graph: Graph) -> Graph:
    """`graph` with only the nodes that its outputs, and the names asked for, need."""
    needed = [False] * len(graph.nodes)
    for index in (*graph.outputs, *graph.inputs.values(), *graph.bindings.values()):
        needed[index] = True
    for index in range(len(graph.nodes) - 1, -1, -1):
        node = graph.nodes[index]
        if needed[index] and isinstance(node, Operation):
            for parent in node.parents:
                needed[parent] = True
    places: list[int] = []
    for is_needed in needed:
        places.append(places[-1] + is_needed if places else int(is_needed))
    place = [count - 1 for count in places]
    nodes = tuple(
        node._replace(parents=tuple(place[parent] for parent in node.parents)) if isinstance(node, Operation) else node
        for node, is_needed in zip(graph.nodes, needed, strict=True)
        if is_needed
    )
    return replace(
        graph,
        nodes=nodes,
        output=place[graph.output],
        inputs={name: place[index] for name, index in graph.inputs.items()},
        bindings={name: place[index] for name, index in graph.bindings.items()},
        outputs=tuple(place[index] for index in graph.outputs),
    )
