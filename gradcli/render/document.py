"""Answers and errors become strict JSON documents; `schemas/` says what is in them."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from gradcli.backends import floats
from gradcli.backends.backend import Backend
from gradcli.errors import GradcliError
from gradcli.expression import Formula
from gradcli.gradient import Gradient, Note, Step, TracedNode
from gradcli.sides import Side

if TYPE_CHECKING:
    from gradcli.check import Verdict
    from gradcli.check.certified import Certificate
    from gradcli.check.proof import Proof

EVAL = "gradcli/eval/1"
SCHEMAS = os.path.join(os.path.dirname(__file__), "schemas")


def schema_names() -> list[str]:
    """The commands whose documents have a schema."""
    return sorted(name.removesuffix(".json") for name in os.listdir(SCHEMAS))


def schema(name: str) -> str:
    """The JSON Schema of a command's documents, as text; the definitions that it does not have are those of `eval`."""
    with open(os.path.join(SCHEMAS, f"{name}.json"), encoding="utf-8") as file:
        text = file.read()
    found = json.loads(text)
    own = found.get("$defs", {})
    missing = [key for key in references(found) if key not in own]
    if not missing:
        return text
    shared = json.loads(schema("eval"))["$defs"]
    while missing:
        key = missing.pop()
        if key not in own:
            own[key] = shared[key]
            missing += references(shared[key])
    return json.dumps({**found, "$defs": own}, indent=2) + "\n"


def references(part: Any) -> list[str]:
    """The names of the definitions that a part of a schema speaks of."""
    return re.findall(r'"#/\$defs/(\w+)"', json.dumps(part))


def text(document: dict[str, Any]) -> str:
    """One line of strict JSON in ASCII."""
    return json.dumps(document, allow_nan=False)


def number(value: Any, backend: Backend = floats) -> float | str | None:
    """A number as JSON has it: a double, or a string where JSON has no number for it, as for proven digits."""
    if isinstance(value, bool):
        return value
    if value is not None and not backend.IS_DOUBLE:
        return backend.text(value)
    if value is None or math.isfinite(value):
        return value  # type: ignore[no-any-return]
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def answer(
    formula: Formula,
    gradient: Gradient,
    warnings: Iterable[Note],
    *,
    trace: bool,
    verdict: Verdict | None = None,
    certificate: Certificate | None = None,
    digits: int | None = None,
) -> dict[str, Any]:
    """The document of an answer; `error` is added where the exit status is not 0."""
    backend = gradient.backend
    document: dict[str, Any] = {
        **head(EVAL, formula),
        "at": {name: number(given, backend) for name, given in gradient.point.items()},
        "value": number(gradient.value, backend),
        "gradient": {name: number(slope, backend) for name, slope in gradient.gradient.items()},
    }
    if digits:
        document["digits"] = digits
    if gradient.zeros:
        document["zeros"] = dict(gradient.zeros)
    if gradient.sides:
        document["diagnosis"] = {
            name: {"left": side(both.left), "right": side(both.right)} for name, both in gradient.sides.items()
        }
    if trace:
        document["trace"] = {
            "nodes": [node(traced, backend) for traced in gradient.nodes],
            "steps": [step(passed, backend) for passed in gradient.steps],
        }
    checks = {}
    if certificate is not None:
        checks["certified"] = certified(certificate)
    if verdict is not None:
        checks["symbolic"] = symbolic(verdict)
    if checks:
        document["checks"] = checks
    document["warnings"] = [note(warning, backend) for warning in warnings]
    return document


def node(traced: TracedNode, backend: Backend) -> dict[str, Any]:
    """A node of the trace."""
    document = {
        "name": traced.name,
        "formula": traced.formula,
        "span": list(traced.span),
        "parents": list(traced.parents),
        "value": number(traced.value, backend),
        "adjoint": number(traced.adjoint, backend),
    }
    return {**document, "binds": list(traced.binds)} if traced.binds else document


def step(step: Step, backend: Backend) -> dict[str, Any]:
    """A contribution."""
    return {
        "from": step.node,
        "to": step.parent,
        "argument": step.argument,
        "partial": step.partial,
        "partial_value": number(step.partial_value, backend),
        "adjoint": number(step.adjoint, backend),
        "contribution": number(step.contribution, backend),
    }


def symbolic(verdict: Verdict) -> dict[str, Any]:
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


def side(found: Side) -> dict[str, Any]:
    """What the difference quotient does on one side of the point."""
    document: dict[str, Any] = {"kind": found.kind}
    if found.number is not None:
        document["number"] = number(found.number)
    # Also where it is too large for a double.
    return {**document, "text": found.text} if found.text else document


def certified(certificate: Certificate) -> dict[str, Any]:
    """What is proven of the answer."""
    return {
        "bits": certificate.bits,
        "inputs": "as written",
        "value": proof(certificate.value),
        "gradient": {name: proof(found) for name, found in certificate.gradient.items()},
    }


def proof(found: Proof) -> dict[str, Any]:
    """What is proven of one number: digits of the true number as text, errors of ours as numbers."""
    from gradcli.render.proof import words

    if not found.is_known:
        return {"status": "cannot-say", "reason": found.reason}
    return {
        "status": "exact" if found.digits is None else "proven",
        "verdict": words(found),
        "true": found.text,
        "digits": found.digits,
        "enclosure": [found.low, found.high],
        "ulp": number(found.ulp),
        "relative": number(found.relative),
        "right": found.right,
        "shown": found.shown,
    }


def note(note: Note, backend: Backend = floats) -> dict[str, Any]:
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
            document[side] = number(slope, backend)
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


def head(schema: str, formula: Formula) -> dict[str, Any]:
    """What every document of an answer begins with."""
    return {"schema": schema, "ok": True, "input": formula.source.text, "reading": str(formula)}


def failure(schema: str, text: str, fault: GradcliError) -> dict[str, Any]:
    """The document of a run that has no answer."""
    return {"schema": schema, "ok": False, "input": text, "error": error(fault, text)}
