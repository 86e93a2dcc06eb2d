"""Scores of a ranked list: what is at the top of it, how soon the right things come, how much they are worth there."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .inputs import arguments, ranked_lists
from .inputs.old_matrices import ratio


def ranked_relevance(y_true: Any, y_score: Any, *, ties: str = "refuse") -> NDArray[np.float64]:
    """Relevances in the order of their scores, best first: what the scores of a list take.

    Parameters
    ----------
    y_true : numbers of shape (n,) or (queries, n)
        Relevance of each item: finite, at least 0.
    y_score : numbers of the same shape
        The higher, the better the rank.
    ties : {"refuse", "best", "worst", "order"}
        Items with one score have no order: they are refused, the most or the least relevant of them comes first, or
        they stay as they came.

    Returns
    -------
    array of the shape of `y_true`

    Raises
    ------
    ValueError
        Tied scores, unless `ties` says what to do with them; other shapes, negative relevance, nan, unknown `ties`.
    TypeError
        Relevances or scores that are not numbers.

    References
    ----------
    McSherry and Najork (2008), on retrieval measures and tied scores, ECIR.

    Examples
    --------
    >>> ranked_relevance([0, 2, 1], [0.1, 0.3, 0.9])
    array([1., 2., 0.])
    """
    ties = arguments.one_of(ties, "ties", ["refuse", "best", "worst", "order"])
    relevance, score = ranked_lists.scored(y_true, y_score)
    order = ranked_lists.ranks(relevance, score, "order" if ties == "refuse" else ties)
    ranked = np.take_along_axis(score, order, axis=1)
    if ties == "refuse" and (ranked[:, 1:] == ranked[:, :-1]).any():
        raise ValueError('y_score must not hold equal scores within a query; say with ties= what to do: "order", ...')
    return np.take_along_axis(relevance, order, axis=1).reshape(np.shape(y_true))


def precision_at_k(relevance: Any, k: int) -> float:
    """Share of the first k items that are relevant.

    Parameters
    ----------
    relevance : sequence of n numbers
        Of a list, best-ranked item first: 0 where the item is irrelevant, above 0 where it is relevant.
    k : int
        At least 1. A list of fewer than k items has wasted the other places: the divisor is k all the same.

    Returns
    -------
    float
        In [0, 1], higher is better; at most the number of relevant items over k.

    Raises
    ------
    ValueError
        k below 1; relevances below 0, nan or infinite.
    TypeError
        Relevances that are not numbers, k that is no whole number.

    References
    ----------
    Manning, Raghavan and Schuetze (2008), Introduction to Information Retrieval, section 8.4.

    Examples
    --------
    >>> precision_at_k([1, 0, 1, 0, 0], 3)
    0.6666666666666666
    """
    top = ranked_lists.one_list(relevance)[: arguments.whole_number(k, "k", least=1)]
    return float(np.count_nonzero(top) / k)


def recall_at_k(relevance: Any, k: int, *, n_relevant: int, zero_division: float = np.nan) -> float:
    """Share of all relevant items that are among the first k.

    Parameters
    ----------
    relevance : sequence of n numbers
        As in `precision_at_k`.
    k : int
        At least 1.
    n_relevant : int
        How many items are relevant, those that the list does not show among them.
    zero_division : float, default nan
        What to return where nothing is relevant.

    Returns
    -------
    float
        In [0, 1], higher is better; never falls as k grows.

    Raises
    ------
    ValueError, TypeError
        As in `precision_at_k`; fewer relevant items than the list has.

    References
    ----------
    Manning, Raghavan and Schuetze (2008), section 8.4.

    Examples
    --------
    >>> recall_at_k([1, 0, 1, 0, 0], 2, n_relevant=4)
    0.25
    """
    hits = ranked_lists.one_list(relevance) > 0
    n = ranked_lists.number_relevant(n_relevant, np.asarray(hits.sum()))
    found = hits[: arguments.whole_number(k, "k", least=1)].sum()
    return float(ratio(found, n, zero_division))


def hit_at_k(relevance: Any, k: int) -> float:
    """Whether anything relevant is among the first k items: 1 or 0.

    Parameters
    ----------
    relevance, k
        As in `precision_at_k`.

    Returns
    -------
    float
        0.0 or 1.0, higher is better.

    Raises
    ------
    ValueError, TypeError
        As in `precision_at_k`.

    References
    ----------
    Deshpande and Karypis (2004), Item-based top-N recommendation algorithms, ACM TOIS 22.

    Examples
    --------
    >>> hit_at_k([0, 0, 1], 2)
    0.0
    """
    return float(precision_at_k(relevance, k) > 0)


def reciprocal_rank(relevance: Any, k: int | None = None) -> float:
    """One over the rank of the first relevant item; 0 if there is none.

    Parameters
    ----------
    relevance : sequence of n numbers
        As in `precision_at_k`.
    k : int, optional
        Look no further than rank k.

    Returns
    -------
    float
        In [0, 1], higher is better: 1, 1/2, 1/3, ... and 0.

    Raises
    ------
    ValueError, TypeError
        As in `precision_at_k`.

    References
    ----------
    Voorhees (1999), The TREC-8 question answering track report.

    Examples
    --------
    >>> reciprocal_rank([0, 0, 1, 1])
    0.3333333333333333
    """
    relevance = ranked_lists.one_list(relevance)
    found = np.flatnonzero(relevance[: ranked_lists.cutoff(k, len(relevance))])
    return float(1 / (found[0] + 1)) if len(found) else 0.0


def average_precision_at_k(
    relevance: Any,
    k: int | None = None,
    *,
    n_relevant: int | None = None,
    denominator: str = "relevant",
    zero_division: float = np.nan,
) -> float:
    """Mean of the precisions at the ranks of the relevant items; one that is not found counts as precision 0.

    Parameters
    ----------
    relevance : sequence of n numbers
        As in `precision_at_k`.
    k : int, optional
        Look no further than rank k.
    n_relevant : int, optional
        How many items are relevant, those that the list does not show among them; by default those of the list.
    denominator : {"relevant", "min", "found"}
        What the sum of precisions is divided by: all relevant items (TREC); at most k of them, so that k items can
        be perfect; only those found among the first k, which forgives the others.
    zero_division : float, default nan
        What to return where nothing is relevant.

    Returns
    -------
    float
        In [0, 1], higher is better. With "relevant" at most k over the number of relevant items.

    Raises
    ------
    ValueError, TypeError
        As in `recall_at_k`; an unknown `denominator`.

    References
    ----------
    Buckley and Voorhees (2000), Evaluating evaluation measure stability; trec_eval, measures "map" and "map_cut".

    Examples
    --------
    >>> round(average_precision_at_k([1, 0, 1, 0, 0]), 4)
    0.8333
    """
    hits = ranked_lists.one_list(relevance) > 0
    n = ranked_lists.number_relevant(n_relevant, np.asarray(hits.sum()))
    k = ranked_lists.cutoff(k, max(len(hits), int(n)))
    top = hits[:k]
    precision = top.cumsum() / np.arange(1, len(top) + 1)
    divisor = ranked_lists.divisors(n, k, top.sum(), denominator)
    return float(ratio(precision[top].sum(), divisor, zero_division))


def cumulative_gain(relevance: Any, k: int | None = None) -> float:
    """Sum of the relevances of the first k items, in whatever order they come.

    Parameters
    ----------
    relevance : sequence of n numbers
        Of a list, best-ranked item first, each at least 0.
    k : int, optional
        Look no further than rank k.

    Returns
    -------
    float
        In [0, inf), higher is better.

    Raises
    ------
    ValueError, TypeError
        As in `precision_at_k`.

    References
    ----------
    Jaervelin and Kekaelaeinen (2002), Cumulated gain-based evaluation of IR techniques, ACM TOIS 20.

    Examples
    --------
    >>> cumulative_gain([2, 3, 3, 1, 2])
    11.0
    """
    relevance = ranked_lists.one_list(relevance)
    return float(relevance[: ranked_lists.cutoff(k, len(relevance))].sum())


def dcg(relevance: Any, k: int | None = None, *, gain: str = "linear", discount: ranked_lists.Discount = None) -> float:
    """Discounted cumulative gain: each item's gain over the logarithm of its rank plus one, added up.

    Parameters
    ----------
    relevance : sequence of n numbers
        Of a list, best-ranked item first, each at least 0.
    k : int, optional
        Look no further than rank k.
    gain : {"linear", "exponential"}
        What relevance r is worth: r, or 2^r - 1.
    discount : function, optional
        Of an array of ranks 1, 2, ...: what the gains there are divided by; log2(1 + rank) by default.

    Returns
    -------
    float
        In [0, inf), higher is better; grows with the list.

    Raises
    ------
    ValueError, TypeError
        As in `precision_at_k`; an unknown `gain`; a discount that is not above 0.

    References
    ----------
    Jaervelin and Kekaelaeinen (2002), ACM TOIS 20; Burges et al. (2005), Learning to rank using gradient descent,
    for both the exponential gain and log(1 + rank).

    Examples
    --------
    >>> round(dcg([2, 3, 3, 1, 2]), 2)
    6.6
    """
    relevance = ranked_lists.one_list(relevance)
    gains = ranked_lists.GAINS[arguments.one_of(gain, "gain", ranked_lists.GAINS)](relevance)
    return float(gains @ ranked_lists.discounts(len(gains), ranked_lists.cutoff(k, len(gains)), discount))


def ndcg(
    y_true: Any,
    y_score: Any,
    *,
    k: int | None = None,
    gain: str = "linear",
    ties: str = "average",
    discount: ranked_lists.Discount = None,
    zero_division: float = np.nan,
) -> float:
    """DCG in the order of the scores over DCG in the best order; the mean over queries, if there are several.

    Parameters
    ----------
    y_true : numbers of shape (n,) or (queries, n)
        Relevance of every item there is, shown or not: finite, at least 0.
    y_score : numbers of the same shape
        The higher, the better the rank.
    k : int, optional
        Look no further than rank k, in either order.
    gain : {"linear", "exponential"}
        What relevance r is worth: r, or 2^r - 1.
    ties : {"average", "best", "worst", "order"}
        Items with one score: the mean over all their orders; the most or the least relevant first; as they came.
    discount : function, optional
        As in `dcg`. The base of a logarithm cancels.
    zero_division : float, default nan
        What a query counts without any relevant item.

    Returns
    -------
    float
        In [0, 1], higher is better. Unless all relevance is beyond rank k, even the worst order is above 0.

    Raises
    ------
    ValueError
        Different shapes, nothing to rank, negative relevance, nan; an unknown option.
    TypeError
        Relevances or scores that are not numbers.

    References
    ----------
    Jaervelin and Kekaelaeinen (2002), ACM TOIS 20. Ties: McSherry and Najork (2008), ECIR.

    Examples
    --------
    >>> round(ndcg([2, 3, 3, 1, 2], [5, 4, 3, 2, 1]), 4)
    0.9238
    >>> round(ndcg([1, 0], [0.5, 0.5]), 4)
    0.8155
    """
    actual, best = ranked_lists.ndcgs(*ranked_lists.scored(y_true, y_score), k, gain, ties, discount)
    return float(np.minimum(ratio(actual, best, zero_division), 1.0).mean())


def ndcg_statistics(
    y_true: Any,
    y_score: Any,
    *,
    k: int | None = None,
    gain: str = "linear",
    ties: str = "average",
    discount: ranked_lists.Discount = None,
    zero_division: float = np.nan,
) -> NDArray[np.float64]:
    """One row per query: (NDCG, 1).

    Parameters
    ----------
    y_true, y_score : numbers of shape (queries, n)
    k, gain, ties, discount, zero_division
        As in `ndcg`.

    Returns
    -------
    array of shape (queries, 2)

    Raises
    ------
    ValueError, TypeError
        As in `ndcg`; a single list, whose items cannot be resampled like queries.

    Examples
    --------
    >>> ndcg_statistics([[1, 0], [0, 1]], [[2, 1], [2, 1]]).round(3)
    array([[1.   , 1.   ],
           [0.631, 1.   ]])
    """
    if ranked_lists.is_one_list(y_true):
        raise ValueError("y_true must have the shape (queries, n): statistics add up over queries, and this is one")
    actual, best = ranked_lists.ndcgs(*ranked_lists.scored(y_true, y_score), k, gain, ties, discount)
    return ranked_lists.counted(np.minimum(ratio(actual, best, zero_division), 1.0))


def default_ndcg(
    y_true: Any,
    *,
    k: int | None = None,
    gain: str = "linear",
    discount: ranked_lists.Discount = None,
    zero_division: float = np.nan,
) -> float:
    """NDCG of scores that know nothing: every rank gets the mean gain of all items.

    Parameters
    ----------
    y_true : numbers of shape (n,) or (queries, n)
    k, gain, discount, zero_division
        As in `ndcg`.

    Returns
    -------
    float
        In [0, 1]: what shuffling the items gets on average, and the least that a ranker should beat.

    Raises
    ------
    ValueError, TypeError
        As in `ndcg`.

    References
    ----------
    Yggdrasil Decision Forests, documentation of metrics, "default NDCG".

    Examples
    --------
    >>> round(default_ndcg([3, 3, 2, 2, 1, 0], k=5, gain="exponential"), 6)
    0.707046
    """
    alike = np.zeros(ranked_lists.per_query(y_true, "y_true").shape)
    return ndcg(y_true, alike, k=k, gain=gain, discount=discount, zero_division=zero_division)


def mean_reciprocal_rank(relevances: Any, k: int | None = None) -> float:
    """Mean over lists of one over the rank of the first relevant item.

    Parameters
    ----------
    relevances : sequence of lists of numbers, or array of shape (queries, n)
        Each of a list, best-ranked item first. Lists may be of different lengths.
    k : int, optional
        Look no further than rank k.

    Returns
    -------
    float
        In [0, 1], higher is better; a list without anything relevant counts 0.

    Raises
    ------
    ValueError, TypeError
        As in `precision_at_k`; no lists.

    References
    ----------
    Voorhees (1999), The TREC-8 question answering track report.

    Examples
    --------
    >>> round(mean_reciprocal_rank([[1, 0, 0], [0, 0, 1], [0, 1]]), 4)
    0.6111
    """
    return float(mean_reciprocal_rank_from_statistics(mean_reciprocal_rank_statistics(relevances, k).sum(axis=0)))


def mean_reciprocal_rank_statistics(relevances: Any, k: int | None = None) -> NDArray[np.float64]:
    """One row per list: (reciprocal rank, 1).

    Parameters
    ----------
    relevances, k
        As in `mean_reciprocal_rank`.

    Returns
    -------
    array of shape (queries, 2)

    Examples
    --------
    >>> mean_reciprocal_rank_statistics([[1, 0], [0, 1]])
    array([[1. , 1. ],
           [0.5, 1. ]])
    """
    matrix, _ = ranked_lists.many_lists(relevances)
    hits = matrix[:, : ranked_lists.cutoff(k, matrix.shape[1])] > 0
    first = hits.argmax(axis=1) if hits.shape[1] else np.zeros(len(hits))
    return ranked_lists.counted(hits.any(axis=1) / (first + 1))


def mean_average_precision(
    relevances: Any,
    k: int | None = None,
    *,
    n_relevant: Any = None,
    denominator: str = "relevant",
    zero_division: float = np.nan,
) -> float:
    """Mean over lists of their average precisions.

    Parameters
    ----------
    relevances : sequence of lists of numbers, or array of shape (queries, n)
        Each of a list, best-ranked item first. Lists may be of different lengths.
    k : int, optional
        Look no further than rank k.
    n_relevant : int or sequence of ints, optional
        How many items are relevant to each query; by default those of its list.
    denominator : {"relevant", "min", "found"}
        As in `average_precision_at_k`.
    zero_division : float, default nan
        What a query counts without any relevant item.

    Returns
    -------
    float
        In [0, 1], higher is better.

    Raises
    ------
    ValueError, TypeError
        As in `average_precision_at_k`; no lists.

    References
    ----------
    Buckley and Voorhees (2000), Evaluating evaluation measure stability; trec_eval, measures "map" and "map_cut".

    Examples
    --------
    >>> round(mean_average_precision([[1, 0, 1], [0, 1]]), 4)
    0.6667
    """
    options: dict[str, Any] = {"denominator": denominator, "zero_division": zero_division}
    rows = mean_average_precision_statistics(relevances, k, n_relevant=n_relevant, **options)
    return float(mean_average_precision_from_statistics(rows.sum(axis=0)))


def mean_average_precision_statistics(
    relevances: Any,
    k: int | None = None,
    *,
    n_relevant: Any = None,
    denominator: str = "relevant",
    zero_division: float = np.nan,
) -> NDArray[np.float64]:
    """One row per list: (average precision, 1).

    Parameters
    ----------
    relevances, k, n_relevant, denominator, zero_division
        As in `mean_average_precision`.

    Returns
    -------
    array of shape (queries, 2)

    Examples
    --------
    >>> mean_average_precision_statistics([[1, 0], [0, 1]])
    array([[1. , 1. ],
           [0.5, 1. ]])
    """
    matrix, _ = ranked_lists.many_lists(relevances)
    found = np.count_nonzero(matrix, axis=1)
    n = ranked_lists.number_relevant(n_relevant, found)
    k = ranked_lists.cutoff(k, max(matrix.shape[1], int(n.max())))
    sums, divisors = ranked_lists.average_precisions(matrix, k, n, denominator)
    return ranked_lists.counted(ratio(sums, divisors, zero_division))


def mean_average_recall(
    relevances: Any,
    k: int | None = None,
    *,
    n_relevant: Any = None,
    ranks: str = "relevant",
    zero_division: float = np.nan,
) -> float:
    """Mean over lists of their average recalls; the name says too little, so say which ranks you average over.

    Parameters
    ----------
    relevances, k, n_relevant, zero_division
        As in `mean_average_precision`.
    ranks : {"relevant", "all", "last"}
        Where recall is read: at the ranks of the relevant items, one that is not found counting 0, as average
        precision does with precision; at every rank up to k; at rank k alone.

    Returns
    -------
    float
        In [0, 1], higher is better. With "relevant", a perfect list of r relevant items has (r + 1) / 2r, and the
        order within the first k is not seen.

    Raises
    ------
    ValueError, TypeError
        As in `mean_average_precision`; unknown `ranks`.

    References
    ----------
    Chadha, Primers: evaluation metrics, which names it; there is no primary source that we know of.

    Examples
    --------
    >>> mean_average_recall([[1, 0, 1, 0]])
    0.75
    >>> mean_average_recall([[1, 0, 1, 0]], ranks="all")
    0.75
    >>> mean_average_recall([[1, 0, 1, 0]], 2, ranks="last")
    0.5
    """
    rows = mean_average_recall_statistics(
        relevances, k, n_relevant=n_relevant, ranks=ranks, zero_division=zero_division
    )
    return float(mean_average_recall_from_statistics(rows.sum(axis=0)))


def mean_average_recall_statistics(
    relevances: Any,
    k: int | None = None,
    *,
    n_relevant: Any = None,
    ranks: str = "relevant",
    zero_division: float = np.nan,
) -> NDArray[np.float64]:
    """One row per list: (average recall, 1).

    Parameters
    ----------
    relevances, k, n_relevant, ranks, zero_division
        As in `mean_average_recall`.

    Returns
    -------
    array of shape (queries, 2)

    Examples
    --------
    >>> mean_average_recall_statistics([[1, 0], [0, 1]], ranks="all")
    array([[1. , 1. ],
           [0.5, 1. ]])
    """
    ranks = arguments.one_of(ranks, "ranks", ["relevant", "all", "last"])
    matrix, lengths = ranked_lists.many_lists(relevances)
    n = ranked_lists.number_relevant(n_relevant, np.count_nonzero(matrix, axis=1))
    width = ranked_lists.cutoff(k, max(matrix.shape[1], 1))
    hits = ranked_lists.widened(matrix, width)[:, :width] > 0
    found = hits.cumsum(axis=1)
    last = np.maximum(lengths, 1) if k is None else np.full(len(hits), k)
    upto = np.arange(width) < last[:, None]
    sums = {"relevant": (found * hits).sum(axis=1) / np.maximum(n, 1), "all": (found * upto).sum(axis=1) / last}
    sums["last"] = found[:, -1]
    return ranked_lists.counted(ratio(sums[ranks], n, zero_division))


# where the bootstrap looks for them
ndcg_from_statistics = mean_reciprocal_rank_from_statistics = ranked_lists.from_statistics
mean_average_precision_from_statistics = mean_average_recall_from_statistics = ranked_lists.from_statistics
