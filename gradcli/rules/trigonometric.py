"""Rows of the rule table: trigonometric functions and their inverses, in radians."""

from __future__ import annotations

from gradcli.rules.rule import Domain, Edge, Rule, order_of_a_derivative

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
    # Beside zeros and poles, where `math` is off by 1e5, 7 and 14 ulp.
    (1.2853022199154463e174,),
    (563416747700.2246,),
    (6381956970095103 * 2.0**797,),
)

COSINES = ((0.0,), (0.5,), (-0.7,), (1e-20,), (0.9999999999999999,), (-0.9999999999999999,), (0.9999,), (1.0,), (-1.0,))

NO_ZERO = ((0.5,), (-2.0,), (1e-20,), (1.5707963267948966,), (3.141592653589793,), (-4.71238898038469,), (100.0,))
NO_ZERO_FAR = (*NO_ZERO, (1e22,), (-1e300,), (1e-150,))

TURNS = (
    (0.0,),
    (0.25,),
    (0.3,),
    (-1.7,),
    (1e-20,),
    (1e-300,),
    (0.49999999999999994,),
    (1000000.1,),
    (1e15,),
    (-1e300,),
)

OUTER = ((1.5,), (-2.0,), (1.0000000000000002,), (-1.0000000000000002,), (1.0001,), (30.0,), (-1e10,), (1e200,))


def outside_ones(name: str) -> tuple[Domain, ...]:
    """The domain of an inverse of sec or csc."""
    message = f"the argument of `{name}` is {{x}}, and must not be between -1 and 1"
    return (Domain("abs(x) >= 1", message, "x"),)


def pole_at_zero(name: str) -> tuple[Domain, ...]:
    """The domain of a function that is infinite at 0."""
    return (Domain("x != 0", f"the argument of `{name}` is 0, where it has a pole", "x"),)


LARGE_SQUARE = "the square overflows before its reciprocal vanishes"
# Beside 0 the other one would do for the slope, but its own derivative cancels there.
CANCELLING = "1 - x^2 cancels beside 1"


def between_ones(name: str) -> tuple[Domain, ...]:
    """The domain of an inverse of sin or cos."""
    message = f"the argument of `{name}` is {{x}}, and must be between -1 and 1"
    cure = f"if it is outside only by rounding, write `{name}(min(max({{x}}, -1), 1))`"
    return (Domain("abs(x) <= 1", message, "x", cure),)


RULES = (
    Rule("sin", ("x",), "sine", ("cos(x)",), latex=r"\sin", points=ANGLES),
    Rule("cos", ("x",), "cosine", ("-sin(x)",), latex=r"\cos", points=ANGLES),
    Rule("tan", ("x",), "tangent", ("1 + v^2",), aliases=("tg",), latex=r"\tan", points=ANGLES),
    # 1 - x^2 would lose all digits beside 1; both factors are exact there.
    Rule(
        "asin",
        ("x",),
        "inverse of sin, between -pi/2 and pi/2",
        ("1/sqrt(1 - x^2)",),
        domain=between_ones("asin"),
        edges=(Edge("rounding", "abs(x) > 1/2", ("1/sqrt((1 - x)*(1 + x))",), CANCELLING),),
        aliases=("arcsin",),
        latex=r"\arcsin",
        points=COSINES,
    ),
    Rule(
        "acos",
        ("x",),
        "inverse of cos, between 0 and pi",
        ("-1/sqrt(1 - x^2)",),
        domain=between_ones("acos"),
        edges=(Edge("rounding", "abs(x) > 1/2", ("-1/sqrt((1 - x)*(1 + x))",), CANCELLING),),
        aliases=("arccos",),
        latex=r"\arccos",
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
                ("1/x/(x + 1/x)",),
                LARGE_SQUARE,
            ),
        ),
        aliases=("arctan", "arctg"),
        latex=r"\arctan",
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
                "hypot(x, y) > 1e150",
                (
                    "x/2^600/hypot(x/2^600, y/2^600)/hypot(x/2^600, y/2^600)/2^600",
                    "-y/2^600/hypot(x/2^600, y/2^600)/hypot(x/2^600, y/2^600)/2^600",
                ),
                "x^2 + y^2 overflows",
            ),
            Edge(
                "rounding",
                "hypot(x, y) < 1e-140",
                (
                    "2^600*x/hypot(2^600*x, 2^600*y)/hypot(2^600*x, 2^600*y)*2^600",
                    "-2^600*y/hypot(2^600*x, 2^600*y)/hypot(2^600*x, 2^600*y)*2^600",
                ),
                "x^2 + y^2 vanishes",
            ),
        ),
        aliases=("arctan2",),
        exceptions=("three roundings, four beyond 1e150 and below 1e-140: up to 2.5 ulp",) * 2,
        python="math.atan2(y + 0.0, x)",
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
            (1.7e308, 1.7e308),
            (-1e-310, 3e-308),
        ),
    ),
    Rule(
        "cot",
        ("x",),
        "cotangent, 1/tan(x)",
        ("-csc(x)^2",),
        definition="cos(x)/sin(x)",
        domain=pole_at_zero("cot"),
        aliases=("ctg", "cotan"),
        latex=r"\cot",
        points=NO_ZERO_FAR,
    ),
    Rule("sec", ("x",), "secant, 1/cos(x)", ("v*tan(x)",), definition="1/cos(x)", latex=r"\sec", points=ANGLES),
    Rule(
        "csc",
        ("x",),
        "cosecant, 1/sin(x)",
        ("-v*cot(x)",),
        definition="1/sin(x)",
        domain=pole_at_zero("csc"),
        aliases=("cosec",),
        latex=r"\csc",
        points=NO_ZERO_FAR,
    ),
    Rule(
        "acot",
        ("x",),
        "inverse of cot, atan(1/x), between -pi/2 and pi/2; pi/2 at 0",
        ("-1/(1 + x^2)",),
        definition="if(x == 0, pi/2, atan(1/x))",
        edges=(
            Edge("jump", "x == 0", ("-1",), "acot jumps from -pi/2 to pi/2", left=("-1",), right=("-1",)),
            Edge("rounding", "abs(x) > 1e9", ("-1/x/(x + 1/x)",), LARGE_SQUARE),
        ),
        aliases=("arccot", "arcctg"),
        latex=r"\operatorname{arccot}",
        points=((0.5,), (-3.0,), (1e-200,), (-1e-20,), (1e9,), (-1e10,), (1e155,), (1e300,)),
    ),
    Rule(
        "asec",
        ("x",),
        "inverse of sec, acos(1/x), between 0 and pi",
        ("1/(abs(x)*sqrt((abs(x) - 1)*(abs(x) + 1)))",),
        definition="acos(1/x)",
        domain=outside_ones("asec"),
        edges=(Edge("rounding", "abs(x) > 1e9", ("1/x/x/sqrt((1 - 1/x)*(1 + 1/x))",), LARGE_SQUARE),),
        exceptions=("five roundings, up to 3 ulp",),
        aliases=("arcsec",),
        latex=r"\operatorname{arcsec}",
        points=(*OUTER, (1.0,), (-1.0,)),
    ),
    Rule(
        "acsc",
        ("x",),
        "inverse of csc, asin(1/x), between -pi/2 and pi/2",
        ("-1/(abs(x)*sqrt((abs(x) - 1)*(abs(x) + 1)))",),
        definition="asin(1/x)",
        domain=outside_ones("acsc"),
        edges=(Edge("rounding", "abs(x) > 1e9", ("-1/x/x/sqrt((1 - 1/x)*(1 + 1/x))",), LARGE_SQUARE),),
        exceptions=("five roundings, up to 3 ulp",),
        aliases=("arccsc", "acosec"),
        latex=r"\operatorname{arccsc}",
        points=(*OUTER, (1.0,), (-1.0,)),
    ),
    Rule(
        "sinpi",
        ("x",),
        "sin(pi*x), exactly 0 at integers",
        ("pi*cospi(x)",),
        definition="sin(pi*x)",
        latex=r"\sin\left(\pi \cdot <(x)>\right)",
        python="math.copysign(math.sin(math.pi*min(abs(math.remainder(x, 2)), 1 - abs(math.remainder(x, 2)))), "
        "math.remainder(x, 2))",
        points=TURNS,
    ),
    Rule(
        "cospi",
        ("x",),
        "cos(pi*x), exactly 0 midway between integers",
        ("-pi*sinpi(x)",),
        definition="cos(pi*x)",
        latex=r"\cos\left(\pi \cdot <(x)>\right)",
        python="math.sin(math.pi*(0.5 - abs(math.remainder(x, 2))))",
        points=(*TURNS, (0.5,), (-1.5,)),
    ),
    Rule(
        "tanpi",
        ("x",),
        "tan(pi*x), exactly 0 at integers",
        ("pi*(1 + v^2)",),
        definition="tan(pi*x)",
        domain=(
            Domain(
                "mod(x, 1) != 1/2", "the argument of `tanpi` is {x}, where it has a pole: midway between integers", "x"
            ),
        ),
        exceptions=("three roundings and that of pi, up to 2.5 ulp",),
        latex=r"\tan\left(\pi \cdot <(x)>\right)",
        python="math.sin(math.pi*math.remainder(x, 1))/math.sin(math.pi*(0.5 - abs(math.remainder(x, 1))))",
        points=TURNS,
    ),
    # (cos(x) - v)/x cancels near 0, and beside every zero of the slope.
    Rule(
        "sinc",
        ("x",),
        "sin(x)/x, and 1 at 0",
        ("sincderiv(x, 1)",),
        definition="if(x == 0, 1, sin(x)/x)",
        points=(*ANGLES, (1e-9,), (-1e-3,), (4.493409457909064,)),
    ),
    Rule(
        "sincderiv",
        ("x", "k"),
        "k-th derivative of sin(x)/x; the first is (cos(x) - sin(x)/x)/x",
        ("sincderiv(x, k + 1)", ""),
        domain=(order_of_a_derivative("sincderiv"),),
        latex=r"\operatorname{sinc}^{\left(<k>\right)}\left(<x>\right)",
        python="float(mpmath.diff(mpmath.sinc, x, int(k)))",
        points=((0.0, 1.0), (0.0, 2.0), (1e-9, 1.0), (0.5, 3.0), (-30.0, 2.0), (100.0, 0.0)),
        occurs_in_derivatives=True,
    ),
)
