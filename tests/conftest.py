"""What tests of several folders ask for: the command in this process, and rewriting of stored messages."""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Callable
from typing import NamedTuple
from unittest import mock

import pytest
from hypothesis import settings

from gradcli import cli

# The same examples in every run: what lands must not depend on luck. `--hypothesis-profile=default` explores.
settings.register_profile("steady", derandomize=True)
settings.load_profile("steady")


class Run(NamedTuple):
    """How one run of the command ended and what it printed."""

    status: int
    out: str
    err: str


Command = Callable[..., Run]


def run(*words: str, given: str | bytes = b"", together: bool = False) -> Run:
    """`gradcli WORDS...` in this process, with `given` on standard input and 80 columns without colour.

    `together` puts both streams into `out`, in the order in which a terminal shows them.
    """
    out = io.StringIO()
    err = out if together else io.StringIO()
    written = given.encode() if isinstance(given, str) else given
    with (
        mock.patch("sys.stdin", io.TextIOWrapper(io.BytesIO(written), encoding="utf-8")),
        mock.patch.dict(os.environ, {"NO_COLOR": "1"}),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        status = cli.run(list(words))
    return Run(status, out.getvalue(), "" if together else err.getvalue())


@pytest.fixture(scope="session")
def command() -> Command:
    """The command `gradcli`, run in this process."""
    return run


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-messages", action="store_true", help="rewrite tests/errors/messages with what is said")
