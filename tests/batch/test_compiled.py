"""What `gradcli.compile` gives: shapes, statuses, blocks, threads, memory."""

from __future__ import annotations

import pickle
import subprocess
import sys
import threading
import tracemalloc
from unittest import mock

import numpy as np
import pytest

import gradcli
from gradcli import GradcliError
from gradcli.batch.compiled import Rows
from gradcli.outputs import seeded
from gradcli.point import from_mapping
from gradcli.problem import parse

from .comparing import complaints, of_points, swept

FLAGSHIP = "(sin(x2) + 1)/(x2 + exp(x1)) + x1*x2"
HUNDRED = "+".join(f"100*(x{k + 1} - x{k}^2)^2 + (1 - x{k})^2" for k in range(1, 100))


def codes(found: Rows) -> list[str]:
    return [found.codes[status] for status in found.status]


def random_points(names: tuple[str, ...], count: int, low: float = -3, high: float = 3) -> list[dict[str, float]]:
    dice = np.random.default_rng(1)
    return [dict(zip(names, map(float, dice.uniform(low, high, len(names))), strict=True)) for _ in range(count)]


# The call.


def test_value_and_gradient_have_the_joint_shape_of_the_arrays() -> None:
    value, gradient = gradcli.compile("x*y^2")(x=np.ones((3, 1)), y=np.arange(4))
    assert value.shape == (3, 4)
    assert {name: slope.shape for name, slope in gradient.items()} == {"x": (3, 4), "y": (3, 4)}
    assert gradient["y"].tolist() == [[0, 2, 4, 6]] * 3


def test_numbers_alone_give_arrays_of_no_dimension() -> None:
    value, gradient = gradcli.compile("x*y^2")(x=3, y=2.0)
    assert (value.shape, float(value), float(gradient["x"])) == ((), 12.0, 4.0)


def test_names_are_in_natural_order_and_the_gradient_in_that_of_wrt() -> None:
    ready = gradcli.compile("x10*x2*y", wrt=["y", "x10"])
    assert (ready.names, ready.wrt) == (("x2", "x10", "y"), ("y", "x10"))
    assert list(ready(x2=1, x10=2, y=3)[1]) == ["y", "x10"]


def test_gradient_by_a_name_bound_in_the_formula() -> None:
    _, gradient = gradcli.compile("u = x*y; u^2", wrt=["u", "x"])(x=2.0, y=3.0)
    assert {name: float(slope) for name, slope in gradient.items()} == {"u": 12.0, "x": 36.0}


def test_gradient_by_no_name() -> None:
    value, gradient = gradcli.compile("x^2", wrt=[])(x=np.arange(3))
    assert (value.tolist(), gradient) == ([0, 1, 4], {})


def test_columns_called_as_constants_are_ordinary_names() -> None:
    assert gradcli.compile("e*x").names == ("x",)
    assert gradcli.compile("e*x", names=["e", "x"]).names == ("e", "x")


def test_formula_without_names() -> None:
    value, gradient = gradcli.compile("2^10")()
    assert (float(value), gradient) == (1024.0, {})


def test_name_may_be_one_of_python_s_own() -> None:
    assert float(gradcli.compile("self*x")(self=2, x=3)[0]) == 6


@pytest.mark.parametrize(
    ("text", "wrt", "names"),
    [("x*y^2", None, None), ("u = x*y; u^2", ["u", "y"], None), ("e*x", None, ["e", "x"]), ("2*x", ["x", "z"], ["x", "z"]), ("if(x > 0, log(x), x)", [], None)],
)  # fmt: skip
def test_other_processes_may_be_sent_it(text: str, wrt: list[str] | None, names: list[str] | None) -> None:
    ready = gradcli.compile(text, wrt, names=names)
    again = pickle.loads(pickle.dumps(ready))
    columns = {name: np.array([0.5, -2.0, 0.0]) + index for index, name in enumerate(ready.names)}
    one, other = ready.rows(columns), again.rows(columns)
    assert (again.names, again.wrt, again.codes) == (ready.names, ready.wrt, ready.codes)
    assert np.array_equal([one.value, *one.gradient.values()], [other.value, *other.gradient.values()], equal_nan=True)


def test_formula_that_was_put_together_is_sent_as_what_it_is() -> None:
    weighted = seeded(parse("[x, x*y]"), from_mapping({"x": 2.0, "f2": 3.0}, "seed"))
    value, _ = pickle.loads(pickle.dumps(gradcli.compile(weighted)))(x=5.0, y=7.0)
    assert float(value) == 2 * 5 + 3 * 35


def test_number_too_large_for_a_double_is_not_finite() -> None:
    found = gradcli.compile("2*x").rows({"x": np.array(["1", "1e400"], dtype=np.longdouble)})
    assert codes(found) == ["", "input.not-finite"]


def test_slope_of_a_name_that_does_not_matter_is_zero() -> None:
    _, gradient = gradcli.compile("x + 0*y")(x=np.ones(3), y=np.full(3, 1e300))
    assert gradient["y"].tolist() == [0, 0, 0]


def test_strided_and_read_only_arrays() -> None:
    given = np.arange(20.0)[::2]
    given.flags.writeable = False
    assert gradcli.compile("x^2")(x=given)[0].tolist() == [x * x for x in range(0, 20, 2)]


@pytest.mark.parametrize(
    ("arrays", "code"),
    [
        ({"x": 1}, "name.unbound"),
        ({"x": 1, "y": 2, "z": 3}, "name.column"),
        ({"x": np.ones(3), "y": np.ones(4)}, "usage.shape"),
        ({"x": ["a"], "y": 1}, "name.value"),
        ({"x": [[1], [1, 2]], "y": 1}, "name.value"),
        ({"x": 1j, "y": 1}, "name.value"),
        ({"x": True, "y": 1}, "name.value"),
    ],
)
def test_wrong_arrays_are_refused(arrays: dict[str, object], code: str) -> None:
    with pytest.raises(GradcliError) as caught:
        gradcli.compile("x*y")(**arrays)  # type: ignore[arg-type]
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("text", "wrt", "code"),
    [("[x, y]", None, "usage.outputs"), ("x*", None, "parse.missing-operand"), ("x", ["z"], "name.wrt"), ("polygamma(n, x)", ["n"], "derivative.unknown")],
)  # fmt: skip
def test_wrong_formulas_are_refused(text: str, wrt: list[str] | None, code: str) -> None:
    with pytest.raises(GradcliError) as caught:
        gradcli.compile(text, wrt)
    assert caught.value.code == code


def test_missing_numpy_is_an_error_of_one_line() -> None:
    program = "import sys; sys.modules['numpy'] = None\nimport gradcli\ntry: gradcli.compile('x')\nexcept gradcli.GradcliError as error: print(error.code, '|', error.message, '|', error.help)"  # fmt: skip
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout == (
        "usage.extra | arrays need `numpy`, which is not installed | install it with `pip install 'gradcli[batch]'`\n"
    )


def test_missing_scipy_is_an_error_only_where_it_is_needed() -> None:
    with mock.patch.dict(sys.modules, {"scipy.special": None}):
        assert float(gradcli.compile("exp(x)")(x=0)[0]) == 1
        with pytest.raises(GradcliError, match="scipy"):
            gradcli.compile("erf(x)")(x=np.zeros(2))


# Conditions.

CHOICES = [
    "if(x > 0, log(x), -x)",
    "if(x > 0, sqrt(x)*y, exp(x)/y)",
    "if(x > 0 and log(x) < y, 1/x, x^y)",
    "if(x != 0, sin(x)/x, 1)",
    "if(x < 0, asin(x/3), if(y < 0, log(-y), sqrt(y)))*x",
    "u = log(x); if(x > 0, u^2, y)",
    "if(x > 0 or y > 0, atan(1/x), 1/y)",
    "if(x > 0, x^y, exp(exp(-99*x)))",
    "if(x >= 0, lgamma(x + 1), silu(y))",
    "max(x, y, x*y) + abs(x - y)*relu(y)",
    "if(x < 0, 1/(x + y), 1)*atan(1/y)",
    "if(y > 0, atan(1/x), log(x)) + 1/x",
]


@pytest.mark.parametrize("text", CHOICES)
def test_branch_that_a_row_does_not_take_has_no_effect_on_it(text: str) -> None:
    points = random_points(("x", "y"), 60) + [{"x": x, "y": y} for x in (0, 1, -2, 1e-310, -800) for y in (0, 1, -1, 3)]
    points = [{name: float(number) for name, number in point.items()} for point in points]
    assert list(complaints(text, points)) == []


@pytest.mark.parametrize("text", ["if(x > 0, log(x), -x)", "if(x > 0, sqrt(x)*y, exp(x)/y)", "if(x >= 0, lgamma(x + 1), silu(y))"])  # fmt: skip
def test_untaken_branches_alone_make_no_row_suspicious(text: str) -> None:
    ready = gradcli.compile(text)
    with mock.patch.object(type(ready), "look_again") as look_again:
        of_points(ready, [{"x": x, "y": 2.0} for x in (-2.0, 3.0, -1e300, -0.5)])
    look_again.assert_not_called()


def test_slow_functions_are_computed_in_the_rows_that_need_them() -> None:
    from gradcli.backends import floats

    with mock.patch.object(floats, "zeta", side_effect=floats.zeta) as zeta:
        gradcli.compile("if(x > 99, zeta(x), x)", wrt=[]).rows({"x": np.arange(100.0)})
    assert zeta.call_count == 0


# Statuses.

HOSTILE = [
    ("log(x)", {"x": -1.0}, "domain.log"),
    ("atan(1/x)", {"x": 0.0}, "domain.divide"),
    ("exp(-1/x^2)", {"x": 0.0}, "domain.divide"),
    ("atan(exp(x))", {"x": 800.0}, "overflow.exp"),
    ("x^(1/3)", {"x": -8.0}, "domain.power"),
    ("x^-1", {"x": 0.0}, "domain.power"),
    ("1/(x + exp(y))", {"x": 1.0, "y": 1000.0}, "overflow.exp"),
    ("x*1e308 - x*1e308", {"x": 10.0}, "overflow.multiply"),
    ("clamp(x, y, 1)", {"x": 0.0, "y": 2.0}, "domain.clamp"),
    ("x + 1e999", {"x": 0.0}, "overflow.number"),
    ("x + inf", {"x": 0.0}, "domain.infinite"),
    ("min(x, inf)", {"x": 0.0}, ""),
    ("log(-1) + x", {"x": 0.0}, "domain.log"),
    ("1/x + log(x)", {"x": 0.0}, "domain.divide"),
    ("log(x) + 1/x", {"x": 0.0}, "domain.log"),
    ("if(y > 0, 1/x, log(x))", {"x": 0.0, "y": 0.0}, "domain.log"),
    ("sqrt(x)", {"x": 0.0}, ""),
    ("tanh(x)^0.5", {"x": 0.0}, ""),
]


@pytest.mark.parametrize(("text", "point", "code"), HOSTILE)
def test_row_without_a_value_has_the_code_of_the_point(text: str, point: dict[str, float], code: str) -> None:
    ready = gradcli.compile(text)
    assert swept(text, point, ready.wrt).code == code
    good = dict.fromkeys(point, 0.25)
    found = of_points(ready, [point, good, point])
    assert codes(found)[::2] == [code, code]
    assert np.isnan(found.value[::2]).tolist() == [bool(code)] * 2


def test_row_without_a_slope_keeps_its_value() -> None:
    found = gradcli.compile("atan2(y, x)").rows({"x": np.array([0.0, 1]), "y": np.array([0.0, 1])})
    assert codes(found) == ["derivative.undefined", ""]
    assert found.value.tolist() == [0, np.pi / 4]
    assert np.isnan(found.gradient["x"]).tolist() == [True, False]


@pytest.mark.parametrize("text", ["(x^2)^0.5", "cbrt(x^3)", "sqrt(x^4)"])
def test_zero_times_infinity_is_zero_and_said(text: str) -> None:
    found = gradcli.compile(text).rows({"x": np.array([0.0, 2.0])})
    assert codes(found) == ["derivative.indeterminate", ""]
    assert found.gradient["x"][0] == 0


@pytest.mark.parametrize("text", ["sqrt(abs(x))", "hypot(x, y)^0.5 + x + y", "abs(x)^0.5*y", "sqrt(sqrt(x^2 + y^2))*x"])
def test_slope_of_zero_at_a_kink_that_meets_infinity_is_said(text: str) -> None:
    ready = gradcli.compile(text)
    found = of_points(ready, [dict.fromkeys(ready.names, number) for number in (0.0, 2.0)])
    assert codes(found) == ["derivative.indeterminate", ""]


@pytest.mark.parametrize("text", ["sqrt(max(x, 0))", "sqrt(clamp(x, 0, 1))", "sqrt(relu(x))"])
def test_zero_that_stays_zero_is_zero_beside_infinity_too(text: str) -> None:
    found = gradcli.compile(text).rows({"x": np.array([-1.0, -2.0, 0.5])})
    assert (codes(found), found.gradient["x"][:2].tolist()) == ([""] * 3, [0.0, 0.0])


def test_infinite_slope_of_a_number_too_small_for_a_double_is_said() -> None:
    found = gradcli.compile("sqrt(x^2 + y^2)").rows({"x": np.array([1e-170, 1e-100]), "y": np.zeros(2)})
    assert codes(found) == ["derivative.indeterminate", ""]


def test_zero_times_infinity_in_an_untaken_branch_is_not_said() -> None:
    found = gradcli.compile("if(x > 0, sqrt(x^3), x)").rows({"x": np.array([0.0, 4.0])})
    assert (codes(found), found.gradient["x"].tolist()) == (["", ""], [1, 3])


def test_infinite_slope_is_a_slope() -> None:
    found = gradcli.compile("sqrt(x)").rows({"x": np.array([0.0, -0.0])})
    assert (codes(found), found.gradient["x"].tolist()) == (["", ""], [np.inf, np.inf])


def test_sign_of_a_zero_decides_nothing() -> None:
    for text in ("atan2(x, -1)", "acot(x)", "sqrt(x)", "cbrt(x)", "x^(1/3)", "min(inf, 1 + abs(x))"):
        plus, minus = (gradcli.compile(text).rows({"x": np.array([zero])}) for zero in (0.0, -0.0))
        assert (plus.value, plus.gradient["x"]) == (minus.value, minus.gradient["x"])


def test_skipped_row_may_be_the_only_one_that_needs_a_closer_look() -> None:
    found = gradcli.compile("y/x").rows({"x": [1, 0], "y": [2, 2]}, skipped=np.array([False, True]))
    assert found.value[0] == 2
    assert [found.codes[status] for status in found.status] == ["", "input.not-finite"]


def test_rows_that_are_not_finite_or_skipped_have_a_status_of_their_own() -> None:
    given = {"x": np.array([1.0, np.nan, np.inf, 4.0]), "y": np.zeros(4)}
    found = gradcli.compile("min(x, 2) + atan(1/(1 + y))").rows(given, skipped=np.array([False, False, False, True]))
    assert codes(found) == ["", *["input.not-finite"] * 3]
    assert np.isnan(found.value).tolist() == np.isnan(found.gradient["x"]).tolist() == [False, True, True, True]


def test_masked_entries_are_no_numbers() -> None:
    found = gradcli.compile("x^2").rows({"x": np.ma.masked_array([1.0, 2.0], mask=[False, True])})
    assert codes(found) == ["", "input.not-finite"]


# Blocks, threads, memory.


@pytest.mark.parametrize("extra", [-1, 0, 1, 17])
def test_rows_do_not_depend_on_the_block_they_are_in(extra: int) -> None:
    ready = gradcli.compile("if(x > 0, log(x)*y, exp(x)) + sin(x*y)/y + lgamma(y)")
    count = 2 * ready.programs.plain.length + extra
    dice = np.random.default_rng(0)
    columns = {"x": dice.uniform(-2, 2, count), "y": dice.uniform(3.5, 9, count)}
    columns["y"][::1001] = 0
    whole = ready.rows(columns, workers=1)
    rows = [0, 1, 1001, ready.programs.plain.length - 1, ready.programs.plain.length, count - 1]
    alone = ready.rows({name: column[rows] for name, column in columns.items()}, workers=1)
    assert np.array_equal(whole.value[rows], alone.value, equal_nan=True)
    assert np.array_equal(whole.status[rows], alone.status)
    assert all(np.array_equal(whole.gradient[name][rows], alone.gradient[name], equal_nan=True) for name in "xy")


@pytest.mark.parametrize("count", [0, 1])
def test_few_rows(count: int) -> None:
    found = gradcli.compile(FLAGSHIP).rows({"x1": np.ones(count), "x2": np.ones(count)})
    assert len(found.value) == len(found.status) == len(found.gradient["x1"]) == count


def test_threads_give_the_same_bits_as_one() -> None:
    ready = gradcli.compile("if(x1 > 0, log(x1), tanh(x2)) + 1/x2 + " + FLAGSHIP)
    dice = np.random.default_rng(2)
    columns = {"x1": dice.uniform(-1, 1, 300_001), "x2": dice.integers(-9, 9, 300_001).astype(float)}
    one, four = ready.rows(columns, workers=1), ready.rows(columns, workers=4)
    assert one.value.tobytes() == four.value.tobytes()
    assert one.status.tobytes() == four.status.tobytes()
    assert all(one.gradient[name].tobytes() == four.gradient[name].tobytes() for name in ready.names)


def test_one_compiled_formula_serves_many_threads_at_once() -> None:
    ready = gradcli.compile(FLAGSHIP)
    given = {"x1": np.linspace(-1, 1, 50_000), "x2": np.linspace(1, 2, 50_000)}
    expected, found = ready.rows(given, workers=1).value, dict[int, Rows]()
    threads = [threading.Thread(target=lambda k=k: found.update({k: ready.rows(given, workers=1)})) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(rows.value, expected) for rows in found.values())


@pytest.mark.parametrize("text", [FLAGSHIP, HUNDRED])
def test_memory_beyond_the_answer_is_bounded(text: str) -> None:
    ready = gradcli.compile(text)
    columns = dict.fromkeys(ready.names, np.full(100_000, 0.5))
    tracemalloc.start()
    try:
        found = ready.rows(columns, workers=2)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    answer = sum(column.nbytes for column in (found.value, found.status, *found.gradient.values()))
    assert peak - answer < 16 * 1024 * 1024


def test_long_sum_needs_few_buffers() -> None:
    assert gradcli.compile(HUNDRED).programs.plain.numbers < 20


def test_column_for_a_formula_without_names_is_refused() -> None:
    with pytest.raises(GradcliError) as caught:
        gradcli.compile("1 + 2")(x=1.0)
    assert caught.value.code == "name.column"
    assert caught.value.help == "the formula has no names"


def test_compiled_formula_is_shown_as_what_makes_it() -> None:
    assert repr(gradcli.compile("x*y", ["y"])) == "gradcli.compile('x*y', ('y',))"


def test_deep_formula_does_not_recurse() -> None:
    deep = "sin(" * 3000 + "x" + ")" * 3000
    value, _ = gradcli.compile(deep)(x=np.array([0.5]))
    assert value[0] == pytest.approx(gradcli.evaluate(deep, {"x": 0.5}).value, rel=1e-9)


def test_powers_of_powers_are_gone_through_once() -> None:
    text = "abs(x)"
    for _ in range(30):  # as a tree 4^30 products
        text = f"({text})^4"
    assert float(gradcli.compile(f"sign(x) + {text}")(x=0.0)[0]) == 0


# Numbers.


@pytest.mark.parametrize("text", [FLAGSHIP, "log(1 + exp(-y*(a*x + b)))", "(x1 - x2^2)^3/(1 + x1^4) - x2^1.5*x1^-1", HUNDRED.replace("100", "97")])  # fmt: skip
def test_numbers_are_those_of_the_point(text: str) -> None:
    names = gradcli.compile(text).names
    assert list(complaints(text, random_points(names, 3 if len(names) > 10 else 50, 0.1))) == []
