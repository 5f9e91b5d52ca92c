"""`gradcli eval` at a point with ranges: bounds, the ways to write a range, and the options."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from gradcli.render import document

from ..conftest import Command

VALIDATOR = Draft202012Validator(json.loads(document.schema("bounds")))

ANSWER = """\
formula   (x^2)*sin(y)
box       x in [1, 2], y in [0, 1]

value     [0, 3.365883939231587]
gradient
  x       [0, 3.365883939231587]   nowhere decreasing in x over this box
  y       [0.5403023058681397, 4]  increasing in y over this box

bounds    proven for all of the box, in one piece
"""


def test_bounds_are_shown_in_place_of_an_answer(command: Command) -> None:
    assert command("eval", "x^2*sin(y)", "--at", "x=[1,2],y=[0,1]") == (0, ANSWER, "")


@pytest.mark.parametrize(
    ("formula", "footer"),
    [
        ("x*sin(x)*cos(x)", "in one piece; `--split 16` may tighten them"),
        ("x^2", "in one piece"),
        ("floor(x)", "in one piece"),
        ("if(x > 0, log(x), 0)", "in one piece"),
    ],
)
def test_more_parts_are_proposed_only_where_they_may_change_a_digit(
    formula: str, footer: str, command: Command
) -> None:
    run = command("eval", formula, "--at", "x=[-1,1]")
    assert " ".join(run.out.split()).endswith(f"bounds proven for all of the box, {footer}")


def test_value_without_a_bound_is_infinite_on_that_side(command: Command) -> None:
    run = command("eval", "if(x > 0, log(x), 0)", "--at", "x=[-1,1]", "--json")
    VALIDATOR.validate(json.loads(run.out))
    assert json.loads(run.out)["value"] == ["-Infinity", 0]


@pytest.mark.parametrize(
    ("at", "printed"),
    [
        ("x=[1,2]", "1\t2"),
        ("x = [ 1 , 2 ]", "1\t2"),
        ("x=[0, pi/2]", "0\t1.570796326794897"),
        ("x=[-1/3, 1e-3]", "-0.3333333333333334\t0.001"),
        ("x=[max(1, 2), 3]", "2\t3"),
        ("x=1.5±0.1", "1.4\t1.6"),
        ("x=1.5 ± 0.1", "1.4\t1.6"),
        ("x=1.5+/-1/10", "1.4\t1.6"),
        ("x=-1e-3±1e-3", "-0.002\t0"),
        ("x=[2,2]", "2\t2"),
    ],
)
def test_range_is_written_in_several_ways(at: str, printed: str, command: Command) -> None:
    assert command("eval", "x", "--at", at, "--quiet", "--wrt", "x").out.splitlines()[0] == f"value\t{printed}"


def test_sum_with_a_negative_number_is_no_range(command: Command) -> None:
    assert command("eval", "x", "--at", "x=pi+-1", "--quiet", "--no-check").out == "value\t2.141592653589793\nx\t1\n"


def test_range_is_a_pair_in_json(command: Command) -> None:
    run = command("eval", "x*y", "--at", "-", "--quiet", given='{"x": [1, "2"], "y": "[3, 4]"}')
    assert run.out == "value\t3\t8\nx\t3\t4\ny\t1\t2\n"


def test_quiet_prints_a_name_and_both_ends_a_line(command: Command) -> None:
    run = command("eval", "floor(x)*y", "--at", "x=[0,1],y=2", "--quiet")
    assert run.out == "value\t0\t2\nx\tnan\tnan\ny\t0\t1\n"


@pytest.mark.parametrize(
    ("formula", "at"),
    [("x^2*y", "x=[1,2],y=pi"), ("floor(x)", "x=[0,1]"), ("sqrt(x)", "x=[0,1]"), ("x", "x=[0,1],z=3")],
)
def test_document_is_as_the_schema_says(formula: str, at: str, command: Command) -> None:
    run = command("eval", formula, "--at", at, "--json", "--split", "3")
    VALIDATOR.validate(json.loads(run.out))
    assert (run.status, run.err) == (0, "")


def test_doubles_of_a_document_are_rounded_outward(command: Command) -> None:
    low, high = json.loads(command("eval", "x", "--at", "x=[0.1,0.3]", "--json").out)["value"]
    assert (low, high) == (0.09999999999999999, 0.30000000000000004)


def test_slope_without_bounds_says_why(command: Command) -> None:
    run = command("eval", "floor(x)*y", "--at", "x=[0,1],y=2")
    assert "\n  x       not known: `floor(x)` may jump in this box\n" in run.out
    assert run.status == 0


def test_warnings_go_to_standard_error(command: Command) -> None:
    assert command("eval", "x", "--at", "x=[0,1],z=3").err.startswith("warning[name.unused]")


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("log(x)", "--at", "x=[-1,1]"), 5, "error[domain.box]: `log` may have no value in this box"),
        (("log(x)", "--at", "x=[-2,-1]"), 5, "error[domain.log]: the argument of `log` is [-2, -1]"),
        (("x", "--at", "x=[2,1]"), 4, "the range of `x` ends before it begins"),
        (("x", "--at", "x=[1,2,3]"), 4, "the range of `x` needs two ends"),
        (("x", "--at", "x=1±-1"), 4, "the range of `x` ends before it begins"),
        (("x", "--at", "x=[0,inf]"), 4, "`x` is inf, not a finite number"),
        (("x", "--at", "x=1", "--split", "4"), 2, "`--split` cuts a box, and the point has no range"),
        (("x", "--at", "x=[0,1]", "--split", "0"), 2, "0 is not in the range"),
        (("x", "--at", "x=[0,1]", "--split", "100001"), 2, "100001 is not in the range"),
        (("x", "--at", "x=[0,1]", "--digits", "30"), 2, "`--digits` is for a point, and there is a range here"),
        (("x", "--at", "x=[0,1]", "--kink", "left"), 2, "`--kink` is for a point, and there is a range here"),
        (("x", "--at", "x=[0,1]", "--wrt", "z"), 4, "no gradient by `z`"),
        (("x*y", "--at", "x=[0,1]"), 4, "no value for `y`"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(words: tuple[str, ...], status: int, said: str, command: Command) -> None:
    run = command("eval", *words)
    assert (run.status, run.out) == (status, "")
    assert said in " ".join(run.err.split())


def test_point_without_a_range_does_not_load_intervals(command: Command) -> None:
    import subprocess
    import sys

    program = (
        "import sys; from gradcli import cli; cli.run(['eval', 'x^2', '--at', 'x=3', '--no-check', '--quiet']); "
        "sys.exit('gradcli.boxes' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False, capture_output=True).returncode == 0


def test_schema_of_bounds_is_printed(command: Command) -> None:
    assert json.loads(command("schema", "bounds").out)["$id"] == "gradcli/bounds/1"
