"""The table that saves working out the parser fits the grammar, and is passed over where it does not."""

import json
import logging
import subprocess
import sys
from pathlib import Path

import lark
import pytest

from gradcli.syntax import grammar


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A grammar folder of its own, with a table that fits."""
    for name in (grammar.TEXT, grammar.TABLE):
        (tmp_path / name).write_bytes((Path(grammar.folder()) / name).read_bytes())
    monkeypatch.setattr(grammar, "folder", lambda: tmp_path)
    return tmp_path


def test_table_was_made_from_this_grammar() -> None:
    table = json.loads((Path(grammar.folder()) / grammar.TABLE).read_text(encoding="utf-8"))
    assert table["key"] == grammar.key(grammar.text())


def test_table_loads() -> None:
    assert grammar.load(grammar.text()) is not None


def test_table_has_the_rules_of_the_grammar() -> None:
    loaded = grammar.load(grammar.text())
    assert loaded is not None
    assert set(loaded.rules) == set(grammar.make(grammar.text()).rules)


def test_table_has_the_words_of_the_grammar() -> None:
    loaded = grammar.load(grammar.text())
    assert loaded is not None
    made = grammar.make(grammar.text())
    assert {(t.name, str(t.pattern)) for t in loaded.terminals} == {(t.name, str(t.pattern)) for t in made.terminals}


def test_changed_grammar_passes_over_the_table(copy: Path) -> None:
    assert grammar.load(grammar.text() + "\n// a change\n") is None


def test_other_lark_passes_over_the_table(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lark, "__version__", "0.0.0")
    assert grammar.load(grammar.text()) is None


@pytest.mark.parametrize("damage", ["", "{", "[]", "{}", '{"key": "KEY"}', '{"key": "KEY", "data": {}}'])
def test_damaged_table_is_passed_over(copy: Path, damage: str) -> None:
    (copy / grammar.TABLE).write_text(damage.replace("KEY", grammar.key(grammar.text())), encoding="utf-8")
    assert grammar.load(grammar.text()) is None


def test_missing_table_is_passed_over(copy: Path) -> None:
    (copy / grammar.TABLE).unlink()
    assert grammar.load(grammar.text()) is None


def test_parser_is_made_without_a_table(copy: Path) -> None:
    (copy / grammar.TABLE).unlink()
    assert [token.type for token in grammar.parser.__wrapped__().lex("x+1")] == ["NAME", "PLUS", "NUMBER"]


def test_grammar_has_no_conflict(caplog: pytest.LogCaptureFixture) -> None:
    # Lark settles a conflict silently; only its log, on request, tells of it.
    with caplog.at_level(logging.DEBUG, logger=lark.logger.name):
        lark.Lark(grammar.text(), parser="lalr", lexer="basic", debug=True)
    assert "conflict" not in caplog.text.lower()


def test_lark_is_loaded_only_when_a_text_is_read() -> None:
    program = "import sys, gradcli.syntax; sys.exit('lark' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
