"""Value and gradient of many rows beside other tools: `python -m tests.benchmarks.columns [formula ...]`.

Four million rows (400,000 of the hundred variables) in memory, float64, every slope. JAX `jit(vmap(value_and_grad))`,
PyTorch's eager backward, numba and a loop in C (`gcc -O3 -march=native -fopenmp`) do the same where they are there; C
and numba are given the gradient ready made, as the operations of our own graph. One round runs each once; medians of
five rounds, so that all see the same load. Ends with status 1 where gradcli is too slow.
"""

from __future__ import annotations

import ctypes
import importlib
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import gradcli
from gradcli.graph import Constant, Graph, Input

ROUNDS = 5
LEAST = {"JAX": 1.5, "PyTorch": 2.5, "C": 1 / 1.2}
"""How many times as fast as these gradcli has to be."""
PAUSE = 0.3
"""Seconds between two runs: OpenMP's threads spin for a while after their work, on the cores that the next one needs."""
THREADS = len(os.sched_getaffinity(0))


class Task(NamedTuple):
    """A formula, the ranges of its variables, and how Python writes it with `m` for the functions."""

    text: str
    ranges: dict[str, tuple[float, float]]
    python: str
    rows: int = 4_000_000


PAIRS = [(f"x{k}", f"x{k + 1}") for k in range(1, 100)]
LINE = {"x": (-2.0, 2.0), "y": (-2.0, 2.0), "a": (0.5, 1.5), "b": (-1.0, 1.0)}
TASKS = {
    "flagship": Task(
        "(sin(x2)+1)/(x2+exp(x1))+x1*x2",
        {"x1": (-1.0, 1.0), "x2": (0.5, 2.0)},
        "(m.sin(x2) + 1)/(x2 + m.exp(x1)) + x1*x2",
    ),
    "physics": Task(  # Feynman I.32.17: the power scattered by an oscillator
        "1/2*eps*c*Ef^2*(8*pi*r^2/3)*(w^4/(w^2 - w0^2)^2)",
        {"eps": (1.0, 2.0), "c": (1.0, 2.0), "Ef": (1.0, 2.0), "r": (1.0, 2.0), "w": (1.0, 2.0), "w0": (3.0, 5.0)},
        "1/2*eps*c*Ef**2*(8*3.141592653589793*r**2/3)*(w**4/(w**2 - w0**2)**2)",
    ),
    "rosenbrock": Task(
        "+".join(f"100*({y} - {x}^2)^2 + (1 - {x})^2" for x, y in PAIRS),
        {f"x{k}": (-2.0, 2.0) for k in range(1, 101)},
        "+".join(f"100*({y} - {x}**2)**2 + (1 - {x})**2" for x, y in PAIRS),
        400_000,
    ),
    "logistic": Task(
        "log(1 + exp(-y*(a*x + b*z + c)))",
        {**LINE, "z": (-2.0, 2.0), "c": (-1.0, 1.0)},
        "m.log(1 + m.exp(-y*(a*x + b*z + c)))",
    ),
    "conditions": Task(  # Huber's loss of a line
        "r = y - (a*x + b); if(abs(r) <= d, r^2/2, d*(abs(r) - d/2))",
        {**LINE, "d": (0.5, 1.0)},
        "m.where(abs(y - (a*x + b)) <= d, (y - (a*x + b))**2/2, d*(abs(y - (a*x + b)) - d/2))",
    ),
}
Columns = dict[str, Any]
Run = Callable[[], Any]


def by_gradcli(task: Task, columns: Columns) -> Run:
    """Ours: value, slopes and status."""
    ready = gradcli.compile(task.text)
    return lambda: ready.rows(columns)


def by_jax(task: Task, columns: Columns) -> Run:
    """Compiled by XLA."""
    jax = importlib.import_module("jax")
    jax.config.update("jax_enable_x64", True)
    names = list(columns)
    code = compile(task.python, "formula", "eval")

    def value(*numbers: Any) -> Any:
        return eval(code, {"m": jax.numpy, "abs": abs, **dict(zip(names, numbers, strict=True))})

    function = jax.jit(jax.vmap(jax.value_and_grad(value, argnums=tuple(range(len(names))))))
    given = [jax.numpy.asarray(column) for column in columns.values()]
    return lambda: jax.block_until_ready(function(*given))


def by_torch(task: Task, columns: Columns) -> Run:
    """Eager, operation by operation."""
    torch = importlib.import_module("torch")
    torch.set_num_threads(THREADS)
    code = compile(task.python, "formula", "eval")
    given = {name: torch.from_numpy(column).requires_grad_() for name, column in columns.items()}

    def run() -> Any:
        for tensor in given.values():
            tensor.grad = None
        value = eval(code, {"m": torch, "abs": abs, **given})
        value.sum().backward()
        return value, [tensor.grad for tensor in given.values()]

    return run


SIGNS = {"add": "+", "subtract": "-", "multiply": "*", "contribution": "*", "divide": "/", "less": "<", "less_equal": "<=",
         "greater": ">", "greater_equal": ">=", "equal": "==", "not_equal": "!=", "logical_and": "&", "logical_or": "|"}  # fmt: skip
CALLS = {"absolute": "fabs", "power": "pow"}


def statements(graph: Graph, in_c: bool) -> list[str]:
    """The operations of a graph of value and slopes, one a line, `vK` for node K."""
    lines = []
    for index, node in enumerate(graph.nodes):
        if isinstance(node, Input):
            expression = f"{node.name}[i]"
        elif isinstance(node, Constant):
            expression = str(np.pi) if node.is_named else repr(float(node.text))
        else:
            name = node.rule.backend_name
            parts = [f"v{parent}" for parent in node.parents]
            if name == "power":
                exponent = graph.nodes[node.parents[1]]
                assert isinstance(exponent, Constant)
                power = int(float(exponent.text))
                assert power == float(exponent.text)
                expression = "*".join(parts[:1] * power)
            elif name == "select":
                expression = (
                    f"{parts[0]} ? {parts[1]} : {parts[2]}" if in_c else f"{parts[1]} if {parts[0]} else {parts[2]}"
                )
            elif name in SIGNS:
                expression = f"{parts[0]} {SIGNS[name]} {parts[1]}"
            elif name == "sign":
                expression = f"({parts[0]} > 0) - ({parts[0]} < 0)"
            elif name in ("negative", "identity"):
                expression = f"-{parts[0]}" if name == "negative" else parts[0]
            else:
                call = CALLS.get(name, name)
                expression = f"{call if in_c else 'math.' + call}({', '.join(parts)})"
        lines.append(f"{'double ' if in_c else ''}v{index} = {expression}{';' if in_c else ''}")
    return lines


def by_c(task: Task, columns: Columns) -> Run | None:
    """A loop over the rows on all cores."""
    if shutil.which("gcc") is None:
        return None
    graph = gradcli.compile(task.text, wrt=list(columns)).review.joint.graph
    names = list(columns)
    outputs = [f"out{k}[i] = v{output};" for k, output in enumerate(graph.outputs)]
    head = ", ".join([*(f"const double *restrict {name}" for name in names), *(f"double *restrict out{k}" for k in range(len(outputs)))])  # fmt: skip
    body = "\n".join([*statements(graph, True), *outputs])
    source = f"#include <math.h>\nvoid run(long n, {head}) {{\n#pragma omp parallel for\nfor (long i = 0; i < n; i++) {{\n{body}\n}}}}\n"
    folder = Path(tempfile.mkdtemp())
    (folder / "loop.c").write_text(source, encoding="utf-8")
    flags = ["-O3", "-march=native", "-fopenmp", "-shared", "-fPIC"]
    subprocess.run(["gcc", *flags, "loop.c", "-o", "loop.so", "-lm"], cwd=folder, check=True)
    function = ctypes.CDLL(str(folder / "loop.so")).run
    pointer = ctypes.POINTER(ctypes.c_double)
    given = [column.ctypes.data_as(pointer) for column in columns.values()]

    def run() -> Any:
        found = [np.empty(task.rows) for _ in outputs]
        function(ctypes.c_long(task.rows), *given, *(column.ctypes.data_as(pointer) for column in found))
        return found

    return run


def by_numba(task: Task, columns: Columns) -> Run:
    """The same loop by numba."""
    numba = importlib.import_module("numba")
    numba.set_num_threads(THREADS)
    graph = gradcli.compile(task.text, wrt=list(columns)).review.joint.graph
    names, count = list(columns), len(graph.outputs)
    lines = [f"def run({', '.join(names)}, out):", f" for i in numba.prange(len({names[0]})):"]
    lines += [f"  {line}" for line in statements(graph, False)]
    lines += [f"  out[{k}, i] = v{output}" for k, output in enumerate(graph.outputs)]
    space: dict[str, Any] = {"numba": numba, "math": importlib.import_module("math")}
    exec("\n".join(lines).replace("math.fabs", "abs"), space)  # noqa: S102
    function = numba.njit(parallel=True)(space["run"])

    def run() -> Any:
        out = np.empty((count, task.rows))
        function(*columns.values(), out)
        return out

    return run


WAYS: dict[str, Callable[[Task, Columns], Run | None]] = {
    "gradcli": by_gradcli,
    "JAX": by_jax,
    "PyTorch": by_torch,
    "C": by_c,
    "numba": by_numba,
}


def made(way: Callable[[Task, Columns], Run | None], task: Task, columns: Columns) -> Run | None:
    """One way, warmed up; None where it is not installed."""
    try:
        run = way(task, columns)
    except ImportError:
        return None
    if run is not None:
        run()
    return run


def measured(task: Task, ways: dict[str, Callable[[Task, Columns], Run | None]]) -> dict[str, float]:
    """Medians of seconds."""
    dice = np.random.default_rng(0)
    columns = {name: dice.uniform(*ends, task.rows) for name, ends in task.ranges.items()}
    runs = {name: run for name, way in ways.items() if (run := made(way, task, columns)) is not None}
    seconds: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(ROUNDS):
        for name, run in runs.items():
            time.sleep(PAUSE)
            start = time.perf_counter()
            run()
            seconds[name].append(time.perf_counter() - start)
    return {name: statistics.median(times) for name, times in seconds.items()}


def main(chosen: list[str]) -> None:
    """Prints a table of seconds, and of how many times as long the others take."""
    if len(chosen) != 1:  # each in a process of its own, as what one leaves in memory changes the times of the next
        print(f"{'formula':12} {'rows':>10} " + " ".join(f"{name:>16}" for name in WAYS), flush=True)
        command = [sys.executable, "-m", "tests.benchmarks.columns"]
        raise SystemExit(max(subprocess.run([*command, name], check=False).returncode for name in chosen or TASKS))
    name = chosen[0]
    task = TASKS[name]
    # numba takes minutes to compile long formulas.
    found = measured(task, {key: way for key, way in WAYS.items() if key != "numba" or len(task.ranges) < 20})
    ours = found["gradcli"]
    cells = (f"{found[way]:8.4f} ({found[way] / ours:4.2f}x)" if way in found else "-" for way in WAYS)
    print(f"{name:12} {task.rows:10,} " + " ".join(f"{cell:>16}" for cell in cells), flush=True)
    raise SystemExit(any(found[way] < least * ours for way, least in LEAST.items() if way in found))


if __name__ == "__main__":
    main(sys.argv[1:])
