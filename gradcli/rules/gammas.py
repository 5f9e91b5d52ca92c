"""Rows of the rule table: the gamma function and what is made of it, beta, binomial, incomplete gamma and zeta."""

from __future__ import annotations

from gradcli.rules.limits import HIGHEST_POLYGAMMA, LARGEST_SHAPE
from gradcli.rules.rule import SUBNORMAL, Domain, Edge, Rule, order_of_a_derivative

POLES = ((0.5,), (1.0,), (2.0,), (4.7,), (1e-300,), (-0.5,), (-2.5,), (-1.9999999999999998,), (-30.000001,))

SHAPES = (
    (2.5, 3.0),
    (1.0, 0.3),
    (0.3, 1e-20),
    (170.0, 150.3),
    (3.0, 40.0),
    (1000.0, 1000.0),
    (9999.5, 1e4),
    (1e-10, 0.5),
    (5.0, 1e-10),
    (0.5, 700.0),
)
"""Shapes and arguments of the gamma distribution."""


def without_poles(name: str) -> tuple[Domain, ...]:
    """The domain of gamma and its derivatives."""
    message = f"the argument of `{name}` is {{x}}, and must not be 0 or a negative integer"
    return (Domain("x > 0 or x != floor(x)", message, "x"),)


def positive_pair(name: str) -> tuple[Domain, ...]:
    """The domain of beta and its logarithm."""
    return tuple(
        Domain(f"{x} > 0", f"the argument of `{name}` is {{{x}}}, and must be positive", x) for x in ("a", "b")
    )


def of_shape(name: str, largest: int | None = None) -> tuple[Domain, ...]:
    """The domain of the gamma distribution, its shape at most `largest`."""
    to = f", and at most {largest}" if largest else ""
    return (
        Domain(
            "a > 0" + (f" and a <= {largest}" if largest else ""),
            f"the shape of `{name}` is {{a}}, and must be positive{to}",
            "a",
        ),
        Domain("x >= 0", f"the argument of `{name}` is {{x}}, and must not be negative", "x"),
    )


def above_minus_one(name: str) -> Domain:
    """The domain of the first argument of binomial and its derivatives."""
    return Domain("n > -1", f"the first argument of `{name}` is {{n}}, and must be greater than -1", "n")


RULES = (
    Rule(
        "gamma",
        ("x",),
        "gamma function, (x - 1)! for integers",
        ("v*digamma(x)",),
        domain=without_poles("gamma"),
        exceptions=(SUBNORMAL,),
        latex=r"\Gamma",
        points=(*POLES, (1.4616321449683622,), (171.6,), (-170.5,)),
    ),
    Rule(
        "lgamma",
        ("x",),
        "natural logarithm of abs(gamma(x))",
        ("digamma(x)",),
        domain=without_poles("lgamma"),
        aliases=("gammaln",),
        latex=r"\ln\left|\Gamma\left(<x>\right)\right|",
        points=(
            *POLES,
            (1.4616321449683622,),
            (2.0000000000000004,),
            (-2.4570247382208006,),
            (1e10,),
            (1e300,),
            (-1000.3,),
        ),
    ),
    Rule(
        "factorial",
        ("x",),
        "x!, the product of the integers to x; gamma(x + 1) for other numbers",
        ("v*digamma(x + 1)",),
        domain=(Domain("x >= 0 or x != floor(x)", "`factorial` has no value at the negative integer {x}", "x"),),
        edges=(
            Edge(
                "rounding",
                "x < 4",
                ("v*polygammasum(0, x, 1)",),
                "x + 1 is rounded, which shows beside the minimum at 0.46 and beside poles",
            ),
        ),
        aliases=("!",),
        exceptions=(SUBNORMAL,),
        latex="<(x)>!",
        python="math.gamma(x + 1)",
        points=((0.0,), (1.0,), (5.0,), (0.5,), (0.46163214496836225,), (1e-20,), (20.0,), (-0.5,), (-1.5,), (170.0,)),
    ),
    Rule(
        "digamma",
        ("x",),
        "derivative of lgamma(x)",
        ("trigamma(x)",),
        domain=without_poles("digamma"),
        aliases=("psi",),
        latex=r"\psi",
        python="float(scipy.special.digamma(x))",
        points=(*POLES, (1.4616321449683622,), (1e10,), (1e300,), (-1000.3,)),
    ),
    Rule(
        "trigamma",
        ("x",),
        "derivative of digamma(x)",
        ("polygamma(2, x)",),
        domain=without_poles("trigamma"),
        latex=r"\psi^{\left(1\right)}\left(<x>\right)",
        python="float(scipy.special.polygamma(1, x))",
        points=(*POLES, (1e10,), (1e300,), (-1000.3,)),
    ),
    Rule(
        "polygamma",
        ("n", "x"),
        "n-th derivative of digamma(x)",
        ("", "polygamma(n + 1, x)"),
        domain=(
            order_of_a_derivative("polygamma", "n", HIGHEST_POLYGAMMA),
            *without_poles("polygamma"),
        ),
        latex=r"\psi^{\left(<n>\right)}\left(<x>\right)",
        python="float(scipy.special.polygamma(int(n), x))",
        points=((0.0, 2.5), (1.0, 0.3), (2.0, -1.7), (3.0, 1e-20), (5.0, 40.0), (20.0, 3.0), (2.0, -1000.3)),
    ),
    # The difference cancels where h is small beside x; x + h is not rounded.
    Rule(
        "polygammarise",
        ("n", "x", "h"),
        "polygamma(n, x + h) - polygamma(n, x), accurate for small h",
        ("", "polygammarise(n + 1, x, h)", "polygammasum(n + 1, x, h)"),
        definition="polygamma(n, x + h) - polygamma(n, x)",
        domain=(
            order_of_a_derivative("polygammarise", "n", HIGHEST_POLYGAMMA),
            *without_poles("polygammarise"),
            Domain(
                "x + h > 0 or x + h != floor(x + h)",
                "the argument of `polygammarise` rises from {x} by {h} to 0 or a negative integer",
                "h",
            ),
        ),
        latex=r"\left(\psi^{\left(<n>\right)}\left(<x> + <(h)>\right) - \psi^{\left(<n>\right)}\left(<x>\right)\right)",
        points=(
            (0.0, 2.5, 1.0),
            (0.0, 1e10, 1e-10),
            (1.0, 0.3, 2.0),
            (2.0, -1.75, 0.5),
            (0.0, 1e-300, 1.0),
            (0.0, 5.0, 0.0),
            (3.0, 7.0, -4.5),
            (0.0, 1e300, 1e300),
        ),
        occurs_in_derivatives=True,
    ),
    # digamma(x + h) would round x + h, which shows beside zeros and poles.
    Rule(
        "polygammasum",
        ("n", "x", "h"),
        "polygamma(n, x + h), the sum not rounded",
        ("", "polygammasum(n + 1, x, h)", "polygammasum(n + 1, x, h)"),
        definition="polygamma(n, x + h)",
        domain=(
            order_of_a_derivative("polygammasum", "n", HIGHEST_POLYGAMMA),
            Domain(
                "x + h > 0 or x + h != floor(x + h)",
                "the argument of `polygammasum` rises from {x} by {h} to 0 or a negative integer",
                "h",
            ),
        ),
        latex=r"\psi^{\left(<n>\right)}\left(<x> + <(h)>\right)",
        points=(
            (0.0, 0.46163214496836225, 1.0),
            (1.0, 2.5, -0.1),
            (0.0, -2.5, 0.3),
            (2.0, 1e-20, 1.0),
            (0.0, 1e300, 1e300),
            (3.0, 0.1, 7.25),
        ),
        occurs_in_derivatives=True,
    ),
    Rule(
        "beta",
        ("a", "b"),
        "beta function, gamma(a)*gamma(b)/gamma(a + b)",
        ("-v*polygammarise(0, a, b)", "-v*polygammarise(0, b, a)"),
        definition="gamma(a)*gamma(b)/gamma(a + b)",
        domain=positive_pair("beta"),
        exceptions=("where v or the difference is below 1e-308 it has fewer digits, or none",) * 2,
        latex=r"\mathrm{B}",
        python="float(scipy.special.beta(a, b))",
        points=(
            (2.0, 3.0),
            (0.3, 0.7),
            (1e-20, 5.0),
            (1.0, 1.0),
            (100.5, 300.25),
            (1e10, 0.5),
            (1e10, 1e-10),
            (1e-100, 1e100),
            (2.5, 1e100),
        ),
    ),
    Rule(
        "lbeta",
        ("a", "b"),
        "natural logarithm of beta(a, b)",
        ("-polygammarise(0, a, b)", "-polygammarise(0, b, a)"),
        definition="lgamma(a) + lgamma(b) - lgamma(a + b)",
        domain=positive_pair("lbeta"),
        aliases=("betaln", "logbeta"),
        latex=r"\ln\left(\mathrm{B}\left(<a>, <b>\right)\right)",
        python="float(scipy.special.betaln(a, b))",
        points=(
            (2.0, 3.0),
            (0.3, 0.7),
            (1e-20, 5.0),
            (1.0, 1.0),
            (1000.5, 3000.25),
            (1e10, 0.5),
            (1e10, 1e-10),
            (1e-200, 1e200),
            (1e300, 1e300),
        ),
    ),
    Rule(
        "binomial",
        ("n", "k"),
        "binomial coefficient, n! / (k! (n - k)!)",
        ("binomialderiv(n, k, 1, 0)", "binomialderiv(n, k, 0, 1)"),
        definition="gamma(n + 1)/gamma(k + 1)/gamma(n - k + 1)",
        domain=(above_minus_one("binomial"),),
        aliases=("choose", "binom"),
        latex=r"\binom{<n>}{<k>}",
        python="float(scipy.special.binom(n, k))",
        points=(
            (5.0, 2.0),
            (10.0, 5.0),
            (60.0, 30.0),
            (1000.0, 3.0),
            (7.0, 0.0),
            (7.0, 7.0),
            (0.5, 2.0),
            (-0.5, 3.0),
            (6.5, 1.25),
            (3.0, 5.0),
            (3.0, -2.0),
            (2.5, 4.5),
            (1e10, 2.0),
            (0.1, 1.100000001),
            (5.0, 2.5),
            (5.0, 2.5000000000000004),
            (1e-20, -1e-20),
        ),
    ),
    # v*(digamma(n + 1) - digamma(n - k + 1)) would round n - k + 1, which shows beside the zeros of binomial, where
    # digamma has poles, and beside k = n/2, where the slope by k is 0.
    Rule(
        "binomialderiv",
        ("n", "k", "i", "j"),
        "i-th derivative by n of the j-th by k of binomial(n, k); "
        "the first by n is binomial(n, k)*(digamma(n + 1) - digamma(n - k + 1))",
        ("binomialderiv(n, k, i + 1, j)", "binomialderiv(n, k, i, j + 1)", "", ""),
        domain=(
            above_minus_one("binomialderiv"),
            order_of_a_derivative("binomialderiv", "i"),
            order_of_a_derivative("binomialderiv", "j"),
        ),
        latex=r"\operatorname{binomial}^{\left(<i>, <j>\right)}\left(<n>, <k>\right)",
        python="float(mpmath.diff(mpmath.binomial, (n, k), (int(i), int(j))))",
        points=(
            (5.0, 2.0, 0.0, 1.0),
            (6.5, 1.25, 1.0, 0.0),
            (3.0, 5.0, 1.0, 0.0),
            (6.5, 1.25, 1.0, 1.0),
            (2.5, 4.5, 0.0, 0.0),
            (0.1, 1.100000001, 1.0, 0.0),
            (60.0, 30.0, 0.0, 1.0),
            (7.0, 0.0, 1.0, 0.0),
            (10.0, 3.25, 0.0, 2.0),
        ),
        occurs_in_derivatives=True,
    ),
    Rule(
        "gammainc",
        ("a", "x"),
        "lower incomplete gamma function P, from 0 at x = 0 to 1",
        ("gammaincda(a, x)", "gammapdf(a, x)"),
        domain=of_shape("gammainc", LARGEST_SHAPE),
        edges=(
            Edge(
                "end",
                "x == 0",
                ("0", "gammapdf(a, 0)"),
                "to the left of 0 there is no value",
                right=("", "gammapdf(a, 0)"),
            ),
        ),
        aliases=("gammap",),
        latex="P",
        python="float(scipy.special.gammainc(a, x))",
        points=SHAPES,
    ),
    Rule(
        "gammaincc",
        ("a", "x"),
        "upper incomplete gamma function Q = 1 - P, from 1 at x = 0 to 0",
        ("-gammaincda(a, x)", "-gammapdf(a, x)"),
        domain=of_shape("gammaincc", LARGEST_SHAPE),
        edges=(
            Edge(
                "end",
                "x == 0",
                ("0", "-gammapdf(a, 0)"),
                "to the left of 0 there is no value",
                right=("", "-gammapdf(a, 0)"),
            ),
        ),
        aliases=("gammaq",),
        latex="Q",
        python="float(scipy.special.gammaincc(a, x))",
        points=SHAPES,
    ),
    Rule(
        "gammaincda",
        ("a", "x"),
        "derivative of gammainc(a, x) by a",
        ("", "gammapdf(a, x)*logdigamma(x, a)"),
        domain=of_shape("gammaincda", LARGEST_SHAPE),
        edges=(
            Edge(
                "end",
                "x == 0",
                ("", "if(a > 1, 0, -inf)"),
                "to the left of 0 there is no value",
                right=("", "if(a > 1, 0, -inf)"),
            ),
        ),
        exceptions=("", SUBNORMAL),
        latex=r"P^{\left(1, 0\right)}\left(<a>, <x>\right)",
        python="float(mpmath.diff(lambda s: mpmath.gammainc(s, 0, x, regularized=True), a))",
        points=SHAPES,
        occurs_in_derivatives=True,
    ),
    Rule(
        "gammapdf",
        ("a", "x"),
        "density of the gamma distribution, x^(a - 1)*exp(-x)/gamma(a)",
        ("v*logdigamma(x, a)", "if(a < 2, v*(a - 1 - x)/x, v*(a - x - 1)/x)"),
        definition="x^(a - 1)*exp(-x)/gamma(a)",
        domain=of_shape("gammapdf"),
        edges=(
            Edge(
                "end",
                "x == 0",
                ("if(a > 1, 0, 0/0)", "if(a == 2, 1, if(a == 1, -1, if(a > 2, 0, (a - 1)*inf)))"),
                "to the left of 0 there is no value",
                right=("", "if(a == 2, 1, if(a == 1, -1, if(a > 2, 0, (a - 1)*inf)))"),
            ),
        ),
        exceptions=(SUBNORMAL, "a - 1 - x is rounded twice"),
        latex=r"\frac{<(x)>^{<a> - 1} e^{-<(x)>}}{\Gamma\left(<a>\right)}",
        python="math.exp(float(scipy.special.xlogy(a - 1, x)) - x - math.lgamma(a))",
        points=(
            (2.5, 3.0),
            (1.0, 0.3),
            (0.25, 1e-20),
            (170.0, 150.5),
            (3.0, 40.0),
            (9999.5, 1e4),
            (5.0, 1e-10),
            (0.5, 700.0),
            (1e-10, 0.5),
        ),
        vanishes=False,
    ),
    Rule(
        "logdigamma",
        ("x", "a"),
        "log(x) - digamma(a), accurate where they are alike",
        ("1/x", "-trigamma(a)"),
        definition="log(x) - digamma(a)",
        domain=(
            Domain("x > 0", "the first argument of `logdigamma` is {x}, and must be positive", "x"),
            Domain("a > 0", "the second argument of `logdigamma` is {a}, and must be positive", "a"),
        ),
        latex=r"\left(\ln\left(<x>\right) - \psi\left(<a>\right)\right)",
        points=((1.0, 1.0), (150.5, 170.0), (1e4, 9999.5), (1e-300, 0.3), (1e300, 1e300), (0.3, 1e-300)),
        occurs_in_derivatives=True,
    ),
    Rule(
        "zeta",
        ("x",),
        "Riemann zeta function",
        ("zetaderiv(x, 1)",),
        domain=(Domain("x != 1", "the argument of `zeta` is 1, where it has a pole", "x"),),
        latex=r"\zeta",
        python="float(mpmath.zeta(x))",
        points=(
            (2.0,),
            (0.5,),
            (0.0,),
            (1.0000000000000002,),
            (0.9999999999999999,),
            (-1.5,),
            (-2.0,),
            (-7.0,),
            (-30.3,),
            (-170.5,),
            (30.0,),
            (800.0,),
            (1e-20,),
        ),
    ),
    Rule(
        "zetaderiv",
        ("x", "k"),
        "k-th derivative of zeta(x)",
        ("zetaderiv(x, k + 1)", ""),
        domain=(
            Domain("x != 1", "the argument of `zetaderiv` is 1, where it has a pole", "x"),
            Domain("x >= -10000", "the argument of `zetaderiv` is {x}, and must be at least -10000", "x"),
            order_of_a_derivative("zetaderiv"),
        ),
        latex=r"\zeta^{\left(<k>\right)}\left(<x>\right)",
        python="float(mpmath.diff(mpmath.zeta, x, int(k)))",
        points=((2.0, 1.0), (0.5, 2.0), (1.0000000000000002, 1.0), (-2.0, 1.0), (-30.3, 1.0), (40.0, 1.0), (3.0, 0.0)),
        occurs_in_derivatives=True,
    ),
)
