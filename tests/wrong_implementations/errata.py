"""Wrong functions, and right ones that compute otherwise: errata."""

from fractions import Fraction

from .registry import right, wrong


@right("counts_that_print", "fractions")
def _(printed, n):
    half = Fraction(1, 2 * 10 ** len(printed.partition(".")[2]))
    return [k for k in range(n + 1) if abs(Fraction(k, n) - Fraction(printed)) <= half]


@right("counts_that_print", "floats with a tolerance")
def _(printed, n):
    half = 0.5 * 10 ** -len(printed.partition(".")[2])
    return [k for k in range(n + 1) if abs(k / n - float(printed)) <= half + 1e-9]


@wrong("counts_that_print", "half a unit in floats, about the share")
def _(printed, n):
    p, half = float(printed), 0.5 * 10.0 ** -len(printed.partition(".")[2])
    return [k for k in range(n + 1) if abs(k - p * n) <= half * n]


@wrong("counts_that_print", "half a unit in floats, about the digits")
def _(printed, n):
    digits, places = int(printed.replace(".", "")), len(printed.partition(".")[2])
    return [k for k in range(n + 1) if abs(k / n * 10**places - digits) <= 0.5]
