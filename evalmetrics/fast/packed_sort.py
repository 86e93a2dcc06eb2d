"""Positives and negatives at each score, by one sort of numbers instead of positions: equals `Sorted.ranking`."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
MANY = 5000  # from so many scores on, sorting packed keys beats sorting positions


def counted_by_packing(positive: NDArray[np.bool_], score: Floats) -> tuple[Floats, NDArray[Any], NDArray[Any]]:
    """(distinct scores, highest first; positives at each; negatives at each)."""
    minus = score < 0
    if not minus.any():
        scores, positives, negatives = _packed(score, positive)
        return scores[::-1], positives[::-1], negatives[::-1]
    below, above = _packed(-score[minus], positive[minus]), _packed(score[~minus], positive[~minus])
    scores, positives, negatives = (np.concatenate([a[::-1], b]) for a, b in zip(above, below, strict=True))
    scores[len(above[0]) :] *= -1
    return scores, positives, negatives


def _packed(magnitude: Floats, positive: NDArray[np.bool_]) -> tuple[Floats, NDArray[Any], NDArray[Any]]:
    """The same of magnitudes, lowest first: the bit of their sign is free to carry the label, and is sorted along."""
    keys = magnitude.view(np.uint64) << np.uint64(1)  # the sign goes; -0.0 and 0.0 become one
    keys |= positive
    keys.sort()
    positives = (keys & np.uint64(1)).view(np.int64)
    keys >>= np.uint64(1)
    changes = keys[1:] != keys[:-1]
    if changes.all():
        return keys.view(np.float64), positives, 1 - positives
    first = np.flatnonzero(np.concatenate(([True], changes)))
    positives = np.add.reduceat(positives, first)
    return keys[first].view(np.float64), positives, np.diff(first, append=len(keys)) - positives
