"""Spearman's and Kendall's correlations of pairs that count 0, 1, 2, ... times, sorted once.

The definitions, `correlation.spearman` and `correlation.kendall`, rank or compare all values anew. Here values are
numbered in increasing order once, and whatever is drawn from them needs no more than counting.
"""

from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..inputs.arguments import Array

BLOCK = 64  # so many neighbours are compared pair by pair, faster than sorted runs of them are merged
AT_ONCE = 32  # blocks whose comparisons stay in the processor's cache
EARLIER = np.triu(np.ones((BLOCK, BLOCK), dtype=bool), k=1)
Numbered = tuple[Array, Array]  # for each value the number of its group of equals; the sizes of the groups


def numbered(values: Array) -> Numbered:
    """For each value the number of its group of equals, counted in increasing order, and the sizes of the groups."""
    order = np.argsort(values)
    in_order = values[order]
    groups = np.zeros(len(values), dtype=np.intp)
    np.cumsum(in_order[1:] != in_order[:-1], out=groups[1:])
    numbers = np.empty_like(groups)
    numbers[order] = groups
    return numbers, np.bincount(groups)


def both_numbered(x: Array, y: Array) -> tuple[Numbered, Numbered]:
    """Two columns, each value by the number of its group of equals, with the sizes of the groups."""
    return numbered(x), numbered(y)


def spearman_from_weights(weights: Array, columns: tuple[Numbered, Numbered]) -> Any:
    """Equals `correlation.spearman` of pairs that are repeated as often as their weights say."""
    dx, dy = (_ranks_from_the_middle(weights, numbers) for numbers, _ in columns)
    return (weights * dx) @ dy / np.sqrt(((weights * dx) @ dx) * ((weights * dy) @ dy))


def _ranks_from_the_middle(weights: Array, numbers: Array) -> Array:
    """Average ranks less their mean."""
    sizes = np.bincount(numbers, weights)
    reached = sizes.cumsum()
    return np.asarray((reached - sizes / 2 - reached[-1] / 2)[numbers])


def kendall_from_weights(weights: Array, columns: tuple[Numbered, Numbered]) -> Any:
    """Equals `correlation.kendall` of pairs that are repeated as often as their weights, whole numbers, say."""
    times = weights.astype(np.intp)
    if (times != weights).any():
        raise ValueError("sample_weight must hold whole numbers for kendall, which counts pairs of repeated examples")
    concordant, discordant, in_x, in_y, _ = count_pairs(columns, None if (times == 1).all() else times)
    untied = concordant + discordant
    return np.float64(concordant - discordant) / sqrt((untied + in_x) * (untied + in_y))


def count_pairs(columns: tuple[Numbered, Numbered], times: Array | None = None) -> tuple[int, int, int, int, int]:
    """Pairs that are concordant, discordant, tied in x only, in y only, in both: Knight's way (1966).

    Sorted by x, and where x is tied by y, what is out of order in y is discordant.
    """
    (x, x_sizes), (y, y_sizes) = columns
    keys = x * len(y_sizes) + y
    if times is not None:
        keys = np.repeat(keys, times)
        x_sizes, y_sizes = (np.bincount(numbers, times).astype(np.intp) for numbers in (x, y))
    if len(x_sizes) == len(keys) and times is None:  # without ties their numbers are where they belong
        in_order = np.empty_like(y)
        in_order[x] = y
    else:
        keys.sort()
        in_order = keys % len(y_sizes)
    discordant = inversions(in_order)
    in_x, in_y = pairs_within(x_sizes), pairs_within(y_sizes)
    in_both = pairs_within(np.unique(keys, return_counts=True)[1]) if in_x and in_y else 0
    concordant = len(keys) * (len(keys) - 1) // 2 - discordant - in_x - in_y + in_both
    return concordant, discordant, in_x - in_both, in_y - in_both, in_both


def pairs_within(sizes: NDArray[np.intp]) -> int:
    """How many pairs lie inside one of several groups of these sizes."""
    return int(sizes @ (sizes - 1)) // 2


def inversions(codes: NDArray[np.intp]) -> int:
    """How many pairs i < j have codes[i] > codes[j], of whole numbers from 0 to less than 2^30.

    They are counted by a merge sort of whole arrays, from what it moves.
    """
    n = len(codes)
    blocks = 1 << (-(-n // BLOCK) - 1).bit_length()
    width = -(-n // blocks)
    earlier = EARLIER[:width, :width]
    filled = np.full(blocks * width, codes.max(), dtype=np.int32)  # at the end, where the largest is in order
    filled[:n] = codes
    rows: Array = filled.reshape(blocks, width)
    few = (rows[i : i + AT_ONCE] for i in range(0, blocks, AT_ONCE))
    total = sum(int(np.count_nonzero((some[:, :, None] > some[:, None, :]) & earlier)) for some in few)
    rows.sort(axis=1)
    while len(rows) > 1:
        runs = (2 * rows).reshape(-1, 2, width)  # two sorted runs side by side; inside them, all is counted
        runs[:, 1] += 1  # the last bit says which run a number is from
        merged = runs.reshape(-1, 2 * width)
        merged.sort(axis=1)
        from_right = (merged & 1).sum(axis=0)  # its members move left by as many as they are smaller than
        total += len(merged) * width * (3 * width - 1) // 2 - int(from_right @ np.arange(2 * width))
        rows, width = merged >> 1, 2 * width
    return total
