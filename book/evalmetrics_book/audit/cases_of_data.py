"""What is audited in the data of the book, of which its chapters print intervals like these."""

import numpy as np

from evalmetrics.agreement import cohen_kappa
from evalmetrics.averaging import f_of_macro_averages, macro_f_score, micro_f_score, weighted_f_score
from evalmetrics.bleu import corpus_bleu
from evalmetrics.choosing_a_metric import expected_cost
from evalmetrics.cider_scores import cider_d
from evalmetrics.confusion import accuracy
from evalmetrics.correlation import kendall, pearson, spearman
from evalmetrics.detection import (
    coco_mean_average_precision,
    detection_average_precision,
    detection_f_score,
    froc_score,
)
from evalmetrics.meteor_scores import corpus_meteor
from evalmetrics.precision_recall import f1_score, f_score, precision, recall
from evalmetrics.precision_recall_curves import (
    average_precision,
    multiclass_average_precision,
    net_benefit,
    pr_auc,
    precision_at_recall,
)
from evalmetrics.probabilities import brier_score, expected_calibration_error, log_loss
from evalmetrics.ranking import mean_average_precision, mean_reciprocal_rank, ndcg
from evalmetrics.recommendation import average_reciprocal_hit_rate, hit_rate, mean_percentile_rank
from evalmetrics.regression import mean_absolute_error, r2, root_mean_squared_error
from evalmetrics.roc_curves import equal_error_rate, multiclass_roc_auc, roc_auc
from evalmetrics.rouge import corpus_rouge_n
from evalmetrics.word_error_rate import corpus_wer

from ..judgements import counted
from .case import (
    ALL_TESTS,
    DEAR,
    FEWER,
    HALF_AS_MANY,
    PAIRED,
    RESAMPLED,
    bleu,
    case,
    half,
    of_malignant,
)
from .formulas import (
    AREAS,
    CORRELATIONS,
    OF_JACCARD,
    POISSON,
    PRECISIONS,
    RANKED_POISSON,
    RUNS,
    SHARES,
    TWO_AREAS,
    f_of_means_less_mean_of_f,
    interval_alpha,
    median_of_all,
    of_rmse,
    of_those,
)
from .populations import PAIRS

OF_DATA = [
    case("letters, careful", accuracy, 100, ["percentile"], SHARES),
    case("tumours, logistic", accuracy, 285, RESAMPLED, SHARES),
    case("pages, forest", half, 60, RESAMPLED, **DEAR),
    case("pages, logistic", half, 60, RESAMPLED, **DEAR),
    case("pages, forest and logistic", half, 60, (*RESAMPLED, "permutation"), **DEAR),
    case("pages, logistic", coco_mean_average_precision, 60, RESAMPLED, **DEAR),
    case("queries, pixels", mean_average_precision, 100),
    case("graded queries, pixels", ndcg.given(k=10), 100),
    case("translations, good", bleu, 40, RESAMPLED),
    case("translations, good", bleu, 10, RESAMPLED),
    case("tumours, logistic", of_malignant[f1_score], 285),
    case("tumours, logistic", f1_score.given(pos_label="malignant"), 285, (), OF_JACCARD),
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
    case("diabetes, linear", r2, 221, FEWER, POISSON),
    case("diabetes, both", mean_absolute_error, 221, PAIRED),
    case("queries, pixels", mean_reciprocal_rank, 899, repetitions=300),
    case("queries, pixels", mean_average_precision, 899, repetitions=300),
    case("queries, both", mean_average_precision, 100, PAIRED, repetitions=300),
    case("graded queries, pixels", ndcg.given(k=10), 899, repetitions=300),
    case("translations, literal", bleu, 40),
    case("translations, good and negated", bleu, 40, PAIRED),
    case("dictations, pen", corpus_wer, 30),
    case("dictations, both", corpus_wer, 30, PAIRED),
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
    *(
        case(f"pages, {name}", score, 60, ["percentile", "quarter"], **DEAR)
        for name, score in [
            ("forest from 0.5", half),
            ("forest", coco_mean_average_precision.given(iou_thresholds=[0.75])),
            ("forest, windows", half),
            ("forest, windows", coco_mean_average_precision.given(iou_thresholds=[0.75])),
            ("forest, windows", coco_mean_average_precision),
            ("a person", coco_mean_average_precision),
            ("forest, any digit", detection_f_score.given(score_threshold=0.2)),
            ("forest, any digit", froc_score),
            ("logistic, any digit", froc_score),
        ]
    ),
    *(case(f"pages, {name}, best fits", median_of_all, 60, **DEAR) for name in ("forest", "forest, windows")),
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
    case("patients of a middling machine", expected_cost.given(false_alarm=1, miss=20, pos_label="ill"), 1180),
    case("walkthrough, verdicts", accuracy, 2000, FEWER, SHARES),
    case("walkthrough", net_benefit.given(threshold=0.1), 2000, **HALF_AS_MANY),
    case("walkthrough", pr_auc, 2000, ["percentile"], **DEAR),
    case("walkthrough", precision_at_recall.given(recall=0.5), 2000, ["percentile"], **DEAR),
    case("walkthrough", roc_auc, 2000, ["percentile"], AREAS | RANKED_POISSON, **DEAR),
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
    *(case(f"tumours, {copy}", loss, 285) for copy in ("timid", "bold") for loss in (log_loss, brier_score)),
    case("digits, naive Bayes probabilities", brier_score.given(labels=range(10)), 899, ["percentile"], **DEAR),
    *(
        case(f"digits, {model} probabilities", loss.given(labels=range(10)), 899, ["percentile"], **DEAR)
        for model in ("recalibrated", "logistic")
        for loss in (log_loss, brier_score)
    ),
    case(
        "digits, recalibrated and logistic probabilities",
        log_loss.given(labels=range(10)),
        899,
        ["percentile"],
        **DEAR,
    ),
    *(case("diabetes, linear", r, 221, [], CORRELATIONS[r]) for r in (pearson, spearman, kendall)),
    *(case("diabetes, both", r, 221, ["percentile"], **DEAR) for r in (pearson, spearman, kendall)),
    *(case("digits, naive Bayes", f, 899, **HALF_AS_MANY) for f in (macro_f_score, f_of_macro_averages)),
    case("digits, naive Bayes", f_of_means_less_mean_of_f, 899, ["percentile"], repetitions=300, n_resamples=200),
]
