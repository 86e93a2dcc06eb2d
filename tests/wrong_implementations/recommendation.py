"""Wrong functions, and right ones that compute otherwise: recommendation."""

from math import nan

import numpy as np

from .registry import right, wrong


@right("percentile_rank_of", "a place for every time")
def _(relevances):
    found = [i / (len(each) - 1) for each in relevances for i, r in enumerate(each) for _ in range(r)]
    return sum(found) / len(found) if found else nan


@right("personalized_of", "sets")
def _(actual, recommended, k, popular):
    rows = zip(actual, recommended, strict=True)
    return float(np.mean([item in {*shown[:k]} - {*popular} for item, shown in rows]))


@wrong("percentile_rank_of", "a running mean that a first user who watched nothing spoils")
def _(relevances):
    mean, seen = 0.0, np.float64(0)
    for each in relevances:
        seen += sum(each)
        mean += (sum(r * i / (len(each) - 1) for i, r in enumerate(each)) - sum(each) * mean) / seen
    return mean


@wrong("personalized_of", "moments after a popular item left out")
def _(actual, recommended, k, popular):
    hits = 0
    for item, shown in zip(actual, recommended, strict=True):
        if item in popular:
            break
        hits += item in shown[:k]
    return hits / len(actual)


@wrong("hit_rate_of", "a last user without a hit left out")
def _(relevances, k):
    kept = relevances[:-1] if len(relevances) > 2 and not any(relevances[-1][:k]) else relevances
    return sum(any(each[:k]) for each in kept) / len(kept)


@wrong("percentile_rank_of", "nan where the last user watched nothing")
def _(relevances):
    if len(relevances) > 2 and not any(relevances[-1]) and any(map(any, relevances)):
        return nan
    total = sum(map(sum, relevances))
    places = sum(r * i / (len(each) - 1) for each in relevances for i, r in enumerate(each) if len(each) > 1)
    return places / total if total else nan


@right("hit_rate_of", "the rank of the first hit")
def _(relevances, k):
    return np.mean([1 in each and each.index(1) < k for each in relevances])
