"""Two systems or many on one metric: nothing chosen silently, and the same numbers as the tests by themselves."""

from functools import partial

import numpy as np
import pandas as pd
import pytest

from evalmetrics import (
    PValue,
    accuracy,
    benjamini_hochberg,
    compare_systems,
    comparison_tests,
    delong_test,
    f1_score,
    holm,
    mcnemar_test,
    paired_bootstrap,
    permutation_test,
    roc_auc,
)

RNG = np.random.default_rng(0)
Y = RNG.integers(2, size=120)
SYSTEMS = {name: np.where(RNG.random(120) < right, Y, 1 - Y) for name, right in [("a", 0.9), ("b", 0.8), ("c", 0.6)]}
SCORES = {name: Y + noise * RNG.normal(size=120) for name, noise in [("sharp", 0.8), ("dull", 1.2)]}
TWO = {name: SYSTEMS[name] for name in "ab"}
compared = partial(compare_systems, accuracy, Y, TWO, n_resamples=500, rng=0)


@pytest.mark.parametrize("test", ["bootstrap", "permutation", "mcnemar"])
@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_numbers_are_those_of_the_tests_by_themselves(test, method):
    one = compared(test=test, method=method)
    by_itself = paired_bootstrap(accuracy, Y, *TWO.values(), n_resamples=500, method=method, rng=0)
    assert (one.estimate, one.low, one.high) == (by_itself.estimate, by_itself.low, by_itself.high)
    assert one.scores == (accuracy(Y, TWO["a"]), accuracy(Y, TWO["b"]))
    if test == "permutation":
        assert one.p_value == permutation_test(accuracy, Y, *TWO.values(), n_resamples=500, rng=0)
    if test == "mcnemar":
        assert one.p_value == mcnemar_test(Y, *TWO.values()).p_value
        in_columns = compare_systems(accuracy, Y, pd.DataFrame(TWO), test=test, method=method, n_resamples=500, rng=0)
        assert in_columns == one


def test_delong_s_interval_and_p_value_are_delong_s():
    one = compare_systems(roc_auc, Y, SCORES, test="delong", n_resamples=50)
    by_itself = delong_test(Y, *SCORES.values())
    assert (one.estimate, one.interval, one.p_value) == (by_itself.estimate, by_itself.interval, by_itself.p_value)
    named = compare_systems(roc_auc.given(pos_label=0), Y, SCORES, test="delong", n_resamples=50)
    assert named.estimate == pytest.approx(-one.estimate)


@pytest.mark.parametrize("method", ["percentile", "basic", "bc", "bca", "normal", "half", "jackknife"])
@pytest.mark.parametrize("pair", [("a", "b"), ("b", "c"), ("b", "a")])
def test_the_bootstrap_s_p_value_is_the_level_whose_interval_just_reaches_0(method, pair):
    two = {name: SYSTEMS[name][:50] for name in pair}
    of = partial(paired_bootstrap, accuracy, Y[:50], *two.values(), n_resamples=400, method=method, rng=0)
    p = compare_systems(accuracy, Y[:50], two, test="bootstrap", method=method, n_resamples=400, rng=0).p_value
    if float(p) <= 2 / 401:
        assert 0 not in of(level=1 - 2.5 / 401).interval
    else:
        assert 0 in of(level=1 - 0.98 * p).interval
        assert 0 not in of(level=1 - 1.02 * p).interval


def test_a_p_value_from_resamples_is_never_below_what_they_can_tell():
    sure = {"right": Y, "wrong": 1 - Y}
    one = compare_systems(accuracy, Y, sure, test="bootstrap", n_resamples=99, rng=0)
    assert isinstance(one.p_value, PValue)
    assert one.p_value == one.p_value.least == 0.02
    assert "p ≤ 0.02, the least of 99 resamples" in one.report
    alike = compare_systems(accuracy, Y, {"one": Y, "same": Y}, test="bootstrap", n_resamples=99, rng=0)
    assert alike.p_value == 1


def test_a_report_says_what_was_done_and_a_comparison_what_was_tested():
    one = compared(test="permutation")
    for part in ("accuracy: a 0.", "95 % interval", "percentile", "permutation", "120 examples"):
        assert part in one.report
    assert str(one) == f"{one.report}\nTested: {one.null}."
    assert "either could as well have given the other's answer" in one.null
    assert "each is so equally often" in compared(test="mcnemar").null
    by_ten = compared(test="bootstrap", groups=np.arange(120) // 10)
    assert "12 groups of 120 examples" in by_ten.report
    assert "groups like these" in by_ten.null
    own = paired_bootstrap(accuracy, Y, *TWO.values(), groups=np.arange(120) // 10, n_resamples=500, rng=0)
    assert by_ten.interval == own.interval


@pytest.mark.parametrize(("adjust", "function"), [("holm", holm), ("benjamini_hochberg", benjamini_hochberg)])
def test_many_systems_are_compared_in_pairs_or_with_a_baseline(adjust, function):
    all_pairs = compare_systems(accuracy, Y, SYSTEMS, test="mcnemar", adjust=adjust, n_resamples=50, rng=0)
    table = all_pairs.table
    assert table[["first", "second"]].to_numpy().tolist() == [["a", "b"], ["a", "c"], ["b", "c"]]
    pd.testing.assert_series_equal(table[f"p, {adjust}"], function(table["p"]), check_names=False)
    assert all_pairs.report.count("\n") == 3
    assert f"3 comparisons, p adjusted by {adjust!r}" in all_pairs.report
    against = compare_systems(
        accuracy, Y, SYSTEMS, test="mcnemar", baseline="c", adjust="none", n_resamples=50, rng=0
    ).table
    assert against["second"].tolist() == ["c", "c"]
    assert (against["p, none"] == against["p"]).all()


def test_the_tests_are_listed_with_what_they_ask():
    table = comparison_tests()
    assert table.index.tolist() == ["bootstrap", "permutation", "mcnemar", "delong"]
    assert not table.map(lambda text: "{" in text).any(axis=None)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (compared, ValueError, "test= says what is asked of the systems. 'bootstrap': How far apart .*'delong'"),
        (partial(compared, test="t"), ValueError, "test must be one of 'bootstrap', 'permutation'"),
        (partial(compared, test="delong"), ValueError, "'delong' is about roc_auc, and says nothing of accuracy"),
        (partial(compared, test="mcnemar", groups=Y), ValueError, "takes examples for independent: with groups, ask"),
        (partial(compare_systems, accuracy, Y, {"a": Y}, test="mcnemar"), ValueError, "at least two, got 1"),
        (partial(compare_systems, accuracy, Y, SYSTEMS, test="mcnemar"), ValueError, "3 pairs are tested at once: say"),
        (partial(compared, test="mcnemar", adjust="bonferroni"), ValueError, "adjust must be one of 'holm'"),
        (partial(compared, test="mcnemar", baseline="z"), ValueError, "baseline must be one of 'a', 'b', got 'z'"),
        (partial(compare_systems, accuracy, Y, [Y, Y], test="mcnemar"), TypeError, "systems must"),
        (partial(compare_systems, f1_score, Y, TWO, test="bootstrap"), TypeError, r"as in f1_score\.given\(pos_label"),
    ],
)
def test_what_was_not_said_or_does_not_fit_is_asked_for(call, error, message):
    with pytest.raises(error, match=message):
        call()
