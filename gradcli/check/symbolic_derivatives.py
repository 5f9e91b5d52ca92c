"""A formula to its derivatives as SymPy finds them, as text. SymPy works elsewhere, within a time limit."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from gradcli.check import symbolic
from gradcli.check.process import Conversation, Pending
from gradcli.expression import Formula

SECONDS = 10.0
LARGEST = 1000
"""Operations of a formula that SymPy differentiates as a whole: cost and text grow with the square."""
STARTING = 5.0
"""Seconds beyond its time in which the process must have answered: it starts, and imports SymPy, first."""
DERIVER = "gradcli.check.deriver"
"""The module whose `main` looks for the derivatives."""
UNFINISHED = "out of time: SymPy did not finish"


class Wanted(NamedTuple):
    """A derivative: `{"x": 2, "y": 1}` is the third, twice by x and once by y, of the output at that place."""

    orders: Mapping[str, int]
    output: int = 0


class Found(NamedTuple):
    """SymPy's derivative in gradcli's language, in the names asked about alone; None where `reason` says why not.

    `is_simplified` says that it is another form than the one that differentiation gave.
    """

    text: str | None = None
    reason: str = ""
    is_simplified: bool = False


Deriving: TypeAlias = Pending[tuple[Found, ...]]
"""Derivatives on their way, in the order in which they were asked for."""


def start(
    formula: Formula,
    names: Sequence[str],
    wanted: Sequence[Wanted],
    seconds: float = SECONDS,
    *,
    simplify: bool = True,
) -> Deriving:
    """Sets SymPy to work on the derivatives of `formula` in `names` that are `wanted`, and returns at once.

    To be used as a context; `verdict()` waits for all of them, or the end of `seconds`. With `simplify` the rest of
    the time goes into finding shorter forms, so that only a simple formula is done sooner. A derivative by a name that
    the formula binds comes before those by others, and the name is then replaced by what it is bound to; by two such
    names there is none. Of functions that jump the derivative is 0, as it is wherever there is one.
    """
    operations = symbolic.operations(formula)
    if operations > LARGEST:
        told = f"too large: {operations:,} operations, and SymPy is asked about {LARGEST:,} at most"
        return without(told, len(wanted))
    request = {
        "text": formula.written,
        "names": list(names),
        "wanted": [{"orders": dict(one.orders), "output": one.output} for one in wanted],
        "seconds": seconds,
        "simplify": simplify,
    }
    try:
        begun = symbolic.conversation(DERIVER, request, seconds + STARTING)
    except OSError as error:
        return without(f"SymPy's process did not start: {error.strerror}", len(wanted))
    return Pending(begun, partial(heard, begun, len(wanted)))


def without(reason: str, count: int) -> Deriving:
    """No derivatives, for a reason that is known at once."""
    return Pending(None, lambda: (Found(None, reason),) * count)


def heard(conversation: Conversation, count: int) -> tuple[Found, ...]:
    """What a reply says, once the process has ended; where it was killed, or stopped without a word, the reason."""
    status = conversation.wait()
    reason = UNFINISHED
    said: dict[str, dict[str, Any]] = {}
    try:
        said = json.loads(conversation.reply)
    except ValueError:
        reason = reason if conversation.is_out_of_time else f"SymPy stopped without an answer (status {status})"
    return tuple(Found(**said.get(str(place), {"reason": reason})) for place in range(count))
