"""Metrics of sums: every example is a row of numbers, rows add up, and the sums are scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from ..fast.sums import as_float, exact_sum, weighted_sums
from ..inputs import arguments
from ..inputs.options import Check
from .base import Array, Function, Kind, Options, kind_of, read_only
from .examples import Additive, joined, number_kinds
from .riding import Riding
from .signatures import Parameter, data_of, options_of
from .total import Total, alike

Context = Mapping[str, Any]
NOTHING: Context = MappingProxyType({})
IN_CACHE = 2**15  # examples whose numbers stay in the processor's cache


@dataclass(frozen=True)
class FirstPass:
    """How what all examples share is worked out of parts, before any of these is counted."""

    option: str  # the option of `shared` that tells all parts the same
    of_part: Function  # something of the samples of a part
    joined: Function  # what two parts have together
    value: Function  # of what all have: the option


@dataclass(frozen=True)
class Center:
    """Where columns that `of` makes of the samples are counted from when their squares are added up.

    By default from the median of some thousand values, of parts from exact means, the same for any cut of the data; or
    from ``center``, a number near each column, that all parts whose totals are to be added have to share. The farther
    away it is, measured in their spread, the more digits are lost; from 1e6 on all values pass for equal.
    """

    of: Function
    option = "center"

    def __call__(self, *samples: Any, center: Any = None) -> dict[str, Any]:
        """What `rows` needs to know of all examples."""
        columns = self.of(*samples)
        if center is None:
            return {"center": _alone([float(np.median(each[:: 1 + len(each) // 2000])) for each in columns])}
        return {"center": (arguments.real if len(columns) == 1 else arguments.two_numbers)(center, "center")}

    def of_part(self, *samples: Any) -> tuple[Any, ...]:
        """How many examples a part has, and sums of its columns."""
        columns = [np.asarray(column) for column in self.of(*samples)]
        return (len(columns[0]), *map(exact_sum, columns))

    def joined(self, one: tuple[Any, ...], other: tuple[Any, ...]) -> tuple[Any, ...]:
        """Those of two parts."""
        return tuple(a + b for a, b in zip(one, other, strict=True))

    def value(self, sums: tuple[Any, ...]) -> Any:
        """The means of all."""
        return _alone([as_float(each / sums[0]) for each in sums[1:]])


def _alone(numbers: list[float]) -> Any:
    return tuple(numbers) if len(numbers) > 1 else numbers[0]


class OfSums(Kind):
    """A score of sums: `rows` makes the numbers of an example, the definition takes their sums, in the same order.

    Arguments are those of `metric.of_sums`. With `mean`, an example has one number, for which `zero_division` stands
    where it is undefined, and the second sum is how many examples there are; a definition that takes `zero_division`
    itself has its 0/0 within.
    """

    draws_samples = False

    def __init__(
        self,
        definition: Function,
        rows: Function,
        *,
        inputs: Function | None = None,
        at_once: Function | bool = False,
        mean: bool = False,
        several: Sequence[str] = (),
        shared: Function | None = None,
        first_pass: FirstPass | Center | None = None,
        from_sums: Function | None = None,
        zero_division: bool = False,
        once_defined: Function | None = None,
        each: Sequence[str] = (),
        checks: Mapping[str, Check] | None = None,
        **how: Any,
    ) -> None:
        self.kind_options = {"sample_weight": None} | ({"zero_division": np.nan} if zero_division else {})
        if (of_one := kind_of(rows)) is not None:  # a metric of one example
            if of_one.public is not rows:
                raise TypeError(f"{definition.__name__} must be made of {of_one.name} itself, with no options settled")
            rows, checks = of_one.definition, {**of_one.checks, **(checks or {})}
        self.rows, self.shared, self.mean, self.each = rows, shared, mean, tuple(each)
        self.first_pass = shared if isinstance(shared, Center) else first_pass
        self.at_once: Function | None = rows if at_once is True else at_once or None
        self.from_sums, self.takes_samples = from_sums or definition, from_sums is not None
        self.once_defined = once_defined or self.from_sums
        self.columns, self.several = data_of(self.from_sums), tuple(several)
        if unknown := [name for name in several if name not in self.columns]:
            raise TypeError(
                f"{definition.__name__} has no sums {', '.join(unknown)}; it takes {', '.join(self.columns)}"
            )
        parts = [shared, rows, from_sums, once_defined]
        super().__init__(definition, data_of(inputs or rows), parts, inputs=inputs, checks=checks, **how)
        self.scored_by = [definition, self.from_sums]
        self.counted_by = [part for part in (inputs, shared, rows) if part is not None]

    def options_taken_by(self, function: Function) -> dict[str, Parameter]:
        """The options of `rows` are those that `shared` does not make; of a textbook's metric none are."""
        options = super().options_taken_by(function)
        if function is self.rows and self.shared is not None:
            return {name: p for name, p in options.items() if p.default is not p.empty}
        return {} if self.takes_samples and function is self.shared else options

    @property
    def scoring(self) -> set[str]:
        return super().scoring - ({"zero_division"} if self.mean else set())  # it fills the numbers of examples

    @property
    def shown(self) -> list[Function]:
        """The function that makes the numbers of an example, and the definition; where it takes samples, that alone."""
        return [self.definition] if self.takes_samples else [self.rows, self.definition]

    def checked_samples(self, data: Sequence[Any], options: Options) -> tuple[Any, ...]:
        """The samples, one sequence each, all of one length."""
        if self.inputs is not None:
            return super().checked_samples(data, options)
        return tuple(arguments.samples(*data, names=self.samples))

    def checked_examples(self, data: Sequence[Any], options: Options) -> tuple[Any, ...]:
        """The samples, to be taken apart: some metrics can also be called on a single example."""
        checked = self.checked_samples(data, options)
        if hasattr(data[0], "__len__") and len(data[0]) > len(checked[0]):
            raise ValueError(
                f"{' and '.join(self.samples)} must have an entry for each example, to be resampled or added up: "
                f"{self.name} reads these {len(data[0])} entries as {len(checked[0])} example"
            )
        return checked

    def context(self, checked: Sequence[Any], options: Options, **given: Any) -> Context:
        """What the examples need to know of each other."""
        if self.shared is None:
            return NOTHING
        taken = {name: options[name] for name in self.takes[self.shared]}
        return dict(self.shared(*checked, **taken, **given))

    def counted(self, checked: Sequence[Any], options: Options, context: Context) -> list[Any]:
        """A column for each sum: arrays of shape (n,) or (n, m), or a number that all examples have."""
        if self.at_once is not None:
            given = {name: options[name] for name in self.takes[self.rows]}
            columns = self.at_once(*checked, **given, **context)
        else:
            rows = self.one_by_one(checked, options, context)
            if not (self.mean or hasattr(rows[0], "__len__")):
                raise TypeError(f"{self.rows.__name__} must return a tuple of numbers, got {arguments.shown(rows[0])}")
            columns = np.array(rows) if self.mean else [np.array(column) for column in zip(*rows, strict=True)]
        columns = [self.filled(columns, options), 1] if self.mean else list(columns)
        if len(columns) != len(self.columns):
            raise TypeError(
                f"{self.name} takes {len(self.columns)} sums, {', '.join(self.columns)}, but {self.rows.__name__} "
                f"returns {len(columns)} numbers for an example"
            )
        for column in columns:
            if isinstance(column, np.ndarray) and column.dtype != object and len(column) == len(checked[0]):
                continue
            if not isinstance(column, int | float) and np.shape(column)[:1] != (len(checked[0]),):
                raise TypeError(
                    f"{self.rows.__name__} must return numbers for each of the {len(checked[0])} examples, "
                    f"got shape {np.shape(column)}"
                )
            if np.asarray(column).dtype == object:
                raise TypeError(f"{self.rows.__name__} must return numbers, got {arguments.shown(column)}")
        return columns

    def one_by_one(self, checked: Sequence[Any], options: Options, context: Context) -> list[Any]:
        """What `rows` makes of each example."""
        given = {name: options[name] for name in self.takes[self.rows]} | dict(context)
        own = {name: np.broadcast_to(given.pop(name), len(checked[0])) for name in self.each if name in given}
        examples = zip(*(map(read_only, sample) for sample in checked), strict=True)
        if not own:
            return [self.rows(*example, **given) for example in examples]
        named = (dict(zip(own, values, strict=True)) for values in zip(*own.values(), strict=True))
        return [self.rows(*one, **given, **values) for one, values in zip(examples, named, strict=True)]

    def filled(self, values: Any, options: Options) -> Any:
        """Numbers of examples, with `zero_division` in place of those that there are not."""
        undefined = options.get("zero_division", np.nan)
        return values if undefined != undefined else np.where(np.isnan(values), undefined, values)

    def table(self, columns: Sequence[Any], n: int, weight: Any = None) -> Array:
        """The columns side by side, a row per example: shape (n, d)."""
        wide = [np.broadcast_to(c, n)[:, None] if np.ndim(c) == 0 else np.reshape(c, (n, -1)) for c in columns]
        table = np.concatenate(wide, axis=1)
        if weight is None:
            return table
        weight = arguments.weights(weight, n)[:, None]
        return np.multiply(table, weight, where=weight > 0, out=np.zeros(table.shape))  # nothing, whatever it was

    def score_sums(self, sums: Array, options: Options) -> Any:
        """Scores of sums of shape (d, ...)."""
        return self.defined(self.from_sums, self.split(sums), options)

    def defined(self, form: Function, taken: Sequence[Any], options: Options) -> Any:
        """One of the forms of the definition."""
        within = self.mean or "zero_division" not in self.kind_options  # what stands for 0/0 has done so already
        undefined = np.nan if within else options["zero_division"]
        if form is self.from_sums and undefined == undefined:
            form = self.once_defined
        return self.finished(self.called(form, taken, options), undefined)

    def split(self, sums: Array) -> list[Array]:
        """The sums that the definition takes, one by one, of an array of shape (d, ...)."""
        vectors = len(self.several)
        width, left = divmod(len(sums) - len(self.columns) + vectors, vectors or 1)
        if left or (not vectors and width) or (vectors and width < 1):
            wanted = ", ".join(f"{name} (several)" if name in self.several else name for name in self.columns)
            raise ValueError(f"statistics of {self.name} must have shape (..., d) for {wanted}; got d = {len(sums)}")
        ends = np.cumsum([width if name in self.several else 1 for name in self.columns])
        parts = np.split(sums, ends[:-1])
        return [part if name in self.several else part[0] for name, part in zip(self.columns, parts, strict=True)]

    def scored(self, data: tuple[Any, ...], options: Options) -> Any:
        checked, weight = self.checked_samples(data, options), options["sample_weight"]
        as_printed = self.takes_samples and weight is None and len(checked[0]) <= IN_CACHE
        taken = checked if as_printed else self.added(checked, options, weight)
        return self.defined_and_dressed(self.definition if as_printed else self.from_sums, taken, data, options)

    def defined_and_dressed(self, form: Function, taken: Sequence[Any], data: tuple[Any, ...], options: Options) -> Any:
        """One of the two forms of the definition, as a call returns its score."""
        score = self.defined(form, taken, options)
        return self.dressed(score, taken, data, options)

    def added(self, checked: Sequence[Any], options: Options, weight: Any) -> list[Any]:
        """The sums of all examples, in floats."""
        context, n = self.context(checked, options), len(checked[0])
        if weight is not None or self.at_once is not self.rows or self.each or n <= IN_CACHE:
            return self.summed(self.counted(checked, options, context), n, weight)
        parts = ([sample[i : i + IN_CACHE] for sample in checked] for i in range(0, n, IN_CACHE))
        sums = [self.summed(self.counted(part, options, context), len(part[0])) for part in parts]
        return [np.sum(each, axis=0) for each in zip(*sums, strict=True)]

    def summed(self, columns: Sequence[Any], n: int, weight: Any = None) -> list[Any]:
        """The sums of columns of n examples, in floats."""
        if weight is not None:
            return self.split(weighted_sums(arguments.weights(weight, n), self.table(columns, n)))
        return [c.sum(axis=0, dtype=np.float64) if isinstance(c, np.ndarray) else np.float64(c * n) for c in columns]

    def statistics(self, *data: Any, **given: Any) -> Array:
        """What is counted in each example, a row of numbers: shape (n, d)."""
        return self.counted_once(data, given)[0]

    def counted_once(self, data: tuple[Any, ...], given: Options) -> tuple[Array, Context]:
        """The statistics, and the context that they are to share with those of other parts."""
        shared = options_of(self.shared) if self.shared and self.takes_samples else {}
        of_all = {name: given[name] for name in shared if name in given}
        given = {name: value for name, value in given.items() if name not in of_all}
        data, options = self.bind(data, given, to_count=True)
        checked = self.checked_examples(data, options)
        context = self.context(checked, options, **of_all)
        table = self.table(self.counted(checked, options, context), len(checked[0]), options["sample_weight"])
        kept = {name: options[name] for name in sorted(self.counting.difference(["sample_weight"], self.each))}
        return table, {**kept, **context}

    def total(self, *data: Any, **given: Any) -> Total:
        table, context = self.counted_once(data, given)
        return self.made_total(tuple(map(exact_sum, table.T)), context)

    def score(self, total: Any, **given: Any) -> Any:
        """The score of a total, or of statistics that were added up: of shape (..., d), the score of shape (...).

        Options that a total was counted with are those of its score, too.
        """
        counted = self.counted_in(total)
        if counted is not total:
            counted = [as_float(each) for each in counted]
            given = {name: total.context[name] for name in self.scoring if name in total.context} | given
        sums = arguments.read(counted, "statistics")
        if sums.dtype.kind not in "biuf" or sums.ndim == 0:
            raise TypeError(f"statistics of {self.name} must be numbers of shape (..., d), got {total!r}")
        options, stack = self.settled_to_score(given), np.moveaxis(sums.astype(np.float64), -1, 0)
        if sums.ndim == 1:
            score = self.score_sums(stack, options)
            return float(score) if np.ndim(score) == 0 else np.asarray(score)
        scores = Riding(lambda each: self.score_sums(each, options))(stack.reshape(len(stack), -1))
        return scores.reshape(*sums.shape[:-1], *scores.shape[1:])

    def examples(self, systems: Sequence[Any], options: Options, weight: Any, *, exchanging: bool) -> list[Any]:
        """The examples of each system, as rows of numbers."""
        checked = [self.checked_examples(each, options) for each in systems]
        contexts = [self.context(each, options) for each in checked]
        if exchanging and not alike(*contexts):  # rows of both systems add up in one context only
            both = [joined(*pair) for pair in zip(*checked, strict=True)]
            contexts = [self.context(both, options)] * 2
        return [Rows(self, options, *each, weight) for each in zip(systems, checked, contexts, strict=True)]


class Rows(Additive):
    """Examples of summed statistics: each is a row of numbers."""

    def __init__(self, kind: OfSums, options: Options, samples: Any, checked: Any, context: Any, weight: Any) -> None:
        super().__init__()
        self.kind, self.options, self.samples, self.weight = kind, options, samples, weight
        self.n, self.columns = len(checked[0]), kind.counted(checked, options, context)
        self.rows = kind.table(self.columns, self.n, weight)
        self.finite = bool(np.isfinite(self.rows).all())
        self.width, self.kinds = self.rows.shape[1], number_kinds(*self.rows.T)

    def estimate(self) -> Any:
        """The score of the samples, which are not counted anew unless the definition takes them as they are."""
        data, options = tuple(self.samples), {**self.options, "sample_weight": self.weight}
        if self.kind.takes_samples:
            return self.kind.scored(data, options)
        sums = self.kind.summed(self.columns, self.n, self.weight)
        return self.kind.defined_and_dressed(self.kind.from_sums, sums, data, options)

    def totals(self, examples: Array, weights: Array) -> Array:
        """Summed rows, shape (d, b)."""
        return weighted_sums(weights.astype(np.float64), self.rows_of(examples)).T

    def rows_of(self, examples: Array) -> Array:
        """The numbers of some examples; of all of them in their own order."""
        return self.rows if len(examples) == self.n else self.rows[examples]

    def exchanged(self, other: Any, examples: Array, answers: Array, swapped: Array) -> Array:
        """Scores of both systems; what changes sides is added up once."""
        if not (self.finite and other.finite):
            return super().exchanged(other, examples, answers, swapped)
        own, others = self.rows_of(examples), other.rows_of(examples)
        moved = (swapped.astype(np.float64) @ (others - own)).T
        return np.stack(
            [self.score((answers @ own)[:, None] + moved), self.score((answers @ others)[:, None] - moved)], axis=1
        )

    def score_totals(self, totals: Array) -> Array:
        return np.asarray(self.kind.score_sums(totals, self.options), dtype=np.float64)
