"""Per-class scores: printed values, scikit-learn and scipy, properties, bad input."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.spatial import distance
from sklearn import metrics

import evalmetrics
from evalmetrics import (
    balanced_accuracy,
    confusion_matrix,
    dice,
    example_matrix,
    f1_score,
    f_from_counts,
    f_score,
    false_negative_rate,
    false_positive_rate,
    likelihood_ratios,
    matthews_correlation,
    negative_predictive_value,
    precision,
    recall,
    specificity,
)

from .printed import matrix, rounds_to, rows
from .strategies import ALPHABETS, betas, matrices, random_pairs

EX1 = example_matrix("ex1")
PATIENTS = example_matrix("patients")
PRINTED = """
000-005          precision    ex1     pos         0.43
000-006          precision    ex1     neg         0.12
000-007          precision    ex1     neutral     0.90
000-008,003-003  precision    ex1     pos         0.428571
000-009,003-004  precision    ex1     neg         0.120000
000-010,003-005  precision    ex1     neutral     0.900901
000-011,003-006  precision    ex2     pos         NaN
000-012,003-007  precision    ex2     neg         NaN
000-013,003-008  precision    ex2     neutral     0.874016
000-014,003-009  precision    ex3     pos         1.000000
000-015,003-010  precision    ex3     neg         1.000000
000-016,003-011  precision    ex3     neutral     0.882353
000-018          recall       ex1     pos         0.12
000-019          recall       ex1     neg         0.43
000-020          recall       ex1     neutral     0.90
000-021,003-012  recall       ex1     pos         0.120000
000-022,003-013  recall       ex1     neg         0.428571
000-023,003-014  recall       ex1     neutral     0.900901
000-024,003-015  recall       ex3     pos         0.008
000-025,003-016  recall       ex3     neg         0.040
000-026,003-017  recall       ex3     neutral     1.000
000-027          precision    ex3     pos         1.00
000-028          precision    ex3     neg         1.00
000-029          precision    ex3     neutral     0.88
000-030,003-018  f1_score     ex1     pos         0.187500
000-031,003-019  f1_score     ex1     neg         0.187500
000-032,003-020  f1_score     ex1     neutral     0.900901
000-033,003-021  f1_score     ex2     pos         NaN
000-034,003-022  f1_score     ex2     neg         NaN
000-035,003-023  f1_score     ex2     neutral     0.932773
000-036,003-024  f1_score     ex3     pos         0.015873
000-037,003-025  f1_score     ex3     neg         0.076923
000-038,003-026  f1_score     ex3     neutral     0.937500
000-041          f1_score     ex1     neutral     0.90
000-044          f1_score     ex4     neutral     0.999
000-060          f1_score     left    A           0.21
000-062          f1_score     left    B           0.48
000-064          f1_score     right   A           0.21
000-066          f1_score     right   B           0.90
004-008          recall       M1      pneumonia   0/1
004-009          recall       M2      pneumonia   1/1
004-010          recall       M3      pneumonia   1/1
004-011          precision    M1      pneumonia   NaN
004-012          precision    M2      pneumonia   1/3
004-013          precision    M3      pneumonia   1/6
004-015          f1_score     M2      pneumonia   1/2
004-016          f1_score     M3      pneumonia   2/7
004-017          precision    search  relevant    0.75
004-018          recall       search  relevant    0.43
004-019          f1_score     search  relevant    0.55
004-022          precision    patients disease    0.625
004-023,004-024  recall       patients disease    0.56
004-025          specificity  patients disease    0.73
004-043          precision    walkthrough 0       0.96
004-044          recall       walkthrough 0       0.99
004-045          f1_score     walkthrough 0       0.98
004-046          precision    walkthrough 1       0.73
004-047          recall       walkthrough 1       0.41
004-048          f1_score     walkthrough 1       0.53
E-01             recall       ex3_corrected neg     0.028571
E-01             f1_score     ex3_corrected neg     0.055556
E-01,000-017     precision    ex3_corrected neutral 0.875394
E-13             specificity  patients disease    0.727273
E-14             negative_predictive_value patients disease 0.666667
E-21             f1_score     patients disease    0.588235
E-21             f1_score     patients no_disease 0.695652
"""


@pytest.mark.parametrize(("score", "name", "cat", "printed"), rows(PRINTED))
def test_printed_values_recompute(score, name, cat, printed):
    assert rounds_to(getattr(evalmetrics, score)(matrix(name))[cat.replace("_", " ")], printed)


@pytest.mark.parametrize(
    ("name", "cat", "printed"),
    [
        pytest.param("left", "A", "0.90", id="000-061 left A"),
        pytest.param("left", "B", "0.83", id="000-063 left B"),
        pytest.param("right", "A", "3.6", id="000-065 right A"),
        pytest.param("right", "B", "2.08", id="000-067 right B"),
    ],
)
def test_what_the_document_calls_roc_is_the_positive_likelihood_ratio(name, cat, printed):
    """E-27: recall over false positive rate, in [0, inf], is a property of one matrix and no curve."""
    assert rounds_to(likelihood_ratios(matrix(name)).loc[cat, "positive"], printed)


@pytest.mark.parametrize(
    ("name", "cat"),
    [
        pytest.param("ex1", "pos", id="000-039 ex1 pos"),
        pytest.param("ex1", "neg", id="000-040 ex1 neg"),
        pytest.param("ex4", "pos", id="000-042 ex4 pos"),
        pytest.param("ex4", "neg", id="000-043 ex4 neg"),
    ],
)
def test_printed_0_187_is_cut_off_and_not_rounded(name, cat):
    """E-02: the value is 30/160 = 0.1875 exactly, which rounds to 0.188."""
    value = f1_score(matrix(name))[cat]
    assert value == 0.1875
    assert f"{value:.3f}" == "0.188"


def test_printed_f_of_m1_is_the_count_form():
    """004-014, E-07: 0 is printed; the page's own 2 P R / (P + R) is undefined there, because P is 0/0."""
    assert np.isnan(f1_score(matrix("M1"))["pneumonia"])
    assert f1_score(matrix("M1"), zero_division=0.0)["pneumonia"] == 0


CLAIMS = {
    "000-017 neutral precision drops little from ex1 to ex3": lambda: (
        0 < precision(EX1)["neutral"] - precision(matrix("ex3"))["neutral"] < 0.02
    ),
    "000-045 dice is F1": lambda: (
        dice([1] * 125 + [0] * 1145, [1] * 15 + [0] * 110 + [1] * 20 + [0] * 1125) == f1_score(EX1)["pos"]
    ),
    "000-068 false positive rate of A is 1 - recall of B": lambda: (
        false_positive_rate(matrix("left"))["A"] == pytest.approx(1 - recall(matrix("left"))["B"])
    ),
    "004-020 0.55 lies between 0.75 and 0.43": lambda: (
        recall(matrix("search")).iloc[0] < f1_score(matrix("search")).iloc[0] < precision(matrix("search")).iloc[0]
    ),
    "004-020 E-16 the arithmetic mean would be 0.589286": lambda: rounds_to(
        (precision(matrix("search")) + recall(matrix("search"))).iloc[0] / 2, "0.589286"
    ),
}


@pytest.mark.parametrize("claim", CLAIMS.values(), ids=CLAIMS)
def test_claims_of_the_documents_hold(claim):
    assert claim()


def two_by_two(tp, fn, fp, tn):
    return pd.DataFrame([[tp, fn], [fp, tn]], ["yes", "no"], ["yes", "no"])


def test_f_is_undefined_in_the_ratio_form_where_precision_and_recall_are_0():
    """E-07: the documents bound F by [0, 1] and mention only the 0/0 of precision."""
    cm = two_by_two(0, 1, 1, 5)
    assert precision(cm)["yes"] == recall(cm)["yes"] == 0
    assert np.isnan(f1_score(cm)["yes"])
    assert f1_score(cm, zero_division=0.0)["yes"] == f1_score(cm, zero_division=1.0)["yes"] == 0


def test_precision_is_made_of_counts_and_not_of_rates():
    """E-12: with rates in place of counts it would be 0.670732."""
    r, fpr = recall(PATIENTS)["disease"], false_positive_rate(PATIENTS)["disease"]
    assert rounds_to(r / (r + fpr), "0.670732")
    assert precision(PATIENTS)["disease"] == 0.625


def test_specificity_with_false_positives_for_true_negatives_would_be_a_half():
    """E-13: the document describes true negatives as false positives."""
    fp = PATIENTS.loc["no disease", "disease"]
    assert fp / (fp + fp) == 0.5 != specificity(PATIENTS)["disease"]


def test_precision_notices_false_positives():
    """E-15: precision-recall curves are not about correct predictions only."""
    assert [precision(two_by_two(5, 4, fp, 8))["yes"] for fp in (3, 0)] == [0.625, 1.0]


def test_a_perfect_balance_can_score_low():
    """E-17: precision = recall = 0.1 gives F1 = 0.1."""
    assert f1_score(two_by_two(1, 9, 9, 1))["yes"] == pytest.approx(0.1)


@pytest.mark.parametrize(("beta", "value"), [(0.5, "0.609756"), (1.0, "0.588235"), (2.0, "0.568182")])
def test_beta_above_1_leans_to_recall(beta, value):
    """E-18: precision 0.625 is above recall 0.5556, so F falls as beta grows."""
    assert rounds_to(f_score(PATIENTS, beta)["disease"], value)


def test_a_transposed_table_exchanges_precision_and_recall():
    """E-19: document 004 prints the 20 patients with the test in the rows."""
    printed = pd.DataFrame([[5, 3], [4, 8]], ["disease", "no disease"], ["disease", "no disease"])
    assert rounds_to(precision(printed)["disease"], "0.555556")
    assert recall(printed)["disease"] == 0.625


def test_precision_and_recall_can_rise_together():
    """E-20: labels in the order of their scores are 0, 1, 1."""
    cms = [confusion_matrix([0, 1, 1], predicted) for predicted in ([1, 0, 0], [1, 1, 0], [1, 1, 1])]
    assert [precision(cm)[1] for cm in cms] == pytest.approx([0, 1 / 2, 2 / 3])
    assert [recall(cm)[1] for cm in cms] == [0, 1 / 2, 1]


SIMPLE = {  # per-class scores as scikit-learn has them for one class against the rest: inverted for the other side
    "specificity": lambda true, pred, **how: metrics.recall_score(~true, ~pred, **how),
    "negative_predictive_value": lambda true, pred, **how: metrics.precision_score(~true, ~pred, **how),
    "false_positive_rate": lambda true, pred, **how: 1 - metrics.recall_score(~true, ~pred, **how),
    "false_negative_rate": lambda true, pred, **how: 1 - metrics.recall_score(true, pred, **how),
}
MANY = pytest.mark.parametrize(("kind", "weighted"), [(kind, weighted) for kind in ALPHABETS for weighted in (0, 1)])


@pytest.mark.parametrize("zero_division", [0.0, 1.0, np.nan])
@MANY
def test_precision_recall_and_f_agree_with_scikit_learn(kind, weighted, zero_division):
    """By convention our F at zero_division=nan is the ratio form, nan without true positives where theirs is 0."""
    for seed, (y_true, y_pred, weight) in enumerate(random_pairs(kind, count=50, weighted=weighted)):
        cm = confusion_matrix(y_true, y_pred, sample_weight=weight)
        beta = [0.5, 1.0, 2.0][seed % 3]
        how = {"labels": cm.index, "sample_weight": weight, "zero_division": zero_division}
        p, r, f, _ = metrics.precision_recall_fscore_support(y_true, y_pred, beta=beta, **how)
        if np.isnan(zero_division):
            f = np.where(np.diag(cm) == 0, np.nan, f)
        np.testing.assert_allclose(precision(cm, zero_division=zero_division), p)
        np.testing.assert_allclose(recall(cm, zero_division=zero_division), r)
        np.testing.assert_allclose(f_score(cm, beta, zero_division=zero_division), f)


@pytest.mark.parametrize("score", SIMPLE)
@MANY
def test_rates_agree_with_scikit_learn(kind, weighted, score):
    for y_true, y_pred, weight in random_pairs(kind, count=10, weighted=weighted):
        ours = getattr(evalmetrics, score)(confusion_matrix(y_true, y_pred, sample_weight=weight))
        theirs = [
            SIMPLE[score](y_true == cat, y_pred == cat, sample_weight=weight, zero_division=np.nan, pos_label=True)
            for cat in ours.index
        ]
        np.testing.assert_allclose(ours, theirs, atol=1e-12)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.UndefinedMetricWarning", "ignore:invalid value:RuntimeWarning")
@MANY
def test_likelihood_ratios_agree_with_scikit_learn_where_it_defines_them(kind, weighted):
    """Scikit-learn says nan where something is divided by 0; there we say inf."""
    for y_true, y_pred, weight in random_pairs(kind, count=30, weighted=weighted):
        ours = likelihood_ratios(confusion_matrix(y_true, y_pred, sample_weight=weight))
        theirs = np.array(
            [
                metrics.class_likelihood_ratios(
                    y_true == cat,
                    y_pred == cat,
                    labels=[False, True],
                    sample_weight=weight,
                    replace_undefined_by=np.nan,
                )
                for cat in ours.index
            ]
        )
        undefined = np.isnan(theirs)
        assert (np.isnan(ours) | np.isinf(ours)).to_numpy()[undefined].all()
        np.testing.assert_allclose(ours.to_numpy()[~undefined], theirs[~undefined])


@pytest.mark.filterwarnings("ignore:y_pred contains classes not in y_true", "ignore:A single label")
@MANY
def test_scores_of_the_whole_matrix_agree_with_scikit_learn(kind, weighted):
    """Balanced accuracy in scikit-learn skips classes that are never observed; ours is nan there."""
    for y_true, y_pred, weight in random_pairs(kind, count=60, weighted=weighted):
        cm = confusion_matrix(y_true, y_pred, sample_weight=weight)
        theirs = metrics.matthews_corrcoef(y_true, y_pred, sample_weight=weight)
        assert matthews_correlation(cm, zero_division=0.0) == pytest.approx(theirs, abs=1e-12)
        if (cm.sum(axis=1) > 0).all():
            theirs = metrics.balanced_accuracy_score(y_true, y_pred, sample_weight=weight)
            assert balanced_accuracy(cm) == pytest.approx(theirs)
        else:
            assert np.isnan(balanced_accuracy(cm))


def test_dice_agrees_with_scipy_and_scikit_learn():
    for y_true, y_pred, _ in random_pairs("booleans", count=300, weighted=False):
        assert dice(y_true, y_pred, zero_division=1.0) == metrics.f1_score(y_true, y_pred, zero_division=1.0)
        if (y_true | y_pred).any():
            assert dice(y_true, y_pred) == pytest.approx(1 - distance.dice(y_true, y_pred))
            assert dice(y_true.astype(int), y_pred) == dice(y_pred.tolist(), y_true) == dice(y_true, y_pred)
        else:
            assert np.isnan(dice(y_true, y_pred))


@given(matrices(), betas)
def test_f_is_the_weighted_harmonic_mean_of_precision_and_recall(cm, beta):
    p, r, f = precision(cm), recall(cm), f_score(cm, beta)
    defined = np.diag(cm) > 0
    mean = (1 + beta**2) / (1 / p[defined] + beta**2 / r[defined])
    np.testing.assert_allclose(f[defined], mean)
    assert f[~defined].isna().all()


@given(matrices(), betas)
def test_f_lies_between_precision_and_recall(cm, beta):
    p, r, f = precision(cm), recall(cm), f_score(cm, beta).dropna()
    assert (f >= np.minimum(p, r)[f.index] - 1e-12).all()
    assert (f <= np.maximum(p, r)[f.index] + 1e-12).all()


@given(matrices(), betas, betas)
def test_f_moves_towards_recall_as_beta_grows(cm, one, other):
    smaller, larger = sorted([one, other])
    gain = f_score(cm, larger) - f_score(cm, smaller)
    assert (gain * np.sign(recall(cm) - precision(cm))).fillna(0).ge(-1e-12).all()


@given(matrices(), betas)
def test_exchanging_truth_and_prediction_exchanges_precision_and_recall(cm, beta):
    pd.testing.assert_series_equal(precision(cm.T), recall(cm))
    pd.testing.assert_series_equal(f_score(cm.T, 1 / beta), f_score(cm, beta))
    assert matthews_correlation(cm.T) == pytest.approx(matthews_correlation(cm), nan_ok=True)


@given(matrices())
def test_rates_of_one_side_add_up_to_1(cm):
    np.testing.assert_allclose((recall(cm) + false_negative_rate(cm)).dropna(), 1)
    np.testing.assert_allclose((specificity(cm) + false_positive_rate(cm)).dropna(), 1)


@given(matrices(min_classes=2, max_classes=2))
def test_with_two_classes_each_is_the_other_s_negative(cm):
    def turned_around(scores):
        return scores.to_numpy()[::-1]

    np.testing.assert_allclose(specificity(cm), turned_around(recall(cm)))
    np.testing.assert_allclose(negative_predictive_value(cm), turned_around(precision(cm)))


@given(matrices(least=1))
def test_likelihood_ratios_are_ratios_of_rates(cm):
    ratios = likelihood_ratios(cm)
    assume(len(cm) > 1)
    np.testing.assert_allclose(ratios["positive"], recall(cm) / false_positive_rate(cm))
    np.testing.assert_allclose(ratios["negative"], false_negative_rate(cm) / specificity(cm))


RATIOS = [
    precision,
    recall,
    specificity,
    negative_predictive_value,
    false_positive_rate,
    false_negative_rate,
    likelihood_ratios,
    matthews_correlation,
]


@pytest.mark.parametrize("score", RATIOS, ids=lambda score: score.__name__)
@given(cm=matrices(), value=st.sampled_from([0.0, 1.0, 0.5, -1.0]))
def test_zero_division_stands_where_a_score_is_undefined_and_nowhere_else(score, cm, value):
    plain, replaced = np.asarray(score(cm)), np.asarray(score(cm, zero_division=value))
    np.testing.assert_array_equal(np.where(np.isnan(plain), value, plain), replaced)


@given(matrices(), betas)
def test_any_zero_division_but_nan_asks_for_the_count_form(cm, beta):
    seen = (cm.sum(axis=0) + cm.sum(axis=1)) > 0
    ratio_form, count_form = f_score(cm, beta), f_score(cm, beta, zero_division=0.25)
    expected = ratio_form.where(ratio_form.notna(), seen.map({True: 0.0, False: 0.25}))
    pd.testing.assert_series_equal(count_form, expected)


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1))
def test_dice_is_f1_of_the_members(items):
    a, b = map(list, zip(*items, strict=True))
    ours = f1_score(confusion_matrix(a, b, labels=[False, True]), zero_division=0.5)[True]
    assert dice(a, b, zero_division=0.5) == pytest.approx(ours)


@given(matrices(min_classes=2, least=1))
def test_a_constant_answer_has_balanced_accuracy_one_in_k_and_undefined_matthews_correlation(cm):
    constant = cm * 0
    constant.iloc[:, 0] = cm.sum(axis=1)
    assert balanced_accuracy(constant) == pytest.approx(1 / len(cm))
    assert np.isnan(matthews_correlation(constant))


def test_minus_1_takes_two_observed_classes_however_many_there_are():
    exchanged = [[0, 5, 0], [5, 0, 0], [0, 0, 0]]
    assert matthews_correlation(pd.DataFrame(exchanged)) == -1
    assert matthews_correlation(pd.DataFrame([[0, 5, 0], [0, 0, 5], [5, 0, 0]])) == pytest.approx(-0.5)


def test_counts_may_be_added_up_before_f_is_taken():
    assert f_from_counts(tp=3, fn=4, fp=1) == pytest.approx(6 / 11)
    np.testing.assert_allclose(f_from_counts(np.array([3, 0]), np.array([4, 1]), np.array([1, 0])), [6 / 11, np.nan])
    assert f_from_counts(0, 0, 0, zero_division=1.0) == 1


def test_f1_is_f_with_beta_1_and_beta_may_follow_by_position():
    pd.testing.assert_series_equal(f1_score(EX1), f_score(EX1))
    pd.testing.assert_series_equal(f_score(EX1, 2), f_score(EX1, beta=2.0))


BAD_DICE = {
    "lengths": (([0, 1], [1]), ValueError, "y_true and y_pred must have the same length"),
    "empty": (([], []), ValueError, "y_true is empty"),
    "three values": (([0, 2], [1, 1]), ValueError, r"y_true and y_pred must hold only 0 and 1.* got \[0, 1, 2\]"),
    "text": ((["0"], ["1"]), ValueError, "y_true and y_pred must hold only 0 and 1"),
    "scores": (([0, 1], [0.2, 0.7]), ValueError, "y_pred holds fractions"),
    "2-d": (([[0, 1]], [[0, 1]]), ValueError, "y_true must be 1-d"),
}


@pytest.mark.parametrize(("samples", "error", "message"), BAD_DICE.values(), ids=BAD_DICE)
def test_bad_members_are_named(samples, error, message):
    with pytest.raises(error, match=message):
        dice(*samples)
