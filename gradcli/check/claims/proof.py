"""A formula and claims to those that SymPy proves. SymPy works elsewhere, within a time limit."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Self

from gradcli.check import symbolic
from gradcli.expansion import expanded
from gradcli.expression import Call, Formula

if TYPE_CHECKING:
    from gradcli.check.process import Conversation

SECONDS = 3.0
LARGEST = 300
"""Operations of a formula that SymPy may simplify in that time."""
STARTING = 5.0
"""Seconds beyond its time in which the process must have answered: it starts, and imports SymPy, first."""


class Proof:
    """Proofs on their way. To be closed, or used as a context: that ends the process, if there is one."""

    def __init__(self, conversation: Conversation | None) -> None:
        self.conversation = conversation
        self.guard = contextlib.ExitStack()

    def names(self) -> frozenset[str]:
        """Waits for the end; the names whose claims are proved."""
        if self.conversation is None:
            return frozenset()
        self.conversation.wait()
        with contextlib.suppress(ValueError):
            return frozenset(json.loads(self.conversation.reply))
        return frozenset()

    def close(self) -> None:
        """Stops SymPy if it still works."""
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


def start(formula: Formula, names: list[str], claims: Mapping[str, Formula], seconds: float = SECONDS) -> Proof:
    """Sets SymPy to work on `claims` about a formula in `names`, and returns at once."""
    operations = sum(isinstance(part, Call) for part in expanded(formula).parts())
    if seconds <= 0 or not claims or operations > LARGEST:
        return Proof(None)
    request = {
        "text": formula.source.text,
        "names": names,
        "claims": {name: claim.source.text for name, claim in claims.items()},
        "seconds": seconds,
        "parent": os.getpid(),
    }
    from gradcli.check.process import Conversation  # here, since most commands start no process

    # The worker's command, for another main program.
    command = [word.replace("gradcli.check.worker", "gradcli.check.claims.prover") for word in symbolic.command()]
    folder, environment = symbolic.PACKAGE.parent, symbolic.environment()
    try:
        return Proof(Conversation(command, json.dumps(request), seconds + STARTING, folder, environment))
    except OSError:
        return Proof(None)
