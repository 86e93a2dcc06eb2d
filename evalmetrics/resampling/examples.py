"""Examples as a resampler sees them: what is counted in each, and the score in which each counts 0, 1, 2, ... times.

What adds up (matrices, sums) is added up for many resamples at once and scored together. Rankings are sorted once and
counted anew, what goes by weights is called with weights, and any other function is called again.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ..fast.weighted_sums import weighted_sums
from ..inputs import arguments, matrices
from ..kinds.base import Function, kind_of, unwrapped
from ..kinds.of_matrices import OfMatrix
from ..kinds.of_sums import OfSums
from ..kinds.others import OfRanking, OfSamples, OfWeights

Array = NDArray[Any]
Options = Mapping[str, Any]


class Examples(Protocol):
    """What the resampling engine asks of examples."""

    n: int
    width: int  # numbers held per resample
    kinds: Array | None  # examples with one number are interchangeable; None where no two are

    def estimate(self) -> Any:
        """The score of the examples as they are, in the metric's own form."""

    def scores(self, examples: Array, weights: Array) -> Array:
        """Scores, shape (b, ...), of b resamples: `weights` (b, u) of the u `examples`, each standing for its kind."""


class Additive:
    """Examples whose counts add up."""

    together: bool | None = None  # whether the definition lets resamples ride along; None before that was tried

    def totals(self, examples: Array, weights: Array) -> Array:
        """Counts of b resamples added up, shape (..., b)."""
        raise NotImplementedError

    def definition(self, totals: Array) -> Array:
        """The score of totals of shape (..., b) or (...)."""
        raise NotImplementedError

    def score(self, totals: Array) -> Array:
        """Scores of b totals, shape (b, ...): all at once, if the definition lets resamples ride along."""
        if self.together is None:
            self.together = self.rides(totals)
        if self.together:
            return np.moveaxis(self.definition(totals), -1, 0)
        return np.stack([self.definition(totals[..., i]) for i in range(totals.shape[-1])])

    def rides(self, totals: Array) -> bool:
        """Whether the first and the last total score together as they do one by one."""
        ends = [0, -1]
        try:
            both = self.definition(totals[..., ends])
        except (TypeError, ValueError, IndexError):
            return False
        alone = np.stack([self.definition(totals[..., i]) for i in ends], axis=-1)
        return both.shape == alone.shape and np.allclose(both, alone, rtol=1e-9, atol=1e-12, equal_nan=True)

    def scores(self, examples: Array, weights: Array) -> Array:
        """Add up, then score."""
        return self.score(self.totals(examples, weights))

    def exchanged(self, other: Any, examples: Array, answers: Array, swapped: Array) -> Array:
        """Scores of both systems, shape (b, 2, ...), after so many of the `answers` of each unit changed sides."""
        kept = answers - swapped
        mixed = [
            one.totals(examples, kept) + another.totals(examples, swapped)
            for one, another in [(self, other), (other, self)]
        ]
        return np.stack([self.score(totals) for totals in mixed], axis=1)


class Cells(Additive):
    """Examples of a confusion matrix: each is the number of its cell."""

    def __init__(
        self, kind: OfMatrix, options: Options, codes: tuple[Array, Array, pd.Index], weight: Array | None
    ) -> None:
        true, pred, self.labels = codes
        self.kind, self.options, self.weight = kind, options, weight
        self.n, self.k = len(true), len(self.labels)
        self.cells, self.width = true * self.k + pred, self.k**2
        self.kinds = self.cells if weight is None else kinds_of(self.cells, weight)

    def estimate(self) -> Any:
        """The score of the matrix."""
        cells = np.bincount(self.cells, self.weight, minlength=self.width).reshape(self.k, self.k)
        return self.kind.shaped(self.kind.values(cells, self.labels, self.options), self.labels, self.options)

    def totals(self, examples: Array, weights: Array) -> Array:
        """Matrices, shape (k, k, b)."""
        b = len(weights)
        places = self.cells[examples] * b + np.arange(b)[:, None]
        counts = weights if self.weight is None else weights * self.weight[examples]
        totals = np.bincount(places.ravel(), counts.ravel(), minlength=self.width * b)
        return (totals.astype(np.intp) if self.weight is None else totals).reshape(self.k, self.k, b)

    def definition(self, totals: Array) -> Array:
        """The score of the matrices."""
        return self.kind.values(totals, self.labels, self.options)


class Rows(Additive):
    """Examples of summed statistics: each is a row of numbers."""

    def __init__(self, kind: OfSums, options: Options, samples: Any, checked: Any, context: Any, weight: Any) -> None:
        self.kind, self.options, self.samples, self.weight = kind, options, samples, weight
        self.n = len(checked[0])
        self.rows = kind.table(kind.counted(checked, options, context), self.n, weight)
        self.width, self.kinds = self.rows.shape[1], kinds_of(*self.rows.T)

    def estimate(self) -> Any:
        """The score of the samples."""
        return self.kind(*self.samples, **{**self.options, "sample_weight": self.weight})

    def totals(self, examples: Array, weights: Array) -> Array:
        """Summed rows, shape (d, b)."""
        rows = self.rows if len(examples) == self.n else self.rows[examples]  # all of them, in their own order
        return weighted_sums(weights.astype(np.float64), rows).T

    def exchanged(self, other: Rows, examples: Array, answers: Array, swapped: Array) -> Array:
        """As for all counts, but what changes sides is added up once."""
        own, others = self.rows[examples], other.rows[examples]
        if not (np.isfinite(own).all() and np.isfinite(others).all()):
            return super().exchanged(other, examples, answers, swapped)
        moved = (swapped.astype(np.float64) @ (others - own)).T
        return np.stack(
            [self.score((answers @ own)[:, None] + moved), self.score((answers @ others)[:, None] - moved)], axis=1
        )

    def definition(self, totals: Array) -> Array:
        """The score of the sums."""
        return np.asarray(self.kind.scored(totals, self.options), dtype=np.float64)


class Calls:
    """Samples of any function: called again for every resample."""

    kinds = None

    def __init__(self, metric: Function, samples: Sequence[Any], weight: Array | None) -> None:
        self.metric, self.samples, self.weight = metric, list(samples), weight
        self.n = self.width = len(self.samples[0])

    def estimate(self) -> Any:
        """The function of the samples as they are."""
        return self.of(self.samples, np.arange(self.n))

    def scores(self, examples: Array, weights: Array) -> Array:
        """One call per resample, its examples in their original order."""
        calls = (self.of(self.samples, np.repeat(examples, each)) for each in weights)
        return np.array([np.asarray(value, dtype=np.float64) for value in calls])

    def exchanged(self, other: Calls, examples: Array, answers: Array, swapped: Array) -> Array:
        """Scores of both systems, shape (b, 2), after some of their answers changed sides."""
        return np.array([self.exchanged_once(other, swap) for swap in swapped.astype(bool)])

    def exchanged_once(self, other: Calls, swap: Array) -> tuple[float, ...]:
        """Scores of both systems after they exchanged their answers where `swap` is true."""
        both = [mixed(self.samples, other.samples, swap), mixed(other.samples, self.samples, swap)]
        return tuple(float(self.of(samples, np.arange(self.n))) for samples in both)

    def of(self, samples: list[Any], positions: Array) -> Any:
        """The function of the examples at these positions."""
        chosen = [rows_of(sample, positions) for sample in samples]
        options = {} if self.weight is None else {"sample_weight": self.weight[positions]}
        return self.metric(*chosen, **options)


class Ranked(Calls):
    """Labels and scores: sorted once, counted anew for every resample."""

    def __init__(self, kind: OfRanking, options: Options, samples: Sequence[Any], weight: Array | None) -> None:
        super().__init__(lambda *s: kind(*s, **{**options, "sample_weight": weight}), samples, None)
        self.kind, self.options = kind, options
        self.sorted = kind.sorted(samples, {**options, "sample_weight": weight})
        self.order: Array | None = None  # None: resamples name examples by their place in this very ranking

    def follow(self, leader: Ranked) -> None:
        """From now on, resamples name examples by their place in the ranking of `leader`."""
        place = np.empty(self.n, dtype=np.intp)
        place[leader.sorted.order] = np.arange(self.n)
        self.order = place[self.sorted.order]

    def scores(self, examples: Array, weights: Array) -> Array:
        """One pass over the sorted examples per resample."""
        aligned = weights if self.order is None else weights[:, self.order]
        return np.array([self.kind.scored(self.sorted.ranking(each), self.options) for each in aligned])


class Weighed(Calls):
    """Examples that are scored by how often each counts, after what is dear was done just once."""

    def __init__(self, kind: OfWeights, options: Options, samples: Sequence[Any], weight: Array | None) -> None:
        super().__init__(lambda *s: kind(*s, **{**options, "sample_weight": weight}), samples, None)
        self.kind, self.options, self.given = kind, options, 1.0 if weight is None else weight
        self.prepared = kind.prepared(self.samples, options)
        self.both: Any = None  # what is prepared of the examples twice: own answers, then the other system's

    def scores(self, examples: Array, weights: Array) -> Array:
        """One call per resample, of its weights."""
        return np.array([self.kind.scored(each * self.given, self.prepared, self.options) for each in weights])

    def exchanged_once(self, other: Calls, swap: Array) -> tuple[float, ...]:
        """As for any function, from weights of 0 and 1."""
        if self.both is None:
            twice = [[*a, *b] for a, b in zip(self.samples, other.samples, strict=True)]
            self.both = self.kind.prepared(twice, self.options)
        kept = np.concatenate([~swap, swap]).astype(np.float64)
        return tuple(float(self.kind.scored(w, self.both, self.options)) for w in (kept, 1 - kept))


def examples_of(
    metric: Function, truth: tuple[Any, ...], systems: list[Any], sample_weight: Any = None, *, exchanging: bool = False
) -> list[Any]:
    """The examples of each system: `truth` and its own answers; without systems, of `truth` alone.

    `exchanging` says that counts of one system will be added to counts of the other.
    """
    if not callable(metric):
        raise TypeError(
            f"metric must be a function of the samples, or one that was declared, got {arguments.shown(metric)}"
        )
    samples = [(*truth, system) for system in systems] or [truth]
    if not samples[0]:
        raise TypeError("at least one sample is needed after the metric")
    _, given = unwrapped(metric)
    if "sample_weight" in given:
        raise ValueError("sample_weight must travel with the examples: give it to bootstrap, not to the metric")
    kind = kind_of(metric)
    if kind is None or (isinstance(kind, OfSamples) and not kind.samples):
        _refuse_what_cannot_be_called(metric, len(samples[0]), {} if sample_weight is None else {"sample_weight": None})
        kind = None
    elif len(kind.samples) != len(samples[0]):
        raise TypeError(
            f"{kind.name} takes {len(kind.samples)} samples, {', '.join(kind.samples)}; got {len(samples[0])}"
        )
    columns = [arguments.samples(*each, names=kind.samples if kind else ()) for each in samples]
    weight = None if sample_weight is None else arguments.weights(sample_weight, len(columns[0][0]))
    options = kind.settled(given) if kind is not None else {}
    if isinstance(kind, OfMatrix):
        return _cells(kind, options, samples, weight, exchanging)
    if isinstance(kind, OfSums):
        return _rows(kind, options, samples, weight, exchanging)
    if isinstance(kind, OfRanking):
        ranked = [Ranked(kind, options, each, weight) for each in columns]
        for other in ranked[1:]:
            other.follow(ranked[0])
        return ranked
    if isinstance(kind, OfWeights):
        return [Weighed(kind, options, each, weight) for each in columns]
    return [Calls(metric, each, weight) for each in columns]


def _cells(
    kind: OfMatrix, options: Options, samples: Sequence[Any], weight: Array | None, exchanging: bool
) -> list[Cells]:
    codes = [kind.codes(true, pred, options) for true, pred in samples]
    own = [Cells(kind, options, each, weight) for each in codes]
    if len(own) == 1 or (not exchanging and all(np.ndim(each.estimate()) == 0 for each in own)):
        return own
    union = codes[0][2].union(codes[1][2])  # what is compared class by class, or exchanged, needs the same classes
    return [Cells(kind, options, matrices.encoded(*each, labels=union), weight) for each in samples]


def _rows(kind: OfSums, options: Options, samples: Sequence[Any], weight: Array | None, exchanging: bool) -> list[Rows]:
    checked = [kind.checked_samples(each, options) for each in samples]
    contexts = [kind.context(each, options) for each in checked]
    if exchanging and kind.shared is not None:  # rows of both systems add up in one context only
        pairs = zip(*checked, strict=True)
        both = [np.concatenate(p) if isinstance(p[0], np.ndarray) else [*p[0], *p[1]] for p in pairs]
        contexts = [kind.context(both, options)] * 2
    return [Rows(kind, options, *each, weight) for each in zip(samples, checked, contexts, strict=True)]


def _refuse_what_cannot_be_called(metric: Function, n: int, options: Options) -> None:
    """A function that cannot take so many samples was perhaps meant to be declared."""
    try:
        inspect.signature(metric).bind(*[None] * n, **options)
    except TypeError:
        wanted = " and ".join([f"{n} sample{'s' * (n > 1)} by position", *(f"{name} by name" for name in options)])
        raise TypeError(
            f"metric must take {wanted}, which {getattr(metric, '__name__', metric)!r} does not; a function of a "
            "confusion matrix is declared with @of_matrix, one of TP, FN, FP and TN with @of_classes"
        ) from None
    except ValueError:  # some built-in functions have no signature
        return


def mixed(own: Sequence[Any], others: Sequence[Any], swap: Array) -> list[Any]:
    """The samples of one system with the answers of the other in place of its own where `swap` is true."""
    one, other = own[-1], others[-1]
    if isinstance(one, pd.DataFrame) and isinstance(other, pd.DataFrame):
        answers: Any = one.reset_index(drop=True).where(
            np.broadcast_to(~swap[:, None], one.shape), other[one.columns].reset_index(drop=True)
        )
    elif isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        answers = np.where(swap.reshape(-1, *[1] * (one.ndim - 1)), other, one)
    else:
        answers = [b if s else a for a, b, s in zip(one, other, swap, strict=True)]
    return [*own[:-1], answers]


def rows_of(sample: Any, positions: Array) -> Any:
    """The examples of a sample at some positions."""
    if isinstance(sample, np.ndarray):
        return sample[positions]
    return sample.iloc[positions] if isinstance(sample, pd.DataFrame) else [sample[i] for i in positions]


def kinds_of(*columns: Array) -> Array:
    """Numbers that are equal exactly where all columns are."""
    kinds = np.zeros(len(columns[0]), dtype=np.intp)
    for column in columns:
        codes, distinct = pd.factorize(column, use_na_sentinel=False)
        kinds, _ = pd.factorize(kinds * len(distinct) + codes)
    return kinds
