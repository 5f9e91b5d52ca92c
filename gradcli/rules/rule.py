"""What is known about one function, as a row of the rule table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from gradcli.rules.limits import HIGHEST_DERIVATIVE

SUBNORMAL = "beside the smallest doubles v has fewer digits, and so has what is made of it"
"""An exception: why a partial that multiplies the result can be off by more than 2 ulp."""

COMPARISONS = frozenset(("<", "<=", ">", ">=", "==", "!="))
CONNECTIVES = frozenset(("and", "or", "not"))


class Domain(NamedTuple):
    """Where a function has a value.

    `predicate` is a condition in gradcli's own language on the parameters; it must be true. `message` is said
    when it is not, with `{x}` for the value of the argument called x; `help` is the cure, with `{x}` for the
    text of that argument. `parameter` is the argument to underline beside the function ("" for none).
    """

    predicate: str
    message: str
    parameter: str = ""
    help: str = ""


class Edge(NamedTuple):
    """A place where the partials' formulas do not hold, and what is returned there instead.

    kink: the slope changes; the partials are the convention's (0 at a local extremum, else the mean).
    tie: a kink where two arguments are equal, and either may be the one that counts.
    jump: the value jumps; the partials are those of the pieces on either side, 0 for a step.
    end: the domain ends; the partials are one-sided.
    removable: the formulas meet 0*inf or 0/0 but the partials exist and are given here; nobody is warned.
    undefined: no partial exists there; its formula gives nan.
    rounding: the formulas hold, but floating point loses digits or overflows in them; those given here are
        exactly equal to them there, as graphs of slopes hold them for all kinds of numbers, and do not. Nobody is
        warned, and exact number systems need not look.

    `when` is a condition on the parameters; of several edges that apply, the first one listed does. `partials`
    are formulas, one a parameter, in which `v` is the result; "" keeps the row's own. `left` and `right` are
    the slopes on both sides, one a parameter, as formulas ("" where there is none). A kink, jump or end
    concerns just those parameters for which a slope on a side is given.
    """

    kind: Literal["kink", "tie", "jump", "end", "removable", "undefined", "rounding"]
    when: str
    partials: tuple[str, ...]
    reason: str
    left: tuple[str, ...] = ()
    right: tuple[str, ...] = ()

    def concerns(self, argument: int) -> bool:
        """Has the edge slopes by this argument?"""
        return any(slopes[argument] for slopes in (self.left, self.right) if slopes)

    @property
    def is_kink(self) -> bool:
        """Does the slope change there?"""
        return self.kind in ("kink", "tie")

    @property
    def is_break(self) -> bool:
        """Is there no derivative there, though there are slopes on both sides?"""
        return self.is_kink or self.kind == "jump"


class Rule(NamedTuple):
    """One function: its value, its partials, its domain, its edges.

    `name` is what is typed: a function's name or an operator's sign. `value` is the name of the function in
    each backend that computes it ("" for the same name); a backend without one uses `definition`, a formula
    in gradcli's own language. `partials` are formulas in that language, one a parameter, in which `v` is the
    function's result; no number is computed from anything else. "" says that the derivative by that
    parameter is not known. `folds` lets the function take any number of arguments, as f(f(a, b), c), and
    `is_idempotent` says that f(a, a) is a; `family`
    gives the row for another number of arguments where that is not the same.
    `exceptions` say, one a parameter, why a partial may be off by more than 2 ulp ("" where it may not).
    `readable` are the partials as a derivative that is printed has them, one a parameter, where no single formula of
    `partials` has the slopes of edges too: with it `step(x - y)` is right also where x and y tie. `vanishes` says
    that the value can be zero though no argument is; where it cannot, a zero is one that was too small for the
    backend's numbers. `occurs_in_derivatives` marks a function that nobody would think of
    calling, but that the derivatives of others are written with. `points` are arguments at which tests try the row.

    `latex` is how it is set: what stands before the arguments in brackets (`\\sin`), or all of it with the parameters
    in angles, `<x>`, or `<(x)>` where anything but a number or a name needs brackets; "" stands for the name in upright
    letters. `python` is how it is called there (`scipy.special.jv`), or else the body of a function of the parameters;
    "" stands for the function of that name in `math`, or, where there is none, for the definition.
    """

    name: str
    parameters: tuple[str, ...]
    summary: str
    partials: tuple[str, ...] = ()
    value: str = ""
    definition: str = ""
    domain: tuple[Domain, ...] = ()
    edges: tuple[Edge, ...] = ()
    aliases: tuple[str, ...] = ()
    folds: bool = False
    is_idempotent: bool = False
    exceptions: tuple[str, ...] = ()
    vanishes: bool = True
    occurs_in_derivatives: bool = False
    latex: str = ""
    readable: tuple[str, ...] = ()
    python: str = ""
    points: tuple[tuple[float, ...], ...] = ()
    family: Callable[[int], Rule] | None = None

    @property
    def backend_name(self) -> str:
        """The name under which backends hold the function's value, and its codes (`domain.log`)."""
        return self.value or self.name

    @property
    def is_condition(self) -> bool:
        """Is the result true or false rather than a number?"""
        return self.name in COMPARISONS or self.name in CONNECTIVES

    @property
    def takes_any_number(self) -> bool:
        """Can the function be called with more arguments than it has parameters?"""
        return self.folds or self.family is not None

    @property
    def least_arguments(self) -> int:
        """The fewest arguments of a function that takes any number of them."""
        return 2 if self.folds else 1

    def takes(self, count: int) -> bool:
        """Can the function be called with `count` arguments?"""
        return count >= self.least_arguments if self.takes_any_number else count == len(self.parameters)

    def of_count(self, count: int) -> Rule:
        """The row for `count` arguments: this one, or another of its family."""
        return self.family(count) if self.family and count != len(self.parameters) else self

    def wants_condition(self, position: int) -> bool:
        """Is the argument at `position` true or false rather than a number?"""
        return self.name in CONNECTIVES or (self.name == "if" and position == 0)


class Constant(NamedTuple):
    """A named number of the language; each backend has its value under the same name.

    `latex` and `python` are how it is written there.
    """

    name: str
    summary: str
    latex: str
    python: str


def names_of(count: int) -> tuple[str, ...]:
    """The parameters of a row of a family, of `count` numbers that are all alike."""
    return ("x", "y", "z")[:count] if count <= 3 else tuple(f"x{index}" for index in range(1, count + 1))


def order_of_a_derivative(name: str, k: str = "k", highest: int = HIGHEST_DERIVATIVE) -> Domain:
    """The domain of the parameter `k` that is the order of a derivative, in a function called `name`."""
    return Domain(
        f"{k} >= 0 and {k} <= {highest} and {k} == floor({k})",
        f"the order of `{name}` is {{{k}}}, and must be an integer from 0 to {highest}",
        k,
    )
