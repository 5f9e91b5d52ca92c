"""A command and a request to a reply, in a process of its own that ends in time whatever it does."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path


class Conversation:
    """One request and one reply. The process starts at once; it is killed and reaped when time is up."""

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
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env=environment,
            encoding="utf-8",
            start_new_session=True,  # a group of its own: all of it can be killed, and Ctrl-C is ours to pass on
        )
        # A thread, because a pipe holds only so much: nobody else may wait for the process to read or write.
        self.watch = threading.Thread(target=self.talk, args=(request, seconds), daemon=True)
        self.watch.start()

    def talk(self, request: str, seconds: float) -> None:
        """Sends the request and waits for the reply."""
        try:
            self.reply, _ = self.process.communicate(request, timeout=seconds)
        except subprocess.TimeoutExpired:
            self.is_out_of_time = True
        except (OSError, ValueError):
            pass  # The process ended too early, or said what is not text; its status says the rest.
        finally:
            self.kill()
            for pipe in (self.process.stdin, self.process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):  # what is left to be sent to nobody
                        pipe.close()

    def wait(self) -> int:
        """Waits for the end of the process; its status, below zero if a signal ended it."""
        self.watch.join()
        return self.process.wait()

    def close(self) -> None:
        """Kills the process if it still runs."""
        self.kill()
        self.watch.join()

    def kill(self) -> None:
        """Kills the process and all it started, and reaps it."""
        # An ended process that nobody has waited for keeps its number, so no other group can be hit.
        if self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                if hasattr(os, "killpg"):
                    os.killpg(self.process.pid, signal.SIGKILL)
                else:
                    self.process.kill()
        self.process.wait()
