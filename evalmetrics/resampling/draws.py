"""The engine under the bootstrap and the permutation test: draws weights on examples, in bounded memory."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ..kinds.examples import Examples, number_kinds
from .progress import with_bar

Array = NDArray[Any]
AT_ONCE = 2**18  # numbers in a block of resamples: two megabytes, which stay in the processor's cache
CALLS = 50  # resamples in a block where each is a call, so that a progress bar moves
FEW = 16  # examples for each kind from which on drawing how many of a kind is faster than drawing examples


class Units:
    """What is drawn, examples or whole `groups` of them, and how often each example counts for that.

    Interchangeable examples are taken together: `examples` holds one of each kind, `counts` how many there are.
    """

    def __init__(self, plans: list[Any], groups: Array | None = None, strata: Array | None = None) -> None:
        n, self.strata = plans[0].n, strata
        self.groups = groups  # the group of each example; None where each is drawn by itself
        self.n = n if groups is None else int(groups.max()) + 1  # how many there are to draw
        self.of: Array | None = None  # the kind of each example; None where each is its own
        self.examples, self.counts = np.arange(n), np.ones(n, dtype=np.intp)
        if groups is None and strata is None and all(plan.kinds is not None for plan in plans):
            kinds = plans[0].kinds if len(plans) == 1 else number_kinds(*(plan.kinds for plan in plans))
            first = np.full(int(kinds.max()) + 1, n)  # where each kind occurs first
            first[kinds[::-1]] = self.examples[::-1]
            firsts = np.sort(first[first < n])
            if 2 * len(firsts) <= n:  # else little is gained, and coins are tossed faster one by one
                self.examples, unit = firsts, np.empty(len(first), dtype=np.intp)
                unit[kinds[firsts]] = np.arange(len(firsts))
                self.of = unit[kinds]
                self.counts = np.bincount(self.of)
        self.few = groups is None and FEW * len(self.examples) < n  # then the work does not grow with n
        drawn = len(self.examples) if self.few else n
        self.at_once = max(1, AT_ONCE // max(drawn, *(plan.width for plan in plans)))
        if any(plan.one_by_one for plan in plans):
            self.at_once = min(self.at_once, CALLS)

    def blocks(self, n: int) -> Iterator[int]:
        for start in range(0, n, self.at_once):
            yield min(self.at_once, n - start)

    def resamples(self, n_resamples: int, rng: np.random.Generator, size: int | None) -> Iterator[Array]:
        """Blocks of resamples, as weights of the examples: of n draws with replacement, or of `size` without."""
        for b in self.blocks(n_resamples):
            if size is None and self.few:
                yield rng.multinomial(self.n, self.counts / self.n, size=b)
            elif self.strata is not None:
                of = [np.flatnonzero(self.strata == k) for k in range(self.strata.max() + 1)]
                yield self.weights(np.hstack([own[rng.integers(len(own), size=(b, len(own)))] for own in of]))
            elif size is None:
                yield self.weights(rng.integers(self.n, size=(b, self.n)))
            elif self.few:
                yield rng.multivariate_hypergeometric(self.counts, size, size=b)
            else:
                yield self.weights(rng.random((b, self.n)).argsort(axis=1)[:, :size])

    def left_out(self) -> Iterator[Array]:
        """Blocks of the samples that lack one example of a kind, or one group, as weights of the examples."""
        for start in range(0, self.left_out_of, self.at_once):
            missing = np.arange(start, min(start + self.at_once, self.left_out_of))
            if self.groups is not None:
                yield self.counts - self.weights(missing[:, None])
            else:
                weights = np.tile(self.counts, (len(missing), 1))
                weights[np.arange(len(missing)), missing] -= 1
                yield weights

    @property
    def left_out_of(self) -> int:
        return len(self.examples) if self.groups is None else self.n

    def swaps(self, n_resamples: int, rng: np.random.Generator) -> Iterator[Array]:
        """Blocks of coin tosses: how many examples of each kind change sides."""
        alone = len(self.examples) == self.n or self.groups is not None  # one coin each, which is a bit
        for b in self.blocks(n_resamples):
            if alone:
                yield self.of_groups(rng.integers(0, 2, (b, self.n), np.int8))
            else:
                yield rng.binomial(self.counts, 0.5, (b, len(self.examples)))

    def weights(self, drawn: Array) -> Array:
        if self.of is not None:
            drawn = self.of[drawn]
        units = len(self.examples) if self.groups is None else self.n
        drawn = drawn + np.arange(0, len(drawn) * units, units)[:, None]
        return self.of_groups(np.bincount(drawn.ravel(), minlength=len(drawn) * units).reshape(-1, units))

    def of_groups(self, times: Array) -> Array:
        return times if self.groups is None else times[:, self.groups]


def by_name(plans: list[Any], values: Any) -> Any:
    """Values of examples, in the order by which their weights name them: that of a ranking goes by its scores."""
    ranking = getattr(plans[0], "sorted", None)
    return values if values is None or ranking is None else values[ranking.order]


def replicates(
    plans: list[Examples], n_resamples: int, rng: np.random.Generator, groups: Any, size: int | None, strata: Any = None
) -> Array:
    """Scores of resamples, shape (n_resamples, ...); of two plans, the first's minus the second's on the same draws."""
    units = Units(plans, by_name(plans, groups), by_name(plans, strata))
    drawn = units.resamples(n_resamples, rng, size)
    return _collected((_difference(plans, units.examples, weights) for weights in drawn), n_resamples)


def jackknife(plans: list[Examples], groups: Array | None = None) -> tuple[Array, Array]:
    """Scores with one example or group left out, shape (m, ...), and how many of these give each of the scores."""
    units = Units(plans, by_name(plans, groups))
    scores = (_difference(plans, units.examples, w) for w in units.left_out())
    return _collected(scores, units.left_out_of), units.counts if groups is None else np.ones(units.n, dtype=np.intp)


def permuted_differences(
    plans: list[Any], n_resamples: int, rng: np.random.Generator, groups: Array | None = None
) -> Array:
    """Differences of two systems' scores after coins decided, example by example, which of them gave which answer."""
    units, (first, second) = Units(plans, groups), plans
    both = (first.exchanged(second, units.examples, units.counts, s) for s in units.swaps(n_resamples, rng))
    return _collected((scores[:, 0] - scores[:, 1] for scores in both), n_resamples)


def _difference(plans: list[Examples], examples: Array, weights: Array) -> Array:
    scores: list[Array] = [plan.scores(examples, weights) for plan in plans]
    return scores[0] if len(scores) == 1 else np.subtract(*scores)


def _collected(blocks: Iterator[Array], n: int) -> Array:
    return np.concatenate(list(with_bar(blocks, n, "resampling"))).astype(np.float64)


def shaped_like(estimate: Any, values: Array) -> Any:
    if isinstance(estimate, pd.Series):
        return pd.Series(values, index=estimate.index)
    if isinstance(estimate, pd.DataFrame):
        return pd.DataFrame(values, index=estimate.index, columns=estimate.columns)
    return float(values) if np.ndim(values) == 0 else values
