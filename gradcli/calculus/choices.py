"""Conditions on series, and the choice between two: what holds at the point, and what holds all around it.

Where both sides of a comparison have the same value, the first terms in which they differ say what holds beside the
point: `x^2 > 0` is false at 0 and true around it, `x == 0` true at 0 alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from gradcli.backends import balls, series
from gradcli.backends.series import Form
from gradcli.calculus import smoothness
from gradcli.calculus.jet import Condition, Jet, Need
from gradcli.evaluation import apply
from gradcli.rules.rule import COMPARISONS

if TYPE_CHECKING:
    from gradcli.calculus.jets import Jets


def needs_of_condition(jets: Jets, jet: Jet) -> Iterable[Need]:
    """What a condition needs to be decided, as far as that is known."""
    assert jet.rule is not None
    parents = jet.parents
    if jet.rule.name not in COMPARISONS:
        first = jets.jets[parents[0]].condition
        decides = first is not None and first.is_settled and first.here is (jet.rule.name == "or")
        return [(parent, 0) for parent in (parents[:1] if first is None or decides else parents)]
    left, right = (jets.jets[parent] for parent in parents)
    if not (left.forms and right.forms):
        return [(parent, 0) for parent in parents]
    if is_tie(jets, jet) and first_difference(left, right) is None:
        degree = min(len(left.forms), len(right.forms))
        return [(parent, degree) for parent in parents] if degree <= jets.reach else ()
    return ()


def condition_of(jets: Jets, jet: Jet) -> Condition:
    """What is true at the point and around it."""
    assert jet.rule is not None
    if jet.rule.name in COMPARISONS:
        return comparison(jets, jet)
    first, *rest = (jets.jets[parent].condition for parent in jet.parents)
    assert first is not None
    if jet.rule.name == "not":
        return Condition(not first.here, None if first.beside is None else not first.beside, first.may_change)
    return joined(first, rest[0], jet.rule.name == "or")


def joined(first: Condition, second: Condition | None, truth: bool) -> Condition:
    """`and`, or `or` if `truth`: settled by one that has this truth; the second is None where the first settles it."""
    if second is None:
        return first
    beside = (first.beside, second.beside)
    around = truth if truth in beside else None if None in beside else not truth
    here = truth if truth in (first.here, second.here) else not truth
    return Condition(here, around, around is None and (first.may_change or second.may_change))


def comparison(jets: Jets, jet: Jet) -> Condition:
    """A comparison: open sets are settled by the values, ties by the first terms that differ."""
    rule, home = jet.rule, jet.home
    assert rule is not None and home is not None
    left, right = (jets.jets[parent] for parent in jet.parents)
    is_one = is_same(jets, jet)
    numbers = [left.number(), right.number()] if not is_one else [balls.number("0")] * 2
    here = balls.truth(apply(rule, numbers, balls))
    if here is None:
        raise smoothness.undecided(jets.graph.source, home, f"whether a condition in `{home.function}` holds")
    if not is_tie(jets, jet):
        return Condition(here, here)
    difference = first_difference(left, right)
    if difference is None:
        return Condition(here, None, may_change=True)
    degree, form = difference
    if rule.name in ("==", "!="):
        return Condition(here, rule.name == "!=")
    if len(jets.places) > 1 or degree % 2 or not series.are_known(form):
        return Condition(here, None)
    [number] = form.values()
    return Condition(here, (series.sign(number) < 0) == (rule.name in ("<", "<=")))


def is_tie(jets: Jets, jet: Jet) -> bool:
    """Have both sides of a comparison the same value for certain, and may differ beside the point?"""
    left, right = (jets.jets[parent] for parent in jet.parents)
    if is_same(jets, jet) or not (left.varies or right.varies):
        return False
    one, other = left.number(), right.number()
    return balls.equal(one, other) is True


def is_same(jets: Jets, jet: Jet) -> bool:
    """Is a jet compared with itself?"""
    left, right = map(jets.behind, jet.parents)
    return left == right


def first_difference(left: Jet, right: Jet) -> tuple[int, Form] | None:
    """The lowest degree, of those that are known, in which two series may differ, and by what."""
    for degree, (one, other) in enumerate(zip(left.forms, right.forms, strict=False)):
        if degree and (form := series.subtracted(one, other)):
            return degree, form
    return None


def branches(jets: Jets, jet: Jet) -> tuple[int, ...]:
    """The branches of an `if` that the series is made of, those that hold beside the point first."""
    condition = jets.jets[jet.parents[0]].condition
    assert condition is not None
    _, yes, no = jet.parents
    if condition.is_settled:
        return (yes if condition.here else no,)
    if condition.beside is None:
        return (yes, no)
    return (yes, no) if condition.beside else (no, yes)


def needs_of_choice(jets: Jets, jet: Jet, degree: int) -> Iterable[Need]:
    """What the next form of an `if` needs."""
    if jets.jets[jet.parents[0]].condition is None:
        return [(jet.parents[0], 0)]
    if not jet.varies:
        return [(branches(jets, jet)[0], degree)]
    found = branches(jets, jet)
    return [(branch, degree) for branch in (found if is_compared(jets, jet, degree) else found[:1])]


def is_compared(jets: Jets, jet: Jet, degree: int) -> bool:
    """Must both branches have the same form of this degree?

    What holds at the point alone gives the value only; of several names it may hold on a line, and all counts.
    """
    condition = jets.jets[jet.parents[0]].condition
    assert condition is not None
    return not condition.is_settled and (degree == 0 or condition.beside is None or len(jets.places) > 1)


def chosen(jets: Jets, jet: Jet, degree: int) -> Form:
    """The next form of an `if`. Raises GradcliError where the branches on both sides do not go over into each other."""
    found = branches(jets, jet)
    form = jets.jets[found[0]].forms[degree]
    if not is_compared(jets, jet, degree):
        return form
    condition, home = jets.jets[jet.parents[0]], jet.home
    assert condition.condition is not None and home is not None
    if home.rule.name == "if":
        jets.joins[home] = condition.condition
    one, other = form, jets.jets[found[1]].forms[degree]
    place = line_of(jets, condition)
    if condition.condition.beside is not None and place is not None:
        one, other = series.without(one, place), series.without(other, place)
    equal = found[0] == found[1] or series.same(one, other)
    if equal is None:
        raise smoothness.join_undecided(jets.graph.source, home, degree)
    if not equal and condition.condition.may_change:
        raise smoothness.undecided_change(jets.graph.source, home)
    if not equal:
        raise smoothness.branches_differ(jets.graph.source, home, degree)
    return form


def line_of(jets: Jets, condition: Jet) -> int | None:
    """The name, by its place, that is compared with a constant; None if the condition is another one."""
    left, right = condition.parents[0], condition.parents[-1]
    for one, other in ((left, right), (right, left)):
        if one in jets.variables and not jets.jets[other].varies:
            return jets.variables[one]
    return None
