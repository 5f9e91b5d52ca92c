"""A mistake to words, in terms of the user's own text."""

from __future__ import annotations

from collections.abc import Sequence

from gradcli.check.claims.changes import Change, operation
from gradcli.gradient import Contribution, Gradient
from gradcli.graph import Operation

OPPOSITE = "sign: this is the derivative with the other sign"
LAWS = {"*": "product rule", "/": "quotient rule", "+": "sum", "-": "sum"}


def of_change(found: Gradient, change: Change) -> str:
    """A mistake in a derivative."""
    kind = change.kind
    if kind.startswith("variable "):
        return f"wrong variable: this is the derivative by `{kind.removeprefix('variable ')}`"
    if kind == "inners":
        return "chain rule: the derivatives of the inner functions are missing"
    node = operation(found, change.node)
    whole = found.graph.source.at(node.span)
    parts = [found.graph.source.at(span) for span in node.arguments]
    if change.argument < 0:
        return of_whole(kind, whole, parts)
    return of_term(kind, node, whole, parts[change.argument])


def of_whole(kind: str, whole: str, parts: Sequence[str]) -> str:
    """A mistake with all that a node is made of."""
    match kind:
        case "inner":
            return f"chain rule: the derivative of the inner `{whole}` is missing"
        case "product":
            return f"product rule: the derivatives of `{parts[0]}` and of `{parts[1]}` are multiplied"
        case "quotient":
            return f"quotient rule: the derivative of `{parts[0]}` is divided by that of `{parts[1]}`"
    return f"quotient rule: the denominator `{parts[1]}` is not squared"


def of_term(kind: str, node: Operation, whole: str, part: str) -> str:
    """A mistake with one term of the chain rule."""
    law = LAWS.get(node.rule.name, "chain rule")
    match kind:
        case "missing":
            return f"{law}: the term where `{part}` is differentiated is missing"
        case "sign":
            what = f"{law}, sign" if node.rule.name == "/" else "sign"
            return f"{what}: the term where `{part}` is differentiated has the wrong one"
        case "exponent":
            return f"power rule: the exponent of `{whole}` is not lowered by 1"
        case "factor of the power":
            return f"power rule: the exponent of `{whole}` is missing as a factor"
        case "power rule":
            return f"power rule: it is for a fixed exponent, and that of `{whole}` is not"
        case "logarithm":
            return f"exponential: the logarithm of the base of `{whole}` is missing as a factor"
        case "same":
            return f"`{whole}` itself stands where its derivative should"
    return f"chain rule: the derivative of the outer `{node.function}` in `{whole}` is missing"


def of_factor(found: Gradient, part: Contribution, factor: str) -> str:
    """A term with a wrong factor."""
    place = found.graph.source.at(operation(found, part.node).arguments[part.argument])
    return f"factor: the term where `{place}` is differentiated is {factor} times what it should be"
