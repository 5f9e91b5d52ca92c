"""The binomial coefficient of any numbers and its derivatives, as doubles."""

from __future__ import annotations

import math
from typing import Any

from gradcli.backends.gammas import log_gamma_ball
from gradcli.backends.rounding import is_order, nearest

__all__ = ["binomial", "binomialderiv"]

LARGEST_COUNT = 1000
"""No binomial of integers to this overflows."""


def binomial(n: float, k: float) -> float:
    """Γ(n + 1)/Γ(k + 1)/Γ(n - k + 1) for n above -1; nan for others."""
    if not (-1 < n < math.inf and math.isfinite(k)):
        return math.nan
    if n <= LARGEST_COUNT and n % 1 == 0 and k % 1 == 0:
        # An integer may lie midway between two doubles, where no ball narrows to one.
        return float(math.comb(int(n), int(k))) if 0 <= k <= n else 0.0
    return nearest(binomial_ball, n, k)


def binomialderiv(n: float, k: float, i: float, j: float) -> float:
    """The i-th derivative by `n` of the j-th by `k` of binomial, neither n - k nor anything else rounded."""
    if not (-1 < n < math.inf and math.isfinite(k) and is_order(i) and is_order(j)):
        return math.nan
    if i == 0 and (j == 0 or (j % 2 == 1 and 2 * k == n)):
        return 0.0 if j else binomial(n, k)  # binomial(n, k) is binomial(n, n - k), so it is even about k = n/2
    if j == 0 and k % 1 == 0 and k < i:
        return 0.0  # binomial is a polynomial of degree k in n, or 0
    return nearest(lambda top, bottom: binomialderiv_ball(top, bottom, int(i), int(j)), n, k)


def binomialderiv_ball(n: Any, k: Any, i: int, j: int) -> Any:
    """The ball of a derivative of Γ(n + 1)*(1/Γ)(k + 1)*(1/Γ)(n - k + 1), by the power series of each factor.

    The reciprocal of Γ has no poles, so nothing is special at the zeros of binomial.
    """
    from flint import arb, arb_series, ctx

    before = ctx.cap, ctx.prec
    ctx.cap = i + j + 1
    # Beside the growth of Γ, n^k, each order of the derivative is smaller by n.
    ctx.prec += (i + j) * max(0, math.frexp(float(n))[1])
    try:
        top = arb_series([n + 1, 1]).gamma()
        bottom = arb_series([k + 1, 1]).rgamma()
        rest = arb_series([n - k + 1, 1]).rgamma()
        total = arb(0)
        for p in range(i + 1):
            for q in range(j + 1):
                # (a - b)^(i - p + j - q) of the last factor gives a^(i - p)*b^(j - q).
                sign_and_count = (-1) ** (j - q) * math.comb(i - p + j - q, i - p)
                total += sign_and_count * top[p] * bottom[q] * rest[i - p + j - q]
        return total * arb(i).fac() * arb(j).fac()
    finally:
        ctx.cap, ctx.prec = before


def binomial_ball(n: Any, k: Any) -> Any:
    """The ball of binomial(n, k): k is reflected to the larger half, where Γ(k + 1) has no pole."""
    if 2 * k < n:
        k = n - k
    top = log_gamma_ball(n + 1) - log_gamma_ball(k + 1)
    if n - k + 1 > 0:
        return (top - log_gamma_ball(n - k + 1)).exp()
    # 1/Γ(1 - z) is Γ(z)*sin(pi*z)/pi (DLMF 5.5.3), and 0 at integers, where its factors need not be bounded.
    sine = (k - n).sin_pi()
    return sine if sine == 0 else (top + log_gamma_ball(k - n)).exp() * sine / sine.pi()
