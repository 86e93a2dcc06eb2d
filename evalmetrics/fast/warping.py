"""Dynamic time warping: the cheapest way to walk through two sequences together, never back."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def cumulated(cost: Floats) -> Floats:
    """Cheapest total cost of a walk from the first pair to each pair; shape (n + 1, m + 1), edges infinite.

    A step goes on by one in either sequence or in both. Pairs with one sum of positions do not depend on each other:
    they are computed together.
    """
    n, m = cost.shape
    total = np.full((n + 1, m + 1), np.inf)
    total[0, 0] = 0.0
    for k in range(2, n + m + 1):
        i = np.arange(max(1, k - m), min(n, k - 1) + 1)
        j = k - i
        before = np.minimum(np.minimum(total[i - 1, j - 1], total[i - 1, j]), total[i, j - 1])
        total[i, j] = cost[i - 1, j - 1] + before
    return total


def path(total: Floats) -> NDArray[np.intp]:
    """The pairs of a cheapest walk, shape (length, 2): back from the end, by a step in both where that is as cheap."""
    i, j = np.array(total.shape) - 1
    steps: list[Any] = []
    while i > 0:  # the edges are infinite, so both arrive at 0 together
        steps.append((i - 1, j - 1))
        i, j = min([(i - 1, j - 1), (i - 1, j), (i, j - 1)], key=lambda pair: total[pair])
    return np.array(steps[::-1], dtype=np.intp)
