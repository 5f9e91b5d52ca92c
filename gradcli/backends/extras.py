"""Packages that only part of the program needs, imported by name, so that a missing one is an error of one line."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from gradcli.errors import GradcliError


def imported(name: str, what_for: str) -> Any:
    """The module called `name`. Raises GradcliError (`usage.extra`) where its package is not installed."""
    try:
        return import_module(name)
    except ImportError:
        package = name.partition(".")[0]
        message = f"{what_for} need `{package}`, which is not installed"
        raise GradcliError("usage.extra", message, help="install it with `pip install 'gradcli[batch]'`") from None
