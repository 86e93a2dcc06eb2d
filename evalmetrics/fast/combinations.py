"""Shares of the ways to choose k attempts, of all tasks at once: what tasks have in common is worked out once."""

from collections.abc import Sequence
from math import comb

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def one_passes(n: Sequence[int], c: Sequence[int], *, k: int) -> Floats:
    """What `code_generation.one_passes` is at each task."""
    failed = [made - passed for made, passed in zip(n, c, strict=True)]
    ways = {each: comb(each, k) for each in {*n, *failed}}
    return np.array([(ways[made] - ways[fail]) / ways[made] for made, fail in zip(n, failed, strict=True)])


def all_pass(n: Sequence[int], c: Sequence[int], *, k: int) -> Floats:
    """What `code_generation.all_pass` is at each task."""
    ways = {each: comb(each, k) for each in {*n, *c}}
    return np.array([ways[passed] / ways[made] for made, passed in zip(n, c, strict=True)])
