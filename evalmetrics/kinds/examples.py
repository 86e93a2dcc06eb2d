"""Examples as a resampler sees them: what is counted in each, and the score in which each counts 0, 1, 2, ... times."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from ..inputs.arguments import Array
from ..inputs.later import of_pandas, pd


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


class Examples(Protocol):
    """What a resampler asks of the examples of one system."""

    n: int
    width: int  # how many numbers are held for each resample
    kinds: Array | None  # examples with one number are interchangeable; None where no two are
    one_by_one: bool  # whether each resample is a call

    def estimate(self) -> Any:
        """The score of the examples as they are, in the metric's own form."""

    def scores(self, examples: Array, weights: Array) -> Array:
        """Scores, shape (b, ...), of b resamples in which the u `examples` count as `weights`, shape (b, u), say."""

    def exchanged(self, other: Any, examples: Array, answers: Array, swapped: Array) -> Array:
        """Scores of both systems, shape (b, 2, ...), after so many of the `answers` to each example were swapped."""


class Additive:
    """Examples whose counts add up."""

    one_by_one = False

    def __init__(self) -> None:
        self.score = StackScorer(self.score_totals)

    def totals(self, examples: Array, weights: Array) -> Array:
        """The counts of b resamples, shape (..., b)."""
        raise NotImplementedError

    def score_totals(self, totals: Array) -> Array:
        """The score of totals of shape (..., b) or (...)."""
        raise NotImplementedError

    def scores(self, examples: Array, weights: Array) -> Array:
        return self.score(self.totals(examples, weights))

    def exchanged(self, other: Any, examples: Array, answers: Array, swapped: Array) -> Array:
        kept, pairs = answers - swapped, ((self, other), (other, self))
        mixed = (one.totals(examples, kept) + another.totals(examples, swapped) for one, another in pairs)
        return np.stack([self.score(totals) for totals in mixed], axis=1)


class Recalled:
    """Examples of a function of samples, which is called again for every resample."""

    kinds: Array | None = None
    one_by_one = True

    def __init__(self, function: Callable[..., Any], samples: Sequence[Any], weight: Array | None = None) -> None:
        self.function, self.samples, self.weight = function, list(samples), weight
        self.n = self.width = len(self.samples[0])

    def estimate(self) -> Any:
        return self.call(self.samples, np.arange(self.n))

    def scores(self, examples: Array, weights: Array) -> Array:
        calls = (self.call(self.samples, np.repeat(examples, each)) for each in weights)
        return np.array([np.asarray(value, dtype=np.float64) for value in calls])

    def exchanged(self, other: Any, examples: Array, answers: Array, swapped: Array) -> Array:
        return np.array([self.exchanged_once(other, swap) for swap in swapped.astype(bool)])

    def exchanged_once(self, other: Any, swap: Array) -> tuple[float, ...]:
        """Scores of both systems after they exchanged their answers where `swap` is true."""
        both = [exchanged(self.samples, other.samples, swap), exchanged(other.samples, self.samples, swap)]
        return tuple(float(self.call(samples, np.arange(self.n))) for samples in both)

    def call(self, samples: Sequence[Any], positions: Array) -> Any:
        """The function of the examples at these positions."""
        chosen = [rows_of(sample, positions) for sample in samples]
        options = {} if self.weight is None else {"sample_weight": self.weight[positions]}
        return self.function(*chosen, **options)


def exchanged(own: Sequence[Any], others: Sequence[Any], swap: Array) -> list[Any]:
    """The samples of one system with the answers of the other in place of its own where `swap` is true."""
    one, other = own[-1], others[-1]
    if of_pandas(one, "DataFrame") and of_pandas(other, "DataFrame"):
        answers: Any = one.reset_index(drop=True).where(
            np.broadcast_to(~swap[:, None], one.shape), other[one.columns].reset_index(drop=True)
        )
    elif isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        answers = np.where(swap.reshape(-1, *[1] * (one.ndim - 1)), other, one)
    else:
        answers = [b if s else a for a, b, s in zip(one, other, swap, strict=True)]
    return [*own[:-1], answers]


def joined(one: Any, other: Any) -> Any:
    """The examples of two samples, one after the other; tables by the names of their columns."""
    if of_pandas(one, "DataFrame") and of_pandas(other, "DataFrame"):
        return pd.concat([one, other[one.columns]], ignore_index=True)
    return np.concatenate([one, other]) if isinstance(one, np.ndarray) else [*one, *other]


def rows_of(sample: Any, positions: Array) -> Any:
    """The examples of a sample at some positions."""
    if isinstance(sample, np.ndarray):
        return sample[positions]
    return sample.iloc[positions] if of_pandas(sample, "DataFrame") else [sample[i] for i in positions]


def number_kinds(*columns: Array) -> Array:
    """Numbers that are equal exactly where all columns are."""
    kinds = np.zeros(len(columns[0]), dtype=np.intp)
    for column in columns:
        codes, distinct = pd.factorize(column, use_na_sentinel=False)
        kinds, _ = pd.factorize(kinds * len(distinct) + codes)
    return kinds
