"""Operations that are folded are equal to what they become, whatever the other arguments are."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from gradcli.backends import floats, folding
from gradcli.backends.nodes import Tape
from gradcli.calculator import posed
from gradcli.calculus.slopes import slopes
from gradcli.evaluation import apply, evaluate
from gradcli.graph import Constant
from gradcli.rules import find
from gradcli.source import Span

PLACE = Span(0, 1)

# A number's text, and the number; None where it is not computed with exactly.
NUMBERS = [
    ("0.1", Fraction(1, 10)),
    ("1e3", Fraction(1000)),
    ("1_000", Fraction(1000)),
    ("-2.5", Fraction(-5, 2)),
    ("1e-299", Fraction(1, 10**299)),
    ("1e300", None),
    ("1e99999999", None),
    ("0." + "1" * 40, None),
]


@pytest.mark.parametrize(("text", "number"), NUMBERS)
def test_written_number_is_exact_where_that_takes_no_effort(text: str, number: Fraction | None) -> None:
    assert folding.exact(Constant(text, PLACE)) == number


def test_named_constant_is_no_written_number() -> None:
    assert folding.exact(Constant("pi", PLACE, is_named=True)) is None


TEXTS = [
    (Fraction(1, 10), "0.1"),
    (Fraction(-3), "-3"),
    (Fraction(1000), "1000"),
    (Fraction(1, 3), ""),
    (Fraction(10) ** 40, "1e40"),
    (Fraction(1, 10**40), "1e-40"),
    (Fraction(2) ** 100, ""),
]


@pytest.mark.parametrize(("number", "text"), TEXTS)
def test_number_is_written_with_few_digits_or_not_at_all(number: Fraction, text: str) -> None:
    assert folding.text(number) == text


@pytest.mark.parametrize(("number", "text"), [case for case in TEXTS if case[1]])
def test_text_reads_back_as_the_same_number(number: Fraction, text: str) -> None:
    assert folding.exact(Constant(text, PLACE)) == number


def tape() -> Tape:
    """A graph with x, y and a condition."""
    return Tape(posed("if(x > 1, x, y)", {"x": 1, "y": 1}).graph, keeps_edges=True)


# What is folded, with x, y, c (a condition) and numbers, and what it becomes; None where it stays as it is.
FOLDED = [
    ("add", ("x", "0"), "x"),
    ("add", ("0", "x"), "x"),
    ("add", ("0.1", "0.2"), "0.3"),
    ("subtract", ("x", "0"), "x"),
    ("subtract", ("0", "x"), None),
    ("multiply", ("x", "1"), "x"),
    ("multiply", ("1", "x"), "x"),
    ("multiply", ("x", "0"), "0"),
    ("contribution", ("0", "x"), "0"),
    ("contribution", ("x", "1"), "x"),
    ("divide", ("x", "1"), "x"),
    ("divide", ("0", "x"), "0"),
    ("divide", ("1", "4"), "0.25"),
    ("divide", ("0", "0"), None),
    ("divide", ("1", "0"), None),
    ("divide", ("x", "0"), None),
    ("power", ("x", "1"), "x"),
    ("power", ("x", "0"), "1"),
    ("power", ("2", "10"), "1024"),
    ("power", ("0", "-1"), None),
    ("power", ("2", "0.5"), None),
    ("power", ("2", "1e9"), None),
    ("power", ("0", "x"), None),
    ("identity", ("x",), "x"),
    ("absolute", ("-2",), "2"),
    ("floor", ("-2.5",), "-3"),
    ("select", ("c", "x", "x"), "x"),
    ("select", ("c", "x", "y"), None),
    ("logical_and", ("c", "c"), "c"),
    ("logical_or", ("c", "c"), "c"),
    ("sin", ("0",), None),
    ("log", ("1",), None),
    ("maximum", ("x", "x"), None),
]  # fmt: skip


@pytest.mark.parametrize(("name", "arguments", "wanted"), FOLDED)
def test_folded(name: str, arguments: tuple[str, ...], wanted: str | None) -> None:
    made = tape()

    def node(text: str) -> int:
        if text in ("x", "y"):
            return {"x": 0, "y": 1}[text] if made.nodes[0].name == "x" else {"x": 1, "y": 0}[text]  # type: ignore[union-attr]
        return made.greater(node("x"), node("0")) if text == "c" else made.number(text)

    given = [node(argument) for argument in arguments]
    size = len(made.nodes)
    found = getattr(made, name)(*given)
    assert (found == node(wanted)) if wanted is not None else (found >= size - 1 and found not in given)


@pytest.mark.parametrize(("condition", "wanted"), [("less", "y"), ("greater", "x")])
def test_choice_by_written_numbers_is_its_branch(condition: str, wanted: str) -> None:
    made = tape()
    x, y = made.number("7"), made.number("8")
    decided = getattr(made, condition)(made.number("2"), made.number("1"))
    assert made.select(decided, x, y) == {"x": x, "y": y}[wanted]


def test_negative_of_a_negative_is_the_number() -> None:
    made = tape()
    assert made.negative(made.negative(0)) == 0


def test_question_asked_again_in_a_branch_is_not_asked() -> None:
    made = tape()
    condition = made.greater(0, made.zero)
    assert made.select(condition, made.select(condition, 0, 1), 1) == made.select(condition, 0, 1)


# Functions of written numbers that doubles agree on.
EXACT = [
    (name, arguments)
    for name in ("+", "-", "*", "/", "^", "min", "max", "abs", "floor", "<", "<=", ">", ">=", "==", "!=")
    for arguments in [(2, 3), (-2, 3), (3, -2), (0.5, 2), (-0.5, 1), (0, 2), (4, 0), (0, 0), (2, 2)]
]


@pytest.mark.parametrize(("name", "arguments"), EXACT)
def test_value_of_written_numbers_is_that_of_doubles(name: str, arguments: tuple[float, ...]) -> None:
    rule = find(name, 2) if len(find(name, 2).parameters) == 2 else find(name, 1)
    given = arguments[: len(rule.parameters)]
    found = folding.value(rule, [Fraction(argument) for argument in given])
    doubles = float(apply(rule, list(map(float, given)), floats))
    assert found is None or float(found) == pytest.approx(doubles, rel=1e-15)


@pytest.mark.parametrize(("name", "arguments"), [("/", (0, 0)), ("/", (1, 0)), ("^", (0, -1))])
def test_what_has_no_value_is_not_folded(name: str, arguments: tuple[int, int]) -> None:
    assert folding.value(find(name, 2), list(map(Fraction, arguments))) is None


def test_formula_that_says_there_is_no_slope_stays_one() -> None:
    """0/0 in the rule table is nan, also where it is written numbers that are divided: not 0, not 1."""
    made = slopes(posed("x^y", {"x": 1, "y": 1}).graph, ("y",))
    assert math.isnan(evaluate(made, floats, {"x": -2.0, "y": 3.0})[made.output])
