"""Values and slopes of special functions by mpmath, part of `reference`: series and sums written out here, not Arb's."""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist
from typing import Any

import mpmath
from mpmath import mp, mpf

Function = Callable[..., Any]


def by_difference(value: Function, argument: int) -> Function:
    """The slope of `value` by an argument: a central difference with a step of 1e-40, in 300 digits more than that."""

    def slope(*arguments: Any) -> Any:
        with mp.workdps(mp.dps + 300):
            step = (abs(arguments[argument]) or 1) / mpf(10) ** 40

            def beside(shift: Any) -> Any:
                return value(*(x + (shift if index == argument else 0) for index, x in enumerate(arguments)))

            return (beside(step) - beside(-step)) / (2 * step)

    return slope


def unknown(*arguments: Any) -> Any:
    return mp.nan


def inside(condition: Any) -> None:
    """Outside the domain, as the table states it, there is no value even where mpmath has one."""
    if not condition:
        raise ValueError


def log_of_exponentials(*numbers: Any) -> Any:
    """From the largest on, in 700 digits: the others may be that much smaller."""
    high = max(numbers)
    with mp.workdps(mp.dps + 700):
        total = mpmath.fsum(mpmath.exp(max(number - high, -3000)) for number in numbers)
        return high + mpmath.log(total)


def shares(numbers: tuple[Any, ...]) -> list[Any]:
    high = max(numbers)
    weights = [mpmath.exp(max(number - high, -3000)) for number in numbers]
    return [weight / mpmath.fsum(weights) for weight in weights]


def softmax_slope(argument: int, numbers: tuple[Any, ...]) -> Any:
    """The share times what the others have, or times minus that of the argument; 1 less the share would cancel."""
    found = shares(numbers)
    return found[0] * mpmath.fsum(found[1:]) if argument == 0 else -found[0] * found[argument]


def root(x: Any, n: Any) -> Any:
    inside(n >= 1 and n == int(n) and (x >= 0 or n % 2 == 1))
    return mpmath.sign(x) * mpmath.exp(mpmath.log(abs(x)) / n) if x else mpf(0)


def sinc_derivative(x: Any, k: Any) -> Any:
    """The Taylor series beside 0, and Leibniz' rule for sin(x)*(1/x) elsewhere."""
    k = int(k)
    if abs(x) < 1:
        terms = range((k + 1) // 2, mp.dps + k)
        return mpmath.fsum(mpf(-1) ** m * x ** (2 * m - k) / ((2 * m + 1) * mpmath.factorial(2 * m - k)) for m in terms)
    return mpmath.fsum(
        mpmath.binomial(k, j) * mpmath.sin(x + (k - j) * mp.pi / 2) * (-1) ** j * mpmath.factorial(j) / x ** (j + 1)
        for j in range(k + 1)
    )


def normal_density(x: Any) -> Any:
    return mpmath.exp(-x * x / 2) / mpmath.sqrt(2 * mp.pi)


def normal_distribution(x: Any) -> Any:
    return mpmath.erfc(-x / mpmath.sqrt(2)) / 2 if abs(x) < 1000 else mpf(int(x > 0))


def gelu_derivative(x: Any, k: Any) -> Any:
    k = int(k)

    def distribution(order: int) -> Any:
        if order == 0:
            return normal_distribution(x)
        hermite = mpmath.hermite(order - 1, x / mpmath.sqrt(2)) / mpmath.sqrt(2) ** (order - 1)
        return (-1) ** (order - 1) * hermite * normal_density(x)

    return x * distribution(k) + (k * distribution(k - 1) if k else 0)


def sigmoid_derivative(x: Any, k: int) -> Any:
    """By the polynomials in s = sigmoid(x) that follow from s' = s - s^2."""
    coefficients = [0, 1]
    for _ in range(k):
        raised = [0] * (len(coefficients) + 1)
        for power, coefficient in enumerate(coefficients):
            raised[power] += power * coefficient
            raised[power + 1 if power else 0] -= power * coefficient
        coefficients = raised
    s = 1 / (1 + mpmath.exp(-x))
    return mpmath.fsum(coefficient * s**power for power, coefficient in enumerate(coefficients))


def silu_derivative(x: Any, k: Any) -> Any:
    k = int(k)
    with mp.workdps(mp.dps + int(min(abs(x), 1000))):
        return x * sigmoid_derivative(x, k) + (k * sigmoid_derivative(x, k - 1) if k else 0)


def erfcx_derivative(x: Any, k: Any) -> Any:
    """By y' = 2*x*y - 2/sqrt(pi), differentiated again and again; its cancellation far out has digits to spare."""
    with mp.workdps(4 * mp.dps):
        if x > 1e8:
            # DLMF 7.12.1: five hundred digits in fewer terms than the exponent of x has digits.
            y = mpmath.fsum((-1) ** m * mpmath.fac2(2 * m - 1) / (2 * x * x) ** m for m in range(mp.dps // 10)) / (
                x * mpmath.sqrt(mp.pi)
            )
        else:
            y = mpmath.exp(x * x) * mpmath.erfc(x)
        derivatives = [y, 2 * x * y - 2 / mpmath.sqrt(mp.pi)]
        for order in range(1, int(k)):
            derivatives.append(2 * x * derivatives[order] + 2 * order * derivatives[order - 1])
        return derivatives[int(k)]


def inverse_erfc(x: Any) -> Any:
    """Newton's method from a guess in doubles."""
    inside(0 < x < 2)
    if x > 1:
        return -inverse_erfc(2 - x)
    y = mpf(-NormalDist().inv_cdf(float(x) / 2) / math.sqrt(2)) if x < 1 else mpf(0)
    for _ in range(2 * int(math.log2(mp.dps))):
        y += (mpmath.erfc(y) - x) * mpmath.sqrt(mp.pi) / 2 * mpmath.exp(y * y)
    return y


def log_gamma(x: Any) -> Any:
    return mpmath.re(mpmath.loggamma(x))


def log_beta(a: Any, b: Any) -> Any:
    inside(a > 0 and b > 0)
    return log_gamma(a) + log_gamma(b) - log_gamma(a + b)


def polygamma_sum(n: Any, x: Any, h: Any) -> Any:
    return mpmath.polygamma(int(n), x + h)


def polygamma_rise(n: Any, x: Any, h: Any) -> Any:
    return mpmath.polygamma(int(n), x + h) - mpmath.polygamma(int(n), x)


def binomial_derivative(n: Any, k: Any, i: Any, j: Any) -> Any:
    """Numerically, in digits enough for the steps."""
    inside(n > -1)
    with mp.workdps(mp.dps + 60):
        return mpmath.diff(binomial, (n, k), (int(i), int(j)))


def binomial(n: Any, k: Any) -> Any:
    inside(n > -1)
    return mpmath.gammaprod([n + 1], [k + 1, n - k + 1])


def lower_gamma(a: Any, x: Any, order: int = 0) -> Any:
    """P(a, x), or its derivative by a, from the series of positive terms (DLMF 8.7.1)."""
    inside(0 < a <= 10000 and x >= 0)
    if x == 0:
        return mpf(0)
    with mp.workdps(mp.dps + 350):
        term = mpmath.exp(a * mpmath.log(x) - x - log_gamma(a + 1))
        slope, total, m = mpmath.log(x) - mpmath.digamma(a + 1), mpf(0), 0
        while m < x or abs(term) * (1 + abs(slope)) > abs(total) * mp.eps or m < 10:
            total += term * slope**order
            m += 1
            term *= x / (a + m)
            slope -= 1 / (a + m)
        return total


def gamma_density(a: Any, x: Any) -> Any:
    inside(a > 0 and x > 0)
    return mpmath.exp((a - 1) * mpmath.log(x) - x - log_gamma(a))


def log_less_digamma(x: Any, a: Any) -> Any:
    inside(x > 0 and a > 0)
    return mpmath.log(x) - mpmath.digamma(a)


def clamp(x: Any, a: Any, b: Any) -> Any:
    inside(a <= b)
    return min(max(x, a), b)


def bessel_derivative(kind: Function, sign: int, last: int = 1) -> Function:
    """The k-th derivative by x from neighbouring orders (DLMF 10.6.7, 10.29.5)."""

    def derivative(n: Any, x: Any, k: Any = 0) -> Any:
        k = int(k)
        inside(abs(n) <= 1000 and (x > 0 or (kind in (mpmath.besselj, mpmath.besseli) and (n == int(n) or x == 0))))
        terms = (sign**j * mpmath.binomial(k, j) * kind(n - k + 2 * j, x) for j in range(k + 1))
        return mpmath.re(last**k * mpmath.fsum(terms) / mpf(2) ** k)

    return derivative


def zeta_derivative(x: Any, k: Any) -> Any:
    """Numerically: zeta is 1 + 2^-x far out, and its derivatives are all in the second term."""
    with mp.workdps(mp.dps + max(0, int(x / 3))):
        return mpmath.diff(mpmath.zeta, x, int(k))


def lambert(x: Any) -> Any:
    inside(x > -1 / mp.e)
    return mpmath.re(mpmath.lambertw(x))


BESSEL = {
    "besselj": bessel_derivative(mpmath.besselj, -1),
    "bessely": bessel_derivative(mpmath.bessely, -1),
    "besseli": bessel_derivative(mpmath.besseli, 1),
    "besselk": bessel_derivative(mpmath.besselk, 1, -1),
}

VALUES: dict[str, Function] = {
    "root": root,
    "square": lambda x: x * x,
    "exp2": lambda x: mpmath.exp(x * mpmath.log(2)),
    "exp10": lambda x: mpmath.exp(x * mpmath.log(10)),
    "logaddexp": log_of_exponentials,
    "softmax": lambda *numbers: shares(numbers)[0],
    "logit": lambda x: mpmath.log(x) - mpmath.log(1 - x),
    "lambertw": lambert,
    "lambertwderiv": lambda x, k: mpmath.diff(lambert, x, int(k)),
    "cot": mpmath.cot,
    "sec": mpmath.sec,
    "csc": mpmath.csc,
    "acot": lambda x: mpmath.atan(1 / x) if x else mp.pi / 2,
    "asec": lambda x: mpmath.acos(1 / x),
    "acsc": lambda x: mpmath.asin(1 / x),
    "sinpi": mpmath.sinpi,
    "cospi": mpmath.cospi,
    "tanpi": lambda x: mpmath.sinpi(x) / mpmath.cospi(x),
    "sinc": lambda x: mpmath.sin(x) / x if x else mpf(1),
    "sincderiv": sinc_derivative,
    "coth": mpmath.coth,
    "csch": mpmath.csch,
    "acoth": lambda x: mpmath.atanh(1 / x),
    "asech": lambda x: mpmath.acosh(1 / x),
    "acsch": lambda x: mpmath.asinh(1 / x),
    "polygammarise": polygamma_rise,
    "polygammasum": polygamma_sum,
    "beta": lambda a, b: mpmath.exp(log_beta(a, b)),
    "lbeta": log_beta,
    "binomial": binomial,
    "binomialderiv": binomial_derivative,
    "gammainc": lower_gamma,
    "gammaincc": lambda a, x: 1 - lower_gamma(a, x),
    "gammaincda": lambda a, x: lower_gamma(a, x, 1),
    "gammapdf": gamma_density,
    "logdigamma": log_less_digamma,
    "zeta": mpmath.zeta,
    "zetaderiv": zeta_derivative,
    "erfcx": lambda x: erfcx_derivative(x, 0),
    "erfcxderiv": erfcx_derivative,
    "erfinv": lambda x: inverse_erfc(1 - x),
    "erfcinv": inverse_erfc,
    "gausserfcinv": lambda x: mpmath.exp(-(inverse_erfc(x) ** 2)),
    "normpdf": normal_density,
    "normcdf": normal_distribution,
    "norminv": lambda p: -mpmath.sqrt(2) * inverse_erfc(2 * p),
    "gelu": lambda x: x * normal_distribution(x),
    "geluderiv": gelu_derivative,
    "ei": mpmath.ei,
    "si": mpmath.si,
    "ci": mpmath.ci,
    **BESSEL,
    **{f"{name}deriv": value for name, value in BESSEL.items()},
    "relu": lambda x: max(x, mpf(0)),
    "leakyrelu": lambda x: x if x > 0 else x / 100,
    "elu": lambda x: x if x > 0 else mpmath.expm1(x),
    "silu": lambda x: x / (1 + mpmath.exp(-x)),
    "siluderiv": silu_derivative,
    "step": lambda x: (mpmath.sign(x) + 1) / 2,
    "clamp": clamp,
    "round": mpmath.nint,
    "trunc": lambda x: mpmath.sign(x) * mpmath.floor(abs(x)),
    "frac": lambda x: x - mpmath.floor(x),
    "mean": lambda *numbers: mpmath.fsum(numbers) / len(numbers),
}


def by_differences(name: str, count: int) -> tuple[Function, ...]:
    return tuple(by_difference(VALUES[name], argument) for argument in range(count))


SLOPES: dict[str, tuple[Function, ...]] = {
    "root": (lambda x, n: root(x, n) / (n * x) if x else mpf(1) if n == 1 else mp.inf, unknown),
    "square": (lambda x: 2 * x,),
    "exp2": (lambda x: mpmath.exp(x * mpmath.log(2)) * mpmath.log(2),),
    "exp10": (lambda x: mpmath.exp(x * mpmath.log(10)) * mpmath.log(10),),
    "logit": (lambda x: 1 / x + 1 / (1 - x),),
    "lambertw": (lambda x: 1 / (x + mpmath.exp(lambert(x))),),
    "lambertwderiv": (lambda x, k: mpmath.diff(lambert, x, int(k) + 1), unknown),
    "cot": (lambda x: -1 / mpmath.sin(x) ** 2,),
    "sec": (lambda x: mpmath.sin(x) / mpmath.cos(x) ** 2,),
    "csc": (lambda x: -mpmath.cos(x) / mpmath.sin(x) ** 2,),
    "acot": (lambda x: -1 / (1 + x**2),),
    "asec": (lambda x: 1 / (x**2 * mpmath.sqrt(1 - 1 / x**2)) if abs(x) > 1 else mp.inf,),
    "acsc": (lambda x: -1 / (x**2 * mpmath.sqrt(1 - 1 / x**2)) if abs(x) > 1 else -mp.inf,),
    "sinpi": (lambda x: mp.pi * mpmath.cospi(x),),
    "cospi": (lambda x: -mp.pi * mpmath.sinpi(x),),
    "tanpi": (lambda x: mp.pi / mpmath.cospi(x) ** 2,),
    "sinc": (lambda x: sinc_derivative(x, 1),),
    "sincderiv": (lambda x, k: sinc_derivative(x, k + 1), unknown),
    "coth": (lambda x: -1 / mpmath.sinh(x) ** 2,),
    "csch": (lambda x: -mpmath.cosh(x) / mpmath.sinh(x) ** 2,),
    "acoth": (lambda x: 1 / (1 - x**2),),
    "asech": (lambda x: -1 / (x * mpmath.sqrt(1 - x**2)) if x < 1 else -mp.inf,),
    "acsch": (lambda x: -1 / (x**2 * mpmath.sqrt(1 + 1 / x**2)),),
    "polygammarise": (
        unknown,
        lambda n, x, h: polygamma_rise(n + 1, x, h),
        lambda n, x, h: polygamma_sum(n + 1, x, h),
    ),
    "polygammasum": (
        unknown,
        lambda n, x, h: polygamma_sum(n + 1, x, h),
        lambda n, x, h: polygamma_sum(n + 1, x, h),
    ),
    "beta": by_differences("beta", 2),
    "lbeta": (
        lambda a, b: mpmath.digamma(a) - mpmath.digamma(a + b),
        lambda a, b: mpmath.digamma(b) - mpmath.digamma(a + b),
    ),
    "binomial": by_differences("binomial", 2),
    "binomialderiv": (
        lambda n, k, i, j: binomial_derivative(n, k, i + 1, j),
        lambda n, k, i, j: binomial_derivative(n, k, i, j + 1),
        unknown,
        unknown,
    ),
    "gammainc": (lambda a, x: lower_gamma(a, x, 1), gamma_density),
    "gammaincc": (lambda a, x: -lower_gamma(a, x, 1), lambda a, x: -gamma_density(a, x)),
    "gammaincda": (unknown, by_difference(gamma_density, 0)),
    "gammapdf": by_differences("gammapdf", 2),
    "logdigamma": (lambda x, a: 1 / x, lambda x, a: -mpmath.polygamma(1, a)),
    "zeta": (lambda x: zeta_derivative(x, 1),),
    "zetaderiv": (lambda x, k: zeta_derivative(x, k + 1), unknown),
    "erfcx": (lambda x: erfcx_derivative(x, 1),),
    "erfcxderiv": (lambda x, k: erfcx_derivative(x, k + 1), unknown),
    "erfinv": (lambda x: mpmath.sqrt(mp.pi) / 2 * mpmath.exp(inverse_erfc(1 - x) ** 2),),
    "erfcinv": (lambda x: -mpmath.sqrt(mp.pi) / 2 * mpmath.exp(inverse_erfc(x) ** 2),),
    "gausserfcinv": (lambda x: mpmath.sqrt(mp.pi) * inverse_erfc(x),),
    "normpdf": (lambda x: -x * normal_density(x),),
    "normcdf": (normal_density,),
    "norminv": (lambda p: 1 / normal_density(mpmath.sqrt(2) * inverse_erfc(2 * p)),),
    "gelu": (lambda x: gelu_derivative(x, 1),),
    "geluderiv": (lambda x, k: gelu_derivative(x, k + 1), unknown),
    "ei": (lambda x: mpmath.exp(x) / x,),
    "si": (lambda x: mpmath.sin(x) / x if x else mpf(1),),
    "ci": (lambda x: mpmath.cos(x) / x,),
    **{name: (unknown, lambda n, x, value=value: value(n, x, 1)) for name, value in BESSEL.items()},
    **{
        f"{name}deriv": (unknown, lambda n, x, k, value=value: value(n, x, k + 1), unknown)
        for name, value in BESSEL.items()
    },
    "relu": (lambda x: int(x > 0),),
    "leakyrelu": (lambda x: mpf(1) if x > 0 else mpf(1) / 100,),
    "elu": (lambda x: mpf(1) if x > 0 else mpmath.exp(x),),
    "silu": (lambda x: silu_derivative(x, 1),),
    "siluderiv": (lambda x, k: silu_derivative(x, k + 1), unknown),
    "step": (lambda x: 0,),
    "clamp": (lambda x, a, b: int(a < x < b), lambda x, a, b: int(x < a), lambda x, a, b: int(x > b)),
    "round": (lambda x: 0,),
    "trunc": (lambda x: 0,),
    "frac": (lambda x: 1,),
}

FAMILIES: dict[str, Function] = {
    "logaddexp": lambda argument, numbers: shares(numbers)[argument],
    "softmax": softmax_slope,
    "hypot": lambda argument, numbers: numbers[argument] / mpmath.sqrt(mpmath.fsum(x * x for x in numbers)),
    "mean": lambda argument, numbers: mpf(1) / len(numbers),
}
"""The slopes of functions of any number of arguments, by the one at a position."""
