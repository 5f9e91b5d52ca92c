"""A command and a request to a reply, in a process of its own that ends in time whatever it does."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Generic, Self, TypeVar

if TYPE_CHECKING:
    import subprocess

T = TypeVar("T")

ENDING = ("SIGTERM", "SIGHUP")
"""Signals that end a program at once; a platform may not have them all."""
PATIENCE = 1.0
"""Seconds to wait for what happens at once, such as the end of a killed process, where someone waits for our own."""
BLINK = 0.1
"""Seconds until a Ctrl-C is seen where a library has put a handler of its own (Polars) that lets our wait go on."""


class Conversation:
    """One request and one reply. The process starts at once; it is killed and reaped when time is up.

    A thread starts it, talks to it and reaps it. A pipe holds only so much, so nobody else may wait for the process
    to read or write; and what the system sees as the parent lives exactly as long as the conversation, so that the
    process can ask to be killed with it.
    """

    def __init__(
        self,
        command: Sequence[str],
        request: str,
        seconds: float,
        folder: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Raises OSError if the process cannot be started."""
        self.reply = ""
        self.is_out_of_time = False
        self.process: subprocess.Popen[str]
        # Held until the process is reaped. Not `Thread.join`: after a Ctrl-C that takes the thread for ended.
        self.busy = threading.Lock()
        self.busy.acquire()
        self.is_reaped = False
        faults: list[OSError] = []
        is_started = threading.Event()

        def work() -> None:
            try:
                self.process = launched(command, folder, environment)
                is_started.set()
                self.talk(request, seconds)
            except OSError as fault:
                faults.append(fault)
            finally:
                is_started.set()
                self.is_reaped = True
                self.busy.release()

        try:
            threading.Thread(target=work, daemon=True).start()
            is_started.wait()
        except KeyboardInterrupt:
            if is_started.wait(PATIENCE) and not faults:
                self.close()
            raise
        if faults:
            raise faults[0]

    def talk(self, request: str, seconds: float) -> None:
        """Sends the request and waits for the reply."""
        from subprocess import TimeoutExpired

        try:
            self.reply, _ = self.process.communicate(request, timeout=seconds)
        except TimeoutExpired:
            self.is_out_of_time = True
        except (OSError, ValueError):
            pass  # The process ended too early, or said what is not text; its status says the rest.
        finally:
            self.kill()
            self.process.wait()
            for pipe in (self.process.stdin, self.process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):  # what is left to be sent to nobody
                        pipe.close()

    def wait(self) -> int:
        """Waits for the end of the process; its status, below zero if a signal ended it."""
        self.await_reaping()
        return self.process.wait()

    def await_reaping(self) -> None:
        """Waits until the thread has reaped the process."""
        # Whoever gets the lock may keep it: a Ctrl-C could come between that and giving it back.
        while not self.is_reaped:
            self.busy.acquire(timeout=BLINK)

    def await_briefly(self) -> None:
        """The same for a moment at most."""
        if not self.is_reaped:
            self.busy.acquire(timeout=PATIENCE)

    def close(self) -> None:
        """Kills the process if it still runs."""
        self.kill()
        try:
            self.await_reaping()
        except KeyboardInterrupt:  # someone presses Ctrl-C until something happens
            self.kill()
            self.await_briefly()
            raise

    def kill(self) -> None:
        """Kills the process and all it started; the thread reaps it."""
        # An ended process that nobody has waited for keeps its number, so no other group can be hit.
        if self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                if hasattr(os, "killpg"):
                    os.killpg(self.process.pid, signal.SIGKILL)
                else:
                    self.process.kill()

    @contextlib.contextmanager
    def ended_first(self) -> Iterator[None]:
        """Where a signal ends this program, the process is killed and reaped first.

        Nothing is changed about a signal that the program has plans for, and nothing outside the main thread.
        """

        def end(number: int, frame: FrameType | None) -> None:
            self.kill()
            self.await_briefly()
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)

        is_main = threading.current_thread() is threading.main_thread()
        numbers = [getattr(signal, name) for name in ENDING if hasattr(signal, name)] if is_main else []
        unplanned = [number for number in numbers if signal.getsignal(number) == signal.SIG_DFL]
        for number in unplanned:
            signal.signal(number, end)
        try:
            yield
        finally:
            for number in unplanned:
                signal.signal(number, signal.SIG_DFL)


class Pending(Generic[T]):
    """A verdict on its way. To be closed, or used as a context: that ends the process, if there is one.

    `conclude` waits for the end of `conversation` and makes the verdict of it; without one it has it at hand.
    """

    def __init__(self, conversation: Conversation | None, conclude: Callable[[], T]) -> None:
        self.conversation = conversation
        self.conclude = conclude
        self.guard = contextlib.ExitStack()

    def verdict(self) -> T:
        """Waits until the process has spoken or its time is up."""
        return self.conclude()

    def close(self) -> None:
        """Stops the process if it still works."""
        if self.conversation is not None:
            self.conversation.close()

    def __enter__(self) -> Self:
        if self.conversation is not None:
            self.guard.enter_context(self.conversation.ended_first())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self.guard:
            self.close()


def launched(
    command: Sequence[str], folder: Path | None, environment: Mapping[str, str] | None
) -> subprocess.Popen[str]:
    """The process of `command`, in a group of its own: all of it can be killed, and Ctrl-C is ours to pass on."""
    import subprocess  # here, since most commands start no process

    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        env=environment,
        encoding="utf-8",
        start_new_session=True,
    )
