"""A place where a formula has no Taylor series, or none that can be told, becomes an error there."""

from __future__ import annotations

from gradcli.errors import GradcliError, in_calls
from gradcli.graph import Operation
from gradcli.rules.rule import Edge
from gradcli.source import Source

MOVE = "move the point: there is a Taylor series only where the formula is smooth"


def edge_met(source: Source, node: Operation, edge: Edge) -> GradcliError:
    """A kink, a jump or the end of a domain at the point."""
    where = (source, node.place, MOVE, in_calls(node.within))
    if edge.is_kink:
        return GradcliError("derivative.kink", f"`{node.function}` has a kink at this point", *where)
    if edge.kind == "jump":
        return GradcliError("derivative.jump", f"`{node.function}` jumps at this point", *where)
    return no_series(source, node, edge.reason)


def no_series(source: Source, node: Operation, reason: str = "") -> GradcliError:
    """A function that is not smooth where its arguments lie, as a root at 0."""
    message = f"`{node.function}` has no Taylor series at this point" + (f": {reason}" if reason else "")
    return GradcliError("derivative.series", message, source, node.place, MOVE, in_calls(node.within))


def branches_differ(source: Source, node: Operation, degree: int) -> GradcliError:
    """A condition that changes at the point, where what holds on both sides does not go over into each other."""
    if node.rule.name != "if":  # the condition is one of the rule table's
        return no_series(source, node, "its derivatives change there")
    place = node.arguments[0]
    where = (source, place, MOVE, in_calls(node.within))
    what = f"`{source.at(place)}` changes just at this point"
    if degree == 0:
        return GradcliError("derivative.jump", f"{what}, and with it the value", *where)
    if degree == 1:
        return GradcliError("derivative.kink", f"{what}, and with it the slope", *where)
    message = f"{what}, and with it the derivatives of order {degree}"
    return GradcliError("derivative.series", message, *where)


def branch_has_none(source: Source, node: Operation, error: GradcliError) -> GradcliError:
    """A branch that holds beside the point and has no series there."""
    message = f"`{source.at(node.arguments[0])}` changes just at this point, and a branch has no Taylor series there"
    place = node.arguments[0]
    labels = in_calls(node.within)
    return GradcliError("derivative.series", f"{message}: {error.message}", source, place, MOVE, labels)


def too_high(source: Source, node: Operation) -> GradcliError:
    """A function whose derivatives are functions of the table by themselves, to some order."""
    message = f"derivatives of `{node.function}` of so high an order are not computed"
    return GradcliError("usage.order", message, source, node.place, "ask for a lower order", in_calls(node.within))


def join_undecided(source: Source, node: Operation, degree: int) -> GradcliError:
    """A condition that changes at the point, where balls do not tell whether both branches agree."""
    if node.rule.name != "if":
        return undecided(source, node, f"whether `{node.function}` has a Taylor series here")
    place = node.arguments[0]
    what = "values" if degree == 0 else f"derivatives of order {degree}"
    return undecided(
        source, node._replace(place=place), f"whether both branches of `{source.at(place)}` have equal {what}"
    )


def undecided_change(source: Source, node: Operation) -> GradcliError:
    """A condition of numbers that are equal at the point, and have been in all degrees, and of unequal branches."""
    if node.rule.name != "if":
        return undecided(source, node, f"whether `{node.function}` has a Taylor series here")
    place = node.arguments[0]
    return undecided(source, node._replace(place=place), f"whether `{source.at(place)}` changes at this point")


def undecided(source: Source, node: Operation, what: str) -> GradcliError:
    """Something that no precision that was tried tells."""
    message = f"{what} cannot be told, with as many digits as were tried"
    help = "move the point, or rewrite the formula so that this is exactly so, or clearly not"
    return GradcliError("derivative.undecided", message, source, node.place, help, in_calls(node.within))
