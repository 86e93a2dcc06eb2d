"""Human judgement: mean opinions and listening tests with intervals, strengths from rankings, averages of tasks."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from .correlation import ranks
from .inputs import arguments, labels, resampling
from .inputs import human_judgement as inputs
from .inputs.options import OneOf, positive
from .kinds.help_pages import described_by
from .metric import mean_of, of_samples, of_weights
from .uncertainty import Estimate, Interval

CLEARLY = 90  # of 100 points: below it the hidden reference was not recognised, above it an anchor was taken for it
ITEMS_ALLOWED, PANEL_ALLOWED = 0.15, 0.25  # shares of items and of assessors, from ITU-R BS.1534-3, section 4.1.2


class MeanOpinion(Estimate):
    """A mean opinion score, a number everywhere, with its interval.

    `n_ratings` and `n_raters` (None if unknown) say what it rests on.
    """

    called = "estimate"
    interval: Interval
    n_ratings: int
    n_raters: int | None

    def __str__(self) -> str:
        by = f" by {self.n_raters} raters" if self.n_raters else ""
        return f"{super().__str__()}, {self.n_ratings} ratings{by}"


def variance_of_mean(deviations, groups):
    """Variance of a mean, from what each rating differs from it by, where those of one group depend on each other."""
    sums = np.bincount(groups, deviations)
    g, n = len(sums), len(deviations)
    return (sums**2).sum() * g / (g - 1) / n**2


@arguments.described_with(resampling.tails)
def with_interval(
    mean: float, _: Any, data: Any, options: Any, *, raters: Any = None, items: Any = None, level: float = 0.95
) -> MeanOpinion:
    """Dress a mean with an interval that knows who gave the ratings and what for.

    raters : sequence of n labels, optional
        Who gave each rating. Then ratings of one rater count as dependent; without, every rating has its own rater.
    items : sequence of n labels, optional
        What was rated. Then ratings of one item count as dependent, too; the variance is never below that of raters
        alone or items alone.
    """
    from scipy.special import stdtrit

    values, (lowest, highest) = np.asarray(data[0], dtype=np.float64), options["scale"]
    tail = (1 + arguments.fraction(level, "level")) / 2
    given = {name: ids for name, ids in (("raters", raters), ("items", items)) if ids is not None}
    groups = {name: labels.numbered(ids, name, data[0]) for name, ids in given.items()}
    drawn = list(groups.values()) or [np.arange(len(values))]
    fewest, reach = min(int(group.max()) + 1 for group in drawn), np.nan
    if fewest > 1 and options["sample_weight"] is None:
        variances = [variance_of_mean(values - mean, group) for group in drawn]
        if len(groups) == 2:  # what both counted is counted twice
            pairs, _ = pd.factorize(groups["raters"] * len(values) + groups["items"])
            variances = [max(sum(variances) - variance_of_mean(values - mean, pairs), *variances)]
        reach = stdtrit(fewest - 1, tail) * np.sqrt(variances[0])
    low, high = float(max(mean - reach, lowest)), float(min(mean + reach, highest))
    method = "t over " + " and ".join(groups) if groups else "t"
    n_raters = int(groups["raters"].max()) + 1 if raters is not None else None
    return MeanOpinion(mean, interval=Interval(low, high, level, method), n_ratings=len(values), n_raters=n_raters)


def points(rating):
    """What a rating adds to the sum: its points."""
    return rating


@mean_of(points, inputs=inputs.on_scale, at_once=True, result=with_interval)
def mean_opinion_score(points, ratings):
    """Mean of ratings, with an interval that knows who gave them and what for.

    -> MeanOpinion
        The mean, within `scale`, and an interval from Student's t with one degree of freedom less than there are
        raters (or items, if there are fewer), cut off at the ends of the scale. It is nan for a single rater, and
        with weights: how many ratings they stand for is not known.

    Source: ITU-T P.800 (1996), Methods for subjective determination of transmission quality; for raters and items
    together Cameron, Gelbach and Miller (2011), Robust inference with multiway clustering.

    >>> print(mean_opinion_score([4, 5, 3, 4, 4, 5], raters="aabbcc"))
    4.167 [2.732, 5.000] (95 %, t over raters), 6 ratings by 3 raters
    """
    return points / ratings


@dataclass(frozen=True)
class Mushra:
    """Scores of a MUSHRA test, a row per condition, and the listeners who were excluded, with the reason."""

    scores: pd.DataFrame
    excluded: pd.Series
    n_listeners: int


@described_by()
def mushra_scores(
    ratings: pd.DataFrame, *, reference: Any = "reference", anchor: Any = None, level: float = 0.95
) -> Mushra:
    """Mean and quartiles per condition of a MUSHRA test, after its own rule has said which listeners to leave out.

    Left out is who gives the hidden reference less than 90 points on more than 15 % of the items, or the mid-range
    anchor more than 90 on more than 15 % of them. An item whose anchor more than 25 % of the listeners put above 90 was
    hardly degraded by it, and does not count against anybody there.

    ratings : DataFrame
        Columns listener, item, condition and score (0 to 100), a row per rating; other columns are ignored.
    reference : label, default "reference"
        The condition that is the hidden reference; every listener has rated it.
    anchor : label, optional
        The condition that is the mid-range anchor (a low-pass filter at 7 kHz); without it, its rule is not applied.
    level : float, default 0.95
        Wanted coverage of the intervals, between 0 and 1.

    -> Mushra
        `scores`: a row per condition, best first, with mean, low and high (Student's t over listeners), median and the
        quartiles q1 and q3; nan if no listener is left. `excluded`: a reason per excluded listener. `n_listeners`: how
        many were left.

    Source: ITU-R BS.1534-3 (2015), Method for the subjective assessment of intermediate quality level of audio systems,
    section 4.1.2: its rules, and quartiles as the medians of both halves.

    >>> ratings = pd.DataFrame({"listener": list("aabbcc"), "item": [1] * 6, "condition": ["reference", "codec"] * 3,
    ...                         "score": [100, 60, 95, 40, 50, 90]})
    >>> result = mushra_scores(ratings)
    >>> result.excluded.to_dict()
    {'c': 'hidden reference below 90 on 1 of 1 items'}
    >>> result.scores["mean"].to_dict()
    {'reference': 97.5, 'codec': 50.0}
    """
    table = inputs.listening_test(ratings, reference, anchor)
    of_reference, of_anchor = table[table["condition"] == reference], table[table["condition"] == anchor]
    excluded = too_often(of_reference, of_reference["score"] < CLEARLY, "hidden reference below 90")
    taken_for_it = of_anchor["score"] > CLEARLY
    degraded = taken_for_it.groupby(of_anchor["item"]).transform("mean") <= PANEL_ALLOWED
    excluded = too_often(of_anchor[degraded], taken_for_it[degraded], "mid-range anchor above 90") | excluded
    reasons = pd.Series(excluded, dtype=object, name="reason").rename_axis("listener").sort_index()
    kept = table[~table["listener"].isin(reasons.index)]
    rows = {name: summary(kept[kept["condition"] == name], level) for name in table["condition"].unique()}
    scores = pd.DataFrame(rows.values(), index=pd.Index(rows, name="condition"))
    scores = scores.sort_values("mean", ascending=False, kind="stable")
    return Mushra(scores, reasons, kept["listener"].nunique())


def too_often(rated: pd.DataFrame, wrong: pd.Series, what: str) -> dict[Any, str]:
    """Listeners who are wrong on too many items, with the reason."""
    counts = wrong.groupby(rated["listener"]).agg(["sum", "count"])
    beyond = counts[counts["sum"] > ITEMS_ALLOWED * counts["count"]]
    return {listener: f"{what} on {row['sum']} of {row['count']} items" for listener, row in beyond.iterrows()}


def summary(scores: pd.DataFrame, level: float) -> dict[str, float]:
    """Mean, interval and quartiles of a condition."""
    if scores.empty:
        return dict.fromkeys(["mean", "low", "high", "median", "q1", "q3"], np.nan)
    mean = mean_opinion_score(scores["score"], raters=scores["listener"], scale=(0, 100), level=level)
    ordered, half = np.sort(scores["score"]), (len(scores) + 1) // 2
    q1, median, q3 = (float(np.median(part)) for part in (ordered[:half], ordered, ordered[-half:]))
    return {"mean": float(mean), "low": mean.low, "high": mean.high, "median": median, "q1": q1, "q3": q3}


def by_system(averages: Any, _: Any, data: Any, __: Any) -> Any:
    """Dress averages with the names of the systems; that of a single one is a float."""
    scores = data[0]
    return pd.Series(averages, index=scores.index) if isinstance(scores, pd.DataFrame) else float(averages[0])


@of_samples(
    inputs=inputs.tasks,
    checks={"method": OneOf("mean", "geometric_mean", "mean_rank")},
    result=by_system,
    instead="a benchmark has few tasks: score each of them in parts, and average here",
)
def benchmark_average(tasks, *, method="mean"):
    """One number for many tasks: the average by which benchmarks rank systems.

    method : {"mean", "geometric_mean", "mean_rank"}
        "mean_rank": mean of the places among these systems, 1 for the best, ties sharing the mean of theirs.

    -> Series of a float per system, or a float for one
        For "mean_rank", lower is better. A geometric mean is nan where a score is negative.

    >>> scores = pd.DataFrame({"accuracy": [0.90, 0.80], "kappa": [0.20, 0.50]}, index=["one", "two"])
    >>> benchmark_average(scores, method="mean_rank").to_dict()
    {'one': 1.5, 'two': 1.5}
    """
    if method == "geometric_mean":
        return np.exp(np.log(tasks).mean(1))
    if method == "mean_rank":
        tasks = np.stack([ranks(-task) for task in tasks.T], axis=1)
    return tasks.mean(1)


def different_rankings(rankings, items):
    """The different rankings, a row each, filled up with one number more; which of them each is; the items."""
    longest = max(len(ranking) for ranking in rankings)
    rows = np.full((len(rankings), longest), len(items))
    for row, ranking in zip(rows, rankings, strict=True):
        row[: len(ranking)] = ranking
    different, which = np.unique(rows, axis=0, return_inverse=True)
    return different, which.ravel(), items


def some_group_never_loses(rankings, k):
    """Whether some of k items are never placed, over any chain of rankings, after some other."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    after = rankings[:, 1:]
    won, lost = rankings[:, :-1][after < k], after[after < k]
    beats = coo_matrix((np.ones(len(won)), (won, lost)), shape=(k, k))
    return connected_components(beats, connection="strong")[0] > 1


def by_item(strengths: Any, prepared: Any, _: Any, __: Any) -> pd.Series:
    """Dress strengths with the names of the items."""
    return pd.Series(strengths, index=prepared[2])


@of_weights(
    different_rankings,
    inputs=inputs.of_items,
    checks={"tolerance": positive},
    result=by_item,
    instead="it is fitted to whole orders, in many passes: take their pairs, for bradley_terry, which adds up",
)
def plackett_luce(weights, rankings, *, tolerance=1e-10):
    """Strengths under which rankings are most likely, if the next place always goes by lot, in proportion to strength.

    tolerance : float, default 1e-10
        The largest relative change of a strength in the last step, above 0.

    -> Series of a float per item
        Strengths above 0 that add up to 1; of two items alone, i comes before j with probability s_i / (s_i + s_j). All
        nan where the likelihood has no maximum.

    Source: Luce (1959), Individual Choice Behavior; Plackett (1975), The analysis of permutations; computed as in
    Hunter (2004), MM algorithms for generalized Bradley-Terry models, which also has the condition for a maximum.

    >>> plackett_luce([["a", "b"], ["a", "b"], ["a", "b"], ["b", "a"]]).round(4).to_dict()
    {'a': 0.75, 'b': 0.25}
    """
    different, which, items = rankings
    times, k = np.bincount(which, weights)[:, None], len(items)
    if some_group_never_loses(different[times[:, 0] > 0], k):
        return np.full(k, np.nan)
    chosen = np.pad(different[:, 1:] < k, [(0, 0), (0, 1)])  # not the last
    choices = (times * chosen)[chosen]
    wins = np.bincount(different[chosen], choices, minlength=k)
    strengths, change = np.full(k, 1 / k), np.inf
    while change > tolerance:
        placed = np.append(strengths, 0)[different]
        left = placed[:, ::-1].cumsum(1)[:, ::-1]  # still to choose from
        odds = np.where(chosen, times / left, 0).cumsum(1)
        updated = wins / np.bincount(different.ravel(), odds.ravel())[:k]
        updated = updated / updated.sum()
        change = np.abs(updated / strengths - 1).max()
        strengths = updated
    return strengths
