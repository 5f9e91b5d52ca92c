"""Rows of the rule table: hyperbolic functions, their inverses, and the sigmoids."""

from __future__ import annotations

from gradcli.rules.rule import Domain, Edge, Rule

LINE = ((0.0,), (1e-20,), (0.2,), (-0.7,), (1.5,), (-6.0,), (20.0,), (350.0,), (-700.0,))

RULES = (
    Rule("sinh", ("x",), "hyperbolic sine", ("cosh(x)",), points=(*LINE, (710.4,))),
    Rule("cosh", ("x",), "hyperbolic cosine", ("sinh(x)",), points=(*LINE, (710.4,))),
    # 1 - v^2 would be 0 from x = 20 on, and 1/cosh(x)^2 from 355 on, where the slope is a number still.
    Rule("tanh", ("x",), "hyperbolic tangent", ("sech(x)^2",), aliases=("th",), points=(*LINE, (360.0,))),
    Rule(
        "sech",
        ("x",),
        "hyperbolic secant, 1/cosh(x)",
        ("-v*tanh(x)",),
        definition="1/cosh(x)",
        points=(*LINE, (360.0,)),
    ),
    Rule(
        "asinh",
        ("x",),
        "inverse of sinh",
        ("1/hypot(1, x)",),
        aliases=("arcsinh", "arsinh"),
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
        edges=(Edge("rounding", "x > 1e9", ("1/x",), "the product overflows from 1e154 on; 1 is beyond its digits"),),
        aliases=("arccosh", "arcosh"),
        points=((1.0,), (1.0000000000000002,), (1.0001,), (1.5,), (30.0,), (1e10,), (1e200,), (1.7e308,)),
    ),
    Rule(
        "atanh",
        ("x",),
        "inverse of tanh",
        ("1/((1 - x)*(1 + x))",),
        domain=(
            Domain("abs(x) < 1", "the argument of `atanh` is {x}, and must lie between -1 and 1, both excluded", "x"),
        ),
        aliases=("arctanh", "artanh"),
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
        points=(*LINE, (40.0,), (-720.0,), (1e300,), (-1e300,)),
    ),
    Rule(
        "softplus",
        ("x",),
        "log(1 + exp(x)), without overflow",
        ("sigmoid(x)",),
        definition="max(x, 0) + log1p(exp(-abs(x)))",
        points=(*LINE, (40.0,), (-720.0,), (1e300,), (-1e300,)),
    ),
)
