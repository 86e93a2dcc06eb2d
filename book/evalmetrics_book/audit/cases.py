"""What is measured: which scores of which worlds, by which methods; each guards a method or shows where it fails."""

from typing import Any

import numpy as np
from scipy.special import ndtr

from evalmetrics.agreement import cohen_kappa
from evalmetrics.bleu import corpus_bleu
from evalmetrics.clustering import adjusted_rand_index, silhouette
from evalmetrics.code_generation import pass_at_k
from evalmetrics.confusion import accuracy
from evalmetrics.correlation import pearson, spearman
from evalmetrics.detection import coco_mean_average_precision
from evalmetrics.distributions import frechet_distance_from_samples
from evalmetrics.human_judgement import mean_opinion_score
from evalmetrics.model_as_judge import double_sampling, ppi_mean, rogan_gladen
from evalmetrics.precision_recall import f1_score, precision
from evalmetrics.precision_recall_curves import average_precision
from evalmetrics.probabilities import expected_calibration_error
from evalmetrics.recommendation import click_through_rate
from evalmetrics.regression import r2, root_mean_squared_error
from evalmetrics.roc_curves import roc_auc
from evalmetrics.signals import bit_error_rate

from ..judgements import counted
from . import formulas as by
from .coverage import TESTS, Case
from .worlds import WORLDS

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
    case("four in five right", accuracy, 20, formulas=by.SHARES, known=0.8),
    case("four in five right", accuracy, 200, formulas=by.SHARES, known=0.8),
    case("nineteen in twenty right", accuracy, 20, formulas=by.SHARES, known=0.95),
    case("nearly all right", accuracy, 285, formulas=by.SHARES, known=0.97),
    case("nearly all right", its_precision, 285, known=0.35 / 0.36),
    case("nearly all right", f1, 285, known=0.7 / 0.73),
    case("a rare class", f1, 200, known=0.5),
    case("a rare class", f1, 1000, known=0.5),
    case("two judges", cohen_kappa, 100, WITH_QUARTERS, known=0.054 / 0.104),
    # areas, near 1 and not
    case("normal scores, even", roc_auc, 200, ["percentile"], by.AREAS, known=0.75),
    case("normal scores", roc_auc, 100, formulas=by.AREAS, known=ndtr(1.5 / 2**0.5), **FEWER),
    case("normal scores, far apart", roc_auc, 100, formulas=by.AREAS, known=ndtr(3.3 / 2**0.5), **FEWER),
    case("normal scores, far apart", roc_auc, 500, formulas=by.AREAS, known=ndtr(3.3 / 2**0.5), **FEWER),
    case("normal scores", average_precision, 100, formulas=by.PRECISIONS, **FEWER),
    # bias, few pages, few sentences, maxima
    case("pages, logistic", half, 30, OF_PAGES, n_resamples=200),
    case("segments of talks", bleu, 10),
    case("segments of talks", bleu, 40),
    case("honest forecasts", expected_calibration_error, 285, known=0.0, **FEWER),
    case("uniform numbers", np.max, 50, known=1.0, **FEWEST),
    case("hardly a line", r2, 20, known=1 - 4.0),
    case("a line", r2, 20, known=1 - 0.25),
    case("a line", root_mean_squared_error, 100, formulas=by.ERRORS, known=0.5),
    # copies in resamples of pairs
    case("two groupings", adjusted_rand_index, 60, formulas=by.without_copies(adjusted_rand_index), **FEWEST),
    case("two blobs", silhouette, 20, formulas=by.without_copies(silhouette), **FEWEST),
    case("two clouds", frechet_distance_from_samples, 100, formulas=by.FRECHET, known=8 * 0.09, n_resamples=200),
    # groups
    case("patients", np.mean, 30),
    case("patients", np.mean, 30, by_groups=False),
    case("listeners", mean_opinion_score, 15, formulas=by.OPINIONS),
    case("listeners", mean_opinion_score, 15, by_groups=False),
    case("bits, wrong one by one", bit_error_rate, 100_000, [], by.BITS, known=0.01),
    case("bits, wrong in bursts", bit_error_rate, 100_000, [], by.BITS, known=0.01),
    case("visitors", click_through_rate, 200, formulas=by.CLICKS, known=0.2 / 6.2),
    case("programming tasks", pass_at_k.given(k=1), 12, known=0.5),
    case("an arena", by.lead_of_twin, 30, [], by.BOARD, known=0.0),
    # two systems
    case("cautious and bold", f1, 400, (*PAIRED, "mcnemar"), known=0.0),
    case("two alike scorers", roc_auc, 100, PAIRED, by.TWO_AREAS, known=0.0, **FEWER),
    case("a better scorer", roc_auc, 100, PAIRED, by.TWO_AREAS, known=BETTER, **FEWER),
    case("two equal learners", np.mean, 100, (), by.LEARNERS, known=0.0),
    case("two alike metrics", pearson, 9, ["williams", "permutation"], known=0.0, **FEWER),
    case("two alike metrics, one system far behind", pearson, 9, ["williams", "permutation"], known=0.0, **FEWER),
    # correlations
    case("normal pairs", pearson, 9, formulas=by.FISHER, known=0.8, **FEWER),
    case("normal pairs", pearson, 50, formulas=by.FISHER, known=0.8),
    case("normal pairs", spearman, 9, [], by.BONETT_WRIGHT),
    case("skewed pairs", pearson, 50, formulas=by.FISHER, known=(np.exp(0.8) - 1) / (np.e - 1)),
    case("a bow tie", pearson, 50, formulas=by.FISHER, known=0.0),
    case("systems, one in nine far behind", pearson, 9, formulas=by.FISHER, **FEWER),
    # people and a judge
    case("judged answers", ppi_mean.given(power=0), 150, [], by.prediction_powered(0), known=0.5),
    case(
        "judged answers", ppi_mean.given(power="tuned"), 150, [], by.prediction_powered("tuned") | by.JUDGE, known=0.5
    ),
    case("judged answers", double_sampling, 150, [], by.DOUBLE_SAMPLING, known=0.5),
    case("judged answers, the good ones asked", ppi_mean.given(power=1), 150, [], by.prediction_powered(1), known=0.5),
    case("judged answers, others asked", rogan_gladen, 300, [], by.CARRIED, known=0.2),
    case("judged answers, others asked", ppi_mean.given(power=1), 300, [], by.prediction_powered(1), known=0.2),
    # chosen by looking
    case("the best of forty coins", accuracy, 100, (), by.SHARES, known=0.5),
    case("noise at its best threshold", accuracy, 100, (), by.SHARES, known=0.5),
]
assert all(method in (*WITH_QUARTERS, *TESTS, *case.formulas) for case in CASES for method in case.methods)
