"""Wrong functions, and right ones that compute otherwise: errata."""

from fractions import Fraction

from .registry import right, wrong


@wrong("counts_that_print", "round to even, so that halves above are lost")
def _(printed, n):
    digits = len(printed.partition(".")[2])
    return [k for k in range(n + 1) if round(Fraction(k, n), digits) == Fraction(printed)]


@wrong("counts_that_print", "floats that miss exact halves")
def _(printed, n):
    half = 0.5 * 10 ** -len(printed.partition(".")[2])
    return [k for k in range(n + 1) if abs(k / n - float(printed)) <= half]


@wrong("counts_that_print", "0 left out")
def _(printed, n):
    half = Fraction(1, 2 * 10 ** len(printed.partition(".")[2]))
    return [k for k in range(1, n + 1) if abs(Fraction(k, n) - Fraction(printed)) <= half]


@wrong("counts_that_print", "the first that fits")
def _(printed, n):
    half = Fraction(1, 2 * 10 ** len(printed.partition(".")[2]))
    return [k for k in range(n + 1) if abs(Fraction(k, n) - Fraction(printed)) <= half][:1]


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


def counts_where(fits):
    """Counts whose share, printed share and half a unit fulfil a condition, all as floats."""
    return lambda printed, n: [
        k for k in range(n + 1) if fits(k / n, float(printed), 0.5 * 10.0 ** -len(printed.partition(".")[2]))
    ]


for slack in (1e-4, 1e-5, 1e-6, 1e-7):
    wrong("counts_that_print", f"half a unit and {slack:g}")(
        counts_where(lambda share, p, half, slack=slack: abs(share - p) <= half + slack)
    )


wrong("counts_that_print", "the difference to four places")(
    counts_where(lambda share, p, half: round(abs(share - p), 4) <= half)
)


wrong("counts_that_print", "the difference to six places")(
    counts_where(lambda share, p, half: round(abs(share - p), 6) <= round(half, 6))
)


wrong("counts_that_print", "the share to four places")(
    counts_where(lambda share, p, half: abs(round(share, 4) - p) <= half + 1e-12)
)


wrong("counts_that_print", "percentages to two places")(
    counts_where(lambda share, p, half: round(abs(100 * share - 100 * p), 2) <= round(100 * half, 2))
)


right("counts_that_print", "the difference to nine places")(
    counts_where(lambda share, p, half: round(abs(share - p), 9) <= round(half, 9))
)


@right("counts_that_print", "whole numbers")
def _(printed, n):
    unit, m = 10 ** len(printed.partition(".")[2]), int(printed.replace(".", ""))
    return [k for k in range(n + 1) if abs(2 * unit * k - 2 * m * n) <= n]


@wrong("counts_that_print", "within ten of the nearest count")
def _(printed, n):
    unit, m = 10 ** len(printed.partition(".")[2]), int(printed.replace(".", ""))
    near = range(max(m * n // unit - 10, 0), min(m * n // unit + 11, n) + 1)
    return [k for k in near if abs(2 * unit * k - 2 * m * n) <= n]


@wrong("counts_that_print", "no more than 50 counts")
def _(printed, n):
    unit, m = 10 ** len(printed.partition(".")[2]), int(printed.replace(".", ""))
    return [k for k in range(n + 1) if abs(2 * unit * k - 2 * m * n) <= n][:50]
