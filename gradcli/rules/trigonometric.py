"""Rows of the rule table: trigonometric functions and their inverses, in radians."""

from __future__ import annotations

from gradcli.rules.rule import Domain, Edge, Rule

ANGLES = (
    (0.0,),
    (0.5,),
    (-2.0,),
    (1e-20,),
    (1.5707963267948966,),  # the doubles nearest to pi/2, pi, 3*pi/2: zeros and poles lie between doubles
    (3.141592653589793,),
    (-4.71238898038469,),
    (100.0,),
    (1e22,),
    (-1e300,),
)

COSINES = ((0.0,), (0.5,), (-0.7,), (1e-20,), (0.9999999999999999,), (-0.9999999999999999,), (0.9999,), (1.0,), (-1.0,))


def between_ones(name: str) -> tuple[Domain, ...]:
    """The domain of an inverse of sin or cos."""
    message = f"the argument of `{name}` is {{x}}, and must be between -1 and 1"
    cure = f"if it is outside only by rounding, write `{name}(min(max({{x}}, -1), 1))`"
    return (Domain("abs(x) <= 1", message, "x", cure),)


RULES = (
    Rule("sin", ("x",), "sine", ("cos(x)",), points=ANGLES),
    Rule("cos", ("x",), "cosine", ("-sin(x)",), points=ANGLES),
    Rule("tan", ("x",), "tangent", ("1 + v^2",), aliases=("tg",), points=ANGLES),
    # 1 - x^2 would lose all digits beside 1; both factors are exact there.
    Rule(
        "asin",
        ("x",),
        "inverse of sin, between -pi/2 and pi/2",
        ("1/sqrt((1 - x)*(1 + x))",),
        domain=between_ones("asin"),
        aliases=("arcsin",),
        points=COSINES,
    ),
    Rule(
        "acos",
        ("x",),
        "inverse of cos, between 0 and pi",
        ("-1/sqrt((1 - x)*(1 + x))",),
        domain=between_ones("acos"),
        aliases=("arccos",),
        points=COSINES,
    ),
    Rule(
        "atan",
        ("x",),
        "inverse of tan, between -pi/2 and pi/2",
        ("1/(1 + x^2)",),
        edges=(
            Edge(
                "rounding",
                "abs(x) > 1e9",
                ("1/x/x",),
                "x^2 overflows before its reciprocal vanishes; 1 is beyond its digits",
            ),
        ),
        aliases=("arctan", "arctg"),
        points=((0.0,), (0.5,), (-3.0,), (1e-200,), (1e9,), (-1e10,), (1e155,), (1e300,)),
    ),
    Rule(
        "atan2",
        ("y", "x"),
        "angle of the point (x, y), between -pi and pi",
        ("x/(x^2 + y^2)", "-y/(x^2 + y^2)"),
        edges=(
            Edge("undefined", "x == 0 and y == 0", ("0/0", "0/0"), "the origin has no angle; 0 stands for it"),
            Edge(
                "jump",
                "y == 0 and x < 0",
                ("1/x", "0"),
                "across the negative axis the angle jumps from -pi to pi",
                left=("1/x", ""),
                right=("1/x", ""),
            ),
            Edge(
                "rounding",
                "hypot(x, y) > 1e150 or hypot(x, y) < 1e-140",
                ("x/hypot(x, y)/hypot(x, y)", "-y/hypot(x, y)/hypot(x, y)"),
                "x^2 + y^2 overflows or vanishes",
            ),
        ),
        aliases=("arctan2",),
        exceptions=("three roundings, four beyond 1e150 and below 1e-140: up to 2.5 ulp",) * 2,
        points=(
            (1.0, 2.0),
            (-3.0, 0.1),
            (2.0, 0.0),
            (0.0, 2.0),
            (0.5, -4.0),
            (3e-200, 4e-200),
            (-3e200, 4e200),
            (1e-300, 1.0),
            (1.0, -1e-300),
            (1e300, 1e-5),
        ),
    ),
)
