"""Spearman's and Kendall's correlations of pairs that count 0, 1, 2, ... times: numbered once, then counted."""

from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..inputs.arguments import Array

BLOCK = 64  # so many neighbours are compared pair by pair, faster than sorted runs of them are merged
AT_ONCE = 32  # blocks whose comparisons stay in the processor's cache
FEW = 8  # copies an example, on average: so many are written out, which is faster than to weigh pairs
SMALL = 300  # examples up to which resamples share a table of all pairs, which costs less than to count each anew
EXACT = 2**31  # weights whose products add up in 64 bits
EARLIER = np.triu(np.ones((BLOCK, BLOCK), dtype=bool), k=1)
Numbered = tuple[Array, Array, Array]  # of each value the number of its group of equals; their sizes; the order


def numbered(values: Array) -> Numbered:
    """For each value the number of its group of equals, counted in increasing order; their sizes; and that order."""
    order = np.argsort(values)
    in_order = values[order]
    groups = np.zeros(len(values), dtype=np.intp)
    np.cumsum(in_order[1:] != in_order[:-1], out=groups[1:])
    numbers = np.empty_like(groups)
    numbers[order] = groups
    return numbers, np.bincount(groups), order


def both_numbered(x: Array, y: Array) -> tuple[Numbered, Numbered]:
    return numbered(x), numbered(y)


def spearman_from_weights(weights: Array, columns: tuple[Numbered, Numbered]) -> Any:
    """Equals `correlation.spearman` of pairs that are repeated as often as their weights say, shape (n) or (b, n)."""
    dx, dy = (_ranks_from_the_middle(weights, *column) for column in columns)
    in_both, in_x, in_y = ((weights * a * b).sum(-1) for a, b in ((dx, dy), (dx, dx), (dy, dy)))
    return in_both / np.sqrt(in_x * in_y)


def _ranks_from_the_middle(weights: Array, numbers: Array, sizes: Array, order: Array) -> Array:
    weigh = _of_groups(weights, sizes, order)
    reached = weigh.cumsum(-1)
    return np.asarray((reached - weigh / 2 - reached[..., -1:] / 2)[..., numbers])


def _of_groups(weights: Array, sizes: Array, order: Array) -> Array:
    return np.add.reduceat(weights[..., order], sizes.cumsum() - sizes, axis=-1)


def kendall_from_weights(weights: Array, columns: tuple[Numbered, Numbered]) -> Any:
    """Equals `correlation.kendall` of pairs that are repeated as often as their weights say, shape (n) or (b, n)."""
    if weights.ndim == 2:
        if weights.shape[1] <= SMALL:
            return _of_all_pairs(weights, columns)
        return np.array([kendall_from_weights(each, columns) for each in weights])
    if weights.sum() > FEW * len(weights):
        return _kendall_of_weights(weights, columns)
    times = weights.astype(np.intp)
    if (times != weights).any():
        return _kendall_of_weights(weights, columns)
    concordant, discordant, in_x, in_y, _ = count_pairs(columns, None if (times == 1).all() else times)
    untied = concordant + discordant
    return np.float64(concordant - discordant) / sqrt((untied + in_x) * (untied + in_y))


def _of_all_pairs(weights: Array, columns: tuple[Numbered, Numbered]) -> Any:
    """The same of b resamples, by a table of how both columns order each two, which all of them share."""
    weights = weights.astype(np.float64)  # whose product with a table is compiled
    in_x, in_y = (np.sign(np.subtract.outer(numbers, numbers)) for numbers, *_ in columns)
    more = ((weights @ (in_x * in_y).astype(np.float64)) * weights).sum(-1)
    tied_x, tied_y = ((_of_groups(weights, *column[1:]) ** 2).sum(-1) for column in columns)
    pairs = weights.sum(-1) ** 2
    return more / np.sqrt((pairs - tied_x) * (pairs - tied_y))


def _kendall_of_weights(weights: Array, columns: tuple[Numbered, Numbered]) -> Any:
    """The same without repeating anything, in whole numbers where weights are: a pair weighs the product of both."""
    (x, x_sizes, _), (y, y_sizes, _) = columns
    if weights.sum() < EXACT and not np.mod(weights, 1).any():
        weights = weights.astype(np.int64)

    def of_pairs(groups: Array, n: int) -> Any:  # twice what pairs across groups weigh
        sums = np.zeros(n, dtype=weights.dtype)
        np.add.at(sums, groups, weights)
        return (sums * (sums.sum() - sums)).sum()

    both, keys = np.unique(x * len(y_sizes) + y, return_inverse=True)
    in_x, in_y, in_either = of_pairs(x, len(x_sizes)), of_pairs(y, len(y_sizes)), of_pairs(keys, len(both))
    order = np.lexsort((y, x))
    discordant = _weighted_inversions(y[order], weights[order])
    return np.float64(in_x + in_y - in_either - 4 * discordant) / sqrt(float(in_x) * float(in_y))


def _weighted_inversions(codes: Array, weights: Array) -> Any:
    """The weight of the pairs i < j with codes[i] > codes[j]: those that differ in the first bit, then the next."""
    total = weights[:0].sum()
    for bit in range(int(codes.max()).bit_length())[::-1]:
        high = codes >> bit
        one = (high & 1).astype(bool)
        first = np.flatnonzero(np.diff(high >> 1, prepend=-1))
        ones = np.append(0, np.where(one, weights, 0).cumsum())
        before = ones[:-1] - np.repeat(ones[first], np.diff(first, append=len(codes)))
        total += np.where(one, 0, weights * before).sum()
        order = np.argsort(high, kind="stable")
        codes, weights = codes[order], weights[order]
    return total


def count_pairs(columns: tuple[Numbered, Numbered], times: Array | None = None) -> tuple[int, int, int, int, int]:
    """Pairs that are concordant, discordant, tied in x only, in y only, in both: Knight's way (1966)."""
    (x, x_sizes, _), (y, y_sizes, _) = columns
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
