"""What the rule table returns at kinks, jumps, ends of domains, and where formulas meet 0/0."""

from __future__ import annotations

import math
from itertools import product

import pytest

from gradcli import rules
from gradcli.backends import floats
from gradcli.evaluation import apply, formula_value
from gradcli.partials import edge_at, formula_of, value_of
from gradcli.rules.rule import Rule

NAN, INF = math.nan, math.inf

# name, point, kind of edge (None where there is none), partials
EDGES = [
    ("abs", (0.0,), "kink", (0.0,)),
    ("sign", (0.0,), "jump", (0.0,)),
    ("floor", (3.0,), "jump", (0.0,)),
    ("ceil", (-2.0,), "jump", (0.0,)),
    ("min", (1.0, 1.0), "tie", (0.5, 0.5)),
    ("max", (1.0, 1.0), "tie", (0.5, 0.5)),
    ("hypot", (0.0, 0.0), "kink", (0.0, 0.0)),
    ("mod", (6.0, 2.0), "jump", (1.0, -3.0)),
    ("mod", (0.0, 2.0), "jump", (1.0, 0.0)),
    ("atan2", (0.0, 0.0), "undefined", (NAN, NAN)),
    ("atan2", (0.0, -2.0), "jump", (-0.5, 0.0)),
    ("atan2", (-0.0, -1e-200), "jump", (-1e200, 0.0)),
    ("atan2", (3e-200, 4e-200), "rounding", (1.6e199, -1.2e199)),
    ("atan2", (2.0, 0.0), None, (0.0, -0.5)),
    ("cbrt", (0.0,), "removable", (INF,)),
    ("cbrt", (-0.0,), "removable", (INF,)),
    ("sqrt", (0.0,), None, (INF,)),
    ("sqrt", (-0.0,), None, (INF,)),
    ("asin", (1.0,), "rounding", (INF,)),
    ("asin", (-1.0,), "rounding", (INF,)),
    ("acos", (1.0,), "rounding", (-INF,)),
    ("acosh", (1.0,), None, (INF,)),
    ("^", (0.0, 0.0), "undefined", (0.0, NAN)),
    ("^", (3.0, 0.0), "removable", (0.0, math.log(3))),
    ("^", (0.0, 1.0), "removable", (1.0, 0.0)),
    ("^", (0.0, 2.0), "removable", (0.0, 0.0)),
    ("^", (0.0, 0.5), "removable", (INF, 0.0)),
    ("^", (-0.0, 0.5), "removable", (INF, 0.0)),
    ("^", (0.0, 1.5), "end", (0.0, 0.0)),
    ("^", (-2.0, 2.0), "undefined", (-4.0, NAN)),
    ("^", (-2.0, -1.0), "undefined", (-0.25, NAN)),
    ("^", (-2.0, 0.0), "undefined", (0.0, NAN)),
    ("^", (-1.0, -(2.0**60)), "undefined", (2.0**60, NAN)),
    ("^", (-1.0, 2.0**60), "undefined", (-(2.0**60), NAN)),
    ("acot", (0.0,), "jump", (-1.0,)),
    ("acot", (-1e10,), "rounding", (-1e-20,)),
    ("asec", (1.0,), None, (INF,)),
    ("acsc", (-1.0,), None, (-INF,)),
    ("asech", (1.0,), None, (-INF,)),
    ("root", (0.0, 3.0), "removable", (INF, NAN)),
    ("root", (0.0, 2.0), "end", (INF, NAN)),
    ("root", (-0.0, 1.0), "removable", (1.0, NAN)),
    ("sinc", (0.0,), None, (0.0,)),
    ("lambertw", (0.0,), "removable", (1.0,)),
    ("zeta", (-1e300,), None, (INF,)),
    ("binomial", (3.0, 5.0), None, (-0.05, 0.05)),
    ("binomial", (3.0, -2.0), None, (0.0, -0.05)),
    ("binomial", (60.0, 30.0), None, (8.099743477020619e16, 0.0)),
    ("gammainc", (0.5, 0.0), "end", (0.0, INF)),
    ("gammainc", (1.0, 0.0), "end", (0.0, 1.0)),
    ("gammaincc", (1.0, 0.0), "end", (0.0, -1.0)),
    ("gammaincda", (2.0, 0.0), "end", (NAN, 0.0)),
    ("gammaincda", (0.5, 0.0), "end", (NAN, -INF)),
    ("gammapdf", (1.0, 0.0), "end", (NAN, -1.0)),
    ("gammapdf", (2.0, 0.0), "end", (0.0, 1.0)),
    ("gammapdf", (1.5, 0.0), "end", (0.0, INF)),
    ("gammapdf", (3.0, 0.0), "end", (0.0, 0.0)),
    ("gammapdf", (0.5, 0.0), "end", (NAN, -INF)),
    ("besselj", (0.5, 0.0), "end", (NAN, INF)),
    ("besselj", (2.5, 0.0), "end", (NAN, 0.0)),
    ("besseli", (0.5, 0.0), "end", (NAN, INF)),
    ("besselideriv", (1.5, 0.0, 1.0), "end", (NAN, INF, NAN)),
    ("besseljderiv", (1.5, 0.0, 1.0), "end", (NAN, INF, NAN)),
    ("atan2", (1.7e308, 1.7e308), "rounding", (2.941176470588236e-309, -2.941176470588236e-309)),
    ("hypot", (5e-324, 5e-324), "rounding", (0.5**0.5, 0.5**0.5)),
    ("sincderiv", (2.0, 100.0), None, (-0.00899054478019659, NAN)),
    ("relu", (-0.0,), "kink", (0.5,)),
    ("leakyrelu", (0.0,), "kink", (0.505,)),
    ("elu", (0.0,), None, (1.0,)),
    ("step", (0.0,), "jump", (0.0,)),
    ("clamp", (1.0, 1.0, 2.0), "kink", (0.5, 0.5, 0.0)),
    ("clamp", (2.0, 1.0, 2.0), "kink", (0.5, 0.0, 0.5)),
    ("clamp", (0.0, 1.0, 1.0), "end", (0.0, 1.0, 0.0)),
    ("clamp", (1.0, 1.0, 1.0), "end", (0.0, 0.0, 0.0)),
    ("round", (2.5,), "jump", (0.0,)),
    ("trunc", (-1.0,), "jump", (0.0,)),
    ("trunc", (0.0,), None, (0.0,)),
    ("frac", (3.0,), "jump", (1.0,)),
    ("asinh", (1e200,), None, (1e-200,)),
    ("atan", (1e300,), "rounding", (0.0,)),
]

# name, point, slopes on the left, slopes on the right
SIDES = [
    ("abs", (0.0,), (-1.0,), (1.0,)),
    ("max", (2.0, 2.0), (0.0, 0.0), (1.0, 1.0)),
    ("min", (2.0, 2.0), (1.0, 1.0), (0.0, 0.0)),
    ("hypot", (0.0, 0.0), (-1.0, -1.0), (1.0, 1.0)),
    ("sign", (0.0,), (0.0,), (0.0,)),
    ("floor", (1.0,), (0.0,), (0.0,)),
    ("mod", (6.0, 2.0), (1.0, -3.0), (1.0, -2.0)),
    ("mod", (-6.0, 2.0), (1.0, 4.0), (1.0, 3.0)),
    ("mod", (0.0, 2.0), (1.0, None), (1.0, None)),
    ("atan2", (0.0, -2.0), (-0.5, None), (-0.5, None)),
    ("^", (0.0, 1.5), (), (0.0, None)),
    ("acot", (0.0,), (-1.0,), (-1.0,)),
    ("root", (0.0, 2.0), (), (INF, None)),
    ("gammainc", (1.0, 0.0), (), (None, 1.0)),
    ("relu", (0.0,), (0.0,), (1.0,)),
    ("leakyrelu", (0.0,), (0.01,), (1.0,)),
    ("step", (0.0,), (0.0,), (0.0,)),
    ("clamp", (1.0, 1.0, 2.0), (0.0, 0.0, None), (1.0, 1.0, None)),
    ("clamp", (2.0, 1.0, 2.0), (1.0, None, 1.0), (0.0, None, 0.0)),
    ("clamp", (0.0, 1.0, 1.0), (None, 1.0, None), (None, None, 0.0)),
    ("frac", (3.0,), (1.0,), (1.0,)),
]

INSIDE = [
    ("^", (0.0, 0.0)),
    ("^", (-8.0, 3.0)),
    ("^", (-8.0, 2.0)),
    ("atanh", (0.9999999999999999,)),
    ("asin", (-1.0,)),
    ("acosh", (1.0,)),
    ("sqrt", (0.0,)),
    ("gamma", (-0.5,)),
    ("factorial", (0.0,)),
    ("factorial", (-0.5,)),
]

# name, point, what is said, the cure
OUTSIDE = [
    ("/", (1.0, 0.0), "division by zero", ""),
    ("mod", (1.0, 0.0), "the divisor of `mod` is 0", ""),
    ("^", (0.0, -1.0), "0 to a negative power has no value", ""),
    ("^", (-8.0, 1 / 3), "a negative base takes only an integer exponent", "`cbrt(t)` is the real cube root"),
    ("^", (-8.0, 0.5), "a negative base takes only an integer exponent", ""),
    ("log", (0.0,), "the argument of `log` is 0, and must be positive", ""),
    ("log", (-2.0,), "the argument of `log` is -2, and must be positive", "`log(abs(t))` is the logarithm of its size"),
    ("log", (2.0, 1.0), "the base of `log` is 1, whose powers are all 1", ""),
    ("log1p", (-1.0,), "the argument of `log1p` is -1, and must be greater than -1", ""),
    (
        "sqrt",
        (-1e-17,),
        "the argument of `sqrt` is -1e-17, and must not be negative",
        "if it is negative only by rounding, write `sqrt(max(t, 0))`",
    ),
    (
        "asin",
        (1.5,),
        "the argument of `asin` is 1.5, and must be between -1 and 1",
        "if it is outside only by rounding, write `asin(min(max(t, -1), 1))`",
    ),
    ("atanh", (1.0,), "the argument of `atanh` is 1, and must lie between -1 and 1, both excluded", ""),
    (
        "acosh",
        (0.5,),
        "the argument of `acosh` is 0.5, and must be at least 1",
        "if it is below 1 only by rounding, write `acosh(max(t, 1))`",
    ),
    ("gamma", (0.0,), "the argument of `gamma` is 0, and must not be 0 or a negative integer", ""),
    ("lgamma", (-3.0,), "the argument of `lgamma` is -3, and must not be 0 or a negative integer", ""),
    ("!", (-1.0,), "`factorial` has no value at the negative integer -1", ""),
    ("root", (8.0, 0.5), "the degree of `root` is 0.5, and must be a positive integer", ""),
    ("root", (-8.0, 2.0), "a negative number has no real root of the even degree 2", ""),
    ("logit", (1.0,), "the argument of `logit` is 1, and must lie between 0 and 1, both excluded", ""),
    (
        "lambertw",
        (-0.36787944117144233,),
        "the argument of `lambertw` is -0.36787944117144233, and must not be less than -1/e",
        "`-1/e` itself is rounded to a number just below it",
    ),
    ("cot", (0.0,), "the argument of `cot` is 0, where it has a pole", ""),
    ("asec", (0.5,), "the argument of `asec` is 0.5, and must not be between -1 and 1", ""),
    ("tanpi", (1.5,), "the argument of `tanpi` is 1.5, where it has a pole: midway between integers", ""),
    (
        "asech",
        (1.5,),
        "the argument of `asech` is 1.5, and must be at most 1",
        "if it is above 1 only by rounding, write `asech(min(t, 1))`",
    ),
    ("beta", (1.0, -2.0), "the argument of `beta` is -2, and must be positive", ""),
    ("gammainc", (0.0, 1.0), "the shape of `gammainc` is 0, and must be positive, and at most 10000", ""),
    ("zeta", (1.0,), "the argument of `zeta` is 1, where it has a pole", ""),
    ("erfinv", (1.0,), "the argument of `erfinv` is 1, and must lie between -1 and 1, both excluded", ""),
    ("norminv", (0.0,), "the argument of `norminv` is 0, and must lie between 0 and 1, both excluded", ""),
    (
        "besselj",
        (0.5, -1.0),
        "the argument of `besselj` is -1, and must not be negative unless the order is an integer",
        "",
    ),
    ("besselj", (-0.5, 0.0), "the argument of `besselj` is 0, where it has a pole at this order", ""),
    ("bessely", (0.0, 0.0), "the argument of `bessely` is 0, and must be positive", ""),
    ("besseljderiv", (0.0, 1.0, 0.5), "the order of `besseljderiv` is 0.5, and must be an integer from 0 to 100", ""),
    ("clamp", (0.0, 2.0, 1.0), "the lower bound of `clamp` is 2, and above the upper one, 1", ""),
    ("polygamma", (0.5, 1.0), "the order of `polygamma` is 0.5, and must be an integer from 0 to 1000", ""),
]


def row(name: str, point: tuple[float, ...]) -> Rule:
    rule = rules.find(name, len(point))
    assert rule is not None
    return rule


def partials(rule: Rule, point: tuple[float, ...]) -> tuple[float, ...]:
    arguments = list(point)
    edge, result = edge_at(rule, arguments, floats), apply(rule, arguments, floats)
    formulas = (formula_of(rule, argument, edge) for argument in range(len(point)))
    return tuple(value_of(formula, rule, arguments, result, floats) if formula else NAN for formula in formulas)


def objections(rule: Rule, point: tuple[float, ...]) -> list[tuple[str, str]]:
    """What the domain of a row has against a point: messages and cures, the arguments' texts all `t`."""
    arguments = list(point)
    values = {name: floats.text(value) for name, value in zip(rule.parameters, point, strict=True)}
    return [
        (domain.message.format(**values), domain.help.format(**dict.fromkeys(rule.parameters, "t")))
        for domain in rule.domain
        if not formula_value(domain.predicate, rule.parameters, arguments, floats)
    ]


@pytest.mark.parametrize(("name", "point", "kind", "slopes"), EDGES)
def test_edge_returns_what_it_states(
    name: str, point: tuple[float, ...], kind: str | None, slopes: tuple[float, ...]
) -> None:
    rule = row(name, point)
    edge = edge_at(rule, list(point), floats)
    assert (edge.kind if edge else None) == kind
    # One unit in the last place, for the slopes that are not whole numbers.
    assert partials(rule, point) == pytest.approx(slopes, rel=2.3e-16, abs=0, nan_ok=True)


@pytest.mark.parametrize(("name", "point", "left", "right"), SIDES)
def test_edge_knows_the_slopes_on_both_sides(
    name: str, point: tuple[float, ...], left: tuple[float | None, ...], right: tuple[float | None, ...]
) -> None:
    rule = row(name, point)
    edge = edge_at(rule, list(point), floats)
    assert edge is not None

    def slopes(formulas: tuple[str, ...]) -> tuple[float | None, ...]:
        return tuple(
            formula_value(formula, rule.parameters, list(point), floats) if formula else None for formula in formulas
        )

    assert slopes(edge.left) == left
    assert slopes(edge.right) == right


@pytest.mark.parametrize("name", sorted({rule.backend_name for rule in rules.RULES for edge in rule.edges}))
def test_every_row_with_edges_is_tried_on_each(name: str) -> None:
    rule = next(rule for rule in rules.RULES if rule.backend_name == name)
    tried = [edge_at(rule, list(point), floats) for other, point, *_ in EDGES if row(other, point) is rule]
    tried += [edge_at(rule, list(point), floats) for point in rule.points]
    assert {edge.when for edge in rule.edges} <= {edge.when for edge in tried if edge}


@pytest.mark.parametrize(("name", "point"), INSIDE)
def test_point_belongs_to_the_domain(name: str, point: tuple[float, ...]) -> None:
    assert objections(row(name, point), point) == []


@pytest.mark.parametrize(("name", "point", "message", "cure"), OUTSIDE)
def test_point_outside_the_domain_is_refused(name: str, point: tuple[float, ...], message: str, cure: str) -> None:
    assert objections(row(name, point), point)[0] == (message, cure)


@pytest.mark.parametrize("rule", rules.RULES, ids=lambda rule: rule.backend_name)
def test_value_is_a_number_wherever_the_domain_allows(rule: Rule) -> None:
    """No point inside a domain gives nan, and none outside gives a number that nobody would notice."""
    if rule.is_condition or rule.name == "if":
        return
    numbers = (-1e300, -170.5, -2.5, -2.0, -1.0, -0.3, -1e-300, 0.0, 5e-324, 0.5, 1.0, 1.5, 3.0, 170.0, 1e10, 1e300)
    few = (-1e300, -2.5, -2.0, 0.0, 5e-324, 0.5, 1.0, 3.0, 170.0, 1e300)
    count = len(rule.parameters)
    for point in product(numbers if count < 3 else few, repeat=count):
        if not objections(rule, point):
            assert not math.isnan(apply(rule, list(point), floats)), point


@pytest.mark.parametrize(
    ("name", "point", "argument"),
    [("mod", (6.0, 2.0), 1), ("mod", (-6.0, 2.0), 1), ("mod", (6.0, -2.0), 1), ("mod", (-6.0, -2.0), 1)],
)
def test_slopes_beside_a_jump_are_those_of_the_pieces(name: str, point: tuple[float, ...], argument: int) -> None:
    rule = row(name, point)
    edge = edge_at(rule, list(point), floats)
    assert edge is not None
    for side, formulas in ((-1e-9, edge.left), (1e-9, edge.right)):
        beside = [number + (side if index == argument else 0) for index, number in enumerate(point)]
        stated = formula_value(formulas[argument], rule.parameters, list(point), floats)
        # The slope changes by no more than the step beyond the jump.
        assert partials(rule, tuple(beside))[argument] == pytest.approx(stated, rel=1e-8)
