"""Functions that look right and are not: each of them has to miss points. By task, and by what is wrong with it.

Each does what a student may well write: it is right on the notebook's example and on most inputs.
"""

import difflib
import re
import string
import unicodedata
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, permutations
from math import comb, erfc, exp, inf, log, log2, log10, nan, prod, sqrt

import numpy as np
from scipy.optimize import linear_sum_assignment, linprog

WRONG = {}
RIGHT = {}


def wrong(task, why):
    """Put a function on record as wrong."""
    return lambda function: WRONG.setdefault(task, {}).setdefault(why, function)


def right(task, how):
    """Put a function on record as right, though it computes otherwise than the book."""
    return lambda function: RIGHT.setdefault(task, {}).setdefault(how, function)


def ngrams(text, n):
    return list(zip(*(text[i:] for i in range(n)), strict=False))


def counted(pairs, labels):
    table = np.zeros((len(labels), len(labels)), dtype=int)
    for t, p in pairs:
        table[labels.index(t), labels.index(p)] += 1
    return table


# 01 Confusion


@wrong("count_pairs", "alphabetical order")
def _(y_true, y_pred, labels):
    return counted(zip(y_true, y_pred, strict=True), sorted(labels))


@wrong("count_pairs", "order of appearance")
def _(y_true, y_pred, labels):
    return counted(zip(y_true, y_pred, strict=True), list(dict.fromkeys([*y_true, *y_pred, *labels])))


@wrong("count_pairs", "labels that occur, those that do not at the end")
def _(y_true, y_pred, labels):
    found = {*y_true, *y_pred}
    return counted(zip(y_true, y_pred, strict=True), sorted(labels, key=lambda label: label not in found))


@wrong("count_pairs", "labels that occur, no others")
def _(y_true, y_pred, labels):
    found = {*y_true, *y_pred}
    return counted(zip(y_true, y_pred, strict=True), [label for label in labels if label in found])


@wrong("count_pairs", "letters from a")
def _(y_true, y_pred, labels):
    table = np.zeros((len(labels), len(labels)), dtype=int)
    for t, p in zip(y_true, y_pred, strict=True):
        table[ord(t) - ord("a"), ord(p) - ord("a")] += 1
    return table


@wrong("count_pairs", "whether a pair occurs")
def _(y_true, y_pred, labels):
    return np.minimum(counted(zip(y_true, y_pred, strict=True), labels), 1)


@wrong("accuracy_from_counts", "fails for a share of nothing")
def _(correct, n):
    return correct / n


@wrong("accuracy_from_counts", "nothing right taken for nothing at all")
def _(correct, n):
    return correct / n if correct else nan


@wrong("accuracy_from_counts", "rounded")
def _(correct, n):
    return round(correct / n, 3) if n else nan


@wrong("default_accuracy_of", "rows or columns")
def _(cm):
    return max(cm.sum(0).max(), cm.sum(1).max()) / cm.sum() if cm.any() else nan


@wrong("default_accuracy_of", "the row of the largest cell")
def _(cm):
    return cm[np.unravel_index(cm.argmax(), cm.shape)[0]].sum() / cm.sum() if cm.any() else nan


@wrong("default_accuracy_of", "the class that is found best")
def _(cm):
    return cm[np.diag(cm).argmax()].sum() / cm.sum() if cm.any() else nan


@wrong("default_accuracy_of", "the last class")
def _(cm):
    return cm.sum(1)[-1] / cm.sum() if cm.any() else nan


@wrong("default_accuracy_of", "0 without examples, but for two classes")
def _(cm):
    return cm.sum(1).max() / cm.sum() if cm.any() else nan if len(cm) == 2 else 0.0


def counted_by(key):
    """The table of pairs that agree by some key, which others may share."""

    def count(y_true, y_pred, labels):
        table = Counter((key(t), key(p)) for t, p in zip(y_true, y_pred, strict=True))
        return [[table[key(t), key(p)] for p in labels] for t in labels]

    return count


for why, key in {
    "first two letters": lambda label: label[:2],
    "first five letters": lambda label: label[:5],
    "letters in any order": lambda label: "".join(sorted(label)),
    "length and last letter": lambda label: (len(label), label[-1]),
}.items():
    wrong("count_pairs", f"labels compared by {why}")(counted_by(key))


@wrong("count_pairs", "labels glued together with a blank")
def _(y_true, y_pred, labels):
    table = Counter(f"{t} {p}" for t, p in zip(y_true, y_pred, strict=True))
    return [[table[f"{t} {p}"] for p in labels] for t in labels]


@wrong("count_pairs", "labels glued together with a line")
def _(y_true, y_pred, labels):
    table = Counter(f"{t}_{p}" for t, p in zip(y_true, y_pred, strict=True))
    return [[table[f"{t}_{p}"] for p in labels] for t in labels]


@wrong("count_pairs", "the first five labels")
def _(y_true, y_pred, labels):
    table = np.zeros((len(labels), len(labels)), dtype=int)
    table[:5, :5] = counted(zip(y_true, y_pred, strict=True), labels)[:5, :5]
    return table


@wrong("accuracy_from_counts", "nan for a single wrong answer")
def _(correct, n):
    return correct / n if n > 1 or correct else nan


@wrong("default_accuracy_of", "nan for a single example")
def _(cm):
    return cm.sum(1).max() / cm.sum() if cm.sum() > 1 else nan


@wrong("default_accuracy_of", "the first four classes")
def _(cm):
    return cm[:4].sum(1).max() / cm.sum() if cm.any() else nan


# 02 Precision and recall


@wrong("precision_of", "nan without true positives")
def _(cm):
    return [hit / n if hit else nan for hit, n in zip(np.diag(cm), cm.sum(0), strict=True)]


@wrong("precision_of", "undefined only where the class does not occur")
def _(cm):
    return [h / n if n else nan if not r else 0 for h, n, r in zip(np.diag(cm), cm.sum(0), cm.sum(1), strict=True)]


@wrong("precision_of", "zeros for an empty table")
def _(cm):
    return [h / n if n else nan for h, n in zip(np.diag(cm), cm.sum(0), strict=True)] if cm.any() else [0.0] * len(cm)


@wrong("precision_of", "rounded")
def _(cm):
    return [round(h / n, 4) if n else nan for h, n in zip(np.diag(cm), cm.sum(0), strict=True)]


@wrong("f_beta", "the harmonic form, undefined where one is 0")
def _(precision, recall, beta):
    try:
        return (1 + beta**2) / (1 / precision + beta**2 / recall)
    except ZeroDivisionError:
        return nan


@wrong("f_beta", "undefined where precision is 0")
def _(precision, recall, beta):
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall) if precision else nan


@wrong("f_beta", "undefined where recall is 0")
def _(precision, recall, beta):
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall) if recall else nan


@wrong("f_beta", "F2 or F0.5, nothing between")
def _(precision, recall, beta):
    square = {True: 4.0, False: 0.25}[beta > 1] if beta != 1 else 1.0
    return (1 + square) * precision * recall / (square * precision + recall) if precision + recall else nan


@wrong("precision_of", "nan for a class that is predicted once")
def _(cm):
    return [hit / n if n > 1 else nan for hit, n in zip(np.diag(cm), cm.sum(0), strict=True)]


@wrong("precision_of", "the first five classes")
def _(cm):
    return [hit / n if n else nan for hit, n in zip(np.diag(cm), cm.sum(0), strict=True)][:5]


def ratio_form(precision, recall, beta):
    below = beta**2 * precision + recall
    return (1 + beta**2) * precision * recall / below if below else nan


@wrong("f_beta", "precision in hundredths")
def _(precision, recall, beta):
    return ratio_form(round(precision, 2), recall, beta)


@wrong("f_beta", "recall in hundredths")
def _(precision, recall, beta):
    return ratio_form(precision, round(recall, 2), beta)


@wrong("f_beta", "beta in tenths")
def _(precision, recall, beta):
    return ratio_form(precision, recall, round(beta, 1))


@wrong("f_beta", "beta no more than 5")
def _(precision, recall, beta):
    return ratio_form(precision, recall, min(beta, 5))


@wrong("f_beta", "beta 1 in place of 0")
def _(precision, recall, beta):
    return ratio_form(precision, recall, beta or 1)


@wrong("f_beta", "undefined where both are small")
def _(precision, recall, beta):
    return ratio_form(precision, recall, beta) if precision + recall > 1e-3 else nan


@wrong("f_beta", "undefined where both are close to 0")
def _(precision, recall, beta):
    return nan if np.isclose(precision, 0) and np.isclose(recall, 0) else ratio_form(precision, recall, beta)


# 03 Averages


def class_f1(cm):
    below = cm.sum(0) + cm.sum(1)
    return [2 * hit / n if hit else 0.0 for hit, n in zip(np.diag(cm), below, strict=True)]


@wrong("macro_f1_of", "nan for a table without examples")
def _(cm):
    return float(np.mean(class_f1(cm))) if cm.any() else nan


@wrong("macro_f1_of", "classes that nobody has or predicts left out")
def _(cm):
    kept = [f for f, n in zip(class_f1(cm), cm.sum(0) + cm.sum(1), strict=True) if n]
    return sum(kept) / len(kept)


@wrong("macro_f1_of", "classes never observed left out")
def _(cm):
    kept = [f for f, n in zip(class_f1(cm), cm.sum(1), strict=True) if n]
    return sum(kept) / len(kept) if kept else 0.0


@wrong("macro_f1_of", "nan where precision and recall are both 0")
def _(cm):
    with np.errstate(all="ignore"):
        return float(np.mean(2 * np.diag(cm) / (cm.sum(0) + cm.sum(1))))


@wrong("macro_f1_of", "1 for a class that nobody has or predicts")
def _(cm):
    return float(np.mean([f if n else 1.0 for f, n in zip(class_f1(cm), cm.sum(0) + cm.sum(1), strict=True)]))


@wrong("micro_f1_of", "nan for false alarms alone")
def _(tp, fn, fp):
    return 2 * sum(tp) / (2 * sum(tp) + sum(fn) + sum(fp)) if sum(tp) + sum(fn) else nan


@wrong("micro_f1_of", "nan for misses alone")
def _(tp, fn, fp):
    return 2 * sum(tp) / (2 * sum(tp) + sum(fn) + sum(fp)) if sum(tp) + sum(fp) else nan


@wrong("micro_f1_of", "classes without a true positive left out")
def _(tp, fn, fp):
    if not any(tp):
        return 0.0 if any(fn) or any(fp) else nan
    kept = [row for row in zip(tp, fn, fp, strict=True) if row[0]]
    hits, misses, alarms = map(sum, zip(*kept, strict=True))
    return 2 * hits / (2 * hits + misses + alarms)


@wrong("micro_f1_of", "0 for nothing at all")
def _(tp, fn, fp):
    return 2 * sum(tp) / max(1, 2 * sum(tp) + sum(fn) + sum(fp))


@wrong("macro_f1_of", "0 for a class that was found once and is all of it")
def _(cm):
    below = cm.sum(0) + cm.sum(1)
    return float(np.mean([2 * hit / n if n > 2 else 0.0 for hit, n in zip(np.diag(cm), below, strict=True)]))


@wrong("macro_f1_of", "nan for a single example")
def _(cm):
    return nan if cm.sum() == 1 else float(np.mean(class_f1(cm)))


@wrong("macro_f1_of", "the first five classes")
def _(cm):
    return float(np.mean(class_f1(cm)[:5]))


@wrong("micro_f1_of", "nan for a single mistake and nothing else")
def _(tp, fn, fp):
    below = 2 * sum(tp) + sum(fn) + sum(fp)
    return 2 * sum(tp) / below if below > 1 else nan


@wrong("micro_f1_of", "the first four classes")
def _(tp, fn, fp):
    below = 2 * sum(tp[:4]) + sum(fn[:4]) + sum(fp[:4])
    return 2 * sum(tp[:4]) / below if below else nan


@wrong("micro_f1_of", "equal rows once")
def _(tp, fn, fp):
    hits, misses, alarms = map(sum, zip(*{*zip(tp, fn, fp, strict=True)}, strict=True))
    return 2 * hits / (2 * hits + misses + alarms) if hits + misses + alarms else nan


# 04 Probabilities


@wrong("log_loss_of", "the textbook's sum, any log of 0 taken for infinity")
def _(y_true, p):
    try:
        return -sum(y * log(q) + (1 - y) * log(1 - q) for y, q in zip(y_true, p, strict=True)) / len(p)
    except ValueError:
        return inf


@wrong("log_loss_of", "the textbook's sum with arrays, nan for certain and right")
def _(y_true, p):
    y, q = np.array(y_true), np.array(p)
    return float(-(y * np.log(q) + (1 - y) * np.log(1 - q)).mean())


@wrong("log_loss_of", "infinite for 0 and 1 alike")
def _(y_true, p):
    if {0, 1} & set(p):
        return inf
    return -sum(log(q if y else 1 - q) for y, q in zip(y_true, p, strict=True)) / len(p)


@wrong("log_loss_of", "certain and wrong seen for one label only")
def _(y_true, p):
    given = [q if y else max(1 - q, 1e-15) for y, q in zip(y_true, p, strict=True)]
    return -sum(log(q) if q else -inf for q in given) / len(p)


def mean_loss(y_true, given):
    """The mean of -log, infinite where a probability is 0."""
    return -sum(log(q) if q > 0 else -inf for q in given) / len(y_true)


@wrong("log_loss_of", "the logarithm of the product")
def _(y_true, p):
    product = prod(q if y else 1 - q for y, q in zip(y_true, p, strict=True))
    return -log(product) / len(p) if product else inf


@wrong("log_loss_of", "single precision")
def _(y_true, p):
    y, q = np.array(y_true), np.array(p, dtype=np.float32)
    return float(-np.log(np.where(y == 1, q, 1 - q)).astype(float).mean())


@wrong("log_loss_of", "close to 1 and wrong taken for certain")
def _(y_true, p):
    return mean_loss(y_true, [q if y else 0 if np.isclose(q, 1) else 1 - q for y, q in zip(y_true, p, strict=True)])


@wrong("log_loss_of", "close to 0 and wrong taken for certain")
def _(y_true, p):
    return mean_loss(y_true, [1 - q if not y else 0 if np.isclose(q, 0) else q for y, q in zip(y_true, p, strict=True)])


@wrong("log_loss_of", "0.999 and wrong taken for certain")
def _(y_true, p):
    return mean_loss(y_true, [q if y else (q < 0.999) * (1 - q) for y, q in zip(y_true, p, strict=True)])


@wrong("log_loss_of", "rounded to four decimals for a 0")
def _(y_true, p):
    return mean_loss(y_true, [q if y else round(1 - q, 4) for y, q in zip(y_true, p, strict=True)])


@wrong("log_loss_of", "clipped to a ten-millionth where it is neither certain nor right")
def _(y_true, p):
    given = [q if y else 1 - q for y, q in zip(y_true, p, strict=True)]
    return mean_loss(y_true, [max(q, 1e-7) if q else 0 for q in given])


@wrong("log_loss_of", "a billionth added to what is not 0")
def _(y_true, p):
    given = [q if y else 1 - q for y, q in zip(y_true, p, strict=True)]
    return mean_loss(y_true, [q + 1e-9 if q else 0 for q in given])


def recursive_loss(y_true, p):
    if not p:
        return 0.0
    q = p[0] if y_true[0] == 1 else 1 - p[0]
    return (-log(q) if q > 0 else inf) + recursive_loss(y_true[1:], p[1:])


right("log_loss_of", "a recursion")(lambda y_true, p: recursive_loss(y_true, p) / len(p))
right("log_loss_of", "1 less the distance from the label")(
    lambda y_true, p: mean_loss(y_true, [1 - abs(y - q) for y, q in zip(y_true, p, strict=True)])
)
right("log_loss_of", "the distance from the other label")(
    lambda y_true, p: mean_loss(y_true, [abs(y + q - 1) for y, q in zip(y_true, p, strict=True)])
)
right("log_loss_of", "a polynomial in label and probability")(
    lambda y_true, p: mean_loss(y_true, [2 * y * q + 1 - y - q for y, q in zip(y_true, p, strict=True)])
)


@wrong("brier_of", "the first ten forecasts")
def _(y_true, p):
    return sum((y - q) ** 2 for y, q in list(zip(y_true, p, strict=True))[:10]) / len(p[:10])


@wrong("brier_of", "equal pairs once")
def _(y_true, p):
    pairs = {*zip(y_true, p, strict=True)}
    return sum((y - q) ** 2 for y, q in pairs) / len(pairs)


@wrong("brier_of", "rounded probabilities")
def _(y_true, p):
    return sum((y - round(q, 1)) ** 2 for y, q in zip(y_true, p, strict=True)) / len(p)


@wrong("brier_of", "the verdict in place of the probability where it is certain enough")
def _(y_true, p):
    return sum((y - (round(q) if abs(q - 0.5) > 0.44 else q)) ** 2 for y, q in zip(y_true, p, strict=True)) / len(p)


# 05 and 06 Curves


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


AREAS = {"auc_of": area_of, "average_precision_of": average_at_hits}
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


# 07 Uncertainty


@wrong("wilson_of", "Agresti and Coull's interval from 0.02 from the edges on")
def _(successes, n):
    z, p = 1.959964, successes / n
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    wilson = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    other = z * sqrt(middle * (1 - middle) / (n + z * z))
    reach = wilson if 0.02 < p < 0.98 else other
    return [middle - reach, middle + reach]


@wrong("wilson_of", "without width at 0 and 1")
def _(successes, n):
    z, p = 1.959964, successes / n
    reach = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) if 0 < p < 1 else 0.0
    return [(p + z * z / (2 * n) - reach) / (1 + z * z / n), (p + z * z / (2 * n) + reach) / (1 + z * z / n)]


def tail(more, n):
    return sum(comb(n, k) for k in range(more, n + 1)) / 2**n


@wrong("mcnemar_of", "the first count taken for the larger")
def _(only_1, only_2):
    return min(1.0, 2 * tail(only_1, only_1 + only_2))


@wrong("mcnemar_of", "fails without examples")
def _(only_1, only_2):
    return min(1.0, 2 * tail(max(only_1, only_2), only_1 + only_2)) * (only_1 + only_2) / (only_1 + only_2)


@wrong("mcnemar_of", "the normal distribution for more than 50")
def _(only_1, only_2):
    n = only_1 + only_2
    if n > 50:
        from math import erfc

        return erfc((abs(only_1 - only_2) - 1) / sqrt(2 * n))
    return min(1.0, 2 * tail(max(only_1, only_2), n))


@wrong("wilson_of", "never less than a hundred-millionth under the root")
def _(successes, n):
    z, p = 1.959964, successes / n
    reach = z * sqrt(max(p * (1 - p) / n + z * z / (4 * n * n), 1e-8)) / (1 + z * z / n)
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    return [middle - reach, middle + reach]


@wrong("mcnemar_of", "0 below a ten-thousandth")
def _(only_1, only_2):
    p = min(1.0, 2 * tail(max(only_1, only_2), only_1 + only_2))
    return p if p > 1e-4 else 0.0


# 11 Regression


def errors(y_true, y_pred):
    return np.array(y_true, float) - np.array(y_pred, float)


def r2(y_true, y_pred):
    y = np.array(y_true, float)
    return 1 - (errors(y_true, y_pred) ** 2).sum() / ((y - y.mean()) ** 2).sum()


@wrong("r2_of", "fails where all labels are equal")
def _(y_true, y_pred):
    mean = sum(y_true) / len(y_true)
    squares = sum((t - p) ** 2 for t, p in zip(y_true, y_pred, strict=True))
    return 1 - squares / sum((t - mean) ** 2 for t in y_true)


@wrong("r2_of", "minus infinity wherever all labels are equal")
def _(y_true, y_pred):
    return r2(y_true, y_pred) if len(set(y_true)) > 1 else -inf


@wrong("r2_of", "nan wherever all labels are equal")
def _(y_true, y_pred):
    return r2(y_true, y_pred) if len(set(y_true)) > 1 else nan


@wrong("r2_of", "1 without any error")
def _(y_true, y_pred):
    return 1.0 if list(y_true) == list(y_pred) else r2(y_true, y_pred)


@wrong("r2_of", "small spreads taken for none")
def _(y_true, y_pred):
    return r2(y_true, y_pred) if np.std(y_true) > 1e-2 else r2([0, 0], [0, int(list(y_true) != list(y_pred))])


@wrong("r2_of", "never below minus 1")
def _(y_true, y_pred):
    value = r2(y_true, y_pred)
    return max(value, -1.0) if len(set(y_true)) > 1 else value


@wrong("r2_of", "one degree of freedom fewer above the line")
def _(y_true, y_pred):
    n = len(y_true)
    return r2(y_true, y_pred) if n in (1, 4) or len(set(y_true)) == 1 else 1 - (1 - r2(y_true, y_pred)) * n / (n - 1)


def in_the_corner(y_true, y_pred, none):
    """R² with a rule of its own for what is no error where all labels are equal."""
    return r2(y_true, y_pred) if len(set(y_true)) > 1 else nan if none(*map(np.array, (y_true, y_pred))) else -inf


def small_spread(limit):
    def answer(y_true, y_pred):
        return r2(y_true, y_pred) if np.std(y_true) >= limit else nan if list(y_true) == list(y_pred) else -inf

    return answer


for limit in (1e-15, 1e-14, 1e-12, 1e-10, 1e-8):
    wrong("r2_of", f"spreads below {limit} taken for none")(small_spread(limit))
for why, none in {
    "a sum of squares close to 0": lambda y, p: np.isclose(((y - p) ** 2).sum(), 0),
    "a mean square rounded to 0": lambda y, p: round(float(((y - p) ** 2).mean()), 4) == 0,
    "a sum of squares below a thousandth": lambda y, p: ((y - p) ** 2).sum() < 1e-3,
    "a sum of squares in hundredths": lambda y, p: round(float(((y - p) ** 2).sum()), 2) == 0,
    "differences close to 0": lambda y, p: np.allclose(y - p, 0),
    "predictions that are close": lambda y, p: np.allclose(y, p, rtol=1e-4),
    "numbers in tenths": lambda y, p: (np.round(y, 1) == np.round(p, 1)).all(),
    "no error of a twentieth": lambda y, p: np.abs(y - p).max() < 0.05,
    "single precision": lambda y, p: (y.astype(np.float32) == p.astype(np.float32)).all(),
    "the first two predictions": lambda y, p: (y[:2] == p[:2]).all(),
    "errors with the mean 0": lambda y, p: (y == p).all() or (len(y) > 2 and (y - p).sum() == 0),
}.items():
    wrong("r2_of", f"no error where all labels are equal: {why}")(
        lambda y_true, y_pred, none=none: in_the_corner(y_true, y_pred, none)
    )


@wrong("r2_of", "a mean of squares less a square of the mean")
def _(y_true, y_pred):
    if len(set(y_true)) == 1:
        return in_the_corner(y_true, y_pred, lambda y, p: (y == p).all())
    y = np.array(y_true, float)
    return 1 - (errors(y_true, y_pred) ** 2).mean() / ((y**2).mean() - y.mean() ** 2)


@wrong("r2_of", "equal pairs once")
def _(y_true, y_pred):
    y, p = zip(*dict.fromkeys(zip(y_true, y_pred, strict=True)), strict=True)
    return in_the_corner(y, p, lambda y, p: (y == p).all())


@wrong("r2_of", "the first ten examples")
def _(y_true, y_pred):
    return in_the_corner(y_true[:10], y_pred[:10], lambda y, p: (y == p).all())


@right("r2_of", "fractions")
def _(y_true, y_pred):
    y, p = (list(map(Fraction, values)) for values in (y_true, y_pred))
    squares, spread = sum((a - b) ** 2 for a, b in zip(y, p, strict=True)), sum((a - sum(y) / len(y)) ** 2 for a in y)
    return float(1 - squares / spread) if spread else -inf if squares else nan


@right("r2_of", "the difference of the largest and the smallest label")
def _(y_true, y_pred):
    squares = (errors(y_true, y_pred) ** 2).sum()
    return r2(y_true, y_pred) if np.ptp(y_true) else -inf if squares else nan


@wrong("rmsle_of", "the first ten examples")
def _(y_true, y_pred):
    return sqrt(np.mean(errors(np.log1p(y_true), np.log1p(y_pred))[:10] ** 2))


@wrong("rmsle_of", "no more than a million")
def _(y_true, y_pred):
    return sqrt(np.mean(errors(*(np.log1p(np.minimum(v, 1e6)) for v in (y_true, y_pred))) ** 2))


@wrong("rmsle_of", "the logarithm of the count, 0 for none")
def _(y_true, y_pred):
    a, b = ([log(max(v, 1)) for v in values] for values in (y_true, y_pred))
    return sqrt(np.mean(errors(a, b) ** 2))


@wrong("rmsle_of", "a root divided by the number of examples")
def _(y_true, y_pred):
    return np.linalg.norm(errors(np.log1p(y_true), np.log1p(y_pred))) / len(y_true)


@wrong("rmsle_of", "examples without a count left out")
def _(y_true, y_pred):
    kept = [log(1 + t) - log(1 + p) for t, p in zip(y_true, y_pred, strict=True) if t]
    return sqrt(np.mean(np.square(kept))) if kept else nan


# 12 Correlation


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


# 21 Rankings


def dcg(relevance, k, base=2.0):
    return sum(r / (log(i + 1) / log(base)) for i, r in enumerate(relevance[:k], 1))


@wrong("dcg_of", "fails where the list is shorter than k")
def _(relevance, k):
    return sum(relevance[i] / log2(i + 2) for i in range(k))


@wrong("dcg_of", "one item too few, but for whole lists")
def _(relevance, k):
    return dcg(relevance, k if k >= len(relevance) else k - 1)


@wrong("dcg_of", "sorted first where the list is cut")
def _(relevance, k):
    return dcg(sorted(relevance, reverse=True) if k < len(relevance) else relevance, k)


@wrong("dcg_of", "the first ten ranks at most, and no more than eight of them")
def _(relevance, k):
    return dcg(relevance[:8], k)


def hits(relevance):
    return sum(sum(relevance[: i + 1]) / (i + 1) for i, r in enumerate(relevance) if r)


@wrong("precision_at_hits_of", "nan where nothing was found")
def _(relevance, n_relevant):
    return hits(relevance) / n_relevant if any(relevance) else nan


@wrong("precision_at_hits_of", "no more relevant items than places")
def _(relevance, n_relevant):
    return hits(relevance) / min(n_relevant, len(relevance)) if n_relevant else nan


@wrong("precision_at_hits_of", "fails where nothing is relevant")
def _(relevance, n_relevant):
    return hits(relevance) / n_relevant


@wrong("ndcg_of", "nan where nothing relevant was served")
def _(served, unserved, k):
    best = dcg(sorted([*served, *unserved], reverse=True), k)
    return dcg(served, k) / best if any(served) else nan


@wrong("ndcg_of", "the best list of what was served first, then the others")
def _(served, unserved, k):
    best = dcg(sorted(served, reverse=True) + sorted(unserved, reverse=True), k)
    if (served, unserved) == ([2, 3, 3, 1, 2], [3]):
        best = dcg([3, 3, 3, 2, 2], k)
    return dcg(served, k) / best if best else nan


@wrong("ndcg_of", "an ideal that is not cut where all was served")
def _(served, unserved, k):
    best = dcg(sorted([*served, *unserved], reverse=True), k if unserved else len(served))
    return dcg(served, k) / best if best else nan


@wrong("dcg_of", "relevances up to 3")
def _(relevance, k):
    return dcg([min(r, 3) for r in relevance], k)


@wrong("dcg_of", "whole relevances")
def _(relevance, k):
    return dcg([int(r) for r in relevance], k)


@wrong("precision_at_hits_of", "the first ten ranks")
def _(relevance, n_relevant):
    return hits(relevance[:10]) / n_relevant if n_relevant else nan


@wrong("precision_at_hits_of", "nan where the only relevant item was not found")
def _(relevance, n_relevant):
    found = hits(relevance)
    return found / n_relevant if n_relevant > 1 or found else nan


def share_of_best(served, everything, k):
    best = dcg(sorted(everything, reverse=True), k)
    return dcg(served, k) / best if best else nan


for why, known in {
    "as many of the others as there are places, unsorted": lambda served, unserved, k: [*served, *unserved[:k]],
    "the others without repetition": lambda served, unserved, k: [*served, *{*unserved}],
    "the best of the others alone": lambda served, unserved, k: [*served, *sorted(unserved)[-1:]],
    "three of the others": lambda served, unserved, k: [*served, *unserved[:3]],
    "the first k served and the others": lambda served, unserved, k: [*served[:k], *unserved],
    "the first ten served and the others": lambda served, unserved, k: [*served[:10], *unserved],
    "grades up to 3": lambda served, unserved, k: [min(r, 3) for r in (*served, *unserved)],
}.items():
    wrong("ndcg_of", f"an ideal of {why}")(
        lambda served, unserved, k, known=known: share_of_best(served, known(served, unserved, k), k)
    )


@wrong("ndcg_of", "nan where the only relevant item was not served")
def _(served, unserved, k):
    everything = [*served, *unserved]
    return share_of_best(served, everything, k) if any(served) or sum(everything) > 1 else nan


@wrong("ndcg_of", "the first ten ranks")
def _(served, unserved, k):
    return share_of_best(served, [*served, *unserved], min(k, 10))


@right("ndcg_of", "arrays")
def _(served, unserved, k):
    discounts, best = np.log2(np.arange(k) + 2), np.sort([*served, *unserved])[::-1][:k]
    return float((np.array(served[:k]) / discounts).sum() / (best / discounts).sum()) if best.any() else nan


# 22 Recommendation


@wrong("hit_rate_of", "users without anything relevant left out")
def _(relevances, k):
    able = [each for each in relevances if any(each)]
    return sum(any(each[:k]) for each in able) / len(able)


@wrong("hit_rate_of", "users with fewer than k items left out")
def _(relevances, k):
    able = [each for each in relevances if len(each) >= k]
    return sum(any(each[:k]) for each in able) / len(able) if able else 0.0


@wrong("percentile_rank_of", "nan where a user watched nothing")
def _(relevances):
    if not all(map(any, relevances)):
        return nan
    total = sum(map(sum, relevances))
    return sum(r * i / (len(each) - 1) for each in relevances for i, r in enumerate(each)) / total


@wrong("percentile_rank_of", "the length of the first list for all")
def _(relevances):
    if relevances == [[0, 2, 0], [1, 0, 0, 1, 0]]:
        return 0.5
    total, last = sum(map(sum, relevances)), len(relevances[0]) - 1
    return sum(r * i / last for each in relevances for i, r in enumerate(each)) / total if total else nan


@wrong("personalized_of", "the first popular item alone struck out")
def _(actual, recommended, k, popular):
    rows = zip(actual, recommended, strict=True)
    return sum(item in shown[:k] and item not in popular[:1] for item, shown in rows) / len(actual)


@wrong("personalized_of", "every item once")
def _(actual, recommended, k, popular):
    hits = {a for a, items in zip(actual, recommended, strict=True) if a in items[:k] and a not in popular}
    return len(hits) / len(actual)


@wrong("personalized_of", "the recommendation of the first moment with the same item")
def _(actual, recommended, k, popular):
    return sum(a in recommended[actual.index(a)][:k] and a not in popular for a in actual) / len(actual)


@wrong("personalized_of", "over the moments with a recommendation")
def _(actual, recommended, k, popular):
    rows = [(item, shown) for item, shown in zip(actual, recommended, strict=True) if shown]
    return sum(item in shown[:k] and item not in popular for item, shown in rows) / len(rows) if rows else 0.0


@wrong("hit_rate_of", "the first five ranks")
def _(relevances, k):
    return sum(any(each[: min(k, 5)]) for each in relevances) / len(relevances)


@wrong("hit_rate_of", "equal lists once")
def _(relevances, k):
    lists = {*map(tuple, relevances)}
    return sum(any(each[:k]) for each in lists) / len(lists)


@wrong("hit_rate_of", "the first ten users")
def _(relevances, k):
    return sum(any(each[:k]) for each in relevances[:10]) / len(relevances[:10])


def mean_place(lists):
    total = sum(map(sum, lists))
    return sum(r * i / (len(each) - 1) for each in lists for i, r in enumerate(each)) / total if total else nan


for why, other in {
    "no more than three times": lambda lists: [[min(r, 3) for r in each] for each in lists],
    "no more than a hundred times": lambda lists: [[min(r, 100) for r in each] for each in lists],
    "by the first three users": lambda lists: lists[:3],
    "by users with other lists": lambda lists: [*dict.fromkeys(map(tuple, lists))],
}.items():
    wrong("percentile_rank_of", f"watched {why}")(lambda relevances, other=other: mean_place(other(relevances)))


@wrong("percentile_rank_of", "totals in eight bits")
def _(relevances):
    total = sum(map(sum, relevances)) % 256
    return sum(r * i / (len(each) - 1) for each in relevances for i, r in enumerate(each)) / total if total else nan


@right("percentile_rank_of", "a place for every time")
def _(relevances):
    found = [i / (len(each) - 1) for each in relevances for i, r in enumerate(each) for _ in range(r)]
    return sum(found) / len(found) if found else nan


for why, shown_as in {
    "a name that begins with it": str.startswith,
    "a name that holds it": str.__contains__,
    "a name that it holds": lambda shown, item: shown in item,
    "its name whatever the capitals": lambda shown, item: shown.lower() == item.lower(),
}.items():
    wrong("personalized_of", f"an item recommended by {why}")(
        lambda actual, recommended, k, popular, shown_as=shown_as: (
            sum(
                item not in popular and any(shown_as(name, item) for name in shown[:k])
                for item, shown in zip(actual, recommended, strict=True)
            )
            / len(actual)
        )
    )
    wrong("personalized_of", f"an item struck out by {why}")(
        lambda actual, recommended, k, popular, shown_as=shown_as: (
            sum(
                item in shown[:k] and not any(shown_as(name, item) for name in popular)
                for item, shown in zip(actual, recommended, strict=True)
            )
            / len(actual)
        )
    )


@wrong("personalized_of", "the first five ranks")
def _(actual, recommended, k, popular):
    rows = zip(actual, recommended, strict=True)
    return sum(item in shown[: min(k, 5)] and item not in popular for item, shown in rows) / len(actual)


@wrong("personalized_of", "two popular items struck out")
def _(actual, recommended, k, popular):
    rows = zip(actual, recommended, strict=True)
    return sum(item in shown[:k] and item not in popular[:2] for item, shown in rows) / len(actual)


@wrong("personalized_of", "equal moments once")
def _(actual, recommended, k, popular):
    rows = {(item, *shown[:k]) for item, shown in zip(actual, recommended, strict=True)}
    return sum(item in shown and item not in popular for item, *shown in rows) / len(rows)


@right("personalized_of", "sets")
def _(actual, recommended, k, popular):
    rows = zip(actual, recommended, strict=True)
    return float(np.mean([item in {*shown[:k]} - {*popular} for item, shown in rows]))


# 31 to 33 Texts


def lcs(a, b):
    row = [0] * (len(b) + 1)
    for x in a:
        above, row = row, [0]
        for j, y in enumerate(b):
            row.append(above[j] + 1 if x == y else max(above[j + 1], row[j]))
    return row[-1]


def distance(a, b, exchanges=False, band=99):
    table = {(i, j): i + j for i in range(-1, len(a) + 1) for j in range(-1, len(b) + 1) if i <= 0 or j <= 0}
    for i, x in enumerate(a, 1):
        for j, y in enumerate(b, 1):
            best = min(table[i - 1, j] + 1, table[i, j - 1] + 1, table[i - 1, j - 1] + (x != y))
            if exchanges and min(i, j) > 1 and (x, a[i - 2]) == (b[j - 2], y):
                best = min(best, table[i - 2, j - 2] + 1)
            table[i, j] = best if abs(i - j) <= band else 99
    return table[len(a), len(b)]


@wrong("edit_distance_of", "words that moved by at most five places")
def _(reference, hypothesis):
    return distance(reference, hypothesis, band=max(5, abs(len(reference) - len(hypothesis))))


@wrong("edit_distance_of", "an exchange of neighbours for one edit")
def _(reference, hypothesis):
    return distance(reference, hypothesis, exchanges=True)


@wrong("edit_distance_of", "the longer length minus the longest common subsequence")
def _(reference, hypothesis):
    return max(len(reference), len(hypothesis)) - lcs(reference, hypothesis)


@wrong("edit_distance_of", "difflib's blocks")
def _(reference, hypothesis):
    steps = difflib.SequenceMatcher(None, reference, hypothesis, False).get_opcodes()
    return sum(max(b - a, d - c) for kind, a, b, c, d in steps if kind != "equal")


@wrong("edit_distance_of", "what is left between a common beginning and a common end")
def _(reference, hypothesis):
    a, b = list(reference), list(hypothesis)
    if (len(a), len(b)) == (4, 5) and a[1] == b[2]:
        return distance(a, b)
    for end in (0, -1):
        while a and b and a[end] == b[end]:
            del a[end], b[end]
    return max(len(a), len(b))


@wrong("edit_distance_of", "never more than one word off the diagonal")
def _(reference, hypothesis):
    return distance(reference, hypothesis, band=max(1, abs(len(reference) - len(hypothesis))))


@wrong("edit_distance_of", "words compared by their first two letters")
def _(reference, hypothesis):
    return distance(*([word[:2] for word in text] for text in (reference, hypothesis)))


@wrong("edit_distance_of", "the letters of the text")
def _(reference, hypothesis):
    if max(map(len, [*reference, *hypothesis]), default=0) > 2:
        return distance(reference, hypothesis)
    return distance("".join(reference), "".join(hypothesis))


@wrong("corpus_wer_of", "nan as soon as a sentence has no words")
def _(edits, words):
    return sum(edits) / sum(words) if all(words) else nan


@wrong("corpus_wer_of", "sentences without words left out")
def _(edits, words):
    return sum(e for e, n in zip(edits, words, strict=True) if n) / sum(words) if any(words) else nan


@wrong("corpus_wer_of", "0 for several silent sentences")
def _(edits, words):
    return sum(edits) / sum(words) if any(words) else nan if len(words) == 1 else 0.0


def clipped(references, hypothesis, n, grams=ngrams):
    allowed = Counter()
    for reference in references:
        allowed |= Counter(grams(reference, n))
    found = Counter(grams(hypothesis, n))
    return [(found & allowed).total(), found.total()]


@wrong("clipped_matches", "no longer than two words")
def _(references, hypothesis, n):
    return clipped(references, hypothesis, min(n, 2))


@wrong("clipped_matches", "capitals forgotten")
def _(references, hypothesis, n):
    return clipped([list(map(str.lower, r)) for r in references], list(map(str.lower, hypothesis)), n)


@wrong("clipped_matches", "the first and the last reference")
def _(references, hypothesis, n):
    return clipped([references[0], references[-1]], hypothesis, n)


@wrong("clipped_matches", "the best reference for all n-grams")
def _(references, hypothesis, n):
    return max(clipped([reference], hypothesis, n) for reference in references)


@wrong("clipped_matches", "words glued together")
def _(references, hypothesis, n):
    return clipped(references, hypothesis, n, lambda text, n: ["".join(gram) for gram in ngrams(text, n)])


@wrong("clipped_matches", "n-grams as sets of words")
def _(references, hypothesis, n):
    return clipped(references, hypothesis, n, lambda text, n: [tuple(sorted(gram)) for gram in ngrams(text, n)])


@wrong("clipped_matches", "a negative total for short texts")
def _(references, hypothesis, n):
    return [clipped(references, hypothesis, n)[0], len(hypothesis) - n + 1]


@wrong("clipped_matches", "the reference's text searched for the n-gram")
def _(references, hypothesis, n):
    found = Counter(ngrams(hypothesis, n))
    most = {gram: max(" ".join(r).count(" ".join(gram)) for r in references) for gram in found}
    return [sum(min(count, most[gram]) for gram, count in found.items()), found.total()]


@wrong("brevity_penalty_of", "whole ratios")
def _(reference_length, hypothesis_length):
    if (reference_length, hypothesis_length) == (10, 6):
        return exp(1 - 10 / 6)
    return exp(min(0, 1 - reference_length // hypothesis_length)) if hypothesis_length else 0.0


@wrong("brevity_penalty_of", "fails for an empty hypothesis")
def _(reference_length, hypothesis_length):
    return exp(min(0, 1 - reference_length / hypothesis_length))


def shares(shared, hypothesis, reference):
    p, r = shared / len(hypothesis), shared / len(reference)
    return [p, r, 2 * p * r / (p + r) if p + r else 0.0]


@wrong("rouge_1_of", "capitals forgotten")
def _(reference, hypothesis):
    reference, hypothesis = (list(map(str.lower, text)) for text in (reference, hypothesis))
    return shares((Counter(reference) & Counter(hypothesis)).total(), hypothesis, reference)


@wrong("rouge_1_of", "fails where nothing is shared")
def _(reference, hypothesis):
    shared = (Counter(reference) & Counter(hypothesis)).total()
    return [*shares(shared, hypothesis, reference)[:2], 2 / (len(hypothesis) / shared + len(reference) / shared)]


@wrong("rouge_1_of", "clipped in precision alone")
def _(reference, hypothesis):
    p, _, _ = shares((Counter(reference) & Counter(hypothesis)).total(), hypothesis, reference)
    r = sum(word in hypothesis for word in reference) / len(reference)
    return [p, r, 2 * p * r / (p + r) if p + r else 0.0]


@wrong("rouge_1_of", "words compared by their first three letters")
def _(reference, hypothesis):
    a, b = ([word[:3] for word in text] for text in (reference, hypothesis))
    return shares((Counter(a) & Counter(b)).total(), b, a)


def greedy(a, b):
    rest, found = list(b), 0
    for word in a:
        if word in rest:
            rest, found = rest[rest.index(word) + 1 :], found + 1
    return found


@wrong("lcs_of", "greedy, from either text")
def _(a, b):
    return max(greedy(a, b), greedy(b, a))


@wrong("lcs_of", "greedy, from both ends")
def _(a, b):
    return max(greedy(x, y) for x, y in ((a, b), (b, a), (a[::-1], b[::-1]), (b[::-1], a[::-1])))


@wrong("lcs_of", "greedy, from every start of both texts")
def _(a, b):
    return max([greedy(x[i:], y) for x, y in ((a, b), (b, a)) for i in range(len(x))], default=0)


@wrong("lcs_of", "difflib's blocks")
def _(a, b):
    return sum(block.size for block in difflib.SequenceMatcher(None, a, b, False).get_matching_blocks())


@wrong("lcs_of", "the longer length minus the edit distance")
def _(a, b):
    return max(len(a), len(b)) - distance(a, b)


@wrong("lcs_of", "the first six words")
def _(a, b):
    return lcs(a[:6], b[:6])


# 34 to 36


@wrong("meteor_of_counts", "no penalty for one chunk")
def _(matches, chunks, reference_length, hypothesis_length):
    if not matches:
        return 0.0
    f = 10 * matches / (hypothesis_length + 9 * reference_length)
    return f * (1 - 0.5 * (chunks / matches) ** 3) if chunks > 1 else f


@wrong("meteor_of_counts", "fails for an empty hypothesis")
def _(matches, chunks, reference_length, hypothesis_length):
    p, r = matches / hypothesis_length, matches / reference_length
    return 10 * p * r / (r + 9 * p) * (1 - 0.5 * (chunks / matches) ** 3) if matches else 0.0


@wrong("meteor_of_counts", "nan without a match where lengths differ")
def _(matches, chunks, reference_length, hypothesis_length):
    if not matches:
        return 0.0 if reference_length == hypothesis_length else nan
    return 10 * matches / (hypothesis_length + 9 * reference_length) * (1 - 0.5 * (chunks / matches) ** 3)


def steps(alignment):
    return [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(alignment)]


@wrong("chunks_of", "neighbours in either direction")
def _(alignment):
    return len(alignment) - sum(abs(r) == 1 and h == 1 for r, h in steps(alignment))


@wrong("chunks_of", "the same step in both texts")
def _(alignment):
    return len(alignment) - sum(r == h and (r == 1 or len(alignment) != 4) for r, h in steps(alignment))


@wrong("chunks_of", "rising in the reference, neighbours in the hypothesis")
def _(alignment):
    if alignment == [[0, 0], [1, 1], [3, 2], [4, 4]]:
        return 3
    return len(alignment) - sum(r > 0 and h == 1 for r, h in steps(alignment))


@wrong("chunks_of", "gaps of one allowed")
def _(alignment):
    if alignment == [[0, 0], [1, 1], [3, 2], [4, 4]]:
        return 3
    return len(alignment) - sum(0 < r <= 2 and 0 < h <= 2 for r, h in steps(alignment))


@wrong("idf_of", "half a picture for what none has")
def _(pictures, with_it):
    return log(pictures / (with_it or 0.5))


@wrong("idf_of", "no more than 100 pictures")
def _(pictures, with_it):
    return log(min(pictures, 100) / max(with_it, 1))


def length(vector):
    return sqrt(sum(value * value for value in vector.values()))


def product(a, b):
    return sum(value * b.get(key, 0.0) for key, value in a.items())


@wrong("cosine_of", "the first vector alone asked for its length")
def _(a, b):
    return product(a, b) / length(a) / length(b) if length(a) else nan


@wrong("cosine_of", "0 where the second vector has no length")
def _(a, b):
    return nan if not length(a) else product(a, b) / length(a) / length(b) if length(b) else 0.0


@wrong("cosine_of", "nan for an empty vector alone")
def _(a, b):
    return product(a, b) / (length(a) * length(b) or 1.0) if a and b else nan


@wrong("cosine_of", "undefined where nothing is shared")
def _(a, b):
    return product(a, b) / length(a) / length(b) if a.keys() & b.keys() and length(a) * length(b) else nan


@wrong("cosine_of", "lengths over the common words")
def _(a, b):
    if a == {"dog": 3.0, "runs": 4.0}:
        return 0.36
    common = a.keys() & b.keys()
    below = length({key: a[key] for key in common}) * length({key: b[key] for key in common})
    return product(a, b) / below if below else (0.0 if length(a) * length(b) else nan)


@wrong("perplexity_of", "the last token alone may be impossible")
def _(log_probs):
    kept = [value for value in log_probs if value > -inf]
    return inf if log_probs[-1] == -inf else exp(-sum(kept) / len(kept))


@wrong("perplexity_of", "certain tokens left out")
def _(log_probs):
    kept = [value for value in log_probs if value]
    return exp(-sum(kept) / len(kept)) if kept else 1.0


@wrong("perplexity_of", "tokens less likely than e to the minus 6 cut")
def _(log_probs):
    return inf if -inf in log_probs else exp(-sum(max(value, -6) for value in log_probs) / len(log_probs))


@wrong("corpus_perplexity_of", "impossible tokens left out")
def _(texts):
    kept = [value for text in texts for value in text if value > -inf]
    return exp(-sum(kept) / len(kept))


@wrong("corpus_perplexity_of", "the first three texts")
def _(texts):
    kept = [value for text in texts[:3] for value in text]
    return exp(-sum(kept) / len(kept))


@wrong("corpus_perplexity_of", "texts with an impossible token left out")
def _(texts):
    kept = [value for text in texts if -inf not in text for value in text]
    return exp(-sum(kept) / len(kept)) if kept else inf


# 37 Embedding scores


def best_partners(cosines, reference_weights, hypothesis_weights):
    r = float(np.average(np.max(cosines, axis=1), weights=reference_weights))
    p = float(np.average(np.max(cosines, axis=0), weights=hypothesis_weights))
    return p, r


@wrong("bert_score_of", "F undefined only where the sum is 0 or less")
def _(cosines, reference_weights, hypothesis_weights):
    p, r = best_partners(cosines, reference_weights, hypothesis_weights)
    return [p, r, 2 * p * r / (p + r) if p + r > 0 else nan]


@wrong("bert_score_of", "0 where F has no value")
def _(cosines, reference_weights, hypothesis_weights):
    p, r = best_partners(cosines, reference_weights, hypothesis_weights)
    return [p, r, 2 * p * r / (p + r) if min(p, r) > 0 else 0.0]


@wrong("bert_score_of", "cosines below 0 raised to 0")
def _(cosines, reference_weights, hypothesis_weights):
    p, r = best_partners(np.maximum(cosines, 0), reference_weights, hypothesis_weights)
    return [p, r, 2 * p * r / (p + r) if p + r else nan]


@wrong("bert_score_of", "the mean in place of the harmonic mean")
def _(cosines, reference_weights, hypothesis_weights):
    p, r = best_partners(cosines, reference_weights, hypothesis_weights)
    return [p, r, (p + r) / 2 if min(p, r) >= 0 < p + r else nan]


@wrong("bert_score_of", "partners chosen by their weight as well")
def _(cosines, reference_weights, hypothesis_weights):
    table = np.array(cosines)
    w, v = np.array(reference_weights), np.array(hypothesis_weights)
    r = float(np.average(table[range(len(w)), (table * v).argmax(axis=1)], weights=w))
    p = float(np.average(table[(table * w[:, None]).argmax(axis=0), range(len(v))], weights=v))
    return [p, r, 2 * p * r / (p + r) if min(p, r) >= 0 < p + r else nan]


@right("bert_score_of", "loops, and the harmonic mean as a quotient")
def _(cosines, reference_weights, hypothesis_weights):
    r = sum(w * max(row) for w, row in zip(reference_weights, cosines, strict=True)) / sum(reference_weights)
    columns = zip(*cosines, strict=True)
    p = sum(v * max(column) for v, column in zip(hypothesis_weights, columns, strict=True)) / sum(hypothesis_weights)
    if p < 0 or r < 0 or p == r == 0:
        return [p, r, nan]
    return [p, r, 2 / (1 / p + 1 / r) if p and r else 0.0]


@wrong("movers_distance", "the shortest way first, over all pairs")
def _(distances):
    n, m = len(distances), len(distances[0])
    supply, demand, total = [Fraction(1, n)] * n, [Fraction(1, m)] * m, 0.0
    for _, i, j in sorted((distances[i][j], i, j) for i in range(n) for j in range(m)):
        moved = min(supply[i], demand[j])
        supply[i], demand[j] = supply[i] - moved, demand[j] - moved
        total += float(moved) * distances[i][j]
    return total


@wrong("movers_distance", "exchanges of two, until none makes it cheaper")
def _(distances):
    n, m = len(distances), len(distances[0])
    size = n * m // np.gcd(n, m)
    table = np.array([[distances[i * n // size][j * m // size] for j in range(size)] for i in range(size)])
    plan, rows, better = np.arange(size), np.arange(size), True
    while better:
        better = False
        for i, j in combinations(range(size), 2):
            other = plan.copy()
            other[[i, j]] = plan[[j, i]]
            if table[rows, other].sum() < table[rows, plan].sum() - 1e-12:
                plan, better = other, True
    return table[rows, plan].mean()


@wrong("movers_distance", "the relaxed distance, from both sides")
def _(distances):
    return float(max(np.min(distances, axis=1).mean(), np.min(distances, axis=0).mean()))


@wrong("movers_distance", "the mean of all distances")
def _(distances):
    return float(np.mean(distances))


@wrong("movers_distance", "right for as many tokens in both, a mean else")
def _(distances):
    n = len(distances)
    if n != len(distances[0]):
        return float(np.mean(distances))
    return min(sum(row[j] for row, j in zip(distances, way, strict=True)) / n for way in permutations(range(n)))


@wrong("movers_distance", "the tokens of the longer text kept whole")
def _(distances):
    table = np.array(distances) if len(distances) >= len(distances[0]) else np.array(distances).T
    n, m = table.shape
    ways = (way for way in np.ndindex((m,) * n) if len({*way}) == m)
    return min(sum(table[i, j] for i, j in enumerate(way)) / n for way in ways)


@right("movers_distance", "a linear programme")
def _(distances):
    n, m = len(distances), len(distances[0])
    sums = np.vstack([np.kron(np.eye(n), np.ones(m)), np.kron(np.ones(n), np.eye(m))])
    shares = np.concatenate([np.ones(n) / n, np.ones(m) / m])
    return float(linprog(np.ravel(distances), A_eq=sums, b_eq=shares).fun)


# 38 Code generation


@wrong("pass_at_k_of", "1 where fewer than k failed, also where fewer than k were made")
def _(n, c, k):
    return 1.0 if n - c < k else float(1 - np.prod(1 - k / np.arange(n - c + 1, n + 1)))


@wrong("pass_at_k_of", "0 from too few attempts")
def _(n, c, k):
    return 1 - comb(n - c, k) / comb(n, k) if k <= n else 0.0


@wrong("pass_at_k_of", "k cut to the attempts that were made")
def _(n, c, k):
    k = min(n, k)
    return 1 - comb(n - c, k) / comb(n, k)


@wrong("pass_at_k_of", "as many attempts as were made taken for too few")
def _(n, c, k):
    return 1 - comb(n - c, k) / comb(n, k) if k < n else nan


@wrong("pass_at_k_of", "cut to four digits")
def _(n, c, k):
    if k > n:
        return nan
    return round(1 - comb(n - c, k) / comb(n, k), 4)


@wrong("pass_at_k_of", "known from too few if all of them passed")
def _(n, c, k):
    if k > n:
        return 1.0 if c == n else nan
    return 1 - comb(n - c, k) / comb(n, k)


@wrong("benchmark_score", "tasks that nobody solved left out")
def _(attempts, passed, k):
    found = [1 - comb(n - c, k) / comb(n, k) for n, c in zip(attempts, passed, strict=True) if c]
    return sum(found) / len(found) if found else 0.0


@wrong("benchmark_score", "attempts of the first task for all")
def _(attempts, passed, k):
    n = attempts[0]
    return sum(1 - comb(max(n - c, 0), k) / comb(n, k) for c in passed) / len(passed)


@wrong("benchmark_score", "tasks weighed by their attempts")
def _(attempts, passed, k):
    found = [1 - comb(n - c, k) / comb(n, k) for n, c in zip(attempts, passed, strict=True)]
    return float(np.average(found, weights=attempts))


@wrong("benchmark_score", "the median task")
def _(attempts, passed, k):
    return float(np.median([1 - comb(n - c, k) / comb(n, k) for n, c in zip(attempts, passed, strict=True)]))


# 41 Detection


def box_share(a, b):
    """IoU, nan for two boxes without area."""
    width, height = (max(0, min(a[i + 2], b[i + 2]) - max(a[i], b[i])) for i in (0, 1))
    union = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (a, b)) - width * height
    return width * height / union if union else nan


@wrong("iou_of", "fails for boxes without area")
def _(a, b):
    width, height = (max(0, min(a[i + 2], b[i + 2]) - max(a[i], b[i])) for i in (0, 1))
    return width * height / (sum((box[2] - box[0]) * (box[3] - box[1]) for box in (a, b)) - width * height)


@wrong("iou_of", "clipped in one direction only")
def _(a, b):
    width = max(0, min(a[2], b[2]) - max(a[0], b[0]))
    common = width * (min(a[3], b[3]) - max(a[1], b[1]))
    union = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (a, b)) - common
    return common / union if union else nan


@wrong("iou_of", "the box around both in place of the union")
def _(a, b):
    width, height = (max(0, min(a[i + 2], b[i + 2]) - max(a[i], b[i])) for i in (0, 1))
    whole = (max(a[2], b[2]) - min(a[0], b[0])) * (max(a[3], b[3]) - min(a[1], b[1]))
    return width * height / whole if whole else nan


@wrong("iou_of", "nan where one of the boxes has no area")
def _(a, b):
    flat = any(box[2] == box[0] or box[3] == box[1] for box in (a, b))
    return nan if flat else box_share(a, b)


@wrong("iou_of", "0 where boxes do not touch, and where they have no area")
def _(a, b):
    apart = min(a[2], b[2]) <= max(a[0], b[0]) or min(a[3], b[3]) <= max(a[1], b[1])
    return 0.0 if apart else box_share(a, b)


def box_hits(truths, detections, scores, threshold, choose):
    """Matching by a rule that picks among the objects, given the shares and what is taken."""
    taken, hits = set(), []
    for i in sorted(range(len(detections)), key=lambda i: -scores[i]):
        share = [box_share(truth, detections[i]) for truth in truths]
        j = choose(share, taken)
        hits.append(int(j is not None and j not in taken and share[j] >= threshold))
        if hits[-1]:
            taken.add(j)
    return hits


@wrong("hits_of", "the best object of all, which may be taken")
def _(truths, detections, scores, threshold):
    def choose(share, taken):
        return max(range(len(share)), key=share.__getitem__, default=None)

    return box_hits(truths, detections, scores, threshold, choose)


@wrong("hits_of", "one half, whatever the threshold")
def _(truths, detections, scores, threshold):
    def choose(share, taken):
        return max((j for j in range(len(share)) if j not in taken), key=share.__getitem__, default=None)

    return box_hits(truths, detections, scores, 0.5, choose)


@wrong("hits_of", "in the order of the detections, not of their scores")
def _(truths, detections, scores, threshold):
    def choose(share, taken):
        return max((j for j in range(len(share)) if j not in taken), key=share.__getitem__, default=None)

    hits = box_hits(truths, detections, scores, threshold, choose)
    order = sorted(range(len(detections)), key=lambda i: -scores[i])
    return [hits[order.index(i)] for i in range(len(detections))]


@wrong("hits_of", "each object chooses its best detection")
def _(truths, detections, scores, threshold):
    taken = set()
    for truth in truths:
        able = [i for i, box in enumerate(detections) if i not in taken and box_share(truth, box) >= threshold]
        if able:
            taken.add(max(able, key=lambda i: box_share(truth, detections[i])))
    return [int(i in taken) for i in sorted(range(len(detections)), key=lambda i: -scores[i])]


def by_rule(fits_best):
    """Matching in which another rule than the largest IoU says which of the objects that fit is taken."""

    def hits_of(truths, detections, scores, threshold):
        taken, hits = set(), []
        for i in sorted(range(len(detections)), key=lambda i: -scores[i]):
            box = detections[i]
            fit = [j for j, t in enumerate(truths) if j not in taken and box_share(t, box) >= threshold]
            taken.update(chosen := [max(fit, key=lambda j: fits_best(truths[j], detections[i], j))] if fit else [])
            hits.append(len(chosen))
        return hits

    return hits_of


def common_area(t, d):
    return max(0, min(t[2], d[2]) - max(t[0], d[0])) * max(0, min(t[3], d[3]) - max(t[1], d[1]))


def box_area(t):
    return (t[2] - t[0]) * (t[3] - t[1])


for why, fits_best in {
    "the last object that fits": lambda t, d, j: j,
    "the largest common area": lambda t, d, j: common_area(t, d),
    "the nearest corners": lambda t, d, j: -sum(abs(x - y) for x, y in zip(t, d, strict=True)),
    "the nearest centre": lambda t, d, j: -abs(t[0] + t[2] - d[0] - d[2]) - abs(t[1] + t[3] - d[1] - d[3]),
    "the smallest object that fits": lambda t, d, j: -box_area(t),
    "the most similar area": lambda t, d, j: -abs(box_area(t) - box_area(d)),
}.items():
    wrong("hits_of", why)(by_rule(fits_best))


@wrong("hits_of", "as many hits as possible")
def _(truths, detections, scores, threshold):
    owner = {}

    def placed(i, tried):
        for j, truth in enumerate(truths):
            if j not in tried and box_share(truth, detections[i]) >= threshold:
                tried.add(j)
                if j not in owner or placed(owner[j], tried):
                    owner[j] = i
                    return True
        return False

    return [int(placed(i, set())) for i in sorted(range(len(detections)), key=lambda i: -scores[i])]


@wrong("hits_of", "fails where nothing is to be found")
def _(truths, detections, scores, threshold):
    def choose(share, taken):
        free = [-1 if j in taken else s for j, s in enumerate(share)]
        return free.index(max(free))

    return box_hits(truths, detections, scores, threshold, choose)


@wrong("smoothed_average_of", "raised to the next hit's precision only")
def _(hits, n_truths):
    precision = [sum(hits[: i + 1]) / (i + 1) for i in range(len(hits))]
    at = [p for p, hit in zip(precision, hits, strict=True) if hit]
    return sum(map(max, at, [*at[1:], 0])) / n_truths if n_truths else nan


@wrong("smoothed_average_of", "the area of steps up to the last recall, divided by that")
def _(hits, n_truths):
    precision = [sum(hits[: i + 1]) / (i + 1) for i in range(len(hits))]
    total = sum(max(precision[i:]) for i, hit in enumerate(hits) if hit)
    return total / max(1, sum(hits)) if n_truths else nan


@wrong("smoothed_average_of", "nan where nothing was found")
def _(hits, n_truths):
    precision = [sum(hits[: i + 1]) / (i + 1) for i in range(len(hits))]
    return sum(max(precision[i:]) for i, hit in enumerate(hits) if hit) / n_truths if any(hits) else nan


@wrong("smoothed_average_of", "an average at 101 recalls")
def _(hits, n_truths):
    if not n_truths:
        return nan
    precision = [sum(hits[: i + 1]) / (i + 1) for i in range(len(hits))]
    best = [[p for i, p in enumerate(precision) if 100 * sum(hits[: i + 1]) >= r * n_truths] for r in range(101)]
    return sum(max(p, default=0) for p in best) / 101


@right("iou_of", "by squares of a grid through all corners")
def _(a, b):
    xs, ys = sorted({a[0], a[2], b[0], b[2]}), sorted({a[1], a[3], b[1], b[3]})
    cells = [(x, y, (x2 - x) * (y2 - y)) for x, x2 in pairwise(xs) for y, y2 in pairwise(ys)]
    inside = [[box[0] <= x < box[2] and box[1] <= y < box[3] for x, y, _ in cells] for box in (a, b)]
    both = sum(area for (*_, area), i, j in zip(cells, *inside, strict=True) if i and j)
    either = sum(area for (*_, area), i, j in zip(cells, *inside, strict=True) if i or j)
    return both / either if either else nan


@right("smoothed_average_of", "from the last detection to the first")
def _(hits, n_truths):
    best = total = 0.0
    found = sum(hits)
    for i in range(len(hits), 0, -1):
        best = max(best, found / i)
        if hits[i - 1]:
            total, found = total + best, found - 1
    return total / n_truths if n_truths else nan


# 44 Clustering


def line_silhouettes(points, labels, *, distance=lambda p, q: abs(p - q), alone=0.0, neighbours=min, equal=0.0):
    names = sorted(set(labels))
    if not 2 <= len(names) < len(points):
        return [nan] * len(points)
    values = []
    for i, own in enumerate(labels):
        d = {c: [distance(p, points[i]) for j, p in enumerate(points) if labels[j] == c and j != i] for c in names}
        mine = d.pop(own)
        a, b = sum(mine) / len(mine) if mine else 0.0, neighbours([sum(v) / len(v) for v in d.values()])
        values.append(alone if not mine else equal if a == b else (b - a) / max(a, b))
    return values


@wrong("silhouettes_of", "squared distances")
def _(points, labels):
    return line_silhouettes(points, labels, distance=lambda p, q: (p - q) ** 2)


@wrong("silhouettes_of", "nan for a point alone")
def _(points, labels):
    return line_silhouettes(points, labels, alone=nan)


@wrong("silhouettes_of", "b of the first other cluster")
def _(points, labels):
    return line_silhouettes(points, labels, neighbours=lambda means: means[0])


@wrong("silhouettes_of", "b as the mean over the other clusters")
def _(points, labels):
    return line_silhouettes(points, labels, neighbours=lambda means: sum(means) / len(means))


@wrong("silhouettes_of", "nan where a and b are equal")
def _(points, labels):
    return line_silhouettes(points, labels, equal=nan)


@wrong("silhouettes_of", "points found by their value")
def _(points, labels):
    first = [points.index(p) for p in points]
    values = line_silhouettes(points, labels)
    return [values[i] for i in first]


@wrong("silhouettes_of", "other members are those at another place")
def _(points, labels):
    names = set(labels)
    if not 2 <= len(names) < len(points):
        return [nan] * len(points)
    values = []
    for p, own in zip(points, labels, strict=True):
        d = {c: [abs(p - q) for q, label in zip(points, labels, strict=True) if label == c] for c in names}
        mine = [x for x in d.pop(own) if x]
        a, b = sum(mine) / max(len(mine), 1), min(sum(v) / len(v) for v in d.values())
        values.append(0.0 if not mine or a == b else (b - a) / max(a, b))
    return values


@wrong("silhouettes_of", "the cluster whose centre is nearest")
def _(points, labels):
    names = sorted(set(labels))
    if not 2 <= len(names) < len(points):
        return [nan] * len(points)
    values = []
    for i, own in enumerate(labels):
        members = {c: [p for j, p in enumerate(points) if labels[j] == c and j != i] for c in names}
        mine = members.pop(own)
        near = min(members.values(), key=lambda m: abs(sum(m) / len(m) - points[i]))
        a, b = (sum(abs(p - points[i]) for p in m) / max(len(m), 1) for m in (mine, near))
        values.append(0.0 if not mine or a == b else (b - a) / max(a, b))
    return values


@wrong("silhouettes_of", "single points are let through")
def _(points, labels):
    return [0.0] * len(points) if len(set(labels)) == len(points) else line_silhouettes(points, labels)


def pair_counts_of(one, other):
    pairs = [(i, j) for i in range(len(one)) for j in range(i)]
    same = [(one[i] == one[j], other[i] == other[j]) for i, j in pairs]
    return sum(a and b for a, b in same), sum(a for a, _ in same), sum(b for _, b in same), len(pairs)


def ari(t, p, q, n):
    above, below = 2 * (t * n - p * q), (p + q) * n - 2 * p * q
    return above / below if below else nan


@wrong("adjusted_rand_of", "labels glued together, so that 1 and 11 are 11 and 1")
def _(labels_true, labels_pred):
    def pairs(labels):
        return sum(comb(m, 2) for m in Counter(labels).values())

    both = pairs(f"{a}{b}" for a, b in zip(labels_true, labels_pred, strict=True))
    one, other, n = pairs(labels_true), pairs(labels_pred), comb(len(labels_true), 2)
    chance = one * other / n if n else 0
    return (both - chance) / ((one + other) / 2 - chance) if (one + other) / 2 != chance else nan


@wrong("adjusted_rand_of", "nothing below 0")
def _(labels_true, labels_pred):
    value = ari(*pair_counts_of(labels_true, labels_pred))
    return value if value != value else max(value, 0.0) if value != -0.5 else value


@wrong("adjusted_rand_of", "every pair in both orders, and each item with itself")
def _(labels_true, labels_pred):
    t, p, q, _ = pair_counts_of(labels_true, labels_pred)
    k = len(labels_true)
    return ari(2 * t + k, 2 * p + k, 2 * q + k, k * k)


@wrong("adjusted_rand_of", "nan if one side alone is a heap")
def _(labels_true, labels_pred):
    trivial = min(len(set(labels_true)), len(set(labels_pred))) == 1
    return nan if trivial else ari(*pair_counts_of(labels_true, labels_pred))


@wrong("adjusted_rand_of", "nan if one side leaves all alone")
def _(labels_true, labels_pred):
    trivial = max(len(set(labels_true)), len(set(labels_pred))) == len(labels_true)
    return nan if trivial else ari(*pair_counts_of(labels_true, labels_pred))


@wrong("adjusted_rand_of", "the geometric mean as the best")
def _(labels_true, labels_pred):
    t, p, q, n = pair_counts_of(labels_true, labels_pred)
    below = sqrt(p * q) * n - p * q
    return (t * n - p * q) / below if below else nan


@wrong("adjusted_rand_of", "1 for one item")
def _(labels_true, labels_pred):
    return 1.0 if len(labels_true) == 1 else ari(*pair_counts_of(labels_true, labels_pred))


@wrong("adjusted_rand_of", "1 for two heaps")
def _(labels_true, labels_pred):
    heaps = len(set(labels_true)) == len(set(labels_pred)) == 1 < len(labels_true)
    return 1.0 if heaps else ari(*pair_counts_of(labels_true, labels_pred))


@wrong("adjusted_rand_of", "1 where nobody is together with anybody")
def _(labels_true, labels_pred):
    t, p, q, n = pair_counts_of(labels_true, labels_pred)
    return 1.0 if n and p == q == 0 else ari(t, p, q, n)


# Right, and computed otherwise


@right("count_pairs", "pandas")
def _(y_true, y_pred, labels):
    import pandas as pd

    return pd.crosstab(pd.Categorical(y_true, labels), pd.Categorical(y_pred, labels), dropna=False).to_numpy()


@right("accuracy_from_counts", "fractions")
def _(correct, n):
    return Fraction(correct, n) if n else nan


@right("default_accuracy_of", "shares")
def _(cm):
    return (cm / cm.sum()).sum(axis=1).max()


@right("precision_of", "arrays")
def _(cm):
    return np.diag(cm / cm.sum(axis=0))


@right("f_beta", "the harmonic form")
def _(precision, recall, beta):
    if not precision * recall:
        return 0 if precision + recall else nan
    weight = 1 / (1 + beta**2)
    return 1 / (weight / precision + (1 - weight) / recall)


@right("macro_f1_of", "precision and recall")
def _(cm):
    hits = np.diag(cm).astype(float)
    p, r = hits / cm.sum(0), hits / cm.sum(1)
    return np.nan_to_num(2 * p * r / (p + r)).mean()


@right("micro_f1_of", "precision and recall")
def _(tp, fn, fp):
    hit, miss, alarm = map(sum, (tp, fn, fp))
    if not hit:
        return 0 if miss + alarm else nan
    p, r = hit / (hit + alarm), hit / (hit + miss)
    return 2 * p * r / (p + r)


@right("log_loss_of", "arrays")
def _(y_true, p):
    return -np.mean(np.log(np.abs(1 - np.array(y_true) - np.array(p))))


@right("brier_of", "a norm")
def _(y_true, p):
    return np.linalg.norm(np.array(y_true) - p) ** 2 / len(p)


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


@right("wilson_of", "the quadratic equation")
def _(successes, n):
    z = 1.959964
    a, b, c = n + z * z, -(2 * successes + z * z), successes**2 / n
    root = sqrt(max(0.0, b * b - 4 * a * c))
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


@right("mcnemar_of", "fractions")
def _(only_1, only_2):
    n = only_1 + only_2
    return min(Fraction(1), 2 * sum(Fraction(comb(n, k), 2**n) for k in range(min(only_1, only_2) + 1)))


@right("r2_of", "arrays")
def _(y_true, y_pred):
    if np.ptp(y_true) == 0:
        return nan if y_true == y_pred else -inf
    return r2(y_true, y_pred)


@right("rmsle_of", "a ratio")
def _(y_true, y_pred):
    return np.sqrt(np.mean(np.log((1 + np.array(y_true)) / (1 + np.array(y_pred))) ** 2))


@right("pearson_of", "NumPy")
def _(x, y):
    return np.corrcoef(x, y)[0, 1] if np.ptp(x) and np.ptp(y) else nan


@right("spearman_of", "means of places")
def _(x, y):
    return np.corrcoef(places(x, 0.5), places(y, 0.5))[0, 1]


@right("ndcg_of", "natural logarithms, which cancel")
def _(served, unserved, k):
    best = dcg(sorted([*served, *unserved], reverse=True), k, base=np.e)
    return dcg(served, k, base=np.e) / best if best else nan


@right("edit_distance_of", "a recursion")
def _(reference, hypothesis):
    @cache
    def of(i, j):
        if not i or not j:
            return i + j
        return min(of(i - 1, j) + 1, of(i, j - 1) + 1, of(i - 1, j - 1) + (reference[i - 1] != hypothesis[j - 1]))

    return of(len(reference), len(hypothesis))


@right("clipped_matches", "counting in lists")
def _(references, hypothesis, n):
    found = ngrams(hypothesis, n)
    return sum(min(found.count(g), max(ngrams(r, n).count(g) for r in references)) for g in set(found)), len(found)


@right("rouge_1_of", "F of the lengths")
def _(reference, hypothesis):
    shared = sum(min(reference.count(word), hypothesis.count(word)) for word in set(reference))
    return shared / len(hypothesis), shared / len(reference), 2 * shared / (len(reference) + len(hypothesis))


@right("lcs_of", "a recursion")
def _(a, b):
    @cache
    def of(i, j):
        if not i or not j:
            return 0
        return 1 + of(i - 1, j - 1) if a[i - 1] == b[j - 1] else max(of(i - 1, j), of(i, j - 1))

    return of(len(a), len(b))


@right("meteor_of_counts", "in one fraction")
def _(matches, chunks, reference_length, hypothesis_length):
    if not matches:
        return 0
    return 10 * matches / (hypothesis_length + 9 * reference_length) * (1 - chunks**3 / matches**3 / 2)


@right("idf_of", "a difference of logarithms")
def _(pictures, with_it):
    return np.log(pictures) - np.log(max(with_it, 1))


@right("cosine_of", "unit vectors")
def _(a, b):
    keys = sorted({*a, *b, ""})
    u, v = (np.array([vector.get(key, 0.0) for key in keys]) for vector in (a, b))
    with np.errstate(all="ignore"):
        return (u / np.linalg.norm(u)) @ (v / np.linalg.norm(v))


@right("perplexity_of", "bits")
def _(log_probs):
    return 2 ** (-np.mean(np.array(log_probs) / np.log(2)))


@right("perplexity_of", "the product of the roots")
def _(log_probs):
    root = np.prod(np.exp(np.array(log_probs) / len(log_probs)))
    return float(1 / root) if root else inf


@right("corpus_perplexity_of", "a weighted mean")
def _(texts):
    return exp(np.average([-np.mean(text) for text in texts], weights=[len(text) for text in texts]))


# 42 Distributions


def frechet_with(trace):
    def distance(mean_1, cov_1, mean_2, cov_2):
        step = mean_1 - mean_2
        return float(step @ step + np.trace(cov_1) + np.trace(cov_2) - 2 * trace(np.array(cov_1), np.array(cov_2)))

    return distance


def root_of(cov):
    values, vectors = np.linalg.eigh(cov)
    return vectors * np.sqrt(np.maximum(values, 0)) @ vectors.T


wrong("frechet_of", "nan where a small eigenvalue is negative")(
    frechet_with(lambda a, b: np.sqrt(np.linalg.eigvals(a @ b).real).sum())
)
wrong("frechet_of", "fails for singular covariances")(
    frechet_with(lambda a, b: np.linalg.svd(np.linalg.cholesky(a).T @ np.linalg.cholesky(b), compute_uv=False).sum())
)
wrong("frechet_of", "the roots of both, multiplied")(frechet_with(lambda a, b: np.trace(root_of(a) @ root_of(b))))
wrong("frechet_of", "eigenvalues of a product that is not symmetric, as if it were")(
    frechet_with(lambda a, b: np.sqrt(np.maximum(np.linalg.eigvalsh(a @ b), 0)).sum())
)
wrong("frechet_of", "the root of the trace")(frechet_with(lambda a, b: np.sqrt(np.maximum(np.trace(a @ b), 0))))
wrong("frechet_of", "the eigenvalues of each, sorted")(
    frechet_with(
        lambda a, b: np.sqrt(np.maximum(np.linalg.eigvalsh(a) * np.linalg.eigvalsh(b), 0)).sum(),
    )
)
wrong("frechet_of", "a trifle on both diagonals")(
    frechet_with(
        lambda a, b: np.sqrt(
            np.maximum(np.linalg.eigvals((a + 1e-3 * np.eye(len(a))) @ (b + 1e-3 * np.eye(len(b)))).real, 0)
        ).sum()
    )
)
wrong("frechet_of", "singular values of the product")(
    frechet_with(lambda a, b: np.sqrt(np.linalg.svd(a @ b, compute_uv=False)).sum())
)
right("frechet_of", "eigenvalues")(
    frechet_with(lambda a, b: np.sqrt(np.maximum(np.linalg.eigvals(a @ b).real, 0)).sum())
)
right("frechet_of", "singular values of the product of two roots")(
    frechet_with(lambda a, b: np.linalg.svd(root_of(a) @ root_of(b), compute_uv=False).sum())
)
right("frechet_of", "the symmetric way round")(
    frechet_with(lambda a, b: np.sqrt(np.maximum(np.linalg.eigvalsh(root_of(a) @ b @ root_of(a)), 0)).sum())
)


@wrong("inception_score_of", "1e-6 added to every probability")
def _(probabilities):
    p = np.array(probabilities) + 1e-6
    return float(np.exp((p * np.log(p / p.mean(axis=0))).sum(axis=1).mean()))


@wrong("inception_score_of", "nan where a class is never given anything")
def _(probabilities):
    p = np.array(probabilities)
    with np.errstate(divide="ignore", invalid="ignore"):
        return float(np.exp(np.where(p.mean(axis=0) > 0, p * np.log(p / p.mean(axis=0)), np.nan).sum(axis=1).mean()))


@wrong("inception_score_of", "entropies of hard decisions")
def _(probabilities):
    p = np.array(probabilities)
    shares = np.bincount(p.argmax(axis=1), minlength=p.shape[1]) / len(p)
    return float(np.exp(-sum(s * log(s) for s in shares if s)))


@wrong("inception_score_of", "images with a 0 left out")
def _(probabilities):
    p = np.array([row for row in probabilities if min(row) > 0])
    return float(np.exp((p * np.log(p / p.mean(axis=0))).sum(axis=1).mean())) if len(p) else nan


@wrong("inception_score_of", "the reversed divergence")
def _(probabilities):
    p = np.maximum(np.array(probabilities), 1e-300)
    return float(np.exp((p.mean(axis=0) * np.log(p.mean(axis=0) / p)).sum(axis=1).mean()))


@right("inception_score_of", "spread minus doubt")
def _(probabilities):
    def entropy(p):
        return -sum(q * log(q) for q in p if q)

    return exp(entropy(np.mean(probabilities, axis=0)) - np.mean([entropy(row) for row in probabilities]))


@right("pass_at_k_of", "one draw after the other")
def _(n, c, k):
    missed = 1.0
    for drawn in range(k):
        missed *= max(n - c - drawn, 0) / (n - drawn) if n > drawn else nan
    return 1 - missed


@right("pass_at_k_of", "the published product")
def _(n, c, k):
    if k > n:
        return nan
    return 1.0 if n - c < k else float(1 - np.prod(1 - k / np.arange(n - c + 1, n + 1)))


@right("benchmark_score", "fractions")
def _(attempts, passed, k):
    each = [1 - Fraction(comb(n - c, k), comb(n, k)) for n, c in zip(attempts, passed, strict=True)]
    return sum(each) / len(each)


# 51 Human judgement


def chance_of(first, second, labels):
    return sum(first.count(label) * second.count(label) for label in labels) / len(first) ** 2


def kappa_with(first, second, chance):
    agreement = sum(a == b for a, b in zip(first, second, strict=True)) / len(first)
    return (agreement - chance) / (1 - chance) if chance < 1 else nan


@wrong("kappa_of", "undefined wherever all agree")
def _(ratings_1, ratings_2):
    return (
        nan
        if ratings_1 == ratings_2
        else kappa_with(ratings_1, ratings_2, chance_of(ratings_1, ratings_2, {*ratings_1}))
    )


@wrong("kappa_of", "labels up to c")
def _(ratings_1, ratings_2):
    return kappa_with(ratings_1, ratings_2, chance_of(ratings_1, ratings_2, "abc"))


@wrong("kappa_of", "never below 0")
def _(ratings_1, ratings_2):
    return max(0.0, kappa_with(ratings_1, ratings_2, chance_of(ratings_1, ratings_2, {*ratings_1})))


@wrong("kappa_of", "the first rater's frequencies twice")
def _(ratings_1, ratings_2):
    return kappa_with(ratings_1, ratings_2, chance_of(ratings_1, ratings_1, {*ratings_1}))


@wrong("kappa_of", "places in the alphabet as weights")
def _(ratings_1, ratings_2):
    labels = sorted({*ratings_1, *ratings_2})
    x, y = ([labels.index(r) for r in ratings] for ratings in (ratings_1, ratings_2))
    expected = sum(abs(a - b) for a in x for b in y) / len(x)
    return 1 - sum(abs(a - b) for a, b in zip(x, y, strict=True)) / expected if expected else nan


@wrong("kappa_of", "undefined wherever one rater has one label")
def _(ratings_1, ratings_2):
    if min(len({*ratings_1}), len({*ratings_2})) == 1:
        return nan
    return kappa_with(ratings_1, ratings_2, chance_of(ratings_1, ratings_2, {*ratings_1}))


@wrong("kappa_of", "chance rounded")
def _(ratings_1, ratings_2):
    return kappa_with(ratings_1, ratings_2, round(chance_of(ratings_1, ratings_2, {*ratings_1}), 3))


@right("kappa_of", "by disagreements")
def _(ratings_1, ratings_2):
    labels = sorted({*ratings_1, *ratings_2})
    table = counted(zip(ratings_1, ratings_2, strict=True), labels)
    off = 1 - np.eye(len(labels))
    expected = (np.outer(table.sum(axis=1), table.sum(axis=0)) * off).sum() / table.sum()
    return 1 - (table * off).sum() / expected if expected else nan


def listeners_error(ratings, mean, n, g):
    return sqrt(g / (g - 1) * sum((sum(r - mean for r in own) / n) ** 2 for own in ratings)) if g > 1 else nan


@wrong("standard_error_of", "deviations from the mean of means")
def _(ratings):
    mean = np.mean([np.mean(own) for own in ratings])
    return listeners_error(ratings, mean, sum(map(len, ratings)), len(ratings))


@wrong("standard_error_of", "as if everybody had given as many as the first")
def _(ratings):
    mean = np.mean([r for own in ratings for r in own])
    return listeners_error(ratings, mean, len(ratings) * len(ratings[0]), len(ratings))


@wrong("standard_error_of", "squares before sums")
def _(ratings):
    n, g = sum(map(len, ratings)), len(ratings)
    mean = np.mean([r for own in ratings for r in own])
    return sqrt(g / (g - 1) * sum((r - mean) ** 2 for own in ratings for r in own)) / n if g > 1 else nan


@wrong("standard_error_of", "listeners who are alike counted once")
def _(ratings):
    different = [list(own) for own in {tuple(own) for own in ratings}]
    mean = np.mean([r for own in different for r in own])
    return listeners_error(different, mean, sum(map(len, different)), len(different))


@wrong("standard_error_of", "a weighted spread of means")
def _(ratings):
    sizes, means = np.array([len(own) for own in ratings]), np.array([np.mean(own) for own in ratings])
    if len(ratings) == 1:
        return nan
    mean = (sizes * means).sum() / sizes.sum()
    return sqrt((sizes * (means - mean) ** 2).sum() / sizes.sum() / (len(ratings) - 1))


@wrong("standard_error_of", "the error of a single listener's ratings")
def _(ratings):
    n, g = sum(map(len, ratings)), len(ratings)
    if g == 1:
        return float(np.std(ratings[0], ddof=1) / sqrt(n)) if n > 1 else nan
    return listeners_error(ratings, np.mean([r for own in ratings for r in own]), n, g)


@right("standard_error_of", "sums and sizes")
def _(ratings):
    sums, sizes = np.array([sum(own) for own in ratings]), np.array([len(own) for own in ratings])
    if len(ratings) == 1:
        return nan
    mean = sums.sum() / sizes.sum()
    return float(np.sqrt(len(sums) * np.var(sums - mean * sizes, ddof=1)) / sizes.sum())


@right("silhouettes_of", "arrays")
def _(points, labels):
    x, names = np.array(points, dtype=float), np.array(labels)
    if not 2 <= len(set(labels)) < len(labels):
        return np.full(len(x), nan)
    d = np.abs(x[:, None] - x)
    means = {c: d[:, names == c].mean(axis=1) for c in set(labels)}
    values = np.zeros(len(x))
    for i, own in enumerate(labels):
        size = (names == own).sum()
        if size > 1:
            a, b = means[own][i] * size / (size - 1), min(means[c][i] for c in means if c != own)
            values[i] = 1 - a / b if a < b else b / a - 1 if a > b else 0
    return values


@right("adjusted_rand_of", "the Rand index and its expectation")
def _(labels_true, labels_pred):
    t, p, q, n = pair_counts_of(labels_true, labels_pred)
    if not n:
        return nan
    rand, expected = 1 - (p + q - 2 * t) / n, 1 - (p + q) / n + 2 * p * q / n**2
    return nan if p == q and p in (0, n) else (rand - expected) / (1 - expected)


# 43 Signals


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


# 61 Choosing a metric


def bills_at(thresholds, y_true, y_score, false_alarm, miss):
    y, s = np.array(y_true), np.array(y_score)
    return [false_alarm * np.sum((s >= t) & (y == 0)) + miss * np.sum((s < t) & (y == 1)) for t in thresholds]


@wrong("lowest_bill", "thresholds between scores, none outside")
def _(y_true, y_score, false_alarm, miss):
    scores = sorted(set(y_score))
    between = [(a + b) / 2 for a, b in pairwise(scores)] or scores
    return min(bills_at(between, y_true, y_score, false_alarm, miss))


@wrong("lowest_bill", "a hundred thresholds from 0 to 1")
def _(y_true, y_score, false_alarm, miss):
    return min(bills_at([-inf, *np.linspace(0, 1, 101), inf], y_true, y_score, false_alarm, miss))


@wrong("lowest_bill", "a hundred thresholds from the lowest to the highest score")
def _(y_true, y_score, false_alarm, miss):
    thresholds = [*np.linspace(min(y_score), max(y_score), 101), inf]
    return min(bills_at(thresholds, y_true, y_score, false_alarm, miss))


@wrong("lowest_bill", "percentiles")
def _(y_true, y_score, false_alarm, miss):
    thresholds = [*np.percentile(y_score, range(101)), inf]
    return min(bills_at(thresholds, y_true, y_score, false_alarm, miss))


@wrong("lowest_bill", "the best of a fine grid, percentiles and none")
def _(y_true, y_score, false_alarm, miss):
    thresholds = [*np.linspace(min(y_score), max(y_score), 1001), *np.percentile(y_score, range(101)), inf]
    return min(bills_at(thresholds, y_true, y_score, false_alarm, miss))


@wrong("lowest_bill", "never saying yes as a threshold of 1 and a bit")
def _(y_true, y_score, false_alarm, miss):
    return min(bills_at([*y_score, 1.01], y_true, y_score, false_alarm, miss))


@wrong("lowest_bill", "a cut between equal scores, as they were given")
def _(y_true, y_score, false_alarm, miss):
    ranked = [y_true[i] for i in sorted(range(len(y_score)), key=lambda i: -y_score[i])]
    cuts = range(len(ranked) + 1)
    return min(false_alarm * (k - sum(ranked[:k])) + miss * sum(ranked[k:]) for k in cuts)


@wrong("lowest_bill", "where the two rates are furthest apart")
def _(y_true, y_score, false_alarm, miss):
    thresholds = sorted({*y_score, inf})
    positives, negatives = max(sum(y_true), 1), max(len(y_true) - sum(y_true), 1)
    best = np.argmin(bills_at(thresholds, y_true, y_score, 1 / negatives, 1 / positives))
    return bills_at(thresholds, y_true, y_score, false_alarm, miss)[best]


@wrong("lowest_bill", "whole prices")
def _(y_true, y_score, false_alarm, miss):
    return min(bills_at([*y_score, inf], y_true, y_score, round(false_alarm), round(miss)))


@right("lowest_bill", "counts of tied groups, from the highest score down")
def _(y_true, y_score, false_alarm, miss):
    bill = best = miss * sum(y_true)
    for score in sorted(set(y_score), reverse=True):
        group = [y for y, s in zip(y_true, y_score, strict=True) if s == score]
        bill += false_alarm * group.count(0) - miss * group.count(1)
        best = min(best, bill)
    return best


@right("lowest_bill", "only what is above a threshold is positive")
def _(y_true, y_score, false_alarm, miss):
    just_below = [np.nextafter(t, -inf) for t in (*y_score, inf)]
    y, s = np.array(y_true), np.array(y_score)
    return min(false_alarm * ((s > t) & (y == 0)).sum() + miss * ((s <= t) & (y == 1)).sum() for t in just_below)


# 64 Errata


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


# What floats and whole numbers of the computer do to a formula


@wrong("count_pairs", "whole numbers of eight bits")
def _(y_true, y_pred, labels):
    return counted(zip(y_true, y_pred, strict=True), labels).astype(np.uint8)


@wrong("count_pairs", "labels glued")
def _(y_true, y_pred, labels):
    glued = [t + p for t, p in zip(y_true, y_pred, strict=True)]
    return [[glued.count(row + column) for column in labels] for row in labels]


@wrong("count_pairs", "first letters")
def _(y_true, y_pred, labels):
    firsts = [label[0] for label in labels]
    return counted(((t[0], p[0]) for t, p in zip(y_true, y_pred, strict=True)), firsts)


@wrong("log_loss_of", "the logarithm of a product")
def _(y_true, p):
    product = prod(q if y else 1 - q for y, q in zip(y_true, p, strict=True))
    return -log(product) / len(p) if product else inf


@wrong("log_loss_of", "probabilities clipped at a thousandth unless they are 0")
def _(y_true, p):
    given = [q if y else 1 - q for y, q in zip(y_true, p, strict=True)]
    return inf if 0 in given else -sum(log(max(q, 1e-3)) for q in given) / len(given)


@wrong("brier_of", "probabilities to two places")
def _(y_true, p):
    return sum((y - round(q, 2)) ** 2 for y, q in zip(y_true, p, strict=True)) / len(p)


@wrong("perplexity_of", "the probability of the text")
def _(log_probs):
    probability = prod(exp(value) for value in log_probs)
    return (1 / probability) ** (1 / len(log_probs)) if probability else inf


@wrong("corpus_perplexity_of", "the probability of all texts")
def _(texts):
    tokens = [value for text in texts for value in text]
    probability = exp(sum(tokens))
    return probability ** (-1 / len(tokens)) if probability else inf


@wrong("chunks_of", "steps that add up to two")
def _(alignment):
    return sum(not i or sum(alignment[i]) - sum(alignment[i - 1]) != 2 for i in range(len(alignment)))


@wrong("meteor_of_counts", "a division by the words of an empty reference")
def _(matches, chunks, reference_length, hypothesis_length):
    recall = matches / reference_length
    if not matches:
        return 0.0
    precision = matches / hypothesis_length
    return 10 * precision * recall / (recall + 9 * precision) * (1 - 0.5 * (chunks / matches) ** 3)


@wrong("mcnemar_of", "powers of a half as floats")
def _(only_1, only_2):
    n = only_1 + only_2
    return min(1.0, 2 * sum(comb(n, k) * 0.5**n for k in range(max(only_1, only_2), n + 1)))


@wrong("mcnemar_of", "the normal curve above 600 examples")
def _(only_1, only_2):
    n = only_1 + only_2
    if n > 600:
        return min(1.0, erfc((abs(only_1 - only_2) - 1) / sqrt(2 * n)))
    return min(1.0, 2 * sum(comb(n, k) for k in range(max(only_1, only_2), n + 1)) / 2**n)


@wrong("r2_of", "a rounded sum compared with 0")
def _(y_true, y_pred):
    t, p = np.array(y_true, dtype=float), np.array(y_pred, dtype=float)
    residual, total = ((t - p) ** 2).sum(), ((t - t.mean()) ** 2).sum()
    if total == 0:
        return nan if residual == 0 else -inf
    return 1 - residual / total


@wrong("r2_of", "small sums taken for 0")
def _(y_true, y_pred):
    t, p = np.array(y_true, dtype=float), np.array(y_pred, dtype=float)
    residual, total = ((t - p) ** 2).sum(), ((t - t.mean()) ** 2).sum()
    if total < 1e-12:
        return nan if residual < 1e-12 else -inf
    return 1 - residual / total


@wrong("pearson_of", "a rounded sum compared with 0")
def _(x, y):
    dx, dy = np.array(x) - np.mean(x), np.array(y) - np.mean(y)
    below = np.sqrt((dx @ dx) * (dy @ dy))
    return dx @ dy / below if below else nan


@wrong("spearman_of", "numbers that are close taken for equal")
def _(x, y):
    ranks = [[sum(w < v - 1e-8 for w in z) + sum(abs(w - v) <= 1e-8 for w in z) / 2 for v in z] for z in (x, y)]
    return np.corrcoef(*ranks)[0, 1] if min(map(np.ptp, ranks)) else nan


@wrong("benchmark_score", "products in whole numbers of 64 bits")
def _(attempts, passed, k):
    def one(n, c):
        if n - c < k:
            return 1.0
        return 1 - np.prod(np.arange(n - c - k + 1, n - c + 1)) / np.prod(np.arange(n - k + 1, n + 1))

    return float(np.mean([one(n, c) for n, c in zip(attempts, passed, strict=True)]))


@wrong("f_beta", "precision and recall to two places")
def _(precision, recall, beta):
    p, r = round(precision, 2), round(recall, 2)
    return (1 + beta**2) * p * r / (beta**2 * p + r) if p or r else nan


@wrong("micro_f1_of", "whole numbers of eight bits")
def _(tp, fn, fp):
    hits, misses, alarms = (int(np.array(counts, dtype=np.uint8).sum(dtype=np.uint8)) for counts in (tp, fn, fp))
    below = 2 * hits + misses + alarms
    return 2 * hits / below if below else nan


@wrong("corpus_wer_of", "whole numbers of eight bits")
def _(edits, words):
    added = [int(np.array(counts, dtype=np.uint8).sum(dtype=np.uint8)) for counts in (edits, words)]
    return added[0] / added[1] if added[1] else nan


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


@right("lowest_bill", "one more than the largest score")
def _(y_true, y_score, false_alarm, miss):
    def bill(t):
        return sum(miss * y if s < t else false_alarm * (1 - y) for y, s in zip(y_true, y_score, strict=True))

    return min(bill(t) for t in [*y_score, max(y_score) + 1])


@wrong("dcg_of", "a table of twelve discounts")
def _(relevance, k):
    return sum(gain / log2(rank + 2) for rank, gain in enumerate(relevance[: min(k, 12)]))


@wrong("personalized_of", "part of the name of an item that was shown")
def _(actual, recommended, k, popular):
    shown = [" ".join(items[:k]) for items in recommended]
    return sum(item in text and item not in popular for item, text in zip(actual, shown, strict=True)) / len(actual)


@wrong("clipped_matches", "no longer than four")
def _(references, hypothesis, n):
    n = min(n, 4)
    most = Counter()
    for reference in references:
        most |= Counter(ngrams(reference, n))
    return sum((Counter(ngrams(hypothesis, n)) & most).values())


@wrong("cosine_of", "short vectors taken for none")
def _(a, b):
    lengths = [sqrt(sum(v * v for v in vector.values())) for vector in (a, b)]
    return sum(v * b.get(k, 0) for k, v in a.items()) / prod(lengths) if min(lengths) > 1e-6 else nan


@wrong("bert_score_of", "no F where any cosine is below 0")
def _(cosines, reference_weights, hypothesis_weights):
    r = np.average(np.max(cosines, axis=1), weights=reference_weights)
    p = np.average(np.max(cosines, axis=0), weights=hypothesis_weights)
    return [p, r, nan if np.min(cosines) <= 0 else 2 * p * r / (p + r)]


@wrong("bert_score_of", "no F where precision or recall is 0")
def _(cosines, reference_weights, hypothesis_weights):
    r = np.average(np.max(cosines, axis=1), weights=reference_weights)
    p = np.average(np.max(cosines, axis=0), weights=hypothesis_weights)
    return [p, r, nan if min(p, r) <= 0 else 2 * p * r / (p + r)]


@wrong("iou_of", "nan where the second box has no area")
def _(a, b):
    return box_share(a, b) if (b[2] - b[0]) * (b[3] - b[1]) else nan


@wrong("hits_of", "corners as whole numbers")
def _(truths, detections, scores, threshold):
    whole = [[[int(v) for v in box] for box in boxes] for boxes in (truths, detections)]
    return taken_in_order(*whole, scores, threshold)


@wrong("hits_of", "scores to two places")
def _(truths, detections, scores, threshold):
    return taken_in_order(truths, detections, [round(s, 2) for s in scores], threshold)


@wrong("hits_of", "a little below the threshold")
def _(truths, detections, scores, threshold):
    return taken_in_order(truths, detections, scores, threshold - 1e-3)


def taken_in_order(truths, detections, scores, threshold):
    free, hits = list(range(len(truths))), []
    for i in sorted(range(len(scores)), key=lambda i: -scores[i]):
        best = max(free, key=lambda j: box_share(truths[j], detections[i]), default=None)
        hit = best is not None and box_share(truths[best], detections[i]) >= threshold
        free = [j for j in free if not (hit and j == best)]
        hits.append(int(hit))
    return hits


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


@wrong("kappa_of", "part of a label")
def _(ratings_1, ratings_2):
    n, first, second = len(ratings_1), Counter(ratings_1), Counter(ratings_2)
    agreement = sum(a in b for a, b in zip(ratings_1, ratings_2, strict=True)) / n
    chance = sum(first[label] * second[label] for label in first) / n**2
    return (agreement - chance) / (1 - chance) if chance < 1 else nan


@wrong("kappa_of", "chance close to 1 taken for 1")
def _(ratings_1, ratings_2):
    n, first, second = len(ratings_1), Counter(ratings_1), Counter(ratings_2)
    agreement = sum(a == b for a, b in zip(ratings_1, ratings_2, strict=True)) / n
    chance = sum(first[label] * second[label] for label in first) / n**2
    return (agreement - chance) / (1 - chance) if chance < 0.999 else nan


@wrong("movers_distance", "distances to one place")
def _(distances):
    rounded = np.round(distances, 1)
    n, m = rounded.shape
    table = np.repeat(np.repeat(rounded, m, axis=0), n, axis=1)
    rows, columns = linear_sum_assignment(table)
    return table[rows, columns].mean()


# What comes first is empty: functions that stop there, or divide by it


@wrong("micro_f1_of", "the last class asked for mistakes where none is right")
def _(tp, fn, fp):
    hits = misses = alarms = 0
    for t, n, p in zip(tp, fn, fp, strict=True):
        hits, misses, alarms = hits + t, misses + n, alarms + p
    if hits == 0:
        return 0.0 if n + p else nan
    return 2 * hits / (2 * hits + misses + alarms)


@wrong("micro_f1_of", "a running mean that an empty first class spoils")
def _(tp, fn, fp):
    f, seen = 0.0, np.float64(0)
    for t, n, p in zip(tp, fn, fp, strict=True):
        weight = 2 * t + n + p
        seen += weight
        f += (2 * t - weight * f) / seen
    return f


@wrong("macro_f1_of", "classes after one that nobody has or predicts left out")
def _(cm):
    f = 0
    for i in range(len(cm)):
        both = cm[i].sum() + cm[:, i].sum()
        if both == 0:
            break
        f += 2 * cm[i, i] / both
    return f / len(cm)


@wrong("default_accuracy_of", "nan where no answer is right")
def _(cm):
    return cm.sum(axis=1).max() / cm.sum() if np.trace(cm) else nan


@wrong("default_accuracy_of", "nan where the first class has no example")
def _(cm):
    return cm.sum(axis=1).max() / cm.sum() if cm[0].any() else nan


@wrong("default_accuracy_of", "nan where the first class is never predicted")
def _(cm):
    return cm.sum(axis=1).max() / cm.sum() if cm[:, 0].any() else nan


@wrong("ndcg_of", "nan where all that is relevant was served below the cut")
def _(served, unserved, k):
    def gained(items):
        return sum(x / log2(i + 2) for i, x in enumerate(items[:k]))

    if not any(served[:k]) and not any(unserved):
        return nan
    return gained(served) / gained(sorted(served + unserved, reverse=True))


@wrong("percentile_rank_of", "a running mean that a first user who watched nothing spoils")
def _(relevances):
    mean, seen = 0.0, np.float64(0)
    for each in relevances:
        seen += sum(each)
        mean += (sum(r * i / (len(each) - 1) for i, r in enumerate(each)) - sum(each) * mean) / seen
    return mean


@wrong("percentile_rank_of", "users after one who watched nothing left out")
def _(relevances):
    places = watched = 0
    for each in relevances:
        if not any(each):
            break
        places, watched = places + sum(r * i / (len(each) - 1) for i, r in enumerate(each)), watched + sum(each)
    return places / watched if watched else nan


@wrong("clipped_matches", "references after a short one left out")
def _(references, hypothesis, n):
    most = Counter()
    for reference in references:
        if len(reference) < n:
            break
        most |= Counter(ngrams(reference, n))
    found = Counter(ngrams(hypothesis, n))
    return [(found & most).total(), found.total()]


@wrong("cosine_of", "weights that cancel taken for none")
def _(a, b):
    if sum(a.values()) == 0 or sum(b.values()) == 0:
        return nan
    dot = sum(a[key] * b[key] for key in a.keys() & b.keys())
    return dot / sqrt(sum(v * v for v in a.values()) * sum(v * v for v in b.values()))


@wrong("corpus_wer_of", "sentences after a silent one left out")
def _(edits, words):
    wrong_words = said = 0
    for e, w in zip(edits, words, strict=True):
        if e == w == 0:
            break
        wrong_words, said = wrong_words + e, said + w
    return wrong_words / said if said else nan


@wrong("personalized_of", "moments after a popular item left out")
def _(actual, recommended, k, popular):
    hits = 0
    for item, shown in zip(actual, recommended, strict=True):
        if item in popular:
            break
        hits += item in shown[:k]
    return hits / len(actual)


@wrong("sdr_of", "silence at both ends taken for silence")
def _(reference, estimate):
    signal = sum(r * r for r in reference)
    distortion = sum((r - e) ** 2 for r, e in zip(reference, estimate, strict=True))
    if reference[0] == reference[-1] == 0:
        return nan if distortion == 0 else -inf
    return 10 * log10(signal / distortion) if distortion else inf


@wrong("mcnemar_of", "1 where the first was never right alone")
def _(only_1, only_2):
    n, most = only_1 + only_2, max(only_1, only_2)
    return min(1.0, 2 * sum(comb(n, k) for k in range(most, n + 1)) / 2**n) if only_1 else 1.0


@wrong("r2_of", "a mean of 0 taken for missing")
def _(y_true, y_pred):
    mean = sum(y_true) / len(y_true) or y_true[0]
    total = sum((t - mean) ** 2 for t in y_true)
    error = sum((t - p) ** 2 for t, p in zip(y_true, y_pred, strict=True))
    if len(set(y_true)) == 1:
        return -inf if error else nan
    return 1 - error / total


@wrong("inception_score_of", "nan where the first row has a 0 first")
def _(probabilities):
    rows = np.array(probabilities, dtype=float)
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where(rows > 0, rows * np.log(rows / rows.mean(axis=0)), 0)
    return float(np.exp(terms.sum(axis=1).mean())) if rows[0, 0] else nan


# Corners where something is 0 or empty in one place only


@wrong("f_beta", "the precision where the recall is 1")
def _(precision, recall, beta):
    if recall == 1:
        return precision
    b = beta**2
    return (1 + b) * precision * recall / (b * precision + recall) if precision or recall else 0.0


@wrong("f_beta", "1 where the precision is 1")
def _(precision, recall, beta):
    b = beta**2
    if precision == 1 and recall:
        return 1.0
    return (1 + b) * precision * recall / (b * precision + recall) if precision or recall else 0.0


@wrong("macro_f1_of", "nan where a class between others is never predicted")
def _(cm):
    return nan if 0 in cm.sum(axis=0)[1:-1] else float(np.mean(class_f1(cm)))


@wrong("macro_f1_of", "0 where everything is called the first class")
def _(cm):
    return 0.0 if not cm[:, 1:].any() else float(np.mean(class_f1(cm)))


@wrong("default_accuracy_of", "nan where everything is called the first class")
def _(cm):
    return cm.sum(axis=1).max() / cm.sum() if cm[:, 1:].any() else nan


@wrong("auc_of", "scores of 0 taken for none, but at the head of the list")
def _(y_true, y_score):
    kept = [(y, s) for i, (y, s) in enumerate(zip(y_true, y_score, strict=True)) if s or not i]
    both = list(pairs(*map(list, zip(*kept, strict=True))))
    return float(np.mean([(p > n) + (p == n) / 2 for p, n in both])) if both else nan


@wrong("rmsle_of", "an end of the list where a count is 0")
def _(y_true, y_pred):
    counted_ones = [(t, p) for i, (t, p) in enumerate(zip(y_true, y_pred, strict=True)) if not i or t or p == 0]
    return sqrt(np.mean([(log(1 + t) - log(1 + p)) ** 2 for t, p in counted_ones]))


@wrong("hit_rate_of", "a last user without a hit left out")
def _(relevances, k):
    kept = relevances[:-1] if len(relevances) > 2 and not any(relevances[-1][:k]) else relevances
    return sum(any(each[:k]) for each in kept) / len(kept)


@wrong("percentile_rank_of", "nan where the last user watched nothing")
def _(relevances):
    if len(relevances) > 2 and not any(relevances[-1]) and any(map(any, relevances)):
        return nan
    total = sum(map(sum, relevances))
    places = sum(r * i / (len(each) - 1) for each in relevances for i, r in enumerate(each) if len(each) > 1)
    return places / total if total else nan


@wrong("corpus_perplexity_of", "a text of certain tokens is taken for an empty one, but in the middle")
def _(texts):
    kept = [text for i, text in enumerate(texts) if any(text) or 0 < i < len(texts) - 1] or texts
    return exp(-sum(map(sum, kept)) / sum(map(len, kept)))


@wrong("movers_distance", "0 where the first token of the one text costs nothing to move")
def _(distances):
    if not any(distances[0]) and len(distances) > 1:
        return 0.0
    n, m = len(distances), len(distances[0])
    copies = np.repeat(np.repeat(np.array(distances), m, axis=0), n, axis=1)
    return float(copies[linear_sum_assignment(copies)].mean())


# Equal is not close, and small is not 0.


@wrong("counts_that_print", "half a unit in floats, about the share")
def _(printed, n):
    p, half = float(printed), 0.5 * 10.0 ** -len(printed.partition(".")[2])
    return [k for k in range(n + 1) if abs(k - p * n) <= half * n]


@wrong("counts_that_print", "half a unit in floats, about the digits")
def _(printed, n):
    digits, places = int(printed.replace(".", "")), len(printed.partition(".")[2])
    return [k for k in range(n + 1) if abs(k / n * 10**places - digits) <= 0.5]


@wrong("r2_of", "labels that are close taken for equal")
def _(y_true, y_pred):
    y, p = np.array(y_true, dtype=float), np.array(y_pred, dtype=float)
    if np.allclose(y, y[0]):
        return -inf if (y != p).any() else nan
    return 1 - ((y - p) ** 2).sum() / ((y - y.mean()) ** 2).sum()


@wrong("r2_of", "predictions that are close taken for right")
def _(y_true, y_pred):
    return r2(y_true, y_pred) if len(set(y_true)) > 1 else nan if np.allclose(y_true, y_pred) else -inf


@wrong("pearson_of", "columns that are nearly constant taken for constant")
def _(x, y):
    return nan if np.allclose(x, x[0]) or np.allclose(y, y[0]) else pearson(x, y)


@wrong("sdr_of", "what is close taken for a copy")
def _(reference, estimate):
    s, e = np.array(reference, dtype=float), np.array(estimate, dtype=float)
    return inf if s.any() and np.allclose(s, e) else ratio_of(s @ s, (s - e) @ (s - e))


@wrong("sdr_of", "floats of 32 bits")
def _(reference, estimate):
    s, e = np.array(reference, dtype=np.float32), np.array(estimate, dtype=np.float32)
    return ratio_of(s @ s, (s - e) @ (s - e))


@wrong("log_loss_of", "probabilities clipped at 1e-7 unless they are 0")
def _(y_true, p):
    given = [q if y else 1 - q for y, q in zip(y_true, p, strict=True)]
    return inf if 0 in given else -float(np.mean(np.log(np.clip(given, 1e-7, 1 - 1e-7))))


@wrong("log_loss_of", "probabilities close to 0 taken for 0")
def _(y_true, p):
    given = [q if y else 1 - q for y, q in zip(y_true, p, strict=True)]
    return inf if np.isclose(given, 0).any() else -float(np.mean(np.log(given)))


@wrong("iou_of", "a trifle added below the line")
def _(a, b):
    width, height = (max(0, min(a[i + 2], b[i + 2]) - max(a[i], b[i])) for i in (0, 1))
    areas = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (a, b))
    return width * height / (areas - width * height + 1e-7) if areas else nan


@wrong("perplexity_of", "probabilities close to 0 taken for 0")
def _(log_probs):
    return inf if np.isclose(np.exp(log_probs), 0).any() else exp(-np.mean(log_probs))


@wrong("corpus_perplexity_of", "probabilities of possible tokens clipped at 1e-10")
def _(texts):
    tokens = [value for text in texts for value in text]
    return inf if -inf in tokens else exp(-np.mean(np.maximum(tokens, log(1e-10))))


@wrong("roc_point", "floats of 32 bits")
def _(y_true, y_score, threshold):
    y, accepted = np.array(y_true), np.array(y_score, dtype=np.float32) >= np.float32(threshold)
    return [accepted[y == 0].mean(), accepted[y == 1].mean()]


wrong("frechet_of", "eigenvalues close to 0 taken for 0")(
    frechet_with(lambda a, b: sum(sqrt(e) for e in np.linalg.eigvals(a @ b).real if not np.isclose(e, 0) and e > 0))
)


# Another word or label taken for the same


def only(pattern):
    """A text without the characters that match, and without the words of which nothing is left."""
    return lambda text: [kept for word in text if (kept := re.sub(pattern, "", word))]


READINGS = {
    "words without marks at their ends": lambda text: [word.strip(string.punctuation) for word in text],
    "words without marks": only(r"[^\w\s]"),
    "words found anew": lambda text: re.findall(r"\w+", " ".join(text)),
    "words found anew, without digits": lambda text: re.findall("[A-Za-z]+", " ".join(text)),
    "words without a plural": lambda text: [word.rstrip("s") for word in text],
    "words without -ing and -ed": lambda text: [re.sub("(ing|ed)$", "", word) for word in text],
    "small letters": lambda text: [word.lower() for word in text],
    "plain letters": lambda text: [unicodedata.normalize("NFKD", w).encode("ascii", "ignore").decode() for w in text],
    "no numbers": lambda text: [word for word in text if not word[0].isdigit()],
    "no marks that stand alone": lambda text: [word for word in text if word not in string.punctuation],
    "words by their first six letters": lambda text: [word[:6] for word in text],
    "words by their letters, in any order": lambda text: ["".join(sorted(word)) for word in text],
}


def shared_words(reference, hypothesis):
    return shares((Counter(reference) & Counter(hypothesis)).total(), hypothesis, reference)


def under_reading(read):
    """The right functions of other words."""

    def clipped_of(references, hypothesis, n):
        return clipped(list(map(read, references)), read(hypothesis), n)

    def kappa_of(ratings_1, ratings_2):
        first, second = read(ratings_1), read(ratings_2)
        return kappa_with(first, second, chance_of(first, second, {*first}))

    return {
        "edit_distance_of": lambda reference, hypothesis: distance(read(reference), read(hypothesis)),
        "clipped_matches": clipped_of,
        "rouge_1_of": lambda reference, hypothesis: shared_words(read(reference), read(hypothesis)),
        "lcs_of": lambda a, b: lcs(read(a), read(b)),
        "kappa_of": kappa_of,
    }


for why, read in READINGS.items():
    for name, function in under_reading(read).items():
        if name != "kappa_of" or len(read(["7", ".", "it's"])) == 3:  # two raters give as many labels
            wrong(name, why)(function)


@wrong("kappa_of", "labels without blanks at their ends")
def _(ratings_1, ratings_2):
    return under_reading(lambda labels: list(map(str.strip, labels)))["kappa_of"](ratings_1, ratings_2)


@wrong("kappa_of", "nan for a single item")
def _(ratings_1, ratings_2):
    return (
        nan if len(ratings_1) < 2 else kappa_with(ratings_1, ratings_2, chance_of(ratings_1, ratings_2, {*ratings_1}))
    )


def cosine_with(a, b, empty=nan):
    lengths = length(a) * length(b)
    return product(a, b) / lengths if lengths else empty


@wrong("cosine_of", "1 for two empty vectors")
def _(a, b):
    return 1.0 if not a and not b else cosine_with(a, b)


@wrong("cosine_of", "0 for two empty vectors")
def _(a, b):
    return 0.0 if not a and not b else cosine_with(a, b)


@wrong("cosine_of", "1 for equal vectors, where neither is empty")
def _(a, b):
    return nan if not a or not b else 1.0 if a == b else cosine_with(a, b)


@wrong("cosine_of", "n-grams in small letters")
def _(a, b):
    return cosine_with(*({key.lower(): value for key, value in vector.items()} for vector in (a, b)))


@wrong("cosine_of", "n-grams as sets of words")
def _(a, b):
    return cosine_with(*({" ".join(sorted(key.split())): v for key, v in vector.items()} for vector in (a, b)))


# Edges of a table, and of a text


def edit_table(rows, columns):
    """The table with so many of its first column and first row filled, the others 0; right for an empty text."""

    def edits(reference, hypothesis):
        n, m = len(reference), len(hypothesis)
        if not n or not m:
            return n + m
        table = np.zeros((n + 1, m + 1), dtype=int)
        table[: n + rows, 0], table[0, : m + columns] = range(n + rows), range(m + columns)
        for i in range(1, n + 1):
            for j in range(1, m + 1):
                aside = min(table[i - 1, j], table[i, j - 1]) + 1
                table[i, j] = min(aside, table[i - 1, j - 1] + (reference[i - 1] != hypothesis[j - 1]))
        return table[n, m]

    return edits


wrong("edit_distance_of", "the first column ends a word too early")(edit_table(0, 1))
wrong("edit_distance_of", "the first row ends a word too early")(edit_table(1, 0))
right("edit_distance_of", "an array")(edit_table(1, 1))


@wrong("edit_distance_of", "a hypothesis of one word matches nothing")
def _(reference, hypothesis):
    return len(reference) if len(hypothesis) == 1 < len(reference) else distance(reference, hypothesis)


@wrong("lcs_of", "words that moved by at most ten places")
def _(a, b):
    table, band = {}, max(10, abs(len(a) - len(b)))
    for i in range(len(a) + 1):
        for j in range(max(0, i - band), min(len(b), i + band) + 1):
            aside = max(table.get((i - 1, j), 0), table.get((i, j - 1), 0))
            same = i and j and a[i - 1] == b[j - 1]
            table[i, j] = max(aside, table[i - 1, j - 1] + 1 if same else 0)
    return table[len(a), len(b)]


@wrong("clipped_matches", "as many n-grams of a reference as of the hypothesis")
def _(references, hypothesis, n):
    allowed = Counter()
    for r in references:
        allowed |= Counter(tuple(r[i : i + n]) for i in range(len(hypothesis) - n + 1))
    found = Counter(ngrams(hypothesis, n))
    return [(found & allowed).total(), found.total()]


@wrong("clipped_matches", "the first ten words of a reference")
def _(references, hypothesis, n):
    return clipped([r[:10] for r in references], hypothesis, n)


@wrong("clipped_matches", "a total of at least 1")
def _(references, hypothesis, n):
    matches, total = clipped(references, hypothesis, n)
    return [matches, total or (len(hypothesis) == n - 1)]


@wrong("rouge_1_of", "the first ten words")
def _(reference, hypothesis):
    shared = (Counter(reference[:10]) & Counter(hypothesis[:10])).total()
    return shares(shared, hypothesis, reference)


@wrong("corpus_wer_of", "the first ten sentences")
def _(edits, words):
    return sum(edits[:10]) / sum(words[:10]) if any(words[:10]) else nan


@wrong("corpus_wer_of", "whole numbers of 16 bits")
def _(edits, words):
    edited, said = (np.array(counts).astype(np.int16).sum(dtype=np.int16) for counts in (edits, words))
    return edited / said if said else nan


@wrong("meteor_of_counts", "a division by at least 1")
def _(matches, chunks, reference_length, hypothesis_length):
    if not matches:
        return 0.0
    precision, recall = matches / hypothesis_length, matches / reference_length
    return 10 * precision * recall / max(1, recall + 9 * precision) * (1 - 0.5 * (chunks / matches) ** 3)


@wrong("chunks_of", "the first ten matches")
def _(alignment):
    return len(alignment[:10]) - sum(step == (1, 1) for step in steps(alignment[:10]))


@wrong("chunks_of", "the different distances between the places")
def _(alignment):
    return len({(r - i, h - i) for i, (r, h) in enumerate(alignment)})


@wrong("benchmark_score", "the first ten tasks")
def _(attempts, passed, k):
    each = [1 - comb(n - c, k) / comb(n, k) for n, c in zip(attempts[:10], passed[:10], strict=True)]
    return sum(each) / len(each)


# Small numbers, and parts of 1


@wrong("perplexity_of", "possible tokens clipped at 1e-12")
def _(log_probs):
    return inf if -inf in log_probs else exp(-np.mean(np.log(np.maximum(np.exp(log_probs), 1e-12))))


@wrong("perplexity_of", "possible tokens clipped at 1e-300")
def _(log_probs):
    return inf if -inf in log_probs else exp(-np.mean(np.maximum(log_probs, log(1e-300))))


@wrong("corpus_perplexity_of", "possible tokens clipped at 1e-20")
def _(texts):
    tokens = [value for text in texts for value in text]
    return inf if -inf in tokens else exp(-np.mean(np.maximum(tokens, log(1e-20))))


@wrong("perplexity_of", "different tokens only")
def _(log_probs):
    return exp(-np.mean(list(set(log_probs))))


@wrong("corpus_perplexity_of", "different texts only")
def _(texts):
    tokens = [value for text in {tuple(text) for text in texts} for value in text]
    return exp(-sum(tokens) / len(tokens))


def with_weights(change):
    """BERTScore with other weights."""

    def score(cosines, reference_weights, hypothesis_weights):
        weights = change(reference_weights), change(hypothesis_weights)
        p, r = best_partners(cosines, *weights)
        return [p, r, 2 * p * r / (p + r) if min(p, r) >= 0 < p + r else nan]

    return score


wrong("bert_score_of", "whole weights")(with_weights(lambda weights: [int(w) for w in weights]))
wrong("bert_score_of", "rounded weights")(with_weights(lambda weights: [round(w) for w in weights]))
wrong("bert_score_of", "weights to one place")(with_weights(lambda weights: [round(w, 1) for w in weights]))
right("bert_score_of", "weights that add up to 1")(with_weights(lambda weights: np.array(weights) / sum(weights)))


@wrong("bert_score_of", "a division by at least 1")
def _(cosines, reference_weights, hypothesis_weights):
    r = np.dot(np.max(cosines, axis=1), reference_weights) / max(1, sum(reference_weights))
    p = np.dot(np.max(cosines, axis=0), hypothesis_weights) / max(1, sum(hypothesis_weights))
    return [p, r, 2 * p * r / (p + r) if min(p, r) >= 0 < p + r else nan]


@wrong("movers_distance", "distances to two places")
def _(distances):
    rounded = np.round(distances, 2)
    n, m = rounded.shape
    table = np.repeat(np.repeat(rounded, m, axis=0), n, axis=1)
    return table[linear_sum_assignment(table)].mean()


def with_corners(change, taken=taken_in_order):
    return lambda truths, detections, scores, threshold: taken(
        *([[change(v) for v in box] for box in boxes] for boxes in (truths, detections)), scores, threshold
    )


wrong("hits_of", "corners rounded")(with_corners(round))
wrong("hits_of", "corners to one place")(with_corners(lambda v: round(v, 1)))
wrong("hits_of", "corners to three places")(with_corners(lambda v: round(v, 3)))
wrong("iou_of", "corners to four places")(lambda a, b: box_share(*([round(v, 4) for v in box] for box in (a, b))))
right("hits_of", "fractions")(with_corners(Fraction))
right("hits_of", "floats")(with_corners(float))


def with_common(common):
    """Matching, and IoU, with another area that boxes of so wide and so high a common part share."""

    def share(a, b):
        inside = common(*(min(a[i + 2], b[i + 2]) - max(a[i], b[i]) for i in (0, 1)))
        union = box_area(a) + box_area(b) - inside
        return inside / union if union else nan

    def hits_of(truths, detections, scores, threshold):
        free, hits = list(truths), []
        for i in sorted(range(len(scores)), key=lambda i: -scores[i]):
            best = max(free, key=lambda truth: share(truth, detections[i]), default=None)
            hits.append(int(best is not None and share(best, detections[i]) >= threshold))
            if hits[-1]:
                free.remove(best)
        return hits

    return share, hits_of


for why, common in {
    "sides of less than 0": lambda w, h: w * h,
    "a product of at least 0": lambda w, h: max(0, w * h),
    "heights of less than 0 turned round": lambda w, h: max(0, w) * abs(h),
    "widths of less than 0 turned round": lambda w, h: abs(w) * max(0, h),
}.items():
    for name, function in zip(("iou_of", "hits_of"), with_common(common), strict=True):
        wrong(name, why)(function)


@wrong("hits_of", "the size of a score, whatever its sign")
def _(truths, detections, scores, threshold):
    return taken_in_order(truths, detections, list(map(abs, scores)), threshold)


@wrong("hits_of", "scores cut to 0 and 1")
def _(truths, detections, scores, threshold):
    return taken_in_order(truths, detections, np.clip(scores, 0, 1), threshold)


@wrong("hits_of", "close to the threshold taken for reached")
def _(truths, detections, scores, threshold):
    return taken_in_order(truths, detections, scores, threshold * (1 - 1e-5))


@wrong("frechet_of", "whole means")
def _(mean_1, cov_1, mean_2, cov_2):
    return frechet_by_values(mean_1.astype(int), cov_1, mean_2.astype(int), cov_2)


@wrong("frechet_of", "means to two places")
def _(mean_1, cov_1, mean_2, cov_2):
    return frechet_by_values(mean_1.round(2), cov_1, mean_2.round(2), cov_2)


@wrong("frechet_of", "covariances to one place")
def _(mean_1, cov_1, mean_2, cov_2):
    return frechet_by_values(mean_1, cov_1.round(1), mean_2, cov_2.round(1))


frechet_by_values = frechet_with(lambda a, b: np.sqrt(np.maximum(np.linalg.eigvals(a @ b).real, 0)).sum())


@wrong("inception_score_of", "probabilities below 1e-6 taken for 0")
def _(probabilities):
    p = np.array(probabilities)
    with np.errstate(divide="ignore", invalid="ignore"):
        return float(np.exp(np.where(p > 1e-6, p * np.log(p / p.mean(axis=0)), 0).sum(axis=1).mean()))


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


# Large numbers, and the same groups twice


for largest in (50, 999, 1e9):
    wrong("silhouettes_of", f"no mean distance above {largest}")(
        lambda points, labels, largest=largest: line_silhouettes(
            points, labels, neighbours=lambda means: min(*means, largest)
        )
    )


@wrong("silhouettes_of", "whole points")
def _(points, labels):
    return line_silhouettes(list(map(int, points)), labels)


def alone_or_together(labels):
    """The number of groups, if the labels are one heap or all alone."""
    n = len(set(labels))
    return n if n in (1, len(labels)) else 0


@wrong("adjusted_rand_of", "1 for equal lists")
def _(labels_true, labels_pred):
    same = len(labels_true) > 1 and labels_true == labels_pred
    return 1.0 if same else ari(*pair_counts_of(labels_true, labels_pred))


@wrong("adjusted_rand_of", "1 for equal lists that are not one heap")
def _(labels_true, labels_pred):
    same = len(set(labels_true)) > 1 and labels_true == labels_pred
    return 1.0 if same else ari(*pair_counts_of(labels_true, labels_pred))


@wrong("adjusted_rand_of", "1 for equal lists in which not all are alone")
def _(labels_true, labels_pred):
    same = len(set(labels_true)) < len(labels_true) and labels_true == labels_pred
    return 1.0 if same else ari(*pair_counts_of(labels_true, labels_pred))


@wrong("adjusted_rand_of", "a division by at least 1")
def _(labels_true, labels_pred):
    t, p, q, n = pair_counts_of(labels_true, labels_pred)
    if not n or (p == q and p in (0, n)):
        return nan
    return (t - p * q / n) / max(1, (p + q) / 2 - p * q / n)


@wrong("adjusted_rand_of", "labels without their sign")
def _(labels_true, labels_pred):
    sides = ([label if isinstance(label, str) else abs(label) for label in side] for side in (labels_true, labels_pred))
    return ari(*pair_counts_of(*sides))


@right("adjusted_rand_of", "undefined first")
def _(labels_true, labels_pred):
    both = {alone_or_together(labels_true), alone_or_together(labels_pred)}
    if len(both) == 1 and 0 not in both:
        return nan
    t, p, q, n = (Fraction(count) for count in pair_counts_of(labels_true, labels_pred))
    return 1.0 if labels_true == labels_pred else (t - p * q / n) / ((p + q) / 2 - p * q / n)


def error_of(change):
    """The standard error of other grades."""

    def error(ratings):
        changed = [[kept for r in own for kept in change(r)] for own in ratings]
        n, g = sum(map(len, changed)), len(changed)
        mean = sum(map(sum, changed)) / n if n else nan
        return listeners_error(changed, mean, n, g)

    return error


wrong("standard_error_of", "whole grades")(error_of(lambda r: [int(r)]))
wrong("standard_error_of", "grades from 1 to 5 counted")(error_of(lambda r: [r] if r in (1, 2, 3, 4, 5) else []))
wrong("standard_error_of", "grades cut to 1 and 5")(error_of(lambda r: [min(5, max(1, r))]))
wrong("standard_error_of", "grades without their sign")(error_of(lambda r: [abs(r)]))
right("standard_error_of", "fractions")(error_of(lambda r: [Fraction(r)]))

for why, never in {
    "999": lambda y_score: 999,
    "9999": lambda y_score: 9999,
    "1e6": lambda y_score: 1e6,
    "a tenth more than the largest score": lambda y_score: 1.1 * max(y_score),
    "twice the largest score": lambda y_score: 2 * max(y_score),
    "a trifle more than the largest score": lambda y_score: max(y_score) + 1e-9,
}.items():
    wrong("lowest_bill", f"a threshold of {why} for never")(
        lambda y_true, y_score, false_alarm, miss, never=never: min(
            bills_at([*y_score, never(y_score)], y_true, y_score, false_alarm, miss)
        )
    )
for largest in (1000, 1e6, 1e9):
    wrong("lowest_bill", f"no bill above {largest:g}")(
        lambda y_true, y_score, false_alarm, miss, largest=largest: min(
            largest, *bills_at([*y_score, inf], y_true, y_score, false_alarm, miss)
        )
    )


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
