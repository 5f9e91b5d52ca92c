"""A request on standard input to the claims that SymPy proves, on standard output. The main program of a process.

SymPy differentiates what it built from the syntax tree, and simplifies the difference from the claim to zero, or
does not. What is proved when time is up is what is said.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

from gradcli.check import worker

Symbolic = Any
"""A SymPy expression; SymPy comes without types."""


def main() -> None:
    """Answers the one request."""
    request = json.load(sys.stdin)
    worker.end_with(request["parent"])
    worker.limit(request["seconds"])
    proved: list[str] = []
    # Whatever SymPy may print must not end up in the reply.
    reply = os.dup(1)
    os.dup2(2, 1)
    threading.Thread(target=answer_in_time, args=(request["seconds"], proved, reply), daemon=True).start()
    with contextlib.suppress(Exception):  # as the worker: SymPy has many, and no proof is no harm
        cast(Any, worker.with_a_deep_stack)(lambda: prove(request, proved))
    answer(proved, reply)


def answer_in_time(seconds: float, proved: list[str], reply: int) -> None:
    """Ends the process when its time is up, with what is proved by then."""
    time.sleep(seconds)
    answer(proved, reply)


def answer(proved: list[str], reply: int) -> None:
    """Sends the reply and leaves without clearing up."""
    with contextlib.suppress(OSError):
        os.write(reply, json.dumps(list(proved)).encode())
    os._exit(0)


def prove(request: Mapping[str, Any], proved: list[str]) -> None:
    """Adds the names whose claims are right to `proved`, those first that need little."""
    # Imported here, under the limits.
    import sympy

    with contextlib.suppress(Exception):
        differences = dict(differences_of(request))
        for way in ways():
            for name, difference in differences.items():
                if name in proved or difference.has(sympy.Float, sympy.nan, sympy.Subs, sympy.Derivative):
                    continue
                with contextlib.suppress(Exception):
                    if way(difference) == 0:
                        proved.append(name)


def ways() -> Iterator[Callable[[Symbolic], Symbolic]]:
    """What may show that an expression is zero, quick ways first."""
    import sympy

    yield sympy.expand
    yield lambda difference: sympy.cancel(sympy.together(difference))
    yield lambda difference: sympy.expand(sympy.numer(sympy.together(difference.rewrite(sympy.exp))))
    yield lambda difference: sympy.expand(
        sympy.powsimp(sympy.expand(sympy.numer(sympy.together(difference)), log=True))
    )
    yield sympy.simplify
    yield lambda difference: sympy.simplify(difference.rewrite(sympy.exp))
    yield lambda difference: sympy.trigsimp(sympy.expand_trig(difference))


def differences_of(request: Mapping[str, Any]) -> Iterator[tuple[str, Symbolic]]:
    """For each name SymPy's derivative minus the claim."""
    from gradcli.backends import symbols
    from gradcli.check.claims.claim import Claim, graph_of
    from gradcli.evaluation import evaluate
    from gradcli.problem import parse, posed

    names, claims = request["names"], request["claims"]
    formula = parse(request["text"])
    point = {name: symbols.variable(name) for name in names}
    for name, text in claims.items():
        problem = posed(formula, dict.fromkeys(names, 1.0), [name])
        claimed = graph_of(Claim(name, parse(text)), problem)
        bound = problem.graph.bindings.get(name)
        variable = symbols.variable(name)
        # A name of the formula is a variable of its own while the derivative is taken.
        forced: dict[int, Any] = {} if bound is None else {bound: variable}
        value = evaluate(problem.graph, symbols, point, forced=forced)[problem.graph.output]
        derivative = value.diff(variable)
        if bound is not None:
            inner = evaluate(problem.graph, symbols, point)[bound]
            derivative = derivative.subs(variable, inner)
        yield name, derivative - evaluate(claimed, symbols, point)[claimed.output]
