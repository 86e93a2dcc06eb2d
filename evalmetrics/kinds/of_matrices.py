"""Metrics of a confusion matrix: of its cells, of each class against the rest, of what other metrics say of a class."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd

from ..inputs import arguments, matrices
from ..inputs.options import Parameter, counts_of, data_of
from .base import Array, Function, Kind, Options, kind_of, unwrapped
from .total import Total


class OfMatrix(Kind):
    """A score of a whole matrix, of float counts of shape (k, k, ...): rows observed, columns predicted."""

    of_samples: tuple[str, ...] = ("labels", "sample_weight")  # options that a matrix has no use for
    own: Options = MappingProxyType({"labels": None, "sample_weight": None, "zero_division": np.nan})
    described_by = (matrices.encoded,)

    def __init__(
        self,
        definition: Function,
        *,
        samples: Sequence[str] = ("y_true", "y_pred"),
        parts: Sequence[Function] = (),
        **how: Any,
    ) -> None:
        if type(self) is OfMatrix and len(data_of(definition)) != 1:
            raise TypeError(
                f"{definition.__name__} must take the cells of a matrix and options only; it takes "
                f"{', '.join(data_of(definition)) or 'nothing'}: give an option a default, or let it be given by name"
            )
        super().__init__(definition, samples, parts, **how)

    def data(self) -> list[Parameter]:
        """A matrix can stand for both samples."""
        first, second = super().data()
        return [first, second.replace(default=None)]

    def bind(self, data: tuple[Any, ...], given: Options) -> tuple[tuple[Any, ...], Options]:
        """Samples and all options of a call."""
        if data and isinstance(data[0], pd.DataFrame):
            second: Any = data[1] if len(data) > 1 else given.get(self.samples[1])
            if np.ndim(second) and len(second) == len(data[0]):
                raise TypeError(
                    f"{self.name}() takes {' and '.join(self.samples)}, or a confusion matrix in place of both, "
                    f"got {arguments.shown(data[0])} and another sample: of a table, give a column"
                )
            data = (data[0], None, *data[1:])
        return super().bind(data, given)

    def counted(self, data: tuple[Any, ...], options: Options) -> tuple[Array, pd.Index]:
        """Cells and labels: of the two samples, or of the matrix that came in their place."""
        first, second = data
        if second is not None:
            true, pred, labels = self.codes(first, second, options)
            return matrices.counted(true, pred, len(labels), options["sample_weight"]), labels
        if not isinstance(first, pd.DataFrame):
            raise TypeError(
                f"{self.name}() takes {' and '.join(self.samples)}, or a confusion matrix, which is a DataFrame with "
                f"rows observed and columns predicted; got {arguments.shown(first)} alone"
            )
        if wrong := [name for name in self.of_samples if options[name] is not None]:
            raise TypeError(f"{self.name}() of a matrix takes no {' and no '.join(wrong)}: it has counted already")
        return matrices.read(first), first.index

    def codes(self, first: Any, second: Any, options: Options) -> tuple[Array, Array, pd.Index]:
        """Both samples as positions in the labels, and the labels."""
        return matrices.encoded(first, second, labels=options["labels"])

    def values(self, cells: Array, labels: pd.Index, options: Options) -> Array:
        """Scores of matrices of shape (k, k, ...)."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(self.finished(self.defined(cells, labels, options), options["zero_division"]))

    def defined(self, cells: Array, labels: pd.Index, options: Options) -> Any:
        """The definition, of the counts that it takes."""
        return self.definition(cells.astype(np.float64, copy=False), **self.picked(self.definition, options))

    def shaped(self, values: Array, labels: pd.Index, options: Options) -> Any:
        """The value of one matrix as a call returns it."""
        return float(values)

    def __call__(self, *data: Any, **given: Any) -> Any:
        """The score of a matrix, or of the samples that it counts."""
        data, options = self.bind(data, given)
        cells, labels = self.counted(data, options)
        return self.shaped(self.values(cells, labels, options), labels, options)

    def statistics(self, *data: Any, **given: Any) -> pd.DataFrame:
        """The matrix of the samples."""
        data, options = self.bind(data, given)
        return matrices.frame(*self.counted(data, options))

    def total(self, *data: Any, **given: Any) -> Total:
        """The matrix in whole numbers, or in Fractions where examples have weights."""
        data, options = self.bind(data, given)
        cells, labels = self.counted(data, options)
        if cells.dtype.kind == "f":
            cells = _exact(cells, data, labels, options["sample_weight"])
        context = {} if options["labels"] is None else {"labels": tuple(options["labels"])}
        return Total(self.name, context, matrices.frame(cells, labels))

    def score(self, total: Any, **given: Any) -> Any:
        """The score of a total, or of a matrix."""
        matrix, options = self.counted_in(total), self.settled(given)
        cells = matrices.read(matrix) if matrix is total else matrix.to_numpy().astype(np.float64)
        return self.shaped(self.values(cells, matrix.index, options), matrix.index, options)


def _exact(cells: Array, data: tuple[Any, ...], labels: pd.Index, weights: Any) -> Array:
    """Cells as Fractions, the weights of the examples added up without rounding."""
    exact: Array = np.full(cells.shape, Fraction(), dtype=object)
    if data[1] is None:
        return np.vectorize(Fraction, otypes=[object])(cells)
    places = (labels.get_indexer(pd.Index(side)) for side in data)
    for true, pred, weight in zip(*places, weights, strict=True):
        exact[true, pred] += Fraction(float(weight))
    return exact


class OfClasses(OfMatrix):
    """A score of each class, of the counts that its definition names: tp, fn, fp, tn, observed, predicted, examples.

    `once_defined` is the form that the definition has where `zero_division` is a number. A definition that returns
    several values for a class, along the second axis, names them in `columns`.
    """

    own: Options = MappingProxyType({"labels": None, "pos_label": None, "sample_weight": None, "zero_division": np.nan})
    form = "Series of k floats, one for each class; a float with `pos_label`"

    def __init__(
        self, definition: Function, *, once_defined: Function | None = None, columns: Sequence[str] = (), **how: Any
    ) -> None:
        self.once_defined, self.columns = once_defined or definition, list(columns)
        self.counts = counts_of(definition, matrices.COUNTS, "the counts of a class are")
        if data_of(self.once_defined) != self.counts:
            raise TypeError(f"{self.once_defined.__name__} must take what {definition.__name__} takes: {self.counts}")
        super().__init__(definition, parts=[once_defined] if once_defined else [], **how)

    def defined(self, cells: Array, labels: pd.Index, options: Options) -> Any:
        """The definition, of the counts of each class."""
        undefined = options["zero_division"]
        form = self.definition if undefined != undefined else self.once_defined
        values = form(*self.taken(cells, labels, options), **self.picked(form, options))
        wanted = options.get("pos_label")
        return values if wanted is None else values[matrices.position(wanted, labels, "pos_label")]

    def taken(self, cells: Array, labels: pd.Index, options: Options) -> list[Array]:
        """The counts that the definition takes, of shape (k, ...)."""
        classes = matrices.Classes(cells)
        return [getattr(classes, name) for name in self.counts]

    def shaped(self, values: Array, labels: pd.Index, options: Options) -> Any:
        """A value for each class, by its label; that of `pos_label` as a float."""
        names = labels.rename(None)
        if self.columns:
            whole = options["pos_label"] is None
            return pd.DataFrame(values, names, self.columns) if whole else pd.Series(values, self.columns)
        return pd.Series(values, index=names, copy=False) if options["pos_label"] is None else float(values)


class OfAddedClasses(OfClasses):
    """A score of the counts of all classes, or of those in `labels`, added up: add, then divide."""

    own = OfMatrix.own
    form = "float"
    of_samples = ("sample_weight",)

    def codes(self, first: Any, second: Any, options: Options) -> tuple[Array, Array, pd.Index]:
        """Both samples as positions in all labels, whichever are added up."""
        return matrices.encoded(first, second)

    def taken(self, cells: Array, labels: pd.Index, options: Options) -> list[Array]:
        """The counts that the definition takes, of shape (...)."""
        chosen = slice(None) if options["labels"] is None else matrices.positions(options["labels"], labels)
        return [counts[chosen].sum(axis=0) for counts in super().taken(cells, labels, options)]

    def shaped(self, values: Array, labels: pd.Index, options: Options) -> float:
        """The value of one matrix as a call returns it."""
        return float(values)


class OfValues(OfMatrix):
    """A score of what other metrics say of each class: divide, then add. Counts of the classes may follow."""

    def __init__(self, definition: Function, metrics: Sequence[Any], **how: Any) -> None:
        self.inner: list[tuple[OfClasses, Options]] = []
        for metric in metrics:
            kind = kind_of(metric)
            if not isinstance(kind, OfClasses):
                raise TypeError(f"of_values takes metrics that were made with of_classes, got {metric!r}")
            self.inner.append((kind, unwrapped(metric)[1]))
        taken = data_of(definition)
        if len(taken) < len(metrics) or not set(taken[len(metrics) :]) <= set(matrices.COUNTS):
            raise TypeError(
                f"{definition.__name__} must take the values of {len(metrics)} metrics, then counts of the classes "
                f"({', '.join(matrices.COUNTS)}); it takes {', '.join(taken) or 'nothing'}"
            )
        self.counts = taken[len(metrics) :]
        super().__init__(definition, parts=[f for kind, _ in self.inner for f in kind.takes], **how)

    def defined(self, cells: Array, labels: pd.Index, options: Options) -> Any:
        """The definition, of the values and counts of each class."""
        values = [kind.values(cells, labels, {**options, **given}) for kind, given in self.inner]
        classes = matrices.Classes(cells)
        counts = [getattr(classes, name) for name in self.counts]
        return self.definition(*values, *counts, **self.picked(self.definition, options))
