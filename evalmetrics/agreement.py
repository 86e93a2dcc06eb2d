"""Agreement: how far raters give the same things the same names or grades, and how reliable their means are."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from .confusion import confusion_matrix
from .inputs import arguments
from .inputs.old_matrices import cells_of, ratio, whole
from .inputs.totals import plain, several

Array = NDArray[Any]
WEIGHTS: dict[str, Callable[[Array], Array]] = {"linear": np.abs, "quadratic": np.square}
REAL = int | float | np.integer | np.floating | np.bool_
FORMS = ["agreement", "consistency", "one_way"]


def cohen_kappa(ratings_1: Any, ratings_2: Any, *, labels: Any = None, weights: str | None = None) -> float:
    """How much more often two raters agree than chance would make them, as a share of what chance leaves: kappa.

    Parameters
    ----------
    ratings_1, ratings_2 : sequences of n labels (strings, integers or booleans)
        What each of two raters said, item by item; which is first does not matter.
    labels : sequence of k labels, optional
        All grades there are, in order; by default those that occur, sorted. Needed with weights if the labels are
        strings, whose alphabetical order means nothing, or if a grade in the middle was never given.
    weights : {None, "linear", "quadratic"}
        What a disagreement costs: 1 whatever it is, or the number of places in `labels` between the two, or that
        squared.

    Returns
    -------
    float
        In [-1, 1], higher is better: 1 for full agreement, 0 for as much as chance, below 0 for less. nan where both
        raters gave all items one and the same label (0/0).

    Raises
    ------
    ValueError
        Different lengths, empty, missing labels, a label missing from `labels`, strings with weights and no `labels`.
    TypeError
        Labels that are not comparable with each other.

    References
    ----------
    Cohen (1960), A coefficient of agreement for nominal scales; Cohen (1968), Weighted kappa.

    Examples
    --------
    >>> round(cohen_kappa([1, 1, 2, 2, 3], [1, 1, 2, 3, 3]), 4)
    0.7059
    """
    try:
        cm = confusion_matrix(ratings_1, ratings_2, labels=labels)
    except (TypeError, ValueError) as error:  # in the words of this function
        raise type(error)(str(error).replace("y_true", "ratings_1").replace("y_pred", "ratings_2")) from None
    if weights is not None and labels is None and cm.index.dtype.kind not in "biuf":
        raise ValueError(
            f"labels must list the grades in order if weights={weights!r}: as strings they are sorted {list(cm.index)}"
        )
    return kappa_of_matrix(cm, weights=weights)


def kappa_of_matrix(cm: pd.DataFrame, *, weights: str | None = None) -> float:
    """Cohen's kappa from the table of two raters' labels.

    Parameters
    ----------
    cm : DataFrame of shape (k, k)
        How often rater 1 (rows) and rater 2 (columns) gave each pair of labels, grades in order.
    weights : {None, "linear", "quadratic"}
        As in `cohen_kappa`.

    Returns
    -------
    float
        As in `cohen_kappa`.

    Raises
    ------
    ValueError
        Unknown weights, a table that is not square or not of counts.

    References
    ----------
    Cohen (1968), Weighted kappa: nominal scale agreement with provision for scaled disagreement or partial credit.

    Examples
    --------
    >>> round(kappa_of_matrix(confusion_matrix([1, 1, 2, 2, 3], [1, 1, 2, 3, 3]), weights="quadratic"), 4)
    0.8571
    """
    cells = cells_of(cm).astype(np.float64)
    place = np.arange(cells.shape[-1])
    apart = place[:, None] - place
    cost = apart != 0 if weights is None else WEIGHTS[arguments.one_of(weights, "weights", WEIGHTS)](apart)
    chance = cells.sum(axis=-1)[..., :, None] * cells.sum(axis=-2)[..., None, :]
    n, observed, expected = (table.sum(axis=(-2, -1)) for table in (cells, cost * cells, cost * chance))
    return whole(cm, 1 - ratio(observed * n, expected))


def fleiss_kappa(counts: Any) -> float:
    """Kappa for any number of raters, the same for every item: agreeing pairs beyond chance.

    Parameters
    ----------
    counts : array of shape (items, categories)
        How many raters put each item into each category; the rows have one sum m, at least 2.

    Returns
    -------
    float
        In [-1 / (m - 1), 1], higher is better: 1 for full agreement, 0 for as much as chance. nan where one category
        has all ratings (0/0).

    Raises
    ------
    ValueError
        Not a table of whole numbers of at least 0, rows with different sums or fewer than 2 ratings.

    References
    ----------
    Fleiss (1971), Measuring nominal scale agreement among many raters. With two raters it is Scott's pi (1955) and not
    Cohen's kappa: chance is taken from both raters together.

    Examples
    --------
    >>> round(fleiss_kappa([[3, 0], [0, 3], [2, 1], [3, 0]]), 4)
    0.625
    """
    return float(fleiss_kappa_from_statistics(fleiss_kappa_statistics(counts).sum(axis=0)))


def fleiss_kappa_statistics(counts: Any) -> NDArray[np.float64]:
    """One row per item: the share of pairs of raters who agree on it, then the share of raters in each category.

    Parameters
    ----------
    counts : array of shape (items, categories)
        As in `fleiss_kappa`.

    Returns
    -------
    array of shape (items, 1 + categories)

    Raises
    ------
    ValueError
        As in `fleiss_kappa`.

    References
    ----------
    Fleiss (1971), Measuring nominal scale agreement among many raters.

    Examples
    --------
    >>> fleiss_kappa_statistics([[4, 0], [1, 3]])
    array([[1.  , 1.  , 0.  ],
           [0.5 , 0.25, 0.75]])
    """
    table = _table(counts, "counts", "items × categories")
    m = table[0].sum()
    if (table < 0).any() or (table != np.round(table)).any() or (table.sum(axis=1) != m).any() or m < 2:
        raise ValueError(
            "counts must hold whole numbers of at least 0, each row with the same sum of at least 2 raters: "
            f"got values from {table.min():g} to {table.max():g}, sums from {table.sum(1).min():g} to "
            f"{table.sum(1).max():g}; where raters are missing, use krippendorff_alpha"
        )
    return np.column_stack([(table * (table - 1)).sum(axis=1) / (m * (m - 1)), table / m])


def fleiss_kappa_from_statistics(totals: Any) -> Any:
    """Fleiss' kappa from summed rows of `fleiss_kappa_statistics`.

    Parameters
    ----------
    totals : array of shape (..., 1 + categories)

    Returns
    -------
    float, or array of shape (...)

    Raises
    ------
    ValueError
        Totals of another shape.
    TypeError
        Something other than numbers.

    References
    ----------
    Fleiss (1971), Measuring nominal scale agreement among many raters.

    Examples
    --------
    >>> fleiss_kappa_from_statistics([1.5, 1.25, 0.75])
    0.4666666666666667
    """
    totals = several(totals, "agreement, share of each category")
    n = totals[..., 1:].sum(axis=-1)
    agreement, chance = ratio(totals[..., 0], n), (ratio(totals[..., 1:], n[..., None]) ** 2).sum(axis=-1)
    return plain(ratio(agreement - chance, np.where(chance > 1 - 1e-12, 0.0, 1 - chance)))


def krippendorff_alpha(ratings: Any, *, level: str = "nominal") -> float:
    """One minus observed over expected disagreement, for any number of raters, any scale and missing ratings: alpha.

    Parameters
    ----------
    ratings : array of shape (raters, items)
        Numbers, nan where a rater did not see an item; strings (None where missing) for the level "nominal". An item
        with a single rating takes no part.
    level : {"nominal", "ordinal", "interval", "ratio"}
        What differences mean: none, order, distance, distance relative to size (values of at least 0).

    Returns
    -------
    float
        At most 1, higher is better: 1 for full agreement, 0 for as much as chance, below 0 for less. nan where no item
        has two ratings, or all ratings that can be paired are equal (0/0).

    Raises
    ------
    ValueError
        Not a table, infinite values, an unknown level, strings or negative values where the level knows none.

    References
    ----------
    Krippendorff (2004), Content Analysis, chapter 11; Hayes and Krippendorff (2007), Answering the call for a standard
    reliability measure for coding data.

    Examples
    --------
    >>> nan = float("nan")
    >>> round(krippendorff_alpha([[1, 2, 3, nan], [1, 2, 3, 1], [nan, 2, 2, 2]], level="interval"), 4)
    0.6327
    """
    values, table = _values_per_item(ratings, level)
    if not len(values):
        return np.nan
    n = table.sum(axis=0, keepdims=True)  # how often each value was given
    if level == "ordinal":  # ratings between two grades, half of either's own among them
        values = (n.cumsum() - n / 2)[0]
    observed, expected = ((_disagreement(rows, values, level) / (rows.sum(axis=1) - 1)).sum() for rows in (table, n))
    return float(1 - ratio(observed, expected))


def intraclass_correlation(ratings: Any, *, form: str = "agreement", k: int = 1) -> float:
    """Share of the variance of ratings that lies between items: how reliable the mean of k raters is.

    Parameters
    ----------
    ratings : array of shape (raters, items)
        Numbers, none missing; at least two of each.
    form : {"agreement", "consistency", "one_way"}
        What counts as noise: besides what is left, differences between generous and strict raters ("agreement"),
        or not ("consistency", where all raters see all items); or no rater is known from one item to the next
        ("one_way").
    k : int, default 1
        How many raters a mean would be taken of.

    Returns
    -------
    float
        At most 1, higher is better; negative where items differ less than noise alone would make them. nan where all
        ratings are equal, or items vary so little that the variance of a mean of k raters comes out as nothing.

    Raises
    ------
    ValueError
        Not a complete table of finite numbers, fewer than 2 raters or items, an unknown form, k below 1.

    References
    ----------
    Shrout and Fleiss (1979), Intraclass correlations: uses in assessing rater reliability; their ICC(2, k), ICC(3, k)
    and ICC(1, k) in the order of the forms. "consistency" with all raters is Cronbach's alpha.

    Examples
    --------
    >>> round(intraclass_correlation([[1, 2, 3, 4], [2, 3, 4, 5]]), 4), intraclass_correlation(
    ...     [[1, 2, 3, 4], [2, 3, 4, 5]], form="consistency")
    (0.7692, 1.0)
    """
    table, form = _complete(ratings), arguments.one_of(form, "form", FORMS)
    k = arguments.whole_number(k, "k", least=1)
    m, n = table.shape
    of_items, of_raters = (table.mean(axis=axis) - table.mean() for axis in (0, 1))
    left = table - table.mean() - of_items - of_raters[:, None]
    within = (left**2).sum() + n * (of_raters**2).sum()
    error = within / (n * (m - 1)) if form == "one_way" else (left**2).sum() / ((n - 1) * (m - 1))
    items = (of_items**2).sum() / (n - 1) - error / m
    raters = (of_raters**2).sum() / (m - 1) - error / n if form == "agreement" else 0.0
    parts = np.array([items, raters / k, error / k])
    rounding = max(1e-14 * np.abs(parts).sum(), (1e-14 * np.abs(table).max()) ** 2)
    return float(items / parts.sum()) if parts.sum() > rounding else np.nan


def correlation_ceiling(ratings: Any) -> float:
    """The correlation that a metric would have with these raters' means if it knew every item's true worth.

    Parameters
    ----------
    ratings : array of shape (raters, items)
        Numbers, none missing; at least two of each.

    Returns
    -------
    float
        In [0, 1]: the root of the reliability of the mean of all raters, `intraclass_correlation` of the form
        "consistency". 0 where that is negative, nan where it is undefined. An estimate: on a few items, chance can
        lift a metric above it.

    Raises
    ------
    ValueError
        As in `intraclass_correlation`.

    References
    ----------
    Spearman (1904), The proof and measurement of association between two things.

    Examples
    --------
    >>> round(correlation_ceiling([[1, 2, 3, 4], [2, 1, 4, 3]]), 4)
    0.866
    """
    m = len(_complete(ratings))
    reliability = intraclass_correlation(ratings, form="consistency", k=m)
    return float(np.sqrt(np.maximum(reliability, 0)))


def _table(values: Any, name: str, shape: str, *, numbers: bool = True) -> Array:
    """`values` as a 2-d array of floats, nan allowed; or of whatever they are, if they need not be numbers."""
    table = arguments.read(values, name) if isinstance(values, np.ndarray) else np.array(values, dtype=object)
    if table.ndim != 2 or table.size == 0:
        raise ValueError(
            f"{name} must be a table, {shape}, all rows of one length; got an array of shape {table.shape}"
        )
    if table.dtype.kind == "O" and all(isinstance(v, REAL) for v in table.flat):
        try:
            table = table.astype(np.float64)
        except OverflowError:
            raise ValueError(f"{name} must hold numbers that floats hold") from None
    if not numbers and table.dtype.kind not in "biuf":
        return table
    if table.dtype.kind not in "biuf":
        other = next((v for v in table.flat if not isinstance(v, REAL)), table.dtype)
        raise TypeError(f"{name} must hold numbers, got {other!r}")
    table = table.astype(np.float64, copy=False)
    if np.isinf(table).any():
        raise ValueError(f"{name} must hold finite numbers, got {table[np.isinf(table)][0]}")
    if numbers and (np.abs(table) > 1e150).any():  # differences are squared and added up
        raise ValueError(f"{name} holds numbers beyond 1e150, whose squares no float holds: divide all by one number")
    return table


def _complete(ratings: Any) -> NDArray[np.float64]:
    table = _table(ratings, "ratings", "raters × items")
    if np.isnan(table).any():
        raise ValueError("ratings must be complete, got nan: for missing ratings use krippendorff_alpha")
    if min(table.shape) < 2:
        raise ValueError(f"ratings must come from at least 2 raters, for at least 2 items, got shape {table.shape}")
    return table


def _values_per_item(ratings: Any, level: str) -> tuple[Array, NDArray[np.float64]]:
    """The distinct values, sorted, and how often each item got each of them: only items with at least two ratings."""
    level = arguments.one_of(level, "level", ["nominal", "ordinal", "interval", "ratio"])
    table = _table(ratings, "ratings", "raters × items", numbers=level != "nominal")
    given = pd.notna(table)
    pairable = given.sum(axis=0) > 1
    codes, values = pd.factorize(table[:, pairable].T[given[:, pairable].T], sort=True)
    if level == "ratio" and len(values) and values[0] < 0:
        raise ValueError(f"ratings must be at least 0 for the level 'ratio', got {values[0]:g}")
    items = np.repeat(np.arange(pairable.sum()), given.sum(axis=0)[pairable])
    n, k = int(pairable.sum()), len(values)
    return values, np.bincount(items * k + codes, minlength=n * k).reshape(n, k).astype(np.float64)


def _disagreement(table: Array, values: Array, level: str) -> Array:
    """Of each row, how far its ratings are from each other, squared and added up over all pairs, both ways round.

    A row says how often each of the values was given.
    """
    given = table.sum(axis=1)
    if level == "nominal":
        return np.asarray(given**2 - (table**2).sum(axis=1))
    if level == "ratio":
        apart = (values[:, None] - values) / np.maximum(values[:, None] + values, 1e-300)
        return np.asarray(((table @ apart**2) * table).sum(axis=1))
    middles = table @ (values - values[:1]) / given
    return np.asarray(2 * given * (table * (values - values[:1] - middles[:, None]) ** 2).sum(axis=1))
