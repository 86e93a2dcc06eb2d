"""Counting pairs: those inside groups, and, in few steps, those in the wrong order.

These are counted by a merge sort of whole arrays, from what it moves.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

BLOCK = 64  # at most so many neighbours are compared pair by pair; above that, sorted runs are merged
AT_ONCE = 32  # blocks whose comparisons stay in the processor's cache
EARLIER = np.triu(np.ones((BLOCK, BLOCK), dtype=bool), k=1)


def pairs_within(sizes: NDArray[np.intp]) -> int:
    """How many pairs lie inside one of several groups of these sizes."""
    return int(sizes @ (sizes - 1)) // 2


def inversions(codes: NDArray[np.intp]) -> int:
    """How many pairs i < j have codes[i] > codes[j], of whole numbers from 0 to less than 2^30."""
    n = len(codes)
    blocks = 1 << (-(-n // BLOCK) - 1).bit_length()
    width = -(-n // blocks)
    earlier = EARLIER[:width, :width]
    filled = np.full(blocks * width, codes.max(), dtype=np.int32)  # at the end, where the largest is in order
    filled[:n] = codes
    rows: NDArray[Any] = filled.reshape(blocks, width)
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
