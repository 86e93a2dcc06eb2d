"""Sums of squares that floats can hold, and medians of weighted values."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
SMALLEST = 1e-290  # squares below this have lost digits


def sum_of_squares(values: Floats, weight: Floats | None) -> float:
    """Sum of squares, each counting as much as its weight; an error where floats cannot hold them."""
    with np.errstate(over="ignore"):
        total = float(np.einsum("i,i", values, values if weight is None else values * weight))  # no copy of `values`
    if not SMALLEST < total < np.inf:
        largest = np.abs(values if weight is None else values[weight > 0]).max()
        if total == np.inf or 0 < largest < SMALLEST**0.5:
            raise ValueError(
                f"squares of differences up to {largest:.3g} do not fit into a float: "
                "divide all values by one number first"
            )
    return total


def median(values: Floats, weight: Floats | None) -> float:
    """The value with half of the weight on either side; the middle of two where any between them would do."""
    if weight is None:
        return float(np.median(values))
    order = np.argsort(values)
    reached = np.cumsum(weight[order]) / weight.sum() * 2  # 1 at the middle, up to rounding
    lower, upper = (values[order][np.argmax(reached > edge)] for edge in (1 - 1e-12, 1 + 1e-12))
    return float((lower + upper) / 2)
