"""Areas under curves, equal error rates, NDCG and average precision, as programs compute them."""

from itertools import pairwise
from typing import Any

import numpy as np

from ....inputs import arguments
from ....inputs.arguments import as_list
from ....inputs.rankings import labels_and_scores
from ....precision_recall_curves import average_precision, interpolated_average_precision, pr_auc
from ....ranking import average_precision_at_k, gains_of
from ....roc_curves import equal_error_rate, rates, roc_auc
from ..settings import Family, NotAVariantError
from .labels import mean

THRESHOLD = 0.5


def in_order(positive, score, ties):
    breaker = {"best": ~positive, "worst": positive, "reversed": -np.arange(len(score))}
    return np.lexsort([breaker.get(ties, np.arange(len(score))), -score])


def at_each_score(positive, score, ties):
    order = in_order(positive, score, ties)
    positive, score = positive[order].astype(float), score[order]
    if ties == "together":
        first = np.flatnonzero(np.diff(score, prepend=np.inf))
        return np.add.reduceat(positive, first), np.add.reduceat(1 - positive, first), score[first]
    return positive, 1 - positive, score


def ranking(data, *, positives, direction, ties):
    positive, score = data
    labels = score >= THRESHOLD
    if positives == "the other class":
        positive = ~positive
    sign = 1 if direction == "higher scores" else -1
    return at_each_score(positive, sign * score, ties), at_each_score(positive, sign * labels.astype(float), ties)


def points(positives, negatives):
    found = positives.cumsum()
    return found / (found + negatives.cumsum()), found / found[-1]


def between_points(positives, negatives, steps):
    """Area with false positives in proportion to true ones between points: in steps of one, or all the way."""
    tp, fp = np.append(0, positives.cumsum()), np.append(0, negatives.cumsum())
    area = 0.0
    for a, b, c, d in zip(tp[:-1], tp[1:], fp[:-1], fp[1:], strict=True):
        if a == b:
            continue
        slope = (d - c) / (b - a)
        x = np.linspace(a, b, round(b - a) + 1)
        y = np.divide(x, x + c + slope * (x - a), out=np.full_like(x, 1 / (1 + slope)), where=x > 0)
        if steps:
            area += np.trapezoid(y, x)
            continue
        offset, whole = c - slope * a, 1 + slope  # the integral of x / (whole * x + offset)
        area += (b - a) / whole
        if offset:
            area -= offset / whole**2 * np.log((whole * b + offset) / (whole * a + offset))
    return area / tp[-1]


def area_by(counts, *, area):
    of_scores, of_labels = ((pos, neg) for pos, neg, _ in counts)
    if area.endswith(" at 0.5"):
        return {"ROC at 0.5": roc_auc, "PR step at 0.5": average_precision}[area].definition(*of_labels)
    if area == "PR trapezoid, first point left out":
        precision, recall = points(*of_scores)
        return np.trapezoid(precision, recall)
    if area.startswith("PR between points"):
        return between_points(*of_scores, steps=area.endswith("steps of one"))
    interpolated = interpolated_average_precision.definition
    return {
        "ROC": lambda: roc_auc.definition(*of_scores),
        "PR step": lambda: average_precision.definition(*of_scores),
        "PR trapezoid": lambda: pr_auc.definition(*of_scores, rule="trapezoid"),
        "PR upper trapezoid": lambda: pr_auc.definition(*of_scores, rule="upper_trapezoid"),
        "PR 11 points": lambda: interpolated(*of_scores, points=11),
        "PR 101 points": lambda: interpolated(*of_scores, points=101),
        "PR all points": lambda: interpolated(*of_scores, points="all"),
    }[area]()


def rates_of_errors(data, *, positives, direction, curve):
    pos, neg, _ = ranking(data, positives=positives, direction=direction, ties="together")[0]
    fpr, fnr = rates(neg), 1 - rates(pos)
    if curve == "corners":  # what scikit-learn's roc_curve keeps
        tp, fp = pos.cumsum(), neg.cumsum()
        turns = (np.diff(tp, 2) != 0) | (np.diff(fp, 2) != 0)
        kept = np.concatenate([[True], [True] * (len(tp) > 1), turns, [True]]) if len(tp) > 1 else np.ones(2, bool)
        fpr, fnr = fpr[kept], fnr[kept]
    return fpr, fnr, pos, neg


def on_hull(fpr, fnr):
    hull: list[tuple[float, float]] = []
    for point in zip(fpr, fnr, strict=True):
        while len(hull) > 1 and _turns_up(hull[-2], hull[-1], point):
            hull.pop()
        hull.append(point)
    for (a, b), (c, d) in pairwise(hull):
        if a <= b and c >= d:
            part = (b - a) / ((b - a) + (c - d)) if (b - a) + (c - d) else 0.0
            return a + part * (c - a)
    return np.nan


def _turns_up(p, q, r):
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]) <= 0


def error_rate_by(counts, *, rule):
    fpr, fnr, pos, neg = counts
    if rule == "interpolated":
        return equal_error_rate.definition(pos, neg)
    if rule == "convex hull":
        return on_hull(fpr, fnr)
    i = np.abs(fpr - fnr).argmin()
    a, b = fpr[i], fnr[i]
    if rule == "accuracy at nearest":
        return 1 - (a * neg.sum() + b * pos.sum()) / (neg.sum() + pos.sum())
    return {
        "FPR at nearest": a,
        "FNR at nearest": b,
        "mean at nearest": (a + b) / 2,
        "larger at nearest": max(a, b),
        "smaller at nearest": min(a, b),
    }[rule]


def queries(y_true: Any, y_score: Any, n_relevant: Any = None) -> tuple[list[Any], list[Any], list[Any]]:
    one = np.ndim(as_list(y_true, "y_true", "relevances, or of a list for each query")[0]) == 0
    relevance, score = (_lists(values, name, one) for values, name in ((y_true, "y_true"), (y_score, "y_score")))
    arguments.same_length(y_true=relevance, y_score=score)
    for i, pair in enumerate(zip(relevance, score, strict=True)):
        arguments.same_length(**{f"y_true[{i}]": pair[0], f"y_score[{i}]": pair[1]})
    given = [None] * len(relevance) if n_relevant is None else np.atleast_1d(n_relevant).tolist()
    arguments.same_length(y_true=relevance, n_relevant=given)
    return relevance, score, given


def _lists(values: Any, name: str, one: bool) -> list[Any]:
    listed = [values] if one else as_list(values, name, "a list for each query")
    named = ((each, name if one else f"{name}[{i}]") for i, each in enumerate(listed))
    return [arguments.finite(arguments.one_dimensional(each, own, per="item"), own) for each, own in named]


def served(relevance, score, ties):
    if ties in ("best", "worst"):
        return relevance[np.lexsort([-relevance if ties == "best" else relevance, -score])]
    return relevance[in_order(relevance > 0, score, ties)]


def gains(data, *, gain, ties):
    found = []
    for relevance, score in zip(*data[:2], strict=True):
        worth = gains_of(relevance, gain)
        best = np.sort(worth)[::-1]
        if ties == "average":
            worth = np.array([worth[score == own].mean() for own in score])
        found.append((served(worth, score, ties), best))
    return found


def discounts(n, discount):
    rank = np.arange(1, n + 1)
    return {
        "log2(rank + 1)": np.log2(rank + 1),
        "ln(rank + 1)": np.log(rank + 1),
        "log2(rank), from rank 2": np.maximum(1, np.log2(rank)),
        "log10(rank), from rank 10": np.maximum(1, np.log10(rank)),
        "rank": rank,
    }[discount]


def ndcg_by(lists, *, discount, k, ideal, empty, aggregate):
    sums = []
    for given, best in lists:
        first = len(given) if k == "all" else k
        if ideal == "of those served":
            best = np.sort(given[:first])[::-1]
        upto = len(best) if ideal == "of all, not cut" else first
        divisor = discounts(len(given), discount)
        sums.append(((given / divisor)[:first].sum(), (best / divisor[: len(best)])[:upto].sum()))
    tops, bests = np.transpose(sums)
    if ideal == "none: DCG":
        if aggregate != "mean" or empty != "skipped":
            raise NotAVariantError
        return tops.mean()
    if aggregate == "ratio of sums":
        return tops.sum() / bests.sum()
    values = np.where(bests > 0, tops / bests, np.nan if empty == "skipped" else empty)
    return mean(np.array(values))


def relevant_as_served(data, *, ties, relevant_from):
    found = []
    for relevance, score, n in zip(*data, strict=True):
        relevant = (relevance >= relevant_from).astype(float)
        found.append((served(relevant, score, ties), relevant.sum() if n is None else n))
    return found


def interpolated(relevance, n):
    found = relevance.cumsum()
    precision = found / np.arange(1, len(relevance) + 1)
    return np.mean([precision[found >= n * i / 10 - 1e-9].max(initial=0.0) for i in range(11)])


def precision_by(lists, *, formula, denominator, k, empty):
    values = []
    for relevance, n in lists:
        if n == 0:
            values.append(np.nan if empty == "skipped" else empty)
            continue
        first = len(relevance) if k == "all" else k
        if formula == "precisions of hits":
            values.append(average_precision_at_k.definition(relevance, first, n_relevant=n, denominator=denominator))
            continue
        if denominator != "relevant":
            raise NotAVariantError
        cut = relevance[:first]
        of_ranks = (cut.cumsum() / np.arange(1, len(cut) + 1)).mean()
        values.append(of_ranks if formula == "precisions of all ranks" else interpolated(cut, n))
    return mean(np.array(values))


FAMILIES = {
    "area": Family("area", labels_and_scores, ranking, area_by, ties=True),
    "eer": Family("eer", labels_and_scores, rates_of_errors, error_rate_by),
    "ndcg": Family("ndcg", queries, gains, ndcg_by, ties=True),
    "map": Family("map", queries, relevant_as_served, precision_by, ties=True),
}
