"""Rows of the rule table: Bessel functions, and their derivatives by the argument."""

from __future__ import annotations

from gradcli.rules.limits import HIGHEST_BESSEL
from gradcli.rules.rule import Domain, Edge, Rule, order_of_a_derivative

KINDS = {
    "besselj": "Bessel function of the first kind",
    "bessely": "Bessel function of the second kind",
    "besseli": "modified Bessel function of the first kind",
    "besselk": "modified Bessel function of the second kind",
}
SLOPES = {
    "besselj": "(besselj(n - 1, x) - besselj(n + 1, x))/2",
    "bessely": "(bessely(n - 1, x) - bessely(n + 1, x))/2",
    "besseli": "(besseli(n - 1, x) + besseli(n + 1, x))/2",
    "besselk": "-(besselk(n - 1, x) + besselk(n + 1, x))/2",
}
SYMBOLS = {"besselj": "J", "bessely": "Y", "besseli": "I", "besselk": "K"}
"""How they are set; in lower case and with a v they are SciPy's names for them."""
WHOLE_LINE = ("besselj", "besseli")
"""Those that, at integer orders, have a value at 0 and to the left of it."""

RIGHT = ((0.0, 0.3), (1.0, 2.5), (2.5, 7.0), (-0.25, 1.5), (3.0, 1e-20), (10.0, 1.5), (0.5, 600.0), (-3.0, 4.0))
EXTREMA = {
    "besselj": ((1.0, 1.841183781340659), (0.0, 1e22), (2.0, -1e300)),
    "bessely": ((1.0, 3.6830228565851777), (0.0, 1e22), (2.0, 1e40)),
    "besseli": ((2.0, 650.3),),
    "besselk": ((2.0, 650.3),),
}
"""Beside a zero of the slope, and far out."""
ORIGIN = ((0.0, 0.0), (1.0, 0.0), (3.0, 0.0), (-1.0, -2.0), (4.0, -0.3), (4.5, 0.0))


def domain(name: str, function: str) -> tuple[Domain, ...]:
    """The domain of a Bessel function, or a derivative called `name`."""
    highest = HIGHEST_BESSEL
    message = f"the order of `{name}` is {{n}}, and must be between -{highest} and {highest}"
    order = Domain(f"abs(n) <= {highest}", message, "n")
    if function in WHOLE_LINE:
        negative = f"the argument of `{name}` is {{x}}, and must not be negative unless the order is an integer"
        # A derivative falls to the order n - k there.
        zero = f"the argument of `{name}` is 0, where it has a pole at this order"
        return (
            order,
            Domain("x >= 0 or n == floor(n)", negative, "x"),
            Domain(f"x != 0 or n == floor(n) or n > {'0' if name == function else 'k'}", zero, "x"),
        )
    return (order, Domain("x > 0", f"the argument of `{name}` is {{x}}, and must be positive", "x"))


def rows(function: str) -> tuple[Rule, Rule]:
    """The row of a Bessel function and that of its derivatives.

    The slope is not written as the sum of two: it cancels beside its zeros.
    """
    points = RIGHT + EXTREMA[function] + (ORIGIN if function in WHOLE_LINE else ())
    derivative = f"{function}deriv"
    is_end, reason = "x == 0 and n != floor(n)", "to the left of 0 only integer orders have a value"
    first, next_one = f"{derivative}(n, x, 1)", f"{derivative}(n, x, k + 1)"
    ends = (Edge("end", is_end, ("", ""), reason, right=("", first)),) if function in WHOLE_LINE else ()
    further = tuple(edge._replace(partials=("",) * 3, right=("", next_one, "")) for edge in ends)
    return (
        Rule(
            function,
            ("n", "x"),
            f"{KINDS[function]} of order n",
            ("", first),
            domain=domain(function, function),
            edges=ends,
            latex=rf"{SYMBOLS[function]}_{{<n>}}\left(<x>\right)",
            python=f"float(scipy.special.{SYMBOLS[function].lower()}v(n, x))",
            points=points,
        ),
        Rule(
            derivative,
            ("n", "x", "k"),
            f"k-th derivative of {function}(n, x) by x; the first is {SLOPES[function]}",
            ("", next_one, ""),
            domain=(*domain(derivative, function), order_of_a_derivative(derivative)),
            edges=further,
            occurs_in_derivatives=True,
            latex=rf"{SYMBOLS[function]}_{{<n>}}^{{\left(<k>\right)}}\left(<x>\right)",
            python=f"float(scipy.special.{SYMBOLS[function].lower()}vp(n, x, int(k)))",
            points=tuple((n, x, float(index % 4)) for index, (n, x) in enumerate(points)),
        ),
    )


RULES = tuple(row for function in KINDS for row in rows(function))
