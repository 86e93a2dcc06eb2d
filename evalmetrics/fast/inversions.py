"""Counting pairs: those inside groups, and, in few steps, those in the wrong order.

These are counted by a merge sort of whole arrays, from what it moves.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

BLOCK = 64  # so many neighbours are compared pair by pair; above that, sorted runs are merged
EARLIER = np.triu(np.ones((BLOCK, BLOCK), dtype=bool), k=1)


def pairs_within(sizes: NDArray[np.intp]) -> int:
    """How many pairs lie inside one of several groups of these sizes."""
    return int((sizes * (sizes - 1) // 2).sum())


def inversions(codes: NDArray[np.intp]) -> int:
    """How many pairs i < j have codes[i] > codes[j], of whole numbers from 0 to less than 2^30."""
    n, width = len(codes), BLOCK
    blocks = 1 << (-(-n // width) - 1).bit_length()
    filled = np.full(blocks * width, codes.max(), dtype=np.int32)  # at the end, where the largest is in order
    filled[:n] = codes
    rows: NDArray[Any] = filled.reshape(blocks, width)
    total = np.count_nonzero((rows[:, :, None] > rows[:, None, :]) & EARLIER)
    rows = np.sort(rows, axis=1)
    while len(rows) > 1:
        runs = (2 * rows).reshape(-1, 2, width)  # two sorted runs side by side; inside them, all is counted
        runs[:, 1] += 1  # the last bit says which run a number is from
        merged = np.sort(runs.reshape(-1, 2 * width), axis=1, kind="stable")  # which merges runs
        from_left = 1 - (merged & 1)  # its members move right by as many as they are larger than
        total += int(from_left.sum(axis=0) @ np.arange(2 * width)) - len(merged) * width * (width - 1) // 2
        rows, width = merged >> 1, 2 * width
    return int(total)
