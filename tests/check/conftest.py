"""The check as one call: once through its process, as users have it, and once without, which is quick."""

from collections.abc import Callable, Mapping

import pytest

import gradcli
from gradcli import rules
from gradcli.check import Verdict, ask
from gradcli.check.compare import judge
from gradcli.check.symbolic import scale_of
from gradcli.syntax import parse

Judge = Callable[..., Verdict]


@pytest.fixture
def asked() -> Judge:
    """The verdict on gradcli's own gradient of a formula, or on another, from a process of its own."""

    def verdict(text: str, point: Mapping[str, float], gradient: Mapping[str, float] | None = None) -> Verdict:
        found = gradient or gradcli.evaluate(text, point).gradient
        with ask(parse(text, rules.names()), point, found) as check:
            return check.verdict()

    return verdict


@pytest.fixture
def judged() -> Judge:
    """The same in this process."""

    def verdict(text: str, point: Mapping[str, float], gradient: Mapping[str, float] | None = None) -> Verdict:
        scale: Mapping[str, float] = {}
        if gradient is None:
            found = gradcli.evaluate(text, point)
            gradient, scale = found.gradient, scale_of(found)
        return judge(parse(text, rules.names()), point, gradient, scale)

    return verdict
