"""Wrong functions, and right ones that compute otherwise: ranking."""

from math import log, nan

import numpy as np

from .registry import right, wrong


def dcg(relevance, k, base=2.0):
    return sum(r / (log(i + 1) / log(base)) for i, r in enumerate(relevance[:k], 1))


@wrong("dcg_of", "sorted first where the list is cut")
def _(relevance, k):
    return dcg(sorted(relevance, reverse=True) if k < len(relevance) else relevance, k)


def hits(relevance):
    return sum(sum(relevance[: i + 1]) / (i + 1) for i, r in enumerate(relevance) if r)


@wrong("precision_at_hits_of", "nan where the only relevant item was not found")
def _(relevance, n_relevant):
    found = hits(relevance)
    return found / n_relevant if n_relevant > 1 or found else nan


def share_of_best(served, everything, k):
    best = dcg(sorted(everything, reverse=True), k)
    return dcg(served, k) / best if best else nan


@wrong("ndcg_of", "nan where the only relevant item was not served")
def _(served, unserved, k):
    everything = [*served, *unserved]
    return share_of_best(served, everything, k) if any(served) or sum(everything) > 1 else nan


@right("ndcg_of", "arrays")
def _(served, unserved, k):
    discounts, best = np.log2(np.arange(k) + 2), np.sort([*served, *unserved])[::-1][:k]
    return float((np.array(served[:k]) / discounts).sum() / (best / discounts).sum()) if best.any() else nan


@right("ndcg_of", "natural logarithms, which cancel")
def _(served, unserved, k):
    best = dcg(sorted([*served, *unserved], reverse=True), k, base=np.e)
    return dcg(served, k, base=np.e) / best if best else nan


@right("precision_at_hits_of", "sums that grow")
def _(relevance, n_relevant):
    r = np.array(relevance)
    return (np.cumsum(r) / np.arange(1, len(r) + 1) * r).sum() / n_relevant if n_relevant else nan


@right("dcg_of", "arrays")
def _(relevance, k):
    r = np.array(relevance[:k], dtype=float)
    return r @ (1 / np.log2(np.arange(len(r)) + 2))
