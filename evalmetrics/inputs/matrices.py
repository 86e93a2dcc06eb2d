"""Confusion matrices: read, checked, counted from labels, and seen as each class against the rest."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import arguments
from . import labels as _labels
from .arguments import Array, several, shown
from .later import pd

OBSERVED = {"observed", "actual", "true", "truth", "y_true"}  # what people call the two axes
PREDICTED = {"predicted", "prediction", "predictions", "pred", "y_pred"}
SUMS = {"all", "sum", "total"}  # what people call a margin
COUNTS = ("tp", "fn", "fp", "tn", "observed", "predicted", "examples")  # of each class against the rest
LARGEST = 2**28  # cells of a matrix that is made at all: two gigabytes
ROUNDING = 1e-14  # of all weight: what weights leave of an empty count where they cancel


def frame(cells: Array, labels: Any) -> pd.DataFrame:
    """A confusion matrix as the book shows it: rows observed, columns predicted."""
    index = labels if isinstance(labels, pd.Index) else pd.Index(labels)
    return pd.DataFrame(cells, named(index, "observed"), named(index, "predicted"), copy=False)


def named(index: pd.Index, name: str | None) -> pd.Index:
    """An index of another name, which is known to have the same labels."""
    view = index.view()
    view.name = name
    return view


def counted(true: Array, pred: Array, k: int, sample_weight: Any = None) -> Array:
    """How often each code met each, shape (k, k)."""
    if k * k > LARGEST:
        raise ValueError(
            f"{k:,} labels make a matrix of {k * k:,} cells, which do not fit into memory: metrics that need counts of "
            "each class alone, and accuracy, kappa and the correlation, take the two samples; or use fewer labels"
        )
    weights = None if sample_weight is None else arguments.weights(sample_weight, len(true))
    return np.bincount(true * k + pred, weights, minlength=k * k).reshape(k, k)


def read(cm: Any) -> Array:
    """The checked counts of a confusion matrix, shape (k, k)."""
    if not isinstance(cm, pd.DataFrame):
        raise TypeError(
            f"cm must be a DataFrame with rows observed and columns predicted, got {shown(cm)}: "
            "make one with confusion_matrix(y_true, y_pred)"
        )
    cells = cm.to_numpy()  # NumPy itself takes twenty times as long to read a DataFrame
    if cells.shape[0] != cells.shape[1] or not cells.size:
        raise ValueError(f"cm must be square, one row and one column per class, got shape {cm.shape}")
    if not (cm.index.equals(cm.columns) and cm.index.is_unique):
        raise ValueError(
            "cm must list the same labels, each once and in the same order, in rows and columns: "
            f"got rows {several(cm.index)} and columns {several(cm.columns)}"
        )
    if cm.index.name != "observed" and (
        str(cm.index.name).lower() in PREDICTED or str(cm.columns.name).lower() in OBSERVED
    ):
        raise ValueError(
            f"cm must have rows observed and columns predicted, but its rows are named {shown(cm.index.name)} and its "
            f"columns {shown(cm.columns.name)}: transpose it with cm.T, or rename the axes with cm.rename_axis(...)"
        )
    cells = arguments.read(cm, "cm") if cells.dtype.kind == "O" else cells
    if cells.dtype.kind not in "iuf":
        raise TypeError(f"cm must hold counts, got dtype {cells.dtype}")
    if not (cells.min() >= 0 and (cells.dtype.kind != "f" or cells.max() < np.inf)):
        raise ValueError(f"cm must hold finite counts of at least 0, got values from {cells.min()} to {cells.max()}")
    rows, last = len(cells), str(cm.index[-1]).lower()
    if rows > 2 and last in SUMS and all((c[-1] == c[:-1].sum(axis=0)).all() for c in (cells, cells.T)):
        raise ValueError(f"cm has sums in its last row and column, {cm.index[-1]!r}: give cm.iloc[:-1, :-1]")
    if cells.dtype.kind == "f" and rows > 1 and (cells % 1).any() and any(np.allclose(cells.sum(i), 1) for i in (0, 1)):
        raise ValueError("cm holds shares, which sum to 1 in each row or column: give the counts")
    return cells


def encoded(y_true: Any, y_pred: Any, *, labels: Any = None) -> tuple[Array, Array, pd.Index]:
    """(codes of y_true, codes of y_pred, labels): a code is a position in the labels.

    y_true, y_pred : sequences of n labels (strings, integers or booleans)
        What was observed and what was predicted, example by example. Or, in place of both, a confusion matrix: a
        DataFrame of shape (k, k) with rows observed and columns predicted.
    labels : sequence of k labels, optional
        The classes in the order to show them; by default all that occur, sorted.
        May name classes that never occur, must name all that do.

    ValueError
        Scores in place of labels; a label missing from `labels`; a matrix whose rows and columns differ, or whose axes
        are named the other way round.
    """
    return _labels.encode(y_true, y_pred, labels)


def added(one: pd.DataFrame, other: pd.DataFrame) -> pd.DataFrame:
    """Two matrices added up, over the labels of both."""
    if one.index.equals(other.index):
        return one + other
    arguments.of_one_type(**{"labels of one part": list(one.index), "labels of another": list(other.index)})
    labels = one.index.astype(object).union(other.index.astype(object)).infer_objects()
    first, second = (m.reindex(index=labels, columns=labels, fill_value=0).to_numpy() for m in (one, other))
    return frame(first + second, labels)


def position(label: Any, labels: pd.Index, name: str, advice: str = "") -> int:
    """Where a label stands among those of a matrix; messages call it `name` and end with `advice`."""
    if np.ndim(label) != 0:
        raise TypeError(f"{name} must be one label, got {shown(label)}")
    if label not in labels:
        raise ValueError(f"{name} must be a label of the matrix, one of {several(labels)}, got {shown(label)}{advice}")
    return int(labels.get_loc(label))  # type: ignore[arg-type]  # each label stands there once


def positions(chosen: Any, labels: pd.Index) -> Array:
    """Where some labels stand among those of a matrix."""
    wanted = pd.Index(arguments.one_dimensional(chosen, "labels", per="class"))
    found = labels.get_indexer(wanted)
    if (found < 0).any() or not wanted.is_unique:
        came = several(wanted)
        raise ValueError(f"labels must be among the labels of the matrix, {several(labels)}, each once; got {came}")
    return np.asarray(found)


def of_sets(true: Array, pred: Array, sample_weight: Any = None) -> Array:
    """What is added up where examples have several labels, shape (n, 3 k + 1).

    For each label whether it was observed and predicted, observed, predicted; and 1 for the example; times its weight.
    """
    rows = np.concatenate([true & pred, true, pred, np.ones((len(true), 1), dtype=bool)], axis=1)
    return rows if sample_weight is None else rows * arguments.weights(sample_weight, len(true))[:, None]


def classes(counts: Array, k: int) -> Classes:
    """Each class against the rest: of cells of shape (k, k, ...), or of what `of_sets` adds up."""
    return Classes(counts) if counts.shape[0] == k else OfSets(counts)


class Classes:
    """The counts of each class against the rest, of shape (k, ...).

    `tp` are of the class and predicted to be, `observed` all of the class, `predicted` all predicted to be in it.
    """

    def __init__(self, cells: Array | Pairs) -> None:
        self.weighted = cells.dtype.kind == "f"
        if isinstance(cells, Pairs):
            self.tp = cells.diagonal()
        else:
            cells = cells.astype(np.float64, copy=False)
            self.tp = cells.diagonal() if cells.ndim == 2 else np.einsum("ii...->i...", cells)
        self.observed, self.predicted = cells.sum(axis=1), cells.sum(axis=0)

    @property
    def examples(self) -> Array:
        """All examples, the same for every class."""
        return np.broadcast_to(self.observed.sum(axis=0), self.observed.shape)

    @property
    def fn(self) -> Array:
        """Examples of the class that were predicted to be in another."""
        return self._left(self.observed - self.tp)

    @property
    def fp(self) -> Array:
        """Examples of another class that were predicted to be in this one."""
        return self._left(self.predicted - self.tp)

    @property
    def tn(self) -> Array:
        """Examples of other classes that were predicted to be in others."""
        return self._left(self.examples - self.observed - self.predicted + self.tp)

    def _left(self, counts: Array) -> Array:
        """Where weights cancel, what is left is a rounding error and not an example."""
        return np.where(counts > ROUNDING * self.examples, counts, 0.0) if self.weighted else counts


class OfSets(Classes):
    """The counts of each label, of examples that have several; of shape (k, ...)."""

    def __init__(self, sums: Array) -> None:
        self.weighted = sums.dtype.kind == "f"
        sums = sums.astype(np.float64, copy=False)
        self.tp, self.observed, self.predicted = np.split(sums[:-1], 3)
        self.n = sums[-1]

    @property
    def examples(self) -> Array:
        """All examples, the same for every label."""
        return np.broadcast_to(self.n, self.observed.shape)


class Pairs:
    """A confusion matrix of shape (k, k) of which nothing but the examples is kept: for many more cells than examples.

    It has the sums that most scores are made of; a function that asks for its cells gets a TypeError.
    """

    def __init__(self, true: Array, pred: Array, counts: Array | None, k: int) -> None:
        self.true, self.pred, self.counts, self.shape = true, pred, counts, (k, k)
        self.dtype = np.dtype(np.intp) if counts is None else counts.dtype

    def __add__(self, other: Pairs) -> Pairs:
        true, pred, counts = map(np.concatenate, zip(self._columns(), other._columns(), strict=True))
        return Pairs(true, pred, counts, self.shape[0])

    def _columns(self) -> tuple[Array, Array, Array]:
        return self.true, self.pred, np.ones(len(self.true)) if self.counts is None else self.counts

    def in_powers_of_two(self) -> Pairs:
        """The same with weights in another unit; see `arguments.in_powers_of_two`."""
        if self.counts is None or self.counts.dtype.kind != "f":
            return self
        return Pairs(self.true, self.pred, arguments.in_powers_of_two(self.counts), self.shape[0])

    def sum(self, axis: Any) -> Any:
        """The counts of each observed label (1), of each predicted one (0), or of all examples (0, 1)."""
        if axis == (0, 1):
            return float(len(self.true) if self.counts is None else self.counts.sum())
        return np.bincount({0: self.pred, 1: self.true}[axis], self.counts, self.shape[0]).astype(np.float64)

    def diagonal(self) -> Array:
        """Of each label the examples that were predicted to have it."""
        right = self.true == self.pred
        counts = None if self.counts is None else self.counts[right]
        return np.bincount(self.true[right], counts, self.shape[0]).astype(np.float64)

    def trace(self) -> Any:
        """All examples that were predicted right."""
        return self.diagonal().sum()

    def __array__(self, *_: Any, **__: Any) -> Array:
        raise TypeError(f"this score needs all {self.shape[0] ** 2:,} cells of the matrix of {self.shape[0]:,} labels")
