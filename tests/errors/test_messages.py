"""What is said in each case, word by word: one file a case, to be read as a diff when it changes.

`pytest tests/errors --update-messages` writes the files anew.
"""

from __future__ import annotations

import shlex
from functools import cache
from pathlib import Path

import pytest

from gradcli.codes import CODES

from ..conftest import Command

MESSAGES = Path(__file__).parent / "messages"

EXAMPLES = {code.name: code.example for code in CODES if code.example}

OTHERS = {
    "parse.ambiguous-function-power": "gradcli eval 'sin^-1(x)' --at x=1",
    "parse.ambiguous-division-by-brackets": "gradcli eval 'a/(b)(c)' --at a=1,b=2,c=3",
    "parse.ambiguous-root": "gradcli eval '√x²' --at x=2",
    "parse.ambiguous-raised-digit": "gradcli eval 'e^x²' --at x=2",
    "parse.arguments-at-least": "gradcli eval 'max(x)' --at x=1",
    "parse.character-letter": "gradcli eval 'x ≈ 1' --at x=1",
    "parse.character-quote": "gradcli eval '\"x\"' --at x=1",
    "parse.condition-number": "gradcli eval 'if(x, 1, 2)' --at x=1",
    "parse.condition-output": "gradcli eval '0 < x < 1' --at x=1",
    "parse.derivative-operator": "gradcli eval 'd/dx (x^2)' --at x=1",
    "parse.derivative-prime": 'gradcli eval "f\'(x)" --at x=1',
    "parse.empty-text": "gradcli eval ''",
    "parse.label-in-another-line": "printf 'u = (x +\\n2]\\nu' | gradcli eval - --at x=1",
    "parse.long-line": "gradcli eval '" + "+".join(f"a{number}" for number in range(40)) + " a' --at x=1",
    "parse.missing-brackets-of-a-product": "gradcli eval 'sin 2x' --at x=1",
    "parse.missing-operand-power": "gradcli eval 'x^' --at x=1",
    "parse.missing-operand-brackets": "gradcli eval '2*()' --at x=1",
    "parse.missing-operator-bar": "gradcli eval '2|x|' --at x=1",
    "parse.missing-operator-numbers": "gradcli eval '1 000*x' --at x=1",
    "parse.number-hexadecimal": "gradcli eval '0x10' --at x=1",
    "parse.number-points": "gradcli eval '1.2.3'",
    "parse.unexpected-double-factorial": "gradcli eval 'x!!' --at x=3",
    "parse.unclosed-brackets": "gradcli eval '((x + [y' --at x=1,y=2",
    "parse.unclosed-bracket-of-a-call": "gradcli eval 'max(x, sin(y) + 2' --at x=1,y=2",
    "parse.in-a-value": "gradcli eval x --at 'x=2 3'",
    "name.bound-twice-at-the-point": "gradcli eval 'x = 2; x' --at x=1",
    "name.function-offered": "gradcli eval 'arcsine(x)' --at x=1",
    "name.not-a-function-constant": "gradcli eval 'pi(x)' --at x=1",
    "name.twice-in-two-options": "gradcli eval x --at x=1 --at x=2",
    "name.twice-in-json": 'printf \'{"x": 1, "x": 2}\' | gradcli eval x --at -',
    "name.unbound-meant": "gradcli eval 'alhpa*x' --at alpha=1,x=2",
    "name.unbound-function": "gradcli eval 'sin + x' --at x=2",
    "name.unbound-further-down": "gradcli eval 'a = b; b = 2; a'",
    "name.unbound-itself": "gradcli eval 'q = q + 1; q'",
    "name.unbound-many": "gradcli eval 'a*b + c'",
    "name.value-name": "gradcli eval x --at x=y",
    "name.value-null": "printf '{\"x\": null}' | gradcli eval x --at -",
    "domain.acosh": "gradcli eval 'acosh(x - 1)' --at x=1.5",
    "domain.asin": "gradcli eval 'asin(2x)' --at x=0.7",
    "domain.atanh": "gradcli eval 'atanh(x)' --at x=1",
    "domain.divide": "gradcli eval '1/(x - 2)' --at x=2",
    "domain.factorial": "gradcli eval '(x - 3)!' --at x=2",
    "domain.gamma": "gradcli eval 'gamma(x)' --at x=-2",
    "domain.in-a-value": "gradcli eval 'x*y' --at 'x=1,y=2*log(-3)'",
    "domain.log": "gradcli eval 'x*log(y-3)' --at x=2,y=1",
    "domain.log-base": "gradcli eval 'log(x, 1)' --at x=2",
    "domain.mod": "gradcli eval 'mod(x, 0)' --at x=2",
    "domain.polygamma": "gradcli eval 'polygamma(x, 2)' --at x=0.5",
    "domain.power-root": "gradcli eval '(-8)^(1/3)'",
    "domain.power-negative": "gradcli eval 'x^-1' --at x=0",
    "domain.sqrt": "gradcli eval 'sqrt(x - 1) + 1' --at x=0",
    "domain.subtract": "gradcli eval 'inf - inf'",
    "domain.wide-characters": "gradcli eval '温度*log(圧力)' --at 温度=1,圧力=-1",
    "overflow.exp": "gradcli eval '1 + exp(x^2)' --at x=100",
    "overflow.power": "gradcli eval '10^10^10*x' --at x=1",
    "derivative.undefined-and-infinite": "gradcli eval 'cbrt(x) - sqrt(x)' --at x=0 --no-check",
    "derivative.kinks": "gradcli eval 'max(x, y) + abs(x - y)' --at x=1,y=1 --no-check --no-trace",
    "usage.command-formula": "gradcli 'x^2'",
    "usage.command-misspelt": "gradcli evaluate x",
    "usage.option-misspelt": "gradcli eval x --ta x=1",
    "usage.option-value": "gradcli eval x --at x=1 --check-time soon",
    "usage.option-without-value": "gradcli eval x --at",
    "usage.option-formula": "gradcli eval --width --at width=1",
    "usage.point-decimal-comma": "gradcli eval x --at x=1,5",
    "name.not-a-function-bound": "gradcli eval 'f = x^2; f(3)' --at x=1",
    "name.function-product": "gradcli eval 'xsin(x)' --at x=1",
    "name.unbound-product": "gradcli eval 'xy' --at x=1,y=2",
    "name.value-empty": 'printf \'{"x": ""}\' | gradcli eval x --at -',
    "input.json-empty": "printf '' | gradcli eval x --at -",
    "parse.character-module": "gradcli eval 'np.exp(x)' --at x=1",
    "parse.character-grouping": 'gradcli eval "1\'000*x" --at x=1',
    "parse.missing-operand-negation": "gradcli eval '!x' --at x=1",
    "usage.two-formulas-point": "gradcli eval x^2 --at x=2 y=3",
    "usage.option-one-dash": "gradcli eval x^2 -at x=2",
    "usage.two-formulas-file": "gradcli eval x --file x.txt",
    "usage.no-formula-json": "gradcli eval --json",
    "domain.log-json": "gradcli eval 'log(x)' --at x=-1 --json",
    "derivative.undefined-json": "gradcli eval '(-2)^x' --at x=2 --no-check --no-trace --json",
    "derivative.kink-quiet": "gradcli eval 'abs(x)' --at x=0 --no-check --quiet",
}

CASES = {**EXAMPLES, **OTHERS}


@cache
def transcript(command: Command, line: str) -> str:
    """The command, what it printed on both streams, and its exit status."""
    words, given = shlex.split(line), ""
    if "|" in words:
        bar = words.index("|")
        given = words[1].replace("\\n", "\n") + ("\n" if words[0] == "echo" else "")
        words = words[bar + 1 :]
    assert words[0] == "gradcli"
    run = command(*words[1:], given=given)
    return f"$ {line}\n{run.out}--- standard error\n{run.err}--- exit status {run.status}\n"


@pytest.mark.parametrize("name", CASES)
def test_message_is_the_stored_one(name: str, command: Command, request: pytest.FixtureRequest) -> None:
    path = MESSAGES / f"{name}.txt"
    said = transcript(command, CASES[name])
    if request.config.getoption("--update-messages"):
        path.write_text(said, encoding="utf-8")
    assert said == path.read_text(encoding="utf-8")


def test_no_file_is_left_of_a_case_that_is_gone() -> None:
    assert {path.stem for path in MESSAGES.glob("*.txt")} == set(CASES)


@pytest.mark.parametrize("name", CASES)
def test_case_is_filed_under_the_code_it_meets(name: str, command: Command) -> None:
    said = transcript(command, CASES[name])
    kind = name.partition(".")[0]
    assert f"[{kind}." in said or f'"code": "{kind}.' in said


@pytest.mark.parametrize(
    "name",
    [name for name, line in CASES.items() if line.isascii()],
)
def test_message_about_an_ascii_formula_is_ascii(name: str, command: Command) -> None:
    assert transcript(command, CASES[name]).isascii()


@pytest.mark.parametrize("name", CASES)
def test_message_follows_the_house_rules(name: str, command: Command) -> None:
    """Lower case, no full stop, a help line of its own, no Python in sight."""
    for line in transcript(command, CASES[name]).splitlines():
        message = line.partition("]: ")[2] if line.startswith(("error[", "warning[")) else ""
        if line.startswith("  help: "):
            message = line.removeprefix("  help: ")
        assert not message.endswith(".")
        assert not message[:1].isupper() or message.startswith(("SymPy", "LaTeX"))
        assert "Traceback" not in line
        assert "object at 0x" not in line
