"""Every code that can be met is explained, every example meets its code, and nothing else is listed."""

from __future__ import annotations

import ast
import re
import shlex
from functools import cache
from itertools import islice, product
from pathlib import Path

import pytest

import gradcli
from gradcli import rules
from gradcli.codes import CODES, Code
from gradcli.errors import EXIT_STATUS
from gradcli.expression import Call, Name, text
from gradcli.rules.rule import Rule
from gradcli.source import Span

from ..conftest import Command

PACKAGE = Path(gradcli.__file__).parent
CODE = re.compile(rf"({'|'.join(EXIT_STATUS)})\.[a-z][a-z0-9_-]*")
LISTED = {code.name for code in CODES}


@cache
def trees() -> list[tuple[Path, ast.Module]]:
    paths = sorted(path for path in PACKAGE.rglob("*.py") if path.name != "codes.py")
    return [(path, ast.parse(path.read_text(encoding="utf-8"))) for path in paths]


@cache
def written_codes() -> set[str]:
    """Every string in the program that has the form of a code."""
    nodes = (node for _, tree in trees() for node in ast.walk(tree))
    strings = (node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return {string for string in strings if CODE.fullmatch(string)}


def first_arguments() -> list[tuple[str, ast.expr]]:
    """What errors and warnings are made with as their code."""
    return [
        (f"{path.relative_to(PACKAGE)}:{node.lineno}", node.args[0])
        for path, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("GradcliError", "Note")
        and node.args
    ]


def test_every_code_in_the_program_is_listed() -> None:
    assert written_codes() - LISTED == set()


def test_every_listed_code_is_in_the_program() -> None:
    assert LISTED - written_codes() == set()


@pytest.mark.parametrize(("where", "argument"), first_arguments(), ids=lambda part: part if isinstance(part, str) else "")  # fmt: skip
def test_code_is_written_out_where_it_is_used(where: str, argument: ast.expr) -> None:
    """So that the two tests above see it; codes of functions are made from the rule table."""
    match argument:
        case ast.Constant(value=str(code)):
            assert CODE.fullmatch(code)
        case ast.JoinedStr(values=[ast.Constant(value=kind), _]):
            assert kind in ("domain.", "overflow.")
        case _:
            assert isinstance(argument, ast.Name), where


def test_codes_are_listed_in_order_and_once() -> None:
    names = [code.name for code in CODES]
    assert names == sorted(set(names))


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.name)
def test_code_has_a_meaning_and_a_cure(code: Code) -> None:
    assert code.meaning.endswith(".")
    assert code.cure


def met(command: Command, line: str) -> set[str]:
    """The codes in what an example prints."""
    words, given = shlex.split(line), ""
    if "|" in words:
        given, words = words[1].replace("\\n", "\n"), words[words.index("|") + 1 :]
    run = command(*words[1:], given=given)
    return set(re.findall(r"^(?:error|warning)\[([^]]*)\]", run.err, re.MULTILINE))


@pytest.mark.parametrize("code", [code for code in CODES if code.example], ids=lambda code: code.name)
def test_example_meets_its_code(code: Code, command: Command) -> None:
    assert code.name in met(command, code.example)


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.name)
def test_explain_shows_meaning_example_and_cure(code: Code, command: Command) -> None:
    run = command("explain", code.name)
    assert (run.status, run.err) == (0, "")
    shown = " ".join(run.out.split())  # prose is wrapped
    assert all(" ".join(part.split()) in shown for part in (code.name, code.meaning, code.example, code.cure))


@pytest.mark.parametrize("form", ["[{}]", "error[{}]", "warning[{}]"])
def test_explain_takes_a_code_as_it_is_printed(form: str, command: Command) -> None:
    assert command("explain", form.format("derivative.kink")) == command("explain", "derivative.kink")


def test_explain_lists_every_code(command: Command) -> None:
    listed = command("explain").out
    assert all(re.search(rf"^  {re.escape(code.name)} ", listed, re.MULTILINE) for code in CODES)


def test_explain_offers_the_code_that_is_meant(command: Command) -> None:
    run = command("explain", "derivative.kinks")
    assert (run.status, "did you mean `derivative.kink`?" in run.err) == (2, True)


# Codes of single functions.

FUNCTIONS = [rule for rule in rules.RULES if not rule.is_condition and rule.name not in ("if", "=")]
ARGUMENTS = ("-1e308", "-170.5", "-2.5", "-1", "0", "0.5", "1", "3", "200", "711", "1e308", "inf", "-inf")


@cache
def codes_at(rule: Rule, every: int) -> frozenset[str]:
    """The codes that a function meets at some of many arguments, of which only one in `every` is tried."""
    nowhere = Span(0, 0)
    call = text(Call(rule.name, tuple(Name(name, nowhere) for name in rule.parameters), nowhere, nowhere))
    found = set()
    for arguments in islice(product(ARGUMENTS, repeat=len(rule.parameters)), 0, None, every):
        bound = "".join(f"{name} = {value}; " for name, value in zip(rule.parameters, arguments, strict=True))
        try:
            gradcli.evaluate(bound + call)
        except gradcli.GradcliError as error:
            found.add(error.code)
    return frozenset(found - {"domain.infinite"})


def has_many(rule: Rule) -> bool:
    """Has a function so many parameters that all arguments take long?"""
    return len(rule.parameters) > 3


def codes_of(rule: Rule) -> frozenset[str]:
    """The codes that a function meets."""
    return codes_at(rule, 11 if has_many(rule) else 1)


def title(rule: Rule) -> str:
    return rule.backend_name


@pytest.mark.parametrize("rule", FUNCTIONS, ids=title)
def test_function_meets_only_codes_of_its_own(rule: Rule) -> None:
    own = {f"domain.{rule.backend_name}", f"overflow.{rule.backend_name}"}
    # `-x` before a bound value is an operation too, but one that always has a value.
    assert codes_of(rule) <= own


@pytest.mark.slow
@pytest.mark.parametrize("rule", [rule for rule in FUNCTIONS if has_many(rule)], ids=title)
def test_function_of_many_parameters_meets_no_other_codes_elsewhere(rule: Rule) -> None:
    assert codes_at(rule, 1) == codes_of(rule)


@pytest.mark.parametrize("rule", [rule for rule in FUNCTIONS if rule.domain], ids=title)
def test_function_with_a_domain_meets_its_end(rule: Rule) -> None:
    assert f"domain.{rule.backend_name}" in codes_of(rule)


@pytest.mark.parametrize("rule", FUNCTIONS, ids=title)
def test_every_code_of_a_function_is_explained(rule: Rule, command: Command) -> None:
    assert {code: command("explain", code).status for code in codes_of(rule)} == dict.fromkeys(codes_of(rule), 0)


@pytest.mark.parametrize("rule", FUNCTIONS, ids=title)
def test_example_of_a_code_of_a_function_meets_it(rule: Rule, command: Command) -> None:
    for code in codes_of(rule):
        example = command("explain", code).out.split("example\n")[1].splitlines()[0].strip()
        assert met(command, example) == {code}


@pytest.mark.parametrize("code", ["domain.sine", "overflow.sin", "domain.", "domain.if", "exp", "overflow.less"])
def test_code_that_cannot_be_met_is_not_explained(code: str, command: Command) -> None:
    assert command("explain", code).status == 2
