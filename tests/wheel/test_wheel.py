"""The wheel holds all that gradcli needs, and works where nothing else of it is."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this folder."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), str(ROOT)], check=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the programs of a fresh environment in which the wheel is installed."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    subprocess.run([str(programs / "python"), "-m", "pip", "install", "--quiet", str(wheel)], check=True)
    return programs


@pytest.mark.parametrize(
    "name",
    [
        "gradcli/py.typed",
        "gradcli/grammar/gradcli.lark",
        "gradcli/grammar/table.json",
        "gradcli/render/schemas/eval.json",
        "gradcli/check/worker.py",
    ],
)
def test_wheel_holds_it(wheel: Path, name: str) -> None:
    assert name in zipfile.ZipFile(wheel).namelist()


def test_wheel_holds_every_module(wheel: Path) -> None:
    modules = {str(path.relative_to(ROOT)) for path in (ROOT / "gradcli").rglob("*.py")}
    assert modules <= set(zipfile.ZipFile(wheel).namelist())


def test_wheel_holds_nothing_but_the_package(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"gradcli"}


def test_installed_command_works_elsewhere(installed: Path) -> None:
    command = [str(installed / "gradcli"), "eval", "(sin(x2)+1)/(x2+exp(x1))+x1*x2", "--at", "x1=1.5,x2=0.5", "--json"]
    run = subprocess.run(command, cwd="/", capture_output=True, encoding="utf-8", check=True)
    made = json.loads(run.stdout)
    assert (round(made["value"], 12), made["checks"]["symbolic"]["status"]) == (1.04697267688, "agrees")


def test_installed_command_reads_its_grammar_from_the_package(installed: Path) -> None:
    code = """
from pathlib import Path
from gradcli.syntax.grammar import folder, load, text
print(Path(folder()).parent.name, load(text()) is not None)
"""
    run = subprocess.run([str(installed / "python"), "-c", code], cwd="/", capture_output=True, encoding="utf-8", check=True)  # fmt: skip
    assert run.stdout.split() == ["gradcli", "True"]


def test_installed_schema_is_printed(installed: Path) -> None:
    run = subprocess.run([str(installed / "gradcli"), "schema", "eval"], cwd="/", capture_output=True, check=True)
    assert json.loads(run.stdout)["$id"] == "gradcli/eval/1"
