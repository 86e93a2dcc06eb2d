"""Clustering: printed values, scikit-learn and hdbscan, properties, intervals, bad input, figures."""

import itertools
from functools import cache, partial
from math import isnan, nan

import numpy as np
import pandas as pd
import pytest
from hdbscan.validity import validity_index
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import cdist
from sklearn import metrics
from sklearn.cluster import DBSCAN, KMeans
from sklearn.datasets import make_moons

from evalmetrics import (
    ClusterPairs,
    adjusted_mutual_information,
    adjusted_rand_index,
    bootstrap,
    bootstrap_of_pairs,
    cluster_pairs,
    completeness,
    dbcv,
    dbcv_clusters,
    homogeneity,
    normalized_mutual_information,
    plot_silhouette,
    rand_index,
    silhouette,
    silhouette_samples,
    v_measure,
)
from evalmetrics.clustering import cores, density_tree
from evalmetrics.fast import clustering as fast
from evalmetrics_book import clustered_clouds, plot_clusterings

from .printed import rounds_to

LINE = np.array([[0.0], [1], [10], [11], [30]])
TWO = [0, 0, 1, 1, 1]
RANDS = pytest.mark.parametrize("index", [rand_index, adjusted_rand_index])
MEANS = ["arithmetic", "geometric", "min", "max"]
TIES = pytest.mark.parametrize("ties", ["distance", "first"])
by_rows = partial(dbcv, ties="first")
OF_POINTS = {"silhouette": silhouette, "dbcv": dbcv, "dbcv by rows": by_rows}


@cache
def moons(n):
    """Two moons: points, the truth, and what KMeans and DBSCAN make of them."""
    points, truth = make_moons(n, noise=0.05, random_state=0)
    kmeans = KMeans(2, n_init=10, random_state=0).fit_predict(points)
    return points, {"truth": truth, "kmeans": kmeans, "dbscan": DBSCAN(eps=0.2).fit_predict(points)}


def draws(n, n_resamples, seed):
    """How often each of n points occurs in each resample that `bootstrap_of_pairs` draws."""
    rng = np.random.default_rng(seed)
    return np.array([np.bincount(rng.integers(n, size=n), minlength=n) for _ in range(n_resamples)])


def of_moons(score, labels, n=500):
    points, found = moons(n)
    return score(points, found[labels])


PRINTED = {
    "E-119 the first point": (lambda: silhouette_samples(LINE, TWO)[0], "0.941176"),
    "E-120 permuted labels": (lambda: adjusted_rand_index([0, 0, 1, 1, 2], [1, 1, 2, 2, 0]), "1.0"),
    "E-120 the minimum": (lambda: adjusted_rand_index([0, 0, 1, 1], [0, 1, 0, 1]), "-0.5"),
    "E-121 silhouette of KMeans": (lambda: of_moons(silhouette, "kmeans"), "0.4898"),
    "E-121 DBCV of DBSCAN": (lambda: of_moons(by_rows, "dbscan"), "0.2811"),
}


@pytest.mark.parametrize(("value", "printed"), PRINTED.values(), ids=PRINTED)
def test_printed_values_recompute(value, printed):
    assert rounds_to(float(value()), printed)


@pytest.mark.parametrize(("labels", "defined"), [([0, 0, 0], False), ([0, 0, 1], True), ([0, 1, 2], False)])
def test_the_silhouette_needs_two_clusters_and_fewer_clusters_than_points(labels, defined):
    """004-085: of one, two and three labels on three points, two are accepted; scikit-learn refuses the others."""
    points = [[0.0], [1.0], [5.0]]
    assert isnan(silhouette(points, labels)) != defined
    assert np.isnan(silhouette_samples(points, labels)).all() != defined
    if not defined:
        with pytest.raises(ValueError, match="Number of labels is"):
            metrics.silhouette_score(points, labels)


def test_a_point_alone_in_its_cluster_has_silhouette_0():
    assert silhouette_samples([[0.0], [1], [10]], ["a", "a", "b"]).tolist() == pytest.approx([0.9, 8 / 9, 0])


# Reference libraries


def random_clusterings(*, count, least=1, seed=0):
    """Points in one to five dimensions with two to four clusters of at least `least` points each, and noise (-1)."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        n, d, k = rng.integers(20, 90), rng.integers(1, 6), rng.integers(2, 5)
        labels = np.append(np.repeat(np.arange(k), least), rng.integers(-1, k, n - least * k))
        points = rng.normal(size=(n, d)) + rng.choice([0, 3]) * labels[:, None]
        order = rng.permutation(n)
        yield points[order], labels[order]


@pytest.mark.parametrize("metric", ["euclidean", "cityblock", "cosine"])
def test_silhouettes_agree_with_scikit_learn(metric):
    for points, labels in random_clusterings(count=60):
        theirs = metrics.silhouette_samples(points, labels, metric=metric)
        np.testing.assert_allclose(silhouette_samples(points, labels, metric=metric), theirs, rtol=1e-9, atol=1e-9)
        assert silhouette(points, labels, metric=metric) == pytest.approx(theirs.mean())


def test_dbcv_agrees_with_hdbscan():
    for points, labels in random_clusterings(count=80, least=2):
        theirs, parts = validity_index(points, labels, per_cluster_scores=True)
        assert by_rows(points, labels) == pytest.approx(theirs, abs=1e-9)
        ours = dbcv_clusters(points, labels, ties="first")["validity"].sort_index()
        np.testing.assert_allclose(ours, parts, atol=1e-9)


@RANDS
def test_rand_indices_agree_with_scikit_learn(index):
    theirs = {"rand_index": metrics.rand_score, "adjusted_rand_index": metrics.adjusted_rand_score}[index.__name__]
    rng = np.random.default_rng(0)
    for _ in range(200):
        n, k = rng.integers(3, 60), rng.integers(2, 8)
        true = np.append([0, 0, 1], rng.integers(0, k, n - 3))
        pred = np.where(rng.random(n) < 0.4, true, rng.integers(0, k, n))
        assert index(true, pred) == pytest.approx(theirs(true, pred))


def test_shares_of_entropy_agree_with_scikit_learn():
    rng = np.random.default_rng(0)
    for _ in range(80):
        n, k = rng.integers(4, 60), rng.integers(2, 8)
        true = np.append([0, 0, 1, 1], rng.integers(0, k, n - 4))
        pred = np.append([0, 0, 0, 1], np.where(rng.random(n) < 0.4, true, rng.integers(0, k, n))[4:])
        assert homogeneity(true, pred) == pytest.approx(metrics.homogeneity_score(true, pred), abs=1e-12)
        assert completeness(true, pred) == pytest.approx(metrics.completeness_score(true, pred), abs=1e-12)
        for beta in (0.5, 1, 3):
            theirs = metrics.v_measure_score(true, pred, beta=beta)
            assert v_measure(true, pred, beta=beta) == pytest.approx(theirs, abs=1e-12)
        for mean in MEANS:
            theirs = metrics.normalized_mutual_info_score(true, pred, average_method=mean)
            assert normalized_mutual_information(true, pred, average=mean) == pytest.approx(theirs, abs=1e-12)
            theirs = metrics.adjusted_mutual_info_score(true, pred, average_method=mean)
            assert adjusted_mutual_information(true, pred, average=mean) == pytest.approx(theirs, abs=1e-9)


def test_information_of_many_points_agrees_with_scikit_learn_too():
    """Overlaps that never happen are left out of its expectation."""
    rng = np.random.default_rng(0)
    for n, k in ((3000, 2), (100_000, 10), (20_000, 300)):
        true = rng.integers(0, k, n)
        pred = np.where(rng.random(n) < 0.1, true, (rng.random(n) ** 3 * k).astype(int))
        theirs = metrics.adjusted_mutual_info_score(true, pred)
        assert adjusted_mutual_information(true, pred) == pytest.approx(theirs, abs=1e-9)


def test_where_nothing_can_be_said_there_is_no_share():
    """Rosenberg and Hirschberg define homogeneity and completeness as 1 there; nobody defines the others."""
    heap, alone, two = [0, 0, 0, 0], [0, 1, 2, 3], [0, 0, 1, 1]
    for score in (homogeneity, completeness, v_measure):
        assert score(heap, heap) == 1
    assert (homogeneity(heap, two), completeness(heap, two), v_measure(heap, two)) == (1, 0, 0)
    assert isnan(normalized_mutual_information(heap, heap))
    for mean, defined in zip(MEANS, [True, False, False, True], strict=True):
        assert isnan(normalized_mutual_information(heap, two, average=mean)) != defined
    for labels in (heap, alone):
        assert isnan(adjusted_mutual_information(labels, labels))


def test_pairs_are_those_of_scikit_learn_which_counts_each_twice():
    rng = np.random.default_rng(0)
    for _ in range(100):
        true, pred = rng.integers(0, 4, (2, 30))
        ((apart, only_pred), (only_true, together)) = metrics.cluster.pair_confusion_matrix(true, pred) // 2
        assert cluster_pairs(true, pred) == ClusterPairs(together, only_true, only_pred, apart)


def test_hdbscan_depends_on_the_unit_and_we_do_not():
    """It takes lengths for tied that differ by less than 1e-8, whatever the unit."""
    points, labels = next(random_clusterings(count=1, least=20))
    for unit in (1e-8, 1e-4, 1e4, 1e60):
        assert by_rows(unit * points, labels) == pytest.approx(by_rows(points, labels))
    found = {round(validity_index(unit * points, labels), 6) for unit in (1, 1e-8)}
    assert len(found) == 2


def test_a_duplicate_is_infinitely_dense_and_hdbscan_skips_it():
    """The mean of 1 / distance^d is infinite; hdbscan adds 0 for a distance of 0."""
    cluster, other = np.array([[0.0, 0], [1, 0], [0, 1], [2, 2], [0, 0]]), np.array([[5.0, 5], [5, 6], [6, 5], [6, 7]])
    points, labels = np.vstack([cluster, other]), np.repeat([0, 1], [5, 4])
    assert core_distances(cluster)[[0, 4]].tolist() == [0, 0]
    moved = points + 1e-9 * (np.arange(9) == 4)[:, None]
    assert by_rows(points, labels) == pytest.approx(by_rows(moved, labels), abs=1e-6)
    assert by_rows(moved, labels) == pytest.approx(validity_index(moved, labels), abs=1e-6)
    assert abs(by_rows(points, labels) - validity_index(points, labels)) > 0.01


# Definitions written out


def best_tree(nodes, length):
    """Kruskal: edges from the shortest, unless they close a circle."""
    group, edges = {i: i for i in nodes}, []
    for i, j in sorted(itertools.combinations(nodes, 2), key=length):
        if group[i] != group[j]:
            edges.append((i, j))
            joined = group[j]
            group = {node: group[i] if g == joined else g for node, g in group.items()}
    return edges


def slow_dbcv(points, labels):
    """The definition, with the tree whose tied edges join the closest points."""
    n, d = points.shape
    clusters = sorted(set(labels) - {-1})
    members = {c: [i for i in range(n) if labels[i] == c] for c in clusters}
    dist = cdist(points, points)
    core = {i: np.mean([dist[i, j] ** -d for j in own if j != i]) ** (-1 / d) for own in members.values() for i in own}
    reach = {(i, j): max(dist[i, j], core[i], core[j]) for i in core for j in core}
    inner, sparse = {}, {}
    for c, own in members.items():
        tree = best_tree(own, lambda edge: (reach[edge], dist[edge]))
        inner[c] = [i for i in own if sum(i in edge for edge in tree) > 1] or own
        sparse[c] = max([reach[e] for e in tree if set(e) <= set(inner[c])] or [reach[e] for e in tree])
    gaps = {c: min(reach[i, j] for o in clusters if o != c for i in inner[c] for j in inner[o]) for c in clusters}
    return sum(len(members[c]) / n * (gaps[c] - sparse[c]) / max(gaps[c], sparse[c]) for c in clusters)


def test_the_definition_of_dbcv_written_out_gives_the_same_number():
    for points, labels in random_clusterings(count=25, least=2, seed=1):
        assert dbcv(points, labels) == pytest.approx(slow_dbcv(points, labels.tolist()))


def test_silhouettes_of_more_points_than_fit_into_a_block(monkeypatch):
    points, labels = next(random_clusterings(count=1))
    whole = silhouette_samples(points, labels)
    monkeypatch.setattr(fast, "AT_ONCE", 3 * len(points))
    np.testing.assert_allclose(silhouette_samples(points, labels), whole)


def core_distances(points):
    """One over the density at each point, from distances to the others."""
    distances = cdist(points, points)
    np.fill_diagonal(distances, np.inf)
    with np.errstate(divide="ignore", invalid="ignore"):
        return cores(distances, np.shape(points)[1])


def test_core_distances_on_a_line():
    """Between 0 and the points 1 and 3: the harmonic mean of the distances 1 and 3, and so on."""
    assert core_distances([[0], [1], [3]]) == pytest.approx([2 / (1 + 1 / 3), 2 / (1 + 1 / 2), 2 / (1 / 3 + 1 / 2)])


@pytest.mark.parametrize("dimensions", [1, 2, 30, 800])
def test_a_core_distance_lies_between_the_nearest_distance_and_a_multiple_of_it(dimensions):
    """Also where distance^-d is no float any more."""
    for unit in (1e-6, 1, 1e6):
        points = unit * np.random.default_rng(0).normal(size=(20, dimensions))
        distances = cdist(points, points) + np.diag([np.inf] * 20)
        ratio = core_distances(points) / distances.min(axis=1)
        assert (ratio >= 1 - 1e-12).all()
        assert (ratio <= 19 ** (1 / dimensions) + 1e-12).all()


# What ties of DBCV depend on


def test_dbcv_does_not_depend_on_the_order_of_points_unless_ties_go_by_rows():
    """E-121 prints 0.2811 for the true moons: one of the values between 0.1 and 0.6 that an order of rows can give."""
    points, found = moons(500)
    rng = np.random.default_rng(0)
    orders = [rng.permutation(500) for _ in range(40)]
    labels = found["dbscan"]
    first = [by_rows(points[p], labels[p]) for p in orders]
    assert min(first) < 0.25
    assert max(first) > 0.5
    assert {dbcv(points[p], labels[p]) for p in orders} == {dbcv(points, labels)}


def test_on_a_grid_distances_are_tied_too_and_the_order_of_points_does_not_matter():
    """A grid of 5 by 5 beside one of 4 by 4, and some points twice: nearly all distances are tied."""
    grids = [np.stack(np.meshgrid(range(k), range(k)), axis=-1).reshape(-1, 2) + shift for k, shift in ((5, 0), (4, 7))]
    points, labels = np.vstack([*grids, grids[0][::6]]), np.repeat([0, 1, 0], [25, 16, 5])
    rng = np.random.default_rng(0)
    orders = [rng.permutation(len(points)) for _ in range(60)]
    assert len({by_rows(points[p], labels[p]) for p in orders}) > 1
    assert {dbcv(points[p], labels[p]) for p in orders} == {dbcv(points, labels)}


def test_where_distances_are_tied_coordinates_decide():
    """The four sides of a square are equally long; three of them make a tree."""
    square = np.array([[0.0, 0], [0, 1], [1, 0], [1, 1]])
    _, _, edges, _, _ = density_tree(square[::-1], "distance")
    assert edges.tolist() == square[[[0, 1], [0, 2], [1, 3]]].tolist()


def test_mirrored_points_can_score_differently_where_distances_are_tied():
    """What coordinates decide is no rule of the points alone: "distance" says which number it is, not the right one."""
    points, labels = np.array([[1, 0], [3, 0], [1, 2], [3, 2], [8, 0], [6, 0], [6, 3], [7, 3]]), [0] * 4 + [1] * 4
    assert rounds_to(dbcv(points, labels), "0.481")
    assert rounds_to(dbcv(points * [-1, 1], labels), "0.135")
    jittered = points + np.random.default_rng(0).normal(0, 1e-6, (8, 2))
    assert dbcv(jittered * [-1, 1], labels) == pytest.approx(dbcv(jittered, labels))


def test_every_tree_is_as_short_as_a_spanning_tree_can_be():
    for points, labels in random_clusterings(count=20, least=5):
        own = points[labels == 0]
        core = core_distances(own)
        reach = np.maximum(cdist(own, own), np.maximum.outer(core, core))
        shortest = sum(reach[edge] for edge in best_tree(range(len(own)), lambda edge, reach=reach: reach[edge]))
        for ties in ("distance", "first"):
            _, _, edges, lengths, _ = density_tree(own, ties)
            assert lengths.sum() == pytest.approx(shortest)
            assert len(np.unique(edges.reshape(-1, own.shape[1]), axis=0)) == len(own)


# Properties


@st.composite
def clusterings(draw, least=1):
    """Points of the plane with whole coordinates, so that some coincide, in two or three clusters."""
    k = draw(st.integers(2, 3))
    n = draw(st.integers(least * k + 1, 18))
    cells = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=n, max_size=n)
    points = np.array(draw(cells), dtype=float)
    labels = [c for c in range(k) for _ in range(least)]
    labels += draw(st.lists(st.integers(0, k - 1), min_size=n - len(labels), max_size=n - len(labels)))
    return points, np.array(labels)


groupings = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=25).map(
    lambda rows: tuple(map(list, zip(*rows, strict=True)))
)


@given(clusterings(least=2), st.permutations(range(18)), st.permutations(["a", "b", "c"]))
def test_order_and_names_do_not_matter(clustering, order, names):
    points, labels = clustering
    order = [i for i in order if i < len(points)]
    renamed = [names[c] for c in labels]
    np.testing.assert_allclose(
        silhouette_samples(points[order], [renamed[i] for i in order]), silhouette_samples(points, labels)[order]
    )
    for score in OF_POINTS.values():
        assert score(points, renamed) == pytest.approx(score(points, labels), nan_ok=True)
    np.testing.assert_equal(dbcv(points[order], [renamed[i] for i in order]), dbcv(points, labels))  # to the last bit


@TIES
@given(clusterings(least=2), st.sampled_from([1e-150, 1e-3, 7.0, 1e150]), st.floats(0, 6))
def test_unit_place_and_direction_do_not_matter(ties, clustering, unit, angle):
    points, labels = clustering
    assert silhouette(unit * points, labels) == pytest.approx(silhouette(points, labels))
    turned = points @ [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]] + 100
    assert silhouette(turned, labels) == pytest.approx(silhouette(points, labels), abs=1e-9)
    assert dbcv(8.0 * points + 16, labels, ties=ties) == pytest.approx(dbcv(points, labels, ties=ties), nan_ok=True)


def test_the_lowest_values_are_approached():
    """A point far from its own cluster and in another; for DBCV, one cluster torn apart around another."""
    assert silhouette_samples([[0.0], [1e9], [1e9 + 1]], [0, 0, 1])[1] < -0.999999
    torn = [[0.0], [1.0], [2.0], [1e9], [1e9 + 1], [1e9 + 2]]
    points, labels = [*torn, *[[x + 0.5] for (x,) in torn]], [0] * 6 + [1] * 6
    assert dbcv(points, labels) < -0.999


def test_points_that_coincide_across_clusters_have_silhouette_0_and_no_dbcv():
    points = [[0.0], [0.0], [0.0], [0.0]]
    assert silhouette(points, [0, 0, 1, 1]) == 0
    assert isnan(dbcv(points, [0, 0, 1, 1]))


@TIES
def test_noise_adds_nothing_and_counts_among_the_points(ties):
    points, labels = next(random_clusterings(count=1, least=3))
    kept = labels != -1
    assert (~kept).any()
    whole, part = dbcv(points, labels, ties=ties), dbcv(points[kept], labels[kept], ties=ties)
    assert whole == pytest.approx(part * kept.mean())
    names = np.where(labels == -1, "noise", labels.astype(str))
    assert dbcv(points, names, noise="noise", ties=ties) == pytest.approx(whole)
    assert silhouette(points, labels) == pytest.approx(
        metrics.silhouette_score(points, labels)
    )  # a cluster like others


@TIES
def test_dbcv_of_one_cluster_or_none_is_undefined(ties):
    points = np.random.default_rng(0).normal(size=(6, 2))
    for labels in ([0] * 6, [0] * 5 + [-1], [-1] * 6):
        assert isnan(dbcv(points, labels, ties=ties))
    assert len(dbcv_clusters(points, [-1] * 6)) == 0
    assert isnan(dbcv_clusters(points, [0] * 6)["validity"].item())


def test_clusters_of_two_points_have_their_one_edge():
    found = dbcv_clusters([[0.0], [1], [5], [7]], [0, 0, 1, 1])
    assert found["sparseness"].to_list() == [1, 2]
    assert found["separation"].to_list() == [4, 4]
    assert found["validity"].to_list() == [0.75, 0.5]


def test_the_first_of_two_points_is_the_inner_one_as_in_hdbscan():
    """A tree of two points has no inner one; hdbscan takes the one that stands first."""
    points, labels = np.array([[0.0], [1], [5], [7]]), np.array([0, 0, 1, 1])
    for order, separation in (([0, 1, 2, 3], 5), ([1, 0, 2, 3], 4), ([1, 0, 3, 2], 6)):
        assert dbcv_clusters(points[order], labels, ties="first")["separation"].to_list() == [separation] * 2
        assert by_rows(points[order], labels) == pytest.approx(validity_index(points[order], labels))


@pytest.mark.parametrize("unit", [1e-200, 1e-160, 1e160, 1e308])
@pytest.mark.parametrize("score", OF_POINTS.values())
def test_coordinates_may_be_tiny_or_huge(score, unit):
    points = np.array([[0, 0], [1, 0], [0, 1.5], [9, 9], [9, 8], [7.5, 9]]) / 10
    np.testing.assert_allclose(score(unit * points, [0, 0, 0, 1, 1, 1]), score(points, [0, 0, 0, 1, 1, 1]))
    with pytest.raises(ValueError, match=r"points must not lie .* multiply all coordinates by one number"):
        score([[0, 1e200], [1e-310, 1e200]] * 2, [0, 0, 1, 1])


@RANDS
@given(groupings)
def test_an_index_is_symmetric_and_1_for_the_same_grouping_under_other_names(index, pair):
    true, pred = pair
    assert index(pred, true) == pytest.approx(index(true, pred), nan_ok=True)
    renamed = ["abcd"[label] for label in true]
    same = index(true, renamed)
    trivial = len(set(true)) in (1, len(true))
    assert isnan(same) if trivial and index is adjusted_rand_index else same == 1


@given(groupings)
def test_pairs_are_what_a_loop_over_pairs_counts(pair):
    true, pred = pair
    counts = [0, 0, 0, 0]
    for i, j in itertools.combinations(range(len(true)), 2):
        counts[(true[i] != true[j]) * 2 + (pred[i] != pred[j])] += 1
    together, only_true, only_pred, apart = counts
    found = cluster_pairs(true, pred)
    assert found == ClusterPairs(together, only_true, only_pred, apart)
    assert found.total == len(true) * (len(true) - 1) // 2


@pytest.mark.parametrize("pair", [([0, 0, 0, 1, 1], [0, 1, 1, 2, 2]), ([0, 0, 1, 1], [0, 1, 0, 1])])
def test_over_all_permutations_the_adjusted_rand_index_is_0_on_average_and_the_rand_index_is_not(pair):
    true, pred = pair
    shuffled = list(itertools.permutations(pred))
    assert np.mean([adjusted_rand_index(true, order) for order in shuffled]) == pytest.approx(0, abs=1e-12)
    assert np.mean([rand_index(true, order) for order in shuffled]) > 0.3


@given(groupings)
def test_homogeneity_is_completeness_the_other_way_round_and_v_is_their_harmonic_mean(pair):
    true, pred = pair
    h, c, v = homogeneity(true, pred), completeness(true, pred), v_measure(true, pred)
    assert h == pytest.approx(completeness(pred, true))
    assert v == pytest.approx(2 * h * c / (h + c) if h + c else 0)
    assert (
        normalized_mutual_information(true, pred) == pytest.approx(v, nan_ok=True) or len({*true}) == len({*pred}) == 1
    )
    assert v_measure(true, pred, beta=1e9) == pytest.approx(c if h else 0, abs=1e-6)


def all_groupings(n):
    """Every grouping of n points once: each point joins a group that exists or opens the next."""
    found = [()]
    for _ in range(n):
        found = [(*g, c) for g in found for c in range(max(g, default=-1) + 2)]
    return found


@pytest.mark.parametrize(("n", "least"), [(3, -1 / 2), (4, -1 / 2), (5, -3 / 7), (6, -7 / 18)])
def test_no_two_groupings_have_an_adjusted_rand_index_below_minus_one_half(n, least):
    pairs = itertools.combinations_with_replacement(all_groupings(n), 2)
    found = [adjusted_rand_index(*pair) for pair in pairs]
    assert np.nanmin(found) == pytest.approx(least)
    assert np.nanmax(found) == 1


def test_where_shuffling_changes_nothing_the_adjusted_rand_index_is_undefined():
    for labels in ([0], [0, 0, 0], [0, 1, 2]):
        assert isnan(adjusted_rand_index(labels, labels))
    assert isnan(rand_index([0], [1]))
    assert adjusted_rand_index([0, 0, 0], [0, 1, 2]) == 0
    assert rand_index([0, 0, 0], [0, 1, 2]) == 0


def test_points_may_be_nullable_columns():
    points, labels = pd.DataFrame({"x": [0, 1, 9, 8], "y": [0, 1, 1, 0.5]}), [0, 0, 1, 1]
    for kinds in ({"x": "Int64"}, {"y": "Float64"}, {"x": "Int64", "y": "Float64"}):
        assert silhouette(points.astype(kinds), labels) == silhouette(points, labels)


@pytest.mark.parametrize("dtype", [">i8", ">f8", ">f4", np.float16, np.longdouble])
def test_labels_may_be_of_any_width_and_byte_order(dtype):
    labels = [0, 0, 0, 1, 1, 1]
    points, other = [[0.0], [1.0], [2.0], [9.0], [10.0], [11.5]], np.array(labels, dtype=dtype)
    assert dbcv(points, other) == dbcv(points, labels)
    assert rand_index(other, labels) == 1


def test_labels_of_the_two_sides_may_be_of_different_kinds():
    assert rand_index(["a", "a", "b"], [True, True, False]) == 1
    assert adjusted_rand_index(np.array(["setosa", "setosa", "rosa"], dtype=object), [7.0, 7.0, -1.0]) == 1


def test_many_points_do_not_overflow():
    labels = np.arange(10**6) % 2
    assert cluster_pairs(labels, labels).total == 10**6 * (10**6 - 1) // 2
    assert adjusted_rand_index(labels, labels) == 1


# Intervals


def slow_resampled_silhouette(points, labels, drawn):
    """The definition on copies, where a point's own copies are none of the others."""
    chosen, d = np.repeat(np.arange(len(labels)), drawn.astype(int)), cdist(points, points)
    values = []
    for i in chosen:
        own = [d[i, j] for j in chosen if labels[j] == labels[i] and j != i]
        rest = [np.mean([d[i, j] for j in chosen if labels[j] == c]) for c in set(labels[chosen]) - {labels[i]}]
        values.append((min(rest) - np.mean(own)) / max(min(rest), np.mean(own)) if own else 0.0)
    return np.mean(values)


def test_resampled_silhouettes_leave_out_pairs_of_copies(monkeypatch):
    points, labels = next(random_clusterings(count=1, least=4))
    drawn = draws(len(labels), 30, 1)
    wanted = [slow_resampled_silhouette(points, labels, each) for each in drawn]
    found = bootstrap_of_pairs(silhouette, points, labels, n_resamples=30, rng=1)
    np.testing.assert_allclose(found.replicates, wanted)
    assert found.estimate == silhouette(points, labels)
    assert (found.low, found.high) == pytest.approx(tuple(np.quantile(wanted, [0.025, 0.975])))
    monkeypatch.setattr(fast, "AT_ONCE", 1)
    np.testing.assert_allclose(bootstrap_of_pairs(silhouette, points, labels, n_resamples=30, rng=1).replicates, wanted)


@RANDS
def test_resampled_rand_indices_leave_out_pairs_of_copies(index):
    rng = np.random.default_rng(0)
    true, pred = rng.integers(0, 3, (2, 20))
    drawn = draws(20, 30, 1)
    found = bootstrap_of_pairs(index, true, pred, n_resamples=30, rng=1)
    for each, value in zip(drawn, found.replicates, strict=True):
        chosen = np.repeat(np.arange(20), each.astype(int))
        pairs = [(i, j) for i, j in itertools.combinations(chosen, 2) if i != j]
        same = [(true[i] == true[j], pred[i] == pred[j]) for i, j in pairs]
        one, other = zip(*same, strict=True)
        agreement = np.mean([a == b for a, b in same])
        assert value == pytest.approx(agreement if index is rand_index else metrics.cohen_kappa_score(one, other))


def test_a_cluster_that_a_resample_misses_is_nobodys_nearest():
    rng = np.random.default_rng(0)
    points, labels = rng.normal(size=(16, 2)), np.repeat([0, 1, 2], [8, 7, 1])
    drawn = draws(16, 40, 1)
    assert 5 < (drawn[:, 15] == 0).sum() < 35
    wanted = [slow_resampled_silhouette(points, labels, each) for each in drawn]
    np.testing.assert_allclose(bootstrap_of_pairs(silhouette, points, labels, n_resamples=40, rng=1).replicates, wanted)


def test_another_distance_is_resampled_too():
    points, labels = next(random_clusterings(count=1, least=4))
    metric = partial(silhouette, metric="cityblock")
    found = bootstrap_of_pairs(metric, points, labels, n_resamples=50, rng=0)
    assert found.estimate == metric(points, labels) != silhouette(points, labels)
    assert found.replicates.mean() == pytest.approx(found.estimate, abs=0.05)


def two_clouds(rng, m):
    labels = np.repeat([0, 1], m)
    return rng.normal(size=(2 * m, 2)) + 2 * labels[:, None] * [1, 0], labels


def test_intervals_of_the_silhouette_cover_as_often_as_they_say():
    truth = silhouette(*two_clouds(np.random.default_rng(1), 2000))
    rng = np.random.default_rng(0)
    inside = [
        truth in bootstrap_of_pairs(silhouette, *two_clouds(rng, 10), n_resamples=200, rng=rng).interval
        for _ in range(300)
    ]
    assert 0.91 < np.mean(inside) < 0.98


def test_a_resample_of_one_cluster_alone_is_undefined():
    found = bootstrap_of_pairs(silhouette, [[0.0], [1], [2], [9]], [0, 0, 0, 1], n_resamples=200, rng=0)
    assert 0 < found.undefined < 200
    assert isnan(found.low)


# Bad input

BAD = {
    "lengths": (([[0.0], [1]], [0, 1, 1]), ValueError, "points and labels must have .* has 2, labels has 3"),
    "empty": (([], []), ValueError, r"points must have shape \(n, d\), .* got \(0,\)"),
    "one number per point": (([1.0, 2], [0, 1]), ValueError, r"got \(2,\): .* points.reshape\(-1, 1\)"),
    "masked": ((np.ma.masked_greater([[1], [9]], 5), [0, 1]), ValueError, "points holds masked entries"),
    "rows of two lengths": (([[1], [1, 2]], [0, 1]), ValueError, "points .* rows of different lengths"),
    "words": (([["a"], ["b"]], [0, 1]), TypeError, "points must hold numbers, got text: 'a' at position 0"),
    "nan": (([[0.0], [nan]], [0, 1]), ValueError, "points must hold finite numbers, got nan at position 1"),
    "missing label": (([[0.0], [1]], np.array([None, "a"], dtype=object)), ValueError, "labels holds missing values"),
    "labels that are scores": (([[0.0], [1]], [0.5, 1]), ValueError, "labels holds fractions"),
    "a string": (([[0.0], [1]], "ab"), TypeError, "labels must be a sequence"),
    "a table of labels": (([[0.0], [1]], pd.DataFrame({"label": [0, 1]})), ValueError, "labels must be 1-d"),
}


@pytest.mark.parametrize("score", [*OF_POINTS.values(), silhouette_samples, dbcv_clusters, plot_silhouette])
@pytest.mark.parametrize(("arguments", "error", "message"), BAD.values(), ids=BAD)
def test_bad_points_and_labels_are_named(score, arguments, error, message):
    with pytest.raises(error, match=message):
        score(*arguments)


BAD_GROUPINGS = {
    "missing": (([0, 1], np.array(["a", None], dtype=object)), ValueError, "labels_pred holds missing values"),
    "nan": (([nan, 1], [0, 1]), ValueError, "labels_true holds nan"),
    "complex": (([1j, 1], [0, 1]), TypeError, "labels_true must hold labels"),
}


@pytest.mark.parametrize(
    "function", [rand_index, adjusted_rand_index, cluster_pairs, v_measure, adjusted_mutual_information]
)
@pytest.mark.parametrize(("arguments", "error", "message"), BAD_GROUPINGS.values(), ids=BAD_GROUPINGS)
def test_bad_groupings_are_named(function, arguments, error, message):
    with pytest.raises(error, match=message):
        function(*arguments)


@RANDS
def test_weights_of_points_are_whole_numbers(index):
    for call in (index, partial(bootstrap, index, rng=0)):
        with pytest.raises(ValueError, match=r"sample_weight must hold whole numbers .*: the score depends on"):
            call([0, 0, 1, 1], [0, 1, 1, 1], sample_weight=[1, 0.5, 1, 1])


@RANDS
def test_as_many_groups_as_points_need_no_table_of_all_pairs_of_groups(index):
    """A table of a hundred thousand rows and columns would fill 80 gigabytes."""
    true, pairs = np.arange(100_000), 100_000 * 99_999 / 2
    expected = 1 - 1 / pairs if index is rand_index else 0
    assert index(true, np.where(true == 1, 0, true)) == pytest.approx(expected, rel=1e-15)


@TIES
def test_a_cluster_of_one_point_is_refused_with_advice(ties):
    with pytest.raises(ValueError, match=r"clusters of a single point.*: \['b'\]. Give .* label of noise \(-1\)"):
        dbcv([[0.0], [1], [2]], ["a", "a", "b"], ties=ties)
    assert isnan(dbcv([[0.0], [1], [2]], ["a", "a", "b"], noise="b", ties=ties))


def test_options_are_checked():
    points, labels = [[0.0], [1], [3], [4]], [0, 0, 1, 1]
    with pytest.raises(ValueError, match="metric must be a distance that scipy's cdist knows by name"):
        silhouette(points, labels, metric="euclidian")
    with pytest.raises(ValueError, match="metric must depend on two points alone, got 'seuclidean'"):
        silhouette(points, labels, metric="seuclidean")
    with pytest.raises(ValueError, match="metric must be silhouette, rand_index or adjusted_rand_index itself"):
        bootstrap_of_pairs(dbcv, points, labels)


# Figures


def test_clusters_are_drawn_each_with_its_marker_and_noise_in_grey():
    points = [[0, 0], [3, 4], [1, 1], [9, 9]]
    (ax,) = plot_clusterings({"two": (points, [1, 0, 1, -1])})
    lines = {line.get_label(): line for line in ax.get_lines()}
    assert list(lines) == ["0", "1", "noise"]
    assert lines["1"].get_xydata().tolist() == [[0, 0], [1, 1]]
    assert len({line.get_marker() for line in lines.values()}) == 3
    assert lines["noise"].get_xydata().tolist() == [[9, 9]]
    assert (ax.get_xlabel(), ax.get_title(loc="left")) == ("x", "two")
    with pytest.raises(ValueError, match=r"points must have shape \(n, 2\) to be drawn, got \(2, 1\)"):
        plot_clusterings({"line": ([[0], [1]], [0, 1])})


def test_clusterings_are_drawn_side_by_side():
    axes = plot_clusterings({"fine": ([[0, 0], [1, 1]], [0, 1]), "coarse": ([[0, 0], [1, 1], [2, 0]], [0, 0, 0])})
    assert [(ax.get_title(loc="left"), len(ax.get_lines())) for ax in axes] == [("fine", 2), ("coarse", 1)]
    with pytest.raises(ValueError, match="clusterings is empty"):
        plot_clusterings({})


def test_the_tree_is_drawn_with_its_longest_inner_edge():
    points = np.array([[0.0, 0], [1, 0], [2, 0], [4, 0], [5, 0], [6, 0]])
    (ax,) = plot_clusterings({"": (points, [0] * 6)}, tree="distance")
    outer, inner, longest = ax.collections
    assert (len(outer.get_segments()), len(inner.get_segments())) == (2, 3)
    ((start, end),) = longest.get_segments()
    assert {start[0], end[0]} == {2, 4}
    (pair,) = plot_clusterings({"": (points[:2], [0, 0])}, tree="first")
    assert len(pair.collections[-1].get_segments()) == 1
    with pytest.raises(ValueError, match="tree must be one of 'distance', 'first'"):
        plot_clusterings({"": (points, [0] * 6)}, tree="last")


def test_silhouettes_are_bars_sorted_within_their_cluster():
    ax = plot_silhouette(LINE, TWO)
    widths = [bar.get_width() for bar in ax.patches]
    values = silhouette_samples(LINE, TWO)
    assert widths == pytest.approx([*sorted(values[:2], reverse=True), *sorted(values[2:], reverse=True)])
    assert [text.get_text() for text in ax.texts] == ["0: 0.94", "1: 0.10"]
    assert ax.get_lines()[0].get_xdata()[0] == pytest.approx(values.mean())
    with pytest.raises(ValueError, match="labels must have at least 2 clusters and fewer than points, got 1"):
        plot_silhouette(LINE, [0] * 5)


# Explorer


def test_clouds_move_apart_and_are_clustered():
    for apart, k in ((0, 2), (3.5, 5)):
        points, clouds, clusters = clustered_clouds(apart, k)
        centres = [points[clouds == cloud].mean(axis=0) for cloud in (0, 1)]
        assert np.subtract(*centres)[0] == pytest.approx(-apart, abs=0.5)
        assert set(clusters) == set(range(k))
    assert (clustered_clouds(2, 7)[0] == clustered_clouds(2, 3)[0]).all()
    with pytest.raises(ValueError, match="apart must be a finite number of at least 0, got -1"):
        clustered_clouds(-1, 2)
    with pytest.raises(ValueError, match="k must be at least 1"):
        clustered_clouds(1, 0)
