"""A formula's text becomes an object for arrays: the way in, which says so where NumPy is missing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from gradcli import outputs
from gradcli.backends.extras import imported
from gradcli.expansion import expanded
from gradcli.expression import Formula, is_hidden
from gradcli.graph import lower
from gradcli.problem import natural, parse, refuse_unknown, variables
from gradcli.source import Source

if TYPE_CHECKING:
    from gradcli.batch.compiled import Compiled


def compile(
    text: str | Source | Formula, wrt: Iterable[str] | None = None, *, names: Iterable[str] | None = None
) -> Compiled:
    """A formula made ready for arrays; its gradient is by all its names, or by `wrt`: inputs or names bound in it.

    `names` are those of a table's columns: a constant of the language that is one of them is an ordinary name. Raises
    GradcliError: `parse.*`, `name.*`, `derivative.unknown`, `usage.outputs` for several outputs, `usage.extra` where
    NumPy is not installed.
    """
    imported("numpy", "arrays")
    from gradcli.batch.compiled import made_ready

    formula = text if isinstance(text, Formula) else parse(text)
    outputs.require_one(formula)
    columns = (names,) if isinstance(names, str) else tuple(names or ())
    inputs = natural(variables(formula, columns))
    asked = tuple(inputs) if wrt is None else (wrt,) if isinstance(wrt, str) else tuple(dict.fromkeys(wrt))
    graph = lower(expanded(formula), inputs, asked)
    known = {*inputs, *columns, *(name for name in graph.bindings if not is_hidden(name))}
    refuse_unknown(formula, asked, known)
    return made_ready(formula.written, graph, tuple(inputs), asked)
