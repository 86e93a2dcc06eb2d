"""The engine under the bootstrap and the permutation test: draws weights on examples, in bounded memory."""

import os
from collections.abc import Iterator
from time import monotonic
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ..kinds.examples import Examples, number_kinds

Array = NDArray[Any]
PATIENCE = float(os.environ.get("EVALMETRICS_PATIENCE", "2"))  # seconds until a progress bar appears
AT_ONCE = 2**18  # numbers in a block of resamples: few enough to stay in the processor's cache
CALLS = 50  # resamples in a block where each is a call, so that a progress bar moves


class Units:
    """Interchangeable examples taken together: one `example` of each unit, and how many it `counts` for."""

    def __init__(self, plans: list[Any]) -> None:
        self.n = plans[0].n
        self.of: Array | None = None  # the unit of each example; None where each is its own
        self.examples, self.counts = np.arange(self.n), np.ones(self.n, dtype=np.intp)
        if all(plan.kinds is not None for plan in plans):
            kinds = plans[0].kinds if len(plans) == 1 else number_kinds(*(plan.kinds for plan in plans))
            first = np.full(int(kinds.max()) + 1, self.n)  # where each kind occurs first
            first[kinds[::-1]] = self.examples[::-1]
            firsts = np.sort(first[first < self.n])
            if 2 * len(firsts) <= self.n:  # else there is little to gain, and coins are tossed faster one by one
                self.examples, unit = firsts, np.empty(len(first), dtype=np.intp)
                unit[kinds[firsts]] = np.arange(len(firsts))
                self.of = unit[kinds]
                self.counts = np.bincount(self.of)
        self.few = 16 * len(self.examples) < self.n  # few kinds: how many of each is drawn, whatever n is
        drawn = len(self.examples) if self.few else self.n
        self.at_once = max(1, AT_ONCE // max(drawn, *(plan.width for plan in plans)))
        if not all(hasattr(plan, "totals") for plan in plans):
            self.at_once = min(self.at_once, CALLS)

    def blocks(self, n: int) -> Iterator[int]:
        """Sizes of blocks that add up to n."""
        for start in range(0, n, self.at_once):
            yield min(self.at_once, n - start)

    def resamples(self, n_resamples: int, rng: np.random.Generator) -> Iterator[Array]:
        """Blocks of resamples of n examples, as weights of the units: shape (b, units)."""
        units = len(self.examples)
        for b in self.blocks(n_resamples):
            if self.few:
                yield rng.multinomial(self.n, self.counts / self.n, size=b)
            else:
                drawn = rng.integers(self.n, size=(b, self.n))
                of = drawn if self.of is None else self.of[drawn]
                of += np.arange(0, b * units, units)[:, None]
                yield np.bincount(of.ravel(), minlength=b * units).reshape(b, units)

    def left_out(self) -> Iterator[Array]:
        """Blocks of the resamples in which one example of a unit is missing, unit after unit."""
        units = len(self.examples)
        for start in range(0, units, self.at_once):
            missing = np.arange(start, min(start + self.at_once, units))
            weights = np.tile(self.counts, (len(missing), 1))
            weights[np.arange(len(missing)), missing] -= 1
            yield weights

    def swaps(self, n_resamples: int, rng: np.random.Generator) -> Iterator[Array]:
        """Blocks of coin tosses: how many examples of each unit change sides, shape (b, units)."""
        for b in self.blocks(n_resamples):
            shape = b, len(self.examples)
            alone = len(self.examples) == self.n  # one coin each, which is a bit
            yield rng.integers(0, 2, shape, np.int8) if alone else rng.binomial(self.counts, 0.5, shape)


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
    both = (first.exchanged(second, units.examples, units.counts, s) for s in units.swaps(n_resamples, rng))
    return _collected((scores[:, 0] - scores[:, 1] for scores in both), n_resamples)


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
