"""A formula and a user's own derivatives of it to a verdict on each: equal, different, or undecided."""

from gradcli.check.claims.judge import RTOL, Question, check_gradient
from gradcli.check.claims.symbolic_proof import SECONDS
from gradcli.check.claims.verdict import Difference, Judgement, Report, Shown

__all__ = ["RTOL", "SECONDS", "Difference", "Judgement", "Question", "Report", "Shown", "check_gradient"]
