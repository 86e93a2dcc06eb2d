"""What is audited: which scores of which worlds, for which the book prints intervals like these."""

from typing import Any

import numpy as np
from scipy.special import ndtr

from ..agreement import cohen_kappa
from ..averaging import f_of_macro_averages, macro_f_score, micro_f_score, weighted_f_score
from ..bleu import corpus_bleu
from ..book.judgements import counted
from ..cider import cider_d
from ..clustering import adjusted_rand_index, silhouette
from ..code_generation import pass_at_k
from ..confusion import accuracy
from ..correlation import kendall, pearson, spearman
from ..detection import coco_mean_average_precision, detection_average_precision, detection_f_score
from ..distributions import frechet_distance_from_samples, inception_score
from ..human_judgement import mean_opinion_score
from ..meteor import corpus_meteor
from ..precision_recall import f1_score, f_score, precision, recall
from ..precision_recall_curves import (
    average_precision,
    multiclass_average_precision,
    net_benefit,
    pr_auc,
    precision_at_recall,
)
from ..probabilities import brier_score, expected_calibration_error, log_loss
from ..ranking import mean_average_precision, mean_reciprocal_rank, ndcg
from ..recommendation import average_reciprocal_hit_rate, hit_rate, mean_percentile_rank
from ..regression import mean_absolute_error, r2, root_mean_squared_error
from ..roc_curves import equal_error_rate, multiclass_roc_auc, roc_auc
from ..rouge import corpus_rouge_n
from ..signals import bit_error_rate, corpus_mel_cepstral_distortion, corpus_signal_to_distortion_ratio
from ..word_error_rate import corpus_wer
from .coverage import Case
from .formulas import (
    AREAS,
    CORRELATIONS,
    FRECHET,
    LEARNERS,
    OF_BITS,
    OF_CLIPS,
    PRECISIONS,
    RUNS,
    SHARES,
    TWO_AREAS,
    by_rater,
    frechet_distance_of_clips,
    interval_alpha,
    of_rmse,
    of_those,
    without_copies,
)
from .populations import PAIRS, REAL
from .worlds import MADE_UP

WORLDS = {world.name: world for world in [*MADE_UP, *REAL]}
RESAMPLED = ("percentile", "basic", "normal", "bc", "bca", "half", "quarter", "jackknife")
FEWER = ("percentile", "basic", "normal", "bca", "half", "jackknife")
TWO = ("percentile", "basic")
PAIRED = (*FEWER, "permutation")
ALL_TESTS = (*PAIRED, "mcnemar")
DEAR = {"repetitions": 300, "n_resamples": 300}
FEWEST = {"repetitions": 300, "n_resamples": 200}
HALF_AS_MANY = {"n_resamples": 500}
BETTER = ndtr(1.8 / 2**0.5) - ndtr(1.5 / 2**0.5)  # the difference of two areas

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
        case("two blobs", silhouette, 20, FEWER, without_copies(silhouette), n_resamples=300),
        case("two groupings", adjusted_rand_index, 60, FEWER, without_copies(adjusted_rand_index), n_resamples=300),
        case("two clouds", frechet_distance_from_samples, 100, FEWER, FRECHET, known=8 * 0.09, **FEWEST),
        case("honest forecasts", expected_calibration_error, 285, RESAMPLED, known=0.0, **HALF_AS_MANY),
        case("honest forecasts", brier_score, 285, known=2 / 15),
        case("honest forecasts", log_loss, 285),
        case("cautious and bold", rare_f1, 400, ALL_TESTS, known=0.0),
        case("two alike scorers", roc_auc, 100, PAIRED, TWO_AREAS, known=0.0, **HALF_AS_MANY),
        case("a better scorer", roc_auc, 100, PAIRED, TWO_AREAS, known=BETTER, **HALF_AS_MANY),
        case("patients", np.mean, 30),
        case("patients", np.mean, 30, by_groups=False),
        case("tumours, logistic", of_malignant[f1_score], 285),
        case("tumours, logistic", of_malignant[precision], 285, FEWER, {"wilson": of_those(1, "malignant")}),
        case("tumours, logistic", of_malignant[recall], 285, FEWER, {"wilson": of_those(0, "malignant")}),
        case("tumours, logistic and stump", accuracy, 285, ALL_TESTS),
        case("tumours, logistic and stump", of_malignant[f1_score], 285, PAIRED),
        case("tumours, logistic scores", roc_auc, 285, FEWER, AREAS, **HALF_AS_MANY),
        case("tumours, stump scores", roc_auc, 285, FEWER, AREAS, **HALF_AS_MANY),
        case("tumours, logistic scores", average_precision, 285, FEWER, PRECISIONS, **HALF_AS_MANY),
        case("tumours, logistic scores", log_loss, 285),
        case("tumours, logistic scores", brier_score, 285),
        case("tumours, logistic scores", expected_calibration_error, 285, **HALF_AS_MANY),
        case("tumours, scores of both", average_precision, 285, PAIRED, **HALF_AS_MANY),
        case("digits, logistic", macro_f_score, 899),
        case("digits, both", macro_f_score, 899, PAIRED),
        case("digits, both", cohen_kappa, 899, PAIRED),
        case("eights, forest", roc_auc, 832, FEWER, AREAS, **HALF_AS_MANY),
        case("eights, forest", average_precision, 832, FEWER, PRECISIONS, **HALF_AS_MANY),
        case("eights, logistic", equal_error_rate, 832, **HALF_AS_MANY),
        case("walkthrough", average_precision, 2000, FEWER, PRECISIONS, repetitions=300, **HALF_AS_MANY),
        case("diabetes, linear", mean_absolute_error, 221),
        case("diabetes, linear", root_mean_squared_error, 221, FEWER, {"chi2": of_rmse}),
        case("diabetes, linear", r2, 221),
        case("diabetes, both", mean_absolute_error, 221, PAIRED),
        case("normal pairs", pearson, 50, FEWER, CORRELATIONS[pearson], known=0.8),
        case("normal pairs", spearman, 50, FEWER, CORRELATIONS[spearman], repetitions=300),
        case("normal pairs", kendall, 50, FEWER, CORRELATIONS[kendall], repetitions=300),
        case("skewed pairs", pearson, 50, FEWER, CORRELATIONS[pearson], known=(np.exp(0.8) - 1) / (np.e - 1)),
        case("a bow tie", pearson, 50, FEWER, CORRELATIONS[pearson], known=0.0),
        case("queries, pixels", mean_reciprocal_rank, 899, repetitions=300),
        case("queries, pixels", mean_average_precision, 899, repetitions=300),
        case("queries, both", mean_average_precision, 100, PAIRED, repetitions=300),
        case("graded queries, pixels", ndcg.given(k=10), 899, repetitions=300),
        case("translations, literal", bleu, 40),
        case("translations, good and negated", bleu, 40, PAIRED),
        case("dictations, pen", corpus_wer, 30),
        case("dictations, both", corpus_wer, 30, PAIRED),
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
        case("films, both", hit_rate.given(k=10), 292, PAIRED),
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
        case("tumours, logistic and stump", accuracy, 150, ALL_TESTS),
        case("tumours, stump", accuracy, 285, FEWER, SHARES),
        case("tumours, stump", accuracy, 142, (), SHARES),
        case("tumours, logistic", macro_f_score, 285),
        case("tumours, stump", macro_f_score, 285),
        case("tumours, logistic and stump", macro_f_score, 285, PAIRED),
        case("tumours, stump scores", average_precision, 285, FEWER, PRECISIONS, **HALF_AS_MANY),
        case("tumours, scores of both", roc_auc, 285, PAIRED, TWO_AREAS, **HALF_AS_MANY),
        case("tumours, logistic", f_score.given(beta=2.0, pos_label="benign", zero_division=0.0), 285),
        case("tumours, logistic and always benign", accuracy, 285, ALL_TESTS),
        case("tumours, stump", of_malignant[f1_score], 285),
        case("tumours, stump", f_score.given(beta=2.0, pos_label="malignant", zero_division=0.0), 285),
        case("messages", accuracy, 1270, FEWER, SHARES),
        case("messages", micro_f_score, 1270),
        case("messages, always neutral", accuracy, 1270, FEWER, SHARES),
        case("walkthrough, verdicts", accuracy, 2000, FEWER, SHARES),
        case("walkthrough", net_benefit.given(threshold=0.1), 2000, **HALF_AS_MANY),
        case("walkthrough", pr_auc, 2000, ["percentile"], **DEAR),
        case("walkthrough", precision_at_recall.given(recall=0.5), 2000, ["percentile"], **DEAR),
        case("walkthrough", roc_auc, 2000, ["percentile"], AREAS, **DEAR),
        case("walkthrough", equal_error_rate, 2000, ["percentile"], **DEAR),
        case(
            "digits, naive Bayes probabilities",
            multiclass_average_precision,
            899,
            ["percentile"],
            repetitions=300,
            n_resamples=200,
        ),
        case(
            "digits, logistic probabilities",
            multiclass_roc_auc.given(method="ovr"),
            899,
            ["percentile"],
            repetitions=300,
            n_resamples=200,
        ),
        case(
            "irises, two features",
            multiclass_roc_auc.given(method="ovo"),
            75,
            ["percentile"],
            repetitions=300,
            n_resamples=200,
        ),
        case("eights, logistic", roc_auc, 832, FEWER, AREAS, **HALF_AS_MANY),
        case("eights, naive Bayes", roc_auc, 832, FEWER, AREAS, **HALF_AS_MANY),
        case("eights, forest", equal_error_rate, 832, ["percentile"], **HALF_AS_MANY),
        case("eights, naive Bayes", equal_error_rate, 832, ["percentile"], **HALF_AS_MANY),
        case("eights, forest and logistic", roc_auc, 832, PAIRED, TWO_AREAS, **DEAR),
        case("eights, forest and logistic", average_precision, 832, PAIRED, **DEAR),
        case("tumours, logistic scores", equal_error_rate, 285, ["percentile", "bca"], **HALF_AS_MANY),
        case("tumours, stump scores", equal_error_rate, 285, ["percentile", "bca"], **HALF_AS_MANY),
        case("diabetes, forest", root_mean_squared_error, 221, FEWER, {"chi2": of_rmse}),
        case("diabetes, default", root_mean_squared_error, 221, FEWER, {"chi2": of_rmse}),
        case("two rectified clouds", frechet_distance_from_samples, 599, TWO, FRECHET, n_resamples=200),
        case("two rectified clouds", frechet_distance_from_samples, 100, TWO, FRECHET, n_resamples=200),
        case("a sure classifier", inception_score, 599),
        case("melodies, crackling", corpus_signal_to_distortion_ratio, 20),
        case("cepstra of melodies, crackling", corpus_mel_cepstral_distortion, 20),
        case("bands of melodies, crackling", frechet_distance_of_clips, 20, [], OF_CLIPS),
        case("bits, wrong one by one", bit_error_rate, 20_000, [], OF_BITS, known=0.01),
        case("bits, wrong one by one", bit_error_rate, 100_000, [], OF_BITS, known=0.01),
        case("bits, wrong in bursts", bit_error_rate, 100_000, [], OF_BITS, known=0.01),
        case("BERTScore of translations, good", np.mean, 40),
        *[
            case(f"{score} of translations, {one} − {other}", np.mean, 40)
            for one, other in PAIRS
            for score in ("BERTScore", "MoverScore")
        ],
        case("diabetes, both", root_mean_squared_error, 221, PAIRED),
        case("diabetes, both", r2, 221, PAIRED),
        case("queries, learned", mean_reciprocal_rank, 899, ["percentile"], **DEAR),
        case("queries, learned", mean_average_precision, 899, ["percentile"], **DEAR),
        case("first tens, pixels", np.mean, 899, ["percentile"], **DEAR),
        case("first tens, learned", np.mean, 899, ["percentile"], **DEAR),
        case("graded queries, learned", ndcg.given(k=10), 899, ["percentile"], **DEAR),
        case("queries, both", mean_reciprocal_rank, 899, ["percentile", "permutation"], **DEAR),
        case("queries, both", mean_average_precision, 899, ["percentile", "permutation"], **DEAR),
        case("queries, both", mean_reciprocal_rank, 100, ["percentile", "permutation"], **DEAR),
        case("graded queries, both", ndcg.given(k=10), 899, ["percentile"], **DEAR),
        *(case(f"translations, {name}", bleu, 40) for name in ("fluent", "short", "repetitive", "negated")),
        case("translations, literal and fluent", bleu, 40, PAIRED),
        case("translations, good and negated, one reference", bleu, 40, PAIRED),
        case("talks, Online-W and DIDI-NLP, ref", counted(corpus_bleu), 529, FEWER),
        case("talks, Online-W and DIDI-NLP, refB", counted(corpus_bleu), 529, FEWER),
    ]
}
