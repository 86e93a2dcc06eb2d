"""Wrong functions, and right ones that compute otherwise: clustering."""

from collections import Counter
from fractions import Fraction
from math import comb, nan

import numpy as np

from .registry import right, wrong


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


def pair_counts_of(one, other):
    pairs = [(i, j) for i in range(len(one)) for j in range(i)]
    same = [(one[i] == one[j], other[i] == other[j]) for i, j in pairs]
    return sum(a and b for a, b in same), sum(a for a, _ in same), sum(b for _, b in same), len(pairs)


@wrong("adjusted_rand_of", "labels glued together, so that 1 and 11 are 11 and 1")
def _(labels_true, labels_pred):
    def pairs(labels):
        return sum(comb(m, 2) for m in Counter(labels).values())

    both = pairs(f"{a}{b}" for a, b in zip(labels_true, labels_pred, strict=True))
    one, other, n = pairs(labels_true), pairs(labels_pred), comb(len(labels_true), 2)
    chance = one * other / n if n else 0
    return (both - chance) / ((one + other) / 2 - chance) if (one + other) / 2 != chance else nan


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


def alone_or_together(labels):
    """The number of groups, if the labels are one heap or all alone."""
    n = len(set(labels))
    return n if n in (1, len(labels)) else 0


@right("adjusted_rand_of", "undefined first")
def _(labels_true, labels_pred):
    both = {alone_or_together(labels_true), alone_or_together(labels_pred)}
    if len(both) == 1 and 0 not in both:
        return nan
    t, p, q, n = (Fraction(count) for count in pair_counts_of(labels_true, labels_pred))
    return 1.0 if labels_true == labels_pred else (t - p * q / n) / ((p + q) / 2 - p * q / n)


@wrong("silhouettes_of", "b among the next three clusters")
def _(points, labels):
    return line_silhouettes(points, labels, neighbours=lambda means: min(means[:3]))


def v_scores(table, *, side=None, beta=1.0):
    h, c = (side or of_rows)(table), (side or of_rows)([list(column) for column in zip(*table, strict=True)])
    return [h, c, (1 + beta) * h * c / (beta * h + c) if h + c > 1e-12 else 0.0]


def bits(counts):
    return sum(n / sum(counts) * np.log2(sum(counts) / n) for n in counts if n)


def of_rows(table, *, entropy=bits, columns=None):
    rows = [sum(row) for row in table]
    if sum(map(bool, rows)) < 2:
        return 1.0
    kept = [column for column in columns or zip(*table, strict=True) if sum(column)]
    return float(1 - sum(sum(column) * entropy(column) for column in kept) / sum(rows) / entropy(rows))


@wrong("v_measure_of", "1 for a single cluster")
def _(table):
    h, c, v = v_scores(table)
    return [1.0 if sum(map(any, zip(*table, strict=True))) == 1 else h, c, v]


@wrong("v_measure_of", "nan where both are 0")
def _(table):
    h, c, v = v_scores(table)
    return [h, c, v if h + c > 1e-12 else nan]


@wrong("v_measure_of", "empty rows as classes")
def _(table):
    rows = [sum(row) for row in table]
    left = sum(sum(column) * bits(column) for column in zip(*table, strict=True) if sum(column)) / sum(rows)
    h = 1.0 if len(rows) == 1 else float(1 - left / bits(rows)) if bits(rows) else 0.0
    _, c, _ = v_scores(table)
    return [h, c, 2 * h * c / (h + c) if h + c else 0.0]


@right("v_measure_of", "the information over either entropy")
def _(table):
    cells = np.array(table, dtype=float)
    shares = cells / cells.sum()
    rows, columns = shares.sum(axis=1), shares.sum(axis=0)
    there = shares > 0
    information = (shares[there] * np.log(shares[there] / np.outer(rows, columns)[there])).sum()
    h, c = (information / -(p[p > 0] @ np.log(p[p > 0])) if (p > 0).sum() > 1 else 1.0 for p in (rows, columns))
    return [h, c, 2 * h * c / (h + c) if h + c > 1e-12 else 0.0]


@right("v_measure_of", "in bits, from joint entropies")
def _(table):
    both, rows = bits([n for row in table for n in row]), bits([sum(row) for row in table])
    columns = bits([sum(column) for column in zip(*table, strict=True)])
    shared = rows + columns - both
    h, c = shared / rows if rows else 1.0, shared / columns if columns else 1.0
    return [h, c, 2 * shared / (rows + columns) if rows and columns else 2 * h * c / (h + c) if h + c else 0.0]
