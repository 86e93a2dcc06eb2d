"""How a score is recomputed when its examples count more than once or not at all.

A plan holds what one system's score needs of each example and turns weights into scores: `totals` of a confusion
matrix or of sufficient statistics add up, so thousands of resamples are one product; ranks need one sort and then a
pass per resample; any other function is called again.
"""

import inspect
import sys
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Protocol

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ..inputs import arguments
from ..inputs import labels as _labels
from ..inputs import old_matrices as matrices

Array = NDArray[Any]
Metric = Callable[..., Any]


class Plan(Protocol):
    """What the resampling engine asks of a plan."""

    n: int
    width: int  # numbers held per resample
    kinds: Array | None  # examples with one number are interchangeable; None where no two are

    def estimate(self) -> Any:
        """The score of the examples as they are, in the metric's own form."""

    def scores(self, examples: Array, weights: Array) -> Array:
        """Scores, shape (b, ...), of b resamples: `weights` (b, u) of the u `examples`, each standing for its kind."""


class Additive:
    """A plan whose resamples add up: a score of totals."""

    def totals(self, examples: Array, weights: Array) -> Array:
        """Totals of b resamples."""
        raise NotImplementedError

    def score(self, totals: Array) -> Array:
        """Scores of b totals."""
        raise NotImplementedError

    def scores(self, examples: Array, weights: Array) -> Array:
        """Add up, then score."""
        return self.score(self.totals(examples, weights))

    def exchanged(self, other: Any, examples: Array, answers: Array, swapped: Array) -> Array:
        """Scores of both systems."""
        kept = answers - swapped
        mixed = [a.totals(examples, kept) + b.totals(examples, swapped) for a, b in [(self, other), (other, self)]]
        return np.stack([self.score(totals) for totals in mixed], axis=1)


class Matrix(Additive):
    """A score of a confusion matrix: an example is the number of its cell."""

    def __init__(self, metric: Metric, true: Array, pred: Array, labels: pd.Index, sample_weight: Array | None) -> None:
        self.metric, self.labels, self.n, self.k = metric, labels, len(true), len(labels)
        self.cells, self.weights, self.width = true * self.k + pred, sample_weight, self.k**2
        self.kinds = self.cells if sample_weight is None else _kinds(self.cells, sample_weight)

    def estimate(self) -> Any:
        """The score of the matrix."""
        cells = np.bincount(self.cells, self.weights, minlength=self.width).reshape(self.k, self.k)
        return self.metric(matrices.frame(cells, self.labels))

    def totals(self, examples: Array, weights: Array) -> Array:
        """Matrices, shape (b, k, k)."""
        b = len(weights)
        cells = np.arange(b)[:, None] * self.width + self.cells[examples]
        counts = weights if self.weights is None else weights * self.weights[examples]
        totals = np.bincount(cells.ravel(), counts.ravel(), minlength=b * self.width)
        return (totals.astype(np.intp) if self.weights is None else totals).reshape(b, self.k, self.k)

    def score(self, totals: Array) -> Array:
        """Scores of the matrices."""
        return matrices.scores(self.metric, totals, self.labels)


class Statistics(Additive):
    """A score of summed statistics: an example is a row of numbers."""

    def __init__(self, call: Callable[[], Any], rows: Array, from_statistics: Callable[[Array], Any]) -> None:
        self.estimate, self.rows, self.from_statistics = call, rows, from_statistics
        self.n, self.width = rows.shape
        self.kinds, self.finite = _kinds(*rows.T), bool(np.isfinite(rows).all())

    def totals(self, examples: Array, weights: Array) -> Array:
        """Summed rows, shape (b, k)."""
        rows = self.rows if len(examples) == self.n else self.rows[examples]  # all of them, in their own order
        weights = weights.astype(np.float64)
        return weights @ rows if self.finite else _sums(weights, rows)

    def score(self, totals: Array) -> Array:
        """Scores of all totals at once."""
        return np.asarray(self.from_statistics(totals), dtype=np.float64)


class Calls:
    """Any function of the samples: called again for every resample."""

    kinds = None

    def __init__(self, metric: Metric, samples: Iterable[Any], sample_weight: Array | None) -> None:
        self.metric, self.samples, self.weights = metric, list(samples), sample_weight
        self.n = self.width = len(self.samples[0])

    def estimate(self) -> Any:
        """The function of the samples as they are."""
        return self._of(self.samples, np.arange(self.n))

    def scores(self, examples: Array, weights: Array) -> Array:
        """One call per resample, its examples in their original order."""
        assert len(examples) == self.n
        calls = (self._of(self.samples, np.repeat(examples, each)) for each in weights)
        return np.array([np.asarray(value, dtype=np.float64) for value in calls])

    def exchanged(self, other: Any, examples: Array, answers: Array, swapped: Array) -> Array:
        """Scores of both systems."""
        return np.array([self.exchanged_once(other, swap) for swap in swapped.astype(bool)])

    def exchanged_once(self, other: "Calls", swap: Array) -> tuple[float, ...]:
        """Scores of both systems after they exchanged their answers where `swap` is true."""
        positions = np.arange(self.n)
        both = [_mixed(self, other, swap), _mixed(other, self, swap)]
        return tuple(float(self._of(samples, positions)) for samples in both)

    def _of(self, samples: list[Any], positions: Array) -> Any:
        chosen = [s[positions] if isinstance(s, np.ndarray) else [s[i] for i in positions] for s in samples]
        options = {} if self.weights is None else {"sample_weight": self.weights[positions]}
        return self.metric(*chosen, **options)


def _mixed(one: Calls, other: Calls, swap: Array) -> list[Any]:
    """The samples of `one` with the answers of `other` in place of its own where `swap` is true."""
    own, others = one.samples[-1], other.samples[-1]
    if isinstance(own, np.ndarray) and isinstance(others, np.ndarray):
        return [*one.samples[:-1], np.where(swap.reshape(-1, *[1] * (own.ndim - 1)), others, own)]
    return [*one.samples[:-1], [b if s else a for a, b, s in zip(own, others, swap, strict=True)]]


class Weighed(Calls):
    """A score that its module works out from how often each example counts, after doing what is dear just once."""

    def __init__(self, metric: Metric, samples: Iterable[Any], prepare: Callable[..., Callable[[Array], Any]]) -> None:
        super().__init__(metric, samples, None)
        self.prepare, self.score = prepare, prepare(*self.samples)
        self.both: Callable[[Array], Any] | None = None  # of the examples twice: own answers, then the other system's

    def scores(self, examples: Array, weights: Array) -> Array:
        """One call per resample, of its weights."""
        assert len(examples) == self.n
        return np.array([np.asarray(self.score(each), dtype=np.float64) for each in weights])

    def exchanged_once(self, other: Calls, swap: Array) -> tuple[float, ...]:
        """As for any function, from weights of 0 and 1."""
        if self.both is None:
            self.both = self.prepare(*([*a, *b] for a, b in zip(self.samples, other.samples, strict=True)))
        kept = np.concatenate([~swap, swap]).astype(np.intp)
        return float(self.both(kept)), float(self.both(1 - kept))


def plans(
    metric: Metric, truth: tuple[Any, ...], systems: list[Any], sample_weight: Any = None, *, exchanging: bool = False
) -> list[Any]:
    """One plan per system: what `metric` makes of ``(*truth, system)``; without systems, of ``truth`` alone.

    `exchanging` says that rows of one system will be added to rows of the other.
    """
    if "sample_weight" in matrices.unwrapped(metric)[1]:
        raise ValueError("sample_weight must travel with the examples: give it to bootstrap, not to functools.partial")
    if exchanging and all(isinstance(system, pd.DataFrame) for system in systems):
        systems = [systems[0], systems[1].reindex(columns=systems[0].columns)]  # rows change sides by column
    samples = [(*truth, system) for system in systems] or [truth]
    if _takes_matrix(metric):
        return _matrix_plans(metric, samples, sample_weight, exchanging)
    if any(not sample for sample in samples):
        raise TypeError("at least one sample is needed after the metric")
    made = [_plan(metric, sample, sample_weight) for sample in samples]
    if exchanging and isinstance(made[0], Statistics) and _has_center(metric):  # moments add up around one centre only
        center = [np.median(np.concatenate(columns)) for columns in zip(*samples, strict=True)]
        made = [_plan(metric, sample, sample_weight, center) for sample in samples]
    return made


def _matrix_plans(metric: Metric, samples: list[tuple[Any, ...]], sample_weight: Any, exchanging: bool) -> list[Matrix]:
    if any(len(sample) != 2 for sample in samples):
        raise TypeError(f"a metric of a confusion matrix takes two samples, y_true and y_pred; got {len(samples[0])}")
    encoded = [_labels.encode(*sample) for sample in samples]
    weights = None if sample_weight is None else arguments.weights(sample_weight, len(encoded[0][0]))
    own = [Matrix(metric, *each, weights) for each in encoded]
    if len(own) == 1 or (not exchanging and all(np.ndim(plan.estimate()) == 0 for plan in own)):
        return own
    union = own[0].labels.union(own[1].labels)  # what is compared class by class, or exchanged, needs the same classes
    return [Matrix(metric, *_labels.encode(true, pred, union), weights) for true, pred in samples]


def _plan(metric: Metric, samples: tuple[Any, ...], sample_weight: Any, center: Any = None) -> Statistics | Calls:
    metric = _naming_columns(metric, samples)
    columns = [_positional(sample, f"sample {i}") for i, sample in enumerate(samples, 1)]
    arguments.same_length(**{f"sample {i}": column for i, column in enumerate(columns, 1)})
    weights = None if sample_weight is None else arguments.weights(sample_weight, len(columns[0]))
    function, options = matrices.unwrapped(metric)
    if matrices.is_ours(metric) and weights is None and (prepare := _of_weights(function)) is not None:
        return Weighed(metric, columns, partial(prepare, **options))
    if matrices.is_ours(metric) and (len(columns) == 2 or _adds_up_over(function, len(columns))):
        statistics, from_statistics = _statistics_of(function)
        if statistics is not None:
            options = options if center is None else {**options, "center": center}
            return _statistics_plan(metric, columns, weights, statistics, from_statistics, options)
    return Calls(metric, columns, weights)


def _naming_columns(metric: Metric, samples: tuple[Any, ...]) -> Metric:
    """A metric of the package that reads a DataFrame's columns as labels, told them: the resamples are arrays."""
    frames = [s for s in samples if isinstance(s, pd.DataFrame) and not isinstance(s.columns, pd.RangeIndex)]
    function, options = matrices.unwrapped(metric)
    if not frames or "labels" in options or not matrices.is_ours(function):
        return metric
    labels = inspect.signature(function).parameters.get("labels")
    reads = labels is not None and labels.kind is labels.KEYWORD_ONLY
    return partial(metric, labels=list(frames[-1].columns)) if reads else metric


def _statistics_plan(
    metric: Metric, columns: list[Any], weights: Array | None, statistics: Metric, from_statistics: Metric, options: Any
) -> Statistics:
    rows = np.asarray(statistics(*columns, **_accepted(statistics, options)))
    rows = rows if weights is None else rows * weights[:, None]
    extra = {} if weights is None else {"sample_weight": weights}
    final = _accepted(from_statistics, options)
    return Statistics(lambda: metric(*columns, **extra), rows, lambda totals: from_statistics(totals, **final))


def _statistics_of(function: Metric) -> tuple[Any, Any]:
    """X_statistics and X_from_statistics beside a metric called X or corpus_X, if its module has them."""
    module, name = sys.modules[function.__module__], getattr(function, "__name__", "").removeprefix("corpus_")
    return getattr(module, f"{name}_statistics", None), getattr(module, f"{name}_from_statistics", None)


def _has_center(metric: Metric) -> bool:
    """Whether the statistics of a metric are moments around a centre."""
    return "center" in inspect.signature(_statistics_of(matrices.unwrapped(metric)[0])[0]).parameters


def _of_weights(function: Metric) -> Any:
    """X_by_weights beside a metric called X, if its module has it: makes a function of the examples' weights."""
    return getattr(sys.modules[function.__module__], f"{getattr(function, '__name__', '')}_by_weights", None)


def _adds_up_over(function: Metric, n: int) -> bool:
    """Whether a metric of n samples has statistics of those very samples, not of a corpus that they are a part of."""
    statistics, _ = _statistics_of(function)
    return statistics is not None and _parameters(statistics)[:n] == _parameters(function)[:n]


def _parameters(function: Metric) -> list[str]:
    return list(inspect.signature(function).parameters)


def _accepted(function: Metric, options: dict[str, Any]) -> dict[str, Any]:
    parameters = inspect.signature(function).parameters
    return {name: value for name, value in options.items() if name in parameters}


def _takes_matrix(metric: Metric) -> bool:
    """Whether `metric` is a function of a confusion matrix: its first parameter is called cm."""
    try:
        return list(inspect.signature(metric).parameters)[:1] == ["cm"]
    except ValueError:  # some built-in functions have no signature
        return False


def _sums(weights: Array, rows: Array) -> Array:
    """``weights @ rows``, but a row of weight 0 adds nothing, not even nan or inf."""
    sums = weights @ np.where(np.isfinite(rows), rows, 0.0)
    for odd in (np.inf, -np.inf, np.nan):
        there = np.isnan(rows) if np.isnan(odd) else rows == odd
        with np.errstate(invalid="ignore"):  # inf - inf
            sums += np.where(weights @ there > 0, odd, 0.0)
    return sums


def _kinds(*columns: Array) -> Array:
    """Numbers that are equal exactly where all columns are."""
    kinds = np.zeros(len(columns[0]), dtype=np.intp)
    for column in columns:
        codes, distinct = pd.factorize(column, use_na_sentinel=False)
        kinds, _ = pd.factorize(kinds * len(distinct) + codes)
    return kinds


def _positional(sample: Any, name: str) -> Any:
    """Arrays, Series and lists of numbers as arrays; anything else (texts, say) as a list."""
    if isinstance(sample, str) or not hasattr(sample, "__len__"):
        raise TypeError(f"{name} must be a sequence with one entry per example, got {sample!r}")
    if len(sample) == 0:
        raise ValueError(f"{name} is empty: at least one example is needed")
    if hasattr(sample, "__array__"):  # arrays, Series, DataFrames
        return np.asarray(sample)
    if isinstance(sample, list | tuple) and all(isinstance(v, int | float | np.number | np.bool_) for v in sample):
        return np.asarray(sample)
    return list(sample)
