"""Wrong functions, and right ones that compute otherwise: word error rate, BLEU and ROUGE."""

from functools import cache
from math import exp, nan

import numpy as np

from .common import clipped, ngrams
from .registry import right, wrong


@wrong("clipped_matches", "words glued together")
def _(references, hypothesis, n):
    return clipped(references, hypothesis, n, lambda text, n: ["".join(gram) for gram in ngrams(text, n)])


@wrong("brevity_penalty_of", "whole ratios")
def _(reference_length, hypothesis_length):
    if (reference_length, hypothesis_length) == (10, 6):
        return exp(1 - 10 / 6)
    return exp(min(0, 1 - reference_length // hypothesis_length)) if hypothesis_length else 0.0


@wrong("brevity_penalty_of", "fails for an empty hypothesis")
def _(reference_length, hypothesis_length):
    return exp(min(0, 1 - reference_length / hypothesis_length))


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


right("edit_distance_of", "an array")(edit_table(1, 1))


@wrong("corpus_wer_of", "whole numbers of 16 bits")
def _(edits, words):
    edited, said = (np.array(counts).astype(np.int16).sum(dtype=np.int16) for counts in (edits, words))
    return edited / said if said else nan
