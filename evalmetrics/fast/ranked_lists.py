"""Scores of many ranked lists at once, on a matrix with a row a list: equal to the definitions of one list."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..inputs.arguments import Floats
from ..inputs.ranked_lists import Discount, Lists

AT_ONCE = 2**15  # items ranked in one go: few enough to stay in the processor's cache


def hits(lists: Lists, k: int) -> NDArray[np.bool_]:
    """`hit_at_k` of each list."""
    return np.asarray((lists.matrix[:, :k] > 0).any(axis=1))


def reciprocal_ranks(lists: Lists, k: int | None = None) -> Floats:
    """`reciprocal_rank` of each list."""
    found = lists.matrix[:, :k] > 0
    first = found.argmax(axis=1) if found.shape[1] else 0
    return np.asarray(found.any(axis=1) / (first + 1))


def sums_of_reciprocal_ranks(lists: Lists, k: int | None = None) -> Floats:
    """`reciprocal_ranks_of_hits` of each list."""
    found = lists.matrix[:, :k] > 0
    return np.asarray((found / np.arange(1.0, found.shape[1] + 1)).sum(axis=1))


def precisions_at_k(lists: Lists, k: int) -> Floats:
    """`precision_at_k` of each list."""
    return np.count_nonzero(lists.matrix[:, :k], axis=1) / k


def recalls_at_k(lists: Lists, k: int, *, n_relevant: Any) -> Floats:
    """`recall_at_k` of each list."""
    return np.asarray(np.count_nonzero(lists.matrix[:, :k], axis=1) / np.asarray(n_relevant))


def fs_at_k(lists: Lists, k: int, *, n_relevant: Any, beta: float = 1.0) -> Floats:
    """`f_of_list` of each list."""
    hits = np.count_nonzero(lists.matrix[:, :k], axis=1)
    return np.asarray((1 + beta**2) * hits / (k + beta**2 * np.asarray(n_relevant)))


def average_precisions(
    lists: Lists, k: int | None = None, *, n_relevant: Any = None, denominator: str = "relevant"
) -> Floats:
    """`average_precision_at_k` of each list."""
    relevant = lists.relevant() if n_relevant is None else np.asarray(n_relevant)
    found = lists.matrix[:, :k] > 0
    so_far = found.cumsum(axis=1, dtype=np.int32)
    precisions = np.einsum("ij,ij,j->i", found, so_far, 1 / np.arange(1.0, found.shape[1] + 1))
    most = {"relevant": relevant, "min": relevant if k is None else k, "found": np.maximum(found.sum(axis=1), 1)}
    return np.asarray(precisions / np.minimum(relevant, most[denominator]))


def average_recalls(lists: Lists, k: int | None = None, *, n_relevant: Any = None, ranks: str = "relevant") -> Floats:
    """`average_recall` of each list."""
    relevant = lists.relevant() if n_relevant is None else np.asarray(n_relevant)
    found = lists.matrix[:, :k] > 0
    if ranks == "relevant":
        recalled = (found * found.cumsum(axis=1)).sum(axis=1) / np.maximum(relevant, 1)
    elif ranks == "all":  # what is found at a rank counts at it and at all that follow
        last = np.maximum(lists.lengths, 1) if k is None else np.full(len(found), k)
        recalled = (found * (last[:, None] - np.arange(found.shape[1]))).sum(axis=1) / last
    else:
        recalled = found.sum(axis=1)
    return np.asarray(recalled / relevant)


def places_and_relevance(lists: Lists) -> tuple[Floats, Floats]:
    """`places_and_relevance` of each list."""
    places = np.arange(lists.matrix.shape[1]) / (lists.lengths[:, None] - 1)
    return (lists.matrix * places).sum(axis=1), lists.matrix.sum(axis=1)


def gains_up_to_each_rank(lists: Lists, *, k: int) -> tuple[Floats, int]:
    """`gains_up_to_each_rank` of each list."""
    gains = np.zeros((len(lists), k))
    width = min(k, lists.matrix.shape[1])
    gains[:, :width] = lists.matrix[:, :width]
    return gains.cumsum(axis=1), 1


def ndcgs(
    relevance: Floats,
    score: Floats,
    *,
    k: int | None = None,
    gain: str = "linear",
    ties: str = "average",
    discount: Discount = None,
) -> Floats:
    """`ndcg_of_query` of each query, a few at a time."""
    queries, n = relevance.shape
    ranks = np.arange(1.0, n + 1)
    divisors = np.asarray(np.log2(1 + ranks) if discount is None else discount(ranks), dtype=np.float64)
    weights = np.where(ranks <= (k or n), 1 / divisors, 0.0)
    worth = np.positive if gain == "linear" else exponential

    def of_block(relevance: Floats, score: Floats) -> Floats:
        ideal = np.einsum("ij,j->i", worth(np.sort(relevance, axis=1)), weights[::-1])
        actual = discounted(relevance, score, weights, worth, ties)
        return np.minimum(actual / ideal, 1.0)  # by rounding, averaged ties can exceed the best order

    rows = max(1, AT_ONCE // n)
    blocks = (slice(start, start + rows) for start in range(0, queries, rows))
    return np.concatenate([of_block(relevance[at], score[at]) for at in blocks])


def default_ndcgs(
    relevance: Floats, *, k: int | None = None, gain: str = "linear", discount: Discount = None
) -> Floats:
    """`default_ndcg_of_query` of each query."""
    return ndcgs(relevance, np.zeros(relevance.shape), k=k, gain=gain, discount=discount)


def exponential(relevance: Floats) -> Floats:
    return np.asarray(np.exp2(relevance) - 1)


def ranked(relevance: Floats, score: Floats, ties: str) -> NDArray[np.intp]:
    """Where the items of each row stand in the table read row by row, which NumPy takes fastest: highest score first.

    Tied ones as they came, or the most or the least relevant of them first.
    """
    if ties in ("best", "worst"):
        order = np.lexsort((-relevance if ties == "best" else relevance, -score), axis=1)
    else:
        order = np.argsort(-score, axis=1, kind="stable" if ties == "order" else None)
    order += np.arange(0, order.size, order.shape[1])[:, None]
    return order


def discounted(
    relevance: Floats, score: Floats, weights: Floats, worth: Callable[[Floats], Floats], ties: str
) -> Floats:
    order = ranked(relevance, score, ties)
    gains = worth(relevance.take(order))
    dcgs = np.einsum("ij,j->i", gains, weights)  # on several threads, a product by BLAS costs more than it saves
    if ties == "average":
        score = score.take(order)
        changes = score[:, 1:] != score[:, :-1]
        tied = np.flatnonzero(~changes.all(axis=1))
        if len(tied) == len(gains):
            return discounted_by_group(gains, changes, weights)
        if len(tied):
            dcgs[tied] = discounted_by_group(gains[tied], changes[tied], weights)
    return dcgs


def discounted_by_group(gains: Floats, changes: NDArray[np.bool_], weights: Floats) -> Floats:
    """DCG where each gain is the mean of its group: gains and weights are added up group by group."""
    starts = np.column_stack([np.ones(len(gains), dtype=bool), changes]).ravel()
    first = np.flatnonzero(starts)
    before = np.concatenate(([0.0], weights.cumsum()))  # weight of all ranks above
    sizes = np.diff(first, append=gains.size)
    at = first % gains.shape[1]
    products = np.add.reduceat(gains.ravel(), first) / sizes * (before[at + sizes] - before[at])
    return np.add.reduceat(products, np.flatnonzero(at == 0))
