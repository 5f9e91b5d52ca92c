"""gradcli: the value of a formula, its gradient, and the chain-rule steps that produced it."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gradcli.batch.compilation import compile
    from gradcli.batch.compiled import Compiled
    from gradcli.boxes import Bounds, bounds
    from gradcli.calculator import evaluate, parse
    from gradcli.calculus.derivative import diff
    from gradcli.calculus.direction import Direction, direction
    from gradcli.calculus.hessian import Hessian, Product, hessian, hessian_times
    from gradcli.calculus.jacobian import Jacobian, jacobian, sparsity
    from gradcli.calculus.polynomial import Taylor
    from gradcli.calculus.taylor import taylor
    from gradcli.check.certified import Certificate, certify
    from gradcli.check.claims import Report, check_gradient
    from gradcli.errors import GradcliError
    from gradcli.expression import Formula
    from gradcli.gradient import Gradient

__all__ = [
    "Bounds",
    "Certificate",
    "Compiled",
    "Direction",
    "Formula",
    "GradcliError",
    "Gradient",
    "Hessian",
    "Jacobian",
    "Product",
    "Report",
    "Taylor",
    "bounds",
    "certify",
    "check_gradient",
    "compile",
    "diff",
    "direction",
    "evaluate",
    "hessian",
    "hessian_times",
    "jacobian",
    "parse",
    "sparsity",
    "taylor",
]
__version__ = "0.1.0"

HOMES = {
    "compile": "gradcli.batch.compilation",
    "Compiled": "gradcli.batch.compiled",
    "diff": "gradcli.calculus.derivative",
    "jacobian": "gradcli.calculus.jacobian",
    "Jacobian": "gradcli.calculus.jacobian",
    "sparsity": "gradcli.calculus.jacobian",
    "hessian": "gradcli.calculus.hessian",
    "hessian_times": "gradcli.calculus.hessian",
    "Hessian": "gradcli.calculus.hessian",
    "Product": "gradcli.calculus.hessian",
    "direction": "gradcli.calculus.direction",
    "Direction": "gradcli.calculus.direction",
    "bounds": "gradcli.boxes",
    "Bounds": "gradcli.boxes",
    "certify": "gradcli.check.certified",
    "Certificate": "gradcli.check.certified",
    "check_gradient": "gradcli.check.claims",
    "Report": "gradcli.check.claims",
    "evaluate": "gradcli.calculator",
    "parse": "gradcli.calculator",
    "taylor": "gradcli.calculus.taylor",
    "Taylor": "gradcli.calculus.polynomial",
    "GradcliError": "gradcli.errors",
    "Formula": "gradcli.expression",
    "Gradient": "gradcli.gradient",
}
"""Where the public names are: imported when asked for, so that the command can prepare before it loads them."""


def __getattr__(name: str) -> object:
    """A public name, from its home."""
    if name not in HOMES:
        raise AttributeError(f"module 'gradcli' has no attribute {name!r}")
    return getattr(import_module(HOMES[name]), name)
