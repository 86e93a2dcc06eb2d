"""Rank correlations of many resamples at once: examples stay where they are, and count as often as they were drawn."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Resampled = Callable[[Array], Array]
LARGEST = 2000  # up to here, the signs of all pairs fit into a small matrix, and their sums into 32-bit floats


def spearman_of_resamples(x: Any, y: Any) -> Resampled:
    """A function of weights (b, n) that returns b Spearman correlations."""
    codes = [np.unique(values, return_inverse=True)[1] for values in (x, y)]
    orders = [np.argsort(each, kind="stable") for each in codes]
    starts = [np.flatnonzero(np.diff(each[order], prepend=-1)) for each, order in zip(codes, orders, strict=True)]

    def resampled(weights: Array) -> Array:
        middle = (weights.sum(axis=1, keepdims=True) + 1) / 2  # the mean of ranks, ties or not
        centred, spread = [], []
        for code, order, start in zip(codes, orders, starts, strict=True):
            groups = np.add.reduceat(weights[:, order], start, axis=1)  # how often each distinct value was drawn
            ranks = groups.cumsum(axis=1) - (groups - 1) / 2 - middle
            centred.append(ranks[:, code])
            spread.append(np.einsum("bi,bi,bi->b", groups, ranks, ranks))
        shared = np.einsum("bi,bi,bi->b", weights, *centred)
        return _over(shared, *spread)

    return resampled


def kendall_of_resamples(x: Any, y: Any) -> Resampled | None:
    """The same for Kendall's tau-b; None where there are too many examples to hold all pairs."""
    if len(x) > LARGEST:
        return None
    codes = [np.unique(values, return_inverse=True)[1] for values in (x, y)]
    signs = [np.sign(each[:, None] - each) for each in codes]
    agreement = (signs[0] * signs[1]).astype(np.float32)
    differ = [np.abs(each).astype(np.float32) for each in signs]

    def resampled(weights: Array) -> Array:
        w = weights.astype(np.float32)
        return _over(*(np.einsum("bi,bi->b", w @ pairs, w, dtype=np.float64) for pairs in (agreement, *differ)))

    return resampled


def _over(shared: Array, one: Array, other: Array) -> Array:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.clip(shared / np.sqrt(one * other), -1, 1))
