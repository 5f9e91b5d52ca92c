"""Imports go one way, and third-party packages stay in their rooms."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "gradcli"

ORDER = [
    "source", "errors", "expression", "syntax", "rules", "compounds", "faults", "absences", "graph", "backends", "evaluation", "expansion", "tidying", "sharing", "partials", "sides",
    "gradient", "notes", "reverse", "zeros", "boundaries", "ranges", "point", "outputs", "problem", "limits", "precision", "calculator", "calculus", "boxes", "check", "batch", "codes", "render", "cli",
]  # fmt: skip

HOMES = {
    "lark": {"syntax"},
    "click": {"cli"},
    "rich": {"render", "cli"},
    "sympy": {"backends", "check"},
    "mpmath": {"check"},
    "flint": {"backends"},
    "numpy": {"backends", "batch"},
    "scipy": {"backends"},
    "pyarrow": {"batch"},
    "llvmlite": {"batch"},
    "dask": {"batch"},
    "distributed": {"batch"},
}

FILES = sorted(path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE or path.stem in ORDER)
"""All modules but the package's own two, `__init__` and `__main__`, which stand outside the order."""


def room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path: Path) -> list[str]:
    """Every imported module, also inside functions; not those for type checkers only."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped = {
        id(child)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for child in ast.walk(node)
    }
    found = []
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            module = node.module or ""
            # `from gradcli import __version__` names no module.
            names = [alias.name for alias in node.names if not alias.name.startswith("_")]
            found += [f"{module}.{name}" for name in names] if module == "gradcli" else [module]
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_imports_only_from_its_left(path: Path) -> None:
    here = ORDER.index(room(path))
    for name in imports(path):
        if name.startswith("gradcli."):
            target = name.split(".")[1]
            assert target in ORDER, f"{target} has no place in the order"
            assert ORDER.index(target) <= here, f"{path.name} imports {name}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_third_party_packages_stay_in_their_rooms(path: Path) -> None:
    for name in imports(path):
        homes = HOMES.get(name.split(".")[0])
        assert homes is None or room(path) in homes, f"{path.name} imports {name}"


def test_numpy_stays_with_the_columns() -> None:
    users = {
        str(path.parent.relative_to(PACKAGE))
        for path in FILES
        if any(name.split(".")[0] in ("numpy", "scipy") for name in imports(path))
    }
    assert users == {"backends/columns", "batch"}


def test_a_module_fits_in_the_head() -> None:
    long = {
        path.name: count
        for path in FILES
        if (count := len(path.read_text(encoding="utf-8").splitlines())) > 280 and room(path) not in ("rules", "codes")
    }
    assert not long
