"""What a start costs against importing click and lark: `python tests/benchmarks/startup.py [RUNS]`."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

EXAMPLE = ["eval", "(sin(x2)+1)/(x2+exp(x1))+x1*x2", "--at", "x1=1.5,x2=0.5", "--no-check", "--json"]
COMMANDS = {
    "python": [sys.executable, "-c", "pass"],
    "import click, lark": [sys.executable, "-c", "import click, lark"],
    "gradcli eval --no-check --json": [str(Path(sys.executable).with_name("gradcli")), *EXAMPLE],
    "the same with --digits 17": [str(Path(sys.executable).with_name("gradcli")), *EXAMPLE, "--digits", "17"],
}
# Without compiled modules on disk a start would measure Python's compiler.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def seconds(command: list[str]) -> float:
    """How long one run takes."""
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=ENVIRONMENT)
    return time.perf_counter() - start


def main() -> None:
    """Prints the median of each command, the ratio to importing click and lark, and what loading and using balls adds."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 21
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    # In turns, so that a busy moment of the machine does not fall on one of them alone.
    for _ in range(runs + 1):
        for name, command in COMMANDS.items():
            times[name].append(seconds(command))
    medians = {name: statistics.median(found[1:]) for name, found in times.items()}
    for name, median in medians.items():
        print(f"{name:32} {1000 * median:7.1f} ms")
    _, base, ours, proven = medians.values()
    print(f"{'ratio of the two before the last':32} {ours / base:7.2f}")
    print(f"{'what balls add':32} {1000 * (proven - ours):7.1f} ms")


if __name__ == "__main__":
    main()
