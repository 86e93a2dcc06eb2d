"""Metrics are found by the names that other libraries have for them, and by what people type."""

import pytest

from evalmetrics import find_metrics
from evalmetrics.cards import all_cards
from evalmetrics.cards.search import NOT_HERE, elsewhere

# Names of scikit-learn, torchmetrics and ranx that no card has, however its words are parted; those are tried below.
INDEXES = """
accuracy_score > accuracy
d2_absolute_error_score > not here
explained_variance_score > explained_variance
f1_score > f_score
F1 > f_score
F₁ > f_score
neg_mean_squared_error > mean_squared_error
rbp.95 > rank_biased_precision
Sensitivität > recall
Wortfehlerrate > wer
wasserstien > wasserstein_distance
purity > not here
KS > not here
fowlkes_mallows_score > not here
label_ranking_average_precision_score > not here
BinaryAUROC > roc_auc
F-Beta Score > f_score
SpecificityAtSensitivity > fpr_at_recall
Perceptual Evaluation of Speech Quality (PESQ) > not here
Scale-Invariant Signal-to-Distortion Ratio (SI-SDR) > scale_invariant_sdr
Signal-to-Noise Ratio (SNR) > signal_to_distortion_ratio
Complete Intersection Over Union (cIoU) > not here
Intersection Over Union (IoU) > iou
Frechet Inception Distance (FID) > frechet_distance
Symmetric Mean Absolute Percentage Error (SMAPE) > symmetric_mean_absolute_percentage_error
hits@10 > hit_at_k
hit_rate@10 > hit_rate
f1@10 > mean_f_at_k
MulticlassAUROC > multiclass_roc_auc
Critical Success Index (CSI) > iou
Perceptual Path Length (PPL) > not here
precision_macro > precision
P_10 > precision_at_k
ndcg_cut_10 > ndcg
TPR@FPR=0.01 > recall_at_fpr
sensitivity at 95% specificity > recall_at_fpr
mAP@.5 > coco_mean_average_precision
pass^8 > pass_hat_k
hit rate > hit_rate
type 2 error > false_negative_rate
percentage correct > accuracy
inter-rater reliability > cohen_kappa
gini > roc_auc
lift > not here
mean square error > mean_squared_error
F-Maß > f_score
aire sous la courbe > roc_auc
error cuadrático medio > mean_squared_error
selection_rate_difference > by_group
McNemar > mcnemar_test
brier decomposition > brier_decomposition
toxicity > not here
confusion mtx > confusion_matrix
"""
SOUGHT = [tuple(line.split(" > ")) for line in INDEXES.strip().splitlines()]


def test_names_of_scikit_learn_torchmetrics_and_ranx_find_the_metric_first():
    missed = {name: find_metrics(name).index[:1].to_list() for name, _ in SOUGHT}
    missed = {name: missed[name] for name, wanted in SOUGHT if missed[name] != [wanted]}
    assert missed == {}


@pytest.mark.parametrize("name", ["demographic_parity_difference", "equal opportunity", "equalized odds", "fairness"])
def test_gaps_between_groups_lead_to_scores_by_group(name):
    assert find_metrics(name).index[0] == "by_group"


@pytest.mark.parametrize("name", all_cards())
def test_each_metric_is_found_first_by_its_function_and_by_its_name_or_a_namesake(name):
    assert find_metrics(name).index[0] == name
    own = all_cards()[name]
    for called in (own.name, *own.other_names, *own.sought_as):
        first = all_cards()[find_metrics(called).index[0]]
        assert first is own or called.lower() in {
            each.lower() for each in (first.name, first.symbol, *first.other_names, *first.sought_as)
        }


def test_whole_names_come_before_words_and_beginnings_before_insides():
    assert find_metrics("cer").index[0] == "cer"
    assert find_metrics("MAP").index[0] == "mean_average_precision"
    assert find_metrics("mAP").index[0] == "coco_mean_average_precision"
    for words in ("CER", "WER"):
        assert len(find_metrics(words)) < 20
    found = find_metrics("kappa").index.to_list()
    assert found[:2] == ["cohen_kappa", "fleiss_kappa"]
    assert "squared_log" not in found
    assert find_metrics("ibration").index[0] == "expected_calibration_error"


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("precisoin", "precision"),
        ("mathews correlation", "matthews_correlation"),
        ("spearmann", "spearman"),
        ("specifity", "specificity"),
        ("word eror rate", "wer"),
        ("kripendorff", "krippendorff_alpha"),
        ("brier scroe", "brier_score"),
        ("top-5 accuracy", "hit_at_k"),
        ("quadratic weighted kappa", "cohen_kappa"),
        ("reliability diagram", "calibration_curve"),
        ("Popovic", "corpus_chrf"),
    ],
)
def test_slips_of_typing_and_other_spellings_are_forgiven(typed, wanted):
    assert find_metrics(typed).index[0] == wanted


def test_a_short_word_has_no_slips():
    assert len(find_metrics("wre")) == 0


@pytest.mark.parametrize("words", [name for each in elsewhere() for name in (each.name, *each.other_names)])
def test_what_has_no_card_is_answered_with_where_to_go(words):
    assert find_metrics(words).index[0] not in all_cards()


def test_where_to_go_is_a_public_name_or_another_library():
    import evalmetrics

    names = [name.lower() for each in elsewhere() for name in (each.name, *each.other_names)]
    assert len(set(names)) == len(names)
    for each in elsewhere():
        assert each.row == NOT_HERE or each.row in dir(evalmetrics)
        assert each.go_to in each.said
