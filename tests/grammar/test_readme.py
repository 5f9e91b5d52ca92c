"""The examples of the grammar's README are what they are said to be."""

import re
from pathlib import Path

import pytest

from gradcli.errors import GradcliError
from gradcli.syntax import parse

README = Path(__file__).parents[2] / "grammar" / "README.md"
FUNCTIONS = frozenset({"sin", "cos", "exp", "gamma"})


def examples(kind: str) -> list[tuple[str, str]]:
    """The pairs of text and answer in the fenced blocks of this kind."""
    blocks = re.findall(rf"^```{kind}\n(.*?)^```", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    lines = [line.rsplit("→", 1) for block in blocks for line in block.splitlines()]
    return [(text.strip(), answer.strip()) for text, answer in lines]


@pytest.mark.parametrize(("text", "reading"), examples("accepted"))
def test_accepted_text_is_read_as_stated(text: str, reading: str) -> None:
    assert str(parse(text, FUNCTIONS)) == reading


@pytest.mark.parametrize(("text", "code"), examples("rejected"))
def test_rejected_text_has_the_stated_code(text: str, code: str) -> None:
    with pytest.raises(GradcliError) as caught:
        parse(text, FUNCTIONS)
    assert caught.value.code == code
