"""How time and memory grow with the length of a formula: `python tests/benchmarks/chains.py`.

Each formula goes through the command, in a process of its own. Ten times the length should cost about ten times
the time, once it is more than the start.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable

SIZES = (1_000, 10_000, 100_000)
FORMULAS: dict[str, Callable[[int], str]] = {
    "x+x+...": lambda size: "+".join(["x"] * size),
    "((...x...))": lambda size: "(" * size + "x" + ")" * size,
    "sin(sin(...x...))": lambda size: "sin(" * size + "x" + ")" * size,
    "-(-(...x...))": lambda size: "-(" * size + "x" + ")" * size,
    "x*(x*(...))": lambda size: "x*(" * size + "x" + ")" * size,
}


def measured(formula: str) -> tuple[float, float]:
    """Seconds and peak megabytes of one run."""
    words = ["eval", "-", "--at", "x=1", "--no-check", "--no-trace", "--quiet"]
    start = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-m", "gradcli", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    with process.stdin as given:
        given.write(formula.encode())
    process.stdout.read()
    # wait4 gives the memory of this one child; getrusage would give that of the largest so far.
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"gradcli ended with status {process.returncode}")
    return seconds, usage.ru_maxrss / (1024 if sys.platform == "linux" else 1024**2)


def main() -> None:
    """Prints a table."""
    print(f"{'formula':20} {'size':>8} {'seconds':>8} {'ratio':>6} {'MB':>6}")
    for name, formula in FORMULAS.items():
        before = 0.0
        for size in SIZES:
            seconds, memory = measured(formula(size))
            ratio = f"{seconds / before:6.1f}" if before else ""
            print(f"{name:20} {size:8,} {seconds:8.2f} {ratio:>6} {memory:6.0f}", flush=True)
            before = seconds


if __name__ == "__main__":
    main()
