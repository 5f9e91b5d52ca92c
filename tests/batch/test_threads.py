"""Work shared among threads: in order, bounded, and errors are not lost."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

from gradcli.batch import threads


def failing(count: int) -> Iterator[int]:
    yield from range(count)
    raise ValueError


def slow(number: int) -> int:
    time.sleep(0.002 * (number % 3))
    if number == 13:
        raise KeyError(number)
    return number


def test_order_is_kept() -> None:
    assert list(threads.side_by_side(slow, iter(range(13)), 4)) == list(range(13))
    assert list(threads.ahead(iter(range(50)), 2)) == list(range(50))


def test_error_of_the_source_is_raised_where_items_are_asked_for() -> None:
    seen: list[int] = []
    with pytest.raises(ValueError):
        seen.extend(threads.side_by_side(slow, threads.ahead(failing(5), 2), 2))
    assert seen == list(range(len(seen)))


def test_error_of_the_work_stops_it() -> None:
    with pytest.raises(KeyError):
        list(threads.side_by_side(slow, iter(range(1000)), 2))


def test_no_more_is_made_than_is_used() -> None:
    made = []

    def source() -> Iterator[int]:
        for number in range(1000):
            made.append(number)
            yield number

    used = threads.side_by_side(slow, threads.ahead(source(), 2), 2)
    assert next(used) == 0
    time.sleep(0.1)
    # Two under way and one more, two waiting, one at the door.
    assert len(made) <= 7


def test_threads_end_when_nobody_asks_any_more() -> None:
    before = set(threading.enumerate())
    used = threads.side_by_side(slow, threads.ahead(iter(range(10)), 1), 3)
    next(used)
    used.close()  # type: ignore[attr-defined]
    del used
    deadline = time.monotonic() + 5
    while set(threading.enumerate()) - before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert set(threading.enumerate()) <= before
