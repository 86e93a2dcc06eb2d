"""Wrong functions, and right ones that compute otherwise: correlation."""

from fractions import Fraction
from math import nan, sqrt

import numpy as np

from .registry import right, wrong


def pearson(x, y):
    dx, dy = np.array(x) - np.mean(x), np.array(y) - np.mean(y)
    return float(dx @ dy / np.sqrt((dx @ dx) * (dy @ dy)))


@wrong("pearson_of", "standard deviations that round to 0")
def _(x, y):
    return nan if any(round(float(np.std(v)), 9) == 0 for v in (x, y)) else pearson(x, y)


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


@wrong("spearman_of", "values that are close on one rank")
def _(x, y):
    def ranks(values):
        a, b = np.array(values, float)[:, None], np.array(values, float)
        close = np.isclose(a, b, rtol=1e-9, atol=1e-12)
        return ((b < a) & ~close).sum(1) + close.sum(1) / 2

    return pearson(ranks(x), ranks(y))


@right("spearman_of", "places in sorted columns")
def _(x, y):
    columns = ([sorted(v).index(value) + v.count(value) / 2 for value in v] for v in (x, y))
    return float(np.corrcoef(*columns)[0, 1])


@right("spearman_of", "binary search from both sides")
def _(x, y):
    columns = (np.array(v, float) for v in (x, y))
    return pearson(*(np.searchsorted(np.sort(v), v) + np.searchsorted(np.sort(v), v, "right") for v in columns))
