"""Silhouettes from sums of distances, a block of points after the other, for many resamples of the points at once."""

from typing import Any

import numpy as np

from ..inputs.arguments import Array, Floats

AT_ONCE = 2**21  # distances held at a time: 16 MB


def mean_silhouette(points: Array, clusters: Array, *, metric: Any = "euclidean") -> Any:
    """What `clustering.silhouette` is."""
    return of_points(points, clusters, metric).mean()


def of_points(points: Array, clusters: Array, metric: Any) -> Floats:
    """What `clustering.silhouettes` are."""
    if not 1 < clusters.max() + 1 < len(points):
        return np.full(len(points), np.nan)
    return of_resamples(points, clusters, metric)[0]


def of_resamples(points: Array, clusters: Array, metric: Any, drawn: Floats | None = None) -> Floats:
    """Silhouettes of n points in resamples that hold `drawn` (b, n) copies of each; a copy is no other point.

    Without `drawn`, in one resample that holds each point once.
    """
    from scipy.spatial.distance import cdist

    order = np.argsort(clusters, kind="stable")
    points, clusters = points[order], clusters[order]
    copies = np.ones((1, len(points))) if drawn is None else drawn[:, order]
    first = np.flatnonzero(np.diff(clusters, prepend=-1))
    members = [slice(*ends) for ends in zip(first, [*first[1:], len(points)], strict=True)]
    sizes = np.add.reduceat(copies, first, axis=1)
    values = np.empty(copies.shape)
    step = max(1, AT_ONCE // (len(copies) * len(first) + len(points)))
    for some in (slice(i, i + step) for i in range(0, len(points), step)):
        if drawn is None:
            totals = np.add.reduceat(cdist(points[some], points, metric), first, axis=1)[None]
        else:
            distances = cdist(points, points[some], metric)
            totals = np.stack([copies[:, who] @ distances[who] for who in members], axis=2)
        values[:, order[some]] = _of_totals(totals, sizes, clusters[some], copies[:, some])
    return values


def _of_totals(totals: Floats, sizes: Floats, clusters: Array, copies: Floats) -> Floats:
    own = (slice(None), np.arange(len(clusters)), clusters)
    others = sizes[:, clusters] - copies
    with np.errstate(divide="ignore", invalid="ignore"):
        a, means = totals[own] / others, totals / sizes[:, None]
        means[np.broadcast_to(sizes[:, None] == 0, means.shape)] = np.inf
        means[own] = np.inf
        b = means.min(axis=2)
        values = np.where((others <= 0) | (a == b), 0.0, (b - a) / np.maximum(a, b))
    return np.where(np.isinf(b), np.nan, values)
