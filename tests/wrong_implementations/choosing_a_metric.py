"""Wrong functions, and right ones that compute otherwise: choosing a metric."""

from itertools import pairwise
from math import inf

import numpy as np

from .registry import right, wrong


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


@right("lowest_bill", "one more than the largest score")
def _(y_true, y_score, false_alarm, miss):
    def bill(t):
        return sum(miss * y if s < t else false_alarm * (1 - y) for y, s in zip(y_true, y_score, strict=True))

    return min(bill(t) for t in [*y_score, max(y_score) + 1])


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


@wrong("lowest_bill", "downhill from both ends, from the middle and the quarters")
def _(y_true, y_score, false_alarm, miss):
    bills = bills_at(sorted({*y_score, inf}), y_true, y_score, false_alarm, miss)
    found = []
    for i in (k * (len(bills) - 1) // 4 for k in range(5)):
        while (lower := min(range(max(i - 1, 0), min(i + 2, len(bills))), key=lambda j: bills[j])) != i:
            i = lower
        found.append(bills[i])
    return min(found)


@wrong("lowest_bill", "rounded to three places")
def _(y_true, y_score, false_alarm, miss):
    bills = []
    for t in [*y_score, max(y_score) + 1]:
        alarms = sum(s >= t and y == 0 for y, s in zip(y_true, y_score, strict=True))
        bills.append(alarms * false_alarm + sum(s < t and y == 1 for y, s in zip(y_true, y_score, strict=True)) * miss)
    return round(min(bills), 3)
