"""Answers and errors become strict JSON documents; `schemas/` says what is in them."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gradcli.errors import GradcliError
from gradcli.expression import Formula
from gradcli.gradient import Gradient, Note, Step, TracedNode

if TYPE_CHECKING:
    from gradcli.check import Verdict

EVAL = "gradcli/eval/1"
SCHEMAS = os.path.join(os.path.dirname(__file__), "schemas")


def schema_names() -> list[str]:
    """The commands whose documents have a schema."""
    return sorted(name.removesuffix(".json") for name in os.listdir(SCHEMAS))


def schema(name: str) -> str:
    """The JSON Schema of a command's documents, as text."""
    with open(os.path.join(SCHEMAS, f"{name}.json"), encoding="utf-8") as file:
        return file.read()


def text(document: dict[str, Any]) -> str:
    """One line of strict JSON in ASCII."""
    return json.dumps(document, allow_nan=False)


def number(value: float | None) -> float | str | None:
    """A number as JSON has it: what JSON has no number for is a string."""
    if value is None or math.isfinite(value):
        return value
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def answer(formula: Formula, gradient: Gradient, verdict: Verdict | None, *, trace: bool) -> dict[str, Any]:
    """The document of an answer; `error` is added where the exit status is not 0."""
    document: dict[str, Any] = {
        "schema": EVAL,
        "ok": True,
        "input": formula.source.text,
        "reading": str(formula),
        "at": dict(gradient.point),
        "value": number(gradient.value),
        "gradient": {name: number(slope) for name, slope in gradient.gradient.items()},
    }
    if gradient.zeros:
        document["zeros"] = dict(gradient.zeros)
    if trace:
        document["trace"] = {"nodes": list(map(node, gradient.nodes)), "steps": list(map(step, gradient.steps))}
    if verdict is not None:
        document["checks"] = {"symbolic": check(verdict)}
    document["warnings"] = list(map(note, (*gradient.warnings, *lost(verdict))))
    return document


def lost(verdict: Verdict | None) -> Sequence[Note]:
    """The warnings about digits that the check found to be lost."""
    if verdict is None:
        return ()
    from gradcli.check import losses  # here, since an answer without a check does not pay for it

    return losses(verdict)


def node(traced: TracedNode) -> dict[str, Any]:
    """A node of the trace."""
    document = {
        "name": traced.name,
        "formula": traced.formula,
        "span": list(traced.span),
        "parents": list(traced.parents),
        "value": number(traced.value),
        "adjoint": number(traced.adjoint),
    }
    return {**document, "binds": list(traced.binds)} if traced.binds else document


def step(step: Step) -> dict[str, Any]:
    """A contribution."""
    return {
        "from": step.node,
        "to": step.parent,
        "argument": step.argument,
        "partial": step.partial,
        "partial_value": number(step.partial_value),
        "adjoint": number(step.adjoint),
        "contribution": number(step.contribution),
    }


def check(verdict: Verdict) -> dict[str, Any]:
    """What the cross-check found."""
    document: dict[str, Any] = {"status": verdict.status}
    if verdict.max_ulp is not None:
        document["max_ulp"] = number(verdict.max_ulp)
    if verdict.value:
        document |= {"value": verdict.value, "value_ulp": number(verdict.value_ulp)}
    if verdict.gradient:
        document["gradient"] = dict(verdict.gradient)
    if verdict.reason:
        document["reason"] = verdict.reason
    return document


def note(note: Note) -> dict[str, Any]:
    """A warning, with what it has of place, node and slopes."""
    document: dict[str, Any] = {"code": note.code, "message": note.message}
    if note.span is not None:
        document["span"] = list(note.span)
    if note.node is not None:
        document["node"] = note.node
    if note.within:
        document["within"] = [list(call) for call in note.within]
    for side, slope in (("left", note.left), ("right", note.right)):
        if slope is not None:
            document[side] = number(slope)
    return document


def error(fault: GradcliError, text: str) -> dict[str, Any]:
    """The `error` of a document about `text`; `source` is the text it is about if that is another one."""
    document: dict[str, Any] = {"code": fault.code, "message": fault.message}
    if fault.span is not None:
        document["span"] = list(fault.span)
    if fault.source is not None and fault.source.text != text:
        document["source"] = {"name": fault.source.name, "text": fault.source.text}
    if fault.help:
        document["help"] = fault.help
    return document


def failure(schema: str, text: str, fault: GradcliError) -> dict[str, Any]:
    """The document of a run that has no answer."""
    return {"schema": schema, "ok": False, "input": text, "error": error(fault, text)}
