"""Rows of the rule table: exponentials, logarithms, roots, and inverses of what is made of them."""

from __future__ import annotations

from gradcli.rules.limits import BRANCH_POINT
from gradcli.rules.rule import SUBNORMAL, Domain, Edge, Rule, names_of, order_of_a_derivative

SPREAD = ((0.3,), (1.0,), (2.5,), (1e-300,), (1e300,), (5e-324,), (1.7e308,))
"""Positive numbers of every size."""

NEAR_ONE = ((0.9999999999999999,), (1.0000000000000002,), (0.999,), (1.0001,))


def positive(name: str, call: str) -> tuple[Domain, ...]:
    """The domain of a logarithm; `call` is the function of `{x}` to offer for a negative number."""
    message = f"the argument of `{name}` is {{x}}, and must be positive"
    return (
        Domain("x >= 0", message, "x", f"`{call}` is the logarithm of its size"),
        Domain("x > 0", message, "x"),
    )


def logaddexp(count: int) -> Rule:
    """The row of the logarithm of the sum of the exponentials of `count` numbers."""
    names = names_of(count)
    return Rule(
        "logaddexp",
        names,
        "log(exp(x) + exp(y)), without overflow",
        tuple(share(names, index) for index in range(count)),
        definition="max(x, y) + log1p(exp(-abs(x - y)))" if count == 2 else f"log({exponentials(names)})",
        aliases=("logsumexp",),
        latex=rf"\ln\left({' + '.join(f'e^{{<{name}>}}' for name in names)}\right)",
        python=f"max({', '.join(names)}) + math.log({scaled_exponentials(names)})" if count > 2 else "",
        points=(
            (0.0, 0.0),
            (1.0, 2.0),
            (-700.3, 0.1),
            (800.0, 800.5),
            (-1e300, 3.0),
            (1e300, 1e300),
            (-0.6931471805599453, -0.6931471805599453),
            (1e-20, -30.0),
        )
        if count == 2
        else (),
    )


def softmax(count: int) -> Rule:
    """The row of the share of the first of `count` exponentials.

    sigmoid(x - y) would turn the rounding of the difference, up to 700, into a relative error of the result.
    """
    names = names_of(count)
    others = " + ".join(share(names, index) for index in range(1, count)) or "0"
    return Rule(
        "softmax",
        names,
        "the share of exp(x) in exp(x) + exp(y)",
        (f"v*({others})" if count > 2 else f"v*{others}", *(f"-v*{share(names, index)}" for index in range(1, count))),
        definition="1/(1 + exp(y - x))" if count == 2 else f"exp({names[0]})/({exponentials(names)})",
        exceptions=(SUBNORMAL if count <= 2 else SHARES_ADDED,) + (SUBNORMAL,) * (count - 1),
        python=f"math.exp({names[0]} - max({', '.join(names)}))/({scaled_exponentials(names)})" if count > 1 else "",
        points=((0.0, 0.0), (1.0, 2.0), (-700.3, 0.1), (0.3, -650.7), (1e300, -1e300), (1e-20, -30.0), (40.1, 3.3))
        if count == 2
        else (),
    )


SHARES_ADDED = "the shares of the others are added, each sum rounded"


def share(names: tuple[str, ...], index: int) -> str:
    """The formula of the share of one of the exponentials of `names`, the others in their order."""
    return f"softmax({', '.join((names[index], *names[:index], *names[index + 1 :]))})"


def exponentials(names: tuple[str, ...]) -> str:
    """The formula of the sum of the exponentials of `names`."""
    return " + ".join(f"exp({name})" for name in names)


def scaled_exponentials(names: tuple[str, ...]) -> str:
    """The same in Python, without overflow: each term divided by the largest."""
    return " + ".join(f"math.exp({name} - max({', '.join(names)}))" for name in names)


RULES = (
    Rule(
        "exp",
        ("x",),
        "e to the power x",
        ("v",),
        latex="e^{<x>}",
        points=((0.0,), (1.0,), (-1.5,), (1e-20,), (700.0,), (-700.0,), (-744.0,), (709.7,)),
        vanishes=False,
    ),
    Rule(
        "expm1",
        ("x",),
        "exp(x) - 1, accurate near x = 0",
        ("exp(x)",),
        latex=r"\left(e^{<x>} - 1\right)",
        points=((0.0,), (1e-20,), (-1e-10,), (1.0,), (-1.5,), (-40.0,), (700.0,)),
    ),
    Rule(
        "log",
        ("x",),
        "natural logarithm",
        ("1/x",),
        domain=positive("log", "log(abs({x}))"),
        aliases=("ln",),
        latex=r"\ln",
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
        latex=r"\log_{<b>}\left(<x>\right)",
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
        latex=r"\ln\left(1 + <(x)>\right)",
        points=((0.0,), (1e-20,), (-1e-10,), (0.3,), (-0.5,), (-0.9999999999999999,), (1e300,)),
    ),
    Rule(
        "log2",
        ("x",),
        "logarithm to the base 2",
        ("1/log(2)/x",),
        definition="log(x)/log(2)",
        domain=positive("log2", "log2(abs({x}))"),
        latex=r"\log_{2}",
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
        latex=r"\log_{10}",
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
        latex=r"\sqrt{<x>}",
        points=(*SPREAD, (0.0,)),
    ),
    # v/x/3 rather than 1/(3*v^2), which doubles the error of v.
    Rule(
        "cbrt",
        ("x",),
        "real cube root, also of negative numbers",
        ("v/x/3",),
        edges=(Edge("removable", "x == 0", ("inf",), "the graph is vertical there"),),
        latex=r"\sqrt[3]{<x>}",
        points=(*SPREAD, (0.0,), (-8.0,), (-1e-200,)),
    ),
    Rule(
        "root",
        ("x", "n"),
        "real n-th root of x, for odd n also of negative numbers",
        ("v/x/n", ""),
        definition="if(x < 0, -abs(x)^(1/n), x^(1/n))",
        domain=(
            Domain("n >= 1 and n == floor(n)", "the degree of `root` is {n}, and must be a positive integer", "n"),
            Domain("x >= 0 or mod(n, 2) == 1", "a negative number has no real root of the even degree {n}", "x"),
        ),
        edges=(
            Edge("removable", "n == 1", ("1", ""), "the first root of x is x"),
            Edge("removable", "x == 0 and mod(n, 2) == 1", ("inf", ""), "the graph is vertical there"),
            Edge("end", "x == 0", ("inf", ""), "negative numbers have no root of an even degree", right=("inf", "")),
        ),
        exceptions=("three roundings, up to 2.5 ulp", ""),
        latex=r"\sqrt[<n>]{<x>}",
        points=(
            (2.0, 2.0),
            (-8.0, 3.0),
            (0.3, 5.0),
            (-1e-300, 7.0),
            (1e300, 4.0),
            (5e-324, 3.0),
            (-1.7e308, 9.0),
            (0.0, 3.0),
            (0.0, 4.0),
            (-0.7, 1.0),
            (2.5, 1e10),
        ),
    ),
    Rule(
        "square",
        ("x",),
        "the number times itself",
        ("2*x",),
        definition="x^2",
        latex="<(x)>^{2}",
        points=((0.0,), (0.3,), (-7.0,), (1e-200,), (-1e150,), (1.3e154,)),
        vanishes=False,
    ),
    Rule(
        "exp2",
        ("x",),
        "2 to the power x",
        ("v*log(2)",),
        definition="2^x",
        exceptions=(SUBNORMAL,),
        latex="2^{<x>}",
        points=((0.0,), (1.0,), (-1.5,), (1e-20,), (10.3,), (1023.9,), (-1000.7,), (0.1,)),
        vanishes=False,
    ),
    Rule(
        "exp10",
        ("x",),
        "10 to the power x",
        ("v*log(10)",),
        definition="10^x",
        exceptions=(SUBNORMAL,),
        latex="10^{<x>}",
        points=((0.0,), (1.0,), (-1.5,), (1e-20,), (22.0,), (23.0,), (307.3,), (-300.7,), (0.1,)),
        vanishes=False,
    ),
    logaddexp(2)._replace(family=logaddexp),
    softmax(2)._replace(family=softmax),
    Rule(
        "logit",
        ("x",),
        "log(x/(1 - x)), the inverse of sigmoid",
        ("1/(x*(1 - x))",),
        definition="log(x/(1 - x))",
        domain=(
            Domain(
                "x > 0 and x < 1", "the argument of `logit` is {x}, and must lie between 0 and 1, both excluded", "x"
            ),
        ),
        points=((0.5,), (0.3,), (0.9999999999999999,), (1e-20,), (1e-300,), (0.5000000000000001,), (0.88,)),
    ),
    Rule(
        "lambertw",
        ("x",),
        "the w for which w*exp(w) is x; the principal branch, at least -1",
        ("v/(x*(1 + v))",),
        domain=(
            Domain(
                f"x > {BRANCH_POINT}",
                "the argument of `lambertw` is {x}, and must not be less than -1/e",
                "x",
                "`-1/e` itself is rounded to a number just below it",
            ),
        ),
        edges=(
            Edge("removable", "x == 0", ("1",), "x*(1 + v) is 0 there"),
            Edge("rounding", "x > 1e300", ("v/x/(1 + v)",), "x*(1 + v) overflows"),
            Edge(
                "rounding",
                "x < -1/4",
                ("lambertwderiv(x, 1)",),
                "1 + v cancels beside -1/e, where the graph becomes vertical",
            ),
        ),
        exceptions=("four roundings, up to 2.5 ulp",),
        aliases=("lambertw0",),
        latex="W_{0}",
        python="float(scipy.special.lambertw(x).real) if x >= -1/math.e else math.nan",
        points=(
            (0.0,),
            (1e-20,),
            (0.3,),
            (-0.1,),
            (-0.3,),
            (-0.3678794411714423,),
            (-0.367,),
            (2.718281828459045,),
            (1e10,),
            (1e300,),
            (1.7e308,),
            (-1e-300,),
        ),
    ),
    Rule(
        "lambertwderiv",
        ("x", "k"),
        "k-th derivative of lambertw(x)",
        ("lambertwderiv(x, k + 1)", ""),
        domain=(
            order_of_a_derivative("lambertwderiv"),
            Domain(
                f"x > {BRANCH_POINT}",
                "the argument of `lambertwderiv` is {x}, and must not be less than -1/e",
                "x",
            ),
        ),
        latex=r"W_{0}^{\left(<k>\right)}\left(<x>\right)",
        python="float(mpmath.diff(mpmath.lambertw, x, int(k)).real)",
        points=((0.0, 1.0), (0.3, 0.0), (-0.3678794411714423, 1.0), (1e10, 2.0), (-0.2, 3.0)),
        occurs_in_derivatives=True,
    ),
)
