"""What becomes of scores of clusterings as two clouds of points move apart, and as one asks for more clusters."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.cluster import KMeans

from evalmetrics.clustering import adjusted_rand_index, completeness, homogeneity, silhouette
from evalmetrics.inputs import arguments
from evalmetrics.kinds.help_pages import described_by

from ..figures.clustering import plot_clusterings
from .moving import explorer, slider


@described_by()
def clustered_clouds(apart: float, k: int) -> tuple[NDArray[np.float64], NDArray[np.intp], NDArray[Any]]:
    """Two round clouds of 60 points in the plane, and what KMeans makes of them.

    apart : float
        At least 0: the distance of their centres, in standard deviations.
    k : int
        At least 1: how many clusters KMeans is asked for.

    -> points, clouds, clusters : arrays of shape (120, 2), (120,) and (120,)
        Where the points lie, which cloud each was drawn from, and its cluster. The same points whatever `k` is.

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


@described_by(explorer, clustered_clouds)
def explore_clusters() -> Any:
    """Sliders for the distance of two clouds and the number of clusters (`clustered_clouds`); four scores move along.

    >>> box = explore_clusters()
    >>> box.children[0].value = 8
    >>> box.children[1].value = 4
    >>> box.children[2].value
    '4 clusters: silhouette 0.351, homogeneity 1.000, completeness 0.503, ARI 0.503'
    """

    def shown(apart: float, k: float) -> tuple[str, Any]:
        points, clouds, clusters = clustered_clouds(apart, round(k))
        shares = {"homogeneity": homogeneity, "completeness": completeness, "ARI": adjusted_rand_index}
        scores = {"silhouette": silhouette(points, clusters)}
        scores |= {name: metric(clouds, clusters) for name, metric in shares.items()}
        numbers = f"{k:g} clusters: " + ", ".join(f"{name} {score:.3f}" for name, score in scores.items())
        return numbers, plot_clusterings({"drawn": (points, clouds), "found": (points, clusters)})

    sliders = {
        "apart": slider("clouds apart, in standard deviations", 3.0, least=0.0, most=8.0, step=0.5),
        "k": slider("clusters asked for", 2.0, least=2.0, most=8.0, step=1.0),
    }
    return explorer(sliders, shown)
