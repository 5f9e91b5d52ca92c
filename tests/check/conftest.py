"""The check as one call: once through its process, as users have it, and once without, which is quick."""

from collections.abc import Callable, Mapping

import pytest

import gradcli
from gradcli import rules
from gradcli.check import Verdict, ask
from gradcli.check.compare import judge
from gradcli.check.symbolic import VALUE, scale_of, scale_of_value
from gradcli.expansion import expanded
from gradcli.syntax import parse

Judge = Callable[..., Verdict]


@pytest.fixture
def asked() -> Judge:
    """The verdict on gradcli's own answer to a formula, or on another gradient, from a process of its own."""

    def verdict(text: str, point: Mapping[str, float], gradient: Mapping[str, float] | None = None) -> Verdict:
        value = None
        if gradient is None:
            found = gradcli.evaluate(text, point)
            value, gradient = found.value, found.gradient
        with ask(parse(text, rules.names()), point, gradient, value=value) as check:
            return check.verdict()

    return verdict


@pytest.fixture
def judged() -> Judge:
    """The same in this process."""

    def verdict(text: str, point: Mapping[str, float], gradient: Mapping[str, float] | None = None) -> Verdict:
        scale: Mapping[str, float] = {}
        if gradient is None:
            found = gradcli.evaluate(text, point)
            gradient = {VALUE: found.value, **found.gradient}
            scale = {VALUE: scale_of_value(found), **scale_of(found)}
        return judge(expanded(parse(text, rules.names())), point, gradient, scale)

    return verdict
