"""SymPy's value and gradient against ours: agreement, disagreement, and no verdict."""

import math
import random
from collections.abc import Callable

import pytest

import gradcli
from gradcli import rules
from gradcli.backends import symbols
from gradcli.check import Verdict
from gradcli.check.compare import distance, right_digits
from gradcli.check.symbolic import VALUE

Judge = Callable[..., Verdict]
PAIR = {"x": 0.7, "y": 1.3}


def joined(count: int, term: str, sign: str) -> str:
    """Terms such as `sin(#*x)`, numbered from 0."""
    return sign.join(term.replace("#", str(number)) for number in range(count))


AGREEING = [
    ("(sin(x2)+1)/(x2+exp(x1))+x1*x2", {"x1": 1.5, "x2": 0.5}),
    ("2x^2+3x+1", {"x": 2.0}),
    ("E*S + N^I*beta + lambda", {"E": 1.0, "S": 2.0, "N": 3.0, "I": 4.0, "beta": 5.0, "lambda": 6.0}),
    ("gamma*gamma(x) + pi*zeta", {"gamma": 0.4, "x": 2.5, "zeta": 3.0}),
    ("pi = 3; pi*x", {"x": 1.0}),
    ("sin(pi)*x + tan(pi/2)*y + e^pi*x + tau*deg*y", PAIR),
    ("abs(x)*abs(y - 2) + sign(x - 1)*x", PAIR),
    ("max(x, y, 2*x) + min(x, -y) + hypot(x, y, 3) + cbrt(-x)", PAIR),
    ("max(x, x) + min(y, y)", PAIR),
    ("floor(9*x)*y + ceil(y)*x + mod(x, y) + mod(-x, 0.3)", PAIR),
    ("if(x < 1 and not y < 1 or x > 7, x*y, log(-1 - x^2))", PAIR),
    ("where(0 < x < 1, x^3, 1/0)", {"x": 0.5}),
    ("if(x > 0 or log(x) > 0, x^2, x)", {"x": 2.0}),
    ("if(abs(x) < 1e-5, 1 + x/2 + x^2/6, (exp(x) - 1)/x)", {"x": 0.0}),
    ("if(max(x, 0) <= 1, x^2, x)", {"x": 0.0}),
    ("x! + lgamma(y) + gamma(x) + digamma(y) + trigamma(x) + polygamma(3, y)", PAIR),
    ("lgamma(x) + gamma(x) + (x + 3)!", {"x": -2.3}),
    ("erf(x) + erfc(y) + sigmoid(x) + softplus(y) + expm1(x) + log1p(y)", PAIR),
    ("log2(x) + log10(y) + log(x, y) + atan2(x, y)", PAIR),
    ("asin(x) + acos(x/2) + atan(y) + asinh(x) + acosh(y) + atanh(x) + sinh(x) + cosh(y) + tanh(x)", PAIR),
    ("x^y^x + x^-2 + x^0.5 + (x^2)^1.5 + sqrt(x^2)", PAIR),
    ("(x^2)^1.5 + sqrt(x^2)", {"x": -2.5}),
    ("x^3 + x^2.0", {"x": -2.0}),
    ("x^2", {"x": 0.0}),
    ("x^(1/10^50)", {"x": 0.3}),
    ("1.0000001^(10^9)*x", {"x": 2.0}),
    ("x + 10^(-10^10)", {"x": 2.0}),
    ("x*170! + gamma(100.5)*y/10^100 + 10^20 + 3^200*x", PAIR),
    ("x*2^-1074 + y*1e-320", PAIR),
    ("sigmoid(x) + softplus(y)", {"x": -1e300, "y": 1e300}),
    ("asinh(x) + 1e-200*y", {"x": 1e200, "y": 2.0}),
    ("atan2(y, x)", {"x": 4e-200, "y": 3e-200}),
    ("acos(min(max(x, -1), 1))", {"x": 10.0}),
    ("log(1/max(1e-200, x))", {"x": 0.0}),
    ("expm1(x) + log1p(x)", {"x": 1e-300}),
    ("(x + 1e16) - 1e16", {"x": 1.0}),
    ("exp(log(x)) - x", {"x": 1.7}),
]


@pytest.mark.parametrize(("text", "point"), AGREEING, ids=[text for text, _ in AGREEING])
def test_a_right_gradient_agrees(judged: Judge, text: str, point: dict[str, float]) -> None:
    verdict = judged(text, point)
    assert (verdict.status, verdict.max_ulp is not None and verdict.max_ulp < 50) == ("agrees", True), verdict


CHAIN = "; ".join(["a0 = x*y", *(f"a{i + 1} = a{i}*sin(a{i}) + a{i}" for i in range(40)), "a40"])
LARGE = [
    joined(300, "sin(#*x)", " + "),
    joined(400, "x^#/(#+1)*y", " + "),
    joined(150, "(x + #/100*y)", "*"),
    f"sqrt({joined(300, '(x - #*y)^2', ' + ')})",
    "sin(" * 500 + "x*y" + ")" * 500,
    "1/(1 + " * 400 + "x + y" + ")" * 400,
    CHAIN,
    f"({joined(60, '#*x^#*y', ' + ')})^20",
    f"max({joined(200, 'x*#', ', ')}) + hypot({joined(200, 'y - #', ', ')})",
]


@pytest.mark.slow
@pytest.mark.parametrize("text", LARGE, ids=[text[:20] for text in LARGE])
def test_a_large_formula_agrees_within_the_time_limit(asked: Judge, text: str) -> None:
    assert asked(text, {"x": 0.9, "y": 0.4}).status == "agrees"


@pytest.mark.parametrize("share", [1 + 1e-7, 0.5, -1, 0, 2, math.nan, math.inf])
@pytest.mark.parametrize("text", ["sin(x)*y", "max(x, y)^2", "q = x*y; q^2 + x"])
def test_a_wrong_gradient_disagrees(judged: Judge, text: str, share: float) -> None:
    right = {"sin(x)*y": math.cos(0.7) * 1.3, "max(x, y)^2": 0.0, "q = x*y; q^2 + x": 2 * 0.7 * 1.3**2 + 1}[text]
    wrong = share * right if right else share
    verdict = judged(text, PAIR, {"x": wrong})
    assert verdict.status == ("disagrees" if wrong != right else "agrees"), verdict


def test_infinite_answer_for_a_finite_derivative_disagrees(judged: Judge) -> None:
    assert judged("x^2", {"x": 3.0}, {"x": math.inf}).status == "disagrees"


@pytest.mark.parametrize(
    ("name", "count", "text", "argument", "partial"),
    [
        ("sin", 1, "sin(x)", 0, "-cos(x)"),
        ("tanh", 1, "tanh(x)*y", 0, "1 - v"),
        ("*", 2, "x*y", 0, "x"),
        ("/", 2, "y/x", 1, "v/y"),
        ("^", 2, "y^x", 1, "1.00001*v*log(x)"),
        ("max", 2, "max(x, y)", 0, "1"),
        ("mod", 2, "mod(y, x)", 1, "0"),
        ("if", 3, "if(x < y, x*y, 0)", 1, "1/2"),
    ],
)
def test_a_wrong_rule_cannot_confirm_itself(
    judged: Judge, monkeypatch: pytest.MonkeyPatch, name: str, count: int, text: str, argument: int, partial: str
) -> None:
    right = rules.find(name, count)
    assert right is not None
    partials = (*right.partials[:argument], partial, *right.partials[argument + 1 :])
    wrong, find = right._replace(partials=partials), rules.find
    monkeypatch.setattr(rules, "find", lambda *called: wrong if find(*called) == right else find(*called))
    assert judged(text, PAIR).status == "disagrees"


CANCELLING = [
    ("sin(x)/x", 2e-6),
    ("(1 - cos(x))/x^2", 1e-8),
    ("(1 - cos(x))/x^2", 1e-100),
    ("expm1(x)/x", 1e-300),
    ("(3*x)^(10^9)", 0.3333333333),
    ("exp(-x*747)", 1.0),
    ("atan(x^219)", 10.0),
]


@pytest.mark.parametrize(("text", "x"), CANCELLING)
def test_digits_lost_by_rounding_agree_and_say_so(judged: Judge, text: str, x: float) -> None:
    verdict = judged(text, {"x": x})
    assert (verdict.status, verdict.reason.partition(":")[0]) == ("agrees", "rounding"), verdict


LOST = [
    ("x + y - x", {"x": 1e16, "y": 1.0}, {VALUE: 0}),
    ("log(cosh(x))", {"x": 1e-9}, {VALUE: 0}),
    ("x*y*z", {"x": 1e-200, "y": 1e-200, "z": 1e300}, {VALUE: 0}),
    ("(1 - cos(x))/x^2", {"x": 1e-6}, {VALUE: 4, "x": 0}),
    ("(1 + 1e-10) - 1", {}, {VALUE: 7}),
    ("sin(1e10*pi*x)", {"x": 1.0}, {VALUE: 0, "x": 11}),
    ("q = x + 1e16; (q - 1e16)*x + y", {"x": 3.0, "y": 2.0}, {VALUE: 0, "x": 0}),
]


@pytest.mark.parametrize(("text", "point", "lost"), LOST, ids=[text for text, *_ in LOST])
def test_numbers_that_lost_digits_are_named_with_the_digits_left(
    judged: Judge, text: str, point: dict[str, float], lost: dict[str, int]
) -> None:
    verdict = judged(text, point)
    assert (verdict.status, dict(verdict.lost)) == ("agrees", lost)


@pytest.mark.parametrize(("text", "point"), [("sin(x)*exp(y)", PAIR), ("x*y - x*y", PAIR), ("2 + 3", {}), ("pi", {}),
                                             ("sinpi(x) + cospi(x)", {"x": 0.9999999}), ("sinpi(x)", {"x": 3.0})])  # fmt: skip
def test_right_numbers_lose_nothing(judged: Judge, text: str, point: dict[str, float]) -> None:
    verdict = judged(text, point)
    assert (verdict.status, verdict.reason, verdict.lost) == ("agrees", "", {})


def test_terms_that_cancel_to_a_true_zero_lose_nothing(judged: Judge) -> None:
    # exp(log(x)) is off by some ulp of x, which is all that is left in the difference.
    points = [{"x": 1 + number / 7} for number in range(20)]
    assert any(gradcli.evaluate("2*(exp(log(x)) - x)", point).value for point in points)
    assert [judged("2*(exp(log(x)) - x)", point).lost for point in points] == [{}] * 20


def test_a_true_zero_that_is_far_off_has_no_right_digit() -> None:
    assert (right_digits(1e-3, 0), right_digits(1.0, 1), right_digits(0.5, -0.5)) == (0, 15, 0)


def test_a_wrong_value_disagrees(judged: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    # The remainder as C has it: our sweep computes so with any number of digits, and SymPy is not asked for it.
    monkeypatch.setattr(symbols, "mod", lambda x, y: x % y - y)
    verdict = judged("mod(x, 0.5)", {"x": 0.7}, {VALUE: -0.3, "x": 1.0})
    assert (verdict.status, verdict.reason) == ("disagrees", "SymPy has another number for the value")


def test_an_infinite_value_for_a_finite_one_disagrees(judged: Judge) -> None:
    assert judged("x^2", {"x": 3.0}, {VALUE: math.inf, "x": 6.0}).status == "disagrees"


def test_value_has_thirty_digits(judged: Judge) -> None:
    assert judged("exp(x)", {"x": 1.0}).value == "2.71828182845904523536028747135"


def test_value_is_known_where_the_derivative_is_not(judged: Judge) -> None:
    verdict = judged("sqrt(x) + 2", {"x": 0.0}, {VALUE: 2.0, "x": math.inf})
    assert (verdict.status, verdict.value, verdict.value_ulp) == ("cannot-say", "2.0", 0.0)


def test_lost_digits_are_named_beside_a_missing_number(judged: Judge) -> None:
    verdict = judged("x^y + 1e16 - 1e16", {"x": -2.0, "y": 3.0}, {VALUE: -7.0, "x": 12.0, "y": 0.0})
    assert (verdict.status, dict(verdict.lost)) == ("cannot-say", {VALUE: 0})


def test_what_is_singular_with_the_true_pi_is_no_zero(judged: Judge) -> None:
    assert judged("ci((y*y + csc(pi))/(acsc(pi) + x*1e8))", {"x": 2.0, "y": 1.37}).status == "cannot-say"


def test_an_error_larger_than_rounding_is_no_rounding(judged: Judge) -> None:
    # Right would be -6.7e-7, and rounding explains an error of some 1e-10 there.
    assert judged("sin(x)/x", {"x": 2e-6}, {"x": -7e-7}).status == "disagrees"


UNDECIDED = [
    ("abs(x)", 0.0, "boundary between two pieces of `abs`"),
    ("sign(x)*x", 0.0, "boundary between two pieces of `sign`"),
    ("cbrt(x)", 0.0, "boundary between two pieces of `cbrt`"),
    ("max(x, 1)", 1.0, "boundary of a condition"),
    ("if(x < 0.3, x, x^2)", 0.3, "boundary of a condition"),
    ("if(x < 0.3, x, x^2)", 0.1 + 0.2, "on or beside the boundary of a condition"),
    ("if(abs(x) > 0, x, x^2)", 0.0, "boundary of a condition"),
    ("floor(x)*x", 3.0, "on or beside a jump of `floor`"),
    ("ceil(x)*x", -3.0, "on or beside a jump of `ceil`"),
    ("mod(x, 0.5)", 1.5, "on or beside a jump of `mod`"),
    ("sqrt(x)", 0.0, "divides by zero"),
    ("x^x", 0.0, "no finite value"),
    ("if(x < inf, x, 2)", 1.0, "formulas with `inf`"),
    ("mod(35.5, x)", 1e-200, "on or beside a jump of `mod`"),
    ("polygamma(n, 2) + x", 1.0, "no formula for the derivative"),
]


def test_a_large_whole_number_has_all_its_digits(judged: Judge) -> None:
    assert judged("mod(m, n) + x", {"m": 1e40, "n": 3.0, "x": 1.0}, {VALUE: 2.0}).status == "cannot-say"
    assert judged("floor(m) - m + x", {"m": 1e40, "x": 1.0}, {VALUE: 1.0}).status == "agrees"


@pytest.mark.parametrize(("text", "x", "reason"), UNDECIDED, ids=[f"{text} at {x}" for text, x, _ in UNDECIDED])
def test_sympy_cannot_say(judged: Judge, text: str, x: float, reason: str) -> None:
    point = {"x": x, "n": 2.0} if "n," in text else {"x": x}
    verdict = judged(text, point, dict.fromkeys(point, 1.0))
    assert (verdict.status, reason in verdict.reason) == ("cannot-say", True), verdict


def test_one_name_without_an_answer_is_named(judged: Judge) -> None:
    verdict = judged("x^y", {"x": -2.0, "y": 3.0}, {"x": 12.0, "y": 0.0})
    assert (verdict.status, dict(verdict.gradient)) == ("cannot-say", {"x": "12.0"})
    assert verdict.reason.startswith("by `y`: ")


def test_a_wrong_number_outweighs_a_missing_one(judged: Judge) -> None:
    assert judged("x^y", {"x": -2.0, "y": 3.0}, {"x": 13.0, "y": 0.0}).status == "disagrees"


def test_a_kink_of_what_is_held_still_does_not_matter(judged: Judge) -> None:
    assert judged("abs(n)*x + floor(m)*x + max(n, 0)*x", {"n": 0.0, "m": 3.0, "x": 2.0}, {"x": 3.0}).status == "agrees"


def test_bound_name_is_a_variable_of_its_own(judged: Judge) -> None:
    verdict = judged("q = x + y; r = q*z; r + x*q", {"x": 4.0, "y": -3.0, "z": 5.0}, {"x": 10.0, "q": 9.0, "r": 1.0})
    assert verdict.status == "agrees"
    assert dict(verdict.gradient) == {"x": "10.0", "q": "9.0", "r": "1.0"}


def test_name_that_does_not_matter_has_slope_zero(judged: Judge) -> None:
    assert judged("x", {"x": 1.0, "y": 2.0}, {"x": 1.0, "y": 0.0}).gradient == {"x": "1.0", "y": "0.0"}


def test_gradient_has_thirty_digits(judged: Judge) -> None:
    assert judged("exp(x)", {"x": 1.0}, {"x": math.e}).gradient == {"x": "2.71828182845904523536028747135"}


def test_literal_means_the_double_it_is_computed_with(judged: Judge) -> None:
    assert judged("0.1*x", {"x": 1.0}).gradient == {"x": "0.100000000000000005551115123126"}


def test_distance_from_zero_is_in_ulp_of_what_cancelled(judged: Judge) -> None:
    # The contributions to the slope are 8 and -8, of which the last place is worth 2^-49.
    assert distance(2.0**-49, 0, 16.0) == math.ldexp(1, -49) / math.ulp(16.0)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(150))
def test_random_formulas_agree(judged: Judge, seed: int) -> None:
    random.seed(seed)
    names = sorted(name for name in rules.names() if (rule := rules.find(name, 1)) and rule.takes(1))
    text = "x"
    for _ in range(random.randint(1, 6)):
        text = random.choice(
            [f"{random.choice(names)}({text})", f"({text})*y", f"y/({text})", f"({text})^2", f"{text} - x*y"]
        )
    point = {"x": random.uniform(-2, 2), "y": random.uniform(0.1, 3)}
    try:
        found = gradcli.evaluate(text, point)
    except gradcli.GradcliError:
        return
    if any(note.code.startswith("derivative.") for note in found.warnings):
        return
    assert judged(text, point).status in ("agrees", "cannot-say"), (text, point)
