"""The process that SymPy works in: it ends in time, whatever it does, and leaves nothing behind."""

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from gradcli.check.process import Conversation

IMPORTS = "import os, sys, time, signal, subprocess;"
HANGING = [
    "time.sleep(60)",
    "9**9**9",  # one operation in C, which no signal handler of Python's interrupts
    "signal.signal(signal.SIGTERM, signal.SIG_IGN); signal.signal(signal.SIGINT, signal.SIG_IGN); time.sleep(60)",
    "os.close(1); time.sleep(60)",
    "subprocess.run([sys.executable, '-c', 'import time; time.sleep(60)'])",
    "\nwhile True: print('x' * 10**6, flush=True)",
]


def talk(program: str, seconds: float = 10, request: str = "") -> Conversation:
    return Conversation([sys.executable, "-c", IMPORTS + program], request, seconds)


def is_gone(process: int) -> bool:
    """Is there no such process, not even one that nobody has waited for?"""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


@contextlib.contextmanager
def at_most(seconds: float) -> Iterator[None]:
    start = time.monotonic()
    yield
    assert time.monotonic() - start < seconds


@pytest.mark.parametrize("program", HANGING)
def test_a_hanging_process_is_stopped_in_time(program: str) -> None:
    with at_most(5):
        conversation = talk(program, 0.5)
        conversation.wait()
    assert conversation.is_out_of_time
    assert is_gone(conversation.process.pid)


def test_what_the_process_started_is_stopped_too(tmp_path: Path) -> None:
    file = tmp_path / "process"
    program = (
        f"child = subprocess.Popen(['sleep', '60']); open({str(file)!r}, 'w').write(str(child.pid)); time.sleep(60)"
    )
    talk(program, 1.5).wait()
    child = int(file.read_text())
    # It is an orphan now, and gone as soon as whoever adopted it looks.
    for _ in range(50):
        stopped = is_gone(child) or Path(f"/proc/{child}/stat").read_text().split()[2] == "Z"
        if stopped:
            break
        time.sleep(0.1)
    assert stopped


@pytest.mark.parametrize("program", HANGING)
def test_closing_stops_it_at_once(program: str) -> None:
    conversation = talk(program, 60)
    time.sleep(0.2)
    with at_most(5):
        conversation.close()
    assert is_gone(conversation.process.pid)


def test_closing_twice_is_harmless() -> None:
    conversation = talk("pass")
    conversation.close()
    conversation.close()


def test_reply_is_what_the_process_printed() -> None:
    conversation = talk("print(sys.stdin.read().upper(), end='')", request="grüße")
    assert (conversation.wait(), conversation.reply) == (0, "GRÜSSE")


def test_long_requests_and_replies_do_not_block() -> None:
    conversation = talk("sys.stdout.write(sys.stdin.read())", request="x" * 10**7)
    assert (conversation.wait(), len(conversation.reply)) == (0, 10**7)


def test_request_that_is_not_read_does_not_block() -> None:
    with at_most(5):
        assert talk("sys.exit(3)", request="x" * 10**7).wait() == 3


def test_reply_that_is_no_text_is_none() -> None:
    conversation = talk("sys.stdout.buffer.write(bytes([255]))")
    conversation.wait()
    assert conversation.reply == ""


@pytest.fixture(params=[True, False], ids=["ends a wait", "lets a wait go on"])
def handler(request: pytest.FixtureRequest) -> Iterator[None]:
    """What a Ctrl-C does to a call of the system: Python's handler ends it, that of a library may not (Polars's)."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background may ignore it
    signal.siginterrupt(signal.SIGINT, request.param)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("handler")
def test_ctrl_c_while_waiting_leaves_no_process() -> None:
    conversation = talk("time.sleep(60)", 60)
    threading.Timer(0.3, lambda: os.kill(os.getpid(), 2)).start()
    with at_most(5):
        with pytest.raises(KeyboardInterrupt):
            conversation.wait()
        conversation.close()
    assert is_gone(conversation.process.pid)


def test_the_process_does_not_get_our_ctrl_c() -> None:
    conversation = talk("print(os.getpgid(0))")
    conversation.wait()
    assert int(conversation.reply) != os.getpgid(0)
