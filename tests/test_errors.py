"""The word before the dot of a code decides the exit status."""

import pytest

from gradcli.errors import EXIT_STATUS, GradcliError
from gradcli.source import Source, Span

STATUS = [
    ("check.disagrees", 1),
    ("usage.option", 2),
    ("input.file", 2),
    ("parse.unclosed-bracket", 3),
    ("name.unbound", 4),
    ("domain.log", 5),
    ("overflow.exp", 5),
    ("derivative.undefined", 6),
    ("batch.rows", 7),
]


@pytest.mark.parametrize(("code", "status"), STATUS)
def test_exit_status_follows_from_the_code(code: str, status: int) -> None:
    assert GradcliError(code, "something is wrong").exit_status == status


def test_no_kind_of_code_is_forgotten_here() -> None:
    assert {code.partition(".")[0] for code, _ in STATUS} == set(EXIT_STATUS)


def test_error_is_said_as_its_message() -> None:
    assert str(GradcliError("name.unbound", "no value for `x`", Source("x"), Span(0, 1), "give it one")) == (
        "no value for `x`"
    )
