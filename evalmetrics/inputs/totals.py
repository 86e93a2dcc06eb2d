"""Summed statistics: how every `..._from_statistics` reads its totals and hands back one score or many."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import arguments

Array = NDArray[np.float64]


def columns(totals: Any, *names: str) -> Array:
    """The columns of `totals`, an array of shape (..., one number per name), as the rows of an array of floats."""
    array, wanted = numbers(totals), ", ".join(names)
    if array.shape[-1:] != (len(names),):
        raise ValueError(
            f"totals must have shape (..., {len(names)}) for {wanted}; got an array of shape {array.shape}"
        )
    return np.moveaxis(array, -1, 0)


def several(totals: Any, wanted: str, *, least: int = 2) -> Array:
    """`totals`, an array of shape (..., n) with at least `least` columns, `wanted`, as floats."""
    array = numbers(totals)
    if array.ndim == 0 or array.shape[-1] < least:
        raise ValueError(f"totals must have shape (..., n) for {wanted}; got an array of shape {array.shape}")
    return array


def numbers(values: Any, name: str = "totals") -> Array:
    """`values` as an array of floats of any shape; messages call it `name`."""
    array = arguments.read(values, name)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name} must hold numbers, got dtype {array.dtype}")
    return array.astype(np.float64, copy=False)


def plain(scores: Any) -> Any:
    """A float for a single score, the array for many."""
    return float(scores) if np.ndim(scores) == 0 else scores
