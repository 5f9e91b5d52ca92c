"""The accuracy that the program states for each row is what is measured, and within the goal or excepted."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import pytest

from gradcli.rules.rule import Rule

from .accuracy import ROWS, of_more, worst
from .test_table import LIMIT, title

STATED: dict[str, Any] = json.loads(files("gradcli.rules").joinpath("accuracy.json").read_text(encoding="utf-8"))
REMEDY = "measure again: python -m tests.benchmarks.accuracy"


def stated(rule: Rule) -> list[float | None]:
    """The worst error of a row's value, then of each partial."""
    return [STATED[rule.backend_name]["value"], *STATED[rule.backend_name]["partials"]]


def test_accuracy_is_stated_for_the_rows_there_are() -> None:
    assert list(STATED) == [rule.backend_name for rule in ROWS], REMEDY


@pytest.mark.parametrize("rule", ROWS, ids=title)
def test_stated_accuracy_is_not_better_than_measured(rule: Rule) -> None:
    pairs = zip(stated(rule), worst(rule, rule.points), strict=True)
    assert all(found is None or (given is not None and found <= given) for given, found in pairs), REMEDY


@pytest.mark.parametrize("rule", ROWS, ids=title)
def test_stated_accuracy_reaches_the_goal_where_the_row_makes_no_exception(rule: Rule) -> None:
    value, *partials = stated(rule)
    exceptions = rule.exceptions or ("",) * len(rule.parameters)
    assert value is not None
    assert value <= LIMIT
    assert all(figure is None or figure <= LIMIT or reason for figure, reason in zip(partials, exceptions, strict=True))


@pytest.mark.parametrize("rule", [longer for rule in ROWS for longer in of_more(rule)], ids=title)
def test_stated_accuracy_of_more_arguments_reaches_the_goal_where_the_row_makes_no_exception(rule: Rule) -> None:
    figures = STATED[rule.backend_name][f"of {len(rule.parameters)}"]
    exceptions = rule.exceptions or ("",) * len(rule.parameters)
    assert figures["value"] <= LIMIT
    pairs = zip(figures["partials"], exceptions, strict=True)
    assert all(figure is None or figure <= LIMIT or reason for figure, reason in pairs)
