"""README's way to add a function is followed to the letter, in a copy of the program."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program with the row that README shows put first into the table that README names."""
    there = tmp_path_factory.mktemp("copy")
    for folder in ("gradcli", "grammar", "tests"):
        shutil.copytree(ROOT / folder, there / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shown = re.search(r"<!-- row: (\S+) -->\n```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert shown
    table = there / shown[1]
    text, count = re.subn(
        r"^(RULES\b.*= \(\n)", lambda head: head[1] + shown[2], table.read_text("utf-8"), flags=re.MULTILINE
    )
    assert count == 1
    shutil.copy(ROOT / "pyproject.toml", there)
    table.write_text(text, encoding="utf-8")
    return there


def run(copy: Path, *words: str) -> str:
    command = [sys.executable, "-m", "gradcli", *words]
    result = subprocess.run(command, cwd=copy, capture_output=True, text=True, encoding="utf-8", check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_added_function_has_value_and_slope(copy: Path) -> None:
    # 1 - cos(1e-9) is 5e-19 and not 0; its slope is sin(1e-9).
    assert run(copy, "eval", "versin(x)", "--at", "x=1e-9", "--quiet") == "value\t5e-19\nx\t1e-9\n"


def test_added_function_is_checked_by_sympy(copy: Path) -> None:
    assert "SymPy agrees" in run(copy, "eval", "x*versin(2*x)", "--at", "x=0.7")


def test_added_function_is_listed(copy: Path) -> None:
    assert "versed sine" in run(copy, "functions")


def test_added_function_is_explained_in_the_trace(copy: Path) -> None:
    assert "sin(v1)" in run(copy, "eval", "versin(x)", "--at", "x=1", "--no-check")


def test_added_function_takes_arrays(copy: Path) -> None:
    program = "import gradcli; value, slopes = gradcli.compile('versin(x)')(x=[1e-9, 0]); print(value, slopes['x'])"
    result = subprocess.run([sys.executable, "-c", program], cwd=copy, capture_output=True, text=True, check=True)
    assert result.stdout == "[5.e-19 0.e+00] [1.e-09 0.e+00]\n"


def test_added_function_is_tried_by_the_tests_of_the_table(copy: Path) -> None:
    tests = ["tests/rules/test_table.py", "tests/rules/test_edges.py", "tests/rules/test_agreement.py"]
    command = [sys.executable, "-m", "pytest", "-q", "-k", "versin", "-p", "no:cacheprovider", *tests]
    result = subprocess.run(command, cwd=copy, capture_output=True, text=True, encoding="utf-8", check=False)
    assert result.returncode == 0, result.stdout
    assert " passed" in result.stdout
