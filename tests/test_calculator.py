"""The Python API: what it takes, gives and refuses."""

from __future__ import annotations

import inspect
import math
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gradcli
from gradcli import Formula, GradcliError, Gradient


def refusal(text: str, at: dict[str, float | str], wrt: list[str] | None = None) -> GradcliError:
    with pytest.raises(GradcliError) as caught:
        gradcli.evaluate(text, at, wrt=wrt)
    return caught.value


def test_answer_has_value_and_gradient() -> None:
    found = gradcli.evaluate("x^2*y", {"x": 3, "y": 2})
    assert (found.value, found.gradient) == (18, {"x": 12, "y": 9})


def test_answer_is_of_doubles() -> None:
    found = gradcli.evaluate("x", {"x": 3})
    assert [type(found.value), type(found.gradient["x"])] == [float, float]


def test_point_may_be_constant_expressions() -> None:
    assert gradcli.evaluate("x", {"x": "pi/4"}).value == math.pi / 4


def test_formula_without_names_needs_no_point() -> None:
    assert gradcli.evaluate("2^10").value == 1024


def test_gradient_is_in_the_order_of_the_point() -> None:
    assert list(gradcli.evaluate("a*b*c", {"c": 1, "a": 2, "b": 3}).gradient) == ["c", "a", "b"]


def test_gradient_is_in_the_order_that_is_asked_for() -> None:
    assert list(gradcli.evaluate("a*b*c", {"c": 1, "a": 2, "b": 3}, wrt=["b", "a"]).gradient) == ["b", "a"]


def test_name_asked_for_twice_has_one_entry() -> None:
    assert gradcli.evaluate("x^2", {"x": 3}, wrt=["x", "x"]).gradient == {"x": 6}


def test_nothing_may_be_asked_for() -> None:
    found = gradcli.evaluate("abs(x)", {"x": 0}, wrt=[])
    assert (found.value, found.gradient, found.steps, found.warnings) == (0, {}, (), ())


def test_names_to_differentiate_by_may_be_any_iterable() -> None:
    assert gradcli.evaluate("x*y", {"x": 2, "y": 3}, wrt=iter(["y"])).gradient == {"y": 2}


def test_bound_name_may_be_asked_for() -> None:
    assert gradcli.evaluate("q = x + y; q*z", {"x": 4, "y": -3, "z": 5}, wrt=["q"]).gradient == {"q": 5}


def test_formula_that_was_parsed_may_be_evaluated() -> None:
    formula = gradcli.parse("x^2")
    assert [gradcli.evaluate(formula, {"x": x}).gradient["x"] for x in (1, 2)] == [2, 4]


def test_parsed_formula_prints_as_it_was_read() -> None:
    formula = gradcli.parse("2x^2 + 1")
    assert isinstance(formula, Formula)
    assert str(formula) == "2*x^2 + 1"


def test_nodes_are_the_steps_forward() -> None:
    nodes = gradcli.evaluate("q = x*y; sin(q)", {"x": 2, "y": 3}).nodes
    assert [(node.name, node.formula, node.parents, node.binds) for node in nodes] == [
        ("v1", "x", (), ()),
        ("v2", "y", (), ()),
        ("v3", "v1*v2", ("v1", "v2"), ("q",)),
        ("v4", "sin(v3)", ("v3",), ()),
    ]


def test_nodes_that_are_conditions_are_true_or_false() -> None:
    nodes = gradcli.evaluate("if(x > 0, x, -x)", {"x": 2}).nodes
    assert [node.value for node in nodes if node.formula == "v1 > 0"] == [True]


def test_branch_not_taken_is_no_node() -> None:
    nodes = gradcli.evaluate("if(x > 0, x, exp(x))", {"x": 2}).nodes
    assert [node.formula for node in nodes] == ["x", "v1 > 0", "if(v2, v1, ...)"]


@pytest.mark.parametrize(("name", "letter"), [("v1", "w"), ("v", "v"), ("v1a", "v"), ("value", "v")])
def test_nodes_never_share_a_name_with_the_user(name: str, letter: str) -> None:
    assert gradcli.evaluate(f"2*{name}", {name: 1}).nodes[0].name == f"{letter}1"


def test_another_letter_is_found_where_several_are_taken() -> None:
    point: dict[str, float | str] = {"v1": 1, "w2": 2, "n3": 3, "node4": 4}
    found = gradcli.evaluate("v1*w2*n3*node4", point)
    assert {node.name for node in found.nodes}.isdisjoint(point)


def test_warnings_have_code_and_message() -> None:
    (warning,) = gradcli.evaluate("abs(x)", {"x": 0}).warnings
    assert (warning.code, "kink" in warning.message) == ("derivative.kink", True)


def test_unused_name_is_a_warning_and_its_slope_zero() -> None:
    found = gradcli.evaluate("x^2", {"x": 3, "y": 1})
    assert (found.gradient["y"], [warning.code for warning in found.warnings]) == (0, ["name.unused"])


def test_bound_name_at_the_point_is_an_error() -> None:
    assert refusal("q = 2; q*x", {"x": 1, "q": 1}).code == "name.bound-twice"


@pytest.mark.parametrize(
    ("wrt", "help"),
    [
        (["y"], "the names here are `q` and `x`"),
        (["qq"], "the names here are `q` and `x`"),
        (["x", "X"], "did you mean `x`?"),
        (["pi"], "the names here are `q` and `x`"),
    ],
)
def test_name_that_is_nowhere_cannot_be_asked_for(wrt: list[str], help: str) -> None:
    error = refusal("q = x^2; q*pi", {"x": 3}, wrt)
    assert (error.code, error.help) == ("name.wrt", help)


def test_name_that_is_nowhere_has_no_names_to_offer_where_there_are_none() -> None:
    assert refusal("2", {}, ["x"]).help is None


def test_error_has_code_span_and_help() -> None:
    error = refusal("x*log(y-3)", {"x": 2, "y": 1})
    assert (error.code, error.span, error.help) == (
        "domain.log",
        (2, 5),
        "`log(abs(y-3))` is the logarithm of its size",
    )


@pytest.mark.parametrize("text", ["inf", "x + inf", "if(x > 0, -inf, x)", "exp(inf)*x"])
def test_infinite_value_is_an_error(text: str) -> None:
    assert refusal(text, {"x": 1}).code == "domain.infinite"


@pytest.mark.parametrize("text", ["1e400", "1e400*x", "x + 2e308"])
def test_number_too_large_for_a_double_is_an_error(text: str) -> None:
    assert refusal(text, {"x": 1}).code.partition(".")[0] in ("overflow", "domain")


def test_answer_is_frozen() -> None:
    with pytest.raises(AttributeError):
        gradcli.evaluate("x", {"x": 1}).value = 2  # type: ignore[misc]


@pytest.mark.parametrize("part", ["nodes", "steps", "warnings"])
def test_parts_of_the_answer_are_tuples_of_frozen_records(part: str) -> None:
    first = getattr(gradcli.evaluate("abs(x)", {"x": 0}), part)[0]
    with pytest.raises(AttributeError):
        first.message = ""


def test_evaluating_does_not_change_what_was_given() -> None:
    at: dict[str, float | str] = {"x": "1/2"}
    gradcli.evaluate("x", at)
    assert at == {"x": "1/2"}


def test_changing_what_was_given_does_not_change_the_answer() -> None:
    at: dict[str, float | str] = {"x": 1}
    found = gradcli.evaluate("x^2", at)
    at["x"] = 7
    assert (dict(found.point), found.nodes[0].value) == ({"x": 1}, 1)


@pytest.mark.parametrize("name", gradcli.__all__)
def test_public_name_is_documented(name: str) -> None:
    assert inspect.getdoc(getattr(gradcli, name))


@pytest.mark.parametrize("name", ["value", "gradient", "nodes", "steps", "warnings"])
def test_answer_has_what_is_promised(name: str) -> None:
    assert hasattr(Gradient, name) or name in Gradient.__dataclass_fields__


def test_package_says_that_it_is_typed() -> None:
    assert resources.files("gradcli").joinpath("py.typed").is_file()


@given(st.text(alphabet="xyz0123456789.+-*/^()<>=!,;|_ abs sin if else π²√", max_size=25))
def test_any_text_has_an_answer_or_an_error(text: str) -> None:
    try:
        found = gradcli.evaluate(text, {"x": 0.5, "y": -1, "z": 2})
    except GradcliError:
        return
    assert math.isfinite(found.value)
