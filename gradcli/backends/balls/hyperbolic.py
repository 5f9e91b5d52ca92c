"""The other hyperbolic functions and their inverses, on balls."""

from __future__ import annotations

from gradcli.backends.balls.elementary import acosh, asinh, atanh
from gradcli.backends.balls.enclosures import INFINITY, ONE, ZERO, of_ball
from gradcli.backends.balls.trigonometric import of_reciprocal

__all__ = ["acoth", "acsch", "asech", "coth", "csch", "sech"]

coth = of_ball(lambda x: x.coth(), at_zero=INFINITY, at_infinity=(-ONE, ONE))
sech = of_ball(lambda x: x.sech())
csch = of_ball(lambda x: x.csch(), at_zero=INFINITY, at_infinity=(ZERO, ZERO))
acoth = of_reciprocal(atanh)
asech = of_reciprocal(acosh)
acsch = of_reciprocal(asinh)
