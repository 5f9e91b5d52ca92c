"""Rows of the rule table: error functions, the normal distribution, and exponential integrals."""

from __future__ import annotations

from gradcli.rules.rule import SUBNORMAL, Domain, Edge, Rule, order_of_a_derivative

BELL = ((0.0,), (1e-20,), (0.3,), (-1.2,), (3.0,), (5.5,), (-10.3,), (26.2,), (1e200,))
SHARES = ((0.5,), (0.3,), (0.999,), (1e-20,), (1e-300,), (0.9999999999999999,), (0.5000000000000001,))
"""Numbers between 0 and 1."""


def strictly_between(name: str, low: str, high: str, parameter: str = "x") -> tuple[Domain, ...]:
    """The domain of the inverse of a distribution."""
    message = f"the argument of `{name}` is {{{parameter}}}, and must lie between {low} and {high}, both excluded"
    return (Domain(f"{parameter} > {low} and {parameter} < {high}", message, parameter),)


RULES = (
    # gaussian(x) rather than exp(-x^2): far out the rounding of x^2 would cost hundreds of ulp.
    Rule(
        "erf",
        ("x",),
        "error function, 2/sqrt(pi) times the integral of exp(-t^2) from 0 to x",
        ("2/sqrt(pi)*gaussian(x)",),
        points=BELL,
    ),
    Rule("erfc", ("x",), "1 - erf(x), accurate for large x", ("-2/sqrt(pi)*gaussian(x)",), points=BELL, vanishes=False),
    Rule(
        "gaussian",
        ("x",),
        "the bell curve exp(-x^2), accurate far out",
        ("-2*x*v",),
        definition="exp(-x^2)",
        exceptions=(SUBNORMAL,),
        latex="e^{-<(x)>^{2}}",
        python="math.exp(-x*x)",
        points=BELL,
        vanishes=False,
    ),
    Rule(
        "erfcx",
        ("x",),
        "exp(x^2)*erfc(x), without overflow for large x",
        ("2*x*v - 2/sqrt(pi)",),
        definition="exp(x^2)*erfc(x)",
        edges=(Edge("rounding", "x > -1/2", ("erfcxderiv(x, 1)",), "the difference cancels for large x"),),
        exceptions=("three roundings, up to 2.5 ulp",),
        python="float(scipy.special.erfcx(x))",
        points=((0.0,), (1e-20,), (0.3,), (-0.51,), (-1.2,), (5.5,), (-10.3,), (-26.5,), (1e9,), (1e100,)),
    ),
    Rule(
        "erfcxderiv",
        ("x", "k"),
        "k-th derivative of erfcx(x); the first is 2*x*erfcx(x) - 2/sqrt(pi)",
        ("erfcxderiv(x, k + 1)", ""),
        domain=(order_of_a_derivative("erfcxderiv"),),
        latex=r"\operatorname{erfcx}^{\left(<k>\right)}\left(<x>\right)",
        python="float(mpmath.diff(lambda t: mpmath.exp(t*t)*mpmath.erfc(t), x, int(k)))",
        points=((0.0, 1.0), (0.3, 2.0), (-1.2, 1.0), (30.0, 3.0), (1e100, 1.0), (-20.5, 2.0), (1.0, 0.0)),
        occurs_in_derivatives=True,
    ),
    # exp(v^2) would turn the rounding of v, up to 6, into 70 times as large a relative error of the result.
    Rule(
        "erfinv",
        ("x",),
        "inverse of erf",
        ("sqrt(pi)/2/gausserfcinv(1 - abs(x))",),
        domain=strictly_between("erfinv", "-1", "1"),
        exceptions=("three roundings and that of pi, up to 2.5 ulp",),
        latex=r"\operatorname{erf}^{-1}\left(<x>\right)",
        python="float(scipy.special.erfinv(x))",
        points=((0.0,), (1e-20,), (-0.3,), (0.75,), (0.9999999999999999,), (-0.999,), (1e-300,)),
    ),
    Rule(
        "erfcinv",
        ("x",),
        "inverse of erfc",
        ("-sqrt(pi)/2/gausserfcinv(x)",),
        domain=strictly_between("erfcinv", "0", "2"),
        exceptions=("three roundings and that of pi, up to 2.5 ulp",),
        latex=r"\operatorname{erfc}^{-1}\left(<x>\right)",
        python="float(scipy.special.erfcinv(x))",
        points=(*SHARES, (1.0,), (1.5,), (1.9999999999999998,)),
    ),
    Rule(
        "gausserfcinv",
        ("x",),
        "gaussian(erfcinv(x)), the inverse not rounded",
        ("sqrt(pi)*erfcinv(x)",),
        definition="gaussian(erfcinv(x))",
        domain=strictly_between("gausserfcinv", "0", "2"),
        exceptions=("three roundings and that of pi, up to 2.5 ulp",),
        latex=r"\exp\left(-\left(\operatorname{erfc}^{-1}\left(<x>\right)\right)^{2}\right)",
        points=(*SHARES, (1.5,), (1.9999999999999998,)),
        occurs_in_derivatives=True,
    ),
    Rule(
        "normpdf",
        ("x",),
        "density of the standard normal distribution",
        ("-x*v",),
        definition="exp(-x^2/2)/sqrt(2*pi)",
        exceptions=(SUBNORMAL,),
        latex=r"\varphi",
        python="math.exp(-x*x/2)/math.sqrt(2*math.pi)",
        points=(*BELL, (37.3,)),
        vanishes=False,
    ),
    Rule(
        "normcdf",
        ("x",),
        "standard normal distribution, from 0 to 1",
        ("normpdf(x)",),
        definition="erfc(-x/sqrt(2))/2",
        latex=r"\Phi",
        points=(*BELL, (-37.3,)),
        vanishes=False,
    ),
    Rule(
        "norminv",
        ("p",),
        "inverse of normcdf",
        ("sqrt(2*pi)/gausserfcinv(2*p)",),
        definition="-sqrt(2)*erfcinv(2*p)",
        domain=strictly_between("norminv", "0", "1", "p"),
        exceptions=("three roundings and that of pi, up to 2.5 ulp",),
        latex=r"\Phi^{-1}\left(<p>\right)",
        points=SHARES,
    ),
    Rule(
        "gelu",
        ("x",),
        "x*normcdf(x), a smooth relu",
        ("normcdf(x) + x*normpdf(x)",),
        definition="x*normcdf(x)",
        edges=(
            Edge(
                "rounding", "x < -1/4", ("geluderiv(x, 1)",), "the sum cancels, beside the minimum at -0.75 altogether"
            ),
        ),
        latex=r"\operatorname{GELU}",
        points=((0.0,), (1e-20,), (0.3,), (-0.1,), (-0.7517915247,), (-3.0,), (7.0,), (-38.3,), (1e300,)),
    ),
    Rule(
        "geluderiv",
        ("x", "k"),
        "k-th derivative of gelu(x); the first is normcdf(x) + x*normpdf(x)",
        ("geluderiv(x, k + 1)", ""),
        domain=(order_of_a_derivative("geluderiv"),),
        latex=r"\operatorname{GELU}^{\left(<k>\right)}\left(<x>\right)",
        python="float(mpmath.diff(lambda t: t*mpmath.ncdf(t), x, int(k)))",
        points=((0.0, 1.0), (-0.7517915247, 1.0), (0.3, 2.0), (-30.5, 1.0), (2.5, 3.0), (4.0, 0.0), (1e300, 1.0)),
        occurs_in_derivatives=True,
    ),
    Rule(
        "ei",
        ("x",),
        "exponential integral, the principal value of the integral of exp(t)/t to x",
        ("exp(x)/x",),
        domain=(Domain("x != 0", "the argument of `ei` is 0, where it has a pole", "x"),),
        edges=(Edge("rounding", "x > 709.7", ("exp(x/2)/x*exp(x/2)",), "exp(x) overflows before exp(x)/x does"),),
        exceptions=("beyond 709.7 four roundings, up to 3 ulp",),
        aliases=("expi",),
        latex=r"\operatorname{Ei}",
        python="float(scipy.special.expi(x))",
        points=(
            (0.3725074107813666,),
            (1e-20,),
            (-1e-300,),
            (1.0,),
            (-3.5,),
            (30.0,),
            (-700.0,),
            (709.5,),
            (709.75,),
            (715.0,),
        ),
    ),
    Rule(
        "si",
        ("x",),
        "sine integral, the integral of sinc(t) from 0 to x",
        ("sinc(x)",),
        latex=r"\operatorname{Si}",
        python="float(scipy.special.sici(x)[0])",
        points=((0.0,), (1e-20,), (0.3,), (-2.0,), (3.141592653589793,), (100.0,), (1e22,), (-1e300,)),
    ),
    Rule(
        "ci",
        ("x",),
        "cosine integral, minus the integral of cos(t)/t from x on",
        ("cos(x)/x",),
        domain=(Domain("x > 0", "the argument of `ci` is {x}, and must be positive", "x"),),
        latex=r"\operatorname{Ci}",
        python="float(scipy.special.sici(x)[1])",
        points=((0.6165054856207162,), (1e-20,), (1e-300,), (2.0,), (1.5707963267948966,), (100.0,), (1e22,), (1e300,)),
    ),
)
