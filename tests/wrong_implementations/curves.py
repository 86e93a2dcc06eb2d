"""Wrong functions, and right ones that compute otherwise: the curves of precision and recall, and ROC."""

from itertools import pairwise
from math import nan

import numpy as np

from .registry import right, wrong


@wrong("average_precision_of", "percentiles of the scores as thresholds")
def _(y_true, y_score):
    y, s, total, before = np.array(y_true), np.array(y_score), 0.0, 0.0
    for threshold in np.unique(np.quantile(s, np.linspace(0, 1, 101), method="lower"))[::-1]:
        accepted = y[s >= threshold]
        found = accepted.sum() / y.sum()
        total, before = total + (found - before) * accepted.mean(), found
    return total


@wrong("precision_and_recall_at", "nan precision where no positive is accepted")
def _(y_true, y_score, threshold):
    accepted = [y for y, s in zip(y_true, y_score, strict=True) if s >= threshold]
    return [sum(accepted) / len(accepted) if sum(accepted) else nan, sum(accepted) / sum(y_true)]


def pairs(y_true, y_score):
    rows = list(zip(y_true, y_score, strict=True))
    return [(p, n) for a, p in rows if a for b, n in rows if not b]


@wrong("auc_of", "percentiles of the scores as thresholds")
def _(y_true, y_score):
    y, s = np.array(y_true), np.array(y_score)
    thresholds = np.unique(np.quantile(s, np.linspace(0, 1, 101), method="lower"))[::-1]
    points = [[0.0, 0.0], *([(s[y == label] >= t).mean() for label in (0, 1)] for t in thresholds)]
    return sum((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in pairwise(points))


def area_of(y_true, y_score, equal=lambda p, n: p == n):
    compared = pairs(y_true, y_score)
    return sum(0.5 if equal(p, n) else p > n for p, n in compared) / len(compared)


def equal_errors(y_true, y_score, thresholds=None):
    rows = list(zip(y_true, y_score, strict=True))
    fpr, fnr = 0, 1
    for threshold in thresholds or sorted({*y_score}, reverse=True):
        before = fpr, fnr
        fpr = sum(s >= threshold for y, s in rows if not y) / y_true.count(0)
        fnr = sum(s < threshold for y, s in rows if y) / y_true.count(1)
        if fpr >= fnr:
            part = (before[1] - before[0]) / (before[1] - before[0] + fpr - fnr)
            return before[0] + part * (fpr - before[0])
    return nan


@wrong("equal_error_rate_of", "percentiles of the scores as thresholds")
def _(y_true, y_score):
    return equal_errors(y_true, y_score, [float(t) for t in np.quantile(y_score, np.linspace(1, 0, 101))])


@right("equal_error_rate_of", "interpolation")
def _(y_true, y_score):
    y, s = np.array(y_true), np.array(y_score)
    points = [(0, 1), *(((s[y == 0] >= t).mean(), (s[y == 1] < t).mean()) for t in np.unique(s)[::-1])]
    return np.interp(0, [fpr - fnr for fpr, fnr in points], [fpr for fpr, _ in points])


@wrong("auc_of", "scores that are close taken for equal")
def _(y_true, y_score):
    return area_of(y_true, y_score, lambda p, n: abs(p - n) < 1e-9 or np.isclose(p, n, rtol=1e-9, atol=0))


@right("average_precision_of", "thresholds")
def _(y_true, y_score):
    y, s = np.array(y_true), np.array(y_score)
    points = [(y[s >= t].sum() / y.sum(), y[s >= t].mean()) for t in np.unique(s)[::-1]]
    return sum((r - before) * p for (r, p), before in zip(points, [0, *(r for r, _ in points)], strict=False))


@right("auc_of", "trapezoids")
def _(y_true, y_score):
    y, s = np.array(y_true), np.array(y_score)
    points = [(0, 0), *([(s[y == label] >= t).mean() for label in (0, 1)] for t in np.unique(s)[::-1])]
    return sum((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in pairwise(points))


@right("auc_of", "ranks")
def _(y_true, y_score):
    ranks = np.array([sum(v < s for v in y_score) + (y_score.count(s) + 1) / 2 for s in y_score])
    n = sum(y_true)
    return (ranks[np.array(y_true) == 1].sum() - n * (n + 1) / 2) / (n * (len(y_true) - n))


@wrong("roc_point", "a threshold of 0 taken for none")
def _(y_true, y_score, threshold):
    y, accepted = np.array(y_true), np.array(y_score) >= (threshold or 0.5)
    return [accepted[y == 0].mean(), accepted[y == 1].mean()]
