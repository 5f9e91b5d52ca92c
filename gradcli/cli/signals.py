"""A signal that ends the program becomes an exception, so that what is half written is cleared away before."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from typing import Any, NoReturn


class Ended(BaseException):
    """A signal has come that ends the program; no `Exception`, as that of an interrupt is none."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextlib.contextmanager
def ended_by_signals() -> Iterator[None]:
    """Lets signals end the program when all contexts within this one have been left.

    They end it as they do others: Python's own end would take long, and not end well where a thread is within Arrow.
    """

    def end(number: int, frame: Any) -> NoReturn:
        for each in before:  # a second one is not to break off the clearing away
            signal.signal(each, signal.SIG_IGN)
        raise Ended(number)

    usual = (signal.SIG_DFL, signal.default_int_handler)
    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    is_main = threading.current_thread() is threading.main_thread()
    # One that is ignored, as under `nohup`, stays so.
    before = {number: signal.getsignal(number) for number in numbers if is_main and signal.getsignal(number) in usual}
    for number in before:
        signal.signal(number, end)
    try:
        yield
    except Ended as ended:
        signal.signal(ended.number, signal.SIG_DFL)
        os.kill(os.getpid(), ended.number)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
