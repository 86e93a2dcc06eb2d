"""Precision-recall curves and their areas: scikit-learn, properties. `test_errata.py` has the printed values."""

from functools import partial

import numpy as np
import pytest
from sklearn import metrics

from evalmetrics import (
    accuracy,
    average_precision,
    best_threshold,
    confusion_matrix,
    decision_curve,
    f1_score,
    interpolated_average_precision,
    matthews_correlation,
    multiclass_average_precision,
    net_benefit,
    pr_auc,
    precision,
    precision_at_recall,
    precision_recall_curve,
    recall_at_precision,
)
from evalmetrics_book import walkthrough_scores

from .rankings import random_rankings


@pytest.mark.parametrize("weighted", [False, True])
def test_curve_and_areas_agree_with_scikit_learn(weighted):
    for y, s, w in random_rankings(150, weighted=weighted):
        curve = precision_recall_curve(y, s, sample_weight=w)
        p, r, thresholds = metrics.precision_recall_curve(y, s, sample_weight=w)
        np.testing.assert_allclose(curve, np.transpose([[*thresholds, np.inf], p, r]), atol=1e-12)
        theirs = metrics.average_precision_score(y, s, sample_weight=w)
        assert average_precision(y, s, sample_weight=w) == pytest.approx(theirs)
        assert pr_auc(y, s, rule="trapezoid", sample_weight=w) == pytest.approx(metrics.auc(r, p))


@pytest.mark.parametrize("average", ["macro", "weighted", "micro", None])
@pytest.mark.parametrize("weighted", [False, True])
def test_multiclass_averages_agree_with_scikit_learn(average, weighted):
    rng = np.random.default_rng(0)
    for _ in range(20):
        n = rng.integers(5, 40)
        y = np.append([0, 1, 2], rng.integers(3, size=n))
        scores, w = rng.random((n + 3, 3)).round(1), rng.integers(1, 9, n + 3) / 4 if weighted else None
        theirs = metrics.average_precision_score(np.eye(3)[y], scores, average=average, sample_weight=w)
        ours = multiclass_average_precision(np.array(["a", "b", "c"])[y], scores, average=average, sample_weight=w)
        np.testing.assert_allclose(ours, theirs)
        assert average is not None or ours.index.to_list() == ["a", "b", "c"]


def interpolated(curve, wanted):
    p, r = curve["precision"].to_numpy()[:-1], curve["recall"].to_numpy()[:-1]
    return np.mean([p[r > least - 1e-9].max() for least in wanted])


@pytest.mark.parametrize("weighted", [False, True])
def test_interpolation_follows_its_definition(weighted):
    for y, s, w in random_rankings(100, weighted=weighted):
        curve = precision_recall_curve(y, s, sample_weight=w)
        for points in (2, 11, 101):
            ours = interpolated_average_precision(y, s, points=points, sample_weight=w)
            assert ours == pytest.approx(interpolated(curve, np.linspace(0, 1, points)))
        if w is None and len(np.unique(s)) == len(s):
            ours = interpolated_average_precision(y, s, points="all")
            assert ours == pytest.approx(interpolated(curve, np.arange(1, y.sum() + 1) / y.sum()))


@pytest.mark.parametrize("recall", [0.3, 0.6, 0.7])
def test_a_recall_of_three_tenths_counts_as_three_tenths(recall):
    """0.3 as 3/10 and as 0.1 + 0.1 + 0.1, or of summed weights of 0.1 or 0.7, are the same wish."""
    y, s = np.repeat([1, 0], 10), np.arange(20, 0, -1)
    for w in (None, np.full(20, 0.1), np.full(20, 0.7)):
        assert precision_at_recall(y, s, recall, sample_weight=w) == 1.0
        assert precision_at_recall(y, s, sum([0.1] * round(10 * recall)), sample_weight=w) == 1.0
        early = np.r_[[1] * round(10 * recall), [0] * 10, [1] * round(10 - 10 * recall)], s  # then precision drops
        exact = interpolated_average_precision(*early)
        assert interpolated_average_precision(*early, sample_weight=w) == pytest.approx(exact)


def test_lower_trapezoid_follows_boyd():
    """From the lowest precision at one recall to the highest at the next."""
    for y, s, _ in random_rankings(150):
        by_recall = precision_recall_curve(y, s).groupby("recall")["precision"].agg(["min", "max"])
        steps = np.diff(by_recall.index)
        lower, upper = (
            (steps * (by_recall[end].to_numpy()[:-1] + by_recall["max"].to_numpy()[1:]) / 2).sum()
            for end in ("min", "max")
        )
        assert pr_auc(y, s) == pr_auc(y, s, rule="trapezoid") == pytest.approx(lower)
        if y[s == s.max()].any():  # otherwise the curve has no point of recall 0 but (0, 1)
            assert pr_auc(y, s, rule="upper_trapezoid") == pytest.approx(upper)


def test_best_threshold_looks_at_every_threshold():
    for y, s, w in random_rankings(15, weighted=True):
        cms = {
            t: confusion_matrix(y, (s >= t).astype(int), labels=[0, 1], sample_weight=w)
            for t in [*np.unique(s[w > 0]), np.inf]
        }
        for metric in (accuracy, matthews_correlation, f1_score, lambda cm: f1_score(cm)[1]):
            threshold, value = best_threshold(y, s, metric, sample_weight=w)
            values = {t: metric(cm)[1] if metric is f1_score else metric(cm) for t, cm in cms.items()}
            assert value == pytest.approx(np.nanmax(list(values.values())))
            assert values[threshold] == pytest.approx(value)


def test_best_threshold_keeps_the_labels_and_takes_the_lowest_of_equals():
    assert best_threshold(["b", "a"], [0.2, 0.4], lambda cm: precision(cm)["a"], pos_label="a") == (0.4, 1.0)
    assert best_threshold(["b", "a"], [0.2, 0.4], precision, pos_label="a") == (0.4, 1.0)
    assert best_threshold(["b", "a"], [0.2, 0.4], precision, pos_label="b") == (0.2, 0.5)
    assert best_threshold([0, 1, 1], [3, 1, 2], lambda cm: 1.0) == (1.0, 1.0)
    for y_true, pos_label in (([True, False], 1), ([True, False], True), ([1.0, 0.0], True), ([1, 0], 1.0)):
        assert best_threshold(y_true, [0.9, 0.1], precision, pos_label=pos_label) == (0.9, 1.0)
    assert best_threshold([0, 0, 1], [3, 2, 1], accuracy) == (np.inf, 2 / 3)
    assert np.isnan(best_threshold([0, 1], [1, 2], lambda cm: np.nan)).all()
    with pytest.raises(ValueError, match="y_true must hold both labels"):
        best_threshold([1, 1], [0.1, 0.2], accuracy)


def test_what_is_never_observed_or_never_precise_enough_has_no_value():
    assert np.isnan(average_precision([0, 0], [0.1, 0.2]))
    assert np.isnan(recall_at_precision([1, 0], [0.1, 0.2], 0.6))
    assert recall_at_precision([1, 0], [0.1, 0.2], 0.5) == 1
    third = partial(multiclass_average_precision, [0, 1], [[1, 0, 0], [0, 1, 0]], labels=[0, 1, 2])
    np.testing.assert_array_equal(third(average=None), [1, 1, np.nan])
    assert np.isnan(third())
    assert third(average="weighted") == 1


DCURVES = {0.05: (0.043842, 0.008421), 0.1: (0.036333, -0.046667), 0.2: (0.027625, -0.1775), 0.5: (0.015, -0.884)}


def test_net_benefit_is_that_of_dcurves():
    """Model and "all", as version 1.1.7 of that package has them on the walkthrough, rounded to six decimals."""
    curve = decision_curve(*walkthrough_scores()[["truth", "score"]].to_numpy().T, thresholds=list(DCURVES))
    np.testing.assert_allclose(curve[["net_benefit", "alarm_all"]], list(DCURVES.values()), atol=6e-7)


@pytest.mark.parametrize("threshold", [0.1, 0.5, 0.9])
def test_net_benefit_counts_in_the_confusion_matrix_of_its_threshold(threshold):
    rng = np.random.default_rng(0)
    for _ in range(40):
        n = rng.integers(2, 60)
        y, p, w = rng.integers(0, 2, n), rng.integers(0, 11, n) / 10, rng.integers(1, 9, n) / 4
        (_, fp), (_, tp) = metrics.confusion_matrix(y, p >= threshold, labels=[0, 1], sample_weight=w)
        wanted = (tp - fp * threshold / (1 - threshold)) / w.sum()
        assert net_benefit(y, p, threshold, sample_weight=w) == pytest.approx(wanted)
        cost = fp * threshold + (w @ y - tp) * (1 - threshold)  # the expected cost, in which the threshold is best
        assert wanted == pytest.approx((w @ y - cost / (1 - threshold)) / w.sum())


def test_a_decision_curve_lies_between_the_policies_that_need_no_model():
    y = np.repeat([0, 1], [70, 30])
    curve = decision_curve(y, np.ones(100))
    assert curve["threshold"].to_list() == [k / 100 for k in range(1, 100)]
    np.testing.assert_allclose(curve["net_benefit"], curve["alarm_all"])
    assert curve["alarm_all"][29] == pytest.approx(0)  # at the prevalence, alarming all is worth no more than none
    assert (decision_curve(y, np.zeros(100))["net_benefit"] == 0).all()
    np.testing.assert_allclose(decision_curve(y, y)["net_benefit"], 0.3)
    rare = decision_curve(np.where(y, "ill", "well"), 1 - y, thresholds=[0.2], labels=["ill", "well"])
    assert rare["net_benefit"].to_list() == pytest.approx([0.7])


def test_bad_forecasts_of_net_benefit_are_named():
    with pytest.raises(ValueError, match="y_prob must hold probabilities from 0 to 1"):
        net_benefit([0, 1], [0.2, 1.7], threshold=0.5)
    with pytest.raises(ValueError, match="y_prob must hold one probability per example"):
        net_benefit([0, 1], [[0.8, 0.2], [0.3, 0.7]], threshold=0.5)
