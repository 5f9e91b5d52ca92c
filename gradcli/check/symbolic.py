"""A formula, a point, a value and a gradient to SymPy's verdict. SymPy works elsewhere, within a time limit."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from gradcli.check.process import Conversation, Pending
from gradcli.expansion import expanded
from gradcli.expression import Call, Formula
from gradcli.graph import Operation

if TYPE_CHECKING:
    from gradcli.gradient import Gradient

Status = Literal["agrees", "disagrees", "cannot-say"]

VALUE = ""
"""The key of the value where numbers stand by name; no name is empty."""
SECONDS = 10.0
LARGEST = 2000
"""Operations that SymPy differentiates within the time limit; its cost grows with the square and worse."""
WORKER = "gradcli.check.worker"
"""The module whose `main` compares numbers with SymPy's."""
PACKAGE = Path(__file__).resolve().parents[1]
"""The gradcli that this is part of; the worker must not find another one."""
BOOT = (
    "import sys; from importlib import import_module; "
    "from importlib.util import module_from_spec, spec_from_file_location; "
    "spec = spec_from_file_location('gradcli', sys.argv[1]); sys.modules['gradcli'] = module_from_spec(spec); "
    "spec.loader.exec_module(sys.modules['gradcli']); import_module(sys.argv[2]).main()"
)


@dataclass(frozen=True)
class Verdict:
    """What SymPy says of a value and a gradient.

    `max_ulp` is the gradient's largest difference from SymPy's numbers, in units of the last place of a double; None
    if nothing was compared; `value_ulp` is that of the value. `gradient` and `value` are SymPy's numbers, to 30
    digits, as text. `reason` says why SymPy cannot say, or what is remarkable; it may be empty. `lost` has the
    numbers that rounding made lose digits, the value by the name `VALUE`, and how many of 16 digits are right.
    """

    status: Status
    max_ulp: float | None = None
    gradient: Mapping[str, str] = field(default_factory=dict)
    reason: str = ""
    value: str = ""
    value_ulp: float | None = None
    lost: Mapping[str, int] = field(default_factory=dict)

    @property
    def largest_ulp(self) -> float | None:
        """The largest difference of all numbers; None if nothing was compared."""
        return max((ulp for ulp in (self.value_ulp, self.max_ulp) if ulp is not None), default=None)

    def number(self, name: str) -> str:
        """SymPy's number for a name, or for `VALUE`."""
        return self.value if name == VALUE else self.gradient[name]


Check: TypeAlias = Pending[Verdict]
"""SymPy's verdict on its way."""


def start(formula: Formula, gradient: Gradient, seconds: float = SECONDS) -> Check:
    """Sets SymPy to work on a formula and the answer found for it, and returns at once."""
    warned = next((note.code for note in gradient.warnings if note.code.startswith("derivative.")), None)
    if warned:
        return known(f"not asked, because of the warning {warned}")
    if len(gradient.graph.nodes) > LARGEST * 4:  # so many that even counting them takes a while
        return known(
            f"too large: {len(gradient.graph.nodes):,} nodes, and SymPy is asked about {LARGEST:,} operations at most"
        )
    scale = {VALUE: scale_of_value(gradient), **scale_of(gradient)}
    return ask(formula, gradient.point, gradient.gradient, value=gradient.value, scale=scale, seconds=seconds)


def scale_of(gradient: Gradient) -> dict[str, Any]:
    """For each name the sum of the absolute contributions that its derivative was added up from."""
    sums: dict[int, Any] = {}
    for part in gradient.contributions:
        sums[part.parent] = sums.get(part.parent, 0.0) + abs(part.value)
    targets = {**gradient.graph.inputs, **gradient.graph.bindings}
    return {name: sums.get(targets[name], 0.0) for name in gradient.gradient if name in targets}


def scale_of_value(gradient: Gradient) -> Any:
    """The sum of the absolute terms that the value was added up from: `2*(x - y)` is of the size 2*(|x| + |y|)."""
    sizes: list[Any] = []
    for node, value in zip(gradient.graph.nodes, gradient.values, strict=True):
        if value is None or (isinstance(node, Operation) and node.rule.is_condition):
            sizes.append(None)
            continue
        terms = [sizes[parent] for parent in node.parents] if isinstance(node, Operation) else []
        match node.function if isinstance(node, Operation) else "":
            case "+" | "-" | "=":
                sizes.append(sum(terms))
            case "*":
                sizes.append(terms[0] * terms[1])
            case _:
                sizes.append(abs(value))
    return sizes[gradient.graph.output]


def ask(
    formula: Formula,
    point: Mapping[str, float],
    gradient: Mapping[str, float],
    *,
    value: float | None = None,
    scale: Mapping[str, float] | None = None,
    seconds: float = SECONDS,
) -> Check:
    """Sets SymPy to work on `formula` and returns at once.

    `gradient` is the one to be checked, by the names of inputs or of bindings, and `value` the value, if that is;
    `scale` says, for each of them, the size of what was added up to it, against which is measured what is lost where
    that cancels.
    """
    numbers = dict(gradient) if value is None else {VALUE: value, **gradient}
    if not numbers:
        return known("there is no number to check")
    count = operations(formula)
    if count > LARGEST:
        return known(f"too large: {count:,} operations, and SymPy is asked about {LARGEST:,} at most")
    request = {
        "text": formula.written,
        "point": exact(point),
        "numbers": exact(numbers),
        "scale": exact(scale or {}),
        "seconds": seconds,
    }
    try:
        begun = conversation(WORKER, request, seconds)
    except OSError as error:
        return known(f"SymPy's process did not start: {error.strerror}")
    return Pending(begun, partial(heard, begun))


def operations(formula: Formula) -> int:
    """How many operations a formula has, all that it defines written out."""
    return sum(isinstance(part, Call) for part in expanded(formula).parts())


def known(reason: str) -> Check:
    """A check that is over before it began."""
    return Pending(None, lambda: Verdict("cannot-say", reason=reason))


def conversation(module: str, request: Mapping[str, Any], seconds: float) -> Conversation:
    """Sends a request to the `main` of `module`, in a process of its own. Raises OSError if that cannot be started."""
    written = json.dumps({**request, "parent": os.getpid()})
    return Conversation(command(module), written, seconds, PACKAGE.parent, environment())


def command(module: str = WORKER) -> list[str]:
    """What runs the `main` of `module`. Nothing in the folder where the user happens to be can get in its way.

    `-P` keeps that folder off the module path, and the process works in gradcli's own, so that an empty entry in
    PYTHONPATH is harmless too; gradcli itself is loaded from its file, whatever else goes by that name.
    """
    return [sys.executable, "-P", "-c", BOOT, str(PACKAGE / "__init__.py"), module]


def environment() -> dict[str, str]:
    """The environment of the worker. SymPy's cache is unbounded: shared parts are differentiated once."""
    return {**os.environ, "SYMPY_CACHE_SIZE": "None", "SYMPY_USE_CACHE": "yes", "SYMPY_DEBUG": "False"}


def exact(numbers: Mapping[str, float]) -> dict[str, str]:
    """Doubles as text that is read back without loss, also if infinite or nan."""
    return {name: float(number).hex() for name, number in numbers.items()}


def heard(conversation: Conversation) -> Verdict:
    """The verdict in a reply, once the process has ended, or the reason why there is none."""
    status = conversation.wait()
    if conversation.is_out_of_time:
        return Verdict("cannot-say", reason="out of time: SymPy did not finish")
    try:
        return Verdict(**json.loads(conversation.reply))
    except (ValueError, TypeError):
        return Verdict("cannot-say", reason=f"SymPy stopped without an answer (status {status})")
