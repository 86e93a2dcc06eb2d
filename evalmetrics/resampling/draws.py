"""The engine under the bootstrap and the permutation test: draws weights on examples, in bounded memory."""

import os
from collections.abc import Iterator
from time import monotonic
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from .examples import Examples, kinds_of

Array = NDArray[Any]
PATIENCE = float(os.environ.get("EVALMETRICS_PATIENCE", "2"))  # seconds until a progress bar appears
AT_ONCE = 2**18  # numbers in a block of resamples: few enough to stay in the processor's cache


class Units:
    """Interchangeable examples taken together: one `example` of each unit, and how many it `counts` for."""

    def __init__(self, plans: list[Any]) -> None:
        self.n = plans[0].n
        if any(plan.kinds is None for plan in plans):
            self.of, self.examples = None, np.arange(self.n)
            self.counts = np.ones(self.n, dtype=np.intp)
        else:
            kinds = plans[0].kinds if len(plans) == 1 else kinds_of(*(plan.kinds for plan in plans))
            self.of, distinct = pd.factorize(kinds)
            self.counts = np.bincount(self.of, minlength=len(distinct))
            self.examples = np.empty(len(distinct), dtype=np.intp)
            self.examples[self.of[::-1]] = np.arange(self.n)[::-1]
            if len(distinct) == self.n:
                self.of = None  # each its own unit
        self.block = max(1, AT_ONCE // max(len(self.examples), *(plan.width for plan in plans)))

    def resamples(self, n_resamples: int, rng: np.random.Generator) -> Iterator[Array]:
        """Blocks of resamples of n examples, as weights of the units: shape (b, units)."""
        units = len(self.examples)
        for b in _blocks(n_resamples, self.block):
            if 16 * units < self.n:  # few kinds: their numbers are drawn, at a cost that does not depend on n
                yield rng.multinomial(self.n, self.counts / self.n, size=b)
            else:
                drawn = rng.integers(self.n, size=(b, self.n))
                of = drawn if self.of is None else self.of[drawn]
                of += np.arange(0, b * units, units)[:, None]
                yield np.bincount(of.ravel(), minlength=b * units).reshape(b, units)

    def left_out(self) -> Iterator[Array]:
        """Blocks of the resamples in which one example of a unit is missing, unit after unit."""
        units = len(self.examples)
        for start in range(0, units, self.block):
            missing = np.arange(start, min(start + self.block, units))
            weights = np.tile(self.counts, (len(missing), 1))
            weights[np.arange(len(missing)), missing] -= 1
            yield weights

    def swaps(self, n_resamples: int, rng: np.random.Generator) -> Iterator[Array]:
        """Blocks of coin tosses: how many examples of each unit change sides, shape (b, units)."""
        for b in _blocks(n_resamples, self.block):
            yield rng.binomial(self.counts, 0.5, size=(b, len(self.examples)))


def _blocks(n: int, most: int) -> Iterator[int]:
    """Sizes of blocks that add up to n; many enough for a progress bar to move."""
    size = max(1, min(most, max(50, -(-n // 20))))
    for start in range(0, n, size):
        yield min(size, n - start)


def replicates(plans: list[Examples], n_resamples: int, rng: np.random.Generator) -> Array:
    """Scores of resamples, shape (n_resamples, ...); of two plans, the first's minus the second's on the same draws."""
    units = Units(plans)
    scores = (_difference(plans, units.examples, w) for w in units.resamples(n_resamples, rng))
    return _collected(scores, n_resamples)


def jackknife(plans: list[Examples]) -> tuple[Array, Array]:
    """Scores with one example left out, shape (units, ...), and how many examples give that score."""
    units = Units(plans)
    scores = (_difference(plans, units.examples, w) for w in units.left_out())
    return _collected(scores, len(units.examples)), units.counts


def permuted_differences(plans: list[Any], n_resamples: int, rng: np.random.Generator) -> Array:
    """Differences of two systems after the toss of a coin decided, example by example, who gave which answer."""
    units, (first, second) = Units(plans), plans
    at, answers = units.examples, units.counts

    def differences(swapped: Array) -> Array:
        if hasattr(first, "totals"):
            kept = answers - swapped
            mixed = (one.totals(at, kept) + other.totals(at, swapped) for one, other in [plans, plans[::-1]])
            return np.asarray(np.subtract(*(first.score(totals) for totals in mixed)))
        return np.array([np.subtract(*first.exchanged(second, each.astype(bool))) for each in swapped])

    return _collected((differences(swapped) for swapped in units.swaps(n_resamples, rng)), n_resamples)


def _difference(plans: list[Examples], examples: Array, weights: Array) -> Array:
    scores: list[Array] = [plan.scores(examples, weights) for plan in plans]
    return scores[0] if len(scores) == 1 else np.subtract(*scores)


def _collected(blocks: Iterator[Array], n: int) -> Array:
    """All blocks in one array, with a progress bar for what takes longer than two seconds."""
    collected, done, bar, start = [], 0, None, monotonic()
    for block in blocks:
        collected.append(block)
        done += len(block)
        if bar is None and monotonic() - start > PATIENCE:  # not before: in a notebook, a bar is a widget
            from tqdm.auto import tqdm

            bar = tqdm(total=n, leave=False, desc="resampling")
        if bar is not None:
            bar.update(done - bar.n)
    if bar is not None:
        bar.close()
    return np.concatenate(collected).astype(np.float64)


def quantile(replicates: Array, q: Any) -> Any:
    """Quantile along the first axis, linear between neighbours; unlike NumPy's it can be infinite."""
    lower, higher = (np.quantile(replicates, q, axis=0, method=side) for side in ("lower", "higher"))
    with np.errstate(invalid="ignore"):
        between = lower + (higher - lower) * ((len(replicates) - 1) * q % 1)
    return np.where(np.isinf(lower), lower, between)


def shaped_like(estimate: Any, values: Array) -> Any:
    """`values` in the form of `estimate`: a Series or DataFrame with its labels, a number for a number."""
    if isinstance(estimate, pd.Series):
        return pd.Series(values, index=estimate.index)
    if isinstance(estimate, pd.DataFrame):
        return pd.DataFrame(values, index=estimate.index, columns=estimate.columns)
    return float(values) if np.ndim(values) == 0 else values
