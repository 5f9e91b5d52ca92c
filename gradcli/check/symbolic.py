"""A formula, a point and a gradient to SymPy's verdict on them. SymPy works elsewhere, within a time limit."""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Self

from gradcli.expansion import expanded
from gradcli.expression import Call, Formula

if TYPE_CHECKING:
    from gradcli.check.process import Conversation
    from gradcli.gradient import Gradient

Status = Literal["agrees", "disagrees", "cannot-say"]

SECONDS = 10.0
LARGEST = 2000
"""Operations that SymPy differentiates within the time limit; its cost grows with the square and worse."""
PACKAGE = Path(__file__).resolve().parents[1]
"""The gradcli that this is part of; the worker must not find another one."""
BOOT = (
    "import sys; from importlib.util import module_from_spec, spec_from_file_location; "
    "spec = spec_from_file_location('gradcli', sys.argv[1]); sys.modules['gradcli'] = module_from_spec(spec); "
    "spec.loader.exec_module(sys.modules['gradcli']); from gradcli.check.worker import main; main()"
)


@dataclass(frozen=True)
class Verdict:
    """What SymPy says of a gradient.

    `max_ulp` is the largest difference from SymPy's numbers, in units of the last place of a double; None if
    nothing was compared. `gradient` are SymPy's numbers, to 30 digits, as text. `reason` says why SymPy cannot
    say, or what is remarkable; it may be empty.
    """

    status: Status
    max_ulp: float | None = None
    gradient: Mapping[str, str] = field(default_factory=dict)
    reason: str = ""

    @property
    def digits(self) -> int:
        """How many of a double's 16 decimal digits SymPy confirms, by the largest difference."""
        if self.max_ulp is None or not math.isfinite(self.max_ulp):
            return 0
        return max(0, 15 - int(math.log10(max(1.0, self.max_ulp)) + 0.5))


class Check:
    """A verdict on its way. To be closed, or used as a context: that ends the process, if there is one."""

    def __init__(self, conversation: Conversation | None, verdict: Verdict | None = None) -> None:
        self.conversation = conversation
        self.known = verdict

    def verdict(self) -> Verdict:
        """Waits until SymPy has spoken or its time is up."""
        if self.known is None:
            assert self.conversation is not None
            self.known = heard(self.conversation, self.conversation.wait())
        return self.known

    def close(self) -> None:
        """Stops SymPy if it still works."""
        if self.conversation is not None:
            self.conversation.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def start(formula: Formula, gradient: Gradient, seconds: float = SECONDS) -> Check:
    """Sets SymPy to work on a formula and the gradient found for it, and returns at once."""
    warned = next((note.code for note in gradient.warnings if note.code.startswith("derivative.")), None)
    if warned:
        return known(f"not differentiable at this point ({warned})")
    if len(gradient.graph.nodes) > LARGEST * 4:  # so many that even counting them takes a while
        return known(
            f"too large: {len(gradient.graph.nodes):,} nodes, and SymPy is asked about {LARGEST:,} operations at most"
        )
    return ask(formula, gradient.point, gradient.gradient, scale=scale_of(gradient), seconds=seconds)


def scale_of(gradient: Gradient) -> dict[str, float]:
    """For each name the sum of the absolute contributions that its derivative was added up from."""
    sums: dict[int, float] = {}
    for part in gradient.contributions:
        sums[part.parent] = sums.get(part.parent, 0.0) + abs(part.value)
    targets = {**gradient.graph.inputs, **gradient.graph.bindings}
    return {name: sums.get(targets[name], 0.0) for name in gradient.gradient if name in targets}


def ask(
    formula: Formula,
    point: Mapping[str, float],
    gradient: Mapping[str, float],
    *,
    scale: Mapping[str, float] | None = None,
    seconds: float = SECONDS,
) -> Check:
    """Sets SymPy to work on `formula` and returns at once.

    `gradient` is the one to be checked, by the names of inputs or of bindings; `scale` says, for each, the size of
    what was added up to it, against which is measured what is lost where that cancels.
    """
    if not gradient:
        return known("there is no name to differentiate by")
    operations = sum(isinstance(part, Call) for part in expanded(formula).parts())
    if operations > LARGEST:
        return known(f"too large: {operations:,} operations, and SymPy is asked about {LARGEST:,} at most")
    request = {
        "text": formula.source.text,
        "point": exact(point),
        "gradient": exact(gradient),
        "scale": exact(scale or {}),
        "seconds": seconds,
    }
    from gradcli.check.process import Conversation  # here, since most commands start no process

    try:
        return Check(Conversation(command(), json.dumps(request), seconds, PACKAGE.parent, environment()))
    except OSError as error:
        return known(f"SymPy's process did not start: {error.strerror}")


def known(reason: str) -> Check:
    """A check that is over before it began."""
    return Check(None, Verdict("cannot-say", reason=reason))


def command() -> list[str]:
    """What runs the worker. Nothing in the folder where the user happens to be can get in its way.

    `-P` keeps that folder off the module path, and the process works in gradcli's own, so that an empty entry in
    PYTHONPATH is harmless too; gradcli itself is loaded from its file, whatever else goes by that name.
    """
    return [sys.executable, "-P", "-c", BOOT, str(PACKAGE / "__init__.py")]


def environment() -> dict[str, str]:
    """The environment of the worker. SymPy's cache is unbounded: shared parts are differentiated once."""
    return {**os.environ, "SYMPY_CACHE_SIZE": "None", "SYMPY_USE_CACHE": "yes", "SYMPY_DEBUG": "False"}


def exact(numbers: Mapping[str, float]) -> dict[str, str]:
    """Doubles as text that is read back without loss, also if infinite or nan."""
    return {name: float(number).hex() for name, number in numbers.items()}


def heard(conversation: Conversation, status: int) -> Verdict:
    """The verdict in a reply, or the reason why there is none."""
    if conversation.is_out_of_time:
        return Verdict("cannot-say", reason="out of time: SymPy did not finish")
    try:
        return Verdict(**json.loads(conversation.reply))
    except (ValueError, TypeError):
        return Verdict("cannot-say", reason=f"SymPy stopped without an answer (status {status})")
