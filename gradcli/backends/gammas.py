"""The gamma function and what is made of it: its derivatives, beta, incomplete gamma, zeta; as doubles."""

from __future__ import annotations

import math

from gradcli.backends.rounding import is_order, nearest

__all__ = [
    "beta",
    "digamma",
    "factorial",
    "gamma",
    "gammainc",
    "gammaincc",
    "gammaincda",
    "gammapdf",
    "lbeta",
    "lgamma",
    "logdigamma",
    "polygamma",
    "polygammarise",
    "polygammasum",
    "trigamma",
    "zeta",
    "zetaderiv",
]


def gamma(x: float) -> float:
    """The gamma function; nan at its poles."""
    return math.inf if x > 172 else nearest("gamma", x)


def factorial(x: float) -> float:
    """Γ(x + 1), the sum not rounded."""
    return math.inf if x > 171 else nearest("factorial", x)


def lgamma(x: float) -> float:
    """The logarithm of |Γ(x)|."""
    return nearest("lgamma", x)


def digamma(x: float) -> float:
    """The derivative of lgamma; nan at its poles."""
    return nearest("digamma", x)


def trigamma(x: float) -> float:
    """The derivative of digamma; nan at its poles."""
    return nearest("trigamma", x)


def polygamma(n: float, x: float) -> float:
    """The n-th derivative of digamma; nan where `n` is no whole number to 1001, or `x` a pole."""
    return nearest("polygamma", n, x)


def polygammarise(n: float, x: float, h: float) -> float:
    """polygamma(n, x + h) - polygamma(n, x), neither the sum nor the terms rounded."""
    return nearest("polygammarise", n, x, h) if math.isfinite(x + h) else math.nan


def polygammasum(n: float, x: float, h: float) -> float:
    """polygamma(n, x + h), the sum not rounded."""
    return nearest("polygammasum", n, x, h) if math.isfinite(x + h) else math.nan


def beta(a: float, b: float) -> float:
    """Γ(a)*Γ(b)/Γ(a + b) for positive arguments; nan for others."""
    return nearest("beta", a, b)


def lbeta(a: float, b: float) -> float:
    """The logarithm of beta(a, b)."""
    return nearest("lbeta", a, b)


def logdigamma(x: float, a: float) -> float:
    """log(x) - digamma(a), neither of them rounded; nan outside x > 0, a > 0."""
    return nearest("logdigamma", x, a)


def gammainc(a: float, x: float) -> float:
    """The share of Γ(a) that its integral reaches at `x`; nan outside 0 < a <= 1e4, x >= 0."""
    return nearest("gammainc", a, x)


def gammaincc(a: float, x: float) -> float:
    """The share of Γ(a) that its integral has left at `x`; nan outside 0 < a <= 1e4, x >= 0."""
    return nearest("gammaincc", a, x)


def gammaincda(a: float, x: float) -> float:
    """The derivative of gammainc(a, x) by `a`; nan outside 0 < a <= 1e4, x >= 0."""
    return nearest("gammaincda", a, x)


def gammapdf(a: float, x: float) -> float:
    """x^(a - 1)*exp(-x)/Γ(a); nan outside a > 0, x >= 0."""
    return nearest("gammapdf", a, x)


def zeta(x: float) -> float:
    """The Riemann zeta function; infinite at 1."""
    return 1.0 if x > 60 else nearest("zeta", x)


def zetaderiv(x: float, k: float) -> float:
    """The k-th derivative of the Riemann zeta function."""
    if x < -1e4 and k == 1:
        # Only at the zeros, the even integers, is the value a double; the slope there is (-1)^(x/2)*inf.
        return math.nan if x % 2 else math.inf if x % 4 == 0 else -math.inf
    return 0.0 if x > 1200 and is_order(k) and k > 0 else nearest("zetaderiv", x, k)
