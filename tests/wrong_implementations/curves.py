"""Wrong functions, and right ones that compute otherwise: the curves of precision and recall, and ROC."""

from itertools import pairwise
from math import inf, nan

import numpy as np

from .registry import right, wrong


def precision_sum(labels):
    return sum(y * sum(labels[: i + 1]) / (i + 1) for i, y in enumerate(labels)) / sum(labels)


def sorted_labels(y_true, y_score, tie):
    rows = sorted(zip(y_true, y_score, strict=True), key=lambda row: (-row[1], tie * row[0]))
    return [y for y, _ in rows]


@wrong("average_precision_of", "positives first among equals")
def _(y_true, y_score):
    return precision_sum(sorted_labels(y_true, y_score, -1))


@wrong("average_precision_of", "negatives first among equals")
def _(y_true, y_score):
    return precision_sum(sorted_labels(y_true, y_score, 1))


@wrong("average_precision_of", "the mean of the best and the worst order of equals")
def _(y_true, y_score):
    return sum(precision_sum(sorted_labels(y_true, y_score, tie)) for tie in (-1, 1)) / 2


@wrong("average_precision_of", "a list that is taken to be sorted")
def _(y_true, y_score):
    return precision_sum(y_true)


@wrong("average_precision_of", "thresholds from 1 to 0 in hundredths")
def _(y_true, y_score):
    y, s, total, before = np.array(y_true), np.array(y_score), 0.0, 0.0
    for k in range(100, -1, -1):
        accepted = y[s >= k / 100]
        if len(accepted):
            found = accepted.sum() / y.sum()
            total, before = total + (found - before) * accepted.mean(), found
    return total


@wrong("average_precision_of", "percentiles of the scores as thresholds")
def _(y_true, y_score):
    y, s, total, before = np.array(y_true), np.array(y_score), 0.0, 0.0
    for threshold in np.unique(np.quantile(s, np.linspace(0, 1, 101), method="lower"))[::-1]:
        accepted = y[s >= threshold]
        found = accepted.sum() / y.sum()
        total, before = total + (found - before) * accepted.mean(), found
    return total


@wrong("precision_and_recall_at", "recall nan where nothing is accepted")
def _(y_true, y_score, threshold):
    accepted = [y for y, s in zip(y_true, y_score, strict=True) if s >= threshold]
    return [sum(accepted) / len(accepted), sum(accepted) / sum(y_true)] if accepted else [nan, nan]


@wrong("precision_and_recall_at", "nan precision where no positive is accepted")
def _(y_true, y_score, threshold):
    accepted = [y for y, s in zip(y_true, y_score, strict=True) if s >= threshold]
    return [sum(accepted) / len(accepted) if sum(accepted) else nan, sum(accepted) / sum(y_true)]


@wrong("precision_and_recall_at", "scores rounded to one decimal")
def _(y_true, y_score, threshold):
    accepted = [y for y, s in zip(y_true, y_score, strict=True) if round(s, 1) >= round(threshold, 1)]
    return [sum(accepted) / len(accepted) if accepted else nan, sum(accepted) / sum(y_true)]


def pairs(y_true, y_score):
    rows = list(zip(y_true, y_score, strict=True))
    return [(p, n) for a, p in rows if a for b, n in rows if not b]


@wrong("auc_of", "pairs that tie left out")
def _(y_true, y_score):
    untied = [(p, n) for p, n in pairs(y_true, y_score) if p != n]
    return sum(p > n for p, n in untied) / len(untied) if untied else 0.5


@wrong("auc_of", "never below one half")
def _(y_true, y_score):
    compared = pairs(y_true, y_score)
    area = sum((p > n) + (p == n) / 2 for p, n in compared) / len(compared)
    return max(area, 1 - area)


@wrong("auc_of", "thresholds from 1 to 0 in hundredths")
def _(y_true, y_score):
    y, s = np.array(y_true), np.array(y_score)
    points = [[(s[y == label] >= k / 100).mean() for label in (0, 1)] for k in range(101, -1, -1)]
    return sum((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in pairwise(points))


@wrong("auc_of", "percentiles of the scores as thresholds")
def _(y_true, y_score):
    y, s = np.array(y_true), np.array(y_score)
    thresholds = np.unique(np.quantile(s, np.linspace(0, 1, 101), method="lower"))[::-1]
    points = [[0.0, 0.0], *([(s[y == label] >= t).mean() for label in (0, 1)] for t in thresholds)]
    return sum((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in pairwise(points))


@wrong("auc_of", "trapezoids without the corner (0, 0)")
def _(y_true, y_score):
    y, s = np.array(y_true), np.array(y_score)
    points = [[(s[y == label] >= t).mean() for label in (0, 1)] for t in sorted(set(y_score), reverse=True)]
    return sum((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in pairwise(points))


@wrong("roc_point", "a threshold to be exceeded")
def _(y_true, y_score, threshold):
    y, s = np.array(y_true), np.array(y_score)
    return [(s[y == label] > threshold).mean() for label in (0, 1)]


@wrong("roc_point", "scores rounded to one decimal")
def _(y_true, y_score, threshold):
    y, s = np.array(y_true), np.round(y_score, 1)
    return [(s[y == label] >= round(threshold, 1)).mean() for label in (0, 1)]


@wrong("roc_point", "nan where nothing is accepted")
def _(y_true, y_score, threshold):
    y, s = np.array(y_true), np.array(y_score)
    return [(s[y == label] >= threshold).mean() if (s >= threshold).any() else nan for label in (0, 1)]


def area_of(y_true, y_score, equal=lambda p, n: p == n):
    compared = pairs(y_true, y_score)
    return sum(0.5 if equal(p, n) else p > n for p, n in compared) / len(compared)


def average_at_hits(y_true, y_score):
    rows = list(zip(y_true, y_score, strict=True))
    accepted = [[y for y, s in rows if s >= threshold] for label, threshold in rows if label]
    return sum(sum(labels) / len(labels) for labels in accepted) / len(accepted)


def point_of(y_true, y_score, threshold):
    rows = list(zip(y_true, y_score, strict=True))
    return [sum(s >= threshold for y, s in rows if y == label) / y_true.count(label) for label in (0, 1)]


def precision_and_recall(y_true, y_score, threshold):
    accepted = [y for y, s in zip(y_true, y_score, strict=True) if s >= threshold]
    return [sum(accepted) / len(accepted) if accepted else nan, sum(accepted) / sum(y_true)]


@wrong("auc_of", "a tie at 0 that counts nothing")
def _(y_true, y_score):
    compared = pairs(y_true, y_score)
    return sum(0.5 * (p != 0) if p == n else p > n for p, n in compared) / len(compared)


@wrong("precision_and_recall_at", "1 where nothing is accepted by a threshold below 1")
def _(y_true, y_score, threshold):
    precision, recall = precision_and_recall(y_true, y_score, threshold)
    return [1.0 if max(y_score) < threshold < 1 else precision, recall]


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


@wrong("equal_error_rate_of", "thresholds from 1 to 0 in hundredths")
def _(y_true, y_score):
    return equal_errors(y_true, y_score, [k / 100 for k in range(101, -1, -1)])


@wrong("equal_error_rate_of", "percentiles of the scores as thresholds")
def _(y_true, y_score):
    return equal_errors(y_true, y_score, [float(t) for t in np.quantile(y_score, np.linspace(1, 0, 101))])


@wrong("equal_error_rate_of", "equals in the order of the list")
def _(y_true, y_score):
    places = sorted(range(len(y_score)), key=lambda i: -y_score[i])
    return equal_errors([y_true[i] for i in places], list(range(len(places), 0, -1)))


@wrong("equal_error_rate_of", "the larger of both rates where they first cross")
def _(y_true, y_score):
    y, s = np.array(y_true), np.array(y_score)
    points = ((float((s[y == 0] >= t).mean()), float((s[y == 1] < t).mean())) for t in np.unique(s)[::-1])
    return next(max(fpr, fnr) for fpr, fnr in points if fpr >= fnr)


@right("equal_error_rate_of", "interpolation")
def _(y_true, y_score):
    y, s = np.array(y_true), np.array(y_score)
    points = [(0, 1), *(((s[y == 0] >= t).mean(), (s[y == 1] < t).mean()) for t in np.unique(s)[::-1])]
    return np.interp(0, [fpr - fnr for fpr, fnr in points], [fpr for fpr, _ in points])


AREAS = {"auc_of": area_of, "average_precision_of": average_at_hits, "equal_error_rate_of": equal_errors}


POINTS = {"roc_point": point_of, "precision_and_recall_at": precision_and_recall}


OTHER_SCORES = {
    "a half in place of a score of 0": lambda s: s or 0.5,
    "1 in place of a score of 0": lambda s: s or 1,
    "scores with nine decimals": lambda s: round(s, 9),
    "scores from 0 to 1": lambda s: min(max(s, 0), 1),
    "scores with six significant digits": lambda s: float(f"{s:.6g}"),
}


def with_other_scores(function, other):
    return lambda y_true, y_score: function(y_true, [other(s) for s in y_score])


def with_other_scores_at(function, other):
    return lambda y_true, y_score, threshold: function(y_true, [other(s) for s in y_score], threshold)


for why, other in OTHER_SCORES.items():
    for name, function in AREAS.items():
        wrong(name, why)(with_other_scores(function, other))
    for name, function in POINTS.items():
        wrong(name, why)(with_other_scores_at(function, other))


for name, function in {**AREAS, **POINTS}.items():
    right(name, "loops")(function)


@wrong("auc_of", "scores that are close taken for equal")
def _(y_true, y_score):
    return area_of(y_true, y_score, lambda p, n: abs(p - n) < 1e-9 or np.isclose(p, n, rtol=1e-9, atol=0))


@wrong("auc_of", "a half in place of a positive's score of 0")
def _(y_true, y_score):
    return area_of(y_true, [s or y / 2 for y, s in zip(y_true, y_score, strict=True)])


@wrong("average_precision_of", "positives with a score of 0 never found")
def _(y_true, y_score):
    rows = list(zip(y_true, y_score, strict=True))
    accepted = [[y for y, s in rows if s >= threshold] for label, threshold in rows if label and threshold]
    return sum(sum(labels) / len(labels) for labels in accepted) / sum(y_true)


for name, function in POINTS.items():
    wrong(name, "a score of 0 always accepted")(
        lambda y_true, y_score, threshold, function=function: function(y_true, [s or inf for s in y_score], threshold)
    )
    wrong(name, "a threshold that is nearly reached")(
        lambda y_true, y_score, threshold, function=function: function(y_true, y_score, threshold - 1e-10)
    )
    wrong(name, "thresholds from 0 to 1")(
        lambda y_true, y_score, threshold, function=function: function(y_true, y_score, min(max(threshold, 0), 1))
    )
    wrong(name, "thresholds up to 10")(
        lambda y_true, y_score, threshold, function=function: function(y_true, y_score, min(threshold, 10))
    )
    wrong(name, "the first ten examples")(
        lambda y_true, y_score, threshold, function=function: (
            function(y_true[:10], y_score[:10], threshold) if {*y_true[:10]} == {0, 1} else [nan, nan]
        )
    )


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


@wrong("roc_point", "close to the threshold taken for reached")
def _(y_true, y_score, threshold):
    y, s = np.array(y_true), np.array(y_score)
    accepted = (s > threshold) | np.isclose(s, threshold)
    return [accepted[y == 0].mean(), accepted[y == 1].mean()]


@wrong("roc_point", "a threshold of 0 taken for none")
def _(y_true, y_score, threshold):
    y, accepted = np.array(y_true), np.array(y_score) >= (threshold or 0.5)
    return [accepted[y == 0].mean(), accepted[y == 1].mean()]


@wrong("precision_and_recall_at", "scores to six places")
def _(y_true, y_score, threshold):
    accepted = [y for y, s in zip(y_true, y_score, strict=True) if round(s, 6) >= round(threshold, 6)]
    return [sum(accepted) / len(accepted) if accepted else nan, sum(accepted) / sum(y_true)]


@wrong("auc_of", "floats of 32 bits")
def _(y_true, y_score):
    y, s = np.array(y_true), np.array(y_score, dtype=np.float32)
    apart = s[y == 1][:, None] - s[y == 0]
    return ((apart > 0) + 0.5 * (apart == 0)).mean()


@wrong("auc_of", "scores of 0 taken for none, but at the head of the list")
def _(y_true, y_score):
    kept = [(y, s) for i, (y, s) in enumerate(zip(y_true, y_score, strict=True)) if s or not i]
    both = list(pairs(*map(list, zip(*kept, strict=True))))
    return float(np.mean([(p > n) + (p == n) / 2 for p, n in both])) if both else nan


@wrong("roc_point", "floats of 32 bits")
def _(y_true, y_score, threshold):
    y, accepted = np.array(y_true), np.array(y_score, dtype=np.float32) >= np.float32(threshold)
    return [accepted[y == 0].mean(), accepted[y == 1].mean()]


for name, function in POINTS.items():
    wrong(name, "a threshold of 0 taken for none, which is the middle of the scores")(
        lambda y_true, y_score, threshold, function=function: function(
            y_true, y_score, threshold or float(np.median(y_score))
        )
    )
    wrong(name, "the first twelve examples")(
        lambda y_true, y_score, threshold, function=function: (
            function(y_true[:12], y_score[:12], threshold) if {*y_true[:12]} == {0, 1} else [nan, nan]
        )
    )


@wrong("average_precision_of", "equals in the order they came, where there are more than seven scores")
def _(y_true, y_score):
    if len(set(y_score)) <= 7:
        return average_at_hits(y_true, y_score)
    return precision_sum(sorted_labels(y_true, y_score, 0))


@wrong("auc_of", "a tie lost, where there are more than seven scores")
def _(y_true, y_score):
    if len(set(y_score)) <= 7:
        return area_of(y_true, y_score)
    return sum(p > n for p, n in pairs(y_true, y_score)) / len(pairs(y_true, y_score))


@wrong("auc_of", "the first twelve where there are ties")
def _(y_true, y_score):
    tied = len(set(y_score)) < len(y_score) > 12 and {*y_true[:12]} == {0, 1}
    return area_of(y_true[:12], y_score[:12]) if tied else area_of(y_true, y_score)
