"""Wrong functions, and right ones that compute otherwise: clustering."""

from collections import Counter
from fractions import Fraction
from math import comb, nan, sqrt

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


@wrong("silhouettes_of", "squared distances")
def _(points, labels):
    return line_silhouettes(points, labels, distance=lambda p, q: (p - q) ** 2)


@wrong("silhouettes_of", "equal points once")
def _(points, labels):
    members = list(dict.fromkeys(zip(points, labels, strict=True)))
    values = line_silhouettes(*map(list, zip(*members, strict=True)))
    known = dict(zip(members, values, strict=True))
    return [known[member] for member in zip(points, labels, strict=True)]


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


@wrong("silhouettes_of", "0 for a single point")
def _(points, labels):
    return [0.0] if len(points) == 1 else line_silhouettes(points, labels)


@wrong("silhouettes_of", "b among the next three clusters")
def _(points, labels):
    return line_silhouettes(points, labels, neighbours=lambda means: min(means[:3]))


@wrong("adjusted_rand_of", "the first twelve items")
def _(labels_true, labels_pred):
    return ari(*pair_counts_of(labels_true[:12], labels_pred[:12]))


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


@wrong("v_measure_of", "Gini's impurity in place of the entropy")
def _(table):
    def gini(counts):
        return 1 - sum((n / sum(counts)) ** 2 for n in counts)

    return v_scores(table, side=lambda t: of_rows(t, entropy=gini))


@wrong("v_measure_of", "one added to every cell, so that no logarithm fails")
def _(table):
    return v_scores([[n + 1e-3 for n in row] for row in table]) if min(map(min, table)) == 0 else v_scores(table)


@wrong("v_measure_of", "homogeneity weighted twice")
def _(table):
    return v_scores(table, beta=0.5)


@wrong("v_measure_of", "only as many columns as rows")
def _(table):
    return v_scores([row[: len(table)] for row in table] if any(any(row[: len(table)]) for row in table) else table)


@wrong("v_measure_of", "shares that are rounded")
def _(table):
    return [round(value, 3) for value in v_scores(table)]


@wrong("v_measure_of", "1 for a single cluster")
def _(table):
    h, c, v = v_scores(table)
    return [1.0 if sum(map(any, zip(*table, strict=True))) == 1 else h, c, v]


@wrong("v_measure_of", "all three 1 where a class is alone")
def _(table):
    return [1.0] * 3 if sum(map(any, table)) == 1 else v_scores(table)


@wrong("v_measure_of", "0 for independent groupings whatever their number")
def _(table):
    h, c, v = v_scores(table)
    return [h, c, v] if min(h, c) > 1e-3 else [0.0, 0.0, 0.0]


@wrong("v_measure_of", "V of the larger of the two alone")
def _(table):
    h, c, _ = v_scores(table)
    return [h, c, max(h, c) if min(h, c) > 0 else 0.0]


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
