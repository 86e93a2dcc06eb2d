"""Scores of probabilities: how much was given to what happened, and whether a 0.8 comes true eight times out of ten."""

from typing import Any

import numpy as np
import pandas as pd

from .fast import probabilities as fast
from .inputs import arguments, forecasts
from .inputs.options import BINS, base, whole
from .kinds.help_pages import described_by
from .kinds.results import Score
from .kinds.samples import OF_COUNTS
from .metric import mean_of, of_samples, of_sums, of_weights

ROUNDING = 1e-9  # what a share of forecasts may be short of one that a bin begins with


def surprise(observed, p):
    """What an event costs: -log of the probability that it was given, in nats."""
    return -np.log(p[observed])


@mean_of(surprise, inputs=forecasts.classes, at_once=fast.surprises)
def log_loss(surprises, examples):
    """Mean of -log p, where p is the probability that was given to what happened; never clipped.

    In nats, and inf as soon as something happened that was given probability 0.

    >>> round(log_loss(["cat", "dog"], [[0.9, 0.1], [0.5, 0.5]]), 4)
    0.3993
    """
    return surprises / examples


def classes_by_number(y_true):
    """The number of each label's class."""
    return pd.factorize(y_true)[0]


@of_weights(classes_by_number, inputs=forecasts.observed)
def default_log_loss(weights, classes):
    """Log loss of the best constant forecast, which is to give each class its share: the entropy of the labels.

    In nats, at most log k for k classes: what a forecaster has to fall below to have learned anything.

    >>> round(default_log_loss(["sick"] * 116 + ["well"] * 1884), 6)
    0.221429
    """
    return entropy(np.bincount(classes, weights) / weights.sum())


@of_samples(inputs=forecasts.distribution, checks={"base": base}, instead=OF_COUNTS)
def entropy(p, *, base=np.e):
    """How uncertain a distribution is: the mean of -log p under p itself.

    -> float, or array of n floats
        At most log k, for k equal probabilities; 0 for certainty.

    >>> entropy([0.5, 0.25, 0.25], base=2)
    1.5
    """
    return np.where(p > 0, -p * np.log(p), 0).sum(-1) / np.log(base)


@of_samples(inputs=forecasts.two_distributions, checks={"base": base}, instead=OF_COUNTS)
def cross_entropy(p, q, *, base=np.e):
    """Mean of -log q where outcomes come from p: the loss of forecasting q when p is the truth.

    For a one-hot p it is the log loss of the example.

    -> float, or array of n floats
        At least the entropy of p.

    >>> round(cross_entropy([0.5, 0.5], [0.9, 0.1], base=2), 4)
    1.737
    """
    return np.where(p > 0, -p * np.log(q), 0).sum(-1) / np.log(base)


@of_samples(inputs=forecasts.two_distributions, checks={"base": base}, instead=OF_COUNTS)
def kl_divergence(p, q, *, base=np.e):
    """What forecasting q costs beyond forecasting the truth p: cross-entropy less entropy. Not symmetric.

    -> float, or array of n floats
        0 where q is p.

    >>> round(kl_divergence([0.5, 0.5], [0.9, 0.1], base=2), 4)
    0.737
    """
    lost = np.where(p > 0, p * (np.log(p) - np.log(q)), 0).sum(-1)
    return np.maximum(lost, 0) / np.log(base)  # sums may be off 1


def squared_distance(outcome, p):
    """From what was forecast to what happened, which is 1 for the observed class and 0 for others."""
    return ((p - outcome) ** 2).sum(-1)


@mean_of(squared_distance, inputs=forecasts.outcomes, at_once=True)
def brier_score(distances, examples):
    """Mean squared distance between what was forecast and what happened, 1 for the observed class and 0 elsewhere.

    In [0, 1] for a vector, which is squared once per example; in [0, 2] for a matrix, which is squared once per class,
    as Brier did: with two columns it is twice the value of either.

    >>> round(brier_score([1, 0], [0.9, 0.5]), 4), round(brier_score([1, 0], [[0.1, 0.9], [0.5, 0.5]]), 4)
    (0.13, 0.26)
    """
    return distances / examples


def distance_and_outcome(outcome, p):
    """From what was forecast to what happened; what happened, 1 for the observed class; and 1 for the example."""
    return squared_distance(outcome, p), outcome, np.ones(outcome.shape[:-1])


@of_sums(distance_and_outcome, inputs=forecasts.outcomes, at_once=True, several=["outcomes"])
def brier_skill_score(distances, outcomes, examples):
    """Which share of the Brier score of a constant forecast, each class's own share, a forecaster takes away.

    0 for that constant forecast, below 0 for worse. The shares are those of the sample itself, which no forecaster
    knew beforehand.

    >>> round(brier_skill_score([1, 0, 0, 0], [0.7, 0.1, 0.2, 0.1]), 4)
    0.8
    """
    share = outcomes / examples
    constant = (share * (1 - share)).sum(0)
    return 1 - distances / examples / constant


class BrierDecomposition(Score):
    """A binary Brier score and its parts: reliability - resolution + uncertainty + within.

    Reliability (lower is better): how far the groups' forecasts are from what happened in them. Resolution (higher
    is better): how far what happened differs between groups. Uncertainty: of the event itself. Within: what forecasts
    that differ inside a group add or take away; 0 where a group holds one forecast only.
    """

    reliability: float
    resolution: float
    uncertainty: float
    within: float


@described_by(forecasts.classes)
def brier_decomposition(
    y_true: Any, y_prob: Any, *, bins: int | None = None, labels: Any = None, sample_weight: Any = None
) -> BrierDecomposition:
    """A binary Brier score in parts: how honest the forecasts are, and how much they know.

    bins : int, optional
        Group forecasts into this many bins of equal width; by default into groups of equal forecasts, where
        reliability - resolution + uncertainty is the Brier score.

    ValueError
        A matrix of probabilities.

    Source: Murphy (1973), A new vector partition of the probability score, Journal of Applied Meteorology 12; for
    ``within`` Stephenson, Coelho and Jolliffe (2008), Two extra components in the Brier score decomposition.

    >>> parts = brier_decomposition([1, 1, 1, 0, 0, 0], [0.8, 0.8, 0.8, 0.8, 0.2, 0.2])
    >>> round(parts.reliability, 4), round(parts.resolution, 4), parts.uncertainty, parts.within
    (0.015, 0.125, 0.25, 0.0)
    """
    arguments.in_one_order(y_true=y_true, y_prob=y_prob, sample_weight=sample_weight)
    happened, p = forecasts.event(y_true, y_prob, labels)
    weight = arguments.weights(sample_weight, len(p))
    by = p if bins is None else bin_of(p, arguments.whole_number(bins, "bins", least=1, most=BINS))
    _, group = np.unique(by, return_inverse=True)
    sums = np.array([np.bincount(group, each) for each in (weight, weight * p, weight * happened)])
    count, forecast, observed = sums[:, sums[0] > 0]
    share, forecast, observed = count / count.sum(), forecast / count, observed / count
    base_rate = share @ observed
    reliability = float(share @ (forecast - observed) ** 2)
    resolution = float(share @ (observed - base_rate) ** 2)
    uncertainty = float(base_rate * (1 - base_rate))
    score = float(weight @ (p - happened) ** 2 / weight.sum())
    within = 0.0 if bins is None else score - (reliability - resolution + uncertainty)
    return BrierDecomposition(
        score, reliability=reliability, resolution=resolution, uncertainty=uncertainty, within=within
    )


def bin_of(p, bins):
    """The number of the bin that holds p, which is how many edges lie below it; bins are closed on the right."""
    edges = np.arange(1, bins) / bins
    return np.searchsorted(edges, p)


def gaps_and_bins(happened, p, *, bins=10):
    """What happened, 1 or 0, less its forecast, and the bin that the forecast is in.

    bins : int, default 10
        How many bins of equal width. Bin i of k holds forecasts above (i - 1) / k up to and including i / k; the first
        also holds 0. In single precision a forecast on an edge may lie above it, as 0.1 does, and be in the next bin.
    """
    return happened - p, bin_of(p, bins)


def as_read(happened, p):
    """What happened and its forecast, which say all that the labels did."""
    return happened, p


@of_weights(gaps_and_bins, inputs=forecasts.events, canonical=as_read, checks={"bins": whole(most=BINS)})
def expected_calibration_error(weights, gaps_and_bins):
    """Mean distance between forecast and frequency over the bins of the calibration curve, each by its count.

    The distance between two means, times the count, is the distance between two sums. 0 only where every bin's
    forecasts average to its frequency; biased upwards on few examples, and it grows with the number of bins.

    >>> round(expected_calibration_error([0, 0, 1, 1, 1], [0.1, 0.5, 0.5, 0.8, 1.0], bins=2), 4)
    0.06
    """
    gaps, bins = gaps_and_bins
    return np.abs(np.bincount(bins, weights * gaps)).sum() / weights.sum()


@of_weights(gaps_and_bins, inputs=forecasts.events, canonical=as_read, checks={"bins": whole(most=BINS)})
def maximum_calibration_error(weights, gaps_and_bins):
    """Largest distance between forecast and frequency in a bin of the calibration curve, however few are in it.

    >>> round(maximum_calibration_error([0, 0, 1, 1, 1], [0.1, 0.5, 0.5, 0.8, 1.0], bins=2), 4)
    0.1
    """
    gaps, bins = gaps_and_bins
    count = np.bincount(bins, weights)
    off = np.abs(np.bincount(bins, weights * gaps))[count > 0]
    return (off / count[count > 0]).max()


def gaps_and_places(happened, p):
    """What happened less its forecast, lowest forecast first, and where the first equal one of each lies."""
    order = np.argsort(p, kind="stable")
    return order, (happened - p)[order], np.searchsorted(p[order], p[order])


@of_weights(gaps_and_places, inputs=forecasts.events, canonical=as_read, checks={"bins": whole(most=BINS)})
def adaptive_calibration_error(weights, ordered, *, bins=10):
    """Expected calibration error over bins of equal counts: forecasts in order, cut into groups of one size.

    A forecast is in bin i of k if a share from (i - 1) / k to below i / k of all forecasts lies below it: equal ones
    stay together, so that bins may be unequal or empty.

    bins : int, default 10
        How many bins.

    >>> round(adaptive_calibration_error([0, 0, 1, 1], [0.1, 0.2, 0.3, 0.9], bins=2), 4)
    0.275
    """
    order, gaps, place = ordered
    own = weights[order]
    below = np.append(0, own.cumsum())
    bin_of_each = (bins * below[place] / below[-1] + ROUNDING).astype(int)
    return np.abs(np.bincount(bin_of_each, own * gaps)).sum() / below[-1]


@described_by(gaps_and_bins, forecasts.events)
def calibration_curve(
    y_true: Any, y_prob: Any, *, bins: int = 10, top_label: bool = False, labels: Any = None, sample_weight: Any = None
) -> pd.DataFrame:
    """Per bin of forecasts: the mean forecast, how often it came true, and how many there were.

    -> DataFrame of shape (bins, 3)
        Indexed by bin; columns predicted and observed, in [0, 1], nan for an empty bin, and count (the sum of the
        weights where given).

    Source: Murphy and Winkler (1977), Reliability of subjective probability forecasts of precipitation and temperature.

    >>> calibration_curve([0, 0, 1, 1, 1], [0.1, 0.5, 0.5, 0.8, 1.0], bins=2).rename_axis(None).round(4)
                predicted  observed  count
    (0.0, 0.5]     0.3667    0.3333      3
    (0.5, 1.0]     0.9000    1.0000      2
    """
    bins = arguments.whole_number(bins, "bins", least=1, most=BINS)
    arguments.in_one_order(y_true=y_true, y_prob=y_prob, sample_weight=sample_weight)
    happened, p = forecasts.events(y_true, y_prob, top_label=top_label, labels=labels)
    weight, number = arguments.weights(sample_weight, len(p)), bin_of(p, bins)
    count, predicted, observed = (
        np.bincount(number, each, minlength=bins) for each in (weight, weight * p, weight * happened)
    )
    with np.errstate(invalid="ignore"):
        columns = {"predicted": predicted / count, "observed": observed / count}
    counted = count.astype(np.intp) if sample_weight is None else count
    return pd.DataFrame(
        columns | {"count": counted}, pd.IntervalIndex.from_breaks(np.arange(bins + 1) / bins, name="bin")
    )
