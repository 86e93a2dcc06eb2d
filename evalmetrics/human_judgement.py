"""Human judgement: mean opinions and listening tests with intervals, strengths from rankings, averages of tasks."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from .inputs import arguments
from .inputs.old_matrices import ratio
from .inputs.totals import columns, plain
from .uncertainty import Interval

Array = NDArray[Any]
CLEARLY = 90  # of 100 points: below it the hidden reference was not recognised, above it an anchor was taken for it
ITEMS_ALLOWED, PANEL_ALLOWED = 0.15, 0.25  # shares of items and of assessors, from ITU-R BS.1534-3, section 4.1.2
METHODS = ["mean", "geometric_mean", "mean_rank"]


@dataclass(frozen=True)
class MeanOpinion:
    """A mean opinion score, the interval around it, and how many ratings by how many raters (if known) it rests on."""

    estimate: float
    interval: Interval
    n_ratings: int
    n_raters: int | None

    @property
    def low(self) -> float:
        """The interval's lower bound."""
        return float(self.interval.low)

    @property
    def high(self) -> float:
        """The interval's upper bound."""
        return float(self.interval.high)

    def __float__(self) -> float:
        return self.estimate

    def __format__(self, spec: str) -> str:
        return format(self.estimate, spec) if spec else str(self)

    def __str__(self) -> str:
        by = f" by {self.n_raters} raters" if self.n_raters else ""
        return f"{self.estimate:.3f} {self.interval}, {self.n_ratings} ratings{by}"


@dataclass(frozen=True)
class Mushra:
    """Scores of a MUSHRA test, a row per condition, and the listeners who were excluded, with the reason."""

    scores: pd.DataFrame
    excluded: pd.Series
    n_listeners: int


def mean_opinion_score(
    ratings: Any,
    *,
    raters: Any = None,
    items: Any = None,
    scale: tuple[float, float] = (1, 5),
    level: float = 0.95,
) -> MeanOpinion:
    """Mean of ratings, with an interval that knows who gave them and what for.

    Parameters
    ----------
    ratings : sequence of n numbers
        Within `scale`.
    raters : sequence of n labels, optional
        Who gave each rating. Then ratings of one rater count as dependent; without, every rating has its own rater.
    items : sequence of n labels, optional
        What was rated. Then ratings of one item count as dependent, too; the variance is never below that of raters
        alone or items alone.
    scale : (number, number), default (1, 5)
        The worst and the best grade; the interval is cut off there.
    level : float, default 0.95
        Wanted coverage, between 0 and 1.

    Returns
    -------
    MeanOpinion
        The mean, within `scale`, higher is better, and an interval from Student's t with one degree of freedom less
        than there are raters (or items, if there are fewer): nan for a single one.

    Raises
    ------
    ValueError
        Different lengths, empty, ratings outside `scale`, a scale that does not rise, level outside (0, 1).

    References
    ----------
    ITU-T P.800 (1996), Methods for subjective determination of transmission quality; for raters and items together
    Cameron, Gelbach and Miller (2011), Robust inference with multiway clustering.

    Examples
    --------
    >>> print(mean_opinion_score([4, 5, 3, 4, 4, 5]))
    4.167 [3.377, 4.957] (95 %, t), 6 ratings
    >>> print(mean_opinion_score([4, 5, 3, 4, 4, 5], raters="aabbcc"))
    4.167 [2.732, 5.000] (95 %, t over raters), 6 ratings by 3 raters
    """
    from scipy.special import stdtrit

    values = _on_scale(ratings, scale)
    tail = (1 + arguments.fraction(level, "level")) / 2
    groups = {
        name: _groups(ids, name, values) for name, ids in (("raters", raters), ("items", items)) if ids is not None
    }
    mean, several = values.mean(), groups or {"ratings": np.arange(len(values))}
    variances = [_variance(values - mean, group) for group in several.values()]
    if len(groups) == 2:  # what both counted is counted twice
        pairs = groups["raters"] * len(values) + groups["items"]
        variances = [max(sum(variances) - _variance(values - mean, pd.factorize(pairs)[0]), *variances)]
    fewest = min(int(group.max()) + 1 for group in several.values())
    reach = stdtrit(fewest - 1, tail) * np.sqrt(variances[0]) if fewest > 1 else np.nan
    method = "t over " + " and ".join(groups) if groups else "t"
    low, high = np.maximum(mean - reach, scale[0]), np.minimum(mean + reach, scale[1])
    n_raters = int(groups["raters"].max()) + 1 if raters is not None else None
    return MeanOpinion(float(mean), Interval(float(low), float(high), level, method), len(values), n_raters)


def mean_opinion_score_statistics(ratings: Any, *, raters: Any = None) -> NDArray[np.float64]:
    """One row per rater: sum and number of the ratings; what a bootstrap of raters resamples.

    Parameters
    ----------
    ratings : sequence of n numbers
    raters : sequence of n labels, optional
        Who gave each rating; without, every rating has its own rater.

    Returns
    -------
    array of shape (raters, 2)
        In the order in which the raters appear.

    Raises
    ------
    ValueError
        Different lengths, empty.

    References
    ----------
    Efron and Tibshirani (1993), An Introduction to the Bootstrap, chapter 8: what is drawn is what was sampled.

    Examples
    --------
    >>> mean_opinion_score_statistics([4, 5, 3], raters=["ann", "bob", "ann"])
    array([[7., 2.],
           [5., 1.]])
    """
    values = arguments.finite(ratings, "ratings")
    group = np.arange(len(values)) if raters is None else _groups(raters, "raters", values)
    return np.column_stack([np.bincount(group, values), np.bincount(group)])


def mean_opinion_score_from_statistics(totals: Any) -> Any:
    """Mean rating from summed rows of `mean_opinion_score_statistics`.

    Parameters
    ----------
    totals : array of shape (..., 2)

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
    ITU-T P.800 (1996), Methods for subjective determination of transmission quality.

    Examples
    --------
    >>> mean_opinion_score_from_statistics([12, 3])
    4.0
    """
    total, count = columns(totals, "ratings added up", "ratings")
    return plain(ratio(total, count))


def mushra_scores(
    ratings: pd.DataFrame, *, reference: Any = "reference", anchor: Any = None, level: float = 0.95
) -> Mushra:
    """Mean and quartiles per condition of a MUSHRA test, after its own rule has said which listeners to leave out.

    Left out is who gives the hidden reference less than 90 points on more than 15 % of the items, or the mid-range
    anchor more than 90 on more than 15 % of them. An item whose anchor more than 25 % of the listeners put above 90 was
    hardly degraded by it, and does not count against anybody there.

    Parameters
    ----------
    ratings : DataFrame
        Columns listener, item, condition and score (0 to 100), a row per rating; other columns are ignored.
    reference : label, default "reference"
        The condition that is the hidden reference; every listener has rated it.
    anchor : label, optional
        The condition that is the mid-range anchor (a low-pass filter at 7 kHz); without it, its rule is not applied.
    level : float, default 0.95
        Wanted coverage of the intervals, between 0 and 1.

    Returns
    -------
    Mushra
        `scores`: a row per condition, best first, with mean, low and high (Student's t over listeners), median and the
        quartiles q1 and q3; nan if no listener is left. `excluded`: a reason per excluded listener. `n_listeners`: how
        many were left.

    Raises
    ------
    ValueError
        A column or condition that is missing, scores outside [0, 100], two scores for the same thing, a listener who
        did not rate the hidden reference.

    References
    ----------
    ITU-R BS.1534-3 (2015), Method for the subjective assessment of intermediate quality level of audio systems,
    section 4.1.2: its rules, and quartiles as the medians of both halves.

    Examples
    --------
    >>> ratings = pd.DataFrame({"listener": list("aabbcc"), "item": [1] * 6, "condition": ["reference", "codec"] * 3,
    ...                         "score": [100, 60, 95, 40, 50, 90]})
    >>> result = mushra_scores(ratings)
    >>> result.excluded.to_dict()
    {'c': 'hidden reference below 90 on 1 of 1 items'}
    >>> result.scores["mean"].to_dict()
    {'reference': 97.5, 'codec': 50.0}
    """
    table = _mushra_table(ratings, reference, anchor)
    excluded = _too_often(table, reference, lambda score: score < CLEARLY, "hidden reference below 90")
    if anchor is not None:
        above = table[table["condition"] == anchor].assign(above=lambda t: t["score"] > CLEARLY)
        fair = above.groupby("item")["above"].mean() <= PANEL_ALLOWED
        judged = table[table["item"].isin(fair.index[fair])]
        excluded = _too_often(judged, anchor, lambda score: score > CLEARLY, "mid-range anchor above 90") | excluded
    reasons = pd.Series(excluded, dtype=object, name="reason").rename_axis("listener").sort_index()
    kept = table[~table["listener"].isin(reasons.index)]
    rows = {name: _summary(kept[kept["condition"] == name], level) for name in table["condition"].unique()}
    scores = pd.DataFrame(rows.values(), index=pd.Index(rows, name="condition")).sort_values(
        "mean", ascending=False, kind="stable"
    )
    return Mushra(scores, reasons, kept["listener"].nunique())


def benchmark_average(
    scores: Any,
    *,
    groups: Mapping[Any, Sequence[Any]] | None = None,
    floor: Any = None,
    ceiling: Any = None,
    method: str = "mean",
) -> Any:
    """One number for many tasks: the average by which benchmarks rank systems.

    Parameters
    ----------
    scores : DataFrame of shape (systems, scores), or a mapping or Series for one system
        A column per score, higher is better, none missing.
    groups : mapping from task to columns, optional
        Scores that are averaged into one task first, as benchmarks do with two metrics of a task; columns that are in
        no group are tasks of their own.
    floor, ceiling : number, mapping or Series, optional
        What every score is at worst (guessing, say) and at best; given both, scores are first put on the scale from 0
        to 1 between them.
    method : {"mean", "geometric_mean", "mean_rank"}
        "mean_rank": mean of the places among these systems, 1 for the best, ties sharing the mean of theirs.

    Returns
    -------
    Series of a float per system, or a float for one
        Higher is better, except for "mean_rank". A geometric mean is nan where a score is negative.

    Raises
    ------
    ValueError
        No scores, missing or infinite ones, a group without columns or of unknown ones, one of floor and ceiling alone,
        a floor that is not below its ceiling, an unknown method.

    References
    ----------
    Wang et al. (2019), GLUE; for geometric means Fleming and Wallace (1986), How not to lie with statistics.

    Examples
    --------
    >>> scores = pd.DataFrame({"accuracy": [0.90, 0.80], "kappa": [0.20, 0.50]}, index=["one", "two"])
    >>> benchmark_average(scores).to_dict()
    {'one': 0.55, 'two': 0.65}
    >>> benchmark_average(scores, method="mean_rank").to_dict()
    {'one': 1.5, 'two': 1.5}
    """
    table = scores if isinstance(scores, pd.DataFrame) else pd.DataFrame([pd.Series(scores)])
    _check_scores(table)
    if (floor is None) != (ceiling is None):
        raise ValueError("floor and ceiling must be given together, or neither")
    if floor is not None:
        table = _between(table, floor, ceiling)
    table = _tasks(table, groups or {})
    if arguments.one_of(method, "method", METHODS) == "geometric_mean":
        with np.errstate(divide="ignore", invalid="ignore"):
            means = pd.Series(np.exp(np.log(table.to_numpy(dtype=np.float64)).mean(axis=1)), index=table.index)
    else:
        means = (table.rank(ascending=False) if method == "mean_rank" else table).mean(axis=1)
    return means if isinstance(scores, pd.DataFrame) else float(means.iloc[0])


def plackett_luce(rankings: Any, *, items: Any = None, tolerance: float = 1e-10) -> pd.Series:
    """Strengths under which rankings are most likely, if the next place always goes by lot, in proportion to strength.

    Parameters
    ----------
    rankings : sequence of sequences of items
        Each best first, no item twice; a ranking may leave items out, and two items are a comparison of a pair.
    items : sequence of items, optional
        All there are, in the order to return them; by default those that occur, sorted.
    tolerance : float, default 1e-10
        The largest relative change of a strength in the last step.

    Returns
    -------
    Series of a float per item
        Strengths above 0 that add up to 1; of two items alone, i comes before j with probability s_i / (s_i + s_j). All
        nan where the likelihood has no maximum: some group of items never loses to the others, or never meets them.

    Raises
    ------
    ValueError
        No rankings, a ranking of one item or with an item twice, an item that is not among `items`, a tolerance that is
        not above 0.
    TypeError
        Items of kinds that cannot be sorted, without `items`.

    References
    ----------
    Luce (1959), Individual Choice Behavior; Plackett (1975), The analysis of permutations; computed as in Hunter
    (2004), MM algorithms for generalized Bradley-Terry models, which also has the condition for a maximum.

    Examples
    --------
    >>> plackett_luce([["a", "b"], ["a", "b"], ["a", "b"], ["b", "a"]]).round(4).to_dict()
    {'a': 0.75, 'b': 0.25}
    """
    names, orders, counts = _encoded(rankings, items)
    if not _has_a_maximum(orders, len(names)):
        return pd.Series(np.nan, index=names)
    tolerance, places = arguments.positive(tolerance, "tolerance"), orders < len(names)
    chosen = places & (np.cumsum(places[:, ::-1], axis=1)[:, ::-1] > 1)  # the last of a ranking was not chosen
    wins = np.bincount(orders[chosen], np.repeat(counts, chosen.sum(axis=1)), minlength=len(names))
    strengths, change = np.full(len(names), 1 / len(names)), np.inf
    while change > tolerance:
        left = np.cumsum(np.append(strengths, 0)[orders][:, ::-1], axis=1)[:, ::-1]  # strength still to choose from
        odds = np.cumsum(np.divide(counts[:, None], left, where=chosen, out=np.zeros(left.shape)), axis=1)
        updated = wins / np.bincount(orders[places], odds[places], minlength=len(names))
        change = np.abs(updated / updated.sum() / strengths - 1).max()
        strengths = updated / updated.sum()
    return pd.Series(strengths, index=names)


def _on_scale(ratings: Any, scale: tuple[float, float]) -> NDArray[np.float64]:
    values, (low, high) = arguments.finite(ratings, "ratings"), scale
    if not low < high:
        raise ValueError(f"scale must be the worst grade and a better one, as (1, 5), got {scale}")
    if values.min() < low or values.max() > high:
        raise ValueError(
            f"ratings must lie on the scale from {low:g} to {high:g}, got values from {values.min():g} to "
            f"{values.max():g}: give scale= for another one"
        )
    return values


def _groups(ids: Any, name: str, ratings: Array) -> NDArray[np.intp]:
    """For each rating the number of its group, counted as they appear."""
    array = arguments.one_dimensional(list(ids) if isinstance(ids, str) else ids, name, per="rating")
    arguments.same_length(ratings=ratings, **{name: array})
    codes, _ = pd.factorize(array)
    if (codes < 0).any():
        raise ValueError(f"{name} holds a missing value at position {int((codes < 0).argmax())}")
    return codes


def _variance(deviations: Array, group: NDArray[np.intp]) -> float:
    """Variance of a mean whose deviations are independent between groups only."""
    sums = np.bincount(group, deviations)
    g = len(sums)
    return float((sums**2).sum() * g / (g - 1) / len(deviations) ** 2) if g > 1 else np.nan


def _mushra_table(ratings: Any, reference: Any, anchor: Any) -> pd.DataFrame:
    columns = ["listener", "item", "condition", "score"]
    if not isinstance(ratings, pd.DataFrame):
        raise TypeError(f"ratings must be a DataFrame with columns {', '.join(columns)}, got {type(ratings).__name__}")
    if missing := [name for name in columns if name not in ratings]:
        raise ValueError(f"ratings must have columns {', '.join(columns)}; {', '.join(missing)} is missing")
    table = ratings[columns].reset_index(drop=True)
    _on_scale(table["score"], (0, 100))
    if table.isna().any(axis=None):
        raise ValueError("ratings must name the listener, item and condition of every score")
    if (twice := table.duplicated(columns[:3])).any():
        raise ValueError(
            f"ratings must hold one score per listener, item and condition: row {twice.argmax()} is another"
        )
    for name, condition in (("reference", reference), ("anchor", anchor)):
        if condition is not None and condition not in set(table["condition"]):
            raise ValueError(
                f"{name} must be one of the conditions {list(table['condition'].unique())}, got {condition!r}"
            )
    rated = set(table.loc[table["condition"] == reference, "listener"])
    if without := sorted(set(table["listener"]) - rated):
        raise ValueError(f"every listener must have rated the hidden reference {reference!r}: {without} did not")
    return table


def _too_often(table: pd.DataFrame, condition: Any, wrong: Any, what: str) -> dict[Hashable, str]:
    """Listeners whose scores of one condition are wrong on too many items, with the reason."""
    of = table[table["condition"] == condition]
    counts = wrong(of["score"]).groupby(of["listener"]).agg(["sum", "count"])
    beyond = counts[counts["sum"] > ITEMS_ALLOWED * counts["count"]]
    return {listener: f"{what} on {row['sum']} of {row['count']} items" for listener, row in beyond.iterrows()}


def _summary(scores: pd.DataFrame, level: float) -> dict[str, float]:
    if scores.empty:
        return dict.fromkeys(["mean", "low", "high", "median", "q1", "q3"], np.nan)
    found = mean_opinion_score(scores["score"], raters=scores["listener"], scale=(0, 100), level=level)
    ordered, half = np.sort(scores["score"]), (len(scores) + 1) // 2
    quartiles = {"q1": float(np.median(ordered[:half])), "q3": float(np.median(ordered[-half:]))}
    middle = {"median": float(np.median(ordered))}
    return {"mean": found.estimate, "low": found.low, "high": found.high} | middle | quartiles


def _check_scores(table: pd.DataFrame) -> None:
    if table.empty:
        raise ValueError("scores is empty: at least one system with one score is needed")
    if not all(pd.api.types.is_numeric_dtype(dtype) for dtype in table.dtypes):
        raise TypeError(f"scores must hold numbers, got columns of {sorted({str(d) for d in table.dtypes})}")
    usable = np.isfinite(table.to_numpy(dtype=np.float64))
    if not usable.all():
        row, column = np.argwhere(~usable)[0]
        raise ValueError(
            f"scores must be finite, got {table.iloc[row, column]} for system {table.index[row]!r}, "
            f"{table.columns[column]!r}: an average over other tasks would not compare"
        )


def _between(table: pd.DataFrame, floor: Any, ceiling: Any) -> pd.DataFrame:
    """Scores as shares of the way from floor to ceiling."""
    ends = [
        pd.Series(end, index=table.columns)
        if np.ndim(end) == 0 and not isinstance(end, Mapping)
        else pd.Series(end).reindex(table.columns)
        for end in (floor, ceiling)
    ]
    if not (ends[0] < ends[1]).all():
        raise ValueError(
            f"floor must be below ceiling for every score, got {ends[0].to_dict()} and {ends[1].to_dict()}"
        )
    return (table - ends[0]) / (ends[1] - ends[0])


def _tasks(table: pd.DataFrame, groups: Mapping[Any, Sequence[Any]]) -> pd.DataFrame:
    """A column per task: the means of the groups, and the scores that are in none."""
    grouped = [column for columns in groups.values() for column in columns]
    if not all(map(len, groups.values())) or len(set(grouped)) < len(grouped) or not set(grouped) <= set(table.columns):
        raise ValueError(
            f"groups must name columns of scores, at least one per group and each once, got {dict(groups)}; "
            f"there are {list(table.columns)}"
        )
    means = {task: table[list(columns)].mean(axis=1) for task, columns in groups.items()}
    return pd.concat([table.drop(columns=grouped), pd.DataFrame(means, index=table.index)], axis=1)


def _encoded(rankings: Any, items: Any) -> tuple[pd.Index, NDArray[np.intp], NDArray[np.float64]]:
    """Names, different rankings as rows of their numbers (filled up with one number more), and how often each came."""
    if isinstance(rankings, str) or not hasattr(rankings, "__len__") or len(rankings) == 0:
        raise ValueError(f"rankings must be a sequence of at least one ranking, got {rankings!r}")
    for i, ranking in enumerate(rankings):
        listed = hasattr(ranking, "__len__") and not isinstance(ranking, str)
        if not listed or len(ranking) < 2 or len(set(ranking)) < len(ranking):
            raise ValueError(
                f"each ranking must be a sequence of at least two items, none twice; number {i} is {ranking!r}"
            )
    occurring = {item for ranking in rankings for item in ranking}
    try:
        names = pd.Index(sorted(occurring) if items is None else list(items))
    except TypeError:
        raise TypeError("rankings hold items that cannot be sorted: list them in items=, in the order wanted") from None
    if not names.is_unique or not occurring <= set(names):
        raise ValueError(
            f"items must list every item once, got {list(names)}; the rankings hold {list(occurring - set(names))} too"
        )
    number = {name: i for i, name in enumerate(names)}
    rows = np.full((len(rankings), max(map(len, rankings))), len(names), dtype=np.intp)
    for row, ranking in zip(rows, rankings, strict=True):
        row[: len(ranking)] = [number[item] for item in ranking]
    different, counts = np.unique(rows, axis=0, return_counts=True)
    return names, different, counts.astype(np.float64)


def _has_a_maximum(orders: NDArray[np.intp], k: int) -> bool:
    """Whether every item is, over some chain of rankings, before every other."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    before, after = orders[:, :-1].ravel(), orders[:, 1:].ravel()
    met = after < k
    beats = coo_matrix((np.ones(met.sum()), (before[met], after[met])), shape=(k, k))
    return int(connected_components(beats, connection="strong")[0]) == 1
