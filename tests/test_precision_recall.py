"""Per-class scores: scikit-learn and scipy, properties, bad input. `test_errata.py` has the printed values."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from scipy.spatial import distance
from sklearn import metrics

from evalmetrics import (
    accuracy,
    balanced_accuracy,
    confusion_matrix,
    dice,
    f1_score,
    f_from_counts,
    f_score,
    false_negative_rate,
    false_positive_rate,
    likelihood_ratios,
    matthews_correlation,
    negative_predictive_value,
    precision,
    predictive_values,
    recall,
    specificity,
)

from .strategies import ALPHABETS, betas, matrices, random_pairs

MANY = pytest.mark.parametrize(("kind", "weighted"), [(kind, weighted) for kind in ALPHABETS for weighted in (0, 1)])


def test_the_first_line_that_everybody_types_works():
    y_true, y_pred = ["spam", "spam", "mail", "mail"], ["spam", "mail", "mail", "mail"]
    assert accuracy(y_true, y_pred) == 0.75
    assert f1_score(y_true, y_pred).to_dict() == {"mail": 0.8, "spam": pytest.approx(2 / 3)}
    assert f1_score(y_true, y_pred, pos_label="spam") == pytest.approx(2 / 3)
    np.testing.assert_array_equal(precision([0, 1, 1], [0, 1, 1], labels=[1, 0, 2]), [1, 1, np.nan])


@pytest.mark.parametrize("zero_division", [0.0, 1.0, np.nan])
@MANY
def test_precision_recall_and_f_agree_with_scikit_learn(kind, weighted, zero_division):
    """By convention our F at zero_division=nan is the ratio form, nan without true positives where theirs is 0."""
    for seed, (y_true, y_pred, weight) in enumerate(random_pairs(kind, count=12, weighted=weighted)):
        cm = confusion_matrix(y_true, y_pred, sample_weight=weight)
        beta = [0.5, 1.0, 2.0][seed % 3]
        how = {"labels": cm.index, "sample_weight": weight, "zero_division": zero_division}
        p, r, f, _ = metrics.precision_recall_fscore_support(y_true, y_pred, beta=beta, **how)
        if np.isnan(zero_division):
            f = np.where(np.diag(cm) == 0, np.nan, f)
        np.testing.assert_allclose(precision(cm, zero_division=zero_division), p)
        np.testing.assert_allclose(recall(cm, zero_division=zero_division), r)
        np.testing.assert_allclose(f_score(cm, beta, zero_division=zero_division), f)
        if beta == 1:
            np.testing.assert_allclose(f1_score(cm, zero_division=zero_division), f)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.UndefinedMetricWarning", "ignore:invalid value:RuntimeWarning")
@MANY
def test_rates_and_their_ratios_agree_with_scikit_learn(kind, weighted):
    """Theirs of the other side are of exchanged labels. Ratios of something over 0 are inf, where theirs are nan."""
    for y_true, y_pred, weight in random_pairs(kind, count=6, weighted=weighted):
        cm = confusion_matrix(y_true, y_pred, sample_weight=weight)
        for cat in cm:
            true, pred = y_true == cat, y_pred == cat
            how = {"sample_weight": weight, "zero_division": np.nan, "pos_label": True}
            sensitivity, other = metrics.recall_score(true, pred, **how), metrics.recall_score(~true, ~pred, **how)
            theirs = [other, metrics.precision_score(~true, ~pred, **how), 1 - other, 1 - sensitivity]
            rates = (specificity, negative_predictive_value, false_positive_rate, false_negative_rate)
            np.testing.assert_allclose([rate(cm)[cat] for rate in rates], theirs, atol=1e-12)
            how = {"sample_weight": weight, "labels": [False, True], "replace_undefined_by": np.nan}
            theirs, ours = metrics.class_likelihood_ratios(true, pred, **how), likelihood_ratios(cm).loc[cat].to_numpy()
            np.testing.assert_allclose(np.where(np.isinf(ours), np.nan, ours), theirs)


@pytest.mark.filterwarnings("ignore:y_pred contains classes not in y_true", "ignore:A single label")
@MANY
def test_scores_of_the_whole_matrix_agree_with_scikit_learn(kind, weighted):
    """Balanced accuracy in scikit-learn skips classes that are never observed; ours is nan there."""
    for y_true, y_pred, weight in random_pairs(kind, count=20, weighted=weighted):
        cm = confusion_matrix(y_true, y_pred, sample_weight=weight)
        theirs = metrics.matthews_corrcoef(y_true, y_pred, sample_weight=weight)
        assert matthews_correlation(cm, zero_division=0.0) == pytest.approx(theirs, abs=1e-12)
        theirs = metrics.balanced_accuracy_score(y_true, y_pred, sample_weight=weight)
        assert balanced_accuracy(cm) == pytest.approx(theirs if (cm.sum(axis=1) > 0).all() else np.nan, nan_ok=True)


def test_dice_agrees_with_scipy_and_is_f1_of_the_members():
    for y_true, y_pred, _ in random_pairs("booleans", count=100, weighted=False):
        f = f1_score(confusion_matrix(y_true, y_pred, labels=[False, True]), zero_division=0.5)[True]
        assert dice(y_true, y_pred, zero_division=0.5) == pytest.approx(f)
        if (y_true | y_pred).any():
            assert dice(y_true, y_pred) == pytest.approx(1 - distance.dice(y_true, y_pred))
            assert dice(y_true.astype(int), y_pred) == dice(y_pred.tolist(), y_true) == dice(y_true, y_pred)


@given(matrices(), betas)
def test_any_zero_division_but_nan_asks_for_the_count_form(cm, beta):
    seen = (cm.sum(axis=0) + cm.sum(axis=1)) > 0
    ratio_form, count_form = f_score(cm, beta), f_score(cm, beta, zero_division=0.25)
    pd.testing.assert_series_equal(count_form, ratio_form.where(ratio_form.notna(), seen.map({True: 0.0, False: 0.25})))


def test_counts_of_any_kind_of_number_may_be_added_up_before_f_is_taken():
    assert f_from_counts(tp=3, fn=4, fp=1) == pytest.approx(6 / 11)
    assert f_from_counts(3, 4, 1) == f_from_counts(np.float32(3), np.int8(4), 1)
    np.testing.assert_allclose(f_from_counts([200, 0], np.uint8([200, 1]), [100, 0]), [4 / 7, np.nan])
    assert f_from_counts(0, 0, 0, zero_division=1.0) == 1
    assert f_from_counts(3, 4, 1, 1e200) == 3 / 7  # the recall
    assert f_from_counts(3, 4, 1, 1e-200) == 3 / 4  # the precision


BAD = {
    "three values": (dice, ([0, 2], [1, 1]), ValueError, r"y_true must hold only 0 and 1.* got 2 at position 1"),
    "scores": (dice, ([0, 1], [0.2, 0.7]), ValueError, r"y_pred must hold only 0 and 1 .* got 0.2 at position 0"),
    "NA": (dice, ([0, 1], [1, pd.NA]), ValueError, "y_pred must hold only 0 and 1"),
    "fewer than none": (f_from_counts, (-3, 1, 2), ValueError, "tp must hold finite numbers of at least 0, got -3$"),
    "a word": (f_from_counts, (1, "a", 1), TypeError, "fn must hold numbers, got 'a'"),
    "nan": (f_from_counts, (1, 1, np.nan), ValueError, "fp must hold finite numbers of at least 0, got nan$"),
    "ragged": (f_from_counts, ([1, 2], [1, 2], [[1], [1, 2]]), ValueError, "fp must have rows of one length"),
    "shapes": (f_from_counts, ([1, 2], [1, 2, 3], 1), ValueError, r"one shape: got tp \(2,\), fn \(3,\), "),
    "beta": (f_from_counts, (1, 1, 1, 0), ValueError, "beta must be a finite number above 0"),
}


@pytest.mark.parametrize(("function", "data", "error", "message"), BAD.values(), ids=BAD)
def test_bad_members_and_counts_are_named(function, data, error, message):
    with pytest.raises(error, match=message):
        function(*data)


@pytest.mark.parametrize("prevalence", [0.001, 0.3, 0.9])
def test_predictive_values_are_those_of_the_matrix_of_such_a_population(prevalence):
    sick, well = 1e6 * prevalence, 1e6 * (1 - prevalence)
    cm = pd.DataFrame([[0.8 * sick, 0.2 * sick], [0.1 * well, 0.9 * well]], ["sick", "well"], ["sick", "well"])
    found = predictive_values([prevalence], 0.8, 0.9).loc[prevalence]
    assert found["PPV"] == pytest.approx(precision(cm)["sick"])
    assert found["NPV"] == pytest.approx(negative_predictive_value(cm)["sick"])


def test_predictive_values_of_verdicts_never_given_are_undefined_and_shares_out_of_bounds_refused():
    assert predictive_values([0.5], 0.0, 1.0)["PPV"].isna().all()
    assert predictive_values([0.5], 1.0, 0.0)["NPV"].isna().all()
    for wrong in ([0.0], [1.0], [0.5, np.nan]):
        with pytest.raises(ValueError, match="prevalence"):
            predictive_values(wrong, 0.5, 0.5)
    with pytest.raises(TypeError, match="prevalence"):
        predictive_values(0.5, 0.5, 0.5)
    with pytest.raises(ValueError, match="specificity"):
        predictive_values([0.5], 0.5, 1.5)
