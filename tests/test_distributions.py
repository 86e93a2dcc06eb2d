"""Distances of distributions: known values, scipy, SVD and simulation as references, properties, bad input, figures."""

from functools import reduce
from math import exp, inf, isnan, log, nan, sqrt
from operator import add

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import linalg, stats

from evalmetrics import (
    card,
    frechet_distance,
    frechet_distance_from_samples,
    frechet_jackknife,
    inception_score,
    kl_divergence,
    moments,
    wasserstein_distance,
)
from evalmetrics_book import (
    plot_clouds,
    plot_images,
)

FROM_SAMPLES = frechet_distance_from_samples


def normal(seed, n, d, scale=1.0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, d)) @ rng.normal(size=(d, d)) * scale + rng.normal(size=d)


def by_sqrtm(mean_1, cov_1, mean_2, cov_2):
    """As the usual implementations of FID have it."""
    root = linalg.sqrtm(np.atleast_2d(cov_1 @ cov_2)).real
    return float(((mean_1 - mean_2) ** 2).sum() + np.trace(cov_1 + cov_2 - 2 * root))


# Values that are known

KNOWN = {
    "FID: one dimension, (3 - 0)² + (2 - 1)²": (([0], [[1]], [3], [[4]]), 10),
    "FID: means alone": (([0, 0], np.eye(2), [3, 4], np.eye(2)), 25),
    "FID: standard deviations alone": (([0, 0], np.diag([1.0, 4]), [0, 0], np.diag([9.0, 25])), 4 + 9),
    "FID: a point and a normal distribution, the trace": (([1, 0], np.zeros((2, 2)), [0, 0], np.diag([2.0, 3])), 6),
    "FID: two lines at right angles": (([0, 0], np.diag([1.0, 0]), [0, 0], np.diag([0.0, 1])), 2),
}


@pytest.mark.parametrize(("arguments", "value"), KNOWN.values(), ids=KNOWN)
def test_known_distances(arguments, value):
    assert frechet_distance(*arguments) == pytest.approx(value, abs=1e-12)


IMAGES = {
    "each class once, surely": (np.eye(3), 3),
    "no idea": (np.full((3, 3), 1 / 3), 1),
    "two of three classes": ([[1, 0, 0], [0, 1, 0]] * 7, 2),
    "half sure": ([[0.75, 0.25], [0.25, 0.75]], 2 * exp(0.75 * log(0.75) + 0.25 * log(0.25))),
}


@pytest.mark.parametrize(("probabilities", "value"), IMAGES.values(), ids=IMAGES)
def test_known_inception_scores(probabilities, value):
    assert inception_score(probabilities) == pytest.approx(value, abs=1e-12)


# References


def shapes():
    rng = np.random.default_rng(0)
    for seed in range(60):
        yield seed, *rng.integers(2, 40, 2), int(rng.integers(1, 30))


def test_distance_agrees_with_sqrtm_where_covariances_are_regular():
    for seed in range(40):
        d = 1 + seed % 12
        x, y = normal(seed, 5 * d + 2, d), normal(seed + 1000, 4 * d + 3, d, scale=10.0 ** (seed % 3 - 1))
        fits = x.mean(axis=0), np.atleast_2d(np.cov(x.T)), y.mean(axis=0), np.atleast_2d(np.cov(y.T))
        assert FROM_SAMPLES(x, y) == pytest.approx(by_sqrtm(*fits), rel=1e-7)
        assert frechet_distance(*fits) == pytest.approx(by_sqrtm(*fits), rel=1e-7)


def test_samples_and_moments_agree_for_any_numbers_of_both():
    """Below d the covariances are singular: the nuclear norm of the two samples' products is the reference."""
    for seed, n, m, d in shapes():
        x, y = normal(seed, n, d), normal(seed + 1000, m, d)
        a, b = (s - s.mean(axis=0) for s in (x, y))
        overlap = linalg.svdvals(a @ b.T).sum() / sqrt((n - 1) * (m - 1))
        step = x.mean(axis=0) - y.mean(axis=0)
        right = step @ step + (a**2).sum() / (n - 1) + (b**2).sum() / (m - 1) - 2 * overlap
        assert FROM_SAMPLES(x, y) == pytest.approx(right, rel=1e-9, abs=1e-9)
        one, two = moments(x), moments(y)
        assert frechet_distance(one.mean, one.covariance, two.mean, two.covariance) == pytest.approx(
            right, rel=1e-6, abs=1e-6 * (np.trace(one.covariance) + np.trace(two.covariance))
        )


def test_covariances_with_eigenvalues_of_all_sizes_keep_their_distance():
    rng = np.random.default_rng(0)
    turn = linalg.qr(rng.normal(size=(40, 40)))[0]
    spread = 10.0 ** -np.linspace(0, 14, 40)
    cov = turn * spread @ turn.T
    cov = (cov + cov.T) / 2
    assert frechet_distance(np.zeros(40), cov, np.zeros(40), cov) < 1e-12
    right = spread.sum() * (3 - 1) ** 2
    assert frechet_distance(np.zeros(40), cov, np.zeros(40), 9 * cov) == pytest.approx(right, rel=1e-9)


def test_moments_are_those_of_numpy_however_the_data_are_cut():
    for seed, n, m, d in shapes():
        whole = 1e6 + normal(seed, n + m, d)
        for parts in ([whole], [whole[:n], whole[n:]], [whole[:1], whole[1:2], whole[2:]]):
            found = reduce(add, map(moments, (part for part in parts if len(part))))
            assert found.n == n + m
            np.testing.assert_allclose(found.mean, whole.mean(axis=0), rtol=1e-12)
            np.testing.assert_allclose(found.covariance, np.atleast_2d(np.cov(whole.T)), rtol=1e-7, atol=1e-7)


def test_moments_far_from_zero_keep_their_digits():
    near = np.random.default_rng(0).integers(0, 9, (60, 3)) / 8
    parts = reduce(add, (moments(1e9 + part) for part in np.array_split(near, 7)))
    np.testing.assert_allclose(parts.covariance, np.cov(near.T), atol=1e-7)  # the last digit of a mean of 1e9
    np.testing.assert_allclose(moments(1e9 + near).covariance, np.cov(near.T), rtol=1e-12, atol=1e-14)
    assert FROM_SAMPLES(1e9 + near[:30], 1e9 + near[30:]) == pytest.approx(FROM_SAMPLES(near[:30], near[30:]), rel=1e-6)
    assert np.isnan(moments([[1.0, 2]]).covariance).all()


def test_inception_score_is_a_mean_divergence():
    rng = np.random.default_rng(0)
    for k in range(2, 8):
        p = rng.dirichlet(np.ones(k) / 2, size=20)
        divergences = kl_divergence(p, np.tile(p.mean(axis=0), (20, 1)))
        assert inception_score(p) == pytest.approx(exp(np.mean(divergences)), rel=1e-9)


@pytest.mark.parametrize("order", [1, 1.5, 2, 3])
def test_transport_of_numbers_is_that_of_a_linear_programme(order):
    """Any plan that moves every share; the cheapest by scipy's solver."""
    from scipy.optimize import linprog

    rng = np.random.default_rng(0)
    for _ in range(25):
        u, v = (rng.integers(-9, 9, rng.integers(1, 7)).astype(float) for _ in range(2))
        n, m = len(u), len(v)
        rows, columns = np.kron(np.eye(n), np.ones(m)), np.kron(np.ones(n), np.eye(m))
        shares = np.concatenate([np.full(n, 1 / n), np.full(m, 1 / m)])
        plan = linprog((np.abs(u[:, None] - v) ** order).ravel(), A_eq=np.vstack([rows, columns]), b_eq=shares)
        assert wasserstein_distance(u, v, order=order) == pytest.approx(plan.fun ** (1 / order), abs=1e-9)


def test_transport_agrees_with_scipy():
    rng = np.random.default_rng(0)
    for _ in range(200):
        u, v = (rng.normal(rng.normal(), 1, rng.integers(1, 60)).round(rng.integers(0, 4)) for _ in range(2))
        assert wasserstein_distance(u, v) == pytest.approx(stats.wasserstein_distance(u, v), abs=1e-12)
    assert wasserstein_distance([0, 1, 3], [5, 6, 8]) == 5  # scipy's own example


# Properties

points = st.integers(1, 4).flatmap(
    lambda d: st.tuples(
        *[arrays(np.float64, st.tuples(st.integers(2, 12), st.just(d)), elements=st.integers(-20, 20))] * 2
    )
)
columns = st.lists(st.integers(-50, 50).map(float), min_size=1, max_size=20)
rows = st.integers(2, 5).flatmap(
    lambda k: arrays(np.float64, st.tuples(st.integers(1, 12), st.just(k)), elements=st.integers(0, 9)).filter(
        lambda p: p.sum(axis=1).all()
    )
)
rows = rows.map(lambda p: p / p.sum(axis=1, keepdims=True))


@given(points)
def test_distance_is_none_negative_symmetric_and_zero_to_itself(pair):
    x, y = pair
    found = FROM_SAMPLES(x, y)
    scale = 1 + np.abs(x).max() ** 2 + np.abs(y).max() ** 2
    assert card("frechet_distance").low <= found
    assert FROM_SAMPLES(y, x) == pytest.approx(found, abs=1e-9 * scale)
    assert 0 <= FROM_SAMPLES(x, x[::-1]) <= 1e-11 * scale


@given(points, st.floats(0, 6.28), st.floats(0.01, 100))
def test_turning_and_moving_both_changes_nothing_and_a_unit_its_square(pair, angle, scale):
    x, y = pair
    d = x.shape[1]
    turn = np.eye(d)
    if d > 1:
        turn[:2, :2] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    found, size = FROM_SAMPLES(x, y), 1 + np.abs(x).max() ** 2 + np.abs(y).max() ** 2
    assert FROM_SAMPLES(scale * x, scale * y) == pytest.approx(scale**2 * found, abs=1e-9 * scale**2 * size)
    assert FROM_SAMPLES(x @ turn + 7, y @ turn + 7) == pytest.approx(found, abs=1e-8 * size)


@given(points)
def test_copies_of_all_samples_change_the_divisor_alone(pair):
    x, y = pair
    n, m = len(x), len(y)
    one, two = moments(x), moments(y)
    biased = frechet_distance(one.mean, one.m2 / n, two.mean, two.m2 / m)
    many = FROM_SAMPLES(np.tile(x, (200, 1)), np.tile(y, (200, 1)))
    assert many == pytest.approx(biased, rel=0.05, abs=0.01 * (1 + np.abs(x).max() ** 2 + np.abs(y).max() ** 2))


@given(columns, columns, columns)
def test_transport_is_a_distance(u, v, w):
    for order in (1, 2.5):
        a, b, c = (wasserstein_distance(*pair, order=order) for pair in ((u, v), (v, w), (u, w)))
        assert a == pytest.approx(wasserstein_distance(v, u, order=order))
        assert c <= a + b + 1e-9
        assert wasserstein_distance(u, u[::-1] * 3, order=order) == 0
    assert wasserstein_distance(u, v) <= wasserstein_distance(u, v, order=2) + 1e-9
    assert wasserstein_distance(u, v) >= abs(np.mean(u) - np.mean(v)) - 1e-9


@given(rows)
def test_inception_scores_lie_between_one_and_the_number_of_classes(p):
    found = inception_score(p)
    assert card("inception_score").low <= found <= p.shape[1] + 1e-9
    order = np.random.default_rng(0).permutation(len(p))
    assert inception_score(p[order][:, ::-1]) == pytest.approx(found)
    assert inception_score(np.vstack([p, p])) == pytest.approx(found)


def test_the_columns_of_statistics_are_how_sure_and_each_class_and_no_images_have_no_score():
    rows = inception_score.statistics([[1, 0], [0.5, 0.5]])
    np.testing.assert_allclose(rows, [[0, 1, 0], [np.log(0.5), 0.5, 0.5]])
    assert isnan(inception_score.score(np.zeros(4)))


@pytest.mark.parametrize("n", range(1, 40))
def test_rows_that_are_all_alike_score_one_and_not_less_by_rounding(n):
    assert inception_score([[0.1, 0.2, 0.7]] * n) >= 1


@pytest.mark.parametrize(("x", "y"), [([1.0], [2.0, 3]), ([[1.0, 2]], [[1.0, 2]]), ([[1, 2], [3, 4]], [[1, 2]])])
def test_a_sample_that_is_alone_has_no_distance(x, y):
    assert card("frechet_distance").undefined == "A sample has one member, so that it has no covariance (0/0)."
    assert isnan(FROM_SAMPLES(x, y))
    one, two = moments(x), moments(y)
    assert isnan(frechet_distance(one.mean, one.covariance, two.mean, two.covariance))


def test_large_and_small_units_cost_no_digits():
    x, y = normal(0, 30, 3), normal(1, 40, 3)
    right = FROM_SAMPLES(x, y)
    for scale in (1e-140, 1e-70, 1e70, 1e140):
        assert FROM_SAMPLES(scale * x, scale * y) / scale / scale == pytest.approx(right, rel=1e-9)
    assert wasserstein_distance(1e200 * x[:, 0], 1e200 * y[:, 0], order=2) == pytest.approx(
        1e200 * wasserstein_distance(x[:, 0], y[:, 0], order=2)
    )


def test_single_precision_is_computed_in_double():
    x, y = (normal(seed, 50, 4).astype(np.float32) for seed in (0, 1))
    assert FROM_SAMPLES(x, y) == FROM_SAMPLES(x.astype(float), y.astype(float))


# The jackknife


def test_the_jackknife_holds_the_truth_where_the_bootstrap_never_does():
    rng = np.random.default_rng(0)
    held, beside, corrected = 0, 0, []
    for _ in range(60):
        x, y = rng.normal(size=(150, 6)), rng.normal(size=(100, 6)) + 0.2
        found = frechet_jackknife(x, y, rng=rng)
        held += found.low <= 6 * 0.2**2 <= found.high
        corrected.append((found.raw, found.estimate))
        again = [FROM_SAMPLES(x[rng.integers(150, size=150)], y[rng.integers(100, size=100)]) for _ in range(60)]
        beside += np.quantile(again, 0.025) > 6 * 0.2**2
    assert held >= 54
    assert beside >= 54
    raw, estimate = np.mean(corrected, axis=0)
    assert raw > 0.45  # of 0.24
    assert estimate == pytest.approx(0.24, abs=0.03)


def test_pseudo_values_are_those_of_the_definition():
    x, y = normal(0, 41, 3), normal(1, 33, 3)
    found = frechet_jackknife(x, y, blocks=4, level=0.9, rng=0)
    assert found.raw == FROM_SAMPLES(x, y)
    cut = np.random.default_rng(0)
    of_x, of_y = (cut.permutation(n) * 4 // n for n in (41, 33))
    for k, value in enumerate(found.pseudo_values):
        assert value == pytest.approx(4 * found.raw - 3 * FROM_SAMPLES(x[of_x != k], y[of_y != k]))
    assert sorted(np.bincount(of_x)) == [10, 10, 10, 11]
    reach = stats.t.ppf(0.95, 3) * stats.sem(found.pseudo_values)
    assert found.estimate == pytest.approx(found.pseudo_values.mean())
    assert (found.low, found.high) == pytest.approx((found.estimate - reach, found.estimate + reach))
    assert (found.interval.level, found.interval.method) == (0.9, "frechet_jackknife")
    assert str(found) == f"{found:.3f} {found.interval}"
    assert found == found.estimate  # it is a number
    assert f"{found:.3f}" == f"{found.estimate:.3f}"


def test_samples_of_one_group_are_left_out_together():
    x, y = normal(0, 40, 2), normal(1, 36, 2)
    groups = np.repeat(list("abcdefgh"), 5), np.arange(36) % 9
    found = frechet_jackknife(x, y, blocks=4, groups=groups, rng=0)
    cut = np.random.default_rng(0)
    of_x, of_y = (
        (cut.permutation(n) * 4 // n)[g] for n, g in zip((8, 9), (np.repeat(range(8), 5), groups[1]), strict=True)
    )
    for k, value in enumerate(found.pseudo_values):
        assert value == pytest.approx(4 * found.raw - 3 * FROM_SAMPLES(x[of_x != k], y[of_y != k]))


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"blocks": 2, "groups": [range(10)]}, ValueError, "groups must be a pair, the labels of x and those of y"),
        ({"blocks": 2, "groups": (range(10), range(11))}, ValueError, "groups must hold one label per sample: 12 samp"),
        ({"blocks": 2, "groups": ([0] * 10, [0, 1] * 6)}, ValueError, "at most half of the smaller sample, 0, got 2"),
        ({"blocks": 1}, ValueError, "blocks must be at least 2"),
        ({"blocks": 6}, ValueError, "blocks must be at most half of the smaller sample, 5, got 6"),
        ({"blocks": 2, "level": 95}, ValueError, "level must lie strictly between 0 and 1"),
    ],
)
def test_bad_options_of_the_jackknife_are_named(options, error, message):
    with pytest.raises(error, match=message):
        frechet_jackknife(range(10), range(12), **options)


# Bad input

EYE = [[1.0, 0], [0, 1]]
BAD_MOMENTS = {
    "lengths": (([0, 0], EYE, [0], [[1]]), ValueError, "mean_1 and mean_2 must have the same length"),
    "shape": (([0, 0], [1, 1], [0, 0], EYE), ValueError, r"cov_1 must have a row and a column .*, got .*\(2,\)"),
    "ragged": (([0, 0], EYE, [0, 0], [[1, 0], [0]]), ValueError, "cov_2 must be a square matrix, .* different lengths"),
    "asymmetric": (([0, 0], EYE, [0, 0], [[1, 2], [0, 1]]), ValueError, "cov_2 must be symmetric, got .* differ by 2"),
    "negative": (([0, 0], [[1, 2], [2, 1]], [0, 0], EYE), ValueError, "cov_1 must have no negative eigenvalues.* -1"),
    "nan mean": (([0, nan], EYE, [0, 0], EYE), ValueError, "mean_1 must hold finite numbers, got nan at position 1"),
    "some nan": (([0, 0], [[1, nan], [nan, 1]], [0, 0], EYE), ValueError, "cov_1 must hold finite numbers, got nan"),
    "infinite": (([0, 0], EYE, [0, 0], [[inf, 0], [0, 1]]), ValueError, "cov_2 must hold finite numbers, got inf"),
    "strings": (([0, 0], [["a", "b"]] * 2, [0, 0], EYE), TypeError, "cov_1 must hold numbers, got text: 'a' at"),
    "a number": ((0, 1, 0, 1), TypeError, "mean_1 must be a sequence"),
    "too large": (([1e200], [[1]], [-1e200], [[1]]), ValueError, "do not fit into a float: divide all features"),
}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("arguments", "error", "message"), BAD_MOMENTS.values(), ids=BAD_MOMENTS)
def test_bad_moments_are_named(arguments, error, message):
    with pytest.raises(error, match=message):
        frechet_distance(*arguments)


BAD_SAMPLES = {
    "columns": (([[1, 2], [3, 4]], [[1], [2]]), ValueError, r"x and y must have one number of columns, got .*\(2, 1\)"),
    "empty": (([], [1, 2]), ValueError, r"x must have shape .* got \(0,\)"),
    "a stack": ((np.zeros((2, 2, 2)), [1, 2]), ValueError, r"x must have shape .* got \(2, 2, 2\)"),
    "ragged": (([1, 2], [[1], [2, 3]]), ValueError, "y must have a row per sample, got rows of different lengths"),
    "nan": (([1, 2], [1, nan]), ValueError, "y must hold finite numbers, got nan"),
    "strings": ((["a", "b"], [1, 2]), TypeError, "x must hold numbers, got text: 'a' at position 0"),
    "a number": (([1, 2], 3), TypeError, "y must be an array with a row per sample, got 3"),
    "flags": (([True, False], [1, 2]), TypeError, "x must hold numbers, got dtype bool"),
    "too large": (([1e200, -1e200], [1, 2]), ValueError, "do not fit into a float"),
    "too small": (([1e-200, 0], [1, 2]), ValueError, "do not fit into a float"),
}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("arguments", "error", "message"), BAD_SAMPLES.values(), ids=BAD_SAMPLES)
def test_bad_samples_are_named(arguments, error, message):
    with pytest.raises(error, match=message):
        FROM_SAMPLES(*arguments)


BAD_PROBABILITIES = {
    "a vector": ([0.5, 0.5], ValueError, r"probabilities must have a row per image .* got shape \(2,\)"),
    "sums": ([[0.5, 0.6]], ValueError, "probabilities"),
    "negative": ([[1.5, -0.5]], ValueError, "probabilities must hold probabilities from 0 to 1"),
    "nan": ([[nan, 1.0]], ValueError, "probabilities must hold probabilities from 0 to 1"),
    "empty": (np.zeros((0, 3)), ValueError, "probabilities must be a non-empty"),
    "a string": ("ab", TypeError, "probabilities must be a sequence of probabilities, got 'ab'"),
}


@pytest.mark.parametrize(("given", "error", "message"), BAD_PROBABILITIES.values(), ids=BAD_PROBABILITIES)
def test_bad_probabilities_are_named(given, error, message):
    for function in (inception_score, inception_score.statistics):
        with pytest.raises(error, match=message):
            function(given)


BAD_NUMBERS = {
    "infinite": (([1, inf], [1]), ValueError, "u must hold finite numbers, got inf at position 1"),
    "strings": ((["a"], [2]), TypeError, "u must hold numbers"),
}


@pytest.mark.parametrize(("arguments", "error", "message"), BAD_NUMBERS.values(), ids=BAD_NUMBERS)
def test_bad_heaps_are_named(arguments, error, message):
    with pytest.raises(error, match=message):
        wasserstein_distance(*arguments)


# Figures


def test_clouds_are_drawn_with_the_ellipses_of_their_moments():
    x, y = normal(0, 40, 2), normal(1, 30, 2)
    ax = plot_clouds(x, y, names=("photographs", "paintings"))
    assert [line.get_label() for line in ax.get_lines()] == ["photographs", "paintings"]
    np.testing.assert_allclose(ax.get_lines()[0].get_xydata(), x)
    for ellipse, points in zip(ax.patches, (x, y), strict=True):
        np.testing.assert_allclose(ellipse.center, points.mean(axis=0))
        edge = ellipse.get_patch_transform().transform([[1, 0], [0, 1]]) - points.mean(axis=0)
        away = np.einsum("ij,jk,ik->i", edge, np.linalg.inv(np.cov(points.T)), edge)
        np.testing.assert_allclose(away, 4)  # two standard deviations
    assert ax.get_title(loc="left") == f"Fréchet distance {FROM_SAMPLES(x, y):.2f}"


def test_images_are_drawn_side_by_side():
    dots = np.arange(12.0).reshape(2, 6) / 12
    one, two = plot_images({"dots": dots, "none": 0 * dots[:1]}, shape=(2, 3))
    (image,) = one.get_images()
    assert (
        image.get_array().tolist()
        == np.hstack([dots[0].reshape(2, 3), [[0]] * 2, dots[1].reshape(2, 3), [[0] * 25] * 2]).tolist()
    )
    assert [ax.get_title(loc="left") for ax in (one, two)] == ["dots", "none"]
    with pytest.raises(ValueError, match=r"images of dots must have 4 pixels in a row, got \(2, 6\)"):
        plot_images({"dots": dots}, shape=(2, 2))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: plot_clouds([[1, 2, 3]] * 2, [[1, 2, 3]] * 2), "x and y must have two columns"),
        (lambda: plot_clouds([[1, 2]], [[1, 2]]), "at least two rows"),
    ],
)
def test_bad_figures_are_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
