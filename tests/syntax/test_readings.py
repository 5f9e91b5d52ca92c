"""One test a row of the language, at least: what a text means. The grammar's README has more examples."""

from collections.abc import Callable

import pytest

from gradcli.expression import Call, Number
from gradcli.syntax import parse

Reading = Callable[[str], str]


@pytest.mark.parametrize("text", ["3", ".5", "5.", "1e3", "1E-3", "1_000", "1_0.0_1e+1_0"])
def test_number_keeps_the_text_it_was_written_with(text: str) -> None:
    result = parse(text).result
    assert isinstance(result, Number)
    assert result.text == text


@pytest.mark.parametrize(
    "name", ["x1", "alpha_2", "E", "I", "S", "N", "beta", "lambda", "_", "_x", "é", "α", "d", "dx"]
)
def test_name_is_an_ordinary_name(reading: Reading, name: str) -> None:
    assert reading(name) == name


@pytest.mark.parametrize("name", ["xy", "iffy", "order", "nota", "andy", "elsewhere", "in", "is", "as", "def"])
def test_name_is_never_split(reading: Reading, name: str) -> None:
    assert reading(name) == name


def test_case_matters(reading: Reading) -> None:
    assert reading("X*x") == "X*x"


def test_function_and_variable_of_the_same_name_stand_together(reading: Reading) -> None:
    assert reading("gamma*gamma(x)") == "gamma*gamma(x)"


@pytest.mark.parametrize(("text", "name"), [("x₁", "x1"), ("x₁₀", "x10"), ("π", "pi"), ("τ", "tau"), ("∞", "inf")])
def test_sign_stands_for_a_plain_name(reading: Reading, text: str, name: str) -> None:
    assert reading(text) == name


@pytest.mark.parametrize(("text", "name"), [("𝑥", "x"), ("ｘ", "x"), ("ϕ", "φ"), ("µ", "μ"), ("\u212b", "\u00c5")])
def test_letters_that_look_the_same_are_the_same(reading: Reading, text: str, name: str) -> None:
    assert reading(text) == name


def test_pi_inside_a_longer_name_stays_a_letter(reading: Reading) -> None:
    assert reading("πx") == "πx"


def test_powers_group_from_the_right(reading: Reading) -> None:
    assert reading("2^3^2") == "2^(3^2)"


def test_both_power_signs_are_the_same(reading: Reading) -> None:
    assert reading("x**2^y**z") == "x^(2^(y^z))"


def test_power_binds_tighter_than_minus(reading: Reading) -> None:
    assert reading("-x^2") == "-(x^2)"


@pytest.mark.parametrize(
    ("text", "meaning"), [("2^-x", "2^(-x)"), ("2^+x", "2^x"), ("2^-3^-4", "2^(-(3^(-4)))"), ("2^-x*y", "(2^(-x))*y")]
)
def test_sign_may_follow_a_power(reading: Reading, text: str, meaning: str) -> None:
    assert reading(text) == meaning


@pytest.mark.parametrize(("text", "meaning"), [("--x", "-(-x)"), ("+x", "x"), ("2--2", "2 - (-2)"), ("x*-y", "x*(-y)")])
def test_signs_may_be_repeated(reading: Reading, text: str, meaning: str) -> None:
    assert reading(text) == meaning


def test_products_group_from_the_left(reading: Reading) -> None:
    assert reading("a/b*c/d") == "((a/b)*c)/d"


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("2x", "2*x"),
        ("2pi", "2*pi"),
        ("2π", "2*pi"),
        ("2sin(x)", "2*sin(x)"),
        ("2(x+1)", "2*(x + 1)"),
        ("2√x", "2*sqrt(x)"),
        ("(a)(b)", "a*b"),
        ("(x+1)y", "(x + 1)*y"),
        ("(x)√(y)", "x*sqrt(y)"),
        ("2(a)(b)c", "2*a*b*c"),
        ("2x^2", "2*x^2"),
        ("2x!", "2*x!"),
        ("-2x", "-2*x"),
        ("x^2y", "(x^2)*y"),
        ("a*2x", "a*2*x"),
        ("(1/2)x", "(1/2)*x"),
        ("2x/3", "(2*x)/3"),
        ("x/2*y", "(x/2)*y"),
        ("1/2*3x", "(1/2)*3*x"),
    ],
)
def test_product_needs_no_sign(reading: Reading, text: str, meaning: str) -> None:
    assert reading(text) == meaning


@pytest.mark.parametrize("text", ["2x+sin(x)*(x+1)y", "a if x<1 else b", "u=x;|u|!", "sin^2(x)"])
def test_white_space_never_changes_a_meaning(reading: Reading, text: str) -> None:
    spaced = text
    for sign in "+*()<=;|^!x":
        spaced = spaced.replace(sign, f" {sign}\t")
    assert reading(spaced) == reading(text)


def test_factorial_is_tighter_than_power(reading: Reading) -> None:
    assert reading("2^x!") == "2^(x!)"


@pytest.mark.parametrize(
    ("text", "meaning"),
    [("|x|", "abs(x)"), ("||x||", "abs(abs(x))"), ("|x-|y||", "abs(x - abs(y))"), ("-|x|^2", "-(abs(x)^2)")],
)
def test_bars_are_an_absolute_value(reading: Reading, text: str, meaning: str) -> None:
    assert reading(text) == meaning


@pytest.mark.parametrize("text", ["sin^2(x)", "sin²(x)", "sin**2(x)", "sin ^ 2 (x)"])
def test_power_of_a_function_is_the_power_of_its_value(reading: Reading, text: str) -> None:
    assert reading(text) == "sin(x)^2"


def test_power_of_a_variable_before_brackets_is_a_factor(reading: Reading) -> None:
    assert reading("x^2(y+1)") == "(x^2)*(y + 1)"


@pytest.mark.parametrize(
    ("text", "sign"), [("a<=b", "<="), ("a≤b", "<="), ("a≥b", ">="), ("a≠b", "!="), ("a==b", "==")]
)
def test_comparison_has_one_spelling(text: str, sign: str) -> None:
    result = parse(text).result
    assert isinstance(result, Call)
    assert result.function == sign


def test_chain_of_comparisons_holds_link_by_link(reading: Reading) -> None:
    assert reading("0<x<1<y") == "0 < x and x < 1 and 1 < y"


def test_not_is_looser_than_a_comparison_and_tighter_than_and(reading: Reading) -> None:
    assert reading("not a < b and c or d") == "((not (a < b)) and c) or d"


@pytest.mark.parametrize("text", ["if(c, a, b)", "a if c else b"])
def test_condition_has_two_spellings(reading: Reading, text: str) -> None:
    assert reading(text) == "if(c, a, b)"


def test_where_is_an_ordinary_call(reading: Reading) -> None:
    assert reading("where(x < 0, a, b)") == "where(x < 0, a, b)"


def test_conditions_group_from_the_right(reading: Reading) -> None:
    assert reading("a if p else b if q else c") == "if(p, a, if(q, b, c))"


@pytest.mark.parametrize("text", ["u = x*y; u^2", "u = x*y\nu^2", "\n\nu = x*y # note\r\n;;\nu^2 # end\n;"])
def test_statements_are_separated_by_semicolons_or_lines(reading: Reading, text: str) -> None:
    assert reading(text) == "u = x*y; u^2"


@pytest.mark.parametrize("text", ["(x\n+ y)", "f(x\n,\ny)", "|x\n+ y|", "(sin # why\n(x))"])
def test_line_end_inside_brackets_is_white_space(reading: Reading, text: str) -> None:
    assert reading(text) == reading(text.replace("# why", "").replace("\n", " "))


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("a×b·c⋅d", "a*b*c*d"),
        ("a÷b", "a/b"),
        ("a−b–c", "a - b - c"),
        ("√x", "sqrt(x)"),
        ("√(x+1)", "sqrt(x + 1)"),
        ("x²", "x^2"),
        ("x³⁴", "x^34"),
        ("x⁻¹", "x^(-1)"),
        ("√(x)²", "sqrt(x)^2"),
    ],
)
def test_typed_otherwise_means_the_same(reading: Reading, text: str, meaning: str) -> None:
    assert reading(text) == meaning


def test_sum_is_an_ordinary_call_here(reading: Reading) -> None:
    assert reading("sum(k*x, k, 1, 10)") == "sum(k*x, k, 1, 10)"


def test_names_in_a_quotient_can_be_d_and_dx(reading: Reading) -> None:
    assert reading("(d)/dx") == "(d)/dx"


@pytest.mark.parametrize("text", ["-(d)/dx", "(-d)/dx", "(d^2)/dx^2", "(d)/dx(y)", "d!/dx", "(a*d)/dx"])
def test_printed_quotient_of_d_and_dx_reads_back(reading: Reading, text: str) -> None:
    assert reading(reading(text)) == reading(text)


def test_quotient_by_a_longer_name_is_no_derivative(reading: Reading) -> None:
    assert reading("d/density + 1") == "(d)/density + 1"
