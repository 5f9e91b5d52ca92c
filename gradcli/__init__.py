"""gradcli: the value of a formula, its gradient, and the chain-rule steps that produced it."""

from gradcli.calculator import evaluate, parse
from gradcli.errors import GradcliError
from gradcli.expression import Formula
from gradcli.gradient import Gradient

__all__ = ["Formula", "GradcliError", "Gradient", "evaluate", "parse"]
__version__ = "0.1.0"
