"""Rows of the rule table: exponentials, logarithms and roots."""

from __future__ import annotations

from gradcli.rules.rule import Domain, Edge, Rule

SPREAD = ((0.3,), (1.0,), (2.5,), (1e-300,), (1e300,), (5e-324,), (1.7e308,))
"""Positive numbers of every size."""

NEAR_ONE = ((0.9999999999999999,), (1.0000000000000002,), (0.999,), (1.0001,))


def positive(name: str, call: str) -> tuple[Domain, ...]:
    """The domain of a logarithm; `call` is the function of `{x}` to offer for a negative number."""
    message = f"the argument of `{name}` is {{x}}, and must be positive"
    return (
        Domain("x != 0", message, "x"),
        Domain("x > 0", message, "x", f"`{call}` is the logarithm of its size"),
    )


RULES = (
    Rule(
        "exp",
        ("x",),
        "e to the power x",
        ("v",),
        points=((0.0,), (1.0,), (-1.5,), (1e-20,), (700.0,), (-700.0,), (-744.0,), (709.7,)),
    ),
    Rule(
        "expm1",
        ("x",),
        "exp(x) - 1, accurate near x = 0",
        ("exp(x)",),
        points=((0.0,), (1e-20,), (-1e-10,), (1.0,), (-1.5,), (-40.0,), (700.0,)),
    ),
    Rule(
        "log",
        ("x",),
        "natural logarithm",
        ("1/x",),
        domain=positive("log", "log(abs({x}))"),
        aliases=("ln",),
        points=SPREAD + NEAR_ONE,
    ),
    Rule(
        "log",
        ("x", "b"),
        "logarithm of x to the base b",
        ("1/log(b)/x", "-v/log(b)/b"),
        value="log_base",
        definition="log(x)/log(b)",
        exceptions=("", "four roundings, up to 2.5 ulp"),
        domain=(
            *positive("log", "log(abs({x}), {b})"),
            Domain("b > 0", "the base of `log` is {b}, and must be positive", "b"),
            Domain("b != 1", "the base of `log` is 1, whose powers are all 1", "b"),
        ),
        aliases=("ln",),
        points=(
            (8.0, 2.0),
            (1000.0, 10.0),
            (1e300, 1e-5),
            (0.9999999999999999, 3.0),
            (5.0, 1.0000000001),
            (1e-310, 0.1),
        ),
    ),
    Rule(
        "log1p",
        ("x",),
        "log(1 + x), accurate near x = 0",
        ("1/(1 + x)",),
        domain=(Domain("x > -1", "the argument of `log1p` is {x}, and must be greater than -1", "x"),),
        points=((0.0,), (1e-20,), (-1e-10,), (0.3,), (-0.5,), (-0.9999999999999999,), (1e300,)),
    ),
    Rule(
        "log2",
        ("x",),
        "logarithm to the base 2",
        ("1/log(2)/x",),
        definition="log(x)/log(2)",
        domain=positive("log2", "log2(abs({x}))"),
        points=SPREAD + NEAR_ONE + ((8.0,),),
    ),
    Rule(
        "log10",
        ("x",),
        "logarithm to the base 10",
        ("1/log(10)/x",),
        definition="log(x)/log(10)",
        domain=positive("log10", "log10(abs({x}))"),
        aliases=("lg",),
        points=SPREAD + NEAR_ONE + ((1000.0,),),
    ),
    Rule(
        "sqrt",
        ("x",),
        "square root",
        ("1/(2*v)",),
        domain=(
            Domain(
                "x >= 0",
                "the argument of `sqrt` is {x}, and must not be negative",
                "x",
                "if it is negative only by rounding, write `sqrt(max({x}, 0))`",
            ),
        ),
        points=(*SPREAD, (0.0,)),
    ),
    # v/x/3 rather than 1/(3*v^2), which doubles the error of v.
    Rule(
        "cbrt",
        ("x",),
        "real cube root, also of negative numbers",
        ("v/x/3",),
        edges=(Edge("removable", "x == 0", ("inf",), "the graph is vertical there"),),
        points=(*SPREAD, (0.0,), (-8.0,), (-1e-200,)),
    ),
)
