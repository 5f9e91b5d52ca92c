"""An answer and its formula to a second opinion: are value and gradient right?"""

from gradcli.check.symbolic import VALUE, Check, Verdict, ask, start

__all__ = ["VALUE", "Check", "Verdict", "ask", "start"]
