"""Rows of the rule table: functions made of pieces, with kinks and jumps where they meet."""

from __future__ import annotations

from gradcli.rules.rule import Domain, Edge, Rule

PAIRS = ((1.0, 2.0), (2.0, 1.0), (-3.0, 0.5), (1e300, -1e300), (1e-300, 2e-300))

RULES = (
    Rule(
        "abs",
        ("x",),
        "absolute value",
        ("sign(x)",),
        value="absolute",
        edges=(Edge("kink", "x == 0", ("0",), "0 is the minimum of abs", left=("-1",), right=("1",)),),
        points=((1.5,), (-2.0,), (1e-300,), (-1e300,), (0.0,)),
    ),
    Rule(
        "sign",
        ("x",),
        "-1, 0 or 1 as x is negative, zero or positive",
        ("0",),
        edges=(Edge("jump", "x == 0", ("0",), "sign jumps from -1 to 1", left=("0",), right=("0",)),),
        aliases=("sgn",),
        points=((1.5,), (-2.0,), (1e-300,), (-1e300,), (0.0,)),
    ),
    Rule(
        "min",
        ("x", "y"),
        "the smallest of its arguments",
        ("if(x < y, 1, 0)", "if(y < x, 1, 0)"),
        value="minimum",
        edges=(Edge("kink", "x == y", ("1/2", "1/2"), "the arguments tie", left=("1", "1"), right=("0", "0")),),
        folds=True,
        points=PAIRS,
    ),
    Rule(
        "max",
        ("x", "y"),
        "the largest of its arguments",
        ("if(x > y, 1, 0)", "if(y > x, 1, 0)"),
        value="maximum",
        edges=(Edge("kink", "x == y", ("1/2", "1/2"), "the arguments tie", left=("0", "0"), right=("1", "1")),),
        folds=True,
        points=PAIRS,
    ),
    Rule(
        "hypot",
        ("x", "y"),
        "distance from the origin, the root of the sum of the squares",
        ("x/v", "y/v"),
        edges=(
            Edge(
                "kink",
                "x == 0 and y == 0",
                ("0", "0"),
                "the origin is the minimum of the distance",
                left=("-1", "-1"),
                right=("1", "1"),
            ),
        ),
        folds=True,
        points=((3.0, 4.0), (-0.1, 7.0), (0.0, 2.0), (2.0, 0.0), (3e200, -4e200), (3e-200, 4e-200), (1.0, 1e-300)),
    ),
    Rule(
        "floor",
        ("x",),
        "the largest integer not above x",
        ("0",),
        edges=(Edge("jump", "x == floor(x)", ("0",), "floor jumps at integers", left=("0",), right=("0",)),),
        points=((1.5,), (-1.5,), (2.9999999999999996,), (1e-300,), (-1e-300,), (3.0,), (1e300,)),
    ),
    Rule(
        "ceil",
        ("x",),
        "the smallest integer not below x",
        ("0",),
        edges=(Edge("jump", "x == floor(x)", ("0",), "ceil jumps at integers", left=("0",), right=("0",)),),
        points=((1.5,), (-1.5,), (3.0000000000000004,), (1e-300,), (-1e-300,), (3.0,), (1e300,)),
    ),
    # v = x - y*floor(x/y), so (v - x)/y is -floor(x/y); the quotient itself may round up to the next integer.
    Rule(
        "mod",
        ("x", "y"),
        "remainder of x by y, with the sign of y",
        ("1", "(v - x)/y"),
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
)
