"""What is printed is read back as the same formula, and no text at all breaks the reader."""

from hypothesis import given
from hypothesis import strategies as st

from gradcli.errors import GradcliError
from gradcli.expression import Call, Expression, Name, Number, shape, text
from gradcli.source import Span
from gradcli.syntax import parse

FUNCTIONS = frozenset({"sin", "abs", "sqrt", "gamma", "if", "where"})
NOWHERE = Span(0, 0)
INFIX = ["+", "-", "*", "/", "^", "<", "<=", ">", ">=", "==", "!=", "and", "or"]
CALLS = [("sin", 1), ("gamma", 1), ("where", 3), ("if", 3), ("abs", 1), ("sqrt", 1), ("-", 1), ("!", 1), ("not", 1)]

leaves = st.one_of(
    st.builds(Number, st.sampled_from(["0", "2", "1.5", ".5", "5.", "1e3", "1_000"]), st.just(NOWHERE)),
    st.builds(
        Name, st.sampled_from(["x", "y", "e", "e1", "d", "dx", "x1", "gamma", "iffy", "pi", "α"]), st.just(NOWHERE)
    ),
)


def calls(parts: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    """Calls of all kinds, with their arguments among `parts`."""
    kinds = [(sign, 2) for sign in INFIX] + CALLS
    return st.sampled_from(kinds).flatmap(
        lambda kind: st.builds(
            Call, st.just(kind[0]), st.tuples(*[parts] * kind[1]), st.just(NOWHERE), st.just(NOWHERE)
        )
    )


@given(st.recursive(leaves, calls, max_leaves=30))
def test_printed_expression_reads_back_the_same(expression: Expression) -> None:
    assert shape(parse(text(expression), FUNCTIONS).result) == shape(expression)


PIECES = [
    "x",
    "y",
    "2",
    "1.5",
    ".",
    "e",
    "E5",
    "_",
    "d",
    "/dx",
    "sin",
    "^2",
    "(",
    ")",
    "[",
    "]",
    "|",
    "+",
    "-",
    "*",
    "/",
]
PIECES += [
    "^",
    "**",
    "²",
    "⁻¹",
    "!",
    "√",
    "π",
    "₁",
    "if ",
    "else ",
    "or ",
    "and ",
    "not ",
    "<",
    "≤",
    "=",
    ";",
    "\n",
    "\r",
]
PIECES += [
    ",",
    " ",
    "\t",
    "#",
    "'",
    "∂",
    "\ud800",
    "\x00",
    "½",
    "ⁿ",
    "٣",
    "ﷺ",
    "ｉｆ",
    "\u0301",
    "∞",
    "diff",
    "then",
    "0x",
    "{",
]


@given(st.one_of(st.lists(st.sampled_from(PIECES), max_size=60).map("".join), st.text(max_size=1000)))
def test_any_text_is_read_or_refused_with_a_place_and_help(written: str) -> None:
    try:
        formula = parse(written, FUNCTIONS)
    except GradcliError as error:
        assert error.code.startswith("parse.")
        assert error.span is not None
        assert 0 <= error.span.start <= error.span.end <= len(written)
        assert error.help
        assert (error.message + error.help).isprintable()
    else:
        assert shape(parse(str(formula), FUNCTIONS).result) == shape(formula.result)
