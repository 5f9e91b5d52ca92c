"""A request on standard input to SymPy's verdict on standard output. The main program of a process of its own."""

from __future__ import annotations

import contextlib
import json
import math
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, TypeVar

from gradcli.check.symbolic import Verdict

T = TypeVar("T")

MEMORY = 2 * 1024**3
"""Bytes of address space."""
STACK = 512 * 1024**2
"""Bytes. SymPy recurses over its expressions, several calls and about 1 kB of C stack a level."""
DEPTH = 100_000
"""Calls inside calls; the stack holds a few times as many."""
PARENT_DEATH_SIGNAL = 1
"""Linux's PR_SET_PDEATHSIG."""


def main() -> None:
    """Answers the one request."""
    request = json.load(sys.stdin)
    end_with(request["parent"])
    limit(request["seconds"])
    # Whatever SymPy may print must not end up in the reply; and nobody may be there to read it.
    with contextlib.suppress(BrokenPipeError), os.fdopen(os.dup(1), "w", encoding="utf-8") as reply:
        os.dup2(2, 1)
        json.dump(asdict(answered(request)), reply)
    # Leave without clearing up: a million small objects take a while, and someone waits.
    os._exit(0)


def end_with(parent: int) -> None:
    """Ends this process when its parent has gone, however that ended, or if it has gone already."""
    if os.name != "posix":
        return
    if sys.platform == "linux":
        with contextlib.suppress(ImportError, OSError, AttributeError):  # a Python may lack ctypes
            import ctypes

            # Done by the system, hence also while one long operation keeps all threads of Python waiting.
            ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGKILL)

    def wait() -> None:
        while os.getppid() == parent:
            time.sleep(0.2)
        os._exit(1)

    if os.getppid() != parent:
        os._exit(1)
    threading.Thread(target=wait, daemon=True).start()


def limit(seconds: float) -> None:
    """Bounds the memory of this process, and its time in case the parent is gone."""
    try:
        import resource
    except ImportError:
        return  # not on this platform
    wanted = ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, math.ceil(seconds) + 1), (resource.RLIMIT_CORE, 0))
    for kind, amount in wanted:
        _, hard = resource.getrlimit(kind)
        with contextlib.suppress(ValueError, OSError):  # a platform may know a limit and not have it
            resource.setrlimit(kind, (amount if hard == resource.RLIM_INFINITY else min(amount, hard), hard))


def with_a_deep_stack(work: Callable[[], T]) -> T:
    """The result of `work`, which raises nothing, done where recursion can go deep. Raises MemoryError."""
    results: list[T] = []
    sys.setrecursionlimit(DEPTH)
    threading.stack_size(STACK)
    thread = threading.Thread(target=lambda: results.append(work()))
    try:
        thread.start()
    except RuntimeError:  # what Python says where the system gives no room for the stack
        raise MemoryError from None
    thread.join()
    return results[0]


def answered(request: dict[str, Any]) -> Verdict:
    """The answer to a request, found where recursion can go deep."""
    try:
        return with_a_deep_stack(lambda: answer(request))
    except MemoryError:
        return Verdict("cannot-say", reason=f"out of memory: SymPy needs a stack of {STACK // 1024**2} MB")


def answer(request: dict[str, Any]) -> Verdict:
    """The verdict on a request, or the reason why there is none. Raises nothing."""
    try:
        return considered(request)
    except Exception as error:  # noqa: BLE001
        # Any exception at all: SymPy has many, and a second opinion may be missing, never in the way.
        return Verdict("cannot-say", reason=reason_of(error))


def reason_of(error: Exception) -> str:
    """Why there is no answer, where SymPy ended with an error."""
    match error:
        case MemoryError():
            return f"out of memory: SymPy needs more than {MEMORY // 1024**3} GB"
        case RecursionError():
            return "too large: the formula is nested too deep for SymPy"
    return f"SymPy could not do it ({type(error).__name__})"


def considered(request: dict[str, Any]) -> Verdict:
    """The verdict on a request."""
    # Imported here, under the limits.
    from gradcli.calculator import parse
    from gradcli.check.compare import judge
    from gradcli.expansion import expanded

    point, numbers, scale = (
        {name: float.fromhex(number) for name, number in request[part].items()}
        for part in ("point", "numbers", "scale")
    )
    if not all(map(math.isfinite, point.values())):
        return Verdict("cannot-say", reason="SymPy is asked about finite points only")
    return judge(expanded(parse(request["text"])), point, numbers, scale)
