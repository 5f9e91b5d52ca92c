"""Rows of the rule table: error functions, the gamma function and what derives from it."""

from __future__ import annotations

from gradcli.rules.rule import SUBNORMAL, Domain, Rule

BELL = ((0.0,), (1e-20,), (0.3,), (-1.2,), (3.0,), (5.5,), (-10.3,), (26.2,), (1e200,))
POLES = ((0.5,), (1.0,), (2.0,), (4.7,), (1e-300,), (-0.5,), (-2.5,), (-1.9999999999999998,), (-30.000001,))


def without_poles(name: str) -> tuple[Domain, ...]:
    """The domain of gamma and its derivatives."""
    message = f"the argument of `{name}` is {{x}}, and must not be 0 or a negative integer"
    return (Domain("x > 0 or x != floor(x)", message, "x"),)


RULES = (
    # gaussian(x) rather than exp(-x^2): far out the rounding of x^2 would cost hundreds of ulp.
    Rule(
        "erf",
        ("x",),
        "error function, 2/sqrt(pi) times the integral of exp(-t^2) from 0 to x",
        ("2/sqrt(pi)*gaussian(x)",),
        points=BELL,
    ),
    Rule("erfc", ("x",), "1 - erf(x), accurate for large x", ("-2/sqrt(pi)*gaussian(x)",), points=BELL),
    Rule(
        "gaussian",
        ("x",),
        "the bell curve exp(-x^2), accurate far out",
        ("-2*x*v",),
        definition="exp(-x^2)",
        exceptions=(SUBNORMAL,),
        points=BELL,
    ),
    Rule(
        "gamma",
        ("x",),
        "gamma function, (x - 1)! for integers",
        ("v*digamma(x)",),
        domain=without_poles("gamma"),
        exceptions=(SUBNORMAL,),
        points=(*POLES, (1.4616321449683622,), (171.6,), (-170.5,)),
    ),
    Rule(
        "lgamma",
        ("x",),
        "natural logarithm of abs(gamma(x))",
        ("digamma(x)",),
        domain=without_poles("lgamma"),
        aliases=("gammaln",),
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
        aliases=("!",),
        exceptions=("x + 1 is rounded, which shows beside the minimum at 0.4616, where digamma(x + 1) is 0",),
        points=((0.0,), (1.0,), (5.0,), (0.5,), (0.46163214496836225,), (1e-20,), (20.0,), (-0.5,), (-1.5,), (170.0,)),
    ),
    Rule(
        "digamma",
        ("x",),
        "derivative of lgamma(x)",
        ("trigamma(x)",),
        domain=without_poles("digamma"),
        aliases=("psi",),
        points=(*POLES, (1.4616321449683622,), (1e10,), (1e300,), (-1000.3,)),
    ),
    Rule(
        "trigamma",
        ("x",),
        "derivative of digamma(x)",
        ("polygamma(2, x)",),
        domain=without_poles("trigamma"),
        points=(*POLES, (1e10,), (1e300,), (-1000.3,)),
    ),
    Rule(
        "polygamma",
        ("n", "x"),
        "n-th derivative of digamma(x)",
        ("", "polygamma(n + 1, x)"),
        domain=(
            Domain(
                "n >= 0 and n <= 1000 and n == floor(n)",
                "the order of `polygamma` is {n}, and must be an integer from 0 to 1000",
                "n",
            ),
            *without_poles("polygamma"),
        ),
        points=((0.0, 2.5), (1.0, 0.3), (2.0, -1.7), (3.0, 1e-20), (5.0, 40.0), (20.0, 3.0), (2.0, -1000.3)),
    ),
)
