"""A signal that ends the program becomes an exception, so that what is half written is cleared away before."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from typing import Any, NoReturn

import click


class Ended(BaseException):
    """A signal has come that ends the program; no `Exception`, as that of an interrupt is none."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextlib.contextmanager
def ended_by_signals() -> Iterator[None]:
    """Lets signals that end the program end it as an interrupt does, with the exit status that a shell gives them."""

    def end(number: int, frame: Any) -> NoReturn:
        for each in chosen:  # a second one is not to break off the clearing away
            signal.signal(each, signal.SIG_IGN)
        raise Ended(number)

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    is_main = threading.current_thread() is threading.main_thread()
    # One that is ignored, as under `nohup`, stays so.
    chosen = [number for number in numbers if is_main and signal.getsignal(number) is signal.SIG_DFL]
    for number in chosen:
        signal.signal(number, end)
    try:
        yield
    except Ended as ended:
        raise click.exceptions.Exit(128 + ended.number) from None
    finally:
        for number in chosen:
            signal.signal(number, signal.SIG_DFL)
