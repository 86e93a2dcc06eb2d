"""Scores of recommenders: whether people get what they would have chosen, and whether it is anything new to them."""

from itertools import combinations
from typing import Any

import numpy as np

from .fast import ranked_lists as fast
from .inputs import ranked_lists
from .inputs import recommendation as inputs
from .kinds.sums import FirstPass
from .metric import mean_of, of_sums
from .ranking import cumulative_gain, hit_at_k

CUT = {"k": ranked_lists.cutoff}


@mean_of(hit_at_k, inputs=ranked_lists.ranked_lists, at_once=fast.hits)
def hit_rate(hits, users):
    """Share of users who find at least one relevant item among their first k: one hit per user, however many there are.

    It never falls as k grows.

    >>> hit_rate([[1, 1, 0], [0, 0, 1], [0, 0, 0], [0, 1, 0]], 2)
    0.5
    """
    return hits / users


def reciprocal_ranks_of_hits(relevance, k=None):
    """One over the rank, added up over all relevant items of a list."""
    ranks = 1 + np.flatnonzero(relevance[:k])
    return (1 / ranks).sum()


@mean_of(reciprocal_ranks_of_hits, inputs=ranked_lists.ranked_lists, at_once=fast.sums_of_reciprocal_ranks, checks=CUT)
def average_reciprocal_hit_rate(reciprocal_ranks, users):
    """Mean over users of one over the rank, added up over all their hits.

    With one relevant item per user it is the mean reciprocal rank and at most 1; with more it goes up to
    1 + 1/2 + ... + 1/k.

    >>> average_reciprocal_hit_rate([[1, 0, 0, 1], [0, 1, 0, 0]])
    0.875
    """
    return reciprocal_ranks / users


def places_and_relevance(relevance):
    """Relevance times place, from 0 at the top to 1 at the end, added up; relevance added up."""
    place = np.linspace(0, 1, len(relevance))
    return relevance @ place, relevance.sum()


@of_sums(places_and_relevance, inputs=ranked_lists.full_rankings, at_once=fast.places_and_relevance)
def mean_percentile_rank(places, relevance):
    """How far down people have to go for what they chose: 0 is the top of the list, 1 its end.

    Rankings that know nothing get 0.5.

    >>> mean_percentile_rank([[0, 1, 0, 0, 0], [0, 0, 0, 1, 0]])
    0.5
    """
    return places / relevance


def gains_up_to_each_rank(relevance, *, k):
    """Total relevance at or above each of the first k ranks, and 1 for the user."""
    return [cumulative_gain(relevance, rank) for rank in range(1, k + 1)], 1


def ranks_of_longest(relevances: Any, k: Any = None) -> dict[str, int]:
    """How far down lists are read.

    k : int, optional
        How many ranks; by default those of the longest list, which parts whose totals are to be added have to agree on.
    """
    return {"k": max(1, *map(len, relevances)) if k is None else k}


@of_sums(
    gains_up_to_each_rank,
    inputs=ranked_lists.one_or_many_lists,
    shared=ranks_of_longest,
    first_pass=FirstPass("k", lambda relevances: ranks_of_longest(relevances)["k"], max, int),
    at_once=fast.gains_up_to_each_rank,
    several=["gains"],
    checks=CUT,
)
def cumulative_rating(gains, users):
    """Total relevance at or above each rank, averaged over users: the gain of a reader who stops there.

    -> array of shape (k,)
        Never falling.

    >>> cumulative_rating([[3, 0, 2], [0, 0, 1]])
    array([1.5, 1.5, 3. ])
    """
    return gains / users


def is_recommended(actual, recommended, *, k):
    """Whether what was chosen is among the first k that were recommended."""
    return actual in recommended[:k]


@mean_of(is_recommended, inputs=inputs.choices, checks=CUT)
def success_at_k(successes, moments):
    """How often the item that somebody went on to choose was among the first k recommended at that moment.

    >>> success_at_k(["b", "d"], [["a", "b", "c"], ["a", "b", "c"]], 2)
    0.5
    """
    return successes / moments


def is_recommended_and_not_popular(actual, recommended, *, k, popular):
    """The same where popular items do not count."""
    return actual in recommended[:k] and actual not in popular


@mean_of(is_recommended_and_not_popular, inputs=inputs.choices, checks=CUT | {"popular": inputs.set_of_items})
def personalized_at_k(successes, moments):
    """Success at k where popular items do not count: taken out of the first k, they leave their places empty.

    Never above `success_at_k`.

    >>> personalized_at_k(["b", "a"], [["a", "b", "c"], ["a", "b", "c"]], 2, popular={"a"})
    0.5
    """
    return successes / moments


def new_and_recommended(seen, recommended):
    """Recommended items that were not seen, and all recommended items."""
    return len(set(recommended) - seen), len(recommended)


@of_sums(new_and_recommended, inputs=inputs.seen_and_recommended)
def novelty(new, recommended):
    """Share of the recommended items that their users had not seen; all lists together: add, then divide.

    >>> novelty([{"a", "b"}, {"c"}], [["a", "d"], ["d", "e"]])
    0.75
    """
    return new / recommended


def distances_and_pairs(recommended, *, distance):
    """Distances between every two items of a list, added up, and how many pairs there are."""
    between = [distance(a, b) for a, b in combinations(recommended, 2)]
    return sum(between), len(between)


@of_sums(distances_and_pairs, inputs=inputs.recommendations, checks={"distance": inputs.Distance})
def diversity(distances, pairs):
    """Mean distance between two items of one list, over all pairs of all lists together.

    In the unit of the distance.

    >>> diversity([[1, 2, 4], [1, 5]], distance=lambda a, b: abs(a - b))
    2.5
    """
    return distances / pairs


def clicks_and_impressions(clicks, impressions):
    """Both as they come."""
    return clicks, impressions


@of_sums(clicks_and_impressions, inputs=inputs.clicks_and_impressions, at_once=True)
def click_through_rate(clicks, impressions):
    """Clicks over impressions: how many of the shown items were clicked.

    >>> click_through_rate([1, 2], [100, 100])
    0.015
    """
    return clicks / impressions
