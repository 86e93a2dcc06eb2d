"""Scores of many data sets in one call: their counts lie along the last axis of one array, a stack."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..inputs.arguments import Array


class StackScorer:
    """Scores of stacked counts, shape (..., b), as an array of shape (b, ...): in one call where the definition can.

    Whether it can is tried: of each stack that was scored in one call, a few data sets are scored alone as well. Once
    the two differ, each data set is scored alone from then on.
    """

    def __init__(self, score: Callable[[Array], Any]) -> None:
        self.score, self.together, self.tried = score, True, False

    def __call__(self, stack: Array) -> Array:
        if self.together and stack.shape[-1] > 1:
            scores = self._in_one_call(stack)
            if scores is not None:
                return scores
            self.together = False
        return np.stack([self._alone(stack, i) for i in range(stack.shape[-1])])

    def _alone(self, stack: Array, i: int) -> Array:
        return np.asarray(self.score(stack[..., i]), dtype=np.float64)

    def _in_one_call(self, stack: Array) -> Array | None:
        """The scores of all, or None where they are not what each data set has alone."""
        b = stack.shape[-1]
        try:
            scores = np.moveaxis(np.asarray(self.score(stack), dtype=np.float64), -1, 0)
        except Exception:  # whatever a definition raises that was not written for stacks
            return None
        if scores.shape[:1] != (b,):
            return None
        first = scores.reshape(b, -1)[:, 0]
        # The extremes, since what branches on one number of the stack goes wrong there (argmin finds a nan as well);
        # in the first stack also both ends and the middle, where what mixes up data sets may leave the extremes right.
        tried = {int(first.argmin()), int(first.argmax())} | (set() if self.tried else {0, b // 2, b - 1})
        self.tried = True
        return scores if all(_equal(scores[i], self._alone(stack, i)) for i in tried) else None


def _equal(one: Array, other: Array) -> bool:
    """Whether two scores differ by rounding at most: NumPy sums stacks in another order."""
    return one.shape == other.shape and np.allclose(one, other, rtol=1e-9, atol=1e-12, equal_nan=True)
