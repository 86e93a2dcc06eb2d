"""Sums without rounding, so that no cut of a data set changes a digit, and sums in which weight 0 adds nothing."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

AT_ONCE = 2**24  # numbers whose halves add up in a float without rounding


def exact_sum(values: NDArray[Any]) -> Any:
    """What `math.fsum` adds up, of a vector and as a Fraction; as a float where it is nan or infinite."""
    from fractions import Fraction  # here, as few scores are put together from parts

    if values.dtype.kind in "biu":
        return Fraction(int(values.sum(dtype=object)))
    if not np.isfinite(values).all():
        with np.errstate(invalid="ignore"):
            return float(values.sum())
    parts = (_finite_sum(values[i : i + AT_ONCE]) for i in range(0, len(values), AT_ONCE))
    return sum((units * Fraction(2) ** power for units, power in parts), Fraction())


def as_float(total: Any) -> float:
    """An exact sum as the nearest float, infinite where none is large enough."""
    try:
        return float(total)
    except OverflowError:
        return math.inf if total > 0 else -math.inf


def _finite_sum(values: NDArray[np.float64]) -> tuple[int, int]:
    """A sum without rounding, as a whole number times a power of two."""
    mantissa, exponent = np.frexp(values)
    whole, least = np.ldexp(mantissa, 53).astype(np.int64), int(exponent.min())
    sums = [np.bincount(exponent - least, half) for half in (whole >> 26, whole & (2**26 - 1))]
    units = sum((int(high) << 26) + int(low) << power for power, (high, low) in enumerate(zip(*sums, strict=True)))
    return units, least - 53


def weighted_sums(weights: NDArray[Any], rows: NDArray[Any]) -> NDArray[np.float64]:
    """``weights @ rows``, as if added row by row: what has weight 0 adds nothing, even where it is nan."""
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
