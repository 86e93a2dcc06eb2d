"""Wrong functions, and right ones that compute otherwise: learned metrics."""

from itertools import combinations
from math import nan

import numpy as np
from scipy.stats import kendalltau

from .registry import right, wrong


def pairs(human, metric):
    return [(h - k, m - n) for (h, m), (k, n) in combinations(zip(human, metric, strict=True), 2) if h != k]


@wrong("pairs_in_order", "pairs that the metric ties left out")
def _(human, metric):
    found = [a * b > 0 for a, b in pairs(human, metric) if b]
    return sum(found) / len(found) if found else nan


@wrong("pairs_in_order", "0 where people tell nobody apart")
def _(human, metric):
    found = [0.5 if b == 0 else a * b > 0 for a, b in pairs(human, metric)]
    return sum(found) / len(found) if found else 0.0


@right("pairs_in_order", "from concordant and discordant pairs")
def _(human, metric):
    found = pairs(human, metric)
    in_order, out = sum(a * b > 0 for a, b in found), sum(a * b < 0 for a, b in found)
    return (1 + (in_order - out) / len(found)) / 2 if found else nan


@right("pairs_in_order", "from Kendall's tau where nobody ties")
def _(human, metric):
    if len(set(human)) == len(human) and len(set(metric)) == len(metric):
        return (1 + kendalltau(human, metric).statistic) / 2
    signs = [np.sign(a * b) for a, b in pairs(human, metric)]
    return float((1 + np.mean(signs)) / 2) if signs else nan
