"""Limits of the difference quotient and of the value, against those that mathematics gives."""

from __future__ import annotations

import contextlib
import json
import math
import subprocess
import sys
import time

import pytest

import gradcli
from gradcli.backends import floats
from gradcli.limits import search
from gradcli.problem import posed
from gradcli.sides import Side, Sides

INF = math.inf


def shown(side: Side) -> float | str:
    """A limit as its number, anything else as its kind; a jump with the value's limit."""
    if side.kind == "limit":
        assert side.number is not None
        return side.number
    return f"jump {side.text}" if side.kind == "jump" else side.kind


def slopes(text: str, at: dict[str, float | str], name: str) -> tuple[float | str, float | str]:
    problem = posed(text, at, [name])
    both = search.of_slopes(problem, [name], problem.sweep(floats).value)[name]
    return shown(both.left), shown(both.right)


def values(text: str, at: dict[str, float | str], name: str) -> tuple[float | str, float | str]:
    both = search.of_values(posed(text, at, [name]), [name])[name]
    return shown(both.left), shown(both.right)


# formula, point, name, limit of the difference quotient from the left, from the right
SLOPES = [
    ("abs(x)", {"x": 0}, "x", -1, 1),
    ("x*abs(x - 2)", {"x": 2}, "x", -2, 2),
    ("x*abs(x)", {"x": 0}, "x", 0, 0),
    ("abs(x)^3", {"x": 0}, "x", 0, 0),
    ("max(x, -x)^2", {"x": 0}, "x", 0, 0),
    ("sqrt(x^2)", {"x": 0}, "x", -1, 1),
    ("cbrt(x^3)", {"x": 0}, "x", 1, 1),
    ("(x^3)^(1/3)", {"x": 0}, "x", "none", 1),
    ("sqrt(x)^2", {"x": 0}, "x", "none", 1),
    ("sqrt(x) - sqrt(x)", {"x": 0}, "x", "none", 0),
    ("x^1.5", {"x": 0}, "x", "none", 0),
    ("sqrt(x)", {"x": 0}, "x", "none", INF),
    ("-sqrt(2 - x)", {"x": 2}, "x", INF, "none"),
    ("cbrt(x)", {"x": 0}, "x", INF, INF),
    ("-cbrt(x)", {"x": 0}, "x", -INF, -INF),
    ("cbrt(x^2)", {"x": 0}, "x", -INF, INF),
    ("sqrt(abs(x))", {"x": 0}, "x", -INF, INF),
    ("cbrt(x - 2) - sqrt(x - 2)", {"x": 2}, "x", "none", INF),
    ("x^x", {"x": 0}, "x", "none", -INF),
    ("asin(x)", {"x": 1}, "x", INF, "none"),
    ("acos(x)", {"x": 1}, "x", -INF, "none"),
    ("acos(cos(x))", {"x": 0}, "x", -1, 1),
    ("asin(sin(x))", {"x": "pi/2"}, "x", "open", "open"),
    ("floor(x)", {"x": 2}, "x", "jump 1", 0),
    ("ceil(x)", {"x": 2}, "x", 0, "jump 3"),
    ("floor(x)", {"x": 1e300}, "x", "jump 1e300 - 1", 0),
    ("ceil(x) - 1e300", {"x": 1e300}, "x", 0, "jump 1"),
    ("ceil(x)", {"x": -1e300}, "x", 0, "jump -1e300 + 1"),
    ("floor(x^2)", {"x": 0}, "x", 0, 0),
    ("floor(-x^2)", {"x": 0}, "x", "jump -1", "jump -1"),
    ("x*floor(x)", {"x": 0}, "x", -1, 0),
    ("sign(x)", {"x": 0}, "x", "jump -1", "jump 1"),
    ("sign(x)*x", {"x": 0}, "x", -1, 1),
    ("mod(x, 2)", {"x": 4}, "x", "jump 2", 1),
    ("mod(6, y)", {"y": 3}, "y", -2, "jump 3"),
    ("(-2)^x", {"x": 2}, "x", "none", "none"),
    ("x^y", {"x": 0, "y": 0.5}, "x", "none", INF),
    ("x^y", {"x": 0, "y": 0.5}, "y", 0, 0),
    ("max(x, y)", {"x": 1, "y": 1}, "x", 0, 1),
    ("max(x, y)", {"x": 1, "y": 1}, "y", 0, 1),
    ("min(x, 3*y)", {"x": 3, "y": 1}, "y", 3, 0),
    ("max(x, y) + min(x, y)", {"x": 1, "y": 1}, "x", 1, 1),
    ("hypot(x, y)", {"x": 0, "y": 0}, "y", -1, 1),
    ("sqrt(abs(x*y))", {"x": 0, "y": 0}, "x", 0, 0),
    ("(abs(x)^0.5 + abs(y)^0.5)^2", {"x": 0, "y": 1}, "x", -INF, INF),
    ("atan2(y, x)", {"x": 0, "y": 0}, "x", "jump 3.141592653589793", 0),
    ("relu(x)", {"x": 0}, "x", 0, 1),
    ("clamp(x, 0, 1)", {"x": 1}, "x", 1, 0),
    ("if(x < 0, -x, 3*x)", {"x": 0}, "x", -1, 3),
    ("if(x < 0, 1/x, x)", {"x": 0}, "x", "jump -inf", 1),
    ("if(x == 0, 1, sin(x)/x)", {"x": 0}, "x", 0, 0),
    ("if(x == 0, 0, sin(x)/x)", {"x": 0}, "x", "jump 1", "jump 1"),
    ("if(x == 0, 1/2, (exp(x) - 1 - x)/x^2)", {"x": 0}, "x", 1 / 6, 1 / 6),
    ("if(x == 0, 0, exp(-1/x^2))", {"x": 0}, "x", 0, 0),
    ("if(x == 0, 0, x^2*sin(1/x))", {"x": 0}, "x", 0, 0),
    ("if(x == 0, 0, x*sin(1/x))", {"x": 0}, "x", "oscillating", "oscillating"),
    ("if(x == 0, 0, x*log(abs(x)))", {"x": 0}, "x", -INF, -INF),
    # 1/log(h) comes too slowly to be told from a limit other than 0.
    ("if(x == 0, 0, x/log(abs(x)))", {"x": 0}, "x", "open", "open"),
    ("abs(x)^1.01", {"x": 0}, "x", "open", "open"),
    ("abs(x - 0.1)", {"x": 0.1}, "x", -1, 1),
    # The double nearest to 1/3 is not the kink, though 3*x rounds to 1 there.
    ("abs(3*x - 1)", {"x": 1 / 3}, "x", "open", "open"),
    ("floor(sin(x))", {"x": 1.5707963267948966}, "x", "open", "open"),
    # Whether x - pi is 0 at pi, or a little less, is not decided with any number of digits.
    ("sqrt(x - pi)", {"x": "pi"}, "x", "none", "open"),
    ("abs(x - pi)", {"x": "pi"}, "x", -1, 1),
    # In doubles exp(log(5)) is a little less than 5, and its floor is 4, which is not the value.
    ("floor(exp(log(5)) + x) + abs(x)", {"x": 0}, "x", "open", "open"),
    # Steps are larger than the second kink is far.
    ("abs(x) + abs(x - 1e-100000)", {"x": 0}, "x", "open", "open"),
    ("q = x - 1; 2*abs(q)", {"x": 1}, "q", -2, 2),
    ("abs(x - 1e300)", {"x": 1e300}, "x", -1, 1),
    ("abs(x - 1e-300) + x", {"x": 1e-300}, "x", 0, 2),
    ("sqrt(x^2 + y^2)", {"x": 3e-170, "y": 0}, "x", 1, 1),
    ("sqrt(x^2 + y^2)", {"x": 3e-170, "y": 0}, "y", 0, 0),
    ("abs(x) + abs(x - 1e-10)", {"x": 0}, "x", -2, 0),
    ("abs(x)*gamma(3)*y", {"x": 0, "y": 7}, "x", -14, 14),
    ("exp(1)*abs(x)", {"x": 0}, "x", -math.e, math.e),
]  # fmt: skip

# formula, point, name, limit of the value from the left, from the right
VALUES = [
    ("sin(x)/x", {"x": 0}, "x", 1, 1),
    ("(1 - cos(x))/x^2", {"x": 0}, "x", 0.5, 0.5),
    ("(x^2 - 1)/(x - 1)", {"x": 1}, "x", 2, 2),
    ("x*log(x)", {"x": 0}, "x", "none", 0),
    ("x*sin(1/x)", {"x": 0}, "x", 0, 0),
    ("exp(-1/x^2)", {"x": 0}, "x", 0, 0),
    ("exp(-1/x)", {"x": 0}, "x", INF, 0),
    ("1/(1 + exp(1/x))", {"x": 0}, "x", 1, 0),
    ("abs(x)/x", {"x": 0}, "x", -1, 1),
    ("1/x", {"x": 0}, "x", -INF, INF),
    ("1/x^2", {"x": 0}, "x", INF, INF),
    ("log(x)", {"x": 0}, "x", "none", -INF),
    ("log(x)", {"x": -1}, "x", "none", "none"),
    ("sin(1/x)", {"x": 0}, "x", "oscillating", "oscillating"),
    ("atan(1/x)", {"x": 0}, "x", -math.pi / 2, math.pi / 2),
    ("1/log(x)", {"x": 0}, "x", "none", "open"),
    ("(1 + x)^(1/x)", {"x": 0}, "x", math.e, math.e),
    ("gamma(x)", {"x": -2}, "x", -INF, INF),
    ("x/sqrt(x^2 + y^2)", {"x": 0, "y": 0}, "x", -1, 1),
    ("x/sqrt(x^2 + y^2)", {"x": 0, "y": 0}, "y", 0, 0),
    ("y/x", {"x": 0, "y": 1}, "y", "none", "none"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "at", "name", "left", "right"), SLOPES)
def test_difference_quotient_tends_to_what_mathematics_gives(
    text: str, at: dict[str, float | str], name: str, left: float | str, right: float | str
) -> None:
    # To the last place of a double: the limits are found to 50 bits or more.
    assert slopes(text, at, name) == tuple(
        pytest.approx(side, rel=3e-16, abs=0) if isinstance(side, float) else side for side in (left, right)
    )


@pytest.mark.parametrize(("text", "at", "name", "left", "right"), VALUES)
def test_value_tends_to_what_mathematics_gives(
    text: str, at: dict[str, float | str], name: str, left: float | str, right: float | str
) -> None:
    assert values(text, at, name) == tuple(
        pytest.approx(side, rel=3e-16, abs=0) if isinstance(side, float) else side for side in (left, right)
    )


def test_slope_beyond_the_doubles_is_shown() -> None:
    problem = posed("1e200*(x*1e200)^1", {"x": 1e-200})
    found = search.of_slopes(problem, ["x"], 1e200)["x"]
    assert found == Sides(Side("limit", INF, "1e400"), Side("limit", INF, "1e400"))


def test_nothing_is_looked_for_in_a_large_formula() -> None:
    problem = posed("abs(x)" + " + x*x" * 25_000, {"x": 0})
    assert search.of_slopes(problem, ["x"], 0.0) == {"x": Sides(Side("open"), Side("open"))}


def test_special_functions_count_for_more() -> None:
    text = "abs(x)" + "".join(f" + zeta(x + {number}/7)" for number in range(8, 1008))
    assert search.of_slopes(posed(text, {"x": 0}), ["x"], 0.0) == {"x": Sides(Side("open"), Side("open"))}


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("abs(sin(x))*abs(x - 1e300)", {"x": 1e300}),
        ("abs(x)^1e300", {"x": 0}),
        ("abs(x) + exp(exp(exp(x)))", {"x": 0}),
        ("1/gamma(1e308)*abs(x)", {"x": 0}),
        ("zeta(x)", {"x": "-1e308"}),
        ("sqrt(abs(x)" + " + abs(x)" * 400 + ")", {"x": 0}),
        ("exp(exp(1/x))/x", {"x": 0}),
        ("abs(x)*exp(x + 1) + 1e-100000", {"x": 0}),
        ("abs(x)*exp(x + 1) + 1e-1000000", {"x": 0}),
        ("abs(x - 1e-300)" + "".join(f" + zeta(x + {number}/7)" for number in range(8, 208)), {"x": 1e-300}),
        ("sqrt(" + " + ".join(f"x{number}^2" for number in range(70)) + ")", {f"x{number}": 0 for number in range(70)}),
        (
            "log(-1 - " + " - ".join(f"x{number}^2" for number in range(800)) + ")",
            {f"x{number}": 0 for number in range(800)},
        ),
    ],
)
def test_a_bad_point_takes_no_long_time(text: str, at: dict[str, float | str]) -> None:
    start = time.process_time()
    with contextlib.suppress(gradcli.GradcliError):
        gradcli.evaluate(text, at)
    # Seconds; an ordinary one takes some thousandths, so this fails only where something hangs.
    assert time.process_time() - start < 5


def test_limits_load_no_flint_before_they_are_looked_for() -> None:
    program = "import sys, gradcli.limits.diagnosis, gradcli.limits.gaps; sys.exit('flint' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.parametrize("words", ["abs(x)*sqrt(x) --at x=2", "log(x) --at x=-3", "1/x + y --at x=1,y=0"])
def test_an_ordinary_point_does_not_load_flint(words: str) -> None:
    program = (
        "import sys, json, gradcli\ntext, at = json.loads(sys.argv[1])\n"
        "try: gradcli.evaluate(text, at)\nexcept gradcli.GradcliError: pass\n"
        "sys.exit('flint' in sys.modules)"
    )
    text, _, pairs = words.partition(" --at ")
    at = dict(pair.split("=") for pair in pairs.split(","))
    assert subprocess.run([sys.executable, "-c", program, json.dumps([text, at])], check=False).returncode == 0
