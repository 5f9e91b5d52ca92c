"""Work on a sequence is shared among threads: ahead of its use, or side by side, always in order and bounded."""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any, TypeVar

A = TypeVar("A")
B = TypeVar("B")

END = object()

GRACE = 0.5
"""The seconds that a thread nobody needs any more is waited for: one within Arrow when Python ends aborts it."""


def ahead(items: Iterator[A], most: int) -> Iterator[A]:
    """The same items, so many of them made on a thread before they are asked for.

    The thread is a daemon: one that waits for standard input must not keep the program from ending.
    """
    made: queue.Queue[Any] = queue.Queue(most)
    stopped = threading.Event()
    thread = threading.Thread(target=make, args=(items, made, stopped), daemon=True)
    thread.start()
    try:
        while True:
            item, error = made.get()
            if error is not None:
                raise error
            if item is END:
                return
            yield item
    finally:
        stopped.set()
        thread.join(GRACE)


def make(items: Iterator[A], made: queue.Queue[Any], stopped: threading.Event) -> None:
    """Puts items into a queue until there are no more, or nobody asks for them."""
    try:
        for item in items:
            put((item, None), made, stopped)
            if stopped.is_set():
                return
        put((END, None), made, stopped)
    except Exception as error:  # noqa: BLE001  raised where the items are asked for
        put((END, error), made, stopped)


def put(item: Any, made: queue.Queue[Any], stopped: threading.Event) -> None:
    """Waits for a place in a queue, as long as somebody takes from it."""
    while not stopped.is_set():
        try:
            made.put(item, timeout=0.1)
            return
        except queue.Full:
            continue


def side_by_side(work: Callable[[A], B], items: Iterator[A], workers: int) -> Iterator[B]:
    """`work` done on each item, on so many threads, in order; at most one item more than threads is under way.

    The threads are daemons too, which those of `concurrent.futures` are not: an interrupt need not wait for them.
    """
    tasks: queue.SimpleQueue[tuple[Future[B], A] | None] = queue.SimpleQueue()

    def serve() -> None:
        while (task := tasks.get()) is not None:
            future, item = task
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(work(item))
                except Exception as error:  # noqa: BLE001  raised where the result is asked for
                    future.set_exception(error)
            del task, future, item  # else they stay in memory until the next task

    threads = [threading.Thread(target=serve, daemon=True) for _ in range(workers)]
    for thread in threads:
        thread.start()
    waiting: deque[Future[B]] = deque()
    try:
        for item in items:
            waiting.append(Future())
            tasks.put((waiting[-1], item))
            if len(waiting) > workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
        for _ in threads:
            tasks.put(None)
        for thread in threads:
            thread.join(GRACE)
