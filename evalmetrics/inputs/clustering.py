"""Points and their clusters, and groupings of the same points, checked."""

from typing import Any

import numpy as np
import pandas as pd

from . import arguments
from . import labels as _labels
from .arguments import Array, columns, described_with, same_length, shown

SMALLEST, LARGEST = 1e-150, 1e152  # extents whose squares floats hold, added up over many coordinates


def points_and_clusters(points: Any, labels: Any) -> tuple[Array, Array]:
    """Points, and the number of each point's cluster, in order of appearance.

    points : array of shape (n, d)
        Coordinates, in units that can be compared with each other.
    labels : sequence of n labels
        The cluster of each point. A label for noise is a cluster like any other: leave such points out first.
    """
    return read(points, labels)[:2]


@described_with(points_and_clusters)
def clusters_and_noise(points: Any, labels: Any, *, noise: Any = -1) -> tuple[Array, Array]:
    """Points, and the number of each point's cluster, or -1 of points that belong to none.

    points : array of shape (n, d)
        Coordinates; distances are Euclidean.
    labels : sequence of n labels
        The cluster of each point, or noise.
    noise : label, default -1
        Points with this label belong to no cluster; they add nothing to the score, and count among the points.

    ValueError
        A cluster of one point, which has no density.
    """
    coordinates, codes, clusters = read(points, labels)
    if isinstance(noise, int | float) and str(noise) in list(clusters):
        arguments.of_one_type(noise=[noise], labels=list(clusters))
    if np.ndim(noise):
        raise TypeError(f"noise must be one label, got {shown(noise)}")
    is_noise = np.array([bool(each == noise) for each in clusters])
    number = np.cumsum(~is_noise) - 1
    number[is_noise] = -1
    if len(alone := clusters[(np.bincount(codes) == 1) & (number >= 0)]):
        raise ValueError(
            f"labels has clusters of a single point, which has no density: {alone[:5].tolist()}. Give such points the "
            f"label of noise ({noise!r}), or merge them with another cluster"
        )
    return coordinates, number[codes]


def groupings(labels_true: Any, labels_pred: Any) -> tuple[Array, Array]:
    """The number of each point's group on either side, in order of appearance.

    labels_true, labels_pred : sequences of n labels
        Two groupings of the same points; they need no label in common, and which is which does not matter.
    """
    true, pred = columns(_labels.read, labels_true=labels_true, labels_pred=labels_pred)
    return _labels.numbers_of(true, "labels_true"), _labels.numbers_of(pred, "labels_pred")


def read(points: Any, labels: Any) -> tuple[Array, Array, Array]:
    """Points, the number of each point's cluster, and the clusters' labels, in order of appearance."""
    arguments.in_one_order(points=points, labels=labels)
    table, (codes, clusters) = coordinates(points), pd.factorize(_labels.read(labels, "labels"))
    _labels.of_one_form(clusters, "labels")
    same_length("point", points=table, labels=codes)
    return table, codes, clusters


def coordinates(points: Any) -> Array:
    """`points` as a table of floats whose distances can be squared."""
    table = arguments.table(points, "points", per="point", kinds="biuf")
    with np.errstate(over="ignore"):
        extent = float(np.ptp(table, axis=0).max())
    if extent and not SMALLEST < extent < LARGEST:
        with np.errstate(over="ignore"):
            scaled = np.ldexp(table, -int(np.frexp(extent)[1]))  # another unit, by a power of two
        if np.abs(scaled).max() < LARGEST:
            return scaled
        raise ValueError(
            f"points must not lie {extent:.3g} apart, whose square is no float: multiply all coordinates by one number"
        )
    return table


def distance(metric: Any, name: str) -> Any:
    """A check: a distance of two points.

    metric : str, default "euclidean"
        Any distance by the name that `scipy.spatial.distance.cdist` has for it, unless it is estimated from all points.
    """
    from scipy.spatial.distance import cdist

    point, other, third = [0.0, 1.0], [1.0, 0.0], [5.0, -3.0]  # any third that changes the spread of all points
    try:
        alone, among_others = (cdist([point], others, metric)[0, 0] for others in ([other], [other, third]))
    except (ValueError, TypeError):
        raise ValueError(f"{name} must be a distance that scipy's cdist knows by name, got {shown(metric)}") from None
    if not np.isclose(alone, among_others, equal_nan=True):
        raise ValueError(f"{name} must depend on two points alone, got {metric!r}: scale the coordinates yourself")
    return metric
