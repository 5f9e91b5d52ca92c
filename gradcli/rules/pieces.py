"""Rows of the rule table: functions made of pieces, with kinks and jumps where they meet."""

from __future__ import annotations

from gradcli.rules.rule import Domain, Edge, Rule, names_of, order_of_a_derivative

PAIRS = ((1.0, 2.0), (2.0, 1.0), (-3.0, 0.5), (1e300, -1e300), (1e-300, 2e-300))


def mean(count: int) -> Rule:
    """The row of the mean of `count` numbers."""
    names = names_of(count)
    return Rule(
        "mean",
        names,
        "the sum of its arguments, divided by their number",
        (f"1/{count}",) * count,
        definition=f"({' + '.join(names)})/{count}",
        points=((1.0, 2.0), (-3.0, 0.5), (1e300, -1e300), (1.7e308, 1.7e308), (1e-20, 1.0), (0.1, 0.2))
        if count == 2
        else (),
    )


def hypot(count: int) -> Rule:
    """The row of the length of a vector of `count` components."""
    names = names_of(count)
    scaled = f"hypot({', '.join(f'2^600*{name}' for name in names)})"
    return Rule(
        "hypot",
        names,
        "distance from the origin, the root of the sum of the squares",
        tuple(f"{name}/v" for name in names),
        definition=f"sqrt({' + '.join(f'{name}^2' for name in names)})",
        edges=(
            Edge(
                "kink",
                " and ".join(f"{name} == 0" for name in names),
                ("0",) * count,
                "the origin is the minimum of the distance",
                left=("-1",) * count,
                right=("1",) * count,
            ),
            Edge(
                "rounding",
                f"hypot({', '.join(names)}) < 1e-290",
                tuple(f"2^600*{name}/{scaled}" for name in names),
                "beside the smallest doubles v has fewer digits",
            ),
        ),
        latex=rf"\sqrt{{{' + '.join(f'<({name})>^{{2}}' for name in names)}}}",
        points=(
            (3.0, 4.0),
            (-0.1, 7.0),
            (0.0, 2.0),
            (2.0, 0.0),
            (3e200, -4e200),
            (3e-200, 4e-200),
            (1.0, 1e-300),
            (5e-324, 5e-324),
            (-3e-310, 4e-318),
        )
        if count == 2
        else (),
    )


RULES = (
    Rule(
        "abs",
        ("x",),
        "absolute value",
        ("sign(x)",),
        value="absolute",
        edges=(Edge("kink", "x == 0", ("0",), "0 is the minimum of abs", left=("-1",), right=("1",)),),
        latex=r"\left|<x>\right|",
        python="abs",
        points=((1.5,), (-2.0,), (1e-300,), (-1e300,), (0.0,)),
    ),
    Rule(
        "sign",
        ("x",),
        "-1, 0 or 1 as x is negative, zero or positive",
        ("0",),
        edges=(Edge("jump", "x == 0", ("0",), "sign jumps from -1 to 1", left=("0",), right=("0",)),),
        aliases=("sgn",),
        latex=r"\operatorname{sgn}",
        python="(x > 0) - (x < 0)",
        points=((1.5,), (-2.0,), (1e-300,), (-1e300,), (0.0,)),
    ),
    Rule(
        "min",
        ("x", "y"),
        "the smallest of its arguments",
        ("if(x < y, 1, 0)", "if(y < x, 1, 0)"),
        readable=("step(y - x)", "step(x - y)"),
        value="minimum",
        edges=(Edge("tie", "x == y", ("1/2", "1/2"), "the arguments tie", left=("1", "1"), right=("0", "0")),),
        folds=True,
        is_idempotent=True,
        latex=r"\min",
        python="min",
        points=PAIRS,
    ),
    Rule(
        "max",
        ("x", "y"),
        "the largest of its arguments",
        ("if(x > y, 1, 0)", "if(y > x, 1, 0)"),
        readable=("step(x - y)", "step(y - x)"),
        value="maximum",
        edges=(Edge("tie", "x == y", ("1/2", "1/2"), "the arguments tie", left=("0", "0"), right=("1", "1")),),
        folds=True,
        is_idempotent=True,
        latex=r"\max",
        python="max",
        points=PAIRS,
    ),
    hypot(2)._replace(family=hypot),
    Rule(
        "floor",
        ("x",),
        "the largest integer not above x",
        ("0",),
        edges=(Edge("jump", "x == floor(x)", ("0",), "floor jumps at integers", left=("0",), right=("0",)),),
        latex=r"\left\lfloor <x>\right\rfloor",
        points=((1.5,), (-1.5,), (2.9999999999999996,), (1e-300,), (-1e-300,), (3.0,), (1e300,)),
    ),
    Rule(
        "ceil",
        ("x",),
        "the smallest integer not below x",
        ("0",),
        edges=(Edge("jump", "x == floor(x)", ("0",), "ceil jumps at integers", left=("0",), right=("0",)),),
        latex=r"\left\lceil <x>\right\rceil",
        points=((1.5,), (-1.5,), (3.0000000000000004,), (1e-300,), (-1e-300,), (3.0,), (1e300,)),
    ),
    # v = x - y*floor(x/y), so (v - x)/y is -floor(x/y); the quotient itself may round up to the next integer.
    Rule(
        "mod",
        ("x", "y"),
        "remainder of x by y, with the sign of y",
        ("1", "-floor((x - v)/y + 1/2)"),
        domain=(Domain("y != 0", "the divisor of `mod` is 0", "y"),),
        edges=(
            Edge("jump", "x == 0", ("1", ""), "the remainder jumps from y to 0", left=("1", ""), right=("1", "")),
            # By y: x/y passes the integer downwards where x is positive, upwards where it is negative.
            Edge(
                "jump",
                "mod(x, y) == 0",
                ("1", "(v - x)/y"),
                "the remainder jumps between 0 and y where y divides x",
                left=("1", "if(x > 0, -x/y, 1 - x/y)"),
                right=("1", "if(x > 0, 1 - x/y, -x/y)"),
            ),
        ),
        python="x % y",
        points=(
            (7.5, 2.0),
            (-23.0, 5.0),
            (7.0, -3.0),
            (1.0, 0.1),
            (1e300, 3.0),
            (-1e-20, 3.0),
            (0.3, 1e300),
            (5.0, 3e-10),
        ),
    ),
    Rule(
        "relu",
        ("x",),
        "x where it is positive, else 0",
        ("if(x > 0, 1, 0)",),
        readable=("step(x)",),
        definition="max(x, 0)",
        edges=(
            Edge("kink", "x == 0", ("1/2",), "the mean of both slopes, as for max(x, 0)", left=("0",), right=("1",)),
        ),
        latex=r"\operatorname{ReLU}",
        points=((1.5,), (-2.0,), (1e-300,), (-1e300,), (0.0,)),
    ),
    Rule(
        "leakyrelu",
        ("x",),
        "x where it is positive, else x/100",
        ("if(x > 0, 1, 1/100)",),
        readable=("(1 + 99*step(x))/100",),
        definition="if(x > 0, x, x/100)",
        edges=(
            Edge("kink", "x == 0", ("101/200",), "the slope changes from 1/100 to 1", left=("1/100",), right=("1",)),
        ),
        latex=r"\operatorname{LeakyReLU}",
        points=((1.5,), (-2.0,), (1e-300,), (-1e300,), (0.0,)),
    ),
    Rule(
        "elu",
        ("x",),
        "x where it is positive, else exp(x) - 1",
        ("if(x > 0, 1, exp(x))",),
        definition="if(x > 0, x, expm1(x))",
        latex=r"\operatorname{ELU}",
        points=((0.0,), (1.5,), (-2.0,), (1e-20,), (-1e-20,), (-700.0,), (1e300,), (-1e300,)),
    ),
    # sigmoid(x)*(1 + x*sigmoid(-x)) cancels beside the minimum.
    Rule(
        "silu",
        ("x",),
        "x*sigmoid(x), a smooth relu",
        ("sigmoid(x)*(1 + x*sigmoid(-x))",),
        definition="x*sigmoid(x)",
        edges=(
            Edge(
                "rounding", "x < -1/2", ("siluderiv(x, 1)",), "the sum cancels, beside the minimum at -1.28 altogether"
            ),
        ),
        exceptions=("four roundings, up to 3 ulp",),
        aliases=("swish",),
        latex=r"\operatorname{SiLU}",
        points=((0.0,), (1e-20,), (0.3,), (-0.25,), (-1.2784645427610738,), (-30.0,), (40.0,), (-700.5,), (1e300,)),
    ),
    Rule(
        "siluderiv",
        ("x", "k"),
        "k-th derivative of silu(x); the first is sigmoid(x)*(1 + x*sigmoid(-x))",
        ("siluderiv(x, k + 1)", ""),
        domain=(order_of_a_derivative("siluderiv"),),
        latex=r"\operatorname{SiLU}^{\left(<k>\right)}\left(<x>\right)",
        python="float(mpmath.diff(lambda t: t/(1 + mpmath.exp(-t)), x, int(k)))",
        points=((0.0, 1.0), (-1.2784645427610738, 1.0), (0.3, 2.0), (-30.5, 1.0), (2.5, 3.0), (4.0, 0.0), (1e300, 1.0)),
        occurs_in_derivatives=True,
    ),
    Rule(
        "step",
        ("x",),
        "0 or 1 as x is negative or positive, 1/2 at 0",
        ("0",),
        definition="if(x < 0, 0, if(x == 0, 1/2, 1))",
        edges=(Edge("jump", "x == 0", ("0",), "step jumps from 0 to 1", left=("0",), right=("0",)),),
        aliases=("heaviside",),
        points=((1.5,), (-2.0,), (1e-300,), (-1e300,), (0.0,)),
    ),
    Rule(
        "clamp",
        ("x", "a", "b"),
        "x, but not less than a and not more than b",
        ("if(x > a and x < b, 1, 0)", "if(x < a, 1, 0)", "if(x > b, 1, 0)"),
        readable=("step(x - a)*step(b - x)", "step(a - x)", "step(x - b)"),
        definition="min(max(x, a), b)",
        domain=(Domain("a <= b", "the lower bound of `clamp` is {a}, and above the upper one, {b}", "a"),),
        edges=(
            Edge(
                "end",
                "a == b",
                ("0", "", ""),
                "the bounds meet, and cannot pass each other",
                left=("", "if(x < a, 1, 0)", ""),
                right=("", "", "if(x > b, 1, 0)"),
            ),
            Edge(
                "kink",
                "x == a",
                ("1/2", "1/2", "0"),
                "x ties with the lower bound",
                left=("0", "0", ""),
                right=("1", "1", ""),
            ),
            Edge(
                "kink",
                "x == b",
                ("1/2", "0", "1/2"),
                "x ties with the upper bound",
                left=("1", "", "1"),
                right=("0", "", "0"),
            ),
        ),
        aliases=("clip",),
        points=((0.3, -1.0, 1.0), (-2.0, -1.0, 1.0), (1e300, -1.0, 1.0), (5e-324, 0.0, 1e-300), (-0.7, -1e300, 1e300)),
    ),
    Rule(
        "round",
        ("x",),
        "the nearest integer, the even one of two",
        ("0",),
        definition="if(x - floor(x) == 1/2, 2*floor(x/2 + 1/4), floor(x + 1/2))",
        edges=(
            Edge(
                "jump", "x - floor(x) == 1/2", ("0",), "round jumps midway between integers", left=("0",), right=("0",)
            ),
        ),
        python="round",
        points=((1.4,), (-1.6,), (0.49999999999999994,), (1e-300,), (3.0,), (1e300,), (2.5,), (-1.5,), (-0.5,)),
    ),
    Rule(
        "trunc",
        ("x",),
        "the integer part of x, towards 0",
        ("0",),
        definition="if(x < 0, ceil(x), floor(x))",
        edges=(
            Edge(
                "jump",
                "x == trunc(x) and x != 0",
                ("0",),
                "trunc jumps at integers other than 0",
                left=("0",),
                right=("0",),
            ),
        ),
        points=((1.5,), (-1.5,), (0.0,), (-1e-300,), (3.0,), (1e300,), (-2.9999999999999996,)),
    ),
    Rule(
        "frac",
        ("x",),
        "x - floor(x), from 0 to 1",
        ("1",),
        definition="x - floor(x)",
        edges=(Edge("jump", "x == floor(x)", ("1",), "frac jumps from 1 to 0 at integers", left=("1",), right=("1",)),),
        points=((1.5,), (-1.25,), (0.3,), (1e-300,), (-1e-20,), (2.9999999999999996,), (3.0,), (1e300,)),
    ),
    mean(2)._replace(family=mean),
)
