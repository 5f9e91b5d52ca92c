"""Error functions, the normal distribution, and exponential integrals, on balls."""

from __future__ import annotations

from typing import Any

from flint import arb, fmpq

from gradcli.backends.balls.arithmetic import divide, multiply, negative, whole_power
from gradcli.backends.balls.elementary import exp
from gradcli.backends.balls.enclosures import (
    HALF,
    INFINITY,
    MINUS_INFINITY,
    ONE,
    ZERO,
    derivative,
    is_minus_infinity,
    monotone,
    of_ball,
    of_order,
)
from gradcli.backends.balls.numbers import NAN, Number, is_finite, is_nan, is_zero

__all__ = [
    "ci",
    "ei",
    "erf",
    "erfc",
    "erfcinv",
    "erfcx",
    "erfcxderiv",
    "erfinv",
    "gausserfcinv",
    "gaussian",
    "gelu",
    "geluderiv",
    "normcdf",
    "norminv",
    "normpdf",
    "si",
]

TWO = fmpq(2)

erf = monotone(of_ball(lambda x: x.erf(), at_infinity=(-ONE, ONE)))
erfc = monotone(of_ball(lambda x: x.erfc(), at_infinity=(TWO, ZERO)))


def gaussian(x: Number) -> Number:
    """exp(-x^2)."""
    return exp(negative(whole_power(x, 2)))


def erfcx(x: Number) -> Number:
    """exp(x^2)*erfc(x)."""
    return erfcxderiv(x, ZERO)


@monotone
@of_order
def erfcxderiv(x: Any, order: int) -> Any:
    """The k-th derivative of erfcx, which is 2/sqrt(pi)*H_-1, where H_n' is 2*n*H_(n-1) (DLMF 18.9.25).

    erfcx is the integral of exp(-t^2 - 2*x*t)*2/sqrt(pi), so each derivative rises or falls throughout.
    """
    if x > 0 and not x.is_finite():
        return arb(0)
    return 2 / arb.const_sqrt_pi() * (-2) ** order * arb.fac_ui(order) * x.hermite_h(-1 - order)


def erfinv(x: Number) -> Number:
    """The inverse of erf; infinite at -1 and 1, nan beyond."""
    if isinstance(x, fmpq) and abs(x) > HALF:
        return erfcinv(ONE - x)  # which is exact
    return inverse_of_erf(x)


def erfcinv(x: Number) -> Number:
    """The inverse of erfc; infinite at 0 and 2, nan beyond."""
    if isinstance(x, fmpq) and x > 1:
        return negative(inverse_of_erfc(TWO - x))
    return inverse_of_erfc(x)


inverse_of_erf = monotone(of_ball(lambda x: x.erfinv()))
inverse_of_erfc = monotone(of_ball(lambda x: x.erfcinv(), at_zero=INFINITY))


def gausserfcinv(x: Number) -> Number:
    """exp(-erfcinv(x)^2); 0 at 0 and 2."""
    return gaussian(erfcinv(x))


def normpdf(x: Number) -> Number:
    """The density of the standard normal distribution."""
    return divide(exp(multiply(-HALF, whole_power(x, 2))), (2 * arb.pi()).sqrt())


def normcdf(x: Number) -> Number:
    """The standard normal distribution."""
    return multiply(HALF, erfc(multiply(x, -arb(HALF).sqrt())))


def norminv(p: Number) -> Number:
    """The inverse of the standard normal distribution; infinite at 0 and 1, nan beyond."""
    return multiply(erfcinv(multiply(TWO, p)), -arb(2).sqrt())


def gelu(x: Number) -> Number:
    """x*normcdf(x)."""
    return ZERO if is_minus_infinity(x) else multiply(x, normcdf(x))


def geluderiv(x: Number, k: Number) -> Number:
    """The k-th derivative of gelu."""
    return gelu(x) if is_zero(k) else derivative_of_gelu(x, k)


@of_order
def derivative_of_gelu(x: Any, order: int) -> Any:
    """By the power series of the product."""
    root = arb(2).sqrt()
    return derivative(lambda series: series * (-series / root).erfc() / 2, x, order)


def ei(x: Number) -> Number:
    """The exponential integral, which falls to -inf at 0 and rises to the right of it."""
    if is_zero(x):
        return MINUS_INFINITY
    return exponential_integral(x) if x > 0 or x < 0 else NAN


exponential_integral = monotone(of_ball(lambda x: x.ei(), at_infinity=(ZERO, INFINITY)))


def si(x: Number) -> Number:
    """The sine integral."""
    if is_nan(x) or is_finite(x):
        return sine_integral(x)
    return arb.pi() / 2 if x > 0 else -arb.pi() / 2


def ci(x: Number) -> Number:
    """The cosine integral; -inf at 0, nan to the left."""
    return MINUS_INFINITY if is_zero(x) else cosine_integral(x) if x > 0 else NAN


sine_integral = of_ball(lambda x: x.si())
cosine_integral = of_ball(lambda x: x.ci(), at_infinity=(NAN, ZERO))
