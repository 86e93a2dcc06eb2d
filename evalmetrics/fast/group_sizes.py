"""Sizes of groups in many resamples at once."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def group_sizes(groups: NDArray[Any], drawn: NDArray[np.float64]) -> NDArray[np.float64]:
    """What `np.bincount(groups, weights)` is for each row of `drawn` (b, n): shape (k, b)."""
    order = np.argsort(groups, kind="stable")
    first = np.flatnonzero(np.diff(groups[order], prepend=-1))
    return np.add.reduceat(drawn[:, order], first, axis=1).T
