"""Wrong functions, and right ones that compute otherwise: signals."""

from functools import cache
from math import inf, log, log10, nan, sqrt

import numpy as np

from .registry import right, wrong


def ratio_of(signal, distortion):
    if not distortion:
        return inf if signal else nan
    return 10 * np.log10(signal / distortion) if signal else -inf


@right("sdr_of", "a difference of logarithms")
def _(reference, estimate):
    s, e = np.array(reference, dtype=float), np.array(estimate, dtype=float)
    with np.errstate(all="ignore"):
        return float(10 * (np.log10((s**2).sum()) - np.log10(((s - e) ** 2).sum())))


@right("sdr_of", "norms")
def _(reference, estimate):
    s, e = np.array(reference, dtype=float), np.array(estimate, dtype=float)
    return ratio_of(np.linalg.norm(s) ** 2, np.linalg.norm(s - e) ** 2)


def warped_with(distance, steps=((1, 1), (1, 0), (0, 1)), start=None):
    """Cheapest path with other distances or steps, per frame of the reference."""

    def distortion(reference, synthesised):
        one, other = np.array(reference, dtype=float), np.array(synthesised, dtype=float)
        total = np.full((len(one), len(other)), inf)
        for i in range(len(one)):
            for j in range(len(other)):
                before = [total[i - a, j - b] for a, b in steps if i >= a and j >= b]
                first = (i, j) == (0, 0) or (start is not None and i == 0)
                total[i, j] = distance(one[i] - other[j]) + (0 if first else min(before, default=inf))
        return float(total[-1, -1]) * 10 * sqrt(2) / log(10) / len(one)

    return distortion


@right("warped_mcd_of", "by recursion")
def _(reference, synthesised):
    @cache
    def of(i, j):
        if i < 0 or j < 0:
            return 0.0 if i == j == -1 else inf
        distance = sqrt(sum((a - b) ** 2 for a, b in zip(reference[i], synthesised[j], strict=True)))
        return distance + min(of(i - 1, j - 1), of(i - 1, j), of(i, j - 1))

    return of(len(reference) - 1, len(synthesised) - 1) * 10 * sqrt(2) / log(10) / len(reference)


right("warped_mcd_of", "steps in another order")(
    warped_with(lambda d: float(np.linalg.norm(d)), steps=((0, 1), (1, 0), (1, 1)))
)


@wrong("warped_mcd_of", "a band of six frames")
def _(reference, synthesised):
    x, y = np.array(reference, dtype=float), np.array(synthesised, dtype=float)
    n, m = len(x), len(y)
    total = np.full((n + 1, m + 1), inf)
    total[0, 0] = 0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            if abs(i - j) <= max(6, abs(n - m)):
                before = min(total[i - 1, j], total[i, j - 1], total[i - 1, j - 1])
                total[i, j] = np.linalg.norm(x[i - 1] - y[j - 1]) + before
    return total[n, m] * 10 * sqrt(2) / log(10) / n


@wrong("sdr_of", "floats of 32 bits")
def _(reference, estimate):
    s, e = np.array(reference, dtype=np.float32), np.array(estimate, dtype=np.float32)
    return ratio_of(s @ s, (s - e) @ (s - e))


def sdr_with(silent=lambda s: not s @ s, same=lambda s, e: (s == e).all()):
    """The ratio with another rule for silence, or for a copy."""

    def sdr(reference, estimate):
        s, e = np.array(reference, dtype=float), np.array(estimate, dtype=float)
        if same(s, e):
            return nan if silent(s) else inf
        return 10 * log10(s @ s / ((s - e) @ (s - e))) if s.any() else -inf

    return sdr


@wrong("sdr_of", "no less than minus a hundred decibels")
def _(reference, estimate):
    value = sdr_with()(reference, estimate)
    return max(value, -100.0) if value > -inf else value
