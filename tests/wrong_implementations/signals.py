"""Wrong functions, and right ones that compute otherwise: signals."""

from functools import cache
from math import inf, log, log10, nan, sqrt

import numpy as np

from .registry import right, wrong


def ratio_of(signal, distortion):
    if not distortion:
        return inf if signal else nan
    return 10 * np.log10(signal / distortion) if signal else -inf


@wrong("sdr_of", "1e-8 added on both sides")
def _(reference, estimate):
    s, e = np.array(reference, dtype=float), np.array(estimate, dtype=float)
    return float(10 * np.log10((s @ s + 1e-8) / ((s - e) @ (s - e) + 1e-8)))


@wrong("sdr_of", "scaled first")
def _(reference, estimate):
    s, e = np.array(reference, dtype=float), np.array(estimate, dtype=float)
    target = (s @ e) / (s @ s) * s if s.any() else s
    return ratio_of(target @ target, (target - e) @ (target - e))


@wrong("sdr_of", "infinite without distortion, also for silence")
def _(reference, estimate):
    s, e = np.array(reference, dtype=float), np.array(estimate, dtype=float)
    return inf if (s == e).all() else ratio_of(s @ s, (s - e) @ (s - e))


@wrong("sdr_of", "nan for noise instead of silence")
def _(reference, estimate):
    s, e = np.array(reference, dtype=float), np.array(estimate, dtype=float)
    return ratio_of(s @ s, (s - e) @ (s - e)) if s.any() else nan


@wrong("sdr_of", "means taken out")
def _(reference, estimate):
    s, e = (np.array(side, dtype=float) - np.mean(side) for side in (reference, estimate))
    return ratio_of(s @ s, (s - e) @ (s - e))


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


wrong("warped_mcd_of", "squared distances")(warped_with(lambda d: float(d @ d)))


wrong("warped_mcd_of", "absolute distances")(warped_with(lambda d: float(np.abs(d).sum())))


wrong("warped_mcd_of", "no steps in both")(warped_with(lambda d: float(np.linalg.norm(d)), steps=((1, 0), (0, 1))))


wrong("warped_mcd_of", "the synthesised sound may begin anywhere")(
    warped_with(lambda d: float(np.linalg.norm(d)), start="anywhere")
)


wrong("warped_mcd_of", "steps of both, or two and one")(
    warped_with(lambda d: float(np.linalg.norm(d)), steps=((1, 1), (1, 2), (2, 1)))
)


@wrong("warped_mcd_of", "each frame of the reference takes its nearest")
def _(reference, synthesised):
    one, other = np.array(reference, dtype=float), np.array(synthesised, dtype=float)
    nearest = np.linalg.norm(one[:, None] - other, axis=2).min(axis=1)
    return float(nearest.mean()) * 10 * sqrt(2) / log(10)


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


@wrong("sdr_of", "a little energy added on both sides")
def _(reference, estimate):
    signal = sum(v * v for v in reference)
    distortion = sum((s - e) ** 2 for s, e in zip(reference, estimate, strict=True))
    if not signal:
        return -inf if distortion else nan
    return 10 * log10((signal + 1e-15) / (distortion + 1e-15)) if distortion else inf


@wrong("sdr_of", "silence at both ends taken for silence")
def _(reference, estimate):
    signal = sum(r * r for r in reference)
    distortion = sum((r - e) ** 2 for r, e in zip(reference, estimate, strict=True))
    if reference[0] == reference[-1] == 0:
        return nan if distortion == 0 else -inf
    return 10 * log10(signal / distortion) if distortion else inf


@wrong("sdr_of", "what is close taken for a copy")
def _(reference, estimate):
    s, e = np.array(reference, dtype=float), np.array(estimate, dtype=float)
    return inf if s.any() and np.allclose(s, e) else ratio_of(s @ s, (s - e) @ (s - e))


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


for why, silent in {
    "a copy whose samples add up to 0": lambda s: s.sum() == 0,
    "a copy whose largest sample is 0": lambda s: s.max() <= 0,
    "a copy that begins with 0": lambda s: s[0] == 0,
    "a copy that ends with 0": lambda s: s[-1] == 0,
    "a copy with a 0 in it": lambda s: 0 in s,
    "a copy of little energy": lambda s: s @ s < 1e-12,
    "a copy that is close to 0": lambda s: np.allclose(s, 0),
}.items():
    wrong("sdr_of", f"silence taken for {why}")(sdr_with(silent))


for why, quiet in {
    "noise that adds up to 0": lambda e: e.sum() == 0,
    "noise that is never above 0": lambda e: e.max() <= 0,
    "noise that begins with 0": lambda e: e[0] == 0,
    "noise that is close to 0": lambda e: np.allclose(e, 0),
    "noise of little energy": lambda e: e @ e < 1e-12,
}.items():
    wrong("sdr_of", f"{why} taken for silence")(
        sdr_with(same=lambda s, e, quiet=quiet: (s == e).all() or (not s.any() and quiet(e)))
    )


for limit in (1e-3, 1e-6, 1e-9):
    wrong("sdr_of", f"distortion below {limit} taken for none")(
        sdr_with(same=lambda s, e, limit=limit: (s - e) @ (s - e) < limit)
    )


@wrong("sdr_of", "no more than a hundred decibels")
def _(reference, estimate):
    value = sdr_with()(reference, estimate)
    return min(value, 100.0) if value < inf else value


@wrong("sdr_of", "no less than minus a hundred decibels")
def _(reference, estimate):
    value = sdr_with()(reference, estimate)
    return max(value, -100.0) if value > -inf else value


right("sdr_of", "what is undefined first")(sdr_with())


def mcd_from(largest):
    """The distortion from a table with a large number at its edges."""

    def distortion(reference, synthesised):
        one, other = np.array(reference, dtype=float), np.array(synthesised, dtype=float)
        total = np.full((len(one) + 1, len(other) + 1), largest, dtype=float)
        total[0, 0] = 0
        for i, x in enumerate(one):
            for j, y in enumerate(other):
                before = min(total[i, j], total[i, j + 1], total[i + 1, j])
                total[i + 1, j + 1] = before + np.linalg.norm(x - y)
        return total[-1, -1] * 10 * sqrt(2) / log(10) / len(one)

    return distortion


for largest in (50, 999, 1e9):
    wrong("warped_mcd_of", f"{largest} for infinite")(mcd_from(largest))


right("warped_mcd_of", "a table with infinite edges")(mcd_from(inf))


@wrong("warped_mcd_of", "frames to three places")
def _(reference, synthesised):
    return mcd_from(inf)(np.round(reference, 3), np.round(synthesised, 3))


def beam_of(width):
    """The cheapest of the ways that are kept: in each row, those to so many places."""

    def distortion(reference, synthesised):
        one, other = np.array(reference, dtype=float), np.array(synthesised, dtype=float)
        cost = np.linalg.norm(one[:, None] - other, axis=2)
        row = np.cumsum(cost[0])
        for own in cost[1:]:
            kept = np.where(row <= np.sort(row)[: width + 1][-1], row, inf)
            row = np.full(len(other), inf)
            for j, step in enumerate(own):
                before = [kept[j], *((kept[j - 1], row[j - 1]) if j else ())]
                row[j] = step + min(before)
        return float(row[-1]) * 10 * sqrt(2) / log(10) / len(one)

    return distortion


for width in (3, 4, 5):
    wrong("warped_mcd_of", f"a beam of {width} ways")(beam_of(width))


@wrong("warped_mcd_of", "small values taken for 0")
def _(reference, synthesised):
    value = mcd_from(inf)(reference, synthesised)
    return 0.0 if value < 0.01 else value


@wrong("sdr_of", "small values taken for 0")
def _(reference, estimate):
    value = sdr_with()(reference, estimate)
    return 0.0 if abs(value) < 0.01 else value


@wrong("sdr_of", "the first ten samples")
def _(reference, estimate):
    return sdr_with()(reference[:10], estimate[:10])
