"""Intervals by formula, of the samples of a case."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from scipy.stats import ttest_1samp

from evalmetrics.arenas import POINTS, bradley_terry, leaderboard
from evalmetrics.clustering import bootstrap_of_pairs
from evalmetrics.correlation import pearson, spearman
from evalmetrics.distributions import frechet_jackknife
from evalmetrics.human_judgement import mean_opinion_score
from evalmetrics.model_as_judge import double_sampling, ppi_mean, rogan_gladen
from evalmetrics.paired_tests import delong_test
from evalmetrics.precision_recall_curves import average_precision
from evalmetrics.regression import root_mean_squared_error
from evalmetrics.roc_curves import roc_auc
from evalmetrics.uncertainty import (
    Interval,
    auc_interval,
    bootstrap,
    clopper_pearson_interval,
    corrected_resampled_t,
    delong_interval,
    pr_auc_interval,
    rmse_interval,
    wilson_interval,
)

from .worlds import TWINS

Formula = Callable[..., Interval]


def of_right_answers(formula: Formula) -> Formula:
    """An interval for a share, of the share of right answers."""
    return lambda y_true, y_pred: formula(int(np.sum(np.equal(y_true, y_pred))), len(y_true))


def of_area(formula: Formula, metric: Any) -> Formula:
    """An interval from an area and the numbers of positives and, if it wants to know, of negatives."""
    return lambda y, score: formula(metric(y, score), np.sum(y), *([len(y) - np.sum(y)] if metric is roc_auc else []))


def of_count(hits: Any, tries: Any) -> Interval:
    """Wilson's interval of counted hits, as if all tries were independent."""
    return wilson_interval(int(np.sum(hits)), int(np.sum(tries)))


def of_splits(differences: Any) -> Interval:
    """Student's interval of the mean over splits, as if these were independent."""
    low, high = ttest_1samp(differences, 0).confidence_interval(0.95)
    return Interval(float(low), float(high), 0.95, "t")


def without_copies(metric: Any) -> dict[str, Formula]:
    """The interval of resampled points, without the pairs of a point and its copy."""

    def interval(first: Any, labels: Any) -> Interval:
        return bootstrap_of_pairs(metric, first, labels, n_resamples=300, rng=0).interval

    return {"without_copies": interval}


def lead_of_twin(first: Any, second: Any, outcomes: Any) -> float:
    """Points by which one of two equally good systems leads the other."""
    strengths = bradley_terry(first, second, outcomes)
    return float(POINTS * (strengths[TWINS[0]] - strengths[TWINS[1]]))


def on_board(first: Any, second: Any, outcomes: Any, documents: Any, *, by_document: bool) -> Interval:
    """The interval of that lead on a leaderboard, with the documents as groups or without."""
    board = leaderboard(first, second, outcomes, groups=documents if by_document else None)
    interval: Interval = board.lead(*TWINS).interval
    return interval


def prediction_powered(power: Any) -> dict[str, Formula]:
    """The interval of a mean of what people say, which a judge helps to estimate."""
    return {"prediction-powered": lambda people, judge: ppi_mean(people, judge, power=power).interval}


SHARES = {"wilson": of_right_answers(wilson_interval), "clopper_pearson": of_right_answers(clopper_pearson_interval)}
AREAS = {
    "delong": delong_interval,
    "delong_logit": partial(delong_interval, scale="logit"),
    "hanley_mcneil": of_area(auc_interval, roc_auc),
}
TWO_AREAS = {"delong": lambda *samples: delong_test(*samples).interval}
PRECISIONS = {"logit": of_area(pr_auc_interval, average_precision)}
ERRORS = {"chi2": lambda y_true, y_pred: rmse_interval(root_mean_squared_error(y_true, y_pred), len(y_true))}
FISHER: dict[str, Formula] = {"fisher_z": lambda x, y: pearson(x, y).interval()}
BONETT_WRIGHT: dict[str, Formula] = {"bonett_wright": lambda x, y: spearman(x, y).interval()}
FRECHET = {"frechet_jackknife": lambda x, y: frechet_jackknife(x, y, rng=0).interval}
LEARNERS = {"t": of_splits, "corrected t": lambda d: corrected_resampled_t(d, 90, 10).interval}
OPINIONS = {"t over raters": lambda ratings, raters: mean_opinion_score(ratings, raters=raters).interval}
BITS = {
    "wilson": lambda sent, received: of_count(sent != received, len(sent)),
    "t over blocks": lambda sent, received: (
        bootstrap(np.mean, np.reshape(sent != received, (-1, 1000)).mean(axis=1), method="jackknife").interval
    ),
}
CLICKS = {"wilson": of_count}
JUDGE: dict[str, Formula] = {"wilson": lambda people, judge: of_count(judge, len(judge))}
DOUBLE_SAMPLING = {"double sampling": lambda people, judge: double_sampling(people, judge).interval}
CARRIED = {"Lang-Reiczigel": lambda people, judge: rogan_gladen(people, judge).interval}
BOARD = {"sandwich": partial(on_board, by_document=True), "sandwich of votes": partial(on_board, by_document=False)}
