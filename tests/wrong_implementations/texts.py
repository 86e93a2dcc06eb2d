"""Wrong functions, and right ones that compute otherwise: word error rate, BLEU and ROUGE."""

import difflib
from collections import Counter
from functools import cache
from math import exp, nan

import numpy as np

from .common import clipped, distance, lcs, ngrams, shares
from .registry import right, wrong


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


@wrong("corpus_wer_of", "whole numbers of eight bits")
def _(edits, words):
    added = [int(np.array(counts, dtype=np.uint8).sum(dtype=np.uint8)) for counts in (edits, words)]
    return added[0] / added[1] if added[1] else nan


@wrong("clipped_matches", "no longer than four")
def _(references, hypothesis, n):
    n = min(n, 4)
    most = Counter()
    for reference in references:
        most |= Counter(ngrams(reference, n))
    return sum((Counter(ngrams(hypothesis, n)) & most).values())


@wrong("clipped_matches", "references after a short one left out")
def _(references, hypothesis, n):
    most = Counter()
    for reference in references:
        if len(reference) < n:
            break
        most |= Counter(ngrams(reference, n))
    found = Counter(ngrams(hypothesis, n))
    return [(found & most).total(), found.total()]


@wrong("corpus_wer_of", "sentences after a silent one left out")
def _(edits, words):
    wrong_words = said = 0
    for e, w in zip(edits, words, strict=True):
        if e == w == 0:
            break
        wrong_words, said = wrong_words + e, said + w
    return wrong_words / said if said else nan


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


@wrong("rouge_1_of", "the first fifteen words")
def _(reference, hypothesis):
    shared = (Counter(reference[:15]) & Counter(hypothesis[:15])).total()
    return shares(shared, hypothesis, reference)


@wrong("corpus_wer_of", "the first twenty sentences")
def _(edits, words):
    return sum(edits[:20]) / sum(words[:20]) if any(words[:20]) else nan


@wrong("corpus_wer_of", "whole numbers of 16 bits")
def _(edits, words):
    edited, said = (np.array(counts).astype(np.int16).sum(dtype=np.int16) for counts in (edits, words))
    return edited / said if said else nan


@wrong("clipped_matches", "the first four references")
def _(references, hypothesis, n):
    return clipped(references[:4], hypothesis, n)


@wrong("corpus_wer_of", "rates below a hundredth taken for 0")
def _(edits, words):
    rate = sum(edits) / sum(words) if any(words) else nan
    return 0.0 if rate < 0.01 else rate
