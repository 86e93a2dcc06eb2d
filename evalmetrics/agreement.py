"""Agreement: how far raters give the same things the same names or grades, and how reliable their means are."""

import numpy as np

from .correlation import ranks
from .fast import agreement as fast
from .inputs import agreement as inputs
from .inputs.options import OneOf, whole
from .metric import of_matrix, of_samples, of_sums

ROUNDING = 1e-14  # of the parts of a variance: what is left where they cancel


def costs(k, weights):
    """What it costs that one rater gives grade i and the other grade j."""
    apart = np.abs(np.subtract.outer(np.arange(k), np.arange(k)))
    return {"linear": apart, "quadratic": apart**2}[weights]


@of_matrix(inputs=inputs.of_two, in_a_table=inputs.in_a_table, checks={"weights": OneOf(None, "linear", "quadratic")})
def cohen_kappa(cells, *, weights=None):
    """How much more often two raters agree than chance would make them, as a share of what chance leaves: kappa.

    1 for full agreement, 0 for as much as chance, below 0 for less.

    weights : {None, "linear", "quadratic"}
        What a disagreement costs: 1 whatever it is, or the number of places in `labels` between the two, or that
        squared.

    Source: Cohen (1960), A coefficient of agreement for nominal scales; Cohen (1968), Weighted kappa: nominal scale
    agreement with provision for scaled disagreement or partial credit.

    >>> round(cohen_kappa([1, 1, 2, 2, 3], [1, 1, 2, 3, 3], weights="quadratic"), 4)
    0.8571
    """
    first, second, items = cells.sum(1), cells.sum(0), cells.sum((0, 1))
    if weights is None:
        apart = items - cells.trace()
        by_lot = (items**2 - (first * second).sum(0)) / items
    else:
        cost = costs(len(cells), weights)
        apart = np.einsum("ij,ij...->...", cost, cells)
        by_lot = (first * (cost @ second)).sum(0) / items
    return 1 - apart / by_lot


def agreement_and_shares(counts):
    """Of an item, the share of pairs of raters who agree on it, and the share of raters in each category."""
    m = counts.sum(-1)
    agree = (counts * (counts - 1)).sum(-1) / (m * (m - 1))
    return agree, (counts.T / m).T


@of_sums(agreement_and_shares, inputs=inputs.counts_of_raters, at_once=True, several=["shares"])
def fleiss_kappa(agreement, shares):
    """Kappa for any number of raters, the same for every item: agreeing pairs beyond chance.

    1 for full agreement, 0 for as much as chance, down to -1 / (m - 1). With two raters it is Scott's pi (1955) and
    not Cohen's kappa: chance is taken from both raters together.

    >>> round(fleiss_kappa([[3, 0], [0, 3], [2, 1], [3, 0]]), 4)
    0.625
    """
    items = shares.sum(0)
    observed, by_lot = agreement / items, ((shares / items) ** 2).sum(0)
    return (observed - by_lot) / (1 - by_lot)


def disagreement(ratings, level):
    """Squared differences of all pairs of ratings, added up, both ways round."""
    a, b = ratings[:, None], ratings
    if level == "nominal":
        return (a != b).sum()
    size = a + b + (a == b) if level == "ratio" else 1  # not 0/0 if a = b
    return (((a - b) / size) ** 2).sum()


@of_samples(
    inputs=inputs.of_many,
    fast=fast.krippendorff_alpha,
    checks={"level": OneOf("nominal", "ordinal", "interval", "ratio"), "raters": inputs.raters_axis},
    instead="fleiss_kappa does, for items with as many ratings each; or score a sample of the items",
)
def krippendorff_alpha(ratings, *, level="nominal"):
    """One minus observed over expected disagreement, for any number of raters, any scale and missing ratings: alpha.

    1 for full agreement, 0 for as much as chance, below 0 for less. Observed are the differences of ratings of one
    item, expected those of any two ratings. Resampling draws rows, which should be the items.

    level : {"nominal", "ordinal", "interval", "ratio"}
        What differences mean: none, order, distance, distance relative to size (values of at least 0).

    Source: Krippendorff (2004), Content Analysis, chapter 11; Hayes and Krippendorff (2007), Answering the call for a
    standard reliability measure for coding data.

    >>> nan = float("nan")
    >>> items = [[1, 1, nan], [2, 2, 2], [3, 3, 2], [nan, 1, 2]]
    >>> round(krippendorff_alpha(items, level="interval", raters="columns"), 4)
    0.6327
    """
    met = ratings[(~np.isnan(ratings)).sum(1) > 1]
    there = ~np.isnan(met)
    if level == "ordinal":
        met[there] = ranks(met[there])
    items = [row[~np.isnan(row)] for row in met]
    observed = sum(disagreement(r, level) / (len(r) - 1) for r in items)
    expected = disagreement(met[there], level) / (there.sum() - 1)
    return 1 - observed / expected


@of_samples(
    inputs=inputs.complete,
    checks={"form": OneOf("agreement", "consistency", "one_way"), "k": whole(1), "raters": inputs.raters_axis},
    instead="it compares the means of all raters: score a sample of the items",
)
def intraclass_correlation(ratings, *, form="agreement", k=1):
    """Share of the variance of ratings that lies between items: how reliable the mean of k raters is.

    Negative where items differ less than noise alone would make them.

    form : {"agreement", "consistency", "one_way"}
        What counts as noise: besides what is left, differences between generous and strict raters ("agreement"),
        or not ("consistency", where all raters see all items); or no rater is known from one item to the next
        ("one_way").
    k : int, default 1
        How many raters a mean would be taken of.

    Source: Shrout and Fleiss (1979), Intraclass correlations: uses in assessing rater reliability; their ICC(2, k),
    ICC(3, k) and ICC(1, k) in the order of the forms. "consistency" with all raters is Cronbach's alpha.

    >>> icc = intraclass_correlation.given(raters="columns")
    >>> items = [[1, 2], [2, 3], [3, 4], [4, 5]]
    >>> round(icc(items), 4), icc(items, form="consistency")
    (0.7692, 1.0)
    """
    return reliability(ratings, form, k)


def reliability(ratings, form, k):
    """Share of the variance of ratings, a row for each item, that lies between items."""
    n, m = ratings.shape
    ratings = ratings - ratings[0, 0]
    ratings = ratings - ratings.mean()
    item, rater = ratings.mean(1), ratings.mean(0)
    left = ratings - item[:, None] - rater
    between_items = m * (item**2).sum() / (n - 1)
    between_raters = n * (rater**2).sum() / (m - 1)
    error = (left**2).sum() / ((m - 1) * (n - 1))
    if form == "one_way":
        error = ((left**2).sum() + (m - 1) * between_raters) / (n * (m - 1))
    items = (between_items - error) / m
    raters = (between_raters - error) / n if form == "agreement" else 0
    total = items + (raters + error) / k
    if total <= ROUNDING * (abs(items) + (abs(raters) + error) / k):
        return np.nan
    return items / total


@of_samples(
    inputs=inputs.complete,
    checks={"raters": inputs.raters_axis},
    instead="it compares the means of all items: score a sample of them",
)
def correlation_ceiling(ratings):
    """The correlation that a metric would have with these raters' means if it knew every item's true worth.

    The root of the reliability of the mean of all raters, `intraclass_correlation` of the form "consistency"; 0 where
    that is negative. An estimate: on a few items, chance can lift a metric above it.

    >>> round(correlation_ceiling([[1, 2], [2, 1], [3, 4], [4, 3]], raters="columns"), 4)
    0.866
    """
    of_mean = reliability(ratings, "consistency", k=ratings.shape[1])
    return np.sqrt(np.maximum(of_mean, 0))
