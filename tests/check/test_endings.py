"""However the command ends while SymPy works: SymPy's process is gone, nothing is left to be reaped, and no trace."""

from __future__ import annotations

import contextlib
import os
import pty
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import gradcli
from gradcli import check
from gradcli.check.process import ENDING, Conversation
from gradcli.check.symbolic import PACKAGE, command, environment
from gradcli.syntax import parse

PROCESSES = Path("/proc")
pytestmark = pytest.mark.skipif(not PROCESSES.exists(), reason="looks for processes as Linux shows them")

ROOT = Path(gradcli.__file__).parents[1]
# mpmath sums the reflected series term by term, which takes minutes.
SLOW = [sys.executable, "-m", "gradcli", "eval", "digamma(x)", "--at", "x=-10000000.5", "--no-trace"]
BUSY = """
import time
from gradcli import check
from gradcli.check import symbolic
from gradcli.syntax import parse
symbolic.BOOT = "import sys; sys.path.append(sys.argv[1]); import gradcli.check.worker as worker; " \\
    "worker.considered = lambda request: 9**9**9; worker.main()"
with check.ask(parse("x"), {"x": 1.0}, {"x": 1.0}, seconds=60) as asked:
    print(asked.conversation.process.pid, flush=True)
    asked.verdict()
"""
"""A program whose check does one operation in C, which lets no thread of Python run."""


class Running:
    """A program in a group of its own, and all processes that it starts."""

    def __init__(self, words: list[str], stdout: int = subprocess.PIPE) -> None:
        self.mark = uuid.uuid4().hex
        self.process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env={**os.environ, "GRADCLI_TEST": self.mark},
            encoding="utf-8",
            start_new_session=True,
        )

    def others(self) -> list[int]:
        """The processes that the program started and that are not gone."""
        return [number for number in marked(self.mark) if number != self.process.pid]

    def end(self) -> tuple[int, str]:
        """Waits for the end; the status, and what was said on standard error."""
        _, said = self.process.communicate(timeout=10)
        return self.process.returncode, said


def marked(mark: str) -> list[int]:
    """The processes whose environment has the mark."""
    found = []
    for folder in PROCESSES.iterdir():
        with contextlib.suppress(OSError):
            if folder.name.isdigit() and mark.encode() in (folder / "environ").read_bytes():
                found.append(int(folder.name))
    return found


def is_running(process: int) -> bool:
    """Does this process still run? A dead one that nobody has waited for does not."""
    with contextlib.suppress(OSError):
        return (PROCESSES / str(process) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def becomes_true(holds: Callable[[], bool], seconds: float) -> bool:
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


@contextlib.contextmanager
def checking(*words: str) -> Iterator[tuple[Running, int]]:
    """The command while its check is at work, and the process of the check."""
    running = Running([*SLOW, "--check-time", "60", *words])
    try:
        assert becomes_true(lambda: bool(running.others()), 20)
        time.sleep(0.5)
        (other,) = running.others()
        yield running, other
    finally:
        with contextlib.suppress(ProcessLookupError):
            running.process.kill()
        for pipe in (running.process.stdout, running.process.stderr):
            assert pipe is not None
            pipe.close()
        running.process.wait()


def exists(process: int) -> bool:
    """Is there such a process, or a dead one that nobody has waited for?"""
    return (PROCESSES / str(process)).exists()


@pytest.mark.slow
@pytest.mark.parametrize("words", [(), ("--json",), ("--quiet",)])
@pytest.mark.parametrize("is_for_all", [False, True], ids=["to the command", "to its group"])
def test_ctrl_c(words: tuple[str, ...], is_for_all: bool) -> None:
    with checking(*words) as (running, other):
        if is_for_all:
            os.killpg(running.process.pid, signal.SIGINT)
        else:
            running.process.send_signal(signal.SIGINT)
        status, said = running.end()
        assert (status, said.strip(), exists(other)) == (130, "", False)


@pytest.mark.slow
def test_ctrl_c_again_and_again() -> None:
    with checking() as (running, other):
        while running.process.poll() is None:
            running.process.send_signal(signal.SIGINT)
            time.sleep(0.02)
        status, said = running.end()
        # Python gives up its own clearing up when it is interrupted too.
        assert (status in (130, -signal.SIGINT), "Traceback" in said, exists(other)) == (True, False, False)


@pytest.mark.slow
def test_ctrl_c_at_a_terminal() -> None:
    mark = uuid.uuid4().hex
    process, terminal = pty.fork()
    if not process:
        os.execve(sys.executable, [*SLOW, "--check-time", "60"], {**os.environ, "GRADCLI_TEST": mark})
    assert becomes_true(lambda: len(marked(mark)) == 2, 20)
    time.sleep(0.5)
    os.write(terminal, b"\x03")
    said = b""
    with contextlib.suppress(OSError):  # the terminal's way of saying that it is over
        while part := os.read(terminal, 1000):
            said += part
    os.close(terminal)
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    assert (status, b"Traceback" in said, marked(mark)) == (130, False, [])


@pytest.mark.slow
@pytest.mark.parametrize("number", [getattr(signal, name) for name in ENDING])
def test_a_signal_that_ends_the_command_ends_the_check_first(number: int) -> None:
    with checking() as (running, other):
        running.process.send_signal(number)
        status, said = running.end()
        assert (status, said, exists(other)) == (-number, "", False)


@pytest.mark.slow
def test_the_check_does_not_outlive_a_killed_command() -> None:
    with checking() as (running, other):
        running.process.kill()
        running.end()
        assert becomes_true(lambda: not is_running(other), 1)


@pytest.mark.slow
@pytest.mark.parametrize("delay", [0.0, 0.01, 0.03, 0.1])
def test_the_check_does_not_outlive_a_command_killed_while_it_starts(delay: float) -> None:
    running = Running([*SLOW, "--check-time", "60"])
    assert becomes_true(lambda: bool(running.others()), 20)
    time.sleep(delay)
    others = running.others()
    running.process.kill()
    running.end()
    assert becomes_true(lambda: not any(map(is_running, others)), 2)


@pytest.mark.slow
def test_the_check_does_not_outlive_a_killed_program_even_if_it_lets_no_thread_run() -> None:
    running = Running([sys.executable, "-c", BUSY])
    assert running.process.stdout is not None
    other = int(running.process.stdout.readline())
    time.sleep(2)
    running.process.kill()
    running.end()
    assert becomes_true(lambda: not is_running(other), 1)


@pytest.mark.slow
@pytest.mark.parametrize("words", [(), ("--json",), ("--quiet",)])
def test_a_closed_pipe_ends_quietly(words: tuple[str, ...]) -> None:
    running = Running([*SLOW, "--check-time", "1", *words])
    assert running.process.stdout is not None
    assert running.process.stderr is not None
    running.process.stdout.close()
    said = running.process.stderr.read()
    running.process.stderr.close()
    assert (running.process.wait(), said, running.others()) == (0, "", [])


def test_a_process_whose_parent_has_gone_already_ends_at_once() -> None:
    request = '{"text": "x", "point": {}, "numbers": {}, "scale": {}, "seconds": 60, "parent": 1}'
    conversation = Conversation(command(), request, 20, PACKAGE.parent, environment())
    assert (conversation.wait(), conversation.reply, conversation.is_out_of_time) == (1, "", False)


def test_a_request_that_breaks_off_ends_the_process() -> None:
    conversation = Conversation(command(), '{"text": "x", "poi', 20, PACKAGE.parent, environment())
    assert (conversation.wait(), conversation.reply) == (1, "")


# A library leaves signals alone that others have plans for.


@pytest.fixture
def hangup() -> Iterator[signal.Signals]:
    before = signal.getsignal(signal.SIGHUP)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield signal.SIGHUP
    signal.signal(signal.SIGHUP, before)


def ask() -> check.Check:
    return check.ask(parse("x"), {"x": 1.0}, {"x": 1.0})


def test_a_signal_is_as_before_when_the_check_is_over(hangup: signal.Signals) -> None:
    with ask() as asked:
        is_caught = signal.getsignal(hangup) != signal.SIG_DFL
        asked.verdict()
    assert (is_caught, signal.getsignal(hangup)) == (True, signal.SIG_DFL)


@pytest.mark.parametrize("plan", [signal.SIG_IGN, lambda number, frame: None], ids=["ignored", "handled"])
def test_a_signal_with_a_plan_is_left_alone(hangup: signal.Signals, plan: signal.Handlers) -> None:
    signal.signal(hangup, plan)
    with ask():
        assert signal.getsignal(hangup) == plan
    assert signal.getsignal(hangup) == plan


def test_a_check_can_be_asked_for_in_another_thread_and_outlive_it() -> None:
    import threading

    asked: list[check.Check] = []
    thread = threading.Thread(target=lambda: asked.append(ask().__enter__()))
    thread.start()
    thread.join()
    with asked[0]:
        assert asked[0].verdict().status == "agrees"
