"""Rows of the rule table: hyperbolic functions, their inverses, and the sigmoids."""

from __future__ import annotations

from gradcli.rules.rule import Domain, Edge, Rule
from gradcli.rules.trigonometric import CANCELLING, LARGE_SQUARE, OUTER, pole_at_zero

NO_ZERO = ((1e-150,), (1e-20,), (0.2,), (-0.7,), (1.5,), (-6.0,), (20.0,), (350.0,), (-700.0,))
LINE = ((0.0,), (1e-20,), (0.2,), (-0.7,), (1.5,), (-6.0,), (20.0,), (350.0,), (-700.0,))

RULES = (
    Rule("sinh", ("x",), "hyperbolic sine", ("cosh(x)",), latex=r"\sinh", points=(*LINE, (710.4,))),
    Rule("cosh", ("x",), "hyperbolic cosine", ("sinh(x)",), latex=r"\cosh", points=(*LINE, (710.4,))),
    # 1 - v^2 would be 0 from x = 20 on, and 1/cosh(x)^2 from 355 on, where the slope is a number still.
    Rule(
        "tanh", ("x",), "hyperbolic tangent", ("sech(x)^2",), aliases=("th",), latex=r"\tanh", points=(*LINE, (360.0,))
    ),
    Rule(
        "sech",
        ("x",),
        "hyperbolic secant, 1/cosh(x)",
        ("-v*tanh(x)",),
        definition="1/cosh(x)",
        python="2*math.exp(-abs(x))/(1 + math.exp(-2*abs(x)))",
        points=(*LINE, (360.0,)),
        vanishes=False,
    ),
    Rule(
        "asinh",
        ("x",),
        "inverse of sinh",
        ("1/hypot(1, x)",),
        aliases=("arcsinh", "arsinh"),
        latex=r"\operatorname{arsinh}",
        points=((0.0,), (1e-20,), (0.3,), (-2.0,), (1e10,), (-1e200,), (1.7e308,)),
    ),
    # x^2 - 1 would lose all digits beside 1.
    Rule(
        "acosh",
        ("x",),
        "inverse of cosh, at least 0",
        ("1/sqrt((x - 1)*(x + 1))",),
        domain=(
            Domain(
                "x >= 1",
                "the argument of `acosh` is {x}, and must be at least 1",
                "x",
                "if it is below 1 only by rounding, write `acosh(max({x}, 1))`",
            ),
        ),
        edges=(Edge("rounding", "x > 1e9", ("1/x/sqrt((1 - 1/x)*(1 + 1/x))",), "the product overflows from 1e154 on"),),
        aliases=("arccosh", "arcosh"),
        latex=r"\operatorname{arcosh}",
        points=((1.0,), (1.0000000000000002,), (1.0001,), (1.5,), (30.0,), (1e10,), (1e200,), (1.7e308,)),
    ),
    Rule(
        "atanh",
        ("x",),
        "inverse of tanh",
        ("1/(1 - x^2)",),
        domain=(
            Domain("abs(x) < 1", "the argument of `atanh` is {x}, and must lie between -1 and 1, both excluded", "x"),
        ),
        aliases=("arctanh", "artanh"),
        edges=(Edge("rounding", "abs(x) > 1/2", ("1/((1 - x)*(1 + x))",), CANCELLING),),
        latex=r"\operatorname{artanh}",
        points=((0.0,), (1e-20,), (0.3,), (-0.8,), (0.9999,), (0.9999999999999999,), (-0.9999999999999999,)),
    ),
    # 1 - v would cancel; 1 - sigmoid(x) is sigmoid(-x).
    Rule(
        "sigmoid",
        ("x",),
        "logistic function, 1/(1 + exp(-x))",
        ("v*sigmoid(-x)",),
        definition="1/(1 + exp(-x))",
        aliases=("logistic", "expit"),
        python="1/(1 + math.exp(-x)) if x > 0 else math.exp(x)/(1 + math.exp(x))",
        points=(*LINE, (40.0,), (-720.0,), (1e300,), (-1e300,)),
        vanishes=False,
    ),
    Rule(
        "softplus",
        ("x",),
        "log(1 + exp(x)), without overflow",
        ("sigmoid(x)",),
        definition="max(x, 0) + log1p(exp(-abs(x)))",
        points=(*LINE, (40.0,), (-720.0,), (1e300,), (-1e300,)),
        vanishes=False,
    ),
    Rule(
        "coth",
        ("x",),
        "hyperbolic cotangent, 1/tanh(x)",
        ("-csch(x)^2",),
        definition="1/tanh(x)",
        domain=pole_at_zero("coth"),
        aliases=("cth",),
        latex=r"\coth",
        points=NO_ZERO,
    ),
    Rule(
        "csch",
        ("x",),
        "hyperbolic cosecant, 1/sinh(x)",
        ("-v*coth(x)",),
        definition="1/sinh(x)",
        domain=pole_at_zero("csch"),
        points=NO_ZERO,
        vanishes=False,
    ),
    Rule(
        "acoth",
        ("x",),
        "inverse of coth, atanh(1/x)",
        ("1/((1 - x)*(1 + x))",),
        definition="atanh(1/x)",
        domain=(
            Domain(
                "abs(x) > 1", "the argument of `acoth` is {x}, and must not be between -1 and 1, nor one of them", "x"
            ),
        ),
        edges=(Edge("rounding", "abs(x) > 1e9", ("-1/x/(x - 1/x)",), LARGE_SQUARE),),
        aliases=("arccoth", "arcoth"),
        latex=r"\operatorname{arcoth}",
        points=OUTER,
    ),
    Rule(
        "asech",
        ("x",),
        "inverse of sech, acosh(1/x), at least 0",
        ("-1/(x*sqrt((1 - x)*(1 + x)))",),
        definition="acosh(1/x)",
        domain=(
            Domain("x > 0", "the argument of `asech` is {x}, and must be positive", "x"),
            Domain(
                "x <= 1",
                "the argument of `asech` is {x}, and must be at most 1",
                "x",
                "if it is above 1 only by rounding, write `asech(min({x}, 1))`",
            ),
        ),
        exceptions=("five roundings, up to 3 ulp",),
        aliases=("arcsech", "arsech"),
        latex=r"\operatorname{arsech}",
        python="2*math.asinh(math.sqrt((1 - x)/(2*x)))",
        points=((1.0,), (0.9999999999999999,), (0.9999,), (0.5,), (0.3,), (1e-20,), (1e-300,)),
    ),
    Rule(
        "acsch",
        ("x",),
        "inverse of csch, asinh(1/x)",
        ("-1/(abs(x)*hypot(1, x))",),
        definition="asinh(1/x)",
        domain=pole_at_zero("acsch"),
        edges=(Edge("rounding", "abs(x) > 1e9", ("-1/abs(x)/hypot(1, x)",), LARGE_SQUARE),),
        exceptions=("three roundings, up to 2.5 ulp",),
        aliases=("arccsch", "arcsch"),
        latex=r"\operatorname{arcsch}",
        points=((0.5,), (-3.0,), (1e-200,), (-1e-20,), (1e9,), (-1e10,), (1e155,), (1e300,)),
    ),
)
