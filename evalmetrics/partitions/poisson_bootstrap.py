"""A bootstrap of data in parts: how often an example counts in a resample hangs on its key, not on where it lies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import exp, factorial
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ..fast.sums import as_float
from ..inputs import arguments
from ..inputs.rankings import Ranking
from ..kinds.base import quietly, unwrapped
from ..kinds.examples import StackScorer
from ..kinds.matrix import OfMatrix
from ..kinds.ranking import OfRanking
from ..kinds.sums import OfSums
from ..kinds.total import Total
from ..kinds.weights import OfWeights
from ..resampling import bounds
from ..uncertainty import Interval, interval_of
from .bracket import bracketed, rounded_down
from .counting import kind
from .engines import added_up, of_batches
from .reading import Reader, Samples

Array = NDArray[Any]
KEY = "key"
AT_ONCE = 2**22  # weights drawn at once: 32 megabytes
LARGEST = 2**26  # counts of all resamples that are in memory at once, and in each process: half a gigabyte
WIDTH = 24  # bits of a piece: so few that half a billion of them add up in a float without rounding
METHODS = ("percentile", "basic", "normal")
# Probabilities of at most n, as far as floats tell them from 1, and as whole numbers of 64 bits.
SHARE = [exp(-1) * sum(1 / factorial(i) for i in range(n + 1)) for n in range(20)]
STEPS = np.array([min(int(share * 2.0**64), 2**64 - 1) for share in SHARE], dtype=np.uint64)


def replicates_of(
    metric: Any, total: Total, parts: Iterable[Any], engine: Any, reader: Reader, n_resamples: int, seed: int, bits: Any
) -> Array:
    """The scores of resamples of all parts, whose `total` is known; of rounded ones the two ends of their brackets."""
    drawing = Drawing(metric, total, n_resamples, seed, bits)
    if (size := drawing.width * n_resamples) > LARGEST:
        raise ValueError(
            f"{total.metric} has {drawing.width:,} counts, of distinct examples or of scores and labels, and so has "
            f"each resample: {size * 8 / 1e9:.1f} GB. Draw fewer, or round, with bits= where a bracket is known"
        )
    drawn = added_up(engine, partial(of_batches, reader, drawing.of_batch), parts)
    with quietly():
        return drawing.scores(drawn)


def method_of(method: Any, bits: Any) -> str:
    known = METHODS if bits is None else METHODS[:1]
    return arguments.one_of(method, "method" if bits is None else "with bits method", known)


def interval(of: Any, estimate: Any, replicates: Array, tails: Any, level: float, method: str, bits: Any) -> Interval:
    name = f"Poisson {method}" if bits is None else f"Poisson {method} at {bits} bits"
    if bits is not None:
        (low, _), (_, high) = bounds.percentile(replicates, tails)
        return Interval(float(low), float(high), level, name)
    ends = bounds.by_replicates(method, np.asarray(estimate, dtype=np.float64), replicates, tails)
    return interval_of(estimate, ends, of.card, level, name)


@dataclass(frozen=True)
class Drawn:
    """The counts of all resamples, without rounding: whole numbers of 2^power, shape (b, d), for each power."""

    of_power: Mapping[int, Array]

    def __add__(self, other: Drawn) -> Drawn:
        powers = {*self.of_power, *other.of_power}
        pairs = ((p, [each.of_power[p] for each in (self, other) if p in each.of_power]) for p in powers)
        return Drawn({power: np.sum(arrays, axis=0) for power, arrays in pairs})

    def floats(self) -> Array:
        powers, arrays = zip(*sorted(self.of_power.items()), strict=True)
        if len(powers) == 1:
            return np.ldexp(arrays[0], powers[0])
        unit, shifts = Fraction(2) ** powers[0], [power - powers[0] for power in powers]
        numbers = zip(*(array.ravel().astype(np.int64).tolist() for array in arrays), strict=True)
        wholes = (sum(whole << shift for whole, shift in zip(each, shifts, strict=True)) for each in numbers)
        return np.array([as_float(whole * unit) for whole in wholes]).reshape(arrays[0].shape)


def pieces(table: Array) -> Iterator[tuple[int, Array]]:
    """Numbers as sums of whole numbers of fewer than 24 bits times powers of two: the powers, and the whole numbers."""
    if not np.isfinite(table).all():
        raise ValueError("statistics must be finite to be drawn, got nan or infinite values")
    left = table.astype(np.float64)
    while True:
        power = (int(np.frexp(np.abs(left).max())[1]) - 1) // WIDTH * WIDTH
        whole = np.trunc(np.ldexp(left, -power))
        yield power, whole
        left = left - np.ldexp(whole, power)
        if not left.any():
            return


@dataclass(frozen=True)
class Drawing:
    metric: Any
    total: Total  # of all parts
    n_resamples: int
    seed: int
    bits: int | None = None

    @property
    def width(self) -> int:
        of, counted = kind(self.metric), self.total.counted
        if isinstance(of, OfMatrix):
            return len(counted) ** 2
        return 2 * len(counted.scores) if isinstance(of, OfRanking) else len(getattr(counted, "times", ()))

    def of_batch(self, batch: Samples) -> Drawn:
        rows = self.rows(batch)
        keys = hashed(batch[KEY])
        split = [(0, rows)] if isinstance(rows, csr_array) else list(pieces(rows))
        sums = {power: np.zeros((self.n_resamples, rows.shape[1])) for power, _ in split}
        step = max(1, AT_ONCE // self.n_resamples)
        for start in range(0, len(keys), step):
            times = poisson(keys[start : start + step], self.n_resamples, self.seed).astype(np.float64)
            for power, whole in split:
                sums[power] += times @ whole[start : start + step]
        return Drawn(sums)

    def rows(self, batch: Samples) -> Any:
        of, samples, context = kind(self.metric), tuple(batch[n] for n in kind(self.metric).samples), self.total.context
        if isinstance(of, OfSums):
            shared = {of.first_pass.option} if of.first_pass else set()
            found = (shared & context.keys()).difference(unwrapped(self.metric)[1])  # by the first pass
            return self.metric.statistics(*samples, **{name: context[name] for name in found})
        places = self.places(samples)
        cells = (np.ones(len(places)), (np.arange(len(places)), places))
        return csr_array(cells, shape=(len(places), self.width))

    def places(self, samples: tuple[Any, ...]) -> Array:
        """The column of `rows` that counts each example: that of its cell, its score and label, or its equals."""
        of, counted = kind(self.metric), self.total.counted
        given = {n: v for n, v in unwrapped(self.metric)[1].items() if n in of.counting}
        samples, options = of.bind(samples, given)
        if isinstance(of, OfMatrix):
            true, pred, _ = of.codes(samples, {**options, "labels": counted.index})
            return np.asarray(true * len(counted) + pred)
        if isinstance(of, OfRanking):
            sorted_ = of.sorted(samples, options, part=True)
            scores = sorted_.scores if self.bits is None else rounded_down(sorted_.scores, self.bits)
            of_score = len(counted.scores) - 1 - np.searchsorted(counted.scores[::-1], scores)
            places = np.empty(len(sorted_.order), dtype=np.intp)
            times = np.diff(sorted_.first, append=len(places))
            places[sorted_.order] = 2 * np.repeat(of_score, times) + ~sorted_.positive
            return places
        *others, last = of.columns(samples, options)  # type: ignore[attr-defined]
        return np.asarray(counted.places([*others, last if self.bits is None else rounded_down(last, self.bits)]))

    def scores(self, drawn: Drawn) -> Array:
        of, sums, context = kind(self.metric), drawn.floats(), self.total.context
        counted_with = {name: context[name] for name in of.scoring if name in context}
        options = of.settled({**counted_with, **unwrapped(self.metric)[1]})
        if isinstance(of, OfSums):
            score = StackScorer(lambda each: np.asarray(of.score_sums(each, options)))
            return np.asarray(score(sums.T), dtype=np.float64)
        if isinstance(of, OfMatrix):
            labels = self.total.counted.index
            score = StackScorer(lambda each: of.score_cells(each, labels, options))
            return np.asarray(score(sums.reshape(-1, len(labels), len(labels)).transpose(1, 2, 0)), dtype=np.float64)
        return np.array([self.score_of_counts(each, {**options, **context}) for each in sums], dtype=np.float64)

    def score_of_counts(self, times: Array, options: Any) -> Any:
        of, counted = kind(self.metric), self.total.counted
        if isinstance(of, OfRanking):
            drawn: Any = Ranking(counted.scores, times[::2], times[1::2]).without_gaps()
            if self.bits is None:
                return of.score_ranking(drawn, options)
        else:
            assert isinstance(of, OfWeights)
            if self.bits is None:
                return of.score_tally(counted, times, options)
            drawn = counted, times
        return bracketed(of, drawn, options, self.bits)


def hashed(keys: Any) -> NDArray[np.uint64]:
    """Keys as whole numbers that look drawn at random; equal keys are equal in every part."""
    values = np.asarray(keys)
    if values.dtype.kind in "iub":
        numbers = values.astype(np.int64).view(np.uint64)
    elif values.dtype.kind in "UO" or isinstance(keys, pd.Series):
        texts = np.asarray(keys, dtype=object)
        if not all(isinstance(each, str) for each in texts):
            raise TypeError("key must name a column of whole numbers or of texts, without missing values")
        numbers = pd.util.hash_array(texts, categorize=False)
    else:
        raise TypeError(f"key must name a column of whole numbers or of texts, got {values.dtype}")
    return mixed(numbers)


@quietly()
def mixed(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The finaliser of SplitMix64: each bit of what comes in turns half of those that go out."""
    x = x + np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(x ^ (x >> np.uint64(31)))


def poisson(keys: NDArray[np.uint64], n_resamples: int, seed: int) -> Array:
    """How often each example counts in each resample: shape (n_resamples, n), of mean 1."""
    draws = mixed(np.arange(n_resamples, dtype=np.uint64) ^ mixed(np.array([seed], dtype=np.uint64)))
    return np.searchsorted(STEPS, mixed(keys[None, :] ^ draws[:, None]), side="right")
