"""Several trainings: variances of examples and runs add up; trainings on shared examples are not independent."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from evalmetrics import corrected_resampled_t, mean_over_runs
from evalmetrics.uncertainty import corrected_variance, variance_over_runs

TABLES = arrays(float, st.tuples(st.integers(2, 8), st.integers(2, 6)), elements=st.integers(0, 5).map(float))


def components(scores):
    """The three variances of a table with one number a cell, from the mean squares of its analysis of variance."""
    table = pd.DataFrame(scores)
    n, r = table.shape
    examples, runs = table.mean(axis=1), table.mean(axis=0)
    rest = table.sub(examples, axis=0).sub(runs, axis=1) + table.to_numpy().mean()
    of_rest = (rest**2).to_numpy().sum() / ((n - 1) * (r - 1))
    return (r * examples.var() - of_rest) / r, (n * runs.var() - of_rest) / n, of_rest


@given(TABLES)
def test_the_variance_is_that_of_the_components_unless_these_are_below_zero(scores):
    of_examples, of_runs, of_rest = components(scores)
    n, r = scores.shape
    variance, freedom = variance_over_runs(scores)
    textbook = of_examples / n + of_runs / r + of_rest / (n * r)
    least = max(scores.mean(axis=1).var(ddof=1) / n, scores.mean(axis=0).var(ddof=1) / r)
    assert variance == pytest.approx(max(textbook, least), abs=1e-12)
    assert freedom > 0


def test_runs_that_all_agree_leave_the_interval_of_the_examples():
    scores = np.random.default_rng(1).normal(size=30)
    found = mean_over_runs(pd.DataFrame(dict.fromkeys(range(4), scores)), level=0.9)
    expected = stats.ttest_1samp(scores, 0).confidence_interval(0.9)
    assert found == pytest.approx(scores.mean())
    assert (found.low, found.high) == pytest.approx(tuple(expected))
    constant = mean_over_runs(np.ones((5, 3)))
    assert (constant, constant.low, constant.high) == (1, 1, 1)


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ([1, 0, 1], r"scores must have shape \(n, d\)"),
        ([[1, 0, 1]], "at least two examples, a row each, and two runs, got shape"),
        ([[1], [0]], "at least two examples"),
        ([[1, np.nan], [0, 1]], "scores"),
    ],
)
def test_scores_are_a_table(scores, message):
    with pytest.raises(ValueError, match=message):
        mean_over_runs(scores)


@given(
    arrays(float, st.integers(2, 20), elements=st.floats(-1, 1).map(lambda x: round(x, 3))),
    st.integers(1, 50),
    st.integers(50, 500),
)
def test_the_corrected_t_is_the_plain_one_with_another_error(differences, n_test, n_train):
    found = corrected_resampled_t(differences, n_train, n_test)
    if differences.std() < 1e-9:
        return
    plain, wider = stats.ttest_1samp(differences, 0), np.sqrt(1 + len(differences) * n_test / n_train)
    assert found.p_value == pytest.approx(2 * stats.t.sf(abs(plain.statistic) / wider, len(differences) - 1))
    low, high = plain.confidence_interval(0.95)
    assert found.high - found.low == pytest.approx((high - low) * wider)
    assert (found.p_value < 0.05) == (0 not in found.interval) or found.p_value == pytest.approx(0.05)


def test_the_correction_is_the_one_that_is_printed_for_folds():
    """F = 1 + TK / (K - 1) for K folds, T times over (Bouckaert and Frank, 2004, as MachineShop for R has it)."""
    differences = np.random.default_rng(2).normal(0.01, 0.05, size=30)
    folds, times = 10, 3
    expected = (1 + times * folds / (folds - 1)) * differences.var(ddof=1) / 30
    assert corrected_variance(differences, 90, 10) == pytest.approx(expected)


def test_equal_differences_leave_nothing_to_test_and_bad_ones_are_refused():
    certain = corrected_resampled_t([0.25, 0.25, 0.25], 90, 10)
    assert (certain.low, certain.high, certain.p_value) == (0.25, 0.25, 0)
    assert np.isnan(corrected_resampled_t([0, 0], 90, 10).p_value)
    assert str(corrected_resampled_t([0.02, 0.05], 80, 20)).startswith("0.035 [")
    with pytest.raises(ValueError, match="differences must be at least two, got 1"):
        corrected_resampled_t([0.1], 90, 10)
    with pytest.raises(ValueError, match="n_test"):
        corrected_resampled_t([0.1, 0.2], 90, 0)
