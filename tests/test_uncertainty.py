"""The bootstrap: what it has to be whatever engine computes it, how results print, bad input."""

import functools
import tracemalloc

import numpy as np
import pandas as pd
import pytest

import evalmetrics as em
from evalmetrics import Bootstrap, Interval, accuracy, bootstrap, precision, recall
from evalmetrics.metric import mean_of


def some_classes(n, labels=("a", "b", "c"), seed=0):
    rng = np.random.default_rng(seed)
    y_true = rng.choice(labels, n)
    return y_true, np.where(rng.random(n) < 0.7, y_true, rng.choice(labels, n))


@pytest.mark.parametrize("metric", [accuracy, lambda t, p: np.mean(t == p)])
def test_a_seed_gives_the_same_interval_again_and_a_generator_another(metric):
    sample, rng = some_classes(50), np.random.default_rng(1)
    one, same, first, second = (bootstrap(metric, *sample, n_resamples=50, rng=r) for r in (1, 1, rng, rng))
    np.testing.assert_array_equal(one.replicates, same.replicates)
    np.testing.assert_array_equal(one.replicates, first.replicates)
    assert one.interval == same.interval
    assert (first.replicates != second.replicates).any()


def by_hand(metric, samples, n_resamples, weight):
    """The bootstrap as a textbook has it: draw n examples, recompute."""
    rng, n, labels = np.random.default_rng(1), len(samples[0]), np.unique(samples)
    drawn = rng.integers(n, size=(n_resamples, n))
    options = [{} if weight is None else {"sample_weight": weight[i]} for i in drawn]
    cms = [
        em.confusion_matrix(*(s[i] for s in samples), labels=labels, **o) for i, o in zip(drawn, options, strict=True)
    ]
    return np.array([np.asarray(metric(cm)) for cm in cms])


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("n", [40, 400])  # one by one, and by the numbers of each kind of example
@pytest.mark.parametrize("metric", [accuracy, recall, em.macro_f_score.given(beta=2.0)], ids=lambda m: m.__name__)
def test_replicates_are_distributed_as_by_hand(metric, n, weighted):
    samples, weight = some_classes(n), np.random.default_rng(2).integers(1, 9, n) / 2 if weighted else None
    ours = bootstrap(metric, *samples, n_resamples=800, sample_weight=weight, rng=0).replicates
    theirs = by_hand(metric, samples, 300, weight)
    assert ours.shape == (800, *theirs.shape[1:])
    spread, error = np.nanstd(theirs, axis=0), 4 * np.sqrt(1 / 800 + 1 / 300)
    np.testing.assert_array_less(abs(np.nanmean(ours, axis=0) - np.nanmean(theirs, axis=0)), error * spread)
    np.testing.assert_allclose(np.nanstd(ours, axis=0), spread, rtol=error)


@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
@pytest.mark.parametrize("metric", [accuracy, recall, em.likelihood_ratios], ids=lambda m: m.__name__)
def test_the_bounds_are_quantiles_of_the_replicates_in_the_form_of_the_score(metric, level):
    sample = some_classes(300)
    result = bootstrap(metric, *sample, n_resamples=200, level=level, rng=0)
    assert (result.interval.level, result.interval.method) == (level, "percentile")
    assert result.replicates.shape == (200, *np.shape(metric(*sample)))
    np.testing.assert_array_equal(result.estimate, metric(*sample))
    for bound, q in [(result.low, (1 - level) / 2), (result.high, (1 + level) / 2)]:
        np.testing.assert_allclose(bound, np.quantile(result.replicates, q, axis=0))
        assert type(bound) is type(result.estimate)
        assert isinstance(bound, float) or bound.index.equals(result.estimate.index)


def test_bca_has_no_bounds_where_every_resample_scores_lower():
    labels = np.random.default_rng(1).integers(0, 200, 200)
    interval = bootstrap(em.default_log_loss, labels, method="bca", rng=0)
    assert (interval.replicates < interval.estimate).all()
    assert np.isnan([interval.low, interval.high]).all()


def test_any_function_of_any_samples_will_do():
    texts, shift = [["a", "b"], ["c"], ["d", "e", "f"]], (1.0, 2.0, 4.0)

    def mean_length(texts, shift):
        assert (type(texts), type(shift)) == (list, np.ndarray)
        assert all((len(text), s) in [(2, 1.0), (1, 2.0), (3, 4.0)] for text, s in zip(texts, shift, strict=True))
        return np.mean([len(text) for text in texts])

    result = bootstrap(mean_length, texts, shift, n_resamples=50, rng=0)
    assert result.estimate == 2
    assert 1 <= result.low < result.high <= 3
    assert bootstrap(max, [1, 2, 3], n_resamples=20, rng=0).estimate == 3  # which has no signature
    several = bootstrap(lambda x: (x.mean(), x.std()), np.arange(20.0), n_resamples=50, rng=0)
    assert several.low.shape == several.high.shape == (2,)


@pytest.mark.parametrize("as_sample", [list, tuple, np.array, lambda values: pd.Series(values, index=[3, 1, 2, 0])])
def test_examples_are_drawn_by_position_from_any_sequence(as_sample):
    result = bootstrap(np.median, as_sample([1.0, 2.0, 30.0, 40.0]), n_resamples=99, rng=0)
    assert result.estimate == 16
    assert set(result.replicates) <= {1, 1.5, 2, 15.5, 16, 20.5, 21, 30, 35, 40}


def test_the_rows_of_a_table_are_drawn_and_its_columns_keep_their_names():
    table = pd.DataFrame({"a": [0.0, 1.0, 2.0], "b": [1.0, 2.0, 3.0]})
    result = bootstrap(lambda rows: (rows["b"] - rows["a"]).mean(), table, n_resamples=20, rng=0)
    assert result.estimate == result.low == result.high == 1
    y_true, p = ["dog", "cat"] * 20, pd.DataFrame({"dog": [0.9, 0.2] * 20, "cat": [0.1, 0.8] * 20})
    assert bootstrap(em.log_loss, y_true, p, rng=0).estimate == pytest.approx(em.log_loss(y_true, p))


def test_a_function_that_wraps_one_of_the_package_s_is_itself():
    @functools.wraps(em.mean_absolute_error)
    def in_percent(y_true, y_pred):
        return 100 * em.mean_absolute_error(y_true, y_pred)

    interval = bootstrap(in_percent, np.zeros(30), np.arange(30) / 10, rng=0)
    assert interval.estimate == pytest.approx(145)
    assert interval.low < interval.estimate < interval.high


def test_weights_travel_with_their_examples():
    def mean(values, sample_weight):
        np.testing.assert_array_equal(sample_weight, 10 * values)
        return np.average(values, weights=sample_weight)

    result = bootstrap(mean, [1.0, 2.0, 3.0], sample_weight=[10, 20, 30], n_resamples=50, rng=0)
    assert result.estimate == pytest.approx(14 / 6)


def test_an_undefined_resample_is_counted_and_makes_the_bounds_undefined():
    """The one example predicted b is missing from (1 - 1/n)^n of the resamples."""
    sample = [["a"] * 19 + ["b"]] * 2
    result = bootstrap(precision, *sample, n_resamples=500, rng=0)
    assert result.undefined == np.isnan(result.replicates).any(axis=1).sum()
    assert result.undefined / 500 == pytest.approx((1 - 1 / 20) ** 20, abs=0.1)
    assert np.isnan([result.low["b"], result.high["b"]]).all()
    assert (result.low["a"], result.high["a"]) == (1, 1)
    assert f"(95 %, percentile), undefined in {result.undefined} of 500 resamples: strata=y_true draws" in str(result)
    filled = bootstrap(precision.given(zero_division=0.0), *sample, rng=0)
    assert (filled.undefined, filled.low["b"]) == (0, 0)


def test_an_undefined_or_infinite_example_counts_where_it_is_drawn_and_nowhere_else():
    @mean_of(lambda value: value)
    def average(total, n):
        return total / n

    for odd in (np.nan, np.inf):
        values = np.array([odd, *[1.0] * 9])
        ours, calls = (bootstrap(metric, values, rng=0).replicates for metric in (average, lambda v: v.mean()))
        assert set(np.unique(ours[ours == ours])) - {np.inf} == {1}
        for replicates in (ours, calls):
            assert (replicates == 1).mean() == pytest.approx((1 - 1 / 10) ** 10, abs=0.06)
    result = bootstrap(average, [np.inf, *[1.0] * 9], rng=0)
    assert (result.low, result.high) == (1, np.inf)


def peak_memory(*arguments, **options):
    tracemalloc.start()
    bootstrap(*arguments, rng=0, **options)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak


@pytest.mark.parametrize("weighted", [False, True])
def test_memory_does_not_grow_with_classes_times_resamples(weighted):
    """All 200 resampled matrices of 600 classes at once would take 576 megabytes."""
    rng = np.random.default_rng(0)
    sample, weight = rng.integers(0, 600, (2, 1000)), rng.integers(1, 3, 1000) if weighted else None
    assert peak_memory(accuracy, *sample, n_resamples=200, sample_weight=weight) < 50e6


@pytest.mark.parametrize(
    "metric", [em.roc_auc, lambda y, s: np.mean(y * s), em.mean_squared_error], ids=["ranks", "calls", "sums"]
)
def test_memory_does_not_grow_with_examples_times_resamples(metric):
    """The positions of 30 resamples of 300,000 examples, all at once, would take 72 megabytes for each engine."""
    rng = np.random.default_rng(0)
    assert peak_memory(metric, rng.integers(0, 2, 300_000), rng.random(300_000), n_resamples=30) < 60e6


# How results print and compare


def test_results_print_in_one_line_or_in_a_line_per_class():
    interval = Interval(0.25, 0.75, 0.9, "wilson")
    assert str(interval) == "[0.250, 0.750] (90 %, wilson)"
    assert str(Bootstrap(0.5, interval, np.zeros(2))) == "0.500 [0.250, 0.750] (90 %, wilson)"
    for metric in (precision, em.likelihood_ratios, lambda t, p: precision(t, p).to_numpy()):
        result = bootstrap(metric, *some_classes(200), n_resamples=20, rng=0)
        for shown in (str(result), str(result.interval)):
            assert "low" in shown
            assert shown.endswith("\n(95 %, percentile)")
        assert "estimate" in str(result)
        assert "replicates" not in repr(result)


def test_an_interval_holds_its_bounds_and_a_vector_only_if_every_class_is_inside():
    interval = Interval(0.25, 0.75, 0.95, "wilson")
    assert [value for value in (0.2, 0.25, 0.5, 0.75, 0.8, np.nan) if value in interval] == [0.25, 0.5, 0.75]
    vector = Interval(np.array([0.1, 0.2]), np.array([0.3, 0.4]), 0.95, "percentile")
    assert [value in vector for value in (0.25, 0.15)] == [True, False]


def test_a_progress_bar_appears_when_it_takes_long_and_not_before(monkeypatch, capsys):
    bootstrap(np.mean, [1, 2, 3], n_resamples=200, rng=0)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("evalmetrics.resampling.progress.PATIENCE", 0.0)
    bootstrap(np.mean, [1, 2, 3], n_resamples=200, rng=0)
    assert "resampling" in capsys.readouterr().err


DECLARED = "a function of a confusion matrix is declared with @of_matrix"
BAD = {
    "one resample": ((np.mean, [1, 2]), {"n_resamples": 1}, ValueError, "n_resamples must be at least 2, got 1"),
    "2.0 resamples": ((np.mean, [1, 2]), {"n_resamples": 2.0}, TypeError, "n_resamples must be a whole number"),
    "level 95": ((np.mean, [1, 2]), {"level": 95}, ValueError, "level must lie strictly between 0 and 1, got 95"),
    "method": ((np.mean, [1, 2]), {"method": "magic"}, ValueError, "method must be one of .* got 'magic'"),
    "rng of text": ((np.mean, [1, 2]), {"rng": "x"}, TypeError, "rng must be a whole number .*Generator, got 'x'"),
    "no metric": (("accuracy", [1], [1]), {}, TypeError, "metric must be a function.* got 'accuracy'"),
    "nothing back": ((lambda t: None, [1]), {}, TypeError, "metric must return a number, .*; it returned None"),
    "no sample": ((np.mean,), {}, TypeError, "at least one sample"),
    "labels of one side": ((accuracy, [1]), {}, TypeError, "accuracy takes 2 samples, y_true, y_pred; got 1"),
    "three label vectors": ((accuracy, [1], [1], [1]), {}, TypeError, "accuracy takes 2 samples, .* got 3"),
    "a matrix's": ((lambda cm: accuracy(cm), [1], [1]), {}, TypeError, f"metric must take 2 samples by .* {DECLARED}"),
    "weightless": ((lambda t: 1, [1]), {"sample_weight": [1]}, TypeError, "must take 1 sample .* sample_weight by"),
    "empty": ((np.mean, []), {}, ValueError, "sample 1 is empty"),
    "a string": ((np.mean, "abc"), {}, TypeError, "sample 1 must be a sequence.* got 'abc'"),
    "a number": ((np.mean, [1], 5), {}, TypeError, "sample 2 must be a sequence.* got 5"),
    "lengths": ((np.dot, [1, 2], [1]), {}, ValueError, "sample 1 and sample 2 must have the same length"),
    "weights too few": ((np.mean, [1, 2]), {"sample_weight": [1]}, ValueError, "sample_weight .* 2 examples, 1 weig"),
    "negative weight": ((accuracy, [1, 2], [1, 2]), {"sample_weight": [1, -1]}, ValueError, "sample_weight must be"),
    "weights inside": ((accuracy.given(sample_weight=[1]), [1], [1]), {}, ValueError, "sample_weight must travel with"),
}


@pytest.mark.parametrize(("arguments", "options", "error", "message"), BAD.values(), ids=BAD)
def test_bad_samples_and_options_are_named(arguments, options, error, message):
    with pytest.raises(error, match=message):
        bootstrap(*arguments, **options)
