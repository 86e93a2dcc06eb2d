"""Intervals by formula, and BCa: printed values, reference libraries, coverage, bad input."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from evalmetrics import (
    accuracy,
    auc_interval,
    bootstrap,
    clopper_pearson_interval,
    delong_interval,
    f1_score,
    macro_f_score,
    pr_auc_interval,
    rmse_interval,
    wilson_interval,
)
from evalmetrics.resampling import draws
from evalmetrics.resampling.examples import examples_of
from evalmetrics.uncertainty import delong


def bounds(interval):
    return interval.low, interval.high


PRINTED = {
    "001-006 Wilson, 150 of 200": (wilson_interval(150, 200), (0.6856590, 0.8049183)),
    "E-39 exact, 150 of 200": (clopper_pearson_interval(150, 200), (0.684037, 0.808393)),
    "001-008 Hanley-McNeil, AUC 0.75": (auc_interval(0.75, 100, 100), (0.6825153, 0.8174847)),
    "001-009 logit, PR-AUC 0.75": (pr_auc_interval(0.75, 100), (0.6561035, 0.8250937)),
    "001-003 chi-squared factors, n = 100": (rmse_interval(1.0, 100), (0.8785420, 1.1607372)),
}


@pytest.mark.parametrize(("interval", "printed"), PRINTED.values(), ids=PRINTED)
def test_printed_bounds_are_reproduced(interval, printed):
    assert bounds(interval) == pytest.approx(printed, abs=5e-7)


@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
def test_intervals_of_a_share_agree_with_scipy_and_statsmodels(level):
    rng = np.random.default_rng(0)
    for n in [1, 2, 3, *rng.integers(4, 5000, 60)]:
        k, n = int(rng.integers(0, n + 1)), int(n)
        theirs = stats.binomtest(k, n).proportion_ci(level, method="wilson")
        assert bounds(wilson_interval(k, n, level=level)) == pytest.approx((theirs.low, theirs.high), abs=1e-12)
        theirs = proportion_confint(k, n, alpha=1 - level, method="beta")
        assert bounds(clopper_pearson_interval(k, n, level=level)) == pytest.approx(theirs, abs=1e-10)


shares = st.integers(1, 1000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(shares, st.floats(0.01, 0.999))
def test_intervals_of_a_share_hold_it_mirror_and_invert_their_test(share, level):
    k, n = share
    for of_share in (partial(wilson_interval, level=level), partial(clopper_pearson_interval, level=level)):
        interval, mirrored = of_share(k, n), of_share(n - k, n)
        assert 0 <= interval.low < interval.high <= 1
        assert k / n in interval
        assert (1 - mirrored.high, 1 - mirrored.low) == pytest.approx(bounds(interval), abs=1e-9)
    for p in set(bounds(wilson_interval(k, n, level=level))) - {0.0, 1.0}:  # just not rejected by a score test
        z = (k / n - p) / np.sqrt(p * (1 - p) / n)
        assert 2 * stats.norm.sf(abs(z)) == pytest.approx(1 - level, rel=1e-6)


def test_hanley_and_mcneil_s_variance_tells_positives_from_negatives():
    """Two positives above one negative, and one positive above two negatives, of exponential scores."""
    area, m, n = 0.9, 20, 300
    of_two = (m - 1) * (area / (2 - area) - area**2) + (n - 1) * (2 * area**2 / (1 + area) - area**2)
    reach = 1.959964 * np.sqrt((area * (1 - area) + of_two) / (m * n))
    assert bounds(auc_interval(area, m, n)) == pytest.approx((area - reach, min(1, area + reach)))


def test_delong_s_interval_is_symmetric_around_the_area_or_its_log_odds():
    rng = np.random.default_rng(0)
    y = rng.random(200) < 0.3
    score = rng.normal(size=200) + 1.5 * y
    areas, covariance = delong(y, score)
    error = np.sqrt(covariance.item())
    assert bounds(delong_interval(y, score)) == pytest.approx(
        (areas[0] - 1.959964 * error, areas[0] + 1.959964 * error)
    )
    low, high = np.array(bounds(delong_interval(y, score, scale="logit")))
    odds = np.log(np.array([low, areas[0], high]) / (1 - np.array([low, areas[0], high])))
    assert odds[2] - odds[1] == pytest.approx(odds[1] - odds[0])
    assert odds[2] - odds[1] == pytest.approx(1.959964 * error / (areas[0] * (1 - areas[0])))
    assert np.isnan(bounds(delong_interval([0, 1], [1, 2]))).all()
    assert bounds(delong_interval([0, 0, 1, 1], [1, 2, 3, 4])) == (1, 1)
    assert np.isnan(bounds(delong_interval([0, 0, 1, 1], [1, 2, 3, 4], scale="logit"))).all()


def test_an_area_without_log_odds_has_no_bounds():
    assert np.isnan([*bounds(pr_auc_interval(1.0, 10)), *bounds(pr_auc_interval(0.0, 10))]).all()


def test_bca_agrees_with_scipy():
    """Same quantiles of other resamples: within the noise of 10,000."""
    x = np.random.default_rng(0).exponential(size=40)
    theirs = stats.bootstrap((x,), np.mean, method="BCa", n_resamples=10_000, rng=1).confidence_interval
    ours = bootstrap(np.mean, x, method="bca", n_resamples=10_000, rng=1)
    assert bounds(ours.interval) == pytest.approx((theirs.low, theirs.high), abs=0.02)
    assert ours.interval.method == "bca"


def test_what_is_left_out_of_counts_is_one_example_and_not_all_of_its_kind():
    y = np.array([0, 1] * 30)
    p = np.where(np.random.default_rng(0).random(60) < 0.8, y, 1 - y)
    scores, counts = draws.jackknife(examples_of(accuracy, (y, p), []))
    plain = [np.mean(np.delete(y == p, i)) for i in range(60)]
    np.testing.assert_allclose(np.sort(np.repeat(scores, counts)), np.sort(plain))
    assert len(scores) == 4


def test_bca_moves_the_bounds_of_skewed_vectors_each_and_makes_a_point_of_what_has_no_spread():
    y, p = ["a"] * 40 + ["b"] * 20, ["a"] * 39 + ["b"] * 19 + ["a"] * 2
    percentile, bca = (
        bootstrap(f1_score.given(zero_division=0.0), y, p, method=m, rng=0) for m in ("percentile", "bca")
    )
    assert bca.low.index.to_list() == ["a", "b"]
    assert (bca.low < percentile.low).all()
    assert bounds(bootstrap(macro_f_score, y, y, method="bca", rng=0)) == (1, 1)


BAD = [
    (clopper_pearson_interval, (5, 3), ValueError, "successes must lie between 0 and n=3, got 5"),
    (clopper_pearson_interval, (1, 0), ValueError, "n must be a finite number above 0"),
    (wilson_interval, (1, np.nan), ValueError, "n must be a finite number above 0, got nan"),
    (wilson_interval, (1, "3"), TypeError, "n must be a number, got '3'"),
    (wilson_interval, (-1, 3), ValueError, "successes must lie between 0 and n=3, got -1"),
    (wilson_interval, (True, 3), TypeError, "successes must be a number, got True"),
    (auc_interval, (1.2, 3, 3), ValueError, "auc must lie between 0 and 1, got 1.2"),
    (auc_interval, (0.5, 0, 3), ValueError, "positives must be a finite number above 0"),
    (auc_interval, (0.5, 3, -1), ValueError, "negatives must be a finite number above 0"),
    (pr_auc_interval, (np.nan, 3), ValueError, "value must lie between 0 and 1, got nan"),
    (pr_auc_interval, (0.5, 0), ValueError, "positives must be a finite number above 0"),
    (rmse_interval, (-1.0, 3), ValueError, "rmse must be a finite number of at least 0, got -1.0"),
    (rmse_interval, ("1", 3), TypeError, "rmse must be a number, got '1'"),
]


@pytest.mark.parametrize(("function", "arguments", "error", "message"), BAD)
def test_bad_input_is_named(function, arguments, error, message):
    with pytest.raises(error, match=message):
        function(*arguments)


@pytest.mark.parametrize("level", [0, 1, 95, -0.1, np.nan])
def test_a_level_is_a_share(level):
    of_area = partial(auc_interval, 0.5)
    for interval in (wilson_interval, clopper_pearson_interval, of_area, pr_auc_interval, rmse_interval):
        with pytest.raises(ValueError, match="level must lie strictly between 0 and 1"):
            interval(1, 2, level=level)
