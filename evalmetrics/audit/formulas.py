"""Intervals by formula, of the samples of a case."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from scipy.stats import ttest_1samp

from ..agreement import krippendorff_alpha
from ..averaging import f_of_macro_averages, macro_f_score
from ..clustering import bootstrap_of_pairs
from ..confusion import confusion_matrix
from ..correlation import kendall, pearson, spearman
from ..distributions import frechet_distance_from_samples, frechet_jackknife
from ..human_judgement import mean_opinion_score
from ..interval_formulas import (
    auc_interval,
    clopper_pearson_interval,
    delong_interval,
    pr_auc_interval,
    rmse_interval,
    wilson_interval,
)
from ..paired_tests import delong_test
from ..precision_recall_curves import average_precision
from ..regression import root_mean_squared_error
from ..roc_curves import roc_auc
from ..training_runs import corrected_resampled_t, mean_over_runs
from ..uncertainty import Interval, bootstrap

Formula = Callable[..., Interval]


def of_right_answers(formula: Formula) -> Formula:
    """An interval for a share, of the share of right answers."""
    return lambda y_true, y_pred: formula(int(np.sum(np.equal(y_true, y_pred))), len(y_true))


def of_those(which: int, label: str) -> Formula:
    """Wilson's interval, of the share of right answers where the truth (0) or the prediction (1) is some class."""

    def interval(*labels: Any) -> Interval:
        right = np.equal(*labels)[np.equal(labels[which], label)]
        return wilson_interval(int(right.sum()), len(right))

    return interval


def of_the_area(formula: Formula, metric: Any) -> Formula:
    """An interval from an area and the numbers of positives and, if it wants to know, of negatives."""
    return lambda y, score: formula(metric(y, score), np.sum(y), *([len(y) - np.sum(y)] if metric is roc_auc else []))


def of_rmse(y_true: Any, y_pred: Any) -> Interval:
    """An interval from the error and the number of examples."""
    return rmse_interval(root_mean_squared_error(y_true, y_pred), len(y_true))


SHARES = {"wilson": of_right_answers(wilson_interval), "clopper_pearson": of_right_answers(clopper_pearson_interval)}
AREAS = {
    "delong": delong_interval,
    "delong_logit": partial(delong_interval, scale="logit"),
    "hanley_mcneil": of_the_area(auc_interval, roc_auc),
}
TWO_AREAS = {"delong": lambda *samples: delong_test(*samples).interval}
PRECISIONS = {"logit": of_the_area(pr_auc_interval, average_precision)}


def by_itself(metric: Any) -> Formula:
    """The interval that a coefficient brings along."""
    return lambda x, y: metric(x, y).interval()


def without_copies(metric: Any) -> dict[str, Formula]:
    """The interval of resampled points, without the pairs of a point and its copy."""

    def interval(first: Any, labels: Any) -> Interval:
        return bootstrap_of_pairs(metric, first, labels, n_resamples=300, rng=0).interval

    return {"without_copies": interval}


def by_rater(ratings: Any, raters: Any) -> Interval:
    """The interval of a mean opinion that knows who gave which rating."""
    return mean_opinion_score(ratings, raters=raters).interval


def over_runs(scores: Any) -> Interval:
    """Student's interval of the mean over runs, as if these were all that can vary."""
    return of_splits(scores.mean(axis=0))


def of_splits(differences: Any) -> Interval:
    """Student's interval of the mean over splits, as if these were independent."""
    low, high = ttest_1samp(differences, 0).confidence_interval(0.95)
    return Interval(float(low), float(high), 0.95, "t")


FRECHET = {"frechet_jackknife": lambda x, y: frechet_jackknife(x, y, rng=0).interval}
LEARNERS = {"t": of_splits, "corrected t": lambda d: corrected_resampled_t(d, 90, 10).interval}
RUNS = {"t": over_runs, "runs and examples": lambda scores: mean_over_runs(scores).interval}


def frechet_distance_of_clips(background: Any, arrived: Any) -> float:
    """Fréchet distance of the frames of clips."""
    return float(frechet_distance_from_samples(np.vstack(background), np.vstack(arrived)))


def without_some_clips(background: Any, arrived: Any) -> Interval:
    """The interval of a jackknife that leaves out whole clips."""
    sides = background, arrived
    groups = tuple(np.repeat(np.arange(len(side)), [len(clip) for clip in side]) for side in sides)
    return frechet_jackknife(*map(np.vstack, sides), blocks=10, groups=groups, rng=0).interval


def without_some_frames(background: Any, arrived: Any) -> Interval:
    """The same of frames, as if each were an example of its own."""
    return frechet_jackknife(np.vstack(background), np.vstack(arrived), rng=0).interval


def of_bits(sent: Any, received: Any) -> Interval:
    """Wilson's interval of wrong bits, one by one."""
    return wilson_interval(int(np.sum(sent != received)), len(sent))


def of_blocks(sent: Any, received: Any) -> Interval:
    """Student's interval of the error rates of blocks of a thousand bits."""
    shares = np.reshape(sent != received, (-1, 1000)).mean(axis=1)
    return bootstrap(np.mean, shares, method="jackknife").interval


OF_BITS = {"wilson": of_bits, "t over blocks": of_blocks}
OF_CLIPS = {"clips left out": without_some_clips, "frames left out": without_some_frames}


def interval_alpha(units: Any) -> float:
    """Krippendorff's alpha of units, a row each."""
    return float(krippendorff_alpha(np.transpose(units), level="interval"))


def kendall_of_rows(x: Any, y: Any) -> float:
    """Kendall correlation of all entries of two tables, whose rows are the examples."""
    return float(kendall(np.ravel(x), np.ravel(y)))


def ratio_of_perplexities(first: Any, second: Any) -> float:
    """Perplexity of one model over that of another, of rows of nats and tokens."""
    return float(np.exp(np.divide(*first.sum(axis=0)) - np.divide(*second.sum(axis=0))))


def f_of_means_less_mean_of_f(y_true: Any, y_pred: Any) -> float:
    """By how much one definition of macro F exceeds the other."""
    cm = confusion_matrix(y_true, y_pred)
    return float(f_of_macro_averages(cm) - macro_f_score(cm))


def rmse_of_users(squares: Any, n: Any) -> float:
    """Root of the mean squared error of users who have a sum of squared errors and a number of ratings each."""
    return float(np.sqrt(squares.sum() / n.sum()))


def of_looks(clicks: Any, looks: Any) -> Interval:
    """Wilson's interval of clicks, as if each look were somebody else's."""
    return wilson_interval(int(clicks.sum()), int(looks.sum()))


def of_counts(counts: Any) -> Interval:
    """Wilson's interval of a share whose hits and whose moments have been counted."""
    hits, moments = np.sum(counts, axis=0)
    return wilson_interval(int(hits), int(moments))


CORRELATIONS = {
    metric: {name: by_itself(metric)}
    for metric, name in [(pearson, "fisher_z"), (spearman, "bonett_wright"), (kendall, "fieller")]
}
