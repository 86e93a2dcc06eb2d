"""Intervals by formula: for a share, for areas under curves, for a root mean squared error."""

from typing import Any

import numpy as np

from .inputs import arguments, rankings, resampling
from .kinds.help_pages import described_by
from .uncertainty import Interval


def lowest_share(p, n, z):
    """The smallest share that a share p of n trials does not contradict, by z standard errors."""
    half = z / (2 * n)
    reach = z * np.sqrt(p * (1 - p) / n + half**2)
    return (p + z * half - reach) / (1 + 2 * z * half)


def wilson_bounds(p, n, z):
    """The smallest and the largest such share."""
    return lowest_share(p, n, z), 1 - lowest_share(1 - p, n, z)


def share_of(successes: Any, n: Any) -> tuple[float, float]:
    """The number of trials and the share of successes among them.

    Parameters
    ----------
    successes, n : numbers
        0 <= successes <= n and n > 0.
    """
    n = arguments.positive(n, "n")
    p = arguments.real(successes, "successes") / n
    if not 0 <= p <= 1:
        raise ValueError(f"successes must lie between 0 and n={n:g}, got {successes!r}")
    return n, p


@described_by(share_of, resampling.tails)
def wilson_interval(successes: float, n: float, *, level: float = 0.95) -> Interval:
    """Interval for a share, such as an accuracy, from the number of successes among n independent trials.

    It holds the shares p that a two-sided score test at 1 - level would not reject.

    Returns
    -------
    Interval
        Bounds in [0, 1], never of width 0.

    References
    ----------
    Wilson (1927), Probable inference, the law of succession, and statistical inference, Journal of the
    American Statistical Association 22.

    Examples
    --------
    >>> print(wilson_interval(150, 200))
    [0.686, 0.805] (95 %, wilson)
    """
    n, p = share_of(successes, n)
    low, high = wilson_bounds(p, n, normal_quantile(level))
    return Interval(float(low), float(high), level, "wilson")


@described_by(share_of, resampling.tails)
def clopper_pearson_interval(successes: float, n: float, *, level: float = 0.95) -> Interval:
    """Exact interval for a share: it never covers less often than it says, and is longer for that.

    Each bound is the share at which seeing so extreme a number of successes has probability (1 - level) / 2.

    Returns
    -------
    Interval
        Bounds in [0, 1].

    References
    ----------
    Clopper and Pearson (1934), The use of confidence or fiducial limits, Biometrika 26.

    Examples
    --------
    >>> print(clopper_pearson_interval(150, 200))
    [0.684, 0.808] (95 %, clopper_pearson)
    """
    from scipy.special import betaincinv

    n, p = share_of(successes, n)
    (tail, _), k = resampling.tails(level), p * n
    low = float(betaincinv(k, n - k + 1, tail)) if k > 0 else 0.0
    high = float(betaincinv(k + 1, n - k, 1 - tail)) if k < n else 1.0
    return Interval(low, high, level, "clopper_pearson")


def hanley_mcneil_variance(auc, positives, negatives):
    """Variance of an area, as if the scores of either class were exponential."""
    two_above = auc / (2 - auc) - auc**2  # two positives above one negative, beyond chance
    above_two = 2 * auc**2 / (1 + auc) - auc**2  # one positive above two negatives
    return (auc * (1 - auc) + (positives - 1) * two_above + (negatives - 1) * above_two) / (positives * negatives)


@described_by(resampling.tails)
def auc_interval(auc: float, positives: float, negatives: float, *, level: float = 0.95) -> Interval:
    """Interval for an area under the ROC curve from the area and the numbers of positives and negatives alone.

    With the scores at hand, `delong_interval` need not guess how they are distributed.

    Parameters
    ----------
    auc : float
        The area, in [0, 1].
    positives, negatives : numbers
        How many examples of each, above 0.

    Returns
    -------
    Interval
        Symmetric around `auc` and cut off at 0 and 1.

    References
    ----------
    Hanley and McNeil (1982), The meaning and use of the area under a ROC curve, Radiology 143.

    Examples
    --------
    >>> print(auc_interval(0.75, 100, 100))
    [0.683, 0.817] (95 %, hanley_mcneil)
    """
    area = arguments.share(auc, "auc")
    m, n = arguments.positive(positives, "positives"), arguments.positive(negatives, "negatives")
    reach = normal_quantile(level) * np.sqrt(max(hanley_mcneil_variance(area, m, n), 0.0))
    return Interval(max(0.0, float(area - reach)), min(1.0, float(area + reach)), level, "hanley_mcneil")


def share_below(scores, others):
    """Of the others, the share below each of the scores; what is tied counts half."""
    others = np.sort(others)
    below, up_to = (np.searchsorted(others, scores, side) for side in ("left", "right"))
    return (below + up_to) / (2 * len(others))


def delong(positive, *systems):
    """The areas of systems that scored the same examples, and their covariances."""
    won = [share_below(scores[positive], scores[~positive]) for scores in systems]
    lost = [share_below(scores[~positive], scores[positive]) for scores in systems]
    of_positives, of_negatives = np.atleast_2d(np.cov(won), np.cov(lost))
    covariance = of_positives / positive.sum() + of_negatives / (~positive).sum()
    return np.mean(won, axis=1), covariance


@described_by(rankings.labels_and_scores, resampling.tails)
def delong_interval(
    y_true: Any, y_score: Any, *, pos_label: Any = None, scale: str = "area", level: float = 0.95
) -> Interval:
    """Interval for an area under the ROC curve from the scores, by DeLong's variance: no resampling, no distribution.

    Parameters
    ----------
    scale : {"area", "logit"}
        Where the interval is symmetric: around the area, or around its log-odds, where it cannot leave [0, 1] and
        covers better for areas near 1.

    Returns
    -------
    Interval
        In [0, 1]. On the scale of the area it has width 0 where a class does not overlap with the other, which says
        more than the examples can know; on the other scale its bounds are nan there. Also nan for classes of one
        example.

    References
    ----------
    DeLong, DeLong and Clarke-Pearson (1988), Comparing the areas under two or more correlated receiver operating
    characteristic curves, Biometrics 44; Sun and Xu (2014), IEEE Signal Processing Letters 21, for n log n steps;
    Pepe (2003), The Statistical Evaluation of Medical Tests for Classification and Prediction, for the log-odds.

    Examples
    --------
    >>> print(delong_interval([0, 0, 0, 0, 1, 1, 1, 1], [1, 2, 3, 5, 4, 6, 7, 8]))
    [0.764, 1.000] (95 %, delong)
    """
    positive, score = rankings.labels_and_scores(y_true, y_score, pos_label=pos_label)
    scale, z = arguments.one_of(scale, "scale", ["area", "logit"]), normal_quantile(level)
    area, error = (float(part.item()) for part in areas(positive, score))
    if scale == "logit":
        low, high = logit_bounds(area, error, z) if 0 < area < 1 else (np.nan, np.nan)
        return Interval(float(low), float(high), level, "delong_logit")
    low, high = np.clip([area - z * error, area + z * error], 0, 1)
    return Interval(float(low), float(high), level, "delong")


def areas(positive: Any, *systems: Any) -> Any:
    """The areas and the standard error of one, or of the first minus the second; nan for a class of one example."""
    if min(positive.sum(), (~positive).sum()) < 2:
        return np.full(len(systems), np.nan), np.float64(np.nan)
    found, covariance = delong(positive, *systems)
    signs = np.array([1, -1])[: len(systems)]
    return found, np.sqrt(np.maximum(signs @ covariance @ signs, 0.0))


def logit_bounds(share, error, z):
    """Bounds z standard errors around a share's log-odds, taken back to shares."""
    middle, reach = np.log(share / (1 - share)), z * error / (share * (1 - share))
    return 1 / (1 + np.exp(reach - middle)), 1 / (1 + np.exp(-reach - middle))


@described_by(resampling.tails)
def pr_auc_interval(value: float, positives: float, *, level: float = 0.95) -> Interval:
    """Interval for an area under the precision-recall curve, made on the scale of its log-odds.

    Parameters
    ----------
    value : float
        The area (or average precision), in [0, 1].
    positives : number
        How many positives there are, above 0.

    Returns
    -------
    Interval
        Bounds in [0, 1]; nan where `value` is 0 or 1, which have no log-odds.

    References
    ----------
    Boyd, Eng and Page (2013), Area under the precision-recall curve: point estimates and confidence intervals.

    Examples
    --------
    >>> print(pr_auc_interval(0.75, 100))
    [0.656, 0.825] (95 %, logit)
    """
    area, n = arguments.share(value, "value"), arguments.positive(positives, "positives")
    z = normal_quantile(level)
    if area in (0, 1):
        return Interval(np.nan, np.nan, level, "logit")
    low, high = logit_bounds(area, np.sqrt(area * (1 - area) / n), z)
    return Interval(float(low), float(high), level, "logit")


def chi2_bounds(rmse, n, lower, upper):
    """Bounds for the root of a mean of n squares, from two quantiles of chi-squared with n degrees of freedom."""
    return rmse * np.sqrt(n / upper), rmse * np.sqrt(n / lower)


@described_by(resampling.tails)
def rmse_interval(rmse: float, n: float, *, level: float = 0.95) -> Interval:
    """Interval for a root mean squared error, if the errors are independent, normal and centred at 0.

    Parameters
    ----------
    rmse : float
        At least 0, in the unit of the errors.
    n : number
        How many errors, above 0; also the degrees of freedom, since no mean was estimated.

    Returns
    -------
    Interval
        Bounds of at least 0.

    References
    ----------
    Yggdrasil Decision Forests, documentation of metrics; NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.5.8.

    Examples
    --------
    >>> print(rmse_interval(10.0, 100))
    [8.785, 11.607] (95 %, chi2)
    """
    from scipy.special import chdtri

    error, n = arguments.real(rmse, "rmse"), arguments.positive(n, "n")
    if not 0 <= error < np.inf:
        raise ValueError(f"rmse must be a finite number of at least 0, got {rmse!r}")
    low, high = chi2_bounds(error, n, *(chdtri(n, 1 - q) for q in resampling.tails(level)))  # chdtri: the upper tail
    return Interval(float(low), float(high), level, "chi2")


def normal_quantile(level: Any) -> float:
    """How many standard errors an interval of this level reaches."""
    from scipy.special import ndtri

    return float(ndtri(resampling.tails(level)[1]))
