"""Krippendorff's alpha from sums over ratings: equals `agreement.krippendorff_alpha`.

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
    of_item = np.count_nonzero(there, axis=1)
    item, given = np.repeat(np.arange(len(items)), of_item), np.bincount(codes)
    if level == "ordinal":  # ratings between two grades, half of either's own among them
        values = given.cumsum() - given / 2
    if level == "ratio":
        others = (np.roll(items, shift, axis=1) for shift in range(1, items.shape[1]))
        observed = sum((np.nan_to_num(_ratios(items, other)).sum(axis=1) for other in others), np.zeros(len(items)))
        expected = given @ np.array([_ratios(value, values) @ given for value in values])
    else:
        of_pairs = _unequal_pairs if level == "nominal" else _squares_of_all_pairs
        rated = codes if level == "nominal" else (values - values[:1])[codes]
        observed, expected = of_pairs(rated, item, of_item), of_pairs(rated, 0 * item, of_item.sum(keepdims=True))
    return 1 - (observed / (of_item - 1)).sum() / (expected / (of_item.sum() - 1)).sum()


def _unequal_pairs(codes: Array, item: Array, of_item: Array) -> Array:
    """Pairs of ratings of each item that are unequal, both ways round."""
    n, k = len(of_item), codes.max(initial=0) + 1
    keys = codes * n + item
    if n * k < len(keys):  # most cells of a table of all are filled
        return np.asarray(of_item**2 - (np.bincount(keys, minlength=n * k).reshape(k, n) ** 2).sum(axis=0))
    filled, counts = np.unique(keys, return_counts=True)
    return np.asarray(of_item**2 - np.bincount(filled % n, counts**2, n))


def _squares_of_all_pairs(rated: Array, item: Array, of_item: Array) -> Array:
    """Squared differences of all pairs of ratings of each item, both ways round, from sums of squares around means."""
    means = np.bincount(item, rated, len(of_item)) / of_item
    return np.asarray(2 * of_item * np.bincount(item, (rated - means[item]) ** 2, len(of_item)))


def _ratios(one: Any, other: Array) -> Array:
    """Squares of differences over sums; 0 and 0 are 0 apart."""
    return np.asarray(((one - other) / np.maximum(one + other, 1e-300)) ** 2)
