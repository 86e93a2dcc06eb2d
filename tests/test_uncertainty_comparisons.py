"""Two systems on the same examples: paired bootstrap, permutation, McNemar, DeLong; many tests: Holm, Benjamini."""

from functools import partial
from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from scipy.stats import false_discovery_control, norm
from sklearn.metrics import roc_auc_score
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests

from evalmetrics import (
    accuracy,
    benjamini_hochberg,
    bootstrap,
    delong_test,
    f1_score,
    holm,
    log_loss,
    macro_f_score,
    mcnemar_power,
    mcnemar_test,
    mean_absolute_error,
    multiclass_roc_auc,
    paired_bootstrap,
    permutation_test,
    roc_auc,
)
from evalmetrics.uncertainty import delong


def two_systems(n, seed=0, right=(0.8, 0.7)):
    rng = np.random.default_rng(seed)
    y = rng.integers(3, size=n)
    return y, *(np.where(rng.random(n) < share, y, rng.integers(3, size=n)) for share in right)


def share_right(truth, pred):
    return np.mean(np.asarray(truth) == np.asarray(pred))


@pytest.mark.parametrize("weighted", [False, True])
def test_areas_are_scikit_learn_s_on_the_same_resamples_of_one_system_and_of_two(weighted):
    rng = np.random.default_rng(0)
    y, w = rng.integers(2, size=150), rng.random(150)
    first, second = rng.normal(y).round(1), rng.normal(y).round(1)  # with ties
    ours = partial(paired_bootstrap, n_resamples=20, rng=7, sample_weight=w if weighted else None)
    drawn = np.argsort(first, kind="stable")[np.random.default_rng(7).integers(150, size=(20, 150))]
    areas = [
        [roc_auc_score(y[i], s[i], sample_weight=w[i] if weighted else None) for i in drawn] for s in (first, second)
    ]
    alone = bootstrap(roc_auc, y, first, **{name: ours.keywords[name] for name in ours.keywords}).replicates
    np.testing.assert_allclose(alone, areas[0], rtol=1e-9)
    np.testing.assert_allclose(ours(roc_auc, y, first, second).replicates, np.subtract(*areas), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("metric", [accuracy, macro_f_score, share_right])
def test_the_estimate_is_the_difference_and_equal_systems_differ_by_nothing(metric):
    y, first, second = two_systems(60)
    result = paired_bootstrap(metric, y, first, second, n_resamples=20, rng=0)
    assert result.estimate == pytest.approx(metric(y, first) - metric(y, second))
    assert not paired_bootstrap(metric, y, first, first, n_resamples=20, rng=0).replicates.any()


def test_both_systems_are_scored_on_the_same_draws():
    y, first, second = two_systems(100)
    drawn = np.random.default_rng(3).integers(100, size=(30, 100))
    by_hand = [share_right(y[i], first[i]) - share_right(y[i], second[i]) for i in drawn]
    replicates = paired_bootstrap(share_right, y, first, second, n_resamples=30, rng=3).replicates
    np.testing.assert_allclose(replicates, by_hand)


def test_one_number_per_system_is_that_of_its_own_classes_and_a_score_per_class_that_of_both():
    y, p_1, p_2 = [0, 1] * 20, [0, 1] * 19 + [1, 0], [0, 1] * 18 + [2, 1, 0, 2]
    metric = macro_f_score.given(zero_division=0.0)
    apart = metric(y, p_1) - metric(y, p_2)
    assert paired_bootstrap(metric, y, p_1, p_2, rng=0).estimate == pytest.approx(apart)
    assert apart > 0.2
    result = paired_bootstrap(f1_score.given(zero_division=0.0), y, p_1, p_2, n_resamples=50, method="bca", rng=0)
    assert result.estimate.index.to_list() == [0, 1, 2]
    assert (result.low <= result.high).all()


# Permutation test


def exact_p_value(metric, y, first, second):
    """All 2^n ways to exchange the answers."""
    observed = abs(metric(y, first) - metric(y, second))
    swaps = np.array(list(product([False, True], repeat=len(y))))
    differences = [metric(y, np.where(s, second, first)) - metric(y, np.where(s, first, second)) for s in swaps]
    return np.mean(np.abs(differences) >= observed - 1e-12)


def test_the_permutation_test_counts_differences_that_rounding_alone_tells_apart():
    """Only one answer differs, so that all rearrangements are as extreme; their sums differ in the last digits."""
    y, first = np.zeros(6), np.array([0.1, 0.7, 0.2, 0.4, 0.3, 0.6])
    second = np.append(first[:-1], 0.9)
    for one, other in ((first, second), (second, first)):
        assert permutation_test(mean_absolute_error, y, one, other, n_resamples=99, rng=0) == 1


@pytest.mark.parametrize("metric", [share_right, accuracy])
def test_the_permutation_test_estimates_the_exact_p_value_and_knows_its_sides(metric):
    sample = two_systems(10, seed=4, right=(0.9, 0.3))
    expected = exact_p_value(share_right, *sample)
    p = permutation_test(metric, *sample, n_resamples=4000, rng=0)
    assert p == pytest.approx(expected, abs=4 * np.sqrt(expected * (1 - expected) / 4000) + 1 / 4000)
    y, better, worse = two_systems(100, right=(0.95, 0.6))
    p_value = partial(permutation_test, metric, y, n_resamples=500, rng=0)
    assert p_value(better, worse, alternative="greater") < 0.01
    assert p_value(better, worse, alternative="less") > 0.99
    assert p_value(worse, better, alternative="less") < 0.01


def test_equal_answers_have_a_p_value_of_1_and_the_smallest_is_not_0():
    y, first, second = two_systems(100, right=(1.0, 0.2))
    assert permutation_test(accuracy, y, first, first, n_resamples=99, rng=0) == 1
    assert permutation_test(accuracy, y, first, second, n_resamples=99, rng=0) == 1 / 100


def test_rankings_texts_and_rows_are_exchanged_example_by_example():
    rng = np.random.default_rng(0)
    y = rng.integers(2, size=60)
    assert permutation_test(roc_auc, y, rng.normal(3 * y), rng.normal(size=60), n_resamples=99, rng=0) == 1 / 100
    texts, good, bad = [["a"], ["b"]] * 10, [["a"], ["b"]] * 10, [["c"], ["d"]] * 10

    def matches(references, hypotheses):
        return np.mean([r == h for r, h in zip(references, hypotheses, strict=True)])

    assert permutation_test(matches, texts, good, bad, n_resamples=99, rng=0) == 1 / 100
    y, (p_1, p_2) = np.arange(30) % 3, rng.dirichlet(np.ones(3), (2, 30))
    p_1 = (p_1 + np.eye(3)[y]) / 2
    p_value = partial(permutation_test, n_resamples=500, rng=0)
    assert p_value(multiclass_roc_auc, y, p_1, p_2) == p_value(multiclass_roc_auc, y, list(p_1), list(p_2)) < 0.05
    tables = pd.DataFrame(p_1), pd.DataFrame(p_2)[[2, 0, 1]]  # columns go by their names
    assert p_value(log_loss, y, *tables) == p_value(log_loss, y, p_1, p_2)


@pytest.mark.parametrize("unit", [1e-13, 1.0, 1e13])
def test_the_p_value_does_not_depend_on_the_unit(unit):
    y, p_1, p_2 = np.zeros(50), np.full(50, unit), np.full(50, 3 * unit)
    assert permutation_test(mean_absolute_error, y, p_1, p_2, rng=0) == 1 / 10_001


def test_an_undefined_rearrangement_makes_the_p_value_undefined():
    y, first, second = ["a"] * 9 + ["b"], ["a"] * 9 + ["b"], ["a"] * 10
    assert np.isnan(permutation_test(macro_f_score, y, first, second, n_resamples=50, rng=0))


# McNemar's test


def answers(only_1, only_2, both=3):
    y = np.ones(only_1 + only_2 + both, dtype=int)
    first, second = y.copy(), y.copy()
    second[:only_1], first[only_1 : only_1 + only_2] = 0, 0
    return y, first, second


PRINTED = {
    "E-40 eight to two": (8, 2, "exact", 0.0546875),
    "E-40 eight to two, what was seen counted half": (8, 2, "mid_p", 0.0327148),
    "001-010 nine to three; a library leaves out what was seen and prints 0.0193": (9, 3, "exact", 0.0729980),
}


@pytest.mark.parametrize(("only_1", "only_2", "method", "printed"), PRINTED.values(), ids=PRINTED)
def test_one_sided_p_values_are_those_that_were_recomputed(only_1, only_2, method, printed):
    result = mcnemar_test(*answers(only_1, only_2), alternative="greater", method=method)
    assert (result.only_1_correct, result.only_2_correct) == (only_1, only_2)
    assert result.p_value == pytest.approx(printed, abs=5e-8)


disagreements = st.tuples(st.integers(0, 60), st.integers(0, 60)).filter(any)


@given(disagreements)
def test_mcnemar_agrees_with_statsmodels_and_scipy(counts):
    """Statsmodels corrects chi2 for continuity unless it is told not to, and we say that we do not."""
    table = [[3, counts[0]], [counts[1], 0]]
    exact, chi2 = (mcnemar_test(*answers(*counts), method=m).p_value for m in ("exact", "chi2"))
    assert exact == pytest.approx(mcnemar(table, exact=True).pvalue)
    assert chi2 == pytest.approx(mcnemar(table, exact=False, correction=False).pvalue)
    assert "without a correction for continuity" in mcnemar_test.__doc__
    for side in ("greater", "less"):
        ours = mcnemar_test(*answers(*counts), alternative=side).p_value
        assert ours == pytest.approx(stats.binomtest(counts[0], sum(counts), 0.5, alternative=side).pvalue)


@pytest.mark.parametrize(("each", "p_value"), [(1, 0.75), (5, 1 - 252 / 1024 / 2), (2000, 0.9937)])
def test_mid_p_counts_an_even_split_half(each, p_value):
    """Fagerland, Lydersen and Laake (2013): there it is 1 less half the probability of the split."""
    assert mcnemar_test(*answers(each, each, 0), method="mid_p").p_value == pytest.approx(p_value, abs=5e-5)


@given(disagreements, st.sampled_from(["exact", "mid_p", "chi2"]))
def test_exchanging_the_systems_exchanges_the_sides(counts, method):
    y, first, second = answers(*counts)
    one = mcnemar_test(y, first, second, alternative="greater", method=method).p_value
    assert 0 <= one == mcnemar_test(y, second, first, alternative="less", method=method).p_value <= 1
    same = (mcnemar_test(y, y, y, alternative=side, method=method).p_value for side in ("two-sided", "greater", "less"))
    assert set(same) == {1}


def test_two_wrong_answers_are_no_disagreement():
    result = mcnemar_test(["a", "a", "a"], ["b", "a", "a"], ["c", "a", "b"])
    assert (result.only_1_correct, result.only_2_correct) == (1, 0)


# Holm's correction


def test_holm_agrees_with_statsmodels_and_keeps_names_and_order():
    rng = np.random.default_rng(0)
    for m in [1, 2, *rng.integers(3, 20, 3)]:
        p_values = rng.random(m).round(2)  # with ties
        np.testing.assert_allclose(holm(p_values), multipletests(p_values, method="holm")[1], rtol=1e-12)
    p = pd.Series({"b": 0.04, "a": 0.01})
    assert (holm(p).to_dict(), p.to_dict()) == ({"b": 0.04, "a": 0.02}, {"b": 0.04, "a": 0.01})


def test_benjamini_and_hochberg_agree_with_scipy_and_are_never_above_holm():
    rng = np.random.default_rng(0)
    for m in [1, 2, *rng.integers(3, 20, 3)]:
        p_values = rng.random(m).round(2)
        np.testing.assert_allclose(benjamini_hochberg(p_values), false_discovery_control(p_values), rtol=1e-12)
        assert (benjamini_hochberg(p_values) <= holm(p_values) + 1e-12).all()
    p = pd.Series({"b": 0.04, "a": 0.01, "c": 0.5})
    assert benjamini_hochberg(p).to_dict() == pytest.approx({"b": 0.06, "a": 0.03, "c": 0.5})


# DeLong


def by_pairs(y, *scores):
    """Areas and their covariances from every pair of a positive and a negative, as DeLong and others write them."""
    wins = [((s[y][:, None] > s[~y]) + (s[y][:, None] == s[~y]) / 2) for s in scores]
    over_negatives, over_positives = [w.mean(axis=1) for w in wins], [w.mean(axis=0) for w in wins]
    s10, s01 = np.atleast_2d(np.cov(over_negatives)), np.atleast_2d(np.cov(over_positives))
    return np.array([w.mean() for w in wins]), s10 / y.sum() + s01 / (~y).sum()


@pytest.mark.parametrize("ties", [1, 50])
def test_delong_is_the_quadratic_definition_and_the_package_s_area(ties):
    rng = np.random.default_rng(ties)
    for m, n in [(2, 2), (3, 9), (40, 25)]:
        y = rng.permutation(np.repeat([True, False], [m, n]))
        one, other = (np.rint((rng.normal(size=m + n) + y) * ties) for _ in range(2))
        areas, covariance = by_pairs(y, one, other)
        np.testing.assert_allclose(delong(y, one, other)[0], areas)
        np.testing.assert_allclose(delong(y, one, other)[1], covariance, atol=1e-14)
        np.testing.assert_allclose(areas, [roc_auc(y, one), roc_auc(y, other)])
        test, error = delong_test(y, one, other), np.sqrt([1, -1] @ covariance @ [1, -1])
        assert test.areas == pytest.approx(tuple(areas))
        assert test.estimate == pytest.approx(areas[0] - areas[1])
        if error > 0:
            assert test.p_value == pytest.approx(2 * norm.sf(abs(test.estimate) / error))
            assert test.high == pytest.approx(min(1, test.estimate + 1.959964 * error))


def test_delong_knows_its_sides_and_equal_or_perfect_systems():
    y, one, other = [0] * 5 + [1] * 5, [1, 2, 3, 4, 7, 5, 6, 8, 9, 10], [1, 9, 3, 4, 7, 5, 6, 8, 2, 10]
    both, greater, less = (delong_test(y, one, other, alternative=s) for s in ("two-sided", "greater", "less"))
    assert greater.p_value + less.p_value == pytest.approx(1)
    assert both.p_value == pytest.approx(2 * min(greater.p_value, less.p_value))
    assert delong_test(y, other, one).estimate == -both.estimate
    same = delong_test(y, one, np.exp(one))
    assert (same.p_value, same.low, same.high) == (1, 0, 0)
    perfect = delong_test(y, range(10), range(0, -10, -1))
    assert (perfect.estimate, perfect.p_value) == (1, 0)
    assert np.isnan(delong_test([0, 1, 1], [1, 2, 3], [3, 2, 1]).p_value)
    named = delong_test(["no"] * 5 + ["yes"] * 5, one, other, pos_label="yes")
    assert named == both


Y = [0, 1, 1]
BAD = [
    (partial(paired_bootstrap, "accuracy", Y, Y, Y), TypeError, "metric must be a function"),
    (partial(permutation_test, None, Y, Y, Y), TypeError, "metric must be a function"),
    (partial(paired_bootstrap, accuracy, Y, Y, [0, 1]), ValueError, "y_true and y_pred_2 must have the same length"),
    (partial(paired_bootstrap, accuracy, Y, Y, Y, n_resamples=1), ValueError, "n_resamples must be at least 2"),
    (partial(paired_bootstrap, accuracy, Y, Y, Y, method="x"), ValueError, "method must be one of 'percentile'"),
    (partial(permutation_test, accuracy, Y, Y, Y, alternative="more"), ValueError, "alternative must be one of"),
    (partial(permutation_test, accuracy, Y, Y, Y, rng="x"), TypeError, "rng must be"),
    (partial(mcnemar_test, Y, Y, [0]), ValueError, "must have the same length"),
    (partial(mcnemar_test, Y, Y, Y, method=pd.Series(Y)), ValueError, "method must be one of .* got a Series of shape"),
    (partial(mcnemar_test, [], [], []), ValueError, "y_true is empty"),
    (partial(holm, []), ValueError, "p_values is empty"),
    (partial(holm, [0.5, 1.5]), ValueError, r"p_values must be numbers in \[0, 1\]"),
    (partial(holm, "0.5"), TypeError, "p_values must be a sequence"),
    (partial(delong_test, Y, Y, Y, alternative="more"), ValueError, "alternative must be one of"),
    (partial(delong_test, Y, Y, Y, level=95), ValueError, "level must lie strictly between 0 and 1"),
    (partial(delong_test, Y, Y, [1, 2]), ValueError, "must have the same length"),
    (partial(delong_test, [1, 2, 2], Y, Y), ValueError, "which do not say which of them is positive"),
]


@pytest.mark.parametrize(("call", "error", "message"), BAD)
def test_bad_input_is_named(call, error, message):
    with pytest.raises(error, match=message):
        call()


# Power


def enumerated(n, won, lost, alpha):
    """Over all splits of n examples into won, lost and alike, the chance of those that an exact test rejects."""
    splits = [(b, c) for b in range(n + 1) for c in range(n + 1 - b)]
    chance = stats.multinomial.pmf([(b, c, n - b - c) for b, c in splits], n, [won, lost, 1 - won - lost])
    rejects = [b + c > 0 and stats.binomtest(b, b + c).pvalue <= alpha for b, c in splits]
    return chance @ np.array(rejects)


@pytest.mark.parametrize(
    ("n", "won", "lost", "alpha"), [(12, 0.5, 0.1, 0.05), (20, 0.3, 0.3, 0.05), (15, 0.8, 0.1, 0.01), (1, 1, 0, 0.05)]
)
def test_power_is_the_chance_of_all_that_the_exact_test_rejects(n, won, lost, alpha):
    assert mcnemar_power(n, won, lost, alpha=alpha) == pytest.approx(enumerated(n, won, lost, alpha), abs=1e-12)


@given(st.integers(1, 400), st.floats(0.01, 0.5), st.floats(0.001, 0.2))
def test_power_grows_with_the_level_and_false_alarms_keep_it(n, share, alpha):
    assert mcnemar_power(n, share, share, alpha=alpha) <= alpha + 1e-12
    stricter, laxer = (mcnemar_power(n, share, share / 2, alpha=level) for level in (alpha, 2 * alpha))
    assert stricter <= laxer + 1e-12
    assert mcnemar_power(n, share, share / 3) == pytest.approx(mcnemar_power(n, share / 3, share))


@pytest.mark.parametrize(
    ("n", "won", "lost", "message"),
    [(0, 0.1, 0.1, "n must be"), (10, 0, 0, "won and lost must be above 0 together"), (10, 0.7, 0.7, "at most 1")],
)
def test_power_of_nothing_is_refused(n, won, lost, message):
    with pytest.raises(ValueError, match=message):
        mcnemar_power(n, won, lost)
