"""Resampling of scores that are made of pairs: a point drawn twice is no pair, and its distance 0 to itself no news."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

Array = NDArray[Any]
AT_ONCE = 2**21  # numbers held at a time


def draws(n: int, n_resamples: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """How often each of n points occurs in each resample, shape (n_resamples, n)."""
    return np.array([np.bincount(rng.integers(n, size=n), minlength=n) for _ in range(n_resamples)], dtype=np.float64)


def silhouettes(points: Array, codes: Array, metric: Any, drawn: Array) -> NDArray[np.float64]:
    """Mean silhouettes of resamples; nan where but one cluster was drawn."""
    order = np.argsort(codes, kind="stable")
    points, codes, drawn = points[order], codes[order], drawn[:, order]
    starts = np.flatnonzero(np.append(True, np.diff(codes) > 0))
    members = [slice(*ends) for ends in zip(starts, [*starts[1:], len(codes)], strict=True)]
    sizes = np.add.reduceat(drawn, starts, axis=1)
    sums, step = np.zeros(len(drawn)), max(1, AT_ONCE // (len(drawn) * len(starts) + len(codes)))
    for start in range(0, len(codes), step):
        some = slice(start, start + step)
        distances = cdist(points, points[some], metric)
        totals = np.stack([drawn[:, who] @ distances[who] for who in members], axis=2)  # (resample, point, cluster)
        sums += (drawn[:, some] * _of_totals(totals, sizes[:, None], codes[some], drawn[:, some])).sum(axis=1)
    return np.where((sizes > 0).sum(axis=1) < 2, np.nan, sums / len(codes))


def _of_totals(totals: Array, sizes: Array, codes: Array, copies: Array) -> Array:
    own = (slice(None), np.arange(len(codes)), codes)
    others = np.broadcast_to(sizes, totals.shape)[own] - copies
    with np.errstate(divide="ignore", invalid="ignore"):
        a, means = totals[own] / others, np.where(sizes > 0, totals / sizes, np.inf)
        means[own] = np.inf
        b = means.min(axis=2)
        values = (b - a) / np.maximum(a, b)
    return np.where((others <= 0) | (a == b) | ~np.isfinite(b), 0.0, values)


def pairs_within(codes: Array, drawn: Array) -> NDArray[np.float64]:
    """How many pairs of different points each resample has within groups, a pair counting as often as it was drawn."""
    order = np.argsort(codes, kind="stable")
    starts = np.flatnonzero(np.append(True, np.diff(codes[order]) > 0))
    sizes = np.add.reduceat(drawn[:, order], starts, axis=1)
    return np.asarray(((sizes**2).sum(axis=1) - (drawn**2).sum(axis=1)) / 2)
