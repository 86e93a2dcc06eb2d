"""Scores of predicted numbers: scikit-learn and statsmodels, properties, bad input."""

from fractions import Fraction
from functools import partial
from math import inf, isnan, nan

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats
from sklearn import metrics

import evalmetrics
from evalmetrics import (
    adjusted_r2,
    bootstrap,
    default_prediction,
    explained_variance,
    interval_score,
    mean_absolute_error,
    mean_absolute_percentage_error,
    mean_absolute_scaled_error,
    mean_pinball_loss,
    median_absolute_error,
    naive_error,
    prediction_interval_coverage,
    prediction_interval_width,
    r2,
    symmetric_mean_absolute_percentage_error,
    weighted_absolute_percentage_error,
)

from .table.numbers import ROWS

INTERVALS = ("prediction_interval_coverage", "prediction_interval_width", "interval_score")
SCORES = {
    name: getattr(evalmetrics, name).given(**row.options[0]) for name, row in ROWS.items() if name not in INTERVALS
}
ELSEWHERE = (
    "adjusted_r2",
    "mean_absolute_scaled_error",
    "mean_pinball_loss",
    "symmetric_mean_absolute_percentage_error",
    "weighted_absolute_percentage_error",
)  # held to something else than scikit-learn's function of the same name
COUNT = [1, 2, 3, 4]


@pytest.mark.parametrize(("score", "adjusted"), [(0.6, 0.578378378378378), (0.0, 1 - 1.054054054054054)])
def test_the_printed_factor_of_adjusted_r2_recomputes(score, adjusted):
    """004-056: n = 40, k = 2."""
    y_true = np.resize([-1.0, 1.0], 40)
    y_pred = y_true * (1 - np.sqrt(1 - score))
    assert r2(y_true, y_pred) == pytest.approx(score)
    assert adjusted_r2(y_true, y_pred, n_features=2) == pytest.approx(adjusted, abs=1e-14)


def random_examples(*, count, weighted, positive=False):
    """`count` random sets of up to 60 labels and predictions, some coarse so that errors tie, with weights or None."""
    rng = np.random.default_rng(0)
    for _ in range(count):
        n = rng.integers(2, 60)
        y_true = rng.normal(rng.normal(0, 10), rng.exponential(5), n)
        y_pred = y_true * rng.normal(1, 0.2) + rng.normal(rng.normal(), rng.exponential(3), n)
        if rng.random() < 0.3:
            y_true, y_pred = y_true.round(), y_pred.round()
        if positive:
            y_true, y_pred = abs(y_true), abs(y_pred)
        if len(set(y_true)) > 1:
            yield y_true, y_pred, rng.integers(0, 9, n) / 4 + (rng.random(n) < 0.8) + 0.25 if weighted else None


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("name", [n for n in SCORES if n not in ELSEWHERE])
def test_agreement_with_scikit_learn(name, weighted):
    peer = getattr(metrics, {"r2": "r2_score", "explained_variance": "explained_variance_score"}.get(name, name))
    for y_true, y_pred, weight in random_examples(count=80, weighted=weighted, positive="log" in name):
        if "percentage" in name:
            y_true = np.where(np.abs(y_true) < 0.1, 1.0, y_true)
        theirs = peer(y_true, y_pred, sample_weight=weight)
        assert SCORES[name](y_true, y_pred, sample_weight=weight) == pytest.approx(theirs, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("quantile", [0.05, 0.5, 0.9])
def test_prices_of_quantiles_and_intervals_are_those_of_scikit_learn_and_of_the_formula(weighted, quantile):
    """The interval score is the sum of the pinball losses of both bounds, times 2 / (1 - level)."""
    for y_true, lower, weight in random_examples(count=30, weighted=weighted):
        theirs = metrics.mean_pinball_loss(y_true, lower, alpha=quantile, sample_weight=weight)
        ours = mean_pinball_loss(y_true, lower, quantile=quantile, sample_weight=weight)
        assert ours == pytest.approx(theirs, rel=1e-9, abs=1e-12)
        upper, tail = lower + abs(y_true), quantile / 2
        both = [
            metrics.mean_pinball_loss(y_true, bound, alpha=q, sample_weight=weight)
            for bound, q in ((lower, tail), (upper, 1 - tail))
        ]
        score = interval_score(y_true, lower, upper, level=1 - quantile, sample_weight=weight)
        assert score == pytest.approx(sum(both) / tail, rel=1e-9)
        inside = [lo <= y <= up for y, lo, up in zip(y_true, lower, upper, strict=True)]
        assert prediction_interval_coverage(y_true, lower, upper, sample_weight=weight) == pytest.approx(
            np.average(inside, weights=weight)
        )
        assert prediction_interval_width(y_true, lower, upper, sample_weight=weight) == pytest.approx(
            np.average(upper - lower, weights=weight)
        )


@pytest.mark.parametrize(("bounds", "inside"), [((1, 2), 1), ((0, 1), 1), ((1, 1), 1), ((1.5, 2), 0), ((0, 0.5), 0)])
def test_bounds_belong_to_their_interval(bounds, inside):
    assert prediction_interval_coverage([1], *[[bound] for bound in bounds]) == inside


@given(st.lists(st.tuples(st.floats(-9, 9), st.floats(-9, 9)), min_size=1), st.sampled_from([0.1, 0.5, 0.9]))
def test_no_constant_costs_less_than_the_quantile_of_the_labels(pairs, quantile):
    y_true, constants = np.transpose(pairs)
    best = np.quantile(y_true, quantile, method="inverted_cdf")
    losses = [mean_pinball_loss(y_true, [c] * len(y_true), quantile=quantile) for c in (best, *constants)]
    assert losses[0] <= min(losses) + 1e-12


def test_percentages_of_totals_and_of_both_sides():
    rng = np.random.default_rng(0)
    y_true, y_pred = rng.normal(size=(2, 50))
    both = [2 * abs(t - p) / (abs(t) + abs(p)) for t, p in zip(y_true, y_pred, strict=True)]
    assert symmetric_mean_absolute_percentage_error(y_true, y_pred) == pytest.approx(sum(both) / 50)
    assert symmetric_mean_absolute_percentage_error([0, 1], [0, 3], zero_division=0) == 0.5
    weighted = mean_absolute_error(y_true, y_pred) / np.abs(y_true).mean()
    assert weighted_absolute_percentage_error(y_true, y_pred) == pytest.approx(weighted)
    assert weighted_absolute_percentage_error([0, 0], [0, 1]) == inf


@pytest.mark.parametrize("season", [1, 2, 7])
def test_a_naive_forecast_has_a_scaled_error_of_1_on_the_series_it_is_scaled_by(season):
    series = np.random.default_rng(0).normal(size=60).cumsum()
    scale = naive_error(series, season=season)
    assert scale == pytest.approx(metrics.mean_absolute_error(series[season:], series[:-season]))
    assert mean_absolute_scaled_error(series[season:], series[:-season], naive_error=scale) == pytest.approx(1)
    for factor in (1, 1000):  # no unit
        scaled = mean_absolute_scaled_error(factor * series, factor * (series + 1), naive_error=factor * scale)
        assert scaled == pytest.approx(1 / scale)


def test_shares_of_nothing_and_series_without_a_past_are_refused():
    with pytest.raises(ValueError, match="entry 1 is 0"):
        mean_absolute_percentage_error([1, 0, 2], [1, 1, 2])
    with pytest.raises(ValueError, match="naive_error must"):
        mean_absolute_scaled_error([1, 2], [1, 2], naive_error=naive_error([3, 3, 3]))
    with pytest.raises(ValueError, match="more entries than a season, got 2"):
        naive_error([1, 2], season=2)
    with pytest.raises(ValueError, match="season"):
        naive_error([1, 2], season=0)


@pytest.mark.parametrize("k", [0, 1, 3])
def test_scores_of_a_fit_agree_with_statsmodels_and_with_correlation(k):
    """E-51: in-sample least squares with an intercept is where R², explained variance and squared r agree."""
    rng = np.random.default_rng(0)
    for _ in range(30):
        n = rng.integers(k + 3, 40)
        features, labels = rng.normal(size=(n, k)), rng.normal(5, 2, n)
        fit = sm.OLS(labels, np.column_stack([np.ones(n), features])).fit()
        assert r2(labels, fit.fittedvalues) == pytest.approx(fit.rsquared, abs=1e-12)
        assert explained_variance(labels, fit.fittedvalues) == pytest.approx(fit.rsquared, abs=1e-12)
        assert adjusted_r2(labels, fit.fittedvalues, n_features=k) == pytest.approx(fit.rsquared_adj, abs=1e-12)
        if k:
            assert stats.pearsonr(labels, fit.fittedvalues).statistic ** 2 == pytest.approx(fit.rsquared)


@pytest.mark.filterwarnings("ignore")
def test_constant_labels_are_undefined_or_infinitely_bad_and_scikit_learn_says_1_or_0():
    for score, peer in [(r2, metrics.r2_score), (explained_variance, metrics.explained_variance_score)]:
        assert isnan(score([2, 2, 2], [2, 2, 2]))
        assert score([2, 2, 2], [2, 2, 3]) == -inf
        assert (peer([2, 2, 2], [2, 2, 2]), peer([2, 2, 2], [2, 2, 3])) == (1, 0)
        assert isnan(peer([2, 2, 2], [2, 2, 2], force_finite=False))
        assert peer([2, 2, 2], [2, 2, 3], force_finite=False) == -inf
    assert isnan(explained_variance([2, 2, 2], [3, 3, 3]))
    assert isnan(r2([2], [2]))
    assert r2([2], [3]) == -inf


@pytest.mark.parametrize("value", [0.1, 1e9 + 0.1, -1 / 3, 1e-12])
@pytest.mark.parametrize("n", [1, 3, 7, 1000])
def test_labels_that_are_equal_have_no_spread_whatever_their_mean_rounds_to(value, n):
    same = [value] * n
    for options in ({}, {"sample_weight": np.linspace(0.1, 0.7, n)}):
        assert isnan(r2(same, same, **options))
        assert isnan(explained_variance(same, [value / 2] * n, **options))
        assert r2(same, [value * 2] * n, **options) == -inf
    assert isnan(r2.score(r2.total(same, same, center=value * 0.9)))


# Properties.

numbers = st.one_of(st.integers(-20, 20).map(float), st.floats(-1e6, 1e6).filter(lambda x: x == 0 or abs(x) > 1e-6))


@st.composite
def examples(draw, *, least=1, weighted=False):
    """Labels and predictions, with whole weights and nothing below 0 if weighted."""
    n, entries = draw(st.integers(least, 12)), numbers.map(abs) if weighted else numbers
    y_true, y_pred = (draw(st.lists(entries, min_size=n, max_size=n)) for _ in range(2))
    if not weighted:
        return y_true, y_pred
    return y_true, y_pred, draw(st.lists(st.integers(0, 3), min_size=n, max_size=n).filter(any))


def exact_r2(y_true, y_pred):
    y_true, y_pred = ([Fraction(float(v)) for v in side] for side in (y_true, y_pred))
    mean = sum(y_true) / len(y_true)
    return float(
        1 - sum((t - p) ** 2 for t, p in zip(y_true, y_pred, strict=True)) / sum((t - mean) ** 2 for t in y_true)
    )


@pytest.mark.parametrize("offset", [1e9, -1e9, 1e12])
def test_a_mean_far_from_0_costs_no_digits_of_the_spread(offset):
    rng = np.random.default_rng(0)
    y_true = offset + rng.normal(size=200).round(3)
    y_pred = y_true + rng.normal(0, 0.5, 200).round(3)
    exact = exact_r2(y_true, y_pred)
    assert r2(y_true, y_pred) == pytest.approx(exact, rel=1e-12)
    assert r2.score(r2.statistics(y_true, y_pred).sum(axis=0)) == pytest.approx(exact, rel=1e-10)
    ev = explained_variance(y_true, y_pred + 1e9)
    assert ev == pytest.approx(explained_variance(y_true, y_pred), rel=1e-4)


def test_parts_that_share_a_center_add_up_to_the_score_of_all():
    """Sorted parts are worst: each has a mean of its own. A center far away costs digits, one per part is refused."""
    rng = np.random.default_rng(0)
    y_true = np.sort(rng.normal(1e6, 3, 1000))
    y_pred = y_true + rng.normal(7, 1, 1000)
    centers = [(r2, 1e6, 0), (r2, 0, 0), (explained_variance, (-3e6, 1e6), 3e6), (explained_variance, (0, 0), 0)]
    for metric, center, bias in centers:
        parts = list(zip(np.array_split(y_true, 10), np.array_split(y_pred + bias, 10), strict=True))
        total = sum(metric.total(*part, center=center) for part in parts)
        assert metric.score(total) == pytest.approx(metric(y_true, y_pred), rel=1e-9 if np.max(center) else 1e-3)
        with pytest.raises(ValueError, match="must share center: work it out from all parts once, and give it to each"):
            sum(metric.total(*part) for part in parts)
    assert isnan(r2.score(np.zeros(4)))


@pytest.mark.parametrize("scale", [1e-140, 1e-100, 1e-9, 1e9, 1e100, 1e140])
def test_units_may_be_tiny_or_huge(scale):
    rng = np.random.default_rng(0)
    y_true = rng.normal(size=50)
    y_pred = y_true + rng.normal(0, 0.5, 50)
    powers = {"mean_absolute_error": 1, "median_absolute_error": 1, "root_mean_squared_error": 1}
    for name, power in {**powers, "mean_squared_error": 2, "r2": 0, "adjusted_r2": 0, "explained_variance": 0}.items():
        expected = scale**power * SCORES[name](y_true, y_pred)
        assert SCORES[name](scale * y_true, scale * y_pred) == pytest.approx(expected)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("scale", [1e-200, 1e-155, 1e155, 1e300])
@pytest.mark.parametrize("name", ["mean_squared_error", "root_mean_squared_error"])
def test_squares_that_floats_cannot_hold_are_refused_and_not_0_or_infinite(name, scale):
    for call in (SCORES[name], SCORES[name].statistics):
        with pytest.raises(ValueError, match=r"squares of differences up to .* do not fit into a float: divide"):
            call([scale, -scale], [2 * scale, scale])
    assert mean_absolute_error([scale, -scale], [2 * scale, scale]) == pytest.approx(1.5 * scale)


@pytest.mark.filterwarnings("error")
def test_differences_and_sums_that_floats_cannot_hold_are_refused():
    for y_true, y_pred in [([1e308], [-1e308]), ([1e308, 1e308], [0, 0])]:
        with pytest.raises(ValueError, match="differences of y_true and y_pred cannot be added up as floats"):
            mean_absolute_error(y_true, y_pred)
    with pytest.raises(ValueError, match="y_true cannot be added up as floats"):
        default_prediction([1e308, -1e308], "mean_squared_error")


@pytest.mark.parametrize(("n", "k"), [(3, 2), (3, 3), (1, 0), (2, 5)])
def test_adjusted_r2_needs_a_degree_of_freedom(n, k):
    y_true = np.arange(n, dtype=float)
    assert isnan(adjusted_r2(y_true, y_true + 1, n_features=k))
    assert isnan(adjusted_r2.score(adjusted_r2.total(y_true, y_true + 1), n_features=k))


@given(st.lists(st.integers(0, 5), min_size=1, max_size=12), st.data())
def test_halves_of_the_weight_are_halves_despite_rounding(values, data):
    """0.1 + 0.2 is more than 0.3, as floats have it, and yet half of 0.6."""
    weight = data.draw(st.lists(st.integers(0, 4), min_size=len(values), max_size=len(values)).filter(any))
    expected = np.median(np.repeat(values, weight))
    assert median_absolute_error([0] * len(values), values, sample_weight=np.array(weight) / 10) == expected
    assert median_absolute_error([0, 0, 0], [1, 2, 5], sample_weight=[0.1, 0.2, 0.3]) == 3.5


LOSSES = ["mean_absolute_error", "mean_squared_error", "root_mean_squared_error", "root_mean_squared_log_error", "r2"]


@pytest.mark.parametrize("loss", LOSSES)
@given(drawn=examples(weighted=True), other=st.floats(0, 30))
def test_no_constant_beats_the_default_prediction(loss, drawn, other):
    y_true, _, weight = drawn
    best = default_prediction(y_true, SCORES[loss], sample_weight=weight)
    assert best == default_prediction(y_true, loss, sample_weight=weight)
    assert min(y_true) - 1e-9 <= best <= max(y_true) * (1 + 1e-12) + 1e-9
    assume(np.ptp(np.repeat(y_true, weight)) > 1e-3)
    own, others = (SCORES[loss](y_true, [c] * len(y_true), sample_weight=weight) for c in (best, other))
    assert -own <= -others + 1e-6 * abs(own) + 1e-9 if loss == "r2" else own <= others * (1 + 1e-9) + 1e-9


def test_resamples_of_one_label_are_undefined_or_infinitely_bad():
    replicates = bootstrap(r2, [0.1, 0.3, 0.3], [0.1, 0.3, 0.4], rng=0).replicates
    assert np.isnan(replicates).any()
    assert (replicates == -inf).any()
    assert (replicates[np.isfinite(replicates)] <= 1).all()


def test_resamples_without_an_outlier_keep_their_digits():
    """A label of 1e9 moves the mean by more than the others' spread; the median stays among them."""
    rng = np.random.default_rng(0)
    y_true = np.append(rng.normal(size=49), 1e9)
    y_pred = y_true + rng.normal(0, 0.5, 50)
    rows = r2.statistics(y_true, y_pred)[:49].sum(axis=0)
    assert r2.score(rows) == pytest.approx(r2(y_true[:49], y_pred[:49]))


# Bad input.

BAD = {
    "text": ((["1", "2"], [1, 2]), TypeError, "y_true must hold numbers, got text: '1' at .*to_numeric"),
    "booleans": (([True, False], [1, 2]), TypeError, "y_true must hold numbers, got dtype bool"),
    "NA": (([1, pd.NA], [1, 2]), TypeError, "y_true must hold numbers, got dtype object: <NA> at position 1"),
    "complex": (([1, 2], [1, 2j]), TypeError, "y_pred must hold numbers, got dtype complex128"),
    "nan": (([1, nan], [1, 2]), ValueError, "y_true must hold finite numbers, got nan at position 1"),
    "infinite": (([1, 2], [inf, 2]), ValueError, "y_pred must hold finite numbers, got inf at position 0"),
    "huge": (([2**53 + 1, 0], [0, 0]), ValueError, "y_true holds whole numbers beyond .* subtract one number from"),
    "hugely negative": (([0, 0], [-(2**62), 0]), ValueError, "y_pred holds whole numbers beyond 2..53, which"),
}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("samples", "error", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_named(samples, error, message):
    for score in SCORES.values():
        with pytest.raises(error, match=message):
            score(*samples)


@pytest.mark.parametrize("name", ["mean_squared_log_error", "root_mean_squared_log_error"])
@pytest.mark.parametrize("worst", [-1, -1.5])
def test_logarithms_need_numbers_above_minus_1(name, worst):
    with pytest.raises(ValueError, match=f"y_true must be above -1 to have a logarithm of 1 . y, got {worst:.1f}"):
        SCORES[name]([0, worst], [0, 1])
    with pytest.raises(ValueError, match="y_pred must be above -1"):
        SCORES[name]([0, 1], [0, worst])
    SCORES[name]([0, 1], [0, -0.999])


CROSSED = r"y_lower must not exceed y_upper, got 5 and 4 at position 1 \(1 of 2 are crossed\): np.sort"
BAD_OPTIONS = [
    (partial(interval_score, COUNT, COUNT, COUNT, level=90), ValueError, "got 90: 90 % is level=0.9"),
    (partial(interval_score, COUNT, COUNT, COUNT), TypeError, r"interval_score\(\) needs level"),
    (partial(mean_pinball_loss, COUNT, COUNT, quantile=1), ValueError, "strictly between 0 and 1, got 1$"),
    (partial(prediction_interval_coverage, [1, 2], [0, 5], [2, 4]), ValueError, CROSSED),
    (partial(prediction_interval_width, [1], [nan], [2]), ValueError, "y_lower must hold finite numbers, got nan"),
    (partial(interval_score, [1e308], [-1e308], [0], level=0.9), ValueError, "y_true and its bounds cannot be added"),
    (partial(adjusted_r2, COUNT, COUNT), TypeError, r"adjusted_r2\(\) needs n_features"),
    (partial(r2.total, COUNT, COUNT, center="mean"), TypeError, "center must be a number, got 'mean'"),
    (partial(explained_variance.total, COUNT, COUNT, center=1), TypeError, "center must be two numbers, got 1"),
    (partial(explained_variance.total, COUNT, COUNT, center=[]), ValueError, r"center must be two .* got \[\]"),
    (partial(default_prediction, [1, nan], "r2"), ValueError, "y_true must hold finite numbers, got nan"),
    (partial(default_prediction, [1, -2], "mean_squared_log_error"), ValueError, "y_true must be above -1"),
    (partial(default_prediction, [1], explained_variance), ValueError, "loss must be one of 'mean_absolute_error', 'm"),
    (partial(default_prediction, [1], pd.Series([1])), ValueError, "loss must be one of .* got a Series of shape"),
]


@pytest.mark.parametrize(("call", "error", "message"), BAD_OPTIONS)
def test_bad_options_are_named(call, error, message):
    with pytest.raises(error, match=message):
        call()
