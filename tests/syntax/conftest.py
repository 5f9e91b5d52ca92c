"""What every test of the syntax asks for: how a text is read, and why it is refused."""

from collections.abc import Callable

import pytest

from gradcli.errors import GradcliError
from gradcli.syntax import parse

FUNCTIONS = frozenset({"sin", "cos", "tan", "tanh", "exp", "log", "sqrt", "abs", "gamma", "asin"})


@pytest.fixture
def reading() -> Callable[[str], str]:
    """The formula of a text, printed with its doubtful places bracketed."""
    return lambda text: str(parse(text, FUNCTIONS))


@pytest.fixture
def refusal() -> Callable[[str], GradcliError]:
    """The error of a text."""

    def refuse(text: str) -> GradcliError:
        with pytest.raises(GradcliError) as caught:
            parse(text, FUNCTIONS)
        return caught.value

    return refuse
