"""What is audited: which scores of which worlds, for which the book prints intervals like these."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from scipy.special import ndtr
from scipy.stats import ttest_1samp

from ..agreement import cohen_kappa, krippendorff_alpha
from ..averaging import f_of_macro_averages, macro_f_score, weighted_f_score
from ..bleu import corpus_bleu
from ..cider import cider_d
from ..clustering import adjusted_rand_index, bootstrap_of_pairs, silhouette
from ..code_generation import pass_at_k
from ..confusion import accuracy
from ..correlation import kendall, pearson, spearman
from ..detection import coco_mean_average_precision, detection_average_precision, detection_f_score
from ..distributions import frechet_distance_from_samples, frechet_jackknife, inception_score
from ..human_judgement import mean_opinion_score
from ..interval_formulas import (
    auc_interval,
    clopper_pearson_interval,
    delong_interval,
    pr_auc_interval,
    rmse_interval,
    wilson_interval,
)
from ..meteor import corpus_meteor
from ..paired_tests import delong_test
from ..precision_recall import f1_score, f_score, precision, recall
from ..precision_recall_curves import average_precision
from ..probabilities import brier_score, expected_calibration_error, log_loss
from ..ranking import mean_average_precision, mean_reciprocal_rank, ndcg
from ..recommendation import average_reciprocal_hit_rate, hit_rate, mean_percentile_rank
from ..regression import mean_absolute_error, r2, root_mean_squared_error
from ..roc_curves import equal_error_rate, roc_auc
from ..rouge import corpus_rouge_n
from ..signals import bit_error_rate, corpus_mel_cepstral_distortion, corpus_signal_to_distortion_ratio
from ..training_runs import corrected_resampled_t, mean_over_runs
from ..uncertainty import Interval, bootstrap
from ..word_error_rate import corpus_wer
from .coverage import Case
from .worlds import PAIRS, WORLDS

RESAMPLED = ("percentile", "basic", "normal", "bc", "bca", "half", "quarter", "jackknife")
FEWER = ("percentile", "basic", "normal", "bca", "half", "jackknife")
DEAR = {"repetitions": 300, "n_resamples": 300}
HALF_AS_MANY = {"n_resamples": 500}
Formula = Callable[..., Interval]


def of_right_answers(formula: Formula) -> Formula:
    """An interval for a share, of the share of right answers."""
    return lambda y_true, y_pred: formula(int(np.sum(np.equal(y_true, y_pred))), len(y_true))


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


def without_copies(metric: Any) -> Formula:
    """The interval of resampled points, without the pairs of a point and its copy."""
    return lambda first, labels: bootstrap_of_pairs(metric, first, labels, n_resamples=300, rng=0).interval


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


def interval_alpha(units: Any) -> float:
    """Krippendorff's alpha of units, a row each."""
    return float(krippendorff_alpha(np.transpose(units), level="interval"))


CORRELATIONS = {
    metric: {name: by_itself(metric)}
    for metric, name in [(pearson, "fisher_z"), (spearman, "bonett_wright"), (kendall, "fieller")]
}

JACKKNIFE = {"frechet_jackknife": lambda x, y: frechet_jackknife(x, y, rng=0).interval}
OF_BITS = {"wilson": of_bits, "t over blocks": of_blocks}
half = coco_mean_average_precision.given(iou_thresholds=[0.5])
macro = macro_f_score.given(zero_division=0.0)
rare_f1 = f1_score.given(pos_label=1, zero_division=0.0)
of_malignant = {m: m.given(pos_label="malignant", zero_division=0.0) for m in (precision, recall, f1_score)}
bleu = corpus_bleu.given(tokenize="13a")


def case(world: str, metric: Any, n: int, methods: Any = FEWER, formulas: Any = None, **more: Any) -> Case:
    """A case, with its formulas before the other methods."""
    formulas = formulas or {}
    return Case(WORLDS[world], metric, n, (*formulas, *methods), formulas, **more)


CASES = {
    each.name: each
    for each in [
        case("four in five right", accuracy, 20, RESAMPLED, SHARES, known=0.8),
        case("four in five right", accuracy, 200, RESAMPLED, SHARES, known=0.8),
        case("tumours, logistic", accuracy, 285, RESAMPLED, SHARES),
        case("a rare class", rare_f1, 200, RESAMPLED, known=0.5),
        case("a rare class", rare_f1, 1000, RESAMPLED, known=0.5),
        case("normal scores", roc_auc, 100, FEWER, AREAS, known=ndtr(1.5 / 2**0.5), **HALF_AS_MANY),
        case("normal scores, far apart", roc_auc, 100, FEWER, AREAS, known=ndtr(3.3 / 2**0.5), **HALF_AS_MANY),
        case("normal scores, far apart", roc_auc, 500, FEWER, AREAS, known=ndtr(3.3 / 2**0.5), **HALF_AS_MANY),
        case("pages, forest", half, 60, RESAMPLED, **DEAR),
        case("pages, logistic", half, 60, RESAMPLED, **DEAR),
        case("pages, forest and logistic", half, 60, (*RESAMPLED, "permutation"), **DEAR),
        case("pages, logistic", coco_mean_average_precision, 60, RESAMPLED, **DEAR),
        case("queries, pixels", mean_average_precision, 100),
        case("graded queries, pixels", ndcg.given(k=10), 100),
        case("translations, good", bleu, 40, RESAMPLED),
        case("translations, good", bleu, 10, RESAMPLED),
        case("two judges", cohen_kappa, 100, RESAMPLED, known=0.054 / 0.104),
        case("a line", r2, 20, RESAMPLED, known=1 - 0.25),
        case("hardly a line", r2, 20, RESAMPLED, known=1 - 4.0),
        case("two blobs", silhouette, 20, FEWER, {"without_copies": without_copies(silhouette)}, n_resamples=300),
        case(
            "two groupings",
            adjusted_rand_index,
            60,
            FEWER,
            {"without_copies": without_copies(adjusted_rand_index)},
            n_resamples=300,
        ),
        case(
            "two clouds",
            frechet_distance_from_samples,
            100,
            FEWER,
            JACKKNIFE,
            known=8 * 0.09,
            repetitions=300,
            n_resamples=200,
        ),
        case("honest forecasts", expected_calibration_error, 285, RESAMPLED, known=0.0, **HALF_AS_MANY),
        case("honest forecasts", brier_score, 285, known=2 / 15),
        case("honest forecasts", log_loss, 285),
        case(
            "cautious and bold",
            f1_score.given(pos_label=1, zero_division=0.0),
            400,
            (*FEWER, "permutation", "mcnemar"),
            known=0.0,
        ),
        case("two alike scorers", roc_auc, 100, (*FEWER, "permutation"), TWO_AREAS, known=0.0, **HALF_AS_MANY),
        case(
            "a better scorer",
            roc_auc,
            100,
            (*FEWER, "permutation"),
            TWO_AREAS,
            known=ndtr(1.8 / 2**0.5) - ndtr(1.5 / 2**0.5),
            **HALF_AS_MANY,
        ),
        case("patients", np.mean, 30),
        case("patients", np.mean, 30, by_groups=False),
        case("tumours, logistic", of_malignant[f1_score], 285),
        case("tumours, logistic", of_malignant[precision], 285),
        case("tumours, logistic", of_malignant[recall], 285),
        case("tumours, logistic and stump", accuracy, 285, (*FEWER, "permutation", "mcnemar")),
        case("tumours, logistic and stump", of_malignant[f1_score], 285, (*FEWER, "permutation")),
        case("tumours, logistic scores", roc_auc, 285, FEWER, AREAS, **HALF_AS_MANY),
        case("tumours, stump scores", roc_auc, 285, FEWER, AREAS, **HALF_AS_MANY),
        case("tumours, logistic scores", average_precision, 285, FEWER, PRECISIONS, **HALF_AS_MANY),
        case("tumours, logistic scores", log_loss, 285),
        case("tumours, logistic scores", brier_score, 285),
        case("tumours, logistic scores", expected_calibration_error, 285, **HALF_AS_MANY),
        case("tumours, scores of both", average_precision, 285, (*FEWER, "permutation"), **HALF_AS_MANY),
        case("digits, logistic", macro_f_score, 899),
        case("digits, both", macro_f_score, 899, (*FEWER, "permutation")),
        case("digits, both", cohen_kappa, 899, (*FEWER, "permutation")),
        case("eights, forest", roc_auc, 832, FEWER, AREAS, **HALF_AS_MANY),
        case("eights, forest", average_precision, 832, FEWER, PRECISIONS, **HALF_AS_MANY),
        case("eights, logistic", equal_error_rate, 832, **HALF_AS_MANY),
        case("walkthrough", average_precision, 2000, FEWER, PRECISIONS, repetitions=300, **HALF_AS_MANY),
        case("diabetes, linear", mean_absolute_error, 221),
        case("diabetes, linear", root_mean_squared_error, 221, FEWER, {"chi2": of_rmse}),
        case("diabetes, linear", r2, 221),
        case("diabetes, both", mean_absolute_error, 221, (*FEWER, "permutation")),
        case("normal pairs", pearson, 50, FEWER, CORRELATIONS[pearson], known=0.8),
        case("normal pairs", spearman, 50, FEWER, CORRELATIONS[spearman], repetitions=300),
        case("normal pairs", kendall, 50, FEWER, CORRELATIONS[kendall], repetitions=300),
        case("skewed pairs", pearson, 50, FEWER, CORRELATIONS[pearson], known=(np.exp(0.8) - 1) / (np.e - 1)),
        case("a bow tie", pearson, 50, FEWER, CORRELATIONS[pearson], known=0.0),
        case("queries, pixels", mean_reciprocal_rank, 899, repetitions=300),
        case("queries, pixels", mean_average_precision, 899, repetitions=300),
        case("queries, both", mean_average_precision, 100, (*FEWER, "permutation"), repetitions=300),
        case("graded queries, pixels", ndcg.given(k=10), 899, repetitions=300),
        case("translations, literal", bleu, 40),
        case("translations, good and negated", bleu, 40, (*FEWER, "permutation")),
        case("dictations, pen", corpus_wer, 30),
        case("dictations, both", corpus_wer, 30, (*FEWER, "permutation")),
        case("programming tasks", pass_at_k.given(k=1), 12, RESAMPLED, known=0.5),
        case("programming tasks", pass_at_k.given(k=10), 12, RESAMPLED),
        case("listeners", mean_opinion_score, 15, FEWER, {"t over raters": by_rater}),
        case("listeners", mean_opinion_score, 15, by_groups=False),
        case("translations, good", corpus_meteor.given(tokenize="rouge"), 40),
        case("translations, good", corpus_rouge_n.given(n=1, tokenize="rouge"), 40),
        case("ROUGE-L of translations, good", np.mean, 40),
        case("captions, careful", cider_d.given(tokenize="whitespace"), 16),
        case("twelve units", interval_alpha, 12, repetitions=300, n_resamples=300),
        case("films, taste", hit_rate.given(k=10), 292),
        case("films, taste", average_reciprocal_hit_rate.given(k=10), 292),
        case("films, taste", mean_percentile_rank, 292),
        case("films, both", hit_rate.given(k=10), 292, (*FEWER, "permutation")),
        case("messages", macro_f_score, 1270),
        case("messages", weighted_f_score, 1270),
        case("messages", f_of_macro_averages, 1270),
        case("tumours, logistic", f_score.given(beta=2.0, pos_label="malignant", zero_division=0.0), 285),
        case("pages, forest", coco_mean_average_precision, 60, RESAMPLED, **DEAR),
        case("pages, forest", half, 10, **DEAR),
        case("pages, forest, any digit", detection_average_precision, 60, **DEAR),
        case("pages, logistic, any digit", detection_average_precision, 60, **DEAR),
        case("pages, forest, any digit", detection_f_score.given(score_threshold=0.5), 60, **DEAR),
        case("pages, logistic, any digit", detection_f_score.given(score_threshold=0.5), 60, **DEAR),
        case("four in five right", accuracy, 10, (), SHARES, known=0.8),
        case("four in five right", macro, 10),
        case("four in five right", macro, 50),
        case("four in five right", macro, 200),
        case("three in four right", accuracy, 200, (), SHARES, known=0.75),
        case("nineteen in twenty right", accuracy, 20, ["percentile"], SHARES, known=0.95),
        case("the best of forty coins", accuracy, 100, (), SHARES, known=0.5),
        case("noise at its best threshold", accuracy, 100, (), SHARES, known=0.5, repetitions=4000),
        case("normal scores, even", roc_auc, 200, ["percentile"], AREAS, known=0.75),
        case("normal scores, even", average_precision, 200, ["percentile"], PRECISIONS),
        case("normal scores", average_precision, 100, FEWER, PRECISIONS, **HALF_AS_MANY),
        case("a line", root_mean_squared_error, 100, FEWER, {"chi2": of_rmse}, known=0.5),
        case("uniform numbers", np.max, 50, FEWER, known=1.0, n_resamples=300),
        case("two equal learners", np.mean, 100, (), LEARNERS, known=0.0),
        case("tumours, five trees", np.mean, 285, ["percentile"], RUNS, n_resamples=500),
        case("tumours, logistic", accuracy, 150, FEWER, SHARES),
        case("tumours, stump", accuracy, 150, FEWER, SHARES),
        case("tumours, logistic and stump", accuracy, 150, (*FEWER, "permutation", "mcnemar")),
        case("tumours, stump", accuracy, 285, FEWER, SHARES),
        case("tumours, stump", accuracy, 142, (), SHARES),
        case("tumours, logistic", macro_f_score, 285),
        case("tumours, stump", macro_f_score, 285),
        case("tumours, logistic and stump", macro_f_score, 285, (*FEWER, "permutation")),
        case("tumours, stump scores", average_precision, 285, FEWER, PRECISIONS, **HALF_AS_MANY),
        case("tumours, scores of both", roc_auc, 285, (*FEWER, "permutation"), TWO_AREAS, **HALF_AS_MANY),
        case("tumours, logistic", f_score.given(beta=2.0, pos_label="benign", zero_division=0.0), 285),
        case("tumours, logistic and always benign", accuracy, 285, (*FEWER, "permutation", "mcnemar")),
        case(
            "two rectified clouds",
            frechet_distance_from_samples,
            599,
            ["percentile", "basic"],
            JACKKNIFE,
            n_resamples=200,
        ),
        case(
            "two rectified clouds",
            frechet_distance_from_samples,
            100,
            ["percentile", "basic"],
            JACKKNIFE,
            n_resamples=200,
        ),
        case("a sure classifier", inception_score, 599),
        case("melodies, crackling", corpus_signal_to_distortion_ratio, 20),
        case("cepstra of melodies, crackling", corpus_mel_cepstral_distortion, 20),
        case(
            "bands of melodies, crackling",
            frechet_distance_of_clips,
            20,
            [],
            {"clips left out": without_some_clips, "frames left out": without_some_frames},
        ),
        case("bits, wrong one by one", bit_error_rate, 20_000, [], OF_BITS, known=0.01),
        case("bits, wrong one by one", bit_error_rate, 100_000, [], OF_BITS, known=0.01),
        case("bits, wrong in bursts", bit_error_rate, 100_000, [], OF_BITS, known=0.01),
        case("BERTScore of translations, good", np.mean, 40),
        *[
            case(f"{score} of translations, {one} − {other}", np.mean, 40)
            for one, other in PAIRS
            for score in ("BERTScore", "MoverScore")
        ],
    ]
}
