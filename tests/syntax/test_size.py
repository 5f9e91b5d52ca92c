"""Texts of 100,000 operations and brackets 100,000 deep are read, or refused, like any other."""

import pytest

from gradcli.errors import GradcliError
from gradcli.syntax import parse

MANY = 100_000


@pytest.mark.parametrize("text", ["+".join(["x"] * MANY), "(" * MANY + "x" + ")" * MANY], ids=["sum", "brackets"])
def test_large_sum_and_deep_brackets_are_read(text: str) -> None:
    assert parse(text).result


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "sin(" * MANY + "x" + ")" * MANY,
        "-" * MANY + "x",
        "2^" * MANY + "x",
        "|" * MANY + "x" + "|" * MANY,
        "2x+" * MANY + "1",
        "x<" * MANY + "x",
        "a if b else " * MANY + "c",
        "u = x\n" * MANY + "u",
        "f(" + "x," * MANY + "x)",
        "d/den+" * MANY + "1",
    ],
    ids=[
        "calls",
        "signs",
        "powers",
        "bars",
        "juxtaposed",
        "chain",
        "conditions",
        "lines",
        "arguments",
        "quotients",
    ],
)
def test_large_text_is_read(text: str) -> None:
    assert parse(text).result


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "(" * MANY,
        ")" * MANY,
        "x " * MANY,
        "+" * MANY,
        "x;" * MANY,
        "1/" * MANY + "2x",
        "x!" * MANY,
        "|" * MANY,
        "," * MANY,
        "f(x)" * MANY + "2",
        "a if b " * MANY,
        "(" * MANY + "x" + ")" * MANY + "2",
        "_" * MANY + "½",
        "1" * MANY + "e",
        "0x" + "F" * MANY,
    ],
)
def test_large_text_is_refused(text: str) -> None:
    with pytest.raises(GradcliError):
        parse(text)


@pytest.mark.parametrize("depth", [2, 3, 100])
def test_nested_chains_cannot_grow_a_formula_beyond_its_text(depth: int) -> None:
    text = "0 < if(" * depth + "x" + ", 1, 2) < 1" * depth
    with pytest.raises(GradcliError) as caught:
        parse(text)
    assert caught.value.code == "parse.nested-chain"
