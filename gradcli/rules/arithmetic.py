"""Rows of the rule table: the operators, comparisons, and the choice between two values."""

from __future__ import annotations

from gradcli.rules.rule import SUBNORMAL, Domain, Edge, Rule

PAIRS = ((2.0, 3.0), (-1.5, 0.1), (0.0, 4.0), (1e200, -3e-200), (-2e-310, 7.0), (0.3, 0.3))

DIFFERENTIABLE = (
    Rule("=", ("x",), "a name bound to a value", ("1",), value="identity", points=((0.1,), (-1e300,), (0.0,))),
    Rule("+", ("x", "y"), "sum", ("1", "1"), value="add", points=PAIRS),
    Rule("-", ("x", "y"), "difference", ("1", "-1"), value="subtract", points=PAIRS),
    Rule(
        "-",
        ("x",),
        "the same number with the other sign",
        ("-1",),
        value="negative",
        points=((0.1,), (-1e300,), (0.0,)),
    ),
    Rule("*", ("x", "y"), "product", ("y", "x"), value="multiply", vanishes=False, points=PAIRS),
    Rule(
        "/",
        ("x", "y"),
        "quotient",
        ("1/y", "-v/y"),
        value="divide",
        vanishes=False,
        domain=(Domain("y != 0", "division by zero", "y"),),
        exceptions=("", SUBNORMAL),
        points=(*PAIRS, (1e-200, 1e150), (1e308, 1e300), (7.0, -5e-308)),
    ),
    Rule(
        "^",
        ("x", "y"),
        "power; a negative base takes only integer exponents",
        ("y*x^(y - 1)", "v*log(x)"),
        value="power",
        aliases=("pow",),
        vanishes=False,
        domain=(
            Domain("x != 0 or y >= 0", "0 to a negative power has no value", "x"),
            Domain(
                "x >= 0 or y != 1/3",
                "a negative base takes only an integer exponent",
                "y",
                "`cbrt({x})` is the real cube root",
            ),
            Domain("x >= 0 or y == floor(y)", "a negative base takes only an integer exponent", "y"),
        ),
        edges=(
            Edge(
                "undefined",
                "x < 0 and abs(y) >= 2^53",
                ("y*(v/x)", "0/0"),
                "a negative base has no slope by the exponent; y - 1 would be rounded to an even number there",
            ),
            Edge(
                "undefined",
                "x < 0",
                ("", "0/0"),
                "a negative base has powers only at integer exponents, so there is no slope by the exponent",
            ),
            Edge(
                "undefined",
                "x == 0 and y == 0",
                ("0", "0/0"),
                "0^y jumps from 1 to 0 beside y = 0 and has no value to the left of it",
            ),
            Edge("removable", "y == 0", ("0", ""), "x^0 is 1 for every x"),
            Edge("removable", "x == 0 and (y < 1 or y == floor(y))", ("", "0"), "0^y is 0 for every positive y"),
            Edge(
                "end",
                "x == 0",
                ("", "0"),
                "to the left of 0 only integer exponents have a value",
                right=("y*x^(y - 1)", ""),
            ),
            Edge(
                "rounding",
                "y < 1/2 or y > 2^53",
                ("y*v/x", ""),
                "y - 1 is rounded there, which log(x), up to 745, magnifies; between it is exact",
            ),
        ),
        exceptions=(SUBNORMAL, SUBNORMAL),
        points=(
            (2.0, 3.0),
            (2.0, 0.5),
            (10.0, -2.0),
            (1.5, -0.3),
            (0.7, 12.25),
            (1e300, 0.3),
            (1e-300, 0.1),
            (1e-200, 2.0),
            (1e200, -1.5),
            (3.0, 1e-20),
            (1.0000000001, 1e12),
            (0.5, 1000.0),
            (1.000000000000006, 3.9e16),
            (1e-320, 0.25),
            (8.8e-293, -0.0593),
            (-2.0, 3.0),
            (-0.1, -4.0),
            (-1e100, 2.0),
            (-1.0, 2.0**60),
            (-1.0, -(2.0**60)),
            (-1.0, -(2.0**53)),
            (0.0, 1.0),
            (0.0, 2.0),
        ),
    ),
)

COMPARISONS = tuple(
    Rule(sign, ("x", "y"), summary, value=value, points=((1.0, 2.0), (2.0, 1.0), (1.0, 1.0), (-1e300, 1e-300)))
    for sign, summary, value in (
        ("<", "is x less than y?", "less"),
        ("<=", "is x at most y?", "less_equal"),
        (">", "is x greater than y?", "greater"),
        (">=", "is x at least y?", "greater_equal"),
        ("==", "are x and y the same number?", "equal"),
        ("!=", "are x and y different numbers?", "not_equal"),
    )
)

CONNECTIVES = (
    Rule("and", ("a", "b"), "are both conditions true?", value="logical_and", points=((0, 0), (0, 1), (1, 0), (1, 1))),
    Rule(
        "or", ("a", "b"), "is one of the conditions true?", value="logical_or", points=((0, 0), (0, 1), (1, 0), (1, 1))
    ),
    Rule("not", ("a",), "is the condition false?", value="logical_not", points=((0,), (1,))),
)

CHOICE = Rule(
    "if",
    ("c", "x", "y"),
    "x where the condition c is true, else y; only the one taken is evaluated",
    ("0", "if(c, 1, 0)", "if(c, 0, 1)"),
    value="select",
    aliases=("where",),
    points=((1, 2.0, 3.0), (0, 2.0, 3.0)),
)

CONTRIBUTION = Rule(
    "*", ("x", "y"), "what a node passes on in a sweep: x*y, and 0 where either is", ("y", "x"), value="contribution"
)
"""The product that a sweep on nodes makes. It is not in the table, as nobody can call it: written out it is a `*`."""

RULES = (*DIFFERENTIABLE, *COMPARISONS, *CONNECTIVES, CHOICE)
