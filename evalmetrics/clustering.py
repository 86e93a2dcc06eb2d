"""Clustering: how compact and separate the groups are, and how well two groupings of the same points agree."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from .fast.inversions import pairs_within
from .inputs import arguments
from .inputs import labels as _labels
from .inputs import old_matrices as matrices
from .resampling import draws
from .uncertainty import Bootstrap, Interval, Rng

Array = NDArray[Any]
AT_ONCE = 2**22  # distances held at a time


@dataclass(frozen=True)
class ClusterPairs:
    """All pairs of n points by who puts them together: four counts that add up to n (n - 1) / 2."""

    together: int
    only_true: int
    only_pred: int
    apart: int

    @property
    def total(self) -> int:
        """The number of pairs."""
        return self.together + self.only_true + self.only_pred + self.apart


def silhouette_samples(points: Any, labels: Any, *, metric: str = "euclidean") -> NDArray[np.float64]:
    """How much nearer each point is to its own cluster than to the next: (b - a) / max(a, b).

    `a` is the point's mean distance to the other members of its cluster, `b` the smallest of its mean distances to
    all members of another cluster.

    Parameters
    ----------
    points : array of shape (n, d)
        Coordinates, in units that can be compared with each other.
    labels : sequence of n labels
        The cluster of each point. A label for noise is a cluster like any other: leave such points out first.
    metric : str, default "euclidean"
        Any distance by the name that `scipy.spatial.distance.cdist` has for it, unless it is estimated from all points.

    Returns
    -------
    array of n floats
        In [-1, 1]: 1 deep in a cluster far from all others, 0 on a border, below 0 nearer to another cluster. By
        definition 0 for a point alone in its cluster, and where a = b. All nan unless there are at least 2 clusters
        and fewer clusters than points.

    Raises
    ------
    ValueError
        Points that are not a table of finite numbers with squares in the range of floats, labels of another length
        or missing, an unknown metric.
    TypeError
        Points that are no numbers, labels that are none.

    References
    ----------
    Rousseeuw (1987), Silhouettes: a graphical aid to the interpretation and validation of cluster analysis.

    Examples
    --------
    >>> silhouette_samples([[0], [1], [10], [11], [30]], ["a", "a", "b", "b", "b"]).round(3)
    array([ 0.941,  0.938, -0.095,  0.048,  0.339])
    """
    points, codes, clusters = _clustering(points, labels)
    if not 2 <= len(clusters) < len(points):
        return np.full(len(points), np.nan)
    own = np.arange(len(points)), codes
    sizes = np.bincount(codes)
    totals = _distance_totals(points, codes, _metric(metric))
    with np.errstate(divide="ignore", invalid="ignore"):
        a = totals[own] / (sizes[codes] - 1)
        means = totals / sizes
        means[own] = np.inf
        b = means.min(axis=1)
        return np.where((sizes[codes] == 1) | (a == b), 0.0, (b - a) / np.maximum(a, b))


def silhouette(points: Any, labels: Any, *, metric: str = "euclidean") -> float:
    """Mean silhouette of all points: compactness and separation of clusters, without any truth to compare with.

    Parameters
    ----------
    points : array of shape (n, d)
        Coordinates, in units that can be compared with each other.
    labels : sequence of n labels
        The cluster of each point.
    metric : str, default "euclidean"
        As in `silhouette_samples`.

    Returns
    -------
    float
        In [-1, 1], higher is better; nan unless 2 <= clusters <= n - 1.

    Raises
    ------
    ValueError, TypeError
        As in `silhouette_samples`.

    References
    ----------
    Rousseeuw (1987), Silhouettes: a graphical aid to the interpretation and validation of cluster analysis.

    Examples
    --------
    >>> round(silhouette([[0], [1], [10], [11], [30]], ["a", "a", "b", "b", "b"]), 3)
    0.434
    """
    return float(silhouette_samples(points, labels, metric=metric).mean())


def dbcv(points: Any, labels: Any, *, noise: Any = -1, ties: str = "distance") -> float:
    """Density-based clustering validation: by how much clusters are denser at their thinnest than the gaps between.

    The mean over all points, noise included, of the validity of their cluster, (separation - sparseness) divided by
    the larger of the two. `dbcv_clusters` has the parts.

    Parameters
    ----------
    points : array of shape (n, d)
        Coordinates; distances are Euclidean.
    labels : sequence of n labels
        The cluster of each point.
    noise : label, default -1
        Points with this label belong to no cluster; they add nothing to the score, and count among the points.
    ties : {"distance", "first"}
        Many edges of a spanning tree of mutual reachability are equally long, and the score depends on which are
        taken. "distance": those between points that are closer, and where that is tied, too, those whose coordinates
        come first; the order of rows does not matter. "first": those to points that stand first in the table, as the
        package hdbscan does: its number, without duplicates; another order of rows can give another.

    Returns
    -------
    float
        In [-1, 1], higher is better; nan for fewer than 2 clusters, or where separation and sparseness are both 0.

    Raises
    ------
    ValueError
        A cluster of one point, which has no density; points that are not a table of finite numbers, labels of
        another length or missing, an unknown option.
    TypeError
        Points that are no numbers, labels that are none.

    References
    ----------
    Moulavi, Jaskowiak, Campello, Zimek and Sander (2014), Density-based clustering validation.

    Examples
    --------
    >>> line = [[x] for x in (0, 1, 2, 3, 10, 11, 12, 13)]
    >>> round(dbcv(line, [0, 0, 0, 0, 1, 1, 1, 1]), 3)
    0.867
    """
    clusters = dbcv_clusters(points, labels, noise=noise, ties=ties)
    if len(clusters) < 2:
        return np.nan
    return math.fsum(clusters["points"] * clusters["validity"]) / len(np.asarray(points))


def dbcv_clusters(points: Any, labels: Any, *, noise: Any = -1, ties: str = "distance") -> pd.DataFrame:
    """What density-based clustering validation sees of each cluster.

    Parameters
    ----------
    points, labels, noise, ties
        As in `dbcv`.

    Returns
    -------
    DataFrame
        A row per cluster, in order of appearance. Columns: points; sparseness, the longest edge between inner points
        of the cluster's minimum spanning tree of mutual reachability (of all its edges, where none is inner);
        separation, the smallest mutual reachability between its inner points and those of another cluster;
        validity = (separation - sparseness) / max(separation, sparseness), in [-1, 1].

    Raises
    ------
    ValueError, TypeError
        As in `dbcv`.

    References
    ----------
    Moulavi, Jaskowiak, Campello, Zimek and Sander (2014), Density-based clustering validation.

    Examples
    --------
    >>> line = [[x] for x in (0, 1, 2, 3, 10, 11, 12, 13)]
    >>> dbcv_clusters(line, [0, 0, 0, 0, 1, 1, 1, 1]).round(3)
             points  sparseness  separation  validity
    cluster
    0             4         1.2         9.0     0.867
    1             4         1.2         9.0     0.867
    """
    points, codes, clusters = _clustering(points, labels)
    arguments.one_of(ties, "ties", ["distance", "first"])
    members = {label: points[codes == c] for c, label in enumerate(clusters) if label != noise}
    if alone := [label for label, own in members.items() if len(own) == 1]:
        raise ValueError(
            f"labels has clusters of a single point, which has no density: {alone[:5]}. Give such points the label "
            f"of noise ({noise!r}), or merge them with another cluster"
        )
    trees = {label: _tree(own, ties) for label, own in members.items()}
    rows = []
    for label, tree in trees.items():
        gaps = [_gap(tree, other) for name, other in trees.items() if name != label]
        rows.append((len(tree.points), tree.lengths[tree.counted].max(), min(gaps, default=np.nan)))
    table = pd.DataFrame(rows, pd.Index(members, name="cluster"), ["points", "sparseness", "separation"])
    larger = table[["sparseness", "separation"]].max(axis=1)
    return table.assign(validity=((table["separation"] - table["sparseness"]) / larger).astype(np.float64))


def core_distances(points: Any) -> NDArray[np.float64]:
    """One over the density at each of a cluster's points, as a distance: a mean in which the nearest count most.

    Parameters
    ----------
    points : array of shape (n, d)
        The members of one cluster, at least 2.

    Returns
    -------
    array of n floats
        (mean over the n - 1 others of 1 / distance^d)^(-1/d); 0 for a point with a duplicate. At least the distance
        to the nearest of the others, at most (n - 1)^(1/d) times that.

    Raises
    ------
    ValueError
        Fewer than 2 points, points that are not a table of finite numbers.
    TypeError
        Points that are no numbers.

    References
    ----------
    Moulavi, Jaskowiak, Campello, Zimek and Sander (2014), Density-based clustering validation, definition 1.

    Examples
    --------
    >>> core_distances([[0], [1], [3]]).round(3)
    array([1.5  , 1.333, 2.4  ])
    """
    from scipy.spatial.distance import cdist

    points = _coordinates(points)
    if len(points) < 2:
        raise ValueError(f"points must hold at least 2 points, got {len(points)}: one alone has no density")
    distances, dimensions = cdist(points, points), points.shape[1]
    np.fill_diagonal(distances, np.inf)
    nearest = distances.min(axis=1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):  # in units of the nearest, so that no power is out of range
        density = ((nearest / distances) ** dimensions).sum(axis=1) / (len(points) - 1)
        return np.where(nearest[:, 0] == 0, 0.0, nearest[:, 0] * density ** (-1 / dimensions))


def cluster_pairs(labels_true: Any, labels_pred: Any) -> ClusterPairs:
    """How many pairs of points both groupings put together, only one of them, or neither.

    Parameters
    ----------
    labels_true, labels_pred : sequences of n labels
        Two groupings of the same points; they need no label in common.

    Returns
    -------
    ClusterPairs
        Pairs together in both, in the true grouping only, in the predicted one only, and in neither.

    Raises
    ------
    ValueError
        Different lengths, empty, missing labels.
    TypeError
        Something other than labels.

    References
    ----------
    Rand (1971), Objective criteria for the evaluation of clustering methods.

    Examples
    --------
    >>> cluster_pairs(["a", "a", "a", "b"], [1, 1, 2, 2])
    ClusterPairs(together=1, only_true=2, only_pred=1, apart=2)
    """
    both, true, pred = _groupings(labels_true, labels_pred)
    together, in_true, in_pred = (pairs_within(np.bincount(codes)) for codes in (both, true, pred))
    apart = len(true) * (len(true) - 1) // 2 - in_true - in_pred + together
    return ClusterPairs(together, in_true - together, in_pred - together, apart)


def rand_index(labels_true: Any, labels_pred: Any) -> float:
    """Share of pairs of points on which two groupings agree: together in both, or apart in both.

    Parameters
    ----------
    labels_true, labels_pred : sequences of n labels
        Two groupings of the same points; which is which does not matter.

    Returns
    -------
    float
        In [0, 1], higher is better; 1 for the same groups under whatever names. nan for a single point.

    Raises
    ------
    ValueError
        Different lengths, empty, missing labels.
    TypeError
        Something other than labels.

    References
    ----------
    Rand (1971), Objective criteria for the evaluation of clustering methods.

    Examples
    --------
    >>> rand_index(["a", "a", "a", "b"], [1, 1, 2, 2])
    0.5
    """
    pairs = cluster_pairs(labels_true, labels_pred)
    return (pairs.together + pairs.apart) / pairs.total if pairs.total else np.nan


def adjusted_rand_index(labels_true: Any, labels_pred: Any) -> float:
    """Rand index on a scale where 0 is what chance reaches on average and 1 is agreement on every pair.

    Chance deals out the predicted labels anew, like shuffled cards: every group keeps its size.

    Parameters
    ----------
    labels_true, labels_pred : sequences of n labels
        Two groupings of the same points; which is which does not matter.

    Returns
    -------
    float
        In [-0.5, 1], higher is better. nan where chance cannot disagree: both groupings are one group of all points,
        or both leave every point alone, a single point included.

    Raises
    ------
    ValueError
        Different lengths, empty, missing labels.
    TypeError
        Something other than labels.

    References
    ----------
    Hubert and Arabie (1985), Comparing partitions; Chacón and Rastrojo (2023) for the lower bound.

    Examples
    --------
    >>> adjusted_rand_index([0, 0, 1, 1], ["x", "x", "y", "y"])
    1.0
    >>> adjusted_rand_index([0, 0, 1, 1], ["x", "y", "x", "y"])
    -0.5
    """
    pairs = cluster_pairs(labels_true, labels_pred)
    in_true, in_pred = pairs.together + pairs.only_true, pairs.together + pairs.only_pred
    by_chance = in_true * in_pred  # times the number of pairs: the expected pairs together
    below = (in_true + in_pred) * pairs.total - 2 * by_chance
    return 2 * (pairs.together * pairs.total - by_chance) / below if below else np.nan


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

    Parameters
    ----------
    metric : {silhouette, rand_index, adjusted_rand_index}
        The function itself, or a functools.partial of it with another distance.
    first, labels : array of shape (n, d) and sequence of n labels, or two sequences of n labels
        What `metric` takes. The labels stay as they are: that the clustering itself would come out differently on
        other points is not part of the interval.
    n_resamples : int, default 1000
        How many resamples; at least 2. Costs n^2 products each for the silhouette.
    level : float, default 0.95
        Wanted coverage, between 0 and 1.
    rng : seed or numpy.random.Generator, optional
        Give one to get the same interval again. The same seed draws the same points whatever the labels, so that
        replicates of two clusterings of the same points can be subtracted.

    Returns
    -------
    Bootstrap
        With a percentile interval; bounds are nan where a resample leaves the score undefined.

    Raises
    ------
    ValueError
        As `metric`; fewer than 2 resamples; a metric that is not made of pairs.

    References
    ----------
    Efron and Tibshirani (1993), An Introduction to the Bootstrap; Lee (1990), U-Statistics: Theory and Practice.

    Examples
    --------
    >>> line = [[x] for x in (0, 1, 2, 3, 10, 11, 12, 13)]
    >>> print(bootstrap_of_pairs(silhouette, line, [0, 0, 0, 0, 1, 1, 1, 1], n_resamples=200, rng=0))
    0.831 [0.544, 0.890] (95 %, percentile)
    """
    from .fast import pair_copies

    function, options = matrices.unwrapped(metric)
    if function not in (silhouette, rand_index, adjusted_rand_index):
        raise ValueError(f"metric must be silhouette, rand_index or adjusted_rand_index itself, got {metric!r}")
    estimate, level = metric(first, labels), arguments.fraction(level, "level")
    n_resamples = arguments.whole_number(n_resamples, "n_resamples", least=2)
    drawn = pair_copies.draws(len(np.asarray(labels)), n_resamples, arguments.generator(rng))
    if function is silhouette:
        points, codes, _ = _clustering(first, labels)
        replicates = pair_copies.silhouettes(points, codes, options.get("metric", "euclidean"), drawn)
    else:
        one_group = np.zeros(drawn.shape[1], dtype=np.intp)
        pairs = [pair_copies.pairs_within(codes, drawn) for codes in (*_groupings(first, labels), one_group)]
        replicates = (_adjusted if function is adjusted_rand_index else _plain)(*pairs)
    low, high = (draws.quantile(replicates, q) for q in ((1 - level) / 2, (1 + level) / 2))
    return Bootstrap(estimate, Interval(float(low), float(high), level, "percentile"), replicates)


@dataclass(frozen=True, eq=False)
class _Tree:
    """A cluster's spanning tree: its points and core distances, its edges and their lengths, and the inner points."""

    points: Array
    cores: Array
    edges: Array
    lengths: Array
    inner: Array

    @property
    def counted(self) -> Array:
        """Which edges count: those between inner points; all, where there is none."""
        between = np.asarray(np.isin(self.edges, self.inner).all(axis=1))
        return between if between.any() else np.ones_like(between)


def _tree(points: Array, ties: str) -> _Tree:
    """The shortest spanning tree of mutual reachability, and its inner points: those with two edges or more."""
    from scipy.spatial.distance import cdist

    if ties == "distance":  # what ties could still depend on the order of rows, depends on that of coordinates
        points = points[np.lexsort(points.T[::-1])]
    cores, distances = core_distances(points), cdist(points, points)
    reach = np.maximum(distances, np.maximum.outer(cores, cores))
    edges = _spanning_tree(reach, distances if ties == "distance" else np.zeros_like(reach))
    inner = np.flatnonzero(np.bincount(edges.ravel()) > 1)
    if not len(inner):  # two points: hdbscan takes the first of them
        inner = np.arange(2 if ties == "distance" else 1)
    return _Tree(points, cores, edges, reach[edges[:, 0], edges[:, 1]], inner)


def _gap(one: _Tree, other: _Tree) -> float:
    """The smallest mutual reachability between inner points of two clusters."""
    from scipy.spatial.distance import cdist

    cores = np.maximum.outer(one.cores[one.inner], other.cores[other.inner])
    return float(np.maximum(cdist(one.points[one.inner], other.points[other.inner]), cores).min())


def _spanning_tree(lengths: Array, tied: Array) -> Array:
    """Prim's algorithm: n - 1 pairs of positions; of equal lengths the least `tied`, then whatever stands first."""
    outside, near, second = np.ones(len(lengths), dtype=bool), lengths[0].copy(), tied[0].copy()
    edges, new = np.empty((len(lengths) - 1, 2), dtype=np.intp), 0
    for edge in edges:
        outside[new] = False
        left = np.flatnonzero(outside)
        left = left[near[left] == near[left].min()]
        new = left[second[left].argmin()]
        edge[:] = np.flatnonzero(~outside & (lengths[new] == near[new]) & (tied[new] == second[new]))[0], new
        closer = (lengths[new] < near) | ((lengths[new] == near) & (tied[new] < second))
        near[closer], second[closer] = lengths[new, closer], tied[new, closer]
    return edges


def _distance_totals(points: Array, codes: Array, metric: Any) -> Array:
    """Summed distances from each point to the members of each cluster, shape (n, clusters)."""
    from scipy.spatial.distance import cdist

    order = np.argsort(codes, kind="stable")
    starts = np.flatnonzero(np.append(True, np.diff(codes[order]) > 0))
    others, step = points[order], max(1, AT_ONCE // len(points))
    blocks = (cdist(points[i : i + step], others, metric) for i in range(0, len(points), step))
    return np.concatenate([np.add.reduceat(block, starts, axis=1) for block in blocks])


def _plain(together: Array, in_true: Array, in_pred: Array, total: Array) -> Array:
    return np.asarray(matrices.ratio(total + 2 * together - in_true - in_pred, total))


def _adjusted(together: Array, in_true: Array, in_pred: Array, total: Array) -> Array:
    by_chance = in_true * in_pred
    below = (in_true + in_pred) * total - 2 * by_chance
    return np.asarray(matrices.ratio(2 * (together * total - by_chance), below))


def _clustering(points: Any, labels: Any) -> tuple[Array, Array, Array]:
    """The checked points, the number of each point's cluster, and the clusters' labels in order of appearance."""
    points = _coordinates(points)
    codes, clusters = _partition(labels, "labels")
    if len(codes) != len(points):
        raise ValueError(f"points and labels must have the same length: there are {len(points)} and {len(codes)}")
    return points, codes, clusters


def _coordinates(points: Any) -> Array:
    table = arguments.table(points, "points", per="point", kinds="biuf")
    with np.errstate(over="ignore"):
        extent = float(np.ptp(table, axis=0).max())
    if extent and not 1e-150 < extent < 1e152:
        raise ValueError(
            f"points must not lie {extent:.3g} apart, whose square is no float: multiply all coordinates by one number"
        )
    return table


def _partition(labels: Any, name: str) -> tuple[Array, Array]:
    """The number of each point's group, and the groups' labels, in order of appearance."""
    array = _labels._label_array(labels, name)
    codes, groups = pd.factorize(array.astype(object) if array.dtype.kind == "U" else array)
    if (codes < 0).any():
        raise ValueError(f"{name} holds missing values (None or nan): every point needs a label")
    return codes, groups


def _groupings(labels_true: Any, labels_pred: Any) -> tuple[Array, Array, Array]:
    """The groups that points share on both sides, those of the one and those of the other, by number."""
    (true, _), (pred, groups) = _partition(labels_true, "labels_true"), _partition(labels_pred, "labels_pred")
    arguments.same_length(labels_true=true, labels_pred=pred)
    return pd.factorize(true * len(groups) + pred)[0], true, pred


def _metric(metric: Any) -> Any:
    from scipy.spatial.distance import cdist

    pair, among = ([[0.0, 1.0]], [[1.0, 0.0]]), ([[0.0, 1.0]], [[1.0, 0.0], [5.0, -3.0]])
    try:
        distance, again = (cdist(*points, metric)[0, 0] for points in (pair, among))
    except (ValueError, TypeError):
        raise ValueError(f"metric must be a distance that scipy's cdist knows by name, got {metric!r}") from None
    if not np.isclose(distance, again, equal_nan=True):
        raise ValueError(f"metric must depend on two points alone, got {metric!r}: scale the coordinates yourself")
    return metric
