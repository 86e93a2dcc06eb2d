"""Metrics of ranked lists, of one query or user or of many, and of what people were recommended."""

import numpy as np

from . import Row

ITEMS = list("abcdefgh")


def one_list(rng):
    """Relevances of up to nine items, best-ranked first."""
    return (rng.integers(0, 4, rng.integers(0, 10)),)


def lists(rng):
    n, longest = rng.integers(1, 12), rng.integers(1, 10)
    if rng.random() < 0.5:
        return (rng.integers(0, 3, (n, longest)) * (rng.random((n, longest)) < 0.4),)
    return ([rng.integers(0, 2, rng.integers(0, longest)).tolist() for _ in range(n)],)


def partly_judged(rng):
    """The same, where some relevances are not known; or a single list."""
    found = [[rng.choice([each, np.nan], p=[0.7, 0.3]) for each in row] for row in lists(rng)[0]]
    return (found,)


def shares(rng):
    return ([np.minimum(each, 1).tolist() for each in partly_judged(rng)[0]],)


def rankings(rng):
    return ([[*each, 0, 1] for each in lists(rng)[0]],)


def judged(rng):
    y_true = rng.integers(0, 3, (rng.integers(1, 8), rng.integers(1, 9)))
    return y_true, rng.normal(size=y_true.shape).round(rng.integers(0, 3))


def judgments(rng):
    return judged(rng)[:1]


def relevant_first(relevances):
    return ([[1, *each] for each in relevances],)


def scored_by_relevance(y_true, _):
    y_true[:, 0] = 3
    return y_true, y_true


def recommendations(rng):
    """Up to five different items for each user."""
    return ([rng.permutation(ITEMS)[: rng.integers(0, 6)].tolist() for _ in range(rng.integers(1, 9))],)


def choices(rng):
    (recommended,) = recommendations(rng)
    return rng.choice(ITEMS, len(recommended)).tolist(), recommended


def seen_and_recommended(rng):
    (recommended,) = recommendations(rng)
    return [set(rng.choice(ITEMS, 3).tolist()) for _ in recommended], recommended


def clicks(rng):
    impressions = rng.integers(0, 20, rng.integers(1, 9))
    return rng.binomial(impressions, 0.2), impressions


def letters_apart(a, b):
    return abs(ord(a) - ord(b))


CUTS = [{}, {"k": 1}, {"k": 3}, {"k": 12}]
CUTS_GIVEN = CUTS[1:]
FILLED = [{"zero_division": 0.0}, {"k": 2, "zero_division": 1.0}]
GAINS = [*CUTS, {"gain": "exponential"}, {"discount": np.sqrt, "k": 3}]
JUDGED = [*CUTS, *FILLED, {"n_relevant": 12}, {"n_relevant": 12, "k": 4, "zero_division": 0.5}]
DENOMINATORS = [{"denominator": name, "k": k} for name in ("min", "found") for k in (None, 1, 4)]
RANKS = [{"ranks": name, "k": k} for name in ("all", "last") for k in (None, 1, 4, 12)]
NOTHING = [([[0, 0]],)]

ROWS = {
    "precision_at_k": Row(one_list, CUTS_GIVEN),
    "recall_at_k": Row(one_list, [{"k": k, "n_relevant": 12} for k in (1, 3, 20)]),
    "hit_at_k": Row(one_list, CUTS_GIVEN),
    "reciprocal_rank": Row(one_list, CUTS),
    "average_precision_at_k": Row(one_list, [*JUDGED, *DENOMINATORS], undefined=[([0, 0],), ([],)]),
    "cumulative_gain": Row(one_list, CUTS),
    "dcg": Row(one_list, GAINS),
    "ndcg": Row(
        judged,
        [*GAINS, *FILLED, {"ties": "best"}, {"ties": "worst", "gain": "exponential"}, {"ties": "order"}],
        best=scored_by_relevance,
        undefined=[([[0, 0]], [[1, 2]])],
    ),
    "default_ndcg": Row(judgments, [*GAINS, *FILLED], undefined=NOTHING),
    "mean_reciprocal_rank": Row(lists, CUTS, best=relevant_first),
    "mean_precision_at_k": Row(lists, CUTS_GIVEN),
    "mean_recall_at_k": Row(lists, [{"k": k, "n_relevant": 12} for k in (1, 3, 20)]),
    "mean_f_at_k": Row(lists, [{"k": 3, "n_relevant": 12}, {"k": 20, "n_relevant": 12, "beta": 2}]),
    "mean_average_precision": Row(lists, [*JUDGED, *DENOMINATORS], undefined=NOTHING),
    "mean_average_recall": Row(lists, [*JUDGED, *RANKS], undefined=NOTHING),
    "r_precision": Row(lists, [{}, {"zero_division": 0.0}, {"n_relevant": 12}], undefined=NOTHING),
    "rank_biased_precision": Row(
        shares, [{}, {"persistence": 0.5}, {"persistence": 0, "unjudged": 1}, {"unjudged": 0.5}]
    ),
    "expected_reciprocal_rank": Row(lists, [{"highest_grade": g, "k": k} for g in (2, 4) for k in (None, 1, 3)]),
    "bpref": Row(
        partly_judged,
        [{}, {"zero_division": 0.0}, {"n_relevant": 12}, {"n_relevant": 12, "n_irrelevant": 12}],
        undefined=NOTHING,
    ),
    "hit_rate": Row(lists, CUTS_GIVEN, best=relevant_first),
    "average_reciprocal_hit_rate": Row(lists, CUTS),
    "mean_percentile_rank": Row(rankings, undefined=NOTHING),
    "cumulative_rating": Row(lists, CUTS_GIVEN),
    "success_at_k": Row(choices, CUTS_GIVEN),
    "personalized_at_k": Row(choices, [{"k": 3, "popular": {"a", "b"}}, {"k": 2, "popular": []}]),
    "novelty": Row(seen_and_recommended, undefined=[([["a"]], [[]])]),
    "diversity": Row(recommendations, [{"distance": letters_apart}], undefined=[([["a"]],)]),
    "click_through_rate": Row(clicks, undefined=[([0], [0])]),
}
