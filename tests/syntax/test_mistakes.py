"""What is said of a text that cannot be read: the code, the place, and what to type instead."""

from collections.abc import Callable

import pytest

from gradcli.errors import GradcliError

Refusal = Callable[[str], GradcliError]


@pytest.mark.parametrize(
    ("text", "place", "help"),
    [
        ("x + 2e", "2e", "write `2*e` or `2e0`"),
        ("2e^x", "2e", "write `2*e` or `2e0`"),
        ("2e+x", "2e", "write `2*e` or `2e0`"),
        ("3E*x", "3E", "write `3*E` or `3E0`"),
        ("2 e1", "2 e1", "write `2*e1` or `2e1`"),
        ("1e5e3", "1e5e3", "write `1e5*e3`"),
        ("0x1F + t", "0x1F", "numbers are decimal: write `31`"),
        ("0b101", "0b101", "numbers are decimal: write `5`"),
        ("0o17", "0o17", "numbers are decimal: write `15`"),
        ("1__0", "1__0", "`_` stands singly between two digits: `1_000`"),
        ("1_", "1_", "`_` stands singly between two digits: `1_000`"),
        ("1.2.3", "1.2.3", "a number has one point: `1.23`"),
        ("1,5*x", "1,5", "write the decimal sign as a point: `1.5`"),
        ("x y", "x y", "for a product write `x*y`"),
        ("2 3", "2 3", "for a product write `2*3`"),
        ("1 000", "1 000", "for one number write `1_000`, for a product `1*000`"),
        ("x + ٣", "٣", "type `3`"),
        ("if (x > 0) 1 else 2", "if", "write `if(c, a, b)` or `a if c else b`"),
        ("(a + b)2", ")2", "for a product write `(a + b)*2`"),
        ("x²y", "²y", "for a product write `x²*y`"),
        ("f(x)!y", "!y", "for a product write `f(x)!*y`"),
        ("sin x", "sin x", "write `sin(x)`"),
        ("sin 2x", "sin 2", "write `sin(2x)`"),
        ("sin^2 x", "sin^2 x", "write `sin(x)^2`, or `sin^2*x` if `sin` is a variable"),
        ("sin^-1(x + 1)", "sin^-1(x + 1)", "write `asin(x + 1)` or `1/sin(x + 1)`"),
        ("tanh⁻¹(y)", "tanh⁻¹(y)", "write `atanh(y)` or `1/tanh(y)`"),
        ("exp^-1(y)", "exp^-1(y)", "write `1/exp(y)`"),
        ("sin^-2(y)", "sin^-2(y)", "write `sin(y)^(-2)`"),
        ("sin^n(y)", "sin^n(y)", "write `sin(y)^n`"),
        ("1/2x", "/2x", "write `(1/2)*x` or `1/(2*x)`"),
        ("2x/3y", "/3y", "write `((2*x)/3)*y` or `(2*x)/(3*y)`"),
        ("a/(b)(c)", "/(b)(c)", "write `(a/b)*c` or `a/(b*c)`"),
        ("e^x²", "e^x²", "write `e^(x^2)` or `(e^x)^2`"),
        ("x²^3", "^", "write `(x²)^3`, if that is what it applies to"),
        ("sin^2(x)^3", "^", "write `(sin^2(x))^3`, if that is what it applies to"),
        ("√x²", "√x²", "write `sqrt(x²)` or `sqrt(x)²`"),
        ("√2", "√2", "write `sqrt(2)`, with all that is under the root in the brackets"),
        ("!x", "!", "a factorial stands after its operand: `x!`; a condition is negated by `not`: `not c`"),
        ("2*!x", "!", "a factorial stands after its operand: `x!`; a condition is negated by `not`: `not c`"),
        ("!(x > 1)", "!", "a factorial stands after its operand: `x!`; a condition is negated by `not`: `not c`"),
        ("[red]x[/red]", "[", "group with `(` and `)`; several outputs are at the end: `[a, b]`"),
        ("2*x[1]", "[", "group with `(` and `)`; for an element use a name such as `x1`"),
        ("2*[x, y]", "[", "group with `(` and `)`; several outputs are at the end: `[a, b]`"),
        ("np.exp(x)", ".", "drop `np.`: write `exp(...)`"),
        ("2 + math.pi", ".", "drop `math.`: write `pi`"),
        ("torch.special.erf (x)", ".", "drop `torch.special.`: write `erf(...)`"),
        ("x.y", ".", "a number needs a digit beside its point: `0.5`; a product is `*`"),
        ("1'000*x", "'", "digits are grouped with `_`: write `1_000`"),
        ("2 + 1'000'000", "'", "digits are grouped with `_`: write `1_000_000`"),
        ("1’000", "’", "digits are grouped with `_`: write `1_000`"),
        ("x1'2", "'", "drop it and name the variable with `--wrt`: `--wrt x`"),
        ("x!!", "!!", "write `(x!)!`; there is no double factorial"),
        ("a // b", "//", "write `floor(a/b)` to round down, `a/b` to divide"),
        ("a ^^ b", "^^", "a power is `^`"),
        ("a <> b", "<>", "write `!=`"),
        ("a => b", "=>", "write `>=`"),
        ("a =< b", "=<", "write `<=`"),
        ("a || b", "||", "write `or` between two conditions"),
        ("a mod b", "mod", "write the remainder as `mod(a, b)`"),
        ("if x then y", "then", "write `if(c, a, b)` or `a if c else b`"),
        ("2|x|", "2|", "no product is read beside a bar: write `*`, as in `2*|x|`"),
        ("x + 1)", ")", "remove it, or open one before it"),
        ("(x + 1", "(", "add `)`"),
        ("sin(cos(x", "(", "add `))`"),
        ("f(a,)", ",", "remove it"),
        ("x % 2", "%", "write the remainder as `mod(a, b)`"),
        ("a & b", "&", "write `and` between two conditions"),
        ("{x}", "{", "group with round brackets: `(x + 1)*2`"),
        ("\\frac", "\\", "LaTeX is not read: write `sqrt(x)`, `a/b`, `alpha`"),
        ("'x'", "'", "names and numbers stand without quotes"),
        ("x\u00a0+ 1", "\u00a0", "type a plain space"),
        ("（x）", "（", "type `(`"),
        ("d/dx x^2", "d/dx", "drop it and use `--wrt x`; for a quotient of two names write `(d)/dx`"),
        ("d^2/dx^2 f", "d^2/dx", "drop it and use `--wrt x`; for a quotient of two names write `(d^2)/dx`"),
        ("d/dtheta(x)", "d/dtheta", "drop it and use `--wrt theta`; for a quotient of two names write `(d)/dtheta`"),
        ("f'(x)", "'", "drop it and name the variable with `--wrt`: `--wrt x`"),
        ("f′", "′", "drop it and name the variable with `--wrt`: `--wrt x`"),
        ("∂f", "∂", "drop it and name the variable with `--wrt`: `--wrt x`"),
        ("diff(x, x)", "diff", "give the formula alone and name the variable with `--wrt`: `--wrt x`"),
    ],
)
def test_error_underlines_the_place_and_shows_what_to_type(refusal: Refusal, text: str, place: str, help: str) -> None:
    error = refusal(text)
    assert error.source is not None
    assert error.span is not None
    assert (error.source.at(error.span), error.help) == (place, help)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x + €", "the character `€` (U+20AC) at column 5 has no meaning here"),
        ("x + 1\n+ €", "the character `€` (U+20AC) at column 3 has no meaning here"),
        ("x \ud800", "the character U+D800 at column 3 has no meaning here"),
        ("\x00", "the character U+0000 at column 1 has no meaning here"),
        ("xⁿ", "the character `ⁿ` (U+207F) at column 2 has no meaning here"),
        ("x٣", "the character `٣` (U+0663) at column 2 has no meaning here"),
        ("²x₁½", "the character `½` (U+00BD) at column 4 has no meaning here"),
        ("₁", "the character `₁` (U+2081) at column 1 has no meaning here"),
        ("ｉｆ", "the character `ｉ` (U+FF49) at column 1 has no meaning here"),
        ("ﷺ", "the character `ﷺ` (U+FDFA) at column 1 has no meaning here"),
        ("1 +", "nothing follows `+`"),
        ("1 + * 2", "nothing stands between `+` and `*`"),
        ("* 2", "nothing stands before `*`"),
        ("sin(())", "nothing stands in `()`"),
        ("(a]", "`(` is closed by `]`"),
        ("(|x)", "`|` is never closed"),
        ("|(x|)", "`(` is never closed"),
    ],
)
def test_message_says_what_is_wrong(refusal: Refusal, text: str, message: str) -> None:
    assert refusal(text).message == message


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("(x + 1  ", "", "`)` is missing by here"),
        ("(x]", "(", "opened here"),
        ("(|x)", ")", "`|` is missing before this"),
        ("x^2 = 4", "x^2", "this is not a name"),
        ("x\n+y", "+y", "this is the output"),
    ],
)
def test_error_points_at_a_further_place(refusal: Refusal, text: str, place: str, said: str) -> None:
    error = refusal(text)
    assert error.source is not None
    assert [(error.source.at(label.span), label.text) for label in error.labels] == [(place, said)]


def test_unclosed_bracket_is_the_one_without_a_partner(refusal: Refusal) -> None:
    assert refusal("(a) + (b*(c)").span == (6, 7)


def test_many_unclosed_brackets_are_counted(refusal: Refusal) -> None:
    assert refusal("((((x").help == "add the 4 closing brackets that are missing"


def test_line_that_ends_in_an_operator_is_told_how_to_go_on(refusal: Refusal) -> None:
    assert refusal("x +\ny").help == "write it in the same line, or put the whole formula in brackets"


def test_first_mistake_of_two_is_named(refusal: Refusal) -> None:
    assert refusal("1/2x + 3/4y").span == (1, 4)


def test_long_readings_are_not_repeated(refusal: Refusal) -> None:
    assert refusal("1/" + "a" * 200 + "(b)(c)").code == "parse.ambiguous"
    assert len(refusal("1/(" + "a+" * 200 + "1)(c)").help or "") < 100


@pytest.mark.parametrize(
    "text",
    [
        "1+",
        "(1",
        "1*2(+4",
        "1^^5",
        "sin(cos5",
        "(2+",
        "5+()",
        ",3",
        "sin)",
        "(1*a,2,3)",
        "sum(,)",
        "sum(1,2,)",
        "a,",
        "(sin(8)),",
        ".",
        "-3e.5",
        "0b123.45",
        "0o89.89",
        "0.()",
        "1,.1",
        "1.,1",
        "2e-",
        "1+-+-+",
        "[x]+1",
        "not",
        "√",
        "x if",
        "x if y else",
        "if",
        "else",
        "and x",
        "x not y",
        "-not x",
        "a if b if c else d",
        "x =",
        "= x",
        "(;)",
        "[a",
        "[]",
        "2*[a]",
        "f(a; b)",
        "⁻",
        "x⁻",
        "√√x",
        "√-x",
        "!x",
        "==",
        "= =",
        "a = = b",
        "a ==",
        "x = 1 = 2",
    ],
)
def test_broken_text_is_refused_with_help(refusal: Refusal, text: str) -> None:
    error = refusal(text)
    assert error.code.startswith("parse.")
    assert error.help


@pytest.mark.parametrize("text", ["1+", "x y", "(x", "x)", "sin x", "x = = 1", "a else b", "[a]+1", "f(a,,b)", "2e"])
def test_message_is_one_lower_case_line_without_full_stop_and_names_no_terminal(refusal: Refusal, text: str) -> None:
    error = refusal(text)
    for line in (error.message, error.help or ""):
        assert "\n" not in line
        assert not line.endswith(".")
        assert not line[0].isupper()
        assert not any(word in line for word in ("LPAR", "NAME", "RPAR", "NUMBER", "PLUS", "$END"))


def test_error_of_lark_is_not_shown(refusal: Refusal) -> None:
    assert refusal("x $ y").__suppress_context__
    assert refusal("x + * y").__suppress_context__


def test_derivative_may_be_a_known_function() -> None:
    from gradcli.syntax import parse

    assert str(parse("diff(x, y)", {"diff"})) == "diff(x, y)"
