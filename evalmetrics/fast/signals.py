"""Dynamic time warping, pairs with one sum of positions at once; the definitions are in `signals`."""

from typing import Any

import numpy as np

from ..inputs.arguments import Floats, Places

DB_PER_UNIT = 10 / np.log(10) * np.sqrt(2)  # of mel cepstra of natural logarithms


def distances_and_frames(references: Any, synthesised: Any, *, align: str | None, per: str) -> Any:
    """The twin of `signals.distances_and_frames`, a column each."""
    pairs = zip(references, synthesised, strict=True)
    return np.array([_of_pair(*pair, align, per) for pair in pairs]).T


def mean_distance(reference: Floats, synthesised: Floats, *, align: str | None = None, per: str = "frame") -> float:
    """The twin of `signals.mel_cepstral_distortion`."""
    distances, frames = _of_pair(reference, synthesised, align, per)
    return distances / frames


def _of_pair(reference: Floats, synthesised: Floats, align: str | None, per: str) -> tuple[float, int]:
    if align is None:
        return DB_PER_UNIT * np.linalg.norm(reference - synthesised, axis=1).sum(), len(reference)
    total = _cumulated(distances(reference, synthesised))
    return DB_PER_UNIT * total[-1, -1], len(reference) if per == "frame" else len(_walk_back(total))


def distances(one: Floats, other: Floats) -> Floats:
    from scipy.spatial.distance import cdist

    return np.asarray(cdist(one, other), dtype=np.float64)


def cheapest_walk(distances: Floats) -> Places:
    """The twin of `signals.cheapest_walk`."""
    return _walk_back(_cumulated(distances))


def _cumulated(distances: Floats) -> Floats:
    n, m = distances.shape
    total = np.full((n + 1, m + 1), np.inf)
    total[0, 0] = 0.0
    for k in range(2, n + m + 1):
        i = np.arange(max(1, k - m), min(n, k - 1) + 1)
        j = k - i
        before = np.minimum(np.minimum(total[i - 1, j - 1], total[i - 1, j]), total[i, j - 1])
        total[i, j] = distances[i - 1, j - 1] + before
    return total


def _walk_back(total: Floats) -> Places:
    """The pairs of a cheapest walk, shape (length, 2): back from the end, by a step in both where that is as cheap."""
    i, j = np.array(total.shape) - 1
    steps: list[Any] = []
    while i > 0:  # the edges are infinite, so both arrive at 0 together
        steps.append((i - 1, j - 1))
        i, j = min([(i - 1, j - 1), (i - 1, j), (i, j - 1)], key=lambda pair: total[pair])
    return np.array(steps[::-1], dtype=np.intp)
