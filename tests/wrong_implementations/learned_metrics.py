"""Wrong functions, and right ones that compute otherwise: learned metrics."""

from itertools import combinations
from math import nan

import numpy as np
from scipy.stats import kendalltau

from .registry import right, wrong


def pairs(human, metric):
    return [(h - k, m - n) for (h, m), (k, n) in combinations(zip(human, metric, strict=True), 2) if h != k]


@wrong("pairs_in_order", "over all pairs, those that people tie too")
def _(human, metric):
    n = len(human) * (len(human) - 1) / 2
    found = [0.5 if b == 0 else a * b > 0 for a, b in pairs(human, metric)]
    return sum(found) / n if found else nan


@wrong("pairs_in_order", "pairs that the metric ties left out")
def _(human, metric):
    found = [a * b > 0 for a, b in pairs(human, metric) if b]
    return sum(found) / len(found) if found else nan


@wrong("pairs_in_order", "0 where people tell nobody apart")
def _(human, metric):
    found = [0.5 if b == 0 else a * b > 0 for a, b in pairs(human, metric)]
    return sum(found) / len(found) if found else 0.0


@wrong("pairs_in_order", "each system with the best one only")
def _(human, metric):
    best = int(np.argmax(human))
    found = [
        0.5 if metric[best] == m else float(metric[best] > m)
        for h, m in zip(human, metric, strict=True)
        if h != human[best]
    ]
    return sum(found) / len(found) if found else nan


@wrong("pairs_in_order", "systems at their places")
def _(human, metric):
    if len(set(human)) == 1:
        return nan
    return float(np.mean(np.argsort(np.argsort(human)) == np.argsort(np.argsort(metric))))


@wrong("pairs_in_order", "differences in whole numbers")
def _(human, metric):
    found = [0.5 if round(b) == 0 else a * b > 0 for a, b in pairs(human, metric)]
    return sum(found) / len(found) if found else nan


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
