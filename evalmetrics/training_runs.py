"""Scores of several trainings, from other seeds or on other splits, and how sure their mean is."""

from typing import Any

import numpy as np

from .inputs import arguments, resampling
from .kinds.help_pages import described_by
from .kinds.results import Score, WithInterval
from .uncertainty import Estimate, Interval


def variance_over_runs(scores):
    """Of the mean of scores, a row for each example and a column for each run; and its degrees of freedom."""
    n, r = scores.shape
    examples, runs = scores.mean(axis=1), scores.mean(axis=0)
    rest = scores - examples[:, None] - runs + scores.mean()
    both = (rest**2).sum() / (n - 1) / (r - 1) / n / r  # is part of either of the next two
    parts = np.array([examples.var(ddof=1) / n, runs.var(ddof=1) / r, -both])
    variance = max(parts.sum(), parts[0], parts[1])
    spread = (parts**2 / [n - 1, r - 1, (n - 1) * (r - 1)]).sum()
    return variance, variance**2 / spread if spread > 0 else np.inf


@described_by(resampling.tails)
def mean_over_runs(scores: Any, *, level: float = 0.95) -> Estimate:
    """Mean score of a recipe, of which several runs were tried on the same examples: on others, by other runs.

    The interval is Student's, of a variance that adds up what examples do and what runs do. An interval from one run
    knows nothing of the others, and the spread over runs nothing of other examples.

    Parameters
    ----------
    scores : array or DataFrame of shape (n, r)
        What each of n examples scored in each of r runs, 1 and 0 for right and wrong; at least two of either.

    Returns
    -------
    Estimate
        The mean, a number, with its ``interval``, in the unit of the scores.

    References
    ----------
    Owen (2007), The pigeonhole bootstrap, Annals of Applied Statistics 1; Satterthwaite (1946), Biometrics Bulletin 2,
    for the degrees of freedom; Bouthillier et al. (2021), Accounting for variance in machine learning benchmarks.

    Examples
    --------
    >>> print(mean_over_runs([[1, 1, 1], [1, 0, 1], [0, 1, 1], [1, 1, 0], [0, 0, 0]]))
    0.600 [0.109, 1.091] (95 %, runs and examples)
    """
    from scipy.special import stdtrit

    table = arguments.table(scores, "scores")
    if min(table.shape) < 2:
        raise ValueError(f"scores must be of at least two examples, a row each, and two runs, got shape {table.shape}")
    variance, freedom = variance_over_runs(table)
    t = float(stdtrit(min(freedom, 1e9), resampling.tails(level)[1]))
    mean, reach = float(table.mean()), t * float(np.sqrt(variance))
    return Estimate(mean, interval=Interval(mean - reach, mean + reach, level, "runs and examples"))


class ResampledT(WithInterval, Score):
    """The mean difference of two learners over splits, a number everywhere, with its interval and p-value."""

    called = "estimate"
    interval: Interval
    p_value: float

    def __str__(self) -> str:
        return f"{self:.3f} {self.interval}, p = {self.p_value:.2g}"


def corrected_variance(differences, n_train, n_test):
    """Of the mean over splits; were the trainings independent, the first of the two terms would do."""
    return (1 / len(differences) + n_test / n_train) * np.var(differences, ddof=1)


@described_by(resampling.tails)
def corrected_resampled_t(differences: Any, n_train: float, n_test: float, *, level: float = 0.95) -> ResampledT:
    """Is one learner better than another in cross-validation? Student's t, corrected for trainings on shared examples.

    Parameters
    ----------
    differences : sequence of numbers
        How much better the first scored than the second on each split, or fold of each repetition; at least two.
    n_train, n_test : numbers
        How many examples of a split were learned from, and how many tested on, above 0.

    Returns
    -------
    ResampledT
        The mean, in the unit of the differences, with its ``interval`` and two-sided ``p_value``: nan where all
        differences are 0.

    References
    ----------
    Nadeau and Bengio (2003), Inference for the generalization error, Machine Learning 52; Bouckaert and Frank (2004),
    Evaluating the replicability of significance tests for comparing learning algorithms, for repeated folds.

    Examples
    --------
    >>> print(corrected_resampled_t([0.02, 0.05, 0.01, 0.04, 0.03], n_train=80, n_test=20))
    0.030 [0.001, 0.059] (95 %, corrected t), p = 0.047
    """
    from scipy.special import stdtr, stdtrit

    found = arguments.finite(differences, "differences").astype(np.float64)
    if len(found) < 2:
        raise ValueError(f"differences must be at least two, got {len(found)}")
    sizes = arguments.positive(n_train, "n_train"), arguments.positive(n_test, "n_test")
    mean, error = float(found.mean()), float(np.sqrt(corrected_variance(found, *sizes)))
    reach = float(stdtrit(len(found) - 1, resampling.tails(level)[1])) * error
    with np.errstate(divide="ignore", invalid="ignore"):
        p_value = float(2 * stdtr(len(found) - 1, -abs(np.float64(mean) / error)))
    return ResampledT(mean, interval=Interval(mean - reach, mean + reach, level, "corrected t"), p_value=p_value)
