"""Wrong functions, and right ones that compute otherwise: contamination."""

from math import log2

import numpy as np

from .registry import right, wrong


def runs(words, k):
    return [tuple(words[i : i + k]) for i in range(len(words) - k + 1)]


def share(item, read, n, of=tuple):
    k = min(n, len(item))
    seen = {of(run) for text in read for run in runs(text, k)}
    return np.mean([of(run) in seen for run in runs(item, k)])


@wrong("containment_in", "runs glued together without blanks")
def _(item, read, n):
    return share(item, read, n, of="".join)


@wrong("containment_in", "letters for words")
def _(item, read, n):
    line = " ".join(item)
    k = min(n, len(item))
    return np.mean([any(" ".join(run) in " ".join(text) for text in read) for run in runs(line.split(), k)])


@right("containment_in", "text by text, without a set")
def _(item, read, n):
    k = min(n, len(item))
    found = [
        any(item[i : i + k] == t[j : j + k] for t in read for j in range(len(t))) for i in range(len(item) - k + 1)
    ]
    return sum(found) / len(found)


@right("containment_in", "through numbers of the words")
def _(item, read, n):
    number = {word: i for i, word in enumerate(dict.fromkeys([*item, *(word for text in read for word in text)]))}
    return float(share([number[word] for word in item], [[number[word] for word in text] for text in read], n))


@wrong("exposure_in_bits", "ties in the middle")
def _(canary, others):
    rank = 1 + sum(other > canary for other in others) + sum(other == canary for other in others) / 2
    return log2((len(others) + 1) / rank)


@wrong("exposure_in_bits", "different scores only")
def _(canary, others):
    known = {*others, canary}
    return log2(len(known) / (1 + sum(other >= canary for other in known - {canary})))


@right("exposure_in_bits", "from a sorted list")
def _(canary, others):
    ordered = sorted([*others, canary], reverse=True)
    rank = len(ordered) - ordered[::-1].index(canary)
    return log2(len(ordered)) - log2(rank)


@right("exposure_in_bits", "minus the logarithm of the p-value")
def _(canary, others):
    return float(-np.log2(np.mean(np.array([*others, canary]) >= canary)))
