"""Scores of a ranked list: what is at the top of it, how soon the right things come, how much they are worth there."""

from typing import Any

import numpy as np

from .fast import ranked_lists as fast
from .inputs import arguments, ranked_lists, trec
from .inputs.arguments import Floats
from .inputs.options import OneOf
from .kinds.help_pages import described_by
from .metric import mean_of, of_samples
from .precision_recall import above_0

CUT = {"k": ranked_lists.cutoff}
GAIN = CUT | {"gain": OneOf("linear", "exponential")}


@described_by(ranked_lists.queries)
def ranked_relevance(y_true: Any, y_score: Any, *, ties: str = "refuse") -> Floats:
    """Relevances in the order of their scores, best first: what the scores of a list take.

    ties : {"refuse", "best", "worst", "order"}
        Items with one score have no order: they are refused, the most or the least relevant of them comes first, or
        they stay as they came.

    -> array of the shape of `y_true`

    Source: McSherry and Najork (2008), on retrieval measures and tied scores, ECIR.

    >>> ranked_relevance([0, 2, 1], [0.1, 0.3, 0.9])
    array([1., 2., 0.])
    """
    ties = arguments.one_of(ties, "ties", ["refuse", "best", "worst", "order"])
    relevance, score = ranked_lists.queries(y_true, y_score)
    order = fast.ranked(relevance, score, ties)
    ranked = score.take(order)
    if ties == "refuse" and (ranked[:, 1:] == ranked[:, :-1]).any():
        raise ValueError('y_score must not hold equal scores within a query; say with ties= what to do: "order", ...')
    return relevance.take(order).reshape(np.shape(y_true))


@described_by()
def from_trec(qrels: Any, run: Any, *, ties: str = "trec_eval") -> trec.JudgedRun:
    """Judgements and a run of TREC's as the metrics of ranked lists take them, a list per judged query.

    qrels : path, text or dict
        Lines of query, iteration, document, relevance; or {query: {document: relevance}}. Below 0 is not judged.
    run : path, text or dict
        Lines of query, Q0, document, rank, score, name, of which the score counts and not the rank; or
        {query: {document: score}}, or {query: [documents, best first]}.
    ties : {"trec_eval", "order"}
        Equal scores: the document whose name sorts last comes first, scores being equal if they are so in single
        precision, as in trec_eval; or they stay as they came.

    -> JudgedRun
        `relevances` with `n_relevant`; `judged`, nan for what nobody judged, with `n_irrelevant` as well, for `bpref`
        and `rank_biased_precision`; `y_true` and `y_score` for `ndcg` with a `k` of at most `depth`. Printed, it says
        what was missing: judged queries without results count as empty lists (trec_eval leaves them out without -c),
        and queries that nobody judged are left out.

    ValueError
        A line of another form, a document that comes twice, no query or no document in common.

    Source: Voorhees and Harman (2005), TREC: experiment and evaluation in information retrieval; the program trec_eval.

    >>> found = from_trec({"q1": {"a": 1, "b": 0, "c": 2}}, {"q1": {"b": 0.9, "a": 0.5, "x": 0.1}})
    >>> mean_average_precision(found.relevances, n_relevant=found.n_relevant)
    0.25
    """
    return trec.judged_run(qrels, run, arguments.one_of(ties, "ties", ["trec_eval", "order"]))


@of_samples(inputs=ranked_lists.ranked_list, checks=CUT, many="mean_precision_at_k")
def precision_at_k(relevance, k):
    """Share of the first k items that are relevant: at most the number of relevant items over k.

    k : int
        At least 1. A list of fewer than k items has wasted the other places: the divisor is k all the same.

    >>> precision_at_k([1, 0, 1, 0, 0], 3)
    0.6666666666666666
    """
    return np.count_nonzero(relevance[:k]) / k


@of_samples(inputs=ranked_lists.fully_judged_list, zero_division=True, checks=CUT, many="mean_recall_at_k")
def recall_at_k(relevance, k, *, n_relevant):
    """Share of all relevant items that are among the first k; never falls as k grows.

    >>> recall_at_k([1, 0, 1, 0, 0], 2, n_relevant=4)
    0.25
    """
    return (relevance[:k] > 0).sum() / n_relevant


@of_samples(inputs=ranked_lists.ranked_list, checks=CUT, many="hit_rate")
def hit_at_k(relevance, k):
    """Whether anything relevant is among the first k items: 1 or 0.

    >>> hit_at_k([0, 0, 1], 2)
    0.0
    """
    return relevance[:k].any()


@of_samples(inputs=ranked_lists.ranked_list, checks=CUT, many="mean_reciprocal_rank")
def reciprocal_rank(relevance, k=None):
    """One over the rank of the first relevant item; 0 if there is none.

    >>> reciprocal_rank([0, 0, 1, 1])
    0.3333333333333333
    """
    ranks = 1 + np.flatnonzero(relevance[:k])
    return 1 / ranks[0] if len(ranks) else 0.0


@of_samples(
    inputs=ranked_lists.judged_list,
    zero_division=True,
    checks=CUT | {"denominator": OneOf("relevant", "min", "found")},
    many="mean_average_precision",
)
def average_precision_at_k(
    relevance,
    k=None,
    *,
    n_relevant=None,
    denominator="relevant",
):
    """Mean of the precisions at the ranks of the relevant items; one that is not found counts as precision 0.

    With the denominator "relevant" at most k over the number of relevant items.

    denominator : {"relevant", "min", "found"}
        What the sum of precisions is divided by: all relevant items (TREC); at most k of them, so that k items can
        be perfect; only those found among the first k, which forgives the others.

    >>> round(average_precision_at_k([1, 0, 1, 0, 0]), 4)
    0.8333
    """
    relevant = (relevance > 0).sum() if n_relevant is None else n_relevant
    found = relevance[:k] > 0
    precision = found.cumsum() / np.arange(1, len(found) + 1)
    divisors = {
        "relevant": relevant,
        "min": min(k or relevant, relevant),
        "found": min(max(1, found.sum()), relevant),
    }
    return precision[found].sum() / divisors[denominator]


@of_samples(inputs=ranked_lists.ranked_list, checks=CUT, many="")
def cumulative_gain(relevance, k=None):
    """Sum of the relevances of the first k items, in whatever order they come.

    >>> cumulative_gain([2, 3, 3, 1, 2])
    11.0
    """
    return relevance[:k].sum()


def gains_of(relevance, gain):
    """What a relevance is worth."""
    return 2**relevance - 1 if gain == "exponential" else relevance


def discounted(gains, discount):
    """Each gain over the logarithm of its rank plus one."""
    rank = np.arange(1, len(gains) + 1)
    divisor = np.log2(1 + rank) if discount is None else discount(rank)
    return gains / divisor


@of_samples(inputs=ranked_lists.graded_list, checks=GAIN, many="ndcg")
def dcg(relevance, k=None, *, gain="linear", discount=None):
    """Discounted cumulative gain: each item's gain over the logarithm of its rank plus one, added up.

    It grows with the list.

    >>> round(dcg([2, 3, 3, 1, 2]), 2)
    6.6
    """
    return discounted(gains_of(relevance, gain), discount)[:k].sum()


def in_order(gains, score, ties):
    """Gains of items, highest score first."""
    if ties == "average":  # the mean gain of those with one score
        gains = np.array([gains[score == own].mean() for own in score])
    tie_breaker = {"best": -gains, "worst": gains}.get(ties, 0 * gains)
    return gains[np.lexsort([tie_breaker, -score])]


def ndcg_of_query(
    y_true,
    y_score,
    *,
    k=None,
    gain="linear",
    ties="average",
    discount=None,
):
    """DCG in the order of the scores over DCG in the best order.

    ties : {"average", "best", "worst", "order"}
        Items with one score: the mean over all their orders; the most or the least relevant first; as they came.
    """
    gains = gains_of(y_true, gain)
    served = discounted(in_order(gains, y_score, ties), discount)
    ideal = discounted(np.sort(gains)[::-1], discount)
    return served[:k].sum() / ideal[:k].sum()


@mean_of(
    ndcg_of_query,
    inputs=ranked_lists.queries,
    at_once=fast.ndcgs,
    zero_division=True,
    checks=GAIN | {"ties": OneOf("average", "best", "worst", "order")},
)
def ndcg(ndcgs, queries):
    """DCG in the order of the scores over DCG in the best order (NDCG); the mean over queries, if there are several.

    The base of the discount's logarithm cancels. Unless all relevance is beyond rank k, even the worst order is above
    0.

    >>> round(ndcg([2, 3, 3, 1, 2], [5, 4, 3, 2, 1]), 4)
    0.9238
    """
    return ndcgs / queries


def default_ndcg_of_query(y_true, *, k=None, gain="linear", discount=None):
    """NDCG of scores that are all alike."""
    alike = np.zeros(len(y_true))
    return ndcg_of_query(y_true, alike, k=k, gain=gain, discount=discount)


@mean_of(
    default_ndcg_of_query,
    inputs=ranked_lists.judgments,
    at_once=fast.default_ndcgs,
    zero_division=True,
    checks=GAIN,
)
def default_ndcg(ndcgs, queries):
    """NDCG of scores that know nothing: every rank gets the mean gain of all items.

    What shuffling the items gets on average, and the least that a ranker should beat.

    >>> round(default_ndcg([3, 3, 2, 2, 1, 0], k=5, gain="exponential"), 6)
    0.707046
    """
    return ndcgs / queries


@mean_of(reciprocal_rank, inputs=ranked_lists.ranked_lists, at_once=fast.reciprocal_ranks)
def mean_reciprocal_rank(reciprocal_ranks, queries):
    """Mean over lists of one over the rank of the first relevant item (MRR).

    >>> round(mean_reciprocal_rank([[1, 0, 0], [0, 0, 1], [0, 1]]), 4)
    0.6111
    """
    return reciprocal_ranks / queries


def f_of_list(relevance, k, *, n_relevant, beta=1.0):
    """F-beta of the first k items, in the form of counts: 0 without a hit."""
    hits = np.count_nonzero(relevance[:k])
    return (1 + beta**2) * hits / (k + beta**2 * n_relevant)


@mean_of(precision_at_k, inputs=ranked_lists.ranked_lists, at_once=fast.precisions_at_k)
def mean_precision_at_k(precisions, users):
    """Mean over users, or queries, of the share of their first k items that is relevant.

    A list of fewer than k items has wasted the other places.

    >>> mean_precision_at_k([[1, 0, 1], [0, 0]], 2)
    0.25
    """
    return precisions / users


@mean_of(
    recall_at_k,
    inputs=ranked_lists.fully_judged_lists,
    at_once=fast.recalls_at_k,
    each=["n_relevant"],
    zero_division=True,
)
def mean_recall_at_k(recalls, users):
    """Mean over users, or queries, of the share of all their relevant items that is among their first k.

    >>> mean_recall_at_k([[1, 0, 1], [0, 1]], 2, n_relevant=[2, 4])
    0.375
    """
    return recalls / users


@mean_of(
    f_of_list,
    inputs=ranked_lists.fully_judged_lists,
    at_once=fast.fs_at_k,
    each=["n_relevant"],
    checks=CUT | {"beta": above_0},
)
def mean_f_at_k(f_scores, users):
    """Mean over users, or queries, of the F-beta of precision and recall at k, each user's own.

    Not the F of the two means. At most 2R / (k + R) for F1 where R < k items are relevant.

    >>> round(mean_f_at_k([[1, 0, 1], [0, 1]], 2, n_relevant=[2, 4]), 4)
    0.4167
    """
    return f_scores / users


@mean_of(
    average_precision_at_k,
    inputs=ranked_lists.judged_lists,
    at_once=fast.average_precisions,
    each=["n_relevant"],
    zero_division=True,
)
def mean_average_precision(average_precisions, queries):
    """Mean over lists of their average precisions (MAP).

    >>> round(mean_average_precision([[1, 0, 1], [0, 1]]), 4)
    0.6667
    """
    return average_precisions / queries


def average_recall(relevance, k=None, *, n_relevant=None, ranks="relevant"):
    """Average of the recalls down a list, over some of its ranks.

    ranks : {"relevant", "all", "last"}
        Where recall is read: at the ranks of the relevant items, one that is not found counting 0, as average
        precision does with precision; at every rank up to k; at rank k alone.
    """
    relevant = (relevance > 0).sum() if n_relevant is None else n_relevant
    upto = range(1, 1 + (k or max(1, len(relevance))))
    recall = [recall_at_k(relevance, i, n_relevant=relevant) for i in upto]
    if ranks == "relevant":
        return np.take(recall, np.flatnonzero(relevance[:k])).sum() / relevant
    return np.mean(recall) if ranks == "all" else recall[-1]


@mean_of(
    average_recall,
    inputs=ranked_lists.judged_lists,
    at_once=fast.average_recalls,
    each=["n_relevant"],
    zero_division=True,
    checks=CUT | {"ranks": OneOf("relevant", "all", "last")},
)
def mean_average_recall(average_recalls, queries):
    """Mean over lists of their average recalls; the name says too little, so say which ranks you average over.

    With "relevant", a perfect list of r relevant items has (r + 1) / 2r, and the order within the first k is not
    seen.

    >>> mean_average_recall([[1, 0, 1, 0]], 2, ranks="last")
    0.5
    """
    return average_recalls / queries


def r_precision_of_list(relevance, *, n_relevant=None):
    """Share of relevant items among the first R, where R items are relevant."""
    relevant = (relevance > 0).sum() if n_relevant is None else n_relevant
    return (relevance[:relevant] > 0).sum() / relevant


@mean_of(r_precision_of_list, inputs=ranked_lists.one_or_many_judged_lists, each=["n_relevant"], zero_division=True)
def r_precision(precisions, queries):
    """Precision at R, where R items are relevant: each query has the page that a perfect list would fill.

    At R precision and recall are the same. The mean over queries, if there are several.

    >>> r_precision([1, 0, 1, 0, 0], n_relevant=3)
    0.6666666666666666
    """
    return precisions / queries


def rank_biased_precision_of_list(
    relevance,
    *,
    persistence=0.8,
    unjudged=0.0,
):
    """Relevance at the rank where a reader stops who goes on from each with one and the same chance."""
    stops_here = (1 - persistence) * persistence ** np.arange(len(relevance))
    worth = np.where(np.isnan(relevance), unjudged, relevance)
    return worth @ stops_here + unjudged * persistence ** len(relevance)


@mean_of(
    rank_biased_precision_of_list,
    inputs=ranked_lists.partly_judged_shares,
    checks={"persistence": ranked_lists.persistence, "unjudged": ranked_lists.worth_of_unjudged},
)
def rank_biased_precision(scores, queries):
    """The relevance that a reader of some patience can expect (RBP); the mean over queries, if there are several.

    With ``unjudged=1`` it is the most that the judgements leave possible; what lies between is the residual.

    >>> rank_biased_precision([1, 0, 1], persistence=0.5, unjudged=1)
    0.75
    """
    return scores / queries


def expected_reciprocal_rank_of_list(relevance, k=None, *, highest_grade):
    """One over the rank where a reader is satisfied, on average."""
    satisfies = (2**relevance - 1) / 2**highest_grade
    reads = np.append(1, np.cumprod(1 - satisfies))[:-1]
    rank = np.arange(1, len(relevance) + 1)
    return (reads * satisfies / rank)[:k].sum()


@mean_of(
    expected_reciprocal_rank_of_list,
    inputs=ranked_lists.lists_of_grades,
    checks=CUT | {"highest_grade": ranked_lists.highest_grade},
)
def expected_reciprocal_rank(scores, queries):
    """One over the rank where a reader finds enough, on average (ERR); the mean over queries, if there are several.

    An item of grade g is enough with the chance (2^g - 1) / 2^highest_grade, and who has enough reads no further.

    >>> expected_reciprocal_rank([[2, 2], [0, 2]], highest_grade=2)
    0.609375
    """
    return scores / queries


def bpref_of_list(relevance, *, n_relevant=None, n_irrelevant=None):
    """How few irrelevant items stand above a relevant one, among those that were judged."""
    relevant = (relevance > 0).sum() if n_relevant is None else n_relevant
    rejected = relevance == 0
    irrelevant = rejected.sum() if n_irrelevant is None else n_irrelevant
    above = rejected.cumsum()[relevance > 0]
    most = max(1, min(relevant, irrelevant))
    return (1 - np.minimum(above, most) / most).sum() / relevant


@mean_of(bpref_of_list, inputs=ranked_lists.pooled_lists, each=["n_relevant", "n_irrelevant"], zero_division=True)
def bpref(preferences, queries):
    """How seldom an item judged irrelevant stands above a relevant one; the mean over queries, if there are several.

    Items that nobody judged (nan) are passed over. Of R relevant items, each is compared with the first R irrelevant
    ones.

    >>> bpref([1, float("nan"), 0, 1, 0])
    0.75
    """
    return preferences / queries
