"""Intervals: printed values, scipy, what a bootstrap has to be whatever engine computes it, bad input."""

import functools
import tracemalloc
from functools import partial

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from evalmetrics import (
    Bootstrap,
    Interval,
    accuracy,
    bootstrap,
    brier_score,
    cider,
    confusion_matrix,
    corpus_bleu,
    corpus_perplexity,
    default_log_loss,
    expected_calibration_error,
    f_score,
    likelihood_ratios,
    log_loss,
    macro_f_score,
    mean_absolute_error,
    mean_average_precision,
    paired_bootstrap,
    pearson,
    precision,
    recall,
    roc_auc,
    wilson_interval,
)

from .strategies import SCORES, variants

LEVELS = [0.5, 0.9, 0.95, 0.999]


def two_classes(n, share_right=0.8, seed=0):
    """n labels and predictions, most of them right."""
    rng = np.random.default_rng(seed)
    y_true = rng.integers(0, 2, n)
    return y_true, np.where(rng.random(n) < share_right, y_true, 1 - y_true)


def three_classes(n, seed=0):
    """n labels and predictions of three unequally frequent classes."""
    rng = np.random.default_rng(seed)
    y_true = rng.choice(["a", "b", "c"], n, p=[0.5, 0.3, 0.2])
    return y_true, np.where(rng.random(n) < 0.7, y_true, rng.choice(["a", "b", "c"], n))


# Wilson's interval


def test_wilson_of_150_in_200_is_not_what_a_well_known_library_computes_under_that_name():
    """001-006, 001-007, E-39: Yggdrasil documents (0.685659, 0.804918), and its code gives (0.694533, 0.799827)."""
    interval = wilson_interval(150, 200)
    assert (interval.low, interval.high) == pytest.approx((0.685659, 0.804918), abs=5e-7)


@pytest.mark.parametrize("level", LEVELS)
def test_wilson_agrees_with_scipy(level):
    rng = np.random.default_rng(0)
    for n in [1, 2, 3, *rng.integers(4, 10_000, 100)]:
        successes = int(rng.integers(0, n + 1))
        theirs = stats.binomtest(successes, int(n)).proportion_ci(level, method="wilson")
        ours = wilson_interval(successes, n, level=level)
        assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


shares = st.integers(1, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(shares, st.floats(0.01, 0.999))
def test_wilson_s_bounds_are_the_shares_that_a_score_test_just_does_not_reject(share, level):
    successes, n = share
    interval = wilson_interval(successes, n, level=level)
    for p in {interval.low, interval.high} - {0.0, 1.0}:
        z = (successes / n - p) / np.sqrt(p * (1 - p) / n)
        assert 2 * stats.norm.sf(abs(z)) == pytest.approx(1 - level, rel=1e-6)


@given(shares, st.floats(0.01, 0.999))
def test_wilson_stays_in_0_to_1_holds_the_share_and_has_a_width(share, level):
    successes, n = share
    interval = wilson_interval(successes, n, level=level)
    assert 0 <= interval.low < interval.high <= 1
    assert successes / n in interval
    mirrored = wilson_interval(n - successes, n, level=level)
    assert (1 - mirrored.high, 1 - mirrored.low) == pytest.approx((interval.low, interval.high), abs=1e-12)


@given(shares)
def test_wilson_narrows_with_more_examples_and_less_confidence(share):
    def width(times, level):
        interval = wilson_interval(times * share[0], times * share[1], level=level)
        return interval.high - interval.low

    assert width(4, 0.95) < width(1, 0.95) < width(1, 0.99)


def test_wilson_covers_as_often_as_it_says():
    """Exact coverage at n = 50, averaged over shares from 0.05 to 0.95, is within a percent point of 95 %."""
    n, shares = 50, np.linspace(0.05, 0.95, 181)
    intervals = [wilson_interval(k, n) for k in range(n + 1)]
    covered = np.array([[p in interval for interval in intervals] for p in shares])
    coverage = (covered * stats.binom.pmf(range(n + 1), n, shares[:, None])).sum(axis=1).mean()
    assert coverage == pytest.approx(0.95, abs=0.01)


# The bootstrap


@pytest.mark.parametrize("name", SCORES)
def test_the_estimate_is_the_metric_of_the_samples(name):
    sample = three_classes(60)
    for score in variants(name):
        estimate = bootstrap(score, *sample, n_resamples=2, rng=0).estimate
        np.testing.assert_array_equal(np.asarray(estimate), np.asarray(score(confusion_matrix(*sample))))


@pytest.mark.parametrize("metric", [accuracy, lambda cm: accuracy(cm), lambda t, p: np.mean(t == p)])
def test_a_seed_gives_the_same_interval_again(metric):
    sample = two_classes(50)
    one, same, other = (bootstrap(metric, *sample, n_resamples=50, rng=seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(one.replicates, same.replicates)
    assert one.interval == same.interval
    assert (one.replicates != other.replicates).any()


def test_a_generator_is_used_and_not_copied():
    rng, sample = np.random.default_rng(5), two_classes(50)
    first, second = (bootstrap(accuracy, *sample, n_resamples=50, rng=rng).replicates for _ in range(2))
    np.testing.assert_array_equal(first, bootstrap(accuracy, *sample, n_resamples=50, rng=5).replicates)
    assert (first != second).any()


def by_hand(metric, samples, n_resamples, weight=None, seed=1):
    """The bootstrap as a textbook has it: draw n examples, recompute."""
    rng, n, scores = np.random.default_rng(seed), len(samples[0]), []
    labels = np.unique(samples)
    for _ in range(n_resamples):
        i = rng.integers(n, size=n)
        weights = None if weight is None else weight[i]
        scores.append(
            np.asarray(metric(confusion_matrix(*(s[i] for s in samples), labels=labels, sample_weight=weights)))
        )
    return np.array(scores)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("n", [40, 400])
@pytest.mark.parametrize("metric", [accuracy, macro_f_score, recall, partial(f_score, beta=2.0)])
def test_replicates_are_distributed_as_by_hand(metric, n, weighted):
    samples, weight = three_classes(n), np.random.default_rng(2).integers(1, 9, n) / 2 if weighted else None
    ours = bootstrap(metric, *samples, n_resamples=800, sample_weight=weight, rng=0).replicates
    theirs = by_hand(metric, samples, 400, weight)
    assert ours.shape == (800, *theirs.shape[1:])
    spread, error = np.nanstd(theirs, axis=0), 4 * np.sqrt(1 / 800 + 1 / 400)
    np.testing.assert_array_less(abs(np.nanmean(ours, axis=0) - np.nanmean(theirs, axis=0)), error * spread)
    np.testing.assert_allclose(np.nanstd(ours, axis=0), spread, rtol=error)


def test_replicates_of_an_accuracy_are_binomial_shares():
    sample = two_classes(100)
    share = np.mean(sample[0] == sample[1])
    replicates = bootstrap(accuracy, *sample, n_resamples=4000, rng=0).replicates
    np.testing.assert_allclose(replicates * 100, np.round(replicates * 100))
    assert replicates.std() == pytest.approx(np.sqrt(share * (1 - share) / 100), rel=0.05)


@pytest.mark.parametrize("name", SCORES)
def test_a_function_of_your_own_gets_the_replicates_that_the_package_s_function_gets(name):
    """One is scored on all resampled matrices at once, the other on one DataFrame after the other."""
    sample = three_classes(40)
    own = bootstrap(lambda cm: SCORES[name](cm), *sample, n_resamples=40, rng=3)
    ours = bootstrap(SCORES[name], *sample, n_resamples=40, rng=3)
    np.testing.assert_allclose(own.replicates, ours.replicates, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("metric", [accuracy, recall, likelihood_ratios])
def test_the_bounds_are_quantiles_of_the_replicates(metric, level):
    result = bootstrap(metric, *three_classes(300), n_resamples=200, level=level, rng=0)
    assert isinstance(result, Bootstrap)
    assert (result.interval.level, result.interval.method) == (level, "percentile")
    for bound, q in [(result.low, (1 - level) / 2), (result.high, (1 + level) / 2)]:
        np.testing.assert_allclose(np.asarray(bound), np.quantile(result.replicates, q, axis=0))


def test_bca_is_for_results_with_parts_too():
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(2, 50))
    interval = bootstrap(pearson, x, x + y, method="bca", rng=0)
    assert interval.low < float(interval.estimate) < interval.high
    references, hypotheses = (
        [[["a", "b", "c", "d", "e"]]] * 20,
        [["a", "b", "c", "d", "e"], ["a", "b", "c", "d", "x"]] * 10,
    )
    interval = bootstrap(corpus_bleu, references, hypotheses, method="bca", rng=0)
    assert interval.low < interval.estimate.score < interval.high


def test_bca_has_no_bounds_where_every_resample_scores_lower():
    labels = np.random.default_rng(1).integers(0, 200, 200)
    interval = bootstrap(default_log_loss, labels, method="bca", rng=0)
    assert (interval.replicates < interval.estimate).all()
    assert np.isnan([interval.low, interval.high]).all()


def test_the_interval_covers_as_often_as_it_says():
    """400 simulated samples of 200 examples, accuracy 0.8: between 91 and 98 of 100 intervals hold it."""
    intervals = (bootstrap(accuracy, *two_classes(200, seed=s), n_resamples=400, rng=s).interval for s in range(400))
    assert 0.91 < np.mean([0.8 in interval for interval in intervals]) < 0.98


def test_a_score_per_class_has_bounds_per_class():
    sample = three_classes(200)
    result = bootstrap(precision, *sample, n_resamples=50, rng=0)
    assert result.low.index.to_list() == result.high.index.to_list() == ["a", "b", "c"]
    assert (result.low < result.estimate).all()
    assert (result.estimate < result.high).all()
    assert result.replicates.shape == (50, 3)


def test_a_table_of_scores_has_a_table_of_bounds():
    result = bootstrap(likelihood_ratios, *three_classes(200), n_resamples=50, rng=0)
    assert result.low.index.equals(result.estimate.index)
    assert result.low.columns.to_list() == ["positive", "negative"]
    assert result.replicates.shape == (50, 3, 2)


def test_an_infinite_score_has_infinite_bounds():
    """The positive likelihood ratio of a classifier without false positives is something over 0 in every resample."""
    y_true = [0] * 50 + [1] * 50
    y_pred = [0] * 50 + [0] * 10 + [1] * 40
    result = bootstrap(likelihood_ratios, y_true, y_pred, n_resamples=50, rng=0)
    assert result.low.loc[1, "positive"] == result.high.loc[1, "positive"] == np.inf
    assert np.isfinite(result.low.loc[0]).all()


def test_any_function_of_any_samples_will_do():
    texts, shift = [["a", "b"], ["c"], ["d", "e", "f"]], (1.0, 2.0, 4.0)

    def mean_length(texts, shift):
        assert isinstance(texts, list)
        assert isinstance(shift, np.ndarray)
        assert all((len(text), s) in [(2, 1.0), (1, 2.0), (3, 4.0)] for text, s in zip(texts, shift, strict=True))
        return np.mean([len(text) for text in texts])

    result = bootstrap(mean_length, texts, shift, n_resamples=50, rng=0)
    assert result.estimate == 2
    assert 1 <= result.low < result.high <= 3


@pytest.mark.parametrize("as_sample", [list, tuple, np.array, lambda values: pd.Series(values, index=[3, 1, 2, 0])])
def test_examples_are_drawn_by_position_from_any_sequence(as_sample):
    result = bootstrap(np.median, as_sample([1.0, 2.0, 30.0, 40.0]), n_resamples=99, rng=0)
    assert result.estimate == 16
    assert set(result.replicates) <= {1, 1.5, 2, 15.5, 16, 20.5, 21, 30, 35, 40}


def test_the_rows_of_a_table_are_drawn_not_its_columns():
    table = pd.DataFrame({"a": [0.0, 1.0, 2.0], "b": [1.0, 2.0, 3.0]})
    result = bootstrap(lambda rows: (rows[:, 1] - rows[:, 0]).mean(), table, n_resamples=20, rng=0)
    assert result.estimate == result.low == result.high == 1


def test_a_function_without_a_signature_will_do():
    assert bootstrap(max, [1, 2, 3], n_resamples=20, rng=0).estimate == 3


def test_several_numbers_at_once_have_bounds_each():
    result = bootstrap(lambda x: (x.mean(), x.std()), np.arange(20.0), n_resamples=50, rng=0)
    assert result.low.shape == result.high.shape == (2,)
    assert (result.low < result.high).all()


def test_the_columns_of_a_table_of_probabilities_keep_their_names():
    y_true, p = ["dog", "cat"] * 20, pd.DataFrame({"dog": [0.9, 0.2] * 20, "cat": [0.1, 0.8] * 20})
    for metric in (log_loss, brier_score, partial(expected_calibration_error, top_label=True)):
        assert bootstrap(metric, y_true, p, rng=0).estimate == pytest.approx(metric(y_true, p))
    even = pd.DataFrame({"cat": [0.5] * 40, "dog": 0.5})
    gain = paired_bootstrap(log_loss, y_true, p, even, rng=0)
    assert gain.estimate == pytest.approx(log_loss(y_true, p) - log_loss(y_true, even))


def test_a_function_that_wraps_one_of_the_package_s_is_itself():
    @functools.wraps(mean_absolute_error)
    def in_percent(y_true, y_pred):
        return 100 * mean_absolute_error(y_true, y_pred)

    interval = bootstrap(in_percent, np.zeros(30), np.arange(30) / 10, rng=0)
    assert interval.estimate == pytest.approx(145)
    assert interval.low < interval.estimate < interval.high


def test_weights_travel_with_their_examples():
    values = np.array([1.0, 2.0, 3.0])

    def mean(values, sample_weight):
        np.testing.assert_array_equal(sample_weight, 10 * values)
        return np.average(values, weights=sample_weight)

    assert bootstrap(mean, values, sample_weight=[10, 20, 30], n_resamples=50, rng=0).estimate == pytest.approx(14 / 6)


def test_equal_weights_change_no_replicate_s_range():
    sample = two_classes(60)
    weighted = bootstrap(accuracy, *sample, sample_weight=np.full(60, 2.5), n_resamples=300, rng=0)
    plain = bootstrap(accuracy, *sample, n_resamples=300, rng=0)
    assert weighted.estimate == pytest.approx(plain.estimate)
    assert weighted.replicates.std() == pytest.approx(plain.replicates.std(), rel=0.2)


def test_an_undefined_resample_is_counted_and_makes_the_bounds_undefined():
    """The one example predicted b is missing from (1 - 1/n)^n of the resamples."""
    result = bootstrap(precision, ["a"] * 19 + ["b"], ["a"] * 19 + ["b"], n_resamples=500, rng=0)
    assert result.undefined == np.isnan(result.replicates).any(axis=1).sum()
    assert result.undefined / 500 == pytest.approx((1 - 1 / 20) ** 20, abs=0.1)
    assert np.isnan([result.low["b"], result.high["b"]]).all()
    assert (result.low["a"], result.high["a"]) == (1, 1)


def test_an_example_without_a_score_spoils_the_resamples_that_have_it_and_no_others():
    queries = [[1, 0], [0, 1], [0, 0], *[[1, 1]] * 9]
    undefined = [
        bootstrap(metric, queries, rng=0).undefined
        for metric in (mean_average_precision, lambda queries: mean_average_precision(queries))
    ]
    assert undefined[0] == undefined[1] < 1000
    captions = ["a b c d", "a b x z", "p q", "k l m o"] * 3, ["a b c d", "a b x y", "p q", "k l m n"] * 3
    hypotheses, references = ([each.split() for each in texts] for texts in captions)
    assert np.isnan(bootstrap(cider, [[reference] for reference in references], hypotheses, rng=0).low)


def test_an_infinite_example_counts_where_it_is_drawn():
    log_probabilities = [-np.inf, *[-1.0] * 9]
    texts = [[value] for value in log_probabilities]
    drawn = bootstrap(corpus_perplexity, texts, rng=0)
    assert set(np.unique(drawn.replicates.round(12))) == {round(np.e, 12), np.inf}
    assert (drawn.low, drawn.high) == (pytest.approx(np.e), np.inf)


def test_a_defined_score_leaves_no_resample_undefined():
    filled = bootstrap(partial(precision, zero_division=0.0), ["a"] * 19 + ["b"], ["a"] * 19 + ["b"], rng=0)
    assert filled.undefined == 0
    assert filled.low["b"] == 0


@pytest.mark.parametrize("weighted", [False, True])
def test_memory_does_not_grow_with_classes_times_resamples(weighted):
    """All 400 resampled matrices of 600 classes at once would take 1152 megabytes."""
    rng = np.random.default_rng(0)
    y_true, y_pred = rng.integers(0, 600, (2, 1000))
    weight = rng.integers(1, 3, 1000) if weighted else None
    tracemalloc.start()
    bootstrap(accuracy, y_true, y_pred, n_resamples=400, sample_weight=weight, rng=0)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 50e6


def test_the_samples_are_left_as_they_came():
    y_true, y_pred = two_classes(30)
    copies = y_true.copy(), y_pred.copy()
    bootstrap(accuracy, y_true, y_pred, n_resamples=5, rng=0)
    np.testing.assert_array_equal((y_true, y_pred), copies)


# How results print and compare


def test_results_print_in_one_line():
    interval = Interval(0.25, 0.75, 0.9, "wilson")
    assert str(interval) == "[0.250, 0.750] (90 %, wilson)"
    assert str(Bootstrap(0.5, interval, np.zeros(2))) == "0.500 [0.250, 0.750] (90 %, wilson)"


@pytest.mark.parametrize("metric", [precision, likelihood_ratios, lambda cm: precision(cm).to_numpy()])
def test_scores_per_class_print_a_line_per_class(metric):
    result = bootstrap(metric, *three_classes(200), n_resamples=20, rng=0)
    for shown in (str(result), str(result.interval)):
        assert "low" in shown
        assert shown.endswith("\n(95 %, percentile)")
    assert "estimate" in str(result)


def test_an_interval_holds_its_bounds_and_a_vector_only_if_every_class_is_inside():
    interval = Interval(0.25, 0.75, 0.95, "wilson")
    assert [value in interval for value in (0.2, 0.25, 0.5, 0.75, 0.8, np.nan)] == [
        False,
        True,
        True,
        True,
        False,
        False,
    ]
    vector = Interval(np.array([0.1, 0.2]), np.array([0.3, 0.4]), 0.95, "percentile")
    assert [value in vector for value in (0.25, 0.15)] == [True, False]


BAD_WILSON = [
    ((5, 0), {}, ValueError, "n must be a finite number above 0, got 0"),
    ((1, np.nan), {}, ValueError, "n must be a finite number above 0, got nan"),
    ((1, "3"), {}, TypeError, "n must be a number, got '3'"),
    ((5, 3), {}, ValueError, "successes must lie between 0 and n=3, got 5"),
    ((-1, 3), {}, ValueError, "successes must lie between 0 and n=3, got -1"),
    ((np.nan, 3), {}, ValueError, "successes must lie between 0 and n=3, got nan"),
    ((True, 3), {}, TypeError, "successes must be a number, got True"),
    (([1], 3), {}, TypeError, r"successes must be a number, got \[1\]"),
    *(((1, 3), {"level": level}, ValueError, "level must lie strictly between") for level in (0, 1, 95, -0.1, np.nan)),
    ((1, 3), {"level": "95 %"}, TypeError, "level must be a number"),
]


@pytest.mark.parametrize(("counts", "options", "error", "message"), BAD_WILSON)
def test_bad_counts_are_named(counts, options, error, message):
    with pytest.raises(error, match=message):
        wilson_interval(*counts, **options)


BAD = {
    "one resample": ((np.mean, [1, 2]), {"n_resamples": 1}, ValueError, "n_resamples must be at least 2, got 1"),
    "2.0 resamples": ((np.mean, [1, 2]), {"n_resamples": 2.0}, TypeError, "n_resamples must be a whole number"),
    "True resamples": ((np.mean, [1, 2]), {"n_resamples": True}, TypeError, "n_resamples must be a whole number"),
    "level 0": ((np.mean, [1, 2]), {"level": 0}, ValueError, "level must lie strictly between 0 and 1"),
    "level 95": ((np.mean, [1, 2]), {"level": 95}, ValueError, "level must lie strictly between 0 and 1, got 95"),
    "unknown method": (
        (np.mean, [1, 2]),
        {"method": "magic"},
        ValueError,
        "method must be one of 'percentile'.*magic",
    ),
    "rng of text": ((np.mean, [1, 2]), {"rng": "x"}, TypeError, "rng must be a whole number .*Generator, got 'x'"),
    "negative seed": ((np.mean, [1, 2]), {"rng": -1}, ValueError, "rng must be a whole number .*Generator, got -1"),
    "no metric": (("accuracy", [1], [1]), {}, TypeError, "metric must be a function.* got 'accuracy'"),
    "no sample": ((np.mean,), {}, TypeError, "at least one sample"),
    "no labels": ((accuracy,), {}, TypeError, "takes two samples, y_true and y_pred; got 0"),
    "labels of one side": ((accuracy, [1]), {}, TypeError, "takes two samples, y_true and y_pred; got 1"),
    "three label vectors": ((accuracy, [1], [1], [1]), {}, TypeError, "takes two samples, y_true and y_pred; got 3"),
    "empty": ((np.mean, []), {}, ValueError, "sample 1 is empty"),
    "a string": ((np.mean, "abc"), {}, TypeError, "sample 1 must be a sequence.* got 'abc'"),
    "a number": ((np.mean, [1], 5), {}, TypeError, "sample 2 must be a sequence.* got 5"),
    "lengths": ((np.dot, [1, 2], [1]), {}, ValueError, "sample 1 and sample 2 must have the same length"),
    "lengths of labels": ((accuracy, [1], [1, 2]), {}, ValueError, "y_true and y_pred must have the same length"),
    "empty labels": ((accuracy, [], []), {}, ValueError, "y_true is empty"),
    "weights too few": (
        (np.mean, [1, 2]),
        {"sample_weight": [1]},
        ValueError,
        "sample_weight .* 2 examples, 1 weights",
    ),
    "negative weight": ((accuracy, [1, 2], [1, 2]), {"sample_weight": [1, -1]}, ValueError, "sample_weight must be"),
}


@pytest.mark.parametrize(("arguments", "options", "error", "message"), BAD.values(), ids=BAD)
def test_bad_samples_and_options_are_named(arguments, options, error, message):
    with pytest.raises(error, match=message):
        bootstrap(*arguments, **options)


def test_a_progress_bar_appears_when_it_takes_long_and_not_before(monkeypatch, capsys):
    bootstrap(np.mean, [1, 2, 3], n_resamples=200, rng=0)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("evalmetrics.resampling.draws.PATIENCE", 0.0)
    bootstrap(np.mean, [1, 2, 3], n_resamples=200, rng=0)
    assert "resampling" in capsys.readouterr().err


@pytest.mark.parametrize(
    "metric", [roc_auc, lambda y, s: np.mean(y * s), brier_score, accuracy], ids=["ranks", "calls", "sums", "counts"]
)
def test_memory_does_not_grow_with_examples_times_resamples(metric):
    """The positions of 30 resamples of 300,000 examples, all at once, would take 72 megabytes for each engine."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 300_000)
    s = y.copy() if metric is accuracy else rng.random(300_000)
    tracemalloc.start()
    bootstrap(metric, y, s, n_resamples=30, rng=0)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 60e6
