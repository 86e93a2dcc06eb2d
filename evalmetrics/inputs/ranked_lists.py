"""Ranked lists, checked: relevances of items, best-ranked first, or relevances and the scores to rank them by."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Any

import numpy as np

from . import arguments
from .arguments import Array, Floats, Places, described_with, shown
from .options import numeric, whole

Discount = Callable[[Floats], Any] | None


class Lists(Sequence[Floats]):
    """Ranked lists one by one, and as the rows of a matrix in which short lists are filled up with 0."""

    def __init__(self, matrix: Floats, lengths: Any) -> None:
        self.matrix = matrix
        self.lengths: Places = np.broadcast_to(np.asarray(lengths, dtype=np.intp), len(matrix))

    def __len__(self) -> int:
        return len(self.matrix)

    def __getitem__(self, i: Any) -> Any:
        return self.matrix[i, : self.lengths[i]]

    def relevant(self) -> Places:
        """How many items of each list are relevant."""
        return np.count_nonzero(self.matrix, axis=1)


LARGEST = 1000  # a relevance; floats hold powers of two up to 2**1023, and sums of some of 2**1000


cutoff = whole(about=["k : int", "Look no further than rank k; at least 1."])
highest_grade = numeric(
    f"be above 0 and at most {LARGEST}, whose power of two a float holds",
    lambda x: 0 < x <= LARGEST,
    "highest_grade : float",
    f"The highest grade that can be given, above 0 and at most {LARGEST}: 4 on a scale from 0 to 4.",
)
persistence = numeric(
    "be at least 0 and below 1, where readers never stop and no rank has any weight",
    lambda x: 0 <= x < 1,
    "persistence : float, default 0.8",
    "The chance that a reader of a rank reads the next one, at least 0 and below 1:",
    "they read 1 / (1 - persistence) ranks on average.",
)
worth_of_unjudged = numeric(
    "lie between 0 and 1",
    lambda x: 0 <= x <= 1,
    "unjudged : float, default 0",
    "The relevance, from 0 to 1, of items that nobody judged, all those that follow the list among them.",
)


def ranked_list(relevance: Any) -> tuple[Floats]:
    """The relevances of one list.

    relevance : sequence of n numbers
        Of a list, best-ranked item first: 0 where the item is irrelevant, above 0 where it is relevant.
    """
    return (one_list(relevance),)


@described_with(ranked_list)
def judged_list(relevance: Any, *, n_relevant: Any = None) -> tuple[Floats]:
    """The relevances of one list, where more items may be relevant than it shows.

    n_relevant : int, optional
        How many items are relevant, those that the list does not show among them; by default those of the list.
    """
    listed = one_list(relevance)
    if n_relevant is not None:
        _refuse_fewer_than_listed(n_relevant, np.count_nonzero(listed))
    return (listed,)


@described_with(ranked_list, judged_list)
def fully_judged_list(relevance: Any, *, n_relevant: Any) -> tuple[Floats]:
    """The relevances of one list, and how many items are relevant in all, which has to be said."""
    return judged_list(relevance, n_relevant=arguments.whole_number(n_relevant, "n_relevant", least=0))


@described_with(ranked_list)
def graded_list(relevance: Any, *, gain: str = "linear", discount: Discount = None) -> tuple[Floats]:
    """The relevances of one list, by degrees.

    gain : {"linear", "exponential"}
        What relevance r is worth: r, or 2^r - 1.
    discount : function, optional
        Of an array of ranks 1, 2, ...: what the gains there are divided by; log2(1 + rank) by default.

    ValueError
        Relevances above 1000 where gains are exponential; a discount that is not above 0.
    """
    listed = one_list(relevance)
    _refuse_without_gains(listed, gain, discount)
    return (listed,)


def ranked_lists(relevances: Any) -> tuple[Lists]:
    """The relevances of many lists.

    relevances : sequence of lists of numbers, or array of shape (lists, n)
        A list for each query or user, best-ranked item first: 0 where the item is irrelevant, above 0 where it is
        relevant. Lists may be of different lengths.
    """
    return (_lists(relevances),)


@described_with(ranked_lists)
def judged_lists(relevances: Any, *, n_relevant: Any = None) -> tuple[Lists]:
    """The relevances of many lists, where more items may be relevant than they show.

    n_relevant : int or sequence of ints, optional
        How many items are relevant to each query, those that its list does not show among them; by default those of
        its list.
    """
    (lists,) = ranked_lists(relevances)
    if n_relevant is not None:
        _refuse_fewer_than_listed(n_relevant, lists.relevant())
    return (lists,)


@described_with(ranked_lists)
def fully_judged_lists(relevances: Any, *, n_relevant: Any) -> tuple[Lists]:
    """The relevances of many lists, and how many items are relevant in all, which has to be said.

    n_relevant : int or sequence of ints
        How many items are relevant to each query or user, those that the list does not show among them.
    """
    return judged_lists(relevances, n_relevant=n_relevant)


@described_with(ranked_lists)
def full_rankings(relevances: Any) -> tuple[Lists]:
    """Rankings in which every item has a place between the top and the end.

    relevances : sequence of lists of numbers, or array of shape (users, n)
        Each the whole ranking of one user, best-ranked item first, of at least two items. Weights: an item that was
        watched three times counts three times.
    """
    (lists,) = ranked_lists(relevances)
    if lists.lengths.min() < 2:
        raise ValueError("relevances must rank at least two items for every user: one item has no percentile")
    return (lists,)


@described_with(ranked_lists)
def one_or_many_lists(relevances: Any) -> tuple[Lists]:
    """The relevances of many lists, or of a single one.

    relevances : sequence of lists of numbers, or array of shape (users, n)
        A list for each user, best-ranked item first. A list that has ended gains no more. One list by itself will do
        as well.
    """
    return ranked_lists(_one_or_many(relevances))


@described_with(one_or_many_lists, judged_lists)
def one_or_many_judged_lists(relevances: Any, *, n_relevant: Any = None) -> tuple[Lists]:
    """The relevances of one list or many, where more items may be relevant than they show."""
    return judged_lists(_one_or_many(relevances), n_relevant=n_relevant)


@described_with(one_or_many_lists)
def lists_of_grades(relevances: Any, *, highest_grade: float) -> tuple[Lists]:
    """The relevances of one list or many, by degrees that have an upper end.

    ValueError
        Relevances above `highest_grade`.
    """
    (lists,) = one_or_many_lists(relevances)
    if (largest := lists.matrix.max(initial=0)) > highest_grade:
        raise ValueError(f"highest_grade must be the highest that can be given, got {highest_grade:g} for {largest:g}")
    return (lists,)


def partly_judged_lists(relevances: Any) -> tuple[Lists]:
    """The relevances of one list or many, of whose items some were never judged.

    relevances : sequence of lists of numbers, or array of shape (queries, n)
        A list for each query, best-ranked item first: 0 where the item was judged irrelevant, above 0 where it was
        judged relevant, nan where nobody judged it. One list by itself will do as well.
    """
    return (_lists(_one_or_many(relevances), unjudged=True),)


@described_with(partly_judged_lists)
def partly_judged_shares(relevances: Any) -> tuple[Lists]:
    """Shares of relevance of one list or many, of whose items some were never judged.

    ValueError
        Relevances above 1: divide grades by the highest.
    """
    (lists,) = partly_judged_lists(relevances)
    if (largest := np.nanmax(lists.matrix, initial=0)) > 1:
        raise ValueError(f"relevances must be at most 1, got {largest:g}: divide grades by the highest one")
    return (lists,)


@described_with(partly_judged_lists)
def pooled_lists(relevances: Any, *, n_relevant: Any = None, n_irrelevant: Any = None) -> tuple[Lists]:
    """The relevances of one list or many, where more items were judged than they show.

    n_relevant, n_irrelevant : int or sequence of ints, optional
        How many items were judged relevant and irrelevant for each query, those that its list does not show among
        them; by default those of its list.
    """
    (lists,) = partly_judged_lists(relevances)
    for name, given, listed in [
        ("n_relevant", n_relevant, lambda each: (each > 0).sum()),
        ("n_irrelevant", n_irrelevant, lambda each: (each == 0).sum()),
    ]:
        if given is not None:
            _refuse_fewer_than_listed(given, np.array([listed(each) for each in lists]), name)
    return (lists,)


@described_with(graded_list)
def judgments(y_true: Any, *, gain: str = "linear", discount: Discount = None) -> tuple[Floats]:
    """Relevances of all items of one query, or of many.

    y_true : numbers of shape (n,) or (queries, n)
        Relevance of every item there is, shown or not: finite, at least 0.
    """
    relevance = np.atleast_2d(_checked(_per_query(y_true, "y_true"), "y_true"))
    _refuse_without_gains(relevance, gain, discount)
    return (relevance,)


@described_with(graded_list, judgments)
def queries(y_true: Any, y_score: Any, *, gain: str = "linear", discount: Discount = None) -> tuple[Floats, Floats]:
    """Relevances and scores of all items of one query, or of many.

    y_score : numbers of the same shape
        The higher, the better the rank. Where queries have different numbers of items, items of relevance 0, with a
        score below all others, fill up the short ones.
    """
    arguments.in_one_order(y_true=y_true, y_score=y_score)
    arguments.in_one_order_of_columns(y_true=y_true, y_score=y_score)
    (relevance,), score = judgments(y_true, gain=gain, discount=discount), _per_query(y_score, "y_score")
    if np.shape(score) != np.shape(y_true):
        raise ValueError(
            "y_true and y_score must have the same shape, (n,) or (queries, n): "
            f"y_true has {np.shape(y_true)}, y_score has {score.shape}"
        )
    arguments.scores(score, "y_score", "the higher the better the rank")
    if arguments.skipped_by_floats(score):
        score = np.unique(score, return_inverse=True)[1].reshape(score.shape)  # their order is all that counts
    return relevance, np.atleast_2d(score.astype(np.float64, copy=False))


def one_list(relevance: Any, name: str = "relevance", *, unjudged: bool = False) -> Floats:
    """The checked relevances of one list, best-ranked item first; it may be empty. Nan stands for `unjudged` items."""
    if type(relevance) is np.ndarray and relevance.ndim == 1 and relevance.dtype.isnative:
        return _checked(relevance, name, unjudged)  # the usual case
    if isinstance(relevance, arguments.NO_SEQUENCE | Set) or not isinstance(relevance, Iterable):
        came = f"{shown(relevance)}{arguments.of_qrels(relevance)}"
        raise TypeError(f"{name} must be a sequence of relevances, best-ranked item first, got {came}")
    listed = relevance if hasattr(relevance, "__array__") else list(relevance)
    values = arguments.read(listed, name, "be 1-d, one relevance per item")
    if values.ndim != 1:
        raise ValueError(f"{name} must be 1-d, one relevance per item, got an array of shape {values.shape}")
    return _checked(values, name, unjudged)


def _one_or_many(relevances: Any) -> Any:
    flat = isinstance(relevances, list | tuple) or getattr(relevances, "ndim", 0) == 1
    first = next(iter(relevances), []) if flat else []
    single = not isinstance(first, list | tuple) and np.ndim(first) == 0
    return [relevances] if single else relevances


def _lists(relevances: Any, *, unjudged: bool = False) -> Lists:
    wanted = "relevances must be a sequence of lists of relevances, one per query, each best-ranked item first"
    if isinstance(relevances, str | Set | Mapping) or not hasattr(relevances, "__len__"):
        raise TypeError(f"{wanted}; got {shown(relevances)}{arguments.of_qrels(relevances)}")
    arguments.refuse_sparse(relevances, "relevances")
    if len(relevances) == 0:
        raise ValueError("relevances is empty: at least one list is needed")
    try:
        values = arguments.read(relevances, "relevances")
    except ValueError:  # lists of different lengths
        rows = [one_list(each, f"relevances[{i}]", unjudged=unjudged) for i, each in enumerate(relevances)]
        lengths = np.array([len(row) for row in rows])
        matrix = np.zeros((len(rows), lengths.max()))
        matrix[np.arange(matrix.shape[1]) < lengths[:, None]] = np.concatenate(rows)
        return Lists(matrix, lengths)
    if values.ndim != 2:
        raise ValueError(f"{wanted}; got an array of shape {values.shape} (one list is [relevance])")
    return Lists(_checked(values, "relevances", unjudged), values.shape[1])


def _per_query(values: Any, name: str) -> Array:
    array = arguments.read(values, name, "have the same number of items in every query")
    if array.ndim not in (1, 2):
        came = shown(array if array.ndim else values)
        raise ValueError(f"{name} must have the shape (n,) or (queries, n), got {came}{arguments.of_qrels(values)}")
    if array.size == 0:
        raise ValueError(f"{name} is empty: at least one item is needed")
    return array


def _checked(values: Array, name: str, unjudged: bool = False) -> Floats:
    if values.size == 0:
        return np.zeros(values.shape)
    if values.dtype.kind not in "biuf":
        raise TypeError(f"{name} must hold numbers, 0 for an irrelevant item, got dtype {values.dtype}")
    judged = values[~np.isnan(values)] if unjudged else values
    if judged.size and not (judged.min() >= 0 and judged.max() < np.inf):
        raise ValueError(f"{name} must be finite and at least 0, got values from {judged.min()} to {judged.max()}")
    return values.astype(np.float64, copy=False)


def _refuse_fewer_than_listed(given: Any, listed: Any, name: str = "n_relevant") -> None:
    """Raise unless there are as many items as the lists themselves have."""
    number, listed = np.asarray(given), np.asarray(listed)
    if number.dtype.kind not in "iu":
        raise TypeError(f"{name} must hold whole numbers, got {shown(given)}")
    if number.ndim and number.shape != listed.shape:
        raise ValueError(f"{name} must hold one number per list: {listed.size} lists, shape {number.shape}")
    if (number < listed).any():
        at = int(np.argmax(number < listed))
        raise ValueError(
            f"{name} must count at least the items of its kind in the list itself, which has {np.ravel(listed)[at]}; "
            f"got {np.broadcast_to(number, listed.shape).ravel()[at]}"
        )


def _refuse_without_gains(relevance: Floats, gain: str, discount: Discount) -> None:
    """Raise where a gain is more than a float holds, or a rank has no divisor."""
    if gain == "exponential" and relevance.max(initial=0) > LARGEST:
        raise ValueError(
            f"gain='exponential' needs relevances of at most {LARGEST}, whose gains floats can add up, "
            f"got {relevance.max()}: grades, as a rule from 0 to 4"
        )
    if discount is not None:
        if not callable(discount):
            raise TypeError(f"discount must be a function from ranks to divisors, got {shown(discount)}")
        ranks = np.arange(1.0, relevance.shape[-1] + 1)
        divisors = np.asarray(discount(ranks), dtype=np.float64)
        if divisors.shape != ranks.shape or not (divisors > 0).all():
            raise ValueError("discount must return a divisor above 0 for each rank, unlike log(rank): log(1) is 0")
