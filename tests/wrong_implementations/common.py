"""Definitions that wrong functions of several topics are made of."""

from collections import Counter

import numpy as np


def ngrams(text, n):
    return list(zip(*(text[i:] for i in range(n)), strict=False))


def counted(pairs, labels):
    table = np.zeros((len(labels), len(labels)), dtype=int)
    for t, p in pairs:
        table[labels.index(t), labels.index(p)] += 1
    return table


def distance(a, b, exchanges=False, band=99):
    table = {(i, j): i + j for i in range(-1, len(a) + 1) for j in range(-1, len(b) + 1) if i <= 0 or j <= 0}
    for i, x in enumerate(a, 1):
        for j, y in enumerate(b, 1):
            best = min(table[i - 1, j] + 1, table[i, j - 1] + 1, table[i - 1, j - 1] + (x != y))
            if exchanges and min(i, j) > 1 and (x, a[i - 2]) == (b[j - 2], y):
                best = min(best, table[i - 2, j - 2] + 1)
            table[i, j] = best if abs(i - j) <= band else 99
    return table[len(a), len(b)]


def clipped(references, hypothesis, n, grams=ngrams):
    allowed = Counter()
    for reference in references:
        allowed |= Counter(grams(reference, n))
    found = Counter(grams(hypothesis, n))
    return [(found & allowed).total(), found.total()]


def shares(shared, hypothesis, reference):
    p, r = shared / len(hypothesis), shared / len(reference)
    return [p, r, 2 * p * r / (p + r) if p + r else 0.0]
