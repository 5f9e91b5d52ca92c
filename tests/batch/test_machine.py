"""Machine code beside NumPy's steps: the same bits in every row, whatever the others are."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest

import gradcli
from gradcli import GradcliError
from gradcli.backends import columns
from gradcli.backends.columns.array import Array
from gradcli.batch import machine, programs
from gradcli.batch.buffers import Buffers, Table
from gradcli.batch.compiled import Compiled, Rows
from gradcli.batch.lowering import ODD
from gradcli.batch.operations import Op
from gradcli.batch.program import assembled
from gradcli.batch.programs import Programs
from gradcli.batch.scheduling import in_groups

from .test_cases import FOLDER, cases
from .test_random import HOSTILE, formula

ALL_KINDS = (
    "a = x*y + sin(x)/cos(y) - z^2; b = sqrt(abs(a)) + floor(x) + ceil(y) - round(z) + trunc(x*7) + sign(y);"
    "if(x < y and not (z >= 0 or x == 1) or y <= 2 and z > 1 and x != y, max(a, b)*exp(-x), min(a, b, x) - square(z))"
)


def without_machine(ready: Compiled) -> Compiled:
    own = ready.programs
    plain = Programs(own.ops, own.outputs, own.inputs)
    plain.is_settled = True
    return replace(ready, programs=plain)


def with_machine(ready: Compiled) -> Compiled:
    own = ready.programs
    fused = Programs(own.ops, own.outputs, own.inputs)
    fused.expect(programs.ENOUGH)
    return replace(ready, programs=fused)


def arrays(found: Rows) -> list[Array]:
    return [found.value, *found.gradient.values()]


def same(one: Rows, other: Rows) -> bool:
    """Are all bits the same? There is one zero and one nan."""
    pairs = zip(arrays(one), arrays(other), strict=True)
    return np.array_equal(one.status, other.status) and all(
        np.array_equal(first, last, equal_nan=True) for first, last in pairs
    )


def differs(text: str, columns: dict[str, Array]) -> bool:
    ready = gradcli.compile(text, names=columns)
    columns = {name: columns[name] for name in ready.names}
    return not same(without_machine(ready).rows(columns, 1), with_machine(ready).rows(columns, 1))


def table(count: int, names: Iterable[str] = "xyz", seed: int = 0) -> dict[str, Array]:
    dice = np.random.default_rng(seed)
    return {name: dice.normal(scale=3, size=count) for name in names}


@pytest.mark.parametrize("count", [1, 7, 8, 9, 1000, 32768, 40001])
def test_bits_are_those_of_numpy_for_any_number_of_rows(count: int) -> None:
    assert not differs(ALL_KINDS, table(count))


@pytest.mark.parametrize("choice", ["x < y and 1 < 2", "1 > 2 or x < y", "x < y or not 1 > 2", "2 < 1 and x < y"])
def test_condition_may_be_the_same_in_all_rows(choice: str) -> None:
    assert not differs(f"if({choice}, x*y, x/y)", table(50, "xy"))


def test_pass_that_neither_reads_nor_writes_is_one_too() -> None:
    ops = [
        Op("input", datum=0), Op("constant", datum="1.0"), Op("constant", datum="2.0"),
        Op("check", (1,), datum=()), Op("check", (2,), datum=()), Op("exp", (0,)),
    ]  # fmt: skip
    made = assembled(ops, [5], 1, in_groups(ops, [5], [(3, 4), (5,)]))
    result = np.empty(8)
    assert Buffers(made).run(Table([np.zeros(8)], [result]), 0, 8).rows is None
    assert (result == 1).all()


def test_every_operation_with_machine_code_is_among_those_compared() -> None:
    ready = gradcli.compile(ALL_KINDS)
    used = {op.name for op in ready.programs.ops}
    assert machine.NAMES - used <= {"check", "positive"}  # these are added to a program
    assert with_machine(ready).programs.fused is not None


@pytest.mark.parametrize("seed", range(6))
def test_bits_are_those_of_numpy_in_random_formulas_at_hostile_rows(seed: int) -> None:
    dice = random.Random(1000 + seed)
    different = []
    for _ in range(8):
        text = formula(dice, dice.choice((2, 3, 4)))
        columns = {name: np.array([dice.choice(HOSTILE) for _ in range(43)]) for name in "xyz"}
        try:
            if differs(text, columns):
                different.append(text)
        except GradcliError:
            continue  # a constant outside a function's domain
    assert different == []


@pytest.mark.slow
@pytest.mark.skipif(not FOLDER.is_dir(), reason="the cases are not here")
def test_bits_are_those_of_numpy_in_the_published_formulas() -> None:
    different = []
    for name in ("expressions", "feynman", "optimisation"):
        for text, point in cases(name):
            columns = {key: np.full(9, number) * np.linspace(0.5, 1.5, 9) for key, number in point.items()}
            if columns and differs(text, columns):
                different.append(text)
    assert different == []


def test_columns_that_lie_apart_in_memory_are_taken() -> None:
    whole = np.random.default_rng(0).uniform(1, 2, (50_000, 2))
    columns = {"x": whole[:, 0], "y": whole[::-1, 1], "z": np.broadcast_to(2.0, 50_000)}
    assert not differs("x*y + z/x", columns)


def test_column_that_lies_backwards_has_the_bits_of_its_copy() -> None:
    x = np.random.default_rng(0).uniform(1, 2, 1000)[::-1]
    ready = without_machine(gradcli.compile("exp(x) + cbrt(x)*asinh(x)"))
    assert same(ready.rows({"x": x}, 1), ready.rows({"x": x.copy()}, 1))
    assert not differs(ready.text, {"x": x})


def test_columns_that_begin_anywhere_in_memory_are_taken() -> None:
    x = np.frombuffer(bytearray(8 * 1001 + 3), dtype=np.float64, offset=3, count=1001)
    x[:] = np.linspace(1, 2, 1001)
    assert not differs("x*x + 1/x", {"x": x})


@pytest.mark.parametrize("large", [1e5, -1e7, 1e300, np.inf, np.nan])
def test_sine_of_a_large_argument_is_left_to_numpy(large: float) -> None:
    columns = table(1000, "xy")
    columns["x"][3] = large
    assert not differs("sin(x)*y + cos(x*y)", columns)


def test_large_argument_in_a_block_that_numpy_takes_in_several() -> None:
    text = "*".join(f"sin(x{k})" for k in range(20))
    own = with_machine(gradcli.compile(text)).programs
    assert own.fused is not None and own.plain.length < own.fused.length
    columns = table(40_000, [f"x{k}" for k in range(20)])
    columns["x3"][[5, own.plain.length + 5]] = 1e7, 0
    assert not differs(text, columns)


@pytest.mark.parametrize("condition", ["x > 0 and 1 < 2", "1 > 2 or x > 0", "x > 0 and 1 > 2", "not (1 < 2 or x > 0)"])
def test_condition_that_is_the_same_in_all_rows_joins_another(condition: str) -> None:
    assert not differs(f"if({condition}, x*x, -x)", table(100, "x"))


def test_a_bad_row_does_not_touch_its_neighbours() -> None:
    columns = table(64, "xy")
    ready = with_machine(gradcli.compile("1/x + if(y > 0, sqrt(y), 0)"))
    whole = ready.rows(columns)
    columns["x"][5] = 0
    found = ready.rows(columns)
    others = np.arange(64) != 5
    assert found.codes[found.status[5]] == "domain.divide"
    assert all(np.array_equal(one[others], other[others]) for one, other in zip(arrays(whole), arrays(found), strict=True))  # fmt: skip


def test_long_formula_is_cut_into_several_passes() -> None:
    terms = "+".join(f"100*(x{k + 1} - x{k}^2)^2 + (1 - x{k})^2 + sin(x{k})" for k in range(1, 60))
    dice = np.random.default_rng(0)
    columns = {f"x{k}": dice.uniform(-2, 2, 5000) for k in range(1, 61)}
    ready = with_machine(gradcli.compile(terms))
    assert ready.programs.fused is not None
    assert 1 < len(ready.programs.fused.steps) < len(ready.programs.plain.steps) / 50
    assert same(ready.rows(columns), without_machine(ready).rows(columns))


WAVES = "+".join(f"sin({k}*x)" for k in range(1000))
NESTED = f"if({' and ('.join(f'log(x + {k}) > {k}' for k in range(300))}{')' * 299}, x, 2*x)"


@pytest.mark.parametrize("text", [WAVES, NESTED], ids=["waves", "nested conditions"])
def test_formula_that_would_take_long_to_compile_has_none(text: str) -> None:
    ready = with_machine(gradcli.compile(text))
    assert ready.programs.is_settled
    assert ready.programs.fused is None


def test_few_rows_do_not_load_the_compiler() -> None:
    program = (
        "import sys, numpy, gradcli; ready = gradcli.compile('x*x'); ready(x=numpy.ones(1000));"
        "assert 'llvmlite' not in sys.modules; ready(x=numpy.ones(1_000_000)); assert 'llvmlite' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_without_the_compiler_numpy_goes_on() -> None:
    program = (
        "import sys, numpy; sys.modules['llvmlite'] = None; import gradcli;"
        "value, gradient = gradcli.compile('x*x')(x=numpy.full(1_000_000, 3.0)); assert (gradient['x'] == 6).all()"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_where_made_code_may_not_run_numpy_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbid() -> None:
        raise OSError("no")

    monkeypatch.setattr(machine.binding, "check_jit_execution", forbid)
    ready = with_machine(gradcli.compile("x*x"))
    assert ready.programs.fused is None
    assert ready(x=3.0)[0] == 9


def test_rows_that_come_in_small_parts_are_compiled_for_too() -> None:
    ready = gradcli.compile("x*x")
    part = np.ones(programs.ENOUGH // 4)
    compiled = []
    for _ in range(5):
        ready(x=part)
        compiled.append(ready.programs.fused is not None)
    assert compiled == [False, False, False, True, True]


@pytest.mark.parametrize("name", sorted(ODD))
def test_sign_of_the_argument_is_that_of_an_odd_function(name: str) -> None:
    numbers = np.concatenate([10.0 ** np.random.default_rng(0).uniform(-300, 2, 500), [0.25, 0.5, 0.999, 1.0]])
    function = getattr(columns, name)
    with np.errstate(all="ignore"):
        assert np.array_equal(function(-numbers), -function(numbers), equal_nan=True)
