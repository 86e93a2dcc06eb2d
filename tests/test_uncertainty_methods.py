"""How bounds are made of resamples, and groups drawn whole: held to SciPy, to formulas and to loops."""

from functools import partial
from itertools import product

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from evalmetrics import accuracy, bootstrap, macro_f_score, paired_bootstrap, permutation_test, recall, roc_auc
from evalmetrics.inputs.resampling import METHODS
from evalmetrics.resampling import bounds
from tests.test_uncertainty import some_classes

SKEWED = np.random.default_rng(0).exponential(size=40)


def spread(x):
    """A score that no formula knows."""
    return np.std(x, axis=-1)


@pytest.mark.parametrize("method", ["percentile", "basic", "bca"])
@pytest.mark.parametrize("level", [0.5, 0.9, 0.95])
def test_bounds_are_scipy_s_of_the_same_resamples(method, level):
    ours = bootstrap(spread, SKEWED, method=method, level=level, n_resamples=499, rng=1)
    drawn = stats.bootstrap((SKEWED,), spread, n_resamples=2, method="basic")
    drawn.bootstrap_distribution = ours.replicates
    theirs = stats.bootstrap(
        (SKEWED,), spread, n_resamples=0, bootstrap_result=drawn, confidence_level=level, method=method
    )
    np.testing.assert_allclose([ours.low, ours.high], theirs.confidence_interval, rtol=1e-6)


def test_the_jackknife_of_a_mean_is_student_s_interval():
    ours = bootstrap(np.mean, SKEWED, method="jackknife")
    theirs = stats.t.interval(0.95, len(SKEWED) - 1, SKEWED.mean(), stats.sem(SKEWED))
    np.testing.assert_allclose([ours.low, ours.high], theirs)
    assert ours.replicates.shape == SKEWED.shape


@pytest.mark.parametrize("method", ["normal", "half", "quarter"])
def test_standard_deviations_of_a_mean_are_those_of_a_formula(method):
    ours = bootstrap(np.mean, SKEWED, method=method, n_resamples=4000, rng=0)
    error = SKEWED.std(ddof=1) / np.sqrt(len(SKEWED))
    assert (ours.low + ours.high) / 2 == pytest.approx(SKEWED.mean(), abs=0.1 * error)
    assert (ours.high - ours.low) / 2 == pytest.approx(1.96 * error, rel=0.05)


def test_a_bias_that_goes_like_one_in_n_is_taken_off_and_quarters_take_off_one_in_its_root():
    rng, truth = np.random.default_rng(3), 1.0
    middle = {method: [] for method in ("percentile", "basic", "half", "jackknife")}
    for _ in range(200):
        x = rng.normal(size=20)
        for method, found in middle.items():
            interval = bootstrap(lambda x: np.var(x), x, method=method, n_resamples=100, rng=rng)
            found.append((interval.low + interval.high) / 2)
    off = {method: abs(np.mean(found) - truth) for method, found in middle.items()}
    assert off["jackknife"] < 0.03 < off["percentile"]
    score, quarters = 0.7, np.full(50, 0.9)  # a score that is too high by 0.2, and at a quarter by 0.4
    quarters[::2] += 1e-9
    low, high = bounds.quarter(np.asarray(score), quarters, (0.025, 0.975))
    assert (low + high) / 2 == pytest.approx(0.5)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("score", [accuracy, recall, macro_f_score], ids=lambda m: m.__name__)
def test_every_method_bounds_numbers_and_vectors_within_what_a_score_can_be(method, score):
    y_true, y_pred = some_classes(200)
    result = bootstrap(score, y_true, y_pred, method=method, n_resamples=200, rng=0)
    assert type(result.low) is type(result.estimate) is type(result.high)
    assert np.all((np.asarray(result.low) >= 0) & (np.asarray(result.high) <= 1))
    assert np.all(np.asarray(result.low) < np.asarray(result.high))
    assert (result.interval.method, result.metric, result.n) == (method, score.__name__, 200)
    both = paired_bootstrap(score, y_true, y_pred, y_pred[::-1], method=method, n_resamples=200, rng=0)
    assert np.all(np.asarray(both.low) < np.asarray(both.estimate))


def test_a_result_names_the_options_of_its_metric():
    assert bootstrap(macro_f_score.given(beta=2.0), *some_classes(30), rng=0).metric == "macro_f_score(beta=2.0)"
    assert bootstrap(partial(np.quantile, q=0.5), [1, 2, 3], rng=0).metric == "quantile(q=0.5)"


UNEQUAL = np.repeat(["a", "b", "c", "d"], [1, 5, 2, 8])


@pytest.mark.parametrize("score", [accuracy, lambda t, p: np.mean(t == p)])
def test_groups_are_drawn_whole(score):
    y_true, y_pred = some_classes(16)
    ours = bootstrap(score, y_true, y_pred, groups=UNEQUAL, n_resamples=40, rng=7)
    members = [np.flatnonzero(g == UNEQUAL) for g in "abcd"]
    drawn = np.random.default_rng(7).integers(4, size=(40, 4))
    right = y_true == y_pred
    by_hand = [right[np.concatenate([members[g] for g in each])].mean() for each in drawn]
    np.testing.assert_allclose(ours.replicates, by_hand)
    assert ours.n == 4
    jack = bootstrap(score, y_true, y_pred, groups=UNEQUAL, method="jackknife")
    np.testing.assert_allclose(jack.replicates, [right[g != UNEQUAL].mean() for g in "abcd"])


@pytest.mark.parametrize("method", ["percentile", "half", "jackknife"])
def test_groups_of_a_ranking_are_those_of_its_examples(method):
    rng = np.random.default_rng(0)
    y_true, one, other = rng.permutation([0, 1] * 20), rng.normal(size=40), rng.normal(size=40)
    how = {"groups": np.repeat(range(10), 4), "n_resamples": 40, "rng": 0, "method": method}
    plain = lambda t, s: roc_auc(t, s)  # noqa: E731  called again for each resample
    for ours, theirs in [
        (bootstrap(metric, y_true, one, **how) for metric in (roc_auc, plain)),
        (paired_bootstrap(metric, y_true, one, other, **how) for metric in (roc_auc, plain)),
    ]:
        np.testing.assert_allclose(ours.replicates, theirs.replicates)


def test_names_of_groups_and_their_order_do_not_matter_and_a_group_each_is_no_group():
    y_true, y_pred = some_classes(30)
    own = partial(bootstrap, lambda t, p: np.mean(t == p), y_true, y_pred, n_resamples=50, rng=0)
    np.testing.assert_array_equal(own().replicates, own(groups=range(30)).replicates)
    mixed = pd.Series([("x", "y", "z")[i % 3] for i in range(30)], index=range(30, 0, -1))
    np.testing.assert_array_equal(own(groups=mixed).replicates, own(groups=[i % 3 for i in range(30)]).replicates)


def test_groups_change_sides_whole():
    rng = np.random.default_rng(5)
    groups = np.repeat(np.arange(8), rng.integers(1, 5, 8))
    y_true, first, second = (rng.integers(2, size=len(groups)) for _ in range(3))
    first = np.where(rng.random(len(groups)) < 0.6, y_true, first)
    gains = np.array([((first == y_true) * 1.0 - (second == y_true))[groups == g].sum() for g in range(8)])
    every = np.array([gains @ signs for signs in product([1, -1], repeat=8)])
    exact = np.mean(abs(every) >= abs(gains.sum()) - 1e-9)
    for score in (accuracy, lambda t, p: np.mean(t == p)):
        ours = permutation_test(score, y_true, first, second, groups=groups, n_resamples=4000, rng=0)
        assert ours == pytest.approx(exact, abs=5 * ours.error)


@pytest.mark.parametrize(
    ("groups", "message"),
    [
        ([1, 2], "groups must hold one label per example: 4 examples, 2 labels"),
        ([1] * 4, "groups must be at least two, to be drawn from; all examples are of 1"),
        ([[1, 2]] * 4, "groups"),
    ],
)
def test_groups_that_cannot_be_drawn_are_named(groups, message):
    for call in (
        partial(bootstrap, accuracy, [0, 1, 0, 1], [0, 0, 1, 1]),
        partial(permutation_test, accuracy, [0, 1, 0, 1], [0, 0, 1, 1], [0, 1, 1, 1]),
    ):
        with pytest.raises(ValueError, match=message):
            call(groups=groups)


def test_a_p_value_is_a_number_that_knows_its_seed_s_share():
    y_true, first = some_classes(60)
    second = np.where(np.arange(60) % 9, first, "a")
    found = [permutation_test(accuracy, y_true, first, second, n_resamples=199, rng=seed) for seed in range(60)]
    assert np.std(found) == pytest.approx(np.mean([p.error for p in found]), rel=0.3)
    assert (found[0].least, found[0].n_resamples) == (1 / 200, 199)
    assert 0 < float(found[0]) <= 1
    assert f"{found[0]:.2f}" == f"{float(found[0]):.2f}"
    sure = permutation_test(accuracy, ["a"] * 40, ["a"] * 40, ["b"] * 40, n_resamples=99, rng=0)
    assert (sure, str(sure)) == (0.01, "0.01, the least that 99 resamples can give")
