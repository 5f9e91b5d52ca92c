"""The formula is claimed before options are parsed: whatever it begins with, it arrives whole."""

from __future__ import annotations

import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gradcli.cli.evaluate import evaluate as eval_command

from ..conftest import Command

OPTIONS = {option for parameter in eval_command.params for option in parameter.opts if option.startswith("--")}


def received(command: Command, *words: str) -> str:
    """The formula's text as the program has it."""
    return str(json.loads(command("eval", *words, "--json", "--no-check").out)["input"])


def test_no_option_has_a_one_letter_form() -> None:
    short = [option for parameter in eval_command.params for option in parameter.opts if len(option) == 2]
    assert short == []


def looks_like_an_option(word: str) -> bool:
    """`--at`, `--at=x`, `--jsn`, `--` and `-`, which mean something else than a formula."""
    name = word.partition("=")[0]
    is_long = name.startswith("--") and len(name) > 3 and name[2:].replace("-", "").isalpha()
    return word in ("-", "--") or name in {*OPTIONS, "--help"} or (is_long and name.isascii())


WORDS = st.one_of(
    st.text(alphabet="-xyz2=^*(), atwrjsonquie", min_size=1, max_size=12),
    st.text(alphabet="-xyz2=^*(), atwrjsonquie", max_size=10).map("-".__add__),
    st.text(alphabet="-xyz2=^*(), atwrjsonquie", max_size=10).map("--".__add__),
    st.text(min_size=1, max_size=10).filter(lambda text: text.isprintable()),
)
OTHER_WORDS = [["--at", "x=1,y=2,z=3"], ["--no-trace"], ["--wrt", "x"], ["--check-time", "5"], ["--at=q=1"]]


@given(WORDS, st.permutations(OTHER_WORDS), st.integers(0, len(OTHER_WORDS)))
def test_word_that_is_no_option_is_the_formula_whole(
    command: Command, word: str, others: list[list[str]], place: int
) -> None:
    assume(not looks_like_an_option(word))
    before, after = others[:place], others[place:]
    words = [*(word for group in before for word in group), word, *(word for group in after for word in group)]
    assert received(command, *words) == word


@given(WORDS)
def test_anything_after_two_dashes_is_the_formula(command: Command, word: str) -> None:
    assume(word != "-")
    assert json.loads(command("eval", "--json", "--no-check", "--", word).out)["input"] == word


@pytest.mark.parametrize(
    ("text", "value"),
    [("-x^2", "-9"), ("-2", "-2"), ("--x", "3"), ("-x", "-3"), ("-(x)", "-3"), ("---x", "-3"), ("-1e5x", "-300000"), ("-at", "-8"), ("--2", "2")],
)  # fmt: skip
def test_formula_may_begin_with_a_minus(text: str, value: str, command: Command) -> None:
    run = command("eval", text, "--at", "x=3,at=8", "--no-check", "--quiet")
    assert run.out.splitlines()[0] == f"value\t{value}"


def test_formula_may_stand_behind_the_options(command: Command) -> None:
    assert command("eval", "--at", "x=3", "--quiet", "--no-check", "-x^2").out == "value\t-9\nx\t-6\n"


def test_value_of_an_option_may_begin_with_a_minus(command: Command) -> None:
    run = command("eval", "x", "--at", "-x=1")
    assert "name.malformed" in run.err


@pytest.mark.parametrize("word", ["--jsn", "--At", "--quite", "--no-chek", "--wtr", "--unknown-option", "--at-x=1"])
def test_misspelt_option_is_not_taken_for_a_formula(word: str, command: Command) -> None:
    run = command("eval", "x", "--at", "x=1", word)
    assert (run.status, f"there is no option `{word}`" in run.err) == (2, True)


def test_formula_that_looks_like_a_misspelt_option_can_be_given(command: Command) -> None:
    assert received(command, "(--width)", "--at", "width=1") == "(--width)"


@pytest.mark.parametrize("words", [("x", "y"), ("x", "--", "y"), ("x", "+", "y"), ("-x", "-y")])
def test_second_formula_is_refused(words: tuple[str, ...], command: Command) -> None:
    run = command("eval", *words)
    assert (run.status, "usage.two-formulas" in run.err) == (2, True)


def test_formula_that_the_shell_took_apart_is_shown_whole(command: Command) -> None:
    assert "'x + y'" in command("eval", "x", "+", "y").err


@pytest.mark.parametrize("option", ["--at", "--wrt", "--file", "--check-time"])
def test_option_without_its_value_is_refused(option: str, command: Command) -> None:
    run = command("eval", "x", option)
    assert (run.status, "usage.option" in run.err) == (2, True)


@pytest.mark.parametrize("seconds", ["soon", "0", "-1", "nan", "inf", "1e300", ""])
def test_time_that_is_none_is_refused(seconds: str, command: Command) -> None:
    run = command("eval", "x", "--at", "x=1", "--check-time", seconds)
    assert (run.status, "usage.option" in run.err) == (2, True)


def test_empty_formula_is_read_as_one(command: Command) -> None:
    run = command("eval", "")
    assert (run.status, "parse.empty" in run.err) == (3, True)


@pytest.mark.parametrize(
    ("words", "help"),
    [
        (("evl", "x"), "did you mean `gradcli eval`?"),
        (("x^2", "--at", "x=1"), "for a formula write `gradcli eval 'x^2'`"),
        (("-x^2",), "gradcli eval"),
    ],
)
def test_formula_in_place_of_a_command_is_told_where_to_go(words: tuple[str, ...], help: str, command: Command) -> None:
    run = command(*words)
    assert (run.status, help in run.err) == (2, True)


def test_json_is_printed_for_an_unknown_command_too(command: Command) -> None:
    run = command("evil", "x", "--json")
    assert (json.loads(run.out)["error"]["code"], run.err) == ("usage.command", "")


@pytest.mark.parametrize(
    ("words", "help"),
    [
        (("x^2", "--at", "x=2", "y=3"), "`--at x=2,y=3`"),
        (("x^2", "--at", "x=2,", "y=3"), "`--at x=2,y=3`"),
        (("x^2", "--at=x=2", "y=3", "z=pi/4"), "`--at x=2,y=3,z=pi/4`"),
        (("x^2", "x=3"), "`--at x=3`"),
        (("x=3", "x^2"), "`--at x=3`"),
        (("u=x;u", "x=3"), "`--at x=3`"),
        (("x^2", "x=2*3"), "`--at 'x=2*3'`"),
        (("x", "+", "y=1"), "quote the formula"),
    ],
)
def test_word_that_belongs_to_the_point_is_put_there(words: tuple[str, ...], help: str, command: Command) -> None:
    run = command("eval", *words)
    assert (run.status, help in run.err) == (2, True)


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("x^2", "-at", "x=2"), "`--at`"),
        (("x^2", "--At", "x=2"), "`--at`"),
        (("x^2", "-json"), "`--json`"),
        (("-Json", "x^2"), "`--json`"),
        (("x^2", "-wrt=x"), "`--wrt`"),
    ],
)
def test_option_with_a_wrong_beginning_is_named(words: tuple[str, ...], meant: str, command: Command) -> None:
    run = command("eval", *words)
    assert (run.status, f"did you mean {meant}?" in run.err) == (2, True)


@pytest.mark.parametrize(
    "words",
    [
        ("x^2", "--jsn"),
        ("--jsn", "x^2"),
        ("x^2", "y"),
        ("x^2", "x=3"),
        ("x^2", "--check-time", "soon"),
        ("--quiet", "--", "x^2"),
    ],
)
def test_document_of_a_usage_error_holds_the_formula(words: tuple[str, ...], command: Command) -> None:
    assert json.loads(command("eval", "--json", *words).out)["input"] == "x^2"


def test_document_has_no_formula_that_is_still_to_be_read(command: Command) -> None:
    assert json.loads(command("eval", "--json", "-", "x").out)["input"] == ""


@pytest.mark.parametrize("option", [("--file", "-"), ("--file=-",)])
def test_file_called_dash_is_standard_input(option: tuple[str, ...], command: Command) -> None:
    run = command("eval", *option, "--at", "x=3", "--quiet", "--no-check", given="x^2")
    assert run.out == "value\t9\nx\t6\n"


def test_formula_and_point_cannot_both_be_read_from_dash(command: Command) -> None:
    assert "usage.standard-input" in command("eval", "--file", "-", "--at", "-").err


def test_word_help_asks_for_help(command: Command) -> None:
    assert command("help").out == command("--help").out


def test_word_help_before_a_command_asks_for_its_help(command: Command) -> None:
    assert command("help", "eval").out == command("eval", "--help").out


@pytest.mark.parametrize("text", ["", " \n"])
def test_empty_standard_input_is_called_empty(text: str, command: Command) -> None:
    assert "standard input is empty" in command("eval", "x", "--at", "-", given=text).err


def test_empty_value_names_its_name_and_its_origin(command: Command) -> None:
    run = command("eval", "x", "--at", "-", given='{"x": ""}')
    assert (run.status, "`x` is an empty text in standard input" in run.err) == (4, True)
