"""Metrics of a confusion matrix: of its cells, of each class against the rest, of what other metrics say of a class."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np

from ..fast.sums import as_float, exact_sum
from ..inputs import arguments, label_sets, matrices
from ..inputs.labels import several_each
from ..inputs.later import of_pandas, pd
from .base import Array, Function, Kind, Options, kind_of, unwrapped
from .examples import Additive, number_kinds
from .signatures import Parameter, counts_of, data_of
from .total import Total

Codes: TypeAlias = "tuple[Array, Array, pd.Index]"
# A matrix of so many more cells than examples is slower to fill and to add up than the examples are to sum by label;
# one of a thousand labels is quick anyhow.
CELLS_AN_EXAMPLE, SMALL = 16, 2**20


def sparse(k: int, n: int) -> bool:
    """Whether n examples of k labels are better kept as pairs."""
    return k * k > SMALL + CELLS_AN_EXAMPLE * n


class OfMatrix(Kind):
    """A score of a whole matrix, of float counts of shape (k, k, ...): rows observed, columns predicted."""

    draws_samples = False
    also_named = ("cm",)
    only_with_samples: tuple[str, ...] = ("labels", "sample_weight")  # options that a matrix has no use for
    kind_options: Options = MappingProxyType({"sample_weight": None, "zero_division": np.nan})
    reads: Any = staticmethod(matrices.encoded)

    def __init__(
        self,
        definition: Function,
        parts: Sequence[Any] = (),
        *,
        inputs: Any = None,
        in_a_table: Any = None,
        checks: Any = None,
    ) -> None:
        inputs, self.in_a_table = inputs or self.reads, in_a_table
        self.check_definition(definition)
        super().__init__(definition, data_of(inputs), [*parts, in_a_table], inputs=inputs, checks=checks)
        self.counted_by = [inputs]

    def check_definition(self, definition: Function) -> tuple[str, ...]:
        """The names of what the definition takes; raises where a metric of this kind has none of such a name."""
        if len(data_of(definition)) != 1:
            raise TypeError(
                f"{definition.__name__} must take the cells of a matrix and options only; it takes "
                f"{', '.join(data_of(definition)) or 'nothing'}: give an option a default, or let it be given by name"
            )
        return data_of(definition)

    def parameters(self) -> list[Parameter]:
        first, second = super().parameters()
        return [first, second.replace(default=None)]  # a matrix can stand for both samples

    def bind(self, data: tuple[Any, ...], given: Options, *, to_count: bool = False) -> tuple[tuple[Any, ...], Options]:
        if data and of_pandas(data[0], "DataFrame"):
            if len(data) == 1 and not given and not self.required:
                return (data[0], None), self.defaults  # the usual case
            second: Any = data[1] if len(data) > 1 else given.get(self.samples[1])
            if several_each(second):
                return super().bind(data, given, to_count=to_count)
            if np.ndim(second) and len(second) == len(data[0]):
                raise TypeError(
                    f"{self.name}() takes {' and '.join(self.samples)}, or a confusion matrix in place of both, "
                    f"got {arguments.shown(data[0])} and another sample: of a table, give a column"
                )
            data = (data[0], None, *data[1:])
        return super().bind(data, given, to_count=to_count)

    def codes(self, data: Sequence[Any], options: Options) -> Codes:
        """Two arrays of positions in the labels, observed and predicted, and the labels.

        Of several labels an example, two matrices of booleans with a column per label.
        """
        return self.checked_samples(data, options)

    def counted(
        self, data: tuple[Any, ...], options: Options, *, exactly: bool = False, may_be_pairs: bool = False
    ) -> tuple[Any, pd.Index]:
        """Cells and labels: of the two samples, or of the matrix that came in their place.

        Of several labels an example, what `matrices.of_sets` says of each, added up.
        """
        first, second = data
        if second is not None:
            true, pred, labels = self.codes(data, options)
            if true.ndim == 2:
                rows = matrices.of_sets(true, pred, options["sample_weight"])
                return np.array([exact_sum(c) for c in rows.T]) if exactly else rows.sum(axis=0), labels
            if may_be_pairs and sparse(len(labels), len(true)):
                weight = options["sample_weight"]
                weights = None if weight is None else arguments.weights(weight, len(true))
                return matrices.Pairs(true, pred, weights, len(labels)), labels
            count = _count_exactly if exactly else matrices.counted
            return count(true, pred, len(labels), options["sample_weight"]), labels
        if not of_pandas(first, "DataFrame"):
            raise TypeError(
                f"{self.name}() takes {' and '.join(self.samples)}, or a confusion matrix, which is a DataFrame with "
                f"rows observed and columns predicted; got {arguments.shown(first)} alone"
            )
        if wrong := [name for name in self.only_with_samples if options.get(name) is not None]:
            raise TypeError(f"{self.name}() of a matrix takes no {' and no '.join(wrong)}: it has counted already")
        cells = matrices.read(first)
        if self.in_a_table is not None:
            self.in_a_table(first.index, **{name: options[name] for name in self.takes[self.in_a_table]})
        return (_exactly(cells) if exactly else cells), first.index

    def score_cells(self, cells: Any, labels: pd.Index, options: Options) -> Array:
        """Scores of matrices of shape (k, k, ...)."""
        if isinstance(cells, matrices.Pairs):
            cells = cells.in_powers_of_two()
        elif cells.dtype.kind == "f":
            cells = arguments.in_powers_of_two(cells)
        values = np.asarray(self.defined(cells, labels, options))
        expected = (*self.shape_of(labels, options), *cells.shape[1 + (cells.shape[0] == len(labels)) :])
        if values.shape != expected:
            raise TypeError(
                f"{self.name} must return {self.returned} of the matrix, shape {expected}; got shape {values.shape}"
            )
        return np.asarray(self.bounded(values, options["zero_division"]))

    returned = "one number"

    def shape_of(self, labels: pd.Index, options: Options) -> tuple[int, ...]:
        """The shape of the score of one matrix."""
        return ()

    def defined(self, cells: Any, labels: pd.Index, options: Options) -> Any:
        """What the definition returns for matrices of shape (k, k, ...)."""
        if isinstance(cells, matrices.Pairs):
            try:
                return self.called(self.definition, [cells], options)
            except (TypeError, AttributeError, IndexError):  # it asks for more than the sums
                cells = matrices.counted(cells.true, cells.pred, len(labels), cells.counts)
        return self.called(self.definition, [cells.astype(np.float64, copy=False)], options)

    def shaped(self, values: Array, labels: pd.Index, options: Options) -> Any:
        """The value of one matrix as a call returns it."""
        return float(values)

    def scored(self, data: tuple[Any, ...], options: Options) -> Any:
        cells, labels = self.counted(data, options, may_be_pairs=True)
        return self.shaped(self.score_cells(cells, labels, options), labels, options)

    def statistics(self, *data: Any, **given: Any) -> pd.DataFrame:
        data, options = self.bind(data, given, to_count=True)
        counts, labels = self.counted(data, options)
        if counts.ndim == 2:
            return matrices.frame(counts, labels)
        return pd.DataFrame({name: getattr(matrices.OfSets(counts), name) for name in matrices.COUNTS}, labels)

    def total(self, *data: Any, **given: Any) -> Total:
        data, options = self.bind(data, given, to_count=True)
        cells, labels = self.counted(data, options, exactly=True)
        kept = {name: value for name, value in options.items() if name in self.counting and name != "sample_weight"}
        n = round(float(cells.sum())) if data[1] is None else len(data[0])
        if cells.ndim == 1:
            return self.made_total(tuple(cells), {**kept, "labels": labels.tolist()}, n)
        if kept.get("labels") is not None:
            kept["labels"] = labels.tolist()
        return self.made_total(matrices.frame(cells, labels), kept, n)

    def score(self, total: Any, **given: Any) -> Any:
        matrix, options = self.counted_in(total), self.settled_to_score(given)
        if isinstance(matrix, tuple):  # of several labels an example
            labels, sums = pd.Index(total.context["labels"]), np.array([as_float(each) for each in matrix])
            return self.shaped(self.score_cells(sums, labels, options), labels, options)
        cells = matrices.read(matrix) if matrix is total else matrix.to_numpy().astype(np.float64)
        return self.shaped(self.score_cells(cells, matrix.index, options), matrix.index, options)

    def examples(self, systems: Sequence[Any], options: Options, weight: Any, *, exchanging: bool) -> list[Any]:
        codes = [self.codes(each, options) for each in systems]
        own = [cells_of(self, options, each, weight) for each in codes]
        if len(own) == 1 or (not exchanging and all(np.ndim(each.estimate()) == 0 for each in own)):
            return own
        union = codes[0][2].union(codes[1][2])  # what is compared class by class, or exchanged, needs the same classes
        codes = [self.checked_samples(each, {**options, "labels": union}) for each in systems]
        return [cells_of(self, options, each, weight) for each in codes]


def _exactly(cells: Array) -> Array:
    """Counts as Python's whole numbers, or as Fractions where there are weights: neither overflows or rounds."""
    if cells.dtype.kind != "f":
        return cells.astype(object)
    return np.array([exact_sum(cell) for cell in cells.reshape(-1, 1)], dtype=object).reshape(cells.shape)


def _count_exactly(true: Array, pred: Array, k: int, sample_weight: Any) -> Array:
    """The matrix of two samples of codes, the weights of the examples added up without rounding."""
    if sample_weight is None:
        return _exactly(matrices.counted(true, pred, k))
    weights, cells = arguments.weights(sample_weight, len(true)), true * k + pred
    order = np.argsort(cells, kind="stable")
    parts = np.split(weights[order], np.searchsorted(cells[order], np.arange(1, k * k)))
    return np.array([exact_sum(part) for part in parts], dtype=object).reshape(k, k)


class OfClasses(OfMatrix):
    """A score of each class; arguments are those of `metric.of_classes`.

    Several values for a class lie along the second axis of what the definition returns.
    """

    kind_options: Options = MappingProxyType({"pos_label": None, "sample_weight": None, "zero_division": np.nan})
    form = "Series of k floats, one for each class; a float with `pos_label`"
    returned = "a value for each class"
    reads = staticmethod(label_sets.classes_or_sets)

    def __init__(
        self, definition: Function, *, once_defined: Function | None = None, columns: Sequence[str] = (), **how: Any
    ) -> None:
        self.once_defined, self.columns = once_defined or definition, list(columns)
        super().__init__(definition, [once_defined], **how)
        self.scored_by = [definition, self.once_defined]
        self.counts = {form: self.check_definition(form) for form in self.scored_by}

    def check_definition(self, definition: Function) -> tuple[str, ...]:
        return counts_of(definition, matrices.COUNTS, "the counts of a class are")

    def shape_of(self, labels: pd.Index, options: Options) -> tuple[int, ...]:
        one_class = () if options["pos_label"] is not None else (len(labels),)
        return (*one_class, len(self.columns)) if self.columns else one_class

    def defined(self, cells: Array, labels: pd.Index, options: Options) -> Any:
        undefined, wanted = options["zero_division"], options.get("pos_label")
        form = self.definition if undefined != undefined else self.once_defined
        classes = matrices.classes(cells, len(labels))
        counts = [self.of_chosen(getattr(classes, name), labels, options) for name in self.counts[form]]
        values = np.asarray(self.called(form, counts, options))
        if wanted is None or values.shape[:1] != (len(labels),):
            return values
        advice = "; of samples, labels= may name one that never occurs"
        return values[matrices.position(wanted, labels, "pos_label", advice)]

    def of_chosen(self, counts: Array, labels: pd.Index, options: Options) -> Array:
        """The counts that the definition takes, of the counts of all classes, shape (k, ...)."""
        return counts

    def shaped(self, values: Array, labels: pd.Index, options: Options) -> Any:
        names = matrices.named(labels, None)
        if self.columns:
            every_class = options["pos_label"] is None
            return pd.DataFrame(values, names, self.columns) if every_class else pd.Series(values, self.columns)
        return pd.Series(values, index=names, copy=False) if options["pos_label"] is None else float(values)


class OfAddedClasses(OfClasses):
    """A score of the counts of all classes, or of those in `labels`, added up: add, then divide."""

    kind_options = OfMatrix.kind_options
    form = "float"
    returned = "one number"
    only_with_samples = ("sample_weight",)

    @property
    def scoring(self) -> set[str]:
        return {*super().scoring, "labels"}  # all classes are counted, whichever are added up

    @property
    def counting(self) -> set[str]:
        return super().counting - {"labels"}

    def codes(self, data: Sequence[Any], options: Options) -> Codes:
        return super().codes(data, {**options, "labels": None})

    def shape_of(self, labels: pd.Index, options: Options) -> tuple[int, ...]:
        return ()

    def of_chosen(self, counts: Array, labels: pd.Index, options: Options) -> Array:
        chosen = slice(None) if options["labels"] is None else matrices.positions(options["labels"], labels)
        return np.asarray(counts[chosen].sum(axis=0))

    def shaped(self, values: Array, labels: pd.Index, options: Options) -> float:
        return float(values)


class OfValues(OfMatrix):
    """A score of what other metrics say of each class: divide, then add. Counts of the classes may follow."""

    reads = staticmethod(label_sets.classes_or_sets)

    def __init__(self, definition: Function, metrics: Sequence[Any], *, checks: Any = None, **how: Any) -> None:
        self.inner: list[tuple[OfClasses, Options]] = []
        inherited: dict[str, Any] = {}
        for metric in metrics:
            kind, given = kind_of(metric), unwrapped(metric)[1]
            if type(kind) is not OfClasses or kind.columns or "pos_label" in given:
                raise TypeError(f"of_values takes metrics that have one value for each class, got {metric!r}")
            self.inner.append((kind, given))
            inherited |= {name: check for name, check in kind.checks.items() if name not in given}
        self.settled_inside = {name for _, given in self.inner for name in given}
        parts = [part for inner, _ in self.inner for part in (inner.definition, *inner.parts)]
        super().__init__(definition, parts, checks={**inherited, **(checks or {})}, **how)
        self.scored_by = [definition, *(form for inner, _ in self.inner for form in inner.scored_by)]
        self.counts = self.check_definition(definition)

    def check_definition(self, definition: Function) -> tuple[str, ...]:
        n = len(self.inner)
        if len(data_of(definition)) < n:
            raise TypeError(f"{definition.__name__} must take the values of {n} metrics, each by a name of its own")
        return counts_of(definition, matrices.COUNTS, "the counts of a class are", after=n)

    def options_taken_by(self, function: Function) -> dict[str, Parameter]:
        options = super().options_taken_by(function)
        return {name: option for name, option in options.items() if name not in self.settled_inside}

    @property
    def shown(self) -> list[Function]:
        return [*(kind.definition for kind, _ in self.inner), self.definition]

    def defined(self, cells: Array, labels: pd.Index, options: Options) -> Any:
        of_each = {**options, "pos_label": None}
        values = [kind.score_cells(cells, labels, {**of_each, **given}) for kind, given in self.inner]
        classes = matrices.classes(cells, len(labels))
        counts = [getattr(classes, name) for name in self.counts]
        return self.called(self.definition, [*values, *counts], options)


class Cells(Additive):
    """Examples of a confusion matrix: each is the number of its cell."""

    def __init__(self, kind: OfMatrix, options: Options, codes: Codes, weight: Array | None) -> None:
        super().__init__()
        self.true, pred, self.labels = codes
        self.kind, self.options, self.weight = kind, options, weight
        self.n, self.k = len(self.true), len(self.labels)
        self.cells, self.width = self.true * self.k + pred, self.k**2
        self.kinds = self.cells if weight is None else number_kinds(self.cells, weight)

    def estimate(self) -> Any:
        """The score of the matrix."""
        cells = np.bincount(self.cells, self.weight, minlength=self.width).reshape(self.k, self.k)
        return self.kind.shaped(self.score_totals(cells), self.labels, self.options)

    def totals(self, examples: Array, weights: Array) -> Array:
        """Matrices, shape (k, k, b)."""
        b = len(weights)
        places = self.cells[examples] * b + np.arange(b)[:, None]
        counts = weights if self.weight is None else weights * self.weight[examples]
        totals = np.bincount(places.ravel(), counts.ravel(), minlength=self.width * b)
        return (totals.astype(np.intp) if self.weight is None else totals).reshape(self.k, self.k, b)

    def score_totals(self, totals: Any) -> Array:
        return self.kind.score_cells(totals, self.labels, self.options)


class Sets(Additive):
    """Examples that may have several labels each: a row of counts for each."""

    kinds = None

    def __init__(self, kind: OfMatrix, options: Options, sets: Codes, weight: Array | None) -> None:
        super().__init__()
        true, pred, self.labels = sets
        self.kind, self.options, self.n = kind, options, len(true)
        self.rows = matrices.of_sets(true, pred, weight).astype(np.float64)
        self.width = self.rows.shape[1]

    def estimate(self) -> Any:
        """The score of all examples."""
        return self.kind.shaped(self.score_totals(self.rows.sum(axis=0)), self.labels, self.options)

    def totals(self, examples: Array, weights: Array) -> Array:
        """What is counted of each label, shape (3 k + 1, b)."""
        return (weights.astype(np.float64) @ self.rows[examples]).T

    def score_totals(self, totals: Array) -> Array:
        return self.kind.score_cells(totals, self.labels, self.options)


class CellsThatOccur(Cells):
    """Examples of a matrix that has many more cells than there are examples."""

    def __init__(self, kind: OfMatrix, options: Options, codes: Codes, weight: Array | None) -> None:
        super().__init__(kind, options, codes, weight)
        self.pred, self.width = codes[1], self.n

    def estimate(self) -> Any:
        pairs = matrices.Pairs(self.true, self.pred, self.weight, self.k)
        return self.kind.shaped(self.score_totals(pairs), self.labels, self.options)

    def pairs(self, examples: Array, weights: Array) -> list[matrices.Pairs]:
        """The pairs of b resamples."""
        counts = weights if self.weight is None else weights * self.weight[examples]
        true, pred = self.true[examples], self.pred[examples]
        return [matrices.Pairs(true, pred, each, self.k) for each in counts]

    def scores(self, examples: Array, weights: Array) -> Array:
        return np.array([self.score_totals(each) for each in self.pairs(examples, weights)])

    def exchanged(self, other: Any, examples: Array, answers: Array, swapped: Array) -> Array:
        kept, pairs = answers - swapped, ((self, other), (other, self))
        mixed = [zip(one.pairs(examples, kept), two.pairs(examples, swapped), strict=True) for one, two in pairs]
        return np.stack([[self.score_totals(a + b) for a, b in each] for each in mixed], axis=1)


def cells_of(kind: OfMatrix, options: Options, codes: Codes, weight: Array | None) -> Any:
    """The examples of a matrix, by cell or, where those are many more than the examples, by pair; or of sets."""
    if codes[0].ndim == 2:
        return Sets(kind, options, codes, weight)
    form = CellsThatOccur if sparse(len(codes[2]), len(codes[0])) else Cells
    return form(kind, options, codes, weight)
