"""The engine under `bootstrap`: resample what a score is computed from, in bounded memory."""

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from . import _arguments, _labels, _matrices

CELLS_AT_ONCE = 2**20  # entries of resampled matrices held in memory

Scores = tuple[Any, NDArray[np.float64]]


def takes_matrix(metric: Callable[..., Any]) -> bool:
    """Whether `metric` is a function of a confusion matrix: its first parameter is called cm."""
    try:
        parameters = list(inspect.signature(metric).parameters)
    except ValueError:  # some built-in functions have no signature
        return False
    return parameters[:1] == ["cm"]


def of_matrix(
    metric: Callable[..., Any], samples: tuple[Any, ...], n_resamples: int, sample_weight: Any, rng: np.random.Generator
) -> Scores:
    """Score and resampled scores of a function of the confusion matrix of the two `samples`.

    Examples in one cell are alike, so a resample of n examples is one multinomial draw over the cells: its cost
    does not depend on n. The package's own metrics score a block of matrices at once, other functions one by one.
    """
    if len(samples) != 2:
        raise TypeError(f"a metric of a confusion matrix takes two samples, y_true and y_pred; got {len(samples)}")
    true, pred, labels = _labels.encode(*samples)
    codes = true * len(labels) + pred
    weights = None if sample_weight is None else _arguments.weights(sample_weight, len(codes))
    k = len(labels)

    def score(cells: NDArray[Any]) -> NDArray[Any]:
        if _of_this_package(metric):
            return np.asarray(metric(_matrices.Stack(cells, labels)))
        return np.array([np.asarray(metric(_matrices.frame(each, labels))) for each in cells])

    estimate = metric(_matrices.frame(np.bincount(codes, weights, minlength=k * k).reshape(k, k), labels))
    draws = _counted_cells(codes, k, rng) if weights is None else _weighted_cells(codes, weights, k, rng)
    block = max(1, CELLS_AT_ONCE // (k * k))
    sizes = [min(block, n_resamples - done) for done in range(0, n_resamples, block)]
    return estimate, np.concatenate([score(draws(size)) for size in sizes]).astype(np.float64)


def _counted_cells(codes: NDArray[Any], k: int, rng: np.random.Generator) -> Callable[[int], NDArray[Any]]:
    counts = np.bincount(codes, minlength=k * k)
    filled = np.flatnonzero(counts)

    def draw(size: int) -> NDArray[Any]:
        cells = np.zeros((size, k * k), dtype=np.intp)
        cells[:, filled] = rng.multinomial(len(codes), counts[filled] / len(codes), size=size)
        return cells.reshape(size, k, k)

    return draw


def _weighted_cells(
    codes: NDArray[Any], weights: NDArray[Any], k: int, rng: np.random.Generator
) -> Callable[[int], NDArray[Any]]:
    def draw(size: int) -> NDArray[Any]:
        positions = (rng.integers(len(codes), size=len(codes)) for _ in range(size))
        return np.array([np.bincount(codes[p], weights[p], minlength=k * k) for p in positions]).reshape(size, k, k)

    return draw


def of_examples(
    metric: Callable[..., Any], samples: tuple[Any, ...], n_resamples: int, sample_weight: Any, rng: np.random.Generator
) -> Scores:
    """Score and resampled scores of any function of the samples, one call per resample."""
    if not samples:
        raise TypeError("bootstrap needs at least one sample after the metric")
    samples = tuple(_positional(sample, f"sample {i}") for i, sample in enumerate(samples, 1))
    _arguments.same_length(**{f"sample {i}": sample for i, sample in enumerate(samples, 1)})
    n = len(samples[0])
    weights = None if sample_weight is None else _arguments.weights(sample_weight, n)

    def score(positions: NDArray[np.intp]) -> Any:
        chosen = [s[positions] if isinstance(s, np.ndarray) else [s[i] for i in positions] for s in samples]
        return metric(*chosen) if weights is None else metric(*chosen, sample_weight=weights[positions])

    estimate = score(np.arange(n))
    resamples: Iterator[Any] = (score(rng.integers(n, size=n)) for _ in range(n_resamples))
    return estimate, np.array([np.asarray(value) for value in resamples], dtype=np.float64)


def quantile(replicates: NDArray[np.float64], q: float) -> Any:
    """Quantile along the first axis, linear between neighbours; unlike NumPy's it can be infinite."""
    lower, higher = (np.quantile(replicates, q, axis=0, method=side) for side in ("lower", "higher"))
    with np.errstate(invalid="ignore"):
        between = lower + (higher - lower) * ((len(replicates) - 1) * q % 1)
    return np.where(np.isinf(lower), lower, between)


def shaped_like(estimate: Any, values: NDArray[np.float64]) -> Any:
    """`values` in the form of `estimate`: a Series or DataFrame with its labels, a number for a number."""
    if isinstance(estimate, pd.Series):
        return pd.Series(values, index=estimate.index)
    if isinstance(estimate, pd.DataFrame):
        return pd.DataFrame(values, index=estimate.index, columns=estimate.columns)
    return float(values) if np.ndim(values) == 0 else values


def _positional(sample: Any, name: str) -> Any:
    """Arrays, Series and lists of numbers as arrays; anything else (texts, say) as a list."""
    if isinstance(sample, str) or not hasattr(sample, "__len__"):
        raise TypeError(f"{name} must be a sequence with one entry per example, got {sample!r}")
    if len(sample) == 0:
        raise ValueError(f"{name} is empty: at least one example is needed")
    if isinstance(sample, np.ndarray | pd.Series):
        return np.asarray(sample)
    if isinstance(sample, list | tuple) and all(isinstance(v, int | float | np.number | np.bool_) for v in sample):
        return np.asarray(sample)
    return list(sample)


def _of_this_package(metric: Any) -> bool:
    while hasattr(metric, "func"):  # functools.partial
        metric = metric.func
    return str(getattr(metric, "__module__", "")).partition(".")[0] == __package__
