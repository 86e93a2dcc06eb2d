"""Weighted sums of many rows at once, in which a row of weight 0 adds nothing: equals adding row by row."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def weighted_sums(weights: Array, rows: Array) -> NDArray[np.float64]:
    """``weights @ rows``, but what has weight 0 adds nothing, not even where it is nan or infinite."""
    finite = np.isfinite(rows)
    if finite.all():
        return np.asarray(weights @ rows, dtype=np.float64)
    sums = np.asarray(weights @ np.where(finite, rows, 0.0), dtype=np.float64)
    for odd in (np.inf, -np.inf, np.nan):
        there = np.isnan(rows) if np.isnan(odd) else rows == odd
        if there.any():
            with np.errstate(invalid="ignore"):  # inf - inf
                sums += np.where(weights @ there > 0, odd, 0.0)
    return sums
