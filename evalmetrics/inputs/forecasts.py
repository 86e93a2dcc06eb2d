"""Shared ground of the scores of probabilities: what counts as a forecast, and what it gave to the truth."""

from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from . import arguments
from . import labels as _labels

Array = NDArray[Any]
Floats = NDArray[np.float64]


class Forecasts(NamedTuple):
    """Checked forecasts of n examples: position of the observed class, probabilities (n,) or (n, k), weights."""

    truth: Array
    prob: Floats
    weight: Floats

    def given_to_truth(self) -> Floats:
        """The probability that each example's observed class was given, shape (n,)."""
        if self.prob.ndim == 1:
            return np.where(self.truth == 1, self.prob, 1 - self.prob)
        chosen: Floats = self.prob[np.arange(len(self.truth)), self.truth]
        return chosen


def forecasts(y_true: Any, y_prob: Any, labels: Any = None, sample_weight: Any = None) -> Forecasts:
    """Truth, probabilities and weights of the same examples, checked; a vector is about the last of two labels."""
    values = _flags_as_integers(_labels._label_array(y_true, "y_true"))
    prob = probabilities(y_prob, "y_prob")
    arguments.same_length(y_true=values, y_prob=prob)
    codes = _positions(values, _classes(values, y_prob, prob, labels))
    weight = np.ones(len(codes)) if sample_weight is None else arguments.weights(sample_weight, len(codes))
    return Forecasts(codes, prob, weight)


def events(y_true: Any, y_prob: Any, labels: Any, sample_weight: Any, top_label: bool | None = None) -> Forecasts:
    """Forecasts of one event per example: of the last of two labels, or that the likeliest class is observed.

    `top_label` is None for a score that has no such option.
    """
    truth, prob, weight = forecasts(y_true, y_prob, labels, sample_weight)
    if not top_label:
        if prob.ndim == 2:
            instead = "" if top_label is None else ", or top_label=True to ask about the likeliest class of each row"
            raise ValueError(
                f"y_prob must hold one probability per example, got shape {prob.shape}: give the column of one class, "
                f"with y_true telling whether it was observed{instead}"
            )
        return Forecasts(truth, prob, weight)
    prob = prob if prob.ndim == 2 else np.column_stack([1 - prob, prob])
    return Forecasts(prob.argmax(axis=1) == truth, prob.max(axis=1), weight)


def class_counts(y_true: Any, sample_weight: Any = None) -> Array:
    """How often each observed label occurs, or how much it weighs."""
    values = _flags_as_integers(_labels._label_array(y_true, "y_true"))
    weight = None if sample_weight is None else arguments.weights(sample_weight, len(values))
    return np.bincount(_positions(values, _distinct(values)), weight)


def probabilities(values: Any, name: str, *, summing: bool = False) -> Array:
    """`values` as floats in [0, 1]: one per example, `summing` to 1 or not, or a row per example that does."""
    if isinstance(values, str) or not hasattr(values, "__len__"):
        raise TypeError(f"{name} must be a sequence of probabilities, got {values!r}")
    array = arguments.read(values, name, "have one number of columns")
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name} must hold probabilities, got dtype {array.dtype}")
    if array.ndim not in (1, 2) or array.size == 0:
        raise ValueError(f"{name} must be a non-empty vector or a matrix with a column per class, got {array.shape}")
    if not (array.min() >= 0 and array.max() <= 1):  # also where nan makes both comparisons false
        raise ValueError(f"{name} must hold probabilities from 0 to 1, got values from {array.min()} to {array.max()}")
    if summing or array.ndim == 2:
        _sums_to_one(np.atleast_2d(array), name)
    return array.astype(np.float64, copy=False)


def distributions(**named: Any) -> list[Array]:
    """Probability distributions of one shape: vectors that sum to 1, or matrices with a distribution per row."""
    arrays = {name: probabilities(values, name, summing=True) for name, values in named.items()}
    if len({array.shape for array in arrays.values()}) > 1:
        came = ", ".join(f"{name} has {array.shape}" for name, array in arrays.items())
        raise ValueError(f"{' and '.join(arrays)} must have the same shape, one probability per class: {came}")
    return list(arrays.values())


def bin_of(prob: Array, bins: Any) -> tuple[Array, Array]:
    """Number of the bin that each probability falls into, and the edges: equal widths, closed on the right."""
    k = arguments.whole_number(bins, "bins", least=1)
    edges = np.arange(k + 1) / k
    return np.maximum(np.searchsorted(edges, prob, side="left") - 1, 0), edges


def _flags_as_integers(values: Array) -> Array:
    """True and False as 1 and 0, so that they meet integers; anything else as it is."""
    return values.astype(np.intp) if values.dtype.kind == "b" else values


def _positions(values: Array, labels: pd.Index) -> Array:
    """Where each value stands in `labels`."""
    found = labels.get_indexer(pd.Index(values))
    if (found < 0).any():
        unlisted = _distinct(values[found < 0]).to_list()
        raise ValueError(f"y_true holds {unlisted}, missing from the classes {labels.to_list()} of y_prob")
    return np.asarray(found, dtype=np.intp)


def _distinct(values: Array) -> pd.Index:
    """The different labels among `values`, sorted."""
    codes, labels = pd.factorize(values)
    if (codes < 0).any():
        raise ValueError("y_true holds missing values (None or nan): every example needs a label")
    try:
        ordered: pd.Index = pd.Index(np.sort(labels)).infer_objects()
        return ordered
    except TypeError:
        kinds = sorted({type(label).__name__ for label in labels})
        raise TypeError(f"y_true mixes labels that cannot be ordered ({', '.join(kinds)}): use one type") from None


def _sums_to_one(rows: Array, name: str) -> None:
    sums = rows.sum(axis=1, dtype=np.float64)
    precision = np.finfo(rows.dtype).eps if rows.dtype.kind == "f" else 0.0
    off = np.abs(sums - 1)
    if off.max() > max(1e-6, np.sqrt(precision)):
        i = int(off.argmax())
        where = f"row {i} of {name}" if len(rows) > 1 else name
        raise ValueError(f"{where} must sum to 1, got {sums[i]:.6g}: divide by the sum if these are counts or weights")


def _classes(values: Array, y_prob: Any, prob: Array, labels: Any) -> pd.Index:
    """What the columns of `y_prob` stand for: `labels`, a DataFrame's columns, or the observed labels, sorted."""
    k = 2 if prob.ndim == 1 else prob.shape[1]
    named = _labels.of_columns(y_prob, labels)
    classes: pd.Index
    if named is not None:
        classes = pd.Index(_flags_as_integers(named.to_numpy()))
    elif isinstance(y_prob, pd.DataFrame):
        classes = y_prob.columns
    else:
        classes = _distinct(values)
        if k == 2 and classes.isin([0, 1]).all():
            classes = pd.Index([0, 1])
    if len(classes) != k:
        came = f"y_prob has {k} columns" if prob.ndim == 2 else "y_prob is a vector, for two classes"
        raise ValueError(
            f"{came}, but the classes are {list(classes)}: name one class per column, in order, with labels="
        )
    return classes
