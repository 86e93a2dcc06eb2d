"""Clustering: how compact and separate the groups are, and how well two groupings of the same points agree."""

from collections.abc import Callable
from dataclasses import dataclass
from math import fsum
from typing import Any

import numpy as np
import pandas as pd

from .fast import clustering as fast
from .inputs import arguments, resampling
from .inputs import clustering as inputs
from .inputs.arguments import Floats
from .inputs.options import OneOf, positive
from .inputs.resampling import Rng
from .kinds.base import unwrapped
from .kinds.help_pages import described_by
from .metric import of_samples, of_weights
from .resampling.bounds import quantile
from .uncertainty import Bootstrap, Interval, name_of

ALL_PAIRS = "it compares all points with each other: score a sample of them that fits in memory, with bootstrap"


def silhouettes(points, clusters, metric="euclidean"):
    """How much nearer each point is to its own cluster than to the next; clusters are numbered from 0."""
    from scipy.spatial.distance import cdist

    members = clusters[:, None] == np.arange(clusters.max() + 1)
    others = members.sum(0) - members  # of each cluster, without the point
    means = cdist(points, points, metric) @ members / others
    a, b = means[members], np.where(members, np.inf, means).min(1)
    alone = others[members] == 0
    if alone.all():
        return np.full(len(points), np.nan)
    return np.where(alone | (a == b), 0, (b - a) / np.maximum(a, b))


@of_samples(
    inputs=inputs.points_and_clusters, fast=fast.mean_silhouette, checks={"metric": inputs.distance}, instead=ALL_PAIRS
)
def silhouette(points, clusters, *, metric="euclidean"):
    """Mean silhouette of all points: compactness and separation of clusters, without any truth to compare with.

    >>> round(silhouette([[0], [1], [10], [11], [30]], ["a", "a", "b", "b", "b"]), 3)
    0.434
    """
    return silhouettes(points, clusters, metric).mean()


@described_by(silhouette)
def silhouette_samples(points: Any, labels: Any, *, metric: str = "euclidean") -> Floats:
    """How much nearer each point is to its own cluster than to the next: (b - a) / max(a, b).

    `a` is the point's mean distance to the other members of its cluster, `b` the smallest of its mean distances to
    all members of another cluster.

    -> array of n floats
        In [-1, 1]: 1 deep in a cluster far from all others, 0 on a border, below 0 nearer to another cluster. By
        definition 0 for a point alone in its cluster, and where a = b. All nan unless there are at least 2 clusters
        and fewer clusters than points.

    >>> silhouette_samples([[0], [1], [10], [11], [30]], ["a", "a", "b", "b", "b"]).round(3)
    array([ 0.941,  0.938, -0.095,  0.048,  0.339])
    """
    if metric != "euclidean":
        inputs.distance(metric, "metric")
    table, clusters = inputs.points_and_clusters(points, labels)
    return fast.of_points(table, clusters, metric)


def cores(distances, dimensions):
    """(mean of 1 / distance^d over other points)^(-1/d): one over the density; a point is inf away from itself."""
    unit = distances.min(1)  # so that no power is out of range
    powers = (unit[:, None] / distances) ** dimensions
    density = powers.sum(1) / (len(distances) - 1)
    return np.where(unit > 0, unit * density ** (-1 / dimensions), 0)


def reachability(distances, cores, cores_of_others):
    """Distances between points, none of them shorter than the core distance of either end."""
    return np.maximum(distances, np.maximum.outer(cores, cores_of_others))


def spanning_tree(lengths, tied):
    """Prim's algorithm: the n - 1 edges of a shortest tree; of equal ones the least `tied`, then the first."""
    outside, edges = np.arange(len(lengths)) > 0, []
    near, second = lengths[0], tied[0]  # of each point, to the tree
    for _ in range(len(lengths) - 1):
        left = np.flatnonzero(outside)
        left = left[near[left] == near[left].min()]
        new = left[second[left].argmin()]
        same = (lengths[new] == near[new]) & (tied[new] == second[new])
        edges.append((np.flatnonzero(~outside & same)[0], new))
        outside[new] = False
        equal = lengths[new] == near
        closer = (lengths[new] < near) | (equal & (tied[new] < second))
        near = np.where(closer, lengths[new], near)
        second = np.where(closer, tied[new], second)
    return np.array(edges)


def density_tree(points, ties):
    """Of a cluster, its inner points and their core distances; edges, their lengths, and which of them count."""
    from scipy.spatial.distance import cdist

    if ties == "distance":  # where distances are tied, coordinates decide
        points = points[np.lexsort(points.T[::-1])]
    distances = cdist(points, points)
    np.fill_diagonal(distances, np.inf)
    core = cores(distances, points.shape[1])
    reach = reachability(distances, core, core)
    tied = distances if ties == "distance" else np.zeros_like(distances)
    edges = spanning_tree(reach, tied)
    inner = np.bincount(edges.ravel()) > 1
    if not inner.any():  # two points: hdbscan takes the first of them
        inner[: 2 if ties == "distance" else 1] = True
    lengths, counted = reach[tuple(edges.T)], inner[edges].all(1)
    counted |= ~counted.any()
    return points[inner], core[inner], points[edges], lengths, counted


def parts_of_clusters(points, clusters, ties):
    """Of each cluster: points, longest edge that counts, shortest way to inner points of another one, validity."""
    from scipy.spatial.distance import cdist

    sizes = np.bincount(clusters[clusters >= 0])
    members = [points[clusters == c] for c in range(len(sizes))]
    trees = [density_tree(own, ties) for own in members]
    sparseness = [lengths[counted].max() for *_, lengths, counted in trees]
    separation = []
    for inner, core, *_ in trees:
        others = [tree[:2] for tree in trees if tree[0] is not inner]
        gaps = [reachability(cdist(inner, p), core, c) for p, c in others]
        separation.append(min(map(np.min, gaps), default=np.nan))
    larger = np.maximum(separation, sparseness)
    validity = np.subtract(separation, sparseness) / larger
    return sizes, sparseness, separation, validity


@of_samples(inputs=inputs.clusters_and_noise, checks={"ties": OneOf("distance", "first")}, instead=ALL_PAIRS)
def dbcv(points, clusters, *, ties="distance"):
    """Density-based clustering validation: by how much clusters are denser at their thinnest than the gaps between.

    The mean over all points, noise included, of the validity of their cluster, (separation - sparseness) divided by
    the larger of the two. `dbcv_clusters` has the parts.

    ties : {"distance", "first"}
        Which of equally long edges of a spanning tree are taken. "distance": those between points that are closer, and
        where that is tied, as on a grid, those whose coordinates come first; the order of rows does not matter, but a
        grid that is mirrored or turned can score differently. "first": those to points that stand first in the table,
        as the package hdbscan does; another order of rows can give another score.

    >>> line = [[x] for x in (0, 1, 2, 3, 10, 11, 12, 13)]
    >>> round(dbcv(line, [0, 0, 0, 0, 1, 1, 1, 1]), 3)
    0.867
    """
    sizes, _, _, validity = parts_of_clusters(points, clusters, ties)
    if len(sizes) < 2:
        return np.nan
    return fsum(sizes * validity) / len(points)


@described_by(dbcv)
def dbcv_clusters(points: Any, labels: Any, *, noise: Any = -1, ties: str = "distance") -> pd.DataFrame:
    """What density-based clustering validation sees of each cluster.

    -> DataFrame
        A row per cluster, in order of appearance. Columns: points; sparseness, the longest edge between inner points
        of the cluster's minimum spanning tree of mutual reachability (of all its edges, where none is inner);
        separation, the smallest mutual reachability between its inner points and those of another cluster;
        validity = (separation - sparseness) / max(separation, sparseness), in [-1, 1].

    >>> line = [[x] for x in (0, 1, 2, 3, 10, 11, 12, 13)]
    >>> dbcv_clusters(line, [0, 0, 0, 0, 1, 1, 1, 1]).round(3)
             points  sparseness  separation  validity
    cluster
    0             4         1.2         9.0     0.867
    1             4         1.2         9.0     0.867
    """
    table, clusters = inputs.clusters_and_noise(points, labels, noise=noise)
    arguments.one_of(ties, "ties", ["distance", "first"])
    with np.errstate(divide="ignore", invalid="ignore"):
        parts = parts_of_clusters(table, clusters, ties)
    names = [label for label in inputs.read(points, labels)[2] if label != noise]
    columns = dict(zip(["points", "sparseness", "separation", "validity"], parts, strict=True))
    return pd.DataFrame(columns, pd.Index(names, name="cluster"))


@dataclass(frozen=True)
class ClusterPairs:
    """All pairs of n points by which grouping puts them together: four counts that add up to n (n - 1) / 2."""

    together: int
    only_true: int
    only_pred: int
    apart: int

    @property
    def total(self) -> int:
        """The number of pairs."""
        return self.together + self.only_true + self.only_pred + self.apart


def shared_and_own_groups(true, pred):
    """Numbers of the groups that points share on both sides, and of those of either side."""
    shared = true * (pred.max() + 1) + pred
    if shared.max() > len(shared):  # most numbers would be of no group
        shared = pd.factorize(shared)[0]
    return shared, true, pred


def sizes_in_resamples(groups, copies):
    """What `np.bincount(groups, weights)` is for each row of `copies`."""
    rows, k = len(copies), groups.max() + 1
    places = groups + k * np.arange(rows)[:, None]
    return np.bincount(places.ravel(), copies.ravel(), minlength=rows * k).reshape(rows, k)


def count_pairs(weights, groups):
    """Pairs of points within the groups that both sides share, within those of either side, and all pairs."""
    sizes = [np.bincount(each, weights) for each in groups]
    n = weights.sum()
    return [*(each @ (each - 1) / 2 for each in sizes), n * (n - 1) / 2]


@described_by(inputs.groupings)
def cluster_pairs(labels_true: Any, labels_pred: Any) -> ClusterPairs:
    """How many pairs of points both groupings put together, only one of them, or neither.

    Source: Rand (1971), Objective criteria for the evaluation of clustering methods.

    >>> cluster_pairs(["a", "a", "a", "b"], [1, 1, 2, 2])
    ClusterPairs(together=1, only_true=2, only_pred=1, apart=2)
    """
    true, pred = inputs.groupings(labels_true, labels_pred)
    groups = shared_and_own_groups(true, pred)
    together, in_true, in_pred, pairs = map(int, count_pairs(np.ones(len(true)), groups))
    return ClusterPairs(together, in_true - together, in_pred - together, pairs - in_true - in_pred + together)


def agreement(together, in_true, in_pred, pairs):
    """Share of the pairs that are together on both sides, or apart on both."""
    return (together + (pairs - in_true - in_pred + together)) / pairs


@of_weights(shared_and_own_groups, inputs=inputs.groupings)
def rand_index(weights, groups):
    """Share of pairs of points on which two groupings agree: together in both, or apart in both.

    1 for the same groups under whatever names.

    >>> rand_index(["a", "a", "a", "b"], [1, 1, 2, 2])
    0.5
    """
    return agreement(*count_pairs(weights, groups))


def agreement_beyond_chance(together, in_true, in_pred, pairs):
    """Pairs together beyond those expected by chance, as a share of the most that can be; both times all pairs."""
    expected, most = in_true * in_pred, (in_true + in_pred) * pairs / 2
    return (together * pairs - expected) / (most - expected)


@of_weights(shared_and_own_groups, inputs=inputs.groupings)
def adjusted_rand_index(weights, groups):
    """Rand index on a scale where 0 is what chance reaches on average and 1 is agreement on every pair.

    Chance deals out the predicted labels anew, like shuffled cards: every group keeps its size.

    >>> adjusted_rand_index([0, 0, 1, 1], ["x", "y", "x", "y"])
    -0.5
    """
    return agreement_beyond_chance(*count_pairs(weights, groups))


def entropies_and_information(weights, groups):
    """Mean surprise, in nats, at the group of a point on either side, and what knowing one takes off the other's."""
    counts = weights > 0
    weights, groups = weights[counts], [each[counts] for each in groups]
    both, true, pred = (np.bincount(each, weights)[each] for each in groups)
    # one group of all, added up as the others are
    n = np.bincount(np.zeros_like(groups[0]), weights)[0]
    surprises = n / true, n / pred, n * both / (true * pred)
    return [weights @ np.log(each) / n for each in surprises]


def explained(information, entropy):
    """Share of an entropy that is explained; all of it by definition where there is nothing to explain."""
    return information / entropy if entropy > 0 else 1.0


@of_weights(shared_and_own_groups, inputs=inputs.groupings)
def homogeneity(weights, groups):
    """How far each predicted cluster holds points of one class only: share of the classes' entropy that is explained.

    Completeness with the two groupings exchanged.

    >>> homogeneity(["a", "a", "b", "b"], [1, 1, 2, 3])
    1.0
    """
    true, _, information = entropies_and_information(weights, groups)
    return explained(information, true)


@of_weights(shared_and_own_groups, inputs=inputs.groupings)
def completeness(weights, groups):
    """How far all points of a class are in one predicted cluster: share of the clusters' entropy that is explained.

    Homogeneity with the two groupings exchanged.

    >>> round(completeness(["a", "a", "b", "b"], [1, 1, 2, 3]), 3)
    0.667
    """
    _, pred, information = entropies_and_information(weights, groups)
    return explained(information, pred)


@of_weights(shared_and_own_groups, inputs=inputs.groupings, checks={"beta": positive})
def v_measure(weights, groups, *, beta=1.0):
    """Weighted harmonic mean of homogeneity and completeness.

    beta : float, default 1
        Above 0: how many times as much completeness counts as homogeneity.

    >>> round(v_measure(["a", "a", "b", "b"], [1, 1, 2, 3]), 3)
    0.8
    """
    true, pred, information = entropies_and_information(weights, groups)
    h, c = explained(information, true), explained(information, pred)
    if h == c == 0:
        return 0.0
    return (1 + beta) * h * c / (beta * h + c)


def mean_of_two(x, y, average):
    """One of the four means by which mutual information is normalised."""
    if average == "geometric":
        return np.sqrt(x * y)
    means = {"min": min(x, y), "max": max(x, y), "arithmetic": (x + y) / 2}
    return means[average]


AVERAGE = OneOf("arithmetic", "geometric", "min", "max")


@of_weights(shared_and_own_groups, inputs=inputs.groupings, checks={"average": AVERAGE})
def normalized_mutual_information(weights, groups, *, average="arithmetic"):
    """Mutual information of two groupings, as a share of the mean of their entropies.

    average : {"arithmetic", "geometric", "min", "max"}
        Which mean. With the arithmetic one the score is the V-measure.

    >>> round(normalized_mutual_information(["a", "a", "b", "b"], [1, 1, 2, 3]), 3)
    0.8
    """
    true, pred, information = entropies_and_information(weights, groups)
    return np.divide(information, mean_of_two(true, pred, average))


def expected_information(true, pred):
    """Mutual information that is expected, in nats, when labels are dealt out anew to groups of these sizes."""
    from scipy.special import gammaln

    def ways(n, k):  # the logarithm of "n choose k"
        return gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1)

    n, expected = true.sum(), 0.0
    for a, times in np.column_stack(np.unique_counts(true)):
        for b, as_often in np.column_stack(np.unique_counts(pred)):
            mean = a * b / n
            reach = 10 * np.sqrt(mean) + 60  # beyond: below 1e-20
            least, most = np.floor(mean - reach), np.ceil(mean + reach)
            both = np.arange(max(1, a + b - n, least), min(a, b, most) + 1)
            chance = ways(a, both) + ways(n - a, b - both) - ways(n, b)
            information = both / n * np.log(n * both / (a * b))
            expected += times * as_often * (np.exp(chance) @ information)
    return expected


@of_weights(shared_and_own_groups, inputs=inputs.groupings, checks={"average": AVERAGE})
def adjusted_mutual_information(weights, groups, *, average="arithmetic"):
    """Mutual information on a scale where 0 is what chance reaches on average and 1 is agreement on every point.

    Chance deals out the predicted labels anew, like shuffled cards: every group keeps its size.

    average : {"arithmetic", "geometric", "min", "max"}
        The mean of the two entropies that counts as the most that can be.

    >>> round(adjusted_mutual_information([0, 0, 1, 1], ["x", "y", "x", "y"]), 3)
    -0.5
    """
    sizes = [np.bincount(each, weights) for each in groups[1:]]
    sizes = [each[each > 0] for each in sizes]
    if len(sizes[0]) == len(sizes[1]) in (1, weights.sum()):
        return np.nan  # every shuffle agrees completely
    true, pred, information = entropies_and_information(weights, groups)
    most = mean_of_two(true, pred, average)
    expected = expected_information(*sizes)
    return (information - expected) / (most - expected)


@described_by(resampling.often, resampling.tails)
def bootstrap_of_pairs(
    metric: Callable[..., Any],
    first: Any,
    labels: Any,
    *,
    n_resamples: int = 1000,
    level: float = 0.95,
    rng: Rng = None,
) -> Bootstrap:
    """Interval for a score made of pairs of points: resampled points, without the pairs of a point and its own copy.

    `bootstrap` would count the distance 0 of a point to its copies, and the agreement of every grouping on them:
    its resamples look more compact and more alike than the data.

    metric : {silhouette, rand_index, adjusted_rand_index}
        The function itself, or with another distance, ``silhouette.given(metric="cityblock")``.
    first, labels : array of shape (n, d) and sequence of n labels, or two sequences of n labels
        What `metric` takes. The labels stay as they are: that the clustering itself would come out differently on
        other points is not part of the interval.
    rng : seed or numpy.random.Generator, optional
        Give one to get the same interval again; it draws the same points whatever their labels.

    -> Bootstrap
        With a percentile interval of these scores; bounds are nan where a resample leaves the score undefined.

    Source: Efron and Tibshirani (1993), An Introduction to the Bootstrap; Lee (1990), U-Statistics.

    >>> line = [[x] for x in (0, 1, 2, 3, 10, 11, 12, 13)]
    >>> print(bootstrap_of_pairs(silhouette, line, [0, 0, 0, 0, 1, 1, 1, 1], n_resamples=200, rng=0))
    0.831 [0.544, 0.890] (95 %, without_copies)
    """
    labels = arguments.one_dimensional(labels, "labels", per="point")
    function, options = unwrapped(metric)
    formulas = {rand_index: agreement, adjusted_rand_index: agreement_beyond_chance}
    if function is not silhouette and function not in formulas:
        raise ValueError(f"metric must be silhouette, rand_index or adjusted_rand_index itself, got {metric!r}")
    estimate, level = metric(first, labels), arguments.fraction(level, "level")
    n_resamples = arguments.whole_number(n_resamples, "n_resamples", least=2)
    n, generator = len(labels), arguments.generator(rng)
    drawn = [np.bincount(generator.integers(n, size=n), minlength=n) for _ in range(n_resamples)]
    copies = np.array(drawn, dtype=np.float64)
    if function is silhouette:
        table, clusters = inputs.points_and_clusters(first, labels)
        values = fast.of_resamples(table, clusters, options.get("metric", "euclidean"), copies)
        replicates = (copies * values).sum(axis=1) / n
    else:
        groups = shared_and_own_groups(*inputs.groupings(first, labels))
        same = (copies**2).sum(axis=1)  # ordered pairs of a point with itself, or with its copy
        sizes = [sizes_in_resamples(each, copies) for each in (*groups, np.zeros(n, dtype=np.intp))]
        with np.errstate(invalid="ignore"):
            replicates = formulas[function](*(((each**2).sum(axis=1) - same) / 2 for each in sizes))
    low, high = (quantile(replicates, q) for q in ((1 - level) / 2, (1 + level) / 2))
    interval = Interval(float(low), float(high), level, "without_copies")
    return Bootstrap(estimate, interval, replicates, name_of(metric), n)
