"""Scores of probabilities: how much was given to what happened, and whether a 0.8 comes true eight times out of ten."""

from dataclasses import dataclass
from math import e
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from .inputs import arguments
from .inputs.forecasts import bin_of, class_counts, distributions, events, forecasts
from .inputs.old_matrices import ratio
from .inputs.totals import columns, plain

Array = NDArray[Any]


def log_loss(y_true: Any, y_prob: Any, *, labels: Any = None, sample_weight: Any = None) -> float:
    """Mean of -log p, where p is the probability that was given to what happened; never clipped.

    Parameters
    ----------
    y_true : sequence of n labels (strings, integers or booleans)
        What was observed.
    y_prob : array of shape (n, k), or (n,)
        Probability of each class, rows that sum to 1; or, for two classes, the probability of the second. The columns
        are the classes of `labels`, those a DataFrame names, or the observed labels in sorted order.
    labels : sequence of k labels, optional
        The classes in the order of the columns; needed where not all of them were observed (0 and 1 go without
        saying). A vector is about the last of two.
    sample_weight : sequence of n numbers, optional
        How much each example counts (by default 1): finite, at least 0.

    Returns
    -------
    float
        In [0, inf], in nats, lower is better; inf as soon as something happened that was given probability 0.

    Raises
    ------
    ValueError
        Values outside [0, 1] or nan, rows that do not sum to 1, different lengths, columns and classes that do not
        match, a label that no column stands for.
    TypeError
        Something other than numbers as probabilities; labels that are not comparable with each other.

    References
    ----------
    Good (1952), Rational decisions, Journal of the Royal Statistical Society B 14.

    Examples
    --------
    >>> round(log_loss(["cat", "dog"], [[0.9, 0.1], [0.5, 0.5]]), 4)
    0.3993
    >>> log_loss([1, 0], [0.9, 1.0])
    inf
    """
    rows = log_loss_statistics(y_true, y_prob, labels=labels, sample_weight=sample_weight)
    return float(log_loss_from_statistics(rows.sum(axis=0)))


def log_loss_statistics(y_true: Any, y_prob: Any, *, labels: Any = None, sample_weight: Any = None) -> Array:
    """What each example adds to the log loss, in numbers that stay finite.

    Parameters
    ----------
    y_true, y_prob, labels, sample_weight
        As in `log_loss`.

    Returns
    -------
    array of shape (n, 3)
        Columns: nats lost (0 where p = 0), whether what happened was given p = 0, and 1; each times the weight.

    References
    ----------
    Good (1952), Rational decisions, Journal of the Royal Statistical Society B 14.

    Examples
    --------
    >>> log_loss_statistics([1, 0], [0.9, 1.0]).round(4)
    array([[0.1054, 0.    , 1.    ],
           [0.    , 1.    , 1.    ]])
    """
    given = forecasts(y_true, y_prob, labels, sample_weight)
    p = given.given_to_truth()
    impossible = p == 0
    nats = 0.0 - np.log(np.where(impossible, 1.0, p))
    return np.asarray(given.weight[:, None] * np.column_stack([nats, impossible, np.ones(len(p))]))


def log_loss_from_statistics(totals: Any) -> Any:
    """Log loss from summed rows of `log_loss_statistics`.

    Parameters
    ----------
    totals : array of shape (..., 3)
        Nats lost, examples whose truth was given probability 0, examples.

    Returns
    -------
    float, or array of shape (...)
        In [0, inf], in nats, lower is better; nan without examples.

    Raises
    ------
    ValueError
        Totals of another shape.
    TypeError
        Something other than numbers.

    References
    ----------
    Good (1952), Rational decisions, Journal of the Royal Statistical Society B 14.

    Examples
    --------
    >>> log_loss_from_statistics([[3.0, 0, 6], [3.0, 1, 6]])
    array([0.5, inf])
    """
    nats, impossible, examples = columns(totals, "nats", "truths of probability 0", "examples")
    return plain(np.where(impossible > 0, np.inf, ratio(nats, examples)))


def default_log_loss(y_true: Any, *, sample_weight: Any = None) -> float:
    """Log loss of the best constant forecast, which is to give each class its share: the entropy of the labels.

    Parameters
    ----------
    y_true : sequence of n labels (strings, integers or booleans)
        What was observed.
    sample_weight : sequence of n numbers, optional
        How much each example counts (by default 1): finite, at least 0.

    Returns
    -------
    float
        In [0, log k] for k classes, in nats: the loss that a forecaster has to fall below to have learned anything.

    References
    ----------
    Yggdrasil Decision Forests, documentation of metrics, "LogLoss"; Shannon (1948).

    Examples
    --------
    >>> round(default_log_loss(["sick"] * 116 + ["well"] * 1884), 6)
    0.221429
    """
    counts = class_counts(y_true, sample_weight)
    return float(entropy(counts / counts.sum()))


def entropy(p: Any, *, base: float = e) -> Any:
    """How uncertain a distribution is: the mean of -log p under p itself.

    Parameters
    ----------
    p : array of shape (k,) or (n, k)
        A distribution over k outcomes, or one per row; each sums to 1 (it is not divided by its sum).
    base : float, default e
        Above 1: e for nats, 2 for bits.

    Returns
    -------
    float, or array of n floats
        In [0, log k]; 0 for certainty, log k for equal shares.

    Raises
    ------
    ValueError
        Values outside [0, 1] or nan, a distribution that does not sum to 1, a base of 1 or less.

    References
    ----------
    Shannon (1948), A mathematical theory of communication, section 6.

    Examples
    --------
    >>> entropy([0.5, 0.25, 0.25], base=2)
    1.5
    """
    return cross_entropy(p, p, base=base)


def cross_entropy(p: Any, q: Any, *, base: float = e) -> Any:
    """Mean of -log q where outcomes come from p: the loss of forecasting q when p is the truth.

    Parameters
    ----------
    p, q : arrays of one shape, (k,) or (n, k)
        The true and the forecast distribution, or one of each per row; each sums to 1.
    base : float, default e
        Above 1: e for nats, 2 for bits.

    Returns
    -------
    float, or array of n floats
        In [entropy(p), inf], lower is better; inf where q rules out what p does not. For a one-hot p it is the
        log loss of the example.

    Raises
    ------
    ValueError
        As in `entropy`; different shapes.

    References
    ----------
    Good (1952), Rational decisions, Journal of the Royal Statistical Society B 14.

    Examples
    --------
    >>> round(cross_entropy([0.5, 0.5], [0.9, 0.1], base=2), 4)
    1.737
    """
    from scipy.special import xlogy  # 0 log 0 is 0

    p, q = distributions(p=p, q=q)
    return plain(0.0 - xlogy(p, q).sum(axis=-1) / np.log(arguments.base(base)))


def kl_divergence(p: Any, q: Any, *, base: float = e) -> Any:
    """What forecasting q costs beyond forecasting the truth p: cross-entropy less entropy.

    Parameters
    ----------
    p, q : arrays of one shape, (k,) or (n, k)
        The true and the forecast distribution, or one of each per row; each sums to 1.
    base : float, default e
        Above 1: e for nats, 2 for bits.

    Returns
    -------
    float, or array of n floats
        In [0, inf], lower is better; 0 where q is p, inf where q rules out what p does not. Not symmetric.

    Raises
    ------
    ValueError
        As in `entropy`; different shapes.

    References
    ----------
    Kullback and Leibler (1951), On information and sufficiency, Annals of Mathematical Statistics 22.

    Examples
    --------
    >>> round(kl_divergence([0.5, 0.5], [0.9, 0.1], base=2), 4)
    0.737
    """
    from scipy.special import rel_entr  # p log (p / q), and 0 where p is 0

    p, q = distributions(p=p, q=q)
    lost = np.maximum(rel_entr(p, q).sum(axis=-1), 0)  # below 0 where sums are not quite 1
    return plain(lost / np.log(arguments.base(base)))


def brier_score(y_true: Any, y_prob: Any, *, labels: Any = None, sample_weight: Any = None) -> float:
    """Mean squared distance between what was forecast and what happened, 1 for the observed class and 0 elsewhere.

    Parameters
    ----------
    y_true, y_prob, labels, sample_weight
        As in `log_loss`.

    Returns
    -------
    float
        Lower is better. In [0, 1] for a vector, which is squared once per example; in [0, 2] for a matrix, which is
        squared once per class, as Brier did: with two columns it is twice the value of either.

    Raises
    ------
    ValueError, TypeError
        As in `log_loss`.

    References
    ----------
    Brier (1950), Verification of forecasts expressed in terms of probability, Monthly Weather Review 78.

    Examples
    --------
    >>> round(brier_score([1, 0], [0.9, 0.5]), 4), round(brier_score([1, 0], [[0.1, 0.9], [0.5, 0.5]]), 4)
    (0.13, 0.26)
    """
    rows = brier_score_statistics(y_true, y_prob, labels=labels, sample_weight=sample_weight)
    return float(brier_score_from_statistics(rows.sum(axis=0)))


def brier_score_statistics(y_true: Any, y_prob: Any, *, labels: Any = None, sample_weight: Any = None) -> Array:
    """What each example adds to the Brier score.

    Parameters
    ----------
    y_true, y_prob, labels, sample_weight
        As in `log_loss`.

    Returns
    -------
    array of shape (n, 2)
        Columns: squared distance, and 1; each times the weight.

    References
    ----------
    Brier (1950), Verification of forecasts expressed in terms of probability, Monthly Weather Review 78.

    Examples
    --------
    >>> brier_score_statistics([1, 0], [0.9, 0.5]).round(4)
    array([[0.01, 1.  ],
           [0.25, 1.  ]])
    """
    truth, prob, weight = forecasts(y_true, y_prob, labels, sample_weight)
    if prob.ndim == 1:
        distance = (prob - truth) ** 2
    else:
        happened = np.arange(prob.shape[1]) == truth[:, None]
        distance = ((prob - happened) ** 2).sum(axis=1)
    return np.asarray(weight[:, None] * np.column_stack([distance, np.ones(len(distance))]))


def brier_score_from_statistics(totals: Any) -> Any:
    """Brier score from summed rows of `brier_score_statistics`.

    Parameters
    ----------
    totals : array of shape (..., 2)
        Squared distances, examples.

    Returns
    -------
    float, or array of shape (...)
        In [0, 1] or [0, 2] as in `brier_score`, lower is better; nan without examples.

    Raises
    ------
    ValueError
        Totals of another shape.
    TypeError
        Something other than numbers.

    References
    ----------
    Brier (1950), Verification of forecasts expressed in terms of probability, Monthly Weather Review 78.

    Examples
    --------
    >>> brier_score_from_statistics([0.26, 2])
    0.13
    """
    distance, examples = columns(totals, "squared distances", "examples")
    return plain(ratio(distance, examples))


@dataclass(frozen=True)
class BrierDecomposition:
    """Parts of a binary Brier score: reliability - resolution + uncertainty + within.

    Reliability (lower is better): how far the groups' forecasts are from what happened in them. Resolution (higher
    is better): how far what happened differs between groups. Uncertainty: of the event itself. Within: what forecasts
    that differ inside a group add or take away; 0 where a group holds one forecast only.
    """

    reliability: float
    resolution: float
    uncertainty: float
    within: float

    @property
    def score(self) -> float:
        """The Brier score: the parts put together."""
        return self.reliability - self.resolution + self.uncertainty + self.within


def brier_decomposition(
    y_true: Any, y_prob: Any, *, bins: int | None = None, labels: Any = None, sample_weight: Any = None
) -> BrierDecomposition:
    """A binary Brier score in parts: how honest the forecasts are, and how much they know.

    Parameters
    ----------
    y_true, y_prob, labels, sample_weight
        As in `log_loss`, with one probability per example.
    bins : int, optional
        Group forecasts into this many bins of equal width; by default into groups of equal forecasts, where
        reliability - resolution + uncertainty is the Brier score.

    Returns
    -------
    BrierDecomposition
        ``reliability``, ``resolution`` and ``uncertainty`` in [0, 1]; ``within``, of either sign; ``score``, their sum.

    Raises
    ------
    ValueError
        As in `log_loss`; a matrix of probabilities; fewer than 1 bin.

    References
    ----------
    Murphy (1973), A new vector partition of the probability score, Journal of Applied Meteorology 12; for ``within``
    Stephenson, Coelho and Jolliffe (2008), Two extra components in the Brier score decomposition.

    Examples
    --------
    >>> parts = brier_decomposition([1, 1, 1, 0, 0, 0], [0.8, 0.8, 0.8, 0.8, 0.2, 0.2])
    >>> round(parts.reliability, 4), round(parts.resolution, 4), parts.uncertainty, parts.within
    (0.015, 0.125, 0.25, 0.0)
    """
    event, prob, weight = events(y_true, y_prob, labels, sample_weight)
    event, prob, weight = (part[weight > 0] for part in (event, prob, weight))
    _, first, group = np.unique(prob if bins is None else bin_of(prob, bins)[0], return_index=True, return_inverse=True)
    share = np.bincount(group, weight) / weight.sum()

    def means(values: Array) -> Array:
        """Of each group, around its first value: exact where all are equal."""
        rest = np.bincount(group, weight * (values - values[first][group])) / weight.sum()
        return np.asarray(values[first] + rest / share)

    forecast, observed, base = means(prob), means(event), share @ means(event)
    above, more = prob - forecast[group], event - observed[group]
    return BrierDecomposition(
        reliability=float(share @ (forecast - observed) ** 2),
        resolution=float(share @ (observed - base) ** 2),
        uncertainty=float(base * (1 - base)),
        within=float(weight @ (above**2 - 2 * above * more) / weight.sum()),
    )


def calibration_curve(
    y_true: Any,
    y_prob: Any,
    *,
    bins: int = 10,
    top_label: bool = False,
    labels: Any = None,
    sample_weight: Any = None,
) -> pd.DataFrame:
    """Per bin of forecasts: the mean forecast, how often it came true, and how many there were.

    Parameters
    ----------
    y_true, y_prob, labels, sample_weight
        As in `log_loss`, with one probability per example unless `top_label`.
    bins : int, default 10
        How many bins of equal width. Bin i of k holds forecasts above (i - 1) / k up to and including i / k;
        the first also holds 0.
    top_label : bool, default False
        Instead of the forecast of one class, take the likeliest class of each row (the first of equals) as a
        forecast that it is the right one.

    Returns
    -------
    DataFrame of shape (bins, 3)
        Indexed by bin; columns predicted and observed, in [0, 1], nan for an empty bin, and count (the sum of the
        weights where given).

    Raises
    ------
    ValueError
        As in `log_loss`; a matrix of probabilities without `top_label`; fewer than 1 bin.

    References
    ----------
    Murphy and Winkler (1977), Reliability of subjective probability forecasts of precipitation and temperature.

    Examples
    --------
    >>> calibration_curve([0, 0, 1, 1, 1], [0.1, 0.5, 0.5, 0.8, 1.0], bins=2).rename_axis(None).round(4)
                predicted  observed  count
    (0.0, 0.5]     0.3667    0.3333      3
    (0.5, 1.0]     0.9000    1.0000      2
    """
    event, prob, weight = events(y_true, y_prob, labels, sample_weight, top_label)
    position, edges = bin_of(prob, bins)
    count, predicted, observed = (
        np.bincount(position, sums, minlength=bins) for sums in (weight, weight * prob, weight * event)
    )
    return pd.DataFrame(
        {
            "predicted": ratio(predicted, count),
            "observed": ratio(observed, count),
            "count": count.astype(np.intp) if sample_weight is None else count,
        },
        index=pd.IntervalIndex.from_breaks(edges, name="bin"),
    )


def expected_calibration_error(
    y_true: Any,
    y_prob: Any,
    *,
    bins: int = 10,
    top_label: bool = False,
    labels: Any = None,
    sample_weight: Any = None,
) -> float:
    """Mean distance between forecast and frequency over the bins of the calibration curve, each by its count.

    Parameters
    ----------
    y_true, y_prob, bins, top_label, labels, sample_weight
        As in `calibration_curve`.

    Returns
    -------
    float
        In [0, 1], lower is better, 0 only where every bin's forecasts average to its frequency. Biased upwards on
        few examples, and it grows with the number of bins; blind to what cancels inside a bin.

    Raises
    ------
    ValueError
        As in `calibration_curve`.

    References
    ----------
    Naeini, Cooper and Hauskrecht (2015), Obtaining well calibrated probabilities using Bayesian binning, AAAI;
    for `top_label` Guo, Pleiss, Sun and Weinberger (2017), On calibration of modern neural networks, ICML.

    Examples
    --------
    >>> round(expected_calibration_error([0, 0, 1, 1, 1], [0.1, 0.5, 0.5, 0.8, 1.0], bins=2), 4)
    0.06
    """
    curve = calibration_curve(
        y_true, y_prob, bins=bins, top_label=top_label, labels=labels, sample_weight=sample_weight
    )
    filled = curve[curve["count"] > 0]
    return float(np.average((filled["observed"] - filled["predicted"]).abs(), weights=filled["count"]))
