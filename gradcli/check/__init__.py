"""An answer and its formula to a second opinion: is the gradient right?"""

from gradcli.check.symbolic import Check, Verdict, ask, start

__all__ = ["Check", "Verdict", "ask", "start"]
