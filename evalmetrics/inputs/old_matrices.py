"""Shared ground of every metric that is read from a confusion matrix."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from . import arguments

Counts = NDArray[Any]


@dataclass(frozen=True)
class Stack:
    """Many matrices over the same labels, cells of shape (..., k, k).

    The metrics take one in place of a DataFrame and then return arrays: a bootstrap evaluates a thousand resampled
    matrices in one call.
    """

    cells: Counts
    labels: pd.Index


class Outcomes(NamedTuple):
    """Per class, its cells of the class-versus-rest table: four arrays of shape (..., k)."""

    tp: Counts
    fn: Counts
    fp: Counts
    tn: Counts


def frame(cells: Counts, labels: Any) -> pd.DataFrame:
    """A confusion matrix as the book shows it: rows observed, columns predicted."""
    labels = pd.Index(labels)
    return pd.DataFrame(cells, index=labels.rename("observed"), columns=labels.rename("predicted"))


def cells_of(cm: Any) -> Counts:
    """The checked counts of a confusion matrix, shape (k, k)."""
    if isinstance(cm, Stack):
        return cm.cells
    if not isinstance(cm, pd.DataFrame):
        raise TypeError(
            f"cm must be a DataFrame with rows observed and columns predicted, got {type(cm).__name__}: "
            "make one with confusion_matrix(y_true, y_pred)"
        )
    rows, columns = cm.shape
    if rows != columns or rows == 0:
        raise ValueError(f"cm must be square, one row and one column per class, got shape {cm.shape}")
    if not cm.index.is_unique or not cm.index.equals(cm.columns):
        raise ValueError(
            "cm must list the same labels, each once and in the same order, in rows and columns: "
            f"got rows {list(cm.index)} and columns {list(cm.columns)}"
        )
    cells = cm.to_numpy()  # NumPy itself takes twenty times as long to read a DataFrame
    cells = arguments.read(cm if cells.dtype == object else cells, "cm")
    if cells.dtype.kind not in "iuf":
        raise TypeError(f"cm must hold counts, got dtype {cells.dtype}")
    if not (cells.min() >= 0 and cells.max() < np.inf):
        raise ValueError(f"cm must hold finite counts of at least 0, got values from {cells.min()} to {cells.max()}")
    return cells


def outcomes(cm: Any) -> Outcomes:
    """True positives, false negatives, false positives and true negatives of every class against the rest."""
    cells = cells_of(cm)
    tp = np.diagonal(cells, axis1=-2, axis2=-1)
    fn, fp = cells.sum(axis=-1) - tp, cells.sum(axis=-2) - tp
    tn = cells.sum(axis=(-2, -1))[..., None] - tp - fn - fp
    if cells.dtype.kind == "f":  # where weights cancel, what is left is a rounding error and not an example
        least = 1e-14 * cells.sum(axis=(-2, -1))[..., None]
        fn, fp, tn = (np.where(counts > least, counts, 0.0) for counts in (fn, fp, tn))
    return Outcomes(tp, fn, fp, tn)


def ratio(numerator: Any, denominator: Any, zero_division: float = np.nan) -> Any:
    """Quotient of two counts, with `zero_division` for 0/0 and inf for anything else over 0."""
    undefined = arguments.real(zero_division, "zero_division")
    numerator, denominator = np.asarray(numerator), np.asarray(denominator)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where((numerator == 0) & (denominator == 0), undefined, numerator / denominator)


def per_class(cm: Any, values: Any) -> pd.Series:
    """One value per class: a Series named by the labels of a DataFrame, the bare array for a `Stack`."""
    return values if isinstance(cm, Stack) else pd.Series(values, index=cm.index.rename(None), copy=False)


def whole(cm: Any, value: Any) -> float:
    """One value for the whole matrix: a float for a DataFrame, the bare array for a `Stack`."""
    return value if isinstance(cm, Stack) else float(value)


def scores(metric: Callable[..., Any], cells: Counts, labels: pd.Index) -> NDArray[np.float64]:
    """Scores of matrices (m, k, k): the package's own metrics see them all at once, others one after the other."""
    if is_ours(metric):
        return np.asarray(metric(Stack(cells, labels)), dtype=np.float64)
    return np.array([np.asarray(metric(frame(each, labels))) for each in cells], dtype=np.float64)


def is_ours(metric: Any) -> bool:
    """Whether `metric`, or what it is a functools.partial of, comes with this package."""
    metric, _ = unwrapped(metric)
    home = str(getattr(metric, "__module__", ""))
    named = getattr(sys.modules.get(home), getattr(metric, "__name__", ""), None)
    return home.partition(".")[0] == "evalmetrics" and named is metric  # functools.wraps copies names, not functions


def unwrapped(metric: Any) -> tuple[Any, dict[str, Any]]:
    """The function inside functools.partial and the options that it was given."""
    options: dict[str, Any] = {}
    while isinstance(metric, partial):
        metric, options = metric.func, {**metric.keywords, **options}
    return metric, options
