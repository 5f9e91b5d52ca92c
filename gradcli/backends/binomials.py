"""The binomial coefficient of any numbers and its derivatives, as doubles."""

from __future__ import annotations

from gradcli.backends.rounding import nearest

__all__ = ["binomial", "binomialderiv"]


def binomial(n: float, k: float) -> float:
    """Γ(n + 1)/Γ(k + 1)/Γ(n - k + 1) for n above -1; nan for others."""
    return nearest("binomial", n, k)


def binomialderiv(n: float, k: float, i: float, j: float) -> float:
    """The i-th derivative by `n` of the j-th by `k` of binomial, neither n - k nor anything else rounded."""
    return nearest("binomialderiv", n, k, i, j)
