"""Coverage of one's own data: held to binomial sums and to simulations by other code."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import evalmetrics as em
from evalmetrics import accuracy, bootstrap, coverage, f1_score, macro_f_score, roc_auc, wilson_interval

RIGHT = np.repeat([True, False], [45, 5])  # an accuracy of 0.9 on 50 examples
TRUE, PRED = np.tile([0, 1], 25), np.where(RIGHT, np.tile([0, 1], 25), np.tile([1, 0], 25))


def answers(n, of, right, seed):
    rng = np.random.default_rng(seed)
    y = np.resize(of, n)
    return y, np.where(rng.random(n) < right, y, rng.permutation(y))


def macro_f(t, p):
    return np.mean([2 * ((t == c) & (p == c)).sum(-1) / ((t == c).sum(-1) + (p == c).sum(-1)) for c in range(3)], 0)


def area(t, s):
    ranks, positives = stats.rankdata(s, axis=-1), t.sum(-1)
    return ((ranks * t).sum(-1) - positives * (positives + 1) / 2) / (positives * (t.shape[-1] - positives))


def normals(n, seed):
    y = np.tile([0, 1], n // 2)
    return y, y * 1.2 + np.random.default_rng(seed).normal(size=n)


def by_hand(score, data, often=400, n_resamples=200):
    rng, truth, n, found = np.random.default_rng(1), score(*data), len(data[0]), []
    for _ in range(often):
        rows = rng.integers(n, size=n)[rng.integers(n, size=(n_resamples, n))]
        low, high = np.quantile(score(*(sample[rows] for sample in data)), [0.025, 0.975])
        found.append((low - 1e-9 <= truth <= high + 1e-9, high < truth - 1e-9, low > truth + 1e-9))
    return np.mean(found, axis=0)


TERNARY, LOGNORMAL = answers(60, [0, 1, 2], 0.6, 0), (np.random.default_rng(0).lognormal(size=40),)
PAIR = (*answers(60, [0, 1], 0.7, 1), answers(60, [0, 1], 0.5, 2)[1])
WORLDS = {
    "accuracy": (accuracy, lambda t, p: (t == p).mean(-1), (TRUE, PRED)),
    "mean of lognormal numbers": (np.mean, lambda x: x.mean(-1), LOGNORMAL),
    "area under normals": (roc_auc, area, normals(50, 0)),
    "macro F": (macro_f_score, macro_f, TERNARY),
    "difference": (accuracy, lambda t, a, b: (t == a).mean(-1) - 1.0 * (t == b).mean(-1), PAIR),
}


@pytest.mark.parametrize("name", WORLDS)
def test_five_worlds_come_out_as_by_other_code(name):
    metric, score, data = WORLDS[name]
    samples, second = (data[:2], data[2]) if name == "difference" else (data, None)
    found = coverage(metric, *samples, second=second, n_resamples=200, repetitions=240, rng=0)
    own = found.table.iloc[0]
    expected = by_hand(score, data)
    assert own["truth"] == pytest.approx(score(*data))
    for column, share in zip(["coverage", "below", "above"], expected, strict=True):
        error = np.sqrt((share * (1 - share) + 1e-3) * (1 / 240 + 1 / 400))
        assert own[column] == pytest.approx(share, abs=4 * error), column
    assert own[["coverage", "below", "above"]].sum() == pytest.approx(1)
    assert found.error == pytest.approx(np.sqrt(found.coverage * (1 - found.coverage) / 240), rel=0.1)


def binomial(n, p, bounds):
    """Coverage of intervals for a share, of which `bounds` knows those of every number of successes."""
    low, high = np.transpose([bounds(k) for k in range(n + 1)])
    return stats.binom.pmf(np.arange(n + 1), n, p)[(low <= p) & (p <= high)].sum()


def wilson(t, p):
    return wilson_interval((t == p).sum(), len(t))


def test_coverage_of_a_share_is_a_sum_of_binomial_probabilities_at_each_truth():
    found = coverage(accuracy, TRUE, PRED, method=["percentile", wilson], repetitions=800, n_resamples=300, rng=0)
    assert found.table["resamples"].tolist() == [800, *[200] * 4] * 2
    exact = {
        "percentile": lambda k: stats.binom.ppf([0.025, 0.975], 50, k / 50) / 50 + [-1e-9, 1e-9],
        "wilson": lambda k: (wilson_interval(k, 50).low, wilson_interval(k, 50).high),
    }
    for method, rows in found.table.groupby("method"):
        own = rows.iloc[0]
        assert own["coverage"] == pytest.approx(binomial(50, 0.9, exact[method]), abs=4 * own["error"] + 0.01)
        for _, row in rows.iterrows():
            if method == "wilson":
                assert row["coverage"] == pytest.approx(binomial(50, row["truth"], exact[method]), abs=4 * row["error"])


@pytest.mark.parametrize(
    ("metric", "data"),
    [(np.mean, LOGNORMAL), (roc_auc, normals(60, 3)), (macro_f_score, TERNARY), (accuracy, PAIR[:2])],
)
def test_truths_lie_across_the_interval_of_the_sample(metric, data):
    printed = bootstrap(metric, *data, n_resamples=200, rng=0)
    truths = coverage(metric, *data, n_resamples=200, repetitions=20, rng=0).table["truth"]
    own, low, high = printed.estimate, printed.low, printed.high
    wanted = [own, low, (low + own) / 2, (own + high) / 2, high]
    np.testing.assert_allclose(truths, wanted, atol=0.03 * (high - low))  # copies are whole numbers


def test_no_world_is_better_than_the_best():
    y, p = np.tile([0, 1], 20), np.tile([0, 1], 20)
    p[:2] = 1 - p[:2]  # an interval that ends at 1
    assert bootstrap(accuracy, y, p, n_resamples=200, rng=0).high == 1
    table = coverage(accuracy, y, p, n_resamples=200, rng=0).table
    assert len(table) == 4
    assert table["truth"].max() < 1
    assert table["coverage"].iloc[-1] < 0.75  # where many samples are perfect, and their intervals hold 1 alone


OF_TWO_GROUPS = np.where(TRUE, TRUE.cumsum() % 2, range(2, 52))  # whom 1 is observed of
RARE = (["a"] * 4 + ["b"] * 40, ["a"] * 3 + ["b"] * 41)


@pytest.mark.parametrize(
    ("why", "metric", "data", "more"),
    [
        ("every resample of them scores 1.000; wilson_interval has bounds for it.", accuracy, (TRUE, TRUE), {}),
        ("every resample of them scores 1.000.", roc_auc, (TRUE, TRUE + 0.5), {}),
        ("every resample of them scores 0.000.", accuracy, (TRUE, PRED), {"second": PRED}),
        ("class 'a' has only 4 examples", macro_f_score, RARE, {}),
        ("class 'a' has only 4 examples", f1_score, RARE, {"pos_label": "a"}),
        ("class 'a' has only 4 examples", lambda t, p: np.mean([a == b for a, b in zip(t, p, strict=True)]), RARE, {}),
        ("class 1 has only 4 examples", roc_auc, ([1] * 4 + [0] * 40, np.arange(44) % 7), {}),
        ("class 1 has only 2 groups", roc_auc, (TRUE, RIGHT), {"groups": OF_TWO_GROUPS}),
        ("there are only 3 groups", accuracy, (TRUE, PRED), {"groups": np.arange(50) % 3}),
        ("their score is undefined", em.matthews_correlation, ([0] * 9 + [1] * 9, [0] * 18), {}),
    ],
)
def test_a_sample_that_cannot_tell_says_so(why, metric, data, more):
    found = coverage(metric, *data, rng=0, **more)
    assert np.isnan([found.coverage, found.error, float(found)]).all()
    assert str(found).startswith("nan: ")
    assert why in str(found)
    assert len(found.table) == 1


@pytest.mark.parametrize(
    ("metric", "data", "more"),
    [
        (accuracy, RARE, {}),  # which is right or wrong, whatever the class
        (f1_score, ([*"aabc"] * 9 + ["d"], [*"abbc"] * 9 + ["d"]), {"pos_label": "a"}),  # a rare class among the others
        (macro_f_score, (["a"] * 5 + ["b"] * 40, ["a"] * 3 + ["b"] * 42), {}),
        (em.mean_absolute_error, ([1, 2, 3, 5] * 5, [1, 2, 4, 4] * 5), {}),
    ],
)
def test_a_sample_that_can_tell(metric, data, more):
    found = coverage(metric, *data, n_resamples=50, repetitions=20, rng=0, **more)
    assert 0 < found.coverage <= 1
    assert f"{found.coverage:.3f} of 95 % intervals (percentile)" in str(found)


def test_few_of_a_class_are_no_good_news():
    y, p = np.repeat([1, 0], [9, 91]), np.repeat([1, 0, 1], [4, 91, 5])
    found = coverage(f1_score, y, p, pos_label=1, n_resamples=50, repetitions=20, rng=0)
    assert str(found).endswith("But class 1 has only 9 examples, too few to show how samples differ (at least 10).")
    assert "But" not in str(coverage(f1_score, [*y, 1], [*p, 1], pos_label=1, n_resamples=50, repetitions=20, rng=0))


def test_groups_are_drawn_whole_and_copies_of_one_stay_apart():
    groups, x = np.repeat(np.arange(12), np.arange(1, 13)), np.arange(78.0)

    def mean_of_whole(x, group):
        sizes = np.bincount(group, minlength=12)
        assert (sizes % np.arange(1, 13) == 0).all()
        return x.mean()

    found = coverage(mean_of_whole, x, groups, groups=groups, n_resamples=50, repetitions=20, rng=0)
    assert found.examples == "12 groups of 78 examples"
    effect = np.random.default_rng(0).normal(size=30).repeat(10)  # a group's own, which its examples share
    whole, alone = (
        coverage(np.mean, effect, groups=g, n_resamples=200, repetitions=100, rng=0)
        for g in (np.repeat(range(30), 10), None)
    )
    assert whole.coverage == pytest.approx(0.93, abs=0.1)
    assert whole.table["width"][0] > 2.5 * alone.table["width"][0]


def test_intervals_without_bounds_are_no_misses():
    y, p = np.repeat([1, 0], [5, 95]), np.repeat([1, 0, 1], [4, 92, 4])
    found = coverage(f1_score, y, p, pos_label=1, n_resamples=50, repetitions=100, rng=0)
    own = found.table.iloc[0]
    assert own["without bounds"] > 0.02
    assert own[["coverage", "below", "above"]].sum() == pytest.approx(1)
    assert f"{own['without bounds']:.3f} of all have no bounds and do not count." in str(found)
    none = coverage(lambda x: np.nan if len(set(x)) < len(x) else x.mean(), np.arange(20.0), repetitions=20, rng=0)
    assert np.isnan(none.coverage)
    assert "undefined" in str(none)


def test_a_seed_gives_the_same_again_and_a_generator_another():
    rng = np.random.default_rng(1)
    one, same, _, other = (
        coverage(accuracy, TRUE, PRED, n_resamples=50, repetitions=40, rng=r).table for r in (1, 1, rng, rng)
    )
    pd.testing.assert_frame_equal(one, same)
    assert not one.equals(other)


def test_options_go_to_the_metric():
    data, few = (["a", "b"] * 20, ["a", "b", "b", "b"] * 10), {"n_resamples": 50, "repetitions": 20, "rng": 0}
    given, handed = (
        coverage(metric, *data, **options, **few)
        for metric, options in [(f1_score.given(pos_label="a"), {}), (f1_score, {"pos_label": "a"})]
    )
    pd.testing.assert_frame_equal(given.table, handed.table)
    assert handed.metric == "f1_score(pos_label='a')"
    third = coverage(np.quantile, np.arange(40.0), q=0.25, **few)
    assert third.estimate == 9.75


@pytest.mark.parametrize(
    "types", [("string", "string"), ("category", "category"), ("Int64", "Int64"), ("boolean", bool)]
)
def test_columns_of_pandas_types_are_as_arrays(types):
    few = {"n_resamples": 50, "repetitions": 20, "rng": 0}
    columns = [pd.Series(each, index=range(7, 57)).astype(kind) for each, kind in zip((TRUE, PRED), types, strict=True)]
    assert coverage(macro_f_score, *columns, **few).table.equals(coverage(macro_f_score, TRUE, PRED, **few).table)


@pytest.mark.parametrize(
    ("error", "message", "metric", "data", "more"),
    [
        (TypeError, "metric must return one number", f1_score, (TRUE, PRED), {}),
        (TypeError, "metric must be a function", 5, (TRUE, PRED), {"beta": 2}),
        (TypeError, "f1_score has no option beta", f1_score, (TRUE, PRED), {"beta": 2}),
        (TypeError, "sample_weight must travel", accuracy, (TRUE, PRED), {"sample_weight": RIGHT}),
        (TypeError, "method must return an interval, as wilson_interval", accuracy, (TRUE, PRED), {"method": accuracy}),
        (ValueError, "method must hold one method or several", accuracy, (TRUE, PRED), {"method": []}),
        (ValueError, "of different names", accuracy, (TRUE, PRED), {"method": ["bca", "bca"]}),
        (ValueError, "method must be one of", accuracy, (TRUE, PRED), {"method": ["bca", "wilson"]}),
        (ValueError, "repetitions must be at least 20", accuracy, (TRUE, PRED), {"repetitions": 5}),
        (ValueError, "groups must hold one label per example", accuracy, (TRUE, PRED), {"groups": [1, 2]}),
    ],
)
def test_what_cannot_be_measured_is_named(error, message, metric, data, more):
    with pytest.raises(error, match=message):
        coverage(metric, *data, **more)
