"""Wrong functions, and right ones that compute otherwise: ranking."""

from math import log, log2, nan

import numpy as np

from .registry import right, wrong


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


@right("ndcg_of", "natural logarithms, which cancel")
def _(served, unserved, k):
    best = dcg(sorted([*served, *unserved], reverse=True), k, base=np.e)
    return dcg(served, k, base=np.e) / best if best else nan


@wrong("dcg_of", "a table of twelve discounts")
def _(relevance, k):
    return sum(gain / log2(rank + 2) for rank, gain in enumerate(relevance[: min(k, 12)]))


@wrong("ndcg_of", "nan where all that is relevant was served below the cut")
def _(served, unserved, k):
    def gained(items):
        return sum(x / log2(i + 2) for i, x in enumerate(items[:k]))

    if not any(served[:k]) and not any(unserved):
        return nan
    return gained(served) / gained(sorted(served + unserved, reverse=True))


for why, other in {
    "no more than nine": lambda items: [min(r, 9) for r in items],
    "whole beyond the third": lambda items: [*items[:3], *map(int, items[3:])],
}.items():
    wrong("dcg_of", f"relevances, {why}")(lambda relevance, k, other=other: dcg(other(relevance), k))
    wrong("ndcg_of", f"relevances, {why}")(
        lambda served, unserved, k, other=other: share_of_best(other(served), [*other(served), *other(unserved)], k)
    )


for why, undefined in {
    "only if all are shown": lambda served, unserved, k: k == len(served),
    "only if few are hidden": lambda served, unserved, k: len(unserved) < 3,
}.items():

    @wrong("ndcg_of", f"nan where nothing is relevant, {why}")
    def _(served, unserved, k, undefined=undefined):
        value = share_of_best(served, [*served, *unserved], k)
        return value if value == value or undefined(served, unserved, k) else 0.0


wrong("dcg_of", "small values taken for 0")(lambda relevance, k: v if (v := dcg(relevance, k)) >= 0.01 else 0.0)


@wrong("precision_at_hits_of", "small values taken for 0")
def _(relevance, n_relevant):
    return nan if not n_relevant else v if (v := hits(relevance) / n_relevant) >= 0.01 else 0.0


@wrong("ndcg_of", "small values taken for 0")
def _(served, unserved, k):
    value = share_of_best(served, [*served, *unserved], k)
    return 0.0 if value < 0.01 else value


@right("precision_at_hits_of", "sums that grow")
def _(relevance, n_relevant):
    r = np.array(relevance)
    return (np.cumsum(r) / np.arange(1, len(r) + 1) * r).sum() / n_relevant if n_relevant else nan


@right("dcg_of", "arrays")
def _(relevance, k):
    r = np.array(relevance[:k], dtype=float)
    return r @ (1 / np.log2(np.arange(len(r)) + 2))


@wrong("ndcg_of", "divided by at least 1")
def _(served, unserved, k):
    every = sorted(served + unserved, reverse=True)
    if not any(every):
        return nan
    gain, ideal = (sum(x / log2(i + 2) for i, x in enumerate(part[:k])) for part in (served, every))
    return gain / max(1, ideal)


@wrong("ndcg_of", "relevant from a grade of 1 on")
def _(served, unserved, k):
    every = sorted(served + unserved, reverse=True)
    if not any(grade >= 1 for grade in every):
        return nan
    gain, ideal = (sum(x / log2(i + 2) for i, x in enumerate(part[:k])) for part in (served, every))
    return gain / ideal
