"""Krippendorff's alpha from how often each value was given to each item: equals `agreement.krippendorff_alpha`.

The definition compares pairs of ratings; sums of squares around means, or of counts, need no pairs.
"""

from typing import Any

import numpy as np
import pandas as pd

from ..inputs.arguments import Array


def krippendorff_alpha(ratings: Array, *, level: str = "nominal") -> Any:
    """One minus observed over expected disagreement."""
    items = ratings[np.count_nonzero(~np.isnan(ratings), axis=1) > 1]
    there = ~np.isnan(items)
    codes, values = pd.factorize(items[there], sort=True)
    n, k = len(items), len(values)
    item = np.repeat(np.arange(n), np.count_nonzero(there, axis=1))
    table = np.bincount(codes * n + item, minlength=k * n).reshape(k, n).astype(np.float64)
    given = table.sum(axis=1, keepdims=True)  # how often each value was given
    if level == "ordinal":  # ratings between two grades, half of either's own among them
        values = given.cumsum() - given[:, 0] / 2
    observed, expected = (
        (_of_all_pairs(counts, values, level) / (counts.sum(axis=0) - 1)).sum() for counts in (table, given)
    )
    return 1 - observed / expected


def _of_all_pairs(counts: Array, values: Array, level: str) -> Array:
    """Squared differences of all pairs of ratings, both ways round; a column says how often each value came."""
    n = counts.sum(axis=0)
    if level == "nominal":
        return np.asarray(n**2 - (counts**2).sum(axis=0))
    if level == "ratio":
        apart = (values[:, None] - values) / np.maximum(values[:, None] + values, 1e-300)  # 0 and 0 are 0 apart
        return np.asarray(((apart**2 @ counts) * counts).sum(axis=0))
    offsets = values - values[:1]
    means = offsets @ counts / n
    return np.asarray(2 * n * (counts * (offsets[:, None] - means) ** 2).sum(axis=0))
