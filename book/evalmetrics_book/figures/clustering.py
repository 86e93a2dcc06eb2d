"""Figures of clusters, the trees that density is measured along, and what moves with two clouds."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from numpy.typing import NDArray
from sklearn.cluster import KMeans

from evalmetrics.clustering import density_tree
from evalmetrics.inputs import arguments
from evalmetrics.inputs import clustering as inputs
from evalmetrics.kinds.help_pages import described_by
from evalmetrics.plots.clustering import GREY, NOISE, _in_order
from evalmetrics.plots.style import COLOURS, MARKERS, figure, side_by_side


@figure()
def plot_clusterings(clusterings: Mapping[str, Any], *, tree: str | None = None) -> list[Axes]:
    """Draw clusterings side by side, each cluster with a colour and a marker, noise as grey crosses.

    clusterings : mapping from title to (points, labels)
        Points of shape (n, 2), and the cluster of each, -1 for noise.
    tree : {"distance", "first"}, optional
        Draw the spanning trees that `dbcv` measures, with this rule for ties: the edges that count, between inner
        points, as lines, the others dotted, and the longest that counts, the cluster's sparseness, thick and black in
        a ring. Its length is mutual reachability: at a thin place, more than can be seen.

    >>> points = [[0, 0], [0, 1], [5, 5]]
    >>> axes = plot_clusterings({"two": (points, [0, 0, 1]), "one": (points, [0, 0, -1])})
    >>> [line.get_label() for line in axes[1].get_lines()]
    ['0', 'noise']
    """
    arguments.named(clusterings, "clusterings")
    axes = side_by_side(len(clusterings), 4.2, 2.9)
    for ax, (title, (points, labels)) in zip(axes, clusterings.items(), strict=True):
        _draw_clusters(ax, *inputs.read(points, labels), tree=tree)
        ax.set(xlabel="x", ylabel="y", aspect="equal", title=title)
    return axes


def _draw_clusters(ax: Axes, points: Any, codes: Any, clusters: Any, *, tree: str | None) -> None:
    if points.shape[1] != 2:
        raise ValueError(f"points must have shape (n, 2) to be drawn, got {points.shape}")
    order = [c for c in _in_order(clusters) if clusters[c] != NOISE]
    for colour, marker, c in zip(COLOURS * 99, MARKERS * 99, order, strict=False):
        own = points[codes == c]
        size, alpha = (3.5, 0.8) if tree is None else (2, 0.4)
        ax.plot(*own.T, marker, color=colour, markersize=size, alpha=alpha, label=str(clusters[c]))
        if tree is not None:
            _draw_tree(own, tree, colour, ax)
    if (out := np.isin(codes, [c for c, label in enumerate(clusters) if label == NOISE])).any():
        ax.plot(*points[out].T, "x", color=GREY, markersize=4, label="noise")


def _draw_tree(points: Any, ties: str, colour: str, ax: Axes) -> None:
    arguments.one_of(ties, "tree", ["distance", "first"])
    with np.errstate(divide="ignore", invalid="ignore"):
        *_, edges, lengths, counted = density_tree(points, ties)
    for style, which in {":": ~counted, "-": counted}.items():
        ax.add_collection(LineCollection(list(edges[which]), colors=colour, linestyles=style, linewidths=1.0))
    longest = edges[counted][lengths[counted].argmax()]
    ax.add_collection(LineCollection([longest], colors="black", linewidths=4, zorder=3))
    ax.plot(*longest.mean(axis=0), "o", color="black", fillstyle="none", markersize=16)  # it may be a dot


@described_by()
def clustered_clouds(apart: float, k: int) -> tuple[NDArray[np.float64], NDArray[np.intp], NDArray[Any]]:
    """Two round clouds of 60 points in the plane, and what KMeans makes of them.

    apart : float
        At least 0: the distance of their centres, in standard deviations.
    k : int
        At least 1: how many clusters KMeans is asked for.

    -> points, clouds, clusters : arrays of shape (120, 2), (120,) and (120,)
        Where the points lie, which cloud each was drawn from, and its cluster. The same points whatever `k` is.

    >>> from evalmetrics import adjusted_rand_index
    >>> points, clouds, clusters = clustered_clouds(8, 2)
    >>> adjusted_rand_index(clouds, clusters)
    1.0
    """
    if not 0 <= apart < np.inf:
        raise ValueError(f"apart must be a finite number of at least 0, got {apart!r}")
    clouds = np.repeat([0, 1], 60)
    points = np.random.default_rng(0).normal(size=(120, 2)) + apart * clouds[:, None] * [1, 0]
    fit = KMeans(arguments.whole_number(k, "k", least=1), n_init=4, random_state=0)
    return points, clouds, fit.fit_predict(points)
