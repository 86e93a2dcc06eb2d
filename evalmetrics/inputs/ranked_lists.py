"""Ranked lists as the rows of one matrix: the fast ground under the scores of search engines and recommenders."""

from collections.abc import Callable, Iterable, Mapping, Set
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import arguments
from .old_matrices import ratio
from .totals import columns, plain

Floats = NDArray[np.float64]
Discount = Callable[[Floats], Any] | None


def _exponential(relevance: Floats) -> Floats:
    if relevance.max(initial=0) > 1000:
        raise ValueError(
            "gain='exponential' needs relevances of at most 1000, whose gains floats can add up, "
            f"got {relevance.max()}: grades, as a rule from 0 to 4"
        )
    return np.asarray(np.exp2(relevance) - 1)


GAINS: dict[str, Callable[[Floats], Floats]] = {"linear": np.positive, "exponential": _exponential}
TIES = ["average", "best", "worst", "order"]
DENOMINATORS = ["relevant", "min", "found"]
AT_ONCE = 2**15  # items ranked in one go: few enough to stay in the processor's cache


def one_list(relevance: Any, name: str = "relevance") -> Floats:
    """The checked relevances of one list, best-ranked item first; it may be empty."""
    if isinstance(relevance, str | Set | Mapping) or not isinstance(relevance, Iterable):
        raise TypeError(f"{name} must be a sequence of relevances, best-ranked item first, got {relevance!r}")
    listed = relevance if hasattr(relevance, "__array__") else list(relevance)
    values = arguments.read(listed, name, "be 1-d, one relevance per item")
    if values.ndim != 1:
        raise ValueError(f"{name} must be 1-d, one relevance per item, got an array of shape {values.shape}")
    return _checked(values, name)


def is_one_list(relevances: Any) -> bool:
    """Whether these are the relevances of one list: numbers, not lists of numbers."""
    if not isinstance(relevances, Iterable) or getattr(relevances, "ndim", 1) > 1:
        return False
    return not isinstance(next(iter(relevances), ()), Iterable)


def many_lists(relevances: Any, name: str = "relevances") -> tuple[Floats, NDArray[np.intp]]:
    """The checked relevances of several lists as rows, short ones filled up with 0, and their lengths."""
    wanted = f"{name} must be a sequence of lists of relevances, one per query, each best-ranked item first"
    if isinstance(relevances, str) or not hasattr(relevances, "__len__"):
        raise TypeError(f"{wanted}; got {relevances!r}")
    if len(relevances) == 0:
        raise ValueError(f"{name} is empty: at least one list is needed")
    try:
        values = arguments.read(relevances, name)
    except ValueError:  # lists of different lengths
        rows = [one_list(each, f"{name}[{i}]") for i, each in enumerate(relevances)]
        lengths = np.array([len(row) for row in rows])
        matrix = np.zeros((len(rows), lengths.max()))
        matrix[np.arange(matrix.shape[1]) < lengths[:, None]] = np.concatenate(rows)
        return matrix, lengths
    if values.ndim != 2:
        raise ValueError(f"{wanted}; got an array of shape {values.shape} (one list is [relevance])")
    return _checked(values, name), np.full(len(values), values.shape[1])


def _checked(values: NDArray[Any], name: str) -> Floats:
    if values.size == 0:
        return values.astype(np.float64)
    if values.dtype.kind not in "biuf":
        raise TypeError(f"{name} must hold numbers, 0 for an irrelevant item, got dtype {values.dtype}")
    if not (values.min() >= 0 and values.max() < np.inf):
        raise ValueError(f"{name} must be finite and at least 0, got values from {values.min()} to {values.max()}")
    return values.astype(np.float64, copy=False)


def scored(y_true: Any, y_score: Any) -> tuple[Floats, Floats]:
    """The checked relevances and scores of the same items, both of shape (queries, n)."""
    relevance, score = per_query(y_true, "y_true"), per_query(y_score, "y_score")
    if relevance.shape != score.shape:
        raise ValueError(
            "y_true and y_score must have the same shape, (n,) or (queries, n): "
            f"y_true has {relevance.shape}, y_score has {score.shape}"
        )
    if score.dtype.kind not in "biuf":
        raise TypeError(f"y_score must hold numbers, the higher the better the rank; got dtype {score.dtype}")
    if score.dtype.kind == "f" and not np.isfinite(score).all():
        raise ValueError("y_score holds nan or infinite values: every item needs a finite score to be ranked by")
    if arguments.skipped_by_floats(score):
        score = np.unique(score, return_inverse=True)[1].reshape(score.shape)  # their order is all that counts
    return np.atleast_2d(_checked(relevance, "y_true")), np.atleast_2d(score.astype(np.float64, copy=False))


def per_query(values: Any, name: str) -> NDArray[Any]:
    """`values` as an array of shape (n,) or (queries, n), not empty."""
    array = arguments.read(values, name, "have the same number of items in every query")
    if array.ndim not in (1, 2):
        raise ValueError(f"{name} must have the shape (n,) or (queries, n), got {array.shape}")
    if array.size == 0:
        raise ValueError(f"{name} is empty: at least one item is needed")
    return array


def cutoff(k: Any, width: int) -> int:
    """How many items count: all of them where `k` is None."""
    return width if k is None else arguments.whole_number(k, "k", least=1)


def number_relevant(n_relevant: Any, found: NDArray[Any]) -> NDArray[Any]:
    """How many relevant items there are for each list: those in the list, unless there are said to be more."""
    if n_relevant is None:
        return found
    number = np.asarray(n_relevant)
    if number.dtype.kind not in "iu":
        raise TypeError(f"n_relevant must hold whole numbers, got {n_relevant!r}")
    if number.ndim and number.shape != found.shape:
        raise ValueError(f"n_relevant must hold one number per list: {found.size} lists, shape {number.shape}")
    if (number < found).any():
        at = int(np.argmax(number < found))
        raise ValueError(
            f"n_relevant must count at least the relevant items of the list itself, which has {np.ravel(found)[at]}; "
            f"got {np.broadcast_to(number, found.shape).ravel()[at]}"
        )
    return np.broadcast_to(number, found.shape)


def discounts(n: int, k: int, discount: Discount) -> Floats:
    """What a gain is multiplied by at ranks 1 to n: 1 / log2(1 + rank), or 1 / `discount`; 0 beyond rank k."""
    ranks = np.arange(1.0, n + 1)
    divisors = np.log2(1 + ranks) if discount is None else np.asarray(discount(ranks), dtype=np.float64)
    if divisors.shape != ranks.shape or not (divisors > 0).all():
        raise ValueError("discount must return a divisor above 0 for each rank, which log(rank) is not: log(1) is 0")
    return np.asarray(np.where(ranks <= k, 1 / divisors, 0.0))


def average_precisions(matrix: Floats, k: int, n_relevant: NDArray[Any], denominator: str) -> tuple[Floats, Floats]:
    """Of each list, the sum of the precisions at its hits, and what to divide it by."""
    hits = matrix[:, :k] > 0
    counts = hits.cumsum(axis=1, dtype=np.int32)
    sums = np.einsum("ij,ij,j->i", hits, counts, 1 / np.arange(1.0, hits.shape[1] + 1))
    return sums, divisors(n_relevant, k, hits.sum(axis=1), denominator)


def divisors(n_relevant: Any, k: int, found: Any, denominator: str) -> Floats:
    """What a sum of precisions is divided by; 0 where nothing is relevant."""
    at_most = {"relevant": n_relevant, "min": k, "found": np.maximum(found, 1)}
    limit = at_most[arguments.one_of(denominator, "denominator", DENOMINATORS)]
    return np.asarray(np.minimum(n_relevant, limit), dtype=np.float64)


def ndcgs(relevance: Floats, score: Floats, k: Any, gain: str, ties: str, discount: Discount) -> tuple[Floats, Floats]:
    """Of each row, DCG in the order of the scores and DCG in the best order; a few rows at a time."""
    gains, ties = GAINS[arguments.one_of(gain, "gain", GAINS)], arguments.one_of(ties, "ties", TIES)
    queries, n = relevance.shape
    weights, rows = discounts(n, cutoff(k, n), discount), max(1, AT_ONCE // n)
    blocks = [slice(start, start + rows) for start in range(0, queries, rows)]
    actual = [discounted_gains(relevance[at], score[at], weights, gains, ties) for at in blocks]
    best = [ideal_gains(relevance[at], weights, gains) for at in blocks]
    return np.concatenate(actual), np.concatenate(best)


def ranks(relevance: Floats, score: Floats, ties: str) -> NDArray[np.intp]:
    """The items of each row, highest score first; tied ones as they came, or the most or least relevant first."""
    if ties in ("best", "worst"):
        return np.lexsort((-relevance if ties == "best" else relevance, -score), axis=1)
    return np.argsort(-score, axis=1, kind="stable" if ties == "order" else None)


def widened(matrix: Floats, width: int) -> Floats:
    """At least `width` columns, the new ones 0."""
    return np.pad(matrix, ((0, 0), (0, max(0, width - matrix.shape[1]))))


def discounted_gains(relevance: Floats, score: Floats, weights: Floats, gain: Callable[..., Floats], ties: str) -> Any:
    """DCG of each row in the order of its scores, items with the same score taken by `ties`."""
    order = ranks(relevance, score, ties)
    ranked = gain(np.take_along_axis(relevance, order, axis=1))
    if ties == "average":
        score = np.take_along_axis(score, order, axis=1)
        tied = score[:, 1:] == score[:, :-1]
        if tied.any():
            return _tied(ranked, ~tied, weights)
    return np.einsum("ij,j->i", ranked, weights)  # on several threads, a product by BLAS costs more than it saves


def _tied(ranked: Floats, changes: NDArray[np.bool_], weights: Floats) -> Any:
    """DCG where each gain is the mean of its group: gains and weights are added up group by group."""
    starts = np.column_stack([np.ones(len(ranked), dtype=bool), changes]).ravel()
    first = np.flatnonzero(starts)
    before = np.concatenate(([0.0], weights.cumsum()))  # weight of all ranks above
    sizes = np.diff(first, append=ranked.size)
    at = first % ranked.shape[1]
    products = np.add.reduceat(ranked.ravel(), first) / sizes * (before[at + sizes] - before[at])
    return np.add.reduceat(products, np.flatnonzero(at == 0))


def ideal_gains(relevance: Floats, weights: Floats, gain: Callable[..., Floats]) -> Any:
    """DCG of each row in the best order."""
    return np.einsum("ij,j->i", gain(np.sort(relevance, axis=1)), weights[::-1])


def counted(values: Any) -> Floats:
    """A score per list as statistics that add up: the score, and a 1."""
    values = np.asarray(values, dtype=np.float64)
    return np.column_stack([values, np.ones(len(values))])


def from_statistics(totals: Any) -> Any:
    """What summed rows of statistics have in their first column over what they have in their second.

    Parameters
    ----------
    totals : array of shape (..., 2)
        Sums of the rows of one score: mostly (score of a list, 1), so that the quotient is the mean over lists.

    Returns
    -------
    float, or array of shape (...)
        nan for 0/0: no lists.

    Raises
    ------
    ValueError
        Totals of another shape.
    TypeError
        Something other than numbers.

    Examples
    --------
    >>> from_statistics([1.5, 2])
    0.75
    """
    return plain(ratio(*columns(totals, "scores added up", "lists")))
