"""`gradcli functions` and `gradcli explain`: everything that is listed can be asked for, and fits a screen."""

from __future__ import annotations

import pytest

from gradcli import rules
from gradcli.cli.functions import other_words
from gradcli.rules.rule import Rule

from ..conftest import Command

HEAD = "functions that occur in derivatives"


@pytest.mark.parametrize("name", [*sorted(rules.names()), *other_words(), "+", "!"])
def test_whatever_is_listed_can_be_asked_for(name: str, command: Command) -> None:
    assert command("functions", name).status == 0


@pytest.mark.parametrize(("name", "what"), [("sum", "term + term"), ("prod", "term * term"), ("pi", "unit circle")])
def test_word_that_is_no_function_says_what_it_is(name: str, what: str, command: Command) -> None:
    assert what in command("functions", name).out


def test_unknown_word_is_refused(command: Command) -> None:
    run = command("functions", "prd")
    assert (run.status, "did you mean `prod`?" in run.err) == (4, True)


@pytest.mark.parametrize(
    "words",
    [("functions",), ("functions", "--accuracy"), ("functions", *sorted(rules.names())), ("explain",), (), ("--help",)],
    ids=" ".join,
)
def test_listing_fits_in_80_columns(words: tuple[str, ...], command: Command) -> None:
    assert [line for line in command(*words).out.splitlines() if len(line) > 80] == []


def test_parts_of_derivatives_stand_at_the_end(command: Command) -> None:
    before, _, after = command("functions").out.partition(HEAD)
    assert ("\n  polygammarise(" in before, "\n  polygammarise(" in after) == (False, True)


@pytest.mark.parametrize(
    "rule", [rule for rule in rules.RULES if rule.occurs_in_derivatives], ids=lambda rule: rule.name
)
def test_function_that_occurs_in_derivatives_does_so(rule: Rule) -> None:
    others = (other for other in rules.RULES if other.name != rule.name)
    formulas = [
        formula
        for other in others
        for formula in (*other.partials, *(partial for edge in other.edges for partial in edge.partials))
    ]
    assert any(f"{rule.name}(" in formula for formula in formulas)
