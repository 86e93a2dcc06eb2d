"""Shares of the ways to choose k attempts, worked out once for all tasks that have them; and edit similarity."""

from collections.abc import Sequence
from math import comb
from typing import Any

import numpy as np

from ..inputs.arguments import Floats
from .edit_distances import of_texts


def one_passes(n: Sequence[int], c: Sequence[int], *, k: int) -> Floats:
    """What `code_generation.one_passes` is at each task."""
    failed = [made - passed for made, passed in zip(n, c, strict=True)]
    ways = {each: comb(each, k) for each in {*n, *failed}}
    return np.array([(ways[made] - ways[fail]) / ways[made] for made, fail in zip(n, failed, strict=True)])


def all_pass(n: Sequence[int], c: Sequence[int], *, k: int) -> Floats:
    """What `code_generation.all_pass` is at each task."""
    ways = {each: comb(each, k) for each in {*n, *c}}
    return np.array([ways[passed] / ways[made] for made, passed in zip(n, c, strict=True)])


def similarity(reference: Any, hypothesis: Any) -> Any:
    """`code_generation.edit_similarity` of two texts."""
    (edits,), _ = of_texts([reference], [hypothesis])
    longest = max(len(reference), len(hypothesis))
    return 1 - edits / longest if longest else np.nan
