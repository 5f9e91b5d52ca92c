"""How the series of a function begins and goes on: sums, products and quotients directly, others by their partials."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from gradcli.backends import balls, series
from gradcli.backends.series import Form
from gradcli.calculus import smoothness
from gradcli.calculus.jet import Jet, Need
from gradcli.evaluation import formula_value
from gradcli.graph import Operation, template
from gradcli.rules.rule import Domain, Edge, Rule
from gradcli.source import Source

if TYPE_CHECKING:
    from gradcli.calculus.jets import Jets

Forms = list[Form]

DIRECT: dict[str, Callable[..., Form]] = {
    "=": lambda degree, x: x[degree],
    "+": lambda degree, x, y: series.added(x[degree], y[degree]),
    "-": lambda degree, x, *y: series.subtracted(x[degree], y[0][degree]) if y else series.subtracted({}, x[degree]),
    "*": lambda degree, x, y: series.convolution(x, y, degree),
}
"""The forms of functions that need no partials: they take those of their arguments."""


class Instead(NamedTuple):
    """Partials of a row in another form, equal to its own, where `when` holds; "" where there is none.

    The row's own are right at each number and yet no series can be made of them: they divide zeros, or pass through
    the kink of an `abs`, choose between two equal forms, or take more and more steps.
    """

    when: str
    partials: tuple[str, ...]


INSTEAD = {
    "power": (
        # The row's own falls by 1 each time: a chain that ends soon for small exponents, and in exact zeros. Whether x
        # is 0, which the row's edges ask, does not matter to whole powers.
        Instead("y >= 1 and y <= 64 and y == floor(y)", ("y*x^(y - 1)", "")),
        Instead("x > 0", ("y*v/x", "v*log(x)")),
        Instead("x < 0", ("y*v/x", "")),
        Instead("y >= 1 and y == floor(y)", ("y*x^(y - 1)", "")),
        Instead("x == 0 and y > 0", ("", "0")),
    ),
    "lambertw": (Instead("x == 0", ("lambertwderiv(x, 1)",)),),
    "erfinv": (Instead("x == 0", ("sqrt(pi)/2/gaussian(v)",)),),
    "gammapdf": (Instead("x > 0", ("v*logdigamma(x, a)", "v*(a - 1 - x)/x")),),
}


def of_partials(
    source: Source, home: Operation, rule: Rule, numbers: list[Any], varying: tuple[int, ...]
) -> Iterator[tuple[int, str]]:
    """The formula of the partial by each argument that varies, that holds all around the point.

    Raises GradcliError at a kink, a jump, the end of a domain, or where that is not decided.
    """
    for instead in INSTEAD.get(rule.backend_name, ()):
        is_whole = all(instead.partials[place] for place in varying)
        if is_whole and balls.truth(formula_value(instead.when, rule.parameters, numbers, balls)):
            yield from ((place, instead.partials[place]) for place in varying)
            return
    edge = steady_edge(source, home, rule, numbers, varying)
    for place in varying:
        yield place, (edge.partials[place] if edge else "") or rule.partials[place]


def steady_edge(
    source: Source, home: Operation, rule: Rule, numbers: list[Any], varying: tuple[int, ...]
) -> Edge | None:
    """The edge that the arguments are on, if its formulas hold all around the point, as `n == 1` for a root does."""
    moving = {rule.parameters[place] for place in varying}
    for edge in rule.edges:
        if edge.kind == "rounding":
            continue  # its formulas are equal to the row's own
        is_steady = moving.isdisjoint(template(edge.when, rule.parameters).inputs)
        truth = balls.truth(formula_value(edge.when, rule.parameters, numbers, balls))
        if truth is None and (is_steady or matters(edge, varying)):
            raise smoothness.undecided(source, home, f"whether `{edge.when}` holds in `{home.function}`")
        if truth and (not is_steady or edge.kind == "undefined") and matters(edge, varying):
            raise smoothness.edge_met(source, home, edge)
        if truth:
            return edge
    return None


def matters(edge: Edge, varying: tuple[int, ...]) -> bool:
    """Does an edge change a partial by an argument that varies?"""
    if edge.kind == "undefined":
        return any("0/0" in edge.partials[place] for place in varying)
    if edge.kind == "removable":
        return any(edge.partials[place] for place in varying)
    return any(edge.concerns(place) for place in varying)


def outside(rule: Rule, numbers: list[Any]) -> Domain | None:
    """The part of a function's domain that arguments are outside of for certain, if any."""
    for domain in rule.domain:
        if balls.truth(formula_value(domain.predicate, rule.parameters, numbers, balls)) is False:
            return domain
    return None


def needs_of_quotient(jets: Jets, jet: Jet, degree: int) -> Iterable[Need]:
    """What the next form of x/y needs; where y begins with zeros, so many degrees more."""
    above, below = jet.parents
    if jet.shift is None:
        forms = jets.jets[below].forms
        first = next((place for place, form in enumerate(forms) if form), None)
        if first is None and len(forms) <= jets.reach:
            return [(below, len(forms))]
        if first is None:
            raise jets.without_series(jet)
        jet.shift = first
    return [(below, degree + jet.shift), (above, degree + jet.shift)]


def quotient(jets: Jets, jet: Jet, degree: int) -> Form:
    """The next form of x/y: that of x, less the product of y and what is known of the quotient, by y's first term."""
    above, below = (jets.jets[parent].forms for parent in jet.parents)
    shift = jet.shift
    assert shift is not None
    first = below[shift]
    is_pole = degree == 0 and any(above[:shift])
    if not series.are_known(first) or (is_pole and not any(map(series.is_nonzero, above[:shift]))):
        raise jets.open_value(jet)
    if len(first) > 1 or is_pole:
        raise jets.without_series(jet)
    rest = series.subtracted(above[degree + shift], series.convolution(jet.forms, below[shift:], degree, least=1))
    found = series.divided(rest, first)
    if found is None:
        raise jets.without_series(jet)
    return found
