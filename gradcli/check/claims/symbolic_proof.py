"""A formula and claims to those that SymPy proves. SymPy works elsewhere, within a time limit."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import TypeAlias

from gradcli.check import symbolic
from gradcli.check.process import Conversation, Pending
from gradcli.expression import Formula

SECONDS: float = 3
LARGEST = 300
"""Operations of a formula that SymPy may simplify in that time."""
STARTING = 5.0
"""Seconds beyond its time in which the process must have answered: it starts, and imports SymPy, first."""
PROVER = "gradcli.check.claims.prover"
"""The module whose `main` looks for the proofs."""

Proving: TypeAlias = Pending[frozenset[str]]
"""The names whose claims are proved, on their way."""


def start(formula: Formula, names: list[str], claims: Mapping[str, Formula], seconds: float = SECONDS) -> Proving:
    """Sets SymPy to work on `claims` about a formula in `names`, and returns at once."""
    if seconds <= 0 or not claims or symbolic.operations(formula) > LARGEST:
        return Pending(None, frozenset)
    request = {
        "text": formula.written,
        "names": names,
        "claims": {name: claim.written for name, claim in claims.items()},
        "seconds": seconds,
    }
    try:
        begun = symbolic.conversation(PROVER, request, seconds + STARTING)
    except OSError:
        return Pending(None, frozenset)  # points alone tell a lot
    return Pending(begun, partial(proved, begun))


def proved(conversation: Conversation) -> frozenset[str]:
    """The names in a reply, once the process has ended; none where it was killed, or stopped without a word."""
    conversation.wait()
    try:
        return frozenset(json.loads(conversation.reply))
    except ValueError:
        return frozenset()
