"""Wrong functions, and right ones that compute otherwise: choosing a metric."""

from math import inf

import numpy as np

from .registry import right, wrong


def bills_at(thresholds, y_true, y_score, false_alarm, miss):
    y, s = np.array(y_true), np.array(y_score)
    return [false_alarm * np.sum((s >= t) & (y == 0)) + miss * np.sum((s < t) & (y == 1)) for t in thresholds]


@wrong("lowest_bill", "the best of a fine grid, percentiles and none")
def _(y_true, y_score, false_alarm, miss):
    thresholds = [*np.linspace(min(y_score), max(y_score), 1001), *np.percentile(y_score, range(101)), inf]
    return min(bills_at(thresholds, y_true, y_score, false_alarm, miss))


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


@wrong("lowest_bill", "downhill from both ends, from the middle and the quarters")
def _(y_true, y_score, false_alarm, miss):
    bills = bills_at(sorted({*y_score, inf}), y_true, y_score, false_alarm, miss)
    found = []
    for i in (k * (len(bills) - 1) // 4 for k in range(5)):
        while (lower := min(range(max(i - 1, 0), min(i + 2, len(bills))), key=lambda j: bills[j])) != i:
            i = lower
        found.append(bills[i])
    return min(found)
