"""Scores of predicted numbers: printed values, scikit-learn, scipy and statsmodels, properties, bad input."""

from fractions import Fraction
from functools import partial
from math import inf, isnan, log, nan, sqrt

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import optimize, stats
from sklearn import metrics

from evalmetrics import (
    adjusted_r2,
    adjusted_r2_from_statistics,
    bootstrap,
    card,
    default_prediction,
    diabetes_predictions,
    explained_variance,
    explained_variance_from_statistics,
    explained_variance_statistics,
    mean_absolute_error,
    mean_absolute_error_from_statistics,
    mean_absolute_error_statistics,
    mean_squared_error,
    mean_squared_error_from_statistics,
    mean_squared_error_statistics,
    mean_squared_log_error,
    mean_squared_log_error_from_statistics,
    mean_squared_log_error_statistics,
    median_absolute_error,
    paired_bootstrap,
    permutation_test,
    r2,
    r2_from_statistics,
    r2_statistics,
    root_mean_squared_error,
    root_mean_squared_error_from_statistics,
    root_mean_squared_log_error,
    root_mean_squared_log_error_from_statistics,
)
from evalmetrics.inputs.residuals import median
from evalmetrics.resampling.plans import Statistics, plans

from .printed import rounds_to

SCORES = {
    "mean_absolute_error": mean_absolute_error,
    "median_absolute_error": median_absolute_error,
    "mean_squared_error": mean_squared_error,
    "root_mean_squared_error": root_mean_squared_error,
    "mean_squared_log_error": mean_squared_log_error,
    "root_mean_squared_log_error": root_mean_squared_log_error,
    "r2": r2,
    "adjusted_r2": partial(adjusted_r2, n_features=2),
    "explained_variance": explained_variance,
}
EVERY_SCORE = pytest.mark.parametrize("name", SCORES)
ADDING_UP = {
    "mean_absolute_error": (mean_absolute_error_statistics, mean_absolute_error_from_statistics),
    "mean_squared_error": (mean_squared_error_statistics, mean_squared_error_from_statistics),
    "root_mean_squared_error": (mean_squared_error_statistics, root_mean_squared_error_from_statistics),
    "mean_squared_log_error": (mean_squared_log_error_statistics, mean_squared_log_error_from_statistics),
    "root_mean_squared_log_error": (mean_squared_log_error_statistics, root_mean_squared_log_error_from_statistics),
    "r2": (r2_statistics, r2_from_statistics),
    "adjusted_r2": (r2_statistics, partial(adjusted_r2_from_statistics, n_features=2)),
    "explained_variance": (explained_variance_statistics, explained_variance_from_statistics),
}
COUNT, DOUBLED, REVERSED = [1, 2, 3, 4], [2, 4, 6, 8], [4, 3, 2, 1]
GROWING, GUESSED = [1, 10, 100, 1000], [2, 8, 120, 900]
TEN, ONE_FAR_OFF = [0] * 10, [1, -1, 1, -1, 1, -1, 1, -1, 1, 100]
PRINTED = {
    "E-44 residuals -2 -1 -2 -3, RMSE": (lambda: root_mean_squared_error([0] * 4, [2, 1, 2, 3]), "2.121320"),
    "E-49 reversed": (lambda: r2(COUNT, REVERSED), "-3"),
    "E-49 doubled": (lambda: r2(COUNT, DOUBLED), "-5"),
    "E-51 explained variance of doubled": (lambda: explained_variance(COUNT, DOUBLED), "0"),
    "E-51 squared Pearson of doubled": (lambda: stats.pearsonr(COUNT, DOUBLED).statistic ** 2, "1"),
    "E-51 squared Pearson of reversed": (lambda: stats.pearsonr(COUNT, REVERSED).statistic ** 2, "1"),
    "E-55 MSE of 10 y + 100": (lambda: mean_squared_error(COUNT, [110, 120, 130, 140]), "15107.5"),
    "E-57 RMSLE": (lambda: root_mean_squared_log_error(GROWING, GUESSED), "0.249194"),
    "E-57 logarithm of the RMSE": (lambda: log(root_mean_squared_error(GROWING, GUESSED)), "3.931874"),
    "E-57 small, log RMSE": (lambda: log(root_mean_squared_error([1, 2, 3], [1.1, 2.1, 2.9])), "-2.302585"),
    "E-57 large, log RMSE": (lambda: log(root_mean_squared_error([1e3, 2e3, 3e3], [1100, 2100, 2900])), "4.605170"),
    "E-57 small, RMSLE": (lambda: root_mean_squared_log_error([1, 2, 3], [1.1, 2.1, 2.9]), "0.036953"),
    "E-57 large, RMSLE": (lambda: root_mean_squared_log_error([1e3, 2e3, 3e3], [1100, 2100, 2900]), "0.064790"),
    "E-58 median": (lambda: default_prediction([1, 2, 3, 4, 100], mean_absolute_error), "3.0"),
    "E-58 mean": (lambda: default_prediction([1, 2, 3, 4, 100], mean_squared_error), "22"),
    "E-59 MAE": (lambda: mean_absolute_error(TEN, ONE_FAR_OFF), "10.9"),
    "E-59 MSE": (lambda: mean_squared_error(TEN, ONE_FAR_OFF), "1000.9"),
    "E-59 RMSE": (lambda: root_mean_squared_error(TEN, ONE_FAR_OFF), "31.637"),
    "E-59 median absolute error": (lambda: median_absolute_error(TEN, ONE_FAR_OFF), "1.0"),
    "004-056 penalty for n = 40, k = 2": (lambda: 1 - adjusted_r2(*of_r2(0.0, 40), n_features=2), "1.054054054054054"),
    "004-056 adjusted R2 of 0.6": (lambda: adjusted_r2(*of_r2(0.6, 40), n_features=2), "0.578378378378378"),
}


def of_r2(score, n):
    """Labels and predictions with that R²."""
    y_true = np.resize([-1.0, 1.0], n)
    return y_true, y_true * (1 - sqrt(1 - score))


@pytest.mark.parametrize(("value", "printed"), PRINTED.values(), ids=PRINTED)
def test_printed_values_recompute(value, printed):
    assert rounds_to(value(), printed)


def test_without_the_outlier_all_errors_are_one():
    """E-59: the breakdown point of the mean absolute error is 0, that of the median absolute error 1/2."""
    for score in (mean_absolute_error, root_mean_squared_error, median_absolute_error):
        assert score(TEN[1:], ONE_FAR_OFF[:9]) == 1
    for far in (1e3, 1e6, 1e9):
        assert mean_absolute_error(TEN, [*ONE_FAR_OFF[:9], far]) > far / 11
        assert median_absolute_error(TEN, [*[far] * 4, *[1] * 6]) == 1
        assert median_absolute_error(TEN, [*[far] * 6, *[1] * 4]) == far


def test_the_rmse_is_no_standard_deviation_where_there_is_bias():
    """E-44."""
    errors = np.array([-2.0, -1, -2, -3])
    rmse = root_mean_squared_error(np.zeros(4), -errors)
    assert rmse**2 == pytest.approx(errors.var() + errors.mean() ** 2)
    assert errors.std() == pytest.approx(0.707107, abs=1e-6)


def test_subgradient_descent_finds_the_median():
    """E-58: a loss that has no slope at its kinks is minimised all the same."""
    labels, c = np.array([1.0, 2, 3, 4, 100]), 50.0
    for step in range(1, 20_001):
        c -= 10 / step * np.sign(c - labels).mean()
    assert c == pytest.approx(3, abs=1e-2)


def anscombe():
    """Anscombe's four sets (1973)."""
    x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]
    return {
        "I": (x, [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]),
        "II": (x, [9.14, 8.14, 8.74, 8.77, 9.26, 8.10, 6.13, 3.10, 9.13, 7.26, 4.74]),
        "III": (x, [7.46, 6.77, 12.74, 7.11, 7.81, 8.84, 6.08, 5.39, 8.15, 6.42, 5.73]),
        "IV": ([8] * 7 + [19] + [8] * 3, [6.58, 5.76, 7.71, 8.84, 8.47, 7.04, 5.25, 12.50, 5.56, 7.91, 6.89]),
    }


def test_anscombe_s_four_sets_have_one_r2():
    for x, y in anscombe().values():
        fit = np.poly1d(np.polyfit(x, y, 1))
        assert r2(y, fit(x)) == pytest.approx(0.667, abs=1e-3)
        assert adjusted_r2(y, fit(x), n_features=1) == pytest.approx(0.629, abs=1e-3)


def fitted(features, labels):
    """What least squares with an intercept predicts on its own data."""
    design = np.column_stack([np.ones(len(labels)), features])
    return design @ np.linalg.lstsq(design, labels, rcond=None)[0]


@pytest.mark.parametrize("seed", range(40))
def test_train_r2_never_falls_and_adjusted_r2_rises_exactly_where_t_exceeds_1(seed):
    """E-61, E-62."""
    rng = np.random.default_rng(seed)
    n = 30
    labels, features = rng.normal(size=n), rng.normal(size=(n, 5))
    labels = labels + features[:, 0]
    t = sm.OLS(labels, sm.add_constant(features)).fit().tvalues[-1]
    smaller, larger = (fitted(features[:, :k], labels) for k in (4, 5))
    assert r2(labels, larger) >= r2(labels, smaller)
    gain = adjusted_r2(labels, larger, n_features=5) - adjusted_r2(labels, smaller, n_features=4)
    assert (gain > 0) == (abs(t) > 1)


# Agreement with reference libraries.


def random_examples(*, count, weighted, positive=False, seed=0):
    """`count` random sets of up to 60 labels and predictions, some coarse so that errors tie, with weights or None."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        n = rng.integers(2, 60)
        y_true = rng.normal(rng.normal(0, 10), rng.exponential(5), n)
        y_pred = y_true * rng.normal(1, 0.2) + rng.normal(rng.normal(), rng.exponential(3), n)
        if rng.random() < 0.3:
            y_true, y_pred = y_true.round(), y_pred.round()
        if len(set(y_true)) < 2:
            continue
        if positive:
            y_true, y_pred = abs(y_true), abs(y_pred)
        yield y_true, y_pred, rng.integers(0, 9, n) / 4 + (rng.random(n) < 0.8) + 0.25 if weighted else None


PEERS = {
    "mean_absolute_error": metrics.mean_absolute_error,
    "median_absolute_error": metrics.median_absolute_error,
    "mean_squared_error": metrics.mean_squared_error,
    "root_mean_squared_error": metrics.root_mean_squared_error,
    "mean_squared_log_error": metrics.mean_squared_log_error,
    "root_mean_squared_log_error": metrics.root_mean_squared_log_error,
    "r2": metrics.r2_score,
    "explained_variance": metrics.explained_variance_score,
}


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("name", PEERS)
def test_agreement_with_scikit_learn(name, weighted):
    for y_true, y_pred, weight in random_examples(count=300, weighted=weighted, positive="log" in name):
        theirs = PEERS[name](y_true, y_pred, sample_weight=weight)
        assert SCORES[name](y_true, y_pred, sample_weight=weight) == pytest.approx(theirs, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("k", [0, 1, 3])
def test_r2_and_adjusted_r2_of_a_fit_agree_with_statsmodels(k):
    rng = np.random.default_rng(0)
    for _ in range(50):
        n = rng.integers(k + 3, 40)
        features, labels = rng.normal(size=(n, k)), rng.normal(5, 2, n)
        theirs = sm.OLS(labels, np.column_stack([np.ones(n), features])).fit()
        assert r2(labels, theirs.fittedvalues) == pytest.approx(theirs.rsquared, abs=1e-12)
        assert adjusted_r2(labels, theirs.fittedvalues, n_features=k) == pytest.approx(theirs.rsquared_adj, abs=1e-12)


def test_r2_of_a_fitted_line_is_the_squared_correlation_and_explained_variance():
    """E-51: in-sample least squares with an intercept is where all three agree."""
    rng = np.random.default_rng(0)
    for _ in range(50):
        x, y = rng.normal(size=(2, 20))
        line = stats.linregress(x, y)
        pred = line.intercept + line.slope * x
        assert r2(y, pred) == pytest.approx(line.rvalue**2) == pytest.approx(explained_variance(y, pred))
        assert r2(y, pred) == pytest.approx(stats.pearsonr(y, pred).statistic ** 2)


def test_without_an_intercept_statsmodels_compares_with_0_instead_of_the_mean():
    x, y = np.tile([1.0, 2, 3, 4], 2), np.tile([11.0, 10], 4)
    fit = sm.OLS(y, x).fit()
    assert r2(y, fit.fittedvalues) < 0 < 0.8 < fit.rsquared
    assert "R-squared (uncentered)" in str(fit.summary())
    assert fit.rsquared == pytest.approx(1 - mean_squared_error(y, fit.fittedvalues) / np.mean(y**2))


@pytest.mark.filterwarnings("ignore")
def test_constant_labels_are_undefined_or_infinitely_bad_and_scikit_learn_says_1_or_0():
    for score, peer in [(r2, metrics.r2_score), (explained_variance, metrics.explained_variance_score)]:
        assert isnan(score([2, 2, 2], [2, 2, 2]))
        assert score([2, 2, 2], [2, 2, 3]) == -inf
        assert peer([2, 2, 2], [2, 2, 2]) == 1
        assert peer([2, 2, 2], [2, 2, 3]) == 0
        assert isnan(peer([2, 2, 2], [2, 2, 2], force_finite=False))
        assert peer([2, 2, 2], [2, 2, 3], force_finite=False) == -inf
    assert isnan(explained_variance([2, 2, 2], [3, 3, 3]))
    assert isnan(r2([2], [2]))
    assert r2([2], [3]) == -inf
    assert isnan(metrics.r2_score([2], [2]))
    assert isnan(metrics.r2_score([2], [3]))


@pytest.mark.parametrize("value", [0.1, 1e9 + 0.1, -1 / 3, 1e-12])
@pytest.mark.parametrize("n", [1, 2, 3, 7, 1000])
def test_labels_that_are_equal_have_no_spread_whatever_their_mean_rounds_to(value, n):
    same = [value] * n
    weight = np.linspace(0.1, 0.7, n)
    for options in ({}, {"sample_weight": weight}):
        assert isnan(r2(same, same, **options))
        assert isnan(explained_variance(same, [value / 2] * n, **options))
        assert r2(same, [value * 2] * n, **options) == -inf
    rows = r2_statistics(same, same, origin=value * 0.9).sum(axis=0)
    assert isnan(r2_from_statistics(rows))


# Properties.

numbers = st.one_of(st.integers(-20, 20).map(float), st.floats(-1e6, 1e6).filter(lambda x: x == 0 or abs(x) > 1e-6))
above_0 = numbers.map(abs)


@st.composite
def examples(draw, *, least=1, positive=False, weighted=False):
    """Labels and predictions, with whole weights if wanted."""
    n = draw(st.integers(least, 12))
    y_true, y_pred = (draw(st.lists(above_0 if positive else numbers, min_size=n, max_size=n)) for _ in range(2))
    if not weighted:
        return y_true, y_pred
    return y_true, y_pred, draw(st.lists(st.integers(0, 3), min_size=n, max_size=n).filter(any))


def same(one, other, rel=1e-9):
    return one == other or one == pytest.approx(other, rel=rel, abs=1e-9, nan_ok=True)


@EVERY_SCORE
@given(examples(positive=True))
def test_bounds_of_the_card_hold(name, drawn):
    value, own = SCORES[name](*drawn), card(name)
    assert isinstance(value, float)
    assert isnan(value) or own.low <= value <= own.high


@EVERY_SCORE
@given(examples(least=5, positive=True))
def test_predicting_what_was_observed_is_best(name, drawn):
    y_true, _ = drawn
    assume(len(set(y_true)) > 1)
    assert SCORES[name](y_true, y_true) == (card(name).high if card(name).better == "higher" else card(name).low)


@EVERY_SCORE
@given(examples(positive=True, weighted=True))
def test_a_weight_counts_like_repetition(name, drawn):
    y_true, y_pred, weight = drawn
    repeated = SCORES[name](np.repeat(y_true, weight), np.repeat(y_pred, weight))
    assert same(SCORES[name](y_true, y_pred, sample_weight=weight), repeated)


@EVERY_SCORE
@given(examples(positive=True), st.randoms(use_true_random=False))
def test_order_does_not_matter(name, drawn, random):
    pairs = list(zip(*drawn, strict=True))
    random.shuffle(pairs)
    assert same(SCORES[name](*zip(*pairs, strict=True)), SCORES[name](*drawn))


@pytest.mark.parametrize("name", ADDING_UP)
@given(drawn=examples(positive=True, weighted=True), cut=st.integers(0, 12))
def test_rows_of_parts_add_up_to_the_score(name, drawn, cut):
    statistics, from_statistics = ADDING_UP[name]
    y_true, y_pred, weight = drawn
    rows = statistics(y_true, y_pred, sample_weight=weight)
    assert rows.shape == (len(y_true), rows.shape[1])
    np.testing.assert_array_equal(rows[:, -1], weight)
    total = rows[:cut].sum(axis=0) + rows[cut:].sum(axis=0)
    score = SCORES[name](y_true, y_pred, sample_weight=weight)
    assert same(float(from_statistics(total)), score, rel=1e-6)
    np.testing.assert_array_equal(from_statistics(np.stack([total, total])), [from_statistics(total)] * 2)


@pytest.mark.parametrize("name", ADDING_UP)
def test_no_examples_are_undefined(name):
    statistics, from_statistics = ADDING_UP[name]
    assert isnan(from_statistics(np.zeros(statistics([1.0, 2.0], [1.0, 1.0]).shape[1])))


def test_parts_with_one_origin_add_up():
    rng = np.random.default_rng(0)
    y_true = rng.normal(1e9, 3, 1000)
    y_pred = y_true + rng.normal(7, 1, 1000)
    halves = [slice(0, 300), slice(300, 1000)]
    total = sum(r2_statistics(y_true[h], y_pred[h], origin=1e9).sum(axis=0) for h in halves)
    assert r2_from_statistics(total) == pytest.approx(r2(y_true, y_pred), rel=1e-6)
    for low in (0, 3e9):  # far from the labels, as its center says
        rows = [explained_variance_statistics(y_true[h], y_pred[h] - low, center=(1e9, 1e9 - low)) for h in halves]
        value = explained_variance_from_statistics(sum(part.sum(axis=0) for part in rows))
        assert value == pytest.approx(explained_variance(y_true, y_pred), rel=1e-6)


def exact_r2(y_true, y_pred):
    """The definition in fractions."""
    y_true, y_pred = ([Fraction(float(v)) for v in side] for side in (y_true, y_pred))
    mean = sum(y_true) / len(y_true)
    return float(
        1 - sum((t - p) ** 2 for t, p in zip(y_true, y_pred, strict=True)) / sum((t - mean) ** 2 for t in y_true)
    )


@given(examples(least=2))
def test_r2_is_its_definition(drawn):
    assume(len(set(drawn[0])) > 1)
    assert r2(*drawn) == pytest.approx(exact_r2(*drawn), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("offset", [1e9, -1e9, 1e12])
def test_a_mean_far_from_0_costs_no_digits_of_the_spread(offset):
    rng = np.random.default_rng(0)
    y_true = offset + rng.normal(size=200).round(3)
    y_pred = y_true + rng.normal(0, 0.5, 200).round(3)
    exact = exact_r2(y_true, y_pred)
    assert r2(y_true, y_pred) == pytest.approx(exact, rel=1e-12)
    assert float(r2_from_statistics(r2_statistics(y_true, y_pred).sum(axis=0))) == pytest.approx(exact, rel=1e-10)
    # by raw sums, the way that needs one pass over the labels and no center, nothing is left
    spread = np.sum(y_true**2) - np.sum(y_true) ** 2 / 200
    assert abs(spread / (200 * y_true.var()) - 1) > 0.1
    ev = explained_variance(y_true, y_pred + 1e9)
    assert ev == pytest.approx(explained_variance(y_true, y_pred), rel=1e-4)


@pytest.mark.parametrize("scale", [1e-140, 1e-100, 1e-9, 1e9, 1e100, 1e140])
def test_units_may_be_tiny_or_huge(scale):
    rng = np.random.default_rng(0)
    y_true = rng.normal(size=50)
    y_pred = y_true + rng.normal(0, 0.5, 50)
    for name in ("mean_absolute_error", "median_absolute_error", "root_mean_squared_error"):
        assert SCORES[name](scale * y_true, scale * y_pred) == pytest.approx(scale * SCORES[name](y_true, y_pred))
    assert mean_squared_error(scale * y_true, scale * y_pred) == pytest.approx(
        scale**2 * mean_squared_error(y_true, y_pred)
    )
    for name in ("r2", "adjusted_r2", "explained_variance"):
        assert SCORES[name](scale * y_true, scale * y_pred) == pytest.approx(SCORES[name](y_true, y_pred))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("scale", [1e-200, 1e-155, 1e155, 1e300])
@pytest.mark.parametrize("name", ["mean_squared_error", "root_mean_squared_error", "r2", "explained_variance"])
def test_squares_that_floats_cannot_hold_are_refused_and_not_0_or_infinite(name, scale):
    for call in (SCORES[name], ADDING_UP[name][0]):
        with pytest.raises(ValueError, match=r"squares of differences up to .* do not fit into a float: divide"):
            call([scale, -scale], [2 * scale, scale])
    assert mean_absolute_error([scale, -scale], [2 * scale, scale]) == pytest.approx(1.5 * scale)


def test_small_weights_are_no_small_errors():
    assert mean_squared_error([1, 2], [1, 4], sample_weight=[1e-300, 1e-300]) == pytest.approx(2)
    assert mean_squared_error([0, 0], [1e-200, 0], sample_weight=[0, 1]) == 0
    with pytest.raises(ValueError, match="do not fit into a float"):
        mean_squared_error_statistics([0, 0], [1e200, 1], sample_weight=[0, 1])  # its row would be 0 times infinity


@pytest.mark.filterwarnings("error")
def test_differences_and_sums_that_floats_cannot_hold_are_refused():
    with pytest.raises(ValueError, match="y_true and y_pred differ by more than a float can hold"):
        mean_absolute_error([1e308], [-1e308])
    with pytest.raises(ValueError, match="values up to 1e\\+308 cannot be added up as floats"):
        mean_absolute_error([1e308, 1e308], [0, 0])
    with pytest.raises(ValueError, match="cannot be added up"):
        default_prediction([1e308, -1e308, -1e308], "mean_squared_error")


@given(examples())
def test_rmse_lies_between_mae_and_root_n_times_mae(drawn):
    mae, rmse = mean_absolute_error(*drawn), root_mean_squared_error(*drawn)
    assert mae * (1 - 1e-12) <= rmse <= sqrt(len(drawn[0])) * mae * (1 + 1e-12)
    assert rmse**2 == pytest.approx(mean_squared_error(*drawn))


@given(examples(least=2), st.floats(-1e3, 1e3))
def test_explained_variance_is_blind_to_bias_and_never_below_r2(drawn, bias):
    y_true, y_pred = np.array(drawn)
    assume(len(set(y_true)) > 1)
    value = explained_variance(y_true, y_pred)
    assert value == pytest.approx(explained_variance(y_true, y_pred + bias), rel=1e-6, abs=1e-6)
    assert value >= r2(y_true, y_pred) - 1e-9 * abs(value)
    centered = y_pred + (y_true - y_pred).mean()
    assert r2(y_true, centered) == pytest.approx(value, rel=1e-6, abs=1e-6)


@given(examples(least=2))
def test_r2_compares_with_the_mean_of_these_labels(drawn):
    y_true, y_pred = drawn
    assume(np.ptp(y_true) > 1e-3)
    mean = default_prediction(y_true, r2)
    assert r2(y_true, [mean] * len(y_true)) == pytest.approx(0, abs=1e-9)
    baseline = mean_squared_error(y_true, [mean] * len(y_true))
    assert r2(y_true, y_pred) == pytest.approx(1 - mean_squared_error(y_true, y_pred) / baseline, rel=1e-9)


@given(examples(least=4), st.integers(0, 2))
def test_adjusted_r2_is_never_above_r2_and_equal_without_features(drawn, k):
    assume(np.ptp(drawn[0]) > 1e-3)
    value = adjusted_r2(*drawn, n_features=k)
    assert value <= r2(*drawn) + 1e-12
    if k == 0:
        assert value == r2(*drawn)


@pytest.mark.parametrize(("n", "k"), [(3, 2), (3, 3), (1, 0), (2, 5)])
def test_adjusted_r2_needs_a_degree_of_freedom(n, k):
    y_true = np.arange(n, dtype=float)
    assert isnan(adjusted_r2(y_true, y_true + 1, n_features=k))
    assert isnan(adjusted_r2_from_statistics(r2_statistics(y_true, y_true + 1).sum(axis=0), n_features=k))


@given(st.lists(st.integers(0, 5), min_size=1, max_size=12), st.data())
def test_the_weighted_median_is_the_median_of_repetitions(values, data):
    weight = data.draw(st.lists(st.integers(0, 4), min_size=len(values), max_size=len(values)).filter(any))
    zeros = [0] * len(values)
    expected = np.median(np.repeat(values, weight))
    assert median_absolute_error(zeros, values, sample_weight=weight) == expected
    assert median_absolute_error(zeros, values, sample_weight=np.array(weight) / 10) == expected
    theirs = metrics.median_absolute_error(zeros, values, sample_weight=np.array(weight, dtype=float))
    assert theirs == expected


def test_halves_of_the_weight_are_halves_despite_rounding():
    """0.1 + 0.2 is more than 0.3, as floats have it, and yet half of 0.6."""
    assert median(np.array([1.0, 2, 5]), np.array([0.1, 0.2, 0.3])) == 3.5


@pytest.mark.parametrize("loss", ["mean_absolute_error", "mean_squared_error", "root_mean_squared_log_error", "r2"])
@given(drawn=examples(positive=True, weighted=True), other=st.floats(0, 30))
def test_no_constant_beats_the_default_prediction(loss, drawn, other):
    y_true, _, weight = drawn
    best = default_prediction(y_true, SCORES[loss], sample_weight=weight)
    assert best == default_prediction(y_true, loss, sample_weight=weight)
    assert min(y_true) - 1e-9 <= best <= max(y_true) * (1 + 1e-12) + 1e-9
    assume(np.ptp(np.repeat(y_true, weight)) > 1e-3)
    own, others = (SCORES[loss](y_true, [c] * len(y_true), sample_weight=weight) for c in (best, other))
    assert -own <= -others + 1e-6 * abs(own) + 1e-9 if loss == "r2" else own <= others * (1 + 1e-9) + 1e-9


@pytest.mark.parametrize("loss", ["mean_squared_error", "root_mean_squared_error", "r2", "adjusted_r2"])
def test_whatever_squares_errors_prefers_the_mean(loss):
    assert default_prediction([1, 2, 6, 100], loss) == 27.25
    assert default_prediction([1, 2, 6, 100], loss, sample_weight=[1, 1, 0, 2]) == 50.75


def test_a_minimiser_finds_the_default_predictions():
    labels = np.array([1.0, 2, 3, 4, 100])
    for name in ("mean_squared_error", "root_mean_squared_error", "mean_squared_log_error"):
        found = optimize.minimize_scalar(lambda c, f=SCORES[name]: f(labels, [c] * 5), bounds=(0, 101)).x
        assert default_prediction(labels, name) == pytest.approx(found, rel=1e-4)


def test_a_log_error_charges_too_low_more_than_too_high():
    low, high = (root_mean_squared_log_error([100], [p]) for p in (50, 150))
    assert low > 1.5 * high
    assert root_mean_squared_log_error([99], [199]) == pytest.approx(root_mean_squared_log_error([99], [49]))


def test_inputs_are_left_as_they_came():
    y_true, y_pred, weight = np.array([1.0, 5.0, 2.0]), np.array([2.0, 2.0, 2.0]), np.array([1, 0, 2])
    before = [array.copy() for array in (y_true, y_pred, weight)]
    for name, score in SCORES.items():
        score(y_true, y_pred, sample_weight=weight)
        if name in ADDING_UP:
            ADDING_UP[name][0](y_true, y_pred, sample_weight=weight)
    default_prediction(y_true, "mean_absolute_error", sample_weight=weight)
    for array, copy in zip((y_true, y_pred, weight), before, strict=True):
        np.testing.assert_array_equal(array, copy)


@pytest.mark.parametrize("kind", [list, tuple, np.array, pd.Series, lambda v: pd.Series(v, index=v[::-1])])
def test_any_sequence_is_taken_by_position(kind):
    assert r2(kind(COUNT), np.array([1, 2, 3, 3])) == pytest.approx(0.8)
    assert r2(np.array(COUNT, dtype=np.uint8), kind([1, 2, 3, 3])) == pytest.approx(0.8)
    assert r2(np.ma.array(COUNT), kind([1, 2, 3, 3])) == pytest.approx(0.8)  # nothing is masked
    assert mean_absolute_error(np.array([1, 2], dtype=np.uint8), np.array([3, 1], dtype=np.uint8)) == 1.5


def test_whole_numbers_up_to_2_to_the_53_keep_their_differences():
    assert mean_absolute_error([2**53, -(2**53)], [2**53 - 1, 1 - 2**53]) == 1


# The engine.


@pytest.mark.parametrize("name", ADDING_UP)
def test_the_bootstrap_adds_up_rows_and_gets_what_calls_get(name):
    score = SCORES[name]
    y_true, y_pred = (diabetes_predictions()[column].to_numpy()[:60] for column in ("truth", "forest"))
    assert isinstance(plans(score, (y_true, y_pred), [])[0], Statistics)
    fast = bootstrap(score, y_true, y_pred, n_resamples=50, rng=0)
    slow = bootstrap(lambda t, p: score(t, p), y_true, y_pred, n_resamples=50, rng=0)
    assert fast.estimate == slow.estimate
    np.testing.assert_allclose(fast.replicates, slow.replicates, rtol=1e-9)


@pytest.mark.parametrize("name", ["r2", "explained_variance", "root_mean_squared_error"])
def test_two_systems_are_resampled_and_exchanged_as_calls_would(name):
    score = SCORES[name]
    data = diabetes_predictions().head(40) + 1e6
    data["forest"] += 50  # the medians of the two systems' errors differ
    systems = [data[column].to_numpy() for column in ("truth", "linear", "forest")]
    fast = paired_bootstrap(score, *systems, n_resamples=50, rng=0)
    slow = paired_bootstrap(lambda t, p: score(t, p), *systems, n_resamples=50, rng=0)
    np.testing.assert_allclose(fast.replicates, slow.replicates, rtol=1e-6, atol=1e-9)
    p_values = [permutation_test(f, *systems, n_resamples=400, rng=0) for f in (score, lambda t, p: score(t, p))]
    assert p_values[0] == p_values[1]


def test_resamples_without_an_outlier_keep_their_digits():
    """A label of 1e9 moves the mean by more than the others' spread; the median stays among them."""
    rng = np.random.default_rng(0)
    y_true = np.append(rng.normal(size=49), 1e9)
    y_pred = y_true + rng.normal(0, 0.5, 50)
    rows = r2_statistics(y_true, y_pred)[:49].sum(axis=0)
    assert r2_from_statistics(rows) == pytest.approx(r2(y_true[:49], y_pred[:49]))


def test_resamples_of_one_label_are_undefined_or_infinitely_bad():
    replicates = bootstrap(r2, [0.1, 0.3, 0.3], [0.1, 0.3, 0.4], rng=0).replicates
    assert np.isnan(replicates).any()
    assert (replicates == -inf).any()
    assert (replicates[np.isfinite(replicates)] <= 1).all()


# Bad input.

BAD = {
    "lengths": (([1, 2, 3], [1, 2]), {}, ValueError, "y_true and y_pred must have the same length.* 3.* 2"),
    "empty": (([], []), {}, ValueError, "y_true is empty"),
    "a column": (
        ([1.0, 2.0], [[1.0], [2.0]]),
        {},
        ValueError,
        r"y_pred must be 1-d, .* got an array of shape \(2, 1\)",
    ),
    "one number": ((3.0, [3.0]), {}, TypeError, "y_true must be a sequence with one entry per example, got 3.0"),
    "a set": (({1, 2}, [1, 2]), {}, TypeError, "y_true must be a sequence with one entry per example, got {1, 2}"),
    "a mapping": (([1], {5: 1}), {}, TypeError, "y_pred must be a sequence with one entry per example, got {5: 1}"),
    "masked": ((np.ma.masked_greater([1, 9], 5), [1, 2]), {}, ValueError, "y_true holds masked entries: leave these"),
    "text": ((["1", "2"], [1, 2]), {}, TypeError, "y_true must hold numbers, got dtype <U1"),
    "booleans": (([True, False], [1, 2]), {}, TypeError, "y_true must hold numbers, got dtype bool"),
    "None": (([1, 2], [1, None]), {}, TypeError, "y_pred must hold numbers, got dtype object"),
    "complex": (([1, 2], [1, 2j]), {}, TypeError, "y_pred must hold numbers, got dtype complex128"),
    "nan": (([1, nan], [1, 2]), {}, ValueError, "y_true must hold finite numbers, got nan at position 1"),
    "infinite": (([1, 2], [inf, 2]), {}, ValueError, "y_pred must hold finite numbers, got inf at position 0"),
    "both infinite": (([inf, 2], [inf, 2]), {}, ValueError, "y_true must hold finite numbers, got inf at position 0"),
    "huge": (([2**53 + 1, 0], [0, 0]), {}, ValueError, "y_true holds whole numbers beyond .* subtract one number from"),
    "hugely negative": (([0, 0], [-(2**62), 0]), {}, ValueError, "y_pred holds whole numbers beyond 2..53, which"),
    "weights": (([1, 2], [1, 2]), {"sample_weight": [1]}, ValueError, "sample_weight must hold one weight per example"),
    "weightless": (([1, 2], [1, 2]), {"sample_weight": [0, 0]}, ValueError, "at least one weight above 0"),
}
FUNCTIONS = SCORES | {f"{name}_statistics": statistics for name, (statistics, _) in ADDING_UP.items()}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize(("arguments", "options", "error", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_named(name, arguments, options, error, message):
    with pytest.raises(error, match=message):
        FUNCTIONS[name](*arguments, **options)


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if "log" in name])
@pytest.mark.parametrize("worst", [-1, -1.5])
def test_logarithms_need_numbers_above_minus_1(name, worst):
    with pytest.raises(ValueError, match=f"y_true must be above -1 to have a logarithm of 1 . y, got {worst:.1f}"):
        FUNCTIONS[name]([0, worst], [0, 1])
    with pytest.raises(ValueError, match="y_pred must be above -1"):
        FUNCTIONS[name]([0, 1], [0, worst])
    FUNCTIONS[name]([0, 1], [0, -0.999])


@pytest.mark.parametrize(
    ("n_features", "error", "message"),
    [
        (-1, ValueError, "n_features must be at least 0, got -1"),
        (1.0, TypeError, "n_features must be a whole number, got 1.0"),
        (True, TypeError, "n_features must be a whole number, got True"),
    ],
)
def test_features_are_counted(n_features, error, message):
    with pytest.raises(error, match=message):
        adjusted_r2([1, 2, 3], [1, 2, 3], n_features=n_features)
    with pytest.raises(error, match=message):
        adjusted_r2_from_statistics([0.0, 0, 2, 3], n_features=n_features)


@pytest.mark.parametrize("loss", ["nonsense", explained_variance, median_absolute_error, len, None, 3])
def test_a_loss_without_a_constant_is_named(loss):
    with pytest.raises(ValueError, match="loss must be one of 'mean_absolute_error', 'mean_squared_error'"):
        default_prediction([1, 2], loss)


def test_default_prediction_names_bad_labels():
    with pytest.raises(ValueError, match="y_true must hold finite numbers, got nan"):
        default_prediction([1, nan], "r2")
    with pytest.raises(ValueError, match="y_true must be above -1"):
        default_prediction([1, -2], "mean_squared_log_error")
    with pytest.raises(TypeError, match="y_true must hold numbers"):
        default_prediction(["a"], "r2")
