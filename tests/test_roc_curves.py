"""ROC, DET and what is read from them: scikit-learn and scipy, properties. `test_errata.py` has the printed values."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from scipy.interpolate import interp1d
from scipy.optimize import brentq
from scipy.stats import ks_2samp, mannwhitneyu
from sklearn import metrics

from evalmetrics import (
    balanced_accuracy,
    best_threshold,
    det_curve,
    equal_error_rate,
    fpr_at_recall,
    multiclass_roc_auc,
    partial_roc_auc,
    recall_at_fpr,
    roc_auc,
    roc_curve,
    youden_index,
)

from .rankings import random_rankings


@pytest.mark.parametrize("weighted", [False, True])
def test_curve_and_area_agree_with_scikit_learn(weighted):
    for y, s, w in random_rankings(150, weighted=weighted):
        fpr, tpr, thresholds = metrics.roc_curve(y, s, sample_weight=w, drop_intermediate=False)
        curve = roc_curve(y, s, sample_weight=w)
        np.testing.assert_allclose(curve[::-1], np.transpose([thresholds, fpr, tpr]), atol=1e-12)
        assert roc_auc(y, s, sample_weight=w) == pytest.approx(metrics.roc_auc_score(y, s, sample_weight=w))


def test_the_area_is_mann_whitney_s_and_the_probability_of_the_right_order():
    for y, s, _ in random_rankings(100):
        u = mannwhitneyu(s[y == 1], s[y == 0]).statistic
        assert roc_auc(y, s) == pytest.approx(u / (y.sum() * (1 - y).sum()))
        assert roc_auc(y, s) == pytest.approx(np.mean([(p > q) + (p == q) / 2 for p in s[y == 1] for q in s[y == 0]]))


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("max_fpr", [0.01, 0.1, 0.25, 0.5, 0.9, 1])
def test_the_partial_area_is_scikit_learn_s(weighted, max_fpr):
    for y, s, w in random_rankings(60, weighted=weighted):
        theirs = metrics.roc_auc_score(y, s, max_fpr=max_fpr, sample_weight=w)
        assert partial_roc_auc(y, s, max_fpr=max_fpr, sample_weight=w) == pytest.approx(theirs)
        if max_fpr == 1:
            assert theirs == pytest.approx(roc_auc(y, s, sample_weight=w))


def test_the_partial_area_is_that_under_the_curve_stretched_as_mcclish_does():
    chance, worst = ([0, 1], [0.5, 0.5]), ([0, 1], [1, 0])
    for limit in (0.05, 0.3, 1):
        assert partial_roc_auc(*chance, limit) == pytest.approx(0.5)
        assert partial_roc_auc([0, 1], [0, 1], limit) == 1
        assert partial_roc_auc(*worst, limit) == pytest.approx((1 - limit) / (2 - limit))
    for y, s, _ in random_rankings(40):
        fpr, tpr = roc_curve(y, s)[["fpr", "tpr"]].to_numpy()[::-1].T
        x = np.linspace(0, 0.4, 200_001)
        area = np.trapezoid(np.interp(x, fpr, tpr), x)
        assert partial_roc_auc(y, s, 0.4) == pytest.approx((1 + (area - 0.08) / (0.4 - 0.08)) / 2, abs=2e-5)


def test_youden_s_index_is_the_largest_distance_of_two_distributions():
    for y, s, _ in random_rankings(100):
        assert youden_index(y, s) == pytest.approx(ks_2samp(s[y == 1], s[y == 0], alternative="less").statistic)
        threshold, balanced = best_threshold(y, s, balanced_accuracy)
        assert youden_index(y, s) == pytest.approx(2 * balanced - 1)
        rates = roc_curve(y, s).set_index("threshold").loc[threshold]
        assert youden_index(y, s) == pytest.approx(rates["tpr"] - rates["fpr"])


def test_every_point_of_scikit_learn_s_det_curve_is_one_of_ours():
    """Scikit-learn drops the point where everything is predicted, and that where nothing is."""
    for y, s, _ in random_rankings(60):
        ours, roc = det_curve(y, s), roc_curve(y, s)
        theirs = pd.DataFrame(dict(zip(["fpr", "fnr", "threshold"], metrics.det_curve(y, s), strict=True)))
        assert len(theirs.round(9).merge(ours.round(9))) == len(theirs)
        assert ours.columns.to_list() == ["threshold", "fpr", "fnr"]
        np.testing.assert_array_equal(ours["fnr"], 1 - roc["tpr"])
        assert ours.iloc[[0, -1]].to_numpy().tolist() == [[s.min(), 1, 0], [np.inf, 0, 1]]


def tables_of_scores(weighted):
    rng = np.random.default_rng(0)
    for _ in range(25):
        k, n = rng.integers(3, 6), rng.integers(5, 40)
        y = np.append(np.arange(k), rng.integers(k, size=n))
        prob = rng.integers(1, 9, size=(len(y), k)) + 5.0 * np.eye(k)[y]
        yield y, prob / prob.sum(axis=1, keepdims=True), rng.integers(1, 9, len(y)) / 4 if weighted else None


@pytest.mark.parametrize("average", ["macro", "weighted", "micro", None])
@pytest.mark.parametrize("weighted", [False, True])
def test_areas_of_several_classes_agree_with_scikit_learn(average, weighted):
    for y, prob, w in tables_of_scores(weighted):
        theirs = metrics.roc_auc_score(y, prob, multi_class="ovr", average=average, sample_weight=w)
        np.testing.assert_allclose(multiclass_roc_auc(y, prob, average=average, sample_weight=w), theirs)
        if average in ("macro", "weighted") and not weighted:
            theirs = metrics.roc_auc_score(y, prob, multi_class="ovo", average=average)
            assert multiclass_roc_auc(y, prob, method="ovo", average=average) == pytest.approx(theirs)


def test_equal_error_rate_is_where_the_interpolated_curve_meets_the_diagonal():
    for y, s, w in random_rankings(100, weighted=True):
        curve = roc_curve(y, s, sample_weight=w)
        corners = curve.groupby("fpr")["tpr"].agg(["min", "max"])
        x = np.repeat(corners.index.to_numpy(), 2) + np.tile([0, 1e-13], len(corners))
        line = interp1d(x, corners.to_numpy().ravel(), bounds_error=False, fill_value=(0, 1))
        wanted = brentq(lambda fpr, line=line: 1 - fpr - line(fpr), -1e-9, 1 + 1e-9)
        assert equal_error_rate(y, s, sample_weight=w) == pytest.approx(wanted, abs=1e-9)


def test_constant_scores_know_nothing():
    for y in ([0, 1, 0, 1], [1, 0, 0]):
        constant = y, [0.7] * len(y)
        assert roc_auc(*constant) == equal_error_rate(*constant) == 0.5
        assert (recall_at_fpr(*constant, 0.9), fpr_at_recall(*constant, 0.1)) == (0, 1)


def test_pairs_of_classes_are_hand_and_till_s():
    rng = np.random.default_rng(0)
    y, prob = rng.integers(4, size=60), rng.random((60, 4))
    pairs = multiclass_roc_auc(y, prob, method="ovo", average=None)
    assert pairs.index.to_list() == list(combinations(range(4), 2))
    for (i, j), area in pairs.items():
        both = np.isin(y, [i, j])
        areas = roc_auc(y[both] == i, prob[both, i]), roc_auc(y[both] == j, prob[both, j])
        assert area == pytest.approx(np.mean(areas))
    repeat = np.where(y == 2, 3, 1)  # their mean does not see how frequent the classes are
    assert multiclass_roc_auc(y.repeat(repeat), prob.repeat(repeat, 0), method="ovo") == pytest.approx(pairs.mean())


@pytest.mark.parametrize("method", ["ovr", "ovo"])
def test_a_class_of_several_may_be_missing(method):
    missing = {"labels": ["a", "b", "c"], "method": method}
    assert np.isnan(multiclass_roc_auc(["a", "b"], [[1, 0, 0], [0, 1, 0]], **missing))
    areas = multiclass_roc_auc(["a", "b"], [[1, 0, 0], [0, 1, 0]], average=None, **missing)
    assert areas.isna().sum() == {"ovr": 1, "ovo": 2}[method]


def test_bad_ways_to_treat_several_classes_are_named():
    samples = [0, 1], [[0.7, 0.3], [0.4, 0.6]]
    with pytest.raises(ValueError, match="method must be one of 'ovr', 'ovo', got 'all'"):
        multiclass_roc_auc(*samples, method="all")
    with pytest.raises(ValueError, match=r"average must be .* 'weighted', got 'micro'"):
        multiclass_roc_auc(*samples, method="ovo", average="micro")
