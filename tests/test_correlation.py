"""Correlations: printed values, scipy, pandas and NumPy, properties, resampling, bad input, figures."""

import itertools
from functools import partial
from math import isnan, nan, pi

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from evalmetrics import (
    Correlation,
    PairCounts,
    average_ranks,
    bootstrap,
    kendall,
    matthews_correlation,
    pair_counts,
    pearson,
    permutation_test,
    plot_correlation,
    roc_auc,
    spearman,
    williams_test,
)
from evalmetrics.fast.correlation import BLOCK, inversions
from evalmetrics.inputs.matrices import frame
from evalmetrics_book import (
    plot_groups,
    plot_pairs,
    plot_ranks,
)

from .printed import rounds_to

MEASURES = {"pearson": pearson, "spearman": spearman, "kendall": kendall}
PEERS = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}
EVERY = pytest.mark.parametrize("measure", MEASURES.values(), ids=MEASURES)
CONSTANT = pytest.mark.filterwarnings("ignore::scipy.stats.ConstantInputWarning", "ignore:invalid value:RuntimeWarning")
RANKED = pytest.mark.parametrize("measure", [spearman, kendall], ids=["spearman", "kendall"])
A, B = [1, 2, 3, 4], [2, 1, 4, 3]
ONE_TO_FOUR = np.arange(1.0, 5.0)
PRINTED = {
    "E-52": (lambda: pearson([10 * a for a in A], [10 * b for b in B]), "0.6"),
    "E-53": (lambda: pearson(ONE_TO_FOUR, np.exp(ONE_TO_FOUR)), "0.926942"),
    "E-54": (lambda: spearman(ONE_TO_FOUR, [1, 1, 1, 2]), "0.774597"),
    "E-55": (lambda: pearson(A, B).p_value, "0.4"),
}


@pytest.mark.parametrize(("value", "printed"), PRINTED.values(), ids=PRINTED)
def test_printed_values_recompute(value, printed):
    assert rounds_to(float(value()), printed)


# Reference libraries


def random_columns(*, count, least=2):
    """Columns of up to 80 numbers, from many ties to none, dependent or not, near 0 or far away."""
    rng = np.random.default_rng(0)
    for _ in range(count):
        n, distinct = rng.integers(least, 80), rng.choice([2, 3, 6, 10**6])
        x, y = rng.integers(0, distinct, (2, n)).astype(float)
        if rng.random() < 0.5:
            y = np.where(rng.random(n) < 0.5, x, y)
        yield x * rng.choice([1e-3, 1, 1e6]) + rng.choice([0, 1e3]), rng.choice([-1, 1]) * y


@CONSTANT
@pytest.mark.parametrize("name", MEASURES)
def test_coefficient_and_p_value_agree_with_scipy(name):
    """From three pairs on: at two, scipy's Spearman has no p-value and ours is 1, as that of its Pearson."""
    for x, y in random_columns(count=700, least=3):
        ours, theirs = MEASURES[name](x, y), PEERS[name](x, y)
        np.testing.assert_allclose(ours.coefficient, theirs.statistic, rtol=1e-9, atol=1e-12)
        perfect = abs(ours.coefficient) > 1 - 1e-9  # rounding decides between p = 0 and p = 1e-8
        np.testing.assert_allclose(ours.p_value, theirs.pvalue, rtol=1e-6, atol=1e-6 if perfect else 1e-12)


@pytest.mark.parametrize("n", [33, 34, 200])
def test_kendalls_p_value_is_exact_up_to_33_pairs_and_normal_above(n):
    """Above, scipy is exact for orders with at most one exchange; we are normal throughout."""
    rng = np.random.default_rng(n)
    for _ in range(20):
        x, y = rng.random((2, n))
        method = "exact" if n <= 33 else "asymptotic"
        assert kendall(x, y).p_value == pytest.approx(stats.kendalltau(x, y, method=method).pvalue)


@pytest.mark.parametrize("n", [1, 2, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 1000, 5000])
def test_inversions_are_pairs_in_the_wrong_order(n):
    assert inversions(np.arange(n)) == 0
    assert inversions(np.arange(n)[::-1].copy()) == n * (n - 1) // 2
    rng = np.random.default_rng(n)
    for order in (rng.permutation(n), rng.integers(0, 31, n)):
        assert inversions(order) == np.triu(order[:, None] > order, k=1).sum()


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=40))
def test_pair_counts_are_what_a_loop_over_pairs_counts(rows):
    kinds = {(1, 1): 0, (1, -1): 1, (0, 1): 2, (1, 0): 3, (0, 0): 4}
    counts = [0] * 5
    for (a, b), (c, d) in itertools.combinations(rows, 2):
        sx, sy = np.sign(a - c), np.sign(b - d)
        counts[kinds[(1, sx * sy) if sx and sy else (abs(sx), abs(sy))]] += 1
    found = pair_counts(*zip(*rows, strict=True))
    assert found == PairCounts(*counts)
    assert found.total == sum(counts)


def test_ranks_are_those_of_scipy_and_pandas():
    for x, _ in random_columns(count=100):
        np.testing.assert_array_equal(average_ranks(x), stats.rankdata(x))
        np.testing.assert_array_equal(average_ranks(x), pd.Series(x).rank())
    assert average_ranks([np.inf, 1, np.inf, -np.inf]).tolist() == [3.5, 2, 3.5, 1]
    assert average_ranks([2**60, 2**60 + 1]).tolist() == [1, 2]  # as floats they would be equal


def test_a_matthews_correlation_is_pearsons_of_two_binary_columns_and_kendalls_too():
    rng = np.random.default_rng(0)
    for _ in range(50):
        x, y = rng.integers(0, 2, (2, 30))
        cells = np.bincount(2 * x + y, minlength=4).reshape(2, 2)
        mcc = matthews_correlation(frame(cells, [0, 1]))
        for measure in MEASURES.values():
            np.testing.assert_allclose(float(measure(x, y)), mcc, atol=1e-12)


def test_the_area_under_the_roc_curve_is_a_share_of_pairs():
    """Of pairs of unlike labels; ties in the score count half."""
    rng = np.random.default_rng(0)
    for _ in range(20):
        y, score = rng.integers(0, 2, 40), rng.integers(0, 8, 40)
        pairs = pair_counts(y, score)
        unlike = pairs.concordant + pairs.discordant + pairs.tied_in_y
        assert roc_auc(y, score) == pytest.approx((pairs.concordant + pairs.tied_in_y / 2) / unlike)


# Intervals


@pytest.mark.parametrize("level", [0.5, 0.9, 0.99])
def test_pearsons_interval_is_that_of_scipy(level):
    for x, y in random_columns(count=60, least=4):
        theirs = stats.pearsonr(x, y).confidence_interval(level) if np.ptp(x) and np.ptp(y) else (nan, nan)
        ours = pearson(x, y).interval(level)
        np.testing.assert_allclose([ours.low, ours.high], theirs, atol=1e-6)
        assert (ours.level, ours.method) == (level, "fisher_z")


@pytest.mark.parametrize(
    ("found", "variance", "method"),
    [
        (Correlation(0.6, 0.0, 50, "spearman"), (1 + 0.36 / 2) / 47, "bonett_wright"),
        (Correlation(0.6, 0.0, 50, "kendall"), 0.437 / 46, "fieller"),
        (Correlation(0.6, 0.0, 50, "pearson"), 1 / 47, "fisher_z"),
    ],
)
def test_intervals_are_symmetric_after_the_transformation(found, variance, method):
    interval = found.interval(0.95)
    reach = 1.959963984540054 * variance**0.5
    assert np.arctanh([interval.low, interval.high]) == pytest.approx(np.arctanh(0.6) + np.array([-reach, reach]))
    assert interval.method == method


@pytest.mark.parametrize(("measure", "least"), [(pearson, 4), (spearman, 4), (kendall, 5)])
def test_an_interval_needs_a_few_pairs(measure, least):
    x = np.arange(least)
    y = [0, 2, 1, *range(3, least)]
    assert not isnan(measure(x, y).interval().low)
    assert isnan(measure(x[:-1], y[:-1]).interval().low)
    assert isnan(measure(x, np.zeros(least)).interval().high)


@EVERY
def test_a_perfect_correlation_has_an_interval_without_width(measure):
    interval = measure(range(10), range(10)).interval()
    assert (interval.low, interval.high) == (1.0, 1.0)


def normal_pairs(rng, rho, n):
    x, noise = rng.normal(size=(2, n))
    return x, rho * x + (1 - rho**2) ** 0.5 * noise


def coverage(measure, draw, truth, n=40, times=1000):
    rng = np.random.default_rng(0)
    return np.mean([truth in measure(*draw(rng, n)).interval() for _ in range(times)])


TRUTHS = {
    "pearson": lambda r: r,
    "spearman": lambda r: 6 / pi * np.arcsin(r / 2),
    "kendall": lambda r: 2 / pi * np.arcsin(r),
}


@pytest.mark.parametrize("rho", [0.0, 0.5, 0.9])
@pytest.mark.parametrize("name", MEASURES)
def test_intervals_of_normal_pairs_cover_as_often_as_they_say(name, rho):
    draw = partial(lambda rng, n, rho: normal_pairs(rng, rho, n), rho=rho)
    assert 0.93 < coverage(MEASURES[name], draw, TRUTHS[name](rho)) < 0.975


def test_pearsons_interval_fails_for_skewed_columns_and_that_of_ranks_does_not():
    def draw(rng, n):
        return np.exp(normal_pairs(rng, 0.9, n))

    assert coverage(pearson, draw, (np.exp(0.9) - 1) / (np.e - 1)) < 0.8
    assert coverage(spearman, draw, TRUTHS["spearman"](0.9)) > 0.93


# Properties

numbers = st.integers(-50, 50).map(float)
pairs = st.lists(st.tuples(numbers, numbers), min_size=2, max_size=30).map(lambda rows: np.array(rows).T)
defined = pairs.filter(lambda columns: np.ptp(columns[0]) > 0 and np.ptp(columns[1]) > 0)


@EVERY
@given(columns=defined)
def test_the_order_of_columns_and_of_pairs_does_not_matter(measure, columns):
    x, y = columns
    order = np.random.default_rng(0).permutation(len(x))
    for other in (measure(y, x), measure(x[order], y[order])):
        assert other.coefficient == pytest.approx(measure(x, y).coefficient, abs=1e-12)
        assert other.p_value == pytest.approx(measure(x, y).p_value, abs=1e-6)


@EVERY
@given(columns=defined, scale=st.floats(0.01, 100), shift=st.floats(-1000, 1000))
def test_unit_and_origin_do_not_matter(measure, columns, scale, shift):
    x, y = columns
    moved = np.round(scale, 6) * y + np.round(shift, 3)
    assert measure(x, moved).coefficient == pytest.approx(measure(x, y).coefficient, abs=1e-9)


@RANKED
@given(columns=defined)
def test_no_strictly_increasing_function_changes_a_rank_correlation(measure, columns):
    x, y = columns
    for increasing in (np.cbrt, lambda v: v**3, lambda v: np.exp(v / 10), average_ranks):
        assert measure(x, increasing(y)).coefficient == pytest.approx(measure(x, y).coefficient, abs=1e-12)


@given(defined)
def test_spearman_is_pearson_of_ranks_and_without_ties_the_formula_of_squared_differences(columns):
    x, y = columns
    ranks = average_ranks(x), average_ranks(y)
    assert float(spearman(x, y)) == pytest.approx(float(pearson(*ranks)), abs=1e-12)
    n = len(x)
    short = 1 - 6 * ((ranks[0] - ranks[1]) ** 2).sum() / (n * (n**2 - 1))
    assume(len(set(x)) == len(set(y)) == n)
    assert float(spearman(x, y)) == pytest.approx(short, abs=1e-12)


@EVERY
def test_one_pair_has_no_correlation(measure):
    found = measure([1], [2])
    assert isnan(found.coefficient)
    assert isnan(found.p_value)
    assert isnan(found.interval().low)


@EVERY
@pytest.mark.parametrize("constant", [[0.1] * 7, [1e9 + 0.1] * 7, [0] * 7])
def test_a_constant_is_constant_to_the_last_digit(measure, constant):
    assert isnan(measure(constant, range(7)).coefficient)
    assert isnan(measure(range(7), constant).coefficient)


def test_far_away_numbers_keep_their_digits():
    x, y = np.array([0.0, 1, 2, 4]), np.array([2.0, 1, 4, 3])
    r = float(pearson(x, y))
    assert pearson(x + 1e9, y) == pytest.approx(r, rel=1e-15)
    totals = pearson.statistics(x + 1e9, y + 1e9).sum(axis=0)
    assert pearson.score(totals) == pytest.approx(r, rel=1e-14)


@pytest.mark.parametrize("offset", [1e9, 1e12, 1e15])
def test_a_mean_that_is_no_float_costs_no_digits(offset):
    """Eighths are floats at 1e15 and their mean is not: NumPy's correlation is off in the third digit there."""
    x, y = np.random.default_rng(0).integers(0, 9, (2, 50)) / 8
    assert float(pearson(offset + x, offset + y)) == pytest.approx(float(pearson(x, y)), abs=1e-14)


def test_rank_correlations_take_infinite_values_and_large_integers():
    assert spearman([1, np.inf, 3, -np.inf], [2, 4, 3, 1]).coefficient == 1
    assert kendall([1, np.inf, 3, -np.inf], [2, 4, 3, 1]).coefficient == 1
    assert kendall([2**60, 2**60 + 1, 2**60 + 2], [1, 3, 2]).coefficient == pytest.approx(1 / 3)


def test_a_result_is_a_number_with_parts():
    found = pearson(A, B)
    assert (found.coefficient, found.p_value, found.n, found.method) == (0.6, pytest.approx(0.4), 4, "pearson")
    assert str(found) == str(Correlation(0.6, 0.4, 4, "pearson")) == "0.600 (pearson, n = 4, p = 0.4)"


@EVERY
def test_with_weights_nobody_knows_how_many_pairs_there_are(measure):
    found = measure(A, B, sample_weight=[2, 1, 1, 2])
    assert not isnan(found)
    assert isnan(found.n)
    assert isnan(found.p_value)
    assert isnan(found.interval().low)


# Statistics and resampling


def test_totals_of_a_constant_or_of_nothing_are_undefined():
    x, y = np.array([0.3, 0.3, 0.3]), np.array([1.0, 2, 3])
    for center in (None, (0.1, 2.0), (1e6, 0.0)):
        assert np.isnan(pearson.score(pearson.statistics(x, y, center=center).sum(axis=0)))
    assert np.isnan(pearson.score(np.zeros(6)))
    far = pearson.statistics([1e9, 1e9 + 1], [1, 2], center=(0, 0)).sum(axis=0)
    assert np.isnan(pearson.score(far))  # digits that are gone are not made up


@EVERY
def test_a_resample_with_a_constant_column_is_undefined(measure):
    x, y = np.array([0.1, 0.1, 0.1, 0.7]), np.array([1.0, 2, 3, 4])
    found = bootstrap(measure, x, y, n_resamples=300, rng=0)
    assert 0 < found.undefined < 300
    assert isnan(found.low)


def test_kendall_of_many_pairs_is_resampled_too():
    x, y = np.random.default_rng(0).normal(size=(2, 320))
    found = bootstrap(kendall, x, y, n_resamples=5, rng=0)
    slow = bootstrap(lambda a, b: float(kendall(a, b)), x, y, n_resamples=5, rng=0)
    np.testing.assert_allclose(found.replicates, slow.replicates, rtol=1e-12)


def test_an_outlier_costs_resamples_without_it_no_digits():
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(2, 40))
    x[0] = 1e9
    fast = bootstrap(pearson, x, y, n_resamples=100, rng=0)
    slow = bootstrap(lambda a, b: float(pearson(a, b)), x, y, n_resamples=100, rng=0)
    np.testing.assert_allclose(fast.replicates, slow.replicates, atol=1e-6)


@EVERY
def test_answers_are_exchanged_and_not_moments_around_different_centres(measure):
    rng = np.random.default_rng(0)
    people = rng.normal(size=30)
    first, second = people + rng.normal(size=30), 5 + people + rng.normal(size=30)
    fast = permutation_test(measure, people, first, second, n_resamples=400, rng=0)
    slow = permutation_test(lambda a, b: float(measure(a, b)), people, first, second, n_resamples=400, rng=0)
    assert fast == pytest.approx(slow, abs=1e-12)


# Bad input

BAD = {
    "strings": ((["a", "b"], [1, 2]), TypeError, "x must hold numbers, got text: 'a' at position 0"),
    "complex": (([1, 2], [1j, 2]), TypeError, "y must hold numbers, got dtype complex128"),
    "None": (([1, 2], [None, 2]), TypeError, "y must hold numbers, got dtype object"),
    "nan": (([1, 2, 3], [1, nan, nan]), ValueError, "y holds nan at position 1: .*leave such pairs out"),
}


@pytest.mark.parametrize("function", [*MEASURES.values(), pair_counts, pearson.statistics])
@pytest.mark.parametrize(("arguments", "error", "message"), BAD.values(), ids=BAD)
def test_bad_columns_are_named(function, arguments, error, message):
    with pytest.raises(error, match=message):
        function(*arguments)


@EVERY
def test_a_missing_number_is_named_by_the_bootstrap_too(measure):
    with pytest.raises(ValueError, match="y holds nan at position 1"):
        bootstrap(measure, [1.0, 2.0], [1.0, nan], n_resamples=5)


def test_pearson_refuses_infinite_numbers():
    with pytest.raises(ValueError, match="y must hold finite numbers, got -inf"):
        pearson([1, 2], [1, -np.inf])


@pytest.mark.parametrize("function", [pearson, pearson.statistics])
def test_pearson_refuses_whole_numbers_that_are_equal_as_floats(function):
    with pytest.raises(ValueError, match=r"x holds whole numbers beyond 2..53, .* subtract one number from all values"):
        function([2**60, 2**60 + 1, 2**60 + 2], [1, 2, 3])


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("scale", [1e-200, 1e-100, 1e100, 1e200])
def test_squares_that_floats_cannot_hold_are_added_up_in_another_unit(scale):
    x, y = np.array([1.0, 2, 4]), np.array([1.0, 2, 3])
    for one, other in ((scale * x, y), (y, scale * x), (scale * x, scale * y[::-1])):
        expected = float(pearson(one / one[0], other / other[0]))
        assert pearson(one, other) == pytest.approx(expected, rel=1e-14)
    assert bootstrap(pearson, scale * x, y, rng=0).estimate == pytest.approx(float(pearson(x, y)), rel=1e-14)
    with pytest.raises(ValueError, match="x holds numbers whose squares floats cannot add up: use another unit"):
        pearson.statistics(scale * x, y)
    assert isnan(pearson([1e200] * 3, [1, 2, 3]))


@pytest.mark.parametrize(
    ("center", "error"), [([], ValueError), ((1, nan), ValueError), (3, TypeError), ("ab", TypeError)]
)
def test_a_center_is_two_numbers(center, error):
    with pytest.raises(error, match="center must be two"):
        pearson.total([1, 2, 3], [1, 3, 2], center=center)


def test_kendall_counts_pairs_of_repeated_examples():
    halves = kendall(A, B, sample_weight=[0.5, 1, 1, 1])
    assert halves == pytest.approx(float(kendall(A, B, sample_weight=[1, 2, 2, 2])), rel=1e-14)


def test_ranks_name_their_argument():
    with pytest.raises(ValueError, match="values holds nan at position 0"):
        average_ranks([nan, 1])


# Two metrics


def columns_that_correlate(n, r_1, r_2, between):
    """Three columns of n numbers with exactly these correlations."""
    noise, _ = np.linalg.qr(np.column_stack([np.ones(n), np.random.default_rng(0).normal(size=(n, 3))]))
    return (noise[:, 1:] @ np.linalg.cholesky([[1, r_1, r_2], [r_1, 1, between], [r_2, between, 1]]).T).T


def test_williams_is_what_the_package_psych_prints_for_steiger_s_example():
    test = williams_test(*columns_that_correlate(103, 0.5, 0.4, 0.1))  # r.test(103, .5, .4, .1)
    assert test.correlations == pytest.approx((0.5, 0.4))
    assert (round(test.between, 9), round(test.t, 2), round(test.p_value, 2)) == (0.1, 0.89, 0.37)


@pytest.mark.parametrize("n", [4, 9, 60])
def test_williams_by_the_determinant_of_the_correlations(n):
    human, first, second = np.random.default_rng(n).normal(size=(3, n))
    r = np.corrcoef([human, first, second])
    mean = (r[0, 1] + r[0, 2]) / 2
    noise = 2 * (n - 1) / (n - 3) * np.linalg.det(r) + mean**2 * (1 - r[1, 2]) ** 3
    t = (r[0, 1] - r[0, 2]) * np.sqrt((n - 1) * (1 + r[1, 2]) / noise)
    both, greater, less = (williams_test(human, first, second, alternative=a) for a in ("two-sided", "greater", "less"))
    assert both.t == pytest.approx(t)
    assert both.p_value == pytest.approx(2 * stats.t.sf(abs(t), n - 3))
    assert greater.p_value == pytest.approx(stats.t.sf(t, n - 3))
    assert less.p_value == pytest.approx(stats.t.cdf(t, n - 3))
    other = williams_test(10 * human + 3, second, first)
    assert (other.t, other.p_value, other.estimate) == pytest.approx((-both.t, both.p_value, -both.estimate))


def test_williams_without_a_difference_or_without_enough_to_tell():
    assert williams_test(A, B, [10 * b + 1 for b in B]).p_value == 1
    assert isnan(williams_test(A[:3], [1, 3, 2], [2, 1, 3]).p_value)
    assert isnan(williams_test(A, B, [1, 1, 1, 1]).p_value)
    with pytest.raises(ValueError, match="same length"):
        williams_test(A, B, [1, 2])
    with pytest.raises(ValueError, match="alternative"):
        williams_test(A, B, B, alternative="more")


# Figures


def test_the_figure_shows_points_line_and_both_coefficients():
    ax = plot_correlation(A, [3 * v for v in B], xlabel="metric", ylabel="people", names="abcd", title="four systems")
    points, line = ax.get_lines()
    assert points.get_xydata().tolist() == [[1, 6], [2, 3], [3, 12], [4, 9]]
    assert line.get_slope() == pytest.approx(1.8)
    assert line.get_xy1() == (2.5, 7.5)
    assert ax.get_title(loc="left") == "four systems: Pearson 0.60, Spearman 0.60"
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("metric", "people")
    assert [text.get_text() for text in ax.texts] == list("abcd")
    below, above = (plot_correlation(A, y, names="abcd").texts[0].xyann[1] for y in (A, A[::-1]))
    assert below < 0 < above  # beside a rising line and beside a falling one
    with pytest.raises(ValueError, match="names and x must have the same length"):
        plot_correlation(A, B, names="abc")


def test_a_constant_column_has_points_and_no_line():
    ax = plot_correlation([1, 2, 3], [1, 1, 1])
    assert len(ax.get_lines()) == 1
    assert ax.get_title(loc="left") == "Pearson nan, Spearman nan"


def test_ranks_are_drawn_beside_values():
    left, right = plot_ranks([1, 2, 2, 9], [1, 10, 100, 1000], ylabel="cost")
    assert left.get_lines()[0].get_xydata().tolist() == [[1, 1], [2, 10], [2, 100], [9, 1000]]
    assert right.get_lines()[0].get_xydata().tolist() == [[1, 1], [2.5, 2], [2.5, 3], [4, 4]]
    assert right.get_ylabel() == "rank of cost"
    assert left.figure is right.figure


def test_figure_of_groups_has_a_line_for_each_and_one_for_all():
    ax = plot_groups([1, 2, 5, 6], [3, 4, 1, 2], ["a", "a", "b", "b"])
    dots, line, _, _, everything = ax.get_lines()
    assert (dots.get_xydata().tolist(), line.get_xydata().tolist()) == ([[1, 3], [2, 4]], [[1, 3], [2, 4]])
    assert everything.get_ydata() == pytest.approx(np.polyval(np.polyfit([1, 2, 5, 6], [3, 4, 1, 2], 1), [1, 6]))
    with pytest.raises(ValueError, match="same length"):
        plot_groups([1, 2], [1, 2], ["a"])


def test_figure_of_pairs_has_a_line_for_each_pair_by_how_it_is_ordered():
    x, y = [1, 2, 2, 4, 5], [3, 1, 2, 2, 5]
    counts = pair_counts(x, y)
    ties = counts.tied_in_x + counts.tied_in_y + counts.tied_in_both
    alike, differently, tied, points = plot_pairs(x, y, xlabel="people").get_lines()
    for line, n in [(alike, counts.concordant), (differently, counts.discordant), (tied, ties)]:
        ends = np.reshape(line.get_xydata(), (n, 3, 2))[:, :2]
        assert {tuple(end) for pair in ends for end in pair} <= set(zip(x, y, strict=True))
        slopes = np.diff(ends, axis=1).prod(axis=2).ravel()
        assert (np.sign(slopes) == {alike: 1, differently: -1, tied: 0}[line]).all()
    assert len(points.get_xdata()) == 5
