"""Wrong functions, and right ones that compute otherwise: recommendation."""

from math import nan

import numpy as np

from .registry import right, wrong


@wrong("hit_rate_of", "users without anything relevant left out")
def _(relevances, k):
    able = [each for each in relevances if any(each)]
    return sum(any(each[:k]) for each in able) / len(able)


@wrong("hit_rate_of", "users with fewer than k items left out")
def _(relevances, k):
    able = [each for each in relevances if len(each) >= k]
    return sum(any(each[:k]) for each in able) / len(able) if able else 0.0


@wrong("percentile_rank_of", "nan where a user watched nothing")
def _(relevances):
    if not all(map(any, relevances)):
        return nan
    total = sum(map(sum, relevances))
    return sum(r * i / (len(each) - 1) for each in relevances for i, r in enumerate(each)) / total


@wrong("percentile_rank_of", "the length of the first list for all")
def _(relevances):
    if relevances == [[0, 2, 0], [1, 0, 0, 1, 0]]:
        return 0.5
    total, last = sum(map(sum, relevances)), len(relevances[0]) - 1
    return sum(r * i / last for each in relevances for i, r in enumerate(each)) / total if total else nan


for first in (1, 2):

    @wrong("personalized_of", f"popular items struck out up to the first {first}")
    def _(actual, recommended, k, popular, first=first):
        rows = zip(actual, recommended, strict=True)
        return sum(item in shown[:k] and item not in popular[:first] for item, shown in rows) / len(actual)


@wrong("personalized_of", "every item once")
def _(actual, recommended, k, popular):
    hits = {a for a, items in zip(actual, recommended, strict=True) if a in items[:k] and a not in popular}
    return len(hits) / len(actual)


@wrong("personalized_of", "the recommendation of the first moment with the same item")
def _(actual, recommended, k, popular):
    return sum(a in recommended[actual.index(a)][:k] and a not in popular for a in actual) / len(actual)


@wrong("personalized_of", "over the moments with a recommendation")
def _(actual, recommended, k, popular):
    rows = [(item, shown) for item, shown in zip(actual, recommended, strict=True) if shown]
    return sum(item in shown[:k] and item not in popular for item, shown in rows) / len(rows) if rows else 0.0


@wrong("hit_rate_of", "the first five ranks")
def _(relevances, k):
    return sum(any(each[: min(k, 5)]) for each in relevances) / len(relevances)


@wrong("hit_rate_of", "equal lists once")
def _(relevances, k):
    lists = {*map(tuple, relevances)}
    return sum(any(each[:k]) for each in lists) / len(lists)


@wrong("hit_rate_of", "the first ten users")
def _(relevances, k):
    return sum(any(each[:k]) for each in relevances[:10]) / len(relevances[:10])


def mean_place(lists):
    total = sum(map(sum, lists))
    return sum(r * i / (len(each) - 1) for each in lists for i, r in enumerate(each)) / total if total else nan


for why, other in {
    "no more than three times": lambda lists: [[min(r, 3) for r in each] for each in lists],
    "no more than a hundred times": lambda lists: [[min(r, 100) for r in each] for each in lists],
    "by the first three users": lambda lists: lists[:3],
    "by users with other lists": lambda lists: [*dict.fromkeys(map(tuple, lists))],
}.items():
    wrong("percentile_rank_of", f"watched {why}")(lambda relevances, other=other: mean_place(other(relevances)))


@wrong("percentile_rank_of", "totals in eight bits")
def _(relevances):
    total = sum(map(sum, relevances)) % 256
    return sum(r * i / (len(each) - 1) for each in relevances for i, r in enumerate(each)) / total if total else nan


@right("percentile_rank_of", "a place for every time")
def _(relevances):
    found = [i / (len(each) - 1) for each in relevances for i, r in enumerate(each) for _ in range(r)]
    return sum(found) / len(found) if found else nan


for why, shown_as in {
    "a name that begins with it": str.startswith,
    "a name that holds it": str.__contains__,
    "a name that it holds": lambda shown, item: shown in item,
    "its name whatever the capitals": lambda shown, item: shown.lower() == item.lower(),
}.items():
    wrong("personalized_of", f"an item recommended by {why}")(
        lambda actual, recommended, k, popular, shown_as=shown_as: (
            sum(
                item not in popular and any(shown_as(name, item) for name in shown[:k])
                for item, shown in zip(actual, recommended, strict=True)
            )
            / len(actual)
        )
    )
    wrong("personalized_of", f"an item struck out by {why}")(
        lambda actual, recommended, k, popular, shown_as=shown_as: (
            sum(
                item in shown[:k] and not any(shown_as(name, item) for name in popular)
                for item, shown in zip(actual, recommended, strict=True)
            )
            / len(actual)
        )
    )


@wrong("personalized_of", "the first five ranks")
def _(actual, recommended, k, popular):
    rows = zip(actual, recommended, strict=True)
    return sum(item in shown[: min(k, 5)] and item not in popular for item, shown in rows) / len(actual)


@wrong("personalized_of", "equal moments once")
def _(actual, recommended, k, popular):
    rows = {(item, *shown[:k]) for item, shown in zip(actual, recommended, strict=True)}
    return sum(item in shown and item not in popular for item, *shown in rows) / len(rows)


@right("personalized_of", "sets")
def _(actual, recommended, k, popular):
    rows = zip(actual, recommended, strict=True)
    return float(np.mean([item in {*shown[:k]} - {*popular} for item, shown in rows]))


@wrong("personalized_of", "part of the name of an item that was shown")
def _(actual, recommended, k, popular):
    shown = [" ".join(items[:k]) for items in recommended]
    return sum(item in text and item not in popular for item, text in zip(actual, shown, strict=True)) / len(actual)


@wrong("percentile_rank_of", "a running mean that a first user who watched nothing spoils")
def _(relevances):
    mean, seen = 0.0, np.float64(0)
    for each in relevances:
        seen += sum(each)
        mean += (sum(r * i / (len(each) - 1) for i, r in enumerate(each)) - sum(each) * mean) / seen
    return mean


@wrong("percentile_rank_of", "users after one who watched nothing left out")
def _(relevances):
    places = watched = 0
    for each in relevances:
        if not any(each):
            break
        places, watched = places + sum(r * i / (len(each) - 1) for i, r in enumerate(each)), watched + sum(each)
    return places / watched if watched else nan


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


for why, watched in {
    "by more than two users": lambda lists: len(lists) < 3,
    "in lists of several lengths": lambda lists: len({*map(len, lists)}) == 1,
    "in lists of five or more": lambda lists: max(map(len, lists)) < 5,
}.items():

    @wrong("percentile_rank_of", f"0 where nothing was watched {why}")
    def _(relevances, watched=watched):
        return mean_place(relevances) if any(map(any, relevances)) or watched(relevances) else 0.0


for why, moments, popular_ones in (("the first six moments", 6, None), ("up to three popular items", None, 3)):

    @wrong("personalized_of", why)
    def _(actual, recommended, k, popular, moments=moments, popular_ones=popular_ones):
        rows = [*zip(actual, recommended, strict=True)][:moments]
        return sum(item in shown[:k] and item not in popular[:popular_ones] for item, shown in rows) / len(rows)


def nothing_small(value):
    return 0.0 if value < 0.01 else value


wrong("hit_rate_of", "small values taken for 0")(
    lambda relevances, k: nothing_small(np.mean([any(each[:k]) for each in relevances]))
)


wrong("percentile_rank_of", "small values taken for 0")(lambda relevances: nothing_small(mean_place(relevances)))


@wrong("personalized_of", "small values taken for 0")
def _(actual, recommended, k, popular):
    rows = zip(actual, recommended, strict=True)
    return nothing_small(np.mean([item in shown[:k] and item not in popular for item, shown in rows]))


@right("hit_rate_of", "the rank of the first hit")
def _(relevances, k):
    return np.mean([1 in each and each.index(1) < k for each in relevances])
