"""A request on standard input to what is found within its time, on standard output: much, or at least something.

What the main programs have in common that look for several things one after another.
"""

from __future__ import annotations

import contextlib
import copy
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from gradcli.check import worker

T = TypeVar("T", list[Any], dict[str, Any])

ANSWERING = threading.Lock()
"""Held by the thread that replies, until the process ends: there is one reply."""


def serve(work: Callable[[Mapping[str, Any], T], None], found: T) -> None:
    """Answers the one request with what `work`, which raises nothing, has added to `found` when it or the time ends."""
    request = json.load(sys.stdin)
    worker.end_with(request["parent"])
    worker.limit(request["seconds"])
    # Whatever SymPy may print must not end up in the reply.
    reply = os.dup(1)
    os.dup2(2, 1)
    threading.Thread(target=answer_in_time, args=(request["seconds"], found, reply), daemon=True).start()
    with contextlib.suppress(MemoryError):  # no room for the stack: to have found nothing is no harm
        worker.with_a_deep_stack(lambda: work(request, found))
    answer(found, reply)


def answer_in_time(seconds: float, found: list[Any] | dict[str, Any], reply: int) -> None:
    """Ends the process when its time is up, with what is found by then."""
    time.sleep(seconds)
    answer(found, reply)


def answer(found: list[Any] | dict[str, Any], reply: int) -> None:
    """Sends the reply and leaves without clearing up."""
    with ANSWERING:
        with contextlib.suppress(OSError):  # nobody may be there to read it
            # A copy, since the other thread may be adding to it; long ones are not written at once.
            written = json.dumps(copy.copy(found)).encode()
            while written:
                written = written[os.write(reply, written) :]
        os._exit(0)
