"""A formula at a point becomes its Taylor polynomial: the bits at work are doubled until each coefficient is proven."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from gradcli import absences, notes, point
from gradcli.backends import balls
from gradcli.backends.series import Form
from gradcli.calculator import unused
from gradcli.calculus.jets import Jets
from gradcli.calculus.polynomial import DIGITS, Taylor, Term, terms_of
from gradcli.errors import GradcliError
from gradcli.expression import Formula
from gradcli.faults import quoted
from gradcli.gradient import Note
from gradcli.limits import gaps
from gradcli.point import Given
from gradcli.precision import FIRST, LAST, SPARE, WIDE, first_unknown, is_done, narrowed, no_value
from gradcli.problem import Problem, posed

MOST_OF_ONE, MOST_OF_SEVERAL = 1000, 4
"""The highest orders, in one name and in several."""
USUAL_OF_ONE, USUAL_OF_SEVERAL = 10, 2
"""The orders where none is given: in several names the model that is a quadric."""
NOTHING = 1100
"""A coefficient below 2^-1100, less than any double, that cannot be told from zero is left at that."""
MOST_WORK = 20_000_000
"""Products of two numbers, a product of series for each node of the graph: half a minute."""
SECONDS = 20.0
"""After a run that took longer none with more bits is tried."""


def taylor(
    text: str | Formula, at: Mapping[str, Given] | None = None, *, order: int | None = None,
    wrt: Iterable[str] | None = None,
) -> Taylor:  # fmt: skip
    """The Taylor polynomial of a formula at a point, by the names `wrt` (all of the point when it is None).

    `order` is 10 for one name, 2 for several, if it is None; at most 1000, and 4. Inputs count as written.
    Raises GradcliError as `gradcli.evaluate` does, and `derivative.*` where the formula is not smooth at the point,
    `usage.order` where the order is too high, or the work too much.
    """
    return taylor_of(posed(text, at, wrt), order)


def taylor_of(problem: Problem, order: int | None) -> Taylor:
    """The Taylor polynomial of a problem; see `taylor`."""
    refuse_bindings(problem)
    names = problem.wrt
    order = order_of(problem, order)
    require_value(problem)
    bits, forms, joins = to_enough_bits(problem, order)
    with balls.precision(bits):
        terms = terms_of(forms, names)
    warnings = notes.in_order((*notes.of_names(problem.graph), *unused(problem), *untold(terms)))
    return Taylor(problem.formula, problem.point, names, order, terms, bits, joins, warnings)


def refuse_bindings(problem: Problem) -> None:
    """Refuses names that the formula itself gives a value to: nothing can be moved there."""
    for name in problem.wrt:
        if name in problem.graph.bindings:
            message = f"`{name}` is bound in the formula, and a Taylor series is by names of the point"
            free = [name for name in problem.point if name not in problem.graph.bindings]
            help = f"the names of the point are {quoted(free)}" if free else "give it a value with `--at` instead"
            raise GradcliError("name.wrt", message, problem.formula.source, None, help)


def order_of(problem: Problem, order: int | None) -> int:
    """The order asked for, or the usual one. Raises GradcliError (`usage.order`) where it is too high."""
    count, source = len(problem.wrt), problem.formula.source
    if order is None:
        order = USUAL_OF_ONE if count < 2 else USUAL_OF_SEVERAL
    most = MOST_OF_ONE if count < 2 else MOST_OF_SEVERAL
    if not isinstance(order, int) or not 0 <= order <= most:
        in_names = "one name" if count < 2 else f"{count} names"
        message = f"the order {order} is not possible: in {in_names} it is from 0 to {most}"
        help = f"ask for 0 to {most}" if count < 2 else f"ask for 0 to {most}, or for one name with `--wrt`"
        raise GradcliError("usage.order", message, source, None, help)
    nodes, products = len(problem.graph.nodes), math.comb(2 * count + order, order)
    if nodes * products > MOST_WORK:
        message = f"order {order} in {count} names of a formula of {nodes:,} nodes would take minutes"
        raise GradcliError("usage.order", message, source, None, "ask for a lower order, or for fewer names")
    return order


def require_value(problem: Problem) -> None:
    """Refuses a point without a value, in the words of `gradcli.evaluate`."""
    valued = replace(problem, wrt=())
    bits, found = narrowed(valued, lambda found: is_done(found.value, WIDE))
    try:
        with balls.precision(bits):
            if (unknown := first_unknown(found)) is not None:
                raise no_value(found, unknown)
            if not balls.is_finite(found.value):
                raise absences.infinite_value(problem.formula, balls.text(found.value))
    except GradcliError as error:
        error.help = gaps.help_at(problem, error)
        raise


def to_enough_bits(problem: Problem, order: int) -> tuple[int, list[Form], tuple[Note, ...]]:
    """The forms of the series with each number known to so many digits, as far as bits help.

    Before them the bits it took, behind them the conditions that change at the point.
    """
    wanted = int(DIGITS * balls.BITS_PER_DIGIT) + SPARE
    bits = FIRST + 4 * order
    while True:
        start, fault = time.perf_counter(), None
        forms, joins = list[Form](), tuple[Note, ...]()
        try:
            with balls.precision(bits):
                jets = Jets(problem.graph, point.on(problem.point, balls), problem.wrt, order)
                forms = jets.run(order)
                joins = joins_of(jets, order)
                is_enough = all(is_done(number, wanted, NOTHING) for form in forms for number in form.values())
        except GradcliError as error:
            if error.code != "derivative.undecided":
                raise
            fault, is_enough = error, False
        if is_enough:
            return bits, forms, joins
        if 2 * bits > LAST + 8 * order or time.perf_counter() - start > SECONDS:
            if fault is not None:
                raise fault
            return bits, forms, joins
        bits *= 2


def joins_of(jets: Jets, order: int) -> tuple[Note, ...]:
    """What is said of the conditions that change at the point."""
    found = []
    for home, condition in jets.joins.items():
        what = f"`{jets.graph.source.at(home.arguments[0])}` changes"
        said = f"{what} at the point, and both branches have the same coefficients to order {order}"
        if condition.beside is not None:
            said = f"{what} at the point alone: the series is that of what holds beside it, which has the same value"
        found.append(Note("derivative.boundary", said, home.arguments[0], within=home.within))
    return notes.in_order(found)


def untold(terms: Sequence[Term]) -> Iterator[Note]:
    """A warning about coefficients that cannot be told from zero, and about those with fewer digits."""
    zeros = sum(term.may_be_zero for term in terms)
    few = sum(term.digits is not None and term.digits < DIGITS for term in terms) - zeros
    if zeros:
        what = "1 coefficient is" if zeros == 1 else f"{zeros} coefficients are"
        yield Note("check.digits", f"{what} 0 or very small: no precision that was tried tells it from 0")
    if few:
        what = "1 coefficient has" if few == 1 else f"{few} coefficients have"
        yield Note("check.digits", f"{what} fewer than {DIGITS} proven digits")
