"""What is measured: which scores of which worlds, by which methods; each guards a method or shows where it fails."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from scipy.special import ndtr
from scipy.stats import ttest_1samp

from evalmetrics.agreement import cohen_kappa
from evalmetrics.arenas import POINTS, bradley_terry, leaderboard
from evalmetrics.bleu import corpus_bleu
from evalmetrics.clustering import adjusted_rand_index, bootstrap_of_pairs, silhouette
from evalmetrics.code_generation import pass_at_k
from evalmetrics.confusion import accuracy
from evalmetrics.correlation import pearson, spearman
from evalmetrics.detection import coco_mean_average_precision
from evalmetrics.distributions import frechet_distance_from_samples, frechet_jackknife
from evalmetrics.human_judgement import mean_opinion_score
from evalmetrics.model_as_judge import double_sampling, ppi_mean, rogan_gladen
from evalmetrics.paired_tests import delong_test
from evalmetrics.precision_recall import f1_score, precision
from evalmetrics.precision_recall_curves import average_precision
from evalmetrics.probabilities import expected_calibration_error
from evalmetrics.recommendation import click_through_rate
from evalmetrics.regression import r2, root_mean_squared_error
from evalmetrics.roc_curves import roc_auc
from evalmetrics.signals import bit_error_rate
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

from ..judgements import counted
from .coverage import TESTS, Case
from .worlds import TWINS, WORLDS

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


BOOTSTRAPS = ("percentile", "basic", "normal", "bca", "half", "jackknife")
WITH_QUARTERS = ("percentile", "basic", "normal", "bca", "half", "quarter", "jackknife")
BETTER = ndtr(1.8 / 2**0.5) - ndtr(1.5 / 2**0.5)  # the difference of two areas
OF_PAGES = ("percentile", "basic", "quarter")
PAIRED = (*BOOTSTRAPS, "permutation")
FEWER = {"n_resamples": 500}
FEWEST = {"n_resamples": 300}

f1, its_precision = (metric.given(pos_label=1, zero_division=0.0) for metric in (f1_score, precision))
half = coco_mean_average_precision.given(iou_thresholds=[0.5])
bleu = counted(corpus_bleu)


def case(world: str, metric: Any, n: int, methods: Any = BOOTSTRAPS, formulas: Any = None, **more: Any) -> Case:
    """A case, with its formulas before the other methods."""
    formulas = formulas or {}
    return Case(world, WORLDS[world], metric, n, (*formulas, *methods), formulas, **more)


CASES = [
    # shares, and rare classes
    case("four in five right", accuracy, 20, formulas=SHARES, known=0.8),
    case("four in five right", accuracy, 200, formulas=SHARES, known=0.8),
    case("nineteen in twenty right", accuracy, 20, formulas=SHARES, known=0.95),
    case("nearly all right", accuracy, 285, formulas=SHARES, known=0.97),
    case("nearly all right", its_precision, 285, known=0.35 / 0.36),
    case("nearly all right", f1, 285, known=0.7 / 0.73),
    case("a rare class", f1, 200, known=0.5),
    case("a rare class", f1, 1000, known=0.5),
    case("two judges", cohen_kappa, 100, WITH_QUARTERS, known=0.054 / 0.104),
    # areas, near 1 and not
    case("normal scores, even", roc_auc, 200, ["percentile"], AREAS, known=0.75),
    case("normal scores", roc_auc, 100, formulas=AREAS, known=ndtr(1.5 / 2**0.5), **FEWER),
    case("normal scores, far apart", roc_auc, 100, formulas=AREAS, known=ndtr(3.3 / 2**0.5), **FEWER),
    case("normal scores, far apart", roc_auc, 500, formulas=AREAS, known=ndtr(3.3 / 2**0.5), **FEWER),
    case("normal scores", average_precision, 100, formulas=PRECISIONS, **FEWER),
    # bias, few pages, few sentences, maxima
    case("pages, logistic", half, 30, OF_PAGES, n_resamples=200),
    case("segments of talks", bleu, 10),
    case("segments of talks", bleu, 40),
    case("honest forecasts", expected_calibration_error, 285, known=0.0, **FEWER),
    case("uniform numbers", np.max, 50, known=1.0, **FEWEST),
    case("hardly a line", r2, 20, known=1 - 4.0),
    case("a line", r2, 20, known=1 - 0.25),
    case("a line", root_mean_squared_error, 100, formulas=ERRORS, known=0.5),
    # copies in resamples of pairs
    case("two groupings", adjusted_rand_index, 60, formulas=without_copies(adjusted_rand_index), **FEWEST),
    case("two blobs", silhouette, 20, formulas=without_copies(silhouette), **FEWEST),
    case("two clouds", frechet_distance_from_samples, 100, formulas=FRECHET, known=8 * 0.09, n_resamples=200),
    # groups
    case("patients", np.mean, 30),
    case("patients", np.mean, 30, by_groups=False),
    case("listeners", mean_opinion_score, 15, formulas=OPINIONS),
    case("listeners", mean_opinion_score, 15, by_groups=False),
    case("bits, wrong one by one", bit_error_rate, 100_000, [], BITS, known=0.01),
    case("bits, wrong in bursts", bit_error_rate, 100_000, [], BITS, known=0.01),
    case("visitors", click_through_rate, 200, formulas=CLICKS, known=0.2 / 6.2),
    case("programming tasks", pass_at_k.given(k=1), 12, known=0.5),
    case("an arena", lead_of_twin, 30, [], BOARD, known=0.0),
    # two systems
    case("cautious and bold", f1, 400, (*PAIRED, "mcnemar"), known=0.0),
    case("two alike scorers", roc_auc, 100, PAIRED, TWO_AREAS, known=0.0, **FEWER),
    case("a better scorer", roc_auc, 100, PAIRED, TWO_AREAS, known=BETTER, **FEWER),
    case("two equal learners", np.mean, 100, (), LEARNERS, known=0.0),
    case("two alike metrics", pearson, 9, ["williams", "permutation"], known=0.0, **FEWER),
    case("two alike metrics, one system far behind", pearson, 9, ["williams", "permutation"], known=0.0, **FEWER),
    # correlations
    case("normal pairs", pearson, 9, formulas=FISHER, known=0.8, **FEWER),
    case("normal pairs", pearson, 50, formulas=FISHER, known=0.8),
    case("normal pairs", spearman, 9, [], BONETT_WRIGHT),
    case("skewed pairs", pearson, 50, formulas=FISHER, known=(np.exp(0.8) - 1) / (np.e - 1)),
    case("a bow tie", pearson, 50, formulas=FISHER, known=0.0),
    case("systems, one in nine far behind", pearson, 9, formulas=FISHER, **FEWER),
    # people and a judge
    case("judged answers", ppi_mean.given(power=0), 150, [], prediction_powered(0), known=0.5),
    case("judged answers", ppi_mean.given(power="tuned"), 150, [], prediction_powered("tuned") | JUDGE, known=0.5),
    case("judged answers", double_sampling, 150, [], DOUBLE_SAMPLING, known=0.5),
    case("judged answers, the good ones asked", ppi_mean.given(power=1), 150, [], prediction_powered(1), known=0.5),
    case("judged answers, others asked", rogan_gladen, 300, [], CARRIED, known=0.2),
    case("judged answers, others asked", ppi_mean.given(power=1), 300, [], prediction_powered(1), known=0.2),
    # chosen by looking
    case("the best of forty coins", accuracy, 100, (), SHARES, known=0.5),
    case("noise at its best threshold", accuracy, 100, (), SHARES, known=0.5),
]
assert all(method in (*WITH_QUARTERS, *TESTS, *case.formulas) for case in CASES for method in case.methods)
