"""A formula and a point become all second derivatives: the graph of the slopes, swept once for each of them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from gradcli.backends import floats
from gradcli.calculator import answer
from gradcli.calculus import joined
from gradcli.calculus.row import Row, row_of, told
from gradcli.calculus.shape import Shape, may_be_zero, shape, true_slopes, whole
from gradcli.calculus.slopes import needed, slope_along, slopes
from gradcli.calculus.vectors import refuse_size, refuse_unknown
from gradcli.expression import Formula
from gradcli.gradient import Gradient, Note
from gradcli.graph import Graph
from gradcli.notes import in_order, leave_doubt
from gradcli.point import Given, Point, from_mapping
from gradcli.problem import Problem, posed

CLOSE = 1e-9
"""Relative difference of two derivatives that is put down to rounding."""


@dataclass(frozen=True, eq=False)
class Hessian:
    """The second derivatives of a formula at a point, by `names`; entry (i, j) is by name i and name j.

    `first` is the answer itself, value and gradient, and `rows` hold for each slope its own slopes: by the names from
    its own on, as what is on the other side of the diagonal is the same number, or by all where a warning leaves that
    in doubt. `nodes` is the size of the graph of the slopes.
    """

    problem: Problem
    first: Gradient
    rows: tuple[Row, ...]
    nodes: int

    @property
    def names(self) -> tuple[str, ...]:
        """The names of rows and columns."""
        return self.problem.wrt

    @property
    def matrix(self) -> tuple[tuple[float, ...], ...]:
        """The entries, row by row: symmetric but where a warning says otherwise."""
        rows = [row.slopes for row in self.rows]
        return tuple(
            tuple(rows[i][other] if other in rows[i] else rows[j][name] for j, other in enumerate(self.names))
            for i, name in enumerate(self.names)
        )

    @property
    def unequal(self) -> list[tuple[str, str]]:
        """The pairs of names by which the derivative depends on their order, so that there is no second derivative."""
        pairs = itertools.combinations(range(len(self.names)), 2)
        return [
            (self.names[i], self.names[j])
            for i, j in pairs
            if not math.isclose(self.matrix[i][j], self.matrix[j][i], rel_tol=CLOSE, abs_tol=CLOSE * self.largest)
        ]

    @property
    def largest(self) -> float:
        """The size of the largest entry that is finite."""
        return max((abs(number) for row in self.matrix for number in row if math.isfinite(number)), default=0.0)

    @cached_property
    def shape(self) -> Shape:
        """Eigenvalues, definiteness, and the kind of a point without a slope, of the true numbers where known."""
        if self.is_doubtful:
            return Shape()
        known = true_slopes([self.problem, *(row.problem for row in self.rows)])
        if known is None:
            return shape(self.matrix, None, not any(self.first.gradient.values()))
        first, *rows = known
        return shape(self.matrix, whole(rows), all(map(may_be_zero, first)))

    @property
    def is_doubtful(self) -> bool:
        """Does a warning say that a slope, or the slope of one, is not what it would be at an ordinary point?"""
        return leave_doubt(self.warnings)

    @property
    def warnings(self) -> tuple[Note, ...]:
        """Those of the answer itself, and those about slopes of the slopes."""
        about_rows = (note for row in self.rows for note in told(row, of_slope(row.name)))
        return in_order((*self.first.warnings, *about_rows, *series(self.rows), *map(of_order, self.unequal)))


@dataclass(frozen=True, eq=False)
class Product:
    """The product of the Hessian of a formula at a point and a vector, `times`, by name; see `Hessian`."""

    problem: Problem
    first: Gradient
    row: Row
    times: dict[str, float]
    nodes: int

    @property
    def product(self) -> dict[str, float]:
        """The entries by name."""
        return self.row.slopes

    @property
    def warnings(self) -> tuple[Note, ...]:
        """Those of the answer itself, and those about slopes of the slopes."""
        return in_order((*self.first.warnings, *told(self.row, "in the slope along the vector"), *series((self.row,))))


def series(rows: Sequence[Row]) -> tuple[Note, ...]:
    """The one warning that the second derivatives are those of a series, if they are."""
    return (joined.FOUND,) if any(joined.FOUND in row.answer.warnings for row in rows) else ()


def of_order(pair: tuple[str, str]) -> Note:
    """The warning that a derivative depends on the order of its names."""
    one, other = pair
    message = f"the derivative by `{one}`, then `{other}`, is not that by `{other}`, then `{one}`: there is no Hessian"
    return Note("derivative.undefined", message)


def of_slope(name: str) -> str:
    """How warnings speak of a slope."""
    return f"in the slope by `{name}`"


def hessian(text: str | Formula, at: Mapping[str, Given] | None = None, *, wrt: Iterable[str] | None = None) -> Hessian:
    """The value, the gradient and the matrix of second derivatives of a formula at a point, in double precision.

    `at` and `wrt` are as in `gradcli.evaluate`. An entry is nan where there is no second derivative, with a warning.
    Raises GradcliError as `gradcli.evaluate` does.
    """
    return hessian_of(posed(text, at, wrt))


def hessian_of(problem: Problem) -> Hessian:
    """The Hessian of a problem."""
    first = answer(problem)
    graph = slopes(problem.graph, problem.wrt)
    found = joined.entries(problem, first)
    # Where all is smooth, what stands below the diagonal is what stands above it.
    is_smooth = not leave_doubt(first.warnings)
    rows = tuple(
        row(name, derived(problem, graph, output, problem.wrt[place * is_smooth :]), found)
        for place, (name, output) in enumerate(zip(problem.wrt, graph.outputs, strict=True))
    )
    if is_smooth and any(leave_doubt(row.answer.warnings) for row in rows):
        pairs = zip(problem.wrt, graph.outputs, strict=True)
        rows = tuple(row(name, derived(problem, graph, output, problem.wrt), found) for name, output in pairs)
    return Hessian(problem, first, rows, len(graph.nodes))


def row(name: str, problem: Problem, found: joined.Entries | None) -> Row:
    """The second derivatives by a name, from the series where it was found."""
    if found is None:
        return row_of(name, problem)
    slopes = {other: found.get((name, other), 0.0) for other in problem.wrt}
    return joined.row_from(name, problem, problem.sweep(floats), slopes)


def hessian_times(
    text: str | Formula,
    at: Mapping[str, Given] | None = None,
    *,
    times: Mapping[str, Given],
    wrt: Iterable[str] | None = None,
) -> Product:
    """The product of the Hessian and the vector `times`, without the matrix, at the cost of a few gradients.

    Names that `times` leaves out count as 0. Raises GradcliError as `gradcli.evaluate` does, and `name.vector` for
    names that are not differentiated by.
    """
    return product_of(posed(text, at, wrt), from_mapping(times, "times"))


def product_of(problem: Problem, times: Point) -> Product:
    """The product of the Hessian of a problem and a vector: the slopes of the slope along it."""
    refuse_unknown(times, problem.wrt, "--times")
    refuse_size(times, "--times")
    first = answer(problem)
    graph = slope_along(problem.graph, problem.wrt, times)
    one = replace(problem, graph=graph, is_checked=False)
    vector = {name: times[name].value if name in times else 0.0 for name in problem.wrt}
    found = joined.entries(problem, first)
    if found is None:
        product = row_of("product", one)
    else:
        product = joined.row_from("product", one, one.sweep(floats), joined.along(found, problem.wrt, vector))
    return Product(problem, first, product, vector, len(graph.nodes))


def derived(problem: Problem, graph: Graph, output: int, wrt: tuple[str, ...]) -> Problem:
    """The problem of one output of a graph made from that of `problem`."""
    one = needed(replace(graph, output=output, outputs=(output,)))
    return replace(problem, graph=one, wrt=wrt, is_checked=False)
