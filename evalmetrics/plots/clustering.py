"""The silhouettes of clusters."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ..clustering import silhouette_samples
from ..inputs import clustering as inputs
from .style import COLOURS, NO_GRID, axes_or_new, figure

GREY, NOISE = "#777777", -1


@figure(inputs.points_and_clusters, changes=NO_GRID)
def plot_silhouette(points: Any, labels: Any, *, ax: Axes | None = None) -> Axes:
    """Draw each point's silhouette as a bar, longest first within its cluster, and the mean of all as a line.

    >>> ax = plot_silhouette([[0], [1], [10], [11], [30]], ["a", "a", "b", "b", "b"])
    >>> [text.get_text() for text in ax.texts]
    ['a: 0.94', 'b: 0.10']
    """
    values = silhouette_samples(points, labels)
    _, codes, clusters = inputs.read(points, labels)
    if np.isnan(values).any():
        raise ValueError(f"labels must have at least 2 clusters and fewer than points, got {len(clusters)}")
    ax, top, gap = axes_or_new(ax, 4.6, 3.4), 0.0, max(1.0, len(values) / 40)
    for colour, c in zip(COLOURS * 99, _in_order(clusters), strict=False):
        own = np.sort(values[codes == c])[::-1]
        ax.barh(top + np.arange(len(own)), own, height=1.0, align="edge", color=colour)
        named = f"{clusters[c]}: {own.mean():.2f}"
        ax.annotate(named, (1, top + len(own) / 2), (6, 0), ("axes fraction", "data"), "offset points", va="center")
        top += len(own) + gap
    ax.axvline(values.mean(), color="black", linestyle="--")
    ax.axvline(0, color=GREY, linewidth=0.8)
    ax.set(xlabel="silhouette", yticks=[], ylim=(top - gap, 0), xlim=(min(-0.05, values.min() - 0.05), 1))
    ax.set_title(f"mean {values.mean():.2f} (dashed)")
    return ax


def _in_order(clusters: Any) -> Any:
    """Positions of the labels in their own order, or of appearance where they have none."""
    try:
        return np.argsort(np.asarray(clusters), kind="stable")
    except TypeError:
        return np.arange(len(clusters))
