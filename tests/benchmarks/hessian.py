"""What a product of a Hessian and a vector costs beside the gradient: `python -m tests.benchmarks.hessian`.

A sum of 10,000 terms in 100 variables, of several kinds. The gradient is a sweep of the formula's graph; the product
is all of it: the graph of the slopes is made, its outputs are summed with the vector's weights, and that is swept.
autograd and CasADi do the same where they are installed. Medians of five runs in this process, without the garbage
collector, as the command runs.
"""

from __future__ import annotations

import gc
import importlib
import statistics
import time
from collections.abc import Callable
from typing import Any

from gradcli import point
from gradcli.backends import floats
from gradcli.calculator import posed
from gradcli.calculus.slopes import slope_along
from gradcli.point import from_mapping
from gradcli.reverse import differentiate

TERMS, NAMES, RUNS = 10_000, 100, 5
MOST = 6.0
"""What the product may cost in gradients."""

Names = tuple[str, str, str]
KINDS: dict[str, Callable[[Names, int], str]] = {
    "products": lambda x, k: f"{x[0]}*{x[1]}*{x[2]}",
    "powers": lambda x, k: f"{x[0]}^2*{x[1]}^3",
    "functions": lambda x, k: f"sin({x[0]}*{x[1]})*exp({x[2]})",
    "quotients": lambda x, k: f"{x[0]}/({x[1]} + {x[2]}^2)",
    "constants": lambda x, k: f"tanh({k % 7 + 1}*{x[0]} - {x[1]})^2",
}


def names_of(k: int) -> Names:
    """The variables of a term: each occurs in some 300 terms, with ever other ones."""
    return f"x{k % NAMES}", f"x{(7 * k + k // NAMES) % NAMES}", f"x{(13 * k + 3) % NAMES}"


def formula(kind: str) -> str:
    """A sum of terms of one kind, in groups of a hundred, since Python recurses over a long sum."""
    terms = [KINDS[kind](names_of(k), k) for k in range(TERMS)]
    return "+".join("(" + "+".join(terms[start : start + 100]) + ")" for start in range(0, TERMS, 100))


def python(text: str) -> str:
    """The formula as Python reads it."""
    return text.replace("^", "**")


def seconds(run: Callable[[], object]) -> float:
    """The median of five runs."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def by_gradcli(text: str, at: dict[str, float], vector: dict[str, float]) -> tuple[float, float]:
    """Seconds of the gradient and of the product."""
    problem = posed(text, at)
    numbers, weights = point.on(problem.point, floats), from_mapping(vector)

    def product() -> object:
        graph = slope_along(problem.graph, problem.wrt, weights)
        return differentiate(graph, floats, numbers, problem.wrt, checked=False)

    return seconds(lambda: differentiate(problem.graph, floats, numbers, problem.wrt)), seconds(product)


def by_autograd(text: str, at: dict[str, float], vector: dict[str, float]) -> tuple[float, float] | None:
    """The same by autograd, scalar by scalar as here; None where it is not installed."""
    try:
        autograd, numpy = importlib.import_module("autograd"), importlib.import_module("autograd.numpy")
    except ImportError:
        return None
    names = list(at)
    body = compile(python(text), "formula", "eval")
    functions = {name: getattr(numpy, name) for name in ("sin", "exp", "tanh")}

    def value(numbers: Any) -> Any:
        return eval(body, functions, {name: numbers[index] for index, name in enumerate(names)})

    numbers, weights = numpy.array(list(at.values())), numpy.array([vector[name] for name in names])
    gradient = autograd.grad(value)
    product = autograd.grad(lambda numbers: numpy.dot(gradient(numbers), weights))
    return seconds(lambda: gradient(numbers)), seconds(lambda: product(numbers))


def by_casadi(text: str, at: dict[str, float], vector: dict[str, float]) -> tuple[float, float] | None:
    """The same by CasADi, both as made and evaluated anew each time; None where it is not installed."""
    try:
        casadi = importlib.import_module("casadi")
    except ImportError:
        return None
    names = list(at)
    symbols = casadi.SX.sym("x", len(names))
    functions = {name: getattr(casadi, name) for name in ("sin", "exp", "tanh")}
    whole = eval(
        compile(python(text), "formula", "eval"), functions, {name: symbols[index] for index, name in enumerate(names)}
    )
    numbers, weights = list(at.values()), casadi.DM([vector[name] for name in names])

    def gradient() -> object:
        return casadi.Function("g", [symbols], [casadi.gradient(whole, symbols)])(numbers)

    def product() -> object:
        slope = casadi.dot(casadi.gradient(whole, symbols), weights)
        return casadi.Function("p", [symbols], [casadi.gradient(slope, symbols)])(numbers)

    return seconds(gradient), seconds(product)


def main() -> None:
    """Prints a table; ends with status 1 where the product costs too much."""
    gc.disable()
    at = {f"x{index}": 0.5 + index / 200 for index in range(NAMES)}
    vector = {name: 1 - index / 50 for index, name in enumerate(at)}
    ways = {"gradcli": by_gradcli, "autograd": by_autograd, "CasADi": by_casadi}
    print(f"{'terms':12} {'by':10} {'gradient':>10} {'product':>10} {'ratio':>6}")
    worst = 0.0
    for kind in KINDS:
        for name, way in ways.items():
            found = way(formula(kind), at, vector)
            if found is None:
                continue
            gradient, product = found
            print(f"{kind:12} {name:10} {gradient:10.4f} {product:10.4f} {product / gradient:6.2f}", flush=True)
            if name == "gradcli":
                worst = max(worst, product / gradient)
    print(f"the product costs {worst:.2f} gradients at most; {MOST:g} are allowed")
    if worst > MOST:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
