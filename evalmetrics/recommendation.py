"""Scores of recommenders: whether people get what they would have chosen, and whether it is anything new to them."""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Set
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from .inputs import arguments, ranked_lists
from .inputs.old_matrices import ratio
from .inputs.totals import several

Statistics = NDArray[np.float64]


def hit_rate(relevances: Any, k: int) -> float:
    """Share of users who find at least one relevant item among their first k: one hit per user, however many there are.

    Parameters
    ----------
    relevances : sequence of lists of numbers, or array of shape (users, n)
        Each the list of one user, best-ranked item first: 0 where the item is irrelevant, above 0 where it is
        relevant.
    k : int
        At least 1.

    Returns
    -------
    float
        In [0, 1], higher is better; never falls as k grows.

    Raises
    ------
    ValueError, TypeError
        As in `mean_reciprocal_rank`.

    References
    ----------
    Deshpande and Karypis (2004), Item-based top-N recommendation algorithms, ACM TOIS 22.

    Examples
    --------
    >>> hit_rate([[1, 1, 0], [0, 0, 1], [0, 0, 0], [0, 1, 0]], 2)
    0.5
    """
    return float(hit_rate_from_statistics(hit_rate_statistics(relevances, k).sum(axis=0)))


def hit_rate_statistics(relevances: Any, k: int) -> Statistics:
    """One row per user: (1 for a hit, 1).

    Parameters
    ----------
    relevances, k
        As in `hit_rate`.

    Returns
    -------
    array of shape (users, 2)

    Examples
    --------
    >>> hit_rate_statistics([[1, 1], [0, 1]], 1)
    array([[1., 1.],
           [0., 1.]])
    """
    matrix, _ = ranked_lists.many_lists(relevances)
    return ranked_lists.counted((matrix[:, : arguments.whole_number(k, "k", least=1)] > 0).any(axis=1))


def average_reciprocal_hit_rate(relevances: Any, k: int | None = None) -> float:
    """Mean over users of one over the rank, added up over all their hits.

    Parameters
    ----------
    relevances : sequence of lists of numbers, or array of shape (users, n)
        As in `hit_rate`.
    k : int, optional
        Look no further than rank k.

    Returns
    -------
    float
        At least 0, higher is better. With one relevant item per user it is the mean reciprocal rank and at most 1;
        with more it goes up to 1 + 1/2 + ... + 1/k.

    Raises
    ------
    ValueError, TypeError
        As in `mean_reciprocal_rank`.

    References
    ----------
    Deshpande and Karypis (2004), Item-based top-N recommendation algorithms, ACM TOIS 22, for one item per user.

    Examples
    --------
    >>> average_reciprocal_hit_rate([[1, 0, 0, 1], [0, 1, 0, 0]])
    0.875
    """
    rows = average_reciprocal_hit_rate_statistics(relevances, k)
    return float(average_reciprocal_hit_rate_from_statistics(rows.sum(axis=0)))


def average_reciprocal_hit_rate_statistics(relevances: Any, k: int | None = None) -> Statistics:
    """One row per user: (sum of reciprocal ranks of the hits, 1).

    Parameters
    ----------
    relevances, k
        As in `average_reciprocal_hit_rate`.

    Returns
    -------
    array of shape (users, 2)

    Examples
    --------
    >>> average_reciprocal_hit_rate_statistics([[1, 1], [0, 1]])
    array([[1.5, 1. ],
           [0.5, 1. ]])
    """
    matrix, _ = ranked_lists.many_lists(relevances)
    hits = matrix[:, : ranked_lists.cutoff(k, matrix.shape[1])] > 0
    return ranked_lists.counted((hits / np.arange(1.0, hits.shape[1] + 1)).sum(axis=1))


def mean_percentile_rank(relevances: Any) -> float:
    """How far down people have to go for what they chose: 0 is the top of the list, 1 its end.

    Parameters
    ----------
    relevances : sequence of lists of numbers, or array of shape (users, n)
        Each the whole ranking of one user, best-ranked item first, of at least two items. Weights: an item that was
        watched three times counts three times.

    Returns
    -------
    float
        In [0, 1], lower is better; rankings that know nothing get 0.5. nan if nothing is relevant to anybody.

    Raises
    ------
    ValueError, TypeError
        As in `mean_reciprocal_rank`; a list of fewer than two items.

    References
    ----------
    Hu, Koren and Volinsky (2008), Collaborative filtering for implicit feedback datasets, equation 8.

    Examples
    --------
    >>> mean_percentile_rank([[0, 1, 0, 0, 0], [0, 0, 0, 1, 0]])
    0.5
    """
    return float(mean_percentile_rank_from_statistics(mean_percentile_rank_statistics(relevances).sum(axis=0)))


def mean_percentile_rank_statistics(relevances: Any) -> Statistics:
    """One row per user: (sum of relevance times percentile rank, sum of relevance).

    Parameters
    ----------
    relevances
        As in `mean_percentile_rank`.

    Returns
    -------
    array of shape (users, 2)

    Examples
    --------
    >>> mean_percentile_rank_statistics([[0, 2, 0], [1, 0, 1]])
    array([[1., 2.],
           [1., 2.]])
    """
    matrix, lengths = ranked_lists.many_lists(relevances)
    if lengths.min() < 2:
        raise ValueError("relevances must rank at least two items for every user: one item has no percentile")
    places = np.arange(matrix.shape[1]) / (lengths[:, None] - 1)
    return np.column_stack([(matrix * places).sum(axis=1), matrix.sum(axis=1)])


def cumulative_rating(relevances: Any, k: int | None = None) -> NDArray[np.float64]:
    """Total relevance at or above each rank, averaged over users: the gain of a reader who stops there.

    Parameters
    ----------
    relevances : sequence of lists of numbers, or array of shape (users, n)
        As in `hit_rate`. A list that has ended gains no more. One list by itself will do as well.
    k : int, optional
        How many ranks; by default those of the longest list.

    Returns
    -------
    array of shape (k,)
        At least 0, never falling; higher is better.

    Raises
    ------
    ValueError, TypeError
        As in `mean_reciprocal_rank`.

    References
    ----------
    Raza and Ding (2020), A survey on news recommender systems.

    Examples
    --------
    >>> cumulative_rating([[3, 0, 2], [0, 0, 1]])
    array([1.5, 1.5, 3. ])
    """
    lists = [relevances] if ranked_lists.is_one_list(relevances) else relevances
    return np.asarray(cumulative_rating_from_statistics(cumulative_rating_statistics(lists, k).sum(axis=0)))


def cumulative_rating_statistics(relevances: Any, k: int | None = None) -> Statistics:
    """One row per user: (total relevance up to ranks 1 to k, 1).

    Parameters
    ----------
    relevances, k
        As in `cumulative_rating`.

    Returns
    -------
    array of shape (users, k + 1)

    Examples
    --------
    >>> cumulative_rating_statistics([[3, 0, 2]])
    array([[3., 3., 5., 1.]])
    """
    matrix, _ = ranked_lists.many_lists(relevances)
    width = ranked_lists.cutoff(k, matrix.shape[1])
    totals = ranked_lists.widened(matrix, width)[:, :width].cumsum(axis=1)
    return np.column_stack([totals, np.ones(len(totals))])


def cumulative_rating_from_statistics(totals: Any) -> Any:
    """Cumulative rating from summed rows.

    Parameters
    ----------
    totals : array of shape (..., k + 1)

    Returns
    -------
    array of shape (..., k)

    Raises
    ------
    ValueError
        Totals of another shape.
    TypeError
        Something other than numbers.

    Examples
    --------
    >>> cumulative_rating_from_statistics([2, 6, 4])
    array([0.5, 1.5])
    """
    totals = several(totals, "rating up to each rank, lists", least=1)
    return ratio(totals[..., :-1], totals[..., -1:])


def success_at_k(actual: Any, recommended: Any, k: int) -> float:
    """How often the item that somebody went on to choose was among the first k recommended at that moment.

    Parameters
    ----------
    actual : sequence of n items
        What was chosen, a moment each: numbers or strings.
    recommended : sequence of n lists of items
        What had been recommended, best-ranked first.
    k : int
        At least 1.

    Returns
    -------
    float
        In [0, 1], higher is better.

    Raises
    ------
    ValueError
        Different lengths, no moments, k below 1.
    TypeError
        Anything that is no sequence of items.

    References
    ----------
    Raza and Ding (2020), A survey on news recommender systems, which refers to Garcin and others (2013).

    Examples
    --------
    >>> success_at_k(["b", "d"], [["a", "b", "c"], ["a", "b", "c"]], 2)
    0.5
    """
    return float(success_at_k_from_statistics(success_at_k_statistics(actual, recommended, k).sum(axis=0)))


def success_at_k_statistics(actual: Any, recommended: Any, k: int) -> Statistics:
    """One row per moment: (1 for a success, 1).

    Parameters
    ----------
    actual, recommended, k
        As in `success_at_k`.

    Returns
    -------
    array of shape (n, 2)

    Examples
    --------
    >>> success_at_k_statistics(["b"], [["a", "b", "c"]], 2)
    array([[1., 1.]])
    """
    return personalized_at_k_statistics(actual, recommended, k, popular=())


def personalized_at_k(actual: Any, recommended: Any, k: int, *, popular: Collection[Hashable]) -> float:
    """Success at k where popular items do not count: taken out of the first k, they leave their places empty.

    Parameters
    ----------
    actual, recommended, k
        As in `success_at_k`.
    popular : collection of items
        What everybody gets anyway. How they were chosen belongs to the score.

    Returns
    -------
    float
        In [0, 1], higher is better; never above `success_at_k`.

    Raises
    ------
    ValueError, TypeError
        As in `success_at_k`; a string in place of a collection of items.

    References
    ----------
    Raza and Ding (2020), A survey on news recommender systems, which refers to Garcin and others (2013).

    Examples
    --------
    >>> personalized_at_k(["b", "a"], [["a", "b", "c"], ["a", "b", "c"]], 2, popular={"a"})
    0.5
    """
    rows = personalized_at_k_statistics(actual, recommended, k, popular=popular)
    return float(personalized_at_k_from_statistics(rows.sum(axis=0)))


def personalized_at_k_statistics(actual: Any, recommended: Any, k: int, *, popular: Collection[Hashable]) -> Statistics:
    """One row per moment: (1 for a success with an item that is not popular, 1).

    Parameters
    ----------
    actual, recommended, k, popular
        As in `personalized_at_k`.

    Returns
    -------
    array of shape (n, 2)

    Examples
    --------
    >>> personalized_at_k_statistics(["a"], [["a", "b"]], 2, popular={"a"})
    array([[0., 1.]])
    """
    chosen = list(arguments.one_dimensional(actual, "actual", per="moment"))
    lists, k = _items(recommended, "recommended", ranked=True), arguments.whole_number(k, "k", least=1)
    excluded = set(_collection(popular, "popular"))
    arguments.same_length(actual=chosen, recommended=lists)
    pairs = zip(chosen, lists, strict=True)
    return ranked_lists.counted([item in shown[:k] and item not in excluded for item, shown in pairs])


def novelty(seen: Any, recommended: Any) -> float:
    """Share of the recommended items that their users had not seen.

    Parameters
    ----------
    seen : sequence of collections of items
        What each user knew before.
    recommended : sequence of lists of items
        What each user was recommended, cut where the list was cut; no item twice in a list.

    Returns
    -------
    float
        In [0, 1], higher is newer. All lists together: add, then divide. nan if nothing was recommended.

    Raises
    ------
    ValueError
        Different numbers of users, none, an item twice in one list.
    TypeError
        Anything that is no sequence of lists of items.

    References
    ----------
    Raza and Ding (2020), A survey on news recommender systems.

    Examples
    --------
    >>> novelty([{"a", "b"}, {"c"}], [["a", "d"], ["d", "e"]])
    0.75
    """
    return float(novelty_from_statistics(novelty_statistics(seen, recommended).sum(axis=0)))


def novelty_statistics(seen: Any, recommended: Any) -> Statistics:
    """One row per user: (recommended items not seen, recommended items).

    Parameters
    ----------
    seen, recommended
        As in `novelty`.

    Returns
    -------
    array of shape (users, 2)

    Examples
    --------
    >>> novelty_statistics([{"a", "b"}], [["a", "d"]])
    array([[1., 2.]])
    """
    known, lists = _items(seen, "seen"), _items(recommended, "recommended", once=True)
    arguments.same_length(seen=known, recommended=lists)
    pairs = [(set(before), shown) for before, shown in zip(known, lists, strict=True)]
    return np.array([[sum(item not in before for item in shown), len(shown)] for before, shown in pairs], dtype=float)


def diversity(recommended: Any, *, distance: Callable[[Any, Any], float] | pd.DataFrame) -> float:
    """Mean distance between two items of one list.

    Parameters
    ----------
    recommended : sequence of lists of items
        What each user was recommended, cut where the list was cut; no item twice in a list.
    distance : function of two items, or DataFrame with a row and a column per item
        How different two items are: at least 0.

    Returns
    -------
    float
        At least 0, higher is more diverse, in the unit of the distance. All pairs of all lists together; nan if no
        list has two items.

    Raises
    ------
    ValueError
        No lists, an item twice in one list, a distance below 0 or nan.
    TypeError
        Anything that is no sequence of lists of items; a distance of another type.
    KeyError
        An item that the DataFrame does not have.

    References
    ----------
    Ziegler, McNee, Konstan and Lausen (2005), Improving recommendation lists through topic diversification.

    Examples
    --------
    >>> diversity([[1, 2, 4], [1, 5]], distance=lambda a, b: abs(a - b))
    2.5
    """
    return float(diversity_from_statistics(diversity_statistics(recommended, distance=distance).sum(axis=0)))


def diversity_statistics(recommended: Any, *, distance: Callable[[Any, Any], float] | pd.DataFrame) -> Statistics:
    """One row per user: (sum of distances between pairs of items, number of pairs).

    Parameters
    ----------
    recommended, distance
        As in `diversity`.

    Returns
    -------
    array of shape (users, 2)

    Examples
    --------
    >>> diversity_statistics([[1, 2, 4]], distance=lambda a, b: abs(a - b))
    array([[6., 3.]])
    """
    lists = _items(recommended, "recommended", once=True)
    if not (callable(distance) or isinstance(distance, pd.DataFrame)):
        raise TypeError(f"distance must be a function of two items or a DataFrame, got {distance!r}")
    between: Any = distance.at.__getitem__ if isinstance(distance, pd.DataFrame) else lambda pair: distance(*pair)
    each = [[float(between(pair)) for pair in combinations(shown, 2)] for shown in lists]
    if not all(value >= 0 for values in each for value in values):
        raise ValueError("distance must be at least 0 between any two items, and not nan")
    return np.array([[sum(values), len(values)] for values in each], dtype=float)


def click_through_rate(clicks: Any, impressions: Any) -> float:
    """Clicks over impressions: how many of the shown items were clicked.

    Parameters
    ----------
    clicks, impressions : numbers, or sequences of n numbers
        Of one placement, or of each of several users or pages, which are added before they are divided.

    Returns
    -------
    float
        In [0, 1], higher is better; nan if nothing was shown.

    Raises
    ------
    ValueError
        More clicks than impressions, numbers below 0, different lengths.
    TypeError
        Anything that is no number.

    References
    ----------
    Raza and Ding (2020), A survey on news recommender systems.

    Examples
    --------
    >>> click_through_rate(3, 200)
    0.015
    >>> click_through_rate([1, 2], [100, 100])
    0.015
    """
    several = ([number] if np.isscalar(number) else number for number in (clicks, impressions))
    rows = click_through_rate_statistics(*several)
    return float(click_through_rate_from_statistics(rows.sum(axis=0)))


def click_through_rate_statistics(clicks: Any, impressions: Any) -> Statistics:
    """One row per user or page: (clicks, impressions).

    Parameters
    ----------
    clicks, impressions : sequences of n numbers
        As in `click_through_rate`.

    Returns
    -------
    array of shape (n, 2)

    Examples
    --------
    >>> click_through_rate_statistics([1, 2], [100, 100])
    array([[  1., 100.],
           [  2., 100.]])
    """
    columns = {"clicks": clicks, "impressions": impressions}
    checked = {name: ranked_lists.one_list(values, name) for name, values in columns.items()}
    arguments.same_length(**checked)
    if (checked["clicks"] > checked["impressions"]).any():
        raise ValueError("clicks must not exceed impressions: count at most one click each time something was shown")
    return np.column_stack(list(checked.values()))


# where the bootstrap looks for them
hit_rate_from_statistics = average_reciprocal_hit_rate_from_statistics = ranked_lists.from_statistics
mean_percentile_rank_from_statistics = novelty_from_statistics = ranked_lists.from_statistics
success_at_k_from_statistics = personalized_at_k_from_statistics = ranked_lists.from_statistics
diversity_from_statistics = click_through_rate_from_statistics = ranked_lists.from_statistics


def _items(lists: Any, name: str, *, once: bool = False, ranked: bool = False) -> list[list[Any]]:
    """A list of items per user; no item twice in one if `once`; nothing without an order if `ranked`."""
    if isinstance(lists, str) or not isinstance(lists, Iterable):
        raise TypeError(f"{name} must be a sequence of lists of items, one per user, got {lists!r}")
    lists = list(lists)
    for i, items in enumerate(lists):
        if ranked and isinstance(items, Set | Mapping):
            raise TypeError(f"{name}[{i}] must be a list, best-ranked item first: a set has no order; got {items!r}")
    each = [list(_collection(items, f"{name}[{i}]")) for i, items in enumerate(lists)]
    if not each:
        raise ValueError(f"{name} is empty: at least one user is needed")
    for i, items in enumerate(each):
        if once and len(set(items)) < len(items):
            raise ValueError(f"{name}[{i}] must hold no item twice, got {items}")
    return each


def _collection(items: Any, name: str) -> Iterable[Any]:
    if isinstance(items, str) or not isinstance(items, Iterable):
        raise TypeError(f"{name} must be a collection of items, got {items!r}")
    return items
