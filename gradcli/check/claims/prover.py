"""A request on standard input to the claims that SymPy proves, on standard output. The main program of a process.

SymPy differentiates what it built from the syntax tree, and simplifies the difference from the claim to zero, or
does not. What is proved when time is up is what is said.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from gradcli.check import gradual

Symbolic = Any
"""A SymPy expression; SymPy comes without types."""


def main() -> None:
    """Answers the one request."""
    gradual.serve(prove, list[str]())


def prove(request: Mapping[str, Any], proved: list[str]) -> None:
    """Adds the names whose claims are right to `proved`, those first that need little. Raises nothing."""
    differences: dict[str, Symbolic] = {}
    for name in request["claims"]:
        with contextlib.suppress(Exception):  # as the worker: SymPy has many, and no proof is no harm
            differences[name] = difference_of(request, name)
    for way in ways() if differences else ():
        for name, difference in differences.items():
            with contextlib.suppress(Exception):
                if name not in proved and is_exact(difference) and way(difference) == 0:
                    proved.append(name)


def is_exact(difference: Symbolic) -> bool:
    """Is there nothing in an expression that SymPy rounded, or left open?"""
    import sympy

    return not difference.has(sympy.Float, sympy.nan, sympy.Subs, sympy.Derivative)


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


def difference_of(request: Mapping[str, Any], name: str) -> Symbolic:
    """SymPy's derivative by a name minus the claim."""
    # Imported here, under the limits.
    from gradcli.backends import symbols
    from gradcli.check.claims.claim import Claim, written_out
    from gradcli.check.claims.translation import translated
    from gradcli.expansion import expanded
    from gradcli.problem import parse

    formula, names = parse(request["text"]), request["names"]
    claimed = translated(written_out(Claim(name, parse(request["claims"][name])), formula, names), names)
    # A name that the formula binds is a variable of its own while the derivative is taken.
    found, variable = translated(expanded(formula), names, free=name), symbols.variable(name)
    derivative = found.expression.diff(variable)
    if name in found.bound:
        derivative = derivative.subs(variable, found.bound[name])
    if not (is_exact(derivative) and is_exact(claimed.expression)):
        raise ValueError("a number was rounded, and a difference may be lost in that")
    return derivative - claimed.expression
