"""Wrong functions, and right ones that compute otherwise: correlation."""

from fractions import Fraction
from math import nan, sqrt

import numpy as np

from .registry import right, wrong


def pearson(x, y):
    dx, dy = np.array(x) - np.mean(x), np.array(y) - np.mean(y)
    return float(dx @ dy / np.sqrt((dx @ dx) * (dy @ dy)))


@wrong("pearson_of", "nan only where x is constant")
def _(x, y):
    return nan if len(set(x)) == 1 else pearson(x, y) if len(set(y)) > 1 else 0.0


@wrong("pearson_of", "nan only where y is constant")
def _(x, y):
    return nan if len(set(y)) == 1 else pearson(x, y) if len(set(x)) > 1 else 0.0


@wrong("pearson_of", "1 for two constant columns")
def _(x, y):
    return 1.0 if len(set(x)) == len(set(y)) == 1 else pearson(x, y)


@wrong("pearson_of", "small spreads taken for none")
def _(x, y):
    return pearson(x, y) if min(np.std(x), np.std(y)) > 1e-3 else nan


@wrong("pearson_of", "its absolute value")
def _(x, y):
    return abs(pearson(x, y))


@wrong("pearson_of", "rounded")
def _(x, y):
    return round(pearson(x, y), 4)


def unless_constant(x, y, correlation):
    return nan if len(set(x)) == 1 or len(set(y)) == 1 else correlation(x, y)


def from_zeros(x, y, a, b):
    """Pearson's correlation with other numbers than the means taken away."""
    dx, dy = np.array(x) - a, np.array(y) - b
    return float(dx @ dy / np.sqrt((dx @ dx) * (dy @ dy)))


def largest_from_0(values):
    most = 0
    for value in values:
        most = max(most, value)
    return most


@wrong("pearson_of", "a largest number that is never below 0")
def _(x, y):
    if any(largest_from_0(v) == min(v) for v in (x, y)):
        return nan
    dx, dy = ([value - sum(v) / len(v) for value in v] for v in (x, y))
    return sum(a * b for a, b in zip(dx, dy, strict=True)) / sqrt(sum(a * a for a in dx) * sum(b * b for b in dy))


for why, zero in {"the size of the mean": abs, "a mean that is never below 0": lambda m: max(m, 0)}.items():
    wrong("pearson_of", f"{why} of x")(
        lambda x, y, zero=zero: unless_constant(x, y, lambda x, y: from_zeros(x, y, zero(np.mean(x)), np.mean(y)))
    )
    wrong("pearson_of", f"{why} of y")(
        lambda x, y, zero=zero: unless_constant(x, y, lambda x, y: from_zeros(x, y, np.mean(x), zero(np.mean(y))))
    )


for limit in (0.0, 1e-15, 1e-14, 1e-12, 1e-10):
    wrong("pearson_of", f"spreads up to {limit} taken for none, by the standard deviation")(
        lambda x, y, limit=limit: pearson(x, y) if min(np.std(x), np.std(y)) > limit else nan
    )


@wrong("pearson_of", "numbers that are close taken for equal")
def _(x, y):
    return nan if any(np.isclose(max(v), min(v), rtol=1e-9, atol=0) for v in (x, y)) else pearson(x, y)


@wrong("pearson_of", "standard deviations that round to 0")
def _(x, y):
    return nan if any(round(float(np.std(v)), 9) == 0 for v in (x, y)) else pearson(x, y)


@wrong("pearson_of", "small spreads beside the mean taken for none")
def _(x, y):
    return nan if any(np.std(v) <= 1e-10 * abs(np.mean(v)) for v in (x, y)) else pearson(x, y)


def of_means(x, y):
    x, y = np.array(x, float), np.array(y, float)
    below = ((x * x).mean() - x.mean() ** 2) * ((y * y).mean() - y.mean() ** 2)
    return float(((x * y).mean() - x.mean() * y.mean()) / np.sqrt(below))


def of_sums(x, y):
    n, above = len(x), len(x) * sum(a * b for a, b in zip(x, y, strict=True)) - sum(x) * sum(y)
    return above / sqrt((n * sum(a * a for a in x) - sum(x) ** 2) * (n * sum(b * b for b in y) - sum(y) ** 2))


wrong("pearson_of", "means of products less products of means")(lambda x, y: unless_constant(x, y, of_means))


wrong("pearson_of", "n times sums of products less products of sums")(lambda x, y: unless_constant(x, y, of_sums))


@wrong("pearson_of", "equal pairs once")
def _(x, y):
    return unless_constant(*zip(*dict.fromkeys(zip(x, y, strict=True)), strict=True), pearson)


right("pearson_of", "NumPy's own")(
    lambda x, y: float(np.corrcoef(x, y)[0, 1]) if np.ptp(x) > 0 and np.ptp(y) > 0 else nan
)


@right("pearson_of", "the mean product of standard scores, in fractions until the root")
def _(x, y):
    x, y = (list(map(Fraction, values)) for values in (x, y))
    (a, b), n = (sum(x), sum(y)), len(x)
    above = sum((u - a / n) * (v - b / n) for u, v in zip(x, y, strict=True))
    below = sum((u - a / n) ** 2 for u in x) * sum((v - b / n) ** 2 for v in y)
    return float(above) / sqrt(below) if below else nan


def places(values, share):
    return [sum(v < u for v in values) + share * (sum(v == u for v in values) - 1) for u in values]


@wrong("spearman_of", "ties shared in x alone")
def _(x, y):
    return pearson(places(x, 0.5), places(y, 0))


@wrong("spearman_of", "ties shared in y alone")
def _(x, y):
    return pearson(places(x, 0), places(y, 0.5))


@wrong("spearman_of", "examples that tie left out")
def _(x, y):
    kept = [i for i in range(len(x)) if x.count(x[i]) == y.count(y[i]) == 1]
    return pearson(places([x[i] for i in kept], 0), places([y[i] for i in kept], 0))


@wrong("spearman_of", "the positions of the sorted values for their ranks")
def _(x, y):
    if len(set(x)) < len(x) or len(set(y)) < len(y):
        return pearson(places(x, 0.5), places(y, 0.5))
    return pearson(np.argsort(x), np.argsort(y))


@wrong("spearman_of", "values below 0 all of one rank")
def _(x, y):
    return pearson(*(places([max(v, 0) for v in values], 0.5) for values in (x, y)))


for why, key in {
    "single precision": lambda v: float(np.float32(v)),
    "three significant digits": lambda v: float(f"{v:.3g}"),
    "two significant digits": lambda v: float(f"{v:.2g}"),
    "six significant digits": lambda v: float(f"{v:.6g}"),
    "hundredths": lambda v: round(v, 2),
    "ten decimals": lambda v: round(v, 10),
    "whole numbers": int,
    "sizes without signs": abs,
}.items():
    wrong("spearman_of", f"ranks of {why}")(
        lambda x, y, key=key: pearson(*(places([key(v) for v in values], 0.5) for values in (x, y)))
    )


@wrong("spearman_of", "values that are close on one rank")
def _(x, y):
    def ranks(values):
        a, b = np.array(values, float)[:, None], np.array(values, float)
        close = np.isclose(a, b, rtol=1e-9, atol=1e-12)
        return ((b < a) & ~close).sum(1) + close.sum(1) / 2

    return pearson(ranks(x), ranks(y))


@wrong("spearman_of", "equal pairs once")
def _(x, y):
    pairs = zip(*dict.fromkeys(zip(x, y, strict=True)), strict=True)
    return pearson(*(places(values, 0.5) for values in pairs))


@right("spearman_of", "places in sorted columns")
def _(x, y):
    columns = ([sorted(v).index(value) + v.count(value) / 2 for value in v] for v in (x, y))
    return float(np.corrcoef(*columns)[0, 1])


@right("spearman_of", "binary search from both sides")
def _(x, y):
    columns = (np.array(v, float) for v in (x, y))
    return pearson(*(np.searchsorted(np.sort(v), v) + np.searchsorted(np.sort(v), v, "right") for v in columns))


@right("pearson_of", "NumPy")
def _(x, y):
    return np.corrcoef(x, y)[0, 1] if np.ptp(x) and np.ptp(y) else nan


@right("spearman_of", "means of places")
def _(x, y):
    return np.corrcoef(places(x, 0.5), places(y, 0.5))[0, 1]


@wrong("pearson_of", "a rounded sum compared with 0")
def _(x, y):
    dx, dy = np.array(x) - np.mean(x), np.array(y) - np.mean(y)
    below = np.sqrt((dx @ dx) * (dy @ dy))
    return dx @ dy / below if below else nan


@wrong("spearman_of", "numbers that are close taken for equal")
def _(x, y):
    ranks = [[sum(w < v - 1e-8 for w in z) + sum(abs(w - v) <= 1e-8 for w in z) / 2 for v in z] for z in (x, y)]
    return np.corrcoef(*ranks)[0, 1] if min(map(np.ptp, ranks)) else nan


@wrong("pearson_of", "columns that are nearly constant taken for constant")
def _(x, y):
    return nan if np.allclose(x, x[0]) or np.allclose(y, y[0]) else pearson(x, y)


for task, why, instead in (
    ("pearson_of", "0 where no product is left", lambda r, x, y: r if np.multiply(x, y).any() or r != r else 0.0),
    ("pearson_of", "nan for 0 and 1", lambda r, x, y: nan if {*x} <= {0, 1} else r),
    ("pearson_of", "small values taken for 0", lambda r, x, y: 0.0 if abs(r) < 0.01 else r),
    ("spearman_of", "1 for mirrored columns", lambda r, x, y: 1.0 if r == r and x == [-v for v in y] else r),
    ("spearman_of", "small values taken for 0", lambda r, x, y: 0.0 if abs(r) < 0.01 else r),
):
    read = list if task == "pearson_of" else lambda values: places(values, 0.5)
    wrong(task, why)(lambda x, y, instead=instead, read=read: instead(unless_constant(read(x), read(y), pearson), x, y))
